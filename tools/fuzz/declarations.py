"""Local variables: numbers, arrays, pointers, references, records, closures."""
from expressions import Expressions
from tree import Node, fixed


class Declarations(Expressions):
    KINDS = {"declaration": 8, "array_declaration": 4, "pointer": 4, "reference": 4, "record": 3, "closure": 3,
             "nested_closure": 2, "kept_closure": 2, "bindings": 2, "whole": 2, "matrix": 2, "union_or_enum": 1, "copied_bytes": 2,
             "allocation": 2, "owner": 2, "rebound": 2}

    def declaration(self):
        name, init = self.name("v"), self.expr()
        if self.chance(0.1) and self.library.single:
            self.scope.reals.append(name)
            return Node(f"float {name} = float({init});", fixed=True)
        self.scope.variable(name)
        return Node(f"{self.rng.choice(['double', 'double', 'auto'])} {name} = double({init});", fixed=True)

    def array_declaration(self):
        name, length = self.name("a"), self.rng.randint(3, 5)
        init = f"{{{self.expr(1)}, {self.expr(1)}}}"
        if self.chance(0.3):
            self.scope.kinds[name] = f"std::array<double, {length}>"
            node = Node(f"std::array<double, {length}> {name} = {{{init}}};", fixed=True)
        else:
            self.library.ranges.add(name)
            node = Node(f"double {name}[{length}] = {init};", fixed=True)
        self.scope.array(name, length)
        return node

    def matrix(self):
        name, inner = self.name("m"), self.name("row")
        columns = self.rng.randint(2, 3)
        lines = [f"double {name}[2][{columns}] = {{{{{self.expr(1)}, {self.expr(1)}}}, {{{self.expr(1)}}}}};"]
        if columns == 3:
            self.scope.array(f"{name}[0]", 3)
            self.scope.array(f"{name}[1]", 3)
        self.scope.variable(f"{name}[{self.integer()} % 2][{self.integer()} % {columns}]")
        if self.chance(0.4):
            lines.append(f"double (*{inner})[{columns}] = {name} + {self.integer()} % 2;")
            self.scope.variable(f"(*{inner})[{self.integer()} % {columns}]")
        return Node(" ".join(lines), fixed=True)

    def pointer(self):
        arrays = [a for a in self.scope.arrays if a[0] not in self.scope.vectors and a[0] not in self.scope.kinds]
        if not arrays:
            return self.declaration()
        name, (array, length) = self.name("p"), self.rng.choice(arrays)
        if self.chance(0.5):
            node = Node(f"double *{name} = &{array}[{self.integer()} % {length}];", fixed=True)
        else:
            other, other_length = self.rng.choice(arrays)
            node = Node(f"double *{name} = {self.condition()} ? {array} + {self.rng.randrange(length)} : "
                        f"&{other}[{self.rng.randrange(other_length)}];", fixed=True)
        self.scope.variable(f"*{name}")
        return node

    def reference(self):
        name = self.name("r")
        init = self.place()
        if self.chance(0.3):
            init = f"{self.condition()} ? {self.place()} : {init}"
        elif self.library.selectors and self.chance(0.5):
            init = f"{self.rng.choice(self.library.selectors)}({self.place()}, {init}, {self.integer()})"
        self.scope.variable(name)
        return Node(f"double &{name} = {init};", fixed=True)

    def rebound(self):
        """A pointer that points elsewhere later."""
        name = self.name("p")
        first, second = self.place(), self.place()
        self.scope.variable(f"*{name}")
        between = f"*{name} = {self.expr(1)};"
        move = self.rng.choice([f"{name} = &{second};", f"if ({self.condition()}) {name} = &{second};",
                                f"for (int q = 0; q < 3; ++q) {{ *{name} += {self.number()}; if (q == {self.integer()}) {name} = &{second}; }}"])
        return Node(f"double *{name} = &{first}; {between} {move}", fixed=True)

    def record(self):
        name = self.name("s")
        node = Node(f"Pair {name} = {{{self.expr(1)}, {{{self.expr(1)}, {self.expr(1)}}}}};", fixed=True)
        for field in (".a", ".b[0]", ".b[1]"):
            self.scope.variable(name + field)
        self.scope.array(name + ".b", 2)
        self.scope.records.append(name)
        return node

    def whole(self):
        """An object assigned as a whole, perhaps from its own parts."""
        if not self.scope.records:
            return self.record()
        name, other = self.rng.choice(self.scope.records), self.rng.choice(self.scope.records)
        copy = self.name("s")
        return Node(self.rng.choice([
            f"{name} = {other};", f"std::swap({name}, {other});",
            f"{name} = {{{self.expr(1)}, {{{self.expr(1)}}}}};",
            f"{{ Pair *{copy} = {self.condition()} ? &{name} : &{other}; {copy}->a += {self.expr(1)}; *{copy} = {{{copy}->b[1], {{{copy}->a}}}}; }}",
            f"{{ Pair {copy} = {name}; {copy}.b[0] = {self.expr(1)}; {name}.a = {copy}.b[0] * {copy}.a; }}",
            f"{{ Pair {copy}[2] = {{{name}, {other}}}; for (auto &[first, rest] : {copy}) first += rest[1] * {self.number()}; {name} = {copy}[{self.integer()} % 2]; }}"]))

    def bindings(self):
        first, second = self.name("q"), self.name("q")
        if self.scope.records and self.chance(0.5):
            text = f"auto &[{first}, {second}] = {self.rng.choice(self.scope.records)}.b;"
        else:
            text = f"auto [{first}, {second}] = " + self.rng.choice([
                f"std::pair<double, double>{{{self.expr(1)}, {self.expr(1)}}};",
                f"std::make_tuple({self.expr(1)}, double({self.expr(1)}));".replace("make_tuple(", "tuple<double, double>("),
                f"std::array<double, 2>{{{self.expr(1)}, {self.expr(1)}}};"])
        self.scope.variable(first)
        self.scope.variable(second)
        return Node(text, fixed=True)

    # Closures.

    def closure(self):
        name, by = self.name("f"), self.rng.choice(["=", "&"])
        body = [self.assignment()] if by == "&" else []
        kind = self.rng.choice(["auto", "auto", "std::function<double(double)>"])
        node = Node(f"{kind} {name} = [{by}](double t)",
                    body + [Node(f"return std::sin(t * 0.5) + {self.expr()};", fixed=True)], fixed=True, tail=";")
        later = [self.assignment()] if self.chance(0.5) else [] # what was captured by value changes
        return Node("", [node] + later + [Node(f"{self.target()} = std::tanh({name}({self.atom()}) + {name}(0.5));")])

    def nested_closure(self):
        f, t, v = self.name("f"), self.target(), self.rng.choice(self.scope.writable)
        kinds = [
            [f"auto {f} = [&](auto a, auto b) {{ auto g = [=, &a](double t) {{ a += t * b; return a; }}; return g(b) + g({self.atom()}) * a; }};",
             f"{t} = {f}({self.expr(1)}, {self.expr(1)}) * 0.2 + {f}({self.atom()}, {self.integer()});"],
            [f"auto {f} = [k = {self.expr(1)}](double t) {{ return [k, t](double u) {{ return std::cos(k * u) + t; }}; }};",
             f"{t} = {f}({self.expr(1)})({self.expr(1)});"],
            [f"auto {f} = [&] {{ auto g = [&](double t) {{ {v} += t; return {v} * 0.5; }}; return g; }};",
             f"{t} = {f}()({self.expr(1)}) + {f}()(0.2);"]]
        if self.library.emphasis("recursive_lambda"):
            kinds += [
                [f"auto {f} = [](auto self, double t, int n) -> double {{ return n <= 0 ? t : std::sin(t) + 0.5 * self(self, t * 0.7, n - 1); }};",
                 f"{t} = {f}({f}, {self.expr(1)}, {self.integer()} % 4);"],
                [f"std::function<double(double, int)> {f} = [&](double t, int n) -> double {{ return n <= 0 ? {v} * t : {f}(std::tanh(t), n - 1) * {self.number()}; }};",
                 f"{t} = {f}({self.expr(1)}, {self.integer()} % 3);"]]
        lines = self.rng.choice(kinds)
        return Node("", [Node(lines[0], fixed=True), Node(lines[1])])

    def kept_closure(self):
        """State inside a closure, copies of it, closures that are chosen at run time."""
        f, t, v = self.name("f"), self.target(), self.rng.choice(self.scope.writable)
        start = [f"auto {f} = [s = {self.expr(1)}, {'&' if self.chance(0.3) else ''}c = {v}](double t) mutable {{ s = std::sin(s + t) + 0.2 * c; return s; }};"]
        kinds = [[f"for (int q = 0; q < 3; ++q) {t} = 0.3 * {f}({self.expr(1)});"],
                 [f"{t} = {f}({self.expr(1)});", self.assignment().head, f"{self.target()} = {f}(0.3) * {f}({self.atom()});"]]
        if self.library.emphasis("late_function"):
            kinds.append([f"std::function<double(double)> {f}c = [&](double t) {{ return {self.expr(1)} + t; }};",
                          f"if ({self.condition()}) {f}c = {f};", f"{t} = {f}c({self.expr(1)});", f"{self.target()} = {f}c({self.expr(1)});"])
        if self.library.emphasis("copied_state"):
            kinds += [[f"{t} = {f}({self.expr(1)}) + {f}(0.3);", f"auto {f}c = {f};", f"{self.target()} = {f}({self.atom()}) - {f}c({self.atom()}) * 0.5;"],
                      [f"std::function<double(double)> {f}c = {f};", f"{t} = {f}c({self.expr(1)});", f"{v} = {f}({self.expr(1)}) + {f}c(0.1);"]]
        lines = start + self.rng.choice(kinds)
        return Node("", [Node(line, fixed=line.startswith(("auto", "std::function"))) for line in lines])

    # Memory of one's own.

    def union_or_enum(self):
        u, t = self.name("u"), self.target()
        return Node(self.rng.choice([
            f"{{ union {{ double d; double e[2]; }} {u}; {u}.d = {self.expr(1)}; {t} = {u}.d * {self.number()}; }}",
            f"{{ union {{ int i; unsigned char c[4]; }} {u}; {u}.i = {self.integer()}; {t} = {u}.c[0] % 2 ? {self.expr(1)} : {self.expr(1)}; }}",
            f"{{ Kind {u} = static_cast<Kind>({self.integer()} % 3); {t} = {u} == Kind::first ? {self.expr(1)} : {self.expr(1)}; }}",
            f"{{ unsigned {u} = {self.integer()}; {u} = ({u} << 2 | 1u) ^ 5u; {t} *= 1.0 / (1 + {u} % 4); }}",
            f"{{ bool {u} = {self.condition()}; {t} = {u} * {self.expr(1)}; }}"]))

    def copied_bytes(self):
        long = [name for name, n in self.scope.arrays if n >= 3 and name not in self.scope.kinds]
        if not long:
            return self.declaration()
        a, b = self.rng.choice(long), self.rng.choice(long)
        return Node(self.rng.choice([
            f"std::memmove({a}, {b}, 3 * sizeof(double));", f"std::memmove({a} + 1, {b}, 2 * sizeof *{a});",
            f"{{ double copy[3]; std::memcpy(copy, {a}, sizeof copy); copy[1] += {self.expr(1)}; std::memcpy({b}, copy, 2 * sizeof(double)); }}",
            f"std::memset({a}, 0, 2 * sizeof(double));"]))

    def allocation(self):
        p, t, n = self.name("p"), self.target(), self.rng.randint(2, 3)
        return Node("", fixed(self.rng.choice([f"double *{p} = new double[{n}]{{{self.expr(1)}, {self.expr(1)}}};",
                                               f"double *{p} = new double[{n}](); {p}[0] = {self.expr(1)}; {p}[1] = {p}[0] * {self.number()};"])) +
                    [Node(f"{p}[{self.index(n)}] += {self.expr(1)};"), Node(f"{t} = {p}[0] - {p}[{self.index(n)}] * {self.number()};")] +
                    ([Node(f"for (int q = 0; q < {n}; ++q) {self.target()} += 0.3 * {p}[q];")] if self.chance(0.3) else []) +
                    fixed(f"delete[] {p};"))

    def owner(self):
        o, t = self.name("o"), self.target()
        lines = [f"auto {o} = std::make_unique<double>({self.expr(1)});"] + self.rng.choice([
            [f"*{o} += {self.expr(1)};", f"if ({self.condition()}) {o} = std::make_unique<double>({self.expr(1)});"],
            [f"auto {o}m = std::move({o});", f"{o} = std::make_unique<double>(*{o}m * {self.number()});", f"*{o}m = {self.expr(1)};",
             f"std::swap({o}, {o}m);", f"{t} += *{o}m;"],
            [f"{o}.reset(new double({self.expr(1)}));"]])
        self.scope.variable(f"*{o}")
        return Node(" ".join(lines), fixed=True)
