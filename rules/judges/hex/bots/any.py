"""Hex: any legal move, the same ones in each game."""

import random
import sys

SIZE = 11
random.seed(int(sys.argv[1]) if len(sys.argv) > 1 else 1)
free = [f"{column}{row}" for row in range(1, SIZE + 1) for column in "abcdefghijk"]

for line in sys.stdin:
    heard = line.strip()
    if heard == "Quit":
        break
    if heard == "swap":
        free = [f"{c}{r}" for r in range(1, SIZE + 1) for c in "abcdefghijk"]
        column, row = "abcdefghijk".index(mine[0]), int(mine[1:])
        heard = "abcdefghijk"[row - 1] + str(column + 1)
    if heard != "Start":
        free.remove(heard)
    mine = random.choice(free)
    free.remove(mine)
    print(mine, flush=True)
