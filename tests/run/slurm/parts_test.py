#!/usr/bin/env python3
"""The scripts for Slurm and GNU parallel, with a real Slurm of two nodes and over ssh, while things go
wrong. Each trial must end with the seal of the same tournament in one process without any trouble, or
with the figures of the same comparison.

    parts_test.py REFEREE [TRIAL...]

With CLUSTER_TIMES=N in the environment all trials, N times each. Prints a line for each in TAP. Needs
root, Slurm, munge, GNU parallel and an ssh server; exit code 77 and the reason if one of them is not
here, or namespaces are not allowed.
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

SCRIPTS = Path(__file__).absolute().parents[3] / "scripts" / "parts"
PARTS = 12


def why_not():
    if os.getuid() != 0:
        return "it needs root"
    for program in ("slurmctld", "slurmd", "sbatch", "munged", "parallel", "ssh", "/usr/sbin/sshd",
                    "unshare"):
        if not shutil.which(program):
            return f"there is no {program}"
    if quietly("unshare", "--pid", "--fork", "--mount", "--mount-proc", "true").returncode != 0:
        return "namespaces cannot be made here"
    return None


# 180 matches in one round, 66 in four, and a comparison of some 120 in three batches, in which the test
# decides nothing.
CONFIGS = {
    "all": {"rounds": 30, "bots": 3},
    "official": {"format": "official", "swiss_rounds": 3, "qualify": 4, "rounds": 4, "bots": 6},
}
COMPARISON = ["compare", "referee random box --seed 1", "referee random box --seed 2", "--game", "box",
              "--seed", "11", "--max-pairs", "110"]
UNDECIDED = 4


class Place:
    """What all trials share."""

    def __init__(self, referee, folder):
        self.referee = referee
        self.folder = folder
        self.count = 0
        self.runs = []
        self.words = {"comparison": COMPARISON}
        for name, config in CONFIGS.items():
            bots = [{"name": f"b{i}", "command": f"referee random box --seed {i}"}
                    for i in range(config["bots"])]
            file = folder / f"{name}.json"
            file.write_text(json.dumps({**config, "seed": 11, "game": "box", "bots": bots}))
            self.words[name] = ["tournament", str(file)]
        self.alone = {name: self.result(name, folder / f"{name}-alone", play=True)
                      for name in self.words}
        self.slurm = self.ssh = None

    def start(self):
        self.slurm = Slurm(self.folder / "slurm")
        self.ssh = SshServer(self.folder / "ssh")

    def stop(self):
        self.end_runs()
        for part in (self.slurm, self.ssh):
            if part:
                part.stop()

    def end_runs(self):
        for run in self.runs:
            run.give_up()
        self.runs.clear()

    def result(self, name, folder, play=False):
        """What must not depend on where it was played."""
        code = UNDECIDED if name == "comparison" else 0
        if play:
            quietly(self.referee, *self.words[name], "--out", str(folder), "--quiet")
        ended = subprocess.run([self.referee, "merge", str(folder), "--json"], capture_output=True,
                               text=True, timeout=PATIENCE, check=False)
        if ended.returncode != code:
            raise AssertionError(f"merge: {ended.returncode}\n{ended.stdout}{ended.stderr}")
        merged = json.loads(ended.stdout)
        return merged if name == "comparison" else merged["sha256"]


class Run:
    """A running script."""

    def __init__(self, place, script, name="all", options=(), folder=None):
        self.place = place
        self.name = name
        self.again = (script, name, options)
        if folder is None:
            place.count += 1
            folder = place.folder / f"t{place.count}"
        self.folder = folder
        self.said = open(f"{folder}.said", "ab")
        path = f"{Path(place.referee).parent}:{os.environ['PATH']}"
        self.process = subprocess.Popen(
            [SCRIPTS / f"{script}.sh", str(PARTS), str(folder), *options, "--", *place.words[name]],
            stdin=subprocess.DEVNULL, stdout=self.said, stderr=self.said, start_new_session=True,
            cwd=place.folder,
            env={**place.slurm.environment, "HOME": str(place.folder), "PATH": path})
        place.runs.append(self)

    def records(self):
        return sum(file.read_bytes().count(b"\n") for file in self.folder.glob("matches-*.jsonl"))

    def wait_for_records(self, count):
        wait_until(lambda: self.records() >= count or self.process.poll() is not None,
                   f"{count} records")

    def expect_result(self):
        code = self.process.wait(PATIENCE)
        said = Path(f"{self.folder}.said").read_text()
        logs = "".join(file.read_text() for file in self.folder.glob("logs/*.txt"))
        if code != (UNDECIDED if self.name == "comparison" else 0):
            raise AssertionError(f"exit code {code}\n{said}{logs}")
        result = self.place.result(self.name, self.folder)
        alone = self.place.alone[self.name]
        if result != alone:
            raise AssertionError(f"the result is {result}, alone it is {alone}\n{said}")

    def kill_and_call_again(self):
        self.give_up()
        script, name, options = self.again
        return Run(self.place, script, name, options, self.folder)

    def give_up(self):
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()
        self.said.close()


def kill_parts(folder, most):
    """Kills so many of the processes that play in this folder, on whatever node. Not their children: one
    that is about to become a bot has their words, and killing it is a fault of that bot."""
    found = {}
    for entry in os.listdir("/proc"):
        if not entry.isdigit():
            continue
        try:
            words = Path(f"/proc/{entry}/cmdline").read_bytes().split(b"\0")
            stat = Path(f"/proc/{entry}/stat").read_text()
        except OSError:
            continue
        if b"--part" in words and str(folder).encode() in words and words[0].endswith(b"referee"):
            found[int(entry)] = int(stat.rpartition(")")[2].split()[1])
    for pid in [pid for pid, parent in found.items() if parent not in found][:most]:
        try:
            os.kill(pid, signal.SIGKILL)
        except ProcessLookupError:
            pass


def slurm_node_loses_power(place):
    run = Run(place, "slurm")
    run.wait_for_records(20)
    place.slurm.kill("n2")
    time.sleep(1)
    place.slurm.start_node("n2")
    run.expect_result()
    place.slurm.wait_for_nodes()


def slurm_node_stays_away(place):
    run = Run(place, "slurm", "official")
    run.wait_for_records(9)
    place.slurm.kill("n2")
    run.expect_result()
    place.slurm.start_node("n2")
    place.slurm.wait_for_nodes()


def slurm_parts_are_killed(place):
    run = Run(place, "slurm", "official")
    run.wait_for_records(3)
    kill_parts(run.folder, 2)
    run.expect_result()


def slurm_script_is_killed(place):
    run = Run(place, "slurm", "comparison")
    run.wait_for_records(9)
    run.give_up()
    place.slurm.forget_jobs()
    run.kill_and_call_again().expect_result()


def parallel_connections_are_cut(place):
    run = Run(place, "parallel", "official", over_ssh(place))
    run.wait_for_records(9)
    place.ssh.cut_connections()
    run.expect_result()


def parallel_script_is_killed(place):
    run = Run(place, "parallel", "all", over_ssh(place))
    run.wait_for_records(20)
    run.kill_and_call_again().expect_result()


def over_ssh(place):
    return ("--sshloginfile", str(place.ssh.folder / "hosts"), "--ssh", place.ssh.command, "--jobs",
            "2", "--env", "PATH")


TRIALS = {name: call for name, call in globals().items()
          if name.startswith(("slurm_", "parallel_"))}


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
    times = int(os.environ.get("CLUSTER_TIMES", "1"))
    failed = number = 0
    # What a failed trial has left on a machine may still write there.
    with tempfile.TemporaryDirectory(prefix="referee-parts-", ignore_cleanup_errors=True) as folder:
        # Slurm's and munge's folders must be closed to others, but open to look for a socket.
        os.chmod(folder, 0o755)
        place = Place(str(Path(options.referee).absolute()), Path(folder))
        try:
            # From here on everything is there that is needed, and what does not start is a failure.
            place.start()
            for name in (options.trials or list(TRIALS)) * times:
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
                    place.end_runs()
                    place.slurm.resume_drained()
                    place.slurm.forget_jobs()
        finally:
            place.stop()
    print(f"1..{number}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
