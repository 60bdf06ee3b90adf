#!/usr/bin/env python3
"""Runs the cells of docs/guide/notebooks.md, in their order, on a small tournament.

    notebooks_test.py PROGRAMS    the folder of `referee` and the example bots

What a cell prints must have the form of the output below it: the same first line, but for numbers
and moves. The cell for pandas is skipped where there is none.
"""
import contextlib
import csv
import importlib.util
import io
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

SOURCE = pathlib.Path(__file__).resolve().parents[3]
PAGE = SOURCE / "docs" / "guide" / "notebooks.md"
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```\n", re.DOTALL | re.MULTILINE)


def write_tournament(folder, programs):
    """With a bot `mine` that leaves some of its games."""
    player = (SOURCE / "bots" / "box" / "player.py").read_text()
    move = "        row, column, direction = place = max("
    fails = "        if int(sys.argv[1]) % 3 == 0 and len(board) > 110:\n            sys.exit(3)\n"
    assert player.count(move) == 1
    (folder / "mine.py").write_text(player.replace(move, fails + move))
    bots = {
        "mine": "mine.py {seed}",
        "greedy": f"'{programs}/box-greedy'",
        "random": "@random",
    }
    bots = [{"name": name, "command": command} for name, command in bots.items()]
    (folder / "mine.json").write_text(json.dumps({"seed": 1, "game": "box", "rounds": 4, "bots": bots}))


def run_commands(block, environment):
    for command in block.splitlines():
        done = subprocess.run(["bash", "-ec", command], env=environment, capture_output=True, text=True)
        # Exit code 1 of a tournament: a bot failed, as one does here.
        allowed = (1,) if " tournament " in command else (0,)
        if done.returncode not in allowed:
            sys.exit(f"$ {command}\n{done.stdout}{done.stderr}exit code {done.returncode}")


def form_of(line):
    """A line without its numbers and moves."""
    return re.sub(r"\s+", " ", re.sub(r"\b[A-Z][a-z][hv]\b|[-+]?\d+(?:\.\d+)?", "N", line)).strip()


def run_cell(block, names):
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(block, str(PAGE), "exec"), names)
    if not printed.getvalue().strip():
        sys.exit(f"this cell prints nothing:\n{block}")
    return printed.getvalue()


def check_findings(printed, names):
    """Two answers, found another way."""
    with open("matches.csv", newline="") as file:
        matches = list(csv.DictReader(file))
    lost = {}
    for match in matches:
        for seat, other in ("12", "21"):
            if match["bot" + seat] == "mine":
                lost[match["match"]] = int(match["score" + seat]) - int(match["score" + other])
    assert names["lost_by"] == min(lost.values()) == lost[names["number"]], (names["lost_by"], lost)
    failed = sum(match[f"fault{seat}"] == "crash" for match in matches for seat in "12")
    assert 0 < failed < len(matches), failed
    assert f"mine: crash in {failed} matches" in printed, printed
    # All time that was charged is in the turns.
    charged = sum(int(match[f"cpu_us{seat}"]) for match in matches for seat in "12" if match[f"bot{seat}"] == "mine")
    turns = sum(names["spent"].values())
    assert abs(charged - turns) <= len(names["own"]), (charged, turns)


def main():
    programs = pathlib.Path(sys.argv[1]).resolve()
    blocks = BLOCK.findall(PAGE.read_text())
    cells, skipped, printed, everything, names = 0, 0, "", "", {}
    with tempfile.TemporaryDirectory() as folder:
        environment = {
            **os.environ, "HOME": folder, "XDG_CACHE_HOME": f"{folder}/cache",
            "PATH": f"{programs}:{os.environ['PATH']}"
        }
        os.chdir(folder)
        write_tournament(pathlib.Path(folder), programs)
        for language, block in blocks:
            if language == "sh":
                run_commands(block, environment)
            elif language == "python" and "import pandas" in block and not importlib.util.find_spec("pandas"):
                print("skipped: the cell for pandas, which is not installed")
                skipped += 1
            elif language == "python":
                printed = run_cell(block, names)
                everything += printed
                cells += 1
            elif language == "text":
                shown, found = block.splitlines()[0], printed.splitlines()[0]
                if form_of(shown) != form_of(found):
                    sys.exit(f"{PAGE.name} shows\n{shown}\nand its cell prints\n{printed}")
        check_findings(everything, names)
        commands = [line for line in everything.splitlines() if line.startswith("referee ")]
        assert commands, "no cell prints a command"
        run_commands("\n".join(commands), environment)
        os.chdir("/")
    if cells < 7 or cells + skipped < 8:
        sys.exit(f"only {cells} cells found in {PAGE}")
    print(everything, end="")


main()
