"""Hex with the swap rule: a judge for Referee. The argument is the size of the board."""

import sys

import referee_judge

SIZE = int(sys.argv[1]) if len(sys.argv) > 1 else 11
COLUMNS = "abcdefghijklmnopqrs"[:SIZE]
CELLS = [(column, row) for row in range(SIZE) for column in range(SIZE)]
NAMES = {cell: f"{COLUMNS[cell[0]]}{cell[1] + 1}" for cell in CELLS}
CELL_NAMED = {name: cell for cell, name in NAMES.items()}


def neighbours(cell):
    column, row = cell
    steps = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1))
    return [(column + x, row + y) for x, y in steps if (column + x, row + y) in NAMES]


NEIGHBOURS = {cell: neighbours(cell) for cell in CELLS}
# Red joins the first and the last row, Blue the first and the last column.
SIDES = [
    ["side", seat, 0, [NAMES[cell] for cell in CELLS if cell[along] == end]]
    for seat, along in ((1, 1), (2, 0))
    for end in (0, SIZE - 1)
]


class Hex(referee_judge.Game):
    forfeit_scores = (0, 1)

    def start(self, deal):
        if deal:
            raise referee_judge.Illegal(f"the deal must be empty, not {referee_judge.quoted(deal)}")
        self.stones = {}  # cell: seat
        self.plies = 0
        self.last = None
        self.winner = 0
        return 1

    def legal(self):
        free = [name for cell, name in NAMES.items() if cell not in self.stones]
        return free + ["swap"] if self.plies == 1 else free

    def why_not(self, line):
        if line == "swap":
            return None if self.plies == 1 else "swap is Blue's first move or none"
        if line not in CELL_NAMED:
            return f"{referee_judge.quoted(line)} is not a cell, a1 to {NAMES[CELLS[-1]]}"
        return f"{line} is taken" if CELL_NAMED[line] in self.stones else None

    def play(self, seat, move):
        if move == "swap":
            column, row = self.last
            self.stones.clear()
            self.last = (row, column)
        else:
            self.last = CELL_NAMED[move]
        self.stones[self.last] = seat
        self.plies += 1
        if self.connects(self.last, seat):
            self.winner = seat
        return 0 if self.winner else 3 - seat

    def connects(self, cell, seat):
        """Whether the chain with this cell leads from one side of its seat to the other."""
        along = 1 if seat == 1 else 0  # Red goes from row to row, Blue from column to column
        chain, ends, to_do = {cell}, set(), [cell]
        while to_do:
            cell = to_do.pop()
            ends.add(cell[along])
            for near in NEIGHBOURS[cell]:
                if near not in chain and self.stones.get(near) == seat:
                    chain.add(near)
                    to_do.append(near)
        return 0 in ends and SIZE - 1 in ends

    def result(self):
        return (int(self.winner == 1), int(self.winner == 2))

    def draw(self):
        lines = [" " + " ".join(COLUMNS)]
        for row in range(SIZE):
            marks = (".RB"[self.stones.get((column, row), 0)] for column in range(SIZE))
            lines.append(" " * row + f"{row + 1:2} " + " ".join(marks))
        return "\n".join(lines)

    @staticmethod
    def layout():
        return {
            "shape": "hexagon",
            "cells": [[name, 2 * column + row, row] for (column, row), name in NAMES.items()],
            "labels": [[letter, 2 * i - 1, -1] for i, letter in enumerate(COLUMNS)]
            + [[str(row + 1), row - 2, row] for row in range(SIZE)],
        }

    def scene(self):
        looks = {1: ["red", "R", ""], 2: ["blue", "B", ""]}
        scene = {
            "cells": {NAMES[cell]: looks[seat] for cell, seat in self.stones.items()},
            "marks": SIDES + ([["last", 0, 0, [NAMES[self.last]]]] if self.last else []),
            "seats": [looks[1], looks[2]],
            "status": "take a cell" if self.to_move else "over",
        }
        if self.plies == 1 and self.to_move:  # `swap` is not a cell
            free = [name for name in self.moves() if name != "swap"]
            swap = {"name": "swap", "text": "swap sides", "key": "s", "ghosts": []}
            groups = [{"options": [], "cells": free}, {"options": [0], "cells": []}]
            scene["input"] = {"options": [swap], "groups": groups}
        return scene


referee_judge.run(Hex)
