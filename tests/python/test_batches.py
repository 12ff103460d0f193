"""Bots made with the Python kit that play several games at once (docs/protocol.md, "Several games at once")."""

import random
import re
import textwrap
import unittest
import unittest.mock

from bot_process import KIT_LINE
from small_games import KIT, game_of, toptile
from test_wire import Wire

CHOOSING = """
    import toptile
    def choose(position):
        plays = position.plays()
        return position.random.choice(plays) if plays else toptile.PASS
    def choose_many(positions):
        return [choose(position) for position in positions]
    """


class Batches(Wire):
    def start_with(self, run, code=CHOOSING):
        """A bot whose last line is a call of run() with these arguments."""
        return self.start_code(textwrap.dedent(code) + "toptile.run(%s)\n" % run)

    def begin(self, bot, *names, seat=0, seed=42):
        """Begins games with these names."""
        bot.send(*self.lines_of_a_game()[:2],
                 *("game %s newgame id %s players 2 seat %d seed %d" % (name, name, seat, seed) for name in names), "isready")
        self.assertEqual(bot.line(), "readyok")
        return bot

    def questions(self, *asked, limits="go clock 10000,9000 inc 100,100"):
        """A batch: its games' names, each with the rack, and the plays on the board."""
        lines = ["batch %d" % len(asked)]
        for name, rack, *moves in asked:
            lines += ["game %s %s" % (name, self.position(rack, *moves)), "game %s %s" % (name, limits)]
        return lines


class Introducing(Batches):
    def introduction(self, run):
        bot = self.start_with(run)
        bot.send("uwi 1")
        lines = bot.lines_to("uwiok")
        bot.close()
        return lines[1:-1]

    def test_games_are_offered_only_by_bots_that_play_several(self):
        for run, offer in (("choose", []), ("choose, games=1", []), ("choose, games=7", ["games 7"]),
                           ("choose_many=choose_many", ["games 64"]), ("choose, choose_many=choose_many", ["games 64"]),
                           ("None, choose_many=choose_many, games=1", []), ("choose_many=choose_many, games=2000", ["games 2000"])):
            with self.subTest(run):
                self.assertEqual(self.introduction(run), [KIT_LINE, *offer])

    def test_a_bot_without_a_function_or_with_no_games_does_not_start(self):
        with self.assertRaisesRegex(TypeError, "choose, choose_many or both"):
            toptile.run(name="Nothing")
        for games in (0, -1, "8", 1.5):
            with self.assertRaisesRegex(ValueError, "games is how many"):
                toptile.run(choose_many=list, games=games)


