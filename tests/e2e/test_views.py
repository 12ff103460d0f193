"""What a tournament shows while it is played: events for programs, lines for logs, a picture in a terminal."""

import contextlib
import json
import os
import pty
import re
import shlex
import shutil
import signal
import subprocess
import time
import unittest
import uuid

from terminal import TerminalTest
from toptile_program import ENDLESS, EXHIBIT, PACER, PATIENCE, PROGRAM, WORDS, folder, run, start, wait_for_games

PAIR = ("--bot", "greedy", "--bot", "random", "--lexicon", WORDS, "--seed", 5, "--sandbox", "off")
ILLEGAL = ("--bot", "greedy", "--bot", f"dead={EXHIBIT} exit-at-start", "--lexicon", WORDS, "--seed", 5, "--no-try", "--sandbox",
           "off")


def events_of(output):
    return [json.loads(line) for line in output.splitlines()]


class Events(unittest.TestCase):
    def test_a_stream_begins_with_the_start_has_every_game_and_ends_with_the_result(self):
        with folder() as here:
            done = run("tournament", *PAIR, "--games", 6, "--out", here / "run", "--json")
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            events = events_of(done.stdout)
            self.assertEqual([event["event"] for event in events], ["start"] + 6 * ["game"] + ["end"])
            begin, end = events[0], events[-1]
            self.assertEqual((begin["bots"], begin["games_planned"], begin["games_played"]), (["greedy", "random"], 6, 0))
            games = {game["id"]: game for game in map(json.loads, (here / "run" / "games.jsonl").read_text().splitlines())}
            for event in events[1:-1]:
                game = games.pop(event["id"])
                for key in ("players", "scores", "ranks", "end", "late_ms"):
                    self.assertEqual(event[key], game[key])
                self.assertEqual(event["turns"], len(game["turns"]))
            self.assertEqual(games, {})
            self.assertEqual((end["games"], end["finished"]), (6, True))
            self.assertEqual({bot["name"] for bot in end["processor"]["bots"]}, {"greedy", "random"})

    def test_games_that_were_played_before_are_counted_and_not_told_again(self):
        with folder() as here:
            self.assertEqual(run("tournament", *PAIR, "--games", 4, "--out", here / "run", "--quiet").returncode, 0)
            log = here / "run" / "games.jsonl"
            log.write_text("".join(log.read_text().splitlines(keepends=True)[:3]))
            events = events_of(run("tournament", *PAIR, "--games", 4, "--out", here / "run", "--json").stdout)
            self.assertEqual([event["event"] for event in events], ["start", "game", "end"])
            self.assertEqual((events[0]["games_played"], events[1]["id"], events[2]["games"]), (3, 4, 4))

    def test_a_finished_run_has_its_end_alone(self):
        with folder() as here:
            run("tournament", *PAIR, "--games", 2, "--out", here / "run", "--quiet")
            events = events_of(run("tournament", *PAIR, "--games", 2, "--out", here / "run", "--json").stdout)
            self.assertEqual([event["event"] for event in events], ["end"])

    def test_forfeits_and_withdrawals_are_told(self):
        with folder() as here:
            done = run("tournament", *ILLEGAL, "--games", 8, "--out", here / "run", "--json")
            events = events_of(done.stdout)
            forfeits = [event["forfeits"] for event in events if event["event"] == "game"]
            self.assertEqual(len(forfeits), 8)
            self.assertTrue(all(len(forfeit) == 1 for forfeit in forfeits))
            self.assertEqual([forfeit[0]["reason"] for forfeit in forfeits].count("crash"), 3)
            (withdrawn,) = [event for event in events if event["event"] == "withdrawn"]
            self.assertEqual(withdrawn["bot"], "dead")
            self.assertIn("made no move in 3 games in a row", withdrawn["text"])

    def test_rounds_are_told_as_they_begin(self):
        with folder() as here:
            done = run("tournament", *PAIR, "--bot", "human", "--bot", "dice=random", "--format", "swiss", "--rounds", 3, "--games", 2,
                       "--out", here / "run", "--json")
            rounds = [event for event in events_of(done.stdout) if event["event"] == "round"]
            self.assertEqual([event["text"] for event in rounds], ["round 1 of 3", "round 2 of 3", "round 3 of 3"])
            self.assertEqual([event["games_known"] for event in rounds], [4, 8, 12])

    def test_quiet_leaves_the_end_alone(self):
        with folder() as here:
            done = run("tournament", *PAIR, "--games", 2, "--out", here / "run", "--json", "--quiet")
            self.assertEqual([event["event"] for event in events_of(done.stdout)], ["end"])

    def test_a_reader_that_goes_away_stops_the_run_and_loses_nothing(self):
        with folder() as here:
            process = start("tournament", *PAIR, "--games", ENDLESS, "--out", here / "run", "--json")
            self.assertEqual(json.loads(process.stdout.readline())["event"], "start")
            process.stdout.close()
            with process.stderr:
                errors = process.stderr.read()
            self.assertEqual(process.wait(PATIENCE), 141, errors)
            self.assertIn("nobody reads the output any more; the same command plays the remaining", errors)
            self.assertTrue((here / "run" / "report.html").exists())
            verified = run("verify", here / "run")
            self.assertEqual(verified.returncode, 0, verified.stdout)

    def test_a_reader_that_does_not_read_keeps_neither_the_games_nor_ctrl_c_waiting(self):
        with folder() as here:
            process = start("tournament", *PAIR, "--games", ENDLESS, "--out", here / "run", "--json")
            wait_for_games(here / "run", 600)  # A pipe does not hold this many events.
            process.send_signal(signal.SIGINT)
            self.assertEqual(process.wait(PATIENCE), 130)
            for line in process.stdout.read().splitlines()[:-1]:
                json.loads(line)
            self.assertIn("the same command plays the remaining", process.stderr.read())
            process.stdout.close()
            process.stderr.close()

    def test_output_that_cannot_be_written_is_told(self):
        with folder() as here, open("/dev/full", "w") as full:
            done = subprocess.run([PROGRAM, "tournament", *map(str, PAIR), "--games", "50", "--out", str(here / "run"), "--json"],
                                  stdout=full, stderr=subprocess.PIPE, text=True, timeout=PATIENCE)
            self.assertEqual(done.returncode, 2)
            self.assertIn("standard output cannot be written", done.stderr)
            done = subprocess.run([PROGRAM, "rules"], stdout=full, stderr=subprocess.PIPE, text=True, timeout=PATIENCE)
            self.assertEqual((done.returncode, done.stderr), (2, "toptile: standard output cannot be written: No space left on device\n"))


