"""Classes: hierarchies with virtual methods, values with operators, guards whose destructors write, owners."""
from expressions import Expressions
from tree import Node, fixed, plain


def members(rng, library, reals, writable=(), integers=()):
    """Expressions in these names and the program's globals and functions."""
    scope = library.scope()
    scope.reals += reals
    scope.writable += writable
    scope.integers = list(integers) or ["1", "2"]
    return Expressions(rng, library, scope)


class Hierarchy:
    """A base with virtual methods, some of which are pure, overridden on several levels."""

    def __init__(self, rng, library):
        self.rng, self.name = rng, library.name("Base")
        self.derived = [library.name("Derived") for _ in range(rng.randint(1, 3))]
        n = self.name
        e = members(rng, library, ["a", "t"], ["a"])
        pure = rng.random() < 0.3 # then every class has its own
        body = "= 0;" if pure else f"{{ return {e.expr(1)}; }}"
        calls_virtual = f"double twice(double t) const {{ return value(value(t) * 0.5) + {e.expr(1)}; }}"
        library.nodes.append(Node(f"struct {n}", [
            *fixed("double a;", f"{n}(double a) : a(a) {{}}", f"virtual double value(double t) const {body}",
                   f"virtual void change(double &r) {{ r += {members(rng, library, ['a', 'r']).expr(1)} * a; }}", calls_virtual),
            *plain(f"virtual ~{n}() {{ {self.destructor(library)} }}" if library.emphasis("virtual_destructor") else f"virtual ~{n}() = default;")],
            fixed=True, tail=";"))
        parent = n
        for k, d in enumerate(self.derived):
            self.derive(library, d, parent, pure)
            if rng.random() < 0.5:
                parent = d
        self.pure = pure

    def destructor(self, library):
        g = library.scope().writable if library.emphasis("virtual_destructor") else []
        return f"{self.rng.choice(g)} += a * 0.25;" if g else ""

    def derive(self, library, name, parent, pure):
        b = library.name("b")
        e = members(self.rng, library, ["a", b, "t"])
        lines = [f"double {b};", f"{name}(double x) : {parent}(std::sin(x)), {b}(x * a) {{}}",
                 f"double value(double t) const override {{ return {e.expr(1)} + {b}; }}"]
        optional = [f"void change(double &r) override {{ {parent}::change(r); r *= std::cos({b}); a += 0.1 * r; }}" if self.rng.random() < 0.5
                    else f"void change(double &r) override {{ {b} += r * 0.5; r = {b} - a; }}"]
        if self.rng.random() < 0.5 and library.emphasis("virtual_destructor"):
            optional.append(f"~{name}() {{ {self.destructor(library)} }}")
        library.nodes.append(Node(f"struct {name} : {parent}", fixed(*lines) + plain(*optional), fixed=True, tail=";"))

    def concrete(self):
        return self.derived + ([] if self.pure else [self.name])


