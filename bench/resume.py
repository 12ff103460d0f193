#!/usr/bin/env python3
"""How long the program takes to go on with a long run, from its start to the first new record.

Two sample bots play some games. Their records, renumbered, become a run of 100,000 games with the last pairs missing. Then the
program goes on with it, and the clock stops when it writes the next record, so that one game is in the time. It tells this time,
how long `cat` takes to read the same records, and the ratio of the two. Both read from memory, as the file has just been
written. The run's folder takes some 600 MB of the temporary folder."""

import argparse
import hashlib
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import time

TRIAL = "TOPTILE_BENCH_TRIAL" in os.environ  # It only shows that everything runs to its end.
GAMES, PLAYED, MISSING, SEED = (400, 20, 40, 5) if TRIAL else (100_000, 400, 40, 5)
BUILD = pathlib.Path(__file__).resolve().parents[1]
PROGRAM = os.environ.get("TOPTILE", str(BUILD / "toptile"))
ROUNDS = 1 if TRIAL else 5


def play(folder, games):
    return [PROGRAM, "tournament", "--bot", "greedy", "--bot", "random", "--seed", str(SEED), "--games", str(games), "--quiet",
            "--out", str(folder)]


def game_seed(pair):
    text = f"toptile-game/2 {SEED} {pair} greedy random"
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")


def lengthen(folder):
    """Makes a long run of a short one. The digests stay those of the short one: the program does not look at them to go on."""
    plan = folder / "run.json"
    plan.write_text(plan.read_text().replace(f'"games": {PLAYED},', f'"games": {GAMES},'))
    pattern = re.compile(r'"id":\d+,"pair":\d+,(.*?)"seed":"\d+"')
    short = (folder / "games.jsonl").read_text().splitlines(keepends=True)
    with open(folder / "games.jsonl", "w") as log:
        for number in range(1, GAMES - MISSING + 1):
            pair = (number + 1) // 2
            log.write(pattern.sub(lambda found: f'"id":{number},"pair":{pair},{found[1]}"seed":"{game_seed(pair)}"',
                                  short[(number - 1) % PLAYED], count=1))


def time_to_go_on(folder):
    log = folder / "games.jsonl"
    before = log.stat().st_size
    begin = time.monotonic()
    process = subprocess.Popen(play(folder, GAMES), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    while log.stat().st_size == before and process.poll() is None:
        time.sleep(0.001)
    taken = time.monotonic() - begin
    process.send_signal(signal.SIGKILL)
    process.wait()
    if log.stat().st_size == before:
        sys.exit(f"resume: the run did not go on: {process.stderr.read().decode().strip()}")
    os.truncate(log, before)
    os.truncate(folder / "games.ahead.jsonl", 0)
    return taken


def time_to_read(folder):
    begin = time.monotonic()
    subprocess.run(["cat", folder / "games.jsonl"], stdout=subprocess.DEVNULL, check=True)
    return time.monotonic() - begin


def main():
    parser = argparse.ArgumentParser(prog="resume", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--benchmark_filter", default="", metavar="REGEX", help="nothing, unless it finds resume")
    given, others = parser.parse_known_args()
    if others:
        print("resume: %s: for the other programs of bench/" % " ".join(others), file=sys.stderr)
    if not re.search(given.benchmark_filter, "resume"):
        return
    with tempfile.TemporaryDirectory(prefix="toptile-bench-") as here:
        folder = pathlib.Path(here) / "run"
        played = subprocess.run(play(folder, PLAYED), capture_output=True, text=True)
        if played.returncode != 0:
            sys.exit(f"resume: the games could not be played: {played.stderr.strip()}")
        lengthen(folder)
        size = (folder / "games.jsonl").stat().st_size
        going_on = sorted(time_to_go_on(folder) for _ in range(ROUNDS))[ROUNDS // 2]
        reading = sorted(time_to_read(folder) for _ in range(ROUNDS))[ROUNDS // 2]
        print(f"resume of {GAMES} games, {size >> 20} MiB: {going_on:.2f} s to the first record; reading the file takes "
              f"{reading:.2f} s; ratio {going_on / reading:.1f}")


if __name__ == "__main__":
    main()