class ExitCodes(unittest.TestCase):
    def test_done(self):
        with folder() as here:
            self.assertEqual(run("tournament", *PAIR, "--games", 2, "--out", here / "run").returncode, 0)

    def test_forfeits_are_results_and_no_failure(self):
        with folder() as here:
            self.assertEqual(run("tournament", *ILLEGAL, "--games", 2, "--out", here / "run").returncode, 0)

    def test_wrong_use(self):
        for flags in (("--view", "films"), ("--view", "lines", "--quiet"), ("--view", "live")):
            with self.subTest(flags=flags), folder() as here:
                done = run("tournament", *PAIR, "--games", 2, "--out", here / "run", *flags)
                self.assertEqual(done.returncode, 2)
                self.assertIn("--view", done.stderr)
                self.assertEqual(done.stderr.count("\n"), 1, done.stderr)
                self.assertFalse((here / "run").exists())

    def test_stopped_at_once_and_even_faster(self):
        for signals in (2, 3):
            with self.subTest(signals=signals), folder() as here:
                name, value = "LC_TOPTILE_TEST", str(uuid.uuid4())
                process = start("tournament", "--bot", "greedy", "--bot", f"exhibit={EXHIBIT} never-moves", "--lexicon", WORDS,
                                "--games", 2, "--no-clock", "--out", here / "run", "--json", env={**os.environ, name: value})
                process.stdout.readline()
                process.send_signal(signal.SIGINT)
                self.assertEqual(json.loads(process.stdout.readline())["mode"], "finishing")
                for _ in range(signals - 1):
                    process.send_signal(signal.SIGINT)
                    time.sleep(0.01)
                process.communicate(timeout=PATIENCE)
                self.assertEqual(process.returncode, 130)

    def test_the_reader_of_a_summary_has_gone(self):
        with folder() as here:
            process = start("tournament", *PAIR, "--games", 2, "--out", here / "run")
            process.stdout.close()
            self.assertEqual(process.wait(PATIENCE), 141)
            process.stderr.close()


