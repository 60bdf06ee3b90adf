"""Plays an engine's side of a recorded conversation: says its lines (`<`), and expects those of the
other side (`>`) letter by letter.

    recorded.py FILE
"""

import sys

with open(sys.argv[1], encoding="utf-8") as conversation:
    for line in conversation:
        if line.startswith("< "):
            print(line[2:], end="", flush=True)
        elif (heard := sys.stdin.readline()) != line[2:]:
            sys.exit(f"expected {line[2:]!r}, read {heard!r}")
