"""Statements that assign, branch, repeat and leave."""
from expressions import Expressions
from tree import Node, fixed


class Statements(Expressions):
    loops = 0
    returns = True # whether a loop may return a double

    def block(self, depth, n):
        outside, self.scope = self.scope, self.scope.inner()
        nodes = [self.statement(depth) for _ in range(n)]
        self.scope = outside
        return nodes

    def assignment(self):
        op = self.rng.choice(["=", "=", "+=", "-=", "*="])
        value = self.expr()
        return Node(f"{self.target()} {op} {value if op != '*=' else 'std::cos(' + value + ')'};")

    def change(self):
        """A call that writes through a reference."""
        if not self.scope.changes:
            return self.assignment()
        form = self.rng.choice(self.scope.changes)
        call = form.format(self.target(), *[self.expr(0) for _ in range(form.count("{}") - 1)])
        return Node(self.rng.choice([f"{call};", f"{self.target()} = {call};", f"if ({call} > {self.number()}) {self.assignment().head}"]))

    def step(self):
        """A call that reads and writes memory, sometimes the same."""
        if not self.library.steps or not self.scope.arrays:
            return self.assignment()
        pointers = [n for n, size in self.scope.arrays if size >= 3]
        if not pointers:
            return self.assignment()
        return Node(f"{self.rng.choice(self.library.steps)}({self.pointer_to(3)}, {self.pointer_to(3)}, {self.target()}, {self.atom()});")

    def overlapping(self):
        """References that may be the same variable, or one that a call returns."""
        place, other = self.place(), self.place()
        if self.library.overlapping and self.chance(0.6):
            return Node(f"{self.target()} = {self.rng.choice(self.library.overlapping)}({place}, {self.rng.choice([place, other])});")
        if not self.library.selectors:
            return self.assignment()
        pick = self.rng.choice(self.library.selectors)
        return Node(self.rng.choice([f"{pick}({place}, {other}, {self.integer()}) {self.rng.choice(['=', '+='])} {self.expr(1)};",
                                     f"{pick}({pick}({place}, {other}, {self.integer()}), {self.place()}, {self.integer()}) *= {self.number()};",
                                     f"{self.target()} = {pick}({place}, {other}, {self.integer()}) * {self.number()};"]))

    def chosen(self):
        """Functions that are chosen at run time."""
        if len(self.library.unary) < 2:
            return self.assignment()
        f, t, (one, two) = self.name("f"), self.target(), self.rng.sample(self.library.unary, 2)
        table = self.rng.choice(self.library.tables) if self.library.tables else None
        options = [f"double (*{f})(double) = {self.condition()} ? {one} : {two}; {t} = {f}({self.expr(1)}) - {f}(0.3);",
                   f"double (*{f})(double) = {one}; if ({self.condition()}) {f} = &{two}; {t} = (*{f})({self.expr(1)});",
                   f"std::function<double(double)> {f} = {one}; if ({self.condition()}) {f} = [&](double t) {{ return {two}(t) + {self.atom()}; }}; {t} = {f}({self.expr(1)});",
                   f"for (auto {f} : {{{one}, {two}}}) {t} = 0.5 * {f}({self.expr(1)});",
                   f"auto {f} = [&](auto g, double t) {{ return g(g(t)) + {self.atom()}; }}; {t} = {f}({one}, {self.expr(1)}) + {f}([&](double t) {{ return t * {self.atom()}; }}, 0.4);"]
        if self.library.emphasis("late_function") == 0:
            del options[2] # a std::function that is chosen in a branch is refused
        if table:
            options += [f"{t} = {table}[{self.index(3)}]({self.expr(1)});", f"for (auto {f} : {table}) {t} += 0.3 * {f}({self.expr(1)});"]
        return Node("", [Node(self.rng.choice(options))])

    def same(self):
        """Both branches leave the same value."""
        target, value = self.target(), self.atom()
        return Node(f"if ({self.condition()}) {target} = {value}; else {target} = {value};")

    # What runs in which order.

    def chained(self):
        return Node(self.rng.choice([
            f"{self.place()} = {self.place()} = {self.expr()};",
            f"({self.place()} = {self.expr()}) *= {self.number()};",
            f"{self.target()} += {self.target()} = {self.expr(1)};",
            f"({self.condition()} ? {self.place()} : {self.place()}) = {self.expr()};",
            f"({self.condition()} ? {self.place()} : {self.place()}) += {self.expr(1)};"]))

    def comma(self):
        first, second = self.rng.choice(self.scope.writable), self.rng.choice(self.scope.writable)
        return Node(self.rng.choice([
            f"{self.target()} = ({first} = {self.expr(1)}, {second} += {self.expr(1)}, {first} * 0.5 + {second});",
            f"{first} = {self.expr(1)}, {second} = {first} * {self.number()};",
            f"({first} += {self.expr(1)}, {second}) *= {self.number()};"]))

    def counted(self):
        """Increments inside subscripts."""
        arrays = [a for a in self.scope.arrays if a[0] not in self.scope.vectors]
        if not arrays:
            return self.assignment()
        (a, n), (b, m), k = self.rng.choice(arrays), self.rng.choice(arrays), self.name("k")
        inner = self.rng.choice([
            f"{a}[{k}++ % {n}] = {self.expr(1)} + {b}[{k} % {m}] * 0.5;".replace(f"{k} % {m}]", f"0]"),
            f"{a}[{k}++ % {n}] += {self.expr(1)};",
            f"{a}[++{k} % {n}] = {b}[({k} + 1) % {m}] * {self.number()};".replace(f"({k} + 1)", "1"),
            f"{a}[{k} % {n}] = {b}[{k}++ % {m}] * 0.5 + {self.expr(1)};", # right before left
            f"{{ double *p = {self.pointer_to(3)}; *p++ = {self.expr(1)}; *p = p[-1] * {self.number()}; *++p += {self.expr(1)}; }}"])
        return Node("", fixed(f"int {k} = {self.integer()};") + [Node(inner)] * self.rng.randint(1, 2) +
                    [Node(f"{self.target()} += 0.1 * {k};")])

    def effects(self):
        """Effects in operands that may not run."""
        f, v, w = self.name("e"), self.rng.choice(self.scope.writable), self.place()
        closure = Node(f"auto {f} = [&](double t) {{ {v} = {self.rng.choice(['t', v + ' * 0.5 + t'])}; return t > {self.number()}; }};", fixed=True)
        joined = f"{f}({self.expr(1)}) {self.rng.choice(['&&', '||'])} {self.rng.choice(['', '!'])}{f}({self.expr(1)})"
        use = self.rng.choice([
            Node(f"if ({joined})", self.block(0, 1)),
            Node(f"{w} = {joined} ? {self.expr(1)} : {v};"),
            Node(f"({joined}) || ({w} = {self.expr(1)});"),
            Node(f"{self.target()} = {f}({self.expr(1)}) ? ({v} += {self.number()}) : ({v} -= {self.number()});"),
            Node("for (int q = 0; q < 3 && (" + joined + "); ++q)", self.block(0, 1))])
        return Node("", [closure, use])

    def quotient(self):
        """An object whose parts are evaluated in order."""
        v = self.rng.choice(self.scope.writable)
        return Node(f"{{ double parts[2] = {{{v} = {self.expr(1)}, {v} * 0.5}}; {self.target()} = parts[0] - parts[1]; }}")

    # Control flow.

    def branch(self, depth):
        head = f"if ({self.condition()})"
        if self.chance(0.15):
            name = self.name("c")
            head = f"if (double {name} = {self.expr(1)}; {name} > {self.rng.uniform(-1, 1):.3f})"
        then = Node(head, self.block(depth - 1, self.rng.randint(1, 2)))
        if self.chance(0.5):
            then.tail = " else {" + " ".join(line.strip() for n in self.block(depth - 1, 1) for line in n.lines(0)) + "}"
        return then

    def switch(self, depth):
        on = f"{self.integer()} % 3"
        labels = ["default:", "case 1:", "case 2:"]
        if self.chance(0.3):
            on, labels = f"Kind({on})", ["default:", "case Kind::second:", "case Kind::third:"]
        if self.chance(0.3):
            labels = labels[1:] + labels[:1]
        cases = []
        for label in labels:
            cases += fixed(label) + self.block(0, 1)
            if self.chance(0.7):
                cases.append(Node("break;"))
        return Node(f"switch ({on})", cases)

    def way_out(self, body):
        condition = self.condition()
        if self.chance(0.3):
            body.insert(self.rng.randrange(len(body) + 1),
                        Node(f"if ({condition}) {self.rng.choice(['break', 'continue'])};"))
        if self.returns and self.chance(0.12):
            body.append(Node(f"if ({condition}) return {self.expr(1)};"))

    def loop(self, depth):
        if self.loops >= 2:
            return self.assignment()
        i, count = self.name("i"), self.rng.randint(1, 4)
        outside, self.scope = self.scope, self.scope.inner()
        self.loops += 1
        self.scope.integers.append(i)
        kind, before, head, tail = self.loop_head(i, count)
        body = self.block(depth - 1, self.rng.randint(1, 3))
        self.way_out(body)
        self.loops -= 1
        self.scope = outside
        loop = Node(head, before[1:] + body, tail=tail)
        return Node("", before[:1] + [loop]) if before else loop

    def loop_head(self, i, count):
        """(kind, lines before it (later ones: in its body), head, tail); `i` counts."""
        pick, e = self.rng.random(), self.name("e")
        if pick < 0.35:
            return "for", [], f"for (int {i} = 0; {i} < {count}; ++{i})", ""
        if pick < 0.45:
            other = self.name("j")
            return "for", [], f"for (int {i} = 0, {other} = 5; {i} < {other}; ++{i}, {other} -= 2)", ""
        if pick < 0.55:
            return "down", [], f"for (int {i} = {count}; {i}-- > 0;)", ""
        if pick < 0.65:
            return "while", fixed(f"int {i} = 0;"), f"while ({i}++ < {count})", ""
        if pick < 0.75:
            return "do", fixed(f"int {i} = 0;"), "do", f" while (++{i} < {count});"
        arrays = [name for name, _ in self.scope.arrays
                  if name in self.scope.kinds and name not in self.scope.vectors or name in self.library.ranges]
        if arrays and pick < 0.9: # elements by reference or by value
            by = self.rng.choice(["double &", "double ", "auto &&", "const double &"])
            over = self.rng.choice(arrays)
            (self.scope.reals if by[0] == "c" else self.scope.writable).append(e)
            if by[0] != "c":
                self.scope.reals.append(e)
            return "range", fixed(f"int {i} = 0;", f"++{i};"), f"for ({by}{e} : {over})", ""
        # the condition depends on data, and the count bounds it
        v = self.rng.choice(self.scope.reals)
        return "data", fixed(f"int {i} = 0;", f"++{i};"), f"while ({i} < {count} && {v} < {self.rng.uniform(0.5, 3):.3f})", ""

    def nested_exit(self, _):
        """A return from inside two loops."""
        if not self.returns or self.loops:
            return self.assignment()
        i, j = self.name("i"), self.name("j")
        outside, self.scope = self.scope, self.scope.inner()
        self.scope.integers += [i, j]
        self.loops += 2
        inner = self.block(0, 2)
        leave = Node(f"if ({i} * {j} == 2 && {self.atom()} > {self.rng.uniform(-1, 1):.3f}) return {self.expr(1)};")
        inner.insert(self.rng.randrange(3), leave)
        if self.chance(0.4):
            inner.insert(self.rng.randrange(3), Node(f"if ({self.condition()}) {self.rng.choice(['break', 'continue'])};"))
        outer = [Node(f"for (int {j} = 0; {j} < 3; ++{j})", inner)] + self.block(0, 1)
        self.loops -= 2
        self.scope = outside
        return Node(f"for (int {i} = 0; {i} < 3; ++{i})", outer)

    KINDS = {"assignment": 30, "change": 5, "same": 1, "chained": 4, "comma": 3, "counted": 3, "effects": 3, "quotient": 1, "step": 3, "overlapping": 2, "chosen": 3}
    NESTED = {"branch": 5, "switch": 4, "loop": 10, "nested_exit": 2}

    def statement(self, depth):
        """One of all kinds, as often as this program wants them."""
        kinds = self.flat_kinds() if depth <= 0 else self.all_kinds()
        names = list(kinds)
        weights = [kinds[n] * self.library.emphasis(n) for n in names]
        name = self.rng.choices(names, weights)[0]
        return getattr(self, name)(depth) if name in self.NESTED else getattr(self, name)()
