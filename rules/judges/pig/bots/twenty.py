"""Pig: holds at 20."""

import sys

total, mine = 0, 0
for line in sys.stdin:
    words = line.split()
    if words[0] == "throw":
        mine += int(words[1])
        hold = mine >= 20 or total + mine >= 100
        print("hold" if hold else "roll", flush=True)
        if hold:
            total, mine = total + mine, 0
    elif words[0] == "lost":
        mine = 0
    elif words[0] == "Quit":
        break
