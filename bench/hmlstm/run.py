#!/usr/bin/env python3
"""The paper's experiment: gradients of the HM-LSTM cell update over D x D floats, against copies, loops and JAX.

Every number is a median, and its ratio to a copy with the same reads and writes, measured in turn in one process; JAX
runs in its own, on the same cores. Writes build/bench/hmlstm.csv and .svg.
"""
import argparse
import os
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import support

HERE = pathlib.Path(__file__).resolve().parent


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sizes", nargs="*", type=int, default=[512, 1024, 2048], help="D")
    parser.add_argument("--threads", type=int, nargs="*", default=[1, len(os.sched_getaffinity(0))])
    parser.add_argument("--no-peers", action="store_true", help="do not install or run JAX")
    args = parser.parse_args()
    sizes = [str(size) for size in args.sizes]
    program = support.compile_program(HERE / "hmlstm.cpp")
    rows = []
    for threads in dict.fromkeys(args.threads):
        on_cores = support.cores(threads)
        for control in ([], ["--uniform"]):
            rows += support.lines([*on_cores, program, "--threads", str(threads), *control, *sizes])
        if not args.no_peers:
            copies = {(size, control): float(ms) for name, size, t, control, ms, _ in rows
                      if name == "copy" and t == str(threads)}
            for name, size, ms in support.lines([*on_cores, support.python_with_peers(), HERE / "peers.py", *sizes]):
                rows.append([name, size, str(threads), "random", ms, f"{float(ms) / copies[size, 'random']:.3f}"])
    print(f"{'':24}{'D':>6}{'threads':>9}{'control':>9}{'ms':>10}{'of copy':>9}")
    for name, size, threads, control, ms, ratio in rows:
        print(f"{name:24}{size:>6}{threads:>9}{control:>9}{float(ms):10.3f}{float(ratio):9.2f}")
    path = support.RESULTS / "hmlstm.csv"
    support.write_csv(path, ["name", "size", "threads", "control", "milliseconds", "of copy"], rows)
    print("table:", path.relative_to(support.ROOT))
    if not args.no_peers:
        support.plot(path.with_suffix(".svg"), "HM-LSTM gradient, one core, times of a copy", "D", "time / copy",
                     [(name, size, ratio) for name, size, threads, control, _, ratio in rows
                      if threads == "1" and control == "random"], log_x=True)


if __name__ == "__main__":
    main()