class Answers(Batches):
    BEST = """
        import toptile
        def choose_many(positions):
            return [max(position.plays(), key=lambda play: play.points, default=toptile.PASS) for position in positions]
        """

    def test_each_question_is_answered_in_order_with_its_name(self):
        bot = self.begin(self.start_with("choose_many=choose_many", self.BEST), "17", "b/2", "ä")
        bot.send(*self.questions(("ä", "QIT"), ("17", "MOODXVV"), ("b/2", "XVV")))
        self.assertEqual([bot.line() for _ in range(3)], ["game ä bestmove 5c.QUIT", "game 17 bestmove 5b.MOOD",
                                                          "game b/2 bestmove pass"])
        bot.send(*self.questions(("b/2", "EAR", "5d.MOOD")))
        self.assertEqual(bot.line(), "game b/2 bestmove g5.DEAR")

    def test_a_batch_is_answered_in_one_write_after_its_last_question(self):
        code = self.BEST + """
        import os, sys
        write = os.write
        def counting(file, data):
            print("wrote", data.count(b"bestmove"))
            return write(file, data)
        os.write = counting
        """
        for run in ("choose_many=choose_many", "lambda position: choose_many([position])[0], games=64"):
            bot = self.begin(self.start_with(run, code), *"ABC")
            first, *rest = self.questions(*((name, "DO") for name in "ABC"))
            bot.send(first, *rest[:-1], "isready")
            self.assertEqual(bot.line(), "readyok")
            bot.send(rest[-1], "quit")
            code_of_exit, lines, notes = bot.ended()
            self.assertEqual((code_of_exit, lines), (0, ["game %s bestmove 5d.DO" % name for name in "ABC"]))
            self.assertEqual([line for line in notes.split("\n") if line > "wrote 0"], ["wrote 3"])

    def test_challenges_and_moves_come_in_one_batch(self):
        code = """
        import toptile
        asked = []
        def choose_many(positions):
            asked.append([position.rack for position in positions])
            toptile.info(string=str(asked), position=positions[0])
            return [position.plays()[0] for position in positions]
        """
        bot = self.begin(self.start_with("choose_many=choose_many", code), *"ABCD")
        lines = self.questions(("A", "A", "5d.MOOX"), ("B", "DO"), ("C", "A", "5d.MOOD"), ("D", "QIT"))
        for number in (2, 6):
            lines[number] = lines[number].replace(" go ", " go challenge ")
        bot.send(*lines)
        self.assertEqual([bot.line() for _ in range(5)], [
            "game B info string [['DO', 'QIT']]", "game A bestmove challenge", "game B bestmove 5d.DO", "game C bestmove accept",
            "game D bestmove 5c.QUIT"])
        bot.send(lines[0].replace("4", "1"), *lines[1:3])
        self.assertEqual(bot.line(), "game A bestmove challenge")

    def test_a_position_that_cannot_be_read_spoils_only_its_own_answer(self):
        bot = self.begin(self.start_with("choose_many=choose_many", self.BEST), *"ABCDE")
        lines = self.questions(("A", "DO"), ("B", "DO"), ("C", "DO"), ("D", "DO"), ("E", "DO"))
        lines[1] = "game A position board x rack DO"
        lines[4] = "game B go challenge clock soon"
        lines[6] = "game C go clock -"
        del lines[7]
        bot.send(*lines, "quit")
        code, answers, notes = bot.ended()
        self.assertEqual((code, answers), (0, ["game A bestmove pass", "game B bestmove accept", "game C bestmove pass",
                                               "game D bestmove pass", "game E bestmove 5d.DO"]))
        self.assertEqual(notes.count("ignored `go`"), 4)
        self.assertNotIn("Traceback", notes)

    def test_a_bot_with_only_choose_is_asked_for_each_position(self):
        bot = self.begin(self.start_with("lambda position: position.plays()[-1], games=3"), *"ABC")
        bot.send(*self.questions(("A", "DO"), ("B", "QIT"), ("C", "DO")))
        self.assertEqual([bot.line() for _ in range(3)],
                         ["game A bestmove f6.OD", "game B bestmove f6.QUIT", "game C bestmove f6.OD"])

    def test_plain_lines_work_as_ever(self):
        for run in ("choose_many=choose_many", "lambda position: choose_many([position])[0], choose_many=None, games=9",
                    "lambda position: choose_many([position])[0], choose_many=lambda positions: 1 / 0"):
            bot = self.ready(self.start_with(run, self.BEST))
            bot.send(self.position("QIT"), "go movetime 500", self.position("A", "5d.MOOX"), "go challenge infinite")
            self.assertEqual([bot.line(), bot.line()], ["bestmove 5c.QUIT", "bestmove challenge"])
            bot.send("result scores 1,1 ranks 1,1 reason passed", *self.lines_of_a_game(), self.position("DO"), "go infinite",
                     "quit")
            self.assertEqual(bot.ended(), (0, ["bestmove 5d.DO"], ""))

    def test_the_second_bot_of_the_readme_plays(self):
        code = (KIT / "README.md").read_text(encoding="utf-8").split("```python\n")[2].split("```")[0]
        bot = self.begin(self.start_code(code), *"AB")
        bot.send(*self.questions(("A", "QIT"), ("B", "V")), "quit")
        self.assertEqual(bot.ended(), (0, ["game A bestmove 5c.QUIT", "game B bestmove pass"], ""))

    def test_a_bot_with_both_functions_gets_batches_in_choose_many(self):
        bot = self.begin(self.start_with("lambda position: 1 / 0, choose_many=choose_many", self.BEST), *"AB")
        for asked in ([("A", "DO"), ("B", "DO")], [("A", "DO")]):
            bot.send(*self.questions(*asked))
            self.assertEqual([bot.line() for _ in asked], ["game %s bestmove 5d.DO" % name for name, _ in asked])

    def test_choose_many_returns_a_move_for_each_position(self):
        for returned, error in (("[toptile.PASS]", "ValueError: choose_many returned 1 move for 2 positions"),
                                ("[toptile.PASS] * 3", "ValueError: choose_many returned 3 moves for 2 positions"),
                                ("[positions.pop() and toptile.PASS]", "ValueError: choose_many returned 1 move for 2 positions"),
                                ("[]", "ValueError: choose_many returned 0 moves for 2 positions"),
                                ("None", "TypeError: choose_many returns a list of moves, not None"),
                                ("'no'", "TypeError: choose_many returns a list of moves, not 'no'"),
                                ("toptile.PASS", "TypeError: choose_many returns a list of moves, not <pass"),
                                ("[toptile.PASS, None]", "TypeError: a move is a play, an exchange, PASS or a text, not None"),
                                ("1 / 0", "ZeroDivisionError")):
            with self.subTest(returned):
                bot = self.begin(self.start_with("choose_many=lambda positions: " + returned, "import toptile\n"), *"AB")
                bot.send(*self.questions(("A", "DO"), ("B", "DO")))
                code, lines, notes = bot.ended()
                self.assertEqual((code, lines), (1, []))
                self.assertIn(error, notes)

    def test_choose_many_may_return_any_kind_of_sequence(self):
        for returned in ("(move for move in ('pass', '5d.DO'))", "('pass', '5d.DO')", "dict.fromkeys(['pass', '5d.DO'])"):
            bot = self.begin(self.start_with("choose_many=lambda positions: " + returned), *"AB")
            bot.send(*self.questions(("A", "DO"), ("B", "DO")))
            self.assertEqual([bot.line(), bot.line()], ["game A bestmove pass", "game B bestmove 5d.DO"])

    def test_a_list_that_choose_many_reorders_is_its_own(self):
        bot = self.begin(self.start_with("choose_many=lambda positions: positions.reverse() or ['pass', '5d.DO']"), *"AB")
        bot.send(*self.questions(("A", "DO"), ("B", "DO")))
        self.assertEqual([bot.line(), bot.line()], ["game A bestmove pass", "game B bestmove 5d.DO"])


