#!/usr/bin/env python3
"""Checks that an option of several verbs is defined once, in referee/cli/options/.

    options.py SOURCE_FOLDER    exit code 1 and a line for each option that has a second definition
"""
import collections
import pathlib
import re
import sys

DEFINED = re.compile(r'\b(?:option|flag)\(\s*"(-[^"]*[a-z][^"]*)"')
# These mean another thing in each verb.
DIFFERENT = {"--against", "--bot", "--from", "--games", "--log", "--parts", "--players",
             "--rounds", "--seat"}


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: options.py SOURCE_FOLDER")
    source = pathlib.Path(sys.argv[1])
    places = collections.defaultdict(list)
    for file in sorted((source / "referee/cli").rglob("*.cpp")):
        text = file.read_text()
        for match in DEFINED.finditer(text):
            line = text.count("\n", 0, match.start()) + 1
            for name in match[1].split(","):
                places[name].append(f"{file.relative_to(source)}:{line}")
    if len(places) < 50:
        sys.exit(f"{source}: found only {len(places)} options in referee/cli")
    wrong = 0
    for name, found in places.items():
        if len(found) > 1 and name not in DIFFERENT:
            wrong += 1
            print(f"{name} is defined in {' and '.join(found)}; define it in shared_options.cpp")
        if len(found) == 1 and name in DIFFERENT:
            wrong += 1
            print(f"{name} has one definition now; remove it from the list in options.py")
    if wrong:
        sys.exit(1)


main()
