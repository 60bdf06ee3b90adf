#!/usr/bin/env python3
"""Wrong arrows are found: each test copies the rooms' sources and adds one.

    arrows_test.py SOURCE_FOLDER
"""
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
SOURCE = pathlib.Path(sys.argv.pop(1)).resolve()


class Arrows(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.copy = pathlib.Path(self.folder.name)
        for room in ("rules", "referee"):
            shutil.copytree(SOURCE / room, self.copy / room)

    def tearDown(self):
        self.folder.cleanup()

    def check(self):
        return subprocess.run([sys.executable, HERE / "arrows.py", self.copy],
                              capture_output=True, text=True, check=False)

    def add(self, file, line):
        path = self.copy / file
        path.write_text(line + "\n" + (path.read_text() if path.exists() else ""))

    def replace(self, file, old, new):
        path = self.copy / file
        text = path.read_text()
        self.assertIn(old, text)
        path.write_text(text.replace(old, new))

    def assert_wrong(self, *words):
        ended = self.check()
        self.assertEqual(ended.returncode, 1, ended.stdout + ended.stderr)
        for word in words:
            self.assertIn(word, ended.stdout)

    def test_the_tree_is_right(self):
        ended = self.check()
        self.assertEqual(ended.returncode, 0, ended.stdout + ended.stderr)

    def test_an_include_from_above(self):
        self.add("referee/text/csv.hpp", '#include "referee/store/manifest.hpp"')
        self.assert_wrong("referee/text/csv.hpp:1", "text may not include", "store")

    def test_an_include_from_the_rules_upward(self):
        self.add("rules/box/box.cpp", '#  include "referee/text/csv.hpp"')
        self.assert_wrong("rules/box/box.cpp:1", "rules may not include")

    def test_an_arrow_that_is_not_named(self):
        self.add("referee/formats/swiss.cpp", '#include "referee/bot/limits.hpp"')
        self.assert_wrong("referee/formats/swiss.cpp:1", "does not name bot")

    def test_an_arrow_that_nothing_needs(self):
        self.replace("referee/formats/CMakeLists.txt", "USES ", "USES bot ")
        self.assert_wrong("formats names bot", "includes nothing of it")

    def test_a_circle(self):
        self.replace("referee/text/CMakeLists.txt", "BATCH", "USES store BATCH")
        self.add("referee/text/csv.hpp", '#include "referee/store/manifest.hpp"')
        self.assert_wrong("a circle of rooms", "text uses store")

    def test_a_folder_that_is_no_room(self):
        (self.copy / "referee/attic").mkdir()
        self.add("referee/attic/old.cpp", "int old;")
        self.assert_wrong("referee/attic is not a room")


if __name__ == "__main__":
    unittest.main()
