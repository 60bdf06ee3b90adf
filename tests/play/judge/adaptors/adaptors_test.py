#!/usr/bin/env python3
"""The adaptors in rules/judges/adaptors: CodinGame's says to recorded engines what their own runner said
to them; Caia's leads a toy that speaks its protocol. What bots must not write is theirs to answer for."""

import contextlib
import os
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "examples"))

from talk import JUDGES, SHARED, Broken, Judge, State, built, one  # noqa: E402

sys.dont_write_bytecode = True  # what follows lies among the sources
sys.path[:0] = [str(JUDGES / "lib"), str(JUDGES / "adaptors")]
import codingame  # noqa: E402


@contextlib.contextmanager
def adaptor(name, *arguments, **environment):
    with tempfile.TemporaryDirectory() as folder:
        for file in (f"adaptors/{name}.py", "lib/referee_judge.py"):
            shutil.copy(JUDGES / file, folder)
        command = ["python3", f"{folder}/{name}.py", *arguments]
        with Judge(command, folder, stderr=subprocess.PIPE, **environment) as judge:
            yield judge


@unittest.skipUnless(SHARED.is_dir(), f"there are no recorded engines in {SHARED}")
class RecordedEngines(unittest.TestCase):
    """`>` of the records is what the adaptor writes, or recorded.py ends it. These games have three
    players or two; the adaptor itself is asked in the place of its judge."""

    def replay(self, name, seats=2, grace=50):
        """The game at its end, and what has been read and written in it."""
        path = SHARED / f"{name}.txt"
        conversation = [line[2:] for line in path.read_text(encoding="utf-8").splitlines()]
        blocks = Blocks(conversation)
        sys.argv = ["codingame.py", "python3", str(HERE / "recorded.py"), str(path)]
        self.addCleanup(lambda: codingame.CodinGame.engine.end())
        game = type("Game", (codingame.CodinGame,), {"seats": seats})()
        game._told, game._convicted, game._unusual = [], {}, {}
        seat, begun, game.answers = game.start("42"), set(), 0
        for given, player, limit, output in blocks.turns():
            self.assertEqual(seat, player)
            self.assertEqual(game._told, [f"tell {seat} {line}" for line in given])
            least = 0 if seat in begun else codingame.FIRST
            self.assertEqual(game.turn_limit, max(limit - grace, least))
            begun.add(seat)
            game.took = int(output.pop(0)) if grace else 77
            for line in output:
                self.assertNotEqual(seat, 0)
                game._told, game.turn_limit = [], 0
                seat = game.play(player, line)
                game.answers += 1
        self.assertEqual(seat, 0)
        self.assertEqual(list(game.scores), blocks.scores)
        self.assertEqual(codingame.CodinGame.engine._process.wait(20), 0, "it has said all that it had to")
        return game

    def test_an_engine_that_counts_times(self):
        game = self.replay("codingame-new")
        self.assertEqual((game.points(), game.result(), game._convicted), ((0, 10), (0, 2), {}))
        self.assertEqual(game.notes, ["player 2 played (1 1)", "player 2 won!"])

    def test_an_engine_that_counts_none(self):
        self.assertEqual(self.replay("codingame-old", grace=0)._convicted, {})

    def test_an_illegal_line(self):
        game = self.replay("codingame-new-illegal")
        self.assertEqual(game._convicted, {2: ("illegal", "Invalid action")})

    def test_three_players(self):
        game = self.replay("codingame-three", seats=3)
        self.assertEqual((game.answers, game._convicted), (300, {}))

    def test_an_illegal_line_of_three_players(self):
        game = self.replay("codingame-three-illegal", seats=3)
        self.assertEqual(game.answers, 203)
        why = "Invalid Input: Expected UP | DOWN | LEFT | RIGHT but got 'FOO'"
        self.assertEqual(game._convicted, {2: ("illegal", why)})

    def test_the_judge_says_it(self):
        path = SHARED / "codingame-new-illegal.txt"
        with adaptor("codingame", "python3", str(HERE / "recorded.py"), str(path)) as judge:
            can = "can result draw draw-seat scene scene-seat timed"
            self.assertEqual(judge.ask("referee-judge 1"), ["judge 1", can])
            judge.ask("start 42")
            self.assertEqual(judge.ask("result"), [], "nobody has said anything of scores")
            judge.ask("timed 2 2 2")
            self.assertEqual(judge.ask("draw"), ["line player 2 played (2 2)"])
            self.assertEqual(judge.ask("scene"), ['scene {"notes": ["player 2 played (2 2)"]}'])
            self.assertEqual((judge.ask("draw 1"), judge.ask("scene 1")), ([], ["scene {}"]))
            judge.ask("timed 3 1 2")
            answer = judge.ask("timed 4 7 7")
            self.assertEqual(answer[0], "legal")
            state = State(answer[1:])
            self.assertEqual(state.faults, [(2, "illegal", "Invalid action")])
            self.assertEqual([state.result["score", seat] for seat in (1, 2)], [2, 0])
            self.assertEqual([state.result["points", seat] for seat in (1, 2)], [0, -1])


