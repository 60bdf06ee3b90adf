#!/usr/bin/env python3
"""A game whose rules are a judge, through the verbs of the program.

    verbs_test.py REFEREE [K/N] [--thorough]
"""
import json
import re
import shutil
import sys

from program import JUDGES, NIM, InFolder, main, thorough


class Verbs(InFolder):
    def setUp(self):
        super().setUp()
        shutil.copytree(NIM, self.path / "nim")
        shutil.copy(NIM / "bot.py", self.path / "two.py")

    def config(self, **keys):
        bots = [{"name": f"bot-{i}", "source": "nim/bot.py"} for i in range(4)]
        for i, bot in enumerate(bots):
            bot["environment"] = {"NUMBER": str(i)}
        (self.path / "config.json").write_text(
            json.dumps({"game": "./nim", "rounds": 1, "bots": bots, **keys}))

    def match(self, *words):
        self.referee(0, "match", "./nim", "nim/bot.py", "two.py", "--seed", "12", "--save",
                     "record.json", *words)
        return json.loads((self.path / "record.json").read_text())

    def test_a_match_says_which_judge_has_judged_it(self):
        record = self.match()
        self.assertEqual(record["game"], "test.nim")
        self.assertEqual(record["judge"]["version"], "1")
        self.assertRegex(record["judge"]["hash"], "^[0-9a-f]{64}$")
        self.assertEqual(record["faults"], [])
        self.assertEqual([seat["score"] for seat in record["result"]["seats"]].count(2), 1)

    def test_messages_fit_a_game_of_ones_own(self):
        said = self.referee(0, "match", "./nim", "nim/bot.py", "two.py", "--seed", "12")
        self.assertIn("see referee show ./nim", said)
        self.assertIn("runs with python3", said)
        self.assertNotIn("official judge", said)

    def test_seats_have_the_colours_of_the_scene(self):
        judge = self.path / "nim" / "judge.py"
        looks = '"seats": [["red", "R", ""], ["blue", "B", ""]], '
        text = judge.read_text().replace("'scene {", "'scene {" + looks)
        self.assertIn(looks, text)
        judge.write_text(text)
        self.match()
        scenes = json.loads(self.referee(0, "show", "record.json", "--scenes"))
        self.assertEqual(scenes["scenes"][0]["seats"], [["red", "R", ""], ["blue", "B", ""]])
        self.referee(0, "show", "record.json", "--html", "page.html")

    def test_a_record_is_looked_at(self):
        self.match()
        self.assertIn("heap 1: o", self.referee(0, "show", "record.json"))
        scenes = json.loads(self.referee(0, "show", "record.json", "--scenes"))
        self.assertEqual([cell[0] for cell in scenes["board"]["cells"]], ["1", "2"])
        self.referee(0, "show", "record.json", "--html", "page.html")
        self.referee(0, "view", "record.json", "--save", "report.html")
        for page in ("page.html", "report.html"):
            head = re.search(r'id="head">(.*?)</script>', (self.path / page).read_text()).group(1)
            self.assertEqual(list(json.loads(head)["games"]), ["test.nim"], page)
        self.assertIn("test.nim", self.referee(0, "export", "record.json"))
        self.referee(0, "verify", "record.json")
        self.referee(0, "replay", "record.json", "--seat", "1")

    def test_a_page_knows_the_game(self):
        self.config()
        self.referee(0, "tournament", "config.json", "--out", "out")
        self.referee(0, "view", "out", "--save", "page.html")
        self.assertRegex((self.path / "page.html").read_text(), r'"games":\{"test\.nim":\{')
        shutil.copytree(self.path / "nim", self.path / "copy")
        said = self.referee(2, "show", "out", "0", "--game", "./copy")
        self.assertIn("--game: this tournament's folder of test.nim is ", said)

    def test_a_judge_runs_where_its_files_are(self):
        judge = self.path / "nim" / "judge.py"
        judge.write_text('open("words.txt").read()\n' + judge.read_text())
        facts = json.loads((self.path / "nim" / "game.json").read_text())
        facts["files"] = ["../words.txt"]
        (self.path / "nim" / "game.json").write_text(json.dumps(facts))
        (self.path / "words.txt").write_text("one\ntwo\n")
        said = self.referee(2, "match", "./nim", "nim/bot.py", "two.py")
        self.assertIn('files[0]: "../words.txt" leads out of the game\'s folder', said)
        self.assertIn(f"referee show {self.path}/nim --read {self.path}/words.txt", said)
        self.referee(0, "show", "./nim", "--read", "words.txt")
        self.match()
        self.referee(0, "verify", "record.json")
        shutil.copytree(self.path / "nim", self.path / "copy")
        self.referee(2, "match", "./copy", "nim/bot.py", "two.py")

    def test_a_judge_opens_nothing_but_its_folder(self):
        secret = self.path / "private" / "key"
        secret.parent.mkdir()
        secret.write_text("SECRET")
        game = json.loads((NIM / "game.json").read_text())
        nim = self.path / "nim"
        reading = "import sys\nfor word in sys.argv[1:]:\n    print(open(word.split(':')[-1]).read(), file=sys.stderr)\n"
        (nim / "judge.py").write_text(reading + (nim / "judge.py").read_text())
        (nim / "link").symlink_to(secret)
        (nim / "folder").symlink_to(secret.parent)
        shutil.copy(nim / "judge.py", secret.parent / "other.py")
        (nim / "other.py").symlink_to(secret.parent / "other.py")
        for key, value in (("files", [str(secret)]), ("files", ["../private/key"]),
                           ("files", ["link"]), ("files", ["folder/key"]),
                           ("judge", f"python3 judge.py {secret}"),
                           ("judge", f"python3 judge.py -cp=judge.py:{secret.parent}"),
                           ("judge", "python3 judge.py folder"), ("judge", "python3 -m other"),
                           ("judge", "other.py"), ("judge", "../private/other.py"),
                           ("arguments", [str(secret)]), ("arguments", ["link"]),
                           ("arguments", [f"--lib={secret.parent}"])):
            (nim / "game.json").write_text(json.dumps({**game, key: value}))
            for words in (("match", "./nim", "two.py", "two.py"), ("check", "./nim")):
                said = self.referee(2, *words)
                self.assertIn("leads out of the game's folder", said, (key, value))
                self.assertIn(key, said)
                self.assertNotIn("SECRET", said)

    def test_a_game_may_use_the_libraries_from_anywhere(self):
        shutil.copytree(JUDGES / "hex", self.path / "hex")
        shutil.copytree(JUDGES / "lib", self.path / "lib")
        self.referee(0, "match", "./hex", "hex/bots/any.py", "hex/bots/path.py", "--seed", "1")
        library = self.path / "lib" / "referee_judge.py"
        library.write_text(library.read_text() + "# mine\n")
        self.assertIn("files[0]", self.referee(2, "match", "./hex", "two.py", "two.py"))

    def test_a_record_starts_no_judge_of_its_own(self):
        self.match()
        foreign = self.path / "foreign"
        shutil.copytree(self.path / "nim", foreign)
        judge = foreign / "judge.py"
        judge.write_text(judge.read_text().replace("line heap", "line FOREIGN"))
        self.assertIn("FOREIGN", judge.read_text())
        # A record with the path of a folder; a tournament with a judge of its own.
        record = json.loads((self.path / "record.json").read_text())
        (self.path / "mailed.json").write_text(json.dumps({**record, "game": str(foreign)}))
        self.config()
        config = json.loads((self.path / "config.json").read_text())
        self.environment["XDG_CACHE_HOME"] = str(self.path / "theirs")
        (self.path / "theirs.json").write_text(json.dumps({**config, "game": "./foreign"}))
        self.referee(0, "tournament", "theirs.json", "--out", "mailed", "--quiet")
        self.environment["XDG_CACHE_HOME"] = str(self.path / "cache")
        shutil.copy(sorted((self.path / "mailed").glob("*.jsonl"))[0], self.path / "alone.jsonl")
        for log, number in (("mailed.json", ()), ("mailed", ("1",)), ("alone.jsonl", ("1",))):
            for words in (("show", log, *number), ("verify", log), ("replay", log, *number, "--seat", "1"),
                          ("view", log, "--save", "page.html")):
                # verify goes on after a record that it cannot read.
                said = self.referee(1 if words[:2] == ("verify", "mailed.json") else 2, *words)
                self.assertNotIn("FOREIGN", said, words)

    def test_a_record_of_another_judge_is_drawn_if_the_caller_says_so(self):
        self.match()
        judge = self.path / "nim" / "judge.py"
        judge.write_text(judge.read_text().replace("line heap", "line NEW"))
        for words in (("show", "record.json"), ("export", "record.json", "--as", "moves"),
                      ("verify", "record.json"), ("replay", "record.json", "--seat", "1")):
            said = self.referee(2, *words)
            self.assertNotIn("NEW", said)
        said = self.referee(0, "show", "record.json", "--game", "./nim")
        self.assertIn("NEW", said)
        self.assertIn("holds another judge", said)
        self.referee(2, "show", "record.json")
        self.assertIn("no file game.json", self.referee(2, "show", "record.json", "--game", "."))

    def test_another_judge_verifies_nothing(self):
        self.match()
        judge = self.path / "nim" / "judge.py"
        judge.write_text(judge.read_text() + "# changed\n")
        self.assertIn("holds another judge of test.nim", self.referee(2, "verify", "record.json"))

    def test_a_record_without_its_judge_says_what_is_missing(self):
        self.match()
        shutil.rmtree(self.path / "nim")
        self.assertIn("`referee show FOLDER`", self.referee(2, "verify", "record.json"))

    def test_the_rules_are_shown(self):
        (self.path / "nim" / "rules.md").write_text("# Nim\n\nTake some.\n")
        self.assertIn("Take some.", self.referee(0, "show", "./nim"))
        self.assertIn('"test.nim"', self.referee(0, "show", "./nim", "--json"))
        self.assertIn("Take some.", self.referee(0, "show", "test.nim"))
        self.assertIn("Take some.", self.referee(0, "show", "nim"))
        self.assertIn("referee show ./nim", self.referee(2, "new", "nim", "python"))

    @thorough
    def test_a_knockout_is_played_and_verified(self):
        self.config(format="knockout", deals=1)
        config = json.loads((self.path / "config.json").read_text())
        del config["rounds"]
        (self.path / "config.json").write_text(json.dumps(config))
        self.referee(0, "tournament", "config.json", "--out", "knockout", "--quiet")
        self.assertIn("bot-0", self.referee(0, "standings", "knockout"))
        self.referee(0, "verify", "knockout")

    def test_a_tournament_goes_on_with_its_judge_alone(self):
        self.config()
        self.referee(0, "tournament", "config.json", "--out", "o", "--quiet")
        manifest = json.loads((self.path / "o" / "manifest.json").read_text())
        self.assertEqual(manifest["games"][0]["judge"]["folder"], "nim")
        for file in (self.path / "o").glob("*.jsonl"):
            lines = file.read_text().splitlines()
            file.write_text("".join(line + "\n" for line in lines[:3]))
        self.referee(0, "tournament", "config.json", "--out", "o", "--quiet")
        self.referee(0, "verify", "o")
        judge = self.path / "nim" / "judge.py"
        judge.write_text(judge.read_text() + "# changed\n")
        said = self.referee(2, "tournament", "config.json", "--out", "o", "--quiet")
        self.assertIn("the judge of test.nim", said)
        self.assertIn("another judge", self.referee(2, "verify", "o"))
        # What only shows does so, and says it.
        for words in (("show", "o", "1"), ("view", "o", "--save", "o.html")):
            self.assertIn("--game", self.referee(2, *words))
            self.assertIn("positions are as the new one has them",
                          self.referee(0, *words, "--game", "./nim"))
        self.assertIn("bot-0", self.referee(0, "standings", "o"), "figures need no judge")

    def test_standings_need_no_judge(self):
        self.config()
        self.referee(0, "tournament", "config.json", "--out", "o", "--quiet")
        before = self.referee(0, "standings", "o")
        shutil.rmtree(self.path / "nim")
        shutil.rmtree(self.path / "cache")
        self.assertEqual(self.referee(0, "standings", "o"), before)
        self.assertIn("put the game's folder there again", self.referee(2, "verify", "o"))

    def part(self, code, part, out):
        return self.referee(code, "tournament", "config.json", "--seed", "5", "--part", part, "--out",
                            out, "--quiet")

    @thorough
    def test_parts_of_another_judge_are_not_merged(self):
        self.config()
        self.part(0, "1/2", "o")
        judge = self.path / "nim" / "judge.py"
        text = judge.read_text()
        judge.write_text(text + "# changed\n")
        self.assertIn("holds another tournament, which differs in", self.part(2, "2/2", "o"))
        self.part(0, "2/2", "other")
        judge.write_text(text)
        self.assertIn("other holds another tournament than o", self.referee(2, "merge", "o", "other"))

    def test_a_machine_without_the_judge_says_what_it_needs(self):
        self.config()
        self.part(0, "1/2", "o")
        (self.path / "nim" / "game.json").unlink()
        self.assertIn("nim", self.part(2, "2/2", "o"))

    def test_a_person_plays(self):
        said = self.referee(0, "play", "./nim", "nim/bot.py", "--seed", "3", typed="?\n9 9\n1 1\nquit\n")
        self.assertIn("heap 1: oooooooo", said)
        self.assertIn("legal: 1 1 1 2 1 3 2 1", said)
        self.assertIn("take 1 to 3 from heap 1 or 2", said)

    def test_without_a_list_of_moves_there_is_no_takeover(self):
        judge = self.path / "nim" / "judge.py"
        judge.write_text(judge.read_text().replace('"test count result draw scene"', '"result"'))
        (self.path / "wrong.py").write_text('input()\nprint("nonsense", flush=True)\n')
        said = self.referee(1, "match", "./nim", "wrong.py", "two.py", "--save", "record.json")
        self.assertIn("no list of legal moves: no takeover, so the game ends at a fault", said)
        record = json.loads((self.path / "record.json").read_text())
        self.assertEqual([seat["status"] for seat in record["result"]["seats"]], ["ILLEGAL", "WIN"])
        self.assertIn("No move has been made.", self.referee(0, "show", "record.json"))
        self.referee(0, "verify", "record.json")

    def test_a_turn_has_a_limit(self):
        for key in ("turn_limit", "first_turn_limit"):
            game = json.loads((NIM / "game.json").read_text())
            (self.path / "nim" / "game.json").write_text(json.dumps({**game, key: 0.2}))
            (self.path / "slow.py").write_text(
                "import sys\nfor line in sys.stdin:\n    while True: pass\n")
            self.referee(1, "match", "./nim", "slow.py", "two.py", "--save", f"{key}.json")
            record = json.loads((self.path / f"{key}.json").read_text())
            self.assertEqual(record[key], 0.2)
            self.assertEqual(record["faults"][0]["kind"], "timeout")
            self.assertIn("one turn may take of CPU time", record["faults"][0]["reason"])

    @thorough
    def test_turns_of_other_games_can_be_limited_too(self):
        (self.path / "slow.py").write_text("while True: pass\n")
        bots = [{"name": name, "source": "slow.py"} for name in ("a", "b")]
        (self.path / "config.json").write_text(json.dumps(
            {"game": "black-hole", "turn_limit": 0.1, "first_turn_limit": 0.2, "bots": bots}))
        self.referee(1, "tournament", "config.json", "--out", "o", "--quiet")
        game = json.loads((self.path / "o" / "manifest.json").read_text())["games"][0]
        self.assertEqual((game["turn_limit"], game["first_turn_limit"]), (0.1, 0.2))
        lines = "".join(file.read_text() for file in (self.path / "o").glob("*.jsonl"))
        record = json.loads(lines.splitlines()[0])
        self.assertEqual((record["turn_limit"], record["first_turn_limit"]), (0.1, 0.2))
        self.assertIn("more than the 0.2 s that one turn may take", record["faults"][0]["reason"])
        self.referee(0, "verify", "o")

    def test_random_moves_need_no_process(self):
        self.referee(0, "match", "./nim", "@random", "two.py", "--seed", "4", "--save", "a.json")
        self.referee(0, "match", "./nim", "@random", "@random", "--seed", "4", "--save", "b.json")
        self.referee(0, "match", "black-hole", "@random", "@random", "--seed", "4", "--save", "b.json")
        self.referee(0, "verify", "a.json", "b.json")
        self.assertIn("@random", self.referee(2, "random", "./nim"))
        self.referee(0, "check", "nim/bot.py", "--game", "./nim", "--games", "2")

    def new_game(self, language):
        said = self.referee(0, "new", "--judge", language, f"own-{language}")
        commands = [line.split()[1:] for line in said.splitlines() if line.startswith("  referee")]
        self.assertEqual([words[0] for words in commands], ["match", "check", "tournament"])
        for words in commands:
            said = self.referee(0, *words, *(["--games", "4"] if words[0] == "check" else []))
        shutil.rmtree(self.path / "results")
        self.assertIn("already; nothing was written",
                      self.referee(2, "new", "--judge", language, f"own-{language}"))

    def test_a_new_game_plays_at_once(self):
        self.new_game("python")
        self.assertIn("there are goofspiel", self.referee(2, "new", "--judge", "cobol", "own"))
        self.assertIn("mygame", self.referee(2, "new", "--judge", "python", "Own Game"))

    @thorough
    def test_a_new_game_in_another_language(self):
        for language, program in (("cpp", "g++"), ("java", "javac"), ("javascript", "node")):
            with self.subTest(language):
                if not shutil.which(program):
                    self.skipTest(f"there is no {program}")
                self.new_game(language)

    def test_bots_cannot_read_the_judge(self):
        judge = str(self.path / "nim" / "judge.py")
        (self.path / "nim" / "spy.py").write_text(f"open({judge!r}).read()\n")
        said = self.referee(1, "match", "./nim", f"{sys.executable} nim/spy.py", "two.py")
        self.assertIn("PermissionError", said)


if __name__ == "__main__":
    main()
