"""The module toptile_engine, compared with the kit without it and with what tournaments play."""

import _thread
import copy
import doctest
import gc
import importlib.util
import json
import os
import pathlib
import pickle
import random
import re
import signal
import subprocess
import sys
import tempfile
import threading
import unittest

from engine_module import ROOT, engine, kits, require_numpy

WORDS = ("AS AT TA IT IS SI QUIT QUITS QUA CAT CATS CAR CARS ARC SCAR STAR RATS ART ARTS TAR TARS SAT SIT ITS TIC TICS "
         "ACT ACTS CAST CASTS RAT").split()
EMPTY = "/".join([".." * 10] * 10)


def common(ruleset="hasbro"):
    return engine.Lexicon.load(ROOT / "lexicons" / "common.txt", engine.Ruleset(ruleset))


def play_at_random(game, rng):
    """Plays a game with random legal moves, and yields its positions."""
    while not game.is_over:
        if game.is_question:
            game.play("accept")
            continue
        position = game.position()
        yield position
        moves = position.plays() + position.exchanges()
        game.play(rng.choice(moves) if moves and rng.random() < 0.95 else "pass")


class Documentation(unittest.TestCase):
    def test_the_examples_in_docstrings_give_what_they_say(self):
        names = {name: getattr(engine, name) for name in engine.__all__ if name != "VectorGames"}
        tried = 0
        for name, documented in names.items():
            for example in doctest.DocTestFinder(exclude_empty=True).find(documented, name, globs=dict(names)):
                result = doctest.DocTestRunner().run(example)
                self.assertEqual(result.failed, 0, name)
                tried += result.attempted
        self.assertGreater(tried, 12)

    def test_the_programs_of_the_page_run(self):
        page = (ROOT / "docs" / "python.md").read_text()
        programs = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
        self.assertEqual(len(programs), 3)
        for program in programs:
            needed = [name for name in ("numpy", "gymnasium") if name in program or "environments" in program]
            if any(importlib.util.find_spec(name) is None for name in needed):
                continue
            done = subprocess.run([sys.executable, "-B", "-c", program], cwd=ROOT, capture_output=True, text=True,
                                  env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)})
            self.assertEqual((done.returncode, done.stderr), (0, ""), program)
            self.assertTrue(done.stdout)

    def test_the_stubs_name_everything_that_there_is_and_nothing_else(self):
        def public(owner):
            return {name for name in vars(owner) if not name.startswith("_")}

        import ast
        tree = ast.parse((ROOT / "python" / "toptile_engine" / "__init__.pyi").read_text())
        stubs = {}
        for node in tree.body:
            if isinstance(node, ast.ClassDef):
                stubs[node.name] = {getattr(each, "name", None) or each.target.id for each in node.body
                                    if isinstance(each, (ast.FunctionDef, ast.AnnAssign))}
            elif isinstance(node, ast.FunctionDef):
                stubs[node.name] = None
        self.assertEqual(set(stubs) | {"VectorGames"}, set(engine.__all__))
        for name, members in stubs.items():
            if members is None or name in ("IllegalMove", "ToptileError"):
                continue
            with self.subTest(name):
                self.assertEqual({each for each in members if not each.startswith("_")}, public(getattr(engine, name)))


