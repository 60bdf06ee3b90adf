#!/usr/bin/env python3
"""Names that a move has left behind are found: each test copies the sources and moves something.

    lists_test.py SOURCE_FOLDER
"""
import pathlib
import sys
import unittest

from tree_copy import TreeCopy


class Lists(TreeCopy):
    source = pathlib.Path(sys.argv.pop(1)).resolve()
    check = "lists.py"
    parts = ("rules", "referee", "docs")

    def test_the_tree_is_right(self):
        self.assert_right()

    def test_a_hot_source_that_has_moved(self):
        folder = self.copy / "referee/run/config"
        (folder / "schedule.cpp").rename(folder / "plan.cpp")
        self.assert_wrong("referee/run/CMakeLists.txt: HOT config/schedule.cpp")

    def test_a_hot_room_that_is_gone(self):
        self.replace("referee/machine/CMakeLists.txt", "HOT kernel bot", "HOT kernel player")
        self.assert_wrong("HOT player: the storey has no such room")

    def test_a_room_that_the_table_lacks(self):
        self.replace("referee/run/CMakeLists.txt", "parts tournament", "parts attic tournament")
        self.assert_wrong("the table of rooms has run:", "they are tournament, attic, parts")

    def test_rooms_in_another_order(self):
        self.replace("referee/run/CMakeLists.txt", "formats config", "config formats")
        self.assert_wrong("the table of rooms has run:")

    def test_a_folder_that_is_gone(self):
        (self.copy / "referee/cli/options").rename(self.copy / "referee/cli/words")
        self.assert_wrong("there is no folder options/")

    def test_a_comment_on_a_header_that_is_gone(self):
        self.insert("rules/game.hpp", "// As base/text/attic.hpp has it.")
        self.assert_wrong("rules/game.hpp:1: names base/text/attic.hpp")

    def test_two_units_of_one_name(self):
        self.add("referee/base/text/store.cpp", "")
        self.assert_wrong("store: is the name of referee/base/text/store and referee/run/store/store")


if __name__ == "__main__":
    unittest.main()
