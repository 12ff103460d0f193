"""Tournaments that are killed at random moments, and continued each time: 32 kills, and 200 in the long tier.

Their files are compared with those of an undisturbed run, byte by byte: run.json, the lexicon, the report, the names of all files,
and games.jsonl. sessions.json differs every time, because it has the times at which a program played, so it is left out. The time
of a move and the lateness of the referee differ, too, so those numbers are blanked in the text of games.jsonl and in the report
(`"ms":…`, `"late_ms":…`), and the games have no clock. Three of four signals are SIGKILL, the others SIGINT and SIGTERM. A signal
comes soon after the start, or after a random number of games. TOPTILE_CRASH_SEED repeats the random numbers of a test that failed."""

import os
import random
import signal
import unittest
import uuid

from toptile_program import IS_LONG, WORDS, folder, kill_in_play, run, wait_for_bots_to_exit
from written_page import SESSIONS, TIMES, without_times

SEED = int(os.environ.get("TOPTILE_CRASH_SEED", random.SystemRandom().randrange(10 ** 9)))
KILLS = 200 if IS_LONG else 32
MOST_NEW_GAMES = 5  # A signal comes before the run has this many more games.
BOTS = ("--bot", "greedy", "--bot", "random", "--bot", "second=greedy", "--bot", "dice=random")
# Each name has the tournament's flags and the number of concurrent games. In one of them, the bots are in the sandbox.
TOURNAMENTS = {
    "round robin": (("--games", 4, "--sandbox", "auto"), 3),
    "swiss": (("--format", "swiss", "--rounds", 3, "--games", 6, "--sandbox", "off"), 2),
    "knock-out": (("--format", "knock_out", "--games", 8, "--sandbox", "off"), 4),
    "shard": (("--games", 12, "--shard", "2/3", "--sandbox", "off"), 3),
}
SIGNALS = (*6 * [signal.SIGKILL], signal.SIGINT, signal.SIGTERM)


def files(run_folder):
    """Every file of a run by its name, with its bytes, among them what bots wrote on stderr."""
    found = {str(path.relative_to(run_folder)): path.read_bytes() for path in run_folder.rglob("*")
             if path.is_file() and path.name != SESSIONS}
    found["games.jsonl"] = TIMES.sub(rb"\g<1>0", found["games.jsonl"])
    found["report.html"] = without_times(found["report.html"])
    return found


class Killed(unittest.TestCase):
    def setUp(self):
        self.moments = random.Random(SEED)
        self.marker = str(uuid.uuid4())

    def command(self, name, run_folder):
        flags, at_once = TOURNAMENTS[name]
        return ("tournament", *BOTS, *flags, "--lexicon", WORDS, "--seed", 8, "--no-clock", "--no-try", "--quiet", "--concurrency",
                at_once, "--out", run_folder)

    def kill(self, command, run_folder):
        """Sends a random signal at a random moment; returns whether the run was cut off."""
        by = self.moments.choice(SIGNALS)
        process = kill_in_play(command, run_folder, self.moments, MOST_NEW_GAMES, by, env={**os.environ, "LC_TOPTILE_TEST": self.marker})
        if process.returncode == 0:
            return False
        expected = (-signal.SIGKILL,) if by == signal.SIGKILL else (130, -by)  # It may not have caught the signal yet.
        self.assertIn(process.returncode, expected, process.complained)
        return True

    def break_and_continue(self, name, here, unbroken, most):
        """Kills a run until it ends or was killed often enough, lets it end, and returns the number of kills."""
        command = self.command(name, here / "broken")
        kills = 0
        while kills < most and self.kill(command, here / "broken"):
            kills += 1
        wait_for_bots_to_exit(self.marker)
        done = run(*command)
        self.assertEqual(done.returncode, 0, done.stderr)
        broken = files(here / "broken")
        self.assertEqual(broken.keys(), unbroken.keys())
        for file, content in unbroken.items():
            self.assertTrue(broken[file] == content, f"{file} differs after {kills} kills; TOPTILE_CRASH_SEED={SEED}")
        self.assertEqual(broken["games.ahead.jsonl"], b"")
        return kills

    def test_killed_runs_come_to_the_same_bytes(self):
        for name in TOURNAMENTS:
            with self.subTest(name, seed=SEED), folder() as here:
                done = run(*self.command(name, here / "whole"))
                self.assertEqual(done.returncode, 0, done.stderr)
                unbroken, left = files(here / "whole"), KILLS // len(TOURNAMENTS)
                while left > 0:
                    with folder() as there:
                        left -= self.break_and_continue(name, there, unbroken, left)


if __name__ == "__main__":
    unittest.main()