class Games(Batches):
    TELLING = """
        import toptile
        def choose_many(positions):
            for position in positions:
                game = position.game
                game.asked = getattr(game, "asked", 0) + 1
                told = game.id, game.seat, game.seed, game.asked, position.rack, position.clock.limit, game.random.random() * 9
                toptile.info(string="%s %d %d %d %s %s %.6f" % told, position=position)
            return [toptile.PASS] * len(positions)
        def game_over(game, result):
            toptile.info(string="over %s %d %s" % (game.id, game.asked, result.scores))
        """

    def test_nothing_of_a_game_reaches_another_one(self):
        bot = self.start_with("choose_many=choose_many, game_over=game_over", self.TELLING)
        self.begin(bot, "A", seat=0, seed=5)
        self.begin(bot, "B", seat=1, seed=6)
        draws = {name: random.Random(seed) for name, seed in (("A", 5), ("B", 6), ("C", 6))}

        def ask(*asked):
            expected = []
            bot.send(*self.questions(*((name, rack) for name, rack, _ in asked)))
            for name, rack, times in asked:
                seat, seed, limit = (0, 5, 10.0) if name == "A" else (1, 6, 9.0)
                expected.append("game %s info string %s %d %d %d %s %s %.6f"
                                % (name, name, seat, seed, times, rack, limit, draws[name].random() * 9))
            expected.extend("game %s bestmove pass" % name for name, _, _ in asked)
            self.assertEqual([bot.line() for _ in expected], expected)

        ask(("A", "DO", 1), ("B", "QIT", 1))
        ask(("B", "EAR", 2))
        bot.send("game B result scores 3,4 ranks 2,1 reason out")
        self.assertEqual(bot.line(), "game B info string over B 2 (3, 4)")
        ask(("A", "NET", 2))
        self.begin(bot, "C", seat=1, seed=6)
        ask(("C", "ON", 1), ("A", "NET", 3))

    def test_a_position_belongs_to_its_game_alone(self):
        bot = self.begin(self.start_with("choose_many=choose_many, games=2", Answers.BEST), *"AB")
        bot.send("game A " + self.position("DO"), "batch 1", "game B go infinite")
        self.assertEqual(bot.line(), "game B bestmove pass")
        bot.send("batch 1", "game A go infinite")
        self.assertEqual(bot.line(), "game A bestmove 5d.DO")
        bot.send("game A newgame id A players 2 seat 0 seed 1", "batch 1", "game A go infinite")
        self.assertEqual(bot.line(), "game A bestmove pass")

    def test_a_game_has_its_name_as_its_id_if_the_line_has_none(self):
        bot = self.start_with("choose_many=choose_many, game_over=game_over", self.TELLING)
        bot.send(*self.lines_of_a_game()[:2], "game A newgame seat 1 seed 3", *self.questions(("A", "DO")))
        self.assertTrue(bot.line().startswith("game A info string A 1 3 1 DO "))

    def test_words_and_rules_that_come_late_hold_for_all_games(self):
        bot = self.start_with("choose_many=choose_many", Answers.BEST)
        bot.send("game A newgame", "game B newgame", *self.lines_of_a_game()[:2], "isready", *self.questions(("A", "DO"), ("B", "QIT")))
        self.assertEqual([bot.line() for _ in range(3)], ["readyok", "game A bestmove 5d.DO", "game B bestmove 5c.QUIT"])

    def test_a_game_is_forgotten_after_its_result(self):
        code = Answers.BEST + """
        import gc, weakref
        seen = weakref.WeakSet()
        def choose(position):
            seen.add(position.game)
            return toptile.PASS
        def button():
            gc.collect()
            toptile.info(string="%d games" % len(seen))
        """
        bot = self.start_with("choose, games=4, options=[toptile.Option.button('Count', button)]", code)
        names = [str(number) for number in range(20)]
        self.begin(bot, *names)
        bot.send(*self.questions(*((name, "DO") for name in names)))
        self.assertEqual([bot.line() for _ in names], ["game %s bestmove pass" % name for name in names])
        bot.send(*("game %s result scores 0,0 ranks 1,1 reason passed" % name for name in names[3:]), "setoption name Count")
        self.assertEqual(bot.line(), "info string 3 games")
        bot.send("batch 1", "game 7 " + self.position("DO"), "game 7 go infinite", "quit")
        code, lines, notes = bot.ended()
        self.assertEqual((code, lines), (0, ["game 7 bestmove pass"]))
        self.assertIn("no game `7` is being played", notes)

    def test_lines_about_unknown_games_are_noted_and_their_questions_answered(self):
        bot = self.begin(self.start_with("choose_many=choose_many, games=2", Answers.BEST), "A")
        bot.send("game X stop", "game X result scores 0,0 ranks 1,1 reason out", "game X refused lexicon no word",
                 *self.questions(("X", "DO"), ("A", "DO")), "batch 1", "game Y go challenge infinite",
                 "game Z newgame seat first", "batch 1", "game Z go infinite", "quit")
        code, lines, notes = bot.ended()
        self.assertEqual((code, lines), (0, ["game X bestmove pass", "game A bestmove 5d.DO", "game Y bestmove accept",
                                             "game Z bestmove pass"]))
        for noted in ("refused the last move of game X: lexicon no word", "ignored `result`: no game `X`",
                      "ignored `position`: no game `X`", "no game `Y`", "ignored `newgame`: seat"):
            self.assertIn(noted, notes)
        self.assertNotIn("Traceback", notes)

    def test_an_unreadable_result_still_ends_its_game(self):
        bot = self.begin(self.start_with("choose_many=choose_many, games=2", Answers.BEST), "A")
        bot.send("game A result scores x", *self.questions(("A", "DO")))
        self.assertEqual(bot.line(), "game A bestmove pass")

    def test_wrong_marks_are_noted_and_ignored(self):
        bot = self.begin(self.start_with("choose_many=choose_many, games=2", Answers.BEST), "A")
        wrong = ["game", "game ", "game A", "game A isready", "game A quit", "game A uwi 1", "game A batch 1",
                 "game A setoption name X", "game A bestmove pass", "game A game A go infinite", "game go infinite", "gamego",
                 "game A __init__", "game\tA go infinite"]
        bot.send(*wrong, "  game   A   " + self.position("DO"), "batch 1", "game  A  go  infinite ", "quit")
        code, lines, notes = bot.ended()
        self.assertEqual((code, lines), (0, ["game A bestmove 5d.DO"]))
        self.assertEqual(notes.count("ignored"), len(wrong))

    def test_a_wrong_number_of_questions_leaves_no_game_hanging(self):
        for first in ("batch 0", "batch -3", "batch many", "batch", "batch " + "9" * 30, ""):
            with self.subTest(first):
                bot = self.begin(self.start_with("choose_many=choose_many, games=2", Answers.BEST), *"AB")
                bot.send(first, *self.questions(("A", "DO"), ("B", "QIT"))[1:])
                self.assertEqual([bot.line(), bot.line()], ["game A bestmove 5d.DO", "game B bestmove 5c.QUIT"])

    def test_a_batch_that_is_never_completed_is_answered_when_the_referee_goes_on(self):
        for after, answer in (("quit", []), ("batch 1\ngame B go infinite", ["game B bestmove 5c.QUIT"]),
                              ("game A result scores 0,0 ranks 1,1 reason out", []),
                              ("game C newgame id C seat 0", []), ("ruleset name x", []), ("go infinite", ["bestmove pass"])):
            with self.subTest(after):
                bot = self.begin(self.start_with("choose_many=choose_many, games=3", Answers.BEST), *"AB")
                bot.send("batch 3", *self.questions(("A", "DO"), ("B", "QIT"))[1:], "isready", "hello", after)
                of_a = "pass" if " result " in after else "5d.DO"  # The bot is not asked about a game that is over.
                self.assertEqual([bot.line() for _ in range(3)],
                                 ["readyok", "game A bestmove " + of_a, "game B bestmove 5c.QUIT"])
                bot.send("quit")
                self.assertEqual(bot.ended()[:2], (0, answer))

    def test_a_game_that_is_over_before_its_batch_begins_is_not_thought_about(self):
        code = """
            import toptile
            def choose_many(positions):
                toptile.info(nodes=len(positions), position=positions[-1])
                return [toptile.PASS] * len(positions)
            def choose(position):
                return choose_many([position])[0]
            def challenge(position, play):
                toptile.info(string=play.text)
            """
        for run in ("choose_many=choose_many", "choose, games=3"):
            bot = self.begin(self.start_with(run + ", challenge=challenge", code), *"ABC")
            lines = self.questions(("A", "DO"), ("B", "DO", "5d.MOOD"), ("C", "DO"))
            lines[4] = lines[4].replace(" go ", " go challenge ")
            bot.send("batch 4", *lines[1:], "game B result scores 1,1 ranks 1,1 reason out")
            told = ["game C info nodes 2"] if "many" in run else ["game A info nodes 1", "game C info nodes 1"]
            self.assertEqual([bot.line() for _ in told], told)
            self.assertEqual([bot.line() for _ in range(3)],
                             ["game A bestmove pass", "game B bestmove accept", "game C bestmove pass"])
            bot.send("batch 2", *lines[1:3], "game A result scores 1,1 ranks 1,1 reason out")
            self.assertEqual(bot.line(), "game A bestmove pass")
            bot.send("quit")
            self.assertEqual(bot.ended(), (0, [], ""))

    def test_a_batch_that_is_cut_short_is_shared_by_the_questions_that_came(self):
        code = """
            import toptile
            def choose_many(positions):
                for position in positions:
                    toptile.info(nodes=position.clock.shared, position=position)
                return [toptile.PASS] * len(positions)
            """
        bot = self.begin(self.start_with("choose_many=choose_many", code), *"ABC")
        bot.send("batch 3", *self.questions(("A", "DO"), ("B", "DO"))[1:], *self.questions(("C", "DO")))
        self.assertEqual([bot.line() for _ in range(6)], ["game A info nodes 2", "game B info nodes 2", "game A bestmove pass",
                                                          "game B bestmove pass", "game C info nodes 1", "game C bestmove pass"])

    def test_questions_of_two_batches_are_never_answered_together(self):
        code = """
            import toptile
            def choose_many(positions):
                toptile.info(nodes=len(positions), position=positions[-1])
                return [toptile.PASS] * len(positions)
            """
        bot = self.begin(self.start_with("choose_many=choose_many", code), *"ABC")
        lines = self.questions(("A", "DO"), ("B", "DO"), ("C", "DO"))
        bot.send(*lines[:5], *self.questions(("C", "DO")), "batch 2", *lines[1:3], self.position("DO"), "go infinite", *lines[5:])
        self.assertEqual([bot.line() for _ in range(10)], [
            "game B info nodes 2", "game A bestmove pass", "game B bestmove pass", "game C info nodes 1", "game C bestmove pass",
            "game A info nodes 1", "game A bestmove pass", "info nodes 1", "bestmove pass", "game C info nodes 1"])

    def test_the_end_of_the_input_ends_a_batch_that_is_not_complete(self):
        bot = self.begin(self.start_with("choose_many=choose_many, games=3", Answers.BEST), *"AB")
        lines = self.questions(("A", "DO"), ("B", "QIT"))
        bot.send("batch 1000000", *lines[1:-1])
        bot.process.stdin.write(lines[-1].encode())
        bot.process.stdin.close()
        self.assertEqual(bot.ended(), (0, ["game A bestmove 5d.DO", "game B bestmove 5c.QUIT"], ""))

    def test_a_question_that_is_asked_twice_is_answered_twice(self):
        bot = self.begin(self.start_with("choose_many=choose_many, games=3", Answers.BEST), "A")
        bot.send(*self.questions(("A", "DO"), ("A", "QIT")))
        self.assertEqual([bot.line(), bot.line()], ["game A bestmove 5d.DO", "game A bestmove 5c.QUIT"])


