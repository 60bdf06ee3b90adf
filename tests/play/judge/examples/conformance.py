#!/usr/bin/env python3
"""Plays random games with the judge of a game and holds it to docs/reference/judge.md.

    conformance.py GAMES GAME_FOLDER...    exit code 1 and a line for each that does not hold;
                                           77 if no judge could be compiled here

Each game is played with one process, which writes down all requests and answers. A second process,
in another environment, is asked the same in another order of games, and must answer the same.
"""

import itertools
import json
import pathlib
import random
import sys
import tempfile

from talk import Broken, Judge, State, built, one, result_of

COLOURS = {"empty", "white", "black", "red", "blue", "gray", "brown", "hole"} | {
    f"tile-{n}" for n in range(1, 7)
}
MARKS = {"last", "path", "slide", "near", "scoring", "side"}
SPOILT = ("", " ", "x", "pass!", "Quit", "Start", "0", "-1", "a1 a1", "a1 b2", "é", "a" * 500, "99")


def expect(holds, what):
    if not holds:
        raise Broken(what)


class Checker:
    """One random game of one judge; `talked` keeps what was asked and answered."""

    def __init__(self, judge, facts, can, seed):
        self.judge = judge
        self.facts = facts
        self.can = can
        self.random = random.Random(seed)
        self.seed = self.random.randrange(2**53)
        self.talked = []
        self.layout = None

    def ask(self, request):
        answer = self.judge.ask(request)
        self.talked.append((request, answer))
        return answer

    def play(self):
        """A game to its end, or to a fault."""
        deal = one(self.ask(f"deal {self.seed}"), "deal")
        fault_at = self.random.choice([None, None, 0, 1, 3, 8])
        state = State(self.ask(f"start {deal}"))
        self.forfeited = set()
        for ply in itertools.count():
            expect(ply < 5000, "5000 plies and no end")
            if state.seat == 0:
                break
            seat = state.seat
            if ply % 7 in (0, 1) or ply < 4:
                self.look(state)
            if ply == fault_at and seat not in self.forfeited:
                state = self.forfeit(seat)
                fault_at = ply + 2  # perhaps the other seat
                continue
            move = self.a_move()
            answer = self.ask(f"play {move}")
            expect(answer[0].split(" ")[0] == "legal", f"its own move {move!r}: {answer}")
            state = State(answer[1:])
        self.check_result(state.result)
        if "result" in self.can:
            now = result_of(self.ask("result"))
            expect(now == state.result, f"at the end {state.result}, then {now}")
        self.look(state)

    def a_move(self):
        count = int(one(self.ask("count"), "count"))
        expect(count >= 1, "no moves, but a turn")
        move = one(self.ask(f"move {self.random.randrange(count)}"), "move")
        expect(len(move.encode()) <= self.facts["longest_move"], f"longer than longest_move: {move!r}")
        return move

    def forfeit(self, seat):
        self.forfeited.add(seat)
        then = "takeover" if self.facts.get("takeover") else "end"
        kind = self.random.choice(["illegal", "timeout", "exit"])
        state = State(self.ask(f"forfeit {seat} {kind} {then}"))
        over = then == "end" or len(self.forfeited) == 2
        expect(not over or state.seat == 0, f"after {self.forfeited} and {then} seat {state.seat} is to move")
        return state

    def check_result(self, result):
        scores = [result[("score", seat)] for seat in (1, 2)]
        scale = self.facts["point_scale"]
        expect(not scale["exact"] or abs(scores[0] - scores[1]) <= scale["limit"], f"off the scale: {scores}")
        most = self.facts.get("most_game_points", 0)
        for seat in (1, 2):
            expect(0 <= result.get(("game-points", seat), 0) <= most, f"game points: {result}")
            if seat in self.forfeited:
                expect(scores[seat - 1] == 0, f"seat {seat} failed and scores: {scores}")

    def look(self, state):
        """Asks everything that changes nothing, tests moves and spoilt lines, and asks again."""
        before = self.position(state)
        if state.seat != 0:
            self.tries(before)
        again = self.position(state)
        expect(before == again, f"changed by requests that change nothing: {before} and {again}")

    def position(self, state):
        answers = {}
        for word in ("result", "draw", "scene"):
            if word in self.can:
                answers[word] = self.ask(word)
        if "scene" in self.can:
            self.layout = self.layout or json.loads(one(self.ask("layout"), "layout"))
        if state.seat != 0:
            answers["count"] = self.ask("count")
            count = int(one(answers["count"], "count"))
            numbers = range(count) if count <= 300 else self.random.sample(range(count), 20)
            answers["moves"] = {n: one(self.ask(f"move {n}"), "move") for n in numbers}
            moves = list(answers["moves"].values())
            expect(len(set(moves)) == len(moves), f"a move twice: {moves}")
        self.check_drawing(answers.get("draw", []))
        if "scene" in self.can:
            complete = state.seat != 0 and len(answers["moves"]) == int(one(answers["count"], "count"))
            self.check_scene(json.loads(one(answers["scene"], "scene")), moves if complete else None)
        if state.seat != 0 and self.random.random() < 0.5:
            answers.pop("moves")
        return {key: value for key, value in answers.items() if key != "moves"}

    def check_drawing(self, lines):
        for line in lines:
            expect(line == "line" or line.startswith("line "), f"draw: {line!r}")
            text = line[5:]
            expect(text.isascii() and text.isprintable() or not text, f"draw: {line!r}")
            expect(len(text) <= 79, f"draw: wider than 79 columns: {line!r}")

    def tries(self, _):
        moves = [self.a_move() for _ in range(3)]
        for move in moves:
            expect(self.ask(f"test {move}") == ["legal"], f"test refuses {move!r}")
        spoilt = [*SPOILT, moves[0] + " ", moves[0].upper() + "z", moves[0] + moves[0]]
        for line in self.random.sample(spoilt, 6):
            tested = self.ask(f"test {line}")
            expect(len(tested) == 1, f"test: {tested}")
            if tested == ["legal"]:
                continue
            expect(tested[0].startswith("illegal "), f"test: {tested}")
            reason = tested[0][8:]
            expect(reason and not reason.endswith(".") and reason.isprintable(), f"reason {reason!r}")
            played = self.ask(f"play {line}")
            expect(played == tested, f"test {line!r}: {tested}, but play: {played}")

    def check_scene(self, scene, moves):
        names = {name for name, _, _ in self.layout["cells"]}
        expect(self.layout["shape"] in ("square", "hexagon"), "shape")
        expect(len(names) == len(self.layout["cells"]), "two cells have one name")
        places = {(x, y) for _, x, y in self.layout["cells"]}
        expect(len(places) == len(names), "two cells are at one place")
        known = {"cells", "marks", "parts", "seats", "status", "notes", "input"}
        expect(scene.keys() <= known, f"keys of a scene: {scene.keys()}")
        signs = {}
        for name, (colour, sign, text) in scene.get("cells", {}).items():
            expect(name in names and colour in COLOURS and len(sign) == 1 and len(text) <= 6, f"cell {name}")
            expect(signs.setdefault(colour, sign) == sign, f"two signs of {colour}")
        expect(len(set(signs.values())) == len(signs), f"one sign of two colours: {signs}")
        seats = scene.get("seats", [])
        expect(len(seats) in (0, 2), f"seats {seats}")
        for colour, sign, text in seats:
            expect(colour in COLOURS and signs.get(colour, sign) == sign and len(text) <= 6, f"seat {colour} {sign} {text}")
        for kind, seat, points, cells in scene.get("marks", []):
            expect(kind in MARKS and seat in (0, 1, 2) and isinstance(points, int), f"mark {kind}")
            expect(set(cells) <= names, f"mark {kind}: {cells}")
        if moves is not None and "input" in scene:
            listed = list(moves_of(scene["input"]))
            expect(sorted(listed) == sorted(moves), f"input lists {listed}, legal are {moves}")


