"""Expressions, and what can be named in them.

Values stay bounded: every assignment goes through an expression whose derivative is moderate. The only kinks are
comparisons of data, which the checks without the plugin filter out when a point is too close to one.
"""
import copy

UNARY = ["std::sin({})", "std::cos({})", "std::tanh({})", "std::exp(-{0} * {0})", "std::sqrt(1 + {0} * {0})",
         "std::log(1.5 + {0} * {0})", "1 / (2 + {0} * {0})", "(0.5 * {})", "std::atan({})", "(-{})",
         "std::fabs({} - 0.123)"]
BINARY = ["({} + {})", "({} - {})", "0.5 * {} * {}", "({} + 0.25 * {})", "std::atan2({}, 2 + std::cos({}))",
          "({0} / (2 + {1} * {1}))", "std::sin({} * {})", "std::fmax({}, {})", "std::hypot({}, 1 + {})",
          "std::pow(1.5 + std::sin({}), std::cos({}))"]


class Scope:
    """Names by what they are. A block sees what is outside of it, not the other way round."""

    def __init__(self):
        self.reals = []      # readable doubles
        self.writable = []   # lvalues of type double
        self.integers = []   # ints that are never negative
        self.counters = []   # ints that may be incremented
        self.arrays = []     # (name, length): contiguous doubles, indexed
        self.vectors = []    # containers that grow
        self.kinds = {}      # their types
        self.records = []    # objects of struct Pair
        self.calls = []      # formats of calls with any number of holes for reals
        self.changes = []    # formats of calls with a hole for a writable lvalue, then holes for reals
        self.objects = []    # (name, class) of objects of generated classes

    def inner(self):
        result = copy.copy(self)
        for key, value in vars(self).items():
            setattr(result, key, copy.copy(value))
        return result

    def variable(self, name):
        self.reals.append(name)
        self.writable.append(name)

    def array(self, name, length):
        self.arrays.append((name, length))


class Expressions:
    def __init__(self, rng, library, scope):
        self.rng, self.library, self.scope = rng, library, scope

    def name(self, stem):
        return self.library.name(stem)

    def chance(self, p):
        return self.rng.random() < p

    def number(self):
        return f"{self.rng.uniform(0.2, 1.8):.3f}"

    def integer(self):
        return self.rng.choice(self.scope.integers + [str(self.rng.randint(0, 3))])

    def index(self, length):
        if self.chance(0.06) and self.scope.records:
            return f"(({self.condition()} ? 1 : 0) + {self.integer()}) % {length}"
        return f"({self.integer()} + {self.rng.randint(0, 3)}) % {length}"

    def element(self):
        if not self.scope.arrays:
            return self.rng.choice(self.scope.writable)
        array, length = self.rng.choice(self.scope.arrays)
        return f"{array}[{self.index(length)}]"

    def atom(self):
        pick = self.rng.random()
        if pick < 0.55 and self.scope.reals:
            return self.rng.choice(self.scope.reals)
        if pick < 0.85 and self.scope.arrays:
            return self.element()
        if pick < 0.93:
            return self.number()
        return f"double({self.integer()}) * 0.1"

    def filled(self, form, depth=0):
        """A call with its holes filled."""
        return form.format(*[self.expr(depth) for _ in range(form.count("{}"))])

    def call(self):
        """A call of something that the program defines, or None."""
        return self.filled(self.rng.choice(self.scope.calls)) if self.scope.calls else None

    def expr(self, depth=2):
        if depth <= 0 or self.chance(0.2):
            return self.atom()
        pick = self.rng.random()
        if pick < 0.35:
            return self.rng.choice(UNARY).format(self.expr(depth - 1))
        if pick < 0.70:
            return self.rng.choice(BINARY).format(self.expr(depth - 1), self.expr(depth - 1))
        if pick < 0.92 and self.scope.calls:
            return self.call()
        return f"({self.condition()} ? {self.expr(depth - 1)} : {self.expr(depth - 1)})"

    def condition(self):
        pick = self.rng.random()
        if pick < 0.4:
            return f"{self.integer()} % 2 == {self.rng.randint(0, 1)}"
        if pick < 0.7:
            return f"{self.atom()} > {self.rng.uniform(-1, 1):.4f}"
        if pick < 0.8:
            return f"int(10 * {self.atom()}) % 2 == 0"
        return f"{self.atom()} < {self.atom()} {self.rng.choice(['&&', '||'])} {self.integer()} > 0"

    def target(self):
        if self.scope.writable and self.chance(0.5):
            return self.rng.choice(self.scope.writable)
        return self.element()

    def place(self):
        """An lvalue that stays where it is: not an element of what grows."""
        arrays = [a for a in self.scope.arrays if a[0] not in self.scope.vectors]
        if not arrays or self.scope.writable and self.chance(0.5):
            return self.rng.choice(self.scope.writable)
        array, length = self.rng.choice(arrays)
        return f"{array}[{self.index(length)}]"

    def pointer_to(self, length):
        name = self.rng.choice([name for name, size in self.scope.arrays if size >= length])
        return f"{name}.data()" if name in self.scope.kinds else name
