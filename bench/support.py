"""What the benchmarks share: compiling with the plugin, a Python environment with the peers, tables and plots."""
import collections
import csv
import os
import pathlib
import subprocess
import sys
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
    print(f"plot: {path.relative_to(ROOT)}" if done.returncode == 0 else "no plot: matplotlib is missing")