class Kit(unittest.TestCase):
    """The kit gives the same answers with the module and without it."""

    def compare(self, rules, letters, seed, count, most=7):
        pure, fast = kits()
        self.assertIsNone(pure._engine)
        self.assertIs(fast._engine, engine)
        rng = random.Random(seed)
        games = [kit.Game(ruleset := kit.Ruleset(rules), kit.Lexicon("\n".join(WORDS), ruleset)) for kit in (pure, fast)]
        boards = [kit.Board(games[0].ruleset.size) for kit in (pure, fast)]
        total = 0
        for _ in range(count):
            rack = "".join(rng.choice(letters) for _ in range(rng.randint(1, most)))
            positions = [kit.Position(game, board, rack) for kit, game, board in zip((pure, fast), games, boards)]
            slow, quick = (position.plays() for position in positions)
            self.assertEqual([(play.text, play.points, play.words, play.laid, play.tiles_laid) for play in slow],
                             [(play.text, play.points, play.words, play.laid, play.tiles_laid) for play in quick])
            self.assertEqual(list(map(repr, slow)), list(map(repr, quick)))
            total += len(slow)
            if slow and rng.random() < 0.95:
                at = rng.randrange(len(slow))
                boards = [position.after(plays[at]).board for position, plays in zip(positions, (slow, quick))]
            else:
                boards = [kit.Board(games[0].ruleset.size) for kit in (pure, fast)]
        self.assertGreater(total, 300)
        return games[1].lexicon._for_engine()

    def test_on_the_full_board(self):
        self.assertIsNotNone(self.compare("", "AAAITTSSRCQB", 2, 60))

    def test_on_a_small_board_with_low_stacks(self):
        self.assertIsNotNone(self.compare("size 6 height 2", "AAAITTSSRCQ", 1, 200))

    def test_with_other_points_and_plurals(self):
        self.assertIsNotNone(self.compare("flat 3 stacked 2 qu 9 all 50 plural allow", "AAAITTSSRCQ", 3, 60))

    def test_where_the_engine_cannot_hold_the_ruleset(self):
        self.assertIsNone(self.compare("size 20", "AAAITTSSRCQ", 4, 25))

    def test_with_more_tiles_than_a_rack_holds(self):
        self.assertIsNotNone(self.compare("rack 3", "AAAITTSSRCQ", 5, 60))

    def test_position_lines_are_read_alike_whatever_is_in_them(self):
        pure, fast = kits()
        rng = random.Random(6)
        game = engine.Game(common(), seed=4)
        lines = [str(position) for position in play_at_random(game, rng)]
        parts = [*" -,./=0123456789AZabq\t\n", "  ", " - ", "--", "bag", "rack ", "scores 1,2", "1" * 30, "\u00c4", "\u00a0", "5"]

        def read(kit, line, size):
            try:
                position = kit.Position.parse(line, kit.Game(kit.Ruleset("size %d" % size), None))
            except kit.Unreadable as error:
                return str(error)
            return (str(position.board), position.board._tops, position.board._heights, position.rack, position.scores,
                    position.racks, position.bag, position.unseen, position.moves)

        mapped = 0
        for number in range(6000):
            line = rng.choice(lines)
            for _ in range(number % 4):
                at, end = sorted(rng.randrange(len(line) + 1) for _ in range(2))
                line = line[:at] + rng.choice(parts) + line[rng.choice((at, at, at + 1, end)):]
            size = 10 if rng.random() < 0.9 else 5
            self.assertEqual(read(pure, line, size), read(fast, line, size), repr(line))
            mapped += engine._read_position(line, size) is not None
        self.assertGreater(mapped, 1500)
        self.assertIsNone(engine._read_position(7, 10))
        self.assertIsNone(engine._read_position(lines[0], 10**6))

    def test_a_lexicon_has_the_same_words(self):
        pure, fast = kits()
        text = (ROOT / "lexicons" / "common.txt").read_text().upper()
        slow, quick = (kit.Lexicon(text, kit.Ruleset()) for kit in (pure, fast))
        quick._for_engine()
        self.assertEqual(len(slow), len(quick))
        for word in slow._words[::97]:
            spelled = slow.ruleset.spelled(word)
            self.assertTrue(spelled in quick and quick.has(word))
            self.assertEqual(spelled + "S" in slow, spelled + "S" in quick)
        self.assertFalse("" in quick or "Q" in quick or "no" in quick)

    def test_a_graph_is_mapped_only_if_its_words_are_the_announced_ones(self):
        _, fast = kits()
        with tempfile.TemporaryDirectory() as folder:
            listed, graph = pathlib.Path(folder, "words.txt"), pathlib.Path(folder, "words.lexicon")
            built = engine.Lexicon(WORDS)
            subprocess.run([os.environ["TOPTILE"], "lexicon", "build", "-", "--out", graph], check=True,
                           input="\n".join(WORDS), text=True, stdout=subprocess.DEVNULL)
            listed.write_text("\n".join(WORDS[:-1]))
            ruleset = fast.Ruleset()
            self.assertEqual(len(fast.Lexicon.load(str(listed), ruleset, built.sha256)), len(WORDS))
            self.assertEqual(len(fast.Lexicon.load(str(listed), ruleset, "0" * 64)), len(WORDS) - 1)
            self.assertEqual(len(fast.Lexicon.load(str(listed), ruleset)), len(WORDS) - 1)
            graph.write_bytes(graph.read_bytes()[:-4])
            self.assertEqual(len(fast.Lexicon.load(str(listed), ruleset, built.sha256)), len(WORDS) - 1)
            lexicon = fast.Lexicon.load(str(listed), ruleset)
            self.assertIn("A", lexicon.root.longer())
            with self.assertRaises(AttributeError):
                lexicon.nothing

    def test_the_version_is_that_of_the_project(self):
        project = re.search(r"^project\(toptile VERSION (\S+)", (ROOT / "CMakeLists.txt").read_text(), re.M)[1]
        self.assertEqual(engine.__version__, project)


