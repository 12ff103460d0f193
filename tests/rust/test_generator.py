#!/usr/bin/env python3
"""The Rust kit's plays are compared with the golden positions, and its greedy bot with the C++ one.

Environment: TOPTILE is the program, TOPTILE_RUST the folder of the programs built from this folder's sources."""

import hashlib
import itertools
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "python"))

from bot_process import Bot, PATIENCE  # noqa: E402

PROGRAM = os.environ.get("TOPTILE", str(ROOT / "build" / "release" / "toptile"))
RUST = pathlib.Path(os.environ.get("TOPTILE_RUST", ROOT / "build" / "release" / "tests" / "rust"))
WORDS = ROOT / "tests" / "data" / "words"
GOLDEN = ROOT / "tests" / "data" / "golden_positions.jsonl"


def output(*arguments):
    return subprocess.run([PROGRAM, *map(str, arguments)], check=True, capture_output=True, text=True, timeout=PATIENCE).stdout


def upper_case(words):
    """A word list as the referee gives it to bots. ß stays one letter, as in the program."""
    return "ß".join(part.upper() for part in words.split("ß"))


class Golden(unittest.TestCase):
    """tests/protocol/golden_positions.cpp says what a line of the file holds."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.list = pathlib.Path(folder.name, "words.txt")

    def start(self, ruleset, words):
        """Starts the bot that lists its plays; it is ready for positions."""
        self.list.write_text(upper_case((ROOT / words).read_text(encoding="utf-8")), encoding="utf-8")
        bot = Bot(RUST / "bots", "plays")
        self.addCleanup(bot.close)
        bot.send("ruleset " + ruleset, f"lexicon name told words 1 sha256 0 path {self.list}", "isready")
        self.assertEqual(bot.line(), "readyok")
        return bot

    def plays(self, bot, position):
        """The plays that the kit lists, in the form of the golden positions: text, points, tiles, words."""
        bot.send("position " + position, "go infinite")
        *lines, answer = bot.lines_to("bestmove")
        self.assertEqual(answer, "bestmove pass")
        listed = [line.removeprefix("info string ").split(" ") for line in lines]
        return [f"{text} {points} {tiles} {words}" for text, points, words, tiles in listed]

    def test_plays_are_as_the_engine_has_them(self):
        golden = [json.loads(line) for line in GOLDEN.read_text(encoding="utf-8").splitlines()]
        self.assertGreater(len(golden), 150)
        for (ruleset, words), group in itertools.groupby(golden, lambda one: (one["ruleset"], one["words"])):
            bot = self.start(ruleset, words)
            for one in group:
                with self.subTest(position=one["position"]):
                    found = self.plays(bot, one["position"])
                    self.assertEqual("".join(found[:1]), one["best"])
                    self.assertEqual(len(found), one["plays"])
                    told = "".join(play + "\n" for play in found)
                    self.assertEqual(hashlib.sha256(told.encode()).hexdigest(), one["sha256"], found)


class Greedy(unittest.TestCase):
    def test_the_rust_greedy_and_the_cpp_greedy_make_the_same_moves(self):
        for rules, words in (("hasbro", "plain.txt"), ("german", "german.txt"), ("hasbro-challenge", "plain.txt")):
            with self.subTest(rules), tempfile.TemporaryDirectory() as folder:
                output("tournament", "--rules", rules, "--lexicon", WORDS / words, "--bot", "greedy",
                       "--bot", f"rust={RUST / 'greedy'}", "--games", "4", "--seed", "3", "--out", folder + "/run")
                lines = pathlib.Path(folder, "run", "games.jsonl").read_text(encoding="utf-8").splitlines()
                games = [json.loads(line) for line in lines]
                self.assertEqual([game["forfeits"] for game in games], [[]] * 4)
                moves = [[turn["move"] for turn in game["turns"]] for game in games]
                self.assertGreater(min(map(len, moves)), 5)
                self.assertEqual(moves[0], moves[1])
                self.assertEqual(moves[2], moves[3])


if __name__ == "__main__":
    unittest.main()
