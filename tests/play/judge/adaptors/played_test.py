#!/usr/bin/env python3
"""The referee plays games of the toys, led by the adaptors in rules/judges/adaptors.

    played_test.py REFEREE
"""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
REFEREE = os.path.abspath(sys.argv.pop(1))


class Played:
    lines = 1  # of a move

    def setUp(self):
        self.kept = tempfile.TemporaryDirectory()
        self.addCleanup(self.kept.cleanup)
        # The toys share a file.
        self.says(0, "games", str(HERE / self.game), "--read", str(HERE / "nim.py"))

    def says(self, code, *words):
        done = subprocess.run(
            [REFEREE, *words],
            cwd=self.kept.name,
            env={**os.environ, "HOME": self.kept.name},
            capture_output=True,
            text=True,
            timeout=200,
        )
        self.assertEqual(done.returncode, code, f"{words}\n{done.stdout}\n{done.stderr}")
        return done.stdout

    def match(self, code, *bad):
        bots = [f"{HERE}/bot.py {self.lines} {number}" for number in bad]
        text = self.says(code, "match", str(HERE / self.game), *bots, "--seed", "4", "--json", "--quiet")
        file = pathlib.Path(self.kept.name) / "record.json"
        file.write_text(text)
        self.says(0, "verify", "record.json")
        return json.loads(text)

    def test_a_game(self):
        record = self.match(0, 0, 0)
        seats = record["result"]["seats"]
        self.assertEqual(sorted(seat["status"] for seat in seats), ["LOSE", "WIN"])
        self.assertEqual(sorted(seat["score"] for seat in seats), [0, self.win])
        again = self.match(0, 0, 0)
        self.assertEqual(again["plies"], record["plies"])

    def test_an_illegal_move(self):
        record = self.match(1, 0, 2)
        seats = record["result"]["seats"]
        self.assertEqual([seat["status"] for seat in seats], ["WIN", "ILLEGAL"])
        self.assertEqual([seat["score"] for seat in seats], [self.at_fault, 0])
        self.assertIn("nonsense", record["faults"][0]["reason"])


class CodinGame(Played, unittest.TestCase):
    game, lines, win, at_fault = "codingame", 2, 2, 2


class Brutaltester(Played, unittest.TestCase):
    game, win, at_fault = "brutaltester", 2, 2


class Caia(Played, unittest.TestCase):
    game, win, at_fault = "caia", 30, 20


if __name__ == "__main__":
    unittest.main()
