#!/usr/bin/env python3
"""The adaptors in rules/judges/adaptors lead toys that speak the protocols of CodinGame's engine, of
cg-brutaltester's option -o, and of Caia."""

import contextlib
import pathlib
import random
import subprocess
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "examples"))

from talk import Broken, Judge, State, built, one  # noqa: E402


@contextlib.contextmanager
def judge_of(game):
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        with Judge(built(HERE / game, folder), folder) as judge:
            assert judge.ask("referee-judge 1") == ["judge 1", "can result"]
            yield judge


class Adaptor:
    lines = 1  # of a move

    def start(self, judge, seed=5):
        state = State(judge.ask(f"start {self.deal(judge, seed)}"))
        self.read = {1: [], 2: []}
        self.note(state)
        return state

    def deal(self, judge, seed):
        return one(judge.ask(f"deal {seed}"), "deal")

    def note(self, state):
        for seat, line in state.told:
            self.read[seat].append(line)

    def play(self, judge, seat, take):
        """A whole move; the answer to its last line."""
        for number in range(self.lines):
            answer = judge.ask(f"play {take if number == 0 else 'a word'}")
            if number + 1 < self.lines:
                self.assertEqual(answer, ["legal", f"turn {seat}"])
        if answer[0] == "legal":
            self.note(State(answer[1:]))
        return answer

    def heap(self, seat):
        return int(self.read[seat][-1])

    def test_games_to_their_end(self):
        dice = random.Random(1)
        with judge_of(self.game) as judge:
            for seed in range(5):
                state, seat = self.start(judge, seed), 1
                heap = self.heap(1)
                while state.seat:
                    self.assertEqual(state.seat, seat)
                    self.assertEqual(self.heap(seat), heap)
                    take = dice.randint(1, min(3, heap))
                    answer = self.play(judge, seat, take)
                    self.assertEqual(answer[0], "legal")
                    state = State(answer[1:])
                    heap, last, seat = heap - take, seat, 3 - seat
                self.assertEqual(heap, 0)
                self.assertEqual(state.result[("score", last)], self.win)
                self.assertEqual(state.result[("score", 3 - last)], 0)
            self.assertEqual(judge.leave(), 0)

    def test_an_illegal_line(self):
        for move in ("4", "zero", ""):
            with self.subTest(move), judge_of(self.game) as judge:
                self.start(judge)
                self.play(judge, 1, 1)
                answer = self.play(judge, 2, move)
                self.assertEqual(len(answer), 1)
                self.assertRegex(answer[0], f"^illegal .*{self.reason} '{move}'$")
                state = State(judge.ask("forfeit 2 illegal end"))
                self.assertEqual(state.seat, 0)
                self.assertEqual(state.result[("score", 2)], 0)
                self.assertEqual(state.result[("score", 1)], self.at_fault)

    def test_a_timeout(self):
        with judge_of(self.game) as judge:
            self.start(judge)
            state = State(judge.ask("forfeit 1 timeout end"))
            self.assertEqual(state.seat, 0)
            self.assertEqual(state.result[("score", 1)], 0)
            self.assertEqual(state.result[("score", 2)], self.at_fault)
            self.start(judge)  # and the next game
            self.assertEqual(self.play(judge, 1, 2)[0], "legal")

    def test_a_program_that_is_not_there(self):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            command = [*built(HERE / self.game, folder)[:2], "python3", "-c", "pass"]
            with Judge(command, folder, stderr=subprocess.DEVNULL) as judge:
                judge.ask("referee-judge 1")
                deal = self.deal(judge, 1)
                with self.assertRaises(Broken):
                    judge.ask(f"start {deal}")


class CodinGame(Adaptor, unittest.TestCase):
    game, lines, win, at_fault, reason = "codingame", 2, 2, 2, "cannot take"

    def test_the_seed_is_that_of_the_deal(self):
        with judge_of(self.game) as judge:
            heaps = []
            for seed in (1, 2, 1):
                self.start(judge, seed)
                heaps.append(self.heap(1))
            self.assertEqual(heaps[0], heaps[2])
            self.assertNotEqual(heaps[0], heaps[1])
            self.assertEqual(self.read[1][0], "0")


class Brutaltester(Adaptor, unittest.TestCase):
    game, win, at_fault, reason = "brutaltester", 2, 2, "cannot take"


class Caia(Adaptor, unittest.TestCase):
    game, win, at_fault, reason = "caia", 30, 20, "illegal move"

    def test_what_each_seat_reads(self):
        with judge_of(self.game) as judge:
            self.start(judge)
            self.assertEqual(self.read[1][0], "Start")
            self.assertEqual(self.read[2], [])


if __name__ == "__main__":
    unittest.main()
