#!/usr/bin/env python3
"""A bot that learned from its own games what the tiles that it keeps are worth (docs/learning.md).

    python3 learner.py train --lexicon english.txt --minutes 30    learns, and writes weights.json beside this file
    python3 learner.py                                             plays: it is a bot that speaks UWI

To learn needs the module toptile_engine and numpy. To play needs neither, only the kit toptile.py. With numpy it offers to play
64 games at once, and evaluates the moves of all of them in one call.

The bot makes the move with the most points plus worth. The worth of a move is what a small network expects its player to
gain on the other one in the rest of the game: it sees the tiles that are kept, how full the bag is, and what the move does to
the board. It learns from games against itself (temporal differences): the worth of a move should be what both players scored
in the next turns, plus the worth of the player's move at the end of these.
"""

import argparse
import json
import os
import pathlib
import sys
import time

WEIGHTS = pathlib.Path(__file__).resolve().with_name("weights.json")
HIDDEN = 24
TURNS = 4           # A move is compared with what is known this many turns later, when its player has moved again.
EXPLORED = 0.1      # The share of moves that are not the best known ones: one of the next few.
POINTS = 20.0       # The network's output counts in units of this many points.
BOARD_INPUTS = 4    # For a move: the tiles laid, those laid on others, its points, and whether it is a play.
BAG_INPUTS = 3      # For the bag after the move: how full, nearly empty, empty.


def bag_inputs(bag, laid):
    left = max(0, bag - laid)
    return [left / 100, float(left < 10), float(left == 0)]


# ---- To play: in plain Python if there is no numpy, so that the bot runs everywhere ------------------------------------

class Network:
    """The weights: of inputs to hidden units, of these to the output, and of inputs to the output."""

    def __init__(self, weights, numpy=None):
        self.symbols, self.numpy = weights["symbols"], numpy
        names = ("hidden", "bias", "out", "direct", "out_bias")
        self.hidden, self.bias, self.out, self.direct, self.out_bias = (
            numpy.array(weights[name]) if numpy else weights[name] for name in names)

    def worths(self, rows):
        """The worth of each row of inputs, with numpy for all at once."""
        if not self.numpy:
            return [self.worth(inputs) for inputs in rows]
        inputs = self.numpy.asarray(rows)
        units = self.numpy.maximum(inputs @ self.hidden.T + self.bias, 0)
        return (POINTS * (units @ self.out + inputs @ self.direct + self.out_bias)).tolist()

    def worth(self, inputs):
        used = [(i, value) for i, value in enumerate(inputs) if value]
        worth = self.out_bias + sum(self.direct[i] * value for i, value in used)
        for row, bias, out in zip(self.hidden, self.bias, self.out):
            unit = bias + sum(row[i] * value for i, value in used)
            if unit > 0:
                worth += out * unit
        return POINTS * worth

    def inputs(self, position, move):
        kept = position.rack
        for _, _, symbol in move.laid:
            kept = kept.replace(symbol, "", 1)
        on_others = sum(position.board.height(row, column) > 0 for row, column, _ in move.laid)
        if move.text.startswith("ex."):
            kept = kept.replace(position.ruleset.symbols[move.text[3:]], "", 1)
        board = [move.tiles_laid / 7, on_others / 7, move.points / POINTS, float(move.tiles_laid > 0)]
        return [*map(kept.count, self.symbols), *board, *bag_inputs(position.bag or 0, move.tiles_laid)]

    def best_moves(self, positions):
        """The best move of each position. Values are rounded, so that the size of a batch never decides between two moves."""
        import toptile
        candidates = [[*position.plays(), *position.exchanges(), toptile.PASS] for position in positions]
        inputs = [[self.inputs(position, move) for move in moves] for position, moves in zip(positions, candidates)]
        worths = iter(self.worths(self.numpy.concatenate(inputs) if self.numpy else sum(inputs, [])))
        best = []
        for moves in candidates:
            values = [round(move.points + next(worths), 6) for move in moves]
            best.append(moves[values.index(max(values))])
        return best


def play():
    import toptile
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # The network is too small for more.
    try:
        import numpy
    except ImportError:
        numpy = None
    network = Network(json.loads(WEIGHTS.read_text()), numpy)
    toptile.run(choose_many=network.best_moves, games=64 if numpy else 1, name="Learner", author="Toptile")


# ---- To learn: numpy, and many games at once ---------------------------------------------------------------------------

