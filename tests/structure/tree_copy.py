"""A base for the tests of this folder's checks: a copy of the sources, to which a test adds one
mistake that the check must find."""
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent


class TreeCopy(unittest.TestCase):
    source = None  # the tree to copy
    check = None  # the script to run on the copy, in this folder
    parts = ()  # folders of the tree to copy

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.copy = pathlib.Path(self.folder.name)
        for part in self.parts:
            shutil.copytree(self.source / part, self.copy / part)

    def add(self, file, line):
        """Adds a line at the end of a file, which is created if it does not exist."""
        path = self.copy / file
        path.write_text((path.read_text() if path.exists() else "") + line + "\n")

    def insert(self, file, line):
        """Puts a line before all others of a file."""
        path = self.copy / file
        path.write_text(line + "\n" + path.read_text())

    def replace(self, file, old, new):
        path = self.copy / file
        text = path.read_text()
        self.assertIn(old, text)
        path.write_text(text.replace(old, new))

    def run_check(self):
        return subprocess.run([sys.executable, HERE / self.check, self.copy],
                              capture_output=True, text=True, check=False)

    def assert_right(self):
        ended = self.run_check()
        self.assertEqual(ended.returncode, 0, ended.stdout + ended.stderr)

    def assert_wrong(self, *words):
        ended = self.run_check()
        self.assertEqual(ended.returncode, 1, ended.stdout + ended.stderr)
        for word in words:
            self.assertIn(word, ended.stdout)
