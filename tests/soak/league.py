#!/usr/bin/env python3
"""A league whose processes are killed again and again: no game is lost, and none is there twice.

    league.py [--kills N] [--processes N] [--seed N]

Some processes play in one league. One of them is killed at a random moment and replaced, N times. In the end every set that was
begun is there once, and every record keeps to the rules. Environment: TOPTILE, as in the tests."""

import argparse
import json
import os
import pathlib
import random
import signal
import sqlite3
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "e2e"))
from toptile_program import PATIENCE, WORDS, folder, run, start  # noqa: E402


def expect(done, code=0):
    if done.returncode != code:
        raise SystemExit(f"it ended with {done.returncode}: {done.stdout}{done.stderr}")
    return done


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--processes", type=int, default=4)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    chance = random.Random(arguments.seed)
    with folder() as here:
        expect(run("league", "init", "--lexicon", WORDS, "--no-clock", "--sandbox", "auto", cwd=here))
        expect(run("submit", "greedy", "random", "human", "stacker", "phoney", cwd=here))
        worker = ("league", "run", "--quiet", "--json", "--concurrency", 1)
        workers = [start(*worker, cwd=here) for _ in range(arguments.processes)]
        for kill in range(arguments.kills):
            time.sleep(chance.uniform(0.05, 2))
            place = chance.randrange(len(workers))
            if workers[place].poll() is not None:
                raise SystemExit(f"a process ended by itself: {workers[place].communicate()}")
            os.kill(workers[place].pid, signal.SIGKILL)
            workers[place].communicate()
            workers[place] = start(*worker, cwd=here)
            if (kill + 1) % 10 == 0:
                print(f"{kill + 1} kills", flush=True)
        time.sleep(5)
        totals = {"store": 0.0, "all": 0.0}
        for each in workers:
            each.send_signal(signal.SIGTERM)
            told, error = each.communicate(timeout=PATIENCE)
            if each.returncode != 130:
                raise SystemExit(f"a process did not end as it should: {each.returncode} {error}")
            use = json.loads(told)
            totals["store"] += use["seconds_in_store"]
            totals["all"] += use["seconds_in_store"] + use["seconds_choosing"] + use["seconds_playing"]
        database = sqlite3.connect(here / "league/league.db", timeout=PATIENCE)
        database.execute("UPDATE workers SET alive_until = 0")
        held = database.execute("SELECT COUNT(*) FROM leases").fetchone()[0]
        database.commit()
        expect(run("league", "run", "--games", 2 * (held + 4), "--quiet", cwd=here))
        numbers = [row[0] for row in database.execute("SELECT set_number FROM played ORDER BY set_number")]
        last = int(database.execute("SELECT value FROM settings WHERE key = 'last_set'").fetchone()[0])
        left = database.execute("SELECT COUNT(*) FROM leases").fetchone()[0]
        rebuilt = json.loads(expect(run("league", "rebuild", "--check", "--json", cwd=here)).stdout)
        lost, twice = last - len(set(numbers)) - left, len(numbers) - len(set(numbers))
        print(f"{arguments.kills} kills, {held} sets were held by the dead, {2 * len(numbers)} games")
        print(f"{lost} sets lost, {twice} twice, {rebuilt['refused']} against the rules, {rebuilt['changed']} with other results")
        print(f"{100 * totals['store'] / totals['all']:.2f} % of the time in the database")
        if lost or twice or rebuilt["refused"] or rebuilt["changed"]:
            raise SystemExit(1)


if __name__ == "__main__":
    main()
