"""What the benchmarks share: compiling with the plugin, a Python environment with the peers, tables and plots."""
import collections
import csv
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import venv

ROOT = pathlib.Path(__file__).resolve().parent.parent
RESULTS = ROOT / "build" / "bench"
PEERS = ["jax", "matplotlib"]


def config(option):
    return subprocess.run([ROOT / "tools" / "mixedad-config", option], check=True, capture_output=True, text=True).stdout.split()


def compile_program(source, flags=("-std=c++20", "-O3", "-march=native")):
    """The program of a source file, linked with the runtime."""
    RESULTS.mkdir(parents=True, exist_ok=True)
    program = RESULTS / source.stem
    subprocess.run(config("--clang") + list(flags) + config("--cxxflags") + [str(source), "-o", str(program)] + config("--libs"),
                   check=True)
    return program


def python_with_peers():
    """A Python that has JAX and matplotlib, in an environment of the benchmarks' own; this one if that fails."""
    python = ROOT / "build" / "bench-env" / "bin" / "python"
    if not python.exists():
        print("installing", *PEERS, "into", python.parent.parent.relative_to(ROOT), file=sys.stderr)
        try:
            venv.create(python.parent.parent, with_pip=True)
            subprocess.run([python, "-m", "pip", "install", "--quiet", *PEERS], check=True)
        except (subprocess.CalledProcessError, OSError) as error:
            print(f"# no peers: {error}", file=sys.stderr)
            return sys.executable
    return str(python)


def cuda():
    """Where CUDA is, or None."""
    path = pathlib.Path(os.environ.get("CUDA_PATH", "/usr/local/cuda"))
    return path if (path / "bin" / "ptxas").exists() else None


def ptx(source, arch, base, flags=("-std=c++20",)):
    """The device code of a source file, in base.ptx."""
    device = ["-x", "cuda", "--no-offload-new-driver", f"--cuda-gpu-arch={arch}", f"--cuda-path={cuda()}",
              "-Wno-unknown-cuda-version", "--cuda-device-only", "-O3"]
    subprocess.run(config("--clang") + list(flags) + config("--cxxflags") + device + ["-S", str(source), "-o", base + ".ptx"],
                   check=True)
    return base + ".ptx"


def occupancy(registers, threads=256):
    """The part of a multiprocessor's 64 warps that blocks of so many threads fill: sm_80 and sm_90, registers alone."""
    warps = threads // 32
    each = -(-registers * 32 // 256) * 256 * warps
    return min(64 // warps, 65536 // each) * warps / 64


def assembled(path, arch):
    """What the assembler says of every kernel: its name, registers and bytes that are spilled."""
    log = subprocess.run([f"{cuda()}/bin/ptxas", "-v", f"-arch={arch}", path, "-o", path + ".cubin"], check=True,
                         capture_output=True, text=True).stderr
    found = []
    for entry in log.split("Compiling entry function")[1:]:
        found.append({"entry": entry.splitlines()[0].split("'")[1],
                      "registers": int(re.search(r"Used (\d+) registers", entry).group(1)),
                      "spills": sum(int(n) for n in re.findall(r"(\d+) bytes spill", entry))})
    return found


def readable(entry):
    """The kind of kernel and the function that it runs."""
    full = subprocess.run(["c++filt", entry], capture_output=True, text=True).stdout if shutil.which("c++filt") else entry
    kind = re.search(r"cuda_\w+", full)
    functions = re.findall(r"detail::(?!cuda_)(\w+_(?:pull|primal|store|tangent)\w*)", full) or re.findall(r"elementwise::(\w+)", full)
    return " ".join([kind.group(0) if kind else full[:40], *dict.fromkeys(functions)])


def gpu_kernels(source, arch):
    """Registers, spills and theoretical occupancy of a program's kernels for a GPU: the heaviest of each name."""
    with tempfile.TemporaryDirectory() as scratch:
        found = assembled(ptx(source, arch, f"{scratch}/kernels"), arch)
    heaviest = {}
    for kernel in found:
        name = readable(kernel["entry"])
        if kernel["registers"] >= heaviest.get(name, {"registers": 0})["registers"]:
            heaviest[name] = {"name": name, **kernel, "occupancy": occupancy(kernel["registers"])}
    return sorted(heaviest.values(), key=lambda k: k["name"])


def cores(count):
    """A command prefix that keeps a program on this many cores."""
    allowed = sorted(os.sched_getaffinity(0))
    if count > len(allowed):
        raise SystemExit(f"{count} threads wanted, {len(allowed)} cores here")
    return ["taskset", "--cpu-list", ",".join(map(str, allowed[:count]))]


def lines(command):
    """CSV rows that a program prints; its comments go to the terminal."""
    output = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout.splitlines()
    for line in output:
        if line.startswith("#"):
            print(line)
    return [line.split(",") for line in output if line and not line.startswith("#")]


def write_csv(path, header, rows):
    with open(path, "w", newline="") as file:
        csv.writer(file).writerows([header, *rows])


def plot(path, title, x_label, y_label, points, log_x=False):
    """Lines of (name, x, y) as an SVG; nothing without matplotlib."""
    series = collections.defaultdict(list)
    for name, x, y in points:
        series[name].append((float(x), float(y)))
    program = f"""
import matplotlib
matplotlib.use("Agg")
import matplotlib.pyplot as plt
figure, axes = plt.subplots(figsize=(7, 4.5))
for name, values in {dict(series)!r}.items():
    axes.plot(*zip(*values), marker="o", label=name)
axes.set(title={title!r}, xlabel={x_label!r}, ylabel={y_label!r}, ylim=(0, None))
if {log_x!r}:
    axes.set_xscale("log", base=2)
axes.grid(alpha=0.3)
axes.legend()
figure.savefig({str(path)!r}, bbox_inches="tight")
"""
    done = subprocess.run([python_with_peers(), "-c", program], capture_output=True, text=True)
    print(f"plot: {os.path.relpath(path, ROOT)}" if done.returncode == 0 else "no plot: matplotlib is missing")
