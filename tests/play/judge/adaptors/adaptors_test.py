#!/usr/bin/env python3
"""The adaptors in rules/judges/adaptors: CodinGame's says to recorded engines what their own runner said
to them; Caia's leads a toy that speaks its protocol."""

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
    """`>` of the records is what the adaptor writes, or recorded.py ends it."""

    def replay(self, name, grace):
        path = SHARED / f"{name}.txt"
        lines = path.read_text(encoding="utf-8").splitlines()
        with adaptor("codingame", "python3", str(HERE / "recorded.py"), str(path)) as judge:
            self.assertEqual(judge.ask("referee-judge 1"), ["judge 1", "can result timed"])
            answer = judge.ask("start 42")
            for i, line in enumerate(lines):
                if line.startswith("< [[NEXT_PLAYER_INPUT]"):
                    state = State(answer)
                    given = [text[2:] for text in lines[i + 1 : i + 1 + int(line.split()[2][:-1])]]
                    after = i + 1 + len(given)
                    seat = int(lines[after + 1][2:]) + 1
                    self.assertEqual(state.told, [(seat, text) for text in given])
                    self.assertEqual(state.seat, seat)
                    self.assertEqual(state.limit, int(lines[after + 3][2:]) - grace)
                elif line.startswith("> [[SET_PLAYER_OUTPUT]"):
                    output = [text[2:] for text in lines[i + 1 : i + 1 + int(line.split()[2][:-1])]]
                    time = output.pop(0) if grace else "77"
                    answer = judge.ask(f"timed {time} {output[0]}")
                    if answer[0] == "legal":
                        answer = answer[1:]
            return answer, judge.ask("forfeit 2 illegal end") if answer[0][:7] == "illegal" else None

    def test_an_engine_that_counts_times(self):
        answer, _ = self.replay("codingame-new", 50)
        result = State(answer).result
        self.assertEqual([result["points", seat] for seat in (1, 2)], [0, 10])
        self.assertEqual([result["score", seat] for seat in (1, 2)], [0, 2])

    def test_an_engine_that_counts_none(self):
        answer, _ = self.replay("codingame-old", 0)
        self.assertEqual(len(State(answer).result), 4)

    def test_an_illegal_line(self):
        answer, end = self.replay("codingame-new-illegal", 50)
        self.assertEqual(answer, ["illegal Invalid action"])
        result = State(end).result
        self.assertEqual([result["score", seat] for seat in (1, 2)], [2, 0])


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
                        self.assertEqual(answer, ["illegal InvalidInput"])
                        break
                else:
                    self.assertEqual(State(answer[1:]).result["score", 2], 2)


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
            for move in ("4", "zero", ""):
                judge.ask("start ")
                judge.ask("play 1")
                self.assertRegex(judge.ask(f"play {move}")[0], f"^illegal .*illegal move '{move}'$")
                state = State(judge.ask("forfeit 2 illegal end"))
                self.assertEqual([state.result["score", seat] for seat in (1, 2)], [20, 0])
            judge.ask("start ")
            state = State(judge.ask("forfeit 1 timeout end"))
            self.assertEqual([state.result["score", seat] for seat in (1, 2)], [0, 20])


if __name__ == "__main__":
    unittest.main()