class Thinking(Batches):
    # It thinks until every position whose game has the letter S is stopped, and says which ones are.
    WAITING = """
        import time, toptile
        def choose_many(positions):
            toptile.info(string="begun", position=positions[0])
            while not all(position.should_stop for position in positions if "S" in position.game.id):
                time.sleep(0.001)
            for position in positions:
                toptile.info(string=str(position.should_stop), position=position)
            return ["5d.MOOD"] * len(positions)
        def choose(position):
            toptile.info(string="begun")
            while not position.should_stop:
                time.sleep(0.001)
            return "5d.MOOD"
        def game_over(game, result):
            toptile.info(string="over")
        """

    def thinking(self, run, *names, limits="go infinite"):
        bot = self.begin(self.start_with(run, self.WAITING), *names)
        bot.send(*self.questions(*((name, "DO") for name in names), limits=limits))
        self.assertEqual(bot.line(), "game %s info string begun" % names[0])
        return bot

    def test_stop_stops_its_own_game(self):
        for limits in ("go infinite", "go clock 900000,900000 inc 0,0", "go movetime 900000"):
            bot = self.thinking("choose_many=choose_many", "A", "S1", "S2", "B", limits=limits)
            bot.send("stop", "game X stop", "game S2 stop", "game S1 stop")
            self.assertEqual([bot.line() for _ in range(4)], [
                "game %s info string %s" % told for told in (("A", False), ("S1", True), ("S2", True), ("B", False))])
            self.assertEqual([bot.line() for _ in range(4)],
                             ["game %s bestmove 5d.MOOD" % name for name in ("A", "S1", "S2", "B")])

    def test_a_broken_off_game_is_stopped_and_answered_once(self):
        bot = self.thinking("choose_many=choose_many, game_over=game_over", "A", "S1", "S2")
        bot.send("game S1 result scores 0,0 ranks 2,1 reason forfeit", "game S2 stop")
        self.assertEqual([bot.line() for _ in range(7)], [
            "game A info string False", "game S1 info string True", "game S2 info string True",
            *("game %s bestmove 5d.MOOD" % name for name in ("A", "S1", "S2")), "game S1 info string over"])
        bot.send("isready")
        self.assertEqual(bot.line(), "readyok")

    def test_positions_of_a_batch_are_chosen_for_in_turn_and_stopped_one_by_one(self):
        bot = self.thinking("choose, games=3, game_over=game_over", *"ABC")
        bot.send("game A result scores 0,0 ranks 2,1 reason forfeit")
        self.assertEqual(bot.line(), "game B info string begun")
        bot.send("isready", "game B stop")
        self.assertEqual([bot.line(), bot.line()], ["readyok", "game C info string begun"])
        bot.send("game D newgame id D players 2 seat 0 seed 1", "isready", "game C stop")
        self.assertEqual([bot.line() for _ in range(5)], [
            *("game %s bestmove 5d.MOOD" % name for name in "ABC"), "game A info string over", "readyok"])

    def test_a_stop_before_a_question_does_not_stop_it(self):
        bot = self.begin(self.start_with("choose_many=choose_many", self.WAITING), "A", "S")
        bot.send("game A stop", *self.questions(("A", "DO"), ("S", "DO"), limits="go infinite"), "game S stop")
        self.assertEqual([bot.line() for _ in range(3)], ["game A info string begun", "game A info string False",
                                                          "game S info string True"])

    def test_quit_stops_all_games(self):
        bot = self.thinking("choose, games=3", *"ABC")
        bot.send("quit")
        self.assertEqual(bot.ended(), (0, ["game B info string begun", "game C info string begun",
                                           *("game %s bestmove 5d.MOOD" % name for name in "ABC")], ""))

    def test_quit_ends_even_a_bot_that_never_looks(self):
        code = "import time, toptile\n"
        bot = self.begin(self.start_with("choose_many=lambda positions: time.sleep(3600)", code), *"AB")
        bot.send(*self.questions(("A", "DO"), ("B", "DO")), "quit")
        self.assertEqual(bot.ended()[0], 0)

    def test_quit_ends_a_bot_that_never_looks_and_has_many_positions_to_choose_for(self):
        names = ["g%d" % number for number in range(1000)]
        bot = self.begin(self.start_with("lambda position: time.sleep(0.3) or toptile.PASS, games=1000", "import time, toptile\n"), *names)
        bot.send(*self.questions(*((name, "DO") for name in names)), "quit")
        code, lines, notes = bot.ended()
        self.assertEqual((code, lines), (0, []))
        self.assertIn("the input ended in the middle of a move", notes)


