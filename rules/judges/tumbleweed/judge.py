"""Tumbleweed: a judge for Referee. The arguments are the length of a side, and `pie` or `no-pie`.

The page of a contest may say other things than the general rules do. What it may change is in the
part THE CONTEST'S PAGE below.
"""

import sys

import referee_judge

SIZE = int(sys.argv[1]) if len(sys.argv) > 1 else 8
PIE = sys.argv[2] != "no-pie" if len(sys.argv) > 2 else True

# ---- THE CONTEST'S PAGE ----

PASS = "pass"
SWAP = "swap"
NEUTRAL_HEIGHT = 2
PASSES_TO_END = 2


def name_of(row, number):
    """A cell: rows from the top, numbers from the left, both from 0."""
    return f"{'abcdefghijklmnopqrstu'[row]}{number + 1}"


def set_up_text(red, white):
    """The line with the cells of the first two stacks."""
    return red + white


def scores_of(red, white):
    """Of the cells that each colour has, occupied and controlled."""
    return (2, 0) if red > white else (0, 2) if red < white else (1, 1)


# ---- THE BOARD ----

RED, WHITE, NEUTRAL = 1, 2, 3
PLACES = {}  # x in half cells and row: the cell's name
for y in range(2 * SIZE - 1):
    indent = abs(y - (SIZE - 1))
    for number in range(2 * SIZE - 1 - indent):
        PLACES[(indent + 2 * number, y)] = name_of(y, number)
CELLS = list(PLACES.values())
MIDDLE = PLACES[(2 * SIZE - 2, SIZE - 1)]
OTHERS = [name for name in CELLS if name != MIDDLE]
OPPOSITE = {name: PLACES[(4 * SIZE - 4 - x, 2 * SIZE - 2 - y)] for (x, y), name in PLACES.items()}


def ray(x, y, step):
    cells = []
    while (x := x + step[0], y := y + step[1]) in PLACES:
        cells.append(PLACES[(x, y)])
    return cells


STEPS = ((2, 0), (-2, 0), (1, 1), (1, -1), (-1, 1), (-1, -1))
RAYS = {name: [ray(x, y, step) for step in STEPS] for (x, y), name in PLACES.items()}


def set_up_of(line):
    """The cells of the first two stacks; nothing if this is no such line."""
    for length in (2, 3):
        red, white = line[:length], line[length:]
        if red in OTHERS and white in OTHERS and red != white and set_up_text(red, white) == line:
            return red, white
    return None


