#!/usr/bin/env python3
"""What a judge finds or says only later, through the program: faults of lines that it had accepted, points;
and what it keeps from persons who play.

    later_test.py REFEREE
"""

import json
import shutil

from program import JUDGES, InFolder, main

# Three rounds, in which both seats say a word at once. FOO is wrong, which is found when both have spoken. The
# argument: whether that is the end, the other seat plays on alone, or the jury plays in its place.
LATER = """
import sys
import referee_judge

HOW = sys.argv[1]

class Later(referee_judge.Game):
    relays = False

    def start(self, deal):
        self.rounds, self.words, self.out = 0, {}, set()
        return self.next_turn()

    def next_turn(self):
        for seat in (1, 2):
            if seat not in self.words and (HOW == "takeover" or seat not in self.out):
                self.tell(seat, "go")
                return seat
        wrong = {seat for seat, word in self.words.items() if word == "FOO"} - self.out
        for seat in sorted(wrong):
            self.convict(seat, f"FOO  is no word\\nof round {self.rounds + 1}")
        self.out |= wrong
        self.rounds, self.words = self.rounds + 1, {}
        ends = self.rounds == 3 or len(self.out) == 2 or (wrong and HOW == "end")
        return 0 if ends else self.next_turn()

    if HOW == "takeover":
        def legal(self):
            return ["WAIT"]

    def why_not(self, line):
        return None if line else "an empty line"

    def play(self, seat, move):
        self.words[seat] = move
        return self.next_turn()

    def result(self):
        return (1, 1) if self.rounds == 3 else None

referee_judge.run(Later)
"""
# Says these words, one a line.
SAYS = """
import sys
for word in sys.argv[1:]:
    if not input() or word == "BYE":
        sys.exit()
    print(word, flush=True)
sys.stdin.read()
"""
# Each seat has a card, says it, and the higher one wins; the deal has both. What is drawn depends on MODE.
CARDS = """
import sys
import referee_judge

class Cards(referee_judge.Game):
    relays = False

    def deal(self, seed):
        return "4141 7731"

    def start(self, deal):
        self.cards = deal.split()
        self.shown = []
        for seat in (1, 2):
            self.tell(seat, "hand " + self.cards[seat - 1])
        return 1

    def legal(self):
        return ["show " + self.cards[self.to_move - 1], "fold"]

    def play(self, seat, move):
        self.shown.append(move)
        if len(self.shown) == 4:
            return 0
        for other in (1, 2):
            self.tell(other, f"{seat} has moved")
        return 3 - seat

    def relayed(self, move):
        return "a card" if move != "fold" else move

    def result(self):
        return tuple(int(card) % 2 for card in self.cards)

    def draw(self):
        return " ".join(self.cards)

    DRAW_FOR
    SCENE

referee_judge.run(Cards)
"""
DRAW_FOR = "def draw_for(self, seat): return 'only ' + self.cards[seat - 1]"
SCENE = """layout = staticmethod(lambda: referee_judge.board("ab", "1"))
    def scene(self): return {"notes": [self.draw()]}
    def scene_for(self, seat): return {"notes": ["mine " + self.cards[seat - 1]]}"""


class Games(InFolder):
    def game(self, text, **facts):
        folder = self.path / "game"
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        (folder / "judge.py").write_text(text)
        shutil.copy(JUDGES / "lib" / "referee_judge.py", folder)
        facts = {"name": "test.later", "judge": "judge.py", "files": ["referee_judge.py"], **facts}
        (folder / "game.json").write_text(json.dumps(facts))


