#!/usr/bin/env python3
"""Checks that games are known by their folders and nowhere else.

    games.py SOURCE_FOLDER    exit code 1 and a line for each finding

- No file of referee/ names a game. A game's folder includes nothing of another game, and the
  shared files of rules/ include nothing of any game.
- The schemas list the games of rules/games.txt, in its order.
- The game of the tests is named outside of its folder in as many places as docs/internals/adding-a-game.md
  lists.
"""
import json
import pathlib
import re
import sys

INCLUDE = re.compile(r'^\s*#\s*include\s+"([^"]+)/[^"/]+"', re.MULTILINE)
LIST = "rules/games.txt"
SCHEMA = "docs/games.schema.json"
TESTS = "tests/games"
PAGE = "docs/internals/adding-a-game.md"
# Folders with nothing that anybody writes.
LEFT_OUT = {".git", "build", "results", "__pycache__"}
# The same game once more, with judges that are programs: nothing that a game of rules/ needs.
JUDGES = ("rules/judges/", "tests/play/judge/", "docs/guide/any-game.md", "README.md", "CHANGELOG.md")


def listed(source, name):
    """The names and folders in a list of games."""
    games = {}
    for line in (source / name).read_text().splitlines():
        if line and not line.startswith("#"):
            game, folder, _ = line.split()
            games[game] = folder
    return games


def mentions(games):
    """Finds the names and folders of games in any spelling: turn-right, turn_right, Turn Right."""
    words = set(games) | {pathlib.PurePosixPath(folder).name for folder in games.values()}
    words -= {"merge"}  # a folder of two games, and a verb of the program
    spellings = "|".join(re.sub("[-_]", "[-_ ]?", re.escape(word).replace(r"\-", "-"))
                         for word in sorted(words))
    # In style sheets a box is none of them.
    return re.compile(rf"(?<![A-Za-z0-9])(?<!border-)({spellings})(?![A-Za-z0-9]|-sizing)",
                      re.IGNORECASE)


def names_in_referee(source, games):
    pattern = mentions(games)
    for file in sorted((source / "referee").rglob("*")):
        if not file.is_file():
            continue
        for number, line in enumerate(file.read_text().splitlines(), 1):
            if match := pattern.search(line):
                yield f"{file.relative_to(source)}:{number}: names the game {match[0]}; ask GameInfo"


def wrong_includes(source, games):
    folders = set(games.values())
    for file in sorted((source / "rules").rglob("*.[ch]pp")):
        own = file.parent.relative_to(source).as_posix()
        for other in INCLUDE.findall(file.read_text()):
            if other != own and other in folders:
                yield f"{file.relative_to(source)}: may not include from {other}"


def wrong_schemas(source, games, others):
    for file, names in ((SCHEMA, list(games)), (f"{TESTS}/games.schema.json", [*games, *others])):
        enum = json.loads((source / file).read_text())["$defs"]["name"]["anyOf"][0]["enum"]
        if enum != names:
            yield f"{file}: lists {', '.join(enum)}; it must list {', '.join(names)}"


def places_on_the_page(source):
    """The numbered list of files under "Outside of the folder"."""
    text = (source / PAGE).read_text()
    section = re.search(r"^## Outside of the folder$(.*?)(^## |\Z)", text, re.MULTILINE | re.DOTALL)
    return re.findall(r"^\d+\. `([^`]+)`", section[1], re.MULTILINE) if section else []


def wrong_places(source, others):
    folders = tuple(folder + "/" for folder in others.values()) + JUDGES
    pattern = mentions(others)
    found = set()
    for file in source.rglob("*"):
        name = file.relative_to(source).as_posix()
        if LEFT_OUT & set(pathlib.PurePosixPath(name).parts) or name.startswith(folders):
            continue
        if not file.is_file() or name == PAGE:
            continue
        try:
            if pattern.search(file.read_text()):
                found.add(name)
        except UnicodeDecodeError:
            continue  # not a text
    places = places_on_the_page(source)
    if not places:
        yield f"{PAGE}: lists no places under \"Outside of the folder\""
    expected = {f"{TESTS}/{pathlib.PurePosixPath(place).name}" for place in places}
    for name in sorted(found - expected):
        yield f"{name}: names the game of the tests, and {PAGE} does not list such a place"
    for name in sorted(expected - found):
        yield f"{name}: {PAGE} lists such a place, but it does not name the game of the tests"


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: games.py SOURCE_FOLDER")
    source = pathlib.Path(sys.argv[1])
    games = listed(source, LIST)
    others = listed(source, f"{TESTS}/games.txt")
    if len(games) < 5 or not others:
        sys.exit(f"{source}: found no games; is this the project's folder?")
    wrong = [*names_in_referee(source, games), *names_in_referee(source, others),
             *wrong_includes(source, games), *wrong_schemas(source, games, others),
             *wrong_places(source, others)]
    for line in wrong:
        print(line)
    if wrong:
        sys.exit(1)
    print(f"{len(games)} games, each known by its folder alone")


if __name__ == "__main__":
    main()
