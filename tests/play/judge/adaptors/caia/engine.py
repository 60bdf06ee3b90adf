"""A referee for Caia, of a toy. As all of them it knows no seed: the heap is always the same one."""

from nim import Nim, read_line


def say(line):
    print(line, flush=True)


def ask(line):
    say(line)
    return read_line()


nim = Nim(7)
assert ask("I lock") == "lock_ok"
say("1 Start")
report = ""
while nim.winner() is None and not report:
    player = nim.player
    say(f"{player + 1} {nim.heap}")
    output = ask(f"I listen {player + 1}")
    assert ask(f"I request_time {player + 1}").startswith("time ")
    if output.startswith("<caiaio:"):
        report = f"{20 * player} {20 * (1 - player)} {output.strip('<>')}"
    elif not nim.take(output):
        report = f"{20 * player} {20 * (1 - player)} player {player + 1} illegal move '{output}'"
if not report:
    report = f"{30 * (1 - nim.winner())} {30 * nim.winner()} OK OK"
say(f"M report {report}")
say("I unlock")
