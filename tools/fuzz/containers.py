"""Containers of the library and of the kind that people write themselves, and what algorithms do with them."""
from expressions import Expressions
from tree import Node, fixed

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


class Containers(Expressions):
    KINDS = {"vector": 4, "grow": 4, "algorithm": 6, "hand_over": 3, "pairs": 2, "optional": 2, "map": 2, "rows": 2,
             "vector_of_records": 2}

    def vector(self):
        name = self.name("w")
        self.scope.kinds[name] = kind = self.rng.choice(["std::vector<double>"] * 3 + ["Buffer"])
        init = f"{{{self.expr(1)}, {self.expr(1)}, {self.expr(1)}}}"
        node = Node(f"{kind} {name} = {init};", fixed=True)
        if kind[0] == "s" and self.chance(0.3):
            node = Node(f"{kind} {name}(3, {self.expr(1)});", fixed=True)
        self.scope.vectors.append(name)
        self.scope.array(name, 3)
        return node

    def of_kind(self, kind):
        return [v for v in self.scope.vectors if self.scope.kinds[v] == kind]

    def grow(self):
        if not self.scope.vectors:
            return self.vector()
        name = self.rng.choice(self.scope.vectors)
        push = f"if ({name}.size() < 6) {name}.push_back({self.expr(1)});"
        if self.scope.kinds[name] == "Buffer":
            return Node(push)
        return Node(self.rng.choice([
            push, push, f"{name}.emplace_back({self.expr(1)}); {name}.pop_back();",
            f"if ({name}.size() > 3) {{ {self.target()} += 0.5 * {name}.back(); {name}.pop_back(); }}",
            f"{name}.resize(3 + {self.integer()});", f"{name}.resize(4, {self.expr(1)});",
            f"if ({name}.size() < 6) {name}.insert({name}.begin() + {self.integer()} % 3, {self.expr(1)});",
            f"if ({name}.size() > 3) {name}.erase({name}.begin() + {self.integer()} % 3);",
            f"{name}.assign(3, {self.expr(1)});", f"{name} = {{{self.expr(1)}, {self.expr(1)}, {self.atom()}}};",
            f"{name}.reserve(8); {name}.front() += {self.expr(1)}; {name}.back() *= {self.number()};",
            f"if ({name}.size() < 6) {name}.push_back({name}[0]);"]))

    def algorithm(self):
        ranges = [name for name in self.scope.kinds if any(name == a for a, n in self.scope.arrays)]
        if not ranges:
            return self.vector()
        name, other = self.rng.choice(ranges), self.rng.choice(ranges)
        span, from_other = f"{name}.begin(), {name}.begin() + 3", f"{other}.begin()"
        v = self.rng.choice(self.scope.writable)
        return Node(self.rng.choice([
            f"std::transform({span}, {from_other}, [=](double t) {{ return std::sin(t * 0.5) + {self.expr(1)}; }});",
            f"std::transform({span}, {from_other}, {name}.begin(), [&](double s, double t) {{ {v} += 0.1 * s; return s - t * {self.number()}; }});",
            f"for (double &e : {name}) e = std::tanh(e + {self.atom()});",
            f"for (auto it = {name}.begin(); it != {name}.end(); ++it) {self.target()} += 0.2 * *it;",
            f"std::swap({self.target()}, {self.target()});", f"std::reverse({span});",
            f"std::rotate({name}.begin(), {name}.begin() + 1, {name}.begin() + 3);",
            f"std::copy({span}, {from_other});", f"std::sort({span});", f"std::sort({span}, [](double s, double t) {{ return s > t; }});",
            f"std::fill({name}.begin(), {name}.begin() + 2, {self.expr(1)});",
            f"*std::max_element({span}) += {self.expr(1)};", f"{self.target()} = *std::min_element({span}) * {self.number()};",
            f"{self.target()} = std::max({self.place()}, {self.expr(1)}) + std::min({self.place()}, {self.place()});",
            f"std::max({self.place()}, {self.place()}) == 0 || ({v} = std::clamp({v}, -0.7, 0.9));",
            f"{self.target()} = 0.2 * std::accumulate({span}, 0.0);",
            f"{self.target()} = std::accumulate({span}, {self.expr(1)}, [&](double s, double t) {{ return 0.5 * s + t * {self.atom()}; }});",
            f"std::for_each({span}, [&](double &t) {{ t += {v} * 0.3; {v} = t; }});",
            f"std::partial_sum({span}, {from_other});",
            f"std::swap_ranges({name}.begin(), {name}.begin() + 2, {name}.begin() + 1 - 1);" if name != other else f"std::iter_swap({name}.begin(), {name}.begin() + 2);",
            f"{self.target()} = std::tanh(std::inner_product({span}, {from_other}, 0.1));"]))

    def hand_over(self):
        """Containers copied and moved as a whole."""
        if not self.scope.vectors:
            return self.vector()
        name = self.rng.choice(self.scope.vectors)
        kind = self.scope.kinds[name]
        alike, copy = self.rng.choice(self.of_kind(kind)), self.name("w")
        pick = self.rng.random()
        if pick < 0.3:
            return Node(f"{name} = {alike};")
        if pick < 0.5:
            return Node(f"{{ {kind} {copy} = std::move({name}); {copy}[0] += {self.expr(1)}; {name} = {self.rng.choice([copy, f'std::move({copy})'])}; }}")
        if pick < 0.65:
            return Node(f"{name}.swap({alike});")
        if pick < 0.8 and kind != "Buffer":
            return Node(f"{{ auto {copy} = [&](std::vector<double> t) {{ t[0] = std::sin(t[1]); return t; }}; {name} = {copy}({alike}); }}")
        self.scope.kinds[copy] = kind
        self.scope.vectors.append(copy)
        self.scope.array(copy, 3)
        return Node(f"{kind} {copy} = {alike};", fixed=True)

    def pairs(self):
        p, first, second = self.name("t"), self.expr(1), self.expr(1)
        if self.chance(0.5):
            self.scope.variable(f"{p}.first")
            self.scope.variable(f"{p}.second")
            return Node(f"std::pair<double, double> {p}({first}, {second});", fixed=True)
        self.scope.variable(f"std::get<0>({p})")
        self.scope.variable(f"std::get<2>({p})")
        return Node(f"std::tuple<double, int, double> {p}({first}, {self.integer()}, {second});", fixed=True)

    def optional(self):
        o, t = self.name("o"), self.target()
        lines = [f"std::optional<double> {o};"] + self.rng.choice([
            [f"if ({self.condition()}) {o} = {self.expr(1)};", f"{t} += {o} ? *{o} * {self.number()} : {self.atom()};"],
            [f"{o} = {self.expr(1)};", f"*{o} *= {self.number()};", f"if ({self.condition()}) {o}.reset();", f"{t} = {o}.value_or({self.expr(1)});"],
            [f"for (int q = 0; q < 3; ++q) {{ if ({o}) {self.target()} += *{o}; {o} = {self.expr(1)} * q; }}"]])
        return Node("", [Node(line, fixed=line.startswith("std::opt")) for line in lines])

    def map(self):
        m, v, k = self.name("d"), self.rng.choice(self.scope.writable), self.integer()
        lines = [f"std::map<int, double> {m};", f"{m}[{k}] = {self.expr(1)};", f"{m}[1] += {self.expr(1)};"] + self.rng.choice([
            [f"for (auto &[key, e] : {m}) {v} += e * (key + 1) * 0.2;"],
            [f"for (auto &[key, e] : {m}) e = std::tanh(e + {self.atom()});", f"{self.target()} = {m}[1] * 0.5;"],
            [f"auto it = {m}.find({self.integer()});", f"if (it != {m}.end()) it->second *= {self.number()};", f"{v} = {m}[{k}] - {m}.at(1);"]])
        return Node("", [Node(line, fixed=line.startswith(("std::map", "auto it"))) for line in lines])

    def rows(self):
        """A vector of vectors."""
        m, start = self.name("g"), self.expr(1)
        body = self.rng.choice([f"{m}[{self.index(2)}][{self.index(2)}] = {self.expr(1)};",
                                f"for (auto &row : {m}) for (double &e : row) e = std::sin(e + {self.expr(1)});",
                                f"{m}.push_back({m}[0]); {m}[2][1] = {self.expr(1)}; std::swap({m}[0], {m}[2]);",
                                f"{m}[0] = {m}[1]; {m}[1][0] += {self.expr(1)};"])
        self.scope.variable(f"{m}[{self.integer()} % 2][{self.integer()} % 2]")
        return Node(f"std::vector<std::vector<double>> {m}(2, std::vector<double>(2, {start})); {body}", fixed=True)

    def vector_of_records(self):
        r, v = self.name("l"), self.rng.choice(self.scope.writable)
        lines = [f"std::vector<Pair> {r} = {{{{{self.expr(1)}, {{{self.expr(1)}, 0.4}}}}}};",
                 f"{r}.push_back({{{self.expr(1)}, {{0.2, {self.expr(1)}}}}});"] + self.rng.choice([
            [f"for (auto &[first, rest] : {r}) {v} += first * rest[1] * 0.3;"],
            [f"for (const Pair &e : {r}) {v} = e.a + 0.5 * e.b[0];"],
            [f"std::sort({r}.begin(), {r}.end(), [](const Pair &s, const Pair &t) {{ return s.a < t.a; }});", f"{v} = {r}[0].a + {r}.back().b[1];"],
            [f"Pair moved = {r}[1]; {r}[0] = moved; {r}.pop_back(); {v} = {r}[0].b[1];"],
            [f"std::swap({r}[0], {r}[1]); {r}[1].b[0] = {r}[0].a; {v} -= {r}[1].b[0] * {self.number()};"]])
        return Node("", [Node(line, fixed=line.startswith("std::vector")) for line in lines])
