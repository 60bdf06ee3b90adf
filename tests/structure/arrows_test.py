#!/usr/bin/env python3
"""Wrong arrows are found: each test copies the rooms' sources and adds one.

    arrows_test.py SOURCE_FOLDER
"""
import pathlib
import sys
import unittest

from tree_copy import TreeCopy


class Arrows(TreeCopy):
    source = pathlib.Path(sys.argv.pop(1)).resolve()
    check = "arrows.py"
    parts = ("rules", "referee")

    def test_the_tree_is_right(self):
        self.assert_right()

    def test_an_include_from_above(self):
        self.insert("referee/text/words.hpp", '#include "referee/config/manifest.hpp"')
        self.assert_wrong("referee/text/words.hpp:1", "text may not include", "config")

    def test_an_include_from_the_rules_upward(self):
        self.insert("rules/box/box.cpp", '#  include "referee/text/words.hpp"')
        self.assert_wrong("rules/box/box.cpp:1", "rules may not include")

    def test_an_arrow_that_is_not_named(self):
        self.insert("referee/formats/swiss.cpp", '#include "referee/kernel/limits.hpp"')
        self.assert_wrong("referee/formats/swiss.cpp:1", "does not name kernel")

    def test_an_arrow_that_nothing_needs(self):
        self.replace("referee/formats/CMakeLists.txt", "USES ", "USES bot ")
        self.assert_wrong("formats names bot", "includes nothing of it")

    def test_a_circle(self):
        self.replace("referee/text/CMakeLists.txt", "BATCH", "USES config BATCH")
        self.insert("referee/text/words.hpp", '#include "referee/config/manifest.hpp"')
        self.assert_wrong("a circle of rooms", "text uses config")

    def test_a_library_past_its_variable(self):
        self.replace("referee/text/CMakeLists.txt", "${REFEREE_FMT}", "fmt::fmt")
        self.assert_wrong("referee/text/CMakeLists.txt:", "names fmt::fmt", "${REFEREE_FMT}")

    def test_a_folder_that_is_no_room(self):
        (self.copy / "referee/attic").mkdir()
        self.add("referee/attic/old.cpp", "int old;")
        self.assert_wrong("referee/attic is not a room")


if __name__ == "__main__":
    unittest.main()
