#!/usr/bin/env python3
"""Compares a part of a table of simulations with the document that has all of it.

    tables_test.py DOCUMENT PROGRAM [ARGUMENT...]    each line that the program prints must be in
                                                     the document
"""
import pathlib
import subprocess
import sys

document, *command = sys.argv[1:]
known = set(pathlib.Path(document).read_text().splitlines())
lines = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()
if sum(line.startswith("| ") for line in lines) < 2:
    sys.exit(f"{command} prints no table")
wrong = [line for line in lines if line not in known]
if wrong:
    sys.exit(f"{document} does not have these lines; write it again:\n" + "\n".join(wrong))
