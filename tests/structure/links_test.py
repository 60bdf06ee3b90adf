#!/usr/bin/env python3
"""Symbols of rooms that are not named are found: each test takes a room's USES out of a copy.

    links_test.py SOURCE_FOLDER BUILD_FOLDER
"""
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

BUILD = pathlib.Path(sys.argv.pop(2)).resolve()
SOURCE = pathlib.Path(sys.argv.pop(1)).resolve()
CHECK = pathlib.Path(__file__).resolve().with_name("links.py")


class Links(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.copy = pathlib.Path(self.folder.name)
        for file in SOURCE.glob("referee/*/CMakeLists.txt"):
            other = self.copy / file.relative_to(SOURCE)
            other.parent.mkdir(parents=True)
            other.write_text(file.read_text())

    def check(self, build=BUILD):
        return subprocess.run([sys.executable, CHECK, self.copy, build], capture_output=True,
                              text=True, check=False)

    def test_the_build_is_right(self):
        ended = self.check()
        self.assertEqual(ended.returncode, 0, ended.stdout + ended.stderr)

    def test_rooms_that_are_not_named(self):
        for room, other, symbol in (("config", "formats", "referee::formats::"),
                                    ("match", "rules", "rules::"), ("bot", "text", "referee::text::"),
                                    ("cluster", "store", "referee::store::")):
            with self.subTest(room=room, other=other):
                file = self.copy / f"referee/{room}/CMakeLists.txt"
                before = file.read_text()
                after = re.sub(rf"(USES\b[^A-Z$]*?) {other}\b", r"\1", before)
                self.assertNotEqual(before, after)
                file.write_text(after)
                ended = self.check()
                file.write_text(before)
                self.assertEqual(ended.returncode, 1, ended.stdout + ended.stderr)
                self.assertIn(f"{room} may not need", ended.stdout)
                self.assertIn(f"does not name {other} among", ended.stdout)
                self.assertIn(symbol, ended.stdout)

    def test_a_build_without_libraries(self):
        with tempfile.TemporaryDirectory() as empty:
            ended = self.check(empty)
            self.assertEqual(ended.returncode, 1)
            self.assertIn("build the target referee first", ended.stderr)


if __name__ == "__main__":
    unittest.main()
