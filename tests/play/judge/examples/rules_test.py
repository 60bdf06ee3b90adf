#!/usr/bin/env python3
"""Second opinions on the rules of the examples: other, naive implementations play along."""

import contextlib
import pathlib
import random
import tempfile
import unittest

from talk import JUDGES, Judge, State, built, one, result_of


@contextlib.contextmanager
def judge_of(game, *arguments):
    """A judge of this game, with these arguments in the place of those in game.json."""
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        command = built(JUDGES / game, folder)
        if arguments:
            command = [*command[:2], *arguments]
        with Judge(command, folder) as judge:
            judge.ask("referee-judge 1")
            yield judge


def legal_moves(judge):
    count = int(one(judge.ask("count"), "count"))
    return [one(judge.ask(f"move {k}"), "move") for k in range(count)]


def played(judge, line):
    answer = judge.ask(f"play {line}")
    assert answer[0].split(" ")[0] == "legal", answer
    return State(answer[1:])


class Hex(unittest.TestCase):
    def winner(self, board, size):
        """Grows what each seat holds on its first side until nothing is added."""
        for seat in (1, 2):
            held = {c for c in board if board[c] == seat and (c[1] if seat == 1 else c[0]) == 1}
            grown = True
            while grown:
                grown = False
                for x, y in board:
                    near = {(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1), (x + 1, y - 1), (x - 1, y + 1)}
                    if board[(x, y)] == seat and (x, y) not in held and near & held:
                        held.add((x, y))
                        grown = True
            if any((y if seat == 1 else x) == size for x, y in held):
                return seat
        return 0

    def test_random_games(self):
        dice = random.Random(5)
        for size in (2, 3, 5, 7):
            with judge_of("hex", str(size)) as judge:
                for _ in range(12):
                    self.one_game(judge, size, dice)

    def one_game(self, judge, size, dice):
        state = State(judge.ask("start"))
        board, seat, history = {}, 1, []
        all_cells = [(x, y) for x in range(1, size + 1) for y in range(1, size + 1)]
        while state.seat:
            self.assertEqual(state.seat, seat)
            expected = {chr(96 + x) + str(y) for x, y in all_cells if (x, y) not in board}
            expected |= {"swap"} if len(history) == 1 else set()
            self.assertEqual(set(legal_moves(judge)), expected)
            move = dice.choice(sorted(expected))
            if len(history) == 1 and dice.random() < 0.5:
                move = "swap"
            if move == "swap":
                ((x, y),) = board
                board = {(y, x): 2}
            else:
                board[(ord(move[0]) - 96, int(move[1:]))] = seat
            history.append(move)
            state = played(judge, move)
            seat = 3 - seat
            winner = self.winner(board, size)
            self.assertEqual(winner != 0, state.seat == 0, history)
            if winner:
                scores = [state.result[("score", s)] for s in (1, 2)]
                self.assertEqual(scores, [1, 0] if winner == 1 else [0, 1], history)


class Tumbleweed(unittest.TestCase):
    """With cube coordinates: three that add up to nothing, in which a line keeps one."""

    def cells(self, size):
        """The name of each cell, by its coordinates."""
        names = {}
        for r in range(1 - size, size):
            number = 0
            for q in range(1 - size, size):
                if abs(-q - r) < size:
                    number += 1
                    names[(q, r, -q - r)] = chr(97 + r + size - 1) + str(number)
        return names

    def views(self, stacks, cell, inside):
        """The colours of the stacks that see a cell."""
        colours = []
        for step in ((1, -1, 0), (-1, 1, 0), (1, 0, -1), (-1, 0, 1), (0, 1, -1), (0, -1, 1)):
            for distance in range(1, 30):
                there = tuple(a + distance * b for a, b in zip(cell, step))
                if there not in inside:
                    break
                if there in stacks:
                    colours.append(stacks[there][0])
                    break
        return colours

    def territory(self, stacks, names):
        total = {"red": 0, "white": 0, "neutral": 0}
        for cell in names:
            if cell in stacks:
                total[stacks[cell][0]] += 1
            else:
                views = self.views(stacks, cell, names)
                balance = views.count("red") - views.count("white")
                total["red"] += balance > 0
                total["white"] += balance < 0
        return total

    def test_random_games(self):
        dice = random.Random(9)
        for size, pie, games in ((3, True, 12), (4, True, 6), (4, False, 6), (8, False, 1)):
            with judge_of("tumbleweed", str(size), "pie" if pie else "no-pie") as judge:
                for seed in range(games):
                    self.one_game(judge, size, pie, seed, dice)

    def first_two(self, line, by_name):
        for cut in range(1, len(line)):
            if line[:cut] in by_name and line[cut:] in by_name:
                return by_name[line[:cut]], by_name[line[cut:]]
        raise AssertionError(line)

    def one_game(self, judge, size, pie, seed, dice):
        deal = one(judge.ask(f"deal {seed}"), "deal")
        state = State(judge.ask(f"start {deal}"))
        names = self.cells(size)
        by_name = {name: cell for cell, name in names.items()}
        stacks = {(0, 0, 0): ("neutral", 2)}
        colour_of = {1: "red", 2: "white"}
        if pie:
            colour_of = {1: "white", 2: "red"}
            others = [name for name in names.values() if name != names[(0, 0, 0)]]
            pairs = {a + b for a in others for b in others if a != b}
            self.assertEqual(set(legal_moves(judge)), pairs)
            deal = dice.choice(sorted(pairs))
            state = played(judge, deal)
        red, white = self.first_two(deal, by_name)
        if not pie:
            self.assertEqual(tuple(-a for a in red), white)
            self.assertEqual(state.told, [(1, deal), (2, deal), (1, "Start")])
        stacks[red], stacks[white] = ("red", 1), ("white", 1)
        passes, first, seat = 0, True, 2 if pie else 1
        while state.seat:
            self.assertEqual(state.seat, seat)
            colour = colour_of[seat]
            heights = {
                name: self.views(stacks, cell, names).count(colour)
                for cell, name in names.items()
                if self.views(stacks, cell, names).count(colour) > stacks.get(cell, (0, 0))[1]
            }
            expected = {*heights, "pass"} | ({"swap"} if pie and first else set())
            self.assertEqual(set(legal_moves(judge)), expected)
            self.check_points(judge, stacks, names, colour_of)
            move = dice.choice(sorted(expected))
            passes = passes + 1 if move == "pass" else 0
            if move == "swap":
                colour_of = {1: "red", 2: "white"}
            elif move != "pass":
                stacks[by_name[move]] = (colour, heights[move])
            first, seat = False, 3 - seat
            state = played(judge, move)
            self.assertEqual(state.seat == 0, passes == 2)
        total = self.territory(stacks, names)
        ahead = total[colour_of[1]] - total[colour_of[2]]
        scores = [state.result[("score", s)] for s in (1, 2)]
        self.assertEqual(scores, [2, 0] if ahead > 0 else [0, 2] if ahead < 0 else [1, 1])

    def check_points(self, judge, stacks, names, colour_of):
        total = self.territory(stacks, names)
        result = result_of(judge.ask("result"))
        for seat in (1, 2):
            self.assertEqual(result[("points", seat)], total[colour_of[seat]])