class Value:
    """A class with constructors, copies of its own, operators."""

    def __init__(self, rng, library):
        self.name = n = library.name("Value")
        e = members(rng, library, ["x", "y"], ["x", "y"])
        first = members(rng, library, ["p"])
        initializers = rng.choice(["x(p), y(q)", f"x({first.expr(1)}), y(x * q)", "x(p)", "x(p), y(std::tanh(q + x))"])
        body = [f"double x = 0.3;", f"double y = {rng.choice(['0.5', 'x * 0.5', 'std::cos(x)', 'x + 1'])};", f"{rng.choice(['int', 'unsigned', 'bool'])} tag = 1;"]
        if rng.random() < 0.3:
            body.append("double z[2] = {x, y};")
        lines = [f"{n}(double p{rng.choice([' = 0.7', ''])}, double q = 0.2) : {initializers} {{ {rng.choice(['', 'y += p * 0.1;', 'x = std::sin(x);'])} }}"]
        self.copies = library.emphasis("own_copies") > 0 and rng.random() < 0.5
        if self.copies:
            lines += [f"{n}(const {n} &o) : x(o.x * 1.5), y(o.y + o.x) {{}}",
                      f"{n} &operator=(const {n} &o) {{ x = o.x * 0.5; y = o.y; return *this; }}"]
            if rng.random() < 0.5:
                lines += [f"{n}({n} &&o) : x(o.x), y(o.y * 2) {{ o.x = 0.1; }}",
                          f"{n} &operator=({n} &&o) {{ std::swap(x, o.x); y = o.y + 0.25 * x; return *this; }}"]
        lines += [f"{n} operator+(const {n} &o) const {{ return {n}(x + o.x, y - 0.5 * o.y); }}",
                  f"friend {n} operator*(const {n} &o, double k) {{ {n} r = o; r.x *= k; r.y = std::sin(r.y); return r; }}",
                  f"{n} &operator+=(const {n} &o) {{ x += 0.5 * o.x; y = {e.expr(1)}; return *this; }}",
                  f"{n} operator-() const {{ {n} r(*this); r.x = -x; return r; }}",
                  f"{n} &operator++() {{ x += 0.3; return *this; }}",
                  f"{n} operator++(int) {{ {n} before = *this; ++*this; return before; }}",
                  f"double &operator[](int i) {{ return i % 2 ? x : y; }}",
                  f"double operator()(double t) const {{ return {members(rng, library, ['x', 'y', 't']).expr(2)}; }}",
                  f"bool operator<(const {n} &o) const {{ return x < o.x; }}",
                  f"operator double() const {{ return x * y; }}" if rng.random() < 0.5 else f"explicit operator double() const {{ return x - y; }}",
                  f"{n} &scale(double k) {{ x *= k; y = {e.expr(1)}; return *this; }}",
                  f"static {n} make(double p) {{ {n} r(p); r.y += p; return r; }}"]
        library.nodes.append(Node(f"struct {n}", fixed(*body, *lines), fixed=True, tail=";"))
        if rng.random() < 0.4:
            self.derive(rng, library)

    def derive(self, rng, library):
        base, self.name = self.name, library.name("Value")
        n = self.name
        library.nodes.append(Node(f"struct {n} : {base}", fixed(
            "double w = x * 0.5;", f"{n}(double p = 0.4, double q = 0.1) : {base}(q, p), w(y + p) {{}}",
            f"{n}(const {base} &b) : {base}(b) {{}}",
            f"static {n} make(double p) {{ return {n}(p, p * p); }}",
            f"double operator()(double t) const {{ return {base}::operator()(t) * w; }}",
            f"{n} &scale(double k) {{ w += k; {base}::scale(w); return *this; }}"), fixed=True, tail=";"))


class Guard:
    """Writes when its scope is left."""

    def __init__(self, rng, library):
        self.name = n = library.name("Guard")
        e = members(rng, library, ["k", "r"])
        held = rng.choice(["double &r;", "double &r;", "double *p;"])
        destructor = f"r = std::tanh(r) + {e.expr(1)};"
        init = "r(r)"
        if held[-2] == "p":
            destructor = f"double &r = *p; {destructor}"
            init = "p(&r)"
        extra = rng.choice([f"double get() const {{ return k * 0.5; }}", f"double get() {{ k += 0.2; return {'*p' if init[0] == 'p' else 'r'} * k; }}"])
        library.nodes.append(Node(f"struct {n}", fixed(
            held, "double k;", f"{n}(double &r, double k) : {init}, k(k) {{ r += 0.1 * k; }}",
            f"{n}(const {n} &) = delete;", f"~{n}() {{ {destructor} }}", extra), fixed=True, tail=";"))