class Blocks:
    """A recorded conversation: what each turn had, and the scores."""

    def __init__(self, lines):
        self.blocks, rest = [], list(lines)
        while rest:
            header = codingame.HEADER.fullmatch(rest.pop(0))
            count = int(header[2])
            self.blocks.append((header[1], rest[:count]))
            del rest[:count]
        self.scores = [int(line.split()[1]) for line in self.blocks[-1][1]]

    def turns(self):
        """Of each: the lines that the player reads, its seat, its limit, what was answered."""
        for name, lines in self.blocks:
            if name == "NEXT_PLAYER_INPUT":
                given = lines
            elif name == "NEXT_PLAYER_INFO":
                seat, limit = int(lines[0]) + 1, int(lines[2])
            elif name == "SET_PLAYER_OUTPUT":
                yield given, seat, limit, list(lines)


# An engine that asks both players and then judges; FOO is wrong, CRASH ends it, QUIET makes it wait.
ROUND = """
import sys
def lines():
    head = sys.stdin.readline()
    if not head: sys.exit()
    name, n = head.strip("[]\\n").split("] ")
    return name, [sys.stdin.readline().rstrip("\\n") for _ in range(int(n))]
def say(name, *text): print(f"[[{name}] {len(text)}]", *text, sep="\\n", flush=True)
got = []
while True:
    name, text = lines()
    if name == "SET_PLAYER_OUTPUT":
        got += text
    elif name == "GET_GAME_INFO" and len(got) < 2:
        say("NEXT_PLAYER_INPUT", "go")
        say("NEXT_PLAYER_INFO", len(got), "1", "1000")
    elif name == "GET_GAME_INFO":
        if "" in got: sys.exit(1)
        if " " in got: sys.stdin.read()
        scores = [-1 if line == "FOO" else 0 if line == "LATE" else 7 for line in got]
        for player, line in enumerate(got):
            if line == "LATE": say("TOOLTIP", f"$ {player}: timeout!", player)
            if line == "TIP": say("TOOLTIP", "a fine move", player)
        if "FOO" in got: say("SUMMARY", f"¤RED¤Player ${got.index('FOO')}: FOO is no action.§RED§")
        say("SCORES", *(f"{player} {score}" for player, score in enumerate(scores)))
"""


class BothAtOnce(unittest.TestCase):
    def test_faults_of_either_seat(self):
        foo = "player {}: FOO is no action"
        for moves, faults, scores, points in (
            (("WAIT", "TIP"), [], [1, 1], [7, 7]),
            (("FOO", "WAIT"), [(1, "illegal", foo.format(1))], [0, 2], [-1, 7]),
            (("WAIT", "FOO"), [(2, "illegal", foo.format(2))], [2, 0], [7, -1]),
            (("FOO", "FOO"), [(1, "illegal", foo.format(1)), (2, "illegal", foo.format(1))], [0, 0], [-1, -1]),
            (("LATE", "WAIT"), [(1, "timeout", "$ 0: timeout!")], [0, 2], [0, 7]),
            (("", "WAIT"), [(1, "illegal", 'the program that judges ends after ""')], [0, 2], [None] * 2),
            (("é", ""), [(s, "illegal", f'the program that judges ends after "{w}"') for s, w in ((1, "é"), (2, ""))],
             [0, 0], [None] * 2),
            (("WAIT", " "), [(2, "illegal", 'the program that judges waits for more after " "')], [2, 0], [None] * 2),
        ):
            with self.subTest(moves), adaptor("codingame", "python3", "-c", ROUND) as judge:
                judge.ask("start 5")
                self.assertEqual(judge.ask(f"timed 1 {moves[0]}"), ["legal", "tell 2 go", "hidden", "turn 2 1000"])
                state = State(judge.ask(f"timed 1 {moves[1]}")[1:])
                self.assertEqual(state.faults, faults)
                self.assertEqual([state.result["score", seat] for seat in (1, 2)], scores)
                self.assertEqual([state.result["points", seat] for seat in (1, 2)], points)

    def test_an_engine_that_ends_after_sound_lines_has_failed_itself(self):
        with adaptor("codingame", "python3", "-c", ROUND.replace('if "" in got', 'if "X" in got')) as judge:
            judge.ask("start 5")
            judge.ask("timed 1 X")
            with self.assertRaises(Broken):
                judge.ask("timed 1 WAIT")
            self.assertIn("python3 left with exit code 1", judge.process.stderr.read())


