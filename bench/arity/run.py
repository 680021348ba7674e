#!/usr/bin/env python3
"""The pullback of a product of 1 to 32 factors: what one element costs against memory and against arithmetic, on one
core, and what the same kernel takes on a GPU, as its assembler says.

Prints a table; writes arity.csv and arity.svg to the output folder. Nothing is run on a GPU.
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
from support import config

HERE = pathlib.Path(__file__).resolve().parent
COLUMNS = ["arity", "pullback", "copy", "arithmetic", "ratio"]


def compiler(arity):
    return config("--clang") + config("--cxxflags") + ["-std=c++20", f"-DBENCH_ARITY={arity}"]


def build(arity, scratch):
    program = f"{scratch}/arity{arity}"
    subprocess.run(compiler(arity) + ["-O3", "-march=native", str(HERE / "arity.cpp"), "-o", program] + config("--libs"),
                   check=True)
    return program


def measure(program, elements):
    out = subprocess.run([program, str(elements)], check=True, capture_output=True, text=True).stdout
    return dict(zip(COLUMNS, (float(x) for x in out.strip().split(","))))


def kernels(arity, arch, cuda, scratch):
    """Registers, bytes of spills and floating-point instructions an argument of the pullback kernel: arithmetic and
    comparisons in PTX, without selections and changes of sign."""
    base = f"{scratch}/arity{arity}_{arch}"
    device = compiler(arity) + ["-x", "cuda", "--no-offload-new-driver", f"--cuda-gpu-arch={arch}",
                                f"--cuda-path={cuda}", "-Wno-unknown-cuda-version", "--cuda-device-only", "-O3"]
    subprocess.run(device + ["-S", str(HERE / "arity_gpu.cu"), "-o", base + ".ptx"], check=True)
    log = subprocess.run([f"{cuda}/bin/ptxas", "-v", f"-arch={arch}", base + ".ptx", "-o", base + ".cubin"], check=True,
                         capture_output=True, text=True).stderr
    registers = spills = 0
    for entry in log.split("Compiling entry function")[1:]:
        if "cuda_pull_direct" in entry.splitlines()[0]:
            registers = max(registers, int(re.search(r"Used (\d+) registers", entry).group(1)))
            spills += sum(int(n) for n in re.findall(r"(\d+) bytes spill", entry))
    floats = 0
    for function in pathlib.Path(base + ".ptx").read_text().split(".entry ")[1:]:
        if "cuda_pull_direct" in function.split("(")[0]:
            floats = max(floats, len(re.findall(r"^\s+(?!ld|st|mov|neg|abs|copysign|selp)[a-z0-9]+[a-z0-9.]*\.f32\s", function, re.M)))
    return {"arity": arity, "arch": arch, "registers": registers, "spills": spills, "floats": floats / arity}


def svg(rows):
    """The three times over the arity."""
    width, height, left, top = 640, 400, 60, 30
    most = max(max(r["pullback"], r["copy"], r["arithmetic"]) for r in rows)
    last = max(r["arity"] for r in rows)
    x = lambda arity: left + (width - left - 20) * arity / last
    y = lambda value: height - 50 - (height - 50 - top) * value / most
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" font-family="sans-serif" '
             f'font-size="12">', f'<rect width="{width}" height="{height}" fill="white"/>']
    for k in range(5):
        value = most * k / 4
        parts.append(f'<path d="M{left} {y(value):.1f}H{width - 20}" stroke="#ddd"/>'
                     f'<text x="{left - 6}" y="{y(value) + 4:.1f}" text-anchor="end">{value:.1f}</text>')
    for arity in range(4, int(last) + 1, 4):
        parts.append(f'<text x="{x(arity):.1f}" y="{height - 32}" text-anchor="middle">{arity}</text>')
    parts.append(f'<text x="{width / 2}" y="{height - 12}" text-anchor="middle">arguments</text>'
                 f'<text x="{left}" y="18">nanoseconds an element</text>')
    for n, (name, colour) in enumerate([("pullback", "#c33"), ("copy", "#36c"), ("arithmetic", "#393")]):
        points = " ".join(f"{x(r['arity']):.1f},{y(r[name]):.1f}" for r in rows)
        parts.append(f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"/>'
                     f'<text x="{left + 12}" y="{top + 16 + 16 * n}" fill="{colour}">{name}</text>')
    return "\n".join(parts + ["</svg>", ""])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--arities", type=int, nargs="*", default=list(range(1, 33)))
    parser.add_argument("--elements", type=int, default=1 << 17, help="in each array")
    parser.add_argument("--gpu-arities", type=int, nargs="*", default=[4, 8, 18, 32])
    parser.add_argument("--archs", nargs="*", default=["sm_80", "sm_90"])
    parser.add_argument("--cuda", default=os.environ.get("CUDA_PATH", "/usr/local/cuda"))
    parser.add_argument("--out", type=pathlib.Path, default=pathlib.Path("."))
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
            (args.out / "arity.svg").write_text(svg(rows))
        if args.gpu_arities and pathlib.Path(args.cuda, "bin", "ptxas").exists():
            print("\narity  device  registers  spilled bytes  floating-point instructions an argument")
            pairs = [(n, arch) for n in args.gpu_arities for arch in args.archs]
            for k in pool.map(lambda p: kernels(*p, args.cuda, scratch), pairs):
                print("{arity:5d}  {arch:6s} {registers:10d} {spills:14d} {floats:10.1f}".format(**k), flush=True)


if __name__ == "__main__":
    main()
