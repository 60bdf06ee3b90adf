"""A judge that leads a referee for cg-brutaltester's option -o, unchanged.

The arguments are the command that starts the referee. In game.json:

    "judge": "../adaptors/brutaltester.py",
    "arguments": ["java", "-jar", "referee.jar"],
    "files": ["../lib/referee_judge.py", "referee.jar"],
    "judge_memory": 2048, "judge_processes": 1

Such a referee plays one game in one process. The winner scores 2, a draw is 1 each. The deal is the
seed; a referee that does not read it draws one itself, so its games cannot be played again: such a
game is "deterministic": false.
"""

import re
import sys

import referee_judge

COMMAND = sys.argv[1:]


class Brutaltester(referee_judge.Game):
    relays = False
    farewell = ""
    referee = None  # of the game under way

    def deal(self, seed):
        return str(seed)

    def start(self, deal):
        if not re.fullmatch(r"[0-9]{1,16}", deal):
            raise referee_judge.Illegal("a deal is the seed of the referee, a whole number")
        if Brutaltester.referee:
            Brutaltester.referee.end()
        Brutaltester.referee = referee_judge.Program(COMMAND)
        self.scores = None
        self.lines = []  # of the turn under way
        self.referee.write(f"###Seed {deal}", "###Start 2")
        return self.next_turn(None)

    def next_turn(self, writer):
        """Reads until a player is to write lines, or to the end; returns the seat, or 0."""
        reader = None
        while True:
            line = self.referee.read()
            word, *words = line.split(" ")
            if word == "###Input":
                reader = int(words[0]) + 1
            elif word == "###Output":
                self.expected = int(words[1])
                return int(words[0]) + 1
            elif word == "###Error":
                if int(words[0]) + 1 == writer:
                    raise referee_judge.Illegal(" ".join(words[1:]) or "an error, says the referee")
            elif word == "###End":
                self.scores = self.by_order(words)
                return 0
            elif reader:
                self.tell(reader, line)

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