class Moves(unittest.TestCase):
    def play(self):
        return engine.Position.parse(f"board {EMPTY} rack ACSTQIB", engine.Lexicon(["CAT", "CATS"])).plays()[0]

    def test_a_move_can_be_copied_and_pickled(self):
        move = self.play()
        for again in (copy.copy(move), copy.deepcopy(move), pickle.loads(pickle.dumps(move))):
            self.assertEqual((again.text, again.points, again.words, again.laid, again.tiles_laid),
                             (move.text, move.points, move.words, move.laid, move.tiles_laid))

    def test_a_move_outlives_its_position_and_lexicon(self):
        move = self.play()
        gc.collect()
        self.assertEqual(move.words[0], "CATS")
        self.assertEqual(len(move.laid), 4)

    def test_a_move_of_texts_is_like_one_of_the_kit(self):
        move = engine.Move("5d.MOOD", 8, ("MOOD",), ((4, 3, "M"),))
        self.assertEqual(repr(move), "<5d.MOOD: 8>")
        self.assertEqual(move.tiles_laid, 1)
        move.points = 9
        self.assertEqual(move.points, 9)
        with self.assertRaises(AttributeError):
            del move.points
        with self.assertRaises(TypeError):
            engine.Move()

        class Marked(engine.Move):
            pass

        marked = Marked("pass")
        marked.mark = marked
        del marked
        gc.collect()

    def test_values_are_dropped_with_the_move(self):
        count = sys.getrefcount(None)
        for _ in range(200):
            move = engine.Move(None, None, None, None)
            move.text = move.words = None
        del move
        self.assertLess(abs(sys.getrefcount(None) - count), 50)


class Positions(unittest.TestCase):
    def test_plays_are_what_the_judge_allows_and_the_best_is_first(self):
        rng = random.Random(4)
        for name in ("hasbro", "classic"):
            game = engine.Game(common(name), seed=1)
            for position in play_at_random(game, rng):
                plays = position.plays()
                self.assertEqual(len(plays), position.count_plays())
                best = position.best_play()
                self.assertEqual(best and best.text, plays[0].text if plays else None)
                for play in plays[::7]:
                    judged = position.judge(play.text)
                    self.assertEqual((judged.points, judged.words, judged.laid), (play.points, play.words, play.laid))

    def test_a_position_is_the_same_after_its_line(self):
        game = engine.Game(common(), seed=3)
        for position in play_at_random(game, random.Random(1)):
            again = engine.Position.parse(str(position), game.lexicon, position.seat, position.players)
            self.assertEqual(str(again), str(position))
            self.assertEqual([play.text for play in again.exchanges()], [play.text for play in position.exchanges()])
            self.assertEqual(again.is_endgame, position.is_endgame)
            self.assertEqual((again.tops, again.heights), (position.tops, position.heights))

    def test_values_have_every_play_once(self):
        position = engine.Game(common(), seed=8).position()
        values = position.values()
        self.assertEqual(sorted(move.text for move, _ in values), sorted(move.text for move in position.plays()))
        self.assertEqual([value for _, value in values], sorted((value for _, value in values), reverse=True))

    def test_the_engine_says_what_is_wrong(self):
        lexicon = engine.Lexicon(WORDS)
        position = engine.Position.parse(f"board {EMPTY} rack ACST", lexicon)
        with self.assertRaises(engine.IllegalMove) as caught:
            position.judge("1a.CATS")
        self.assertEqual(caught.exception.reason, "centre")
        self.assertIsInstance(caught.exception, ValueError)
        for move, error in (("nonsense", engine.IllegalMove), (7, TypeError), (None, TypeError)):
            with self.assertRaises(error):
                position.judge(move)
        for wrong in (lambda: engine.Position.parse("board", lexicon), lambda: engine.Ruleset("chess"),
                      lambda: engine.Lexicon([]), lambda: engine.Lexicon.load("/nowhere"), lambda: position.solve(),
                      lambda: position.values(), lambda: engine.Game(lexicon, 1, 9), lambda: engine.Record.parse("{}"),
                      lambda: engine.Champion(lexicon, elo=-5), lambda: engine.Champion(lexicon).choose(position),
                      lambda: engine.Position.parse(f"board {EMPTY} rack ACST", lexicon, 4),
                      lambda: list(engine.read_records("/nowhere"))):
            with self.assertRaises(engine.ToptileError) as caught:
                wrong()
            self.assertNotIn("\n", str(caught.exception))


