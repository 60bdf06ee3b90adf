"""Goofspiel: for each prize the card with its value."""

import sys


def read():
    return sys.stdin.readline().strip() or "Quit"


while (prize := read()) != "Quit":
    print(prize, flush=True)
    if read() == "Quit":  # or the opponent's card
        break
