"""The protocol of a judge for Referee, so that a judge is the rules of its game alone.

    import referee_judge

    class Nim(referee_judge.Game):
        def start(self, deal):
            self.heap = 21
            return 1

        def legal(self):
            return [str(n) for n in range(1, min(3, self.heap) + 1)]

        def play(self, seat, move):
            self.heap -= int(move)
            self.winner = seat
            return 3 - seat if self.heap else 0

        def result(self):
            return (0, 0) if self.heap else (2, 0) if self.winner == 1 else (0, 2)

    referee_judge.run(Nim)

The protocol is docs/reference/judge.md. What a judge can do follows from the functions that its class
has. What each seat reads, unless `relays` is False: `Start` for the seat that begins, and each move
for the other seat. At the end, or when its bot has failed, a seat reads `Quit`; in the place of the
last move.

Where a game has another number of seats than two, `seats` is that number, seats are 1, 2, ..., and
what is said here of "both seats" and "the other seat" is meant of all.
"""

import atexit
import collections
import decimal
import json
import operator
import os
import pathlib
import re
import selectors
import subprocess
import sys


class Game:
    """A game under way. A new object for each game, so that nothing is left of the one before."""

    # Whether the moves are told as said above; otherwise all is told by tell(), and a move is hidden
    # from the person in the other seat until both seats are told something, or the end.
    relays = True
    timed = False  # whether play() finds in `took` how long the line took, milliseconds
    farewell = "Quit"  # "": none
    seats = 2  # the number of seats in this game
    goal = None  # a judge that sets it, "max" or "min", is told the one of game.json
    # At a fault that ends the game: of the seat that failed, and of the other one; see at_fault().
    # One seat alone has the first.
    forfeit_scores = (0, 2)
    forfeit_game_points = (0, 0)

    # ---- to be written ----

    def deal(self, seed):
        """The random part of a game as one line, by Stream(seed) alone. Also called without a game."""
        return ""

    def start(self, deal):
        """Sets up the game; returns the seat that begins, 1, 2, ... Raises Illegal if it is not a deal."""
        raise NotImplementedError

    def legal(self):
        """The moves of the seat to move, a list in an order that is always the same.

        A game that cannot list them leaves it out and has why_not().
        """
        raise NotImplementedError

    def why_not(self, line):
        """Why this line is not a legal move, in a few words; None if it is one. Changes nothing."""
        return None if line in self.moves() else f"{quoted(line)} is not a legal move"

    def play(self, seat, move):
        """Plays a legal move of this seat; returns the seat to move next, 0 if the game is over.

        The seat to move must have a legal move; if it has none, it is the other one's turn or the
        end. A seat that moves again reads nothing before that, unless it is told a line.

        A game that has neither legal() nor why_not() gets all lines, and may raise Illegal.
        """
        raise NotImplementedError

    def result(self):
        """The scores of both seats, so far or at the end; None before it: nothing is known yet."""
        raise NotImplementedError

    # ---- may be written ----

    def at_fault(self, seat, kind):
        """The scores of both seats where this seat's fault (illegal, timeout, exit) ends the game."""
        return self.forfeit_scores if seat == 1 else self.forfeit_scores[::-1]

    def out(self, seat, kind):
        """More than two seats, no takeover: this seat has failed and is out. Returns the seat to move
        next, 0 if the game is over, as play() does. Here: the next one that is not out, while there
        are two.
        """
        left = [one for one in range(1, self.seats + 1) if one not in self.gone]
        if len(left) < 2 or self.to_move != seat:
            return self.to_move if len(left) > 1 else 0
        return next((one for one in left if one > seat), left[0])

    def places(self):
        """The place of each seat among more than two, 1 for the best, the same for a tie: 1, 1, 3.
        None: by the scores, behind them whoever has failed.
        """
        return None

    def points(self):
        """What the scores are computed from, of both seats; None: the scores.

        Whole numbers of any size up to 64 bits, or decimal.Decimal.
        """
        return None

    def game_points(self):
        """Game points of both seats; None: none."""
        return None

    def relayed(self, move):
        """A legal move before it is played, as the opponent and records have it."""
        return move

    def draw(self):
        """The position as text in several lines."""
        raise NotImplementedError

    def draw_for(self, seat):
        """As much of draw() as this seat may know, where hands are secret: what persons see who play."""
        raise NotImplementedError

    @staticmethod
    def layout():
        """Where the cells are, see board()."""
        raise NotImplementedError

    def scene(self):
        """What lies on the board, a dictionary; with layout()."""
        raise NotImplementedError

    def scene_for(self, seat):
        """As much of scene() as this seat may know, where hands are secret."""
        raise NotImplementedError

    # ---- to be used ----

    to_move = 0  # the seat to move; 0 once the game is over, also by a fault
    gone = ()  # the seats that have failed
    took = 0
    turn_limit = 0  # milliseconds for the turn that start() or play() returns; 0: as game.json says
    # For that turn, too: the line that a bot has written that leaves with exit code 0; "": a fault.
    exit_line = ""

    def tell(self, seat, line):
        """In start() and play(): `seat` reads this line, after the move that is relayed."""
        self._told.append(f"tell {seat} {line}")

    def convict(self, seat, reason, kind="illegal"):
        """In play(): this seat has failed with a line that was accepted before, or with this one.

        `kind`: illegal or timeout. play() then returns 0 if that ends the game, and otherwise
        another seat, or where the jury takes over, any seat.
        """
        self._convicted.setdefault(seat, (kind, " ".join(reason.split())))

    def hand_on(self, program, seat, lines, give):
        """For play(): give() hands lines of this seat to a Program; returns the seat that it returns.

        If the program then ends, or waits for more, that is the fault of the seats whose last lines
        have an unusual form; if there is none, of the program.
        """
        self._unusual[seat] = next((line for line in lines if is_unusual(line)), None)
        blamed = {seat: line for seat, line in self._unusual.items() if line is not None}
        program.patience = PATIENCE if blamed else None
        try:
            return give()
        except Failed as failed:
            if not blamed:
                raise
            program.end()
            does = "waits for more" if isinstance(failed, Silent) else "ends"
            for seat, line in blamed.items():
                self.convict(seat, f"the program that judges {does} after {quoted(line)}")
            return 0

    def moves(self):
        """legal(), computed once for each position."""
        if self._moves is None:
            self._moves = self.legal()
        return self._moves

    _told = ()
    _convicted = ()
    _unusual = ()  # of each seat: the first such line of its last turn; None: none
    _moves = None


