"""Noughts and Crosses: any free square, the same ones in each game."""

import random
import sys

random.seed(int(sys.argv[1]) if len(sys.argv) > 1 else 1)
free = [column + row for row in "123" for column in "abc"]
for line in sys.stdin:
    heard = line.strip()
    if heard == "Quit":
        break
    if heard != "Start":
        free.remove(heard)
    move = random.choice(free)
    free.remove(move)
    print(move, flush=True)
