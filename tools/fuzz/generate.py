"""Random programs: what is at namespace scope, functions of statements, and how they are checked.

    tools/fuzz/generate.py SEED    prints one
"""
import random
import sys

from containers import BUFFER
from functions import Small, real_function, step_function
from library import Library
from tree import Node, Program, fixed

HEADERS = ["algorithm", "array", "cstring", "functional", "initializer_list", "map", "memory", "numeric", "optional", "tuple",
           "utility", "vector"]
TYPES = ["struct Pair { double a; double b[2]; };", "enum class Kind { first, second, third };"]


def second_order(name):
    """A function that takes a gradient itself."""
    return fixed(*f"""#ifndef CHECK_PRIMAL_ONLY
double with_memory(double x, double y) {{
  double in[3] = {{0.31, -0.72, x}};
  return {name}(x, y, in, 1) + in[0];
}}
double slope(double x, double y) {{
  auto [dx, dy] = mixedad::gradient<with_memory>(x, y);
  return 0.7 * dx + dy;
}}
#endif""".splitlines())


def entry(library, last):
    """The function that is checked: it gives everything that outlives calls a value first, and returns some of it."""
    kept = "".join(f" + 0.3 * {v}" for v in library.variables)
    return Node("double entry(double x, double y, double *in, int n)",
                [Node(line) for line in library.resets] + fixed(f"double r = {last}(x, y, in, n);", f"return r{kept};"), fixed=True)


def program(rng):
    library = Library(rng)
    library.globals()
    small = Small(rng, library)
    small.some(rng.choice([0, 1, 2, 3, 5]))
    library.classes()
    small.some(rng.choice([0, 0, 1, 2]))
    for k in range(rng.randint(0, 2)):
        step_function(rng, library, f"step{k}")
        library.steps.append(f"step{k}")
    count = rng.choice([1, 1, 2, 2, 3])
    for k in range(count):
        real_function(rng, library, f"f{k}")
        library.calls.append(f"f{k}({{}}, {{}}, std::array<double, 3>{{{{{{}}, 0.4, {{}}}}}}.data(), {rng.randint(0, 2)})")
    library.nodes.append(entry(library, f"f{count - 1}"))
    check = "CHECK_SINGLE" if any("float" in line for n in library.nodes for line in n.lines(0)) else "CHECK"
    points = [(0.37, 0.81, 1), (-0.52, 1.13, 2)]
    checks = fixed(*[f"{check}(entry, {x}, {y}, check::buf({{0.31, -0.72, 1.17}}), {n});" for x, y, n in points])
    if rng.random() < 0.15 and (not library.resets or library.emphasis("second_globals")):
        library.nodes += second_order("entry")
        checks += fixed("#ifndef CHECK_PRIMAL_ONLY", "CHECK(slope, 0.37, 0.81);", "#endif")
    head = ['#include "check.h"'] + [f"#include <{name}>" for name in HEADERS] + [BUFFER] + TYPES
    return Program(head, library.nodes, checks)


if __name__ == "__main__":
    print(program(random.Random(int(sys.argv[1]))).text())
