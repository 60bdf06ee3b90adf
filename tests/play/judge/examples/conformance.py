#!/usr/bin/env python3
"""Plays random games with the judge of a game and holds it to what `referee check` does not ask: the form
of its reasons, scores after faults, what a click on its scenes enters, its way to leave.

    conformance.py GAMES GAME_FOLDER...    exit code 1 and a line for each that does not hold;
                                           77 if no judge could be compiled here
"""

import itertools
import json
import pathlib
import random
import sys
import tempfile

from talk import Broken, Judge, State, built, one

SPOILT = ("", " ", "x", "pass!", "Quit", "Start", "0", "-1", "a1 a1", "a1 b2", "é", "a" * 500, "99")


def expect(holds, what):
    if not holds:
        raise Broken(what)


class Checker:
    """One random game of one judge."""

    def __init__(self, judge, facts, can, seed):
        self.ask = judge.ask
        self.takeover = facts.get("takeover", False)
        self.can = can
        self.random = random.Random(seed)
        self.seed = self.random.randrange(2**53)

    def play(self):
        """A game to its end, or to a fault."""
        deal = one(self.ask(f"deal {self.seed}"), "deal")
        fault_at = self.random.choice([None, None, 0, 1, 3, 8])
        state = State(self.ask(f"start {deal}"))
        forfeited = set()
        for ply in itertools.count():
            expect(ply < 5000, "5000 plies and no end")
            if state.seat == 0:
                break
            if ply % 7 in (0, 1) or ply < 4:
                self.try_lines()
                if "scene" in self.can:
                    self.check_input()
            if ply == fault_at and state.seat not in forfeited:
                forfeited.add(state.seat)
                kind = self.random.choice(["illegal", "timeout", "exit"])
                state = State(self.ask(f"forfeit {state.seat} {kind} {'takeover' if self.takeover else 'end'}"))
                fault_at = ply + 2  # perhaps the other seat
                continue
            state = State(self.ask(f"play {self.a_move()}")[1:])
        for seat in forfeited:
            expect(state.result["score", seat] == 0, f"seat {seat} failed and scores: {state.result}")

    def moves(self):
        return [one(self.ask(f"move {n}"), "move") for n in range(int(one(self.ask("count"), "count")))]

    def a_move(self):
        return one(self.ask(f"move {self.random.randrange(int(one(self.ask('count'), 'count')))}"), "move")

    def try_lines(self):
        move = self.a_move()
        for line in self.random.sample([*SPOILT, move + " ", move.upper() + "z", move + move], 6):
            tested = self.ask(f"test {line}")
            if tested == ["legal"]:
                continue
            reason = tested[0].removeprefix("illegal ")
            expect(reason and not reason.endswith(".") and reason.isprintable(), f"reason {reason!r}")

    def check_input(self):
        layout = json.loads(one(self.ask("layout"), "layout"))
        places = {(x, y) for _, x, y in layout["cells"]}
        expect(len(places) == len(layout["cells"]), "two cells are at one place")
        scene = json.loads(one(self.ask("scene"), "scene"))
        if "input" in scene and int(one(self.ask("count"), "count")) <= 300:
            listed, legal = sorted(moves_of(scene["input"])), sorted(self.moves())
            expect(listed == legal, f"input lists {listed}, legal are {legal}")


def moves_of(given):
    options = [option["name"] for option in given.get("options", [])]
    separator = given.get("separator", "")
    for group in given.get("groups", []):
        for option in [options[n] for n in group["options"]] or [None]:
            for cell in group["cells"] or [None]:
                parts = [cell, option] if not given.get("option_first") else [option, cell]
                yield separator.join(part for part in parts if part is not None)


def check(game, games, folder):
    """Raises Broken for what does not hold; the number of games, or 0 without a compiler."""
    facts = json.loads((game / "game.json").read_text())
    command = built(game, folder)
    if command is None:
        return 0
    with Judge(command, folder) as judge:
        can = set(judge.ask("referee-judge 1")[1].split(" ")[1:])
        expect({"count", "test"} <= can, f"an example can count and test, not only {can}")
        expect(judge.ask("start no such deal")[0].startswith("illegal "), "a deal that is none")
        for seed in range(games):
            try:
                Checker(judge, facts, can, seed).play()
            except Broken as broken:
                raise Broken(f"game {seed}: {broken}") from None
        expect(judge.leave() == 0, "quit: exit code not 0")
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
