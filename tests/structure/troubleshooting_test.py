#!/usr/bin/env python3
"""Changes messages or the page in a copy of the sources, and expects each difference to be found.

    troubleshooting_test.py SOURCE_FOLDER
"""
import pathlib
import sys
import unittest

from tree_copy import TreeCopy

PAGE = "docs/reference/troubleshooting.md"


class Troubleshooting(TreeCopy):
    check = "troubleshooting.py"
    parts = ("docs", "referee")

    def test_the_tree_is_right(self):
        self.assert_right()

    def test_another_wording(self):
        self.replace("referee/machine/bot/account.cpp", "took more than the wall limit", "exceeded the limit")
        self.assert_wrong("no message of the program reads 'took more than the wall limit of ...'")

    def test_a_message_in_a_comment_only(self):
        self.add(PAGE, "### `words that nobody says`")
        self.add("referee/machine/bot/account.cpp", '// "words that nobody says"')
        self.assert_wrong("'words that nobody says'")

    def test_parts_in_another_order(self):
        self.add(PAGE, "### `its budget of CPU time ... used more than`")
        self.assert_wrong("its budget of CPU time ... used more than")

    def test_a_kind_without_a_section(self):
        self.replace("referee/machine/bot/fault.hpp", '"launch", "given_up"', '"launch", "given_up", "lazy"')
        self.assert_wrong("has no section on faults of the kind lazy")

    def test_a_section_without_a_kind(self):
        self.add(PAGE, "## `boring`: nothing")
        self.assert_wrong("no fault of the kind boring")

    def test_a_heading_that_is_no_message(self):
        self.add(PAGE, "### What else")
        self.assert_wrong("a heading is one message in backquotes")


if __name__ == "__main__":
    Troubleshooting.source = pathlib.Path(sys.argv.pop())
    unittest.main()
