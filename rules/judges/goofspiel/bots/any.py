"""Goofspiel: any card, the same ones in each game."""

import random
import sys


def read():
    return sys.stdin.readline().strip() or "Quit"


random.seed(int(sys.argv[1]) if len(sys.argv) > 1 else 1)
cards = list(range(1, 14))
random.shuffle(cards)
while read() != "Quit":  # the prize
    print(cards.pop(), flush=True)
    if read() == "Quit":  # or the opponent's card
        break
