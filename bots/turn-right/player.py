#!/usr/bin/env python3
"""Plays Turn Right (CodeCup 2006): it turns the best rectangle.

The protocol, one word a line. White gets `Start` first and places a piece; black's
first line is that placement. Placements (`c3`) alternate until 35 pieces lie there.
The 36th, black's, is automatic: nobody writes or reads it, and black answers white's
18th placement with its first circuit (`a1-a4-d4-d1`, the corners clockwise). 13
circuits each, black first. `x` means that somebody made a fault: leave. At a normal
end nothing comes, and the last circuit is not passed on: a bot stops by itself,
after its own last circuit, after one that made a 3x3 square, or at the end of the
input. Same input, same moves.
"""

import sys

SQUARES = [file + rank for file in "abcdef" for rank in "123456"]  # a1, a2, ... f6
MINE, THEIRS, FREE = 1, -1, 0


def windows(size):
    """The squares of every size x size window."""
    corners = [6 * x + y for x in range(7 - size) for y in range(7 - size)]
    offsets = [6 * dx + dy for dx in range(size) for dy in range(size)]
    return [[corner + offset for offset in offsets] for corner in corners]


WINDOWS = {2: windows(2), 3: windows(3)}


def path_through(corners):
    """Every square of a circuit that is given by its corners."""
    path = []
    for here, there in zip(corners, corners[1:] + corners[:1]):
        step = 1 if here // 6 == there // 6 else 6  # along a file, or a rank
        path.extend(range(here, there, step if there > here else -step))
    return path


# Lowest square first, then clockwise: up, right, down.
RECTANGLES = [
    [6 * x + y, 6 * x + top, 6 * right + top, 6 * right + y]
    for x in range(5)
    for y in range(5)
    for right in range(x + 1, 6)
    for top in range(y + 1, 6)
]
PATHS = [path_through(corners) for corners in RECTANGLES]


def turn(board, path):
    """Every piece on the path moves to the next square."""
    pieces = [board[square] for square in path]
    for square, piece in zip(path, pieces[-1:] + pieces[:-1]):
        board[square] = piece


def decided(board):
    return any(abs(sum(board[square] for square in window)) == 9 for window in WINDOWS[3])


def worth(board):
    """If both have a 3x3 square the one who did not move wins: the opponent's counts more."""
    result = 0
    for window in WINDOWS[2]:
        sum2 = sum([board[square] for square in window])  # 4: all mine; 2: three mine
        result += {4: 60, 2: 8, -2: -8, -4: -60}.get(sum2, 0)
    for window in WINDOWS[3]:
        sum3 = sum([board[square] for square in window])
        result += {9: 10**6, 7: 60, -7: -300, -9: -2 * 10**6}.get(sum3, 0)
    return result


def placing_worth(board, square):
    """How much a square helps windows of my own and spoils the opponent's."""
    result = 0
    for window in WINDOWS[2] + WINDOWS[3]:
        if square in window:
            pieces = [board[s] for s in window]
            if THEIRS not in pieces:
                result += 2 * pieces.count(MINE) + 1
            if MINE not in pieces:
                result += 2 * pieces.count(THEIRS) + 1
    return result


def place(board, square, piece):
    board[square] = piece
    if board.count(FREE) == 1:  # the 36th is black's, who did not place the 35th
        board[board.index(FREE)] = -piece


def answer(board):
    """Chooses a move, plays it and returns it as it is written."""
    if FREE in board:
        free = [s for s in range(36) if board[s] == FREE]
        square = max(free, key=lambda s: placing_worth(board, s))
        place(board, square, MINE)
        return SQUARES[square]

    def worth_after(path):
        after = board[:]
        turn(after, path)
        return worth(after)

    best = max(range(len(PATHS)), key=lambda i: worth_after(PATHS[i]))
    turn(board, PATHS[best])
    return "-".join(SQUARES[square] for square in RECTANGLES[best])


def main():
    board = [FREE] * 36
    circuits = 0  # made by this bot
    for line in sys.stdin:
        word = line.strip()
        if word == "x":
            break
        if FREE in board:
            if word != "Start":
                place(board, SQUARES.index(word), THEIRS)
        else:
            turn(board, path_through([SQUARES.index(name) for name in word.split("-")]))
        placing = FREE in board
        print(answer(board), flush=True)
        if not placing:
            circuits += 1
            if circuits == 13 or decided(board):
                break  # nothing more comes


if __name__ == "__main__":
    main()
