"""The toy that the referees of this folder play: a player takes 1 to 3 from a heap; the last one wins."""

import random
import sys


def read_line():
    """What it is told next; leaves where that ends."""
    line = sys.stdin.readline()
    if not line:
        sys.exit()
    return line.rstrip("\n")


class Nim:
    def __init__(self, seed):
        self.heap = random.Random(seed).randint(10, 30)
        self.player = 0  # to move

    def take(self, text):
        """Whether that was a legal move."""
        if text not in ("1", "2", "3") or int(text) > self.heap:
            return False
        self.heap -= int(text)
        self.player = 1 - self.player
        return True

    def winner(self):
        return 1 - self.player if self.heap == 0 else None
