#!/usr/bin/env python3
"""Bots made with the Rust kit, as processes that speak UWI. They must pass the tests of the Python kit's bots, and some of their own.

Environment: TOPTILE_RUST is the folder of the programs built from this folder's sources."""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "python"))

import test_wire  # noqa: E402
from bot_process import PATIENCE  # noqa: E402

RUST = pathlib.Path(os.environ.get("TOPTILE_RUST", ROOT / "build" / "release" / "tests" / "rust"))
KIT = ROOT / "protocol" / "sdk" / "rust" / "toptile.rs"


class RustBots:
    """Tests of the Python kit start bots by their code; here they start a bot of bots.rs by its name."""

    def start_greedy(self):
        return self.start(RUST / "greedy")

    def start_code(self, name):
        return self.start(RUST / "bots", name)


class GreedyOnTheWire(RustBots, test_wire.GreedyOnTheWire):
    GREEDY = "Greedy (Rust)"
    KIT_LINES = ["id kit toptile.rs 1.1"]


class Challenges(RustBots, test_wire.Challenges):
    OWN_POLICY = "challenging"


class Thinking(RustBots, test_wire.Thinking):
    LISTENING = "listening"
    LOOKING_ONCE = "looking once"
    DEAF = "deaf"
    TELLING_THE_CLOCK = "clock"


class Chance(RustBots, test_wire.Chance):
    def start_random(self):
        return self.start_code("random")


class Authors(RustBots, test_wire.Wire):
    def test_options_are_declared_set_and_checked(self):
        bot = self.start_code("options")
        bot.send("uwi 1")
        self.assertEqual(bot.lines_to("uwiok"), [
            "id name Options", "id author Me", "id kit toptile.rs 1.1", "option name Fast type check default true",
            "option name Search depth type spin default 3 min 1 max 9",
            "option name Style type combo default calm var calm var wild", "option name Book type string",
            "option name Log type string default a b", "option name Clear type button", "uwiok"])
        self.ready(bot)
        for settings, told in (
                ((), 'true 3 ["calm", "", "a b"] pressed 0'),
                (("Fast value false", "Search depth value 9", "Clear", "Style value wild", "Book value my book.txt", "Log value"),
                 'false 9 ["wild", "my book.txt", ""] pressed 1'),
                (("Fast value maybe", "Search depth value 10", "Search depth value x", "Style value mad", "Search depth", "Clear"),
                 'false 9 ["wild", "my book.txt", ""] pressed 2')):
            bot.send(*("setoption name " + setting for setting in settings), self.position("A"), "go infinite")
            self.assertEqual(bot.lines_to("bestmove"), ["info string " + told, "bestmove pass"])
        bot.send("quit")
        code, _, notes = bot.ended()
        self.assertEqual((code, notes.splitlines()), (0, ["toptile: ignored `setoption`: " + why for why in (
            "option Fast has no value `maybe`", "Search depth: 10 is out of range", "Search depth: `x` is not a whole number",
            "option Style has no value `mad`", "Search depth: `` is not a whole number")]))

    def test_info_carries_what_it_is_given(self):
        bot = self.ready(self.start_code("info"))
        bot.send(self.position("QIT"), "go infinite", "quit")
        self.assertEqual(bot.ended(), (0, ["info depth 2 nodes 0 time 15 score 8.5 pv 5c.QUIT pass string two lines",
                                           "bestmove 5c.QUIT"], "said aside\n"))

    def test_the_game_and_its_result_reach_the_author(self):
        bot = self.ready(self.start_code("result"))
        bot.send("result scores 312,-2 ranks 1,2 reason out")
        self.assertEqual(bot.line(), "info string 17 42 [312, -2] [1, 2] out")

    def test_a_panic_ends_the_bot_without_a_move_and_says_why(self):
        bot = self.ready(self.start_code("panic"))
        bot.send(self.position("A"), "go infinite")
        code, lines, notes = bot.ended()
        self.assertEqual((code, lines), (101, []))
        self.assertIn("my mistake", notes)

    def test_a_bot_whose_referee_is_gone_ends(self):
        with subprocess.Popen([RUST / "greedy"], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as bot:
            bot.stdout.close()
            bot.stdin.write(b"uwi 1\n")
            bot.stdin.flush()
            self.assertEqual(bot.wait(timeout=PATIENCE), 0)

    def test_the_bots_of_the_pages_are_built_without_a_warning_and_play(self):
        for page in ("protocol/sdk/rust/README.md", "docs/write_a_bot.md"):
            with self.subTest(page):
                shown = re.search(r"```rust\n(.*?)```", (ROOT / page).read_text(encoding="utf-8"), re.S)
                (self.folder / "main.rs").write_text(shown[1], encoding="utf-8")
                shutil.copy(KIT, self.folder)
                subprocess.run(["rustc", "--edition", "2021", "-D", "warnings", "main.rs"],
                               cwd=self.folder, check=True, timeout=PATIENCE)
                bot = self.ready(self.start(self.folder / "main"))
                bot.send(self.position("QITVVVV"), "go clock 10000,9000 inc 100,100", "quit")
                self.assertEqual(bot.ended(), (0, ["bestmove 5c.QUIT"], ""))


if __name__ == "__main__":
    unittest.main()
