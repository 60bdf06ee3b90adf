"""A contest of solvers: many seeds, an instance of a problem for each, and a score for each answer. With
two seats both answer the same instance, one after the other.

The problem is a program of its own, or two; "arguments" in game.json are

    goal=max            or goal=min: which score is better, where game.json has no "goal"
    lines=N             of an answer; lines=instance: as many as the first number of the instance says;
                        lines=answer: as many after the first line as its first number says;
                        lines=all: all that the solver writes until it leaves with exit code 0
    gen=COMMAND         prints the instance of {seed}; or reads {seeds}, a file with the seed, and
                        writes in/0000.txt
    score=COMMAND       reads the files {in} and {out}, and says "Score = 12" in a line of its errors or
                        else of its output: the last one counts
    pattern=REGEX       another form of that line; its first group, or the one named score, is the score
    zero=illegal        a score of 0 is an illegal answer; zero=legal: it is a score like any other. Without
                        this word it is one unless the scorer says something besides

Without such a line, or with an exit code other than 0, the answer is illegal. The reason is what the
scorer says besides.

The points of a seat are its score. With one seat its score in the result is the same, rounded. With two
that is the relative one, of MOST: that of the better answer is MOST, and the other one's is in proportion,
rounded down.
"""

import decimal
import fractions
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

import referee_judge

MOST = 1_000_000
MOST_SCORE = 10**12  # of a seat, in the protocol
END = "(end)"  # in place of a line, of an answer of free length
WORDS = {"goal": "game.json", "zero": "", "pattern": r"^\s*Score\s*=\s*(?P<score>[-+]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][-+]?[0-9]{1,3})?)\s*$"}
WORDS.update(word.partition("=")[::2] for word in sys.argv[1:])
FORMS = {
    "goal": (r"max|min|game\.json", "max or goal=min"),
    "lines": ("instance|answer|all|[1-9][0-9]*", "N, lines=instance, lines=answer or lines=all"),
    "gen": (".+", "COMMAND"),
    "score": (".+", "COMMAND"),
    "zero": ("legal|illegal|", "legal or zero=illegal"),
}
FIRST_NUMBER = re.compile(r"-?[0-9]+(\.[0-9]+)?")


def check_words():
    for key, (form, shown) in FORMS.items():
        if not re.fullmatch(form, WORDS.get(key, "")):
            sys.exit(f'"arguments" in game.json must have {key}={shown}')
    for key in WORDS:
        if key not in FORMS and key != "pattern":
            sys.exit(f'"arguments" in game.json: "{key}=" is not one of {"=, ".join(FORMS)}=, pattern=')
    try:
        pattern = re.compile(WORDS["pattern"], re.MULTILINE)
    except re.error as error:
        sys.exit(f'"arguments" in game.json: pattern= is no regular expression: {error}')
    if not pattern.groups:
        sys.exit('"arguments" in game.json: pattern= needs a group around the number: (?P<score>...)')
    return pattern


def run(command, folder, **places):
    words = [word.format(**places) for word in shlex.split(command)]
    here = pathlib.Path(__file__).resolve().parent
    words = [str(here / word) if (here / word).is_file() else word for word in words]
    done = subprocess.run(words, cwd=folder, capture_output=True, text=True, errors="replace", check=False)
    if done.returncode < 0:
        raise RuntimeError(f"{command} was ended by signal {-done.returncode}: {done.stderr.strip()[-500:]}")
    return done


def score_in(match):
    """The number that the pattern has found, exactly."""
    text = match["score"] if "score" in match.re.groupindex else match[1]
    try:
        value = fractions.Fraction(text)
    except (TypeError, ValueError, ZeroDivisionError):
        raise RuntimeError(f"the scorer says {match[0].strip()!r}: {text!r} is no number") from None
    if round(abs(value)) >= 2**64:
        raise RuntimeError(f"the scorer says {match[0].strip()!r}: a score has at most 64 bits")
    return value


def shown(score):
    """A score as the points of a record: with 18 decimals, or with fewer, so that 64 bits hold its digits."""
    decimals = 18
    while abs(units := round(score * 10**decimals)) >= 2**64:
        decimals -= 1
    return decimal.Decimal(units).scaleb(-decimals)


def words_of(text):
    """The lines of a scorer that say no score, as a reason, in characters that any terminal may show."""
    lines = [" ".join(line.split()).rstrip(".") for line in text.splitlines() if not PATTERN.search(line)]
    said = "; ".join(line for line in lines if line and not line.startswith("note: "))
    return "".join(c if c.isprintable() else "?" for c in said)[:200]


