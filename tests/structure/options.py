#!/usr/bin/env python3
"""Checks that an option of several verbs is defined once, in referee/cli/options/, and that its
placeholder and its help are the same in all of them; and that a test uses each option, and each key
that a user writes into a file, because a name that no test types can break unseen.

    options.py SOURCE_FOLDER [PROGRAM]    exit code 1 and a line for each name that is not so
"""
import collections
import json
import pathlib
import re
import subprocess
import sys

DEFINED = re.compile(r'\b(?:option|flag)\(\s*"(-[^"]*[a-z][^"]*)"')
# One option of a help: its names, its placeholder, its help in further lines.
LISTED = re.compile(r"^  (?:-\w,)?(--[a-z0-9,-]+)(?: (\S.*?))?(?:  +(\S.*))?\n((?: {20,}\S.*\n)*)", re.M)


WRITTEN = ("config", "regress", "game")  # schemas of files that users write


def keys_of(schema):
    """All names of members that a JSON schema has, at any depth."""
    parts = schema if isinstance(schema, list) else schema.values()
    if isinstance(schema, dict):
        yield from schema.get("properties", {})
    for one in parts:
        if isinstance(one, (list, dict)):
            yield from keys_of(one)


def untried(source, options):
    tests = "\n".join(file.read_text(errors="replace")
                      for file in sorted((source / "tests").rglob("*"))
                      if file.suffix in (".cpp", ".hpp", ".py", ".json", ".sh")
                      and "structure" not in file.parts)
    words = set(re.findall(r"[\w$-]+", tests))
    for name in sorted(options):
        if name not in words and not re.search(rf'"{name}\d', tests):
            yield f"the option {name} is in no test"
    for schema in WRITTEN:
        file = source / "docs" / f"{schema}.schema.json"
        for key in sorted(set(keys_of(json.loads(file.read_text())))):
            if key not in words:
                yield f'the key "{key}" of {file.name} is in no test'


def definitions(source):
    places = collections.defaultdict(list)
    for file in sorted((source / "referee/cli").rglob("*.cpp")):
        text = file.read_text()
        for match in DEFINED.finditer(text):
            line = text.count("\n", 0, match.start()) + 1
            for name in match[1].split(","):
                places[name].append(f"{file.relative_to(source)}:{line}")
    if len(places) < 50:
        sys.exit(f"{source}: found only {len(places)} options in referee/cli")
    wrong = [f"{name} is defined in {' and '.join(found)}; define it in shared_options.cpp"
             for name, found in places.items() if len(found) > 1]
    return wrong + list(untried(source, places))


def helps(program):
    def help_of(*verb):
        return subprocess.run([program, *verb, "--help"], check=True, capture_output=True,
                              text=True).stdout

    verbs = re.findall(r"^  ([a-z]+)  +\S", help_of().partition("\nExamples:")[0], re.M)
    kinds = collections.defaultdict(lambda: collections.defaultdict(list))
    for verb in verbs:
        for match in LISTED.finditer(help_of(verb)):
            unit = re.sub(r" ?(Excludes:.*|REQUIRED)", "", match[2] or "")
            words = " ".join(((match[3] or "") + " " + match[4]).split())
            kinds[match[1]][unit, words].append(verb)
    if len(kinds) < 50:
        sys.exit(f"{program}: found only {len(kinds)} options")
    for name, found in kinds.items():
        if len(found) > 1:
            yield f"{name} means several things: " + "; ".join(
                f"in {', '.join(where)} {unit} {words}" for (unit, words), where in found.items())


def main():
    if len(sys.argv) not in (2, 3):
        sys.exit("usage: options.py SOURCE_FOLDER [PROGRAM]")
    wrong = definitions(pathlib.Path(sys.argv[1]))
    if len(sys.argv) == 3:
        wrong += helps(sys.argv[2])
    print("\n".join(wrong), end="\n" if wrong else "")
    if wrong:
        sys.exit(1)


main()