class Info(Batches):
    def told(self, run, *asked):
        bot = self.begin(self.start_with(run, "import toptile\n"), *(name for name, *_ in asked))
        bot.send(*self.questions(*asked))
        return bot

    def test_in_choose_and_challenge_it_is_about_the_game_asked_for(self):
        bot = self.begin(self.start_with("choose, games=2, challenge=challenge", """
            import toptile
            def choose(position):
                toptile.info(depth=1)
                toptile.info(depth=2, position=position.after(position.plays()[0]).holding("A", 1))
                return toptile.PASS
            def challenge(position, play):
                toptile.info(string=play.text)
            """), *"AB")
        lines = self.questions(("A", "DO"), ("B", "DO", "5d.MOOD"))
        bot.send(*lines[:-1], lines[-1].replace(" go ", " go challenge "))
        self.assertEqual(sorted(bot.line() for _ in range(5)), [
            "game A bestmove pass", "game A info depth 1", "game A info depth 2", "game B bestmove accept",
            "game B info string 5d.MOOD"])

    def test_in_choose_many_it_needs_a_position(self):
        for asked in ([("A", "DO"), ("B", "DO")], [("A", "DO")]):
            bot = self.told("choose_many=lambda positions: [toptile.info(depth=1)]", *asked)
            code, lines, notes = bot.ended()
            self.assertEqual((code, lines), (1, []))
            self.assertIn("ValueError: info() in choose_many needs position=...", notes)

    def test_in_choose_many_a_plain_game_needs_a_position_too(self):
        bot = self.ready(self.start_with("choose_many=lambda positions: [toptile.info(depth=1)]", "import toptile\n"))
        bot.send(self.position("DO"), "go infinite")
        self.assertEqual(bot.ended()[:2], (1, []))
        bot = self.ready(self.start_with("choose_many=lambda positions: [toptile.info(depth=1, position=positions[0]) or 'pass']",
                                         "import toptile\n"))
        bot.send(self.position("DO"), "go infinite")
        self.assertEqual([bot.line(), bot.line()], ["info depth 1", "bestmove pass"])


