"""What a program has at namespace scope: globals, functions and classes, and how bodies reach them."""
from classes import Guard, Hierarchy, Value
from expressions import Scope
from tree import fixed

# In how many programs what is often refused, or changes what is checked, occurs.
RARE = {"own_copies": 0.25, "single": 0.1, "memory": 0.02, "counter": 0.02, "late_function": 0.02, "copied_state": 0.02,
        "recursive_lambda": 0.02, "global_pointer": 0.05, "global_reference": 0.05, "recursive_globals": 0.03, "second_globals": 0.05, "virtual_destructor": 0.1}


class Library:
    def __init__(self, rng):
        self.rng, self.fresh, self.weights = rng, 0, {}
        self.nodes = []        # the declarations, in order
        self.calls, self.changes, self.selectors, self.overlapping = [], [], [], []
        self.unary, self.binary, self.tables, self.steps = [], [], [], []
        self.variables, self.global_arrays, self.resets = [], [], []
        self.hierarchies, self.values, self.guards = [], [], []
        self.ranges = set()    # arrays that a range-for takes
        self.single = self.emphasis("single") > 0

    def name(self, stem):
        self.fresh += 1
        return f"{stem}{self.fresh}"

    def emphasis(self, kind):
        """How much this program wants of a kind: programs differ in what they are made of."""
        if kind not in self.weights:
            rare = RARE.get(kind)
            self.weights[kind] = self.rng.choice([0, 0.5, 1, 1, 3]) if rare is None else float(self.rng.random() < rare)
            if kind == "assignment":
                self.weights[kind] = 1
        return self.weights[kind]

    def scope(self):
        scope = Scope()
        for v in self.variables:
            scope.variable(v)
        for name, length in self.global_arrays:
            scope.array(name, length)
        scope.calls, scope.changes = list(self.calls), list(self.changes)
        scope.integers = []
        return scope

    def globals(self):
        for _ in range(self.rng.choice([0, 0, 1, 2, 3])):
            kind, g = self.rng.randrange(6), self.name("glob")
            if kind <= 1:
                self.nodes += fixed(f"{self.rng.choice(['', 'static ', 'inline '])}double {g} = 0.4;")
                self.resets.append(f"{g} = x * 0.5;")
                self.variables.append(g)
            elif kind == 2:
                self.nodes += fixed(f"double {g}[3] = {{0.1, 0.2, 0.3}};")
                self.resets.append(f"for (double &e : {g}) e = y;")
                self.global_arrays.append((g, 3))
                self.ranges.add(g)
            elif kind == 3:
                self.nodes += fixed(f"static thread_local double {g} = 0.4;")
                self.resets.append(f"{g} = 0.3;")
                self.variables.append(g)
            elif kind == 4:
                self.nodes += fixed(f"Pair {g} = {{0.4, {{0.1, 0.2}}}};")
                self.resets.append(f"{g} = {{x * y, {{x, 0.3}}}};")
                self.variables += [f"{g}.a", f"{g}.b[1]"]
            else:
                self.nodes += fixed(f"double {g} = 0.4;")
                self.resets.append(f"{g} = y;")
                self.variables.append(g)
                if self.emphasis("global_reference"):
                    self.nodes += fixed(f"double &{g}r = {g};")
                    self.variables.append(f"{g}r")
                if self.emphasis("global_pointer"):
                    self.nodes += fixed(f"double *const {g}p = &{g};")
                    self.variables.append(f"*{g}p")

    def classes(self):
        for make, into in ((Hierarchy, self.hierarchies), (Value, self.values), (Guard, self.guards)):
            if self.rng.random() < 0.3:
                into.append(make(self.rng, self))

    def without_globals(self):
        """The same but for what lives longer than a call; functions so far may know it and are left out too."""
        other = Library(self.rng)
        other.nodes, other.name, other.weights = self.nodes, self.name, self.weights
        return other if self.variables or self.global_arrays else self
