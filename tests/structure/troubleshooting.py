#!/usr/bin/env python3
"""Checks that docs/reference/troubleshooting.md speaks of the messages that there are.

    troubleshooting.py SOURCE_FOLDER    exit code 1 and a line for each finding

- Each heading `### ` is a message of the program: what stands between its `...` occurs, in that
  order, in one text of the sources.
- Each kind of fault has a heading `## `, and none is there for a kind that does not exist.
"""
import re

import findings

PAGE = "docs/reference/troubleshooting.md"
KINDS = "referee/machine/bot/fault.hpp"
# Words of the system, not ours.
OF_THE_SYSTEM = {"No space left on device"}

LITERALS = re.compile(r'"(?:[^"\\\n]|\\.)*"(?:\s*"(?:[^"\\\n]|\\.)*")*')
LITERAL = re.compile(r'"((?:[^"\\\n]|\\.)*)"')


def texts(source):
    """All texts in the sources, those joined that the compiler joins."""
    for file in sorted((source / "referee").rglob("*.[ch]pp")):
        code = re.sub(r"^\s*#\s*include.*|//.*", "", file.read_text(), flags=re.MULTILINE)
        for joined in LITERALS.findall(code):
            yield "".join(LITERAL.findall(joined)).replace(r"\"", '"')


def wrong_messages(page, known):
    for line in page.splitlines():
        heading = re.fullmatch(r"### `(.*)`", line)
        if line.startswith("### ") and not heading:
            yield f"{PAGE}: '{line}': a heading is one message in backquotes"
        if not heading or heading[1] in OF_THE_SYSTEM:
            continue
        pattern = ".*".join(re.escape(part.strip()) for part in heading[1].split("..."))
        if not any(re.search(pattern, text) for text in known):
            yield f"{PAGE}: no message of the program reads '{heading[1]}'"


def wrong_kinds(page, source):
    names = re.search(r"fault_names\{([^}]*)\}", (source / KINDS).read_text())[1]
    kinds = LITERAL.findall(names)
    headings = re.findall(r"^## `(\w+)`", page, re.MULTILINE)
    for kind in kinds:
        if kind not in headings:
            yield f"{PAGE}: has no section on faults of the kind {kind}"
    for heading in headings:
        if heading not in kinds:
            yield f"{PAGE}: there is no fault of the kind {heading}"


def wrong_in(source):
    page = (source / PAGE).read_text()
    return [*wrong_messages(page, list(texts(source))), *wrong_kinds(page, source)]


if __name__ == "__main__":
    findings.report(wrong_in)
