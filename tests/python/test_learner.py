"""The example that learns: it learns a little, plays as a bot, and both halves of it value a move alike."""

import importlib.util
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest
import unittest.mock

from engine_module import ROOT, engine, kits, require_numpy

FOLDER = ROOT / "python" / "learner"


def load_learner():
    specification = importlib.util.spec_from_file_location("learner", FOLDER / "learner.py")
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    return module


@require_numpy
class Learner(unittest.TestCase):
    def test_it_learns_writes_its_weights_and_plays_as_a_bot(self):
        with tempfile.TemporaryDirectory() as folder:
            bot = pathlib.Path(folder, "learner")
            shutil.copytree(FOLDER, bot, ignore=shutil.ignore_patterns("weights.json", "__pycache__"))
            shutil.copy(ROOT / "protocol" / "sdk" / "python" / "toptile.py", bot)
            done = subprocess.run([sys.executable, "-B", bot / "learner.py", "train", "--lexicon", ROOT / "lexicons/common.txt",
                                   "--positions", "12000", "--test-games", "20", "--every", "1"],
                                  capture_output=True, text=True)
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            self.assertEqual(len(done.stdout.splitlines()), 2)
            self.assertRegex(done.stdout, r"points\n$")
            weights = json.loads((bot / "weights.json").read_text())
            self.assertTrue(any(weights["out"]))
            run = pathlib.Path(folder, "run")
            played = subprocess.run([os.environ["TOPTILE"], "tournament", "--bot", bot, "--bot", "greedy", "--games", "2",
                                     "--seed", "1", "--lexicon", ROOT / "lexicons/common.txt", "--out", run],
                                    capture_output=True, text=True)
            self.assertEqual(played.returncode, 0, played.stderr)
            for record in engine.read_records(run / "games.jsonl"):
                self.assertNotEqual(record.end, "forfeit")

    def test_the_bot_values_moves_as_the_learner_does(self):
        import numpy
        learner = load_learner()
        lexicon = engine.Lexicon.load(ROOT / "lexicons/common.txt")
        taught = learner.Learner(lexicon.ruleset.symbols, numpy, 3)
        random = numpy.random.default_rng(1)
        for weight in taught.weights.values():
            weight += random.normal(0, 0.3, weight.shape).astype("f4")
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder, "weights.json")
            taught.save(file)
            networks = [learner.Network(json.loads(file.read_text()), module) for module in (None, numpy)]
        pure, _ = kits()
        game = pure.Game(pure.Ruleset(lexicon.ruleset.line), pure.Lexicon("", pure.Ruleset()))
        vector = engine.VectorGames(lexicon, 4, seed=3)
        compared = 0
        for _ in range(30):
            view = vector.view
            inputs, _ = learner.inputs_of(view, numpy)
            values = view.points + taught.worth(inputs)
            for at in range(4):
                first, end = view.offsets[at], view.offsets[at + 1]
                squares = "/".join("".join(f"{height}{lexicon.ruleset.symbols[top - 1]}" if height else ".."
                                           for height, top in zip(*row)) for row in zip(view.heights[at], view.tops[at]))
                rack = "".join(symbol * count for symbol, count in zip(lexicon.ruleset.symbols, view.rack[at]))
                position = pure.Position(game, pure.Board.parse(squares, 10), rack, bag=int(view.bag[at]))
                for action in range(0, end - first, 9):
                    text = vector.move_text(at, action)
                    if text == "pass" or text.startswith("ex."):
                        move = pure.Move(text)
                    else:
                        laid, _ = position.laid_by(text)
                        move = pure.Move(text, int(view.points[first + action]), (), laid)
                    for network in networks:
                        worth, = network.worths([network.inputs(position, move)])
                        self.assertAlmostEqual(move.points + worth, values[first + action], delta=0.05)
                    compared += 1
            vector.step(random.integers(0, numpy.diff(view.offsets)))
        self.assertGreater(compared, 500)

    def test_the_bot_chooses_alike_in_batches_and_without_numpy(self):
        import numpy
        learner = load_learner()
        words = (ROOT / "lexicons/common.txt").read_text().upper()
        taught = learner.Learner(engine.Lexicon.load(ROOT / "lexicons/common.txt").ruleset.symbols, numpy, 5)
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder, "weights.json")
            taught.save(file)
            plain, quick = (learner.Network(json.loads(file.read_text()), module) for module in (None, numpy))
        toptile = kits()[1]
        rules = toptile.Ruleset()
        game = toptile.Game(rules, toptile.Lexicon(words, rules), seed=5)
        position, positions = None, []
        for _ in range(25):
            rack = "".join(game.random.sample("".join(symbol * count for symbol, count in rules.tiles.items()), 7))
            position = toptile.Position(game, position.board if position else toptile.Board(10), rack, bag=50)
            positions.append(position)
            if position.plays():
                position = position.after(game.random.choice(position.plays()))
        with unittest.mock.patch.dict(sys.modules, {"toptile": toptile}):
            batch = [move.text for move in quick.best_moves(positions)]
            alone = [quick.best_moves([position])[0].text for position in positions]
            self.assertEqual([move.text for move in plain.best_moves(positions)], batch)
        self.assertEqual(alone, batch)
        self.assertGreater(len(set(batch)), 15)

    def test_targets_are_what_follows_within_four_turns(self):
        learner = load_learner()
        history = learner.History(1)
        for turn in range(8):  # The leads of the movers, bot 0 in even turns.
            history.add(0, turn, turn % 2, 10 * turn, 0.5)
        inputs, targets = history.take()
        self.assertEqual((inputs, targets), ([0, 1, 2, 3], [40.5] * 4))
        history.end(0, [100, 80])
        inputs, targets = history.take()
        self.assertEqual((inputs, targets), ([4, 5, 6, 7], [20 - 40, -20 - 50, 20 - 60, -20 - 70]))


if __name__ == "__main__":
    unittest.main()
