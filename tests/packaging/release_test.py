#!/usr/bin/env python3
"""Makes two releases one after the other, with packages that are empty files.

    release_test.py SOURCE_FOLDER
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

SOURCE = pathlib.Path(sys.argv.pop())
PACKAGE = """#!/bin/sh
version=$(sed -n 's/^project(referee VERSION \\([0-9.]*\\).*/\\1/p' CMakeLists.txt)
mkdir -p build && touch "build/referee_${version}_amd64.deb" "build/referee-$version-x.tar.gz"
"""
ENVIRONMENT = {**os.environ, "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_AUTHOR_NAME": "a",
               "GIT_AUTHOR_EMAIL": "a@b", "GIT_COMMITTER_NAME": "a", "GIT_COMMITTER_EMAIL": "a@b"}


class Release(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        shutil.copytree(SOURCE / "scripts", self.root / "scripts")
        (self.root / "scripts/package").write_text(PACKAGE)
        (self.root / "CMakeLists.txt").write_text(
            re.search("project\\(referee.*\n", (SOURCE / "CMakeLists.txt").read_text())[0])
        self.git("init", "-q", "-b", "main")
        (self.root / ".gitignore").write_text("/build/\n")
        self.change("# Changes\n\n## Unreleased\n\n- One.\n\n## 0.1.0\n\nThe first version.\n")

    def git(self, *words):
        return subprocess.run(["git", *words], cwd=self.root, env=ENVIRONMENT, check=True, text=True,
                              stdout=subprocess.PIPE).stdout

    def change(self, changelog):
        (self.root / "CHANGELOG.md").write_text(changelog)
        self.git("add", "-A")
        self.git("commit", "-qm", "Change")

    def release(self, version, code=0):
        ended = subprocess.run(["scripts/release", version], cwd=self.root, env=ENVIRONMENT, text=True,
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.assertEqual(ended.returncode, code, ended.stderr)
        return ended.stdout + ended.stderr

    def version_at(self, commit):
        """What a program that is built there says of itself, without the commit."""
        self.git("checkout", "-q", commit)
        made = self.root / "build/version.cpp"
        version = re.search("VERSION ([0-9.]+)", (self.root / "CMakeLists.txt").read_text())[1]
        subprocess.run(["cmake", f"-DSOURCE_DIR={self.root}", f"-DREFEREE_VERSION={version}",
                        f"-DTEMPLATE={SOURCE}/referee/cli/version.cpp.in", f"-DOUTPUT={made}",
                        "-P", SOURCE / "cmake/commit.cmake"], check=True)
        self.git("checkout", "-q", "main")
        return re.search('version_number.*"(.*)"', made.read_text())[1]

    def test_one_after_the_other(self):
        said = self.release("0.2.0")
        self.assertIn("git push origin main v0.2.0", said)
        self.assertEqual((self.root / "build/release-notes.md").read_text().strip(), "- One.")
        self.assertIn("project(referee VERSION 0.2.0", self.git("show", "v0.2.0:CMakeLists.txt"))
        self.assertIn("project(referee VERSION 0.3.0", (self.root / "CMakeLists.txt").read_text())
        sums = (self.root / "build/SHA256SUMS").read_text()
        self.assertIn("referee_0.2.0_amd64.deb", sums)
        self.assertIn("nothing under '## Unreleased'", self.release("0.3.0", 3))
        text = (self.root / "CHANGELOG.md").read_text()
        self.change(text.replace("## Unreleased\n", "## Unreleased\n\n- Two.\n"))
        self.release("0.3.0")
        self.assertEqual((self.root / "build/release-notes.md").read_text().strip(), "- Two.")
        self.assertEqual(self.git("tag").split(), ["v0.2.0", "v0.3.0"])
        self.assertEqual(self.git("status", "--porcelain"), "")
        self.assertEqual([self.version_at(commit) for commit in ("v0.2.0", "v0.2.0~", "v0.3.0", "main")],
                         ["0.2.0", "0.3.0-dev", "0.3.0", "0.4.0-dev"])

    def test_refuses_a_version_that_was_there(self):
        self.assertIn("CHANGELOG.md has a section 0.1.0 already", self.release("0.1.0", 3))
        self.git("checkout", "-qb", "other")
        self.assertIn("git checkout main", self.release("0.2.0", 3))

    def test_tags_nothing_without_packages(self):
        (self.root / "scripts/package").write_text("#!/bin/sh\nexit 3\n")
        self.git("commit", "-qam", "Change")
        self.assertIn("git reset --hard HEAD~1", self.release("0.2.0", 3))
        self.assertEqual(self.git("tag"), "")


if not shutil.which("git"):
    print("not tried: there is no git")
    sys.exit(77)
unittest.main()
