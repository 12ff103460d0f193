"""The program under test, as a user runs it."""

import atexit
import contextlib
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time

TESTS = pathlib.Path(__file__).resolve().parents[1]
sys.path.append(str(TESTS))
from patience import PATIENCE, wait_for_exit, wait_until  # noqa: E402,F401

BUILD = TESTS.parent / "build" / "release"
PROGRAM = os.environ.get("TOPTILE", str(BUILD / "toptile"))
BOTS = pathlib.Path(os.environ.get("TOPTILE_BOTS", BUILD / "bots"))
EXHIBIT = os.environ.get("TOPTILE_EXHIBIT", str(BUILD / "tests" / "bots" / "exhibit"))
PACER = pathlib.Path(PROGRAM).parent / "bench" / "bots" / "pacer" / "pacer"
IS_SANITIZED = os.environ.get("TOPTILE_SANITIZE", "") != ""
WORDS = TESTS / "data" / "words" / "plain.txt"
IS_LONG = os.environ.get("TOPTILE_LONG", "") != ""  # Whether the tests are to take as long as `./dev test --long` may.


def count_for(usual, long):
    """How many of something a test is to try."""
    return long if IS_LONG else usual


# Built bots are kept in a temporary folder, and not among the files of the user who runs this.
os.environ["XDG_CACHE_HOME"] = tempfile.mkdtemp(prefix="toptile-e2e-cache-")
atexit.register(shutil.rmtree, os.environ["XDG_CACHE_HOME"], ignore_errors=True)

# A bot that answers as the protocol wants and plays nothing but passes.
PASSER = """#!/usr/bin/env python3
import sys
for line in sys.stdin:
    word = (line.split() or [""])[0]
    if word == "uwi":
        print("id name passer\\nuwiok", flush=True)
    elif word == "isready":
        print("readyok", flush=True)
    elif word == "go":
        print("bestmove accept" if "challenge" in line else "bestmove pass", flush=True)
    elif word == "quit":
        break
"""

# The same for many games at once. It ends when it is asked about three games or more and there is a file with the given name and the
# lane, 0 or 1, at the end; it removes the file.
UNLUCKY = """#!/usr/bin/env python3
import os, sys
luck, asked, left = "%s", [], 1
for line in sys.stdin:
    words = line.split() or [""]
    mark, name = "", ""
    if words[0] == "game":
        name, words = words[1], words[2:]
        mark = "game " + name + " "
    if words[0] == "uwi":
        print("id name unlucky\\ngames 16\\nuwiok", flush=True)
    elif words[0] == "isready":
        print("readyok", flush=True)
    elif words[0] == "batch":
        left = int(words[1])
    elif words[0] == "quit":
        break
    elif words[0] == "go":
        asked.append(mark + ("bestmove accept" if "challenge" in words else "bestmove pass"))
        if len(asked) < left:
            continue
        if left > 2 and os.path.exists(luck + str(int(name) %% 2)):
            os.remove(luck + str(int(name) %% 2))
            sys.exit(3)
        print("\\n".join(asked), flush=True)
        asked, left = [], 1
"""

ENDLESS = 1_000_000  # A number of games that is never reached before the tournament is stopped.


def run(*arguments, cwd=None, stdin="", timeout=PATIENCE, env=None):
    """Runs the program; returns the finished process with returncode, stdout and stderr."""
    return subprocess.run([PROGRAM, *map(str, arguments)], cwd=cwd, input=stdin, timeout=timeout, capture_output=True, text=True,
                          env={**os.environ, **(env or {})})


def start(*arguments, cwd=None, **options):
    """Starts the program, and returns at once."""
    return subprocess.Popen([PROGRAM, *map(str, arguments)], cwd=cwd, text=True,
                            **{"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **options})


def stop(process):
    """Sends SIGTERM to a program that was started, as soon as it would not die of it: it waits for the signal with the signal blocked."""
    def waits():
        blocked = next(line for line in pathlib.Path(f"/proc/{process.pid}/status").read_text().splitlines() if line.startswith("SigBlk:"))
        return int(blocked.split()[1], 16) >> (signal.SIGTERM - 1) & 1

    wait_until(lambda: process.poll() is not None or waits(), "the program does not wait for signals")
    process.send_signal(signal.SIGTERM)


@contextlib.contextmanager
def folder():
    path = pathlib.Path(tempfile.mkdtemp(prefix="toptile-e2e-"))
    try:
        yield path
    finally:
        shutil.rmtree(path)


def records(run_folder):
    with open(run_folder / "games.jsonl", encoding="utf-8", newline="\n") as log:
        # The program may be writing the last record just now.
        return [json.loads(line) for line in log if line.endswith("\n")]


def games_in(run_folder):
    """The number of games in the log of a run that may be about to start."""
    try:
        return (run_folder / "games.jsonl").read_bytes().count(b"\n")
    except FileNotFoundError:
        return 0


def wait_for_games(run_folder, games, process=None):
    """Waits until the run has this many games, or the process that plays them has exited."""
    wait_until(lambda: games_in(run_folder) >= games or process is not None and process.poll() is not None,
               lambda: f"{run_folder} has only {games_in(run_folder)} games")


def kill_in_play(command, run_folder, moments, games, by=signal.SIGKILL, **options):
    """Starts the command that plays the run, and sends a signal: soon after the start, or when the run has up to this many more
    games. The moments are random numbers. Returns the process; it may have ended by itself."""
    wanted, before = moments.randrange(games), games_in(run_folder)
    process = start(*command, **options)
    if wanted > 0:
        wait_for_games(run_folder, before + wanted, process)
    time.sleep(moments.uniform(0, 0.02 if wanted > 0 else 0.15))
    process.send_signal(by)
    process.said, process.complained = process.communicate(timeout=PATIENCE)
    return process


def without_times(run_folder):
    """The records of a run, without what the seed does not decide."""
    games = records(run_folder)
    for game in games:
        del game["late_ms"]
        for turn in game["turns"]:
            for key in ("ms", "clock", "info"):
                del turn[key]
        for forfeit in game["forfeits"]:
            del forfeit["evidence"]
    return games


def has_sandbox():
    """Whether this machine can do all that --sandbox require asks for."""
    return run("check", "host").returncode == 0


def wait_for_bots_to_exit(marker):
    """Waits until no process has the marker."""
    wait_until(lambda: [wait_for_exit(bot) for bot in bots_running(marker)] == [], f"processes with {marker} are left")


def bots_running(marker):
    """The processes whose environment or arguments hold the marker; the sandbox keeps variables LC_...."""
    found = []
    for entry in pathlib.Path("/proc").iterdir():
        if not entry.name.isdigit() or int(entry.name) == os.getpid():
            continue
        with contextlib.suppress(OSError):
            told = (entry / "environ").read_bytes() + (entry / "cmdline").read_bytes()
            if marker in told.decode(errors="replace"):
                found.append(int(entry.name))
    return found
