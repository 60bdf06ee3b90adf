#!/usr/bin/env python3
"""Defines options twice in a copy of the sources, and expects each to be found.

    options_test.py SOURCE_FOLDER
"""
import pathlib
import sys
import unittest

from tree_copy import TreeCopy

VERB = "referee/cli/verbs/new_verb.cpp"


class Options(TreeCopy):
    check = "options.py"
    parts = ("referee/cli", "tests", "docs")

    def test_the_tree_as_it_is(self):
        self.assert_right()

    def test_a_second_definition(self):
        self.add(VERB, 'void more(const Verb& verb) { verb.flag(\n    "-q,--quiet", quiet, "..."); }')
        self.assert_wrong("--quiet is defined in referee/cli/options/shared_options.cpp")

    def test_a_second_definition_of_a_short_name(self):
        self.add(VERB, 'void more(const Verb& verb) { verb.option("-j", &jobs, "..."); }')
        self.assert_wrong("-j is defined in")

    def test_names_that_no_test_uses(self):
        self.add(VERB, 'void more(const Verb& verb) { verb.flag("--unheard-of", quiet, "..."); }')
        self.replace("docs/config.schema.json", '"rounds"', '"unheard_of"')
        self.assert_wrong("the option --unheard-of is in no test",
                          'the key "unheard_of" of config.schema.json is in no test')


if __name__ == "__main__":
    Options.source = pathlib.Path(sys.argv.pop())
    unittest.main()
