#!/usr/bin/env python3
"""Tournaments on a real Slurm of two nodes, and by GNU parallel over ssh, while things go wrong.
Each must end with the seal of the same tournament on one machine without any trouble.

    cluster_test.py REFEREE [TRIAL...]

Without a TRIAL those that together meet most of what can go wrong, see QUICK; with CLUSTER_TIMES=N in
the environment all, N times each. Prints a line for each in TAP. Needs root, Slurm, munge, GNU parallel and an ssh
server; exit code 77 and the reason if one of them is not here, or namespaces are not allowed.
"""

import argparse
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import traceback
from pathlib import Path

from machines import PATIENCE, Slurm, SshServer, quietly, wait_until

ROUNDS = 30
PARTS = 12


def why_not():
    if os.getuid() != 0:
        return "it needs root"
    for program in ("slurmctld", "slurmd", "sbatch", "munged", "parallel", "rsync", "ssh",
                    "/usr/sbin/sshd", "unshare"):
        if not shutil.which(program):
            return f"there is no {program}"
    if quietly("unshare", "--pid", "--fork", "--mount", "--mount-proc", "true").returncode != 0:
        return "namespaces cannot be made here"
    return None


# What is played: 180 matches in one stage, 66 in four, and some 60 in three.
PLANS = {
    "all": {"rounds": ROUNDS, "bots": 3},
    "official": {"format": "official", "swiss_rounds": 3, "qualify": 4, "rounds": 4, "bots": 6},
    "knockout": {"format": "knockout", "deals": 4, "bots": 8},
}
# And 120 matches in three batches, in which the test decides nothing.
COMPARISON = ["compare", "referee random box --seed 1", "referee random box --seed 2", "--game", "box",
              "--seed", "11", "--max-pairs", "60"]
UNDECIDED = 4


class Place:
    """What all trials share."""

    def __init__(self, referee, folder):
        self.referee = referee
        self.folder = folder
        self.count = 0
        self.submissions = []
        self.alone = {}  # the result of each plan
        for name, plan in PLANS.items():
            bots = [{"name": f"b{i}", "command": f"referee random box --seed {i}"}
                    for i in range(plan["bots"])]
            (folder / f"{name}.json").write_text(
                json.dumps({**plan, "seed": 11, "game": "box", "bots": bots}))
            alone = folder / f"{name}-alone"
            self.run("tournament", str(folder / f"{name}.json"), "--out", str(alone), "--quiet")
            self.alone[name] = self.result(name, alone)
        self.alone["comparison"] = json.loads(
            self.run(*COMPARISON, "--json", "--quiet", code=UNDECIDED))
        self.slurm = self.ssh = self.away = None

    def start(self):
        folder = self.folder
        self.slurm = Slurm(folder / "slurm")
        self.ssh = SshServer(folder / "ssh")
        (folder / "unseen").mkdir()
        self.away = SshServer(folder / "away", hidden=[folder / "unseen", *self.home()])
        (folder / "slurm.json").write_text(json.dumps(
            {"on": "slurm", "parts": PARTS, "look_every": 0.5, "pause": 0.5, "tries": 8}))
        (folder / "parallel.json").write_text(json.dumps(
            {"on": "parallel", "parts": PARTS, "look_every": 0.5, "pause": 0.5, "tries": 8,
             "processors": 1, "options": ["--jobs=2"], "hosts": str(self.ssh.folder / "hosts"),
             "ssh": self.ssh.command}))
        (folder / "away.json").write_text(json.dumps(
            {"on": "parallel", "parts": PARTS, "look_every": 0.5, "pause": 0.5, "tries": 8,
             "processors": 1, "options": ["--jobs=2"], "hosts": str(self.away.folder / "hosts"),
             "ssh": self.away.command, "transfer": True}))

    def home(self):
        """The home of root, whose files stay as they are, unless what is tried stands there."""
        return [] if self.referee.startswith("/root/") else ["/root"]

    def stop(self):
        self.end_submissions()
        for part in (self.slurm, self.ssh, self.away):
            if part:
                part.stop()

    def end_submissions(self):
        for submission in self.submissions:
            submission.give_up()
        self.submissions.clear()

    def run(self, *words, code=0):
        ended = subprocess.run([self.referee, *words], capture_output=True, text=True,
                               timeout=PATIENCE, check=False)
        if ended.returncode != code:
            raise AssertionError(
                f"referee {' '.join(words)}: {ended.returncode}\n{ended.stdout}{ended.stderr}")
        return ended.stdout

    def result(self, plan, folder):
        """What must not depend on where it was played."""
        if plan != "comparison":
            return json.loads(self.run("merge", str(folder), "--json"))["sha256"]
        merged = json.loads(self.run("merge", str(folder), "--json", code=UNDECIDED))
        del merged["batches"]
        return merged

    def planned(self, plan="all", below="."):
        self.count += 1
        folder = self.folder / below / f"t{self.count}"
        if plan == "comparison":
            self.run(*COMPARISON, "--plan-only", "--batch", "20", "--out", str(folder))
        else:
            self.run("tournament", str(self.folder / f"{plan}.json"), "--plan-only", "--out",
                     str(folder))
        return folder


