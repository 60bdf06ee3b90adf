#!/usr/bin/env python3
"""The examples for CI in docs/ci: their shell steps are run as they stand, save those that are marked as
installation, with the built program in PATH. What installs a package is run by scripts/test packages.

    ci_test.py REFEREE
"""
import hashlib
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tarfile
import tempfile
import unittest

REFEREE = pathlib.Path(os.path.abspath(sys.argv.pop(1)))
CI = pathlib.Path(__file__).resolve().parents[2] / "docs" / "ci"
GITHUB, GITLAB, ACTION = ("run:",), ("script:", "before_script:"), "action/action.yml"
TAKE_TARBALLS = ("action.yml", "github.yml", "github-tournament.yml")


def indent_of(line):
    return len(line) - len(line.lstrip(" "))


def steps(text, *keys):
    """The scripts below these keys, as (is an installation, text): as much of YAML as the examples have,
    `key: text`, lists, and blocks after `|`."""
    lines, at, install, found = text.splitlines(), 0, False, []

    def take(indent, value):
        """What stands behind a key or a dash, or the block below it."""
        nonlocal at, install
        at += 1
        if value == "|":
            inner, value = indent_of(lines[at]), ""
            while at < len(lines) and (not lines[at] or indent_of(lines[at]) > indent):
                value += lines[at][inner:] + "\n"
                at += 1
        found.append((install, value))
        install = False

    def skip(rest):
        nonlocal at, install
        at += 1
        install = install or rest.startswith("# install:")

    while at < len(lines):
        indent, rest = indent_of(lines[at]), lines[at].lstrip(" ")
        key = next((key for key in keys if rest.startswith(key)), None)
        if key is None or rest.startswith("#"):
            skip(rest)
        elif rest != key:
            take(indent, rest[len(key) + 1:])
        else:
            at += 1
            while at < len(lines) and indent_of(lines[at]) > indent:
                item = lines[at].lstrip(" ")
                if item.startswith("- "):
                    take(indent_of(lines[at]), item[2:])
                else:
                    skip(item)
    return found


class InFolder(unittest.TestCase):
    """A folder with all examples."""

    def setUp(self):
        kept = tempfile.TemporaryDirectory()
        self.addCleanup(kept.cleanup)
        self.path = pathlib.Path(kept.name)
        self.environment = {
            **os.environ, "PATH": f"{REFEREE.parent}:{os.environ['PATH']}", "XDG_CACHE_HOME": f"{kept.name}/.cache",
            "GITHUB_STEP_SUMMARY": f"{kept.name}/summary.md", "CI_PROJECT_DIR": kept.name}
        for name in ("regress.json", "github.yml", "gitlab.yml", "github-tournament.yml", "gitlab-tournament.yml",
                     ACTION):
            shutil.copy(CI / name, self.path)

    def read(self, name):
        return (self.path / name).read_text()

    def shell(self, script, *options, **variables):
        return subprocess.run(["bash", *options, "-c", script], cwd=self.path, env={**self.environment, **variables},
                              capture_output=True, text=True, timeout=400, check=False)

    def passes(self, script, **variables):
        ended = self.shell(script, "-e", **variables)
        self.assertEqual(ended.returncode, 0, f"{script}\n{ended.stdout}\n{ended.stderr}")

    def run_all(self, file, keys, **variables):
        """All steps but the installation. Returns how many there are of each kind."""
        found = steps(self.read(file), *keys)
        for install, script in found:
            if not install:
                self.passes(script, **variables)
        installs = sum(install for install, _ in found)
        return installs, len(found) - installs


