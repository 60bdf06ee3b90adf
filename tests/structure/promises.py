#!/usr/bin/env python3
"""Checks that each promise of the documents names tests, and that these exist.

    promises.py SOURCE_FOLDER    exit code 1 and a line for each finding

In each of PAGES there is a table of which the last column is headed `test`. Each of its cells names
one or more, each in backquotes, with commas between them:

- `Suite.Name`: a test of GoogleTest in a file of tests/
- `hostile-bot`: a bot that tests/machine/hostile/hostile-bots.md lists and bots/hostile has
- `folder/file`: a script or a test in another language
"""
import re

import findings

PAGES = ("docs/internals/protection-proof.md", "docs/internals/clock-method.md")
HOSTILE = "tests/machine/hostile/hostile-bots.md"
GTEST = re.compile(r"\bTEST(?:_F|_P)?\(\s*(\w+)\s*,\s*(\w+)\s*\)")
CELLS = re.compile(r"(?<!\\)\|")


def gtests(source):
    return {f"{suite}.{name}" for file in (source / "tests").rglob("*.cpp")
            for suite, name in GTEST.findall(re.sub(r"//.*", "", file.read_text()))}


def hostile_bots(source):
    listed = set(re.findall(r"^\| ([a-z0-9-]+) \|", (source / HOSTILE).read_text(), re.MULTILINE))
    code = "".join(file.read_text() for file in (source / "bots/hostile").glob("*.cpp"))
    return listed & set(re.findall(r'"([a-z0-9-]+)"', code))


def cells(line):
    return [cell.strip() for cell in CELLS.split(line.strip())[1:-1]]


def promises(page):
    """The line's number, the promise and the cell of tests of each row."""
    inside = False
    for number, line in enumerate(page.splitlines(), 1):
        row = cells(line) if line.startswith("|") else []
        if not row:
            inside = False
        elif row[-1] == "test":
            inside = True
        elif inside and not set(row[-1]) <= set("-: "):
            yield number, row[0], row[-1]


def wrong_in(source):
    known, bots = gtests(source), hostile_bots(source)
    for page in PAGES:
        rows = list(promises((source / page).read_text()))
        if not rows:
            yield f"{page}: has no table with a column 'test'"
        for number, promise, tests in rows:
            names = re.findall(r"`([^`]+)`", tests)
            if not names or re.sub(r"`[^`]+`", "", tests).replace(",", "").strip():
                yield f"{page}:{number}: '{promise}': a test is a name in backquotes, not '{tests}'"
            for name in names:
                there = ((source / name).is_file() if "/" in name
                         else name in known if "." in name else name in bots)
                if not there:
                    yield f"{page}:{number}: '{promise}': there is no test `{name}`"


if __name__ == "__main__":
    findings.report(wrong_in)