class Lines(unittest.TestCase):
    def test_a_log_has_each_forfeit_once_and_no_codes_of_terminals(self):
        with folder() as here:
            done = run("tournament", *ILLEGAL, "--games", 8, "--out", here / "run")
            self.assertEqual(done.returncode, 0)
            self.assertEqual(sorted(line.split(": ")[1] for line in done.stderr.splitlines() if line.startswith("game ")), 3 * ["dead"])
            self.assertEqual(done.stderr.count("dead is withdrawn: "), 1)
            self.assertNotIn("\x1b", done.stderr)

    def test_many_forfeits_are_cut_short(self):
        with folder() as here:
            done = run("tournament", *ILLEGAL, "--games", 60, "--withdraw-after", 0, "--out", here / "run")
            lines = done.stderr.splitlines()
            self.assertEqual(len(lines), 21)
            self.assertIn("more forfeits", lines[-1])

    def test_games_has_a_line_for_each(self):
        with folder() as here:
            done = run("tournament", *PAIR, "--games", 6, "--out", here / "run", "--view", "games")
            lines = done.stderr.splitlines()
            self.assertEqual(len(lines), 6)
            for line in lines:
                self.assertRegex(line, r"^game \d: (greedy \d+, random \d+|random \d+, greedy \d+); \w+ after \d+ turns$")

    def test_quiet_has_none(self):
        with folder() as here:
            self.assertEqual(run("tournament", *ILLEGAL, "--games", 4, "--out", here / "run", "--quiet").stderr, "")

    def test_a_dumb_terminal_has_lines(self):
        with folder() as here:
            self.assertNotIn("\x1b", self.in_terminal(here, {"TERM": "dumb"}))
            self.assertIn("\x1b[", self.in_terminal(here, {"TERM": "xterm"}))
            self.assertNotRegex(self.in_terminal(here, {"TERM": "xterm", "NO_COLOR": "1"}), r"\x1b\[\d*m")

    def in_terminal(self, here, env):
        """What a tournament writes on stderr if that is a terminal."""
        ours, theirs = pty.openpty()
        process = subprocess.Popen([PROGRAM, "tournament", *map(str, ILLEGAL), "--games", "4", "--out", str(here / str(uuid.uuid4()))],
                                   stdout=subprocess.DEVNULL, stderr=theirs, env={**os.environ, **env})
        os.close(theirs)
        shown = b""
        with contextlib.suppress(OSError):
            while part := os.read(ours, 65536):
                shown += part
        os.close(ours)
        self.assertEqual(process.wait(PATIENCE), 0)
        return shown.decode()


