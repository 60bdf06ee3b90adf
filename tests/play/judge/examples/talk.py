"""A judge as a process, asked by the protocol of docs/reference/judge.md, without the referee."""

import json
import os
import pathlib
import re
import shlex
import shutil
import subprocess

SOURCE = pathlib.Path(__file__).resolve().parents[4]
JUDGES = SOURCE / "rules" / "judges"
# Judges that others wrote, and what they said.
SHARED = SOURCE.parent / "shared" / "data" / "judges"
# What V8's shell gives a program, as the referee gives it to Node.
SHIM = SOURCE / "referee" / "machine" / "toolchain" / "d8.js"


class Broken(Exception):
    """What a judge answered that the protocol does not allow."""


def built(game, folder):
    """The command of the judge of this game, which is compiled in `folder`; None: no compiler."""
    facts = json.loads((game / "game.json").read_text())
    source = game / facts["judge"]
    if not source.is_file():
        return shlex.split(facts["judge"])
    for name in [facts["judge"], *facts.get("files", [])]:
        shutil.copy(game / name, folder)
    arguments = facts.get("arguments", [])
    judge = folder / source.name
    if judge.suffix == ".py":
        return ["python3", str(judge), *arguments]
    if judge.suffix == ".js":
        return ["node", str(SHIM), str(judge), *arguments] if shutil.which("node") else None
    if judge.suffix == ".cpp":
        program = str(folder / "judge")
        subprocess.run(["g++", "-std=c++17", "-O1", "-Wall", "-Wextra", "-Werror", "-o", program, judge], check=True)
        return [program, *arguments]
    if shutil.which("javac") is None:
        return None
    subprocess.run(["javac", "-encoding", "UTF-8", "-d", folder, judge], check=True)
    return ["java", "-Xshare:auto", "-XX:TieredStopAtLevel=1", "-cp", str(folder), "Judge", *arguments]


class Judge:
    """One process. `answers` has all that it has answered, a list of lines for each request."""

    def __init__(self, command, folder=None, stderr=None, **environment):
        self.process = subprocess.Popen(
            command,
            cwd=folder,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=stderr,
            text=True,
            encoding="utf-8",
            env={**os.environ, **environment},
        )

    def ask(self, request):
        self.process.stdin.write(request + "\n")
        self.process.stdin.flush()
        lines = []
        while True:
            line = self.process.stdout.readline()
            if not line.endswith("\n"):
                raise Broken(f"'{request}': the judge left after {lines}")
            if line == ".\n":
                return lines
            lines.append(line[:-1])

    def leave(self):
        """Says `quit`; returns the exit code."""
        self.process.stdin.write("quit\n")
        self.process.stdin.close()
        rest = self.process.stdout.read()
        self.process.stdout.close()
        if rest:
            raise Broken(f"'quit': answered {rest!r}")
        return self.process.wait(20)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            if stream is not None and not stream.closed:
                stream.close()
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()


TELL = re.compile(r"tell ([12])(?: (.*))?")
TURN = re.compile(r"turn ([12])(?: ([1-9][0-9]*))?")
FAULT = re.compile(r"fault ([12]) (illegal|timeout) (.+)")
RESULT = re.compile(
    r"(?:(score|points|game-points) ([12]) (-?\d+)|points ([12]) unknown|outcome ([12]) (win|lose|draw))"
)


class State:
    """A state as it was answered: who is told what, who has failed, who is to move, the result at the end."""

    def __init__(self, lines):
        self.told = []
        self.faults = []
        self.seat = 0
        self.result = {}
        rest = list(lines)
        while rest and (match := TELL.fullmatch(rest[0])):
            self.told.append((int(match[1]), match[2] or ""))
            rest.pop(0)
        while rest and (match := FAULT.fullmatch(rest[0])):
            self.faults.append((int(match[1]), match[2], match[3]))
            rest.pop(0)
        self.hidden = len(rest) > 1 and rest[0] == "hidden"
        rest = rest[self.hidden :]
        if rest and rest[-1] == "over":
            self.result = result_of(rest[:-1])
        elif len(rest) == 1 and (match := TURN.fullmatch(rest[0])):
            self.seat = int(match[1])
            self.limit = int(match[2] or 0)
        else:
            raise Broken(f"not a state: {lines}")


def result_of(lines):
    """("score", 1): 2 and so on."""
    result = {}
    for line in lines:
        match = RESULT.fullmatch(line)
        if match is None:
            raise Broken(f"not a line of a result: {line!r}")
        if match[4]:
            key, value = ("points", int(match[4])), None
        elif match[1]:
            key, value = (match[1], int(match[2])), int(match[3])
        else:
            key, value = ("outcome", int(match[5])), match[6]
        if key in result:
            raise Broken(f"twice in a result: {line!r}")
        result[key] = value
    if not {("score", 1), ("score", 2)} <= result.keys():
        raise Broken(f"a score is missing: {lines}")
    return result


def one(answer, word):
    """What follows `word` in an answer of one line."""
    if len(answer) != 1 or not (answer[0] == word or answer[0].startswith(word + " ")):
        raise Broken(f"{word} was to be answered, not {answer}")
    return answer[0][len(word) + 1 :]
