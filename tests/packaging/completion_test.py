#!/usr/bin/env python3
"""Completes calls of the program in real shells: bash, zsh and fish.

    completion_test.py SHELL PROGRAM SOURCE_FOLDER    exit code 77 where there is no such shell
    completion_test.py SHELL PROGRAM installed        what the shell itself finds is completed
"""
import json
import os
import pathlib
import pty
import re
import select
import shlex
import shutil
import subprocess
import sys
import tempfile
import time

# What is typed before the tab key, and what must stand there then. Two bots have names that need
# quoting: bash and zsh go on with a quotation mark that has been typed, else they write backslashes.
COMPLETED = [
    ("referee tourn", "referee tournament "),
    ("referee match bo", "referee match box "),
    ("referee show black", "referee show black-hole "),
    ("referee compare --model l", "referee compare --model logistic "),
    ("referee compare --model=l", "referee compare --model=logistic "),
    ("referee tournament --round", "referee tournament --rounds "),
    ("referee help sta", "referee help standings "),
    ("referee new box p", "referee new box python "),
    ("referee tournament only-con", "referee tournament only-config.json "),
    ("referee tournament box --out fold", "referee tournament box --out folder/"),
    ("referee show results --bot fir", "referee show results --bot first "),
    ("referee standings results --anchor oth", "referee standings results --anchor other "),
    ("referee replay results 1 --seat fir", "referee replay results 1 --seat first "),
    ("referee play black-hole --seat bl", "referee play black-hole --seat blue "),
    ("referee show only-config.json --bot fir", "referee show only-config.json --bot first "),
    ("referee regress checks.json --only no-f", "referee regress checks.json --only no-faults "),
    ("referee regress checks.json --only no-faults --only=qu",
     "referee regress checks.json --only no-faults --only=quick "),
    ("referee show results --bot spa", r"referee show results --bot spaced\ \$name "),
    (r"referee show results --bot spaced\ ", r"referee show results --bot spaced\ \$name "),
    ("referee show results --bot 'spaced ", "referee show results --bot 'spaced $name' "),
    ('referee show results --bot "spa', r'referee show results --bot "spaced \$name" '),
    ("referee show results --bot it", r"referee show results --bot it\'s "),
    (r"referee show a\ folder --bot fir", r"referee show a\ folder --bot first "),
    ("referee show 'a folder' --bot fir", "referee show 'a folder' --bot first "),
    (r"referee show a\ fo", r"referee show a\ folder/"),
]
# The last words, where they are not what stands there: fish lists them unquoted.
UNQUOTED = ("spaced $name", "it's", "a folder/")


class Terminal:
    """An interactive shell on a terminal of its own."""

    LIMIT = 120  # seconds; on an idle machine nothing here takes one

    def __init__(self, command, folder, environment):
        self.child, self.file = pty.fork()
        if self.child == 0:
            os.chdir(folder)
            os.execvpe(command[0], command, environment)
        self.said = ""

    def type(self, text):
        os.write(self.file, text.encode())

    def wait_for(self, *texts):
        """Until one of them has been said since the last call; nothing if that never comes."""
        end = time.monotonic() + self.LIMIT
        while time.monotonic() < end:
            ready, _, _ = select.select([self.file], [], [], 0.1)
            if ready:
                try:
                    self.said += os.read(self.file, 65536).decode(errors="replace")
                except OSError:
                    return None
            # Without what moves the cursor and colours.
            plain = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]|\x1b[=>]|[\r\x07]", "", self.said)
            for text in texts:
                if text in plain:
                    self.said = ""
                    return text
        return None

    def close(self):
        os.close(self.file)
        os.waitpid(self.child, 0)


