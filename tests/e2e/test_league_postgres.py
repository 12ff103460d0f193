"""A league in a PostgreSQL: workers meet there, are killed, and have nothing else in common."""

import json
import os
import random
import signal
import unittest

import postgres
from toptile_program import PATIENCE, WORDS, folder, run, start, wait_until


@unittest.skipUnless(postgres.is_there(), "PostgreSQL is not installed")
class Workers(unittest.TestCase):
    def expect(self, done, *words, code=0):
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        for word in words:
            self.assertIn(word, " ".join((done.stdout + done.stderr).split()))
        return done

    def test_workers_that_share_only_a_database_play_one_league_and_are_killed(self):
        with postgres.postgres() as address, folder() as here:
            (here / "organizer").mkdir()
            self.expect(run("league", "init", address, "--lexicon", WORDS, "--no-clock", "--sandbox", "off", "--name", "far", cwd=here / "organizer"))
            self.expect(run("league", "init", address, "--lexicon", WORDS, "--sandbox", "auto"), "there is a league already", code=2)
            bots = ("greedy", "random", "stacker")
            self.expect(run("submit", *bots, "--queue", "--league", address, cwd=here / "organizer"), "greedy-v1 waits")

            def begin(number):
                place = here / f"worker{number}"
                place.mkdir(exist_ok=True)
                return start("league", "run", "--quiet", "--json", "--concurrency", 1, "--league", address, cwd=place)

            def games():
                return json.loads(run("league", "standings", "--json", "--league", address).stdout)["games"]

            # The workers fetch the bots, and examine them before they play.
            workers = [begin(number) for number in range(3)]
            chance = random.Random(3)
            for kill in range(6):
                before = games()
                wait_until(lambda: games() >= before + 2, "no game is played")
                victim = chance.randrange(len(workers))
                os.kill(workers[victim].pid, signal.SIGKILL)
                workers[victim].communicate()
                workers[victim] = begin(10 + kill)
            for worker in workers:
                worker.send_signal(signal.SIGTERM)
                _, error = worker.communicate(timeout=PATIENCE)
                self.assertEqual(worker.returncode, 130, error)
            played = games()
            self.assertGreaterEqual(played, 12)
            listed = json.loads(self.expect(run("league", "games", "--json", "--most", 0, "--league", address)).stdout)
            self.assertEqual(len(listed), played)
            self.assertEqual(len({game["game"] for game in listed}), played)
            self.assertEqual(len({game["order"] for game in listed}), played // 2)
            self.expect(run("league", "rebuild", "--check", "--league", address), "all as the rules say")
            self.expect(run("league", "show", "greedy", "--league", address), "greedy-v1 by", "active")
            self.expect(run("league", "backup", here / "copy", "--league", address), code=2)
            self.assertEqual(list((here / "organizer").iterdir()), [])

    def test_a_server_that_is_not_there_is_said_in_a_sentence(self):
        with folder() as here:
            done = run("league", "standings", "--league", f"postgresql://toptile@/none?host={here}", cwd=here)
            self.assertEqual(done.returncode, 2)
            self.assertEqual(len(done.stderr.splitlines()), 1, done.stderr)


if __name__ == "__main__":
    unittest.main()
