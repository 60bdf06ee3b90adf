#!/usr/bin/env python3
"""Noughts and Crosses in four languages: each judge says the same of the same games.

    twins_test.py LANGUAGE...    those to compare; exit code 77 if one has no compiler here
"""

import json
import pathlib
import random
import sys
import tempfile

from talk import JUDGES, Judge, State, built, result_of


def completed(result):
    """With what the protocol takes for what has not been said."""
    if result:
        ahead = result[("score", 1)] - result[("score", 2)]
        for seat, sign in ((1, ahead), (2, -ahead)):
            word = "win" if sign > 0 else "lose" if sign < 0 else "draw"
            result.setdefault(("outcome", seat), word)
    return result


def told(answer, asked):
    """An answer without the freedoms that the protocol leaves."""
    if answer[0].startswith("scene"):
        scene = json.loads(answer[0][6:])
        return scene["cells"], scene["status"]
    if answer[0].startswith("layout"):
        return sorted(json.loads(answer[0][7:])["cells"])
    if asked == "result":
        return completed(result_of(answer))
    if answer[-1] == "over" or answer[-1].startswith("turn"):
        state = State(answer[1:] if answer[0] == "legal" else answer)
        return answer[0] == "legal", state.told, state.seat, completed(state.result)
    return [line.rstrip() for line in answer]


def games(dice):
    """What is asked in many random games."""
    squares = [column + row for row in "123" for column in "abc"]
    for game in range(60):
        yield "deal 5"
        yield "start"
        yield from ("test", "test a4", "test a1 ", "layout")
        moves = dice.sample(squares, 9)
        fault = dice.choice([None, None, (2, "end"), (3, "takeover"), (4, "takeover")])
        for n, move in enumerate(moves):
            yield from ("count", "move 0", f"test {move}", f"play {moves[0]}" if n else "draw")
            if fault and n >= fault[0]:
                yield f"forfeit {1 + n % 2} timeout {fault[1]}"
            yield f"play {move}"
            yield from ("result", "draw", "scene")


def answers(language, requests):
    """Of one judge; requests that come after the end of a game are left out."""
    with tempfile.TemporaryDirectory() as name:
        command = built(JUDGES / f"noughts-and-crosses-{language}", pathlib.Path(name))
        if command is None:
            print(f"no compiler for {language} here")
            sys.exit(77)
        said, over = [], False
        with Judge(command, name) as judge:
            for asked in ["referee-judge 1", *requests]:
                over = over and not asked.startswith(("deal", "start"))
                if over and asked.split()[0] not in ("result", "draw", "scene"):
                    continue
                answer = judge.ask(asked)
                over = over or answer[-1] == "over"
                said.append((asked, told(answer, asked) if asked != "referee-judge 1" else set(answer[1].split())))
        return said


def main():
    requests = list(games(random.Random(2)))
    languages = sys.argv[1:] or ["python", "cpp", "java", "javascript"]
    first = answers(languages[0], requests)
    for language in languages[1:]:
        for mine, theirs in zip(first, answers(language, requests), strict=True):
            if mine != theirs:
                print(f"{languages[0]}: {mine}\n{language}: {theirs}")
                return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