class Faults(Games):
    def match(self, code, *words):
        (self.path / "says.py").write_text(SAYS)
        bots = [f"./says.py {said}" for said in words]
        record = self.says(code, "match", "./game", *bots, "--seed", "1", "--json")
        (self.path / "record.json").write_text(record)
        self.says(0, "verify", "record.json")
        return json.loads(record)

    def statuses(self, record):
        return [(seat["score"], seat["status"]) for seat in record["result"]["seats"]]

    def test_a_fault_of_either_seat_ends_the_game(self):
        self.game(LATER, arguments=["end"])
        fault = {"kind": "illegal", "reason": "FOO is no word of round 2", "line": "FOO", "found_after": 4}
        for words, seats, lost in (
            (("WAIT FOO", "WAIT WAIT"), [(0, "ILLEGAL"), (2, "WIN")], [(1, 3)]),
            (("WAIT WAIT", "WAIT FOO"), [(2, "WIN"), (0, "ILLEGAL")], [(2, 4)]),
            (("WAIT FOO", "WAIT FOO"), [(0, "ILLEGAL"), (0, "ILLEGAL")], [(1, 3), (2, 4)]),
        ):
            with self.subTest(words):
                record = self.match(1, *words)
                self.assertEqual(self.statuses(record), seats)
                self.assertEqual(len(record["plies"]), 4)
                self.assertEqual(record["faults"], [{**fault, "seat": seat, "ply": ply} for seat, ply in lost])
                # Nobody has said any points.
                self.assertNotIn("board_points", record["result"]["seats"][0])
        text = self.says(0, "show", "record.json")
        self.assertIn("illegal at move 3: FOO is no word of round 2; it wrote 'FOO'", text)
        self.assertRegex(text, r"ILLEGAL +- ")
        self.assertNotRegex(text, "[0-9] - [0-9]")
        self.assertEqual(self.statuses(self.match(0, "A B C", "A B C")), [(1, "DRAW"), (1, "DRAW")])

    def test_the_other_seat_plays_on_alone(self):
        self.game(LATER, arguments=["on"])
        record = self.match(1, "FOO", "WAIT WAIT WAIT")
        self.assertEqual([ply["seat"] for ply in record["plies"]], [1, 2, 2, 2])
        self.assertEqual(self.statuses(record), [(0, "ILLEGAL"), (1, "DRAW")])
        self.assertEqual(record["result"]["seats"][0]["board_points"], 1)
        record = self.match(1, "FOO", "WAIT FOO")
        self.assertEqual([fault["found_after"] for fault in record["faults"]], [2, 3])
        self.assertEqual(self.statuses(record), [(0, "ILLEGAL"), (0, "ILLEGAL")])
        # One that fails otherwise after that.
        record = self.match(1, "FOO", "WAIT BYE")
        self.assertEqual([fault["kind"] for fault in record["faults"]], ["illegal", "exit"])

    def test_the_jury_plays_in_its_place(self):
        self.game(LATER, arguments=["takeover"], takeover=True)
        record = self.match(1, "WAIT FOO", "WAIT WAIT WAIT")
        self.assertEqual([ply["seat"] for ply in record["plies"]], [1, 2] * 3)
        self.assertEqual([i for i, ply in enumerate(record["plies"], 1) if ply.get("by") == "jury"], [5])
        self.assertEqual(self.statuses(record), [(0, "ILLEGAL"), (1, "DRAW")])

    def test_all_count_it(self):
        self.game(LATER, arguments=["end"])
        (self.path / "says.py").write_text(SAYS)
        bots = [{"name": name, "command": f"./says.py {said}"} for name, said in (("bad", "A FOO"), ("good", "A B C"))]
        (self.path / "t.json").write_text(json.dumps({"game": "./game", "rounds": 1, "seed": 3, "bots": bots}))
        self.says(1, "tournament", "t.json", "--out", "out", "--quiet")
        self.says(0, "verify", "out")
        rows = json.loads(self.says(0, "standings", "out", "--json"))["events"][0]["bots"]
        self.assertIsNone(rows[0]["board_points"], "nobody has said any")
        self.assertEqual([(row["name"], row["faults"].get("illegal", 0)) for row in rows], [("good", 0), ("bad", 2)])
        lines = self.says(0, "export", "out", "--as", "moves").splitlines()
        self.assertEqual([line.rsplit(",", 1)[1] for line in lines[1:]].count("illegal"), 2)
        self.assertEqual(len(lines), 1 + 2 * 4)
        self.assertIn("FOO", self.says(1, "replay", "out", "0"))
        text = self.says(0, "check", "./game", "--with", "./says.py A FOO", "./says.py A B C", "--games", "2")
        self.assertIn("a bot failed in 2 of 2 games; the first time: ", text)
        (self.path / "r.json").write_text(json.dumps({
            "game": "./game", "bot": "./says.py A FOO", "seed": 1,
            "checks": [{"check": "no-faults", "games": 2, "opponents": ["./says.py A B C"]}]}))
        self.assertIn("FOO is no word of round 2", self.says(1, "regress", "r.json"))
        compared = self.referee(1, "compare", "./says.py A FOO", "./says.py A B C", "--game", "./game",
                                "--max-pairs", "3", "--elo", "0,400", "--json", "--quiet")
        self.assertIn('"illegal"', compared)
        page = self.path / "page.html"
        self.says(0, "view", "out", "--save", page)
        self.assertIn("FOO is no word of round 2", page.read_text())

    def test_a_record_that_says_otherwise_does_not_verify(self):
        self.game(LATER, arguments=["end"])
        record = self.match(1, "FOO", "WAIT")
        file = self.path / "record.json"
        for change, words in (
            (lambda one: one["faults"][0].update(reason="another"), "the rules find illegal (FOO is no word"),
            (lambda one: one["faults"][0].update(seat=2, ply=2), "the rules do not find it"),
            (lambda one: one["faults"].clear(), "the rules find a fault that the record lacks"),
            (lambda one: one["result"]["seats"][1].update(board_points=1), "board points 1 in the record, unknown"),
        ):
            changed = json.loads(json.dumps(record))
            change(changed)
            file.write_text(json.dumps(changed))
            self.assertIn(words, self.referee(1, "verify", "record.json"))

    def test_a_judge_that_contradicts_itself(self):
        (self.path / "says.py").write_text(SAYS)
        for how, before, after, words in (
            ("end", "self.words[seat] = move", "self.words[seat] = move; self.convict(2, 'x')",
             "says a fault of seat 2, which has not moved yet"),
            ("takeover", '{seat for seat, word in self.words.items() if word == "FOO"} - self.out', "{1}",
             "says a fault of seat 1, which has failed before"),
            ("takeover", "self.words[seat] = move", "self.words[seat] = move",
             "asks a seat that has failed for a move, although its game has no takeover"),
        ):
            with self.subTest(words):
                text = LATER.replace(before, after)
                self.game(text, arguments=[how], takeover="before" in words)
                said = self.referee(3, "match", "./game", "./says.py FOO FOO FOO", "./says.py A B C", "--seed", "1")
                self.assertIn(words, said)


