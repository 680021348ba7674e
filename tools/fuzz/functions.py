"""Functions: bodies of random statements, and small ones of certain shapes that such bodies call."""
from classes import Objects, members
from containers import Containers
from declarations import Declarations
from expressions import Scope
from statements import Statements
from tree import Node, fixed


class Body(Statements, Declarations, Containers, Objects):
    """One function's body; what is in scope is known by name."""

    FLAT = {**Statements.KINDS, **Declarations.KINDS, **Containers.KINDS, **Objects.KINDS}
    ALL = {**FLAT, **Statements.NESTED}
    INNERMOST = Statements.KINDS

    def flat_kinds(self):
        return self.INNERMOST

    def all_kinds(self):
        return self.ALL

    def statements(self, least, most, depth=3):
        return [self.statement(depth) for _ in range(self.rng.randint(least, most))]

    def result(self):
        return " + ".join(f"{weight:.2f} * {value}" for weight, value in
                          zip([0.5, 0.75, -1.25], [self.rng.choice(self.scope.reals) for _ in range(3)]))


def real_function(rng, library, name):
    """double f(double x, double y, double *in, int n)"""
    scope = library.scope()
    scope.variable("x")
    scope.variable("y")
    scope.array("in", 3)
    scope.integers.append("n")
    body = Body(rng, library, scope)
    nodes = body.statements(3, 8)
    nodes.append(Node(f"return {body.result()};", fixed=True))
    library.nodes.append(Node(f"double {name}(double x, double y, double *in, int n)", nodes, fixed=True))


def step_function(rng, library, name):
    """void step(double *out, double *in, double &sum, double k): outputs through memory that may be the input."""
    scope = library.scope()
    scope.variable("sum")
    scope.reals.append("k")
    scope.array("in", 3)
    scope.array("out", 3)
    body = Body(rng, library, scope)
    body.returns = False
    i = library.name("i")
    scope.integers.append(i)
    inner = [body.assignment() for _ in range(rng.randint(1, 3))]
    if rng.random() < 0.3:
        inner.append(Node(f"if ({body.condition()}) return;"))
    library.nodes.append(Node(f"void {name}(double *out, double *in, double &sum, double k)",
                              [Node(f"for (int {i} = 0; {i} < 3; ++{i})", inner)], fixed=True))


