#!/usr/bin/env python3
"""Bots made with the Rust kit that play several games at once.

Environment: TOPTILE_RUST is the folder of the programs built from this folder's sources."""

import socket
import subprocess
import unittest

from test_bots import PATIENCE, RUST, RustBots, test_wire

FOREVER = "go infinite"


def newgame(name, seed=1):
    return "game %s newgame id %s players 2 seat 0 seed %d" % (name, name, seed)


def batch(*questions):
    return ["batch %d" % len(questions)] + [line for question in questions for line in question]


class Batches(RustBots, test_wire.Wire):
    def in_games(self, bot, *names):
        bot = self.start_code(bot)
        bot.send(*self.lines_of_a_game()[:2], *map(newgame, names), "isready")
        self.assertEqual(bot.line(), "readyok")
        return bot

    def question(self, name, rack="MOODVVV", limits=FOREVER):
        return ["game %s %s" % (name, self.position(rack)), "game %s %s" % (name, limits)]

    def next(self, bot, count):
        return [bot.line() for _ in range(count)]

    def check_end(self, bot, *notes):
        bot.send("quit")
        self.assertEqual(bot.ended(), (0, [], "".join("toptile: %s\n" % note for note in notes)))

    def test_a_bot_offers_64_games_if_it_chooses_for_many(self):
        for bot, offer in (("best of all", ["games 64"]), ("best of each", ["games 64"]), ("one at a time", []), ("random", [])):
            bot = self.start_code(bot)
            bot.send("uwi 1")
            self.assertEqual(bot.lines_to("uwiok")[1:], ["id kit toptile.rs 1.1", *offer, "uwiok"])

    def test_no_games_at_all_cannot_be_offered(self):
        code, lines, notes = self.start_code("no games").ended()
        self.assertEqual((code, lines), (101, []))
        self.assertIn("games is how many games the bot plays at once, from 1, not 0", notes)

    def test_all_questions_of_a_batch_are_answered_in_one_write(self):
        for name in ("best of all", "best of each"):
            ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)  # Each write is a packet.
            ours.settimeout(PATIENCE)
            with ours, theirs, subprocess.Popen([RUST / "bots", name], stdin=subprocess.PIPE, stdout=theirs) as bot:
                lines = [*self.lines_of_a_game()[:2], *map(newgame, ("17", "19", "a=b")), "isready",
                         *batch(self.question("19", "QITVVVV"), self.question("17", "DOVVVVV", "go movetime 5000"),
                                self.question("a=b", "XVVVVVV"))]
                bot.stdin.write("".join(line + "\n" for line in lines).encode())
                bot.stdin.close()
                self.assertIn(ours.recv(65536), (b"readyok\n",))
                self.assertEqual(ours.recv(65536).decode(),
                                 "game 19 bestmove 5c.QUIT\ngame 17 bestmove 5d.DO\ngame a=b bestmove pass\n")

    def test_a_bot_makes_the_same_moves_alone_and_among_others(self):
        racks, seeds, names = ("MOODEAR", "LEANDOX", "NETSPLU"), (7, 7, 2**64 - 1), ("a", "b", "c")
        alone, games = self.start_code("random"), []
        for seed in seeds:
            alone.send(*self.lines_of_a_game(seed), *(line for rack in racks for line in (self.position(rack), FOREVER)))
            games.append(self.next(alone, len(racks)))
        self.assertNotEqual(games[0], games[2])
        for bot in ("random of all", "random of each"):
            bot = self.start_code(bot)
            bot.send(*self.lines_of_a_game()[:2], *map(newgame, names, seeds))
            for turn, rack in enumerate(racks):
                order = names if turn % 2 else names[::-1]
                bot.send(*batch(*(self.question(name, rack) for name in order)))
                self.assertEqual(self.next(bot, len(names)),
                                 ["game %s %s" % (name, games[names.index(name)][turn]) for name in order])

    def test_games_have_nothing_in_common_and_are_forgotten_at_their_result(self):
        bot = self.in_games("games", "1")
        bot.send("setoption name Depth value 3", "game 2 newgame id 2 players 2 seat 1 seed 5")
        bot.send(*batch(self.question("1", "A"), self.question("2", "B", "go clock 100000,200000 inc 0,0")))
        self.assertEqual(self.next(bot, 4), ["game 1 info string 1 0 1 3 A", "game 2 info string 2 1 5 3 B",
                                             "game 1 bestmove ex.A", "game 2 bestmove ex.B"])
        bot.send("game 2 result scores 1,2 ranks 2,1 reason out", *batch(self.question("1", "D")))
        self.assertEqual(self.next(bot, 3), ["game 2 info string 2 ended [1, 2]", "game 1 info string 1 0 1 3 D",
                                             "game 1 bestmove ex.D"])
        for lines in (["game 2 go infinite"], [newgame("2", 9), "game 2 go infinite"]):
            bot.send(*lines)
            self.assertEqual(bot.line(), "game 2 bestmove pass")
        bot.send(*batch(self.question("2", "E")))
        self.assertEqual(self.next(bot, 2), ["game 2 info string 2 0 9 3 E", "game 2 bestmove ex.E"])
        bot.send("game 1 result", "game 2 result", "newgame id 3 players 2 seat 0 seed 4", self.position("F"), FOREVER)
        self.assertEqual(self.next(bot, 4), ["game 1 info string 1 ended []", "game 2 info string 2 ended []",
                                             "info string 3 0 4 3 F", "bestmove ex.F"])
        self.check_end(bot, "ignored `game 2 go`, and answered pass: no game of this name is being played",
                       "ignored `game 2 go`, and answered pass: position: board and rack are needed")

    def test_challenges_of_a_batch_are_decided_apart_from_its_moves(self):
        bot = self.in_games("games", "1", "2", "3")
        ask = ["game 1 " + self.position("A", "5d.MOOD"), "game 1 go challenge movetime 5000"]
        none = ["game 3 " + self.position("A", "pass"), "game 3 go challenge movetime 5000"]
        bot.send(*batch(ask, self.question("2", "B"), none))
        self.assertEqual(self.next(bot, 5), [
            "game 1 info string doubts 5d.MOOD", "game 2 info string 2 0 1 1 B", "game 1 bestmove challenge",
            "game 2 bestmove ex.B", "game 3 bestmove accept"])
        self.check_end(bot)

    def test_stop_and_the_end_of_a_game_stop_one_game_alone(self):
        for end in ("stop", "result scores 0,0 ranks 1,1 reason passed"):
            bot = self.in_games("waiting", "1", "2", "3")
            bot.send(*batch(*map(self.question, "123")))
            self.assertEqual(bot.line(), "game 1 info string shared 1")
            bot.send("stop", "game 4 stop", "newgame id 5 players 2 seat 0 seed 1", "game 6 newgame id 6", "isready", "game 2 " + end)
            self.assertEqual(self.next(bot, 4), ["game 1 bestmove pass", "game 2 bestmove 5d.MOOD", "game 3 bestmove pass", "readyok"])
            bot.send("game 1 stop", *batch(self.question("1"), self.question("3")))  # The stop comes too late.
            self.assertEqual(bot.line(), "game 1 info string shared 1")
            bot.send("isready", "game 3 stop")
            self.assertEqual(self.next(bot, 3), ["readyok", "game 1 bestmove pass", "game 3 bestmove 5d.MOOD"])
            bot.send(*batch(self.question("1"), self.question("3")))
            self.assertEqual(bot.line(), "game 1 info string shared 1")
            bot.send("quit")
            self.assertEqual(bot.ended(), (0, ["game 1 bestmove 5d.MOOD", "game 3 bestmove 5d.MOOD"], ""))

    def test_games_with_clocks_share_the_time_until_one_ends(self):
        bot = self.in_games("waiting", "1", "2", "3")
        bot.send(*batch(*(self.question(name, "A", "go clock 90000000,1 inc 0,0") for name in "123")))
        self.assertEqual(bot.line(), "game 1 info string shared 3")
        bot = self.in_games("shared time", "1", "2", "3")
        clock = "go clock 100000,90000 inc 0,0"
        bot.send(*batch(self.question("1", "A", "go movetime 90000"), self.question("2", "A", clock), self.question("3", "A", clock)),
                 *batch(self.question("3", "A", clock)))
        self.assertEqual(self.next(bot, 3), ["game 1 info string " + told for told in ("90 1 true", "100 3 true", "100 3 true")])
        self.next(bot, 3)
        self.assertEqual(bot.line(), "game 3 info string 100 1 true")

    def test_a_bot_that_chooses_for_each_position_gets_a_part_of_the_time(self):
        bot = self.in_games("parts of time", "1", "2", "3")
        for limits, told in (
                (["clock %d000,1 inc 0,0" % seconds for seconds in (90000, 9000, 2000)], ["1 Some(2.0)", "1 Some(3.0)", "1 Some(2.0)"]),
                (["movetime 9000000"] * 3, ["1 Some(3.0)", "1 Some(5.0)", "1 Some(9.0)"]),
                (["clock 9000000,1 inc 0,0"], ["1 Some(9.0)"]), (["infinite"] * 2, ["1 None"] * 2),
                (["clock 18446744073709551615,1 inc 0,0"] * 2, None)):
            bot.send(*batch(*(self.question(str(at + 1), "A", "go " + limit) for at, limit in enumerate(limits))))
            heard = self.next(bot, 2 * len(limits))[:len(limits)]
            if told:
                self.assertEqual(heard, ["game %d info string %s" % (at + 1, string) for at, string in enumerate(told)])
        # A challenge has a part of its own: the third question could be out of time.
        limits = " clock 9000000,1 inc 0,0"
        bot.send(*batch(["game 1 " + self.position("A", "5d.MOOD"), "game 1 go challenge" + limits],
                        self.question("2", "A", "go" + limits), self.question("3", "A", "go clock 2000000,1 inc 0,0")))
        self.assertEqual(self.next(bot, 6), [
            "game 1 info string 1 Some(2.0)", "game 2 info string 1 Some(3.0)", "game 3 info string 1 Some(2.0)",
            "game 1 bestmove accept", "game 2 bestmove pass", "game 3 bestmove pass"])
        self.check_end(bot)

    def test_a_wrong_number_of_moves_and_an_info_without_a_game_are_panics(self):
        for bot, told in (("shorter", "choose_many returned 1 move for 2 positions"),
                          ("longer", "choose_many returned 3 moves for 2 positions"),
                          ("info of none", "use send_about(&position)")):
            bot = self.in_games(bot, "1", "2")
            bot.send(*batch(self.question("1"), self.question("2")))
            code, lines, notes = bot.ended()
            self.assertEqual((code, lines), (101, []))
            self.assertIn(told, notes)

    def test_an_incomplete_batch_is_answered_at_the_end_of_the_input(self):
        position, go = self.question("2")
        for rest in ([], [position], [position, go[:8]], [position, go]):
            bot = self.in_games("best of all", "1", "2")
            bot.process.stdin.write("\n".join(["batch 2", *self.question("1"), *rest]).encode())
            bot.process.stdin.close()
            code, lines, _ = bot.ended()
            answers = ["game 1 bestmove 5b.MOOD", "game 2 bestmove 5b.MOOD"]
            self.assertEqual((code, lines), (0, answers if go in rest else answers[:1]))

    def test_lines_with_a_strange_mark_are_noted_and_count_for_nothing(self):
        bot = self.in_games("best of all", "1", "2")
        strange = ["game", "game 1", "game 1 hello", "game 1 isready", "game 1 quit", "game 1 batch 2", "game 1 uwi 1",
                   "game 1 game 1 go infinite", "game go infinite", "game 1 bestmove pass"]
        bot.send("batch 2", *self.question("1", "QIT"), *strange, "hello", "game 3 position board x rack A", "game 1 refused lexicon Q",
                 "isready", *self.question("2", "DO"))
        self.assertEqual(self.next(bot, 3), ["readyok", "game 1 bestmove 5c.QUIT", "game 2 bestmove 5d.DO"])
        bot.send("quit")
        code, lines, notes = bot.ended()
        self.assertEqual((code, lines), (0, []))
        for line in strange[1:]:
            self.assertIn("ignored `%s`: it is not a line about one game" % line, notes)
        self.assertIn("ignored `game 3 position`: no game of this name is being played", notes)
        self.assertIn("the referee refused the last move of game 1: lexicon Q", notes)

    def test_a_batch_that_cannot_be_right_never_leaves_a_game_hanging(self):
        bot = self.in_games("best of all", "1", "2")
        for strange in ("batch", "batch 0", "batch -1", "batch x", "batch 3", "batch 2 2", "batch 99999999999999999999"):
            bot.send(strange, *self.question("1", "DO"))
            self.assertEqual(bot.line(), "game 1 bestmove 5d.DO", strange)
        for lines, answers in (
                (self.question("2", "QIT"), ["game 2 bestmove 5c.QUIT"]),
                (["batch 2", *self.question("1", "DO"), *batch(self.question("2", "QIT"))], ["game 1 bestmove 5d.DO", "game 2 bestmove 5c.QUIT"]),
                (["batch 2", *self.question("1", "DO"), self.position("QIT"), FOREVER], ["game 1 bestmove 5d.DO", "bestmove 5c.QUIT"]),
                (["batch 2", *self.question("1", "DO"), "game 2 result"], ["game 1 bestmove 5d.DO"]),
                ([newgame("4"), *batch(self.question("1", "DO"), self.question("9"))], ["game 1 bestmove 5d.DO", "game 9 bestmove pass"]),
                (batch(["game 1 position nonsense", "game 1 go infinite"], self.question("4", "DO", "go movetime soon")),
                 ["game 1 bestmove pass", "game 4 bestmove pass"]),
                (batch(self.question("1", "DO"), self.question("1", "QIT")), ["game 1 bestmove 5d.DO", "game 1 bestmove 5c.QUIT"])):
            bot.send(*lines)
            self.assertEqual(self.next(bot, len(answers)), answers)

    def test_a_game_that_is_over_before_its_batch_begins_is_not_thought_about(self):
        for which in ("games", "games one by one"):
            bot = self.in_games(which, "1", "2", "3")
            bot.send("batch 3", *self.question("1", "A"), "game 2 " + self.position("B", "5d.MOOD"), "game 2 go challenge infinite",
                     "game 2 result scores 0,0 ranks 1,1 reason out")
            told, move = ("1 0 1 1 A", "ex.A") if which == "games" else ("A", "pass")
            self.assertEqual(self.next(bot, 3), ["game 1 info string " + told, "game 1 bestmove " + move, "game 2 bestmove accept"])
            if which == "games":
                self.assertEqual(bot.line(), "game 2 info string 2 ended [0, 0]")
            bot.send("batch 2", *self.question("1", "D"), "game 1 result scores 0,0 ranks 1,1 reason out")
            self.assertEqual(bot.line(), "game 1 bestmove pass")

    def test_a_thousand_games_are_played_at_once(self):
        names = ["g%d" % at for at in range(1024)]
        bot = self.in_games("best of all", *names)
        for _ in range(2):
            bot.send(*batch(*(self.question(name, "A") for name in names)))
            self.assertEqual(self.next(bot, 1024), ["game %s bestmove pass" % name for name in names])
            bot.send(*("game %s stop" % name for name in names))
        self.check_end(bot)


if __name__ == "__main__":
    unittest.main()
