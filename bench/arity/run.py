#!/usr/bin/env python3
"""The pullback of a product of 1 to 32 factors: what one element costs against memory and against arithmetic, on one
core, and what the same kernel takes on a GPU, as its assembler says.

Prints a table; writes arity.csv and arity.svg to the output folder, build/bench. Nothing is run on a GPU.
"""
import argparse
import concurrent.futures
import os
import pathlib
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import support

HERE = pathlib.Path(__file__).resolve().parent
COLUMNS = ["arity", "pullback", "copy", "arithmetic", "ratio"]


def compiler(arity):
    return support.config("--clang") + support.config("--cxxflags") + ["-std=c++20", f"-DBENCH_ARITY={arity}"]


def build(arity, scratch):
    program = f"{scratch}/arity{arity}"
    subprocess.run(compiler(arity) + ["-O3", "-march=native", str(HERE / "arity.cpp"), "-o", program] + support.config("--libs"),
                   check=True)
    return program


def measure(program, elements):
    out = subprocess.run([program, str(elements)], check=True, capture_output=True, text=True).stdout
    return dict(zip(COLUMNS, (float(x) for x in out.strip().split(","))))


def kernels(arity, arch, scratch):
    """Registers, bytes of spills and floating-point instructions an argument of the pullback kernel: arithmetic and
    comparisons in PTX, without selections and changes of sign."""
    path = support.ptx(HERE / "arity_gpu.cu", arch, f"{scratch}/arity{arity}_{arch}", ["-std=c++20", f"-DBENCH_ARITY={arity}"])
    pulls = [k for k in support.assembled(path, arch) if "cuda_pull_direct" in k["entry"]]
    floats = 0
    for function in pathlib.Path(path).read_text().split(".entry ")[1:]:
        if "cuda_pull_direct" in function.split("(")[0]:
            floats = max(floats, len(re.findall(r"^\s+(?!ld|st|mov|neg|abs|copysign|selp)[a-z0-9]+[a-z0-9.]*\.f32\s", function, re.M)))
    return {"arity": arity, "arch": arch, "registers": max(k["registers"] for k in pulls),
            "spills": sum(k["spills"] for k in pulls), "floats": floats / arity}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--arities", type=int, nargs="*", default=list(range(1, 33)))
    parser.add_argument("--elements", type=int, default=1 << 17, help="in each array")
    parser.add_argument("--gpu-arities", type=int, nargs="*", default=[4, 8, 18, 32])
    parser.add_argument("--archs", nargs="*", default=["sm_80", "sm_90"])
    parser.add_argument("--out", type=pathlib.Path, default=support.RESULTS)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch, concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        programs = list(pool.map(lambda n: build(n, scratch), args.arities))
        rows = []
        print("arity   pullback       copy  arithmetic   pullback / max(copy, arithmetic)     ns an element")
        for program in programs:
            rows.append(measure(program, args.elements))
            print("{arity:5.0f} {pullback:10.3f} {copy:10.3f} {arithmetic:11.3f} {ratio:10.3f}".format(**rows[-1]), flush=True)
        if rows:
            (args.out / "arity.csv").write_text(
                "\n".join([",".join(COLUMNS)] + [",".join(f"{r[c]:g}" for c in COLUMNS) for r in rows]) + "\n")
            support.plot(args.out / "arity.svg", "The pullback of a product", "arguments", "nanoseconds an element",
                         [(name, r["arity"], r[name]) for r in rows for name in ("pullback", "copy", "arithmetic")])
        if args.gpu_arities and support.cuda():
            print("\narity  device  registers  spilled bytes  floating-point instructions an argument")
            pairs = [(n, arch) for n in args.gpu_arities for arch in args.archs]
            for k in pool.map(lambda p: kernels(*p, scratch), pairs):
                print("{arity:5d}  {arch:6s} {registers:10d} {spills:14d} {floats:10.1f}".format(**k), flush=True)


if __name__ == "__main__":
    main()
