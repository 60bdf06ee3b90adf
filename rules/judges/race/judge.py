"""Race: a judge for Referee, with two to four runners. Whoever fails is out, and the others run on."""

import referee_judge

GOAL = 20
LANES = "abcd"
LOOKS = [["red", "r", ""], ["blue", "b", ""], ["black", "x", ""], ["white", "o", ""]]


class Race(referee_judge.Game):
    relays = False

    def start(self, deal):
        if deal:
            raise referee_judge.Illegal("the deal must be empty")
        self.at = [0] * self.seats
        for seat in range(1, self.seats + 1):
            self.tell(seat, f"{self.seats} {seat}")
        return self.turn_of(1)

    def turn_of(self, seat):
        if seat:
            self.tell(seat, "go")
        return seat

    def tell_all(self, line):
        for seat in range(1, self.seats + 1):
            if seat not in self.gone:
                self.tell(seat, line)

    def legal(self):
        return ["1", "2", "3"]

    def play(self, seat, move):
        cell = min(GOAL, self.at[seat - 1] + int(move))
        self.at = [0 if at == cell else at for at in self.at]
        self.at[seat - 1] = cell
        self.tell_all(f"{seat} {cell}")
        if cell == GOAL:
            return 0
        after = [*range(seat + 1, self.seats + 1), *range(1, seat + 1)]
        return self.turn_of(next(one for one in after if one not in self.gone))

    def out(self, seat, kind):
        self.tell_all(f"{seat} out")
        return self.turn_of(super().out(seat, kind))

    def result(self):
        return tuple(self.at)

    def draw(self):
        return "\n".join(f"{lane} {'.' * at}{seat}{'.' * (GOAL - at)}" for seat, (lane, at) in self.runners())

    def runners(self):
        return enumerate(zip(LANES, self.at), 1)

    @staticmethod
    def layout():
        cells = [[f"{lane}{n}", 2 * n, y] for y, lane in enumerate(LANES) for n in range(GOAL + 1)]
        return {"shape": "square", "cells": cells, "labels": [[lane, -2, y] for y, lane in enumerate(LANES)]}

    def scene(self):
        scene = {
            "cells": {f"{lane}{at}": LOOKS[seat - 1] for seat, (lane, at) in self.runners()},
            "seats": LOOKS[: self.seats],
        }
        if self.to_move:
            names = [str(n) for n in (1, 2, 3)]
            scene["input"] = {"options": [{"name": name} for name in names], "groups": [{"options": [0, 1, 2]}]}
        return scene


referee_judge.run(Race)
