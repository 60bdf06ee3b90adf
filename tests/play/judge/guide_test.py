#!/usr/bin/env python3
"""Does what docs/guide/any-game.md says: writes its files, runs its commands, in an empty folder.

    guide_test.py REFEREE

A block of Python or JSON is the file that the text before it names first, for example `nim/any.py`.
Blocks of shell commands are run, each command must succeed. The part from "What games need" on is not
part of the way.
"""

import os
import pathlib
import re
import subprocess
import sys
import tempfile

SOURCE = pathlib.Path(__file__).resolve().parents[3]
PAGE = SOURCE / "docs" / "guide" / "any-game.md"
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```\n", re.DOTALL | re.MULTILINE)


def main():
    referee = pathlib.Path(sys.argv[1]).resolve()
    text = PAGE.read_text().partition("## What games need")[0]
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name) / "evening"
        folder.mkdir()
        environment = {
            **os.environ,
            "JUDGES": str(SOURCE / "rules" / "judges"),
            "HOME": name,
            "XDG_CACHE_HOME": f"{name}/cache",
            "PATH": f"{referee.parent}:{os.environ['PATH']}",
        }
        files, commands = 0, 0
        for found in BLOCK.finditer(text):
            language, block = found.groups()
            if language in ("python", "json"):
                before = text[: found.start()].rstrip().rpartition("\n\n")[2]
                path = re.search(r"`([\w/]+\.(?:py|json))`", before)
                if path is None:
                    sys.exit(f"no file is named before:\n{block}")
                (folder / path[1]).write_text(block)
                files += 1
            elif language == "sh":
                for command in block.splitlines():
                    commands += 1
                    done = subprocess.run(
                        ["bash", "-ec", command], cwd=folder, env=environment, capture_output=True, text=True
                    )
                    if done.returncode != 0:
                        sys.exit(f"$ {command}\n{done.stdout}{done.stderr}exit code {done.returncode}")
        if files < 5 or commands < 8:
            sys.exit(f"only {files} files and {commands} commands found in {PAGE}")


main()
