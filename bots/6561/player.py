#!/usr/bin/env python3
"""Plays 6561 (CodeCup 2016) or, as `player.py 2187`, 2187 (CodeCup NIO 2016): of all
moves it takes the one with the best board.

The protocol, one word a line: first `A` (you begin) or `B`; then only the
opponent's moves; `Quit` at the end. An answer is `rk`, the row and the column of a
new piece, or `U`, `D`, `L`, `R`, a slide. What is due follows from the number of
moves made, see CYCLE. Same input, same moves.
"""

import sys

# What is due, over and over: place a piece of each colour; slide, slide.
CYCLE = "brrb//" if "2187" in sys.argv[1:] else "brg//"

# The fields of the four lines, each counted from the edge towards which it slides.
# Fields are numbered 0..15, row by row from the top.
ROWS = [list(range(4 * r, 4 * r + 4)) for r in range(4)]
COLUMNS = [list(range(c, 16, 4)) for c in range(4)]
LINES = {
    "U": COLUMNS,
    "D": [line[::-1] for line in COLUMNS],
    "L": ROWS,
    "R": [line[::-1] for line in ROWS],
}


def slide(board, direction):
    """The board after a slide. A board is a list of None or (value, colour)."""
    result = [None] * 16
    for line in LINES[direction]:
        targets = iter(line)
        held = None  # the piece that waits for its neighbour
        for field in line:
            piece = board[field]
            if piece is None:
                continue
            if held is None:
                held = piece
            elif held[0] != piece[0]:
                result[next(targets)] = held
                held = piece
            else:  # equal values: the same colour merges, another one vanishes
                if held == piece:
                    result[next(targets)] = (3 * held[0], held[1])
                held = None  # a new piece is left alone in this move
        if held is not None:
            result[next(targets)] = held
    return result


def after(board, due, move):
    if due == "/":
        return slide(board, move)
    result = board[:]
    result[4 * int(move[0]) + int(move[1]) - 5] = (1, due)
    return result


def legal_moves(board, due):
    if due == "/":
        return [d for d in "UDLR" if slide(board, d) != board]
    return [f"{i // 4 + 1}{i % 4 + 1}" for i in range(16) if board[i] is None]


def worth(board):
    """Points, room to go on, and what neighbours in a line promise each other."""
    result = sum(80 if piece is None else 40 * piece[0] for piece in board)
    for line in ROWS + COLUMNS:
        pieces = [board[field] for field in line if board[field] is not None]
        for one, two in zip(pieces, pieces[1:]):
            if one == two:
                result += 12
            elif one[0] == two[0]:
                result -= 6 * one[0]
            elif one[1] == two[1]:
                result += 2
    return result


def main():
    board = [None] * 16
    made = 0  # moves made so far, by both players
    for line in sys.stdin:
        word = line.strip()
        if word == "Quit":
            break
        if word == "B":
            continue  # the opponent begins
        if word != "A":
            board = after(board, CYCLE[made % len(CYCLE)], word)
            made += 1
        due = CYCLE[made % len(CYCLE)]
        moves = legal_moves(board, due)
        if not moves:
            continue  # the game is over, `Quit` comes next
        move = max(moves, key=lambda m: worth(after(board, due, m)))
        board = after(board, due, move)
        made += 1
        print(move, flush=True)


if __name__ == "__main__":
    main()
