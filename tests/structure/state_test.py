#!/usr/bin/env python3
"""Adds variables of the process to a copy of the sources, and expects each to be found.

    state_test.py SOURCE_FOLDER
"""
import pathlib
import sys
import unittest

import tree_copy

FILE = "referee/base/text/words.cpp"


class StateTest(tree_copy.TreeCopy):
    check = "state.py"
    parts = ("referee", "rules")

    def test_variables_of_the_process_are_found(self):
        self.assert_right()
        lines = ("int {};", "namespace {{\nbool {} = false;\n}}", "std::mutex {}{{}};",
                 "inline std::atomic<bool> {} = false;", "thread_local int {} = 0;",
                 "void f() {{\n  static std::map<std::string, int> {};\n}}",
                 "void f() {{ static std::function<int(int)> {}; }}",
                 "int& f(int a = 3) {{\n  if (a) {{\n    static int {} = 1;\n  }}\n}}",
                 "struct S {{\n  inline static int {} = 1;\n}};", "const char* {} = nullptr;",
                 "static std::vector<int> {}{{1, 2}};",
                 "constexpr int a = {{1}};\nstd::array<int, 2> {} = {{1, 2}};")
        for number, line in enumerate(lines):
            self.add(FILE, line.format(f"hushed{number}"))
        self.assert_wrong(FILE, *(f"hushed{number} belongs to the process"
                                  for number in range(len(lines))))

    def test_a_further_variable_beside_an_exception_is_found(self):
        self.add("referee/machine/walls/filter.cpp", "void f() {\n  static int built = 1;\n}")
        self.assert_wrong("referee/machine/walls/filter.cpp", "built belongs to the process")

    def test_an_exception_that_is_gone_is_found(self):
        self.replace("referee/machine/bot/host.cpp", " opened;", " others;")
        self.assert_wrong("no variable opened")

    def test_what_does_not_change_is_right(self):
        for line in ("const int a = 1;", "static constexpr std::array<int, 2> a{1, 2};",
                     "int f(int a, Model model = {});", "static int f(int a);",
                     "const std::string& f() {\n  static const std::string none;\n  return none;\n}",
                     "constexpr std::size_t a = std::size_t{1} << 30;", "using A = int;",
                     "const char* const a = nullptr;", "extern int a;", "// int a;",
                     "struct S {\n  int a = 0;\n  static bool f() { return true; }\n};",
                     "int f() {\n  int a = 0;\n  return a;\n}", 'const auto a = "static int b;";'):
            self.add(FILE, line)
        self.assert_right()


if __name__ == "__main__":
    StateTest.source = pathlib.Path(sys.argv.pop(1))
    unittest.main()
