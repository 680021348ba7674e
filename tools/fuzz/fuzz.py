#!/usr/bin/env python3
"""Random programs against finite differences.

Each program holds a few functions made of statements that derivatives are known to be hard for: loops with break and
continue, branches on data, switches, arrays and pointers that are overwritten, structs, lambdas, calls with outputs.
A program is first checked without the plugin (differences converge, nothing is out of bounds), then with it, in both
modes. A failing program is kept, after statements that do not matter were removed.

Programs are compiled many at a time; where such a unit fails, each of its programs is looked at alone.

    tools/fuzz/fuzz.py --plugin build/plugin/MixedAD.so --count 100 --seed 1 --keep failures/
"""
import argparse
import concurrent.futures
import os
import random
import subprocess
import sys
import tempfile

from generate import program, together

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


class Runner:
    def __init__(self, args, folder):
        self.args, self.folder = args, folder

    def command(self, source, exe, plugin, optimize):
        line = [self.args.clangxx, "-std=c++20", "-w", optimize, f"-I{ROOT}/include", f"-I{ROOT}/test/support", source,
                "-o", exe]
        return line + ([f"-fplugin={self.args.plugin}"] if plugin else ["-DCHECK_PRIMAL_ONLY"])

    def attempt(self, text, name, plugin, optimize="-O0"):
        """"" when all is well, else what went wrong in one line."""
        source = os.path.join(self.folder, name + ".cpp")
        exe = os.path.join(self.folder, name + (".plugin" if plugin else ".plain"))
        with open(source, "w") as file:
            file.write(text)
        try:
            done = subprocess.run(self.command(source, exe, plugin, optimize), capture_output=True, text=True, timeout=120)
            if done.returncode:
                errors = [line for line in done.stderr.splitlines() if "error:" in line or "Assertion" in line]
                return "compile: " + (errors[0].split("error:")[-1].strip() if errors else done.stderr[-200:])
            done = subprocess.run([exe], capture_output=True, text=True, timeout=20, errors="replace")
        except subprocess.TimeoutExpired:
            return "timeout"
        if done.returncode:
            wrong = [line for line in done.stdout.splitlines() if line.startswith("FAIL")]
            return "run: " + (wrong[0] if wrong else f"exit {done.returncode}")
        return ""

    def passing(self, seeds):
        """The seeds whose programs pass when all are one unit; those that do not may be invalid."""
        programs = {f"seed{seed}": program(random.Random(seed)) for seed in seeds}
        name = f"from{seeds[0]}"
        source, exe = os.path.join(self.folder, name + ".cpp"), os.path.join(self.folder, name)
        with open(source, "w") as file:
            file.write(together(programs))
        try:
            optimize = "-O2" if seeds[0] // len(seeds) % 4 == 0 else "-O0"
            done = subprocess.run(self.command(source, exe, True, optimize), capture_output=True, timeout=900)
            if done.returncode:
                return set()
            done = subprocess.run([exe], capture_output=True, text=True, timeout=60, errors="replace")
        except subprocess.TimeoutExpired:
            return set()
        finally:
            for path in (source, exe):
                if os.path.exists(path):
                    os.remove(path)
        parts = done.stdout.split("PROGRAM ")[1:]
        whole = parts[:-1] # the last one may have ended the program
        return {int(part.split()[0][4:]) for part in whole if "FAIL" not in part}

    def check_all(self, seeds):
        good = self.passing(seeds) if len(seeds) > 1 else set()
        return [(seed, "", "") if seed in good else self.check(seed) for seed in seeds]

    def valid(self, text, name):
        return self.attempt(text, name, plugin=False) == ""

    def check(self, seed):
        name = f"seed{seed}"
        tree = program(random.Random(seed))
        if not self.valid(tree.text(), name):
            return seed, None, ""
        optimize = "-O2" if seed % 4 == 0 else "-O0"
        problem = self.attempt(tree.text(), name, True, optimize)
        if problem and self.args.keep:
            self.keep(tree, name, problem, optimize)
        return seed, problem, name

    def keep(self, tree, name, problem, optimize):
        """Removes what can go while the program stays valid and fails in the same way."""
        kind = problem.split()[0]
        budget = self.args.shrink
        changed = True
        while changed and budget > 0:
            changed = False
            for node in tree.removable():
                if budget <= 0:
                    break
                budget -= 1
                node.removed = True
                text = tree.text()
                if self.valid(text, name) and self.attempt(text, name, True, optimize).startswith(kind):
                    changed = True
                else:
                    node.removed = False
        os.makedirs(self.args.keep, exist_ok=True)
        with open(os.path.join(self.args.keep, name + ".cpp"), "w") as file:
            file.write(f"// {problem}\n" + tree.text())


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--plugin", required=True, help="MixedAD.so")
    parser.add_argument("--clangxx", default="clang++-22")
    parser.add_argument("--count", type=int, default=100, help="how many programs")
    parser.add_argument("--seed", type=int, default=1, help="of the first program")
    parser.add_argument("--batch", type=int, default=16, help="programs in one unit")
    parser.add_argument("--jobs", type=int, default=len(os.sched_getaffinity(0)))
    parser.add_argument("--keep", help="folder for failing programs")
    parser.add_argument("--shrink", type=int, default=60, help="tries to make a failing program smaller")
    args = parser.parse_args()
    passed = failed = skipped = 0
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        runner = Runner(args, folder)
        end = args.seed + args.count
        units = [range(first, min(first + args.batch, end)) for first in range(args.seed, end, args.batch)]
        for results in pool.map(runner.check_all, units):
            for seed, problem, _ in results:
                skipped += problem is None
                passed += problem == ""
                if problem:
                    failed += 1
                    print(f"seed {seed}: {problem}", flush=True)
    print(f"{passed} passed, {failed} failed, {skipped} invalid programs")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
