"""Tumbleweed: the move after which it has the most cells more than its opponent."""

import sys

SIZE = 8
STEPS = ((2, 0), (-2, 0), (1, 1), (1, -1), (-1, 1), (-1, -1))
PLACES = {}  # x in half cells and row: the cell's name
for y in range(2 * SIZE - 1):
    indent = abs(y - (SIZE - 1))
    for number in range(2 * SIZE - 1 - indent):
        PLACES[(indent + 2 * number, y)] = "abcdefghijklmno"[y] + str(number + 1)
WHERE = {name: place for place, name in PLACES.items()}
RED, WHITE, NEUTRAL = 0, 1, 2


def rays(name):
    for step in STEPS:
        x, y = WHERE[name]
        cells = []
        while (x := x + step[0], y := y + step[1]) in PLACES:
            cells.append(PLACES[(x, y)])
        yield cells


RAYS = {name: list(rays(name)) for name in WHERE}


def seen(stacks, cell):
    counts = [0, 0, 0]
    for cells in RAYS[cell]:
        for name in cells:
            if name in stacks:
                counts[stacks[name][0]] += 1
                break
    return counts


def ahead(stacks):
    """How many cells more Red has than White."""
    sum_of = 0
    for cell in WHERE:
        if cell in stacks:
            sum_of += {RED: 1, WHITE: -1, NEUTRAL: 0}[stacks[cell][0]]
        else:
            red, white, _ = seen(stacks, cell)
            sum_of += (red > white) - (red < white)
    return sum_of


def choose(stacks, colour):
    sign = 1 if colour == RED else -1
    best, best_gain = "pass", sign * ahead(stacks)
    for cell in WHERE:
        height = seen(stacks, cell)[colour]
        if height <= stacks.get(cell, (0, 0))[1]:
            continue
        gain = sign * ahead({**stacks, cell: (colour, height)})
        if gain > best_gain:
            best, best_gain = cell, gain
    return best


def put(stacks, cell, colour):
    stacks[cell] = (colour, seen(stacks, cell)[colour])


def main():
    stacks = {"h8": (NEUTRAL, 2)}
    colour = RED
    for line in sys.stdin:
        heard = line.strip()
        if heard == "Quit":
            break
        if heard == "Start":
            colour = WHITE
            stacks.update(e5=(RED, 1), k7=(WHITE, 1))
            print("e5k7", flush=True)
            continue
        if heard == "swap":
            colour = RED
        elif heard != "pass" and len(stacks) == 1:
            cut = 2 if heard[2].isalpha() else 3
            stacks[heard[:cut]] = (RED, 1)
            stacks[heard[cut:]] = (WHITE, 1)
        elif heard != "pass":
            put(stacks, heard, 1 - colour)
        move = choose(stacks, colour)
        if move != "pass":
            put(stacks, move, colour)
        print(move, flush=True)


main()
