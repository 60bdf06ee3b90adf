"""A Slurm cluster and an ssh server of our own on this machine, for as long as a test runs. Both
listen on the loopback interface only, and need root.

Each slurmd is in a PID namespace of its own: the end of its first process is a power cut, which
ends everything on that node at once."""

import os
import signal
import socket
import subprocess
import time
from pathlib import Path

SLURM_CONF = """\
ClusterName=referee
SlurmctldHost={host}(127.0.0.1)
SlurmUser=root
SlurmctldPort={port}
CommunicationParameters=NoCtldInAddrAny,NoInAddrAny
AuthType=auth/munge
CredType=cred/munge
AuthInfo=socket={folder}/munge.sock,cred_expire=5
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool/%n
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd-%n.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/slurmd-%n.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
MpiDefault=none
SwitchType=switch/none
SlurmdParameters=config_overrides
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SchedulerParameters=batch_sched_delay=0,sched_min_interval=0,sched_interval=1,bf_interval=1
SlurmdTimeout=5
SlurmctldTimeout=5
MessageTimeout=5
KillWait=1
InactiveLimit=0
ReturnToService=2
{nodes}
PartitionName=all Nodes=n[1-2] Default=YES MaxTime=INFINITE State=UP
"""


# Seconds. Nothing takes as long, not even under a quota beside busy loops: only what hangs meets it.
PATIENCE = 900


def wait_until(holds, what):
    """Polls; raises TimeoutError if it does not hold in time."""
    end = time.monotonic() + PATIENCE
    while not holds():
        if time.monotonic() > end:
            raise TimeoutError(f"{what}: not within {PATIENCE} s")
        time.sleep(0.05)


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def quietly(*words, **options):
    return subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          timeout=PATIENCE, check=False, **options)


class Started:
    """Processes that end with this object."""

    def __init__(self, folder):
        self.folder = Path(folder)
        self.folder.mkdir(parents=True)
        self.processes = {}

    def start(self, name, words):
        with open(self.folder / f"{name}.out", "ab") as out:
            self.processes[name] = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=out,
                                                    stderr=out)

    def kill(self, name, number=signal.SIGKILL):
        process = self.processes.pop(name)
        process.send_signal(number)
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait(PATIENCE)

    def stop(self):
        for name in reversed(list(self.processes)):
            self.kill(name, signal.SIGKILL if name.startswith("n") else signal.SIGTERM)


class Slurm(Started):
    """Two nodes, n1 and n2, with two processors each."""

    def __init__(self, folder):
        super().__init__(folder)
        for name in ("state", "spool/n1", "spool/n2"):
            (self.folder / name).mkdir(parents=True)
        key = self.folder / "munge.key"
        key.write_bytes(os.urandom(128))
        key.chmod(0o400)
        nodes = "\n".join(f"NodeName=n{i} NodeHostname=localhost NodeAddr=127.0.0.1 "
                          f"Port={free_port()} CPUs=2 RealMemory=2000 State=UNKNOWN"
                          for i in (1, 2))
        (self.folder / "slurm.conf").write_text(SLURM_CONF.format(
            host=socket.gethostname().split(".")[0], port=free_port(), folder=self.folder,
            nodes=nodes))
        self.environment = {**os.environ, "SLURM_CONF": str(self.folder / "slurm.conf")}
        try:
            self.start("munged", ["munged", "-F", f"--key-file={key}",
                                  f"--socket={self.folder}/munge.sock",
                                  f"--pid-file={self.folder}/munged.pid",
                                  f"--log-file={self.folder}/munged.log",
                                  f"--seed-file={self.folder}/munged.seed", "--origin=127.0.0.1"])
            wait_until((self.folder / "munge.sock").exists, "munged")
            self.start_controller()
            for node in ("n1", "n2"):
                self.start_node(node)
            self.wait_for_nodes()
        except BaseException:
            self.stop()
            raise

    def ask(self, *words):
        return quietly(*words, env=self.environment).stdout

    def start_controller(self):
        self.start("slurmctld", ["slurmctld", "-D", "-f", str(self.folder / "slurm.conf")])
        wait_until(lambda: " UP" in self.ask("scontrol", "ping").replace("is UP", " UP"),
                   "slurmctld")

    def start_node(self, node):
        script = f"exec slurmd -D -N {node} -f {self.folder}/slurm.conf"
        # The outer shell reaps; with it everything on the node ends.
        self.start(node, ["unshare", "--mount", "--pid", "--fork", "--kill-child", "--mount-proc",
                          "--", "sh", "-c", f"({script}) & wait; true"])

    def states(self):
        return self.ask("sinfo", "--noheader", "--Node", "--format=%T").split()

    def wait_for_nodes(self):
        usable = {"idle", "mixed", "allocated", "completing"}
        wait_until(lambda: self.states() and set(self.states()) <= usable, "nodes")

    def resume_drained(self):
        """What an administrator does after a crash of the controller."""
        for node in ("n1", "n2"):
            if "drain" in self.ask("sinfo", "--noheader", f"--nodes={node}", "--format=%T"):
                self.ask("scontrol", "update", f"NodeName={node}", "State=RESUME")

    def jobs(self):
        return self.ask("squeue", "--noheader", "--array", "--format=%i").split()

    def forget_jobs(self):
        for job in self.jobs():
            self.ask("scancel", "--quiet", job)
        wait_until(lambda: not self.jobs(), "an empty queue")


class SshServer(Started):
    """An ssh server with throw-away keys; `m1` and `m2` are names of this machine."""

    def __init__(self, folder):
        super().__init__(folder)
        self.folder.chmod(0o700)
        for name in ("host_key", "own_key"):
            subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f",
                            str(self.folder / name)], check=True, timeout=PATIENCE)
        port = free_port()
        os.makedirs("/run/sshd", exist_ok=True)
        (self.folder / "sshd_config").write_text(f"""\
Port {port}
ListenAddress 127.0.0.1
HostKey {self.folder}/host_key
PidFile {self.folder}/sshd.pid
AuthorizedKeysFile {self.folder}/own_key.pub
StrictModes no
UsePAM no
PasswordAuthentication no
PermitRootLogin yes
MaxStartups 100
""")
        (self.folder / "config").write_text(f"""\
Host m1 m2
  HostName 127.0.0.1
  Port {port}
  User root
  IdentityFile {self.folder}/own_key
  IdentitiesOnly yes
  BatchMode yes
  StrictHostKeyChecking no
  UserKnownHostsFile {self.folder}/known_hosts
  LogLevel ERROR
""")
        (self.folder / "hosts").write_text("m1\nm2\n")
        self.command = f"ssh -F {self.folder}/config"
        try:
            self.start("sshd", ["/usr/sbin/sshd", "-D", "-e", "-f", f"{self.folder}/sshd_config"])
            wait_until(lambda: quietly(*self.command.split(), "m1", "true").returncode == 0,
                       "sshd")
        except BaseException:
            self.stop()
            raise

    def cut_connections(self):
        """Ends what serves the connections, as if a machine were gone."""
        server = self.processes["sshd"].pid
        children = Path(f"/proc/{server}/task/{server}/children").read_text().split()
        for child in children:
            try:
                os.kill(int(child), signal.SIGKILL)
            except ProcessLookupError:
                pass
        return len(children)
