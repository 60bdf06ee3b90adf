"""Tumbleweed: a move that is certainly legal, chosen at random: a cell beside a stack of its own that
is empty, or `pass`. The same moves in each game."""

import random
import sys

SIZE = 8
random.seed(int(sys.argv[1]) if len(sys.argv) > 1 else 1)
PLACES = {}  # x in half cells and row: the cell's name
for y in range(2 * SIZE - 1):
    indent = abs(y - (SIZE - 1))
    for number in range(2 * SIZE - 1 - indent):
        PLACES[(indent + 2 * number, y)] = "abcdefghijklmno"[y] + str(number + 1)
WHERE = {name: place for place, name in PLACES.items()}
STEPS = ((2, 0), (-2, 0), (1, 1), (1, -1), (-1, 1), (-1, -1))


def near(cell):
    x, y = WHERE[cell]
    return [PLACES[(x + a, y + b)] for a, b in STEPS if (x + a, y + b) in PLACES]


taken, mine, theirs = {"h8"}, set(), set()
for line in sys.stdin:
    heard = line.strip()
    if heard == "Quit":
        break
    if heard == "Start":
        red, white = random.sample(sorted(set(WHERE) - taken), 2)
        taken |= {red, white}
        mine, theirs = {white}, {red}
        print(red + white, flush=True)
        continue
    if heard == "swap":
        mine, theirs = theirs, mine
    elif heard != "pass" and len(taken) == 1:
        cut = 2 if heard[2].isalpha() else 3
        mine, theirs = {heard[:cut]}, {heard[cut:]}
        taken |= mine | theirs
    elif heard != "pass":
        taken.add(heard)
        theirs.add(heard)
        mine.discard(heard)
    cells = sorted({cell for own in mine for cell in near(own)} - taken)
    move = random.choice(cells) if cells else "pass"
    if move != "pass":
        taken.add(move)
        mine.add(move)
    print(move, flush=True)
