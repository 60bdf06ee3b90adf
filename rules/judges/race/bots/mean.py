"""Race: sends another runner back if it can, the one that is ahead; else three cells."""

import sys


def read():
    return sys.stdin.readline().strip() or "Quit"


seats, own = map(int, read().split())
at = dict.fromkeys(range(1, seats + 1), 0)
while (line := read()) != "Quit":
    if line == "go":
        near = [cell - at[own] for seat, cell in at.items() if seat != own and 1 <= cell - at[own] <= 3]
        print(max(near, default=3), flush=True)
        continue
    seat, cell = line.split()
    if cell == "out":
        del at[int(seat)]
        continue
    at = {one: 0 if there == int(cell) else there for one, there in at.items()}
    at[int(seat)] = int(cell)
