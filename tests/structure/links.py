#!/usr/bin/env python3
"""Checks that no room needs a symbol of a room that it does not name.

What arrows.py finds in the includes, this finds in what has been compiled: a declaration that was
written by hand, or that came with another room's header, needs no include but does need the linker.

    links.py SOURCE_FOLDER BUILD_FOLDER    exit code 1 and a line for each wrong symbol
"""
import pathlib
import subprocess
import sys

from arrows import PROGRAM, declared


def libraries(build, room):
    """The static libraries of a room."""
    folder = build / ("rules" if room == "rules" else f"referee/{room}")
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
    uses = declared(source)
    del uses[PROGRAM]
    defined, needed = {}, {}
    for room in uses:
        found = libraries(build, room)
        if not found:
            sys.exit(f"{build}: has no library of the room {room}; build the target referee first")
        parts = [symbols(library) for library in found]
        defined[room] = set().union(*(part[0] for part in parts))
        needed[room] = set().union(*(part[1] for part in parts)) - defined[room]
    wrong = 0
    for room in sorted(uses):
        allowed = set().union(*(defined[other] for other in uses[room]))
        for other in sorted(set(uses) - uses[room] - {room}):
            names = sorted((needed[room] - allowed) & defined[other])
            for name in readable(names):
                wrong += 1
                print(f"{room} may not need {name}: it does not name {other} among its USES")
    if wrong:
        sys.exit(1)
    print(f"{len(uses)} rooms need {sum(map(len, needed.values()))} symbols, all of rooms that they name "
          "or of libraries")


if __name__ == "__main__":
    main()
