#!/usr/bin/env python3
"""Checks that a comment in a header speaks of what stands below it.

    heads.py SOURCE_FOLDER    exit code 1 and a line for each finding

A header begins with what it is for. A block of comment further down that an empty line follows speaks
of nothing: it is the beginning of another file that was put into this one, or what it spoke of has
moved. A line of dashes, `// ---- title`, is a title and may stand alone, and so may words to
clang-format and clang-tidy.
"""
import re

import findings

COMMENT = re.compile(r"\s*//")
ALONE = re.compile(r"\s*// (?:-{3}|clang-format (?:on|off)|NOLINT)")


def blocks(lines):
    """The blocks of comment lines: the first line and the one after the last, from 0."""
    begin = None
    for number, line in enumerate([*lines, ""]):
        if COMMENT.match(line):
            begin = number if begin is None else begin
        elif begin is not None:
            yield begin, number
            begin = None


def wrong_in(source):
    for file in sorted([*source.glob("referee/**/*.hpp"), *source.glob("rules/**/*.hpp")]):
        name = file.relative_to(source).as_posix()
        lines = file.read_text().splitlines()
        if not lines or not COMMENT.match(lines[0]):
            yield f"{name}:1: begins with no comment that says what the header is for"
        for begin, end in blocks(lines):
            if begin == 0 or ALONE.match(lines[begin]):
                continue
            if end == len(lines) or not lines[end].strip():
                yield (f"{name}:{begin + 1}: a comment that speaks of nothing: an empty line follows; "
                       "join it to what it speaks of, or part the header")


if __name__ == "__main__":
    findings.report(wrong_in, "each comment in a header stands at what it speaks of")
