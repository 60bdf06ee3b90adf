"""Goofspiel: any card, the same ones in each game."""

import random
import sys

random.seed(int(sys.argv[1]) if len(sys.argv) > 1 else 1)
cards = list(range(1, 14))
random.shuffle(cards)
for card in cards:
    prize = sys.stdin.readline()
    print(card, flush=True)
    sys.stdin.readline()  # the opponent's card, at last Quit
