#!/usr/bin/env python3
"""What the scripts share: who waits for whom before a build folder is made again.

    scripts_test.py SOURCE_FOLDER
"""
import fcntl
import pathlib
import subprocess
import sys
import tempfile
import unittest

SOURCE = pathlib.Path(sys.argv.pop())


class MovedFolder(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name).resolve() / "a root"
        self.built = self.root / "build/release"
        self.built.mkdir(parents=True)
        self.configured_at("/work/elsewhere")

    def configured_at(self, place):
        (self.built / "CMakeCache.txt").write_text(f"CMAKE_HOME_DIRECTORY:INTERNAL={place}\n")

    def lock(self, name):
        """The open file that holds it; None if somebody else does."""
        file = open(self.root / f"build/.{name}.lock", "a")
        self.addCleanup(file.close)
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return file
        except BlockingIOError:
            return None

    def begin(self, commands, root=None):
        """A script that begins to build there, and says so at last."""
        script = f"""set -euo pipefail
            root=$1 me=script
            . "$2/scripts/lib/common.sh"
            . "$2/scripts/lib/compile.sh"
            {commands}
            say "done in $root" """
        child = subprocess.Popen(["bash", "-c", script, "bash", root or self.root, SOURCE],
                                 stderr=subprocess.PIPE, text=True)
        self.addCleanup(child.wait)
        self.addCleanup(child.stderr.close)
        self.addCleanup(child.kill)
        return child

    def test_waits_for_tests_and_keeps_nobody_from_building_meanwhile(self):
        tests = self.lock("test")
        child = self.begin("lock_build release")
        self.assertIn("another test is running in this folder", child.stderr.readline())
        self.assertTrue(self.built.exists())
        build = self.lock("build")
        self.assertIsNotNone(build, "the tests would wait for this one, and it for them")
        tests.close()
        self.assertIn("another build is running in this folder", child.stderr.readline())
        self.assertTrue(self.built.exists())
        build.close()
        self.assertIn("build/release is made again", child.stderr.read())
        self.assertFalse(self.built.exists())

    def test_what_another_has_made_again_meanwhile_is_kept(self):
        build = self.lock("build")
        child = self.begin("lock_build release")
        self.assertIn("another build is running", child.stderr.readline())
        self.configured_at(self.root)
        build.close()
        self.assertEqual(child.stderr.read(), f"script: done in {self.root}\n")
        self.assertTrue(self.built.exists())

    def test_who_runs_tests_does_not_wait_for_itself(self):
        child = self.begin("lock test test 8; (lock_build release)")
        self.assertIn("build/release is made again", child.stderr.read())
        self.assertFalse(self.built.exists())

    def test_another_name_of_the_folder_is_not_another_place(self):
        self.configured_at(self.root)
        link = self.root.parent / "link"
        link.symlink_to(self.root)
        child = self.begin("lock_build release", link)
        self.assertEqual(child.stderr.read(), f"script: done in {self.root}\n")
        self.assertTrue(self.built.exists())


unittest.main()
