#!/usr/bin/env python3
"""The list of files at the end of docs/internals/architecture.md.

    units.py SOURCE_FOLDER            exit code 1 if the page has another list
    units.py SOURCE_FOLDER --write    puts the list into the page
"""
import collections
import pathlib
import sys

PAGE = "docs/internals/architecture.md"
BEGIN = "<!-- made by tests/structure/units.py --write -->\n"
SOURCES = {".cpp", ".hpp", ".ts", ".tsx", ".css"}


def units(source):
    """The names of source files without their endings, by folder."""
    found = collections.defaultdict(set)
    for top in ("referee", "rules"):
        for file in (source / top).rglob("*"):
            if file.suffix in SOURCES and not {"node_modules", "judges"} & set(file.parts):
                found[file.relative_to(source).parent.as_posix()].add(file.stem)
    return found


def listed(source):
    lines = [BEGIN, "\n", "| folder | files |\n", "|---|---|\n"]
    for folder, names in sorted(units(source).items()):
        lines.append(f"| `{folder}/` | {', '.join(sorted(names))} |\n")
    return "".join(lines)


def main():
    words = sys.argv[1:]
    if not words or words[1:] not in ([], ["--write"]):
        sys.exit("usage: units.py SOURCE_FOLDER [--write]")
    source = pathlib.Path(words[0])
    page = source / PAGE
    text, mark, old = page.read_text().partition(BEGIN)
    if not mark:
        sys.exit(f"{PAGE}: lacks the line {BEGIN.strip()}")
    new = listed(source)
    if len(words) == 2:
        page.write_text(text + new)
    elif mark + old != new:
        ours, theirs = set(new.splitlines()), set((mark + old).splitlines())
        for line in sorted(ours ^ theirs):
            print(f"{'lacks' if line in ours else 'has'}: {line}")
        print(f"{PAGE}: the list of files is not that of the tree; "
              "run python3 tests/structure/units.py . --write")
        sys.exit(1)


main()
