"""toptile slurm on a real Slurm: the test starts munge, a controller and two node daemons on loopback, with files and ports of
their own and as the user who runs the test. One node dies in the middle of its shard with all that runs on it. The shard
goes on elsewhere, and the merged run is the one that a single machine plays. The test is skipped if Slurm or munge is missing;
`./dev slurm` installs them."""

import contextlib
import json
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import unittest

from toptile_program import PATIENCE, WORDS, folder, run, wait_until, without_times

DAEMONS = ("munged", "slurmctld", "slurmd", "sbatch")
os.environ["PATH"] += ":/usr/sbin:/sbin"
MISSING = [name for name in DAEMONS if shutil.which(name) is None]
SHARDS = 4
CONFIG = {"name": "league", "bots": ["greedy", "random", "human"], "games": 80, "seed": "5", "lexicon": str(WORDS),
          "try_bots": False, "transcripts": False}

SLURM_CONF = """
ClusterName=toptile
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={ports[0]}
SlurmUser={user}
SlurmdUser={user}
AuthType=auth/munge
AuthInfo=socket={here}/munge/socket,cred_expire=2
CredType=cred/munge
StateSaveLocation={here}/state
SlurmdSpoolDir={here}/spool-%n
SlurmctldPidFile={here}/slurmctld.pid
SlurmdPidFile={here}/slurmd-%n.pid
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
MpiDefault=none
SwitchType=switch/none
ReturnToService=2
SlurmdTimeout=5
KillWait=2
SchedulerParameters=batch_sched_delay=0,sched_min_interval=100000
NodeName=node1 NodeHostname={host} NodeAddr=127.0.0.1 Port={ports[1]} CPUs=1 State=UNKNOWN
NodeName=node2 NodeHostname={host} NodeAddr=127.0.0.1 Port={ports[2]} CPUs=1 State=UNKNOWN
PartitionName=all Nodes=node1,node2 Default=YES State=UP
"""


def free_ports(count):
    sockets = [socket.socket() for _ in range(count)]
    try:
        for one in sockets:
            one.bind(("127.0.0.1", 0))
        return [one.getsockname()[1] for one in sockets]
    finally:
        for one in sockets:
            one.close()


def processes_with(*marks):
    """The processes that were started with all of these in their environment."""
    found = []
    for entry in pathlib.Path("/proc").iterdir():
        with contextlib.suppress(OSError, ValueError):
            number = int(entry.name)
            if all(mark.encode() in (entry / "environ").read_bytes() for mark in marks):
                found.append(number)
    return found


def parent_of(number):
    """The number and the name of a process's parent."""
    with contextlib.suppress(OSError):
        parent = int(pathlib.Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()[1])
        return parent, pathlib.Path(f"/proc/{parent}/comm").read_text().strip()
    return 0, ""


