"""Many games at once, as numpy arrays."""

from types import SimpleNamespace

import numpy

from . import _native


class VectorGames:
    """Many games at once, all at the learner's turn. `step` makes one action in each.

    Games are those of a tournament of two bots with these names and this seed: game 1 of the tournament is the first
    of the vector, and a game that ends is followed by the next one that no place has had. A game has the same tiles,
    and with the same moves the same record, as there. The learner plays for both bots, or against `opponent`:
    "greedy", "static" (the champion without look-ahead) or "champion", with the `elo` to play at or the `nodes` of its
    search. Results do not depend on the number of threads.

    `view` has these arrays, which stay as they are for as long as they are kept. N is the number of games, S the size of
    the board, F the number of faces (Ruleset.symbols has their symbols), R the size of a rack, A the number of actions
    of all games.

    tops, heights      [N, S, S]  1 more than the face on top, or 0; and the height of the stack
    rack, unseen       [N, F]     how many tiles of each face are on the mover's rack, and are neither there nor on the board
    bag, turn          [N]        the tiles in the bag, and the number of turns before this one
    scores             [N, 2]     the mover's, and the other player's
    seat, mover        [N]        the mover's seat, and the bot for which it moves: 0 for the first name
    id                 [N]        the number of the game in the tournament, from 1
    is_done            [N]        whether the last step ended a game here; then `finished` is its number
    finished           [N]
    final_scores       [N, 2]     the scores of the game that ended, the first bot's and the second's

    offsets            [N + 1]    the actions of game g are offsets[g] to offsets[g + 1], not included
    kind               [A]        0: a play, 1: an exchange, 2: a pass, which is always the last
    points, laid       [A]        what a play scores, and how many tiles it lays
    squares, faces     [A, R]     the squares (row * S + column) and the faces that a play lays, then -1 and 255;
                                  an exchange has the face that it returns
    """

    def __init__(self, lexicon, games=64, *, threads=1, seed=1, names=("learner", "opponent"), opponent=None, elo=None,
                 nodes=None, is_sorted=True, has_records=False):
        self.lexicon, self.games = lexicon, games
        self._native = _native._VectorGames(lexicon, games=games, threads=threads, seed=seed, names=list(names),
                                            opponent=opponent, elo=elo, nodes=nodes, is_sorted=is_sorted,
                                            has_records=has_records)
        self._look()

    def step(self, actions):
        """Makes action `actions[g]`, counted from 0 among its own, in each game g, and returns the new view. Raises
        ToptileError, and plays nothing, if one is out of range."""
        self._native.step(numpy.ascontiguousarray(actions, dtype=numpy.int64))
        self._look()
        return self.view

    def move_text(self, game, action):
        """The move of an action as it is written: 5d.MOOD, ex.J, pass."""
        return self._native.move_text(game, action)

    def take_records(self):
        """The records of the games that ended since the last call, as lines; empty without `has_records`."""
        return self._native.take_records()

    def _look(self):
        self.view = SimpleNamespace(
            **{name: numpy.asarray(array) for name, array in self._native.arrays().items()})
