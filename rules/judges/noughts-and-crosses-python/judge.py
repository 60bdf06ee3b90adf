"""Noughts and Crosses: a judge for Referee."""

import referee_judge

SQUARES = [column + row for row in "123" for column in "abc"]
LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


class NoughtsAndCrosses(referee_judge.Game):
    forfeit_game_points = (0, 3)

    def start(self, deal):
        if deal:
            raise referee_judge.Illegal(f"the deal must be empty, not {referee_judge.quoted(deal)}")
        self.marks = ["."] * 9
        self.last = None
        return 1

    def legal(self):
        return [name for name, mark in zip(SQUARES, self.marks) if mark == "."]

    def why_not(self, line):
        if line not in SQUARES:
            return f"{referee_judge.quoted(line)} is not a square, a1 to c3"
        return None if line in self.moves() else f"{referee_judge.quoted(line)} is taken"

    def play(self, seat, move):
        self.last = move
        self.marks[SQUARES.index(move)] = ".xo"[seat]
        return 0 if self.won() or "." not in self.marks else 3 - seat

    def won(self):
        """Three in a row: the squares, or nothing."""
        for line in LINES:
            if self.marks[line[0]] != "." and len({self.marks[square] for square in line}) == 1:
                return line
        return None

    def by_winner(self, win, draw):
        line = self.won()
        if line is None:
            return (draw, draw)
        return (win, 0) if self.marks[line[0]] == "x" else (0, win)

    def result(self):
        return self.by_winner(2, 1)

    def game_points(self):
        return self.by_winner(3, 1)

    def points(self):
        return (self.marks.count("x"), self.marks.count("o"))

    def draw(self):
        rows = [f"{row + 1} " + " ".join(self.marks[3 * row : 3 * row + 3]) for row in (2, 1, 0)]
        return "\n".join(rows + ["  a b c"])

    @staticmethod
    def layout():
        return referee_judge.board("abc", "321")

    def scene(self):
        looks = {"x": ["black", "x", "x"], "o": ["white", "o", "o"]}
        marks = [["last", 0, 0, [self.last]]] if self.last else []
        if line := self.won():
            marks.append(["scoring", "xo".index(self.marks[line[0]]) + 1, 0, [SQUARES[s] for s in line]])
        return {
            "cells": {name: looks[m] for name, m in zip(SQUARES, self.marks) if m != "."},
            "marks": marks,
            "parts": [[seat, "squares taken", self.points()[seat - 1]] for seat in (1, 2)],
            "seats": [looks["x"], looks["o"]],
            "status": "take a square" if self.to_move else "over",
        }


referee_judge.run(NoughtsAndCrosses)
