#!/usr/bin/env python3
"""Compiles the code blocks of a document, and runs those that have a main function.

    blocks.py README.md scratch-folder -- clang++ options... [-- libraries...]
    blocks.py --unlisted top-folder tests-folder

Every fenced block of the language ("cpp", or "cuda" with --language cuda) is a translation unit of its own. A block
that is only a part of one has an HTML comment above it, which readers do not see, with the text around it:

    <!-- around
    #include <mixedad/gradient.h>
    int main() {
    [block]
    }
    -->

Errors are reported at the document's lines. What programs print is printed. A document without blocks is an error,
and so is, with --unlisted, a document with blocks that no test in the folder names.
"""
import argparse
import pathlib
import re
import subprocess
import sys

MAIN = re.compile(r"^\s*int main\(", re.MULTILINE)
PLACE = "[block]"


class Malformed(Exception):
    pass


def blocks(path, language):
    """(line, text of the block, lines before it, lines after it) of each block."""
    lines = path.read_text().splitlines()
    around, i = None, 0
    while i < len(lines):
        if lines[i].startswith("<!-- around"):
            end = next((j for j in range(i, len(lines)) if lines[j] == "-->"), None)
            if end is None or PLACE not in lines[i:end] or around:
                raise Malformed(f"{path}:{i + 1}: a comment around a block needs a line {PLACE}, an end and a block")
            around, i = lines[i + 1:end], end
        elif lines[i].startswith("```"):
            start, tag = i, lines[i][3:].strip()
            i = next((j for j in range(i + 1, len(lines)) if lines[j].startswith("```")), None)
            if i is None:
                raise Malformed(f"{path}:{start + 1}: this block has no end")
            if tag == language:
                at = around.index(PLACE) if around else 0
                yield start + 2, lines[start + 1:i], around[:at] if around else [], around[at + 1:] if around else []
            around = None
        elif lines[i].strip() and around:
            raise Malformed(f"{path}:{i + 1}: text between a comment around a block and the block")
        i += 1


def program(path, line, block, before, after):
    return "\n".join([*before, f'#line {line} "{path.name}"', *block, '#line 1 "after the block"', *after, ""])


def run(command):
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)


def check(path, line, text, folder, args):
    """Whether the block compiles and, if it is a program, ends well."""
    where = f"{path.name}:{line}"
    suffix = ".cu" if args.language == "cuda" else ".cpp"
    source = folder / f"{path.stem}_{line}{suffix}"
    source.write_text(text)
    runs = MAIN.search(text) and args.language == "cpp"
    binary = source.with_suffix("")
    command = [*args.compile, str(source)] + (["-o", str(binary), *args.link] if runs else ["-fsyntax-only"])
    result = run(command)
    if result.returncode == 0 and runs:
        print(f"{where}: compiled, runs", flush=True)
        result = run([str(binary)])
    elif result.returncode == 0:
        print(f"{where}: compiled", flush=True)
    print(result.stdout, end="", flush=True)
    if result.returncode:
        print(f"{where}: error: {' '.join(command)}: status {result.returncode}", flush=True)
    return result.returncode == 0


def documents(root):
    return [root / "README.md", *sorted((root / "docs").rglob("*.md"))]


def unlisted(root, tests):
    """Documents with blocks that no test names."""
    named = "".join(test.read_text() for test in sorted(tests.glob("*.test")))
    for path in documents(root):
        name = path.relative_to(root)
        for language in ("cpp", "cuda"):
            if any(blocks(path, language)) and f"{name} " not in named:
                yield name


def split(words, separator):
    parts = [[]]
    for word in words:
        if word == separator:
            parts.append([])
        else:
            parts[-1].append(word)
    return parts


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("document", type=pathlib.Path, help="with --unlisted, the top folder")
    parser.add_argument("folder", type=pathlib.Path, help="for what is made; with --unlisted, that of the tests")
    parser.add_argument("--language", choices=["cpp", "cuda"], default="cpp")
    parser.add_argument("--unlisted", action="store_true", help="print documents with blocks that no test names")
    own, *commands = split(sys.argv[1:], "--")
    args = parser.parse_args(own)
    args.compile, args.link = (commands + [[], []])[:2]
    try:
        if args.unlisted:
            names = sorted(set(unlisted(args.document, args.folder)))
            for name in names:
                print(f"{name}: has code blocks, and no test in {args.folder.name} compiles them")
            return 1 if names else 0
        args.folder.mkdir(parents=True, exist_ok=True)
        found = list(blocks(args.document, args.language))
        if not found:
            raise Malformed(f"{args.document.name}: no {args.language} block")
        results = [check(args.document, line, program(args.document, line, *rest), args.folder, args)
                   for line, *rest in found]
    except Malformed as malformed:
        print(f"error: {malformed}")
        return 1
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
