#!/usr/bin/env python3
"""What a rival pays for what its opponent does out of turn.

    interrupts.py REFEREE HOSTILE [PAIRS]

A bot that does the same work in each of its turns, and another one that does so in 8 MiB of memory,
plays Black Hole on the CPU clock by turns against an attacker and against an honest bot, PAIRS
times (default 20) for each attacker. Its charges are compared within each pair, so that what else the machine does falls on both. Each game
is pinned to one processor, as `referee match` does. Prints a table in Markdown. Exit code 1 if in
three quarters of the pairs an attacker takes more than 2 %.
"""

import itertools
import json
import os
import statistics
import subprocess
import sys
from pathlib import Path

ATTACKERS = ("honest", "many-timer-descriptors", "napping-threads", "storm-of-futexes",
             "storm-of-moved-pages", "storm-of-direct-reads", "streams-memory", "storm-of-yields",
             "storm-of-interval-signals", "wakes-late")
RIVALS = ("labours", "labours-in-memory")
MOST = 2  # %


def charge(referee, hostile, attacker, rival):
    """Seconds of CPU time of the rival, and of the attacker."""
    result = subprocess.run(
        [referee, "match", "black-hole", f"{hostile} {attacker}", f"{hostile} {rival}", "--limit",
         "budget=30", "--seed", "1", "--json", "--quiet"], stdout=subprocess.PIPE, check=True)
    record = json.loads(result.stdout)
    if record["faults"]:
        sys.exit(f"{attacker}: {record['faults']}")
    return [bot["cpu_us"] / 1e6 for bot in reversed(record["measured"]["bots"])]


def main():
    referee, hostile = (str(Path(word).resolve()) for word in sys.argv[1:3])
    pairs = int(sys.argv[3]) if len(sys.argv) > 3 else 20
    print(f"load {os.getloadavg()[0]:.1f} at the beginning\n")
    print("| attacker | rival | pairs | the rival is charged, against an honest bot | middle half | "
          "median | the attacker pays |")
    print("|---|---|---|---|---|---|---|")
    broken = []
    for rival, attacker in itertools.product(RIVALS, ATTACKERS):
        more, extra, paid = [], [], []
        for pair in range(pairs):
            both = [attacker, "honest"]
            if pair % 2:
                both.reverse()
            charged = [charge(referee, hostile, bot, rival) for bot in both]
            if pair % 2:
                charged.reverse()
            attacked, honest = charged
            more.append(100 * (attacked[0] / honest[0] - 1))
            extra.append(1000 * (attacked[0] - honest[0]))
            paid.append(1000 * attacked[1])
        cut = statistics.quantiles(more, n=4)
        if cut[0] > MOST:
            broken.append(f"{attacker} against {rival}")
        print(f"| {attacker} | {rival} | {pairs} | {statistics.median(more):+.2f} % | {cut[0]:+.2f} to "
              f"{cut[2]:+.2f} % | {statistics.median(extra):+.1f} ms | "
              f"{statistics.median(paid):.0f} ms |", flush=True)
    print(f"\nload {os.getloadavg()[0]:.1f} at the end")
    if broken:
        sys.exit("more than promised: " + ", ".join(broken))


if __name__ == "__main__":
    main()
