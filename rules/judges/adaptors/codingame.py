"""A judge that leads a referee made with CodinGame's engine (codingame-game-engine), unchanged.

The arguments are the command that starts the engine's RefereeMain, and before it properties of the
game as NAME=VALUE. In game.json:

    "judge": "../adaptors/codingame.py",
    "arguments": ["java", "-cp", "game.jar", "com.codingame.gameengine.core.RefereeMain"],
    "files": ["../lib/referee_judge.py", "game.jar"],
    "judge_memory": 2048, "judge_processes": 1,
    "first_turn_limit": 1, "turn_limit": 0.05

The engine plays one game in one process. Its scores are the points; who has more wins and scores 2.
The deal is the engine's seed. A seat that has a negative score right after its line has written an
illegal one; the summary that the game has for the viewers of CodinGame is the reason.
"""

import re
import sys

import referee_judge

HEADER = re.compile(r"\[\[([A-Z_]+)\] ?([0-9]+)\]")
PROPERTIES = []
COMMAND = sys.argv[1:]
while COMMAND and re.match(r"\w+=", COMMAND[0]):
    PROPERTIES.append(COMMAND.pop(0))


class CodinGame(referee_judge.Game):
    relays = False
    farewell = ""
    engine = None  # of the game under way

    def deal(self, seed):
        return str(seed)

    def start(self, deal):
        if not re.fullmatch(r"-?[0-9]{1,18}", deal):
            raise referee_judge.Illegal("a deal is the seed of the engine, a whole number")
        if CodinGame.engine:
            CodinGame.engine.end()
        CodinGame.engine = referee_judge.Program(COMMAND)
        self.scores = None
        self.lines = []  # of the turn under way
        self.summary = ""
        self.say("INIT", "2", f"seed={deal}", *PROPERTIES)
        return self.next_turn()

    def say(self, command, *lines):
        self.engine.write(f"[[{command}] {len(lines)}]", *lines)

    def block(self):
        """The next block that the engine writes: its name and its lines."""
        header = HEADER.fullmatch(self.engine.read())
        while header is None:  # what a game prints for its author
            header = HEADER.fullmatch(self.engine.read())
        return header[1], [self.engine.read() for _ in range(int(header[2]))]

    def next_turn(self):
        """Reads until a player is to write lines, or to the scores; returns the seat, or 0."""
        self.say("GET_GAME_INFO")
        given = []
        while True:
            name, lines = self.block()
            if name == "FAIL":
                raise RuntimeError("the engine failed: " + " ".join(lines))
            if name == "SUMMARY" and lines:
                self.summary = " ".join(lines)
            elif name == "NEXT_PLAYER_INPUT":
                given = lines
            elif name == "SCORES":
                self.scores = [int(line.split()[1]) for line in sorted(lines)]
                return 0
            elif name == "NEXT_PLAYER_INFO":
                seat, self.expected = int(lines[0]) + 1, int(lines[1])
                for line in given:
                    self.tell(seat, line)
                if self.expected > 0:
                    return seat
                self.say("SET_PLAYER_OUTPUT")
                self.say("GET_GAME_INFO")

    def play(self, seat, move):
        self.lines.append(move)
        if len(self.lines) < self.expected:
            return seat
        self.say("SET_PLAYER_OUTPUT", *self.lines)
        self.lines = []
        following = self.next_turn()
        if self.scores and self.scores[seat - 1] < 0:
            raise referee_judge.Illegal(self.summary or "the engine has thrown the bot out")
        return following

    def points(self):
        return self.scores

    def result(self):
        one, two = self.scores or (0, 0)
        return (2, 0) if one > two else (0, 2) if one < two else (1, 1)


referee_judge.run(CodinGame)
