"""Tournaments that are killed at 200 random moments, and continued each time.

Their files are compared with those of an undisturbed run, byte by byte: run.json, the words, the report, the names of all files,
and games.jsonl. sessions.json differs every time, as it says when a program played, so it is left out. The time of a move and the
lateness of the referee differ, too, so those numbers are blanked in the text of games.jsonl and in the report (`"ms":…`,
`"late_ms":…`), and the games have no clock. Three of four blows are SIGKILL, the others SIGINT and SIGTERM. TOPTILE_CRASH_SEED
repeats the moments of a test that failed, as far as the machine's timing allows."""

import os
import random
import signal
import time
import unittest
import uuid

from toptile_program import PATIENCE, WORDS, bots_running, folder, run, start
from written_page import SESSIONS, TIMES, without_times

SEED = int(os.environ.get("TOPTILE_CRASH_SEED", random.SystemRandom().randrange(10 ** 9)))
MOMENTS = 200
BOTS = ("--bot", "greedy", "--bot", "random", "--bot", "human", "--bot", "dice=random")
# Each name has the tournament's flags and the number of concurrent games.
TOURNAMENTS = {
    "round robin": (("--games", 4), 3),
    "swiss": (("--format", "swiss", "--rounds", 3, "--games", 6), 2),
    "knock-out": (("--format", "knock_out", "--games", 8), 4),
    "shard": (("--games", 12, "--shard", "2/3"), 3),
}
SIGNALS = (signal.SIGKILL, signal.SIGKILL, signal.SIGKILL, signal.SIGKILL, signal.SIGKILL, signal.SIGKILL, signal.SIGINT,
           signal.SIGTERM)


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

    def strike(self, command, longest):
        """Strikes the run at a random moment; returns whether that was before its end."""
        process = start(*command, env={**os.environ, "LC_TOPTILE_TEST": self.marker})
        blow = self.moments.choice(SIGNALS)
        time.sleep(self.moments.uniform(0, longest))
        process.send_signal(blow)
        _, errors = process.communicate(timeout=PATIENCE)
        if process.returncode == 0:
            return False
        expected = (-signal.SIGKILL,) if blow == signal.SIGKILL else (130, -blow)  # It may not have caught the signal yet.
        self.assertIn(process.returncode, expected, errors)
        return True

    def wait_for_bots_to_go(self):
        deadline = time.monotonic() + PATIENCE
        while bots_running(self.marker) and time.monotonic() < deadline:
            time.sleep(0.01)
        self.assertEqual(bots_running(self.marker), [], "bots outlive a killed referee")

    def break_and_go_on(self, name, here, unbroken, longest):
        """Strikes a run until it ends, and returns the number of blows. They come later each time, because the machine may now be
        slower than when the whole run was timed."""
        command = self.command(name, here / "broken")
        blows = 0
        while self.strike(command, longest * (1 + blows / 100)):
            blows += 1
            self.assertLess(blows, 500, "the tournament does not get on")
        self.wait_for_bots_to_go()
        done = run(*command)
        self.assertEqual(done.returncode, 0, done.stderr)
        broken = files(here / "broken")
        self.assertEqual(broken.keys(), unbroken.keys())
        for file, content in unbroken.items():
            self.assertTrue(broken[file] == content, f"{file} is another after {blows} blows; TOPTILE_CRASH_SEED={SEED}")
        self.assertEqual(broken["games.ahead.jsonl"], b"")
        return blows

    def test_a_run_that_is_killed_again_and_again_comes_to_the_same_bytes(self):
        for name in TOURNAMENTS:
            with self.subTest(name, seed=SEED), folder() as here:
                begin = time.monotonic()
                done = run(*self.command(name, here / "whole"))
                self.assertEqual(done.returncode, 0, done.stderr)
                taken = time.monotonic() - begin
                unbroken = files(here / "whole")
                blows = runs = 0
                while blows < MOMENTS / len(TOURNAMENTS):
                    runs += 1
                    self.assertLess(runs, MOMENTS, "the blows come too late")
                    with folder() as there:
                        blows += self.break_and_go_on(name, there, unbroken, taken / 3)


if __name__ == "__main__":
    unittest.main()