class ProcessorTime(unittest.TestCase):
    def end_of(self, here, *flags):
        done = run("tournament", "--bot", "greedy", "--bot", f"busy={PACER} burn 20", "--lexicon", WORDS, "--seed", 5, "--games", 2,
                   "--out", here / "run", "--json", "--quiet", *flags)
        self.assertEqual(done.returncode, 0, done.stderr)
        return json.loads(done.stdout)["processor"]

    def test_a_bot_that_computes_is_told_of_with_its_moves(self):
        for flags in ((), ("--sandbox", "off"), ("--restart", "each_game")):
            with self.subTest(flags=flags), folder() as here:
                used = {bot["name"]: bot for bot in self.end_of(here, *flags)["bots"]}
                turns = sum(turn["seat"] == game["players"].index("busy") for game in
                            map(json.loads, (here / "run" / "games.jsonl").read_text().splitlines()) for turn in game["turns"])
                self.assertEqual(used["busy"]["moves"], turns)
                self.assertGreaterEqual(used["busy"]["seconds"], 0.02 * turns)
                self.assertLess(used["greedy"]["seconds"], used["busy"]["seconds"])

    def test_a_bot_that_is_killed_when_the_run_is_stopped_is_told_of_too(self):
        for sandbox in ("auto", "off"):
            with self.subTest(sandbox=sandbox), folder() as here:
                process = start("tournament", "--bot", "greedy", "--bot", f"busy={PACER} burn 100", "--lexicon", WORDS, "--games", 20,
                                "--sandbox", sandbox, "--concurrency", 1, "--out", here / "run", "--json")
                for line in process.stdout:
                    if json.loads(line)["event"] == "game":
                        process.send_signal(signal.SIGINT)
                        break
                (end,) = [event for event in events_of(process.stdout.read()) if event["event"] == "end"]
                process.wait(PATIENCE)
                process.stdout.close()
                process.stderr.close()
                (busy,) = [bot for bot in end["processor"]["bots"] if bot["name"] == "busy"]
                self.assertGreaterEqual(busy["seconds"], 0.1 * (busy["moves"] - 1))
                self.assertEqual(end["finished"], False)


@unittest.skipUnless(shutil.which("tmux"), "there is no tmux, in which the picture is looked at")
class Picture(TerminalTest):
    """The live view in a terminal."""

    def play(self, columns, rows, games=400_000, output=""):
        command = (PROGRAM, "tournament", *PAIR, "--bot", f"busy={PACER} burn 5", "--games", games, "--out", "run")
        script = self.here / "play.sh"
        script.write_text(f"trap : INT\n{shlex.join(map(str, command))} {output}\necho exit $?\nsleep 100\n")
        self.tmux("new-session", "-d", "-x", columns, "-y", rows, "-c", self.here, f"sh {shlex.quote(str(script))}")

    BAR = r"(?m)^█*░*  [1-9]\d*/1200000  \d+ %"

    def test_a_usual_terminal_shows_bar_standings_and_games_in_play(self):
        self.play(80, 24)
        screen = self.await_screen(self.BAR)
        self.assertEqual(len(re.findall(r" games/s", screen)), 1, screen)
        self.assertRegex(screen, r"(?m)^#  bot +games  points  spread")
        self.assertEqual(len(re.findall(r"(?m)^\d  (greedy|random|busy) ", screen)), 3, screen)
        self.assertIn("run run", screen)  # The introduction stays above.
        self.await_that(lambda now: now != screen, "the picture does not change")

    def test_after_changes_of_size_there_is_one_picture(self):
        self.play(80, 24)
        self.await_screen(self.BAR)
        for columns, rows in ((40, 10), (100, 30), (60, 24), (33, 6), (80, 24)):
            self.tmux("resize-window", "-x", columns, "-y", rows)
            self.await_that(lambda screen, columns=columns: self.is_one_picture(screen, columns), f"{columns} by {rows} has not one picture")
            # A later picture takes the place of this one.
            time.sleep(0.6)
            self.await_that(lambda screen, columns=columns: self.is_one_picture(screen, columns), "it does not stay one picture")

    @staticmethod
    def is_one_picture(screen, columns):
        heads = [re.findall(pattern, screen) for pattern in (r"\d/1200000  \d+ %", r"#  bot")]
        return [len(head) for head in heads] == [1, 1] and all(len(line) <= columns for line in screen.splitlines())

    def test_ctrl_c_leaves_the_standings(self):
        self.play(80, 24)
        self.await_screen(self.BAR)
        self.tmux("send-keys", "C-c")
        screen = self.await_screen(r"exit 130")
        self.assertIn("the same command plays the remaining", screen)
        self.assertNotIn("░", screen)
        self.assertIn("toptile itself", screen)

    def test_where_the_result_goes_elsewhere_the_last_picture_stays(self):
        self.play(80, 24, games=2, output="> told")
        screen = self.await_screen(r"exit 0")
        self.assertRegex(screen, r"(?m)^█+  6/6  100 %")
        self.assertRegex(screen, r"(?m)^\d  greedy ")
        self.assertIn("points against", (self.here / "told").read_text())


if __name__ == "__main__":
    unittest.main()
