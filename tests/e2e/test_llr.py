"""toptile llr: what a sequential test says about results that already exist."""

import json
import math
import unittest

from toptile_program import WORDS, folder, run

FIVE = [0, 0.25, 0.5, 0.75, 1]
THREE = [0, 0.5, 1]


def fit(counts, scores, expected):
    """The log-likelihood of the likeliest distribution with this mean score; bisection finds Lagrange's multiplier."""
    counts = [count or 0.001 for count in counts]
    total = sum(counts)
    low, high = -1 / (1 - expected), 1 / expected
    for _ in range(200):
        middle = (low + high) / 2
        slope = sum(n * (a - expected) / (1 + middle * (a - expected)) for n, a in zip(counts, scores))
        low, high = (middle, high) if slope > 0 else (low, middle)
    return sum(n * math.log(n / total / (1 + low * (a - expected))) for n, a in zip(counts, scores))


def ratio(counts, scores, elo0, elo1):
    return fit(counts, scores, 1 / (1 + 10 ** (-elo1 / 400))) - fit(counts, scores, 1 / (1 + 10 ** (-elo0 / 400)))


def llr(*arguments, **more):
    done = run("llr", *arguments, "--json", **more)
    if done.returncode != 0:
        raise AssertionError(done.stderr)
    return json.loads(done.stdout)


class Llr(unittest.TestCase):
    def test_counts_have_the_ratio_of_the_formula(self):
        for counts in ((13, 37, 50, 25, 3), (3, 1, 40, 2, 20), (0, 0, 7, 1, 0)):
            told = llr("--pairs", ",".join(map(str, counts)), "--sprt", "elo0=-3,elo1=12,beta=0.1")
            self.assertAlmostEqual(told["test"]["llr"], ratio(counts, FIVE, -3, 12), places=6)
            self.assertAlmostEqual(told["test"]["upper"], math.log(0.9 / 0.05), places=9)
            self.assertEqual(told["pairs"], sum(counts))
        for won, tied, lost in ((360, 40, 300), (4307, 8620, 4063), (0, 0, 5)):
            told = llr("--games", f"{won},{tied},{lost}", "--sprt", "elo0=0,elo1=3")
            self.assertAlmostEqual(told["test"]["llr"], ratio((lost, tied, won), THREE, 0, 3), places=6)
            self.assertEqual(told["trinomial"], [lost, tied, won])
            self.assertAlmostEqual(told["score"], (won + tied / 2) / (won + tied + lost), places=9)

    def test_a_published_ratio_is_found_again(self):
        told = llr("--pairs", "13,37,50,25,3", "--sprt", "elo0=0,elo1=4,model=normalized")
        self.assertAlmostEqual(told["test"]["llr"], -0.54912, places=5)

    def test_near_the_hypotheses_the_ratio_is_the_published_approximation(self):
        won, tied, lost = 4307, 8620, 4063
        games = won + tied + lost
        score = (won + tied / 2) / games
        variance = (won + tied / 4) / games - score**2
        s0, s1 = 0.5, 1 / (1 + 10 ** (-3 / 400))
        told = llr("--games", f"{won},{tied},{lost}", "--sprt", "elo0=0,elo1=3")
        self.assertAlmostEqual(told["test"]["llr"], games * (s1 - s0) * (2 * score - s0 - s1) / 2 / variance, places=2)

    def test_a_run_and_its_exports_have_one_ratio(self):
        with folder() as here:
            done = run("match", "greedy", "human", "--sprt", "elo0=0,elo1=60", "--lexicon", WORDS, "--seed", 5, "--sandbox",
                       "off", "--out", here / "run", "--json", "--quiet")
            match = json.loads(done.stdout)["match"]
            of_run = llr(here / "run")
            for key in ("bots", "pairs", "pentanomial", "score", "elo", "test"):
                self.assertEqual(of_run[key], match[key], key)
            if "corrected" in match["test"]:
                self.assertLess(match["test"]["corrected"]["elo"]["elo"], match["elo"]["elo"] or math.inf)
            for kind in ("csv", "pgn"):
                file = here / f"games.{kind}"
                file.write_text(run("export", here / "run", "--as", kind).stdout)
                told = llr(file, "--sprt", "elo0=0,elo1=60", "--bot", "greedy")
                self.assertAlmostEqual(told["test"]["llr"], match["test"]["llr"], places=9)
                self.assertEqual(told["pentanomial"], match["pentanomial"])

    def test_games_without_pairs_are_counted_one_by_one(self):
        rows = "first,second,score\n" + "a,b,1\nb,a,0.5\n" * 30 + "a,b,*\n"
        told = llr("-", "--sprt", "elo1=20", stdin=rows)
        self.assertEqual((told["trinomial"], told["left_out"]), ([0, 30, 30], 1))
        self.assertAlmostEqual(told["test"]["llr"], ratio((0, 30, 30), THREE, 0, 20), places=6)

    def test_a_test_that_ended_tells_a_corrected_estimate(self):
        told = llr("--pairs", "3,1,40,2,20", "--sprt", "elo0=0,elo1=50")
        self.assertEqual(told["test"]["accepted"], "h1")
        corrected = told["test"]["corrected"]["elo"]
        self.assertLess(corrected["elo"], told["elo"]["elo"])
        self.assertLess(corrected["low"], corrected["elo"])
        self.assertLess(corrected["elo"], corrected["high"])
        shown = run("llr", "--pairs", "3,1,40,2,20", "--sprt", "elo0=0,elo1=50").stdout
        self.assertIn(f"at its end      Elo {corrected['elo']:+.0f} ({corrected['low']:+.0f} to {corrected['high']:+.0f})", shown)

    def test_what_does_not_fit_is_told_in_one_sentence(self):
        terms = ("--sprt", "elo1=10")
        for arguments, words in (((), "give one of these: a run or file of results, --pairs, --games"),
                                 (("--games", "1,2,3"), "--sprt is needed"),
                                 (("--games", "1,2", *terms), "3 whole numbers"),
                                 (("--games", "1,2,3,4", *terms), "3 whole numbers"),
                                 (("--games", "1,2,", *terms), "3 whole numbers"),
                                 (("--games", "1,-2,3", *terms), "3 whole numbers"),
                                 (("--games", "1,2,9999999999999", *terms), "is more than"),
                                 (("--games", "0,0,0", *terms), "without results"),
                                 (("--pairs", "1,2,3", *terms), "5 whole numbers"),
                                 (("--pairs", "1,2,3,4,5", "--games", "1,2,3", *terms), "--pairs"),
                                 (("--pairs", "1,2,3,4,5", "--sprt", "elo1=-1"), "elo1 must be the higher"),
                                 (("/nowhere/at/all", *terms), "/nowhere/at/all")):
            with self.subTest(arguments=arguments):
                done = run("llr", *arguments)
                self.assertEqual(done.returncode, 2, done.stdout)
                self.assertIn(words, done.stderr)
                self.assertEqual(done.stderr.count("\n"), 1)


if __name__ == "__main__":
    unittest.main()
