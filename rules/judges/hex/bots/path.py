"""Hex: plays on the way that needs the fewest more stones, its own and if possible its opponent's."""

import heapq
import sys

SIZE = 11
COLUMNS = "abcdefghijk"
CELLS = [(column, row) for row in range(SIZE) for column in range(SIZE)]
STEPS = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1))


def way(stones, seat):
    """The free cells on a shortest way of this seat from side to side."""
    along = 1 if seat == 1 else 0
    open_cells = {cell for cell in CELLS if stones.get(cell, seat) == seat}
    queue = [(int(cell not in stones), cell, cell) for cell in open_cells if cell[along] == 0]
    heapq.heapify(queue)
    before = {}
    while queue:
        length, cell, previous = heapq.heappop(queue)
        if cell in before:
            continue
        before[cell] = previous
        if cell[along] == SIZE - 1:
            found = [cell]
            while before[found[-1]] != found[-1]:
                found.append(before[found[-1]])
            return [cell for cell in found if cell not in stones]
        for x, y in STEPS:
            near = (cell[0] + x, cell[1] + y)
            if near in open_cells and near not in before:
                heapq.heappush(queue, (length + (near not in stones), near, cell))
    return []


def main():
    stones, seat, last = {}, 2, None
    for line in sys.stdin:
        heard = line.strip()
        if heard == "Quit":
            break
        if heard == "Start":
            seat = 1
        elif heard == "swap":
            stones = {(last[1], last[0]): 2}
        else:
            stones[(COLUMNS.index(heard[0]), int(heard[1:]) - 1)] = 3 - seat
        own, other = way(stones, seat), way(stones, 3 - seat)
        both = sorted(set(own) & set(other)) or sorted(own)
        last = both[len(both) // 2]
        stones[last] = seat
        print(COLUMNS[last[0]] + str(last[1] + 1), flush=True)


main()
