"""The champion as a bot: any number of threads plays the same games, every ruleset is played to its end, levels are told apart, it
bluffs where nobody objects, and wrong arguments are told."""

import json
import pathlib
import subprocess
import unittest

from toptile_program import BOTS, IS_LONG, PATIENCE, WORDS, folder, records, run

KIT = pathlib.Path(__file__).resolve().parents[2] / "protocol" / "sdk" / "python"
KNOWN = set(WORDS.read_text(encoding="utf-8").upper().split())

# A greedy bot that never objects.
ACCEPTER = f"""#!/usr/bin/env python3
import sys
sys.path.insert(0, {str(KIT)!r})
import toptile

def choose(position):
    return max(position.plays(), key=lambda play: (play.points, play.text), default=toptile.PASS)

toptile.run(choose, name="Accepter", challenge=lambda position, play: False)
"""

QUICK = ("--lexicon", WORDS, "--no-clock", "--no-try", "--quiet", "--seed", 3, "--sandbox", "off")


def champion(name, **options):
    return json.dumps({"name": name, "command": ["champion"], "options": {key: str(value) for key, value in options.items()}})


class Champion(unittest.TestCase):
    def setUp(self):
        context = folder()
        self.here = context.__enter__()
        self.addCleanup(context.__exit__, None, None, None)

    def play(self, out, *arguments):
        done = run("tournament", *QUICK, "--out", self.here / out, *arguments, timeout=PATIENCE)
        self.assertEqual((done.returncode, done.stderr), (0, ""), done.stdout)
        return records(self.here / out)

    def moves(self, games):
        self.assertTrue(all(not game["forfeits"] for game in games))
        return [[(turn["move"], turn["info"]) for turn in game["turns"]] for game in games]

    def test_a_limit_in_nodes_gives_the_same_games_at_any_number_of_threads(self):
        games = {threads: self.moves(self.play(f"t{threads}", "--nodes", 400, "--games", 2, "--bot", champion("one", Threads=threads), "--bot", "greedy"))
                 for threads in (1, 3)}
        self.assertEqual(games[1], games[3])
        said = " ".join(info for game in games[1] for _, info in game)
        self.assertIn(" draws ", said)
        self.assertIn("depth ", said)  # Endgames are solved.

    def test_each_part_can_be_left_out(self):
        def games(out, **options):
            return self.moves(self.play(out, "--nodes", 300, "--games", 4, "--bot", champion("one", **options), "--bot", "greedy"))

        whole = games("whole")
        for option, value in {"Solver": "false", "Drop": "false", "Aim": "spread", "Plies": 1, "Inference": "false", "Search": "false"}.items():
            with self.subTest(option):
                without = games(option, **{option: value})
                self.assertNotEqual(without, whole)
                solved = any(info.startswith("depth ") for game in without for _, info in game)
                self.assertEqual(solved, option != "Solver")

    def test_every_ruleset_is_played_to_its_end(self):
        names = [line.split()[0] for line in run("rules").stdout.splitlines() if line and not line.startswith(" ")]
        played = 0
        for rules in ("hasbro", "classic", "app", "hasbro-all-out", "hasbro-challenge", "hasbro-plural"):
            self.assertIn(rules, names)
            for players in (2, 3, 4) if IS_LONG or rules in ("hasbro", "hasbro-challenge") else (2,):
                with self.subTest(rules, players=players):
                    bots = [flag for number in range(players) for flag in ("--bot", champion(f"c{number}", Candidates=6))]
                    games = self.play(f"{rules}-{players}", "--rules", rules, "--players", players, "--games", players, "--nodes", 30, *bots)
                    self.moves(games)
                    played += len(games)
        self.assertEqual(played, 6 * (2 + 3 + 4) if IS_LONG else 4 * 2 + 2 * (2 + 3 + 4))

    def test_levels_play_as_they_are_called(self):
        games = self.play("levels", "--bot", "low=champion 300", "--bot", champion("high", LimitStrength="true", Elo=1600), "--games", 20)
        won = sum(game["ranks"][game["players"].index("high")] == 1 for game in games)
        self.assertGreaterEqual(won, 18)

    def play_with_challenges(self, out, *bots, games=6):
        """Games with challenges, which end without a forfeit. One of the bots is called "champion"."""
        flags = [flag for bot in bots for flag in ("--bot", bot)]
        played = self.play(out, "--rules", "hasbro-challenge", "--players", len(bots), "--games", games, "--nodes", 60, *flags)
        self.assertEqual(len(played), games)
        self.moves(played)
        verified = run("verify", self.here / out)
        self.assertEqual(verified.returncode, 0, verified.stdout)
        return played

    def bluffs_of(self, game):
        """What became of each play of the champion with an unknown word, in order: "stood" or "taken back"."""
        turns, own = game["turns"], game["players"].index("champion")
        became = []
        for number, turn in enumerate(turns):
            if turn["seat"] != own or KNOWN.issuperset(turn["words"]):
                continue
            answer = next((after["move"] for after in turns[number + 1:] if after["move"] != "accept"), "")
            became.append("taken back" if answer == "challenge" else "stood")
        return became

    def accepter(self, name):
        (self.here / "accepter.py").write_text(ACCEPTER)
        return f"{name}=python3 -B {self.here}/accepter.py"

    def test_it_bluffs_those_who_never_object_again_and_again(self):
        for others, games in (("a", 6), ("abc", 4)):
            with self.subTest(others=others):
                played = self.play_with_challenges(f"accept-{others}", champion("champion"), *map(self.accepter, others), games=games)
                for game in played:
                    self.assertEqual(set(self.bluffs_of(game)), {"stood"})
                    self.assertGreater(len(self.bluffs_of(game)), 2)
                    self.assertEqual(game["ranks"][game["players"].index("champion")], 1)

    def test_it_bluffs_those_who_object_once_a_game_at_most(self):
        for name, others in (("greedy", ["greedy"]), ("champion", [champion("other", Candidates=4)]), ("both", [self.accepter("a"), "greedy"])):
            with self.subTest(others=name):
                bluffs = [self.bluffs_of(game) for game in self.play_with_challenges(f"object-{name}", champion("champion"), *others)]
                self.assertTrue(all(became in ([], ["taken back"]) for became in bluffs), bluffs)
                self.assertGreater(sum(map(len, bluffs)), 3)

    def test_it_bluffs_only_where_it_may(self):
        for options in ({"Bluff": "false"}, {"LimitStrength": "true", "Elo": 1940}):
            with self.subTest(**options):
                games = self.play_with_challenges("-".join(options), champion("champion", **options), "greedy")
                self.assertEqual([self.bluffs_of(game) for game in games], 6 * [[]])

    def test_bluffs_are_the_same_from_the_same_seed(self):
        first, second = (self.moves(self.play_with_challenges(out, champion("champion"), self.accepter("a"))) for out in ("first", "second"))
        self.assertEqual(first, second)

    def test_wrong_arguments_are_told(self):
        for arguments in (("2100",), ("-1",), ("fast",), ("800", "900"), ("8e2",)):
            done = subprocess.run([f"{BOTS}/champion", *arguments], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=PATIENCE)
            self.assertEqual((done.returncode, done.stdout, done.stderr.count("\n")), (2, "", 1))
            self.assertIn("0 to 1940", done.stderr)


if __name__ == "__main__":
    unittest.main()
