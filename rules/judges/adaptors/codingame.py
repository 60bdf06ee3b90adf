"""A judge that leads a referee made with CodinGame's engine (codingame-game-engine), unchanged.

The arguments are the game's jars, with its dependencies, and before them, as far as they are wanted,
properties of the game as NAME=VALUE, and options of the JVM, such as -Dleague.level=2. In game.json:

    "judge": "codingame.py",
    "arguments": ["game.jar"],
    "files": ["referee_judge.py", "game.jar"],
    "judge_memory": 2048, "judge_processes": 1,
    "soft_limit": {"by": 0.05, "turns": 2}, "farewell": false

In the place of the jars, a command that starts the engine's RefereeMain in another way.

The engine plays one game in one process. Its scores are the points; who has more wins and scores 2.
The deal is the engine's seed. The engine says the limit of each turn, and is told how long it took.
A seat that has a negative score right after its line has written an illegal one; the reason is the
engine's tooltip for that player, or the summary that the game has for the viewers of CodinGame.
"""

import re
import sys

import referee_judge

MAIN = "com.codingame.gameengine.core.RefereeMain"
# What the engine's own runner sets; a quick start, as an engine lives for one game; and what old
# libraries of the engine need since Java 16. Java 8 ignores that.
JVM = ["-Dgame.mode=multi", "-XX:TieredStopAtLevel=1", "-XX:+IgnoreUnrecognizedVMOptions"] + [
    f"--add-opens=java.base/java.{package}=ALL-UNNAMED" for package in ("lang", "util")
]
HEADER = re.compile(r"\[\[([A-Z_]+)\] ?([0-9]+)\]")
GRACE = 50  # milliseconds that an engine adds to each limit if it counts times itself
FIRST = 1000  # the least limit of a bot's first turn, which has the start of its program in it


def command_of(words):
    """The properties of the game, and the command that starts its engine."""
    words = list(words)
    properties = []
    options = []
    while words and re.match(r"\w[\w.]*=|-", words[0]):
        (options if words[0].startswith("-") else properties).append(words.pop(0))
    if not words:
        sys.exit('"arguments" in game.json name no jar and no command')
    # Java takes one garbage collector, and no second one.
    collector = [] if any(re.match(r"-XX:\+Use\w+GC$", word) for word in options + words) else ["-XX:+UseSerialGC"]
    if all(word.endswith(".jar") for word in words):
        return properties, ["java", *JVM, *collector, *options, "-cp", ":".join(words), MAIN]
    if words[0].rpartition("/")[2] == "java":
        return properties, [words[0], *JVM, *collector, *options, *words[1:]]
    return properties, words


class CodinGame(referee_judge.Game):
    relays = False
    farewell = ""
    timed = True
    engine = None  # of the game under way

    def deal(self, seed):
        return str(seed)

    def start(self, deal):
        if not re.fullmatch(r"-?[0-9]{1,19}", deal):
            raise referee_judge.Illegal("a deal is the seed of the engine, a whole number")
        if CodinGame.engine:
            CodinGame.engine.end()
        properties, command = command_of(sys.argv[1:])
        CodinGame.engine = referee_judge.Program(command)
        self.scores = None
        self.lines = []  # of the turn under way
        self.time = 0  # and what they took, milliseconds
        self.limit = self.most = 0  # of it, here and for the engine
        self.begun = set()  # players that have had a turn
        self.counts = False  # the engine is told the time of each turn
        self.said = {}
        self.say("INIT", "2", f"seed={deal}", *properties)
        return self.next_turn()

    def say(self, command, *lines):
        self.engine.write(f"[[{command}] {len(lines)}]", *lines)

    def block(self):
        """The next block that the engine writes: its name and its lines."""
        while not (header := HEADER.fullmatch(self.engine.read())):
            pass  # what a game prints for its author
        return header[1], [self.engine.read() for _ in range(int(header[2]))]

    def next_turn(self):
        """Reads until a player is to write lines, or to the scores; returns the seat, or 0."""
        self.say("GET_GAME_INFO")
        given = []
        self.said = {}
        while True:
            name, lines = self.block()
            self.said[name] = lines
            if name == "FAIL":
                self.engine.fail(lines)
            elif name == "MONITORING":
                self.counts = True
            elif name == "NEXT_PLAYER_INPUT":
                given = lines
            elif name == "SCORES":
                scores = dict(map(int, line.split()) for line in lines)
                self.scores = (scores[0], scores[1])
                return 0
            elif name == "NEXT_PLAYER_INFO":
                seat, self.expected, limit = (int(line) for line in lines[:3])
                for line in given:
                    self.tell(seat + 1, line)
                if self.expected > 0:
                    if self.counts and limit > GRACE:
                        limit -= GRACE
                    self.limit = self.turn_limit = max(limit, 0 if seat in self.begun else FIRST)
                    self.begun.add(seat)
                    self.most = limit
                    return seat + 1
                self.answer_turn()
                self.say("GET_GAME_INFO")

    def answer_turn(self):
        # It hears of no turn that is longer than it allows, but not longer than it may be here.
        time = self.time if self.time > self.limit else min(self.time, self.most)
        time = [str(time)] if self.counts else []
        self.say("SET_PLAYER_OUTPUT", *time, *self.lines)
        self.lines = []
        self.time = 0

    def play(self, seat, move):
        self.lines.append(move)
        self.time += self.took
        if len(self.lines) < self.expected:
            self.turn_limit = max(1, self.limit - self.time)
            return seat
        self.answer_turn()
        following = self.next_turn()
        if self.scores and self.scores[seat - 1] < 0:
            raise referee_judge.Illegal(self.reason(seat))
        return following

    def reason(self, seat):
        """The engine's words, without its marks of colour and with seats instead of players."""
        tips = self.said.get("TOOLTIP", [])
        words = [text for text, player in zip(tips[::2], tips[1::2]) if player == str(seat - 1)]
        text = " ".join(words or self.said.get("SUMMARY", []))
        text = re.sub(r"[¤§]\w+[¤§]", "", text)
        text = re.sub(r"\$([01])(ε\d+)?", lambda player: f"player {int(player[1]) + 1}", text)
        return text.rstrip(". ") or "the engine has thrown the bot out"

    def points(self):
        return self.scores

    def result(self):
        one, two = self.scores or (0, 0)
        return (2, 0) if one > two else (0, 2) if one < two else (1, 1)


referee_judge.run(CodinGame)