class Learner:
    """The same network with its gradient, for many moves at once (Adam: Kingma and Ba, 2015)."""

    def __init__(self, symbols, numpy, seed):
        self.symbols, self.numpy = symbols, numpy
        inputs = len(symbols) + BOARD_INPUTS + BAG_INPUTS
        random = numpy.random.default_rng(seed)
        self.weights = {"hidden": random.normal(0, inputs**-0.5, (HIDDEN, inputs)).astype("f4"),
                        "bias": numpy.zeros(HIDDEN, "f4"), "out": numpy.zeros(HIDDEN, "f4"),
                        "direct": numpy.zeros(inputs, "f4"), "out_bias": numpy.zeros(1, "f4")}
        self.means = {name: numpy.zeros_like(weight) for name, weight in self.weights.items()}
        self.squares = {name: numpy.zeros_like(weight) for name, weight in self.weights.items()}
        self.updates = 0

    def worth(self, inputs):
        w = self.weights
        units = self.numpy.maximum(inputs @ w["hidden"].T + w["bias"], 0)
        return POINTS * (units @ w["out"] + inputs @ w["direct"] + w["out_bias"])

    def learn(self, inputs, targets, rate):
        """One step towards the targets, in points. Returns the mean square of the error in points."""
        numpy, w = self.numpy, self.weights
        before = inputs @ w["hidden"].T + w["bias"]
        units = numpy.maximum(before, 0)
        error = units @ w["out"] + inputs @ w["direct"] + w["out_bias"] - targets / POINTS
        slope = error / len(targets)
        back = numpy.outer(slope, w["out"]) * (before > 0)
        gradients = {"hidden": back.T @ inputs, "bias": back.sum(0), "out": slope @ units, "direct": slope @ inputs,
                     "out_bias": slope.sum(keepdims=True)}
        self.updates += 1
        for name, gradient in gradients.items():
            self.means[name] += 0.1 * (gradient - self.means[name])
            self.squares[name] += 0.001 * (gradient**2 - self.squares[name])
            mean = self.means[name] / (1 - 0.9**self.updates)
            square = self.squares[name] / (1 - 0.999**self.updates)
            w[name] -= rate * mean / (numpy.sqrt(square) + 1e-8)
        return float((error**2).mean()) * POINTS**2

    def save(self, file):
        weights = {name: weight.round(5).tolist() for name, weight in self.weights.items()}
        file.write_text(json.dumps({"symbols": self.symbols, **weights, "out_bias": weights["out_bias"][0]}) + "\n")


def inputs_of(view, numpy):
    """The inputs of every action, and the game that it belongs to."""
    games = numpy.repeat(numpy.arange(len(view.bag)), numpy.diff(view.offsets))
    rows = numpy.arange(len(games))
    faces = view.rack.shape[1]
    kept = view.rack[games].astype("f4")
    is_tile = view.faces != 255
    for at in range(view.faces.shape[1]):
        tiles = is_tile[:, at]
        kept[rows[tiles], view.faces[tiles, at]] -= 1
    heights = view.heights.reshape(len(view.bag), -1)
    on_others = sum((heights[games, view.squares[:, at]] > 0) & (view.squares[:, at] >= 0)
                    for at in range(view.squares.shape[1]))
    inputs = numpy.empty((len(games), faces + BOARD_INPUTS + BAG_INPUTS), "f4")
    inputs[:, :faces] = kept
    inputs[:, faces:faces + BOARD_INPUTS] = numpy.stack(
        [view.laid / 7, on_others / 7, view.points / POINTS, view.laid > 0], axis=1)
    left = numpy.maximum(0, view.bag[games] - view.laid)
    inputs[:, faces + BOARD_INPUTS:] = numpy.stack([left / 100, left < 10, left == 0], axis=1)
    return inputs, games


def best_actions(view, values, explored, random, numpy):
    """The row of each game's action: the best one, or now and then one of the seven after it."""
    rows = numpy.empty(len(view.bag), numpy.int64)
    for game, (first, end) in enumerate(zip(view.offsets[:-1], view.offsets[1:])):
        of_game = values[first:end]
        if random.random() < explored:
            rows[game] = first + random.choice(numpy.argsort(-of_game)[:8])
        else:
            rows[game] = first + of_game.argmax()
    return rows


