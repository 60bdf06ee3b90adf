"""Pig: rolls or holds at random, the same way in each game."""

import random
import sys

random.seed(int(sys.argv[1]) if len(sys.argv) > 1 else 1)
for line in sys.stdin:
    if line.startswith("throw"):
        print(random.choice(["roll", "hold"]), flush=True)
    if line.strip() == "Quit":
        break
