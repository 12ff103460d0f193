"""The kit's plays are compared with the golden positions; tests/protocol/golden_positions.cpp says what a line holds."""

import functools
import hashlib
import json
import unittest

from small_games import ROOT, toptile

GOLDEN = ROOT / "tests" / "data" / "golden_positions.jsonl"


@functools.lru_cache(maxsize=None)
def game_of_file(ruleset_line, words):
    ruleset = toptile.Ruleset(ruleset_line)
    return toptile.Game(ruleset, toptile.Lexicon.load(ROOT / words, ruleset))


def told(play):
    tiles = "".join(symbol for _, _, symbol in play.laid)
    return "%s %d %s %s" % (play.text, play.points, tiles, ",".join(play.words))


class Golden(unittest.TestCase):
    def test_plays_and_the_last_play_are_as_the_engine_has_them(self):
        lines = GOLDEN.read_text(encoding="utf-8").splitlines()
        self.assertGreater(len(lines), 150)
        for golden in map(json.loads, lines):
            with self.subTest(position=golden["position"]):
                game = game_of_file(golden["ruleset"], golden["words"])
                position = toptile.Position.parse(golden["position"], game)
                found = [told(play) + "\n" for play in position.plays()]
                self.assertEqual("".join(found[:1]).strip(), golden["best"])
                self.assertEqual(len(found), golden["plays"])
                self.assertEqual(hashlib.sha256("".join(found).encode()).hexdigest(), golden["sha256"], found)
                for play in position.plays():
                    self.assertIs(position.play(play.text), play)
                last = position.last_play()
                self.assertEqual(told(last) if last else "", golden["last"])


if __name__ == "__main__":
    unittest.main()
