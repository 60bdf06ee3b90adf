#!/usr/bin/env python3
"""How long a match lasts after Ctrl-C, and how long a bot after the end of its grace, whatever it
does to its memory.

    ends.py REFEREE HOSTILE [TIMES]

Each of the bots below plays Black Hole, TIMES times (default 20) on each clock:

- Ctrl-C: SIGINT to the referee 0.2 to 0.7 s after the start of its bots, while the attacker works on
  its rival's time. Measured from the signal to the end of the referee and of every process that it
  had.
- Grace: those that do not leave when they are told to. Measured from the last answer of the game to
  the end of the referee, less the grace of 1 s.

Prints a table in Markdown. Exit code 1 if a process is left, or if the referee does not end by
Ctrl-C as it must.
"""

import os
import random
import re
import select
import shlex
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

WORKING = ("storm-of-protection", "storm-of-mappings", "storm-of-faults", "many-mappings",
           "fill-and-empty-memory", "swaps-itself", "dirty-pages", "huge-and-small")
STAYING = ("stays-and-protects", "stays-and-fills", "stays-and-swaps", "stays-and-dirties")
GRACE = 1.0  # s
INTERRUPTED = 130


def below(pid):
    """The processes below this one, found again and again while they come."""
    found = []
    try:
        for task in os.listdir(f"/proc/{pid}/task"):
            found += map(int, Path(f"/proc/{pid}/task/{task}/children").read_text().split())
    except OSError:
        pass
    return found + [other for child in found for other in below(child)]


def command(referee, hostile, name, clock, *options):
    hostile = shlex.quote(hostile)
    rival = f"{hostile} pause-longer"
    return [referee, "match", "black-hole", f"{hostile} {name}", rival, "--clock", clock,
            "--limit", "budget=60", "--limit", "memory=512", "--limit", "processes=4", *options]


def interrupted(words, generator):
    """Milliseconds from the signal to the end of all of it."""
    process = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    # From here on the game takes three seconds, in which the rival sleeps.
    while len(below(process.pid)) < 2 and process.poll() is None:
        time.sleep(0.005)
    time.sleep(generator.uniform(0.2, 0.7))
    handles = []
    for pid in [process.pid, *below(process.pid)]:
        try:
            handles.append(os.pidfd_open(pid))
        except ProcessLookupError:
            pass
    begin = time.monotonic()
    process.send_signal(signal.SIGINT)
    for handle in handles:
        if not select.select([handle], [], [], 60)[0]:
            sys.exit(f"{words[3]}: a process is left 60 s after Ctrl-C")
        os.close(handle)
    took = time.monotonic() - begin
    code = process.wait()
    if code != INTERRUPTED:
        sys.exit(f"{words[3]}: exit code {code}")
    return 1000 * took


def stayed(words):
    """Milliseconds from the end of the grace to the end of the referee."""
    with tempfile.NamedTemporaryFile() as log:
        subprocess.run([*words, "--debug-log", log.name], stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL, check=False)
        end = time.time()
        answers = re.findall(r"(\d\d):(\d\d):(\d\d)[.,](\d+)[^\n]*answered",
                             Path(log.name).read_text())
    hours, minutes, seconds, part = answers[-1]
    answered = int(hours) * 3600 + int(minutes) * 60 + float(f"{seconds}.{part}")
    now = time.localtime(end)
    ended = now.tm_hour * 3600 + now.tm_min * 60 + now.tm_sec + end % 1
    return 1000 * (ended - answered - GRACE)


def row(what, name, clock, figures):
    values = sorted(figures)
    quarter = len(values) // 4
    print(f"| {what} | {name} | {clock} | {len(values)} | {statistics.median(values):.0f} | "
          f"{values[quarter]:.0f} to {values[-1 - quarter]:.0f} | {values[-1]:.0f} |", flush=True)


def main():
    referee, hostile = (str(Path(word).absolute()) for word in sys.argv[1:3])
    times = int(sys.argv[3]) if len(sys.argv) > 3 else 20
    generator = random.Random(1)
    # What a shell has ignored for a program in the background would stay ignored.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    print(f"load {os.getloadavg()[0]:.1f} at the beginning\n")
    print("| | bot | clock | times | median, ms | middle half | worst |")
    print("|---|---|---|---|---|---|---|")
    for name in (*WORKING, *STAYING):
        for clock in ("cpu", "wall"):
            words = command(referee, hostile, name, clock)
            row("Ctrl-C", name, clock, [interrupted(words, generator) for _ in range(times)])
    for name in STAYING:
        words = command(referee, hostile, name, "cpu")
        row("grace", name, "cpu", [stayed(words) for _ in range(times)])
    print(f"\nload {os.getloadavg()[0]:.1f} at the end")


if __name__ == "__main__":
    main()
