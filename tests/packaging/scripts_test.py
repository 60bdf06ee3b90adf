#!/usr/bin/env python3
"""What the scripts share: who waits for whom before a build folder is made again, what is said while
one waits, how often apt is asked, and what the end of scripts/test says.

    scripts_test.py SOURCE_FOLDER
"""
import fcntl
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree as xml

SOURCE = pathlib.Path(sys.argv.pop())


class InRoot(unittest.TestCase):
    """A project's folder `root` with a build folder, and programs of one's own before those in PATH."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name).resolve() / "a root"
        self.built = self.root / "build/release"
        self.built.mkdir(parents=True)
        self.programs = self.root.parent / "programs"
        self.programs.mkdir()
        self.environment = {**os.environ, "PATH": f"{self.programs}:{os.environ['PATH']}"}

    def program(self, name, text):
        (self.programs / name).write_text("#!/usr/bin/env bash\n" + text)
        (self.programs / name).chmod(0o755)

    def begin(self, commands, root=None):
        """A script that begins to build there, and says so at last."""
        script = f"""set -euo pipefail
            root=$1 me=script
            . "$2/scripts/lib/common.sh"
            . "$2/scripts/lib/compile.sh"
            {commands}
            say "done in $root" """
        child = subprocess.Popen(["bash", "-c", script, "bash", root or self.root, SOURCE],
                                 env=self.environment, stderr=subprocess.PIPE, text=True)
        self.addCleanup(child.wait)
        self.addCleanup(child.stderr.close)
        self.addCleanup(child.kill)
        return child


class MovedFolder(InRoot):
    def setUp(self):
        super().setUp()
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


class Progress(InRoot):
    """What a long command prints is shown while it goes on, also where awk is mawk, as on a fresh Debian."""

    def setUp(self):
        super().setUp()
        mawk = shutil.which("mawk")
        if mawk:
            (self.programs / "awk").symlink_to(mawk)
        self.seen = self.root / "seen"
        os.mkfifo(self.seen)

    def waits(self, name, before, after):
        """A program that goes on when its first lines have been seen, and says so in a file, or after a
        minute."""
        self.program(name, f"""printf '%s\\n' {before}
            ! read -r -t 60 <>'{self.seen}' || touch '{self.root}/went on'
            printf '%s\\n' {after}
            exit "${{CODE:-0}}" """)

    def shown(self, command):
        """Its first line, then all others, and the exit code; the first has come before the program
        went on."""
        child = self.begin(command)
        first = child.stderr.readline()
        seen = os.open(self.seen, os.O_RDWR)  # waits for no reader
        os.write(seen, b"\n")
        rest = child.stderr.read()
        os.close(seen)
        self.assertTrue((self.root / "went on").exists(), f"shown after a minute: {first}")
        return first, rest, child.wait()

    def test_steps_of_the_compiler(self):
        self.waits("cmake", "'[0/2] Re-checking' '[1/60] Building one'", "'[2/60] Building two' 'a warning'")
        first, rest, code = self.shown("compile build/release build/log all")
        self.assertEqual(first, "[1/60] Building one\n")
        self.assertEqual(rest, f"[2/60] Building two\na warning\nscript: done in {self.root}\n")
        self.assertEqual(code, 0)
        self.assertIn("Re-checking", (self.root / "build/log").read_text())

    def test_nothing_of_what_takes_no_time(self):
        self.program("cmake", "echo '[0/2] Re-checking'; echo '[1/2] Looking'; echo 'ninja: no work to do.'")
        child = self.begin("compile build/release build/log all")
        self.assertEqual(child.stderr.read(), f"script: done in {self.root}\n")

    def test_steps_before_a_failure(self):
        self.environment["CODE"] = "1"
        self.waits("cmake", "'[1/60] Building one'", "'FAILED: two'")
        first, rest, code = self.shown("compile build/release build/log all")
        self.assertEqual(first, "[1/60] Building one\n")
        self.assertEqual(rest, "FAILED: two\nscript: failed; all of the output is in build/log\n")
        self.assertEqual(code, 3)

    def test_each_fiftieth_test(self):
        self.environment["CODE"] = "8"
        lines = [f"' {n}/99 Test #{n}: it ... Passed' 'what it wrote'" for n in range(1, 100)]
        self.waits("ctest", " ".join(lines[:50]), " ".join(lines[50:]))
        first, rest, code = self.shown("run_ctest build/log --preset quick")
        self.assertEqual(first, " 50/99 Test #50: it ... Passed\n")
        self.assertEqual((rest, code), ("", 8))
        self.assertEqual(len((self.root / "build/log").read_text().splitlines()), 198)


@unittest.skipUnless(shutil.which("dpkg-query") and shutil.which("apt-get"), "not a Debian system")
class Setup(InRoot):
    """With an apt that has each package but those in `lacks`, and installs nothing."""

    def setUp(self):
        super().setUp()
        shutil.copytree(SOURCE / "scripts", self.root / "scripts")
        self.calls = self.root / "calls"
        self.program("id", "echo 0")
        self.program("dpkg-query", 'for name in $HAS; do echo "installed $name 99"; done')
        self.program("apt-get", f"""echo "apt-get ${{*: -2}}" >>'{self.calls}'""")
        self.program("apt-cache", f"""echo "apt-cache $#" >>'{self.calls}'
            for name in "${{@:2}}"; do
              [[ " $LACKS " != *" $name "* ]] || continue
              printf '%s:\\n  Installed: (none)\\n  Candidate: 99\\n  Version table:\\n     1 500\\n' "$name"
            done""")

    def setup(self, *words, has="", lacks=""):
        """What it says and its exit code."""
        environment = {**self.environment, "HAS": has, "LACKS": lacks}
        ended = subprocess.run([self.root / "scripts/setup", *words], env=environment, text=True,
                               stderr=subprocess.PIPE)
        return ended.stderr.splitlines(), ended.returncode

    def called(self):
        return self.calls.read_text().splitlines() if self.calls.exists() else []

    def test_asks_apt_once_for_all_and_says_so_before(self):
        said, code = self.setup("--tests", lacks="libboost-dev pkgconf")
        self.assertEqual(code, 0, said)
        self.assertRegex(said[0], "^setup: asking apt which of these it has: g[+][+] cmake .* fish$")
        self.assertRegex(said[1], "^setup: installing with apt-get, as far as missing: g[+][+] ")
        called = self.called()
        self.assertEqual(len(called), 4, called)  # the lists may be others after the update
        self.assertRegex(called[0], "^apt-cache [0-9]{2}$")
        self.assertTrue(called[1].endswith(" update"), called)
        self.assertEqual(called[2], called[0])
        for name in ("pkg-config", "libboost1.81-dev"):
            self.assertIn(f" {name} ", said[1])
        self.assertNotIn("libboost-dev ", said[1].partition(" missing: ")[2])

    def test_says_nothing_where_nothing_is_missing(self):
        found, _ = self.setup()
        self.calls.unlink()
        has = found[1].partition(" missing: ")[2]
        self.assertEqual(self.setup(has=has), ([], 0))
        self.assertEqual(self.called(), [])

    def test_names_what_apt_does_not_have(self):
        said, code = self.setup(lacks="libboost-dev libboost1.81-dev libboost1.83-dev")
        self.assertEqual(code, 3)
        self.assertIn("do not have: libboost-dev>=1.81 or libboost1.81-dev or libboost1.83-dev.", said[-1])

    def test_the_runtime_of_sanitizers_is_that_of_clang(self):
        said, code = self.setup("--all")
        self.assertEqual(code, 0, said)
        self.assertIn(" libclang-rt-99-dev ", next(line for line in said if "installing" in line))


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