class Games(unittest.TestCase):
    def test_a_record_is_played_again(self):
        lexicon = common()
        game = engine.Game(lexicon, seed=engine.set_seed(5, ["ann", "bob"], 1))
        positions = list(map(str, play_at_random(game, random.Random(2))))
        record = game.record(["ann", "bob"])
        self.assertIsNone(record.find_difference(lexicon))
        self.assertEqual(record.scores, game.scores)
        again = engine.Record.parse(record.line)
        self.assertEqual(again.line, record.line)
        self.assertEqual([str(position) for position, _ in again.positions(lexicon)], positions)
        self.assertEqual([move for _, move in again.positions(lexicon)], again.moves)
        with self.assertRaisesRegex(engine.ToptileError, "was played with the lexicon common"):
            again.positions(engine.Lexicon(WORDS))

    def test_a_copy_is_continued_alone(self):
        game = engine.Game(common(), seed=6)
        for _ in range(4):
            game.play(game.position().best_play() or "pass")
        other = game.copy()
        self.assertEqual((other.racks, other.scores, other.moves), (game.racks, game.scores, game.moves))
        other.play("pass")
        self.assertNotEqual(other.moves, game.moves)

    def test_a_refused_move_changes_nothing(self):
        game = engine.Game(common(), seed=6)
        before = str(game.position())
        with self.assertRaises(engine.IllegalMove):
            game.play("1a.ZZZZ")
        self.assertEqual(str(game.position()), before)
        with self.assertRaisesRegex(engine.ToptileError, "not over"):
            game.record(["a", "b"])


