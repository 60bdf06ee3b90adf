# Nim with heaps from the deal: take 1 to 3 from one heap, "HEAP NUMBER"; who takes the last one
# wins.
import sys

CAN = "test count result draw scene"


class Nim:
    def start(self, deal):
        words = deal.split(" ")
        if len(words) != 2 or not all(w.isdigit() and 0 < int(w) < 100 for w in words):
            return "two heaps of 1 to 99 are a deal"
        self.heaps = [int(word) for word in words]
        self.seat = 1
        self.out = set()
        self.ended = False
        self.said = [f"tell {seat} heaps {deal}" for seat in (1, 2)] + ["tell 1 Start"]
        self.last = []
        return None

    def moves(self):
        return [f"{h + 1} {n}" for h in range(2) for n in range(1, min(3, self.heaps[h]) + 1)]

    def wrong(self, line):
        return None if line in self.moves() else "take 1 to 3 from heap 1 or 2: HEAP NUMBER"

    def play(self, line):
        heap, number = map(int, line.split())
        self.heaps[heap - 1] -= number
        self.last = [heap]
        self.seat = 3 - self.seat
        if sum(self.heaps) > 0:
            self.said.append(f"tell {self.seat} {line}")

    def over(self):
        return self.ended or len(self.out) == 2 or sum(self.heaps) == 0

    def result(self):
        winner = 3 - min(self.out) if self.ended else 3 - self.seat
        return [f"score {s} {2 if s == winner and s not in self.out else 0}" for s in (1, 2)]

    def state(self):
        said, self.said = self.said, []
        if not self.over():
            return said + [f"turn {self.seat}"]
        return said + ["tell 1 Quit", "tell 2 Quit"] + self.result() + ["over"]

    def forfeit(self, seat, then):
        self.out.add(seat)
        self.ended = then == "end"
        self.said.append(f"tell {seat} Quit")


def answer(game, line):
    word, _, rest = line.partition(" ")
    if word == "referee-judge":
        return ["judge 1", "can " + CAN]
    if word == "deal":
        return [f"deal {5 + int(rest) % 7} {3 + int(rest) // 7 % 5}"]
    if word == "start":
        wrong = game.start(rest)
        return ["illegal " + wrong] if wrong else game.state()
    if word in ("play", "test"):
        wrong = game.wrong(rest)
        if wrong:
            return ["illegal " + wrong]
        if word == "test":
            return ["legal"]
        game.play(rest)
        return ["legal"] + game.state()
    if word == "count":
        return [f"count {len(game.moves())}"]
    if word == "move":
        return ["move " + game.moves()[int(rest)]]
    if word == "forfeit":
        seat, _, then = rest.split(" ")
        game.forfeit(int(seat), then)
        return game.state()
    if word == "result":
        return game.result()
    if word == "draw":
        return [f"line heap {h + 1}: " + "o" * game.heaps[h] for h in range(2)]
    if word == "layout":
        return ['layout {"shape": "square", "cells": [["1", 0, 0], ["2", 2, 0]]}']
    if word == "scene":
        cells = ", ".join(f'"{h + 1}": ["blue", "o", "{game.heaps[h]}"]' for h in range(2))
        marks = ", ".join(f'["last", 0, 0, ["{heap}"]]' for heap in game.last)
        return ['scene {"cells": {' + cells + '}, "marks": [' + marks + "]}"]
    sys.exit("unknown request: " + line)


def main():
    game = Nim()
    for line in sys.stdin:
        line = line.rstrip("\n")
        if line == "quit":
            break
        print("\n".join(answer(game, line) + ["."]), flush=True)


main()
