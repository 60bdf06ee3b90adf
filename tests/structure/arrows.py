#!/usr/bin/env python3
"""Checks that no room includes from a room that it does not name.

A room names the rooms it uses in its CMakeLists.txt: referee_room(store ... USES formats match).
Its sources may include headers of exactly those; the rooms must form no circle. Libraries that
packages take in another form are named by their variables.

    arrows.py SOURCE_FOLDER    exit code 1 and a line for each wrong arrow
"""
import pathlib
import re
import sys

INCLUDE = re.compile(r'^\s*#\s*include\s+"((?:referee|rules|bots|tests)/[^"]+)"')
# The program itself stands above all rooms: it may use each of them.
PROGRAM = "cli"


def declared(source):
    """The rooms that each room names, e.g. {"store": {"formats", "match", ...}}."""
    uses = {"rules": set()}
    for file in sorted(source.glob("referee/*/CMakeLists.txt")):
        text = re.sub(r"#.*", "", file.read_text())
        for call in re.findall(r"referee_room\(([^)]*)\)", text):
            words = call.split()
            rooms, taken = set(), False
            for word in words[1:]:
                if word.isupper():
                    taken = word == "USES"
                elif taken:
                    rooms.add(word)
            uses[words[0]] = rooms
    uses[PROGRAM] = set(uses) - {PROGRAM}
    return uses


def room_of(path):
    parts = pathlib.PurePosixPath(path).parts
    return parts[0] if parts[0] != "referee" else parts[1]


def wrong_includes(source, uses):
    """Includes that no arrow allows, and arrows that no include needs."""
    needed = {room: set() for room in uses}
    for folder in ("rules", "referee"):
        for file in sorted(source.glob(f"{folder}/**/*.[ch]pp")):
            name = file.relative_to(source).as_posix()
            room = room_of(name)
            if room not in uses:
                yield f"{name}: the folder referee/{room} is not a room; see referee_room() in CMakeLists.txt"
                continue
            for number, line in enumerate(file.read_text().splitlines(), 1):
                match = INCLUDE.match(line)
                if not match:
                    continue
                other = room_of(match[1])
                if other == room:
                    continue
                needed[room].add(other)
                if other not in uses[room]:
                    yield f"{name}:{number}: {room} may not include {match[1]}: it does not name {other} among its USES"
    for room in sorted(uses):
        for other in sorted(uses[room] - needed[room]):
            if room != PROGRAM:
                yield f"referee/{room}/CMakeLists.txt: {room} names {other} among its USES, but includes nothing of it"


def libraries_past_packages(source):
    """Rooms that name a library whose form packages choose."""
    for file in sorted(source.glob("referee/*/CMakeLists.txt")):
        for number, line in enumerate(file.read_text().splitlines(), 1):
            for library in re.findall(r"(?:fmt|spdlog)::\w+", line.split("#")[0]):
                variable = "REFEREE_" + library.split(":")[0].upper()
                name = file.relative_to(source).as_posix()
                yield f"{name}:{number}: names {library}; packages need ${{{variable}}}, see referee/CMakeLists.txt"


def circles(uses):
    done = set()

    def walk(room, path):
        if room in path:
            yield "a circle of rooms: " + " uses ".join(path[path.index(room):] + [room])
            return
        if room in done:
            return
        for other in sorted(uses.get(room, ())):
            yield from walk(other, path + [room])
        done.add(room)

    for room in sorted(uses):
        yield from walk(room, [])


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: arrows.py SOURCE_FOLDER")
    source = pathlib.Path(sys.argv[1])
    uses = declared(source)
    if len(uses) < 3:
        sys.exit(f"{source}: found no rooms; is this the project's folder?")
    wrong = list(wrong_includes(source, uses)) + list(circles(uses))
    wrong += libraries_past_packages(source)
    for line in wrong:
        print(line)
    if wrong:
        sys.exit(1)
    print(f"{len(uses)} rooms, {sum(map(len, uses.values()))} arrows, all of them downward")


if __name__ == "__main__":
    main()
