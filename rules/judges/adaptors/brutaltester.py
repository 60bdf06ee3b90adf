"""A judge that leads a referee for cg-brutaltester's option -o, unchanged.

The arguments are its jar, or the command that starts it; and before it the word `seed` if it reads
`###Seed`. In game.json:

    "judge": "brutaltester.py",
    "arguments": ["seed", "referee.jar"],
    "files": ["referee_judge.py", "referee.jar"],
    "judge_memory": 2048, "judge_processes": 1, "farewell": false

Such a referee plays one game in one process. The winner scores 2, a draw is 1 each. With `seed` the
deal is the seed. Without it the referee draws its own, so its games cannot be played again:
"deterministic": false. Most of them take `###Seed` for a line of the first player if they do not
know it. A line is illegal if the referee writes `###Error` of that player before anything else.
"""

import re
import sys
import zipfile

import referee_judge


def command_of(words):
    """Whether the referee reads a seed, and the command that starts it."""
    words = list(words)
    seeded = words[:1] == ["seed"]
    words = words[seeded:]
    if not words:
        sys.exit('"arguments" in game.json name no jar and no command')
    if not words[0].endswith(".jar"):
        return seeded, words
    with zipfile.ZipFile(words[0]) as jar:
        manifest = jar.read("META-INF/MANIFEST.MF") if "META-INF/MANIFEST.MF" in jar.namelist() else b""
    if b"\nMain-Class:" in manifest:
        return seeded, ["java", "-jar", *words]
    return seeded, ["java", "-cp", words[0], "Referee", *words[1:]]


class Brutaltester(referee_judge.Game):
    relays = False
    farewell = ""
    referee = None  # of the game under way

    def deal(self, seed):
        # Many of them read 32 bits.
        return str(seed % 2**31) if command_of(sys.argv[1:])[0] else ""

    def start(self, deal):
        seeded, command = command_of(sys.argv[1:])
        if not re.fullmatch(r"[0-9]{1,16}" if seeded else "", deal):
            raise referee_judge.Illegal(
                "a deal is the seed of the referee, a whole number"
                if seeded
                else "the deal must be empty: this referee reads no seed"
            )
        if Brutaltester.referee:
            Brutaltester.referee.end()
        Brutaltester.referee = referee_judge.Program(command)
        self.scores = None
        self.lines = []  # of the turn under way
        self.referee.write(*[f"###Seed {deal}"] * seeded, "###Start 2")
        return self.next_turn(None)

    def next_turn(self, writer):
        """Reads until a player is to write lines, or to the end; returns the seat, or 0."""
        reader = None
        while True:
            line = self.referee.read()
            while (error := self.referee.error()) is not None:
                self.check_error(error, writer)
            self.check_error(line, writer)
            word, *words = line.split(" ")
            if word == "###Input":
                reader = int(words[0]) + 1
            elif word == "###Output":
                self.expected = int(words[1])
                return int(words[0]) + 1
            elif word == "###End":
                self.scores = self.by_order(words)
                return 0
            elif reader and word != "###Error":
                self.tell(reader, line)

    def check_error(self, line, writer):
        if error := re.match(r"###Error ?([01])\b *(.*)", line):
            if int(error[1]) + 1 == writer:
                raise referee_judge.Illegal(error[2] or "an error, says the referee")

    def by_order(self, groups):
        """The players from the best to the worst: "0 1" if the first one wins, "01" for a draw."""
        place = [next(i for i, group in enumerate(groups) if player in group) for player in "01"]
        return (2, 0) if place[0] < place[1] else (0, 2) if place[0] > place[1] else (1, 1)

    def play(self, seat, move):
        self.lines.append(move)
        if len(self.lines) < self.expected:
            return seat
        self.referee.write(*self.lines)
        self.lines = []
        return self.next_turn(seat)

    def result(self):
        return self.scores or (0, 0)


referee_judge.run(Brutaltester)