class Illegal(Exception):
    """Raised by start(): why the deal is none of this game. By play(): why the line is illegal."""


def quoted(line):
    """A line in quotes, short enough for a reason."""
    return f'"{line[:40]}..."' if len(line) > 40 else f'"{line}"'


def is_unusual(line):
    """Whether programs that read a line may stumble over its form alone: it is blank, has blanks at an
    end or two in a row, or other characters than ASCII."""
    return not line or line != " ".join(line.split()) or not line.isascii()


_LATE = re.compile(r"time[ -]?out|timed out|too (long|slow)|in time", re.IGNORECASE)
_WRONG = re.compile(
    r"invalid|illegal|unrecogni[sz]ed|unknown (action|command)|bad (input|output|command)"
    r"|expected .*(but|got|found)|not a valid|(did|has) not (provide|output|send)",
    re.IGNORECASE,
)


def fault_in(words):
    """The kind of the fault that words of another program are about, timeout or illegal; None: of none."""
    if _LATE.search(words):
        return "timeout"
    return "illegal" if _WRONG.search(words) else None


def beaten(values):
    """The scores of all seats: 2 for each other one with a lower value, 1 for each with the same."""
    return tuple(sum(2 * (own > other) + (own == other) for other in values) - 1 for own in values)


def board(columns, rows):
    """The layout of squares: board("abc", "321") has a3 b3 c3 in its top row."""
    return {
        "shape": "square",
        "cells": [[c + r, 2 * x, y] for y, r in enumerate(rows) for x, c in enumerate(columns)],
        "labels": [[r, -2, y] for y, r in enumerate(rows)]
        + [[c, 2 * x, len(rows)] for x, c in enumerate(columns)],
    }


class Stream:
    """Random numbers that are the same on every machine: the stream of this name of Referee's."""

    def __init__(self, seed, name="deal"):
        hashed = 0xCBF29CE484222325
        for byte in name.encode():
            hashed = (hashed ^ byte) * 0x100000001B3 % 2**64
        self._state = self._mix((seed + 0x9E3779B97F4A7C15 * (1 + hashed)) % 2**64)

    def below(self, bound):
        """A whole number from 0 to bound - 1, each equally likely; bound is at most 2^32 - 1."""
        while True:
            self._state = (self._state + 0x9E3779B97F4A7C15) % 2**64
            product = (self._mix(self._state) >> 32) * bound
            if product % 2**32 >= (2**32 - bound) % bound:
                return product >> 32

    def shuffle(self, values):
        """Puts a list into random order."""
        for i in range(len(values) - 1, 0, -1):
            j = self.below(i + 1)
            values[i], values[j] = values[j], values[i]

    @staticmethod
    def _mix(z):
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 % 2**64
        z = (z ^ (z >> 27)) * 0x94D049BB133111EB % 2**64
        return z ^ (z >> 31)


