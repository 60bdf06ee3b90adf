"""A judge that leads a referee for Caia, the programs with which CodeCup plays, unchanged.

The arguments are the command that starts the referee. In game.json:

    "judge": "../adaptors/caia.py",
    "arguments": ["./referee"],
    "files": ["../lib/referee_judge.py", "referee"],
    "judge_processes": 1

Such a referee plays one game in one process and knows no seed: what is random in its game is other in
each game, which is then "deterministic": false. Its scores are the scores. A line that it calls
illegal in its report is one.
"""

import re
import sys

import referee_judge

COMMAND = sys.argv[1:]
NO_LINE = {
    "timeout": "<caiaio:_player_timeout>",
    "exit": "<caiaio:_player_stopped>",
}
ILLEGAL = re.compile(r"illegal|invalid", re.IGNORECASE)


class Caia(referee_judge.Game):
    relays = False
    farewell = ""
    referee = None  # of the game under way

    def start(self, deal):
        if deal:
            raise referee_judge.Illegal(f"the deal must be empty, not {referee_judge.quoted(deal)}")
        if Caia.referee:
            Caia.referee.end()
        Caia.referee = referee_judge.Program(COMMAND)
        self.scores = None
        self.words = ""  # of the report
        return self.next_turn()

    def next_turn(self):
        """Reads until a player is to write a line, or to the report; returns the seat, or 0."""
        while True:
            to, _, text = self.referee.read().partition(" ")
            word, *words = text.split()
            if to in ("1", "2"):
                self.tell(int(to), text)
            elif to == "I" and word == "lock":
                self.referee.write("lock_ok")
            elif to == "I" and word == "request_time":
                self.referee.write("time 0 0")  # the referee knows no clock here
            elif to == "I" and word == "listen":
                return int(words[0])
            elif to == "M" and word == "report":
                self.scores = (int(words[0]), int(words[1]))
                self.words = " ".join(words[2:])
                return 0

    def play(self, seat, move):
        self.referee.write(move)
        following = self.next_turn()
        if following == 0 and ILLEGAL.search(self.words):
            raise referee_judge.Illegal(self.words)
        return following

    def at_fault(self, seat, kind):
        """What the referee reports of it; 0 for both if it asks for another move first."""
        if self.scores is None and kind in NO_LINE:
            self.referee.write(NO_LINE[kind])
            self.next_turn()
        scores = list(self.scores or (0, 0))
        scores[seat - 1] = 0
        return scores

    def result(self):
        return self.scores or (0, 0)


referee_judge.run(Caia)
