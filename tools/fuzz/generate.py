"""Programs as trees of lines, so that parts can be removed again.

Values stay bounded: every assignment goes through an expression whose derivative is moderate, loops are short, and
indices are taken modulo the array's length. The only kinks are comparisons of data, which the checks without the
plugin filter out when a point is too close to one.
"""

UNARY = ["std::sin({})", "std::cos({})", "std::tanh({})", "std::exp(-{0} * {0})", "std::sqrt(1 + {0} * {0})",
         "std::log(1.5 + {0} * {0})", "1 / (2 + {0} * {0})", "(0.5 * {})", "std::atan({})", "(-{})"]
BINARY = ["({} + {})", "({} - {})", "0.5 * {} * {}", "({} + 0.25 * {})", "std::atan2({}, 2 + std::cos({}))",
          "({0} / (2 + {1} * {1}))", "std::sin({} * {})"]


# A container of the kind that people write themselves.
BUFFER = """class Buffer {
  double *first;
  int count;
public:
  Buffer(std::initializer_list<double> l) : first(new double[l.size()]), count(0) {
    for (double x : l) first[count++] = x;
  }
  Buffer(const Buffer &o) : first(new double[o.count]), count(o.count) {
    for (int i = 0; i < count; ++i) first[i] = o.first[i];
  }
  Buffer(Buffer &&o) noexcept : first(o.first), count(o.count) { o.first = nullptr; o.count = 0; }
  Buffer &operator=(Buffer o) { swap(o); return *this; }
  ~Buffer() { delete[] first; }
  void swap(Buffer &o) { std::swap(first, o.first); std::swap(count, o.count); }
  void push_back(double x) {
    double *next = new double[count + 1];
    for (int i = 0; i < count; ++i) next[i] = first[i];
    next[count++] = x;
    delete[] first;
    first = next;
  }
  int size() const { return count; }
  double *data() { return first; }
  double *begin() { return first; }
  double *end() { return first + count; }
  double &operator[](int i) { return first[i]; }
};"""
HEADERS = ["algorithm", "functional", "initializer_list", "numeric", "vector"]


class Node:
    """A line, or a line with a block; `{` and `}` are added where there is a block."""

    def __init__(self, head, block=None, fixed=False, tail=""):
        self.head, self.block, self.fixed, self.tail, self.removed = head, block, fixed, tail, False

    def lines(self, depth):
        if self.removed:
            return []
        pad = "  " * depth
        if self.block is None:
            return [pad + self.head]
        inner = [line for node in self.block for line in node.lines(depth + 1)]
        return [pad + self.head + " {"] + inner + [pad + "}" + self.tail]

    def walk(self):
        yield self
        for node in self.block or []:
            yield from node.walk()


class Program:
    """`head` are lines outside any namespace, `nodes` the functions, `checks` the body of main."""

    def __init__(self, head, nodes, checks):
        self.head, self.nodes, self.checks = head, nodes, checks

    def functions(self):
        return [line for node in self.nodes for line in node.lines(0)]

    def main(self, signature, last):
        return [f"{signature} {{"] + [line for node in self.checks for line in node.lines(1)] + [f"  {last}", "}"]

    def text(self):
        return "\n".join(self.head + self.functions() + self.main("int main()", "return check::done();")) + "\n"

    def removable(self):
        """Large pieces first."""
        nodes = [n for top in self.nodes for n in top.walk() if not n.fixed and not n.removed]
        return sorted(nodes, key=lambda n: -len(n.lines(0)))


def together(programs):
    """One text of several programs, each in a namespace of its name; each says its name before it runs."""
    lines = list(dict.fromkeys(line for p in programs.values() for line in p.head))
    for name, program in programs.items():
        lines += [f"namespace {name} {{"] + program.functions() + program.main("void checks()", "") + ["}"]
    calls = [f'std::printf("PROGRAM {name}\\n"); std::fflush(stdout); {name}::checks();' for name in programs]
    return "\n".join(lines + ["int main() {"] + calls + ['std::printf("PROGRAM end\\n");', "return check::done();", "}"]) + "\n"


