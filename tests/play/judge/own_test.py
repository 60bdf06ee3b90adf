#!/usr/bin/env python3
"""What a judge of one's own may do, through the program: its limits of turns and their grace, times, hidden
moves, commands, lines that end in CR LF; and what `check` tries.

    own_test.py REFEREE
"""

import json
import shutil

from program import JUDGES, InFolder, main

# Each seat says four numbers; the scores are how many lines were said to have taken 0.4 s or more.
COUNTS = """
import referee_judge

class Counts(referee_judge.Game):
    timed = True
    farewell = ""

    def start(self, deal):
        self.scores = [0, 0]
        self.left = 8
        self.turn_limit = 20
        return 1

    def why_not(self, line):
        return None if line.isdecimal() and line.isascii() else "no number"

    def play(self, seat, move):
        self.left -= 1
        self.scores[seat - 1] += self.took >= 400
        self.turn_limit = 20
        return 3 - seat if self.left else 0

    def result(self):
        return self.scores

referee_judge.run(Counts)
"""
# Uses 0.5 s of CPU time in its first turns.
SLOW = """
import sys, time
slow = int(sys.argv[1])
for turn in range(4):
    input()
    begin = time.process_time()
    while turn < slow and time.process_time() < begin + 0.5:
        pass
    print(turn, flush=True)
"""
# Both choose a number at once.
BOTH = """
import referee_judge

class Both(referee_judge.Game):
    relays = False

    def start(self, deal):
        self.first = None
        self.tell(1, "Go")
        return 1

    def why_not(self, line):
        return None if {legal} else "no number"

    def play(self, seat, move):
        if seat == 1:
            self.first = move
            self.tell(2, "Go")
            return 2
        self.tell(1, move)
        self.tell(2, self.first)
        self.scores = (int(self.first), int(move))
        return 0

    def draw(self):
        return f"first: {{self.first}}"

    def result(self):
        return getattr(self, "scores", (0, 0))

referee_judge.run(Both)
"""
CAREFUL = "line.isascii() and line.isdigit() and len(line) < 9"
ONE = "import sys\ninput()\nprint(sys.argv[1], flush=True)\ninput()\n"
CR_LF = """
import sys
for request in sys.stdin:
    word = request.split()[0]
    lines = {"referee-judge": ["judge 1", "can"], "deal": ["deal "], "start": ["tell 1 Go", "turn 1"]}
    end = ["score 1 2", "score 2 0", "over"]
    answer = lines.get(word, ["legal"] * (word == "play") + end)
    sys.stdout.write("".join(line + "\\r\\n" for line in [*answer, "."]))
    sys.stdout.flush()
"""


