"""A run that is paused, resumed, stopped and played with another number of games at once, from another terminal."""

import json
import signal
import unittest

from test_crash import files
from toptile_program import PASSER, PATIENCE, WORDS, folder, games_in, has_sandbox, run, start, wait_until

# The bot passes as soon as the file `gate/open` is there. Until then, `gate` has a file for each process that waits.
GATED = PASSER.replace('    elif word == "go":\n', """    elif word == "go":
        import os, time
        while not os.path.exists({gate!r} + "/open"):
            try:
                open(f"{{{gate!r}}}/waits-{{os.getpid()}}", "w").close()
            except OSError:
                pass  # In the sandbox.
            time.sleep(0.01)
""")
FORMATS = {
    "round robin": {"games": 4},
    "swiss": {"format": {"kind": "swiss", "rounds": 3}, "games": 6},
    "knock-out": {"format": "knock_out", "games": 8},
    "king": {"format": {"kind": "king", "rounds": 2}, "games": 4},
}


class Controlled(unittest.TestCase):
    def setUp(self):
        context = folder()
        self.here = context.__enter__()
        self.addCleanup(context.__exit__, None, None, None)
        self.run_folder = self.here / "run"
        self.gate = self.here / "gate"
        self.gate.mkdir()

    def write(self, sandbox="off", **terms):
        for name in ("one", "two"):
            (self.here / name).mkdir(exist_ok=True)
            (self.here / name / "bot.py").write_text(GATED.format(gate=str(self.gate)))
            (self.here / name / "bot.py").chmod(0o755)
        bots = ["greedy", *({"name": name, "command": [f"./{name}/bot.py"], "readable": [str(self.gate)]} for name in ("one", "two")), "random"]
        (self.here / "cup.json").write_text(json.dumps({"bots": bots, "lexicon": str(WORDS), "seed": 8, "sandbox": sandbox,
                                                        "clock": {"kind": "none"}, "try_bots": False, "concurrency": 3, **terms}))

    def begin(self, *more):
        process = start("tournament", "cup.json", "--out", self.run_folder, *more, cwd=self.here)
        self.addCleanup(lambda: process.poll() is None and (process.kill(), process.communicate()))
        wait_until(lambda: (self.run_folder / "sessions.json").exists() or process.poll() is not None, "the run does not begin")
        return process

    def command(self, *arguments):
        done = run(*arguments, cwd=self.here)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def open_gate(self):
        (self.gate / "open").touch()

    def close_gate(self):
        (self.gate / "open").unlink()

    def state(self):
        """What the program that plays says it does; nothing if it says nothing."""
        try:
            return json.loads((self.run_folder / "state.json").read_text())
        except FileNotFoundError:
            return {}

    def test_a_run_that_was_paused_resumed_and_stopped_is_the_same_as_one_that_was_not(self):
        for sandbox in ("off", "auto") if has_sandbox() else ("off",):
            for name, terms in FORMATS.items():
                with self.subTest(sandbox=sandbox, format=name):
                    self.run_folder = self.here / f"{sandbox}-{name}"
                    self.write(sandbox, **terms)
                    process = self.begin()
                    self.command("pause", self.run_folder, "--no-wait")
                    wait_until(lambda: self.state().get("mode") == "paused", "it does not pause")
                    self.open_gate()
                    self.assertIn("is paused", self.command("pause", self.run_folder))
                    self.assertEqual(self.state()["games_in_play"], 0)
                    paused = games_in(self.run_folder)
                    self.close_gate()
                    self.assertIn("1 game at once", self.command("resume", self.run_folder, "--concurrency", 1))
                    self.command("stop", self.run_folder, "--no-wait")
                    wait_until(lambda: self.state().get("mode") == "finishing" or process.poll() is not None, "it does not finish")
                    self.open_gate()
                    output, errors = process.communicate(timeout=PATIENCE)
                    self.assertEqual(process.returncode, 130, errors)
                    self.assertGreaterEqual(games_in(self.run_folder), paused)
                    self.assertEqual(self.state(), {})
                    for run_folder in (self.run_folder, self.here / f"whole-{sandbox}-{name}"):
                        self.command("tournament", "cup.json", "--quiet", "--out", run_folder)
                    self.assertEqual(files(self.run_folder), files(run_folder))
                    self.close_gate()

    def waiting(self):
        """The games in play in which a bot waits at the gate."""
        return len(list(self.gate.glob("waits-*")))

    def test_more_games_are_played_at_once_and_fewer(self):
        self.write(games=20, format="round_robin")
        process = self.begin("--concurrency", 1)
        wait_until(lambda: self.waiting() == 1, "no bot waits")
        self.assertIn("is played, 4 games at once", self.command("resume", self.run_folder, "--concurrency", 4))
        wait_until(lambda: self.waiting() >= 4, "no more games begin")
        self.command("resume", self.run_folder, "--concurrency", 2)
        self.assertEqual(self.state(), {"mode": "playing", "concurrency": 2, "games_in_play": 0, "follows": 2})
        self.open_gate()
        self.assertEqual(process.wait(PATIENCE), 0, process.communicate())

    def test_a_stop_at_once_gives_up_the_games_in_play(self):
        self.write(games=4)
        process = self.begin()
        wait_until(lambda: self.waiting() > 0, "no bot waits")
        self.assertIn("is no longer played", self.command("stop", self.run_folder, "--now"))
        self.assertIn("the same command plays the remaining", process.communicate(timeout=PATIENCE)[1])
        self.assertEqual(process.returncode, 130)

    def test_events_and_logs_tell_of_it(self):
        self.write(games=4)
        process = start("tournament", "cup.json", "--json", "--out", self.run_folder, cwd=self.here)
        wait_until(lambda: self.waiting() > 0, "no bot waits")
        self.command("pause", self.run_folder, "--no-wait")
        wait_until(lambda: self.state().get("mode") == "paused", "it does not pause")
        self.open_gate()
        self.command("pause", self.run_folder)
        self.command("resume", self.run_folder)
        events = [json.loads(line) for line in process.communicate(timeout=PATIENCE)[0].splitlines()]
        told = [(event["mode"], event["games_in_play"] > 0) for event in events if event["event"] == "control"]
        self.assertEqual(told, [("paused", True), ("paused", False), ("playing", False)])
        self.assertTrue(events[-1]["finished"])
        paused = [event["text"] for event in events if event["event"] == "control"][1]
        self.assertEqual(paused, f"paused; to resume it: toptile resume {self.run_folder}")

    def test_ctrl_c_of_a_paused_run_ends_it(self):
        self.write(games=4)
        process = self.begin()
        self.command("pause", self.run_folder, "--no-wait")
        wait_until(lambda: self.state().get("mode") == "paused", "it does not pause")
        self.open_gate()
        self.command("pause", self.run_folder)
        process.send_signal(signal.SIGINT)
        self.assertIn("the same command plays the remaining", process.communicate(timeout=PATIENCE)[1])
        # It was a wish for that time only.
        self.command("tournament", "cup.json", "--quiet", "--out", self.run_folder)

    def test_what_cannot_be_followed_is_told(self):
        self.write(games=4)
        for verb in ("pause", "resume", "stop"):
            done = run(verb, self.here / "nothing")
            self.assertEqual((done.returncode, done.stderr.count("\n")), (2, 1), done.stderr)
        process = self.begin()
        wait_until(lambda: self.waiting() > 0, "no bot waits")
        for text, fault in (("[", "line 1"), ('{"number": 1}', "mode"), ('{"number": 1, "mode": "dancing"}', "dancing"),
                            ('{"number": -1, "mode": "paused"}', "number"), ('{"number": 9, "mode": "paused", "concurrency": 0}', "concurrency")):
            (self.here / "control").write_text(text)
            (self.here / "control").rename(self.run_folder / "control.json")
            told = process.stderr.readline()
            self.assertIn("control.json: ", told)
            self.assertIn(fault, told)
            self.assertIn("nothing is changed", told)
        (self.run_folder / "control.json").unlink()
        (self.run_folder / "control.json").symlink_to("/etc/passwd")
        self.assertIn("control.json", process.stderr.readline())
        self.command("pause", self.run_folder, "--no-wait")  # It takes the link's place.
        self.open_gate()
        self.command("resume", self.run_folder)
        self.assertEqual(process.wait(PATIENCE), 0, process.communicate())
        for verb in ("pause", "resume", "stop"):
            done = run(verb, self.run_folder)
            self.assertEqual(done.returncode, 2)
            self.assertEqual(done.stderr, f"toptile: {self.run_folder}: this run is finished, with {games_in(self.run_folder)} games, and no program plays it\n")

    def test_a_stopped_run_is_said_to_go_on(self):
        self.write(games=4)
        process = self.begin()
        self.command("stop", self.run_folder, "--now")
        process.communicate(timeout=PATIENCE)
        done = run("pause", self.run_folder)
        self.assertEqual(done.returncode, 2)
        self.assertIn(f"this run is not being played; to resume it: toptile tournament --resume {self.run_folder}", done.stderr)


if __name__ == "__main__":
    unittest.main()
