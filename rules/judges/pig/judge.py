"""Pig: a judge for Referee. All luck lies in the deal: it has the throws, one after the other."""

import referee_judge

THROWS = 600
GOAL = 100


class Pig(referee_judge.Game):
    relays = False

    def deal(self, seed):
        die = referee_judge.Stream(seed)
        return "".join(str(die.below(6) + 1) for _ in range(THROWS))

    def start(self, deal):
        if len(deal) != THROWS or set(deal) - set("123456"):
            raise referee_judge.Illegal(f"a deal is {THROWS} digits, 1 to 6")
        self.throws = deal
        self.thrown = 0
        self.totals = {1: 0, 2: 0}
        self.sum = 0  # of this turn
        return self.throw(1)

    def throw(self, seat):
        """Throws for this seat, and for the next one after a 1; returns the seat to choose."""
        while self.thrown < THROWS:
            value = int(self.throws[self.thrown])
            self.thrown += 1
            if value != 1:
                self.sum += value
                self.tell(seat, f"throw {value}")
                return seat
            self.sum = 0
            self.tell(seat, "lost")
            seat = self.hand_over(seat)
        return 0

    def hand_over(self, seat):
        self.tell(3 - seat, f"other {self.totals[seat]}")
        return 3 - seat

    def legal(self):
        return ["roll", "hold"]

    def why_not(self, line):
        return None if line in self.legal() else f"{referee_judge.quoted(line)} is neither roll nor hold"

    def play(self, seat, move):
        if move == "roll":
            return self.throw(seat)
        self.totals[seat] += self.sum
        self.sum = 0
        if self.totals[seat] >= GOAL:
            return 0
        return self.throw(self.hand_over(seat))

    def points(self):
        return (self.totals[1], self.totals[2])

    def result(self):
        ahead = self.totals[1] - self.totals[2]
        return (2, 0) if ahead > 0 else (0, 2) if ahead < 0 else (1, 1)

    def draw(self):
        return "\n".join(
            [
                f"points     {self.totals[1]} and {self.totals[2]}",
                f"this turn  {self.sum}",
                f"throws     ...{self.throws[max(0, self.thrown - 10) : self.thrown]}",
            ]
        )

    def draw_for(self, seat):
        return self.draw()  # nothing of it is secret


referee_judge.run(Pig)
