#!/usr/bin/env python3
"""Reports of long runs: how long one takes, and how large it is.

Sample bots play some games. These become runs of about 10,000 games, among 2, 12 and 40 bots: names are exchanged and records
renumbered. For each run it tells the seconds for a report with all games, the seconds in which `cat` reads the records, and the
ratio of the two; the size of the page without games; and the bytes that a game takes in the page."""

import argparse
import hashlib
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time

TRIAL = "TOPTILE_BENCH_TRIAL" in os.environ  # It only shows that everything runs to its end.
GAMES, PLAYED, SEED = (2000, 20, 5) if TRIAL else (10_000, 400, 5)
BUILD = pathlib.Path(__file__).resolve().parents[1]
PROGRAM = os.environ.get("TOPTILE", str(BUILD / "toptile"))


def game_seed(meeting, players):
    text = f"toptile-game/2 {SEED} {meeting} {' '.join(sorted(players))}"
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")


def lengthen(short, folder, bots):
    """Makes a run of many bots out of a run of two: every meeting of a round robin gets the next games of the short run."""
    names = [f"bot-{i}" for i in range(bots)]
    games = GAMES // (bots * (bots - 1) // 2) // 2 * 2
    folder.mkdir()
    plan = json.loads((short / "run.json").read_text())
    plan["bots"] = [{**plan["bots"][0], "name": name} for name in names]
    plan["games"] = games
    (folder / "run.json").write_text(json.dumps(plan))
    for file in ("lexicon.txt", "lexicon.lexicon"):
        (folder / file).symlink_to(short / file)
    pattern = re.compile(r'"id":\d+,"pair":\d+,(.*?)"seed":"\d+"(.*?)"players":\[[^]]*\]')
    lines = (short / "games.jsonl").read_text().splitlines(keepends=True)
    pairs = meetings_in_order(bots)
    with open(folder / "games.jsonl", "w", encoding="utf-8") as log:
        for number in range(1, games * len(pairs) + 1):
            pair = (number + 1) // 2
            one, other = sorted(pairs[(pair - 1) % len(pairs)])
            players = [names[one], names[other]] if number % 2 else [names[other], names[one]]
            seed = game_seed((pair - 1) // len(pairs) + 1, players)
            log.write(pattern.sub(lambda found: f'"id":{number},"pair":{pair},{found[1]}"seed":"{seed}"{found[2]}'
                                                f'"players":{json.dumps(players, separators=(",", ":"))}',
                                  lines[(number - 1) % PLAYED], count=1))
    return games * len(pairs)


def meetings_in_order(bots):
    """Gives a round robin by the circle: one bot stands still, the others go round, and bots that face each other meet."""
    circle, meetings = list(range(bots)), []
    for _ in range(bots - 1):
        meetings += [(circle[i], circle[-1 - i]) for i in range(bots // 2)]
        circle.insert(1, circle.pop())
    return meetings


def seconds(command):
    begin = time.monotonic()
    done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    if done.returncode != 0:
        sys.exit(f"report: {' '.join(map(str, command))} failed: {done.stderr.strip()}")
    return time.monotonic() - begin


def main():
    parser = argparse.ArgumentParser(prog="report", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--benchmark_filter", default="", metavar="REGEX", help="nothing, unless it finds report")
    given, others = parser.parse_known_args()
    if others:
        print("report: %s: for the other programs of bench/" % " ".join(others), file=sys.stderr)
    if not re.search(given.benchmark_filter, "report"):
        return
    with tempfile.TemporaryDirectory(prefix="toptile-bench-") as here:
        here = pathlib.Path(here)
        seconds([PROGRAM, "tournament", "--bot", "greedy", "--bot", "human", "--seed", str(SEED), "--games", str(PLAYED), "--quiet",
                 "--out", here / "short"])
        for bots in (2, 12, 40):
            run = here / f"bots-{bots}"
            games = lengthen(here / "short", run, bots)
            page, bare = here / "page.html", here / "bare.html"
            reading = min(seconds(["cat", run / "games.jsonl"]) for _ in range(3))
            writing = min(seconds([PROGRAM, "report", run, "--out", page]) for _ in range(3))
            seconds([PROGRAM, "report", run, "--out", bare, "--games", "none"])
            with_games, without = page.stat().st_size, bare.stat().st_size
            print(f"report of {games} games, {bots} bots, {(run / 'games.jsonl').stat().st_size >> 20} MiB: {writing:.2f} s; "
                  f"reading the file takes {reading:.2f} s, ratio {writing / reading:.0f}; page without games {without / 1e6:.2f} MB, "
                  f"{(with_games - without) / games:.0f} bytes a game", flush=True)
            page.unlink(), bare.unlink()


if __name__ == "__main__":
    main()