class Submission:
    """A running `referee submit`."""

    def __init__(self, place, on, folder=None, plan="all"):
        self.place = place
        self.plan = plan
        self.folder = folder or place.planned(plan)
        self.errors = open(f"{self.folder}.err", "ab")
        environment = {**place.slurm.environment, "HOME": str(place.folder)}
        self.process = subprocess.Popen(
            [place.referee, "submit", str(self.folder), "--profile",
             str(place.folder / f"{on}.json")],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=self.errors, text=True,
            env=environment)
        place.submissions.append(self)

    def records(self):
        return sum(file.read_bytes().count(b"\n") for file in self.folder.glob("matches-*.jsonl"))

    def wait_for_records(self, count):
        wait_until(lambda: self.records() >= count or self.process.poll() is not None,
                   f"{count} records")

    def end(self):
        out, _ = self.process.communicate(timeout=PATIENCE)
        self.errors.close()
        return self.process.returncode, out

    def expect_seal(self):
        """Or, of a comparison, the same figures."""
        code, out = self.end()
        errors = Path(f"{self.folder}.err").read_text()
        if code != (UNDECIDED if self.plan == "comparison" else 0):
            raise AssertionError(f"exit code {code}\n{out}{errors}")
        result = self.place.result(self.plan, self.folder)
        alone = self.place.alone[self.plan]
        if result != alone:
            raise AssertionError(
                f"the result is {result}, alone it is {alone}\n{errors}\n{self.faults()}")
        return errors

    def faults(self):
        records = (json.loads(line) for file in sorted(self.folder.glob("matches-*.jsonl"))
                   for line in file.read_text().splitlines())
        return "\n".join(f"match {r['match']}: {r['faults']}" for r in records if r["faults"])

    def kill(self):
        self.process.kill()
        self.end()

    def give_up(self):
        """Ends what a trial that failed has left."""
        if self.process.poll() is None:
            self.kill()


def parts_running(folder):
    """The processes that play parts of this folder, on whatever node. Not their children: one that is
    about to become a bot has their words, and killing it is a fault of that bot."""
    found = {}
    for entry in os.listdir("/proc"):
        if not entry.isdigit():
            continue
        try:
            words = Path(f"/proc/{entry}/cmdline").read_bytes().split(b"\0")
            stat = Path(f"/proc/{entry}/stat").read_text()
        except OSError:
            continue
        if words[1:3] == [b"shard", str(folder).encode()]:
            found[int(entry)] = int(stat.rpartition(")")[2].split()[1])
    return [pid for pid, parent in found.items() if parent not in found]


def kill_parts(folder, most):
    """Kills so many of them; returns how many had not ended by themselves."""
    killed = 0
    for pid in parts_running(folder)[:most]:
        try:
            os.kill(pid, signal.SIGKILL)
            killed += 1
        except ProcessLookupError:
            pass
    return killed


def slurm_undisturbed(place):
    Submission(place, "slurm").expect_seal()


def slurm_node_loses_power(place):
    submission = Submission(place, "slurm")
    submission.wait_for_records(20)
    place.slurm.kill("n2")
    time.sleep(1)
    place.slurm.start_node("n2")
    submission.expect_seal()
    place.slurm.wait_for_nodes()


def slurm_node_stays_away(place):
    submission = Submission(place, "slurm")
    submission.wait_for_records(20)
    place.slurm.kill("n2")
    submission.expect_seal()
    place.slurm.start_node("n2")
    place.slurm.wait_for_nodes()