class Goofspiel(unittest.TestCase):
    def test_random_games(self):
        dice = random.Random(3)
        with judge_of("goofspiel") as judge:
            for seed in range(20):
                self.one_game(judge, seed, dice)

    def one_game(self, judge, seed, dice):
        deal = one(judge.ask(f"deal {seed}"), "deal")
        prizes = [int(word) for word in deal.split()]
        self.assertEqual(sorted(prizes), list(range(1, 14)))
        state = State(judge.ask(f"start {deal}"))
        left, right = (dice.sample(range(1, 14), 13) for _ in range(2))
        read = {1: [], 2: []}
        scores = [0, 0]
        for n, prize in enumerate(prizes):
            self.note(read, state)
            self.assertEqual(state.seat, 1)
            self.assertEqual(set(legal_moves(judge)), {str(card) for card in left[n:]})
            state = played(judge, left[n])
            self.assertEqual((state.told, state.seat), ([], 2), "what seat 1 wrote was told too early")
            self.assertEqual(set(legal_moves(judge)), {str(card) for card in right[n:]})
            state = played(judge, right[n])
            scores[0] += prize if left[n] > right[n] else 0
            scores[1] += prize if left[n] < right[n] else 0
        self.note(read, state)
        self.assertEqual([state.result[("score", s)] for s in (1, 2)], scores)
        for seat, cards in ((1, right), (2, left)):
            lines = [str(value) for pair in zip(prizes, cards) for value in pair]
            self.assertEqual(read[seat], lines[:-1] + ["Quit"])

    def note(self, read, state):
        for seat, line in state.told:
            read[seat].append(line)


class Pig(unittest.TestCase):
    def test_random_games(self):
        dice = random.Random(4)
        with judge_of("pig") as judge:
            for seed in range(20):
                for roll in (0.5, 0.8, 0.999, 0.001):
                    self.one_game(judge, seed, roll, dice)

    def one_game(self, judge, seed, roll, dice):
        deal = one(judge.ask(f"deal {seed}"), "deal")
        totals, turn, seat, over = {1: 0, 2: 0}, 0, 1, False
        state = State(judge.ask(f"start {deal}"))
        for n, throw in enumerate(int(digit) for digit in deal):
            if throw == 1:
                turn, seat = 0, 3 - seat
                continue
            turn += throw
            self.assertEqual(state.seat, seat, f"throw {n}")
            move = "roll" if dice.random() < roll else "hold"
            state = played(judge, move)
            if move == "hold":
                totals[seat] += turn
                if totals[seat] >= 100:
                    break
                turn, seat = 0, 3 - seat
        self.assertEqual(state.seat, 0)
        ahead = totals[1] - totals[2]
        scores = [state.result[("score", s)] for s in (1, 2)]
        self.assertEqual(scores, [2, 0] if ahead > 0 else [0, 2] if ahead < 0 else [1, 1])
        self.assertEqual([state.result[("points", s)] for s in (1, 2)], [totals[1], totals[2]])


class Stream(unittest.TestCase):
    def test_of_both_libraries_are_the_same(self):
        """The C++ one shuffles as the deal of Goofspiel, which uses the Python one, does."""
        import subprocess

        with tempfile.TemporaryDirectory() as name, judge_of("goofspiel") as judge:
            source = pathlib.Path(name) / "deal.cpp"
            source.write_text(
                '#include "referee_judge.hpp"\n'
                "int main(int, char** words) {\n"
                "  std::vector<int> cards;\n"
                "  for (int card = 1; card <= 13; ++card) cards.push_back(card);\n"
                "  referee_judge::Stream(std::stoull(words[1])).shuffle(cards);\n"
                '  for (std::size_t i = 0; i < 13; ++i) std::cout << (i ? " " : "") << cards[i];\n'
                "}\n"
            )
            program = str(source.with_suffix(""))
            subprocess.run(["g++", "-std=c++17", f"-I{JUDGES / 'lib'}", "-o", program, source], check=True)
            for seed in (0, 1, 7, 2**53 - 1):
                dealt = subprocess.run([program, str(seed)], capture_output=True, text=True, check=True)
                self.assertEqual(dealt.stdout, one(judge.ask(f"deal {seed}"), "deal"))


if __name__ == "__main__":
    unittest.main()
