#!/usr/bin/env python3
"""Plays Sudoku (CodeCup 2024): where few solutions are left, it looks two moves ahead.

The protocol, one word a line: `Start` if you begin, and after that only the opponent's
moves. A move is `Dg7`: row, column and digit. `!` behind it, or alone, claims that the grid
has exactly one solution. `Quit` ends the game.

Same input, same moves. An optional argument, a number, makes other games.
"""

import random
import sys

CELLS = [row + column for row in "ABCDEFGHI" for column in "abcdefghi"]
MOST = 40  # solutions that are looked at
ALL = 0b1111111110  # bit d stands for the digit d
COUNT = [bin(digits).count("1") for digits in range(1024)]


def box(cell):
    return cell // 27 * 3 + cell % 9 // 3


class Grid:
    def __init__(self):
        self.digits = [0] * 81
        # The digits that each row, column and box has.
        self.rows, self.columns, self.boxes = [0] * 9, [0] * 9, [0] * 9
        self.steps = 0  # that solve() may still take

    def flip(self, cell, digit):
        """Puts a digit into a cell, or takes it out again."""
        self.digits[cell] ^= digit
        for taken, line in ((self.rows, cell // 9), (self.columns, cell % 9), (self.boxes, box(cell))):
            taken[line] ^= 1 << digit

    def play(self, move):
        if move != "!":
            self.flip(CELLS.index(move[:2]), int(move[2]))

    def solve(self, empty, found):
        """Adds solutions until there are MOST, or until no steps are left."""
        self.steps -= 1
        if self.steps <= 0:
            return
        if not empty:
            found.append(self.digits[:])
            return
        best, free = None, ALL
        for cell in empty:
            left = ALL & ~(self.rows[cell // 9] | self.columns[cell % 9] | self.boxes[box(cell)])
            if best is None or COUNT[left] < COUNT[free]:
                best, free = cell, left
                if COUNT[left] < 2:
                    break
        rest = [cell for cell in empty if cell != best]
        for digit in random.sample(range(1, 10), 9):
            if free >> digit & 1 and len(found) < MOST and self.steps > 0:
                self.flip(best, digit)
                self.solve(rest, found)
                self.flip(best, digit)


def choices(solutions):
    """By move: the solutions that it leaves. A move leaves some, and not all."""
    left = {}
    for cell in range(81):
        for solution in solutions:
            left.setdefault((cell, solution[cell]), []).append(solution)
    return {move: some for move, some in left.items() if len(some) < len(solutions)}


def choose(grid):
    found, limit = [], 1000
    # A wrong digit in a grid with few of them can cost minutes; another order of digits does not.
    while grid.steps <= 0 and len(found) < 2:
        found, grid.steps, limit = [], limit, 2 * limit
        grid.solve([cell for cell in range(81) if not grid.digits[cell]], found)
    all_of_them = grid.steps > 0 and len(found) < MOST
    grid.steps = 0
    if len(found) == 1:
        return "!"
    moves = choices(found)
    cell, digit = random.choice(list(moves))
    if all_of_them:
        for (at, what), left in moves.items():
            if len(left) == 1:
                return f"{CELLS[at]}{what}!"
        # Not one after which the opponent claims.
        safe = [move for move, left in moves.items() if all(len(one) > 1 for one in choices(left).values())]
        if safe:
            cell, digit = random.choice(safe)
    return f"{CELLS[cell]}{digit}"


def main():
    random.seed(int(sys.argv[1]) if len(sys.argv) > 1 else 0)
    grid = Grid()
    for line in sys.stdin:
        word = line.strip()
        if word == "Quit":
            return
        if word != "Start":
            grid.play(word)
        move = choose(grid)
        grid.play(move)
        print(move, flush=True)


main()