class Function:
    """Generates one function's body; what is in scope is known by name."""

    def __init__(self, rng, earlier, steps):
        self.rng, self.earlier, self.steps, self.fresh, self.loops = rng, earlier, steps, 0, 0
        self.reals, self.arrays, self.integers = ["x", "y"], [("in", 3)], ["n"]
        self.writable = ["x", "y"]
        self.vectors, self.kinds, self.records = [], {}, []

    def name(self, stem):
        self.fresh += 1
        return f"{stem}{self.fresh}"

    def integer(self):
        return self.rng.choice(self.integers + [str(self.rng.randint(0, 3))])

    def element(self):
        array, length = self.rng.choice(self.arrays)
        return f"{array}[({self.integer()} + {self.rng.randint(0, 3)}) % {length}]"

    def atom(self):
        pick = self.rng.random()
        if pick < 0.55:
            return self.rng.choice(self.reals)
        if pick < 0.85:
            return self.element()
        if pick < 0.93:
            return f"{self.rng.uniform(0.2, 1.8):.3f}"
        return f"double({self.integer()}) * 0.1"

    def expr(self, depth=2):
        if depth == 0 or self.rng.random() < 0.2:
            return self.atom()
        pick = self.rng.random()
        if pick < 0.4:
            return self.rng.choice(UNARY).format(self.expr(depth - 1))
        if pick < 0.85:
            return self.rng.choice(BINARY).format(self.expr(depth - 1), self.expr(depth - 1))
        if pick < 0.92 and self.earlier:
            return f"{self.rng.choice(self.earlier)}({self.expr(0)}, {self.expr(0)}, {self.pointer_to(3)}, {self.integer()})"
        return f"({self.condition()} ? {self.expr(depth - 1)} : {self.expr(depth - 1)})"

    def array(self, length):
        return self.rng.choice([name for name, size in self.arrays if size >= length])

    def condition(self):
        pick = self.rng.random()
        if pick < 0.4:
            return f"{self.integer()} % 2 == {self.rng.randint(0, 1)}"
        if pick < 0.8:
            return f"{self.atom()} > {self.rng.uniform(-1, 1):.4f}"
        return f"{self.atom()} < {self.atom()} {self.rng.choice(['&&', '||'])} {self.integer()} > 0"

    def target(self):
        return self.rng.choice(self.writable) if self.rng.random() < 0.5 else self.element()

    def assignment(self):
        op = self.rng.choice(["=", "=", "+=", "-=", "*="])
        value = self.expr()
        return Node(f"{self.target()} {op} {value if op != '*=' else 'std::cos(' + value + ')'};")

    def block(self, depth, n):
        saved = (list(self.reals), list(self.arrays), list(self.integers), list(self.writable), list(self.vectors),
                 list(self.records))
        nodes = [self.statement(depth) for _ in range(n)]
        self.reals, self.arrays, self.integers, self.writable, self.vectors, self.records = saved
        return nodes

    def declaration(self):
        name, init = self.name("v"), self.expr()
        self.reals.append(name)
        self.writable.append(name)
        return Node(f"double {name} = {init};", fixed=True)

    def array_declaration(self):
        name, length = self.name("a"), self.rng.randint(3, 5)
        node = Node(f"double {name}[{length}] = {{{self.expr(1)}, {self.expr(1)}}};", fixed=True)
        self.arrays.append((name, length))
        return node

    def pointer(self):
        plain = [a for a in self.arrays if a[0] not in self.vectors] # growing moves a vector's elements
        name, (array, length) = self.name("p"), self.rng.choice(plain)
        if self.rng.random() < 0.5:
            node = Node(f"double *{name} = &{array}[{self.integer()} % {length}];", fixed=True)
        else:
            other, other_length = self.rng.choice(plain)
            node = Node(f"double *{name} = {self.condition()} ? {array} + {self.rng.randrange(length)} : "
                        f"&{other}[{self.rng.randrange(other_length)}];", fixed=True)
        self.reals.append(f"*{name}")
        self.writable.append(f"*{name}")
        return node

    def reference(self):
        name = self.name("r")
        array, length = self.rng.choice([a for a in self.arrays if a[0] not in self.vectors])
        place = self.rng.choice(self.writable) if self.rng.random() < 0.5 else f"{array}[{self.integer()} % {length}]"
        node = Node(f"double &{name} = {place};", fixed=True)
        self.reals.append(name)
        self.writable.append(name)
        return node

    def record(self):
        name = self.name("s")
        node = Node(f"Pair {name} = {{{self.expr(1)}, {{{self.expr(1)}, {self.expr(1)}}}}};", fixed=True)
        for field in (".a", ".b[0]", ".b[1]"):
            self.reals.append(name + field)
            self.writable.append(name + field)
        self.arrays.append((name + ".b", 2))
        self.records.append(name)
        return node

    def whole(self):
        """An object assigned as a whole, perhaps from its own parts."""
        name = self.rng.choice(self.records)
        if self.rng.random() < 0.3:
            return Node(f"{name} = {self.rng.choice(self.records)};")
        if self.rng.random() < 0.3:
            return Node(f"std::swap({name}, {self.rng.choice(self.records)});")
        return Node(f"{name} = {{{self.expr(1)}, {{{self.expr(1)}}}}};")

    def same(self):
        """Both branches leave the same value."""
        target, value = self.target(), self.atom()
        return Node(f"if ({self.condition()}) {target} = {value}; else {target} = {value};")

    def algorithm(self):
        name, other = self.rng.choice(self.vectors), self.rng.choice(self.vectors)
        span, from_other = f"{name}.begin(), {name}.begin() + 3", f"{other}.begin()"
        return Node(self.rng.choice([
            f"std::transform({span}, {from_other}, [=](double t) {{ return std::sin(t * 0.5) + {self.expr(1)}; }});",
            f"for (double &e : {name}) e = std::tanh(e + {self.atom()});",
            f"std::swap({self.target()}, {self.target()});",
            f"std::reverse({span});",
            f"std::rotate({name}.begin(), {name}.begin() + 1, {name}.begin() + 3);",
            f"std::copy({span}, {from_other});",
            f"std::sort({span});",
            f"{self.target()} = 0.2 * std::accumulate({span}, 0.0);",
            f"{self.target()} = std::tanh(std::inner_product({span}, {from_other}, 0.1));"]))

    def hand_over(self):
        """Containers copied and moved as a whole."""
        name = self.rng.choice(self.vectors)
        alike = self.rng.choice([v for v in self.vectors if self.kinds[v] == self.kinds[name]])
        if self.rng.random() < 0.5:
            return Node(f"{name} = {alike};")
        copy = self.name("w")
        node = Node(f"{self.kinds[name]} {copy} = {alike};", fixed=True)
        self.kinds[copy] = self.kinds[name]
        self.vectors.append(copy)
        self.arrays.append((copy, 3))
        return node

    def bindings(self):
        first, second = self.name("q"), self.name("q")
        by = self.rng.choice(["", "&"]) if self.records else ""
        of = f"{self.rng.choice(self.records)}.b" if by else f"std::pair<double, double>{{{self.expr(1)}, {self.expr(1)}}}"
        self.reals += [first, second]
        self.writable += [first, second]
        return Node(f"auto {by}[{first}, {second}] = {of};", fixed=True)

    def closure(self):
        name, by = self.name("f"), self.rng.choice(["=", "&"])
        body = [self.assignment()] if by == "&" else []
        inner = self.expr()
        target = self.target()
        call = Node(f"{target} = std::tanh({name}({self.atom()}) + {name}(0.5));")
        kind = self.rng.choice(["auto", "std::function<double(double)>"])
        node = Node(f"{kind} {name} = [{by}](double t)", body + [Node(f"return std::sin(t * 0.5) + {inner};", fixed=True)],
                    fixed=True, tail=";")
        return Node("", [node, call])

    def vector(self):
        name = self.name("w")
        self.kinds[name] = self.rng.choice(["std::vector<double>", "Buffer"])
        node = Node(f"{self.kinds[name]} {name} = {{{self.expr(1)}, {self.expr(1)}, {self.expr(1)}}};", fixed=True)
        self.vectors.append(name)
        self.arrays.append((name, 3))
        return node

    def grow(self):
        name = self.rng.choice(self.vectors)
        return Node(f"if ({name}.size() < 6) {name}.push_back({self.expr(1)});")

    def step(self):
        """A call that reads and writes memory, sometimes the same."""
        return Node(f"{self.rng.choice(self.steps)}({self.pointer_to(3)}, {self.pointer_to(3)}, {self.target()}, {self.atom()});")

    def pointer_to(self, length):
        name = self.array(length)
        return name + ".data()" if name in self.vectors else name

    def branch(self, depth):
        then = Node(f"if ({self.condition()})", self.block(depth - 1, self.rng.randint(1, 2)))
        if self.rng.random() < 0.5:
            then.tail = " else {" + " ".join(line.strip() for n in self.block(depth - 1, 1) for line in n.lines(0)) + "}"
        return then

    def switch(self, depth):
        cases = []
        for value in range(3):
            cases.append(Node(f"case {value}:" if value else "default:", fixed=True))
            cases += self.block(0, 1)
            if self.rng.random() < 0.7:
                cases.append(Node("break;"))
        return Node(f"switch ({self.integer()} % 3)", cases)

    def loop(self, depth):
        i, count = self.name("i"), self.rng.randint(1, 4)
        self.loops += 1
        self.integers.append(i)
        body = self.block(depth - 1, self.rng.randint(1, 3))
        if self.rng.random() < 0.3:
            body.insert(self.rng.randrange(len(body) + 1),
                        Node(f"if ({self.condition()}) {self.rng.choice(['break', 'continue'])};"))
        if self.rng.random() < 0.1:
            body.append(Node(f"if ({self.condition()}) return {self.expr(1)};"))
        self.integers.remove(i)
        self.loops -= 1
        style = self.rng.random()
        if style < 0.6:
            return Node(f"for (int {i} = 0; {i} < {count}; ++{i})", body)
        if style < 0.8:
            return Node("", [Node(f"int {i} = 0;", fixed=True), Node(f"while ({i}++ < {count})", body)])
        return Node("", [Node(f"int {i} = 0;", fixed=True), Node("do", body, tail=f" while (++{i} < {count});")])

    def statement(self, depth):
        pick = self.rng.random()
        if depth <= 0 or pick < 0.38:
            return self.assignment()
        if pick < 0.46:
            return self.declaration()
        if pick < 0.51:
            return self.array_declaration()
        if pick < 0.56:
            return self.pointer()
        if pick < 0.60:
            return self.reference()
        if pick < 0.64:
            return self.record()
        if pick < 0.66:
            return self.closure()
        if pick < 0.68:
            return self.bindings()
        if pick < 0.70:
            return self.vector()
        if pick < 0.74 and self.vectors:
            return self.rng.choice([self.grow, self.algorithm, self.algorithm, self.hand_over])()
        if pick < 0.75:
            return self.whole() if self.records else self.same()
        if pick < 0.77 and self.steps:
            return self.step()
        if pick < 0.82:
            return self.branch(depth)
        if pick < 0.87:
            return self.switch(depth)
        return self.loop(depth) if self.loops < 2 else self.assignment()

    def body(self):
        nodes = [self.statement(3) for _ in range(self.rng.randint(3, 7))]
        total = " + ".join(f"{weight:.2f} * {value}" for weight, value in
                           zip([0.5, 0.75, -1.25], [self.rng.choice(self.reals) for _ in range(3)]))
        return nodes + [Node(f"return {total};", fixed=True)]