class Objects(Expressions):
    """Statements with objects of the program's own classes."""

    KINDS = {"virtual_object": 5, "virtual_many": 4, "value_object": 5, "value_use": 5, "value_temporary": 3, "guard": 5,
             "guard_scope": 4}

    def virtual_object(self):
        if not self.library.hierarchies:
            return self.assignment()
        h, b = self.rng.choice(self.library.hierarchies), self.name("b")
        one, two = self.rng.choice(h.concrete()), self.rng.choice(h.concrete())
        first, second = self.name("o"), self.name("o")
        lines = [f"{one} {first}({self.expr(1)});", f"{two} {second}({self.expr(1)});"]
        lines.append(self.rng.choice([
            f"{h.name} &{b} = {self.condition()} ? static_cast<{h.name} &>({first}) : {second};",
            f"{h.name} *{b}p = &{first}; if ({self.condition()}) {b}p = &{second}; {h.name} &{b} = *{b}p;",
            f"{h.name} *{b}t[] = {{&{first}, &{second}}}; {h.name} &{b} = *{b}t[{self.integer()} % 2];",
            f"{h.name} &{b} = {first};"]))
        self.scope.calls += [f"{b}.value({{}})", f"{b}.twice({{}})", f"{second}.value({{}})"]
        self.scope.variable(f"{b}.a")
        return Node(" ".join(lines) + f" {b}.change({self.place()});", fixed=True)

    def virtual_many(self):
        if not self.library.hierarchies:
            return self.assignment()
        h, o, t = self.rng.choice(self.library.hierarchies), self.name("o"), self.target()
        one, two = self.rng.choice(h.concrete()), self.rng.choice(h.concrete())
        return Node(self.rng.choice([
            f"{{ std::vector<std::unique_ptr<{h.name}>> {o}; {o}.push_back(std::make_unique<{one}>({self.expr(1)})); {o}.push_back(std::make_unique<{two}>({self.expr(1)})); "
            f"for (auto &e : {o}) {t} += 0.3 * e->value({self.expr(1)}); }}",
            f"{{ std::unique_ptr<{h.name}> {o}; if ({self.condition()}) {o} = std::make_unique<{one}>({self.expr(1)}); else {o} = std::make_unique<{two}>({self.expr(1)}); "
            f"{o}->change({self.place()}); {t} = {o}->value({self.expr(1)}); }}",
            f"{{ {h.name} *{o} = {self.condition()} ? static_cast<{h.name} *>(new {one}({self.expr(1)})) : new {two}({self.expr(1)}); {t} = {o}->twice({self.expr(1)}); delete {o}; }}",
            f"{{ {one} {o}1({self.expr(1)}); {two} {o}2({self.expr(1)}); {h.name} *{o}[3] = {{&{o}1, &{o}2, &{o}1}}; for (auto *e : {o}) {{ e->change({t if t.isidentifier() else self.place()}); }} {self.target()} += {o}1.a - 0.5 * {o}2.value(0.4); }}"]))

    def value_object(self):
        if not self.library.values:
            return self.assignment()
        c, o = self.rng.choice(self.library.values).name, self.name("o")
        e = self.expr
        init = self.rng.choice([f"{o}({e(1)}, {e(1)})", f"{o}({e(1)})", f"{o}{{{e(1)}}}", f"{o} = {c}::make({e(1)})", f"{o} = {c}({e(1)})",
                                f"{o} = {c}({e(1)}) + {c}({e(1)}, {e(1)})"])
        others = [n for n, k in self.scope.objects if k == c]
        if others and self.chance(0.5):
            init = self.rng.choice([f"{o} = {others[0]}", f"{o}({others[-1]})", f"{o} = std::move({others[0]})", f"{o} = {others[0]} * {e(1)}", f"{o} = -{others[0]}"])
        self.scope.objects.append((o, c))
        self.scope.variable(f"{o}.x")
        self.scope.variable(f"{o}[{self.integer()}]")
        self.scope.calls += [f"{o}({{}})", f"double({o})"]
        return Node(f"{c} {init};", fixed=True)

    def value_use(self):
        if not self.scope.objects:
            return self.value_object()
        (a, c), t = self.rng.choice(self.scope.objects), self.target()
        b = self.rng.choice([n for n, k in self.scope.objects if k == c])
        p = self.name("o")
        return Node(self.rng.choice([
            f"{a} = {b};", f"{a} += {b};", f"{a} = {c}({self.expr(1)});", f"++{a};", f"{t} = double({b}++) * 0.5;", f"{a}.scale({self.expr(1)}).scale(0.8);",
            f"{a} = {b} * {self.expr(1)};", f"{t} = {a} < {b} ? {a}.x : {b}.y;", f"std::swap({a}, {b});", f"{a}[{self.integer()}] *= {self.number()};",
            f"{{ auto {p} = [](auto o, double k) {{ o.x += k; return o; }}; {a} = {p}({b}, {self.expr(1)}); {t} = {p}({a}, 0.2).x; }}",
            f"{{ auto {p} = [](const auto &o, auto &r) {{ r.y += o.x; return o(r.x); }}; {t} = {p}({b}, {a}); }}",
            f"{{ {c} *{p} = {self.condition()} ? &{a} : &{b}; {p}->scale({self.number()}); {t} = (*{p})(0.3) + {p}->x; }}",
            f"{{ {c} {p} = {self.condition()} ? {a} : {b}; {p}.y += {self.expr(1)}; {t} = {p}.x * {p}.y; }}",
            f"{{ {c} {p}; {p}.x = {self.expr(1)}; {a} = std::move({p}); }}"]))

    def value_temporary(self):
        if not self.library.values:
            return self.assignment()
        c, t = self.rng.choice(self.library.values).name, self.target()
        return Node(self.rng.choice([
            f"{t} = {c}({self.expr(1)}, {self.expr(1)})(0.4) + ({c}({self.expr(1)}) + {c}({self.number()})).x;",
            f"{t} = double({c}({self.expr(1)}) * {self.expr(1)});", f"{t} = {c}::make({self.expr(1)}).scale({self.number()}).y;",
            f"{{ const {c} &o = {c}({self.expr(1)}); {t} = o({self.expr(1)}) * o.x; }}",
            f"{{ auto make = [&](int n) {{ {c} one({self.expr(1)}); if (n % 2) return one; one.x += {self.number()}; return one; }}; {t} = make({self.integer()}).x; }}",
            f"{{ {c} many[2] = {{{c}({self.expr(1)}), {c}({self.expr(1)})}}; for (auto &o : many) {{ o.scale(0.7); {self.target()} += o.x; }} {t} = many[{self.integer()} % 2].y; }}",
            f"{t} = (-{c}({self.expr(1)}))[1];"]))

    def guard(self):
        """In a scope that the surrounding statements leave as they will."""
        if not self.library.guards:
            return self.assignment()
        g, name = self.rng.choice(self.library.guards).name, self.name("g")
        node = Node(f"{g} {name}({self.place()}, {self.expr(1)});", fixed=True)
        self.scope.calls.append(f"{name}.get()")
        return node

    def guard_scope(self):
        if not self.library.guards:
            return self.assignment()
        g, name, t = self.rng.choice(self.library.guards).name, self.name("g"), self.target()
        out = self.rng.choice(["break", "continue"])
        return Node(self.rng.choice([
            f"for (int q = 0; q < 3; ++q) {{ {g} {name}({self.place()}, {self.expr(1)}); if (q == {self.integer()}) {out}; {t} += 0.3 * {name}.get(); }}",
            f"{{ {g} {name}({self.place()}, {self.expr(1)}); {g} {name}b({self.place()}, {name}.get()); {t} = {self.expr(1)}; }}",
            f"{t} = {g}({self.place()}, {self.expr(1)}).get() * {self.number()};",
            f"if ({g}({self.place()}, {self.expr(1)}).get() > {self.number()}) {t} = {self.expr(1)};",
            f"[&] {{ {g} {name}({self.place()}, {self.expr(1)}); if ({self.condition()}) return; {t} = {self.expr(1)}; }}();",
            f"{t} = [&]() -> double {{ {g} {name}({self.place()}, {self.expr(1)}); return {name}.get() + {self.atom()}; }}();",
            f"{{ auto {name} = std::make_unique<{g}>({self.place()}, {self.expr(1)}); {t} = {name}->get(); }}",
            f"{{ std::optional<{g}> {name}; if ({self.condition()}) {name}.emplace({self.place()}, {self.expr(1)}); {t} = {self.expr(1)}; }}"]))
