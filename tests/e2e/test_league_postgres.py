"""A league in a PostgreSQL: workers meet there, are killed, and have nothing else in common."""

import json
import os
import random
import shlex
import signal
import subprocess
import unittest

import postgres
from toptile_program import PATIENCE, WORDS, count_for, folder, run, start, stop, wait_until


@unittest.skipUnless(postgres.is_there(), "PostgreSQL is not installed")
class Workers(unittest.TestCase):
    def expect(self, done, *words, code=0):
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        for word in words:
            self.assertIn(word, " ".join((done.stdout + done.stderr).split()))
        return done

    def begin(self, address, here, *bots):
        self.expect(run("league", "init", address, "--lexicon", WORDS, "--no-clock", "--sandbox", "off", "--name", "far", cwd=here))
        self.expect(run("submit", *bots, "--queue", "--league", address, cwd=here), "greedy-v1 waits")

    def games(self, address):
        return json.loads(run("league", "standings", "--json", "--league", address).stdout)["games"]

    def play_by_tool(self, done):
        """Runs the tool of the server that a message names."""
        self.assertEqual(done.returncode, 2)
        tool, *words = shlex.split(" ".join(done.stderr.split()).split(": run ")[1])
        said = subprocess.run([postgres.programs() / tool, *words], capture_output=True, text=True)
        self.assertEqual(said.returncode, 0, said.stderr)

    def test_workers_that_share_only_a_database_play_one_league_and_are_killed(self):
        with postgres.postgres() as address, folder() as here:
            (here / "organizer").mkdir()
            self.begin(address, here / "organizer", "greedy", "random", "stacker")
            self.expect(run("league", "init", address, "--lexicon", WORDS, "--sandbox", "auto"), "there is a league already", code=2)

            def begin(number):
                place = here / f"worker{number}"
                place.mkdir(exist_ok=True)
                return start("league", "run", "--quiet", "--json", "--concurrency", 1, "--league", address, cwd=place)

            # The workers fetch the bots, and examine them before they play.
            workers = [begin(number) for number in range(3)]
            chance = random.Random(3)
            kills, others = count_for(6, 250), []
            for kill in range(kills):
                if kill == kills // 2:  # The league is rebuilt and copied while its workers are killed.
                    others.append(start("league", "rebuild", "--league", address))
                    self.play_by_tool(run("league", "backup", here / "copy", "--league", address))
                wanted = self.games(address) + 2 * chance.randint(1, count_for(2, 22))
                wait_until(lambda: self.games(address) >= wanted, "no game is played")
                victim = chance.randrange(len(workers))
                os.kill(workers[victim].pid, signal.SIGKILL)
                workers[victim].communicate()
                workers[victim] = begin(10 + kill)
            for other in others:
                said, error = other.communicate(timeout=PATIENCE)
                self.assertEqual(other.returncode, 0, said + error)
            for worker in workers:
                stop(worker)
                _, error = worker.communicate(timeout=PATIENCE)
                self.assertEqual(worker.returncode, 130, error)
            played = self.games(address)
            self.assertGreaterEqual(played, count_for(12, 5200))
            listed = json.loads(self.expect(run("league", "games", "--json", "--most", 0, "--league", address)).stdout)
            self.assertEqual(len(listed), played)
            self.assertEqual(len({game["game"] for game in listed}), played)
            self.assertEqual({game["order"] for game in listed}, set(range(1, played // 2 + 1)))
            self.expect(run("league", "rebuild", "--check", "--league", address), f"{played} games", "all as the rules say")
            self.expect(run("league", "show", "greedy", "--league", address), "greedy-v1 by", "active")
            self.assertEqual(list((here / "organizer").iterdir()), [])
            # Records move to a folder, which only this computer has.
            self.expect(run("league", "compact", "--sets", 2, "--league", address, cwd=here), "toptile league compact --folder DIR", code=2)
            self.expect(run("league", "compact", "--sets", 2, "--folder", "files", "--league", address, cwd=here), "moved from the database to",
                        "VACUUM FULL toptile.records")
            self.expect(run("league", "rebuild", "--check", "--league", address), f"{played} games", "all as the rules say")
            self.expect(run("league", "backup", here / "later", "--league", address), "copy the folder with the records of finished sets, "
                        + str((here / "files").resolve()), code=2)
            (here / "files").rename(here / "moved")
            self.expect(run("league", "rebuild", "--check", "--league", address), "files: the records of finished sets are in this folder, which "
                        "is not on this computer", code=2)
            self.expect(run("league", "compact", "--folder", here / "moved", "--league", address))
            self.expect(run("league", "rebuild", "--check", "--league", address), f"{played} games", "all as the rules say")
            # The copy is the league as it was in the middle.
            self.play_by_tool(run("league", "restore", here / "copy", "--league", address))
            self.assertLess(self.games(address), played)
            self.expect(run("league", "rebuild", "--check", "--league", address), "all as the rules say")

    def test_workers_outlast_a_server_that_is_restarted(self):
        with postgres.server() as server, folder() as here:
            self.begin(server.address, here, "greedy", "random")
            with open(here / "said", "w+", encoding="utf-8") as said:
                worker = start("league", "run", "--concurrency", 2, "--league", server.address, cwd=here, stderr=said)
                for how in (signal.SIGINT, signal.SIGQUIT):  # It is stopped, and it crashes.
                    wanted = self.games(server.address) + 4
                    wait_until(lambda: self.games(server.address) >= wanted, (here / "said").read_text)
                    troubles = (here / "said").read_text().count("trying again in")
                    server.stop(how)
                    wait_until(lambda: (here / "said").read_text().count("trying again in") >= troubles + 3, (here / "said").read_text)
                    self.assertIsNone(worker.poll())
                    server.start()
                wanted = self.games(server.address) + 4
                wait_until(lambda: self.games(server.address) >= wanted, (here / "said").read_text)
                # A stop ends the wait for a server.
                troubles = (here / "said").read_text().count("trying again in")
                server.stop()
                wait_until(lambda: (here / "said").read_text().count("trying again in") >= troubles + 3, (here / "said").read_text)
                stop(worker)
                worker.communicate(timeout=PATIENCE)
                self.assertEqual(worker.returncode, 130, (here / "said").read_text())
            self.assertIn("the trouble is over, and the work continues", (here / "said").read_text())
            server.start()
            self.expect(run("league", "rebuild", "--check", "--league", server.address), "all as the rules say")

    def test_a_process_has_one_connection_however_many_games_it_plays(self):
        with postgres.server() as server, folder() as here:
            self.begin(server.address, here, "greedy", "random")
            workers = [start("league", "run", "--quiet", "--concurrency", 3, "--league", server.address, cwd=here) for _ in range(3)]
            wait_until(lambda: self.games(server.address) >= 40, "too few games are played")
            connections = "SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()"
            # One that has just been closed may still be there.
            wait_until(lambda: server.ask(connections) == "3", lambda: server.ask("SELECT string_agg(query, '; ') FROM pg_stat_activity"))
            for worker in workers:
                stop(worker)
                _, error = worker.communicate(timeout=PATIENCE)
                self.assertEqual(worker.returncode, 130, error)
            self.assertEqual(server.ask("SELECT count(*) FROM toptile.leases WHERE worker <> ''"), "0")
            self.assertEqual(server.ask("SELECT count(*) FROM toptile.workers"), "0")

    @unittest.skipUnless(postgres.has_pooler(), "pgbouncer is not installed")
    def test_more_processes_than_connections_work_through_a_pooler(self):
        with postgres.pooler(connections=2) as pooler, folder() as here:
            self.begin(pooler.address, here, "greedy", "random")

            def begin():
                return start("league", "run", "--quiet", "--concurrency", 2, "--league", pooler.address, cwd=here)

            workers = [begin() for _ in range(4)]
            wait_until(lambda: self.games(pooler.address) >= 20, "too few games are played")
            self.expect(run("submit", "stacker", "--queue", "--league", pooler.address, cwd=here), "stacker-v1 waits")
            os.kill(workers[0].pid, signal.SIGKILL)
            workers[0].communicate()
            workers[0] = begin()
            pooler.stop(signal.SIGKILL)
            pooler.start()
            wanted = self.games(pooler.address) + 20
            wait_until(lambda: self.games(pooler.address) >= wanted, "no game is played after the pooler was restarted")
            wait_until(lambda: "active" in run("league", "show", "stacker", "--league", pooler.address).stdout, "stacker does not play")
            for worker in workers:
                stop(worker)
                _, error = worker.communicate(timeout=PATIENCE)
                self.assertEqual(worker.returncode, 130, error)
            self.assertLessEqual(int(pooler.server.ask("SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend'")), 3)
            self.expect(run("league", "rebuild", "--check", "--league", pooler.address), "all as the rules say")

    def test_a_server_that_is_not_there_is_said_in_a_sentence(self):
        with folder() as here:
            done = run("league", "standings", "--league", f"postgresql://toptile@/none?host={here}", cwd=here)
            self.assertEqual(done.returncode, 2)
            self.assertEqual(len(done.stderr.splitlines()), 1, done.stderr)


if __name__ == "__main__":
    unittest.main()
