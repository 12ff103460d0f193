"""Bots made with the Python kit, as processes that speak UWI."""

import json
import os
import pathlib
import sys
import tempfile
import textwrap
import time
import unittest
import unittest.mock

from bot_process import KIT_LINE, Bot
from plain_rules import PlainRules, stacks_of
from small_games import KIT, ROOT, SAMPLE_BOTS, board_of, game_of, toptile


class Wire(unittest.TestCase):
    WORDS = "MOOD DEAR NET ON WOOD LEAP WOOL SNACK LEAN PLUS NETS QUIT DO OD"

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.lexicon = self.folder / "word list.txt"
        self.lexicon.write_text("\n".join(self.WORDS.split()) + "\n", encoding="utf-8")

    def start(self, *command):
        bot = Bot(*command)
        self.addCleanup(bot.close)
        return bot

    def start_greedy(self):
        return self.start(sys.executable, SAMPLE_BOTS / "greedy.py")

    def start_code(self, code):
        script = self.folder / "bot.py"
        script.write_text(textwrap.dedent(code), encoding="utf-8")
        return self.start(sys.executable, script)

    def lines_of_a_game(self, seed=42):
        return ["ruleset name hasbro size 10 rack 7 height 5 flat 2 stacked 1 qu 2 all 20 left 5 "
                "plural forbid end first_out lexicon void passes 1 scoreless 3 exchanges 0 faces Q=QU "
                "tiles " + toptile.Ruleset.HASBRO_TILES,
                "lexicon name small words 14 sha256 0 path %s" % self.lexicon,
                "newgame id 17 players 2 seat 0 seed %d" % seed]

    def position(self, rack, *moves):
        game = game_of(self.WORDS)
        return "position board %s rack %s scores 0,0 racks 7,7 bag 80 moves %s" % (
            board_of(game, *moves), rack, ",".join(moves) or "-")

    def ready(self, bot):
        bot.send(*self.lines_of_a_game(), "isready")
        self.assertEqual(bot.line(), "readyok")
        return bot


