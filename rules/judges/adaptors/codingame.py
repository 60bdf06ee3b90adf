"""A judge that leads a referee made with CodinGame's engine (codingame-game-engine), unchanged.

The arguments are the game's jars, with its dependencies, and before them, as far as they are wanted,
properties of the game as NAME=VALUE, and options of the JVM, such as -Dleague.level=2. In game.json:

    "judge": "codingame.py",
    "arguments": ["game.jar"],
    "files": ["referee_judge.py", "game.jar"],
    "judge_memory": 2048, "judge_processes": 1,
    "soft_limit": {"by": 0.05, "turns": 2}, "farewell": false

In the place of the jars, a command that starts the engine's RefereeMain in another way.

The engine plays one game in one process, with a player in each seat. Its scores are the points. Each
seat scores 2 for each other one that has less, and 1 for each that has as much.
The deal is the engine's seed. The engine says the limit of each turn, and is told how long it took.
A seat with a negative score at the end has failed, as has one that lost and of which the engine has
said after its last line that it was wrong or late. The reason is the engine's tooltip for that player,
or the summary that the game has for the viewers of CodinGame, which is also what draw() shows.
"""

import re
import sys
import textwrap

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


def plain(text):
    """The engine's words without its marks of colour, and with seats in the place of players."""
    text = re.sub(r"[¤§]\w+[¤§]", "", text)
    player = re.compile(r"(?:\bplayer )?\$([0-9])(ε\d+)?", re.IGNORECASE)
    return player.sub(lambda found: f"player {int(found[1]) + 1}", text).strip()


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
        self.begun = set()  # seats that have had a turn
        self.counts = False  # the engine is told the time of each turn
        self.notes = []  # the last summary
        self.tips = {}  # of each seat, the first since its last turn
        self.summaries = {}  # likewise
        self.say("INIT", str(self.seats), f"seed={deal}", *properties)
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
        while True:
            name, lines = self.block()
            if name == "FAIL":
                self.engine.fail(lines)
            elif name == "MONITORING":
                self.counts = True
            elif name in ("SUMMARY", "TOOLTIP"):
                self.hear(name, lines)
            elif name == "NEXT_PLAYER_INPUT":
                given = lines
            elif name == "SCORES":
                scores = dict(map(int, line.split()) for line in lines)
                self.scores = tuple(scores[player] for player in range(self.seats))
                return self.end()
            elif name == "NEXT_PLAYER_INFO":
                player, self.expected, limit = (int(line) for line in lines[:3])
                seat = player + 1
                if seat in self.gone:
                    self.say("SET_PLAYER_TIMEOUT")
                    self.say("GET_GAME_INFO")
                    continue
                for line in given:
                    self.tell(seat, line)
                if self.expected > 0:
                    if self.counts and limit > GRACE:
                        limit -= GRACE
                    self.limit = self.turn_limit = max(limit, 0 if seat in self.begun else FIRST)
                    self.begun.add(seat)
                    self.most = limit
                    return seat
                self.answer_turn(seat)
                self.say("GET_GAME_INFO")

    def hear(self, name, lines):
        """What the engine says of a turn."""
        if name == "SUMMARY":
            self.notes = [note for note in map(plain, lines) if note]
            for seat in self.begun if self.notes else ():
                self.summaries.setdefault(seat, self.notes)
        else:
            for text, player in zip(lines[::2], lines[1::2]):
                self.tips.setdefault(int(player) + 1, plain(text))

    def end(self):
        """The scores are there: who has failed?"""
        for seat in self.begun.difference(self.gone):
            score = self.scores[seat - 1]
            own = [line for line in self.summaries.get(seat, []) if f"player {seat}" in line]
            words = self.tips.get(seat) or " ".join(own)
            kind = referee_judge.fault_in(words)
            if score < 0 or (score < max(self.scores) and kind):
                words = words or " ".join(self.summaries.get(seat, []))
                kind = referee_judge.fault_in(words) or "illegal"
                self.convict(seat, words.rstrip(". ") or "the engine has thrown the bot out", kind)
        return 0

    def answer_turn(self, seat):
        # It hears of no turn that is longer than it allows, but not longer than it may be here.
        time = self.time if self.time > self.limit else min(self.time, self.most)
        time = [str(time)] if self.counts else []
        self.say("SET_PLAYER_OUTPUT", *time, *self.lines)
        self.lines = []
        self.time = 0
        self.tips.pop(seat, None)
        self.summaries.pop(seat, None)

    def play(self, seat, move):
        self.lines.append(move)
        self.time += self.took
        if len(self.lines) < self.expected:
            self.turn_limit = max(1, self.limit - self.time)
            return seat
        return self.hand_on(self.engine, seat, self.lines, lambda: self.turn_over(seat))

    def turn_over(self, seat):
        self.answer_turn(seat)
        return self.next_turn()

    def points(self):
        return self.scores

    def result(self):
        if self.scores is None:
            return None
        return (int(self.scores[0]),) if self.seats == 1 else referee_judge.beaten(self.scores)

    def out(self, seat, kind):
        self.lines, self.time = [], 0
        self.say("SET_PLAYER_TIMEOUT")
        return self.next_turn()

    def draw(self):
        text = "\n".join(textwrap.fill(note, 79) for note in self.notes)
        return text.encode("ascii", "replace").decode()

    @staticmethod
    def layout():
        return {"shape": "square", "cells": []}

    def scene(self):
        return {"notes": self.notes}

    # What a person may know of a game is what the seat reads.

    def draw_for(self, seat):
        return ""

    def scene_for(self, seat):
        return {}


if __name__ == "__main__":
    referee_judge.run(CodinGame)