class Secrets(Games):
    def play(self, seat, typed, **facts):
        """What the person reads before the last move and after it."""
        draw_for, scene = facts.pop("draw_for", ""), facts.pop("scene", "")
        self.game(CARDS.replace("DRAW_FOR", draw_for).replace("SCENE", scene), **facts)
        (self.path / "bot.py").write_text(f"""
import sys
own = {3 - seat}
for line in sys.stdin:
    if line.startswith("hand"): card = line.split()[1]
    if own == 1 and line.startswith("hand") or line.startswith(str(3 - own)):
        print("show", card, flush=True)
""")
        self.says(0, "play", "./game", "./bot.py", "--seat", str(seat), "--seed", "1", typed=typed)
        return self.told

    def test_nothing_is_drawn_where_the_deal_is_secret(self):
        told = self.play(1, "show 4141\nfold\n", secret_deal=True)
        asked = told.rsplit("you (first)>", 1)[0]
        self.assertNotIn("7731", asked)
        self.assertIn("told: hand 4141", asked)
        self.assertIn("You may know no more of the position than what you were told.", asked)
        self.assertIn("bot.py (second) plays a card", asked)
        self.assertIn("you (first) plays show 4141", asked)
        self.assertIn("7731", told.rsplit("you (first)>", 1)[1], "all is shown at the end")

    def test_a_judge_draws_for_a_seat(self):
        for seat, own, other in ((1, "4141", "7731"), (2, "7731", "4141")):
            name = ("first", "second")[seat - 1]
            told = self.play(seat, f"show {own}\nfold\n", draw_for=DRAW_FOR)
            asked = told.rsplit(f"you ({name})>", 1)[0]
            self.assertNotIn(other, asked)
            self.assertIn(f"only {own}", asked)

    def test_a_judge_that_keeps_no_secret(self):
        self.assertIn("7731", self.play(1, "fold\nfold\n").split("you (first)>")[0])

    def test_they_are_checked(self):
        for facts in ({"secret_deal": True}, {}):
            self.game(CARDS.replace("DRAW_FOR", DRAW_FOR).replace("SCENE", SCENE), **facts)
            self.assertIn(" 0 failed", self.says(0, "check", "./game", "--games", "2"))
        wide = DRAW_FOR.replace("'only '", "80 * '-'")
        self.game(CARDS.replace("DRAW_FOR", wide).replace("SCENE", ""), secret_deal=True)
        self.assertIn("has 84 columns", self.says(1, "check", "./game", "--games", "2"))


if __name__ == "__main__":
    main()
