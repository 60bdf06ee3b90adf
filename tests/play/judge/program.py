"""A test case that runs the program in a folder of its own, with a cache of its own; and which tests of
a file are run:

    FILE_test.py REFEREE [K/N] [--thorough] [TEST...]

With K/N it is each N-th from the K-th on. With --thorough it is those that are marked as thorough,
otherwise the others.
"""

import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

REFEREE = os.path.abspath(sys.argv.pop(1))
JUDGES = pathlib.Path(__file__).resolve().parents[3] / "rules" / "judges"
NIM = pathlib.Path(__file__).resolve().parent / "games" / "nim"


class InFolder(unittest.TestCase):
    def setUp(self):
        kept = tempfile.TemporaryDirectory()
        self.addCleanup(kept.cleanup)
        self.path = pathlib.Path(kept.name)
        self.environment = {**os.environ, "HOME": kept.name, "XDG_CACHE_HOME": f"{kept.name}/cache"}

    def says(self, code, *words, typed=None):
        """What it prints, if it ends with this code; `told` is what it says besides."""
        ended = subprocess.run([REFEREE, *map(str, words)], cwd=self.path, env=self.environment, input=typed,
                               capture_output=True, text=True, timeout=400, check=False)
        self.assertEqual(ended.returncode, code, f"{words}\n{ended.stdout}\n{ended.stderr}")
        self.told = ended.stderr
        return ended.stdout

    def referee(self, code, *words, typed=None):
        """What `says` gives, and then `told`."""
        return self.says(code, *words, typed=typed) + self.told


def thorough(test):
    """Marks what is left out of the quick part."""
    test.thorough = True
    return test


class Chosen(unittest.TestLoader):
    def __init__(self, thoroughly, part, parts):
        super().__init__()
        self.thoroughly, self.part, self.parts, self.seen = thoroughly, part, parts, 0

    def getTestCaseNames(self, testCaseClass):
        chosen = []
        for name in super().getTestCaseNames(testCaseClass):
            if getattr(getattr(testCaseClass, name), "thorough", False) == self.thoroughly:
                self.seen += 1
                if self.seen % self.parts == self.part % self.parts:
                    chosen.append(name)
        return chosen


def main():
    words = sys.argv[1:]
    thoroughly = "--thorough" in words
    part = next((word for word in words if re.fullmatch("[1-9]/[1-9]", word)), "1/1")
    names = [word for word in words if word not in ("--thorough", part)]
    unittest.main(argv=[sys.argv[0], *names], testLoader=Chosen(thoroughly, *map(int, part.split("/"))))
