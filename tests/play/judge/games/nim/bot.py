# Takes one from the first heap that has any.
import sys

heaps = None
for line in sys.stdin:
    line = line.strip()
    if line == "Quit":
        break
    if line.startswith("heaps"):
        heaps = [int(word) for word in line.split()[1:]]
        continue
    if line != "Start":
        heap, number = map(int, line.split())
        heaps[heap - 1] -= number
    heap = 0 if heaps[0] else 1
    heaps[heap] -= 1
    print(heap + 1, 1, flush=True)