class Clocks(unittest.TestCase):
    """With a clock that the test sets."""

    def setUp(self):
        self.now = 100.0
        patch = unittest.mock.patch.object(toptile.time, "monotonic", lambda: self.now)
        patch.start()
        self.addCleanup(patch.stop)

    def batch(self, *limits, seat=0):
        batch = toptile._Batch(len(limits))
        questions = [toptile._Question(str(number), line, batch) for number, line in enumerate(limits)]
        game = game_of("DO")
        for question, line in zip(questions, limits):
            question.clock.read_limits(line, seat)
            question.position = toptile.Position(game, toptile.Board(10), "DO", clock=question.clock)
        return questions

    def test_the_clocks_of_a_batch_run_at_a_part_of_the_usual_speed(self):
        questions = self.batch("clock 10000,1 inc 0,0", "clock 20000,1 inc 0,0", "challenge clock 500,1", "clock 30000,1 inc 0,0")
        self.now += 1.0
        self.assertEqual([question.clock.shared for question in questions], [4] * 4)
        self.assertEqual([question.clock.limit for question in questions], [10, 20, 0.5, 30])
        self.assertEqual([question.clock.remaining for question in questions], [9.75, 19.75, 0.25, 29.75])
        self.assertEqual(questions[0].clock.elapsed, 1.0)
        self.now += 0.9
        self.assertEqual([question.position.should_stop for question in questions], [False] * 4)
        self.now += 0.075  # In a 40th of a second, 500 ms are over for four clocks.
        self.assertEqual([question.position.should_stop for question in questions], [False, False, True, False])

    def test_limits_for_a_move_are_for_the_batch(self):
        questions = self.batch("movetime 500", "movetime 500 bank 3000,2000", "infinite", "infinite nodes 7")
        self.now += 0.4
        for question in questions[:2]:
            self.assertEqual(question.clock.shared, 1)
            self.assertAlmostEqual(question.clock.remaining, 0.1)
        self.assertEqual(questions[3].clock.remaining, float("inf"))
        self.now += 0.08
        self.assertEqual([question.position.should_stop for question in questions], [True, True, False, False])

    def test_a_clock_alone_runs_at_the_usual_speed(self):
        question, = self.batch("clock 10000,1 inc 0,0")
        plain = toptile._Question("", "clock 10000,1 inc 0,0", None)
        plain.clock.read_limits("clock 10000,1 inc 0,0", 0)
        self.now += 2
        for clock in (question.clock, plain.clock):
            self.assertEqual((clock.shared, clock.remaining), (1, 8))

    def test_when_games_are_broken_off_the_others_run_faster(self):
        questions = self.batch(*["clock 10000,1 inc 0,0"] * 4)
        self.now += 2
        questions[1].break_off()
        questions[1].break_off()
        questions[2].clock.stopped = True
        self.assertEqual([question.position.should_stop for question in questions], [False, True, True, False])
        questions[2].break_off()
        self.assertEqual((questions[0].clock.shared, questions[0].clock.remaining), (2, 9))
        questions[0].break_off()
        questions[3].break_off()
        self.assertEqual(questions[3].clock.shared, 1)

    def remaining_in_turn(self, questions, used):
        """What each position has left when its turn begins, if each takes this part of that; and what the clocks then are."""
        turns, remaining = toptile._Turns(questions), []
        for question in questions:
            self.assertTrue(turns.begin(question))
            remaining.append(question.clock.remaining)
            self.now += used * remaining[-1]
            self.assertAlmostEqual(question.clock.remaining, (1 - used) * remaining[-1])
        return remaining

    def test_a_bot_that_uses_a_tenth_of_its_time_uses_a_tenth_of_each_clock(self):
        questions = self.batch(*["clock 10000,1 inc 0,0"] * 50)
        remaining = self.remaining_in_turn(questions, 0.1)
        self.assertTrue(all(9 < left <= 10 for left in remaining), remaining)
        self.assertEqual({question.clock.shared for question in questions}, {1})
        paid = questions[0].clock.elapsed / len(questions)
        self.assertTrue(0.9 < paid < 1, paid)

    def test_a_bot_that_uses_all_of_its_time_stays_within_the_limits(self):
        for limits in (["clock 10000,1 inc 0,0"] * 9, ["movetime 900"] * 9, ["clock 90000,1"] * 5 + ["clock 90,1"],
                       ["clock 90,1"] + ["clock 90000,1"] * 5):
            questions = self.batch(*limits)
            begun, shared = self.now, questions[0].clock.shared
            remaining = self.remaining_in_turn(questions, 1.0)
            self.assertGreater(min(remaining), 0)
            for question in questions:
                self.assertLessEqual((self.now - begun) / shared, question.clock.limit + 1e-6)

    def test_challenges_and_choose_see_clocks_at_the_usual_speed(self):
        questions = self.batch("clock 10000,1 inc 0,0", "challenge clock 10000,1 inc 0,0", "challenge clock 4000,1 inc 0,0")
        seen = []

        def think(position, *_play):
            seen.append((round(position.clock.remaining, 9), position.clock.shared))
            self.now += 1

        session = toptile._Session(lambda position: think(position) or toptile.PASS, "x", "x", (), think, None, None, 3)
        session._verdict = think
        session._position = lambda question, _game, _line: question.position
        session.unanswered = list(questions)
        session.asked = [(question, None, "") for question in questions]
        with unittest.mock.patch.object(toptile, "_send"):
            session._answer()
        # All must be answered within 12 s, when 4 s are over on the third clock.
        self.assertEqual(seen, [(4.0, 1), (3.666666667, 1), (9.333333333, 1)])

    def test_in_its_turn_a_position_is_stopped_at_the_end_of_the_turn(self):
        questions = self.batch("movetime 1000", "movetime 1000")
        questions[0].clock._begin_turn(self.now + 1, 2)
        self.now += 0.4
        self.assertFalse(questions[0].position.should_stop)
        self.now += 0.08
        self.assertTrue(questions[0].position.should_stop)
        self.assertFalse(questions[1].position.should_stop)