class Tumbleweed(referee_judge.Game):
    def deal(self, seed):
        if PIE:
            return ""
        red = OTHERS[referee_judge.Stream(seed).below(len(OTHERS))]
        return set_up_text(red, OPPOSITE[red])

    def start(self, deal):
        self.stacks = {MIDDLE: (NEUTRAL, NEUTRAL_HEIGHT)}  # cell: colour and height
        self.colours = {1: WHITE, 2: RED}  # of the seats
        self.plies = 0
        self.passes = 0
        self.last = []
        if PIE:
            if deal:
                raise referee_judge.Illegal("with the pie rule the deal is empty")
            return 1
        self.colours = {1: RED, 2: WHITE}
        if not set_up_of(deal):
            raise referee_judge.Illegal("a deal is the cells of a red and of a white stack")
        self.put_first(deal)
        for seat in (1, 2):
            self.tell(seat, deal)
        return 1

    def put_first(self, line):
        red, white = set_up_of(line)
        self.stacks[red] = (RED, 1)
        self.stacks[white] = (WHITE, 1)
        self.last = [red, white]

    def setting_up(self):
        return PIE and self.plies == 0

    def may_swap(self):
        return PIE and self.plies == 1

    def seen(self, cell):
        """How many stacks of each colour see this cell."""
        counts = [0, 0, 0, 0]
        for cells in RAYS[cell]:
            for name in cells:
                stack = self.stacks.get(name)
                if stack:
                    counts[stack[0]] += 1
                    break
        return counts

    def legal(self):
        if self.setting_up():
            return [set_up_text(red, white) for red in OTHERS for white in OTHERS if red != white]
        colour = self.colours[self.to_move]
        moves = [cell for cell in CELLS if self.seen(cell)[colour] > self.height(cell)]
        return moves + [PASS] + ([SWAP] if self.may_swap() else [])

    def height(self, cell):
        return self.stacks[cell][1] if cell in self.stacks else 0

    def why_not(self, line):
        if self.setting_up():
            return None if set_up_of(line) else "two cells are due, neither of them the middle"
        if line == PASS or (line == SWAP and self.may_swap()):
            return None
        if line not in RAYS:
            return f"{referee_judge.quoted(line)} is not a cell, {CELLS[0]} to {CELLS[-1]}"
        height = self.seen(line)[self.colours[self.to_move]]
        if height == 0:
            return f"no stack of yours sees {line}"
        if height <= self.height(line):
            return f"a stack of {height} is not higher than that on {line}"
        return None

    def play(self, seat, move):
        self.passes = self.passes + 1 if move == PASS else 0
        self.last = []
        if self.setting_up():
            self.put_first(move)
        elif move == SWAP:
            self.colours = {1: RED, 2: WHITE}
        elif move != PASS:
            colour = self.colours[seat]
            self.stacks[move] = (colour, self.seen(move)[colour])
            self.last = [move]
        self.plies += 1
        return 0 if self.passes == PASSES_TO_END else 3 - seat

    def territory(self):
        """The cells that each colour has."""
        counts = [0, 0, 0, 0]
        for cell in CELLS:
            if cell in self.stacks:
                counts[self.stacks[cell][0]] += 1
                continue
            seen = self.seen(cell)
            if seen[RED] != seen[WHITE]:
                counts[RED if seen[RED] > seen[WHITE] else WHITE] += 1
        return counts

    def points(self):
        counts = self.territory()
        return (counts[self.colours[1]], counts[self.colours[2]])

    def result(self):
        counts = self.territory()
        scores = scores_of(counts[RED], counts[WHITE])
        return scores if self.colours[1] == RED else scores[::-1]

    def draw(self):
        lines = []
        for y in range(2 * SIZE - 1):
            row = [(x, name) for (x, place_y), name in PLACES.items() if place_y == y]
            signs = []
            for _, name in row:
                colour, height = self.stacks.get(name, (0, 0))
                signs.append(f"{'.rwn'[colour]}{height or '.'}")
            lines.append(f"{row[0][1][0]} {' ' * (3 * row[0][0] // 2)}{' '.join(signs)}")
        return "\n".join(lines)

    @staticmethod
    def layout():
        rows = [(abs(y - (SIZE - 1)) - 2, y) for y in range(2 * SIZE - 1)]
        return {
            "shape": "hexagon",
            "cells": [[name, x, y] for (x, y), name in PLACES.items()],
            "labels": [[name_of(y, 0)[0], x, y] for x, y in rows],
        }

    def scene(self):
        looks = {RED: ["red", "r"], WHITE: ["white", "w"], NEUTRAL: ["gray", "n"]}
        points = self.points()
        scene = {
            "cells": {name: looks[c] + [str(height)] for name, (c, height) in self.stacks.items()},
            "marks": [["last", 0, 0, self.last]] if self.last else [],
            "parts": [[seat, "cells", points[seat - 1]] for seat in (1, 2)],
            "seats": [looks[self.colours[seat]] + [""] for seat in (1, 2)],
            "status": "put a stack or pass" if self.to_move else "over",
        }
        if not self.to_move:
            return scene
        if self.setting_up():
            scene["status"] = "write two cells, for the red and for the white stack"
        else:
            names = [name for name in self.moves() if name in (PASS, SWAP)]
            options = [{"name": name, "text": name, "key": name[0], "ghosts": []} for name in names]
            groups = [{"options": list(range(len(names))), "cells": []}]
            cells = [name for name in self.moves() if name in RAYS]
            groups += [{"options": [], "cells": cells}] if cells else []
            scene["input"] = {"options": options, "groups": groups}
        return scene


referee_judge.run(Tumbleweed)
