"""The engine of Toptile: the rules of Upwords, all legal plays of a position, exact endgames, the champion, and many
games at once for programs that learn.

    from toptile_engine import Champion, Game, Lexicon

    lexicon = Lexicon.load("english.lexicon")
    game = Game(lexicon, seed=1)
    champion = Champion(lexicon)
    while not game.is_over:
        game.play(champion.choose(game.position(), nodes=1000))

A bot does not need this module: its kit is the single file toptile.py, which is faster where this module is installed.
Only VectorGames needs numpy.
"""

from ._native import (Candidate, Champion, Game, IllegalMove, Lexicon, Move, Position, Record, Ruleset, Solved,
                      ToptileError, _read_position, game_seed, read_records, set_seed)

__all__ = ["Candidate", "Champion", "Game", "IllegalMove", "Lexicon", "Move", "Position", "Record", "Ruleset", "Solved",
           "ToptileError", "VectorGames", "game_seed", "read_records", "set_seed"]

__version__ = "0.1.0"  # The version of the project, as in CMakeLists.txt.
KIT_VERSION = 1  # The kit toptile.py asks for it, and uses Move, Ruleset.parse, Lexicon and its _plays, _read_position.

for _name in __all__:
    if _name in globals():
        globals()[_name].__module__ = "toptile_engine"
del _name


def __getattr__(name):
    if name == "VectorGames":  # It imports numpy, which takes longer than everything else here.
        from .vector_games import VectorGames
        return VectorGames
    raise AttributeError(f"module 'toptile_engine' has no attribute '{name}'")