class Examples(InFolder):
    def checks_are_told(self, junit):
        self.assertIn('tests="4"', self.read(junit))
        self.assertIn("| no-faults |", self.read("summary.md"))
        self.assertGreater(len(self.read("referee.html")), 10_000)

    def test_checks_of_a_bot(self):
        for file, keys in (("github.yml", GITHUB), ("gitlab.yml", GITLAB)):
            with self.subTest(file):
                self.assertEqual(self.run_all(file, keys), (2, 2))
                self.checks_are_told("junit.xml")
                records = self.path / "records/no-faults"
                self.assertEqual(sum(len(log.read_text().splitlines()) for log in records.glob("*.jsonl")), 20)
                shutil.rmtree(self.path / "records")

    def test_their_page_is_kept(self):
        self.assertIn("          path: |\n            junit.xml\n            referee.html\n            records\n",
                      self.read("github.yml"))
        self.assertIn("    paths: [summary.md, referee.html, records]\n", self.read("gitlab.yml"))

    def test_the_action(self):
        """What its inputs become is given by the machine that runs it."""
        inputs = {"CONFIG": "regress.json", "UNDECIDED": "true"}
        self.assertEqual(self.run_all("action.yml", GITHUB, **inputs)[1], 2)
        self.checks_are_told("referee-junit.xml")
        last = steps(self.read("action.yml"), *GITHUB)[-1][1]
        # A check that fails, and one that could not decide.
        fails = {"game": "box", "bot": "false", "checks": [{"check": "no-faults"}]}
        undecided = {"game": "box", "bot": "referee random box", "checks": [
            {"check": "not-weaker", "base": "referee random box --seed 2", "max_pairs": 2}]}
        for config, passes, code in ((fails, "true", 1), (undecided, "true", 0), (undecided, "false", 4)):
            (self.path / "regress.json").write_text(json.dumps(config))
            shutil.rmtree(self.path / "referee-records")
            self.assertEqual(self.shell(last, "-e", **{**inputs, "UNDECIDED": passes}).returncode, code)

    def test_a_tournament_in_parts(self):
        """Each machine has folders of its own, and gets what the artifacts have."""
        bots = [{"name": "a", "command": "referee random box"}, {"name": "b", "command": "referee random box --seed 2"}]
        (self.path / "tournament.json").write_text(
            json.dumps({"game": "box", "seed": 1 << 52, "rounds": 3, "bots": bots}))
        for file, keys, table in (("github-tournament.yml", ("- run:", "run:"), "summary.md"),
                                  ("gitlab-tournament.yml", GITLAB, "standings.md")):
            with self.subTest(file):
                for install, script in steps(self.read(file), *keys):
                    if install:
                        continue
                    for part in range(1, 4 if "--part " in script else 2):
                        self.passes(script, PARTS="3", PART=str(part), CI_NODE_TOTAL="3", CI_NODE_INDEX=str(part))
                plan = self.path / "plan"
                self.assertEqual(sum(len(log.read_text().splitlines()) for log in plan.glob("*.jsonl")), 6)
                self.assertTrue((plan / "sealed.json").exists())
                self.assertGreater(len(self.read("tournament.html")), 10_000)
                self.assertIn("| bot |", self.read(table))
                for folder in self.path.iterdir():
                    if folder.is_dir() and folder.name != ".cache":
                        shutil.rmtree(folder)

    def test_installations_are_shell(self):
        for file in ("github.yml", "gitlab.yml", "github-tournament.yml", "gitlab-tournament.yml", "action.yml"):
            found = steps(self.read(file), "- run:", *GITHUB, *GITLAB)
            self.assertGreaterEqual(len(found), 3, file)
            for _, script in found:
                ended = self.shell(script, "-n")
                self.assertEqual((ended.returncode, ended.stderr), (0, ""), script)