class Own(InFolder):
    def game(self, text, **facts):
        folder = self.path / "game"
        folder.mkdir()
        (folder / "judge.py").write_text(text)
        shutil.copy(JUDGES / "lib" / "referee_judge.py", folder)
        facts = {"name": "test.own", "judge": "judge.py", "files": ["referee_judge.py"], **facts}
        (folder / "game.json").write_text(json.dumps(facts))

    def bot(self, name, text):
        (self.path / name).write_text(text)

    def match(self, code, *words):
        return json.loads(self.says(code, "match", *words, "--seed", "1", "--json"))

    def test_a_soft_limit_and_times(self):
        self.game(COUNTS, soft_limit={"by": 60, "turns": 2}, farewell=False, budget=300,
                  point_scale={"limit": 8})
        self.bot("slow.py", SLOW)
        record = self.match(0, "./game", "./slow.py 2", "./slow.py 0")
        self.assertEqual([seat["score"] for seat in record["result"]["seats"]], [2, 0])
        record = self.match(1, "./game/game.json", "./slow.py 0", "./slow.py 3")
        fault = record["faults"][0]
        self.assertEqual((fault["seat"], fault["kind"], fault["ply"]), (2, "timeout", 6))
        self.assertIn("it has taken up to 60 s more in 2 turns, and may not again", fault["reason"])
        # A limit of the caller's is for all turns, in the place of the judge's.
        self.match(0, "./game", "./slow.py 4", "./slow.py 4", "--limit", "turn_limit=30")

    def test_a_limit_without_grace(self):
        self.game(COUNTS, farewell=False, point_scale={"limit": 8})
        self.bot("slow.py", SLOW)
        record = self.match(1, "./game", "./slow.py 1", "./slow.py 0")
        self.assertEqual((record["faults"][0]["kind"], record["faults"][0]["ply"]), ("timeout", 1))

    def test_hidden_moves(self):
        self.game(BOTH.format(legal=CAREFUL), point_scale={"limit": 1e9})
        self.bot("one.py", ONE)
        self.says(0, "play", "./game", "./one.py 7731", "--seat", "2", typed="4\n")
        before, after = self.told.split("you (second)> ")
        self.assertNotIn("7731", before)
        self.assertIn("told: Go", before)
        self.assertIn("plays 7731", after)
        self.assertIn("plays 4", after)
        self.match(0, "./game", "./one.py 7", "./one.py 3")
        self.says(0, "show", "last")
        self.assertNotIn("No move has been made", self.told)

    def test_a_judge_is_a_command(self):
        self.game(BOTH.format(legal=CAREFUL), judge="python3 judge.py", point_scale={"limit": 1e9})
        self.bot("one.py", ONE)
        config = {"game": "game/game.json", "rounds": 1, "seed": 1, "bots": [
            {"name": name, "source": "one.py", "arguments": [number]}
            for name, number in (("a", "3"), ("b", "4 "))]}
        (self.path / "t.json").write_text(json.dumps(config))
        self.says(0, "tournament", "t.json", "--out", "out")
        self.says(0, "verify", "out")
        config["bots"][0] = {"name": "a", "command": "./one.py 3", "arguments": ["4"]}
        (self.path / "t.json").write_text(json.dumps(config))
        self.says(2, "tournament", "t.json", "--out", "other")
        self.assertIn("arguments", self.told)

    def test_lines_that_end_in_cr_lf(self):
        self.game(CR_LF)
        self.bot("one.py", ONE)
        record = self.match(0, "./game", "./one.py 1", "./one.py 1")
        self.assertEqual(record["result"]["seats"][0]["status"], "WIN")
        self.says(0, "check", "./game")

    def test_check_spoils_lines_where_no_moves_are_listed(self):
        self.game(BOTH.format(legal="line.isdigit() and int(line) < 10"), point_scale={"limit": 1e9})
        self.assertIn("ValueError", self.says(1, "check", "./game"))

    def test_check_plays_with_bots(self):
        self.game(BOTH.format(legal=CAREFUL), point_scale={"limit": 1e9})
        self.assertIn("not tried", self.says(0, "check", "./game"))
        self.bot("one.py", ONE)
        text = self.says(0, "check", "./game", "--with", "./one.py 5", "./one.py 6", "--games", "4")
        self.assertRegex(text, "4 games of these bots to the end, 0 of them with a fault; 8 moves")
        self.assertIn("another process gives the same answers", text)
        text = self.says(0, "check", "./game", "--with", "./one.py 5", "./one.py x", "--games", "4")
        self.assertRegex(text, "4 games of these bots to the end, 4 of them with a fault")
        self.assertRegex(text, r"a bot failed in 4 of 4 games; the first time: one\S* \(second\): ")
        self.bot("none.py", "raise SystemExit(3)\n")
        text = self.says(1, "check", "./game", "--with", "./none.py", "./none.py", "--games", "2")
        self.assertIn("each game of these bots ended with a fault before its first one", text)
        self.says(2, "check", "./game", "--with", "./one.py 5")
        self.assertNotIn("relays = False", text)
        # Two programs, each in a folder of its own that the other one must not read.
        for folder in ("a", "b"):
            (self.path / folder).mkdir()
            shutil.copy(self.path / "one.py", self.path / folder / f"{folder}.py")
        text = self.says(0, "check", "./game", "--with", "a/a.py 5", "b/b.py 6", "--games", "6")
        self.assertIn("6 games of these bots to the end, 0 of them with a fault", text)

    def test_check_plays_goofspiel_with_its_own_bots(self):
        self.says(0, "new", "--judge", "goofspiel", "cards")
        text = self.says(0, "check", "./cards", "--with", "cards/bots/any.py", "cards/bots/equal.py", "--games", "4")
        self.assertIn("4 games of these bots to the end, 0 of them with a fault", text)

    def test_check_notes_a_judge_that_tells_all_and_relays_the_moves_besides(self):
        self.game(BOTH.format(legal=CAREFUL).replace("relays = False", "relays = True"),
                  point_scale={"limit": 1e9})
        self.bot("one.py", ONE)
        text = self.says(0, "check", "./game", "--with", "./one.py 5", "./one.py 6", "--games", "4")
        self.assertIn("after 4 of 8 moves another seat reads the move itself and then more ('Go')", text)
        self.assertIn("relays = False", text)

    def test_a_file_that_game_json_does_not_name(self):
        for judge, name in ("judge.py", "referee_judge.py"), ("python3 judge.py", "it"):
            with self.subTest(judge):
                self.game(BOTH.format(legal=CAREFUL), files=[], judge=judge)
                self.says(3, "check", "./game")
                self.assertIn(f'name {name} among the "files" in game.json', self.told)
                shutil.rmtree(self.path / "game")

    def test_check_compares_the_games_of_bots(self):
        judge = BOTH.format(legal=CAREFUL).replace(
            "(int(self.first), int(move))", "(int(self.first), int(move) + __import__('os').getpid() % 97)")
        self.game(judge, point_scale={"limit": 1e9})
        self.says(0, "check", "./game")
        self.bot("one.py", ONE)
        self.assertIn("differs", self.says(1, "check", "./game", "--with", "./one.py 5", "./one.py 6"))


if __name__ == "__main__":
    main()
