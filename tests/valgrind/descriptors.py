#!/usr/bin/env python3
"""Runs the program under valgrind's descriptor tracking and requires that it has closed
every descriptor that it has opened when it ends.

    descriptors.py FOLDER       FOLDER holds `referee`, as build/release/bin does

Valgrind keeps the hard limit of open files to itself, so all runs under the limit that
bots get: then it lets bots start, with isolation too.
"""

import json
import os
import re
import resource
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

# What bots get, and what valgrind keeps for itself.
MOST_FILES = 256 + 12


def prepare():
    resource.setrlimit(resource.RLIMIT_NOFILE, (MOST_FILES, MOST_FILES))
    # Whoever runs the tests in the background may have it ignored, and then the referee does, too.
    signal.signal(signal.SIGINT, signal.SIG_DFL)


class Runs:
    def __init__(self, referee, folder):
        self.referee, self.folder = referee, folder
        self.number = 0
        self.wrong = []

    def start(self, arguments):
        self.number += 1
        log = self.folder / f"valgrind-{self.number}"
        process = subprocess.Popen(
            ["valgrind", "--quiet", "--track-fds=all", f"--log-file={log}.%p", self.referee,
             *map(str, arguments)],
            cwd=self.folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, text=True, preexec_fn=prepare)
        return process, Path(f"{log}.{process.pid}")

    def end(self, arguments, process, log, codes):
        output = process.communicate()[0]
        report = log.read_text()
        opened = [entry for entry in re.split(r"(?=Open (?:file descriptor|AF_))", report)[1:]
                  if "<inherited from parent>" not in entry]
        said = " ".join(map(str, arguments))
        if process.returncode not in codes:
            self.wrong.append(f"{said}: exit code {process.returncode}\n{output}")
        # Three standard ones at least: without the line nothing was tracked.
        if "FILE DESCRIPTORS: " not in report:
            self.wrong.append(f"{said}: no report of descriptors\n{report}")
        self.wrong += [f"{said}: left open: {entry}" for entry in opened]
        print(f"{'LEFT OPEN' if opened else 'closed'}: referee {said}", flush=True)
        return output

    def run(self, *arguments, codes=(0,)):
        process, log = self.start(arguments)
        return self.end(arguments, process, log, codes)


def matches(runs, bot):
    listed = json.loads(subprocess.check_output([runs.referee, "show", "games", "--json"]))
    for game in (entry["name"] for entry in listed):
        runs.run("match", game, bot(game, 1), bot(game, 2), "--save", "records.jsonl")
    runs.run("match", "box", bot("box", 1), bot("box", 2), "--trust")
    runs.run("match", "box", bot("box", 1), bot("box", 2), "--clock", "wall")
    runs.run("match", "box", bot("box", 1), bot("box", 2), "--limit", f"processes={2}")
    runs.run("match", "box", bot("box", 1), "no-such-program", codes=(2,))
    for bad in ("sh -c 'exit 3'", "yes", "sh -c 'while :; do :; done'",
                "sh -c 'sleep 60 & sleep 60'"):
        runs.run("match", "box", bot("box", 1), bad, "--limit", "budget=0.5", "--limit", f"processes={2}",
                 codes=(1,))
    runs.run("match", "box", bot("box", 1), bot("box", 2), "--save", "no/such/folder", codes=(3,))
    runs.run("show", "records.jsonl", codes=(0, 2))
    runs.run("verify", "records.jsonl")


def tournaments(runs, bot):
    config = {"game": "black-hole", "rounds": 3, "bots": [
        {"name": "a", "command": bot("black-hole", 1)},
        {"name": "b", "command": bot("black-hole", 2), "processes": 1},
        {"name": "c", "command": "sh -c 'exit 3'"}]}
    (runs.folder / "cup.json").write_text(json.dumps(config))
    arguments = ["tournament", "cup.json", "--out", "cup", "--jobs", 2]
    process, log = runs.start(arguments)
    while not any(file.stat().st_size for file in runs.folder.glob("cup/matches-*.jsonl")):
        if process.poll() is not None:
            break
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    runs.end(arguments, process, log, (130,))
    runs.run(*arguments, codes=(0, 1))
    runs.run("standings", "cup")
    runs.run("verify", "cup")
    runs.run("compare", bot("box", 1), bot("box", 2), "--game", "box", "--max-pairs", 3,
             codes=(0, 1, 4))


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    if not shutil.which("valgrind"):
        print("skipped: there is no valgrind here")
        sys.exit(77)
    referee = str(Path(sys.argv[1]).absolute() / "referee")
    with tempfile.TemporaryDirectory() as folder:
        runs = Runs(referee, Path(folder))
        bot = lambda game, seed: f"{shlex.quote(referee)} random {game} --seed {seed}"
        runs.run("doctor", codes=(0, 1))
        runs.run("show", "games")
        matches(runs, bot)
        tournaments(runs, bot)
    if runs.wrong:
        sys.exit("\n".join(runs.wrong))
    print(f"{runs.number} runs left no descriptor open")


if __name__ == "__main__":
    main()