def complete_in_terminal(command, settings, folder, environment):
    """What each call becomes: the shell itself prints it, in a line of its own."""
    wrong = []
    terminal = Terminal(command, folder, environment)
    terminal.type(settings + "; echo rea''dy\n")
    if terminal.wait_for("ready") is None:
        sys.exit(f"the shell does not answer: {terminal.said!r}")
    for number, (begun, whole) in enumerate(COMPLETED):
        # `echo` before the call would be completed as such: the line is printed by a function.
        terminal.type(begun + "\t")
        if terminal.wait_for(whole.rstrip()) is None:
            wrong.append(f"{begun!r} did not become {whole!r}, but {terminal.said!r}")
        terminal.type("\x15echo ne''xt" + str(number) + "\n")  # control U: away with the line
        if terminal.wait_for(f"next{number}") is None:
            sys.exit(f"the shell does not answer after {begun!r}: {terminal.said!r}")
    terminal.close()
    return wrong


def complete_in_fish(completion, folder, environment):
    """fish completes without a terminal, too."""
    wrong = []
    # fish 3.1 hands no arguments to what -c runs.
    command = ["fish", "-c", 'complete -C"$TYPED"']
    if completion is not None:
        command = ["fish", "--no-config", "-c", f'source {shlex.quote(str(completion))}; complete -C"$TYPED"']
    for begun, whole in COMPLETED:
        done = subprocess.run(
            command,
            cwd=folder,
            env={**environment, "TYPED": begun},
            capture_output=True,
            text=True,
        )
        words = [line.split("\t")[0] for line in done.stdout.splitlines()]
        plain = whole.strip().replace("\\", "").rstrip("\"'")
        wanted = next((one for one in UNQUOTED if plain.endswith(one)), plain.split()[-1])
        if wanted not in words:
            wrong.append(f"{begun!r}: no {wanted!r} in {words} {done.stderr}")
    return wrong


def main():
    shell, program, source = sys.argv[1], pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3])
    if shutil.which(shell) is None:
        print(f"there is no {shell}")
        sys.exit(77)
    scripts = source / "scripts" / "completion"
    installed = sys.argv[3] == "installed"
    with tempfile.TemporaryDirectory(prefix="referee-completion-") as name:
        folder = pathlib.Path(name)
        environment = {
            "PATH": f"{program.parent}:{os.environ['PATH']}",
            "HOME": name,
            "TERM": "dumb" if shell == "bash" else "xterm",
            "LC_ALL": "C.UTF-8",
            "XDG_CONFIG_HOME": name,
            # What holds without it, but not for every fish.
            "XDG_DATA_DIRS": os.environ.get("XDG_DATA_DIRS", "/usr/local/share:/usr/share"),
        }
        bots = [{"name": n, "command": "referee random box"} for n in ("first", "other", "spaced $name", "it's")]
        config = {"game": "box", "rounds": 1, "bots": bots}
        (folder / "only-config.json").write_text(json.dumps(config))
        checks = [{"check": "no-faults"}, {"check": "move-time", "name": "quick", "at_most": 1}]
        (folder / "checks.json").write_text(json.dumps({"bot": "true", "checks": checks}))
        (folder / "folder").mkdir()
        subprocess.run(
            [program, "tournament", "only-config.json", "--out", "results", "--quiet"],
            cwd=folder, env=environment, check=True, stdout=subprocess.DEVNULL,
        )
        shutil.copytree(folder / "results", folder / "a folder")
        if shell == "bash":
            wrong = complete_in_terminal(
                ["bash", "--norc", "--noprofile", "-i"],
                "PS1='> '; bind 'set enable-bracketed-paste off'; source "
                + ("/usr/share/bash-completion/bash_completion" if installed
                   else shlex.quote(f"{scripts}/referee.bash")),
                folder, environment,
            )
        elif shell == "zsh":
            wrong = complete_in_terminal(
                ["zsh", "-f", "-i"],
                "PS1='> '; unsetopt zle_bracketed_paste;"
                + ("" if installed else f" fpath=({shlex.quote(str(scripts))} $fpath);")
                + " autoload -U compinit; compinit -u -D",
                folder, environment,
            )
        else:
            wrong = complete_in_fish(
                None if installed else scripts / "referee.fish", folder, environment)
    for line in wrong:
        print(line)
    sys.exit(1 if wrong else 0)


main()
