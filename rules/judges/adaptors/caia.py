"""A judge that leads a referee for Caia, the programs with which CodeCup plays, unchanged.

The arguments are the command that starts the referee, and before it the word `lines` if it reads whole
lines: all others read words, as scanf does, so a line of several words is illegal. In game.json:

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

LINES = sys.argv[1:2] == ["lines"]
COMMAND = sys.argv[1 + LINES :]
OF_CAIA = "<caiaio:"
NO_LINE = {
    "timeout": OF_CAIA + "_player_timeout>",
    "exit": OF_CAIA + "_player_stopped>",
    # Our own: a word that is no move of any game, for a line that the referee cannot read.
    "illegal": OF_CAIA + "_illegal_line>",
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
        words = move.split()
        if not words:
            raise referee_judge.Illegal("a line without a word")
        if not LINES and words != [move]:
            raise referee_judge.Illegal("a line of one word is due, without blanks")
        if OF_CAIA in move:
            raise referee_judge.Illegal("words of Caia are not for players")
        following = self.hand_on(self.referee, seat, [move], lambda: self.answer(move))
        if following == 0 and ILLEGAL.search(self.words):
            self.convict(seat, self.words)
        return following

    def answer(self, line):
        self.referee.write(line)
        return self.next_turn()

    def at_fault(self, seat, kind):
        """What the referee reports of it, if it does not ask for another move first."""
        if self.scores is None and self.referee.runs():
            self.answer(NO_LINE[kind])
        if self.scores is None:
            return super().at_fault(seat, kind)
        return tuple(0 if i == seat else self.scores[i - 1] for i in (1, 2))

    def result(self):
        return self.scores


referee_judge.run(Caia)
