#!/usr/bin/env python3
"""A whole training step of the HM-LSTM example, forward and backward, against JAX and PyTorch on the same cores.

Medians; every program in its own process. Writes build/bench/step.csv and .svg. What the step's kernels take on a GPU, as
its assembler says, is a second table; nothing is run on a GPU.
"""
import argparse
import os
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import support

HERE = pathlib.Path(__file__).resolve().parent


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("hidden", nargs="*", type=int, default=[64, 128, 256])
    parser.add_argument("--threads", type=int, nargs="*", default=[1, len(os.sched_getaffinity(0))])
    parser.add_argument("--no-peers", action="store_true", help="do not install or run JAX and PyTorch")
    parser.add_argument("--archs", nargs="*", default=["sm_80", "sm_90"], help="of the second table; none: without it")
    args = parser.parse_args()
    sizes = [str(size) for size in args.hidden]
    program = support.compile_program(HERE / "step.cpp")
    rows = []
    for threads in dict.fromkeys(args.threads):
        on_cores = support.cores(threads)
        rows += support.lines([*on_cores, program, "--threads", str(threads), *sizes])
        if not args.no_peers:
            for name, size, ms in support.lines([*on_cores, support.python_with_peers(), HERE / "peers.py", *sizes]):
                rows.append([name, size, str(threads), ms])
    print(f"{'':24}{'hidden':>8}{'threads':>9}{'ms':>10}")
    for name, size, threads, ms in rows:
        print(f"{name:24}{size:>8}{threads:>9}{float(ms):10.2f}")
    path = support.RESULTS / "step.csv"
    support.write_csv(path, ["name", "hidden", "threads", "milliseconds"], rows)
    print("table:", path.relative_to(support.ROOT))
    if not args.no_peers:
        support.plot(path.with_suffix(".svg"), "HM-LSTM training step, one core", "hidden", "milliseconds",
                     [(name, size, ms) for name, size, threads, ms in rows if threads == "1" and name.endswith("step")],
                     log_x=True)
    kernels = {arch: support.gpu_kernels(HERE / "step.cpp", arch) for arch in args.archs} if support.cuda() else {}
    if not kernels:
        return
    print(f"\n{'kernel':44}{'device':>8}{'registers':>11}{'spilled':>9}{'occupancy':>11}")
    for arch, found in kernels.items():
        for k in found:
            print(f"{k['name'][:43]:44}{arch:>8}{k['registers']:11}{k['spills']:9}{k['occupancy']:11.0%}")


if __name__ == "__main__":
    main()
