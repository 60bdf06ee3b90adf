#!/usr/bin/env python3
"""Puts comments that speak of nothing into a copy of the headers, and expects each to be found.

    heads_test.py SOURCE_FOLDER
"""
import pathlib
import sys
import unittest

import tree_copy

HEADER = "referee/base/text/words.hpp"


class HeadsTest(tree_copy.TreeCopy):
    check = "heads.py"
    parts = ("referee", "rules")

    def test_comments_that_speak_of_nothing_are_found(self):
        self.assert_right()
        for file, comment in ((HEADER, "// Another unit.\n\nint other();"),
                              (HEADER, "// Another unit.\n//\n// Its words.\n\nint other();"),
                              (HEADER, "struct Other {\n  // Its members.\n\n  int member;\n};"),
                              ("rules/random.hpp", "// The end.")):
            with self.subTest(comment=comment):
                self.setUp()
                self.add(file, comment)
                self.assert_wrong(file, "speaks of nothing")

    def test_a_header_without_a_head_is_found(self):
        self.insert(HEADER, "#pragma once")
        self.assert_wrong(f"{HEADER}:1", "what the header is for")

    def test_titles_and_words_to_tools_may_stand_alone(self):
        self.add(HEADER, "// ---- others\n\n// clang-format on\n\n// One number.\nint one();  // 1\n")
        self.assert_right()


if __name__ == "__main__":
    HeadsTest.source = pathlib.Path(sys.argv.pop(1))
    unittest.main()
