"""The program under test, as a user runs it."""

import atexit
import contextlib
import json
import os
import pathlib
import shutil
import subprocess
import tempfile

BUILD = pathlib.Path(__file__).resolve().parents[2] / "build" / "release"
PROGRAM = os.environ.get("TOPTILE", str(BUILD / "toptile"))
BOTS = pathlib.Path(os.environ.get("TOPTILE_BOTS", BUILD / "bots"))
EXHIBIT = os.environ.get("TOPTILE_EXHIBIT", str(BUILD / "tests" / "bots" / "exhibit"))
IS_SANITIZED = os.environ.get("TOPTILE_SANITIZE", "") != ""
WORDS = pathlib.Path(__file__).resolve().parent.parent / "data" / "words" / "plain.txt"

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

PATIENCE = 600  # For what must come, in seconds. A busy machine is slow; only a test that hangs ends by this.
ENDLESS = 1_000_000  # A number of games that is never reached before the tournament is stopped.


def run(*arguments, cwd=None, stdin="", timeout=PATIENCE, env=None):
    """Runs the program; returns the finished process with returncode, stdout and stderr."""
    return subprocess.run([PROGRAM, *map(str, arguments)], cwd=cwd, input=stdin, timeout=timeout, capture_output=True, text=True,
                          env={**os.environ, **(env or {})})


def start(*arguments, cwd=None, **options):
    return subprocess.Popen([PROGRAM, *map(str, arguments)], cwd=cwd, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **options)


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
