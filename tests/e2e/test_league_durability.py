"""What a league in a file survives while its workers play: one that stands still, a newer program, another
computer; and a disk on which it cannot be."""

import os
import pathlib
import signal
import sqlite3
import subprocess
import sys
import time
import unittest
from contextlib import closing

import fuse_disk
from test_league import LeagueTest, begin_with, league, standings
from toptile_program import PATIENCE, PROGRAM, WORDS, folder, start, stop, wait_until


def database_of(here):
    return closing(sqlite3.connect(here / "league/league.db", timeout=PATIENCE))


def asked(here, sql):
    with database_of(here) as database:
        return database.execute(sql).fetchall()


def changed(here, *statements):
    with database_of(here) as database:
        for sql in statements:
            database.execute(sql)
        database.commit()


def sets(here):
    return asked(here, "SELECT COUNT(*) FROM played")[0][0]


def is_writing(process):
    """Whether it has the lock of the one that writes."""
    with open("/proc/locks", encoding="ascii") as locks:
        return any(words[1:2] == ["POSIX"] and words[3] == "WRITE" and words[4] == str(process.pid) and words[6] == "120"
                   for words in map(str.split, locks))


class Durability(LeagueTest):
    def begin_worker(self, here, said):
        return start("league", "run", "--concurrency", 1, cwd=here, stderr=said)

    def end(self, worker, here):
        stop(worker)
        worker.communicate(timeout=PATIENCE)
        self.assertEqual(worker.returncode, 130, (here / "said").read_text())

    def test_sets_of_a_worker_that_stands_still_are_played_by_others_and_count_once(self):
        with folder() as here:
            begin_with(here, "greedy", "random")
            with open(here / "said", "w", encoding="utf-8") as said:
                frozen = self.begin_worker(here, said)
                stopped = signal.SIGSTOP
                while True:
                    wanted = sets(here) + 2
                    wait_until(lambda: sets(here) >= wanted, (here / "said").read_text)
                    os.kill(frozen.pid, stopped)
                    _, status = os.waitpid(frozen.pid, os.WUNTRACED)
                    self.assertTrue(os.WIFSTOPPED(status))
                    # It may stand still between two sets, or while it writes.
                    held = [] if is_writing(frozen) else asked(here, "SELECT set_number FROM leases ORDER BY set_number")
                    if held:
                        break
                    os.kill(frozen.pid, signal.SIGCONT)
                changed(here, "UPDATE workers SET alive_until = 0")  # As it is after a minute.
                self.assert_said(league(here, "run", "--games", 2 * len(held) + 8, "--quiet"), 0)
                numbers = {row[0] for row in asked(here, "SELECT set_number FROM played")}
                self.assertLessEqual({row[0] for row in held}, numbers)
                os.kill(frozen.pid, signal.SIGCONT)
                wanted = sets(here) + 3
                wait_until(lambda: sets(here) >= wanted, (here / "said").read_text)
                self.end(frozen, here)
            numbers = [row[0] for row in asked(here, "SELECT set_number FROM played ORDER BY set_number")]
            self.assertEqual(len(numbers), len(set(numbers)))
            self.assertEqual(asked(here, "SELECT COUNT(*) FROM records")[0][0], len(numbers))
            self.assert_said(league(here, "rebuild", "--check"), 0, f"{2 * len(numbers)} games", "all as the rules say")

    def test_a_worker_waits_when_a_newer_program_has_changed_the_tables(self):
        with folder() as here:
            begin_with(here, "greedy", "random")
            with open(here / "said", "w", encoding="utf-8") as said:
                worker = self.begin_worker(here, said)
                wait_until(lambda: sets(here) >= 2, (here / "said").read_text)
                changed(here, "INSERT INTO schema_versions SELECT MAX(version) + 1, 0 FROM schema_versions")
                played = sets(here)
                wait_until(lambda: (here / "said").read_text().count("a newer toptile has changed this database") >= 2,
                           (here / "said").read_text)
                self.assertEqual(sets(here), played)
                for words in (("standings",), ("run", "--games", 2, "--quiet"), ("rebuild", "--check")):
                    self.assert_said(league(here, *words), 2, "a newer toptile has changed this database", "use the newer program")
                changed(here, "DELETE FROM schema_versions WHERE made_at = 0")
                wait_until(lambda: sets(here) >= played + 2, (here / "said").read_text)
                self.assertIn("the trouble is over", (here / "said").read_text())
                self.end(worker, here)
            self.assert_said(league(here, "rebuild", "--check"), 0, "all as the rules say")

    def test_a_folder_on_a_disk_of_another_computer_is_refused(self):
        for kind, said in (("fuse.sshfs", "is on a network disk (sshfs), where SQLite cannot keep several computers from damaging a league"),
                           ("fuse.gocryptfs", "this database cannot be made in the folder")):  # The disk can hold no file.
            with self.subTest(kind=kind), folder() as here:
                (here / "disk").mkdir()
                words = ("league", "init", here / "disk", "--lexicon", WORDS, "--sandbox", "off")
                done = subprocess.run([sys.executable, "-B", pathlib.Path(__file__).with_name("fuse_disk.py"), kind, here / "disk",
                                       PROGRAM, *words], capture_output=True, text=True, timeout=PATIENCE)
                if done.returncode == fuse_disk.CANNOT_MOUNT:
                    self.skipTest("this user may not mount")
                self.assert_said(done, 2, said)

    def test_a_worker_does_not_join_one_on_another_computer(self):
        with folder() as here:
            begin_with(here, "greedy", "random")
            one, other = (row[0] for row in asked(here, "SELECT id FROM versions ORDER BY id"))
            far = "far:00000000:7:0123456789abcdef"
            changed(here, f"INSERT INTO leases VALUES (1, {one}, {other}, 1, '{far}')",
                    f"INSERT INTO workers VALUES ('{far}', 1, {int(1000 * time.time()) + 300_000})",
                    "INSERT OR REPLACE INTO settings VALUES ('last_set', '1'), ('last_block', '1')")
            self.assert_said(league(here, "run", "--games", 2, "--quiet"), 2, "a worker on the computer far uses this file, too",
                             "PostgreSQL")
            self.assertEqual(standings(here)["games"], 0)
            changed(here, "UPDATE workers SET alive_until = 0")
            self.assert_said(league(here, "run", "--games", 2, "--quiet"), 0)
            self.assertEqual(standings(here)["games"], 2)


if __name__ == "__main__":
    unittest.main()
