#!/usr/bin/env python3
"""Checks that what the documents link to, and the pages that any file names, exist.

    pages.py SOURCE_FOLDER    exit code 1 and a line for each finding

- A link of a page in Markdown leads to a file, and its `#part` to a heading of that page.
- A path `docs/...` or `tests/...` of a page or schema, in any file of the project, exists.
- So does a path in backquotes that begins with a folder of the project, or with a storey, a folder
  of referee/, in a page.
"""
import re

import findings

LINK = re.compile(r"\]\(([^)\s]+)\)")
NAMED = re.compile(r"\b(?:docs|tests)/[a-z0-9_/-]+\.(?:md|schema\.json|png)\b")
QUOTED = re.compile(r"`((?:referee|rules|tests|scripts|bots|configs|cmake)/[\w./-]*)`")
BELOW = re.compile(r"`((?:base|machine|play|run|analysis|show|cli)/[\w./-]*)`")
FOLDERS = ("bots", "cmake", "configs", "docs", "referee", "rules", "scripts", "tests", ".github")
SKIPPED = {"node_modules", "__pycache__"}


def anchors(page):
    """Of each heading, as GitHub makes them."""
    for heading in re.findall(r"^#+ (.*)$", page, re.MULTILINE):
        text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading.strip().lower())
        yield re.sub(r"[^\w\- ]", "", text).replace(" ", "-")


def files(source):
    for top in (*source.glob("*"), *(source / name for name in FOLDERS)):
        for file in [top] if top.is_file() else top.rglob("*") if top.name in FOLDERS else []:
            if file.is_file() and not SKIPPED & set(file.parts):
                yield file


def wrong_in(source):
    for file in sorted(set(files(source))):
        try:
            text = file.read_text()
        except UnicodeDecodeError:
            continue
        name = file.relative_to(source)
        # A changelog speaks of the past, and the tests of these checks break things on purpose.
        if name.name != "CHANGELOG.md" and not name.match("tests/structure/*_test.py"):
            for path in sorted(set(NAMED.findall(text))):
                if not (source / path).is_file():
                    yield f"{name}: names {path}, which does not exist"
        if file.suffix != ".md":
            continue
        below = [f"referee/{path}" for path in BELOW.findall(text)]
        for path in QUOTED.findall(text) + below if name.name != "CHANGELOG.md" else ():
            # NAME is to be filled in.
            if not re.search(r"[A-Z]{4}", path) and not (source / path).exists():
                yield f"{name}: names {path}, which does not exist"
        for target in LINK.findall(text):
            if re.match(r"[a-z]+:", target):
                continue
            path, _, part = target.partition("#")
            page = file.parent / path if path else file
            if not page.exists():
                yield f"{name}: links to {target}: there is no such file"
            elif part and part not in anchors(page.read_text()):
                yield f"{name}: links to {target}: that page has no such heading"


if __name__ == "__main__":
    findings.report(wrong_in)
