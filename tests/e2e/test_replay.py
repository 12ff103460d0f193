"""The replay in a terminal: the keys, windows of any size, and that the terminal is left as it was."""

import json
import os
import pathlib
import re
import shutil
import signal
import unittest

from terminal import TerminalTest
from toptile_program import EXHIBIT, PROGRAM, WORDS, folder, records, run

# It writes more to standard error than a small window shows, and then why it ends.
DYING_BOT = """
import sys
for line in sys.stdin:
    if line.startswith("uwi"):
        print("uwiok", flush=True)
    elif line.startswith("isready"):
        print("readyok", flush=True)
    elif line.startswith("go"):
        for number in range(15):
            print(f"line {number} " + 60 * "x", file=sys.stderr)
        raise ValueError("the last word")
"""

PAIR = ("--bot", "greedy", "--bot", "random", "--lexicon", WORDS, "--seed", 5, "--sandbox", "off")


@unittest.skipUnless(shutil.which("tmux"), "there is no tmux, in which the replay is looked at")
class Replay(TerminalTest):
    def setUp(self):
        super().setUp()
        done = run("tournament", *PAIR, "--games", 4, "--out", self.here / "run", "--quiet")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.games = records(self.here / "run")

    def replay(self, *arguments, columns=80, rows=24, before="export TERM=screen-256color"):
        self.open((PROGRAM, "replay", "run", *arguments), columns, rows, before)
        return self.await_screen("turn|too small")

    def turn(self, number, game=1):
        last = len(self.games[game - 1]["turns"])
        return self.await_screen(rf"Game {game}: .* turn {number} of {last}(?m:$)")

    def test_keys_step_through_the_game(self):
        last = len(self.games[0]["turns"])
        self.replay()
        self.turn(0)
        for keys, turn in ((("Right",), 1), (("l",), 2), (("Left",), 1), (("NPage",), 11), (("PPage", "Right"), 2), (("End",), last),
                           (("Right",), last), (("Home",), 0), (("Left",), 0), (("$",), last), (("0",), 0), (("Down", "Down", "Up"), 1)):
            self.press(*keys)
            screen = self.turn(turn)
            if 0 < turn:
                played = self.games[0]["turns"][turn - 1]
                mover = self.games[0]["players"][played["seat"]]
                self.assertIn(f"{mover} {played['move']}", screen)
                self.assertIn(f"▶ {mover}", screen)
                self.assertIn(f"{played['rack']} → ", screen)
                self.assertRegex(screen, rf"(?m)> *{turn} {mover} {re.escape(played['move'])} ")
                self.assertEqual(screen.count("▶"), 1)

    def test_the_end_tells_the_scores(self):
        self.replay()
        self.press("End")
        screen = self.turn(len(self.games[0]["turns"]))
        self.assertIn(f"The game ended: {self.games[0]['end']}. Final scores:", screen)

    def test_a_turn_is_gone_to_and_a_wrong_one_told(self):
        last = len(self.games[0]["turns"])
        self.replay("--turn", 3)
        self.turn(3)
        self.press("g", "1", "2")
        self.await_screen(rf"Go to turn \(0 to {last}; Esc cancels\): 12_")
        self.press("Enter")
        self.turn(12)
        self.press("g", "9", "9", "9", "Enter")
        self.await_screen(f"There is no turn 999: the game has turns 0 to {last}")
        self.turn(12)
        self.press("g", "5", "Escape")
        self.await_screen("q leave")
        self.turn(12)

    def test_it_plays_by_itself_to_the_end(self):
        last = len(self.games[0]["turns"])
        self.replay("--turn", last - 3)
        self.press("+", "+", "+", "Space")
        self.assertNotIn("▶ turn", self.turn(last))

    def test_games_of_the_run_follow_each_other(self):
        self.replay("--game", 2)
        self.turn(0, 2)
        for key, game in (("n", 3), ("n", 4), ("p", 3), ("p", 2), ("p", 1)):
            self.press(key)
            self.turn(0, game)
        self.press("p")
        self.await_screen("Game 1 is the first of the run")
        self.press("n", "n", "n", "n")
        self.await_screen("Game 4 is the last of the run")

    def test_help_comes_and_goes(self):
        self.replay("--turn", 2)
        self.press("?")
        self.await_screen("Enter goes back to the game")
        self.press("n")
        self.turn(2)

    def test_it_follows_the_window(self):
        self.replay("--turn", 8)
        self.turn(8)
        for columns, rows in ((44, 16), (60, 14), (120, 40), (60, 20), (200, 60), (80, 24)):
            self.resize(columns, rows)
            # The first line ends with the turn at the right, and the last has the hints.
            screen = self.await_that(lambda screen, columns=columns, rows=rows: len(screen.split("\n")[0]) == columns - 1 and
                                     len(screen.split("\n")) == rows, f"there is no picture of {columns} by {rows}")
            self.assertTrue(all(len(line) < columns for line in screen.splitlines()), screen)
            parts = ("Game 1:", "turn 8 of", "▶", "a {2,5}b {2,5}c", "q leave")
            self.assertEqual([len(re.findall(part, screen)) for part in parts], len(parts) * [1], screen)
        self.resize(30, 10)
        screen = self.await_screen("too small: 30")
        self.assertNotIn("Game 1", screen)
        self.resize(80, 24)
        self.turn(8)

    def test_heights_are_colours_where_there_are_some(self):
        self.replay("--turn", 20)
        many = self.screen("-e")
        self.assertRegex(many, r"\x1b\[[0-9;]*48;5;222")
        self.press("q")
        self.await_screen("exit 0")
        self.close()
        self.replay("--turn", 20, before="export TERM=screen")
        few = self.screen("-e")
        self.assertNotIn("48;5;", few)
        self.assertRegex(few, r"\x1b\[[0-9;]*46m")

    def test_without_colour_everything_can_be_read(self):
        for before in ("export NO_COLOR=1 TERM=screen-256color", "export TERM=vt100"):
            self.replay("--turn", 20, before=before)
            self.turn(20)
            self.assertNotRegex(self.screen("-e"), r"\x1b\[[0-9;]*[34][0-7][0-9;]*m")
            screen = self.screen()
            self.assertRegex(screen, r"[A-Z][2-9]")
            self.assertRegex(screen, r"\[[A-Z][2-9]?\]")
            self.close()

    def test_a_terminal_that_is_not_known_has_lines(self):
        for terminal in ("no-such-terminal", "dumb"):
            self.open((PROGRAM, "replay", "run", "--turn", 2), rows=60, before=f"export TERM={terminal}")
            screen = self.await_screen("exit 0")
            self.assertIn(f"Turn 2 of {len(self.games[0]['turns'])}: ", screen)
            self.close()

    def test_however_it_is_left_the_terminal_is_as_it_was(self):
        for keys, code in ((("q",), 0), (("C-d",), 0), (("C-c",), 130)):
            self.replay(before="echo before")
            self.press(*keys)
            screen = self.await_screen(r"exit \d+[^$]*echo")
            self.assertIn(f"exit {code}\n", screen)
            self.assert_as_before(screen)
            self.close()

    def test_a_signal_leaves_the_terminal_as_it_was(self):
        self.replay(before="echo before")
        self.kill(signal.SIGTERM)
        screen = self.await_screen(r"exit \d+[^$]*echo")
        self.assertIn("exit 130\n", screen)
        self.assert_as_before(screen)

    def test_ctrl_z_gives_the_terminal_back_and_fg_goes_on(self):
        self.replay_in_shell(f"{PROGRAM} replay run --turn 4")
        self.press("C-z")
        screen = self.await_screen("Stopped")
        self.assertNotIn("Game 1:", screen)
        self.press("stty -a", "Enter")
        self.assert_as_before(self.await_screen("echok"))
        self.resize(100, 30)
        self.press("fg", "Enter")
        self.turn(4)
        self.press("Right")
        self.turn(5)
        self.press("q")
        self.assertIn("Stopped", self.await_screen(r"Stopped"))

    def test_ctrl_z_stops_the_whole_job(self):
        self.replay_in_shell(f"(cd . && {PROGRAM} replay run --turn 4; echo later)")
        self.press("C-z")
        self.assertNotIn("later\n", self.await_screen("Stopped"))
        self.press("fg", "Enter")
        self.turn(4)
        self.press("q")
        self.await_screen("later\n")

    def test_a_stop_that_no_program_notices_is_made_good(self):
        self.replay_in_shell(f"{PROGRAM} replay run --turn 4")
        (process,) = self.children(self.shell())
        os.kill(process, signal.SIGSTOP)
        self.await_screen("Stopped")
        self.press("clear; fg", "Enter")
        self.turn(4)
        self.press("Right")
        self.turn(5)

    def replay_in_shell(self, command):
        self.tmux("new-session", "-d", "-x", 80, "-y", 24, "-c", self.here, "env PS1='$ ' TERM=screen-256color bash --norc -i")
        self.await_screen(r"\$")
        self.press(command, "Enter")
        self.turn(4)

    def assert_as_before(self, screen):
        self.assertNotIn("Game 1:", screen)
        for mode in ("icanon", "echo", "isig"):
            self.assertRegex(screen, rf"(?<!-)\b{mode}\b")
        self.assertEqual(self.tmux("display-message", "-p", "#{cursor_flag}#{alternate_on}").strip(), "10")

    def kill(self, number):
        for process in self.children(self.shell()):
            os.kill(process, number)

    def shell(self):
        return int(self.tmux("display-message", "-p", "#{pane_pid}"))

    @staticmethod
    def children(parent):
        return [int(child) for child in pathlib.Path("/proc", str(parent), "task", str(parent), "children").read_text().split()]


