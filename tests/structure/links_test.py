#!/usr/bin/env python3
"""Symbols of storeys that are not named are found: each test edits a copy.

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

    def edited(self, storey, before, after):
        """What the check says of a copy in which a storey's words are others."""
        file = self.copy / f"referee/{storey}/CMakeLists.txt"
        text = file.read_text()
        changed = re.sub(before, after, text)
        self.assertNotEqual(text, changed)
        file.write_text(changed)
        ended = self.check()
        file.write_text(text)
        self.assertEqual(ended.returncode, 1, ended.stdout + ended.stderr)
        return ended.stdout

    def test_storeys_that_are_not_named(self):
        for storey, other, symbol in (("run", "play", "referee::match::"), ("play", "rules", "rules::"),
                                      ("machine", "base", "referee::text::"),
                                      ("show", "run", "referee::store::")):
            with self.subTest(storey=storey, other=other):
                said = self.edited(storey, rf"(USES\b[^A-Z$]*?) {other}\b", r"\1")
                self.assertIn(f"{storey} may not need", said)
                self.assertIn(f"does not name {other} among", said)
                self.assertIn(symbol, said)

    def test_a_build_without_libraries(self):
        with tempfile.TemporaryDirectory() as empty:
            ended = self.check(empty)
            self.assertEqual(ended.returncode, 1)
            self.assertIn("build the target referee first", ended.stderr)


if __name__ == "__main__":
    unittest.main()
