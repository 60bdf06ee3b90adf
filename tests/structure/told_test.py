#!/usr/bin/env python3
"""Adds lines that write to standard error to a copy of the sources, and expects each to be found.

    told_test.py SOURCE_FOLDER
"""
import pathlib
import sys
import unittest

import tree_copy


class ToldTest(tree_copy.TreeCopy):
    check = "told.py"
    parts = ("referee",)

    def test_messages_beside_the_log_are_found(self):
        self.assert_right()
        for line in ('std::cerr << "in " << folder;', 'std::cerr\t<< x;',
                     'std::cerr\n    << x;', 'std::clog << x;',
                     'fprintf(stderr, "%s", x);', 'fmt::print(stderr, "{}", x);',
                     '::write(STDERR_FILENO, x, n);'):
            with self.subTest(line=line):
                self.setUp()
                self.add("referee/cli/playing.cpp", line)
                self.assert_wrong("referee/cli/playing.cpp", "text::tell()")

    def test_a_further_line_of_an_exception_is_found(self):
        self.add("referee/cli/main.cpp", "std::cerr << x;")
        self.assert_wrong("referee/cli/main.cpp")

    def test_words_are_no_code(self):
        self.add("referee/cli/playing.cpp", '// std::cerr << x\nf("std::cerr << x");')
        self.assert_right()


if __name__ == "__main__":
    ToldTest.source = pathlib.Path(sys.argv.pop(1))
    unittest.main()
