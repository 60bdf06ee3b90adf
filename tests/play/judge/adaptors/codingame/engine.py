"""What RefereeMain of CodinGame's engine does on its pipes, around a toy: a move is two lines, how many
are taken and a word to the public. A frame without a move comes before the first one."""

import re
import sys

from nim import Nim, read_line


def command():
    """The next command for the engine, with its lines."""
    name, count = re.fullmatch(r"\[\[(.+)\] ?([0-9]+)\]", read_line()).groups()
    return name, [read_line() for _ in range(int(count))]


def expect(name):
    got, lines = command()
    if got != name:
        block("FAIL", f"Invalid command: {got}")
        sys.exit(1)
    return lines


def block(name, *lines):
    print(f"[[{name}] {len(lines)}]", *lines, sep="\n", flush=True)


def ask(player, summary, lines, expected, first):
    """Lets a player write; None if it took too long."""
    expect("GET_GAME_INFO")
    print("a line that the game logs")
    block("VIEW", "KEY_FRAME 0", "{}")
    block("INFOS")
    block("SUMMARY", *summary)
    block("NEXT_PLAYER_INPUT", *lines)
    block("NEXT_PLAYER_INFO", str(player), str(expected), "1000" if first else "50")
    name, output = command()
    return None if name == "SET_PLAYER_TIMEOUT" else output


def main():
    players, *properties = expect("INIT")
    given = dict(line.split("=") for line in properties)
    nim = Nim(int(given["seed"]) + int(given.get("more", "0")))
    ask(0, [], [], 0, True)
    scores, summary, seen = [0, 0], [], set()
    while nim.winner() is None and min(scores) >= 0:
        player = nim.player
        lines = [str(nim.heap)] if player in seen else [str(player), str(nim.heap)]
        output = ask(player, summary, lines, 2, player not in seen)
        seen.add(player)
        summary = [f"$player{player} takes {output[0] if output else 'too long'}"]
        if output is None or not nim.take(output[0]):
            summary = [f"$player{player} cannot take '{output[0] if output else ''}'"]
            scores[player] = -1
    if nim.winner() is not None:
        scores[nim.winner()] = 1
    expect("GET_GAME_INFO")
    block("VIEW", "KEY_FRAME 9", "{}")
    block("INFOS")
    block("SUMMARY", *summary)
    block("UINPUT", *[f"{name}={value}" for name, value in given.items()])
    block("METADATA", "{}")
    block("SCORES", *[f"{player} {score}" for player, score in enumerate(scores)])


main()
