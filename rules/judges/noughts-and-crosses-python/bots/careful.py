"""Noughts and Crosses: wins if it can, else prevents that its opponent wins."""

import sys

SQUARES = ["b2", "a1", "c1", "a3", "c3", "b1", "a2", "c2", "b3"]  # the best ones first
ROWS = ["a1 b1 c1", "a2 b2 c2", "a3 b3 c3", "a1 a2 a3", "b1 b2 b3", "c1 c2 c3", "a1 b2 c3", "a3 b2 c1"]
owner = {}


def third_of(who):
    """The square that gives this player three in a row, or nothing."""
    for row in ROWS:
        squares = row.split()
        free = [square for square in squares if square not in owner]
        if len(free) == 1 and sum(owner.get(square) == who for square in squares) == 2:
            return free[0]
    return None


for line in sys.stdin:
    heard = line.strip()
    if heard == "Quit":
        break
    if heard != "Start":
        owner[heard] = "other"
    move = third_of("own") or third_of("other") or next(s for s in SQUARES if s not in owner)
    owner[move] = "own"
    print(move, flush=True)
