#!/usr/bin/env python3
"""What conformance.py looks for is found: each test makes one mistake in a judge that is right."""

import pathlib
import shutil
import tempfile
import unittest

import conformance
from talk import JUDGES, Broken

RIGHT = JUDGES / "noughts-and-crosses-python"


class Conformance(unittest.TestCase):
    def check(self, **changes):
        """Checks a copy with changes: the name of a file, what is to be replaced, and by what."""
        with tempfile.TemporaryDirectory() as name:
            game = pathlib.Path(name) / "game"
            shutil.copytree(RIGHT, game)
            shutil.copytree(JUDGES / "lib", pathlib.Path(name) / "lib")
            for key, (old, new) in changes.items():
                file = {"judge": game / "judge.py", "lib": game.parent / "lib" / "referee_judge.py"}[key]
                text = file.read_text()
                self.assertIn(old, text)
                file.write_text(text.replace(old, new, 1))
            build = pathlib.Path(name) / "build"
            build.mkdir()
            return conformance.check(game, 6, build)

    def assert_found(self, words, **changes):
        with self.assertRaisesRegex(Broken, words):
            self.check(**changes)

    def test_the_example_is_right(self):
        self.assertEqual(self.check(), 6)

    def test_an_order_that_is_that_of_a_hash_table(self):
        self.assert_found(
            "in a second process",
            judge=('return [name for name, mark in zip(SQUARES, self.marks) if mark == "."]',
                   'return list({name for name, mark in zip(SQUARES, self.marks) if mark == "."})'),
        )

    def test_something_left_of_the_game_before(self):
        self.assert_found(
            "in a second process",
            judge=('        self.last = None\n', '        self.last = None\n        type(self).games = getattr(self, "games", 0) + 1\n'
                   '        self.marks[0] = "x" if self.games == 2 else "."\n'),
        )

    def test_a_test_that_changes_something(self):
        self.assert_found(
            "changed by requests",
            judge=('        return None if line in self.moves() else',
                   '        self.last = line\n        return None if line in self.moves() else'),
        )

    def test_a_test_that_knows_better_than_play(self):
        self.assert_found(
            "but play",
            lib=('return ["legal" if reason is None else f"illegal {reason}"]',
                 'return ["legal" if reason is None else "illegal no"]'),
        )

    def test_a_move_twice(self):
        self.assert_found(
            "a move twice",
            judge=('zip(SQUARES, self.marks) if mark == "."]', 'zip(SQUARES, self.marks) if mark == "."][:1] * 2'),
        )

    def test_a_score_off_the_scale(self):
        self.assert_found("off the scale", judge=("self.by_winner(2, 1)", "self.by_winner(3, 1)"))

    def test_game_points_off_the_scale(self):
        self.assert_found("game points", judge=("self.by_winner(3, 1)", "self.by_winner(4, 1)"))

    def test_a_turn_after_the_end(self):
        self.assert_found("is to move", lib=("            self.game.to_move = 0\n", "            pass\n"))

    def test_a_cell_that_is_not_there(self):
        self.assert_found("cell", judge=('"cells": {name:', '"cells": {name + "x":'))

    def test_a_line_that_is_no_state(self):
        self.assert_found("not a state", lib=('return [f"turn {self.game.to_move}{limit}"]', 'return ["turn"]'))


if __name__ == "__main__":
    unittest.main()
