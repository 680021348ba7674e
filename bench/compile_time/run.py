#!/usr/bin/env python3
"""What a derivative costs in compile time: the README's ten lines at -O2, with and without.

Both are compiled alternately; the ratio is the median over the pairs. Prints one line per program.
"""
import argparse
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from support import config

HERE = pathlib.Path(__file__).resolve().parent


def seconds(command):
    start = time.perf_counter()
    subprocess.run(command, check=True)
    return time.perf_counter() - start


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pairs", type=int, default=15)
    parser.add_argument("--limit", type=float, help="fail when the ratio is above this")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        common = config("--clang") + ["-std=c++17", "-O2", "-c", str(HERE / "rosenbrock.cpp"), "-o", scratch + "/a.o"]
        plain = common + ["-DPLAIN"]
        derivative = common + config("--cxxflags")
        seconds(plain), seconds(derivative)  # files into the cache
        pairs = [(seconds(plain), seconds(derivative)) for _ in range(args.pairs)]
    ratio = statistics.median(b / a for a, b in pairs)
    print(f"without a derivative {1e3 * statistics.median(a for a, _ in pairs):6.0f} ms")
    print(f"with                 {1e3 * statistics.median(b for _, b in pairs):6.0f} ms   {ratio:.2f} times")
    return 1 if args.limit and ratio > args.limit else 0


if __name__ == "__main__":
    raise SystemExit(main())
