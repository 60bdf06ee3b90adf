"""The problem of this example: a short round trip through points.

    task.py gen SEED      prints the instance: the number of points, then x and y of each
    task.py score IN OUT  prints the length of the trip that OUT has: the numbers of the points, from 0
"""

import math
import random
import sys


def points_of(text):
    numbers = list(map(int, text.split()))
    return list(zip(numbers[1::2], numbers[2::2]))


def main(word, *names):
    if word == "gen":
        dice = random.Random(int(names[0]))
        count = dice.randint(20, 60)
        print(count)
        for _ in range(count):
            print(dice.randint(0, 1000), dice.randint(0, 1000))
        return
    with open(names[0]) as given, open(names[1]) as out:
        points = points_of(given.read())
        words = out.read().split()
    if sorted(words) != sorted(map(str, range(len(points)))):
        sys.exit("an answer has each point once")
    trip = [points[int(word)] for word in words]
    print("Score =", math.ceil(sum(map(math.dist, trip, trip[1:] + trip[:1]))))


main(*sys.argv[1:])
