#!/usr/bin/env python3
"""The referee plays games of referees that others wrote, led by the adaptors in rules/judges/adaptors.

    played_test.py REFEREE
"""

import json
import pathlib
import re
import shutil
import sys
import unittest

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent), str(HERE.parent / "examples")]

from program import JUDGES, InFolder, main  # noqa: E402
from talk import SHARED  # noqa: E402

# Answers the first legal action of Wondev Woman, or nonsense at its third turn.
WONDEV = """
size, units = int(input()), int(input())
for turn in range(1000):
    for _ in range(size + 2 * units): input()
    legal = [input() for _ in range(int(input()))]
    print("FOO" if turn == {bad} else legal[0] if legal else "ACCEPT-DEFEAT", flush=True)
"""
# Says these lines, whatever it reads.
SCRIPT = "import sys\nfor line in {lines}:\n    print(line, flush=True)\nsys.stdin.read()\n"


class Played(InFolder):
    def bot(self, name, text):
        (self.path / name).write_text(text)
        return f"./{name}"

    def match(self, code, game, *bots):
        text = self.says(code, "match", game, *bots, "--seed", "4", "--json")
        (self.path / "record.json").write_text(text)
        return json.loads(text)

    def statuses(self, record):
        return [seat["status"] for seat in record["result"]["seats"]]


@unittest.skipUnless(SHARED.is_dir(), f"there are no referees by others in {SHARED}")
class ByOthers(Played):
    @unittest.skipUnless(shutil.which("java"), "there is no Java")
    def test_a_referee_of_brutaltester(self):
        jar = SHARED / "wondev-woman" / "ref.jar"
        self.says(0, "new", "--judge", "brutaltester", jar, "wondev")
        file = self.path / "wondev" / "game.json"
        game = json.loads(file.read_text())
        game["arguments"].insert(0, "seed")  # it reads ###Seed
        del game["deterministic"]
        file.write_text(json.dumps(game))
        bots = [self.bot("one.py", WONDEV.format(bad=-1)), self.bot("two.py", WONDEV.format(bad=-1))]
        (self.path / "t.json").write_text(json.dumps({
            "game": "./wondev", "rounds": 1, "seed": 3, "turn_limit": 5,
            "bots": [{"name": bot, "source": bot} for bot in bots]}))
        self.says(0, "tournament", "t.json", "--out", "results")
        self.assertNotIn("exit code", self.told)  # it has no farewell
        self.says(0, "verify", "results")
        # This one says nothing of a bot that is out; it just goes on without it.
        record = self.match(0, "./wondev", bots[0], self.bot("bad.py", WONDEV.format(bad=2)))
        self.assertEqual(self.statuses(record), ["WIN", "LOSE"])
        self.says(0, "verify", "record.json")

    def test_a_recorded_engine_of_codingame(self):
        conversation = SHARED / "codingame-old.txt"
        lines = conversation.read_text(encoding="utf-8").splitlines()
        moves = {0: [], 1: []}
        for i, line in enumerate(lines):
            if line.startswith("< [[NEXT_PLAYER_INFO]"):
                moves[int(lines[i + 1][2:])].append(lines[i + 5][2:])
        folder = self.path / "engine"
        folder.mkdir()
        for file in (conversation, HERE / "recorded.py"):
            shutil.copy(file, folder)
        (folder / "game.json").write_text(json.dumps({
            "name": "recorded.engine", "judge": "codingame.py",
            "arguments": ["python3", "recorded.py", conversation.name],
            "files": ["referee_judge.py", "recorded.py", conversation.name],
            "judge_processes": 1, "farewell": False}))
        shutil.copy(JUDGES / "adaptors" / "codingame.py", folder)
        shutil.copy(JUDGES / "lib" / "referee_judge.py", folder)
        bots = [self.bot(f"{seat}.py", SCRIPT.format(lines=moves[seat])) for seat in (0, 1)]
        text = self.says(0, "match", "./engine", *bots, "--deal", "42", "--json")
        (self.path / "record.json").write_text(text)
        scores = dict(re.fullmatch("< ([01]) (-?[0-9]+)", line).groups() for line in lines[-2:])
        seats = json.loads(text)["result"]["seats"]
        self.assertEqual([seat["board_points"] for seat in seats], [int(scores["0"]), int(scores["1"])])
        self.assertNotIn("exit code", self.told)
        self.says(0, "verify", "record.json")


class Caia(Played):
    def test_a_toy(self):
        self.says(0, "show", HERE / "caia", "--read", HERE / "nim.py")
        bots = [f"{HERE}/bot.py 1 0", f"{HERE}/bot.py 1 2"]
        record = self.match(0, HERE / "caia", bots[0], bots[0])
        self.assertEqual(sorted(seat["score"] for seat in record["result"]["seats"]), [0, 30])
        self.says(0, "verify", "record.json")
        record = self.match(1, HERE / "caia", *bots)
        self.assertEqual(self.statuses(record), ["WIN", "ILLEGAL"])
        self.assertIn("nonsense", record["faults"][0]["reason"])


if __name__ == "__main__":
    main()
