#!/usr/bin/env python3
"""Checks that no storey needs a symbol of a storey that it does not name.

What arrows.py finds in the includes, this finds in what has been compiled: a declaration that was
written by hand, or that came with another storey's header, needs no include but does need the linker.

    links.py SOURCE_FOLDER BUILD_FOLDER    exit code 1 and a line for each wrong symbol
"""
import pathlib
import subprocess
import sys

from arrows import PROGRAM, House


def libraries(build, storey):
    """The static libraries of a storey."""
    folder = build / ("rules" if storey == "rules" else f"referee/{storey}")
    return sorted(folder.glob("libreferee_*.a"))


def symbols(library):
    """What a library defines for others, and what it leaves to them."""
    lines = subprocess.run(["nm", "--extern-only", "--format=posix", library], check=True,
                           capture_output=True, text=True).stdout.splitlines()
    defined, needed = set(), set()
    for line in lines:
        # "NAME TYPE [VALUE SIZE]"; the line of a member ends with a colon.
        words = line.split()
        if len(words) < 2:
            continue
        # v and w: undefined, and need not be defined.
        if words[1] == "U":
            needed.add(words[0])
        elif words[1] not in "vw":
            defined.add(words[0])
    return defined, needed - defined


def readable(names):
    text = subprocess.run(["c++filt"], input="\n".join(names), check=True, capture_output=True,
                          text=True).stdout
    return text.splitlines()


def main():
    if len(sys.argv) != 3:
        sys.exit("usage: links.py SOURCE_FOLDER BUILD_FOLDER")
    source, build = map(pathlib.Path, sys.argv[1:])
    uses = House(source).uses
    del uses[PROGRAM]
    defined, needed = {}, {}
    for storey in uses:
        found = libraries(build, storey)
        if not found:
            sys.exit(f"{build}: has no library of the storey {storey}; build the target referee first")
        parts = [symbols(library) for library in found]
        defined[storey] = set().union(*(part[0] for part in parts))
        needed[storey] = set().union(*(part[1] for part in parts)) - defined[storey]
    wrong = 0
    for storey in sorted(uses):
        allowed = set().union(*(defined[other] for other in uses[storey]))
        for other in sorted(set(uses) - uses[storey] - {storey}):
            names = sorted((needed[storey] - allowed) & defined[other])
            for name in readable(names):
                wrong += 1
                print(f"{storey} may not need {name}: it does not name {other} among its USES")
    if wrong:
        sys.exit(1)
    print(f"{len(uses)} storeys need {sum(map(len, needed.values()))} symbols, all of storeys that they "
          "name or of libraries")


if __name__ == "__main__":
    main()
