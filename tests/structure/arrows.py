#!/usr/bin/env python3
"""Checks that no storey includes from a storey that it does not name, and no room from one above it.

A storey names its rooms, from the ground up, and the storeys that it uses in its CMakeLists.txt:
referee_storey(run ROOMS formats config ... USES play machine base rules). A source may include
headers of its own room, of the rooms before it in the same storey, and of those storeys. A room may
lie in another one's folder: report/live is not a part of report. The storeys must form no circle, and
neither must the page's sources in referee/show/viewer/src. Libraries that packages take in another
form are named by their variables.

    arrows.py SOURCE_FOLDER    exit code 1 and a line for each wrong arrow
"""
import pathlib
import re
import sys

INCLUDE = re.compile(r'^\s*#\s*include\s+"((?:referee|rules|bots|tests)/[^"]+)"')
IMPORT = re.compile(r'\bfrom "\./([\w-]+)"')
# The program itself is the top: it may use each storey.
PROGRAM = "cli"


def lists_of(text, *keys):
    """The storeys that a CMakeLists.txt declares, with what each names for these keys."""
    for call in re.findall(r"referee_storey\(([^)]*)\)", re.sub(r"#.*", "", text)):
        name, *words = call.split()
        lists, taken = {key: [] for key in keys}, None
        for word in words:
            if re.fullmatch("[A-Z]+", word):
                taken = lists.get(word)
            elif taken is not None:
                taken.append(word)
        yield name, lists


class House:
    """rooms: those of each storey, from the ground up; uses: the storeys that each names."""

    def __init__(self, source):
        self.rooms, self.uses = {"rules": []}, {"rules": set()}
        for file in sorted(source.glob("referee/*/CMakeLists.txt")):
            for name, lists in lists_of(file.read_text(), "ROOMS", "USES"):
                self.rooms[name], self.uses[name] = lists["ROOMS"], set(lists["USES"])
        self.rooms[PROGRAM], self.uses[PROGRAM] = [], set(self.uses)

    def __len__(self):
        return sum(map(len, self.rooms.values()))

    def place_of(self, path):
        """The storey and the room of a source, ("run", "config"); the program and the games are one room."""
        top, *folders = pathlib.PurePosixPath(path).parts[:-1]
        if top != "referee":
            return top, None
        storey, *folders = folders
        if storey == PROGRAM or not folders:
            return storey, None
        for depth in range(len(folders), 0, -1):
            room = "/".join(folders[:depth])
            if room in self.rooms.get(storey, ()):
                return storey, room
        return storey, folders[0]

    def refuses(self, user, used):
        """Why a (storey, room) may not use another one; nothing if it may."""
        storey, room = user
        other, other_room = used
        if storey != other:
            if other not in self.uses[storey]:
                return f"{storey} does not name {other} among its USES"
        elif room != other_room:
            order = self.rooms[storey]
            if order.index(room) < order.index(other_room):
                return f"{room} is below {other_room} among the ROOMS of {storey}"
        return None


def wrong_includes(source, house):
    """Includes that the house refuses, and storeys that are named but not needed."""
    needed = {storey: set() for storey in house.uses}
    for folder in ("rules", "referee"):
        for file in sorted(source.glob(f"{folder}/**/*.[ch]pp")):
            name = file.relative_to(source).as_posix()
            if name.count("/") == 1 and folder == "referee":
                continue  # the precompiled header
            storey, room = house.place_of(name)
            if storey not in house.rooms:
                yield f"{name}: the folder referee/{storey} is not a storey; see referee_storey() in referee/CMakeLists.txt"
                continue
            if house.rooms[storey] and room not in house.rooms[storey]:
                yield f"{name}: {room} is not among the ROOMS of {storey}"
                continue
            for number, line in enumerate(file.read_text().splitlines(), 1):
                match = INCLUDE.match(line)
                if not match:
                    continue
                used = house.place_of(match[1])
                needed[storey].add(used[0])
                if reason := house.refuses((storey, room), used):
                    yield f"{name}:{number}: {room or storey} may not include {match[1]}: {reason}"
    for storey in sorted(house.uses):
        for other in sorted(house.uses[storey] - needed[storey]):
            if storey != PROGRAM:
                yield f"referee/{storey}/CMakeLists.txt: {storey} names {other} among its USES, but includes nothing of it"


def libraries_past_packages(source):
    """Storeys that name a library whose form packages choose."""
    for file in sorted(source.glob("referee/*/CMakeLists.txt")):
        for number, line in enumerate(file.read_text().splitlines(), 1):
            for library in re.findall(r"(?:fmt|spdlog)::\w+", line.split("#")[0]):
                name = file.relative_to(source).as_posix()
                yield f"{name}:{number}: names {library}; packages choose its form, see referee/CMakeLists.txt"


def viewer_imports(source):
    """The names of the page's sources, with those that each imports, types too."""
    files = sorted((source / "referee/show/viewer/src").glob("*.ts*"))
    return {file.stem: set(IMPORT.findall(file.read_text())) for file in files}


def circles(uses, of):
    done = set()

    def walk(storey, path):
        if storey in path:
            yield f"a circle of {of}: " + " uses ".join(path[path.index(storey):] + [storey])
            return
        if storey in done:
            return
        for other in sorted(uses.get(storey, ())):
            yield from walk(other, path + [storey])
        done.add(storey)

    for storey in sorted(uses):
        yield from walk(storey, [])


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: arrows.py SOURCE_FOLDER")
    source = pathlib.Path(sys.argv[1])
    house = House(source)
    if len(house) < 3:
        sys.exit(f"{source}: found no rooms; is this the project's folder?")
    wrong = list(wrong_includes(source, house)) + list(circles(house.uses, "storeys"))
    wrong += list(circles(viewer_imports(source), "referee/show/viewer/src"))
    wrong += libraries_past_packages(source)
    for line in wrong:
        print(line)
    if wrong:
        sys.exit(1)
    print(f"{len(house.uses)} storeys, {len(house)} rooms in them, "
          f"{sum(map(len, house.uses.values()))} arrows between storeys, all of them downward")


if __name__ == "__main__":
    main()