class GreedyOnTheWire(Wire):
    GREEDY = "Greedy (Python)"
    KIT_LINES = [KIT_LINE]

    def test_greedy_answers_a_whole_session(self):
        bot = self.start_greedy()
        bot.send("uwi 1")
        self.assertEqual(bot.lines_to("uwiok"), ["id name " + self.GREEDY, "id author Toptile", *self.KIT_LINES, "uwiok"])
        self.ready(bot)
        sheet = ["5d.MOOD", "g5.DEAR", "6f.NET", "5d.WOOD", "g5.LEAP", "8f.SNACK", "i3.PLUS"]
        for rack, played, limits, answer in [
                ("MXVVVVV", 0, "go clock 10000,9000 inc 100,100", "pass"),
                ("MOODXVV", 0, "go clock 10000,9000 inc 100,100", "5b.MOOD"),
                ("EARXVVV", 1, "go movetime 500", "g5.DEAR"), ("NTXVVVV", 2, "go infinite", "6f.NET"),
                ("WXVVVVV", 3, "go movetime 500", "5d.WOOD"), ("LPVVVVV", 4, "go movetime 500", "g5.LEAP"),
                ("SNACKVV", 5, "go movetime 500", "i6.SNACK"), ("PLUSVVV", 6, "go movetime 500", "i3.PLUS"),
                ("QITVVVV", 0, "go movetime 500", "5c.QUIT")]:
            with self.subTest(rack):
                self.assertEqual(answer, self.best(rack, sheet[:played]))
                bot.send(self.position(rack, *sheet[:played]), limits)
                self.assertEqual(bot.line(), "bestmove " + answer)
        bot.send("quit")
        self.assertEqual(bot.ended(), (0, [], ""))

    def best(self, rack, played):
        """Greedy's choice by its own rule, among the plays of the slow generator."""
        game = game_of(self.WORDS)
        position = toptile.Position(game, board_of(game, *played), rack)
        plain = PlainRules(game.ruleset, set(map(game.ruleset.symbols_of, self.WORDS.split())))
        plays = plain.all_plays(stacks_of(position.board), rack)
        ranked = sorted((-points, len(laid), text.encode()) for text, (points, _, laid) in plays.items())
        return ranked[0][2].decode() if ranked else "pass"

    def test_of_equal_plays_the_smallest_text_wins(self):
        bot = self.ready(self.start_greedy())
        bot.send(self.position("DO"), "go movetime 500")
        self.assertEqual(bot.line(), "bestmove 5d.DO")

    def test_greedy_plays_with_german_tiles(self):
        self.lexicon.write_text("MAUS\nMÄUSE\nMAß\nQUÄLE\nSTRASSE\nSTRAßE\nÖL\nÖLE\n", encoding="utf-8")
        tiles = json.loads((ROOT / "rulesets" / "german.json").read_text(encoding="utf-8"))["tiles"]
        counts = "".join(symbol + str(value if isinstance(value, int) else value["count"]) for symbol, value in tiles.items())
        bot = self.start_greedy()
        bot.send("ruleset name german size 10 rack 7 height 5 flat 2 stacked 1 qu 2 all 20 left 5 plural allow end first_out "
                 "lexicon void passes 1 scoreless 3 exchanges 0 faces Q=QU tiles " + counts,
                 "lexicon name german words 8 sha256 0 path %s" % self.lexicon, "newgame id 1 players 2 seat 0 seed 1", "isready")
        self.assertEqual(bot.line(), "readyok")
        empty = "/".join(["." * 20] * 10)
        maus = "/".join(["." * 20] * 4 + ["......1M1A1U1S......"] + ["." * 20] * 5)
        for board, rack, moves, answer in ((empty, "MASXXXß", "-", "5c.MAß"), (empty, "LQXXXEÄ", "-", "5b.QUÄLE"),
                                           (empty, "AERSTXß", "-", "5a.STRAßE"), (maus, "EXXXXXÄ", "5d.MAUS", "5d.MÄUSE"),
                                           (empty, "LXXXXÖE", "-", "5c.ÖLE"), (empty, "AERSSST", "-", "5a.STRASSE")):
            with self.subTest(answer):
                bot.send("position board %s rack %s scores 0,0 racks 7,7 bag 80 moves %s" % (board, rack, moves), "go movetime 5000")
                self.assertEqual(bot.line(), "bestmove " + answer)
        bot.send("quit")
        self.assertEqual(bot.ended(), (0, [], ""))

    def test_lines_may_end_in_carriage_returns(self):
        bot = self.start_greedy()
        lines = ["uwi 1", *self.lines_of_a_game(), "isready", self.position("QITVVVV"), "go movetime 500"]
        bot.send(*lines, end="\r\n")
        self.assertEqual(bot.lines_to("bestmove"), ["id name " + self.GREEDY, "id author Toptile", *self.KIT_LINES, "uwiok",
                                                    "readyok", "bestmove 5c.QUIT"])

    def test_the_end_of_the_input_ends_the_bot_after_its_answers(self):
        bot = self.start_greedy()
        bot.send(*self.lines_of_a_game(), self.position("QITVVVV"))
        bot.process.stdin.write(b"go movetime 500")
        bot.process.stdin.close()
        self.assertEqual(bot.ended(), (0, ["bestmove 5c.QUIT"], ""))

    def test_what_it_does_not_know_is_noted_and_left_out(self):
        bot = self.start_greedy()
        bot.send("hello", "", "   ", "setoption name Nothing value 3", "ruleset size ten", "lexicon name x",
                 "newgame seat first", "x" * 70000, "stop", "__init__", "result scores ,", "uwi 2 new")
        bot.lines_to("uwiok")
        self.ready(bot)
        bot.send(self.position("QITVVVV") + " colour blue", "go nodes 5 movetime 500 mate 3")
        self.assertEqual(bot.line(), "bestmove 5c.QUIT")
        bot.send("quit")
        code, lines, notes = bot.ended()
        self.assertEqual((code, lines), (0, []))
        for noted in ("`hello`", "`setoption`", "`ruleset`", "`lexicon`", "`newgame`", "65536 bytes", "UWI 2",
                      "`__init__`", "`result`"):
            self.assertIn(noted, notes)
        self.assertNotIn("Traceback", notes)

    def test_a_go_without_a_position_that_can_be_read_is_answered_all_the_same(self):
        bot = self.ready(self.start_greedy())
        for lines in (["go movetime 500"], ["position board x rack A", "go movetime 500"],
                      [self.position("DO"), "go movetime soon"], [self.position("DO"), "go clock -"]):
            bot.send(*lines)
            self.assertEqual(bot.line(), "bestmove pass")
        bot.send(self.position("DO"), "newgame id 18 players 2 seat 0 seed 1", "go movetime 500")
        self.assertEqual(bot.line(), "bestmove pass", "the position was the last game's")

    def test_a_missing_word_list_is_noted(self):
        bot = self.start_greedy()
        bot.send("lexicon name x words 1 sha256 0 path %s" % (self.folder / "none"), "isready",
                 self.position("QITVVVV"), "go movetime 500", "quit")
        code, lines, notes = bot.ended()
        self.assertEqual((code, lines), (0, ["readyok", "bestmove pass"]))
        self.assertIn("no lexicon", notes)

    def test_a_word_list_of_another_game_takes_the_place_of_the_first(self):
        bot = self.ready(self.start_greedy())
        other = self.folder / "other.txt"
        other.write_text("OX\n")
        bot.send("lexicon name other words 1 sha256 0 path %s" % other, "newgame id 18 seat 0 seed 1",
                 "isready", self.position("QITOXVV"), "go movetime 500")
        self.assertEqual([bot.line(), bot.line()], ["readyok", "bestmove 5d.OX"])

    def test_a_refusal_is_noted_for_the_author(self):
        bot = self.ready(self.start_greedy())
        bot.send("refused lexicon XYZ is not a word", "quit")
        self.assertIn("lexicon XYZ is not a word", bot.ended()[2])


