#!/usr/bin/env python3
"""An hour of tournaments at full load, healthy bots among exhibits of the museum: at the end the referee uses what it used after the
first minute, every verdict is the museum's, and nothing is left when it is over.

    soak.py [--minutes N] [--concurrency N] [--seed N]

One program plays all the time. Its memory, descriptors and processes, and the temporary files of the machine, are counted twice a
second, and the highest numbers of the first minute are compared with those of the last. Environment: TOPTILE, TOPTILE_BOTS,
TOPTILE_EXHIBIT, as in the tests."""

import argparse
import collections
import json
import os
import pathlib
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import uuid

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "e2e"))
from toptile_program import EXHIBIT, PATIENCE, PROGRAM, WORDS, wait_for_bots_to_exit  # noqa: E402

CATALOGUE = json.loads((pathlib.Path(__file__).resolve().parent.parent / "data" / "museum.json").read_text())
# The number of exhibits that play. The rest of the museum would mostly wait, or fill the disk.
AT_ONCE = 10
# These fill the machine, and would disturb what is measured.
TOO_HUNGRY = {"spins", "forks-without-end", "eats-memory", "writes-without-end", "gigabyte-line"}
# These answer whatever comes without reading it: even a new game after one that its opponent forfeited, which is a fault.
BLIND = {"never-reads", "reads-when-full"}
MOVE_MS, MARGIN_MS, PATIENCE_MS = 150, 1000, 2000
WINDOW = 60  # The seconds at the beginning and at the end that are compared.
MIB = 1 << 20
# The numbers may be higher than in the first minute by this much, because the games in play change all the time.
ROOM = {"memory": 6 * MIB, "descriptors": 60, "processes": 60, "temporary files": 20}


def exhibits():
    """The exhibits that play one game at a time by the usual rules, with the usual clock and without options."""
    return [entry for room in CATALOGUE["rooms"] for entry in room["exhibits"]
            if "file" not in entry and entry["name"] not in TOO_HUNGRY | BLIND and entry.get("rules", "hasbro") == "hasbro" and "height" not in entry
            and not entry.get("option") and "batch" not in entry and entry.get("clock", "move") == "move"]


def chosen(seed):
    """Randomly chosen exhibits: some that commit a fault, and three that are tolerated."""
    entries = exhibits()
    random.Random(seed).shuffle(entries)
    tolerated = [entry for entry in entries if entry["verdict"] == "plays on"]
    guilty = [entry for entry in entries if entry["verdict"] != "plays on"]
    return guilty[:AT_ONCE - 3] + tolerated[:3]


def descendants(pid):
    found, todo = [], [pid]
    while todo:
        try:
            for thread in pathlib.Path(f"/proc/{todo.pop()}/task").iterdir():
                children = [int(child) for child in (thread / "children").read_text().split()]
                found += children
                todo += children
        except OSError:
            continue
    return found


def look(pid):
    status = pathlib.Path(f"/proc/{pid}/status").read_text()
    resident = int(next(line.split()[1] for line in status.splitlines() if line.startswith("VmRSS:"))) * 1024
    return {"memory": resident, "descriptors": len(os.listdir(f"/proc/{pid}/fd")), "processes": len(descendants(pid)),
            "temporary files": sum(len(os.listdir(place)) for place in (tempfile.gettempdir(), "/dev/shm") if os.path.isdir(place))}


def most(looks):
    return {what: max(one[what] for one in looks) for what in ROOM}


def shown(looks):
    return ", ".join(f"{what} {value / MIB:.1f} MiB" if what == "memory" else f"{what} {value}" for what, value in most(looks).items())


def config_of(entries, seed, mark):
    bots = ["greedy", "random", {"name": "calm", "command": [EXHIBIT, "behave"]}]
    bots += [{"name": entry["name"], "command": [EXHIBIT, entry["name"], "", mark]} for entry in entries]
    return {"bots": bots, "games": 10_000_000, "seed": str(seed), "lexicon": str(WORDS),
            "clock": {"kind": "move", "time_ms": MOVE_MS, "margin_ms": MARGIN_MS, "hang_ms": MOVE_MS + MARGIN_MS},
            "patience": {"start_ms": PATIENCE_MS, "ready_ms": PATIENCE_MS, "quit_ms": 200}, "withdraw_after": 0, "try_bots": False,
            "sandbox": "off"}


def wrong_verdicts(games, entries):
    """Counts verdicts that are not the museum's, those of healthy bots too, and the games of each bot."""
    expected = {entry["name"]: entry["verdict"] for entry in entries}
    wrong, played = collections.Counter(), collections.Counter()
    with open(games, encoding="utf-8") as log:
        for line in log:
            game = json.loads(line) if line.endswith("\n") else None
            if game is None:
                continue
            played.update(game["players"])
            for forfeit in game["forfeits"]:
                name = game["players"][forfeit["seat"]]
                if forfeit["reason"] != expected.get(name):
                    wrong[f"{name}: {forfeit['reason']}: {forfeit['text']}"] += 1
    return wrong, played


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0], formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--concurrency", type=int, default=2 * len(os.sched_getaffinity(0)))
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    if arguments.minutes * 60 < 3 * WINDOW:
        parser.error(f"--minutes: at least {3 * WINDOW // 60}, as the first minute is compared with the last")
    entries = chosen(arguments.seed)
    here = pathlib.Path(tempfile.mkdtemp(prefix="toptile-soak-"))
    mark = f"soak-{uuid.uuid4()}"
    (here / "soak.json").write_text(json.dumps(config_of(entries, arguments.seed, mark)))
    print("healthy: greedy, random, calm; exhibits: " + ", ".join(entry["name"] for entry in entries), flush=True)
    program = subprocess.Popen([PROGRAM, "tournament", here / "soak.json", "--concurrency", str(arguments.concurrency), "--out", here / "run",
                                "--quiet"], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    begin, looks, next_word = time.monotonic(), [], 0
    while program.poll() is None and time.monotonic() - begin < arguments.minutes * 60:
        looks.append((time.monotonic() - begin, look(program.pid)))
        if looks[-1][0] >= next_word:
            print(f"{looks[-1][0] / 60:5.1f} min: {shown([one for _, one in looks[-20:]])}", flush=True)
            next_word += 60
        time.sleep(0.5)
    ended_early = program.poll() is not None
    program.send_signal(signal.SIGINT)
    errors = program.communicate(timeout=PATIENCE)[1]

    failures = []
    if ended_early:
        failures.append(f"the program ended by itself, with {program.returncode}: {errors}")
    if ended_early and looks[-1][0] < 2 * WINDOW:
        sys.exit(failures[0])
    first = [one for at, one in looks if WINDOW / 2 <= at < 3 * WINDOW / 2]
    last = [one for at, one in looks if at >= looks[-1][0] - WINDOW]
    for what, room in ROOM.items():
        before, after = most(first)[what], most(last)[what]
        if after > before + room:
            failures.append(f"{what}: {after} in the last minute, {before} in the first")
    try:
        wait_for_bots_to_exit(mark)
    except AssertionError as fault:
        failures.append(str(fault))
    wrong, played = wrong_verdicts(here / "run" / "games.jsonl", entries)
    failures += [f"{count} times: {verdict}" for verdict, count in wrong.most_common(10)]
    print(f"{sum(played.values()) // 2} games; first minute: {shown(first)}; last minute: {shown(last)}")
    for failure in failures:
        print("soak: " + failure, file=sys.stderr)
    if not failures:
        shutil.rmtree(here)
        print("nothing grew, nothing was left, every verdict was right")
    else:
        print(f"soak: the run is kept in {here}", file=sys.stderr)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
