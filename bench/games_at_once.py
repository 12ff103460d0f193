#!/usr/bin/env python3
"""Measures the gain of playing several games at once, in pairs of tournaments that alternate. Each value is a ratio of the two:
  processors   games a second of bots that compute for 5 ms a move: --concurrency 2 to --concurrency 1. A machine that does nothing
               else, with two processors or more, should give a median of 1.9 or more; and the tool itself 1 % or less of the
               processor time at --concurrency 1. With --demand the exit status is 1 if it does not.
  passes       moves a second of a bot in Python whose calls take 3 ms and which always passes, in games of 40 turns: --batch 64 to
               --batch 1, both in one thread
  plays        the same, in usual games, if it also lists every play with the module toptile_engine, and makes the best
TOPTILE names the program, and PACER the bot of `processors` (bench/bots/pacer.cpp)."""

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
NETWORK = BUILD / "bench" / "bots" / "network" / "network_bot.py"
MODULE = BUILD / "python"  # toptile_engine, with which the Python kit is fast.
TRIAL = "TOPTILE_BENCH_TRIAL" in os.environ  # It only shows that everything runs to its end.
LEAST_RATIO, MOST_SHARE = 1.9, 0.01
PATIENT = {"name": "patient", "based_on": "hasbro", "pass_rounds": 20, "scoreless_rounds": 0}  # Passes end no game before turn 40.


def play(bot, games, *flags):
    """Gives what the program says of a tournament between two copies of a bot."""
    games = 2 if TRIAL else games
    paths = os.pathsep.join([str(BUILD / "bots"), str(MODULE)])
    with tempfile.TemporaryDirectory(prefix="toptile-bench-") as folder:
        rules = pathlib.Path(folder) / "patient.json"
        rules.write_text(json.dumps(PATIENT), encoding="utf-8")
        done = subprocess.run([TOPTILE, "tournament", "--bot", f"one={bot}", "--bot", f"two={bot}", "--seed", "1", "--games", str(games),
                               "--rules", str(rules), "--out", f"{folder}/run", "--json", "--quiet", *flags],
                              capture_output=True, text=True, env={**os.environ, "PYTHONPATH": paths})
    if done.returncode != 0:
        sys.exit(f"games_at_once: the tournament failed: {done.stderr.strip()}")
    return json.loads(done.stdout)


def ratios_of(what, pairs, few, many):
    """Prints what is gained from `few` to `many`, which each play a tournament and give its speed."""
    ratios = []
    for pair in range(pairs):
        runs = {run: run() for run in ((few, many) if pair % 2 == 0 else (many, few))}
        ratios.append(runs[many] / runs[few])
        print(f"{what:<11} {runs[few]:9.2f} /s alone, {runs[many]:9.2f} /s at once: {ratios[-1]:6.3f}", flush=True)
    print(f"{what:<11} median {statistics.median(ratios):.3f} ({min(ratios):.3f} to {max(ratios):.3f})")
    return statistics.median(ratios)


def processors(pairs):
    """Measures games at once on two processors. Gives whether this is what a quiet machine reaches."""
    shares = []

    def games_a_second(concurrency):
        told = play(f"{PACER} burn 5", 24, "--concurrency", str(concurrency))
        if concurrency == 1:
            shares.append(told["processor"]["own_share"])
        return told["games"] / told["seconds"]

    ratio = ratios_of("processors", pairs, lambda: games_a_second(1), lambda: games_a_second(2))
    share = statistics.median(shares)
    print(f"processors  median share of the tool itself: {100 * share:.2f} %")
    return ratio >= LEAST_RATIO and share <= MOST_SHARE


def batches(what, pairs):
    """Measures games at once in each process of a bot in Python."""
    def moves_a_second(batch, games):
        told = play(f"{NETWORK} {what}", games, "--concurrency", "1", "--batch", str(batch), "--sandbox", "off")
        return told["turns"] / told["seconds"]

    ratios_of(what, pairs, lambda: moves_a_second(1, 16), lambda: moves_a_second(64, 512))


def main():
    parser = argparse.ArgumentParser(prog="games_at_once", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pairs", type=int, default=1 if TRIAL else 5, help="pairs of tournaments for each value")
    parser.add_argument("--demand", action="store_true", help="fail if `processors` is less than a quiet machine gives")
    parser.add_argument("--benchmark_filter", default="", metavar="REGEX", help="only the values whose names match, as games_at_once/plays")
    given, others = parser.parse_known_args()
    if others:
        print("games_at_once: %s: for the other programs of bench/" % " ".join(others), file=sys.stderr)
    is_asked = lambda name: re.search(given.benchmark_filter, f"games_at_once/{name}")  # noqa: E731
    is_quick_enough = processors(given.pairs) if is_asked("processors") else True
    if is_asked("passes"):
        batches("passes", given.pairs)
    if is_asked("plays") and not (MODULE / "toptile_engine").exists():
        print("plays       not measured: the module toptile_engine was not built")
    elif is_asked("plays"):
        batches("plays", given.pairs)
    return 1 if given.demand and not is_quick_enough else 0


if __name__ == "__main__":
    sys.exit(main())
