#!/usr/bin/env python3
"""Runs lit on test folders and ends with one line: N passed, N failed, N skipped, N expected to fail.

lit prints its own summary, but leaves out what did not occur; scripts want the same line every time. An unexpected pass
counts as failed, as in lit's exit status, and so does an expected failure that is a crash: what a test may be expected
to do is refuse.
"""
import argparse
import collections
import json
import os
import subprocess
import sys
import tempfile

PASSED = {"PASS", "FLAKYPASS"}
EXPECTED = {"XFAIL"}
CRASH = "Stack dump:"
UNSUPPORTED = {"UNSUPPORTED", "SKIPPED", "EXCLUDED"}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--lit", required=True, help="the lit to run")
    parser.add_argument("--verbose", action="store_true", help="print the commands and output of every test")
    parser.add_argument("--jobs", type=int, default=len(os.sched_getaffinity(0)), help="tests run at a time")
    parser.add_argument("suites", nargs="+", help="folders or files, in the build folder")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        report = os.path.join(scratch, "report.json")
        # Succinct: what fails, and how far it is.
        command = [args.lit, "-j", str(args.jobs), "-o", report] + (["-vv"] if args.verbose else ["-v", "--succinct"])
        status = subprocess.call(command + args.suites)
        if not os.path.exists(report):
            return status or 1
        with open(report) as file:
            tests = json.load(file)["tests"]
    codes = collections.Counter(test["code"] for test in tests)
    crashes = [test["name"] for test in tests if test["code"] in EXPECTED and CRASH in test.get("output", "")]
    for name in crashes:
        print(f"CRASHED: {name}, which is expected to fail, not to crash")
    passed = sum(codes[code] for code in PASSED)
    unsupported = sum(codes[code] for code in UNSUPPORTED)
    expected = sum(codes[code] for code in EXPECTED) - len(crashes)
    failed = sum(codes.values()) - passed - unsupported - expected
    print(f"{passed} passed, {failed} failed, {unsupported} skipped, {expected} expected to fail", flush=True)
    return status or (1 if failed or not passed else 0)


if __name__ == "__main__":
    sys.exit(main())
