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

    def test_a_reason_with_a_full_stop(self):
        self.assert_found("reason", lib=('return ["legal" if reason is None else f"illegal {reason}"]',
                                         'return ["legal" if reason is None else f"illegal {reason}."]'))

    def test_a_score_after_a_fault(self):
        self.assert_found("failed and scores",
                          lib=("[0 if seat in self.forfeited else pair[seat - 1] for seat in self.all_seats()]", "list(pair)"))

    def test_a_click_that_is_no_move(self):
        given = '"input": {"groups": [{"options": [], "cells": ["a1"]}]}, '
        self.assert_found("input lists", judge=('"status": "take', given + '"status": "take'))

    def test_a_line_that_is_no_state(self):
        self.assert_found("not a state", lib=('f"turn {self.game.to_move}{limit}"]', '"turn"]'))


if __name__ == "__main__":
    unittest.main()