class Small:
    """Small functions; each adds its declaration to the program and says how it is called."""

    def __init__(self, rng, library):
        self.rng, self.library = rng, library

    def expr(self, reals, depth=2, writable=(), integers=()):
        return members(self.rng, self.library, list(reals), list(writable), integers).expr(depth)

    def add(self, head, *lines):
        self.library.nodes.append(Node(head, fixed(*lines), fixed=True))

    def unary(self):
        f = self.library.name("u")
        self.add(f"double {f}(double a)", f"return {self.expr('a')};")
        self.library.unary.append(f)
        self.library.calls.append(f + "({})")

    def helper(self):
        """With statements of its own."""
        f, scope = self.library.name("h"), self.library.scope()
        scope.variable("a")
        scope.variable("b")
        body = Body(self.rng, self.library, scope)
        nodes = body.statements(1, 4, 2)
        self.library.nodes.append(Node(f"{self.rng.choice(['', 'static ', 'inline '])}double {f}(double a, double b)",
                                       nodes + fixed(f"return {body.result()};"), fixed=True))
        self.library.calls.append(f + "({}, {})")
        self.library.binary.append(f)

    def recursive(self):
        f, g, library = self.library.name("rec"), self.library.name("rec"), self.library
        if not library.emphasis("recursive_globals"): # functions that are not inlined and share variables are refused
            self.library = library.without_globals()
        if self.rng.random() < 0.5:
            self.add(f"double {f}(double a, int n)", f"if (n <= 0) return {self.expr('a')};", f"double r = {self.expr('a')};",
                     self.rng.choice(["", "if (r > 0.7) return r * 0.5;"]), f"return {f}(std::sin(r + a), n - 1) * 0.5 + r * {self.rng.choice(['a', f + '(r, n - 2)'])};")
        else:
            self.library.nodes += fixed(f"double {g}(double &a, int n);")
            self.add(f"double {f}(double a, int n)", f"return n <= 0 ? a : {g}(a, n - 1) + a * {self.expr('a', 1)};")
            self.add(f"double {g}(double &a, int n)", f"a = {self.expr('a')};", f"return n <= 0 ? a * 0.5 : {f}(a * 0.7, n - 1);")
        self.library = library
        library.calls.append(f + f"({{}}, {self.rng.randint(1, 4)})")

    def output(self):
        """Writes through a reference and returns something."""
        f = self.library.name("out")
        self.add(f"double {f}(double &a, double b)", self.rng.choice(["double before = a;", f"double before = {self.expr('ab')};"]),
                 f"a = {self.expr('ab')};", f"return before * b + {self.expr('ab', 1)};")
        self.library.changes.append(f + "({}, {})")

    def overlapping(self):
        """Two references that may be the same variable."""
        f = self.library.name("both")
        self.add(f"double {f}(double &a, double &b)", f"a += {self.expr('ab', 1)};", f"b = {self.expr('ab')};", "std::swap(a, b);", "return a - b * 0.5;")
        self.library.overlapping.append(f)

    def selector(self):
        """Returns a reference to one of its arguments."""
        f = self.library.name("pick")
        self.add(f"double &{f}(double &a, double &b, int n)", self.rng.choice([
            "return n % 2 ? a : b;", "if (n % 2) return b; a += 0.2; return a;", "double *p = n % 2 ? &a : &b; *p *= 1.1; return *p;",
            "if (a > b) return a; return b;"]))
        self.library.selectors.append(f)

    def template(self):
        f, kind = self.library.name("tem"), self.rng.randrange(6)
        if kind == 0:
            self.add(f"template <class T, class U> auto {f}(T a, U b)", f"return {self.expr('ab')};")
            self.library.calls += [f + "({}, {})", f + "({}, 2)"]
        elif kind == 1:
            self.add(f"template <int N> double {f}(double a)", "if constexpr (N == 0) return a * 0.5; else {", f"double r = {f}<N - 1>(std::sin(a)); for (int i = 0; i < N; ++i) r = r * 0.5 + a; return r; }}")
            self.library.calls.append(f + "<2>({})")
        elif kind == 2:
            self.add(f"template <class... T> double {f}(T... t)", self.rng.choice([
                "return (0.5 * (t + ... + 0.3));", "double s = 0.2; ((s = s * t + 0.1), ...); return s;", "double all[] = {t...}; return all[0] - all[sizeof...(T) - 1] * 0.7;",
                "int i = 0; double s = 0; ((++i % 2 ? s += t : s -= std::sin(t)), ...); return s;"]))
            self.library.calls += [f + "({}, {}, {})", f + "({}, {})"]
        elif kind == 3:
            self.add(f"template <class F> double {f}({self.rng.choice(['F g', 'F &&g', 'const F &g'])}, double a)", "double s = a; for (int i = 0; i < 2; ++i) s = g(s) + 0.1 * i; return s;")
            self.library.calls.append(f + "([&](double t) {{ return std::sin(t) + {}; }}, {})")
            self.library.calls += [f"{f}({u}, {{}})" for u in self.library.unary]
        elif kind == 4:
            self.add(f"double {f}(const std::function<double(double)> &g, double a)", f"return g(a) + g({self.expr('a', 1)}) * 0.5;")
            self.library.calls.append(f + "([=](double t) {{ return std::cos(t) * {}; }}, {})")
            self.library.calls += [f"{f}({u}, {{}})" for u in self.library.unary]
        else:
            self.add(f"double {f}(std::initializer_list<double> l)", "double s = 0.1; for (double e : l) s += std::sin(s + e); return s;")
            self.library.calls.append(f + "({{{}, {}, 0.5}})")

    def default_arguments(self):
        f = self.library.name("def")
        globals_ = self.library.scope().reals
        default = self.rng.choice(globals_) + " * 0.5" if globals_ else "0.4"
        self.add(f"double {f}(double a, double b = {default}, int n = 2)", f"for (int i = 0; i < n; ++i) a = {self.expr('ab', 1)};", "return a * b;")
        self.library.calls += [f + "({})", f + "({}, {})", f + "({}, {}, 3)"]

    def several(self):
        """Returns more than one number."""
        f, kind = self.library.name("several"), self.rng.randrange(4)
        if kind == 0:
            self.add(f"Pair {f}(double a)", f"Pair r = {{{self.expr('a', 1)}, {{a}}}};", "if (a > 0.4) { r.b[1] = a * a; return r; }", "return {a, {r.a, r.b[0]}};")
            self.library.calls += [f + "({}).a", f + "({}).b[1]"]
        elif kind == 1:
            self.add(f"std::pair<double, double> {f}(double a)", f"if (a > 0.3) return {{a, {self.expr('a', 1)}}};", f"return std::make_pair({self.expr('a', 1)} * 1.0, a * a);")
            self.library.calls += [f + "({}).first", f + "({}).second"]
        elif kind == 2:
            self.add(f"std::vector<double> {f}(double a)", f"std::vector<double> r;", f"for (int i = 0; i < 3; ++i) r.push_back({self.expr('a', 1)} * i);", "return r;")
            self.library.calls += [f + "({})[1]", f + "({}).back()"]
        else:
            self.add(f"std::optional<double> {f}(double a)", "if (a > 0.5) return std::nullopt;", f"return {self.expr('a', 1)};")
            self.library.calls.append(f + "({}).value_or({})")

    def table(self):
        if len(self.library.unary) < 2:
            self.unary()
            self.unary()
        t, (f, g) = self.library.name("table"), self.rng.sample(self.library.unary, 2)
        const = self.rng.choice(["", "const "])
        self.library.nodes.append(Node(f"double (*{const}{t}[])(double) = {{{f}, {g}, {f}}};", fixed=True))
        self.library.tables.append(t)
        self.library.calls += [f"{t}[{self.rng.randint(0, 2)}]({{}})"]

    def memory(self):
        """Keeps a number from call to call."""
        f, kind = self.library.name("memory"), self.rng.choice(["static", "static thread_local", "static"])
        again = f"if (again) last = 0.2;"
        self.add(f"double {f}(double a, bool again = false)", f"{kind} double last = 0.2;", again, f"double r = last * {self.expr('a', 1)};",
                 f"last = {self.expr(['a', 'last'])};", f"return r + last;")
        self.library.resets.append(f"{f}(x, true);")
        self.library.calls.append(f + "({})")

    def counter(self):
        """An array and an index in static memory; a reference to it leaves."""
        f = self.library.name("slot")
        self.add(f"double &{f}(int i, bool again = false)", "static double slots[3];", "if (again) for (double &s : slots) s = 0.3;", "return slots[i % 3];")
        self.library.resets.append(f"{f}(0, true);")
        self.library.variables.append(f + "(1)")
        self.library.variables.append(f + "(2)")

    KINDS = {"unary": 3, "helper": 4, "recursive": 2, "output": 3, "overlapping": 1, "selector": 2, "template": 4, "default_arguments": 2, "several": 3,
             "table": 2, "memory": 2, "counter": 1}

    def some(self, count):
        names = list(self.KINDS)
        weights = [self.KINDS[n] * self.library.emphasis(n) for n in names]
        for _ in range(count):
            getattr(self, self.rng.choices(names, weights)[0])()
