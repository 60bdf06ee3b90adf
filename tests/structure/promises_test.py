#!/usr/bin/env python3
"""Takes a test away from a promise, or a promise's test from the tree, and expects each to be
found.

    promises_test.py SOURCE_FOLDER
"""
import pathlib
import sys
import unittest

from tree_copy import TreeCopy

PAGE = "docs/internals/protection-proof.md"
CLOCKS = "docs/internals/clock-method.md"


class Promises(TreeCopy):
    check = "promises.py"
    parts = ("docs", "tests", "bots", "scripts")

    def test_the_tree_is_right(self):
        self.assert_right()

    def test_a_test_with_another_name(self):
        self.replace("tests/machine/bot/surroundings_test.cpp", "OnlyThreeDescriptors", "OnlyThree")
        self.assert_wrong("there is no test `Surroundings.OnlyThreeDescriptors`")

    def test_a_test_in_a_comment_only(self):
        self.replace("tests/machine/bot/surroundings_test.cpp", "TEST(Surroundings, OnlyThreeDescriptors)",
                     "// TEST(Surroundings, OnlyThreeDescriptors)\nvoid f()")
        self.assert_wrong("there is no test `Surroundings.OnlyThreeDescriptors`")

    def test_a_hostile_bot_that_is_only_listed(self):
        self.replace("bots/hostile/processes.cpp", '"fork-bomb"', '"fork-mine"')
        self.assert_wrong("there is no test `fork-bomb`")

    def test_a_script_that_is_not_there(self):
        (self.copy / "tests/structure/clocks.py").unlink()
        self.assert_wrong("there is no test `tests/structure/clocks.py`")

    def test_a_promise_without_a_test(self):
        self.replace(PAGE, "`Surroundings.OnlyThreeDescriptors`", "")
        self.replace(PAGE, "`Surroundings.DefaultSignals`", "")
        self.replace(PAGE, "`Surroundings.ExactEnvironment`", "")
        self.replace(PAGE, "`Surroundings.OwnSessionFolderAndScratch`", "")
        self.assert_wrong("a test is a name in backquotes, not")

    def test_a_name_without_backquotes(self):
        self.replace(PAGE, "`fork-bomb`", "fork-bomb")
        self.assert_wrong("a test is a name in backquotes, not")

    def test_a_page_without_a_table(self):
        self.replace(CLOCKS, "| test |", "| tested |")
        self.assert_wrong("docs/internals/clock-method.md: has no table with a column 'test'")


if __name__ == "__main__":
    Promises.source = pathlib.Path(sys.argv.pop())
    unittest.main()
