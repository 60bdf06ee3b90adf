#!/usr/bin/env python3
"""Defines options twice in a copy of the sources, and expects each to be found.

    options_test.py SOURCE_FOLDER
"""
import pathlib
import sys
import unittest

from tree_copy import TreeCopy

VERB = "referee/cli/verbs/new.cpp"


class Options(TreeCopy):
    check = "options.py"
    parts = ("referee/cli",)

    def test_the_tree_as_it_is(self):
        self.assert_right()

    def test_a_second_definition(self):
        self.add(VERB, 'void more(const Verb& verb) { verb.flag(\n    "-q,--quiet", quiet, "..."); }')
        self.assert_wrong("--quiet is defined in referee/cli/options/shared_options.cpp")

    def test_a_second_definition_of_a_short_name(self):
        self.add(VERB, 'void more(const Verb& verb) { verb.option("-j", &jobs, "..."); }')
        self.assert_wrong("-j is defined in")


if __name__ == "__main__":
    Options.source = pathlib.Path(sys.argv.pop())
    unittest.main()
