#!/usr/bin/env python3
"""What the scripts share: who waits for whom before a build folder is made again, and what the end of
scripts/test says.

    scripts_test.py SOURCE_FOLDER
"""
import fcntl
import pathlib
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree as xml

SOURCE = pathlib.Path(sys.argv.pop())


class MovedFolder(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name).resolve() / "a root"
        self.built = self.root / "build/release"
        self.built.mkdir(parents=True)
        self.configured_at("/elsewhere")

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


SKIPPED_IN_GTEST = """Note: Google Test filter = Box.Recorded
[ RUN      ] Box.Recorded
/src/tests/box_test.cpp:37: Skipped
needs recorded games,
which are elsewhere

[  SKIPPED ] Box.Recorded (0 ms)
[  SKIPPED ] 1 test, listed below:
"""


class Summary(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def stage(self, name, code, log="", tests=()):
        """`tests`: of each one its status, the message of ctest if it was skipped, and its output."""
        (self.folder / f"{name}.code").write_text(str(code))
        (self.folder / f"{name}.log").write_text(log)
        if not tests:
            return
        suite = xml.Element("testsuite")
        for number, (status, skipped, output) in enumerate(tests):
            case = xml.SubElement(suite, "testcase", name=f"{name}.{number}", status=status)
            if skipped:
                xml.SubElement(case, "skipped", message=skipped)
            xml.SubElement(case, "system-out").text = output
        xml.ElementTree(suite).write(self.folder / f"{name}.xml")

    def summary(self, *stages):
        ended = subprocess.run([sys.executable, SOURCE / "scripts/lib/summary.py", self.folder, *stages],
                               stdout=subprocess.PIPE, text=True)
        return ended.returncode, ended.stdout

    def test_says_why_tests_were_skipped(self):
        gtest = ("notrun", "SKIP_REGULAR_EXPRESSION_MATCHED", SKIPPED_IN_GTEST)
        command = ("notrun", "SKIP_RETURN_CODE=77", "looking\nnot tried: there is no git\n\n")
        self.stage("quick", 0, tests=[("run", "", "fine"), command, gtest, gtest])
        self.stage("debian13", 77, "debian13: needs root\n")
        code, text = self.summary("quick", "debian13")
        self.assertEqual(code, 0, text)
        self.assertIn("\n2 skipped: needs recorded games, which are elsewhere\n"
                      "1 skipped: not tried: there is no git\n1 skipped: debian13: needs root\n", text)
        self.assertTrue(text.endswith("\n1 passed, 0 failed, 4 skipped\n"), text)

    def test_what_was_not_built_has_failed(self):
        self.stage("quick", 8, tests=[("notrun", "Unable to find executable", "Unable to find x")])
        self.stage("debian13", 1, "error: no matching function\n")
        code, text = self.summary("quick", "debian13")
        self.assertEqual(code, 1)
        self.assertIn("0 passed, 2 failed, 0 skipped", text)
        self.assertIn("error: no matching function", text)
        self.assertNotIn(" skipped: ", text)


unittest.main()
