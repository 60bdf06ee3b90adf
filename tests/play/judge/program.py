"""A test case that runs the program in a folder of its own, with a cache of its own."""

import os
import pathlib
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
