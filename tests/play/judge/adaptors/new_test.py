#!/usr/bin/env python3
"""`referee new --judge ADAPTOR PROGRAM` looks at the program and at what lies beside it.

    new_test.py REFEREE
"""

import json
import pathlib
import sys
import unittest
import zipfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))

from program import InFolder  # noqa: E402

ENGINE = "com/codingame/gameengine/core/RefereeMain.class"


class New(InFolder):
    def jar(self, path, *entries):
        file = self.path / path
        file.parent.mkdir(parents=True, exist_ok=True)
        with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as jar:
            for entry in entries or (ENGINE, "Game.class"):
                jar.writestr(entry, "x" * 3000)
        return path

    def write(self, path, text):
        (self.path / path).parent.mkdir(parents=True, exist_ok=True)
        (self.path / path).write_text(text)

    def game(self, folder):
        return json.loads((self.path / folder / "game.json").read_text())

    def refused(self, *words):
        said = self.says(2, "new", "--judge", *words)
        self.assertEqual(said, "")
        return self.told

    def test_a_tree_of_maven_says_players_league_title_and_input(self):
        jar = self.jar("ants/target/ants-1.0.jar")
        self.write("ants/config/config.ini", "# of the game\ntitle=Ants \nmin_players=2\nmax_players = 4\n")
        self.write("ants/config/stub.txt", "read n:int\n")
        self.write("ants/config/level1/stub.txt", "read less:int\n")
        self.write("ants/config/level4/stub.txt", "read all:int\n")
        self.write("ants/config/level10", "no folder")
        said = self.says(0, "new", "--judge", "codingame", jar)
        self.assertIn("players: 2 to 4 (ants/config/config.ini); it is told how many bots there are\n", said)
        self.assertIn("league: 4 (the highest in ants/config)\n", said)
        game = self.game("ants-1-0")
        self.assertEqual(game["title"], "Ants")
        self.assertEqual(game["arguments"], ["-Dleague.level=4", "ants-1.0.jar"])
        self.assertEqual((self.path / "ants-1-0" / "stub.txt").read_text(), "read all:int\n")
        self.assertTrue((self.path / "ants-1-0" / "ants-1.0.jar").is_file())
        self.says(0, "new", "--judge", "codingame", jar, "low", "--league", "1")
        self.assertEqual(self.game("low")["arguments"][0], "-Dleague.level=1")
        self.assertEqual((self.path / "low" / "stub.txt").read_text(), "read less:int\n")
        self.assertIn("has the leagues 1 to 4", self.refused("codingame", jar, "high", "--league", "5"))
        self.assertFalse((self.path / "high").exists())

    def test_what_nothing_says_is_told_and_can_be_given(self):
        jar = self.jar("game.jar")
        said = self.says(0, "new", "--judge", "codingame", jar)
        self.assertIn("players: not known", said)
        self.assertIn("league: not known", said)
        self.assertEqual(self.game("game")["arguments"], ["game.jar"])
        said = self.says(0, "new", "--judge", "codingame", jar, "other", "--seats", "2", "--league", "3")
        self.assertIn("players: 2 (--seats); it is told 2\nleague: 3 (--league)\n", said)
        self.assertEqual(self.game("other")["arguments"], ["-Dleague.level=3", "game.jar"])

    def test_a_game_has_as_many_seats_as_players(self):
        jar = self.jar("three/target/three.jar")
        ini = "three/config/config.ini"
        names = [f"player {n}" for n in range(1, 9)]
        for least, most, seats, limit in (
            (3, 3, names[:3], 4),
            (1, 1, names[:1], None),
            (2, 4, {"names": names[:4], "from": 2}, 6),
            (2, 20, {"names": names, "from": 2}, 14),
        ):
            self.write(ini, f"min_players={least}\nmax_players={most}\n")
            said = self.says(0, "new", "--judge", "codingame", jar, f"of-{least}-{most}")
            self.assertIn(f"({ini}); it is told how many bots there are", said)
            game = self.game(f"of-{least}-{most}")
            self.assertEqual(game["seats"], seats)
            self.assertEqual(game.get("point_scale", {}).get("limit"), limit)
        self.says(0, "new", "--judge", "brutaltester", jar, "eight", "--seats", "8")
        self.assertEqual(self.game("eight")["seats"], names)
        # A league may be for others than the game.
        self.write(ini, "min_players=2\nmax_players=3\n")
        self.write("three/config/level2/config.ini", "min_players=3\n")
        self.says(0, "new", "--judge", "codingame", jar, "league")
        self.assertEqual(self.game("league")["seats"], names[:3])
        self.says(0, "new", "--judge", "codingame", jar, "lower", "--league", "1")
        self.assertEqual(self.game("lower")["seats"], {"names": names[:3], "from": 2})

    def test_a_game_for_more_players_than_there_are_seats_is_refused(self):
        jar = self.jar("many/target/many.jar")
        self.write("many/config/config.ini", "min_players=9\nmax_players=9\n")
        self.assertIn("many.jar is a game for 9 players (many/config/config.ini); here it would need 1 to 8",
                      self.refused("codingame", jar))
        self.assertFalse((self.path / "many" / "game.json").exists())
        self.write("referee", "#!/bin/sh\nexit 0\n")
        (self.path / "referee").chmod(0o755)
        self.assertIn("is a game for 3 players (--seats)", self.refused("caia", "./referee", "--seats", "3"))

    def test_a_jar_without_its_engine_is_refused(self):
        jar = self.jar("thin.jar", "com/codingame/game/Referee.class")
        self.assertIn(f"{jar}: this jar has no engine, no RefereeMain.class: build it with its dependencies",
                      self.refused("codingame", jar))
        self.says(0, "new", "--judge", "brutaltester", "thin.jar")
        # Where a piece that is read ends, the name may be cut.
        for before in range((1 << 20) - len(ENGINE) - 40, (1 << 20) + 40, 37):
            self.write("cut.jar", "PK" + "x" * (before - 2) + ENGINE)
            self.says(0, "new", "--judge", "codingame", "cut.jar", f"cut-{before}")

    def test_beside_its_program(self):
        self.write("referee", "#!/bin/sh\nexit 0\n")
        (self.path / "referee").chmod(0o755)
        self.says(0, "new", "--judge", "caia", "./referee")
        self.assertEqual(self.game("referee-game")["arguments"], ["./referee"])
        self.assertIn("is a file, so nothing can be written into it", self.refused("caia", "./referee", "referee"))
        self.assertIn("is a file, so nothing can be written into it", self.refused("caia", "./referee", "referee/sub"))
        told = self.refused("caia", "./referee", "x", "--league", "2")
        self.assertIn("--league is for games of CodinGame's engine", told)
        self.says(2, "new", "box", "python", "referee")
        self.assertIn("is a file", self.told)


if __name__ == "__main__":
    unittest.main()
