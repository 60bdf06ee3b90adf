#!/usr/bin/env python3
"""Plays the examples of rules/judges through every verb of the program.

    verbs_test.py REFEREE EXAMPLE [TEST...]
"""

import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time
import unittest

SOURCE = pathlib.Path(__file__).resolve().parents[4]
REFEREE = os.path.abspath(sys.argv.pop(1))
EXAMPLE = sys.argv.pop(1)
SUFFIXES = {"cpp": "cpp", "java": "java", "javascript": "js"}


def bots_of(example):
    """Two bots that are quick: the same one with two seeds where there is such a one."""
    suffix = SUFFIXES.get(example.rpartition("-")[2], "py")
    folder = SOURCE / "rules" / "judges" / example / "bots"
    if suffix == "py":
        return [f"{folder}/any.py 1", f"{folder}/any.py 2"]
    return [f"{folder}/first.{suffix}", f"{folder}/careful.{suffix}"]


class Verbs(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.kept = tempfile.TemporaryDirectory()
        cls.home = pathlib.Path(cls.kept.name)
        cls.facts = json.loads((SOURCE / "rules" / "judges" / EXAMPLE / "game.json").read_text())
        cls.bots = bots_of(EXAMPLE)

    @classmethod
    def tearDownClass(cls):
        cls.kept.cleanup()

    def setUp(self):
        self.folder = self.home / self.id().rpartition(".")[2]
        self.folder.mkdir()
        # Where a game is named by a path that is relative.
        (self.folder / "games").symlink_to(SOURCE / "rules" / "judges")
        self.game = f"./games/{EXAMPLE}"

    def environment(self):
        return {**os.environ, "HOME": str(self.home), "XDG_CACHE_HOME": str(self.home / "cache")}

    def ended(self, *words, typed=""):
        return subprocess.run(
            [REFEREE, *words],
            cwd=self.folder,
            env=self.environment(),
            input=typed,
            capture_output=True,
            text=True,
            timeout=280,
        )

    def says(self, code, *words, typed=""):
        done = self.ended(*words, typed=typed)
        self.assertEqual(done.returncode, code, f"{words}\n{done.stdout}\n{done.stderr}")
        return done.stdout

    def match(self, *bots):
        return json.loads(
            self.says(0, "match", self.game, *(bots or self.bots), "--seed", "5", "--json", "--quiet")
        )

    def config(self, name, **more):
        bots = [{"name": f"bot{n}", "command": bot} for n, bot in enumerate(self.bots)]
        config = {"game": self.game, "seed": 3, "bots": bots, **more}
        (self.folder / name).write_text(json.dumps(config))

    def plain(self, store):
        """The records of a store without what is measured, by their numbers."""
        records = {}
        for file in (self.folder / store).glob("matches*.jsonl"):
            for line in file.read_text().splitlines():
                record = json.loads(line)
                record.pop("measured", None)
                records[record["match"]] = record
        return records

    def test_a_match_and_what_is_done_with_its_record(self):
        record = self.match()
        self.assertEqual(record["game"], self.facts["name"])
        self.assertEqual(record.get("faults", []), [])
        again = self.match()
        for one in (record, again):
            one.pop("measured")
        self.assertEqual(record, again)
        (self.folder / "r.json").write_text(json.dumps(self.match()) + "\n")
        self.assertTrue(self.says(0, "verify", "r.json").startswith("1 game, "))
        shown = self.says(0, "show", "r.json")
        self.assertTrue(shown.startswith(self.facts["title"]), shown)
        self.says(0, "replay", "r.json", "--quiet")

    def test_rules(self):
        page = self.says(0, "show", self.game)
        self.assertTrue(page.startswith("# " + self.facts["title"]), page)

    def test_persons_play(self):
        record = self.match()
        moves = "".join(ply["line"] + "\n" for ply in record["plies"])
        two = self.says(0, "play", self.game, "human", "--seed", "5", "--json", typed=moves)
        played = json.loads(two)
        self.assertEqual(played["plies"], record["plies"])
        self.assertEqual(played["result"], record["result"])
        own = "".join(ply["line"] + "\n" for ply in record["plies"] if ply["seat"] == 1)
        seat = ["--seat", "1", "--seed", "5", "--json"]
        done = self.ended("play", self.game, self.bots[1], *seat, typed="nonsense\n" + own)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(json.loads(done.stdout)["plies"], record["plies"])
        self.assertIn("? lists the legal moves", done.stderr)

    def test_tournaments_of_all_formats(self):
        three = [{"name": f"b{n}", "command": self.bots[n % 2]} for n in range(3)]
        for kind, more in {
            "round-robin": {},
            "gauntlet": {"challengers": 1},
            "swiss": {},
            "knockout": {"deals": 1},
            "official": {"swiss_rounds": 1, "qualify": 2},
        }.items():
            with self.subTest(kind):
                rounds = {"rounds": 1} if kind != "knockout" else {}
                self.config("c.json", format=kind, bots=three, **rounds, **more)
                self.says(0, "tournament", "c.json", "--out", kind, "--quiet")
                table = json.loads(self.says(0, "standings", kind, "--json"))
                self.assertEqual(table["events"][0]["game"], self.facts["name"])
                self.says(0, "verify", kind)
        self.says(0, "view", "swiss", "--save", "page.html")
        self.assertIn(self.facts["title"], (self.folder / "page.html").read_text())
        self.assertIn(self.facts["title"], self.says(0, "show", "round-robin", "0"))
        self.says(0, "export", "round-robin")

    def test_a_killed_run_resumes(self):
        self.config("c.json", rounds=4)
        self.says(0, "tournament", "c.json", "--out", "whole", "--quiet")
        run = subprocess.Popen(
            [REFEREE, "tournament", "c.json", "--out", "parts", "--quiet"],
            cwd=self.folder,
            env=self.environment(),
            stderr=subprocess.DEVNULL,
        )
        for _ in range(2000):
            if self.plain("parts") or run.poll() is not None:
                break
            time.sleep(0.01)
        run.send_signal(signal.SIGKILL)
        run.wait()
        self.says(0, "tournament", "c.json", "--out", "parts", "--quiet")
        self.assertEqual(self.plain("parts"), self.plain("whole"))

    def test_parts_are_merged(self):
        self.config("c.json", rounds=2)
        self.says(0, "tournament", "c.json", "--out", "whole", "--quiet")
        for part in ("1/2", "2/2"):
            self.says(0, "tournament", "c.json", "--part", part, "--out", "parts", "--quiet")
        self.says(0, "merge", "parts")
        self.assertEqual(self.plain("parts"), self.plain("whole"))
        self.assertTrue(self.says(0, "verify", "parts").startswith("4 games, "))

    def test_compare(self):
        limits = ["--elo", "0,100", "--max-pairs", "3", "--json", "--quiet"]
        done = self.ended("compare", *self.bots, "--game", self.game, *limits)
        self.assertIn(done.returncode, (0, 4), done.stderr)
        self.assertEqual(json.loads(done.stdout)["game"], self.facts["name"])

    def test_regress(self):
        config = {
            "game": self.game,
            "bot": self.bots[0],
            "checks": [{"check": "no-faults", "games": 2, "opponents": [self.bots[1]]}],
        }
        (self.folder / "r.json").write_text(json.dumps(config))
        result = json.loads(self.says(0, "regress", "r.json", "--json", "--quiet"))
        self.assertEqual(result["verdict"], "passed")

    def test_a_bot_is_checked(self):
        found = self.says(0, "check", self.bots[1], "--game", self.game, "--games", "2")
        self.assertIn("legal moves", found)

    def test_the_judge_is_checked(self):
        self.says(0, "check", self.game)

    def test_an_illegal_move(self):
        (self.folder / "bad.py").write_text(
            'import sys\nsys.stdin.readline()\nprint("no such move", flush=True)\nsys.stdin.read()\n'
        )
        done = self.ended("match", self.game, "./bad.py", self.bots[1], "--seed", "5", "--json", "--quiet")
        self.assertEqual(done.returncode, 1, done.stderr)
        record = json.loads(done.stdout)
        self.assertEqual(record["result"]["seats"][0]["status"], "ILLEGAL")
        self.assertEqual(record["result"]["seats"][0]["score"], 0)
        self.assertEqual(bool(record["plies"]), bool(self.facts.get("takeover")))
        (self.folder / "r.json").write_text(json.dumps(record) + "\n")
        self.says(0, "verify", "r.json")


if __name__ == "__main__":
    unittest.main()