@unittest.skipUnless(shutil.which("tmux"), "there is no tmux, in which the replay is looked at")
class Forfeits(TerminalTest):
    def test_evidence_is_shown_on_request(self):
        done = run("tournament", "--bot", "greedy", "--bot", f"broken={EXHIBIT} illegal-lexicon", "--lexicon", WORDS, "--games", 2, "--out",
                   self.here / "run", "--quiet")
        self.assertEqual(done.returncode, 0, done.stderr)
        (game, *_) = records(self.here / "run")
        self.open((PROGRAM, "replay", "run"))
        self.await_screen("e evidence")
        self.press("End")
        self.await_screen("broken forfeited: ")
        self.press("e")
        screen = self.await_screen("The last lines, > to the bot and < from it:")
        self.assertIn(game["forfeits"][0]["reason"], screen)


    def test_what_a_bot_said_last_is_read_in_a_small_window(self):
        bot = self.here / "bot.py"
        bot.write_text(DYING_BOT)
        done = run("tournament", "--bot", "greedy", "--bot", f"broken=python3 {bot}", "--sandbox", "off", "--lexicon", WORDS, "--games", 2, "--out",
                   self.here / "run", "--quiet")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.open((PROGRAM, "replay", "run"), 60, 14)
        self.await_screen("turn 0 of")
        self.press("e")
        self.await_screen("ValueError: the last word")
        self.press("Home")
        screen = self.await_screen("broken forfeited: ")
        self.assertIn(" ".join(records(self.here / "run")[0]["forfeits"][0]["text"].split()[-3:]), " ".join(screen.split()))
        self.press("Down", "Up", "NPage", "End")
        self.await_screen("Final scores: ")
        self.press("Enter")
        self.await_screen("e evidence")


class Piped(unittest.TestCase):
    def test_a_forfeit_among_three_does_not_end_the_replay(self):
        with folder() as here:
            done = run("tournament", "--bot", "greedy", "--bot", "random", "--bot", f"broken={EXHIBIT} illegal-lexicon", "--players", 3, "--lexicon",
                       WORDS, "--games", 3, "--out", here / "run", "--quiet")
            self.assertEqual(done.returncode, 0, done.stderr)
            for game in records(here / "run"):
                shown = run("replay", here / "run", "--game", game["id"]).stdout
                self.assertIn(f"Turn {len(game['turns'])} of {len(game['turns'])}: ", shown)
                self.assertNotIn("do not allow", shown)
                self.assertIn(json.dumps(game["scores"][0]), shown)


if __name__ == "__main__":
    unittest.main()
