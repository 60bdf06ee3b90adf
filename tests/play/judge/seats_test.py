#!/usr/bin/env python3
"""Games of one, three and four seats: matches, records, faults; and what is only for two says so.

    seats_test.py REFEREE [K/N] [TEST...]
"""

import json
import re
import shutil

from program import JUDGES, InFolder, main

# One solver is told a number and writes its double; every game is over then.
SOLO = """
import referee_judge

class Solo(referee_judge.Game):
    relays = False

    def deal(self, seed):
        return str(seed)

    def start(self, deal):
        self.number = int(deal)
        self.score = 0
        self.tell(1, deal)
        return 1

    def why_not(self, line):
        return None if line.isdecimal() else "that is no number"

    def play(self, seat, move):
        self.score = 10 if int(move) == 2 * self.number else 1
        return 0

    def result(self):
        return (self.score,)

referee_judge.run(Solo)
"""

# Three say a number at once, three times; the highest one is before the others. A 9 is found to be
# wrong when all have spoken.
WORDS = """
import referee_judge

class Words(referee_judge.Game):
    relays = False

    def start(self, deal):
        self.sums, self.said, self.rounds = [0, 0, 0], {}, 0
        return self.next_round()

    def next_round(self):
        self.said = {}
        for seat in self.living():
            self.tell(seat, "say")
        return self.living()[0]

    def living(self):
        return [seat for seat in (1, 2, 3) if seat not in self.gone]

    def legal(self):
        return list("0123456789")

    def play(self, seat, move):
        self.said[seat] = move
        return self.go_on()

    def go_on(self):
        left = [seat for seat in self.living() if seat not in self.said]
        if left:
            return left[0]
        self.rounds += 1
        for seat, word in self.said.items():
            self.sums[seat - 1] += int(word)
            if word == "9":
                self.convict(seat, "9 is too much")
        ended = self.rounds == 3 or all(word == "9" for word in self.said.values())
        if ended:
            return 0
        out = [seat for seat, word in self.said.items() if word == "9"]
        self.gone = (*self.gone, *out)
        return self.next_round()

    def out(self, seat, kind):
        return self.go_on() if self.living() else 0

    def result(self):
        return tuple(self.sums)

referee_judge.run(Words)
"""

SAYS = """
import sys
own = sys.argv[1:]
while sys.stdin.readline().strip() == "say":
    print(own.pop(0), flush=True)
"""

WRONG = """
for line in open(0):
    if "go" in line:
        print("x", flush=True)
"""

SEATED = {"solo": (SOLO, ["solver"]), "words": (WORDS, ["one", "two", "three"])}


