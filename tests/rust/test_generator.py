#!/usr/bin/env python3
"""The Rust kit's plays against `toptile moves`, and its greedy bot against the C++ one.

Environment: TOPTILE is the program, TOPTILE_RUST the folder of the programs built from this folder's sources."""

import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "python"))

from bot_process import Bot  # noqa: E402
from small_games import toptile  # noqa: E402

PROGRAM = os.environ.get("TOPTILE", str(ROOT / "build" / "release" / "toptile"))
RUST = pathlib.Path(os.environ.get("TOPTILE_RUST", ROOT / "build" / "release" / "tests" / "rust"))
WORDS = ROOT / "tests" / "data" / "words"
SHIPPED = sorted(path.stem for path in (ROOT / "rulesets").glob("*.json") if path.stem != "ruleset.schema")


def output(*arguments):
    return subprocess.run([PROGRAM, *map(str, arguments)], check=True, capture_output=True, text=True, timeout=120).stdout


def ruleset_line(rules):
    """A ruleset as the referee would tell it, from what `toptile rules` prints."""
    told = json.loads(output("rules", rules))
    tiles = {symbol: tile if isinstance(tile, dict) else {"count": tile} for symbol, tile in told["tiles"].items()}
    faces = [f"{symbol}={tile['text']}" for symbol, tile in tiles.items() if "text" in tile]
    words = ["name", told["name"], "plural", told["plural_s"], "faces", ",".join(faces) or "-"]
    for key in ("size", "rack", "height", "flat", "stacked", "qu", "all", "left"):
        words += [key, str(told[key])]
    return " ".join(words + ["tiles", "".join(f"{symbol}{tile['count']}" for symbol, tile in tiles.items())])


def upper_case(words):
    """A list as the referee hands it on. ß stays one letter, as in the program."""
    return "ß".join(part.upper() for part in words.split("ß"))


class Generator(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def start(self, rules, words):
        """The bot that lists its plays, ready for positions."""
        (self.folder / "told.txt").write_text(upper_case(words.read_text(encoding="utf-8")), encoding="utf-8")
        bot = Bot(RUST / "bots", "plays")
        self.addCleanup(bot.close)
        bot.send("ruleset " + ruleset_line(rules), f"lexicon name told words 1 sha256 0 path {self.folder}/told.txt", "isready")
        self.assertEqual(bot.line(), "readyok")
        return bot

    def plays(self, bot, position):
        """What the kit lists: text, points, words, tiles."""
        bot.send("position " + position, "go infinite")
        *lines, answer = bot.lines_to("bestmove")
        self.assertEqual(answer, "bestmove pass")
        return [line.removeprefix("info string ").split(" ") for line in lines]

    def compare(self, rules, words, seed, count, least_plays):
        """Compares every play of `count` positions, on boards grown by random plays of random racks."""
        bot, rng = self.start(rules, words), random.Random(seed)
        ruleset = toptile.Ruleset(ruleset_line(rules))
        game = toptile.Game(ruleset, toptile.Lexicon("", ruleset))
        bag = [symbol for symbol, tiles in ruleset.tiles.items() for _ in range(tiles)]
        board, total = toptile.Board(ruleset.size), 0
        for number in range(count):
            tiles = ruleset.rack_size if number % 3 else rng.randint(1, ruleset.rack_size)
            line = f"board {board} rack {''.join(sorted(rng.sample(bag, tiles)))}"
            listed = output("moves", "--rules", rules, "--lexicon", words, "--position", line)
            expected = [json.loads(play) for play in listed.splitlines()]
            self.assertEqual(self.plays(bot, line), [[play["move"], str(play["points"]), ",".join(play["words"]), play["tiles"]]
                                                     for play in expected], line)
            total += len(expected)
            if number % 25 == 24:
                board = toptile.Board(ruleset.size)
            elif expected:
                laid, _ = toptile.Position(game, board, "").laid_by(rng.choice(expected)["move"])
                board = board.after(laid)
        self.assertGreaterEqual(total, least_plays)

    def test_every_play_under_every_shipped_ruleset_is_the_programs_in_its_order(self):
        self.assertIn("german", SHIPPED)
        self.assertGreater(len(SHIPPED), 5)
        for seed, rules in enumerate(SHIPPED):
            with self.subTest(rules):
                words = WORDS / ("german.txt" if rules == "german" else "plain.txt")
                self.compare(rules, words, seed, count=50, least_plays=300)

    def test_with_the_shipped_word_list_every_play_is_the_programs_too(self):
        self.compare("hasbro", ROOT / "lexicons" / "english.txt", seed=20, count=25, least_plays=5000)

    def test_faces_may_spell_several_letters_and_symbols_may_be_any_sign(self):
        rules, words = self.folder / "signs.json", self.folder / "words.txt"
        tiles = {"A": 9, "L": 9, "S": 9, "😀": {"count": 9, "text": "CH"}, "Ａ": {"count": 9, "text": "Ä"},
                 "*": {"count": 9, "text": "QU"}}
        rules.write_text(json.dumps({"name": "signs", "based_on": "hasbro", "size": 7, "height": 3, "rack": 5, "tiles": tiles}))
        words.write_text("ALLA\nALS\nCHALA\nLACHS\nLAL\nLASCH\nLÄS\nQUAL\nSA\nSCHA\nSCHAL\nSÄL\nÄL\nÄSA\n", encoding="utf-8")
        self.compare(rules, words, seed=21, count=100, least_plays=300)


class Greedy(unittest.TestCase):
    def test_the_rust_greedy_and_the_cpp_greedy_make_the_same_moves(self):
        for rules, words in (("hasbro", "plain.txt"), ("german", "german.txt"), ("hasbro-challenge", "plain.txt")):
            with self.subTest(rules), tempfile.TemporaryDirectory() as folder:
                output("tournament", "--rules", rules, "--lexicon", WORDS / words, "--bot", "greedy",
                       "--bot", f"rust={RUST / 'greedy'}", "--games", "4", "--seed", "3", "--out", folder + "/run")
                lines = pathlib.Path(folder, "run", "games.jsonl").read_text(encoding="utf-8").splitlines()
                games = [json.loads(line) for line in lines]
                self.assertEqual([game["forfeit"] for game in games], [None] * 4)
                moves = [[turn["move"] for turn in game["turns"]] for game in games]
                self.assertGreater(min(map(len, moves)), 5)
                self.assertEqual(moves[0], moves[1])
                self.assertEqual(moves[2], moves[3])


if __name__ == "__main__":
    unittest.main()
