"""A judge that leads a referee for cg-brutaltester's option -o, unchanged.

The arguments are its jar, or the command that starts it; and before it the word `seed` if it reads
`###Seed`. In game.json:

    "judge": "brutaltester.py",
    "arguments": ["seed", "referee.jar"],
    "files": ["referee_judge.py", "referee.jar"],
    "judge_memory": 2048, "judge_processes": 1, "farewell": false

Such a referee plays one game in one process, with a player in each seat. Each seat scores 2 for each
other one that it is before, and 1 for each that is level. Where a bot leaves or is late, the referee
is not told, and the game ends. With `seed` the
deal is the seed. Without it the referee draws its own, so its games cannot be played again:
"deterministic": false. Most of them take `###Seed` for a line of the first player if they do not
know it. A line is illegal if the referee writes `###Error` of that player, or if its player has lost
and the referee has written to its standard error that it was wrong; these words are the reason.
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


OF_JAVA = re.compile(r"WARNING|\s*at |.*Exception")


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
        self.moved = set()  # seats that have written lines
        self.errors = {}  # of each seat, the first error since its last line
        self.referee.write(*[f"###Seed {deal}"] * seeded, f"###Start {self.seats}")
        return self.next_turn()

    def next_turn(self):
        """Reads until a player is to write lines, or to the end; returns the seat, or 0."""
        reader = None
        while True:
            line = self.referee.read()
            while (error := self.referee.error()) is not None:
                self.hear(error)
            word, *words = line.split(" ")
            if word == "###Error":
                self.hear(line)
            if self._convicted and word != "###End":
                return 0
            if word == "###Input":
                reader = int(words[0]) + 1
            elif word == "###Output":
                self.expected = int(words[1])
                return int(words[0]) + 1
            elif word == "###End":
                return self.end(words)
            elif reader and word != "###Error":
                self.tell(reader, line)

    def hear(self, line):
        """A line of the referee's errors."""
        error = re.match(r"###Error ?([0-7])\b *(.*)", line)
        if error and int(error[1]) + 1 in self.moved:
            self.find(int(error[1]) + 1, error[2] or "an error, says the referee")
        elif not error and not OF_JAVA.match(line) and referee_judge.fault_in(line):
            for seat in self.moved:
                self.errors.setdefault(seat, line.strip())

    def end(self, groups):
        self.scores = self.by_order(groups)
        for seat in self.moved:
            if self.scores[seat - 1] == 0 and seat in self.errors:
                self.find(seat, self.errors[seat])
        return 0

    def find(self, seat, words):
        self.convict(seat, words, referee_judge.fault_in(words) or "illegal")

    def by_order(self, groups):
        """The players from the best to the worst: "0 1" if the first one wins, "01" for a draw."""
        players = map(str, range(self.seats))
        place = [next(i for i, group in enumerate(groups) if player in group) for player in players]
        return referee_judge.beaten([-one for one in place])

    def out(self, seat, kind):
        self.scores = referee_judge.beaten([one not in self.gone for one in range(1, self.seats + 1)])
        return 0

    def play(self, seat, move):
        if move.startswith("###"):
            raise referee_judge.Illegal("lines that begin with ### are the referee's own")
        self.lines.append(move)
        if len(self.lines) < self.expected:
            return seat
        return self.hand_on(self.referee, seat, self.lines, lambda: self.turn_over(seat))

    def turn_over(self, seat):
        self.referee.write(*self.lines)
        self.lines = []
        self.moved.add(seat)
        self.errors.pop(seat, None)
        return self.next_turn()

    def result(self):
        return self.scores


referee_judge.run(Brutaltester)