class Challenges(Wire):
    OWN_POLICY = """
        import toptile
        def challenge(position, play):
            return play.points == 10 and "ON" in play.words and position.board.top(5, 5) == "N"
        toptile.run(lambda position: toptile.PASS, "Own", challenge=challenge)
        """

    def answers(self, *games):
        bot = self.ready(self.start_greedy())
        for moves in games:
            bot.send(self.position("A", *moves), "go challenge clock 10000,9000 inc 0,0")
        return [bot.line() for _ in games]

    def test_exactly_the_plays_with_an_unknown_word_are_challenged(self):
        self.assertEqual(self.answers(["5d.MOOD"], ["5d.MOOX"], ["5d.MOOD", "g5.DEAR", "6f.NET"],
                                      ["5d.MOOD", "pass", "g5.DEAR", "7f.NAT"], ["5d.MOOX", "f5.ON"],
                                      ["5d.MOOX", "5d.MOOD"], ["5d.MOOD", "5d.MOON"]),
                         ["bestmove accept", "bestmove challenge", "bestmove accept", "bestmove challenge",
                          "bestmove accept", "bestmove accept", "bestmove challenge"])

    def test_when_the_moves_do_not_lead_to_the_board_the_word_and_its_neighbours_decide(self):
        bot = self.ready(self.start_greedy())
        for position, answer in ((self.position("A", "5d.MOOD", "g5.DEAR"), "accept"),
                                 (self.position("A", "5d.MOOX", "g5.XEAR"), "challenge"),
                                 (self.position("A", "5d.MOOX", "e5.ON"), "challenge")):
            first, _, moves = position.rpartition(" ")
            bot.send(first + " " + moves.split(",")[1], "go challenge movetime 500")
            self.assertEqual(bot.line(), "bestmove " + answer)

    def test_without_a_play_in_doubt_nothing_is_challenged(self):
        self.assertEqual(self.answers([], ["pass"], ["5d.MOOX", "ex.?"]), ["bestmove accept"] * 3)

    def test_a_bot_may_have_a_policy_of_its_own(self):
        bot = self.ready(self.start_code(self.OWN_POLICY))
        bot.send(self.position("A", "5d.MOOD", "g5.DEAR", "6f.NET"), "go challenge clock 10000,9000")
        self.assertEqual(bot.line(), "bestmove challenge")
        bot.send(self.position("A", "5d.MOOD"), "go challenge clock 10000,9000")
        self.assertEqual(bot.line(), "bestmove accept")