class JavaCommands(unittest.TestCase):
    """A program named java that writes its arguments, and fails as the engine does; so none is needed here.
    A word @JAVA is its path."""

    def words(self, name, *arguments, jars=()):
        with tempfile.TemporaryDirectory() as folder:
            java = pathlib.Path(folder) / "java"
            java.write_text('#!/bin/sh\necho "$@" >&2\necho "Caused by: Unknown game mode" >&2\n'
                            'echo "	at com.google.inject" >&2\nexit 1\n')
            java.chmod(0o755)
            path = f"{folder}:{os.environ['PATH']}"
            words = [str(java) if word == "@JAVA" else word for word in arguments]
            with adaptor(name, *words, PATH=path) as judge:
                for jar in jars:
                    shutil.copy(jar, pathlib.Path(judge.process.args[1]).parent)
                with self.assertRaises(Broken):
                    judge.ask("start 5")
                said = judge.process.stderr.read().splitlines()
        return said

    def test_codingame_as_its_own_runner(self):
        said = self.words("codingame", "map=3", "-Dleague.level=2", "a.jar", "b.jar")
        self.assertRegex(said[0], r"^-Dgame.mode=multi .*--add-opens=java.base/java.lang=ALL-UNNAMED")
        self.assertRegex(
            said[0], r"-Dleague.level=2 -cp a.jar:b.jar com.codingame.gameengine.core.RefereeMain$"
        )
        self.assertRegex(said[0], r" -XX:TieredStopAtLevel=1 .* -XX:\+UseSerialGC ")
        for collector in ("-XX:+UseParallelGC", "-XX:+UseZGC"):  # Java takes one
            self.assertNotIn("UseSerialGC", self.words("codingame", collector, "a.jar")[0])
        # Its own words, without the places in it, and no traceback of the adaptor.
        self.assertRegex(said[-1], "^java left with exit code 1: .*Caused by: Unknown game mode$")
        self.assertNotIn("Traceback", "".join(said))
        said = self.words("codingame", "@JAVA", "-version")
        self.assertRegex(said[0], "^-Dgame.mode=multi .* -version$")
        self.assertRegex(said[-1], "/java left with exit code 1: ")

    def test_an_engine_is_started_by_another_program(self):
        said = self.words("codingame", "python3", "-c", "print('[[FAIL] 2]\\nNo map\\n\\tat a.b')")
        self.assertEqual(said[-1], "python3 left with exit code 0: No map")


