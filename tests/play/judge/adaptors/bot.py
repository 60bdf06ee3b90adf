"""Takes two from the heap, always. The arguments: how many lines a move has, and which of its moves is
nonsense."""

import sys

lines, bad = int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 0
moves = 0
for line in sys.stdin:
    heard = line.strip()
    if heard in ("Start", "0", "1") and moves == 0:
        continue  # whose turn it is first, or which player this is
    moves += 1
    print("nonsense" if moves == bad else min(int(heard), 2), flush=True)
    for _ in range(lines - 1):
        print("a word", flush=True)