class Seats(InFolder):
    def game(self, name, **more):
        code, seats = SEATED[name]
        folder = self.path / name
        folder.mkdir()
        (folder / "judge.py").write_text(code)
        shutil.copy(JUDGES / "lib" / "referee_judge.py", folder)
        facts = {"name": f"test.{name}", "judge": "judge.py", "files": ["referee_judge.py"], "seats": seats,
                 "point_scale": {"limit": 30, "exact": True}, **more}
        (folder / "game.json").write_text(json.dumps(facts))
        (self.path / "says.py").write_text(SAYS)
        (self.path / "double.py").write_text("print(2 * int(input()))\n")
        return f"./{name}"

    def race(self):
        (self.path / "games").symlink_to(JUDGES)
        return "./games/race"

    def runners(self, count):
        bots = JUDGES / "race" / "bots"
        return [f"{bots}/mean.py", *(f"{bots}/any.py {n}" for n in range(2, count + 1))]

    def record(self, code, *words):
        """The record of a match; as it is without what is measured."""
        text = self.says(code, "match", *words, "--seed", "5", "--json", "--quiet")
        (self.path / "record.json").write_text(text)
        record = json.loads(text)
        record.pop("measured")
        return record

    def check_record(self, code, *words):
        """A record that is the same again, fits the rules, and is shown; what is shown."""
        record = self.record(code, *words)
        self.assertEqual(self.record(code, *words), record)
        self.assertTrue(self.says(0, "verify", "record.json").startswith("1 game, "))
        self.assertEqual(json.loads(self.says(0, "show", "record.json", "--json"))["plies"], record["plies"])
        return record, self.says(0, "show", "record.json")

    def test_two_three_and_four_seats(self):
        race = self.race()
        for count in (2, 3, 4):
            record, shown = self.check_record(0, race, *self.runners(count))
            self.assertEqual([ply["seat"] for ply in record["plies"][:5]], [1 + n % count for n in range(5)])
            seats = record["result"]["seats"]
            self.assertEqual(len(record["bots"]), count)
            self.assertEqual([seat["status"] for seat in seats].count("WIN"), 1)
            self.assertEqual(["place" in seat for seat in seats], [count > 2] * count)
            for seat in seats if count > 2 else ():
                before = [one for one in seats if one["score"] > seat["score"]]
                self.assertEqual(seat["place"], 1 + len(before))
            winner = [bot["name"] for bot, seat in zip(record["bots"], seats) if seat["status"] == "WIN"]
            self.assertIn(f"{winner[0]} won ", shown)
        self.says(0, "show", "record.json", "--svg", "board.svg")
        self.assertRegex((self.path / "board.svg").read_text(), "<title>Race: mean.py, any.py-2, any.py-3 and any.py-4, ")
        scenes = json.loads(self.says(0, "show", "record.json", "--scenes"))
        self.assertEqual(len(scenes["scenes"][-1]["score"]), 4)
        (self.path / "two.jsonl").write_text((self.path / "record.json").read_text() * 2)
        self.assertIn(" - ", self.says(0, "show", "two.jsonl"))

    def test_who_fails_is_out_and_the_others_play_on(self):
        first, *others = self.runners(4)
        (self.path / "wrong.py").write_text(WRONG)
        record, shown = self.check_record(1, self.race(), first, "./wrong.py", *others[1:])
        self.assertEqual([(fault["seat"], fault["kind"], fault["ply"]) for fault in record["faults"]],
                         [(2, "illegal", 2)])
        self.assertNotIn(2, [ply["seat"] for ply in record["plies"]])
        self.assertGreater(len(record["plies"]), 10)
        self.assertEqual(record["result"]["seats"][1], {"score": 0, "status": "ILLEGAL", "place": 4, "board_points": 0})
        self.assertIn("wrong.py failed (illegal)", shown)
        # All of them: the last one is left alone.
        record = self.record(1, "./games/race", *["./wrong.py"] * 4)
        self.assertEqual([fault["seat"] for fault in record["faults"]], [1, 2, 3])
        self.assertEqual(record["result"]["seats"][3]["place"], 1)
        self.assertEqual([bot["name"] for bot in record["bots"]], [f"wrong.py-{n}" for n in (1, 2, 3, 4)])

    def test_all_at_once_and_faults_that_are_found_later(self):
        words = self.game("words")
        bots = ["./says.py 1 2 3", "./says.py 4 9", "./says.py 5 5 5"]
        record, _ = self.check_record(1, words, *bots)
        fault = record["faults"][0]
        self.assertEqual((fault["seat"], fault["kind"], fault["found_after"]), (2, "illegal", 6))
        self.assertEqual([ply["seat"] for ply in record["plies"]], [1, 2, 3, 1, 2, 3, 1, 3])
        self.assertEqual([seat["place"] for seat in record["result"]["seats"]], [2, 3, 1])

    def test_one_seat(self):
        solo = self.game("solo")
        record, shown = self.check_record(0, solo, "./double.py")
        self.assertEqual(record["result"]["seats"], [{"score": 10, "status": "WIN", "board_points": 10}])
        self.assertIn("double.py scored 10", shown)
        record, _ = self.check_record(1, solo, "./says.py")
        self.assertEqual(record["result"]["seats"][0]["status"], "EXIT")
        self.assertEqual(record["plies"], [])

    def page(self, name):
        """The page's data, and what it says without its script."""
        text = (self.path / name).read_text()
        data = [re.search(f'id="{kind}">(.*?)</script>', text, re.DOTALL)[1] for kind in ("head", "matches")]
        front = re.sub("<[^>]*>", "|", text[text.index("<main>") : text.index("</main>")])
        return json.loads(data[0]), [json.loads(line) for line in data[1].splitlines()], front

    def test_pages(self):
        race = self.race()
        self.record(0, race, *self.runners(4), "--html", "match.html")
        self.says(0, "show", "record.json", "--html", "show.html")
        self.says(0, "view", "record.json", "--save", "view.html")
        for name in ("match.html", "show.html", "view.html"):
            head, [match], front = self.page(name)
            self.assertEqual(head["title"], "Race: mean.py, any.py-2, any.py-3 and any.py-4")
            self.assertEqual(head["games"]["example.race"]["seats"], ["red", "blue", "black", "white"])
            places = [bot["place"] for bot in match["bots"]]
            self.assertEqual(min(places), match["bots"][match["winner"] - 1]["place"])
            self.assertEqual(len(match["scenes"][-1]["points"]), 4)
            self.assertIn("any.py-3||black||", front)
            self.assertIn("||place|", front)
        solo = self.game("solo")
        self.record(0, solo, "./double.py", "--html", "solo.html")
        head, [match], front = self.page("solo.html")
        self.assertEqual((head["title"], [bot["score"] for bot in match["bots"]]), ("test.solo: double.py", [10]))
        self.assertNotIn("place", match["bots"][0])
        self.assertIn("double.py scored 10", front)
        # Several matches, but not with several numbers of seats.
        lines = [self.says(0, "match", race, *self.runners(count), "--json", "--quiet") for count in (4, 4, 3)]
        (self.path / "all.jsonl").write_text("".join(lines[:2]))
        self.says(0, "view", "all.jsonl", "--save", "all.html")
        head, matches, _ = self.page("all.html")
        self.assertEqual([len(match["bots"]) for match in matches], [4, 4])
        self.assertEqual(len(head["games"]["example.race"]["seats"]), 4)
        (self.path / "all.jsonl").write_text("".join(lines))
        self.assertIn("no common standings", self.referee(2, "view", "all.jsonl", "--save", "all.html"))

    def test_replay(self):
        first, *others = self.runners(4)
        (self.path / "wrong.py").write_text(WRONG)
        recorded = self.record(1, self.race(), first, "./wrong.py", *others[1:])
        for seat in (1, 3, "white"):
            said = self.referee(0, "replay", "record.json", "--seat", str(seat), "--read", JUDGES)
            self.assertIn("as recorded, to the end", said)
        said = self.referee(1, "replay", "record.json")
        self.assertIn("wrong.py (blue) against the recorded moves of mean.py (red), any.py-3 (black) and any.py-4",
                      said)
        self.assertIn("as recorded, with the same fault: illegal at move 2", said)
        said = self.says(0, "replay", "record.json", "--seat", "3", "--command", f"{JUDGES}/race/bots/mean.py",
                         "--as-recorded", "--json")
        self.assertEqual(json.loads(said)["runs"][0]["record"]["plies"], recorded["plies"])
        free = ["replay", "record.json", "--seat", "red", "--free", "2", "--opponent", "jury", "--trust"]
        record = json.loads(self.says(0, *free, "--json"))["runs"][0]["record"]
        self.assertEqual([record["given"], record["plies"][0], len(record["bots"])], [1, recorded["plies"][0], 4])
        self.assertEqual(record.get("faults", []), [])
        self.assertIn("; the game ended ", self.referee(0, *free))
        self.assertIn("--seat green: the match has red (mean.py), blue (wrong.py), black (any.py-3) and white (any.py-4)",
                      self.referee(2, "replay", "record.json", "--seat", "green"))
        self.record(0, self.game("solo"), "./double.py")
        self.assertIn("test.solo: double.py (solver)\nas recorded, to the end", self.referee(0, "replay", "record.json"))
        self.record(1, self.game("words"), "./says.py 1 2 3", "./says.py 4 9", "./says.py 5 5 5")
        self.assertIn("as recorded, to the end", self.referee(0, "replay", "record.json", "--seat", "3"))

    def play(self, code, *words, typed):
        """The record of a game with persons."""
        record = json.loads(self.says(code, "play", *words, "--seed", "5", "--json", "--quiet", typed=typed))
        (self.path / "record.json").write_text(json.dumps(record))
        self.says(0, "verify", "record.json")
        return record, [bot["name"] for bot in record["bots"]]

    def test_persons_play_in_any_seat(self):
        race = self.race()
        _, second, third, fourth = self.runners(4)
        threes = "3\n" * 100
        record, names = self.play(0, race, second, third, fourth, "--seat", "2", typed=threes)
        self.assertEqual(names, ["any.py-1", "you", "any.py-2", "any.py-3"])
        self.assertEqual([ply["seat"] for ply in record["plies"][:5]], [1, 2, 3, 4, 1])
        self.assertLessEqual({ply["line"] for ply in record["plies"] if ply["seat"] == 2}, {"3"})
        # The fewest seats, and the jury in those that are left.
        self.assertEqual(self.play(0, race, typed=threes)[1], ["you", "jury"])
        words = self.game("words")
        _, names = self.play(0, words, "./says.py 1 2 3", "--seat", "three", typed=threes)
        self.assertEqual(names, ["says.py", "jury", "you"])
        record, names = self.play(0, race, "human", fourth, "human", typed=threes)
        self.assertEqual(names, ["first person", "second person", "any.py", "third person"])
        # The last move of a person is taken back, with what followed.
        record, _ = self.play(0, race, second, third, typed="1\nundo\n2\n" + threes)
        self.assertEqual([ply["line"] for ply in record["plies"] if ply["seat"] == 1][0], "2")
        # A bot that has failed stays out.
        (self.path / "wrong.py").write_text(WRONG)
        record, names = self.play(1, race, "./wrong.py", third, typed="1\n1\nundo\n2\n" + threes)
        self.assertEqual([(fault["seat"], fault["ply"]) for fault in record["faults"]], [(2, 2)])
        self.assertEqual([ply["line"] for ply in record["plies"] if ply["seat"] == 1][:2], ["1", "2"])
        record, _ = self.play(1, race, "./wrong.py", third, "--seat", "3", typed="1\n1\nresign\n")
        self.assertEqual([(fault["seat"], fault["kind"]) for fault in record["faults"]], [(1, "illegal"), (3, "exit")])
        record, _ = self.play(1, race, "./wrong.py", third, "--seat", "3", "--from", "record.json:4", typed=threes)
        self.assertEqual([fault["seat"] for fault in record["faults"]], [1])
        record, names = self.play(0, self.game("solo"), typed="8\n")
        self.assertEqual((names, record["result"]["seats"][0]["status"]), (["you"], "WIN"))
        for words, said in (
            ([race, *self.runners(4)], "example.race has 4 seats, and one is yours: name at most 3 bots, not 4"),
            (["./solo", "./double.py"], "test.solo has 1 seat, and one is yours: name at most 0 bots, not 1"),
            ([race, second, third, "--seat", "white"], "give 1 (red, which begins), 2 (blue) or 3 (black)"),
        ):
            self.assertIn(said, self.referee(2, "play", *words))

    def test_judges_are_checked_with_each_number_of_seats(self):
        said = self.says(0, "check", self.race())
        for seats in (2, 3, 4):
            self.assertIn(f"with {seats} seats: ", said)
        self.says(0, "check", self.game("words"))
        self.says(0, "check", self.game("solo"))

    def tournament(self, code, game, bots, folder="t", **keys):
        """Plays one; the records, and the rows of its standings by name."""
        config = {"game": game, "seed": 1, "bots": [{"name": name, "command": bot} for name, bot in bots.items()], **keys}
        (self.path / "t.json").write_text(json.dumps(config))
        self.says(code, "tournament", "t.json", "--out", folder, "--quiet")
        self.says(0, "verify", folder)
        records = [json.loads(line) for file in (self.path / folder).glob("matches-*.jsonl")
                   for line in file.read_text().splitlines() if line.endswith("}")]  # one may be torn
        self.event = json.loads(self.says(0, "standings", folder, "--json"))["events"][0]
        return sorted(records, key=lambda one: one["match"]), {row["name"]: row for row in self.event["bots"]}

    def kept(self, folder):
        found, = (self.path / folder).glob("matches-*.jsonl")
        return found

    def expect_rows(self, records, rows):
        """The rows are those that are counted here once more."""
        for name, row in rows.items():
            places, beaten, scores = [], [], []
            for record in records:
                seats = record["result"]["seats"]
                own = [seat for bot, seat in zip(record["bots"], seats) if bot["name"] == name]
                if not own:
                    continue
                places.append(own[0]["place"])
                scores.append(own[0]["score"])
                beaten += [(one["place"] > places[-1]) + (one["place"] == places[-1]) / 2
                           for one in seats if one is not own[0]]
            self.assertEqual((row["games"], row["score"]), (len(places), sum(scores)))
            self.assertAlmostEqual(row["mean_place"], sum(places) / len(places))
            self.assertAlmostEqual(row["opponents_beaten"], sum(beaten) / len(beaten))
            self.assertEqual(row["wins"], sum(place == 1 and places.count(1) > 0 for place in places))
        best = [row["opponents_beaten"] for row in self.event["bots"]]
        self.assertEqual(best, sorted(best, reverse=True))

    def test_a_tournament_of_tables(self):
        bots = dict(zip("abcde", [*self.runners(4), "false"]))
        records, rows = self.tournament(1, self.race(), bots, rounds=2)
        self.assertEqual([len(record["bots"]) for record in records], [4] * 10)
        # In each round each bot sits once in each seat.
        for seat in range(4):
            for half in (records[:5], records[5:]):
                self.assertEqual(sorted(record["bots"][seat]["name"] for record in half), list("abcde"))
        self.expect_rows(records, rows)
        self.assertEqual(rows["e"]["faults"], {"crash": 8})
        self.assertIn("ahead of", self.says(0, "standings", "t"))
        self.assertRegex(self.says(0, "standings", "t", "--ratings"), r"\ne +weaker(.|\n)*Each two bots of a game are one result")
        self.assertRegex(self.says(0, "standings", "t", "--wide"), r"as white(.|\n)*% ahead of")
        # Interrupted and continued it is the same.
        lines = self.kept("t").read_text().splitlines(keepends=True)
        kept = self.says(0, "standings", "t", "--json")
        self.kept("t").write_text("".join(lines[:4]) + lines[4][:40])
        self.says(1, "tournament", "t.json", "--out", "t", "--quiet")
        self.assertEqual(self.says(0, "standings", "t", "--json"), kept)
        # It gets further rounds, but no further bots.
        grown, _ = self.tournament(1, "./games/race", bots, rounds=3)
        self.assertEqual([record["bots"] for record in grown[:10]], [record["bots"] for record in records])
        self.assertEqual(len(grown), 15)
        more = {**bots, "f": bots["a"]}
        self.assertIn("cannot get further bots, because who sits together follows from their number",
                      self.refused("./games/race", more, "t", rounds=3))

    def test_all_tables(self):
        records, rows = self.tournament(0, self.game("words"), {name: f"./says.py {n} 2 {n}" for n, name in enumerate("abcd")},
                                        tables="all")
        self.assertEqual(len(records), 12)
        self.expect_rows(records, rows)
        # Fewer bots than seats.
        self.assertIn("must have at least 3 bots, not 2",
                      self.refused("./words", {"a": "./says.py 1", "b": "./says.py 2"}))
        self.assertIn('"swiss" is for games of two', self.refused("./words", {name: "./says.py 1" for name in "abc"}, format="swiss"))

    def refused(self, game, bots, folder="r", **keys):
        config = {"game": game, "seed": 1, "bots": [{"name": name, "command": bot} for name, bot in bots.items()], **keys}
        (self.path / "r.json").write_text(json.dumps(config))
        return self.referee(2, "tournament", "r.json", "--out", folder)

    def test_compare_seats_one_among_copies_of_the_other(self):
        words = self.game("words")
        (self.path / "dice.py").write_text(
            "import random, sys\nlow, seed = sys.argv[1:]\nstream = random.Random(low + seed)\n"
            "while sys.stdin.readline().strip() == 'say':\n    print(stream.randint(int(low), 8), flush=True)\n")
        better, base = "./dice.py 5 {seed}", "./dice.py 0 {seed}"
        said = self.says(0, "compare", words, better, base, "--seed", 1, "--out", "c")
        self.assertRegex(said, r"^Better: keep the new bot\. At least [0-9.]+ % ")
        scores = [float(one) for one in re.search(r"mean scores +([0-9.]+) - ([0-9.]+)", said).groups()]
        self.assertGreater(scores[0], 80)
        self.assertAlmostEqual(scores[0] + 2 * scores[1], 150, delta=0.02)
        records = [json.loads(line) for line in self.kept("c").read_text().splitlines()]
        first = [[bot["name"] for bot in record["bots"]] for record in sorted(records, key=lambda one: one["match"])[:3]]
        self.assertEqual(first, [["new", "base", "base 2"], ["base", "base 2", "new"], ["base 2", "new", "base"]])
        said = self.says(4, "compare", words, base, base, "--seed", 1, "--max-pairs", 30)
        self.assertRegex(said, r"mean scores +50\.00 - 50\.00")
        self.assertIn("has 3 seats: only points can compare bots", self.referee(2, "compare", words, better, base, "--elo", "0,10"))
        (self.path / "o.json").write_text(json.dumps({"game": words, "bots": [{"name": "a", "command": base}] * 3}))
        self.assertIn("--against is for games of two, and test.words has 3 seats",
                      self.referee(2, "compare", words, better, base, "--against", "o.json"))

    def test_a_tournament_of_one_seat(self):
        records, rows = self.tournament(1, self.game("solo"), {"right": "./double.py", "none": "./says.py"}, rounds=3)
        self.assertEqual([[bot["name"] for bot in record["bots"]] for record in records], [["right"], ["none"]] * 3)
        self.assertEqual([record["seed"] for record in records[::2]], [record["seed"] for record in records[1::2]])
        self.assertEqual(rows["right"]["score"], 30)
        self.assertEqual(rows["none"]["faults"], {"exit": 3})
        self.assertNotIn("against", self.says(0, "standings", "t", "--wide"))

    def test_what_is_only_for_two_says_so(self):
        words = self.game("words")
        self.assertIn("test.words has 3 seats: name a bot for each, not 2 bots",
                      self.referee(2, "match", words, "./says.py", "./says.py"))
        self.assertIn("example.race has 2 to 4 seats: name a bot for each, not 1 bot",
                      self.referee(2, "match", self.race(), "./says.py"))
        self.record(0, words, *["./says.py 1 2 3"] * 3)
        for verb in (["tune", words, "./says.py {x}", "--param", "x=1:0:2", "--pairs", "4", "--out", "u"],
                     ["check", words, "./says.py"], ["check", words, "--with", "./says.py", "./says.py"],
                     ["export", "record.json"]):
            said = self.referee(2, *verb)
            self.assertIn("test.words is played by 3 bots here: so far only `referee match`", said, verb)
        # A game that two can play, too, is one of two there.
        race = {"game": "./games/race", "rounds": 1, "seed": 1,
                "bots": [{"name": name, "command": bot} for name, bot in zip("ab", self.runners(2))]}
        (self.path / "race.json").write_text(json.dumps(race))
        self.says(0, "tournament", "race.json", "--out", "races", "--quiet")
        self.says(0, "verify", "races")
        self.assertEqual(json.loads(self.says(0, "standings", "races", "--json"))["events"][0]["game"], "example.race")


if __name__ == "__main__":
    main()
