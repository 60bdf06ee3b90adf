"""What guides_test.py has to know of the pages: what they take for granted, what of them is not run and
why, and which commands end otherwise than by themselves with exit code 0."""

import dataclasses
import json
import pathlib
import shutil

SOURCE = pathlib.Path(__file__).resolve().parents[2]
GAMES = [line.split()[0] for line in (SOURCE / "rules" / "games.txt").read_text().splitlines()
         if line and not line.startswith("#")]

# Before the skeleton of a bot: numbers and options that a page gives its bots mean nothing to it.
BOT_HEAD = """#!/usr/bin/env python3
import sys
sys.argv[1:] = [word for word in sys.argv[1:] if word[:1] != "-" and not word.replace(".", "").isdigit()]
"""


@dataclasses.dataclass
class Page:
    game: str = None  # of the bots, until a command names another
    bots: tuple = ()  # files that are bots of the game
    files: dict = dataclasses.field(default_factory=dict)  # other files, and their text
    before: tuple = ()  # commands that are run first
    left_out: tuple = ()  # words of a block or command, and why it is not run
    ends: tuple = ()  # words of a command, and its exit codes; (WHEN, CODES): it is interrupted
    files_of: tuple = ()  # words of a block, and the file that it is
    least: int = 1  # commands and files that are found


def config(*bots, rounds=2):
    return json.dumps({"game": "box", "rounds": rounds, "seed": 1 << 40,
                       "bots": [{"name": bot, "command": f"./{bot}"} for bot in bots]})


ANSWERS = {0, 1, 4}  # of a test: which one is not the page's business
SERVES = ("http://127.0.0.1", {0})  # a page, until Ctrl-C
CLUSTER = "./scripts/test slurm and tests/cli/parts_test.cpp run it: it needs Slurm, GNU parallel or ssh"
INSTALLS = "it installs and compiles: ./scripts/test roots runs it on bare systems"
NO_GDB = () if shutil.which("gdb") else (("--under gdb", "gdb is not installed"),)
NO_JQ = () if shutil.which("jq") else (("| jq", "jq is not installed"),)
MINE = {"mine.json": config("mine", "old", "new", "python")}
MINE_BOTS = ("mine", "old", "new", "python", "mybot", "otherbot")
PLAYED = ("referee tournament mine.json",)

LISTS = SOURCE.parent / "shared" / "data" / "box" / "official-test-1.csv"
NO_LISTS = () if LISTS.is_file() else (("official-test-1", "there are no lists of the contest here"),)
NAMES = f"""cp '{LISTS}' . && python3 -c '
import csv
rows = list(csv.DictReader(open("official-test-1.csv")))
print("game,player1,player2")
for row in rows: print(next(iter(row.values())) + ",ann,bob")' > names.csv"""
FIRST_SIX = """python3 -c '
import glob, json
for file in glob.glob("results/mine/matches-*.jsonl"):
    for record in map(json.loads, open(file)):
        if record["match"] == 17: print(*(ply["line"] for ply in record["plies"][:6]), sep="\\n")' > first6.txt"""

PAGES = {
    "README": Page(
        left_out=(("./scripts/referee tournament", INSTALLS), ("cmake --preset release", INSTALLS)), least=3),
    "any-game": Page(least=13),
    "check": Page(game="box", bots=("bot.cpp",), least=2),
    "compare": Page(
        game="box", bots=(*MINE_BOTS, "rivals/ann", "rivals/bob"), files=MINE, before=PLAYED,
        left_out=(("parallel.sh", CLUSTER),), ends=(("--results", {0}), ("compare ", ANSWERS)),
        least=12),
    "faults": Page(
        game="box", bots=MINE_BOTS, files=MINE, before=(*PLAYED, FIRST_SIX), left_out=NO_GDB, least=2),
    "ladder": Page(
        game="box", bots=("mine", "bots/box/player.py"), left_out=(("slurm.sh", CLUSTER),),
        ends=(("--minutes 10", (20, {130})),), files_of=(('"format": "ladder"', "ladder.json"),), least=4),
    "live": Page(
        game="box", bots=MINE_BOTS, files=MINE, before=PLAYED,
        ends=(("--terminal", {0}), ("referee view", SERVES), ("--window", SERVES)), least=6),
    "notebooks": Page(
        game="box", bots=MINE_BOTS, files=MINE, left_out=(("import pandas", "pandas is not installed by the tests"),),
        least=8),
    "many-seats": Page(least=6),
    "organisers": Page(
        game="box", bots=("submissions/ann.cpp", "submissions/bob", "submissions/carl.py"),
        files={"submissions/dora.cpp": "int main( {\n", "submissions/notes.txt": "to do\n"},
        left_out=(("slurm.sh", CLUSTER),), ends=(("check box submissions", {1}), ("--bots submissions", {1})), least=9),
    "packages": Page(
        left_out=(("apt-get install", "./scripts/test packages installs them"),
                  ("referee tournament /usr/share", "./scripts/test packages installs them"),
                  ("tar -xzf", "./scripts/test packages unpacks it"),
                  ("bin/referee tournament", "./scripts/test packages unpacks it"),
                  ("cd referee-*-linux", "./scripts/test packages unpacks it"),
                  ("mkdir -p ~/.local", "./scripts/test packages unpacks it"),
                  ("cmake --install", "packaging.install does it"), ("./scripts/package", "./scripts/test packages")),
        least=0),
    "parts": Page(
        game="box", bots=MINE_BOTS, files=MINE,
        before=("referee tournament mine.json --seed 7 --part 1/3 --out part1",
                "referee tournament mine.json --seed 7 --part 3/3 --out part3",
                "referee tournament mine.json --seed 7 --plan-only"),
        left_out=(("slurm.sh", CLUSTER), ("parallel.sh", CLUSTER), ("rsync", CLUSTER), ("ssh HOST", CLUSTER),
                  ("parts/*", CLUSTER)),
        ends=(("referee merge", ANSWERS), ("compare box", ANSWERS)), least=6),
    "results": Page(
        game="box", bots=MINE_BOTS, files=MINE, before=PLAYED if NO_LISTS else (*PLAYED, NAMES),
        left_out=(*NO_JQ, *NO_LISTS,
                  ("configs/turn-right.json", "it made a picture of the README: its bots are of a checkout"),
                  ("results/turn-right", "it made a picture of the README")),
        ends=(("--terminal", {0}), ("--save", {0}), ("referee view", SERVES), ("--window", SERVES)), least=27),
    "solvers": Page(ends=(("compare ./trips", ANSWERS),), least=11),
    "sources": Page(game="box", bots=("bot.cpp", "old.py"), least=3),
    "tune": Page(
        game="box", bots=("bot",), ends=(("--out results/tune", (20, {130})), ("merge", ANSWERS), ("--part 1/4", ANSWERS)),
        least=3),
    "workbench": Page(
        game="black-hole", bots=("old.cpp",), left_out=(*NO_GDB, ("python3 -m pdb", "it is for a bot in Python")),
        ends=(("compare ", ANSWERS), ("referee play", {0, 1, 2})), least=17),
}
