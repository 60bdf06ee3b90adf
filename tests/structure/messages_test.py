#!/usr/bin/env python3
"""Adds a message that no test has, or takes the test of one away, and expects each to be found.

    messages_test.py SOURCE_FOLDER
"""
import pathlib
import sys
import unittest

from tree_copy import TreeCopy

FILE = "referee/cli/verbs/verify_verb.cpp"


class Messages(TreeCopy):
    check = "messages.py"
    parts = ("referee", "rules", "tests")

    def test_the_tree_is_right(self):
        self.assert_right()

    def test_a_message_that_no_test_has(self):
        self.add(FILE, 'void f() { throw Error(format("{}: zig zag "\n  "zog zug", 1)); }')
        self.assert_wrong(f"{FILE}: no test has words of \"{{}}: zig zag zog zug\"")

    def test_a_text_that_is_no_message(self):
        self.add(FILE, 'const char* words = "zig zag zog zug";')
        self.assert_right()

    def test_a_test_that_is_gone(self):
        (self.copy / "tests/cli/messages_test.cpp").unlink()
        self.assert_wrong("--plan-only plays no --part")

    def test_a_listed_message_that_nothing_says(self):
        self.replace("referee/machine/walls/launcher.cpp", "make a socket pair", "do it")
        self.assert_wrong("make a socket pair")


if __name__ == "__main__":
    Messages.source = pathlib.Path(sys.argv.pop())
    unittest.main()