class SameMoves(Batches):
    """Games against a bot that plays both sides: their moves are the same, however many of them are played at once."""

    GAMES = 12

    def one_game(self, seed):
        """Yields what the bot is asked, and is sent its answers. Now and then it asks for a challenge."""
        rng = random.Random(seed)
        game = game_of(self.WORDS)
        board, moves = toptile.Board(10), []
        for turn in range(14):
            rack = "".join(rng.choice("AADDEELNOORSTWMKPUCQI") for _ in range(7))
            line = "position board %s rack %s scores 0,0 racks 7,7 bag 80 moves %s" % (board, rack, ",".join(moves) or "-")
            if turn % 5 == 4:
                yield line, "go challenge"
                continue
            move = yield line, "go"
            laid, _ = toptile.Position(game, board, rack).laid_by(move)
            board = board.after(laid)
            moves.append(move)

    def play_one_by_one(self, run):
        bot = self.start_with(run)
        bot.send("uwi 1")
        bot.lines_to("uwiok")
        transcripts = []
        for seed in range(self.GAMES):
            bot.send(*self.lines_of_a_game(seed), "isready")
            bot.lines_to("readyok")
            game, answer, transcript = self.one_game(seed), None, []
            while True:
                try:
                    position, what = game.send(answer)
                except StopIteration:
                    break
                bot.send(position, what + " clock 900000,900000 inc 0,0")
                answer = bot.line().split()[1]
                transcript.append(answer)
            bot.send("result scores 0,0 ranks 1,1 reason out")
            transcripts.append(transcript)
        bot.close()
        return transcripts

    def play_at_once(self, run, seed):
        """Begins games at any time, and asks them in batches of any order and size."""
        rng = random.Random(seed)
        bot = self.start_with(run)
        bot.send("uwi 1", *self.lines_of_a_game()[:2])
        bot.lines_to("uwiok")
        waiting, playing, transcripts = list(range(self.GAMES)), {}, [[] for _ in range(self.GAMES)]
        while waiting or playing:
            for number in rng.sample(waiting, rng.randint(0, len(waiting))):
                waiting.remove(number)
                playing[number] = (self.one_game(number), None)
                bot.send("game g%d newgame id %d players 2 seat 0 seed %d" % (number, number, number))
            bot.send("isready")
            self.assertEqual(bot.line(), "readyok")
            asked = []
            for number in rng.sample(sorted(playing), rng.randint(0, len(playing))):
                game, answer = playing[number]
                try:
                    asked.append((number, *game.send(answer)))
                except StopIteration:
                    del playing[number]
                    bot.send("game g%d result scores 0,0 ranks 1,1 reason out" % number)
            if not asked:
                continue
            bot.send("batch %d" % len(asked))
            for number, position, what in asked:
                bot.send("game g%d %s" % (number, position), "game g%d %s clock 900000,900000 inc 0,0" % (number, what))
            for number, _, _ in asked:
                mark, name, word, answer = bot.line().split()
                self.assertEqual((mark, name, word), ("game", "g%d" % number, "bestmove"))
                transcripts[number].append(answer)
                playing[number] = (playing[number][0], answer)
        bot.send("quit")
        self.assertEqual(bot.ended(), (0, [], ""))
        return transcripts

    def test_the_same_games_are_played_alone_and_at_once(self):
        expected = self.play_one_by_one("choose")
        self.assertGreater(len({tuple(transcript) for transcript in expected}), self.GAMES // 2)
        self.assertEqual(self.play_one_by_one("choose_many=choose_many"), expected)
        for seed, run in enumerate(("choose_many=choose_many", "choose, games=12", "choose, choose_many=choose_many, games=5")):
            self.assertEqual(self.play_at_once(run, seed), expected)


class Fuzz(Batches):
    ANSWER = re.compile(r"(?:game \S+ )?(?:bestmove (?:pass|accept|challenge|\S+\.\S+)|info depth 1)"
                        "|readyok|uwiok|id .*|games 64")

    def mutated(self, rng, line):
        kind = rng.randrange(9)
        if kind == 0:
            at = rng.randrange(len(line) + 1)
            inserted = rng.choice(["", " ", "\t", "\0", "ß", "\x85", "-", "9", "game ", "batch 2"])
            return line[:at] + inserted + line[at + rng.randrange(3):]
        if kind == 1:
            words = line.split()
            rng.shuffle(words)
            return " ".join(words)
        if kind == 2:
            words = line.split()
            words.insert(rng.randrange(len(words) + 1), rng.choice(words))
            return " ".join(words)
        if kind == 3:
            words = line.split()
            del words[rng.randrange(len(words))]
            return " ".join(words)
        if kind == 4:
            return re.sub(r"\d+", lambda number: str(rng.choice([-1, 0, 1, 2**64, number.group()])), line)
        return line

    def sensible(self, rng):
        game = "game %s " % rng.choice(["A", "B", "C", "17", "game", "batch", "ä"])
        position = self.position(rng.choice(["DO", "QIT", "-"]), *rng.choice([[], ["5d.MOOD"], ["5d.MOOX"]]))
        return rng.choice([
            "batch %d" % rng.randint(1, 3), "isready", "stop", game + "stop", game + "refused lexicon X", "uwi 1",
            *[game + "newgame id 1 players 2 seat %d seed 7" % rng.randint(0, 1)] * 3,
            game + "result scores 1,2 ranks 2,1 reason out", "newgame id 1 players 2 seat 0 seed 3", "setoption name X value 1",
            *[game + position] * 6, position, "go infinite", *[game + "go clock 900000,900000 inc 0,0"] * 5,
            game + "go challenge movetime 900000", *self.lines_of_a_game()[:1]])

    def command_of(self, line):
        parts = re.fullmatch(r"(?:game \s*[^ ]+ \s*)?(?P<command>[^ ]+)(?: .*)?", line.strip(), re.DOTALL)
        return parts["command"] if parts else ""

    def test_no_line_ends_the_bot_and_every_question_has_an_answer(self):
        code = """
        import toptile
        def choose_many(positions):
            for position in positions:
                toptile.info(depth=1, position=position)
            return [toptile.PASS if position.should_stop else (position.plays() or [toptile.PASS])[0] for position in positions]
        def choose(position):
            return choose_many([position])[0] if position.clock.remaining > 0 else toptile.PASS
        """
        for seed, run in enumerate(("choose_many=choose_many", "choose, games=64", "choose, choose_many=choose_many")):
            rng = random.Random(seed)
            bot = self.start_with(run, code)
            bot.send(*self.lines_of_a_game()[:2], "game A newgame id A seat 0 seed 1", "game B newgame id B seat 0 seed 1")
            questions = 0
            for _ in range(3000):
                line = self.mutated(rng, self.sensible(rng)).replace("\n", "")
                command = self.command_of(line)
                if command == "quit":
                    continue
                questions += command == "go"
                bot.send(line)
            bot.send("quit")
            code_of_exit, lines, notes = bot.ended()
            self.assertEqual(code_of_exit, 0, notes[-2000:])
            self.assertNotIn("Traceback", notes)
            self.assertEqual([line for line in lines if not self.ANSWER.fullmatch(line)], [])
            self.assertEqual(sum("bestmove" in line for line in lines), questions)
            self.assertGreater(questions, 200)


if __name__ == "__main__":
    unittest.main()
