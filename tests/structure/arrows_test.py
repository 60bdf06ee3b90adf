#!/usr/bin/env python3
"""Wrong arrows are found: each test copies the sources and adds one.

    arrows_test.py SOURCE_FOLDER
"""
import pathlib
import sys
import unittest

from tree_copy import TreeCopy


class Arrows(TreeCopy):
    source = pathlib.Path(sys.argv.pop(1)).resolve()
    check = "arrows.py"
    parts = ("rules", "referee")

    def test_the_tree_is_right(self):
        self.assert_right()

    def test_an_include_from_above(self):
        self.insert("referee/base/text/words.hpp", '#include "referee/run/config/manifest.hpp"')
        self.assert_wrong("referee/base/text/words.hpp:1", "text may not include", "does not name run")

    def test_an_include_from_the_rules_upward(self):
        self.insert("rules/box/box.cpp", '#  include "referee/base/text/words.hpp"')
        self.assert_wrong("rules/box/box.cpp:1", "rules may not include")

    def test_an_include_from_a_room_above(self):
        self.insert("referee/machine/kernel/tree.cpp", '#include "referee/machine/bot/bot.hpp"')
        self.assert_wrong("referee/machine/kernel/tree.cpp:1", "kernel is below bot among the ROOMS")

    def test_an_include_between_rooms_in_a_room(self):
        self.insert("referee/show/report/standings/headline.cpp",
                    '#include "referee/show/report/match/match_text.hpp"')
        self.insert("referee/show/report/table.hpp",
                    '#include "referee/show/report/verdicts/strength.hpp"')
        self.assert_wrong("standings is below report/match among the ROOMS of show",
                          "report is below report/verdicts among the ROOMS of show")

    def test_an_arrow_that_nothing_needs(self):
        self.replace("referee/base/CMakeLists.txt", "LIBRARIES", "USES rules LIBRARIES")
        self.assert_wrong("base names rules", "includes nothing of it")

    def test_a_circle(self):
        self.replace("referee/base/CMakeLists.txt", "LIBRARIES", "USES run LIBRARIES")
        self.insert("referee/base/text/words.hpp", '#include "referee/run/config/manifest.hpp"')
        self.assert_wrong("a circle of storeys", "base uses run")

    def test_a_circle_of_the_page(self):
        self.insert("referee/show/viewer/src/words.ts", 'import type { Key } from "./tools";')
        self.insert("referee/show/viewer/src/tools.tsx", 'import { plural } from "./words";')
        self.assert_wrong("a circle of referee/show/viewer/src: words uses tools uses words")

    def test_a_library_past_its_variable(self):
        self.replace("referee/base/CMakeLists.txt", "c_nettle", "c_nettle fmt::fmt")
        self.assert_wrong("referee/base/CMakeLists.txt:", "names fmt::fmt")

    def test_a_folder_that_is_no_room(self):
        for folder, says in (("referee/attic", "referee/attic is not a storey"),
                             ("referee/run/attic", "attic is not among the ROOMS of run")):
            with self.subTest(folder=folder):
                (self.copy / folder).mkdir()
                self.add(f"{folder}/old.cpp", "int old;")
                self.assert_wrong(says)


if __name__ == "__main__":
    unittest.main()