class Introducing(Wire):
    def introduction(self, call):
        bot = self.start_code("import toptile\ntoptile.run(lambda position: toptile.PASS%s)\n" % call)
        bot.send("uwi 1")
        lines = bot.lines_to("uwiok")
        bot.close()
        return lines

    def test_name_and_author_default_to_the_manifest(self):
        (self.folder / "bot.json").write_text('{"name": "ann", "author": "Ann\\n O"}', encoding="utf-8")
        self.assertEqual(self.introduction(""), ["id name ann", "id author Ann O", KIT_LINE, "uwiok"])
        self.assertEqual(self.introduction(', name="Mine"'), ["id name Mine", "id author Ann O", KIT_LINE, "uwiok"])

    def test_without_name_and_manifest_a_bot_has_the_name_of_its_file(self):
        self.assertEqual(self.introduction(""), ["id name bot", KIT_LINE, "uwiok"])
        for broken in ("", "[]", '{"name": 3}'):
            (self.folder / "bot.json").write_text(broken, encoding="utf-8")
            self.assertEqual(self.introduction(""), ["id name bot", KIT_LINE, "uwiok"])


class Thinking(Wire):
    LISTENING = """
        import time, toptile
        def choose(position):
            toptile.info(string="begun")
            while not position.should_stop:
                time.sleep(0.001)
            return "5d.MOOD"
        toptile.run(choose, name="Slow")
        """
    # It looks when the gate, a FIFO, is opened.
    LOOKING_ONCE = """
        import os, toptile
        def choose(position):
            toptile.info(string="begun")
            open(os.environ["TOPTILE_GATE"]).close()
            return "5d.MOOD" if position.should_stop else toptile.PASS
        toptile.run(choose, name="Once")
        """
    DEAF = """
        import time, toptile
        def choose(position):
            toptile.info(string="begun")
            time.sleep(3600)
        toptile.run(choose, name="Deaf")
        """
    TELLING_THE_CLOCK = """
        import toptile
        def choose(position):
            clock = position.clock
            toptile.info(string="%d %.1f %s %.1f %s %s" % (max(clock.remaining + 0.5, 0), clock.increment, clock.seats,
                                                        clock.bank, clock.banks, clock.nodes))
            return toptile.PASS
        toptile.run(choose, name="Clock")
        """

    def thinking(self, code, limits="go infinite"):
        bot = self.ready(self.start_code(code))
        bot.send(self.position("MOODVVV"), limits)
        self.assertEqual(bot.line(), "info string begun")
        return bot

    def test_stop_shows_at_the_next_look(self):
        gate = self.folder / "gate"
        os.mkfifo(gate)
        with unittest.mock.patch.dict(os.environ, {"TOPTILE_GATE": str(gate)}):
            bot = self.thinking(self.LOOKING_ONCE)
        bot.send("stop", "isready")
        self.assertEqual(bot.line(), "readyok")  # So it has read the stop.
        opened = os.open(gate, os.O_RDWR)
        self.addCleanup(os.close, opened)
        self.assertEqual(bot.line(), "bestmove 5d.MOOD")

    def test_stop_without_a_search_does_not_stop_the_next_one(self):
        bot = self.ready(self.start_code(self.LISTENING))
        bot.send("stop", self.position("MOODVVV"), "go infinite")
        self.assertEqual(bot.line(), "info string begun")
        self.assertTrue(bot.is_silent(0.2))

    def test_isready_is_answered_while_thinking(self):
        bot = self.thinking(self.LISTENING)
        bot.send("isready")
        self.assertEqual(bot.line(), "readyok")
        bot.send("hello", "isready")
        self.assertEqual(bot.line(), "readyok")
        bot.send("isready", "stop")
        self.assertEqual([bot.line(), bot.line()], ["readyok", "bestmove 5d.MOOD"])

    def test_a_bot_that_never_looks_is_answered_for_too(self):
        bot = self.thinking(self.DEAF)
        bot.send("isready")
        self.assertEqual(bot.line(), "readyok")

    def test_after_newgame_and_isready_no_older_answer_comes(self):
        bot = self.thinking(self.LISTENING)
        bot.send(*self.lines_of_a_game(), "isready")
        self.assertEqual([bot.line(), bot.line()], ["bestmove 5d.MOOD", "readyok"])
        self.assertTrue(bot.is_silent(0.2))

    def test_isready_waits_for_a_setting_made_before_it(self):
        bot = self.thinking(self.LISTENING)
        bot.send("lexicon name x words 1 sha256 0 path %s" % self.lexicon, "isready")
        self.assertTrue(bot.is_silent(0.2))
        bot.send("stop")
        self.assertEqual([bot.line(), bot.line()], ["bestmove 5d.MOOD", "readyok"])

    def test_the_clock_stops_a_bot_that_looks(self):
        bot = self.ready(self.start_code(self.LISTENING))
        for limits in ("go movetime 300", "go clock 300,90000 inc 100,100"):
            begun = time.monotonic()
            bot.send(self.position("MOODVVV"), limits)
            self.assertEqual(bot.lines_to("bestmove")[-1], "bestmove 5d.MOOD")
            self.assertGreater(time.monotonic() - begun, 0.2)

    def test_each_seat_has_its_own_clock(self):
        bot = self.start_code(self.TELLING_THE_CLOCK)
        bot.send("newgame id 1 players 2 seat 1 seed 5", self.position("A"),
                 "go clock 10000,90000 inc 100,300")
        self.assertEqual(bot.lines_to("bestmove")[0], "info string 90 0.3 (10.0, 90.0) 0.0 () None")
        bot.send(self.position("A"), "go movetime 7000 bank 30000,28000")
        self.assertEqual(bot.lines_to("bestmove")[0], "info string 7 0.0 () 28.0 (30.0, 28.0) None")
        bot.send(self.position("A"), "go movetime 7000 nodes 5000")
        self.assertEqual(bot.lines_to("bestmove")[0], "info string 7 0.0 () 0.0 () 5000")

    def test_in_overtime_no_time_remains(self):
        bot = self.start_code(self.TELLING_THE_CLOCK)
        bot.send("newgame id 1 players 2 seat 1 seed 5", self.position("A"), "go clock 1000,-61500 inc 0,0")
        self.assertRegex(bot.line(), r"^info string 0 0.0 \(1.0, (-61.5|0.0)\) 0.0 \(\) None$")

    def test_quit_ends_even_a_bot_that_never_looks(self):
        bot = self.thinking(self.DEAF)
        bot.send("quit")
        code, lines, notes = bot.ended()
        self.assertEqual((code, lines), (0, []))
        self.assertIn("the input ended in the middle of a move", notes)

    def test_the_end_of_the_input_ends_even_a_bot_that_never_looks(self):
        bot = self.thinking(self.DEAF)
        bot.process.stdin.close()
        self.assertEqual(bot.ended()[:2], (0, []))

    def test_quit_stops_a_bot_that_looks(self):
        bot = self.thinking(self.LISTENING)
        bot.send("quit")
        self.assertEqual(bot.ended(), (0, ["bestmove 5d.MOOD"], ""))


