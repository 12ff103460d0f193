#!/usr/bin/env python3
"""What a second game at once gains in a tournament between bots that compute for 5 ms a move. It tells games a second at
--concurrency 2 divided by those at 1, in pairs of runs that alternate, and the tool's own share of the processor time used.

Usage: concurrency.py [PAIRS] [GAMES]   (default: 5 pairs of runs, 24 games each; a minute or two)

It needs a machine that does nothing else, with two processors or more. The exit status is 1 if the median of the ratios is
below 1.9, or the median of the shares at --concurrency 1 is above 1 %. TOPTILE names the program, and PACER names the bot
(tests/bots/pacer.cpp)."""

import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile

RELEASE = pathlib.Path(__file__).resolve().parents[1] / "build" / "release"
TOPTILE = os.environ.get("TOPTILE", str(RELEASE / "toptile"))
PACER = os.environ.get("PACER", str(RELEASE / "tests" / "bots" / "pacer"))
LEAST_RATIO, MOST_SHARE = 1.9, 0.01


def play(games, concurrency):
    """Gives games a second, and the share of the tool itself."""
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run([TOPTILE, "tournament", "--bot", f"one={PACER} burn 5", "--bot", f"two={PACER} burn 5", "--seed", "1",
                               "--games", str(games), "--concurrency", str(concurrency), "--out", f"{folder}/run", "--json", "--quiet"],
                              check=True, capture_output=True, text=True)
    told = json.loads(done.stdout)
    return told["games"] / told["seconds"], told["processor"]["own_share"]


def main():
    pairs, games = (list(map(int, sys.argv[1:])) + [5, 24][len(sys.argv) - 1:])[:2]
    ratios, shares = [], []
    for pair in range(pairs):
        order = (1, 2) if pair % 2 == 0 else (2, 1)
        runs = {concurrency: play(games, concurrency) for concurrency in order}
        ratios.append(runs[2][0] / runs[1][0])
        shares.append(runs[1][1])
        print(f"{runs[1][0]:6.2f} games/s at 1, {runs[2][0]:6.2f} at 2: {ratios[-1]:.3f}; itself {100 * shares[-1]:.2f} %", flush=True)
    ratio, share = statistics.median(ratios), statistics.median(shares)
    print(f"medians: {ratio:.3f} times the games a second, itself {100 * share:.2f} %")
    return 0 if ratio >= LEAST_RATIO and share <= MOST_SHARE else 1


if __name__ == "__main__":
    sys.exit(main())