def slurm_task_is_killed(place):
    submission = Submission(place, "slurm")
    submission.wait_for_records(20)
    killed = kill_parts(submission.folder, 2)
    errors = submission.expect_seal()
    if killed and "submitted again" not in errors:
        raise AssertionError("nothing was submitted again\n" + errors)


def slurm_controller_is_killed(place):
    submission = Submission(place, "slurm")
    submission.wait_for_records(20)
    place.slurm.kill("slurmctld")
    time.sleep(2)
    place.slurm.start_controller()
    # It finds jobs on the nodes that it has forgotten, and drains these nodes until an administrator
    # looks at them, at most within seconds.
    end = time.monotonic() + PATIENCE
    while submission.process.poll() is None and time.monotonic() < end:
        place.slurm.resume_drained()
        time.sleep(0.5)
    submission.expect_seal()
    place.slurm.resume_drained()
    place.slurm.wait_for_nodes()


def slurm_part_is_played_twice(place):
    submission = Submission(place, "slurm")
    submission.wait_for_records(1)
    others = [subprocess.Popen([place.referee, "shard", str(submission.folder), f"{part}/{PARTS}",
                                "--unattended"]) for part in (1, 2, PARTS)]
    submission.expect_seal()
    for other in others:
        if other.wait(60) != 0:
            raise AssertionError("a second copy of a part failed")


def slurm_disk_of_a_node_is_full(place):
    """On n2 the folder can be read, but what is written goes to a small disk that is full."""
    place.slurm.kill("n2")
    folder = place.planned()
    small = Path(f"{folder}.small")
    small.mkdir()
    place.slurm.start_node("n2", before=(
        f"mount -t tmpfs -o size=64k small {small} && mkdir {small}/new {small}/work && "
        f"mount -t overlay -o lowerdir={folder},upperdir={small}/new,workdir={small}/work "
        f"over {folder} && (cat /dev/zero >{small}/filler 2>/dev/null; true)"))
    place.slurm.resume_drained()
    place.slurm.wait_for_nodes()
    errors = Submission(place, "slurm", folder).expect_seal()
    place.slurm.kill("n2")
    place.slurm.start_node("n2")
    place.slurm.wait_for_nodes()
    if "ended before it was complete" not in errors:
        raise AssertionError("no part has met the full disk\n" + errors)


def slurm_submitter_is_killed(place):
    submission = Submission(place, "slurm")
    submission.wait_for_records(20)
    submission.kill()
    Submission(place, "slurm", submission.folder).expect_seal()


def slurm_submitter_is_interrupted(place):
    """What waits in the queue then is played all the same, and finds the folder of its log."""
    for node in ("n1", "n2"):
        place.slurm.kill(node)
    submission = Submission(place, "slurm")
    wait_until(lambda: len(place.slurm.jobs()) == PARTS, "a full queue")
    # SIGINT would be ignored where this runs in the background of a shell.
    submission.process.terminate()
    code, _ = submission.end()
    if code != 130:
        raise AssertionError(f"exit code {code} after SIGTERM")
    for node in ("n1", "n2"):
        place.slurm.start_node(node)
    wait_until(lambda: not place.slurm.jobs(), "the end of all jobs")
    records = submission.records()
    if records != ROUNDS * 6:
        raise AssertionError(f"{records} records of those that waited")
    Submission(place, "slurm", submission.folder).expect_seal()
    place.slurm.wait_for_nodes()


def slurm_comparison_node_loses_power(place):
    submission = Submission(place, "slurm", plan="comparison")
    submission.wait_for_records(9)
    place.slurm.kill("n2")
    time.sleep(1)
    place.slurm.start_node("n2")
    submission.expect_seal()
    place.slurm.wait_for_nodes()


def slurm_comparison_submitter_is_killed(place):
    submission = Submission(place, "slurm", plan="comparison")
    submission.wait_for_records(9)
    submission.kill()
    Submission(place, "slurm", submission.folder, "comparison").expect_seal()


def away_comparison_connections_are_cut(place):
    submission = away(place, "comparison")
    submission.wait_for_records(9)
    place.away.cut_connections()
    submission.expect_seal()


def slurm_knockout_task_is_killed(place):
    submission = Submission(place, "slurm", plan="knockout")
    submission.wait_for_records(3)
    kill_parts(submission.folder, 1)
    submission.expect_seal()


def parallel_knockout_submitter_is_killed(place):
    submission = Submission(place, "parallel", plan="knockout")
    submission.wait_for_records(3)
    submission.kill()
    Submission(place, "parallel", submission.folder, "knockout").expect_seal()


