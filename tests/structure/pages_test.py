#!/usr/bin/env python3
"""Breaks links in a copy of the documents, and expects each to be found.

    pages_test.py SOURCE_FOLDER
"""
import pathlib
import sys
import unittest

from tree_copy import TreeCopy

PAGE = "docs/guide/new.md"


class Pages(TreeCopy):
    check = "pages.py"
    parts = ("docs", "scripts")

    def setUp(self):
        super().setUp()
        for page in (self.copy / "docs").rglob("*.md"):
            page.write_text("# A page\n")

    def test_links_that_lead_somewhere(self):
        self.add(PAGE, "## Some `words`, and a [link](check.md#a-page)\n[here](#some-words-and-a-link)")
        self.assert_right()

    def test_a_file_that_does_not_exist(self):
        self.add(PAGE, "[there](checks.md)")
        self.assert_wrong("docs/guide/new.md: links to checks.md: there is no such file")

    def test_a_heading_that_does_not_exist(self):
        self.add(PAGE, "[there](check.md#another)")
        self.assert_wrong("links to check.md#another: that page has no such heading")

    def test_a_page_that_a_source_names(self):
        self.add("scripts/some", "# docs/guide/nothing.md says more.")
        self.assert_wrong("scripts/some: names docs/guide/nothing.md, which does not exist")

    def test_a_table_of_tests_that_a_source_names(self):
        self.add("scripts/some", "# tests/base/nothing.md has the figures.")
        self.assert_wrong("scripts/some: names tests/base/nothing.md, which does not exist")

    def test_a_source_that_a_page_names(self):
        self.add(PAGE, "See `rules/nowhere/no.cpp` and `rules/NAME/NAME.cpp`.")
        self.assert_wrong("docs/guide/new.md: names rules/nowhere/no.cpp, which does not exist")

    def test_a_source_below_a_storey(self):
        self.add(PAGE, "See `run/nowhere/no.hpp` and `cli/verbs/`.")
        self.assert_wrong("names referee/run/nowhere/no.hpp", "names referee/cli/verbs/")


if __name__ == "__main__":
    Pages.source = pathlib.Path(sys.argv.pop())
    unittest.main()
