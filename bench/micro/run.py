#!/usr/bin/env python3
"""Gradients of three scalar functions against their primals, and adjoints by hand beside them.

One process, on one core; medians of ratios measured in turn. Writes build/bench/micro.csv.
"""
import argparse
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import support

HERE = pathlib.Path(__file__).resolve().parent


def main():
    argparse.ArgumentParser(description=__doc__).parse_args()
    program = support.compile_program(HERE / "micro.cpp", flags=("-std=c++20", "-O2"))
    rows = support.lines([*support.cores(1), program])
    print(f"{'':20}{'primal':>12}{'gradient':>12}{'by hand':>12}")
    for name, primal, ours, hand in rows:
        print(f"{name:20}{float(primal):9.2f} ms{float(ours):10.2f} x{float(hand):10.2f} x")
    budget = support.compile_program(HERE / "budget.cpp", flags=("-std=c++20", "-O2"))
    [(few, many, megabytes)] = support.lines([*support.cores(1), budget])
    print(f"b: 1e8 steps within 64 MB: {float(many):.1f} ns a step, {float(many) / float(few):.2f} times that of 1e6 steps "
          f"without a budget; {megabytes} MB of memory in use")
    support.write_csv(support.RESULTS / "micro.csv", ["case", "primal ms", "gradient / primal", "by hand / primal"], rows)


if __name__ == "__main__":
    main()