class Brutaltester(unittest.TestCase):
    # Knows no seed; says on its standard error that a line was wrong, and goes on.
    REFEREE = """
import sys
assert input() == "###Start 2"
for seat in (0, 1, 0):
    print(f"###Input {seat}\\n7\\n###Output {seat} 2", flush=True)
    if (input(), input()) != ("WAIT", ""):
        print(f"###Error {seat} InvalidInput", file=sys.stderr, flush=True)
print("###End 1 0", flush=True)
"""
    # Asks both, and says of the first one's line only that it was wrong, among words of Java.
    LATER = """
import sys
input()
for seat in (0, 1):
    print(f"###Input {seat}\\ngo\\n###Output {seat} 1", flush=True)
    line = input()
    if not line: sys.exit(3)
    if seat == 0: first = line
print("WARNING: An illegal reflective access operation has occurred", file=sys.stderr)
if first == "FOO": print("INVALID INPUT: FOO", file=sys.stderr)
if first == "BAR": print("###Error 0 BAR is wrong", file=sys.stderr)
if first == "SLOW": print("No answer in time", file=sys.stderr)
sys.stderr.flush()
print("###End 1 0" if first in ("FOO", "SLOW", "LOSE") else "###End 01", flush=True)
"""

    def test_errors_are_illegal_lines(self):
        with adaptor("brutaltester", "python3", "-c", self.REFEREE) as judge:
            for wrong in range(4):
                self.assertEqual(judge.ask("deal 5"), ["deal "])
                answer = judge.ask("start ")
                for ply, seat in enumerate((1, 2, 1)):
                    self.assertIn(f"tell {seat} 7", answer)
                    self.assertEqual(answer[-1], f"turn {seat}")
                    self.assertEqual(judge.ask("play WAIT"), ["legal", "hidden", f"turn {seat}"])
                    answer = judge.ask("play FOO" if ply == wrong else "play ")
                    if ply == wrong:
                        state = State(answer[1:])
                        self.assertEqual(state.faults, [(seat, "illegal", "InvalidInput")])
                        self.assertEqual(state.result["score", 3 - seat], 2)
                        break
                else:
                    self.assertEqual(State(answer[1:]).result["score", 2], 2)

    def test_the_first_of_two_at_once(self):
        for first, faults, scores in (
            ("FOO", [(1, "illegal", "INVALID INPUT: FOO")], [0, 2]),
            ("BAR", [(1, "illegal", "BAR is wrong")], [0, 2]),
            ("SLOW", [(1, "timeout", "No answer in time")], [0, 2]),
            ("LOSE", [], [0, 2]),
            ("GOOD", [], [1, 1]),
        ):
            with self.subTest(first), adaptor("brutaltester", "python3", "-c", self.LATER) as judge:
                judge.ask("start ")
                self.assertEqual(judge.ask("result"), [])
                self.assertEqual(judge.ask(f"play {first}")[0], "legal")
                state = State(judge.ask("play GOOD")[1:])
                self.assertEqual(state.faults, faults)
                self.assertEqual([state.result["score", seat] for seat in (1, 2)], scores)

    def test_what_the_referee_must_not_read(self):
        with adaptor("brutaltester", "python3", "-c", self.LATER) as judge:
            judge.ask("start ")
            self.assertEqual(judge.ask("play ###End 0 1"), ["illegal lines that begin with ### are the referee's own"])
            self.assertEqual(judge.ask("play GOOD")[0], "legal")
            state = State(judge.ask("play ")[1:])
            self.assertEqual(state.faults, [(2, "illegal", 'the program that judges ends after ""')])


class Caia(unittest.TestCase):
    @contextlib.contextmanager
    def toy(self):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            with Judge(built(HERE / "caia", folder), folder) as judge:
                self.assertEqual(judge.ask("referee-judge 1"), ["judge 1", "can result"])
                yield judge

    def test_games_to_their_end(self):
        dice = random.Random(1)
        with self.toy() as judge:
            for _ in range(3):
                self.assertEqual(one(judge.ask("deal 5"), "deal"), "")
                state, last = State(judge.ask("start ")), 0
                self.assertEqual(state.told[0], (1, "Start"))
                while state.seat:
                    last, heap = state.seat, int(state.told[-1][1])
                    state = State(judge.ask(f"play {dice.randint(1, min(3, heap))}")[1:])
                self.assertEqual([state.result["score", seat] for seat in (last, 3 - last)], [30, 0])
            self.assertEqual(judge.leave(), 0)

    def test_faults(self):
        with self.toy() as judge:
            for move in ("4", "zero"):
                judge.ask("start ")
                judge.ask("play 1")
                answer = judge.ask(f"play {move}")
                self.assertEqual(answer[0], "legal")
                [(seat, kind, reason)] = State(answer[1:]).faults
                self.assertEqual((seat, kind), (2, "illegal"))
                self.assertRegex(reason, f"illegal move '{move}'$")
                self.assertEqual([State(answer[1:]).result["score", seat] for seat in (1, 2)], [20, 0])
            for move, why in (("", "a line without a word"), (" ", "a line without a word"),
                              ("1 2", "a line of one word is due, without blanks"),
                              (" 1", "a line of one word is due, without blanks"),
                              ("<caiaio:_player_timeout>", "words of Caia are not for players")):
                judge.ask("start ")
                judge.ask("play 1")
                self.assertEqual(judge.ask(f"play {move}"), [f"illegal {why}"])
                state = State(judge.ask("forfeit 2 illegal end"))
                self.assertEqual([state.result["score", seat] for seat in (1, 2)], [20, 0])
            judge.ask("start ")
            state = State(judge.ask("forfeit 1 timeout end"))
            self.assertEqual([state.result["score", seat] for seat in (1, 2)], [0, 20])


if __name__ == "__main__":
    unittest.main()
