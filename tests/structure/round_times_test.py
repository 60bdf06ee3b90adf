#!/usr/bin/env python3
"""What docs/internals/cluster-load.md tells of rounds on paper is what scripts/round-times prints.

    round_times_test.py SOURCE_FOLDER    exit code 1 and a line for each thing that is wrong
"""
import pathlib
import subprocess
import sys

SOURCE = pathlib.Path(sys.argv[1])


def told(*words):
    done = subprocess.run([sys.executable, SOURCE / "scripts" / "round-times", *words],
                          capture_output=True, text=True)
    return done.returncode, done.stdout, done.stderr


wrong = []
page = (SOURCE / "docs" / "internals" / "cluster-load.md").read_text()
code, text, _ = told()
tables = [block for block in text.split("\n\n") if block.startswith("| N |")]
if code != 0 or len(tables) != 2:
    wrong.append(f"scripts/round-times (exit code {code}) prints {len(tables)} tables:\n{text}")
wrong += [f"docs/internals/cluster-load.md does not have this table:\n{table}"
          for table in tables if table.strip() not in page]

# By hand: six pairings of two minutes each.
for parts, minutes in (("1", 12), ("2", 6), ("3", 8), ("4", 4), ("6", 6), ("100", 6)):
    text = told("--bots", "4", "--processors", "2" if parts != "4" else "4", parts)[1]
    if f"| minutes | {minutes} |" not in text:
        wrong.append(f"4 bots in {parts} parts do not take {minutes} minutes:\n{text}")
for words in (("--bots", "4"), ("5",), ("--bots", "1", "5"), ("--bots", "4", "0")):
    code, text, errors = told(*words)
    if code != 2 or text or "error:" not in errors:
        wrong.append(f"scripts/round-times {' '.join(words)} is not refused: {code} {text}{errors}")

print("\n".join(wrong), end="\n" if wrong else "")
sys.exit(1 if wrong else 0)
