"""The kit's generator, compared with a slow and simple one on random positions."""

import random
import unittest

from plain_rules import PlainRules, stacks_of
from small_games import game_of, toptile


class PlainRulesAgree(unittest.TestCase):
    WORDS = ("AS AT TA IT IS SI QUIT QUITS QUA CAT CATS CAR CARS ARC SCAR STAR RATS ART ARTS TAR TARS SAT "
             "SIT ITS TIC TICS ACT ACTS CAST CASTS RAT QUAIS ASS SASS TASS STRAIT TRAITS AA AAS ABBA").split()

    def positions(self, game, letters, seed, count):
        """Yields boards made by random legal plays with random racks, and a rack for each."""
        rng = random.Random(seed)
        board = toptile.Board(game.ruleset.size)
        for _ in range(count):
            rack = "".join(rng.choice(letters) for _ in range(rng.randint(1, 7)))
            position = toptile.Position(game, board, rack)
            yield position
            plays = position.plays()
            if plays and rng.random() < 0.95:
                board = position.after(rng.choice(plays)).board
            else:
                board = toptile.Board(game.ruleset.size)

    def check(self, rules, letters, seed, count, words=WORDS, least_plays=1000):
        game = game_of(" ".join(words), rules)
        ruleset = game.ruleset
        plain = PlainRules(ruleset, {ruleset.symbols_of(word) for word in words} - {None})
        total = 0
        for position in self.positions(game, letters, seed, count):
            expected = plain.all_plays(stacks_of(position.board), position.rack)
            plays = position.plays()
            got = {play.text: (play.points, list(play.words), {(r, c): s for r, c, s in play.laid})
                   for play in plays}
            with self.subTest(board=str(position.board), rack=position.rack):
                self.assertEqual(len(got), len(plays), "a play is listed twice")
                self.assertEqual(got, expected)
                order = [(-play.points, play.tiles_laid, play.text.encode()) for play in plays]
                self.assertEqual(order, sorted(order))
            total += len(plays)
        self.assertGreater(total, least_plays)

    def test_on_a_board_of_six(self):
        self.check("size 6", "AAAITTSSRCQ", seed=1, count=250)

    def test_on_the_full_board(self):
        self.check("", "AAAITTSSRCQB", seed=2, count=60)

    def test_on_an_odd_board_with_low_stacks_and_a_rack_of_three(self):
        self.check("size 5 height 2 rack 3", "AAITTSSRCQ", seed=3, count=250)

    def test_when_plurals_are_allowed(self):
        self.check("size 6 plural allow", "AAITTSSSRC", seed=4, count=150)

    def test_with_faces_of_other_spellings(self):
        words = "SCHAL SCHA LASCH ÄSA SÄL ALLA LAL QUAL ALS SA ÄL LÄS".split()
        rules = "size 6 tiles A9L9S9Q9*9+9 faces Q=QU,*=Ä,+=CH"
        self.check(rules, "AALSQ*+", seed=5, count=250, words=words)


if __name__ == "__main__":
    unittest.main()
