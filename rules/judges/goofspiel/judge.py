"""Goofspiel: a judge for Referee. Both seats move at the same time: seat 1 is asked, nothing of its
answer is told, seat 2 is asked, and then both learn of both."""

import referee_judge

CARDS = [str(card) for card in range(1, 14)]


class Goofspiel(referee_judge.Game):
    relays = False

    def deal(self, seed):
        prizes = list(CARDS)
        referee_judge.Stream(seed).shuffle(prizes)
        return " ".join(prizes)

    def start(self, deal):
        self.prizes = deal.split(" ")
        if sorted(self.prizes) != sorted(CARDS):
            raise referee_judge.Illegal("a deal is the numbers 1 to 13, each once, in any order")
        self.hands = {1: list(CARDS), 2: list(CARDS)}
        self.won = {1: 0, 2: 0}
        self.rounds = []  # prize and both cards
        self.bid = None  # of seat 1, where seat 2 is to choose
        return self.next_round()

    def next_round(self):
        if len(self.rounds) == len(CARDS):
            return 0
        for seat in (1, 2):
            self.tell(seat, self.prizes[len(self.rounds)])
        return 1

    def legal(self):
        return self.hands[1 if self.bid is None else 2]

    def why_not(self, line):
        if line not in CARDS:
            return f"{referee_judge.quoted(line)} is not a card, 1 to 13"
        return None if line in self.moves() else f"card {line} has been used"

    def play(self, seat, move):
        if seat == 1:
            self.bid = move
            return 2
        bids = (self.bid, move)
        self.bid = None
        prize = self.prizes[len(self.rounds)]
        for own in (1, 2):
            self.hands[own] = [card for card in self.hands[own] if card != bids[own - 1]]
            if int(bids[own - 1]) > int(bids[2 - own]):
                self.won[own] += int(prize)
            if len(self.rounds) + 1 < len(CARDS):
                self.tell(own, bids[2 - own])
        self.rounds.append((prize, *bids))
        return self.next_round()

    def result(self):
        return (self.won[1], self.won[2])

    def draw(self):
        lines = ["prize  left  right"]
        lines += [f"{prize:>5} {left:>5} {right:>6}" for prize, left, right in self.rounds]
        if len(self.rounds) < len(CARDS):
            lines.append(f"{self.prizes[len(self.rounds)]:>5}     ?      ?")
        return "\n".join(lines + [f"  won {self.won[1]:>5} {self.won[2]:>6}"])

    def draw_for(self, seat):
        return self.draw()  # nothing of it is secret


referee_judge.run(Goofspiel)