class Chance(Wire):
    def start_random(self):
        return self.start(sys.executable, SAMPLE_BOTS / "random_bot.py")

    def test_the_same_seed_gives_the_same_moves(self):
        answers = []
        bot = self.start_random()
        for seed in (7, 7, 2**64 - 1):
            bot.send(*self.lines_of_a_game(seed), "isready", *[self.position("MOODEAR"), "go infinite"] * 8)
            self.assertEqual(bot.line(), "readyok")
            answers.append([bot.line() for _ in range(8)])
        self.assertEqual(answers[0], answers[1])
        self.assertNotEqual(answers[0], answers[2])


class Authors(Wire):
    def test_options_are_declared_and_set(self):
        bot = self.start_code("""
            import toptile
            from toptile import Option
            def choose(position):
                toptile.info(string=repr(sorted(position.options.items())))
                return toptile.PASS
            toptile.run(choose, "Options", options=[
                Option.check("Fast", True), Option.spin("Search depth", 3, 1, 9),
                Option.combo("Style", "calm", ["calm", "wild"]), Option.string("Book"),
                Option.string("Log", "a b"), Option.button("Clear", lambda: toptile.info(string="cleared"))])
            """)
        bot.send("uwi 1")
        self.assertEqual(bot.lines_to("uwiok")[1:-1], [
            KIT_LINE, "option name Fast type check default true",
            "option name Search depth type spin default 3 min 1 max 9",
            "option name Style type combo default calm var calm var wild", "option name Book type string",
            "option name Log type string default a b", "option name Clear type button"])
        self.ready(bot)
        bot.send(self.position("A"), "go infinite")
        self.assertEqual(bot.line(), "info string [('Book', ''), ('Fast', True), ('Log', 'a b'), "
                                     "('Search depth', 3), ('Style', 'calm')]")
        self.assertEqual(bot.line(), "bestmove pass")
        bot.send("setoption name Fast value false", "setoption name Search depth value 9",
                 "setoption name Clear", "setoption name Style value wild",
                 "setoption name Book value my book.txt", "setoption name Log value", self.position("A"),
                 "go infinite")
        self.assertEqual(bot.lines_to("bestmove"), [
            "info string cleared", "info string [('Book', 'my book.txt'), ('Fast', False), ('Log', ''), "
            "('Search depth', 9), ('Style', 'wild')]", "bestmove pass"])
        bot.send("setoption name Fast value maybe", "setoption name Search depth value 10",
                 "setoption name Style value mad", "setoption name Search depth", self.position("A"),
                 "go infinite")
        self.assertIn("('Fast', False)", bot.line())
        bot.send("quit")
        self.assertEqual(bot.ended()[2].count("ignored `setoption`"), 4)

    def test_info_carries_what_it_is_given(self):
        bot = self.ready(self.start_code("""
            import toptile
            def choose(position):
                best = position.plays()[0]
                toptile.info(depth=2, nodes=0, time=15, score=8.5, pv=[best, "pass"], string="two\\nlines")
                print("a slip of the pen")
                return best
            toptile.run(choose, "Info")
            """))
        bot.send(self.position("QIT"), "go infinite")
        self.assertEqual([bot.line(), bot.line()], [
            "info depth 2 nodes 0 time 15 score 8.5 pv 5c.QUIT pass string two lines", "bestmove 5c.QUIT"])
        bot.send("quit")
        self.assertEqual(bot.ended(), (0, [], "a slip of the pen\n"))

    def test_the_expected_moves_may_be_a_list_one_move_or_a_text(self):
        bot = self.ready(self.start_code("""
            import toptile
            def choose(position):
                best = position.plays()[0]
                for pv in (best, best.text, "5c.QUIT  pass", [best], iter([best]), (), "", 7, [None]):
                    try:
                        toptile.info(depth=1, pv=pv)
                    except TypeError as error:
                        toptile.info(string=str(error))
                return best
            toptile.run(choose, "Info")
            """))
        bot.send(self.position("QIT"), "go infinite")
        refused = "info string pv is a list of moves, one move or a text of moves, not "
        self.assertEqual(bot.lines_to("bestmove")[:-1], [
            *["info depth 1 pv 5c.QUIT"] * 2, "info depth 1 pv 5c.QUIT pass", *["info depth 1 pv 5c.QUIT"] * 2,
            *["info depth 1"] * 2, refused + "7", refused + "[None]"])

    def test_the_game_and_its_result_reach_the_author(self):
        bot = self.ready(self.start_code("""
            import toptile
            def game_over(game, result):
                told = (game.id, game.seed, result.scores, result.ranks, result.reason)
                toptile.info(string="%s %s %s %s %s" % told)
            toptile.run(lambda position: toptile.PASS, "Result", game_over=game_over)
            """))
        bot.send("result scores 312,-2 ranks 1,2 reason out")
        self.assertEqual(bot.line(), "info string 17 42 (312, -2) (1, 2) out")

    def test_a_bot_that_returns_no_move_ends_and_says_why(self):
        bot = self.ready(self.start_code("import toptile\ntoptile.run(lambda position: None, 'None')"))
        bot.send(self.position("A"), "go infinite")
        code, lines, notes = bot.ended()
        self.assertEqual((code, lines), (1, []))
        self.assertIn("TypeError: a move is a play, an exchange, PASS or a text, not None", notes)
        self.assertNotIn("Fatal", notes)

    def test_the_bot_of_the_readme_plays(self):
        readme = (KIT / "README.md").read_text(encoding="utf-8")
        code = readme.split("```python\n")[1].split("```")[0]
        bot = self.ready(self.start_code(code))
        bot.send(self.position("QITVVVV"), "go clock 10000,9000 inc 100,100")
        self.assertEqual(bot.lines_to("bestmove")[-1], "bestmove 5c.QUIT")


if __name__ == "__main__":
    unittest.main()
