"""Goofspiel: for each prize the card with its value."""

import sys

for _ in range(13):
    prize = sys.stdin.readline().strip()
    print(prize, flush=True)
    sys.stdin.readline()  # the opponent's card, at last Quit