class Failed(Exception):
    """Another program that the judge leads has failed: what it said."""


class Silent(Failed):
    """It waits for more instead of answering."""


PATIENCE = 5  # seconds that a Program may be silent where a line of an unusual form is to blame


class Program:
    """Another program that this judge leads, by lines. Its standard error goes to the judge's."""

    patience = None  # seconds that read() waits for a line; None: for ever

    def __init__(self, command):
        self._command = command
        try:
            self._process = subprocess.Popen(
                command,
                cwd=pathlib.Path(sys.argv[0]).resolve().parent,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
            )
        except OSError as error:
            raise Failed(f"{command[0]} does not start: {error.strerror}") from None
        self._streams = selectors.DefaultSelector()
        self._left = {}  # of each stream: the begin of a line
        for stream in (self._process.stdout, self._process.stderr):
            os.set_blocking(stream.fileno(), False)
            self._streams.register(stream, selectors.EVENT_READ)
            self._left[stream] = b""
        self._lines = collections.deque()
        self._errors = collections.deque(maxlen=200)
        atexit.register(self.end)

    def write(self, *lines):
        try:
            self._process.stdin.write("".join(line + "\n" for line in lines).encode())
            self._process.stdin.flush()
        except BrokenPipeError:
            self.fail()

    def read(self):
        """The next line that it writes. What it wrote to its standard error before is there by then."""
        while not self._lines:
            if self._process.stdout not in self._streams.get_map():
                self.fail()
            if not self._take(self.patience):
                raise Silent(f"{self._command[0]} has not answered within {self.patience} s")
        return self._lines.popleft()

    def error(self):
        """The next line of its standard error that is there; None if there is none."""
        self._take(0)
        return self._errors.popleft() if self._errors else None

    def _take(self, timeout):
        """Whether there was something."""
        ready = self._streams.select(timeout)
        for key, _ in ready:
            stream, text = key.fileobj, key.fileobj.read()
            if text is None:
                continue  # nothing yet
            if not text:
                self._streams.unregister(stream)
                text = b"\n" if self._left[stream] else b""
            *lines, self._left[stream] = (self._left[stream] + text).split(b"\n")
            lines = [line.decode(errors="replace").rstrip("\r") for line in lines]
            if stream is self._process.stderr:
                for line in lines:
                    print(line, file=sys.stderr, flush=True)
            (self._lines if stream is self._process.stdout else self._errors).extend(lines)
        return bool(ready)

    def fail(self, words=()):
        """Raises Failed with what it said: `words`, or else what it has written."""
        try:
            code = self._process.wait(5)
        except subprocess.TimeoutExpired:
            code = None
        while code is not None and self._streams.select(0):
            self._take(0)
        said = [*words, *self._errors, *([] if words else self._lines)]
        said = [line.strip() for line in said if line.strip()]
        said = [line for line in said if not line.startswith(("at ", "...", "NOTE: Picked up"))]
        end = "still runs" if code is None else f"left with exit code {code}"
        raise Failed(f"{self._command[0]} {end}: " + " | ".join(list(dict.fromkeys(said))[:8]))

    def runs(self):
        return self._process.poll() is None

    def end(self):
        """Ends it at once. That is also done when the judge leaves."""
        atexit.unregister(self.end)
        self._process.kill()
        self._process.wait()
        self._streams.close()
        self._process.stdout.close()
        self._process.stderr.close()
        try:
            self._process.stdin.close()
        except BrokenPipeError:
            pass  # what it has not read


