#!/usr/bin/env python3
"""What the kits for bots cost. The greedy bot of each kit runs as a process and gets the positions of greedy games:
  start       from the start of the process to `readyok`, with the words of the shipped list: the median of some starts
  cold        the same once, with the list not in memory
  first       the answer to the first `go` of the first process
  median, mean, longest    the answers to all positions, from `go` to `bestmove`
All times are in milliseconds. The bots in Python and JavaScript list every play for an answer; the one in C++ looks only for
the best. So the yardstick is a line of its own: the time in which the engine lists every play, by `toptile bench speed` of the
same build. `Python fast` is the kit with the module toptile_engine. The word list is the shipped one, or the file that TOPTILE_BENCH_LEXICON names."""

import argparse
import json
import os
import pathlib
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

BUILD = pathlib.Path(__file__).resolve().parents[1]
BOTS = BUILD / "bots"
PROGRAM = BUILD / "toptile"
sys.path.insert(0, str(BOTS))
sys.dont_write_bytecode = True

import toptile  # noqa: E402

TRIAL = "TOPTILE_BENCH_TRIAL" in os.environ  # It only shows that everything runs to its end.
GAMES, STARTS = (2, 1) if TRIAL else (20, 5)
KITS = {"C++": "greedy", "Python": "greedy-python", "Python fast": "greedy-python", "JavaScript": "greedy-js"}
MODULE = BUILD / "python"  # toptile_engine, with which the Python kit is fast.
ENVIRONMENTS = {"Python": {"TOPTILE_PURE_KIT": "1"}, "Python fast": {"PYTHONPATH": str(MODULE)}}
ROW = "{:<12} {:>8} {:>8} {:>8} {:>8} {:>8} {:>8}"


def output(*arguments):
    words = os.environ.get("TOPTILE_BENCH_LEXICON")
    command = [str(PROGRAM), *map(str, arguments), *(["--lexicon", words] if words else [])]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit("kits: %s failed: %s" % (" ".join(command), done.stderr.strip()))
    return done.stdout


def play_games(run):
    """Gives the positions of greedy games, each once and in order. The words that the bots got are in the run's folder."""
    output("tournament", "--bot", "one=greedy", "--bot", "two=greedy", "--games", GAMES, "--seed", 1, "--quiet", "--out", run)
    positions = {}
    for record in map(json.loads, (run / "games.jsonl").read_text(encoding="utf-8").splitlines()):
        game = toptile.Game(toptile.Ruleset(), None)
        board = toptile.Board(game.ruleset.size)
        for turn in record["turns"]:
            positions["board %s rack %s" % (board, turn["rack"])] = None
            laid, _ = toptile.Position(game, board, "").laid_by(turn["move"])
            board = board.after(laid)
    return list(positions)


def lexicon_line(run):
    told = json.loads((run / "run.json").read_text(encoding="utf-8"))["lexicon"]
    return "lexicon name bench words %d sha256 %s path %s" % (told["words"], told["sha256"], run / "lexicon.txt")


class Bot:
    def __init__(self, kit, lexicon):
        begun = time.monotonic()
        self.process = subprocess.Popen([BOTS / KITS[kit]], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        env={**os.environ, **ENVIRONMENTS.get(kit, {})})
        self.ask("uwi 1\n", "uwiok")
        ruleset = "ruleset name hasbro tiles %s" % toptile.Ruleset.HASBRO_TILES
        self.ask("%s\n%s\nnewgame id 1 players 2 seat 0 seed 1\nisready\n" % (ruleset, lexicon), "readyok")
        self.started_in = 1000 * (time.monotonic() - begun)

    def ask(self, lines, answer):
        self.process.stdin.write(lines.encode())
        self.process.stdin.flush()
        for line in self.process.stdout:
            if line.decode().startswith(answer):
                return
        sys.exit("kits: %s ended without `%s`" % (self.process.args[0], answer))

    def answered_in(self, position):
        begun = time.monotonic()
        self.ask("position %s\ngo infinite\n" % position, "bestmove")
        return 1000 * (time.monotonic() - begun)

    def leave(self):
        self.process.communicate(b"quit\n")


def started_in(kit, lexicon):
    started = Bot(kit, lexicon)
    started.leave()
    return started.started_in


def forget(file):
    """Drops a file from the memory in which the system keeps it. Only what is on the disk already can be dropped."""
    with open(file, "rb+") as opened:
        os.fsync(opened.fileno())
        os.posix_fadvise(opened.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)


def measure(kit, run, positions):
    lexicon = lexicon_line(run)
    for words in run.glob("lexicon.*"):
        forget(words)
    cold = started_in(kit, lexicon)
    start = statistics.median(started_in(kit, lexicon) for _ in range(STARTS))
    asked = Bot(kit, lexicon)
    answers = [asked.answered_in(position) for position in positions]
    asked.leave()
    return start, cold, answers[0], statistics.median(answers), statistics.mean(answers), max(answers)


def yardstick():
    """Gives the milliseconds that the engine takes to list all plays of a position."""
    return 1000 / json.loads(output("bench", "speed", "--json"))["all_plays"]


def main():
    parser = argparse.ArgumentParser(prog="kits", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--benchmark_filter", default="", metavar="REGEX", help="only the kits so named, as C++ or Python")
    given, others = parser.parse_known_args()
    if others:
        print("kits: %s: for the other programs of bench/" % " ".join(others), file=sys.stderr)
    chosen = {kit: bot for kit, bot in KITS.items() if re.search(given.benchmark_filter, kit)}
    if not chosen:
        return
    with tempfile.TemporaryDirectory(prefix="toptile-bench-") as folder:
        run = pathlib.Path(folder) / "run"
        positions = play_games(run)
        print("%d positions, times in ms; the engine lists every play of one in %.3f" % (len(positions), yardstick()))
        print(ROW.format("kit", "start", "cold", "first", "median", "mean", "longest"))
        for kit, bot in chosen.items():
            if bot == "greedy-js" and shutil.which("node") is None:
                print("%-12s not measured: there is no node" % kit)
            elif kit == "Python fast" and not (MODULE / "toptile_engine").exists():
                print("%-12s not measured: the module toptile_engine was not built" % kit)
            else:
                print(ROW.format(kit, *("%.2f" % time for time in measure(kit, run, positions))), flush=True)


if __name__ == "__main__":
    main()