class Installation(InFolder):
    """How a tarball, here a made-up one, is installed on GitHub's machines."""

    def setUp(self):
        super().setUp()
        program = self.path / "made/referee-1-linux/bin/referee"
        program.parent.mkdir(parents=True)
        program.write_text("#!/bin/sh\necho made up\n")
        program.chmod(0o755)
        (self.path / "made/empty").mkdir()
        for name, folder in (("made.tar.gz", "referee-1-linux"), ("empty.tar.gz", "empty")):
            with tarfile.open(self.path / name, "w:gz") as package:
                package.add(self.path / "made" / folder, folder)
        (self.path / "tmp").mkdir()
        self.added = self.path / "github-path"
        self.environment.update(GITHUB_PATH=str(self.added), TMPDIR=f"{self.path}/tmp", RUNNER_TEMP=f"{self.path}/tmp",
                                SHA256=hashlib.sha256((self.path / "made.tar.gz").read_bytes()).hexdigest())

    def install(self, package, file="action.yml", **variables):
        """By the first step of a file."""
        install, script = steps(self.read(file), *GITHUB)[0]
        self.assertTrue(install)
        self.added.unlink(missing_ok=True)
        return self.shell(script, "-e", PACKAGE=str(package), **variables)

    def is_installed(self, package, file="action.yml"):
        ended = self.install(package, file)
        self.assertEqual(ended.returncode, 0, f"{file}, {package}\n{ended.stdout}\n{ended.stderr}")
        folder, = self.added.read_text().splitlines()
        self.assertEqual(self.shell(f"'{folder}/referee'").stdout, "made up\n")

    def is_refused(self, package, file="action.yml", **variables):
        self.assertNotEqual(self.install(package, file, **variables).returncode, 0, f"{file}, {package}")
        self.assertFalse(self.added.exists(), file)

    def test_a_tarball_from_a_file_or_address(self):
        self.is_installed("made.tar.gz")
        self.is_installed(self.path / "made.tar.gz")
        if shutil.which("curl") is None:
            self.skipTest("curl is not installed")
        for file in TAKE_TARBALLS:
            self.is_installed(f"file://{self.path}/made.tar.gz", file)
            self.is_refused(f"file://{self.path}/missing.tar.gz", file)
            for wrong in ("0" * 64, ""):
                self.is_refused(f"file://{self.path}/made.tar.gz", file, SHA256=wrong)

    def test_a_file_of_the_repository(self):
        """Or Referee is built from a folder there."""
        for file in TAKE_TARBALLS[1:]:
            self.is_installed("made.tar.gz", file)
        # Of several versions, the last.
        (self.path / "made-1.tar.gz").write_text("an older one")
        shutil.copy(self.path / "made.tar.gz", self.path / "made-2.tar.gz")
        for file in TAKE_TARBALLS:
            self.is_installed("made-*.tar.gz", file)
        self.assertEqual(self.install("missing.tar.gz", "github.yml").returncode, 0, "the next step builds")
        self.assertFalse(self.added.exists())
        self.is_refused("missing.tar.gz", "github-tournament.yml")
        script = steps(self.read("github.yml"), *GITHUB)[1][1]
        bare = {"PATH": "/usr/bin:/bin", "PACKAGE": "missing.tar.gz"}
        none = self.shell(script, "-e", **bare)
        self.assertEqual((none.returncode, none.stderr),
                         (1, "There is neither the package missing.tar.gz nor the folder referee\n"))
        build = self.path / "referee/scripts/build"
        build.parent.mkdir(parents=True)
        build.write_text("#!/bin/sh\nexit 0\n")
        build.chmod(0o755)
        self.assertEqual(self.shell(script, "-e", **bare).returncode, 0)
        self.assertEqual(self.added.read_text().splitlines()[-1], f"{self.path}/referee/build/release/bin")

    def test_what_is_no_package_ends_the_job(self):
        self.is_refused("missing.tar.gz")
        (self.path / "other.zip").write_text("no package")
        ended = self.install("other.zip")
        self.assertEqual((ended.returncode, ended.stderr),
                         (2, "package: 'other.zip' is neither a .deb nor a .tar.gz\n"))
        (self.path / "broken.tar.gz").write_text("no archive")
        self.is_refused("broken.tar.gz")
        self.is_refused("empty.tar.gz")


unittest.main()
