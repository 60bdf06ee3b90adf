"""Goes to the nearest point that is left."""

import math

points = [tuple(map(int, input().split())) for _ in range(int(input()))]
left = set(range(1, len(points)))
trip = [0]
while left:
    trip.append(min(left, key=lambda point: math.dist(points[point], points[trip[-1]])))
    left.remove(trip[-1])
print(*trip, sep="\n", flush=True)
