#!/usr/bin/env python3
"""Scaffold a row of the rule table: the row, its sample points and its line in the reference.

    tools/new_rule.py sinc 1 --primal '::mine::sinc($0)' --partial '(::std::cos($0) - $r) / $0' --points '0.3' '-2'

Give one --partial per operand; 'ZERO' and 'REFUSED' stand for themselves (see plugin/rules/MathRules.def). Rows go to
the end of their file's last section of ordinary rows; move them to where they belong. Build check-unit afterwards.
"""
import argparse
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
RULES = ROOT / "plugin/rules/MathRules.def"
SAMPLES = ROOT / "test/unit/rules/MathSamples.def"
REFERENCE = ROOT / "docs/reference/math.md"
MARKS = ("ZERO", "REFUSED")


def literal(text):
    return text if text in MARKS else '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def row_text(rule):
    cost = "CHEAP" if rule.cheap else "COSTLY"
    partials = ", ".join(literal(p) for p in rule.partial)
    return (f'ROW("{rule.name}", {rule.arity}, {cost}, "{rule.spellings}", {literal(rule.primal)},\n'
            f"    {partials})\n")


def insert_before(path, marker, text):
    content = path.read_text()
    at = content.find(marker)
    if at < 0:
        sys.exit(f"{path}: cannot find '{marker}'")
    path.write_text(content[:at] + text + content[at:])


def check(rule):
    if not re.fullmatch(r"[a-z][a-z0-9_]*", rule.name):
        sys.exit(f"'{rule.name}' is not a row name")
    if len(rule.partial) != rule.arity:
        sys.exit(f"{len(rule.partial)} partials but the arity is {rule.arity}")
    for template in [rule.primal] + [p for p in rule.partial if p not in MARKS]:
        for hole in re.findall(r"\$(\d+|.?)", template):
            known = hole in ("r", "T") if not hole.isdigit() else int(hole) < rule.arity
            if not known:
                sys.exit(f"unknown hole '${hole}' in '{template}'")
    for point in rule.points:
        if len(point.split(",")) != rule.arity:
            sys.exit(f"the point '{point}' has not {rule.arity} arguments")
    if f'("{rule.name}",' in RULES.read_text():
        sys.exit(f"there is a row '{rule.name}'")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("name")
    parser.add_argument("arity", type=int)
    parser.add_argument("--primal", required=True)
    parser.add_argument("--partial", action="append", required=True, help="one per operand, in order")
    parser.add_argument("--points", nargs="+", required=True, help="sample points, e.g. '0.5, 2'")
    parser.add_argument("--spellings", help="default: c:NAME, the C family of names")
    parser.add_argument("--cheap", action="store_true", help="recomputing it costs no more than a load")
    parser.add_argument("--kinks", default="", help="what the reference says about kinks and range ends")
    # "--partial -1" and "--points -2" are values, not options
    arguments = [" " + a if re.match(r"-[^-a-zA-Z]|-$|-[a-zA-Z]*\(|-\$", a) else a for a in sys.argv[1:]]
    rule = parser.parse_args(arguments)
    rule.partial = [p.strip() for p in rule.partial]
    rule.points = [p.strip() for p in rule.points]
    rule.spellings = f"c:{rule.name}" if rule.spellings is None else rule.spellings
    check(rule)

    insert_before(RULES, "// --- zero almost everywhere", row_text(rule) + "\n")
    points = ", ".join(literal(p) for p in rule.points)
    insert_before(SAMPLES, 'POINTS("floor"', f'POINTS("{rule.name}", {points})\n\n')
    partials = ", ".join(p.replace("|", "\\|") for p in rule.partial)
    insert_before(REFERENCE, "\n## Zero derivative", f"| `{rule.name}` | `{partials}` | {rule.kinks} |\n")
    print(f"added '{rule.name}' to {RULES.name}, {SAMPLES.name} and {REFERENCE.name}; now build check-unit")


if __name__ == "__main__":
    main()
