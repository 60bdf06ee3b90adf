#!/usr/bin/env python3
"""Checks that what the fuzz targets compile needs nothing that they leave out.

    fuzzed.py SOURCE_FOLDER    exit code 1 and a line for each finding

tests/fuzz/CMakeLists.txt names the rooms and, in them, the units that play bots, which are left out.
A unit that is compiled may include the header of one that is not only if no_bots.cpp, which includes
it too, stands in for it. Otherwise the targets could not be linked, which only the fuzz stage sees.
"""
import re
import sys

import findings

INCLUDE = re.compile(r'^#include "(referee/[^"]+)\.hpp"', re.MULTILINE)


def find(pattern, text):
    match = re.search(pattern, text)
    if not match:
        sys.exit(f"tests/fuzz/CMakeLists.txt: nothing looks like {pattern}")
    return match[1]


def wrong_in(source):
    fuzz = source / "tests/fuzz"
    lists = (fuzz / "CMakeLists.txt").read_text()
    rooms = find(r"foreach\(room ([^)]*)\)", lists).split()
    left_out = re.compile(find(r'EXCLUDE REGEX "([^"]*)"', lists))
    units = [unit for room in rooms for unit in sorted((source / "referee" / room).glob("*.cpp"))
             if not left_out.search(unit.as_posix())]
    units += [source / "referee" / name for name in re.findall(r"\$\{referee\}/([\w/]+\.cpp)", lists)]
    stand_ins = set(INCLUDE.findall((fuzz / "no_bots.cpp").read_text()))
    for unit in units:
        for file in (unit, unit.with_suffix(".hpp")):
            if not file.exists():
                continue
            for header in INCLUDE.findall(file.read_text()):
                needed = source / f"{header}.cpp"
                if needed.exists() and needed not in units and header not in stand_ins:
                    yield (f"{file.relative_to(source)}: needs {header}.cpp, which the fuzz targets "
                           f"leave out; include less, or leave {unit.name} out in "
                           "tests/fuzz/CMakeLists.txt too")


if __name__ == "__main__":
    findings.report(
        wrong_in,
        "what the fuzz targets compile needs nothing that they leave out")