class _Judge:
    """Answers requests with an object of the class Game."""

    seats = 2

    def __init__(self, kind):
        self.kind = kind
        self.game = None
        self.forfeited = {}  # the kind of each seat's fault
        self.ended = None  # by a fault: the scores
        self.tests = self.has("legal") or self.has("why_not")

    def has(self, name):
        return getattr(self.kind, name) is not getattr(Game, name)

    def abilities(self):
        words = ["test"] if self.tests else []
        words += ["result"]
        words += ["count"] if self.has("legal") else []
        words += ["draw"] if self.has("draw") else []
        words += ["draw-seat"] if self.has("draw_for") else []
        words += ["scene"] if self.has("scene") and self.has("layout") else []
        words += ["scene-seat"] if self.has("scene_for") and self.has("layout") else []
        words += ["timed"] if self.kind.timed else []
        words += ["goal"] if self.has("goal") else []
        return " ".join(words)

    @staticmethod
    def seat(function, value, allowed):
        """What start() or play() has returned."""
        if type(value) is not int or value not in allowed:
            last = f"{', '.join(map(str, allowed[:-1]))} or {allowed[-1]}"
            raise ValueError(f"{function}() returned {value!r}; it must return a seat: {last}")
        return value

    def scores(self, function):
        """Of all seats, by the function of this name: its object may have a value of that name."""
        values = getattr(self.kind, function)(self.game)
        if values is None:
            return None
        exact = function == "points"
        try:
            found = tuple(
                f"{value:f}" if exact and isinstance(value, decimal.Decimal) else operator.index(value)
                for value in values
            )
        except TypeError:
            found = ()
        if len(found) != self.seats:
            how_many = {1: "one whole number", 2: "two whole numbers"}
            raise ValueError(
                f"{function}() returned {values!r}; it must return "
                + how_many.get(self.seats, f"{self.seats} whole numbers")
                + (" or decimal.Decimal" if exact else "")
            )
        return found

    def all_seats(self):
        return range(1, self.seats + 1)

    def answer(self, request):
        word, _, rest = request.partition(" ")
        if word == "timed":
            took, _, rest = rest.partition(" ")
            self.game.took = int(took)
        if word in ("play", "timed"):
            return self.play(rest)
        if word == "test":
            reason = self.game.why_not(rest)
            return ["legal" if reason is None else f"illegal {reason}"]
        if word == "count":
            return [f"count {len(self.game.moves())}"]
        if word == "move":
            return [f"move {self.game.moves()[int(rest)]}"]
        if word == "start":
            return self.start(rest)
        if word == "goal":
            self.kind.goal = rest
            return []
        if word == "seats":
            _Judge.seats = self.kind.seats = int(rest)
            return []
        if word == "deal":
            return [f"deal {self.kind().deal(int(rest))}"]
        if word == "forfeit":
            return self.forfeit(*rest.split())
        if word == "result":
            return self.result()
        if word == "draw":
            text = self.game.draw_for(int(rest)) if rest else self.game.draw()
            return [f"line {line}" for line in text.splitlines()]
        if word == "layout":
            return ["layout " + json.dumps(self.kind.layout())]
        if word == "scene":
            scene = self.game.scene_for(int(rest)) if rest else self.game.scene()
            return ["scene " + json.dumps(scene)]
        if request == "referee-judge 1":
            return ["judge 1", f"can {self.abilities()}"]
        raise ValueError(f"not a request of referee-judge 1: {request!r}")

    def start(self, deal):
        self.__init__(self.kind)
        self.game = self.kind()
        self.game._told = []
        self.game._unusual = {}
        self.game.turn_limit, self.game.exit_line = 0, ""
        try:
            self.game.to_move = self.seat("start", self.game.start(deal), tuple(self.all_seats()))
        except Illegal as reason:
            return [f"illegal {reason}"]
        lines = self.game._told
        if self.game.relays:
            lines.append(f"tell {self.game.to_move} Start")
        return lines + self.state()

    def play(self, line):
        reason = self.game.why_not(line) if self.tests else None
        if reason is not None:
            return [f"illegal {reason}"]
        relayed = self.game.relayed(line)
        seat = self.game.to_move
        self.game._told = []
        self.game._convicted = {}
        self.game.turn_limit, self.game.exit_line = 0, ""
        try:
            self.game.to_move = self.seat("play", self.game.play(seat, line), (0, *self.all_seats()))
        except Illegal as reason:
            return [f"illegal {reason}"]
        self.game._moves = None
        faults = self.convictions()
        lines = self.game._told
        if self.game.relays and self.game.to_move != 0:
            others = (one for one in self.all_seats() if one != seat and not self.is_out(one))
            lines[:0] = [f"tell {one} {relayed}" for one in others]
        if not self.game.relays and self.game.to_move != 0:
            told = {line.split(" ")[1] for line in lines}
            living = [one for one in self.all_seats() if not self.is_out(one)]
            faults += ["hidden"] if len(told) < len(living) else []
        state = self.state()
        while state[0].startswith("tell "):
            lines.append(state.pop(0))
        return [f"legal {relayed}" if relayed != line else "legal"] + lines + faults + state

    def fail(self, seat, kind):
        self.forfeited[seat] = kind
        if self.seats > 2:
            self.game.gone = tuple(self.forfeited)

    def is_out(self, seat):
        """Whether it has failed and reads nothing any more. Of two, it is told all that it would be."""
        return seat in self.forfeited and self.seats > 2

    def convictions(self):
        """The faults that play() has found, as lines; they may end the game."""
        found = self.game._convicted
        for seat, (kind, _) in found.items():
            self.fail(seat, kind)
        if len(self.forfeited) == self.seats:
            self.game.to_move = 0
        if found and self.game.to_move == 0 and self.seats <= 2:
            self.ended = self.fault_scores()
        farewells = [] if self.ended else self.farewell(found)
        return farewells + [f"fault {seat} {kind} {why}" for seat, (kind, why) in found.items()]

    def fault_scores(self):
        """Where a fault ends the game; if both have failed, each has what it has at its own."""
        pairs = {seat: self.game.at_fault(seat, kind) for seat, kind in self.forfeited.items()}
        if len(pairs) == 2:
            return tuple(pairs[seat][seat - 1] for seat in (1, 2))
        return tuple(next(iter(pairs.values())))[: self.seats]

    def forfeit(self, word, kind, then):
        seat = int(word)
        self.fail(seat, kind)
        if then == "end":
            self.ended = self.fault_scores()
        if then == "out":
            self.game._told = []
            self.game.turn_limit, self.game.exit_line = 0, ""
            allowed = (0, *(one for one in self.all_seats() if one not in self.forfeited))
            self.game.to_move = self.seat("out", self.game.out(seat, kind), allowed)
            self.game._moves = None
            return self.farewell([seat]) + self.game._told + self.state()
        if self.ended or len(self.forfeited) == self.seats:
            self.game.to_move = 0
        return ([] if self.ended else self.farewell([seat])) + self.state()

    def farewell(self, seats):
        return [f"tell {seat} {self.game.farewell}" for seat in seats if self.game.farewell]

    def state(self):
        if self.game.to_move != 0:
            limit = f" {self.game.turn_limit}" if self.game.turn_limit else ""
            leaving = [f"exit {self.game.exit_line}"] if self.game.exit_line else []
            return [*leaving, f"turn {self.game.to_move}{limit}"]
        # A seat that has been taken over has read it already.
        seats = [seat for seat in self.all_seats() if self.ended or seat not in self.forfeited]
        return self.farewell(seats) + self.result() + ["over"]

    def result(self):
        scores = self.scores("result")
        points = self.scores("points") or scores or ("unknown",) * self.seats
        if scores is None and self.game.to_move == 0 and not self.ended:
            raise ValueError("result() returned None at the end of the game")
        if scores is None and not self.ended:
            return []
        game_points = self.scores("game_points")
        outcomes = []
        if self.ended:
            scores = self.ended
            own, other = self.game.forfeit_game_points
            game_points = game_points and [own if s in self.forfeited else other for s in self.all_seats()]
        elif self.forfeited:
            outcomes = self.by_board(scores) if self.seats == 2 else []
            scores = self.without_forfeited(scores)
            game_points = game_points and self.without_forfeited(game_points)
        lines = outcomes + [f"points {seat} {points[seat - 1]}" for seat in self.all_seats()]
        lines += [f"score {seat} {scores[seat - 1]}" for seat in self.all_seats()]
        if game_points:
            lines += [f"game-points {seat} {game_points[seat - 1]}" for seat in self.all_seats()]
        if self.seats > 2:
            places = self.scores("places") or self.by_scores(scores)
            lines += [f"place {seat} {places[seat - 1]}" for seat in self.all_seats()]
        return lines

    def by_scores(self, scores):
        """The places of more than two seats; whoever has failed is behind all others."""
        worth = [(seat not in self.forfeited, scores[seat - 1]) for seat in self.all_seats()]
        return [1 + sum(other > own for other in worth) for own in worth]

    def without_forfeited(self, pair):
        return [0 if seat in self.forfeited else pair[seat - 1] for seat in self.all_seats()]

    def by_board(self, scores):
        """The outcomes where a seat that failed scores nothing, whatever it has on the board."""
        ahead = scores[0] - scores[1] if len(self.forfeited) == 1 else 0
        words = ("win", "lose") if ahead > 0 else ("lose", "win") if ahead < 0 else ("draw", "draw")
        return [f"outcome {seat} {words[seat - 1]}" for seat in (1, 2)]


def run(kind):
    """Answers the requests that come on the standard input, until `quit` or its end."""
    for stream in (sys.stdin, sys.stdout):
        stream.reconfigure(encoding="utf-8", newline="\n")
    judge = _Judge(kind)
    for line in sys.stdin:
        request = line.rstrip("\n")
        if request == "quit":
            return
        try:
            answer = judge.answer(request)
        except Failed as failed:
            sys.exit(str(failed))
        sys.stdout.write("".join(line + "\n" for line in [*answer, "."]))
        sys.stdout.flush()
