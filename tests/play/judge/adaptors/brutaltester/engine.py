"""A referee for cg-brutaltester's option -o, of a toy."""

from nim import Nim, read_line

word, seed = read_line().split()
assert word == "###Seed", word
assert read_line() == "###Start 2"
nim = Nim(int(seed))
for player in (0, 1):
    print(f"###Input {player}", player, sep="\n")
lost = None
while nim.winner() is None and lost is None:
    player = nim.player
    print(f"###Input {player}", nim.heap, f"###Output {player} 1", sep="\n", flush=True)
    output = read_line()
    if not nim.take(output):
        print(f"###Error {player} cannot take '{output}'")
        lost = player
winner = nim.winner() if lost is None else 1 - lost
print(f"###End {winner} {1 - winner}", flush=True)
