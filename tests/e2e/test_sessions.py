"""sessions.json: when, where and by which program a run was played."""

import json
import os
import re
import signal
import time
import unittest

from toptile_program import PATIENCE, WORDS, folder, games_in, run, start, wait_for_games, wait_until
from written_page import SESSIONS

MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ")
BOTS = ("--bot", "greedy", "--bot", "random", "--lexicon", WORDS, "--seed", 8, "--no-clock", "--no-try", "--quiet", "--sandbox", "off")


class Sessions(unittest.TestCase):
    def setUp(self):
        context = folder()
        self.here = context.__enter__()
        self.addCleanup(context.__exit__, None, None, None)

    def play(self, out, *flags):
        done = run("tournament", *BOTS, "--out", self.here / out, *flags)
        self.assertEqual((done.returncode, done.stderr), (0, ""))

    def sessions(self, out):
        return json.loads((self.here / out / SESSIONS).read_text())

    def test_a_session_says_when_and_where_it_played(self):
        before = time.strftime("%FT%TZ", time.gmtime())
        self.play("run", "--games", 6, "--concurrency", 3)
        after = time.strftime("%FT%TZ", time.gmtime())
        (session,) = self.sessions("run")
        self.assertTrue(before <= session["began"] <= session["ended"] <= after, session)
        self.assertRegex(session["program"], r"^toptile \d+\.\d+\.\d+$")
        system = os.uname()
        self.assertEqual(session["system"], f"{system.sysname} {system.release} {system.machine}")
        self.assertEqual((session["concurrency"], session["played"], session["processors"]), (3, 6, len(os.sched_getaffinity(0))))
        self.assertGreater(session["memory_mb"], 0)
        report = json.loads(run("report", self.here / "run", "--json").stdout)
        self.assertEqual(report["runs"][0]["sessions"], [session])
        # Nothing is played, so nothing is added.
        self.play("run", "--games", 6, "--concurrency", 1)
        self.assertEqual(self.sessions("run"), [session])

    def test_each_start_is_a_session_and_a_killed_one_has_no_end(self):
        process = start("tournament", *BOTS, "--out", self.here / "run", "--games", 100_000, "--concurrency", 1)
        wait_for_games(self.here / "run", 1)
        process.send_signal(signal.SIGKILL)
        process.communicate()
        (killed,) = self.sessions("run")
        self.assertEqual((killed["ended"], killed["played"]), ("", 0))
        process = start("tournament", *BOTS, "--out", self.here / "run", "--games", 100_000, "--concurrency", 2)
        wait_until(lambda: len(self.sessions("run")) == 2, "the second session is not written down")
        wait_for_games(self.here / "run", games_in(self.here / "run") + 1)
        process.send_signal(signal.SIGINT)
        process.communicate()
        first, second = self.sessions("run")
        self.assertEqual(first, killed)
        self.assertRegex(second["ended"], MOMENT)
        self.assertGreater(second["played"], 0)

    def test_a_merged_run_has_the_sessions_of_its_shards(self):
        for index in (1, 2):
            self.play(f"shard{index}", "--games", 8, "--shard", f"{index}/2", "--concurrency", index)
        self.assertEqual(run("merge", self.here / "whole", self.here / "shard2", self.here / "shard1").returncode, 0)
        merged = self.sessions("whole")
        both = self.sessions("shard1") + self.sessions("shard2")
        self.assertEqual(sorted(merged, key=json.dumps), sorted(both, key=json.dumps))
        self.assertEqual([session["began"] for session in merged], sorted(session["began"] for session in both))

    def test_a_stranger_s_file_is_refused_in_a_sentence(self):
        self.play("run", "--games", 2)
        file = self.here / "run" / SESSIONS
        (session,) = self.sessions("run")
        good = file.read_text()
        (self.here / "secret").write_text(good)
        changes = [("[", "sessions.json"), ("{}", "a list"), ("[5]", "session 1"), (json.dumps([{**session, "more": 1}]), "more"),
                   (json.dumps([{**session, "began": "yesterday"}]), "timestamp"), (json.dumps([{**session, "ended": "2026-11-24T22:31:0xZ"}]), "timestamp"),
                   (json.dumps([{**session, "processor": "\x1b]0;owned\x07"}]), "processor"), (json.dumps([{**session, "system": "x" * 201}]), "system"),
                   (json.dumps([{**session, "concurrency": -1}]), "concurrency"), (json.dumps([{**session, "memory_mb": 2 ** 62}]), "memory_mb"),
                   (json.dumps([{key: value for key, value in session.items() if key != "program"}]), "program"), (json.dumps([session] * 1001), "1000"),
                   (" " * (1 << 20) + good, "1048576")]
        for text, word in changes:
            with self.subTest(text[:80]):
                file.write_text(text)
                self.refused(word)
        file.unlink()
        file.symlink_to(self.here / "secret")
        self.refused("sessions.json")
        file.unlink()
        os.mkfifo(file)
        self.refused("sessions.json")
        done = run("tournament", "--resume", self.here / "run", "--games", 4, "--no-try", "--quiet", "--sandbox", "off")
        self.assertEqual((done.returncode, done.stderr.count("\n")), (2, 1), done.stderr)
        file.unlink()
        self.assertEqual(json.loads(run("report", self.here / "run", "--json").stdout)["runs"][0]["sessions"], [])
        self.assertEqual((self.here / "secret").read_text(), good)

    def refused(self, word):
        done = run("report", self.here / "run", "--json", timeout=PATIENCE)
        self.assertEqual((done.returncode, done.stdout, done.stderr.count("\n")), (2, "", 1), done.stderr)
        self.assertIn(word, done.stderr)
        self.assertIn("you may remove it", done.stderr)
        self.assertNotIn("\x1b", done.stderr)


if __name__ == "__main__":
    unittest.main()