class Solve(referee_judge.Game):
    relays = False
    goal = ""
    farewell = ""
    forfeit_scores = (0, MOST)

    def deal(self, seed):
        return str(seed)

    def start(self, deal):
        if not re.fullmatch(r"[0-9]{1,20}", deal):
            raise referee_judge.Illegal("a deal is the seed of the instance, a whole number")
        if WORDS["goal"] != "game.json":
            if self.seats == 1 and self.goal not in ("", WORDS["goal"]):
                sys.exit(f'game.json says "goal": "{self.goal}", and its "arguments" goal={WORDS["goal"]}; keep one')
            self.goal = WORDS["goal"]
        if not self.goal:
            sys.exit('game.json must have "goal": "max" or "min"')
        with tempfile.TemporaryDirectory() as folder:
            seeds = pathlib.Path(folder) / "seeds.txt"
            seeds.write_text(deal + "\n")
            done = run(WORDS["gen"], folder, seed=deal, seeds=seeds)
            written = pathlib.Path(folder) / "in" / "0000.txt"
            self.instance = written.read_text() if written.exists() else done.stdout
        if done.returncode or not self.instance:
            raise RuntimeError(f"no instance of seed {deal}: {done.stderr.strip()}")
        self.found = []  # the scores
        return self.ask(1)

    def ask(self, seat):
        for line in self.instance.splitlines():
            self.tell(seat, line)
        self.answer = []
        return self.next_line(seat)

    def next_line(self, seat):
        self.exit_line = END if WORDS["lines"] == "all" else ""
        return seat

    def is_whole(self, first, count):
        """Whether an answer with this first line is complete with so many lines."""
        if WORDS["lines"] == "answer":
            number = re.match(r" *[0-9]{1,6}\b", first)
            if not number:
                raise referee_judge.Illegal("the first line must say how many follow")
            return count > int(number[0])
        if WORDS["lines"] == "instance":
            return count >= int(FIRST_NUMBER.search(self.instance)[0])
        return count >= int(WORDS["lines"])

    def play(self, seat, move):
        if WORDS["lines"] == "all":
            whole, added = move == END, [move] * (move != END)
        else:
            whole, added = self.is_whole([*self.answer[:1], move][0], len(self.answer) + 1), [move]
        if not whole:
            self.answer += added
            return self.next_line(seat)
        self.found.append(self.score([*self.answer, *added]))
        return self.ask(seat + 1) if seat < self.seats else 0

    def score(self, answer):
        with tempfile.TemporaryDirectory() as folder:
            given, out = pathlib.Path(folder) / "in.txt", pathlib.Path(folder) / "out.txt"
            given.write_text(self.instance)
            out.write_text("".join(line + "\n" for line in answer))
            done = run(WORDS["score"], folder, **{"in": given, "out": out})
        if "Traceback (most recent call last)" in done.stderr:
            raise RuntimeError(f"the scorer failed: {done.stderr.strip().splitlines()[-1]}")
        said = [match for text in (done.stdout, done.stderr) for match in PATTERN.finditer(text)]
        # Each run has another folder, and a reason is the same in all of them.
        reason = words_of(f"{done.stdout}\n{done.stderr}".replace(folder + "/", ""))
        if done.returncode or not said:
            raise referee_judge.Illegal(reason or "the answer has no score")
        score = score_in(said[-1])
        if score == 0 and (WORDS["zero"] == "illegal" or (reason and WORDS["zero"] != "legal")):
            raise referee_judge.Illegal(f"{reason} (score 0)" if reason else "the score is 0")
        return score

    def points(self):
        return [*map(shown, self.found), 0, 0][:self.seats]

    def result(self):
        if len(self.found) < self.seats:
            return (0,) * self.seats
        if self.seats == 1:
            return (max(-MOST_SCORE, min(MOST_SCORE, round(self.found[0]))),)  # its points are exact
        one, two = self.found
        better = max(one, two) if self.goal == "max" else min(one, two)
        return tuple(MOST if own == better else self.relative(one, two) for own in (one, two))

    @staticmethod
    def relative(one, two):
        """The score of the worse answer: its part of the better one's, or the other way round."""
        small, large = sorted((abs(one), abs(two)))
        return int(MOST * small / large) if one * two > 0 else 0


PATTERN = check_words()
referee_judge.run(Solve)
