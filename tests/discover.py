#!/usr/bin/env python3
"""Writes what ctest has to know of the tests in one program.

    discover.py PROGRAM NAME FOLDER OUTPUT [--timeout SECONDS] [--serial] [--any-order]
                [--first-in-path FOLDER] [--label LABEL PATTERN]...

Each test becomes NAME.SUITE.TEST. Its labels are NAME, the folders below FOLDER that its source is in
(its room), each LABEL one of whose patterns fits SUITE.TEST or ROOM/FILE.cpp, and `quick` if it
has none of the labels of LATER. The timeout is for quick tests only. With --any-order NAME.in_any_order,
which is thorough, runs all the quick ones in one process, in an order that it draws.
"""
import argparse
import fnmatch
import json
import os
import pathlib
import subprocess
import tempfile

# What the quick part leaves out.
LATER = {"thorough", "languages"}


def listed(program):
    """The tests of a program: name and source file of each."""
    with tempfile.TemporaryDirectory() as folder:
        output = pathlib.Path(folder) / "tests.json"
        subprocess.run([program, "--gtest_list_tests", f"--gtest_output=json:{output}"], check=True,
                       stdout=subprocess.DEVNULL)
        for suite in json.loads(output.read_text())["testsuites"]:
            for test in suite["testsuite"]:
                yield f"{suite['name']}.{test['name']}", test["file"]


def entry(args, test, words, properties):
    """What ctest has to know of one test."""
    if args.first_in_path:
        properties = [*properties, "ENVIRONMENT_MODIFICATION", f"PATH=path_list_prepend:{args.first_in_path}"]
    name = f"[==[{args.name}.{test}]==]"
    command = " ".join(f"[==[{word}]==]" for word in (args.program, *words))
    return f"add_test({name} {command})\nset_tests_properties({name} PROPERTIES {' '.join(properties)})\n"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("name")
    parser.add_argument("folder")
    parser.add_argument("output")
    parser.add_argument("--timeout", type=int)
    parser.add_argument("--serial", action="store_true")
    parser.add_argument("--any-order", action="store_true")
    parser.add_argument("--first-in-path")
    parser.add_argument("--label", nargs=2, action="append", default=[])
    args = parser.parse_args()
    lines, used, later = [], set(), []
    for test, source in listed(args.program):
        source = os.path.relpath(source, args.folder)
        labels = [args.name]
        labels += [room for room in pathlib.PurePosixPath(source).parent.parts if room != args.name]
        for label, pattern in args.label:
            if fnmatch.fnmatchcase(test, pattern) or fnmatch.fnmatchcase(source, pattern):
                used.add(pattern)
                if label not in labels:
                    labels.append(label)
        quick = not LATER & set(labels)
        if not quick:
            later.append(test)
        properties = ["LABELS", f"\"{';'.join(labels + ['quick'] * quick)}\"",
                      "SKIP_REGULAR_EXPRESSION", "[==[\\[  SKIPPED \\]]==]"]
        if quick and args.timeout:
            properties += ["TIMEOUT", str(args.timeout)]
        if args.serial:
            properties += ["RUN_SERIAL", "TRUE"]
        lines.append(entry(args, test, [f"--gtest_filter={test}"], properties))
    if args.any_order and len(lines) > len(later):
        words = ["--gtest_shuffle", "--gtest_brief=1", f"--gtest_filter=-{':'.join(later)}"]
        lines.append(entry(args, "in_any_order", words, ["LABELS", f'"{args.name};thorough"']))
    unused = {pattern for _, pattern in args.label} - used
    if unused:
        raise SystemExit(f"{args.name}: no test fits {', '.join(sorted(unused))}; see its CMakeLists.txt")
    pathlib.Path(args.output).write_text("".join(lines))


if __name__ == "__main__":
    main()
