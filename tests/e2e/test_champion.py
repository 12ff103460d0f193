"""The champion as a bot: any number of threads plays the same games, every ruleset is played to its end, levels are told apart, and
wrong arguments are told."""

import json
import subprocess
import unittest

from toptile_program import BOTS, PATIENCE, WORDS, folder, records, run

QUICK = ("--lexicon", WORDS, "--no-clock", "--no-try", "--quiet", "--seed", 3)


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

    def test_every_ruleset_is_played_to_its_end(self):
        names = [line.split()[0] for line in run("rules").stdout.splitlines() if line and not line.startswith(" ")]
        played = 0
        for rules in ("hasbro", "classic", "app", "hasbro-all-out", "hasbro-challenge", "hasbro-plural"):
            self.assertIn(rules, names)
            for players in (2, 3, 4):
                with self.subTest(rules, players=players):
                    bots = [flag for number in range(players) for flag in ("--bot", champion(f"c{number}", Candidates=6))]
                    games = self.play(f"{rules}-{players}", "--rules", rules, "--players", players, "--games", players, "--nodes", 30, *bots)
                    self.moves(games)
                    played += len(games)
        self.assertEqual(played, 6 * (2 + 3 + 4))

    def test_levels_play_as_they_are_called(self):
        games = self.play("levels", "--bot", "low=champion 300", "--bot", champion("high", LimitStrength="true", Elo=1600), "--games", 20)
        won = sum(game["ranks"][game["players"].index("high")] == 1 for game in games)
        self.assertGreaterEqual(won, 18)

    def test_wrong_arguments_are_told(self):
        for arguments in (("2100",), ("-1",), ("fast",), ("800", "900"), ("8e2",)):
            done = subprocess.run([f"{BOTS}/champion", *arguments], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=PATIENCE)
            self.assertEqual((done.returncode, done.stdout, done.stderr.count("\n")), (2, "", 1))
            self.assertIn("0 to 1900", done.stderr)


if __name__ == "__main__":
    unittest.main()