class Step(Function):
    """void step(out, in, sum, k): outputs through memory that may be the input."""

    def __init__(self, rng):
        super().__init__(rng, [], [])
        self.reals, self.writable = ["k", "sum"], ["sum"]
        self.arrays, self.integers = [("in", 3), ("out", 3)], ["2"]

    def body(self):
        i = self.name("i")
        self.integers.append(i)
        inner = [self.assignment() for _ in range(self.rng.randint(1, 3))]
        if self.rng.random() < 0.3:
            inner.append(Node(f"if ({self.condition()}) return;"))
        return [Node(f"for (int {i} = 0; {i} < 3; ++{i})", inner)]


def second_order(name):
    """A function that takes a gradient itself."""
    return [Node(line, fixed=True) for line in f"""#ifndef CHECK_PRIMAL_ONLY
double with_memory(double x, double y) {{
  double in[3] = {{0.31, -0.72, x}};
  return {name}(x, y, in, 1) + in[0];
}}
double slope(double x, double y) {{
  auto [dx, dy] = mixedad::gradient<with_memory>(x, y);
  return 0.7 * dx + dy;
}}
#endif""".splitlines()]


def program(rng):
    head = ['#include "check.h"'] + [f"#include <{name}>" for name in HEADERS] + [BUFFER, "struct Pair { double a; double b[2]; };"]
    nodes = []
    names, steps = [], []
    for k in range(rng.randint(0, 2)):
        nodes.append(Node(f"void step{k}(double *out, double *in, double &sum, double k)", Step(rng).body(), fixed=True))
        steps.append(f"step{k}")
    for k in range(rng.randint(1, 3)):
        name = f"f{k}"
        nodes.append(Node(f"double {name}(double x, double y, double *in, int n)",
                          Function(rng, list(names), steps).body(), fixed=True))
        names.append(name)
    points = [(0.37, 0.81, 1), (-0.52, 1.13, 2)]
    checks = [Node(f"CHECK({names[-1]}, {x}, {y}, check::buf({{0.31, -0.72, 1.17}}), {n});", fixed=True)
              for x, y, n in points]
    # A class that owns memory is refused in second derivatives: its derivative keeps objects in raw storage.
    if rng.random() < 0.25 and not any("Buffer " in line for node in nodes for line in node.lines(0)):
        nodes += second_order(names[-1])
        # Reverse mode twice is refused where a container grows.
        grows = any("push_back" in line for node in nodes for line in node.lines(0))
        checks += [Node(line, fixed=True) for line in
                   ("#ifndef CHECK_PRIMAL_ONLY", f"CHECK{'_FORWARD' if grows else ''}(slope, 0.37, 0.81);", "#endif")]
    return Program(head, nodes, checks)
