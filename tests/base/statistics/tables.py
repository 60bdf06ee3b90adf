#!/usr/bin/env python3
"""The documents that are tables of simulations.

    tables.py renew DOCUMENT PROGRAM TABLE       has the program write this table, in the document
    tables.py check DOCUMENT PROGRAM TABLE LAW   each row that the program prints for this law must
                                                 be in the document
"""
import pathlib
import re
import subprocess
import sys

# "## Pairs, in batches, 10,000 runs each": what is before the runs names the table.
TITLE = re.compile(r"^## (.*), [\d,]+ runs each$", re.MULTILINE)


def printed(program, *arguments):
    return subprocess.run([program, *arguments], stdout=subprocess.PIPE, text=True, check=True).stdout


def sections(text):
    """What is before the first table, and the tables by their titles, in their order."""
    head, *parts = re.split(r"^(?=## )", text, flags=re.MULTILINE)
    tables = {}
    for part in parts:
        title = TITLE.match(part)
        if title is None:
            sys.exit(f"not the title of a table: {part.splitlines()[0]}")
        tables[title[1]] = part.rstrip("\n") + "\n"
    return head, tables


def renew(document, program, table):
    _, old = sections(document.read_text())
    head, new = sections(printed(program, table))
    if len(new) != 1:
        sys.exit(f"{program} prints {len(new)} tables for '{table}'")
    document.write_text(head + "\n".join({**old, **new}.values()))


def check(document, program, table, law):
    known = set(document.read_text().splitlines())
    lines = printed(program, table, law).splitlines()
    # Its head has one such line.
    if sum(line.startswith("| ") for line in lines) < 2:
        sys.exit(f"{program} prints no row for '{table}', '{law}'")
    wrong = [line for line in lines if line not in known]
    if wrong:
        sys.exit(f"{document} does not have these lines; renew '{table}':\n" + "\n".join(wrong))


def main():
    actions = {("renew", 3): renew, ("check", 4): check}
    arguments = sys.argv[2:]
    action = actions.get((sys.argv[1] if len(sys.argv) > 1 else "", len(arguments)))
    if action is None:
        sys.exit(__doc__)
    action(pathlib.Path(arguments[0]), *arguments[1:])


main()