class Cluster:
    def __init__(self, here):
        self.here = here
        self.daemons = {}
        self.conf = here / "slurm.conf"
        self.environment = {**os.environ, "SLURM_CONF": str(self.conf)}

    def __enter__(self):
        for name in ("munge", "state"):
            (self.here / name).mkdir(mode=0o700)
        key = self.here / "munge" / "key"
        key.write_bytes(os.urandom(1024))
        key.chmod(0o400)
        user = subprocess.run(["id", "-un"], capture_output=True, text=True, check=True).stdout.strip()
        host = socket.gethostname().split(".")[0]
        self.conf.write_text(SLURM_CONF.format(here=self.here, user=user, host=host, ports=free_ports(3)))
        self.start("munged", "--foreground", "--force", *(f"--{name}-file={self.here}/munge/{name}" for name in ("key", "log", "pid", "seed")),
                   f"--socket={self.here}/munge/socket")
        wait_until((self.here / "munge" / "socket").exists, "munge does not start")
        self.start("slurmctld", "-D", "-f", str(self.conf))
        self.start_node("node1")
        self.start_node("node2")
        wait_until(lambda: self.told("sinfo", "-h", "-o", "%T").split() == ["idle"], "there are no two idle nodes")
        return self

    def __exit__(self, *_):
        with contextlib.suppress(subprocess.SubprocessError):
            subprocess.run(["scancel", "--me"], env=self.environment, timeout=PATIENCE, capture_output=True)
        for name in ("node1", "node2"):
            self.kill_node(name)
        for process in reversed(list(self.daemons.values())):
            process.terminate()
            process.wait(timeout=PATIENCE)

    def start(self, *command, name=None):
        with open(self.here / f"{name or command[0]}.log", "ab") as log:
            self.daemons[name or command[0]] = subprocess.Popen(command, env=self.environment, stdout=log, stderr=log,
                                                                stdin=subprocess.DEVNULL)

    def start_node(self, name):
        self.start("slurmd", "-D", "-N", name, "-f", str(self.conf), name=name)

    def kill_node(self, name):
        """Kills a node as if its plug were pulled: the daemon and every process of its jobs."""
        daemon = self.daemons.pop(name, None)
        if daemon is None:
            return
        daemon.kill()
        daemon.wait()
        tasks = processes_with(f"SLURMD_NODENAME={name}\0", f"SLURM_CONF={self.conf}\0")
        steps = {number for number, called in map(parent_of, tasks) if called.startswith("slurmstepd")}
        for number in steps | set(tasks):
            with contextlib.suppress(ProcessLookupError):
                os.kill(number, signal.SIGKILL)

    def told(self, *command):
        return subprocess.run(command, env=self.environment, capture_output=True, text=True, timeout=PATIENCE).stdout

    def logs(self, league):
        files = [*self.here.glob("*.log"), *(league / "logs").glob("*")]
        return self.told("squeue", "-a") + "".join(f"--- {file.name}\n{file.read_text()[-1500:]}\n" for file in files)


@unittest.skipIf(MISSING, f"not installed: {', '.join(MISSING)}; ./dev slurm installs them")
class OnACluster(unittest.TestCase):
    def test_a_node_dies_and_the_merged_run_is_that_of_one_machine(self):
        with folder() as here, Cluster(here) as cluster:
            config = here / "league.json"
            config.write_text(json.dumps(CONFIG))
            league = here / "my league"
            written = run("slurm", config, "--shards", SHARDS, "--out", league, "--time", 5)
            self.assertEqual(written.returncode, 0, written.stderr)
            submitted = cluster.told(league / "submit.sh")
            self.assertIn(f"submitted {SHARDS} shards as job", submitted, cluster.logs(league))
            try:
                shard = self.shard_in_play_on("node1", cluster, league)
                cluster.kill_node("node1")
                played = len((league / "shards" / shard / "games.jsonl").read_text().splitlines())
                self.assertLess(played, 3 * CONFIG["games"] // SHARDS, "the node died too late for this test")
                # Slurm waits two minutes before it starts a job again that was lost with a node.
                job = submitted.split()[5].rstrip(",")
                wait_until(lambda: "PENDING" in cluster.told("squeue", "-h", "-j", f"{job}_{shard}", "-o", "%T"), "the shard is not in the queue")
                cluster.told("scontrol", "update", f"JobId={job}_{shard}", "StartTime=now")
                wait_until((league / "run" / "run.json").exists, "there is no merged run")
            except AssertionError as fault:
                self.fail(f"{fault}\n{cluster.logs(league)}")
            self.assertIn("Restarts=1", cluster.told("scontrol", "show", "job", f"{job}_{shard}"))
            alone = run("tournament", config, "--out", here / "alone")
            self.assertEqual(alone.returncode, 0, alone.stderr)
            self.assertEqual(without_times(league / "run"), without_times(here / "alone"))
            for file in ("run.json", "lexicon.txt", "lexicon.lexicon", "report.html"):
                self.assertEqual((league / "run" / file).read_bytes(), (here / "alone" / file).read_bytes(), file)

    def shard_in_play_on(self, node, cluster, league):
        """Waits for a shard on this node that has played a few games, but not all."""
        found = []

        def is_one():
            for shard in cluster.told("squeue", "-h", "-t", "R", "-w", node, "-o", "%K").split():
                log = league / "shards" / shard / "games.jsonl"
                if shard.isdigit() and log.exists() and log.read_bytes().count(b"\n") >= 3:
                    found.append(shard)
            return bool(found)
        wait_until(is_one, f"no shard is played on {node}")
        return found[0]


if __name__ == "__main__":
    unittest.main()
