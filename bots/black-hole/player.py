#!/usr/bin/env python3
"""Plays Black Hole (CodeCup 2018): the move after which the free fields look best.

Every free field may become the hole. Its balance is what it would bring: my stones
around it minus the opponent's.

The protocol, one word a line. Before the game: five lines, the brown fields. Then
`Start` if you begin (you are red), and after that only the opponent's moves. A move
is `A3=6`: field and value. `Quit` at the end. Same input, same moves.
"""

import sys

# A has 8 fields, B 7, ... H 1. Neighbours: (u+-1, v), (u, v+-1), (u+1, v-1), (u-1, v+1)
# with u the letter and v the digit.
NAMES = [f"{'ABCDEFGH'[u]}{v}" for u in range(8) for v in range(1, 9 - u)]
STEPS = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1)]
AROUND = {n: [chr(ord(n[0]) + du) + str(int(n[1]) + dv) for du, dv in STEPS] for n in NAMES}
NEIGHBOURS = {name: [n for n in around if n in NAMES] for name, around in AROUND.items()}


class Position:
    def __init__(self):
        self.balance = dict.fromkeys(NAMES, 0)  # mine minus the opponent's
        self.free = list(NAMES)
        self.values = list(range(15, 0, -1))  # mine that are left

    def play(self, field, amount):
        """A stone: brown is 0, the opponent's count negative."""
        self.free.remove(field)
        for neighbour in NEIGHBOURS[field]:
            self.balance[neighbour] += amount

    def mean_after(self, field, value):
        """The mean balance of the fields that are still free after this move."""
        total = sum(self.balance[f] for f in self.free if f != field)
        total += value * sum(f in self.free for f in NEIGHBOURS[field])
        return total / (len(self.free) - 1)

    def best_move(self):
        moves = [(field, value) for field in self.free for value in self.values]
        return max(moves, key=lambda move: self.mean_after(*move))


def main():
    position = Position()
    brown_left = 5
    for line in sys.stdin:
        word = line.strip()
        if word == "Quit":
            break
        if brown_left:
            brown_left -= 1
            position.play(word, 0)
            continue
        # The sixth line and every later one ask for a move. Red's first is `Start`.
        if word != "Start":
            field, value = word.split("=")
            position.play(field, -int(value))
        if not position.values:
            continue  # the game is over, `Quit` comes next
        field, value = position.best_move()
        position.values.remove(value)
        position.play(field, value)
        print(f"{field}={value}", flush=True)


if __name__ == "__main__":
    main()
