"""Turns parts of its trip round as long as that makes it shorter."""

import math

points = [tuple(map(int, input().split())) for _ in range(int(input()))]
trip = list(range(len(points)))


def far(one, other):
    return math.dist(points[trip[one]], points[trip[other % len(trip)]])


better = True
while better:
    better = False
    for i in range(1, len(trip)):
        for j in range(i + 1, len(trip)):
            if far(i - 1, j) + far(i, j + 1) < far(i - 1, i) + far(j, j + 1) - 1e-9:
                trip[i : j + 1] = trip[i : j + 1][::-1]
                better = True
print(*trip, sep="\n", flush=True)