class History:
    """The moves of each game whose targets are not known yet."""

    def __init__(self, games):
        self.moves = [[] for _ in range(games)]  # (inputs, the mover's bot, its lead after the move)
        self.inputs, self.targets = [], []

    def add(self, game, inputs, bot, lead, worth):
        """A move of bot 0 or 1; `worth` is what the network expects after it."""
        moves = self.moves[game]
        moves.append((inputs, bot, lead))
        if len(moves) > TURNS and moves[-1 - TURNS][1] == bot:
            known, _, earlier = moves.pop(-1 - TURNS)
            self._target(known, lead - earlier + worth)

    def end(self, game, scores):
        for inputs, bot, lead in self.moves[game]:
            self._target(inputs, scores[bot] - scores[1 - bot] - lead)
        self.moves[game] = []

    def _target(self, inputs, target):
        self.inputs.append(inputs)
        self.targets.append(target)

    def take(self):
        inputs, targets, self.inputs, self.targets = self.inputs, self.targets, [], []
        return inputs, targets


def score_against_greedy(learner, lexicon, games, threads, seed, numpy):
    """The share of points in games against greedy, each pair on one seed, with its standard error."""
    from toptile_engine import VectorGames
    vector = VectorGames(lexicon, 64, threads=threads, seed=seed, opponent="greedy")
    random, points = numpy.random.default_rng(0), {}
    while len([number for number in points if number <= games]) < games:
        inputs, _ = inputs_of(vector.view, numpy)
        values = vector.view.points + learner.worth(inputs)
        view = vector.step(best_actions(vector.view, values, 0, random, numpy) - vector.view.offsets[:-1])
        for game in numpy.flatnonzero(view.is_done):
            mine, other = view.final_scores[game]
            points[int(view.finished[game])] = 1.0 if mine > other else 0.5 if mine == other else 0.0
    of_pairs = numpy.array([(points[pair] + points[pair + 1]) / 2 for pair in range(1, games, 2)])
    return of_pairs.mean(), of_pairs.std(ddof=1) / len(of_pairs)**0.5


def train(given):
    import numpy
    from toptile_engine import Lexicon, VectorGames
    lexicon = Lexicon.load(given.lexicon)
    learner = Learner(lexicon.ruleset.symbols, numpy, given.seed)
    vector = VectorGames(lexicon, given.games, threads=given.threads, seed=given.seed, is_sorted=False)
    random, history = numpy.random.default_rng(given.seed), History(given.games)
    begun, positions, next_report = time.monotonic(), 0, 0.0
    batch_inputs, batch_targets, errors = [], [], []
    while True:
        part = min(1.0, positions / given.positions)
        if part >= next_report or part >= 1:
            score, error = score_against_greedy(learner, lexicon, given.test_games, given.threads, 1, numpy)
            print("%9d positions, %5.0f s: %.1f ± %.1f %% against greedy, error %.1f points"
                  % (positions, time.monotonic() - begun, 100 * score, 196 * error,
                     (sum(errors) / max(1, len(errors)))**0.5), flush=True)
            next_report, errors = next_report + given.every, []
            learner.save(given.out)
        if part >= 1:
            return
        view = vector.view
        inputs, _ = inputs_of(view, numpy)
        worth = learner.worth(inputs)
        rows = best_actions(view, view.points + worth, EXPLORED, random, numpy)
        vector.step(rows - view.offsets[:-1])
        positions += given.games
        for game, row in enumerate(rows):
            lead = int(view.scores[game, 0]) - int(view.scores[game, 1]) + int(view.points[row])
            history.add(game, inputs[row], int(view.mover[game]), lead, float(worth[row]))
            if vector.view.is_done[game]:
                history.end(game, vector.view.final_scores[game].tolist())
        new_inputs, new_targets = history.take()
        batch_inputs += new_inputs
        batch_targets += new_targets
        if len(batch_targets) >= 1024:
            errors.append(learner.learn(numpy.array(batch_inputs), numpy.array(batch_targets, "f4"),
                                        0.003 * (1 - part) + 0.0001))
            batch_inputs, batch_targets = [], []


def main():
    if len(sys.argv) == 1:
        return play()
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["train"])
    parser.add_argument("--lexicon", required=True, help="a word list, or a built lexicon")
    parser.add_argument("--positions", type=int, default=4_000_000, help="how many to learn from (default: %(default)s)")
    parser.add_argument("--games", type=int, default=64, help="at once (default: %(default)s)")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--test-games", type=int, default=1000, help="against greedy, for each report (default: %(default)s)")
    parser.add_argument("--every", type=float, default=0.1, help="the share of the positions between reports")
    parser.add_argument("--out", type=pathlib.Path, default=WEIGHTS)
    train(parser.parse_args())


if __name__ == "__main__":
    main()
