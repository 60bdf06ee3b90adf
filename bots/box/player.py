#!/usr/bin/env python3
"""Plays Box (CodeCup 2025): the place whose new squares are best at once.

The protocol, one word a line. Before the game: your secret colour (1-6) and the
start tile, e.g. `Hh216534h`. Then every turn has two lines: `Start` (you begin) or
the opponent's move, 9 characters like the start tile; and your tile, six colours.
An answer has 3 characters: row, column, `h` or `v`. `Quit` at the end. Same input,
same moves.
"""

import sys

ROWS, COLUMNS = 16, 20


def cells(row, column, direction):
    """The cells of a tile in the order of its dots; the last six repeat the colours.

    Lying: to the right in the top row and back in the bottom row. Standing: down
    the right column and up the left one.
    """
    if direction == "h":
        return [(row, column + i) for i in range(6)] + [(row + 1, column + 5 - i) for i in range(6)]
    return [(row + i, column + 1) for i in range(6)] + [(row + 5 - i, column) for i in range(6)]


def put(board, place, tile):
    for cell, colour in zip(cells(*place), tile + tile):
        board[cell] = colour


def put_move(board, move):
    """Plays what is written as `Hh216534h`."""
    put(board, (ord(move[0]) - ord("A"), ord(move[1]) - ord("a"), move[8]), move[2:8])


def legal(board, place):
    """At most 4 dots may lie on others; with none, an edge must touch."""
    tile = cells(*place)
    covered = sum(cell in board for cell in tile)
    if covered:
        return covered <= 4
    return any(
        (r - 1, c) in board or (r + 1, c) in board or (r, c - 1) in board or (r, c + 1) in board
        for r, c in tile
    )


def legal_places(board):
    places = [(r, c, "h") for r in range(ROWS - 1) for c in range(COLUMNS - 5)]
    places += [(r, c, "v") for r in range(ROWS - 5) for c in range(COLUMNS - 1)]
    return [place for place in places if legal(board, place)]


def points_at(board, cell):
    """The points of the squares that have a corner at this cell."""
    row, column = cell
    colour = board.get(cell)
    if colour is None:
        return 0
    points = 0
    for other in range(COLUMNS):
        side = abs(other - column)
        if side and board.get((row, other)) == colour:
            for third in (row - side, row + side):
                if board.get((third, column)) == colour == board.get((third, other)):
                    points += side
    return points


def gain(board, place, tile, mine):
    """What a tile brings me, less a half of what it brings the five other colours:
    one of them is the opponent's, nobody knows which."""
    result = 0
    changed = cells(*place)
    for cell in changed:  # what is covered is lost
        points = points_at(board, cell)
        result -= 2 * points if board.get(cell) == mine else -points
    after = dict(board)
    put(after, place, tile)
    for cell in changed:
        points = points_at(after, cell)
        result += 2 * points if after[cell] == mine else -points
    return result


def main():
    mine = sys.stdin.readline().strip()
    start_tile = sys.stdin.readline().strip()
    board = {}  # (row, column) -> colour
    if start_tile:
        put_move(board, start_tile)
    for line in sys.stdin:
        word = line.strip()
        if word == "Quit":
            break
        if word != "Start":
            put_move(board, word)
        tile = sys.stdin.readline().strip()
        places = legal_places(board)
        if not tile or not places:
            continue  # the game is over
        row, column, direction = place = max(places, key=lambda p: gain(board, p, tile, mine))
        put(board, place, tile)
        print(chr(ord("A") + row) + chr(ord("a") + column) + direction, flush=True)


if __name__ == "__main__":
    main()
