"""The shipped greedy bots, one for each kit, play exactly the same moves."""

import re
import shutil
import subprocess
import unittest

from toptile_program import BOTS, WORDS, count_for, folder, records, run

FEW, GERMAN = WORDS.with_name("few.txt"), WORDS.with_name("german.txt")
OLDEST_NODE = 18


def node_version():
    """The major version of Node; 0 if there is none."""
    node = shutil.which("node")
    told = subprocess.run([node, "--version"], capture_output=True, text=True).stdout if node else ""
    return int(re.match(r"v(\d+)\.", told)[1]) if told else 0


def greedy_bots():
    bots = sorted(path.name for path in BOTS.glob("greedy*"))
    return [bot for bot in bots if bot != "greedy-js" or node_version() >= OLDEST_NODE]


class GreedyBots(unittest.TestCase):
    def test_every_kit_has_one(self):
        shipped = {path.name for path in BOTS.glob("greedy*")}
        self.assertLessEqual({"greedy", "greedy-js", "greedy-python"}, shipped)

    def check_ruleset(self, rules, words, games=count_for(2, 4)):
        """Both games of a pair have the same bag and swapped seats, so equal bots play the same game twice."""
        bots = [argument for bot in greedy_bots() for argument in ("--bot", bot)]
        with folder() as here:
            done = run("tournament", *bots, "--rules", rules, "--lexicon", words, "--games", games, "--seed", 3, "--sandbox", "off", "--out", here / "run")
            self.assertEqual(done.returncode, 0, done.stderr)
            played = records(here / "run")
        count = len(greedy_bots())
        self.assertEqual(len(played), games * count * (count - 1) // 2)
        self.assertGreater(sum(len(game["turns"]) for game in played), 8 * len(played))
        for first, second in zip(played[::2], played[1::2]):
            self.assertEqual(first["players"], second["players"][::-1])
            self.assertFalse(first["forfeits"] or second["forfeits"])
            moves = [[turn["move"] for turn in game["turns"]] for game in (first, second)]
            self.assertEqual(moves[0], moves[1], first["players"])

    def test_under_hasbro(self):
        self.check_ruleset("hasbro", WORDS, games=count_for(4, 6))

    def test_under_classic(self):
        self.check_ruleset("classic", FEW)

    def test_under_german(self):
        self.check_ruleset("german", GERMAN)

    def test_under_hasbro_challenge(self):
        self.check_ruleset("hasbro-challenge", FEW)

    def test_under_hasbro_all_out_with_plurals_in_the_list(self):
        self.check_ruleset("hasbro-all-out", WORDS)

    def test_on_a_small_board_with_high_stacks(self):
        with folder() as here:
            rules = here / "towers.json"
            rules.write_text('{"name": "towers", "based_on": "hasbro", "size": 5, "height": 9, "plural_s": "allow"}')
            self.check_ruleset(rules, FEW)


class WithoutNode(unittest.TestCase):
    def test_a_tournament_says_in_one_sentence_that_node_is_missing(self):
        with folder() as here:
            done = run("tournament", "--bot", "greedy", "--bot", "greedy-js", "--lexicon", WORDS, cwd=here, env={"PATH": str(here)})
            self.assertEqual((done.returncode, done.stdout), (2, ""))
            self.assertEqual(done.stderr, f"toptile: bot 2: {BOTS}/greedy-js runs with node, which is not on PATH; install it, "
                             "or leave the bot out\n")
            self.assertEqual(list(here.iterdir()), [])


if __name__ == "__main__":
    unittest.main()
