"""A contest of solvers: many seeds, an instance of a problem for each, and a score for each answer. Both
seats answer the same instance, one after the other, so that two solvers are compared on common seeds.

The problem is a program of its own, or two; "arguments" in game.json are

    goal=max            or goal=min: which score is better
    lines=N             of an answer; lines=instance: as many as the first number of the instance says;
                        lines=answer: as many after the first line as its first number says
    gen=COMMAND         prints the instance of {seed}; or reads {seeds}, a file with the seed, and
                        writes in/0000.txt
    score=COMMAND       reads the files {in} and {out}, and prints the score last, as in "Score = 12"

The points of a seat are its score. Its score in standings is the relative one, of MOST: that of the
better answer is MOST, and the other one's is in proportion.
"""

import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

import referee_judge

MOST = 1_000_000
WORDS = dict(word.split("=", 1) for word in sys.argv[1:])
NUMBER = re.compile(r"-?[0-9]+(\.[0-9]+)?")


def run(command, folder, **places):
    words = [word.format(**places) for word in shlex.split(command)]
    here = pathlib.Path(__file__).resolve().parent
    words = [str(here / word) if (here / word).is_file() else word for word in words]
    return subprocess.run(words, cwd=folder, capture_output=True, text=True, check=False)


class Solve(referee_judge.Game):
    relays = False
    farewell = ""
    forfeit_scores = (0, MOST)

    def deal(self, seed):
        return str(seed)

    def start(self, deal):
        if not re.fullmatch(r"[0-9]{1,20}", deal):
            raise referee_judge.Illegal("a deal is the seed of the instance, a whole number")
        with tempfile.TemporaryDirectory() as folder:
            seeds = pathlib.Path(folder) / "seeds.txt"
            seeds.write_text(deal + "\n")
            done = run(WORDS["gen"], folder, seed=deal, seeds=seeds)
            written = pathlib.Path(folder) / "in" / "0000.txt"
            self.instance = written.read_text() if written.exists() else done.stdout
        if done.returncode or not self.instance:
            raise RuntimeError(f"no instance of seed {deal}: {done.stderr.strip()}")
        self.answers = []
        self.found = []  # the scores
        return self.ask(1)

    def ask(self, seat):
        for line in self.instance.splitlines():
            self.tell(seat, line)
        self.answers.append([])
        return seat

    def expected(self, answer):
        """The number of lines of this answer."""
        if WORDS["lines"] == "answer":
            return 1 + int(NUMBER.match(answer[0].strip())[0])
        if WORDS["lines"] == "instance":
            return int(NUMBER.search(self.instance)[0])
        return int(WORDS["lines"])

    def play(self, seat, move):
        answer = [*self.answers[-1], move]
        if WORDS["lines"] == "answer" and not re.match(r" *[0-9]{1,6}\b", answer[0]):
            raise referee_judge.Illegal("the first line must say how many follow")
        if len(answer) < self.expected(answer):
            self.answers[-1] = answer
            return seat
        self.found.append(self.score(answer))
        return self.ask(2) if seat == 1 else 0

    def score(self, answer):
        with tempfile.TemporaryDirectory() as folder:
            given, out = pathlib.Path(folder) / "in.txt", pathlib.Path(folder) / "out.txt"
            given.write_text(self.instance)
            out.write_text("".join(line + "\n" for line in answer))
            done = run(WORDS["score"], folder, **{"in": given, "out": out})
        for text in (done.stdout, done.stderr):
            lines = text.strip().splitlines()
            number = re.search(r"(-?[0-9]+(?:\.[0-9]+)?)$", lines[-1]) if lines else None
            if number and not done.returncode:
                value = round(float(number[1]))
                if value > 0:
                    return value
        said = [line for line in (done.stderr or done.stdout).splitlines()
                if line.strip() and not line.startswith("note: ")] or ["the answer has no score"]
        if "Traceback (most recent call last)" in done.stderr:
            raise RuntimeError(f"the scorer failed: {said[-1]}")
        raise referee_judge.Illegal(said[-1].strip().rstrip("."))

    def points(self):
        return [*self.found, 0, 0][:2]

    def result(self):
        if len(self.found) < 2:
            return (0, 0)
        best = (max if WORDS["goal"] == "max" else min)(self.found)
        return tuple(
            round(MOST * (one / best if WORDS["goal"] == "max" else best / one)) for one in self.found
        )


for key, form in (("goal", "max|min"), ("lines", "instance|answer|[1-9][0-9]*"), ("gen", ".+"), ("score", ".+")):
    if not re.fullmatch(form, WORDS.get(key, "")):
        sys.exit(f'"arguments" in game.json must have {key}={form.replace("[1-9][0-9]*", "N").replace(".+", "COMMAND")}')
referee_judge.run(Solve)
