#!/usr/bin/env python3
"""Plays Black Hole by counting: bot.py STEP [LAST]. After LAST moves its next one is no move."""
import sys

free = [f"{'ABCDEFGH'[u]}{v}" for u in range(8) for v in range(1, 9 - u)]
step = int(sys.argv[1])
last = int(sys.argv[2]) if len(sys.argv) > 2 else 15
for _ in range(5):
    free.remove(input())
for turn, line in enumerate(sys.stdin):
    if line.strip() == "Quit":
        break
    if line.strip() != "Start":
        free.remove(line.strip().split("=")[0])
    if turn >= last:
        print("no move", flush=True)
        break
    if turn < 15:
        print(f"{free.pop(step * turn % len(free))}={turn + 1}", flush=True)
