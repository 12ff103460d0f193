#!/usr/bin/env python3
"""Runs each of the simulations in build/bench/bench/simulated once, with small numbers, and shows what they print:
  league_choice    how soon the rules that choose a league's games give good ratings; docs/league_choice.md has it in full
  league_store     how large a league of many games is, and how long its standings take
  league_workers   how many sets workers that meet in one database store, and how long they wait for it
  search_choices   what a setting of the champion's search is worth
Each takes its full numbers as arguments, and tells at the top of its source which."""

import argparse
import os
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
PROGRAM = os.environ.get("TOPTILE", str(HERE.parent / "toptile"))
TRIAL = "TOPTILE_BENCH_TRIAL" in os.environ  # It only shows that everything runs to its end.


def shown(*command):
    """Runs a command, shows what it prints, and gives it."""
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"simulations: {' '.join(map(str, command))} failed: {done.stderr.strip() or done.stdout.strip()}")
    print(done.stdout, end="", flush=True)
    return done.stdout


def league_choice(here):
    output = here / "simulated.csv"
    sizes = ("field=2", "newcomers=0", "tables=1", "only_choice=1") if TRIAL else ("field=2", "newcomers=1", "tables=1")
    output.write_text(shown(HERE / "simulated" / "league_choice", *sizes))
    shown(sys.executable, "-B", HERE / "simulated" / "league_choice.py", "--print", output)


def league_store(here):
    played, kept = (2, 200) if TRIAL else (100, 20_000)
    run = here / "run"
    shown(PROGRAM, "tournament", "--bot", "greedy", "--bot", "random", "--games", played, "--seed", 1, "--quiet", "--out", run)
    shown(HERE / "simulated" / "league_store", run, kept, here / "league.db")


def league_workers(here):
    run = here / "run"
    shown(PROGRAM, "tournament", "--bot", "greedy", "--bot", "random", "--games", 2 if TRIAL else 100, "--seed", 1, "--quiet", "--out", run)
    # A database of PostgreSQL is what it is for, but a file will do to see that it runs.
    shown(HERE / "simulated" / "league_workers", run, here / "league.db", 4, 40, 4 if TRIAL else 20)


def search_choices(_here):
    settings = ("50,2", "100,2") if TRIAL else ("1000,2", "3000,4")
    shown(HERE / "simulated" / "search_choices", 2 if TRIAL else 40, 1, *settings)


def main():
    parser = argparse.ArgumentParser(prog="simulations", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--benchmark_filter", default="", metavar="REGEX", help="only the simulations that it finds")
    given, others = parser.parse_known_args()
    if others:
        print("simulations: %s: for the other programs of bench/" % " ".join(others), file=sys.stderr)
    for simulation in (league_choice, league_store, league_workers, search_choices):
        if re.search(given.benchmark_filter, simulation.__name__):
            print(f"{simulation.__name__}:", flush=True)
            with tempfile.TemporaryDirectory(prefix="toptile-bench-") as here:
                simulation(pathlib.Path(here))


if __name__ == "__main__":
    main()