class Thinking(unittest.TestCase):
    def endgame(self):
        game = engine.Game(common(), seed=11)
        while not game.position().is_endgame:
            game.play(game.position().best_play() or "pass")
        return game

    def test_a_solved_endgame_ends_with_its_spread(self):
        game = self.endgame()
        solved = game.position().solve()
        self.assertTrue(solved.is_proven)
        mover = game.seat_to_move
        self.assertEqual(solved.line[0], solved.best.text)
        for move in solved.line:
            game.play(move)
        self.assertTrue(game.is_over)
        self.assertEqual(game.scores[mover] - game.scores[1 - mover], solved.spread)

    def test_the_champion_gives_the_same_answer_with_threads_and_without(self):
        lexicon = common()
        position = engine.Game(lexicon, seed=2).position()
        one, two = (engine.Champion(lexicon, threads=threads).search(position, nodes=3000) for threads in (1, 2))
        self.assertEqual([(each.move.text, each.win_chance, each.tries) for each in one],
                         [(each.move.text, each.win_chance, each.tries) for each in two])
        self.assertGreater(one[0].tries, 1)
        chosen = {engine.Champion(lexicon).choose(position, nodes=1000, seed=1).text for _ in range(2)}
        self.assertEqual(len(chosen), 1)

    def test_python_goes_on_while_the_engine_works(self):
        """A search without an end is ended by another Python thread, which must get to run for that. It counts so far that the
        search has begun."""
        lexicon = common()
        position = engine.Game(lexicon, seed=2).position()
        champion = engine.Champion(lexicon)

        def interrupt():
            for _ in range(3_000_000):
                pass
            _thread.interrupt_main()

        interrupter = threading.Thread(target=interrupt)
        with self.assertRaises(KeyboardInterrupt):
            interrupter.start()
            champion.search(position, nodes=10**12)
        interrupter.join()

    def test_ctrl_c_ends_a_search_without_limit_of_time(self):
        program = ("import sys, toptile_engine as engine\n"
                   f"lexicon = engine.Lexicon.load({str(ROOT / 'lexicons' / 'common.txt')!r})\n"
                   "print('ready', flush=True)\n"
                   "engine.Champion(lexicon).search(engine.Game(lexicon, 1).position(), nodes=10**12)\n")
        process = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                   text=True, env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)})
        self.assertEqual(process.stdout.readline(), "ready\n")
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate()
        self.assertIn("KeyboardInterrupt", errors)

    def test_threads_share_a_lexicon(self):
        lexicon = common()
        results = []

        def play(seed):
            game = engine.Game(lexicon, seed)
            results.append((seed, len(list(play_at_random(game, random.Random(seed)))), tuple(game.scores)))

        threads = [threading.Thread(target=play, args=(seed % 2,)) for seed in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(len(results), 4)
        self.assertEqual(len(set(results)), 2)


@require_numpy
class Vectors(unittest.TestCase):
    def tournament(self, folder, *arguments):
        run = pathlib.Path(folder, "run")
        subprocess.run([os.environ["TOPTILE"], "tournament", "--bot", "greedy", *arguments, "--games", "6", "--seed", "7",
                        "--lexicon", ROOT / "lexicons" / "common.txt", "--out", run], check=True,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        return run

    def compare_with_tournament(self, arguments, **opponent):
        import numpy
        with tempfile.TemporaryDirectory() as folder:
            run = self.tournament(folder, *arguments)
            expected = {record.id: json.loads(record.line)["digest"]
                        for record in engine.read_records(run / "games.jsonl")}
            lexicon = engine.Lexicon.load(run / "lexicon.lexicon")
            for games, threads in ((1, 1), (4, 2)):
                vector = engine.VectorGames(lexicon, games, threads=threads, seed=7, names=("greedy", "champion"),
                                            has_records=True, **opponent)
                digests = {}
                while not expected.keys() <= digests.keys():
                    view = vector.view
                    first, last = view.offsets[:-1], numpy.diff(view.offsets) - 1
                    vector.step(numpy.where(view.kind[first] == 0, 0, last))
                    for line in vector.take_records():
                        digests[engine.Record.parse(line).id] = json.loads(line)["digest"]
                self.assertEqual({number: digests[number] for number in expected}, expected)

    def test_games_against_the_champion_are_those_of_a_tournament(self):
        self.compare_with_tournament(["--bot", "champion", "--nodes", "200"], opponent="champion", nodes=200)

    def test_games_against_a_level_are_those_of_a_tournament(self):
        self.compare_with_tournament(["--bot", "champion 800"], opponent="champion", elo=800)

    def test_arrays_are_not_copied_and_stay_as_they_are(self):
        import numpy
        vector = engine.VectorGames(common(), 3)
        kept = vector.view
        for array in vars(kept).values():
            self.assertFalse(array.flags.writeable)
            self.assertFalse(array.flags.owndata)
        before = {name: array.copy() for name, array in vars(kept).items()}
        for _ in range(5):
            vector.step(numpy.zeros(3))
        del vector
        gc.collect()
        for name, array in before.items():
            self.assertTrue((getattr(kept, name) == array).all(), name)

    def test_threads_can_step_the_same_games(self):
        import numpy
        vector = engine.VectorGames(common(), 4, threads=2, has_records=True)

        def work():
            for _ in range(100):
                view = vector.view
                try:
                    vector.step(numpy.diff(view.offsets) - 1)
                except engine.ToptileError:
                    pass  # Another thread stepped meanwhile, and this game has fewer actions now.
                vector.take_records()

        threads = [threading.Thread(target=work) for _ in range(3)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    def test_games_made_before_a_fork_are_refused_after_it(self):
        import numpy
        vector = engine.VectorGames(common(), 2, threads=2)
        child = os.fork()
        if child == 0:
            try:
                vector.step(numpy.zeros(2))
            except engine.ToptileError as error:
                del vector, error
                os._exit(7)
            os._exit(1)
        self.assertEqual(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), 7)
        vector.step(numpy.zeros(2))

    def test_wrong_actions_and_settings_are_refused(self):
        lexicon = common()
        vector = engine.VectorGames(lexicon, 2)
        for actions in ([0], [0, -1], [0, 10**6], [[0, 0]], "no"):
            with self.assertRaises((ValueError, TypeError)):
                vector.step(actions)
        with self.assertRaises(IndexError):
            vector.move_text(0, -1)
        with self.assertRaises(IndexError):
            vector.move_text(2, 0)
        for settings in ({"games": 0}, {"threads": 0}, {"opponent": "alice"}, {"opponent": "champion"}, {"nodes": 5},
                         {"opponent": "champion", "elo": 10**6}, {"names": ("a", "a")}):
            with self.assertRaises(engine.ToptileError):
                engine.VectorGames(lexicon, **settings)


if __name__ == "__main__":
    unittest.main()