def parallel_undisturbed(place):
    Submission(place, "parallel").expect_seal()


def parallel_connections_are_cut(place):
    submission = Submission(place, "parallel")
    submission.wait_for_records(20)
    place.ssh.cut_connections()
    submission.expect_seal()


def parallel_part_is_killed(place):
    submission = Submission(place, "parallel")
    submission.wait_for_records(20)
    kill_parts(submission.folder, 2)
    submission.expect_seal()


def parallel_submitter_is_killed(place):
    submission = Submission(place, "parallel")
    submission.wait_for_records(20)
    submission.kill()
    Submission(place, "parallel", submission.folder).expect_seal()
    wait_until(lambda: not parts_running(submission.folder), "the end of all parts")


def away(place, plan="all"):
    """A submission to machines that do not see its folder."""
    return Submission(place, "away", place.planned(plan, "unseen"), plan)


def away_undisturbed(place):
    away(place).expect_seal()


def away_connections_are_cut(place):
    submission = away(place)
    submission.wait_for_records(20)
    place.away.cut_connections()
    submission.expect_seal()


def away_submitter_is_killed(place):
    submission = away(place)
    submission.wait_for_records(20)
    submission.kill()
    Submission(place, "away", submission.folder).expect_seal()


def away_official_connections_are_cut(place):
    submission = away(place, "official")
    submission.wait_for_records(9)
    place.away.cut_connections()
    submission.expect_seal()


def slurm_official_node_loses_power(place):
    submission = Submission(place, "slurm", plan="official")
    submission.wait_for_records(9)
    place.slurm.kill("n2")
    time.sleep(1)
    place.slurm.start_node("n2")
    submission.expect_seal()
    place.slurm.wait_for_nodes()


def slurm_official_submitter_is_killed(place):
    submission = Submission(place, "slurm", plan="official")
    submission.wait_for_records(9)
    submission.kill()
    Submission(place, "slurm", submission.folder, "official").expect_seal()


def parallel_official_connections_are_cut(place):
    submission = Submission(place, "parallel", plan="official")
    submission.wait_for_records(9)
    place.ssh.cut_connections()
    submission.expect_seal()


TRIALS = {name: call for name, call in globals().items()
          if name.startswith(("slurm_", "parallel_", "away_"))}
# In a few seconds each: a node, connections, a process and a submitter that die, and a part that is
# played twice; one stage, several, and batches; all ways to the machines.
QUICK = ["slurm_node_loses_power", "slurm_task_is_killed", "slurm_part_is_played_twice",
         "slurm_official_submitter_is_killed", "slurm_comparison_submitter_is_killed",
         "parallel_official_connections_are_cut", "away_official_connections_are_cut"]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", maxsplit=1)[0])
    parser.add_argument("referee")
    parser.add_argument("trials", nargs="*")
    options = parser.parse_args()
    unknown = [name for name in options.trials if name not in TRIALS]
    if unknown:
        parser.error(f"no trial '{unknown[0]}'; there are {', '.join(TRIALS)}")
    reason = why_not()
    if reason:
        print(f"skipped: {reason}")
        return 77
    times = os.environ.get("CLUSTER_TIMES")
    chosen = options.trials or (TRIALS if times else QUICK)
    failed = number = 0
    # What a failed trial has left on a machine may still write there.
    with tempfile.TemporaryDirectory(prefix="referee-cluster-", ignore_cleanup_errors=True) as folder:
        # Slurm's and munge's folders must be closed to others, but open to look for a socket.
        os.chmod(folder, 0o755)
        place = Place(str(Path(options.referee).absolute()), Path(folder))
        try:
            # From here on everything is there that is needed, and what does not start is a failure.
            place.start()
            for name in list(chosen) * int(times or 1):
                number += 1
                begin = time.monotonic()
                try:
                    TRIALS[name](place)
                    print(f"ok {number} - {name} # {time.monotonic() - begin:.1f} s", flush=True)
                except Exception:  # pylint: disable=broad-except
                    failed += 1
                    print(f"not ok {number} - {name} # {time.monotonic() - begin:.1f} s",
                          flush=True)
                    print("# " + traceback.format_exc().replace("\n", "\n# "), flush=True)
                    place.end_submissions()
                    place.slurm.resume_drained()
                    place.slurm.forget_jobs()
        finally:
            place.stop()
    print(f"1..{number}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
