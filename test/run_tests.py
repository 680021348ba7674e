#!/usr/bin/env python3
"""Runs lit on test folders and ends with one line: N passed, N failed, N skipped.

lit prints its own summary, but leaves out what did not occur; scripts want the same line every time. An expected
failure counts as passed, an unexpected pass as failed, as in lit's exit status.
"""
import argparse
import collections
import json
import os
import subprocess
import sys
import tempfile

PASSED = {"PASS", "XFAIL", "FLAKYPASS"}
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
        command = [args.lit, "-j", str(args.jobs), "-o", report, "-vv" if args.verbose else "-v"]
        if not args.verbose:
            command += ["--quiet"]
        status = subprocess.call(command + args.suites)
        if not os.path.exists(report):
            return status or 1
        with open(report) as file:
            codes = collections.Counter(test["code"] for test in json.load(file)["tests"])
    passed = sum(codes[code] for code in PASSED)
    unsupported = sum(codes[code] for code in UNSUPPORTED)
    failed = sum(codes.values()) - passed - unsupported
    print(f"{passed} passed, {failed} failed, {unsupported} skipped", flush=True)
    return status or (1 if failed else 0)


if __name__ == "__main__":
    sys.exit(main())
