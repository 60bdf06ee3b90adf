#!/usr/bin/env python3
"""Contests of solvers (rules/judges/solve): what is a score and what is illegal, answers of each length, and
the time that a solver has in either seat.

    solve_test.py REFEREE
"""

import json

from program import InFolder, main

# An answer is scored by a table: the first line of the answer, and what the scorer says of it.
TASK = """
import sys
if sys.argv[1] == "gen":
    print("1\\n5")
else:
    exec({"a": %r, "b": %r}[open(sys.argv[3]).read().split()[0]])
"""
SAYS = "import sys\nsys.stdin.readline()\nprint(sys.argv[1], flush=True)\n"
# Works for most of a second since its own start, and says how long after it knew the instance.
OWN_CLOCK = r"""
#include <chrono>
#include <iostream>

int main() {
  using Clock = std::chrono::steady_clock;
  const auto begin = Clock::now();
  int first, second;
  if (!(std::cin >> first >> second)) return 1;
  const auto heard = Clock::now();
  while (Clock::now() < begin + std::chrono::milliseconds(800)) continue;
  std::cout << 1 + (Clock::now() - heard) / std::chrono::milliseconds(1) << std::endl;
}
"""
# What a score is made of "said", and what another line is.
SCORE = "print('Score = {}')"
ERROR = "print('Score = {}', file=sys.stderr)"


