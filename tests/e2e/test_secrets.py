"""What a bot may know: its own tiles, and what everybody sees. Every line that it is sent is checked for that. A spy that could use
more gains nothing if the games of a pair are played in separate lanes."""

import collections
import hashlib
import os
import pathlib
import re
import unittest

from toptile_program import EXHIBIT, WORDS, count_for, folder, records, run

SPY = os.environ.get("TOPTILE_SPY", str(pathlib.Path(EXHIBIT).parent / "spy"))


def first_bytes(text):
    return str(int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big"))


def fields(line):
    words = line.split(" ")
    return dict(zip(words[1::2], words[2::2]))


def lines_to(run_folder, game, name):
    text = (run_folder / "transcripts" / f"{game['id']}.txt").read_text()
    said = [line.split(" ", 3) for line in text.splitlines()[1:]]
    return [line for _, bot, way, line in said if bot == name and way == ">"]


class Lines(unittest.TestCase):
    """Every part of every line to a bot is computed again from what the bot may know."""

    KEYS = {"board", "rack", "scores", "racks", "bag", "unseen", "moves"}

    def check_game(self, run_folder, game, tournament_seed, meeting):
        tiles = collections.Counter(game["bag"])
        names = " ".join(sorted(game["players"]))
        self.assertEqual(game["seed"], first_bytes(f"toptile-game/2 {tournament_seed} {meeting} {names}"))
        for seat, name in enumerate(game["players"]):
            turns = iter([(i, turn) for i, turn in enumerate(game["turns"]) if turn["seat"] == seat])
            for line in lines_to(run_folder, game, name):
                kind = line.split(" ")[0]
                self.assertIn(kind, {"uwi", "setoption", "ruleset", "lexicon", "newgame", "isready", "position", "go", "result", "quit"})
                if kind == "newgame":
                    told = fields(line)
                    self.assertEqual(told, {"id": str(game["id"]), "players": "2", "seat": str(seat),
                                            "seed": first_bytes(f"toptile-bot/1 {game['seed']} {seat}")})
                if kind == "go":
                    self.assertRegex(line, r"^go (challenge )?clock \d+,\d+ inc 0,0$")
                if kind == "position":
                    index, turn = next(turns)
                    self.check_position(fields(line), game, seat, index, turn, tiles)
                self.assertNotIn(game["seed"], line)
                self.assertNotIn(game["bag"][:12], line)

    def check_position(self, told, game, seat, index, turn, tiles):
        self.assertEqual(set(told), self.KEYS)
        self.assertEqual(told["rack"], turn["rack"])
        squares = told["board"].replace("/", "")
        tops = [squares[i + 1] for i in range(0, len(squares), 2) if squares[i] != "."]
        heights = sum(int(squares[i]) for i in range(0, len(squares), 2) if squares[i] != ".")
        # Everybody saw the tiles on the board, covered ones too; the others are unseen, and told in the alphabet's order.
        unseen = collections.Counter(told["unseen"].replace("-", ""))
        self.assertEqual(told["unseen"], "".join(sorted(told["unseen"])))
        self.assertEqual(sum(unseen.values()), sum(tiles.values()) - heights - len(turn["rack"]))
        self.assertFalse(collections.Counter(tops) + unseen + collections.Counter(turn["rack"]) - tiles)
        racks = [int(count) for count in told["racks"].split(",")]
        self.assertEqual(racks[seat], len(turn["rack"]))
        self.assertEqual(int(told["bag"]), sum(tiles.values()) - heights - sum(racks))
        moves = [] if told["moves"] == "-" else told["moves"].split(",")
        others = [move for number, move in enumerate(moves) if move.startswith("ex.") and number % 2 != seat % 2]
        self.assertTrue(all(re.fullmatch(r"ex\.\?+", move) for move in others), others)

    def test_no_line_tells_another_rack_the_bags_order_or_a_seed_of_them(self):
        checked = 0
        for rules in ("hasbro", "app", "hasbro-challenge"):
            with self.subTest(rules=rules), folder() as here:
                done = run("tournament", "--bot", "random", "--bot", "phoney", "--bot", "greedy", "--rules", rules, "--lexicon", WORDS, "--games", 8,
                           "--seed", 77, "--transcript", "--sandbox", "off", "--out", here / "run")
                self.assertEqual(done.returncode, 0, done.stderr)
                pairs = collections.defaultdict(set)  # The pairs so far of those who meet.
                for game in records(here / "run"):
                    meetings = pairs[frozenset(game["players"])]
                    meetings.add(game["pair"])
                    self.check_game(here / "run", game, 77, len(meetings))
                    checked += 1
        self.assertEqual(checked, 3 * 24)

    def test_an_exchange_shows_the_others_how_many_tiles_and_not_which(self):
        with folder() as here:
            bot = here / "swapper"
            bot.write_text("#!/bin/sh\nwhile read -r line; do\n  case $line in\n    uwi*) echo uwiok ;;\n    isready) echo readyok ;;\n"
                           "    position*) rack=${line#* rack }; rack=${rack%% *} ;;\n"
                           "    go*) case $rack in Q*) echo bestmove ex.QU ;; *) echo \"bestmove ex.${rack%\"${rack#?}\"}\" ;; esac ;;\n"
                           "    quit) exit ;;\n  esac\ndone\n")
            bot.chmod(0o755)
            done = run("tournament", "--bot", "greedy", "--bot", bot, "--lexicon", WORDS, "--games", 2, "--seed", 4, "--transcript",
                       "--sandbox", "off", "--out", here / "run")
            self.assertEqual(done.returncode, 0, done.stderr)
            exchanges = 0
            for game in records(here / "run"):
                self.assertTrue(any(turn["move"].startswith("ex.") for turn in game["turns"]))
                for line in lines_to(here / "run", game, "greedy"):
                    if line.startswith("position "):
                        shown = re.findall(r"ex\.[^, ]+", fields(line)["moves"])
                        self.assertTrue(all(move == "ex.?" for move in shown), line)
                        exchanges += len(shown)
            self.assertGreater(exchanges, 10)


class Spy(unittest.TestCase):
    """The spy plays like greedy until it knows the other's tiles."""

    GAMES, FEWER_GAMES = 120, count_for(30, 120)

    @classmethod
    def setUpClass(cls):
        cls.honest = cls.play("greedy")

    @classmethod
    def play(cls, spy, *more, games=GAMES):
        with folder() as here:
            done = run("tournament", "--bot", "greedy", "--bot", f"spy={spy}", "--lexicon", WORDS, "--games", games, "--seed", 3,
                       "--concurrency", 1, "--sandbox", "off", "--out", here / "run", *more)
            assert done.returncode == 0, done.stderr
            games = records(here / "run")
            assert all(not game["forfeits"] for game in games)
            return games

    def moves(self, games):
        return [[turn["move"] for turn in game["turns"]] for game in games]

    def gain(self, games):
        """The mean spread of the spy in second games."""
        spreads = [game["scores"][game["players"].index("spy")] - game["scores"][game["players"].index("greedy")]
                   for game in games if game["id"] % 2 == 0]
        return sum(spreads) / len(spreads)

    def test_spy_gains_in_second_games_without_lanes_and_nothing_with_them(self):
        self.assertGreater(self.gain(self.play(SPY, "--no-lanes")) - self.gain(self.honest), 10)
        self.assertEqual(self.moves(self.play(SPY)), self.moves(self.honest))

    def test_spy_gains_nothing_where_each_game_has_a_new_process(self):
        games = self.play(SPY, "--no-lanes", "--restart", "each_game", games=self.FEWER_GAMES)
        self.assertEqual(self.moves(games), self.moves(self.honest)[:self.FEWER_GAMES])


if __name__ == "__main__":
    unittest.main()
