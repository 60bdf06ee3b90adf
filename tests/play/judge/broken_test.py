#!/usr/bin/env python3
"""Judges that fail, each in its way: what the program says, and with which exit code.

    broken_test.py REFEREE
"""
import json
import os
import pathlib
import shlex
import shutil
import signal
import subprocess
import sys
import time

from program import NIM, REFEREE, InFolder, main, thorough

WRONG_BOT = 'input()\ninput()\nprint("nonsense", flush=True)\n'


def processor_times(parent):
    """Seconds of processor time of each process that this one has started, or these."""
    found, times = {parent}, []
    stats = []
    for path in pathlib.Path("/proc").glob("[0-9]*/stat"):
        try:
            stats.append((int(path.parent.name), path.read_text().rpartition(")")[2].split()))
        except OSError:
            continue  # it has ended
    for pid, words in sorted(stats):
        if int(words[1]) not in found:
            continue
        found.add(pid)
        times.append((int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK"))
    return times


class Broken(InFolder):
    def setUp(self):
        super().setUp()
        shutil.copy(NIM / "bot.py", self.path)
        (self.path / "wrong.py").write_text(WRONG_BOT)

    def judge(self, *changes, **game):
        """A folder `nim` with the judge of Nim, in which each first text is replaced by the other."""
        folder = self.path / "nim"
        folder.mkdir(exist_ok=True)
        text = (NIM / "judge.py").read_text()
        for before, after in changes:
            self.assertIn(before, text)
            text = text.replace(before, after)
        (folder / "judge.py").write_text(text)
        facts = json.loads((NIM / "game.json").read_text())
        (folder / "game.json").write_text(json.dumps({**facts, **game}))

    def match_fails(self, *expected, first="bot.py"):
        """The match ends with exit code 3 and is not recorded."""
        said = self.referee(3, "match", "./nim", f"./{first}", "./bot.py", "--seed", "1",
                            "--save", "record.json")
        for text in expected:
            self.assertIn(text, said)
        self.assertIn("no bot's fault", said)
        record = self.path / "record.json"
        self.assertEqual(record.read_text() if record.exists() else "", "")

    def check_fails(self, *expected):
        said = self.referee(1, "check", "./nim", "--games", "2")
        for text in expected:
            self.assertIn(text, said)
        self.assertIn("failed", said)

    def test_a_sound_one_is_admitted_and_plays(self):
        self.judge()
        said = self.referee(0, "check", "./nim", "--games", "2")
        self.assertIn(" 0 failed", said)
        self.referee(0, "match", "./nim", "./bot.py", "./bot.py", "--seed", "1")

    def test_it_crashes(self):
        self.judge(("    def play(self, line):\n", "    def play(self, line):\n"
                    "        if self.heaps[0] == 2:\n            raise RuntimeError('boom')\n"))
        self.match_fails("> play 1 1", "RuntimeError: boom", "exit code 1")

    def test_it_keeps_silent(self):
        self.judge(("    def play(self, line):\n", "    def play(self, line):\n"
                    "        import time\n        time.sleep(60)\n"), patience=1)
        self.match_fails("did not answer within 3 s", "> play 1 1")

    def test_it_computes_for_ever(self):
        self.judge(("        game.play(rest)\n", "        while True: pass\n"), patience=0.5)
        self.match_fails("did not answer within 0.5 s of CPU time")

    def test_all_requests_of_the_game_are_kept(self):
        self.judge(("    def play(self, line):\n", "    def play(self, line):\n"
                    "        if self.heaps[0] == 2:\n            raise RuntimeError('boom')\n"))
        file = self.path / "cache" / "referee" / "judge-failures" / "test.nim"
        self.match_fails(str(file))
        with file.open() as requests:
            again = subprocess.run([sys.executable, "nim/judge.py"], cwd=self.path, stdin=requests,
                                   capture_output=True, text=True, timeout=60, check=False)
        self.assertIn("RuntimeError: boom", again.stderr)

    def test_it_prints_for_its_author(self):
        self.judge(("    def play(self, line):\n", "    def play(self, line):\n"
                    "        print('debug', line, flush=True)\n"))
        self.match_fails('says "debug 1 1" where "legal", or "illegal" and a reason, must be',
                         "standard error")

    def test_a_seat_has_no_legal_move(self):
        self.judge(('f"count {len(game.moves())}"', '"count 0"'))
        self.check_fails("says that the seat to move has no legal move")

    def test_its_file_is_misspelt(self):
        self.judge(judge="jugde.py")
        self.assertIn("has no file 'jugde.py'",
                      self.referee(2, "match", "./nim", "./bot.py", "./bot.py"))

    def test_a_seat_moves_without_a_line_to_read(self):
        self.judge(("            self.said.append(f\"tell {self.seat} {line}\")\n",
                    "            self.seat = 3 - self.seat\n"))
        said = self.referee(0, "check", "./nim", "--games", "2")
        self.assertIn("the seat to move has no line to read", said)
        self.assertIn("seat 2 (right) was never to move", said)

    def test_it_writes_what_the_protocol_does_not_know(self):
        self.judge(('said + [f"turn {self.seat}"]', 'said + [f"turn {self.seat + 7}"]'))
        said = self.referee(3, "match", "./nim", "./bot.py", "./bot.py", "--seed", "1")
        self.assertIn("says \"8\" where a whole number from 1 to 2 must be", said)

    def test_it_answers_otherwise_the_second_time(self):
        self.judge(('return None if line in self.moves() else "take',
                    'return None if line in self.moves() else str(__import__("os").getpid()) + "take'))
        self.check_fails("same again", "was 'illegal", "and is now 'illegal")

    def test_it_depends_on_the_games_before(self):
        self.judge(("class Nim:\n", "class Nim:\n    games = 0\n"),
                   ("        self.last = []\n", "        self.last = []\n        Nim.games += 1\n"
                    "        self.said.append(f'tell 2 game {Nim.games}')\n"))
        self.check_fails("other order", "line 4 of the answer to `start")

    def test_it_depends_on_its_surroundings(self):
        self.judge(("[h + 1} {n}\" for h in range(2)".replace("[", "{"), "{h + 1} {n}\" for h in "
                    "sorted(range(2), key=lambda x: hash(str(x)))"))
        self.check_fails("other surroundings")

    def test_it_floods(self):
        self.judge(("    def play(self, line):\n", "    def play(self, line):\n"
                    "        for i in range(40000):\n            print('x' * 70)\n"))
        self.match_fails("gave an answer of more than 1 MiB")

    def test_it_fills_its_scratch_folder(self):
        self.judge(("    def play(self, line):\n", "    def play(self, line):\n"
                    "        import os, time\n        for i in range(10001):\n"
                    "            open(f'{os.environ[\"HOME\"]}/{i}', 'w').close()\n"
                    "        time.sleep(60)\n"))
        self.match_fails("more than 10000 files and folders in its scratch folder")

    def test_it_tells_more_than_anybody_reads(self):
        (self.path / "bot.py").write_text("import time\nwhile True:\n    print('a', flush=True)\n"
                                          "    time.sleep(0.001)\n")
        (self.path / "nim").mkdir()
        (self.path / "nim" / "judge.py").write_text(
            "import sys\ntold = 'tell 1 ' + 'x' * 500000 + '\\ntell 2 ' + 'y' * 500000 + '\\nturn '\n"
            "turn = 0\nfor line in sys.stdin:\n    turn = 3 - turn if line[0] == 'p' else 1\n"
            "    print({'r': 'judge 1\\ncan', 'd': 'deal', 's': told + str(turn),\n"
            "           'p': 'legal\\n' + told + str(turn)}[line[0]] + '\\n.', flush=True)\n")
        (self.path / "nim" / "game.json").write_text(
            '{"name": "test.teller", "judge": "judge.py", "budget": 1000}')
        self.match_fails("has made a game of more than 32 MiB: its lines so far, and those that the "
                         "bots have been told and have not read")

    def limited(self, code, limits, *words):
        """As `referee`, in a shell with these limits."""
        line = f"ulimit {limits} && exec " + shlex.join([REFEREE, *words])
        ended = subprocess.run(["bash", "-c", line], cwd=self.path, env=self.environment,
                               capture_output=True, text=True, timeout=400, check=False)
        self.assertEqual(ended.returncode, code, f"{limits}\n{ended.stdout}\n{ended.stderr}")
        return ended.stdout + ended.stderr

    def test_limits_of_the_caller_that_let_bots_play_let_it_play(self):
        self.judge(judge_memory=2048)
        match = ["match", "./nim", "./bot.py", "./bot.py", "--seed", "1", "--save", "record.json",
                 "--limit", "memory=256,open_files=32,file_size=1,disk=1"]
        for limits in ("-t 36000", "-v 600000", "-d 400000", "-n 200", "-f 20000"):
            self.limited(0, limits, *match)
        for limits in ("-t 36000", "-v 600000"):
            self.limited(0, limits, "verify", "record.json")

    def test_the_callers_limit_on_cpu_time_ends_it(self):
        self.judge(("        game.play(rest)\n", "        while True: pass\n"))
        said = self.limited(3, "-t 4", "match", "./nim", "./bot.py", "./bot.py", "--limit", "budget=1")
        self.assertIn("the judge of test.nim failed for want of what this machine lacks: it has used "
                      "all the CPU time that this process gives each program, 4 s; raise ulimit -t",
                      said)

    def test_the_callers_limit_on_memory_ends_it(self):
        self.judge(("        game.play(rest)\n", "        game.kept = bytearray(900_000_000)\n"))
        said = self.limited(3, "-v 600000", "match", "./nim", "./bot.py", "./bot.py",
                            "--limit", "memory=256")
        self.assertIn("the judge of test.nim failed for want of what this machine lacks: it got no "
                      "memory beyond the limit of this process; raise ulimit -v", said)

    def test_what_game_json_gives_it_beyond_a_bot_is_told(self):
        self.judge(judge_memory=1 << 24, judge_processes=10000, patience=950400)
        said = self.referee(0, "match", "./nim", "./bot.py", "./bot.py")
        self.assertIn("test.nim: its game.json gives its judge more than a bot has: 16384 GiB of memory "
                      "(a bot: 2 GiB), 10000 child processes (a bot: none), 950400 s of CPU time for "
                      "one answer (a bot: 30 s for a game)", said)
        self.assertRegex(said, "MiB of memory left: the judge of test.nim may use [0-9]+ MiB instead "
                               "of 16384 GiB")
        self.judge()
        self.assertNotIn("more than a bot has", self.referee(0, "match", "./nim", "./bot.py", "./bot.py"))

    def test_it_forks(self):
        self.judge(("    def play(self, line):\n", "    def play(self, line):\n"
                    "        import os\n        if os.fork() == 0:\n            os._exit(0)\n"))
        self.match_fails("> play 1 1", "fork", 'raise "judge_processes" in game.json')

    def test_it_uses_more_memory_than_it_may(self):
        self.judge(("        game.play(rest)\n", "        game.kept = bytearray(300_000_000)\n"),
                   judge_memory=200)
        self.match_fails('used more than its memory limit of 200 MiB; raise "judge_memory" in game.json')

    def test_it_reads_the_folder_of_a_bot(self):
        self.judge(("    def play(self, line):\n", "    def play(self, line):\n"
                    f"        open({str(self.path / 'bot.py')!r}).read()\n"))
        self.match_fails("PermissionError", 'among the "files" in game.json')

    def test_it_refuses_its_own_move(self):
        self.judge(('return ["move " + game.moves()[int(rest)]]', 'return ["move 9 9"]'))
        self.match_fails("refuses a move that it has called legal", "> move ", first="wrong.py")

    def test_its_game_never_ends(self):
        (self.path / "bot.py").write_text("import sys\nfor _ in sys.stdin:\n    print(flush=True)\n")
        (self.path / "nim").mkdir()
        (self.path / "nim" / "judge.py").write_text(
            "import sys\nfor line in sys.stdin:\n"
            "    print({'r': 'judge 1\\ncan', 'd': 'deal', 's': 'tell 1 x\\nturn 1',\n"
            "           'p': 'legal\\ntell 1 x\\nturn 1'}[line[0]] + '\\n.', flush=True)\n")
        (self.path / "nim" / "game.json").write_text(
            '{"name": "test.endless", "judge": "judge.py", "budget": 1000}')
        self.match_fails("has not ended the game after 100,000 lines")

    def test_its_scores_are_out_of_scale(self):
        self.judge(("score {s} {2 if", "score {s} {7 if"))
        self.match_fails("gives scores that are 7 apart; point_scale says that it is at most 2")

    def test_its_seats_do_not_share_their_score(self):
        self.judge(cooperative=True)
        self.match_fails("gives the seats of a cooperative game different scores")

    def test_it_speaks_another_version(self):
        self.judge(('"judge 1"', '"judge 2"'))
        said = self.referee(3, "match", "./nim", "./bot.py", "./bot.py")
        self.assertIn('its first line must be "judge 1"', said)

    def test_it_changes_its_mind(self):
        self.judge(('if wrong:\n            return', 'if wrong or (word == "play" and rest == "1 2"):'
                    '\n            wrong = wrong or "not now"\n            return'))
        self.check_fails("refuses a move that it has called legal")

    def test_it_goes_on_after_a_fault_that_ends_its_game(self):
        self.judge(('self.ended = then == "end"', 'self.ended = False'), takeover=False)
        self.match_fails("goes on after a fault, although its game has no takeover", first="wrong.py")

    def test_it_is_not_a_program_that_compiles(self):
        self.judge(("class Nim:", "class Nim"))
        said = self.referee(1, "match", "./nim", "./bot.py", "./bot.py")
        self.assertIn("the judge of test.nim", said)
        self.assertIn("SyntaxError", said)

    def test_its_tests_change_the_game(self):
        self.judge(('if word == "test":\n', 'if word == "test":\n            game.heaps[0] += 1\n'))
        self.check_fails("has changed the position")

    def test_game_json_is_wrong(self):
        for key, value, told in (("name", "nim", "with a dot between them"),
                                 ("seats", [], "must name 1 to 8 seats"),
                                 ("seats", ["one", "one"], "must name different seats"),
                                 ("seats", {"names": ["one", "two"], "from": 3}, "seats.from"),
                                 ("seats", ["one"], "takeover: must be false where a game may have one seat alone"),
                                 ("ranking", ["luck"], "must be score, game_points"),
                                 ("judge", "", "judge: must be the program that judges: a source"),
                                 ("judge", "  ", "judge: must be the program that judges: a source"),
                                 ("longest", 3, 'longest')):
            self.judge(**{key: value})
            said = self.referee(2, "match", "./nim", "./bot.py", "./bot.py")
            self.assertIn(told, said)
            self.assertIn("game.json", said)

    def interrupt(self, times, *words):
        """Runs it until a judge is in its endless loop, and sends SIGINT; the exit code, and what it
        said."""
        run = subprocess.Popen([REFEREE, *words], cwd=self.path, text=True, env=self.environment,
                               stderr=subprocess.PIPE, stdout=subprocess.DEVNULL)
        try:
            end = time.monotonic() + 100
            while max(processor_times(run.pid), default=0) < 0.5:
                self.assertIsNone(run.poll())
                self.assertLess(time.monotonic(), end)
                time.sleep(0.02)
            for _ in range(times):
                run.send_signal(signal.SIGINT)
                time.sleep(0.2)  # two at once are one
            said = run.communicate(timeout=100)[1]
        finally:
            run.kill()
            run.wait()
            run.stderr.close()
        return run.returncode, said

    def odd(self):
        """The judge ends at the line "boom" of a bot with a seed that 3 divides; see odd.py."""
        self.judge(("    def wrong(self, line):\n", "    def wrong(self, line):\n"
                    "        if line == 'boom':\n            raise RuntimeError(line)\n"),
                   deterministic=False)
        bot = (NIM / "bot.py").read_text()
        (self.path / "odd.py").write_text(bot.replace(
            "    print(", "    if int(sys.argv[1]) % 3 == 0:\n        print('boom', flush=True)\n"
            "    print("))

    def test_a_comparison_passes_over_the_pair(self):
        self.odd()
        call = ["compare", "python3 odd.py {seed}", "./bot.py", "--game", "./nim", "--max-pairs", "9",
                "--seed", "4", "--out", "o"]
        for _ in range(2):
            said = self.referee(3, *call)
            self.assertRegex(said, "pairs? (is|are) missing, because the judge")
            self.assertRegex(said, r"the last line that it read: 'boom', of new\n    again: referee "
                             r"match ./nim ('python3 odd.py [0-9]+' ./bot.py|./bot.py 'python3 odd.py [0-9]+')")
        shown = self.referee(3, *call, "--json", "--quiet")
        result = json.loads(shown[:shown.index("\n}\n") + 2])
        self.assertEqual(result["played_pairs"] + result["missing_pairs"]["count"], 9)

    @thorough
    def test_a_tuning_and_checks_go_on(self):
        self.odd()
        said = self.referee(3, "tune", "python3 odd.py {seed} {c}", "--param", "c=1:0:9:int", "--game",
                            "./nim", "--pairs", "12", "--max-pairs", "4", "--out", "t", "--quiet")
        self.assertRegex(said, "pairs? (is|are) missing, because the judge or the machine failed: with")
        (self.path / "r.json").write_text(json.dumps({
            "game": "./nim", "bot": "./bot.py", "checks": [
                {"check": "no-faults", "opponents": [{"name": "o", "command": "python3 odd.py {seed}"}]},
                {"check": "no-faults", "name": "sound", "opponents": ["./bot.py"]}]}))
        said = self.referee(3, "regress", "r.json", "--out", "r")
        self.assertIn("2/2 sound: passed", said)
        self.assertRegex(said, "matche?s? ha(s|ve) no result")

    def test_an_interrupt_ends_waiting_for_it(self):
        self.judge(("        game.play(rest)\n", "        while True: pass\n"), patience=1000)
        code, said = self.interrupt(1, "match", "./nim", "./bot.py", "./bot.py")
        self.assertEqual(code, 130, said)
        bots = [{"name": name, "source": "bot.py"} for name in ("a", "b")]
        (self.path / "c.json").write_text(json.dumps({"game": "./nim", "rounds": 1, "bots": bots}))
        code, said = self.interrupt(2, "tournament", "c.json", "--out", "o")
        self.assertEqual(code, 130, said)


if __name__ == "__main__":
    main()
