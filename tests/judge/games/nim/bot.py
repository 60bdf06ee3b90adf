# Takes one from the first heap that has any; it need not know how many there are.
import sys

heaps = [0, 0]
taken = 0
for line in sys.stdin:
    line = line.strip()
    if line == "Quit":
        break
    print("1 1" if taken < 2 else "2 1", flush=True)
    taken += 1