def moves_of(given):
    options = [option["name"] for option in given.get("options", [])]
    separator = given.get("separator", "")
    for group in given.get("groups", []):
        for option in [options[n] for n in group["options"]] or [None]:
            for cell in group["cells"] or [None]:
                parts = [cell, option] if not given.get("option_first") else [option, cell]
                yield separator.join(part for part in parts if part is not None)


def check(game, games, folder):
    """Returns what does not hold, or None; the number of games, or 0 without a compiler."""
    facts = {"longest_move": 1000, "point_scale": {"limit": 2, "exact": True}}
    facts.update(json.loads((game / "game.json").read_text()))
    command = built(game, folder)
    if command is None:
        return 0
    talked = []
    with Judge(command, folder, PYTHONHASHSEED="0") as judge:
        hello = judge.ask("referee-judge 1")
        expect(hello[0] == "judge 1" and hello[1].split(" ")[0] == "can" and len(hello) == 2, f"{hello}")
        can = set(hello[1].split(" ")[1:])
        expect(can <= {"test", "count", "result", "draw", "scene", "timed"}, f"can {can}")
        expect("count" in can and "test" in can, f"an example can count and test, not only {can}")
        expect(judge.ask("start no such deal")[0].startswith("illegal "), "a deal that is none")
        for seed in range(games):
            checker = Checker(judge, facts, can, seed)
            try:
                checker.play()
            except Broken as broken:
                last = "\n".join(f"  > {asked}\n  < {answer}" for asked, answer in checker.talked[-4:])
                raise Broken(f"game {seed}: {broken}\n{last}") from None
            talked.append(checker.talked)
        expect(judge.leave() == 0, "quit: exit code not 0")
    other = {"PYTHONHASHSEED": "77", "LC_ALL": "C", "LANG": "C", "TZ": "Asia/Tokyo", "HOME": "/"}
    with Judge(command, folder, **other) as judge:
        expect(judge.ask("referee-judge 1") == hello, "the second process can other things")
        for game_talked in reversed(talked):
            for asked, answer in game_talked:
                now = judge.ask(asked)
                expect(now == answer, f"'{asked}' answered {answer}, in a second process {now}")
    return games


def main():
    if len(sys.argv) < 3:
        sys.exit("usage: conformance.py GAMES GAME_FOLDER...")
    wrong, played = False, 0
    for name in sys.argv[2:]:
        with tempfile.TemporaryDirectory() as folder:
            try:
                played += check(pathlib.Path(name), int(sys.argv[1]), pathlib.Path(folder))
            except Broken as broken:
                wrong = True
                print(f"{name}: {broken}")
    return 1 if wrong else 0 if played else 77


if __name__ == "__main__":
    sys.exit(main())
