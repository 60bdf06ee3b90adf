#!/usr/bin/env python3
"""Checks that lists name what exists: a name that a move has left behind is ignored silently.

    lists.py SOURCE_FOLDER    exit code 1 and a line for each finding

- HOT of a storey, in its CMakeLists.txt, has rooms and sources: others would be optimised less.
- The table of rooms in docs/internals/architecture.md has the storeys and their rooms, from the top
  down, and the folders that it names are there.
- A header that a comment of a source names exists, below the project, referee/ or a storey.
- No two units of referee/ have one name: one name says where a thing is.
"""
import re

import findings
from arrows import PROGRAM, House, lists_of

TABLE = "docs/internals/architecture.md"
HEADER = re.compile(r"\b[a-z_]+(?:/[a-z_]+)+\.hpp\b")


def wrong_hot(source, house):
    for file in sorted(source.glob("referee/*/CMakeLists.txt")):
        for storey, lists in lists_of(file.read_text(), "HOT"):
            for name in lists["HOT"]:
                if name not in house.rooms[storey] and not (file.parent / name).is_file():
                    yield (f"{file.relative_to(source)}: HOT {name}: the storey has no such room or "
                           "source")


def rows_of(page):
    """The rows of the table of rooms: storey, room or None, and what is in it."""
    storey = None
    for line in page.splitlines():
        cells = [cell.strip() for cell in line.split("|")]
        if len(cells) != 6 or not re.fullmatch(r"(`[a-z]+`)?", cells[1]):
            continue
        storey = cells[1].strip("`") or storey
        if storey is not None:
            yield storey, cells[2].strip("`") or None, cells[3]


def wrong_table(source, house):
    rows = list(rows_of((source / TABLE).read_text()))
    for storey, rooms in house.rooms.items():
        named = [room for other, room, _ in rows if other == storey]
        if named != (list(reversed(rooms)) or [None]):
            yield (f"{TABLE}: the table of rooms has {storey}: {', '.join(map(str, named))}; from the "
                   f"top down they are {', '.join(reversed(rooms)) or 'none'}")
    for storey, room, words in rows:
        base = source / "referee" / storey / (room or "")
        for name in re.findall(r"`([a-z_]+)/`", words):
            if not (base / name).is_dir():
                yield f"{TABLE}: {storey} {room or ''}: there is no folder {name}/"
        for path in re.findall(r"`(referee/[a-z_/]+)`", words):
            if not (source / path).is_dir():
                yield f"{TABLE}: {storey} {room or ''}: there is no folder {path}"


def wrong_comments(source, house):
    bases = [source, source / "referee"]
    bases += [source / "referee" / storey for storey in house.rooms if storey != "rules"]
    for file in sorted([*source.glob("referee/**/*.[ch]pp"), *source.glob("rules/**/*.[ch]pp")]):
        for number, line in enumerate(file.read_text().splitlines(), 1):
            comment = line.partition("// ")[2]
            for header in HEADER.findall(comment) if "#include" not in line else ():
                if not any((base / header).is_file() for base in bases):
                    yield (f"{file.relative_to(source)}:{number}: names {header}, which does not "
                           "exist")


def wrong_names(source):
    units = {}
    for file in sorted(source.glob("referee/**/*.[ch]pp")):
        unit = file.relative_to(source).with_suffix("").as_posix()
        units.setdefault(file.stem, set()).add(unit)
    for name, places in units.items():
        if len(places) > 1:
            yield f"{name}: is the name of {' and '.join(sorted(places))}; each needs one of its own"


def wrong_in(source):
    house = House(source)
    assert PROGRAM in house.rooms
    yield from wrong_hot(source, house)
    yield from wrong_table(source, house)
    yield from wrong_comments(source, house)
    yield from wrong_names(source)


if __name__ == "__main__":
    findings.report(wrong_in)
