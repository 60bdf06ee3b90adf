#!/usr/bin/env python3
"""What games.py looks for is found: each test copies what it reads and adds one mistake.

    games_test.py SOURCE_FOLDER
"""
import pathlib
import sys
import unittest

from tree_copy import TreeCopy


class Games(TreeCopy):
    source = pathlib.Path(sys.argv.pop(1)).resolve()
    check = "games.py"
    parts = ("rules", "referee", "docs", "tests/games")

    def setUp(self):
        super().setUp()
        line = next(line for line in (self.copy / "tests/games/games.txt").read_text().splitlines()
                    if not line.startswith("#"))
        self.game = line.split()[0]

    def test_the_tree_is_right(self):
        self.assert_right()

    def test_a_name_in_a_condition(self):
        self.add("referee/base/text/words.cpp", 'bool tiles = game.name == "black-hole";')
        self.assert_wrong("referee/base/text/words.cpp:", "names the game black-hole")

    def test_a_namespace(self):
        self.add("referee/base/text/words.cpp", "rules::turn_right::info();")
        self.assert_wrong("names the game turn_right")

    def test_a_title_in_a_help_text(self):
        self.add("referee/cli/main.cpp", '// "official games of Box"')
        self.assert_wrong("referee/cli/main.cpp:", "names the game Box")

    def test_the_game_of_the_tests_in_the_program(self):
        self.add("referee/cli/main.cpp", f'const char* name = "{self.game}";')
        self.assert_wrong("referee/cli/main.cpp:", f"names the game {self.game}")

    def test_a_game_that_uses_another(self):
        self.add("rules/box/box.cpp", '#include "rules/merge/board.hpp"')
        self.assert_wrong("rules/box/box.cpp: may not include from rules/merge")

    def test_a_shared_file_that_uses_a_game(self):
        self.add("rules/client.cpp", '#include "rules/box/board.hpp"')
        self.assert_wrong("rules/client.cpp: may not include from rules/box")

    def test_a_schema_without_a_game(self):
        self.replace("docs/games.schema.json", '"box", ', "")
        self.assert_wrong("docs/games.schema.json: lists 6561")

    def test_another_place_that_a_game_needs(self):
        self.add("rules/client.cpp", f'if (info.name == "{self.game}") return;')
        self.assert_wrong("rules/client.cpp: names the game of the tests")

    def test_a_place_that_the_page_does_not_list(self):
        self.replace("docs/internals/adding-a-game.md", "2. `docs/games.schema.json`", "`docs/games.schema.json`")
        self.assert_wrong("tests/games/games.schema.json: names the game of the tests")

    def test_a_place_that_no_game_needs(self):
        self.replace("docs/internals/adding-a-game.md", "\nThe program needs", "\n3. `scripts/list.txt`: a line.\n\nThe program needs")
        self.assert_wrong("tests/games/list.txt: docs/internals/adding-a-game.md lists such a place")


if __name__ == "__main__":
    unittest.main()
