#!/usr/bin/env python3
"""Plays games whose bots use nearly all of their budget, or a little more, on the machine as it is
and with processes that compute for ever beside them, by turns, and compares the verdicts.

    games.py REFEREE REPLAY_BOT [GAMES [LOOPS]]

Round robins of Turn Right, isolated, on the CPU clock. Three bots burn 90 % of their budget of
100 ms in equal parts in their turns and must never fail; one burns so much that it must fail by
`timeout` in every game, in the middle of a turn when a tenth of them is left. GAMES (default 1,000) are played without and as many with LOOPS (default
twice the processors) beside them, 96 at a time, so that what else the machine does falls on both.
Each record must be the same in both, byte for byte, but for what was measured. Exit code 1 if one
is not, or if a verdict is not the one expected.
"""

import json
import os
import shlex
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from matches import fixed_game

BUDGET = 0.1  # s
BELOW = 0.9
ROUNDS = 8  # of 12 games


def config(referee, replay_bot):
    seats = fixed_game(referee)
    turns = max(len(moves.split()) for moves in seats)
    game = " -- ".join(seats)

    def bot(name, part, turns):
        microseconds = round(part * BUDGET * 1e6 / turns)
        return {"name": name, "command": f"{shlex.quote(replay_bot)} -b {microseconds} {game}"}

    bots = [bot(f"below-{i}", BELOW, turns) for i in (1, 2, 3)]
    bots.append(bot("above", 1, int(0.9 * turns) - 0.5))
    return {"game": "turn-right", "rounds": ROUNDS, "budget": BUDGET, "clock": "cpu", "bots": bots}


def play(referee, path, store, loops):
    """The records of one tournament, by their numbers, with so many loops beside it."""
    beside = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(loops)]
    try:
        result = subprocess.run([referee, "tournament", path, "--out", store, "--quiet"],
                                stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    finally:
        for process in beside:
            process.kill()
            process.wait()
    if result.returncode not in (0, 1):
        sys.exit(f"the tournament ended with exit code {result.returncode}: {result.stderr}")
    lines = [line for file in sorted(store.glob("matches-*.jsonl"))
             for line in file.read_text().splitlines()]
    return {record["match"]: record for record in map(json.loads, lines)}


def verdict(record):
    return json.dumps({key: value for key, value in record.items() if key != "measured"})


def is_expected(record):
    above = [seat for seat, bot in enumerate(record["bots"], 1) if bot["name"] == "above"]
    return [(f["seat"], f["kind"]) for f in record["faults"]] == [(s, "timeout") for s in above]


def told(record):
    """Its faults, and the longest turn of each seat."""
    if record is None:
        return "no record"
    turns = record["measured"]["cpu_us"]
    faults = ", ".join(f"seat {f['seat']} {f['kind']} at ply {f['ply']}" for f in record["faults"])
    longest = ", ".join(f"{max(turns[seat::2])} us" for seat in (0, 1) if turns[seat::2])
    return f"{faults or 'no fault'} (longest turns {longest})"


class Side:
    """What was seen with, or without, loops."""

    def __init__(self):
        self.games = self.faults = self.unexpected = 0
        self.charged = []  # ms, of bots that use 90 %
        self.loads = []

    def add(self, records):
        self.loads.append(os.getloadavg()[0])
        for record in records.values():
            self.games += 1
            self.faults += len(record["faults"])
            if not is_expected(record):
                self.unexpected += 1
                print(f"NOT EXPECTED: match {record['match']}: {told(record)}")
            for bot, measured in zip(record["bots"], record["measured"]["bots"]):
                if bot["name"] != "above" and not record["faults"]:
                    self.charged.append(measured["cpu_us"] / 1000)

    def row(self, how):
        cut = statistics.quantiles(self.charged, n=100)
        return (f"| {how} | {self.games} | {self.faults} | {self.unexpected} | "
                f"{statistics.median(self.charged):.2f} ms | {cut[0]:.2f} | {cut[98]:.2f} | "
                f"{min(self.loads):.1f} to {max(self.loads):.1f} |")


def main():
    referee, replay_bot = (str(Path(word).resolve()) for word in sys.argv[1:3])
    games = int(sys.argv[3]) if len(sys.argv) > 3 else 1000
    loops = int(sys.argv[4]) if len(sys.argv) > 4 else 2 * os.cpu_count()
    sides = Side(), Side()
    different = 0
    with tempfile.TemporaryDirectory(prefix="endurance-") as folder:
        path = Path(folder) / "config.json"
        tournament = config(referee, replay_bot)
        number = 0
        while sides[0].games < games:
            number += 1
            path.write_text(json.dumps({**tournament, "seed": number}))
            played = []
            for beside, side in zip((0, loops), sides):
                played.append(play(referee, path, Path(folder) / f"{number}-{beside}", beside))
                side.add(played[-1])
            for match in sorted(played[0].keys() | played[1].keys()):
                if any(match not in side for side in played) or (
                        verdict(played[0][match]) != verdict(played[1][match])):
                    different += 1
                    print(f"DIFFERENT: match {match} of seed {number}: "
                          + " and ".join(told(side.get(match)) for side in played))
    print("| | games | faults | not expected | charged, median | 1 % | 99 % | load |")
    print("|---|---|---|---|---|---|---|---|")
    print(sides[0].row("as it is"))
    print(sides[1].row(f"with {loops} loops"))
    print(f"\nVerdicts that differ: {different}")
    if different or any(side.unexpected for side in sides):
        sys.exit(1)


if __name__ == "__main__":
    main()