class Solve(InFolder):
    def setUp(self):
        super().setUp()
        self.says(0, "new", "--judge", "solve", "game")
        self.facts = json.loads((self.path / "game" / "game.json").read_text())

    def problem(self, *words, first=SCORE.format(1), second=SCORE.format(1), **keys):
        """The game with these words in place of the ones of that name, and what its scorer does."""
        (self.path / "game" / "task.py").write_text(TASK % (first, second))
        own = {word.split("=", 1)[0]: word for word in self.facts["arguments"]}
        own.update({word.split("=", 1)[0]: word for word in ("lines=1", *words)})
        (self.path / "game" / "game.json").write_text(
            json.dumps({**self.facts, "arguments": list(own.values()), **keys}))
        (self.path / "says.py").write_text(SAYS)

    def seats(self, first="python3 says.py a", second="python3 says.py b", *words, code=0):
        """Points, score and status of both seats; the record is kept, too."""
        self.told = self.referee(code, "match", "./game", first, second, "--seed", 1, "--save", "kept.json", *words)
        self.line = (self.path / "kept.json").read_text()
        (self.path / "kept.json").unlink()
        # Exactly as they are written.
        self.record = json.loads(self.line, parse_float=str)
        return [(str(seat["board_points"]), seat["score"], seat["status"])
                for seat in self.record["result"]["seats"]]

    def reason(self):
        return self.record["faults"][0]["reason"]

    def test_scores_are_exact(self):
        for goal, first, second, expected in (
            ("max", "0.92", "0.55", [("0.92", 1000000, "WIN"), ("0.55", 597826, "LOSE")]),
            ("min", "0.41", "0.42", [("0.41", 1000000, "WIN"), ("0.42", 976190, "LOSE")]),
            ("max", "1e-05", "2.5E-5", [("0.00001", 400000, "LOSE"), ("0.000025", 1000000, "WIN")]),
            ("max", "18446744073709551615", "18446744073709551614",
             [("18446744073709551615", 1000000, "WIN"), ("18446744073709551614", 999999, "LOSE")]),
            ("min", "9007199254740993", "9007199254740992",
             [("9007199254740993", 999999, "LOSE"), ("9007199254740992", 1000000, "WIN")]),
            ("max", "-5", "-10", [("-5", 1000000, "WIN"), ("-10", 500000, "LOSE")]),
            ("min", "-1", "1", [("-1", 1000000, "WIN"), ("1", 0, "LOSE")]),
            # A double with all its digits, and more.
            ("max", "0.30000000000000004", "0.30000000000000004441",
             [("0.30000000000000004", 999999, "LOSE"), ("0.300000000000000044", 1000000, "WIN")]),
            # 0 is a score like any other.
            ("min", "0", "7", [("0", 1000000, "WIN"), ("7", 0, "LOSE")]),
            ("max", "0", "7", [("0", 0, "LOSE"), ("7", 1000000, "WIN")]),
            ("min", "0", "0.0", [("0", 1000000, "DRAW"), ("0", 1000000, "DRAW")]),
        ):
            self.problem(f"goal={goal}", first=SCORE.format(first), second=ERROR.format(second))
            self.assertEqual(self.seats(), expected)
            self.assertIn(expected[0][0], self.told)

    def test_the_last_score_counts_and_the_rest_is_the_reason(self):
        for words, first, expected in (
            ((), "print('Score = 3'); print('Score = 2'); print('worst case 9')", "2"),
            ((), "print('Score = 3'); print('  Score  =  4', file=sys.stderr)", "4"),
            ((), "print('Out of range: 1500'); print('Score = 0')", "Out of range: 1500 (score 0)"),
            ((), "print('Score = 0'); print('Out of range: 1500.')", "Out of range: 1500 (score 0)"),
            ((), "print('line 3: ' + sys.argv[3]); print('Score = 0', file=sys.stderr)",
             "line 3: out.txt (score 0)"),
            ((), "print('turns 5'); sys.exit('no  way.')", "turns 5; no way"),
            ((), "print('Score = 5'); sys.exit(3)", "the answer has no score"),
            ((), "print('worth 1500')", "worth 1500"),
            ((), "print('My Score = 5')", "My Score = 5"),
            ((), "pass", "the answer has no score"),
            (("zero=illegal",), SCORE.format(0), "the score is 0"),
            (("zero=illegal",), SCORE.format(0.001), "0.001"),
            (("zero=legal",), "print('turns 5'); print('Score = 0')", "0"),
            ((r"pattern=Score = ([0-9.]+), RunTime", "zero=illegal"), "print('Score = 0.5, RunTime = 7 ms')", "0.5"),
            ((r"pattern=^(?:points )?(?P<score>\d+)$",), "print(17)", "17"),
        ):
            self.problem("goal=max", *words, first=first,
                         second="print('Score = 1'); print('Score = 1, RunTime = 7 ms'); print(1)")
            legal = expected.replace(".", "").isdecimal()
            seats = self.seats(code=0 if legal else 1)
            if legal:
                self.assertEqual(seats[0][0], expected, first)
            else:
                self.assertEqual(seats, [("0", 0, "ILLEGAL"), ("0", 1000000, "WIN")], first)
                self.assertEqual(self.reason(), expected)
                self.assertIn(expected, self.told)

    def test_what_is_wrong_with_the_problem_is_no_bots_fault(self):
        for words, first, told in (
            ((), "1 / 0", "the scorer failed: ZeroDivisionError: division by zero"),
            ((), "import os; os.abort()", "was ended by signal 6"),
            ((), SCORE.format(10**20), "a score has at most 64 bits"),
            ((r"pattern=Score = (\w+)",), SCORE.format("high"), "'high' is no number"),
            ((r"pattern=Score = \w+",), "", "pattern= needs a group around the number"),
            (("pattern=Score = (",), "", "pattern= is no regular expression"),
            (("zero=yes",), "", "must have zero=legal or zero=illegal"),
            (("lines=some",), "", "must have lines=N, lines=instance, lines=answer or lines=all"),
            (("speed=1",), "", '"speed=" is not one of'),
            (("goal",), "", "must have goal=max or goal=min"),
        ):
            self.problem("goal=max", *words, first=first)
            said = self.referee(3, "match", "./game", "python3 says.py a", "python3 says.py b", "--seed", 1)
            self.assertIn(told, said)

    def test_answers_of_free_length(self):
        self.problem("goal=max", "lines=all", first="print('Score =', len(open(sys.argv[3]).readlines()))")
        for name, text in (
            ("many", "for _ in range(1500): print('a')"),
            ("unfinished", "print('a\\na', end='')"),
            ("blank", "print('a\\n\\n\\na')"),
            ("badly", "print('a'); sys.exit(3)"),
            ("silent", "print('a', flush=True); sys.stdin.read()"),
        ):
            (self.path / f"{name}.py").write_text(f"import sys\nsys.stdin.readline()\nsys.stdin.readline()\n{text}\n")
        for name, points in (("many", 1500), ("unfinished", 2), ("blank", 4)):
            seats = self.seats(f"./{name}.py", "python3 says.py b")
            self.assertEqual(seats[0], (str(points), 1000000, "WIN"), name)
            self.assertNotIn("early", self.told)
            (self.path / "kept.jsonl").write_text(self.line)
            self.assertIn("agree", self.referee(0, "verify", "kept.jsonl"))
        self.assertEqual(self.record["plies"][4]["line"], "(end)")
        self.assertEqual(self.seats("./badly.py", "python3 says.py b", code=1)[0][2], "EXIT")
        self.assertEqual(self.seats("./silent.py", "python3 says.py b", "--limit", "budget=0.3", code=1)[0][2],
                         "TIMEOUT")
        # Where the number of lines is known nobody need leave, and one that leaves too soon has failed.
        self.problem("goal=max", "lines=2")
        self.assertEqual(self.seats("./many.py", "python3 says.py b", code=1)[1][2], "EXIT")

    def test_long_lines(self):
        self.problem("goal=max", first="print('Score =', len(open(sys.argv[3]).read()))", longest_move=200000)
        (self.path / "long.py").write_text("input(); input(); print('a', 'x' * 150000)\n")
        self.assertEqual(self.seats("./long.py")[0][0], "150003")
        shown = self.says(0, "match", "./game", "./long.py", "python3 says.py b", "--seed", 1, "--save", "long.json")
        shown += self.says(0, "show", "long.json")
        self.assertLess(len(shown), 10000)
        self.problem("goal=max", longest_move=1000)
        self.assertEqual(self.seats("./long.py", code=1)[0][2], "ILLEGAL")

    def solvers(self, goal="max", **keys):
        """A game in which an answer says its score for each seed: what `says` maps a seed to."""
        self.problem(goal=goal, **keys)
        (self.path / "game" / "task.py").write_text(
            "import sys\nif sys.argv[1] == 'gen': print(1); print(sys.argv[2])\n"
            "else:\n    n = open(sys.argv[3]).read().split()[0]\n    print('Score =', n if n != 'x' else 'none')\n")

        def solver(name, code):
            (self.path / f"{name}.py").write_text(f"input()\nseed = int(input())\nprint({code}, flush=True)\n")
            return {"name": name, "command": f"./{name}.py"}
        return solver

    def tournament(self, code, bots, folder="t", **keys):
        (self.path / "t.json").write_text(json.dumps({"game": "./game", "bots": bots, **keys}))
        self.says(code, "tournament", "t.json", "--out", folder, "--quiet")
        self.says(0, "verify", folder)
        event = json.loads(self.says(0, "standings", folder, "--json"))["events"][0]
        return event, {row["name"]: row for row in event["bots"]}

    def test_answers_to_numbered_deals_rank_solvers(self):
        for goal, scores, order in (("max", "relative", ["good", "odd", "bad"]), ("min", "relative", ["bad", "good", "odd"]),
                                    ("max", "absolute", ["good", "odd", "bad"]), ("min", "absolute", ["bad", "good", "odd"])):
            solver = self.solvers(goal, scores=scores, point_scale={"limit": 10})
            table = {"good": "100 + seed", "odd": "'x' if seed == 3 else 110 + seed", "bad": "50.5 + seed"}
            bots = [solver(name, code) for name, code in table.items()]
            event, rows = self.tournament(1, bots, f"{goal}-{scores}", deals="1-5")
            self.assertEqual([row["name"] for row in event["bots"]], order)
            self.assertEqual(event["played"], 15)
            # What a loop in Python finds.
            answers = {name: [eval(code, {"seed": seed}) for seed in range(1, 6)] for name, code in table.items()}
            self.assertEqual([deal["seed"] for deal in event["deals"]], [1, 2, 3, 4, 5])
            for i, deal in enumerate(event["deals"]):
                self.assertEqual(deal["scores"], {name: None if own[i] == "x" else own[i] for name, own in answers.items()})
            for name, own in answers.items():
                parts, best = [], 0
                for i, score in enumerate(own):
                    others = [one[i] for one in answers.values() if one[i] != "x"]
                    top = max(others) if goal == "max" else min(others)
                    parts.append(0 if score == "x" else min(score / top, top / score))
                    best += score == top
                scored = [score for score in own if score != "x"]
                self.assertAlmostEqual(rows[name]["part_of_best"], sum(parts) / 5)
                self.assertEqual((rows[name]["best_answers"], rows[name]["answers"]), (best, len(scored)))
                self.assertAlmostEqual(rows[name]["mean_answer"], sum(scored) / len(scored))
            self.assertIn("won, ahead of", self.says(0, "standings", f"{goal}-{scores}"))
            self.assertRegex(self.says(0, "standings", f"{goal}-{scores}", "--wide"), r"\n +3 +3 +\S+ .*-\n|3 +3 .* - ")

    def test_solvers_and_rounds_join_and_nothing_is_played_twice(self):
        solver = self.solvers(scores="relative", point_scale={"limit": 10})
        bots = [solver("one", "100"), solver("two", "90")]
        self.tournament(0, bots, rounds=2, seed=1)
        bots.append(solver("three", "80"))
        event, rows = self.tournament(0, bots, rounds=3, seed=1)
        self.assertEqual((event["played"], rows["three"]["games"]), (9, 3))
        records = [json.loads(line) for file in sorted((self.path / "t").glob("matches-*.jsonl"))
                   for line in file.read_text().splitlines()]
        self.assertEqual(len(records), 9)
        self.assertEqual(len({(record["seed"], record["bots"][0]["name"]) for record in records}), 9)
        # The same with seeds of one's own; a version has a note.
        self.tournament(0, bots[:2], "numbered", deals="0-1")
        bots[2]["note"] = "fewer swaps"
        event, rows = self.tournament(0, bots, "numbered", deals="0-2")
        self.assertEqual((event["played"], rows["three"]["games"], rows["three"]["note"]), (9, 3, "fewer swaps"))
        self.assertEqual([deal["seed"] for deal in event["deals"]], [0, 1, 2])
        self.assertIn("fewer swaps", self.says(0, "standings", "numbered", "--wide"))
        for deals, said in (("3-1", "must be the first and the last seed"), ("0-x", "must be the first and the last seed"),
                            (7, "must be a text")):
            (self.path / "t.json").write_text(json.dumps({"game": "./game", "bots": bots, "deals": deals}))
            self.assertIn(said, self.referee(2, "tournament", "t.json", "--out", "wrong"))
        (self.path / "t.json").write_text(json.dumps({"game": "./game", "bots": bots, "deals": "0-2", "rounds": 3}))
        self.assertIn('"deals" names the seeds of all rounds', self.referee(2, "tournament", "t.json", "--out", "wrong"))
        (self.path / "t.json").write_text(json.dumps({"game": "box", "bots": bots[:2], "deals": "0-2"}))
        self.assertIn("of a round robin names the seeds of a game of one seat",
                      self.referee(2, "tournament", "t.json", "--out", "wrong"))

    def test_compare_asks_for_the_difference_on_each_deal(self):
        solver = self.solvers(scores="relative", point_scale={"limit": 10})
        new, base = (solver(name, code)["command"] for name, code in
                     (("new", "1000 + seed % 7"), ("base", "990 + seed % 5")))
        said = self.says(0, "compare", "./game", new, base, "--seed", 1, "--out", "c")
        self.assertRegex(said, r"^Better: keep the new bot(.|\n)*\npoints, % +\+1\.\d\d, at least ")
        self.assertNotIn("Elo", said)
        runs = [json.loads(line) for file in (self.path / "c").glob("matches-*.jsonl") for line in file.read_text().splitlines()]
        self.assertEqual({len(run["bots"]) for run in runs}, {1})
        self.assertEqual(len({run["seed"] for run in runs}) * 2, len(runs), "each deal once by each")
        self.assertIn("has 1 seat: only points can compare bots, by --points", self.referee(2, "compare", "./game", new, base, "--elo", "0,10"))
        # One answer in 20 is missing, all others are 1 % better: that is no better solver.
        rare = solver("rare", "'x' if seed % 20 == 0 else 1000")["command"]
        said = self.says(4, "compare", "./game", rare, base, "--seed", 1, "--max-pairs", 60, "--json", "--quiet")
        self.assertLess(json.loads(said)["points"]["mean"], 1)
        facts = json.loads((self.path / "game" / "game.json").read_text())
        facts["arguments"].append("goal=min")
        (self.path / "game" / "game.json").write_text(json.dumps(facts))
        self.assertIn('"goal": "max", and its "arguments" goal=min; keep one',
                      self.referee(3, "compare", "./game", new, base, "--seed", 2, "--max-pairs", 2))
        self.solvers(scores="relative", point_scale={"limit": 10})
        # Equal solvers.
        said = self.referee(4, "compare", "./game", base, base, "--seed", 1)
        self.assertIn("No difference", said)

    def test_regress_says_whether_a_solver_is_weaker(self):
        solver = self.solvers(scores="relative", point_scale={"limit": 10})
        old, new, bad = (solver(name, code) for name, code in
                         (("old", "1000 + seed % 5"), ("new", "1010 + seed % 7"), ("bad", "950 + seed % 5")))
        check = {"check": "not-weaker", "base": old["command"], "max_pairs": 200}
        for bot, code, verdict in ((new, 0, "passed"), (bad, 1, "failed")):
            (self.path / "r.json").write_text(json.dumps({"game": "./game", "seed": 1, "bot": bot["command"], "checks": [check]}))
            self.assertIn(verdict, self.says(code, "regress", "r.json"))
        check = {"check": "no-faults", "opponents": [old["command"]]}
        (self.path / "r.json").write_text(json.dumps({"game": "./game", "seed": 1, "bot": new["command"], "checks": [check]}))
        self.assertIn("needs an opponent, and Round trips is played alone", self.referee(2, "regress", "r.json"))

    def test_tune_finds_the_value_that_answers_best(self):
        self.solvers(scores="relative", point_scale={"limit": 10})
        (self.path / "tuned.py").write_text(
            "import sys\nx = int(sys.argv[1])\ninput()\nprint(1000 - (x - 7) ** 2 + int(input()) % 3, flush=True)\n")
        said = self.referee(0, "tune", "./game", "./tuned.py {x}", "--param", "x=2:0:10:int", "--pairs", 40, "--seed", 1,
                            "--out", "tuned")
        self.assertRegex(said, r"x=[678]\b")

    def test_a_solver_has_its_time_in_either_seat(self):
        (self.path / "clock.cpp").write_text(OWN_CLOCK)
        said = "print('Score =', open(sys.argv[3]).read())"
        self.problem("goal=max", budget=5)
        (self.path / "game" / "task.py").write_text(
            f"import sys\nif sys.argv[1] == 'gen': print('1\\n5')\nelse: {said}\n")
        points = [int(seat[0]) for seat in self.seats("./clock.cpp", "./clock.cpp", "--clock", "wall")]
        self.assertGreater(points[1] * 2, points[0])
        self.assertNotIn("before its first turn", self.told)
        self.assertNotIn("before_first_turn_us", self.record["measured"]["bots"][1])


if __name__ == "__main__":
    main()
