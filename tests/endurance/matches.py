#!/usr/bin/env python3
"""Plays very many short matches in one run and watches what the referee holds meanwhile.

    matches.py REFEREE REPLAY_BOT [MATCHES [SECONDS]]

A round robin of Turn Right between 14 quick bots that replay one game, one that crashes
at once, so that there are faults, and one that is a shell with a child process, so that there
are control groups and a guardian.

Every SECONDS (default 5) the memory, descriptors and threads of the referee, the
processes below it, its scratch folders and its control groups are counted. At the end
they must be where they were after a twentieth of the matches: memory within 1 MiB, the
others not above the most that was seen then. Exit code 1 if they are not, or if a match is
missing.
"""

import json
import os
import shlex
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path


def fixed_game(referee):
    """One legal game of Turn Right: the moves of each seat."""
    bots = [f"{shlex.quote(referee)} random turn-right --seed {seed}" for seed in (11, 12)]
    result = subprocess.run([referee, "match", "turn-right", *bots, "--json", "--quiet", "--seed",
                             "11"], stdout=subprocess.PIPE, check=True)
    plies = json.loads(result.stdout)["plies"]
    return [" ".join(p["line"] for p in plies if p["seat"] == seat) for seat in (1, 2)]


def config(referee, replay_bot, matches, folder):
    """A tournament of at least so many matches, and how many they are."""
    place = folder / "parent"
    place.mkdir()
    shutil.copy(replay_bot, place / "replay_bot")
    game = " -- ".join(fixed_game(referee))
    script = place / "parent.sh"
    script.write_text(f"sleep 100 &\nexec {shlex.quote(str(place))}/replay_bot {game}\n")
    bots = [{"name": f"quick-{i}", "command": f"{shlex.quote(replay_bot)} {game}"} for i in range(1, 15)]
    bots.append({"name": "crash", "command": "sh -c 'exit 3'"})
    bots.append({"name": "parent", "command": f"sh {shlex.quote(str(script))}", "processes": 4})
    in_a_round = len(bots) * (len(bots) - 1)
    rounds = -(-matches // in_a_round)
    return {"game": "turn-right", "rounds": rounds, "bots": bots}, rounds * in_a_round


def children(pid):
    found = []
    for task in Path(f"/proc/{pid}/task").iterdir():
        found += [int(word) for word in (task / "children").read_text().split()]
    return found + [below for child in found for below in safely(children, child, [])]


def safely(function, argument, otherwise):
    """Processes come and go while they are looked at."""
    try:
        return function(argument)
    except (FileNotFoundError, ProcessLookupError):
        return otherwise


def control_groups(pid):
    """Those that the referee holds open: others on this machine may have groups too."""
    links = [safely(os.readlink, f"/proc/{pid}/fd/{name}", "")
             for name in os.listdir(f"/proc/{pid}/fd")]
    folders = {os.path.dirname(link) for link in links}
    return {f for f in folders if f.startswith("/sys/fs/cgroup/") and "/referee-" in f}


class Sampler:
    KINDS = ("memory", "descriptors", "threads", "processes", "scratch", "groups")

    def __init__(self, pid, scratch, store):
        self.pid, self.scratch, self.store = pid, scratch, store
        self.samples = []
        self.groups = set()
        self.read = {}

    def matches(self):
        for file in self.store.glob("matches-*.jsonl"):
            count, at = self.read.get(file, (0, 0))
            with open(file, "rb") as lines:
                lines.seek(at)
                data = lines.read()
            self.read[file] = (count + data.count(b"\n"), at + len(data))
        return sum(count for count, _ in self.read.values())

    def take(self):
        groups = control_groups(self.pid)
        self.groups |= groups
        status = Path(f"/proc/{self.pid}/status").read_text()
        value = lambda key: int(status.split(key + ":")[1].split()[0])
        self.samples.append({
            "matches": self.matches(),
            "memory": value("VmRSS"),
            "descriptors": len(os.listdir(f"/proc/{self.pid}/fd")),
            "threads": value("Threads"),
            "processes": len(children(self.pid)),
            "scratch": len(list(self.scratch.glob("*/*"))),
            "groups": len(groups),
        })


def report(samples, matches, seconds):
    """The table; returns what is not flat."""
    warm = [s for s in samples if 0.05 * matches <= s["matches"] < 0.25 * matches]
    late = [s for s in samples if s["matches"] >= 0.8 * matches]
    if not warm or not late:
        return ["too few samples"]
    print(f"{matches} matches in {seconds:.0f} s, {len(samples)} samples, load "
          f"{Path('/proc/loadavg').read_text().split()[0]} at the end\n")
    print("| of the referee | 5 to 25 % of the matches: median, most | last 20 %: median, most |")
    print("|---|---|---|")
    wrong = []
    units = {"memory": "resident memory, KiB", "processes": "processes below it",
             "scratch": "scratch folders", "groups": "control groups"}
    for kind in Sampler.KINDS:
        early, last = ([s[kind] for s in part] for part in (warm, late))
        cells = [f"{statistics.median(v):.0f}, {max(v)}" for v in (early, last)]
        print(f"| {units.get(kind, kind)} | {cells[0]} | {cells[1]} |")
        allowed = 1024 if kind == "memory" else 0
        if statistics.median(last) > max(early) + allowed:
            wrong.append(kind)
    return wrong


def main():
    referee, replay_bot = (str(Path(word).resolve()) for word in sys.argv[1:3])
    matches = int(sys.argv[3]) if len(sys.argv) > 3 else 100_000
    period = float(sys.argv[4]) if len(sys.argv) > 4 else 5
    with tempfile.TemporaryDirectory(prefix="endurance-") as folder:
        scratch = Path(folder) / "scratch"
        scratch.mkdir()
        store = Path(folder) / "store"
        path = Path(folder) / "config.json"
        tournament, matches = config(referee, replay_bot, matches, Path(folder))
        path.write_text(json.dumps(tournament))
        begin = time.monotonic()
        process = subprocess.Popen([referee, "tournament", path, "--out", store, "--quiet"],
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                   env={**os.environ, "TMPDIR": str(scratch)})
        sampler = Sampler(process.pid, scratch, store)
        while True:
            try:
                process.wait(timeout=period)
                break
            except subprocess.TimeoutExpired:
                sampler.take()
        seconds = time.monotonic() - begin
        # Crashes are faults, so the run itself ends with 0 or 1.
        if process.returncode not in (0, 1):
            sys.exit(f"the tournament ended with exit code {process.returncode}")
        wrong = report(sampler.samples, matches, seconds)
        played = sampler.matches()
        left = [str(p) for p in scratch.iterdir()]
        groups = [group for group in sampler.groups if os.path.exists(group)]
        print(f"\nPlayed: {played}. Left afterwards: {len(left)} scratch folders, "
              f"{len(groups)} control groups.")
        if played != matches:
            wrong.append("the number of matches")
        if left or groups:
            wrong.append("leftovers")
    if wrong:
        sys.exit("not flat: " + ", ".join(wrong))


if __name__ == "__main__":
    main()
