"""Makes a failing program smaller: statements that do not matter are removed, then expressions become shorter."""
import re


def spans(text, opening, closing):
    """(start, end) of what is between matching brackets, brackets included."""
    found, stack = [], []
    for at, c in enumerate(text):
        if c == opening:
            stack.append(at)
        elif c == closing and stack:
            found.append((stack.pop(), at + 1))
    return sorted(found)


def shorter(line):
    """Lines that are simpler than this one."""
    result = []
    for a, b in spans(line, "(", ")"):
        name = re.search(r"[\w:]*(<\w*>)?$", line[:a]).group(0)
        result += [line[:a - len(name)] + word + line[b:] for word in ("x", "0.5")]
        if not name and line[a + 1:b - 1].count("?") == 1:
            result += [line[:a] + part.split("?")[-1] + line[b:] for part in line[a + 1:b - 1].split(":")[-2:]]
        inner = line[a + 1:b - 1]
        result += [line[:a - len(name)] + part + line[b:] for part in inner.split(", ")]
    for a, b in spans(line, "{", "}"):
        result.append(line[:a] + line[b:])
        result.append(line[:a] + "{}" + line[b:])
    pieces = line.split("; ")
    if len(pieces) > 1:
        result += ["; ".join(pieces[:k] + pieces[k + 1:]) for k in range(len(pieces))]
    for m in re.finditer(r" [-+*/] [\w.]+(\[[^\]]*\])?", line):
        result.append(line[:m.start()] + line[m.end():])
    for m in re.finditer(r"[\w.]+(\[[^\]]*\])? [-+*/] ", line):
        result.append(line[:m.start()] + line[m.end():])
    return [r for r in dict.fromkeys(result) if len(r) < len(line)]


def drop_nodes(tree, fails, budget):
    changed = True
    while changed:
        changed = False
        for node in tree.removable():
            if budget.spent():
                return
            node.removed = True
            if fails(tree.text()):
                changed = True
            else:
                node.removed = False


def drop_lines(text, first, fails, budget):
    """Also what the tree keeps: it may turn out that nothing needs it."""
    lines = text.splitlines()
    for k in reversed(range(first, len(lines))):
        if budget.spent():
            break
        without = lines[:k] + lines[k + 1:]
        if lines[k].endswith("{"): # a whole block, or its braces
            pad = len(lines[k]) - len(lines[k].lstrip())
            end = next((j for j in range(k + 1, len(lines)) if lines[j].startswith(" " * pad + "}")), None)
            without = lines[:k] + lines[end + 1:] if end else without
        if fails("\n".join(without) + "\n"):
            lines = without
    return "\n".join(lines) + "\n"


def shorten(text, first, fails, budget):
    lines = text.splitlines()
    for k in range(first, len(lines)):
        while not budget.spent():
            better = next((s for s in shorter(lines[k])
                           if not budget.spent() and fails("\n".join(lines[:k] + [s] + lines[k + 1:]) + "\n")), None)
            if better is None:
                break
            lines[k] = better
    return "\n".join(lines) + "\n"


class Budget:
    def __init__(self, tries):
        self.tries = tries

    def spent(self):
        return self.tries <= 0

    def use(self):
        self.tries -= 1


def reduced(tree, still_fails, tries):
    """The text of a smaller program for which `still_fails` holds, after so many tries at most."""
    budget = Budget(tries)

    def fails(text):
        budget.use()
        return still_fails(text)

    drop_nodes(tree, fails, budget)
    text, first = tree.text(), len("\n".join(tree.head).splitlines())
    for _ in range(2):
        text = drop_lines(text, first, fails, budget)
        text = shorten(text, first, fails, budget)
    return text
