#!/usr/bin/env python3
"""Adds includes to a copy of the sources, one at a time, and expects those to be found that the fuzz
targets could not be linked with.

    fuzzed_test.py SOURCE_FOLDER
"""
import pathlib
import sys
import unittest

from tree_copy import TreeCopy


class Fuzzed(TreeCopy):
    check = "fuzzed.py"
    parts = ("referee", "tests/fuzz")

    def include(self, header, file):
        self.insert(f"referee/{file}", f'#include "referee/{header}"')

    def test_what_is_there(self):
        self.include("machine/bot/bot.hpp", "run/config/config.cpp")  # no_bots.cpp stands in for it
        self.include("run/store/import.hpp", "run/config/config.cpp")  # compiled
        self.include("machine/walls/filter.hpp", "analysis/checks/bot_check.cpp")  # left out itself
        self.assert_right()

    def test_a_unit_that_is_left_out(self):
        self.include("run/tournament/runner.hpp", "run/store/import.cpp")
        self.assert_wrong("referee/run/store/import.cpp")

    def test_one_that_a_header_includes(self):
        self.include("analysis/checks/bot_check.hpp", "analysis/checks/regress.hpp")
        self.assert_wrong("referee/analysis/checks/regress.hpp")

    def test_a_unit_of_a_room_that_is_not_compiled(self):
        self.include("machine/walls/filter.hpp", "run/config/config.cpp")
        self.assert_wrong("referee/run/config/config.cpp")


if __name__ == "__main__":
    Fuzzed.source = pathlib.Path(sys.argv.pop())
    unittest.main()
