"""Helpers for the tests of the Python kit: games with a handful of words, and the path of the kit."""

import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
KIT = ROOT / "protocol" / "sdk" / "python"
SAMPLE_BOTS = ROOT / "sample_bots"
sys.path.insert(0, str(KIT))

import toptile  # noqa: E402

EMPTY_BOARD = "/".join(["." * 20] * 10)


def game_of(words, rules="", **more):
    """A game with a small lexicon; `words` are separated by spaces."""
    ruleset = toptile.Ruleset(rules)
    return toptile.Game(ruleset, toptile.Lexicon("\n".join(words.split()), ruleset), **more)


def board_of(game, *texts):
    """The board after the plays with these texts, legal or not."""
    position = toptile.Position(game, toptile.Board(game.ruleset.size), "")
    for text in texts:
        laid, _ = position.laid_by(text)
        position = toptile.Position(game, position.board.after(laid), "")
    return position.board


def points_by_text(words, on_board, rack, rules=""):
    """The points of every legal play of a position, by its text."""
    game = game_of(words, rules)
    plays = toptile.Position(game, board_of(game, *on_board), rack).plays()
    return {play.text: play.points for play in plays}
