"""Programs as trees of lines, so that parts can be removed again."""


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


def fixed(*lines):
    """Lines that stay when a program is made smaller."""
    return [Node(line, fixed=True) for line in lines]


def plain(*lines):
    return [Node(line) for line in lines]


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
    """One text of several programs, each in a namespace of its name; each says its name before it runs. Second is
    which lines belong to which program."""
    lines = list(dict.fromkeys(line for p in programs.values() for line in p.head))
    lines = "\n".join(lines).split("\n")
    spans = {}
    for name, program in programs.items():
        first = len(lines) + 1
        lines += [f"namespace {name} {{"] + program.functions() + program.main("void checks()", "") + ["}"]
        spans[name] = range(first, len(lines) + 1)
    calls = [f'std::printf("PROGRAM {name}\\n"); std::fflush(stdout); {name}::checks();' for name in programs]
    text = "\n".join(lines + ["int main() {"] + calls + ['std::printf("PROGRAM end\\n");', "return check::done();", "}"]) + "\n"
    return text, spans
