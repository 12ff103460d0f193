#!/usr/bin/env python3
"""What a second game at once gains in a tournament between bots that compute for 5 ms a move. It tells games a second at
--concurrency 2 divided by those at 1, in pairs of runs that alternate, and the tool's own share of the processor time used.

A machine that does nothing else, with two processors or more, should give a median ratio of 1.9 or more, and a median share of
1 % or less. With --demand the exit status is 1 if it does not. TOPTILE names the program, and PACER names the bot
(bench/bots/pacer.cpp)."""

import argparse
import json
import os
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile

BUILD = pathlib.Path(__file__).resolve().parents[1]
TOPTILE = os.environ.get("TOPTILE", str(BUILD / "toptile"))
PACER = os.environ.get("PACER", str(BUILD / "bench" / "bots" / "pacer" / "pacer"))
TRIAL = "TOPTILE_BENCH_TRIAL" in os.environ  # It only shows that everything runs to its end.
LEAST_RATIO, MOST_SHARE = 1.9, 0.01


def play(games, concurrency):
    """Gives games a second, and the share of the tool itself."""
    with tempfile.TemporaryDirectory(prefix="toptile-bench-") as folder:
        done = subprocess.run([TOPTILE, "tournament", "--bot", f"one={PACER} burn 5", "--bot", f"two={PACER} burn 5", "--seed", "1",
                               "--games", str(games), "--concurrency", str(concurrency), "--out", f"{folder}/run", "--json", "--quiet"],
                              capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"concurrency: the tournament failed: {done.stderr.strip()}")
    told = json.loads(done.stdout)
    return told["games"] / told["seconds"], told["processor"]["own_share"]


def main():
    parser = argparse.ArgumentParser(prog="concurrency", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pairs", type=int, default=1 if TRIAL else 5, help="pairs of runs")
    parser.add_argument("--games", type=int, default=2 if TRIAL else 24, help="games of a run")
    parser.add_argument("--demand", action="store_true", help="fail if the medians are not what a quiet machine gives")
    parser.add_argument("--benchmark_filter", default="", metavar="REGEX", help="nothing, unless it finds concurrency")
    given, others = parser.parse_known_args()
    if others:
        print("concurrency: %s: for the other programs of bench/" % " ".join(others), file=sys.stderr)
    if not re.search(given.benchmark_filter, "concurrency"):
        return 0
    ratios, shares = [], []
    for pair in range(given.pairs):
        order = (1, 2) if pair % 2 == 0 else (2, 1)
        runs = {concurrency: play(given.games, concurrency) for concurrency in order}
        ratios.append(runs[2][0] / runs[1][0])
        shares.append(runs[1][1])
        print(f"{runs[1][0]:6.2f} games/s at 1, {runs[2][0]:6.2f} at 2: {ratios[-1]:.3f}; itself {100 * shares[-1]:.2f} %", flush=True)
    ratio, share = statistics.median(ratios), statistics.median(shares)
    print(f"medians: {ratio:.3f} times the games a second, itself {100 * share:.2f} %")
    return 1 if given.demand and (ratio < LEAST_RATIO or share > MOST_SHARE) else 0


if __name__ == "__main__":
    sys.exit(main())
