"""What the Python kit knows: the rules case by case, words, and the values that a bot gets."""

import pathlib
import tempfile
import unittest

from small_games import EMPTY_BOARD, board_of, game_of, points_by_text, toptile


class SheetFigures(unittest.TestCase):
    def test_every_figure_of_the_instruction_sheet_holds(self):
        game = game_of("MOOD DEAR NET ON WOOD LEAP WOOL SNACK LEAN PLUS NETS")
        position = toptile.Position(game, toptile.Board(10), "")
        for text, tiles, points, words in [
                ("5d.MOOD", "MOOD", 8, ("MOOD",)), ("g5.DEAR", "EAR", 8, ("DEAR",)),
                ("6f.NET", "NT", 10, ("NET", "ON")), ("5d.WOOD", "W", 5, ("WOOD",)),
                ("g5.LEAP", "LP", 12, ("LEAP", "WOOL")), ("8f.SNACK", "SNACK", 14, ("SNACK", "LEAN")),
                ("i3.PLUS", "PLUS", 16, ("PLUS", "NETS"))]:
            with self.subTest(text):
                play = position.holding(tiles, 0).play(text)
                self.assertIsNotNone(play)
                self.assertEqual((play.points, sorted(play.words)), (points, sorted(words)))
                self.assertEqual(sorted(symbol for _, _, symbol in play.laid), sorted(tiles))
                position = position.after(play)


class Rules(unittest.TestCase):
    def test_the_first_play_covers_a_centre_square(self):
        plays = points_by_text("AT", [], "AT")
        self.assertEqual(sorted(plays), sorted(
            ["5d.AT", "5e.AT", "5f.AT", "6d.AT", "6e.AT", "6f.AT",
             "e4.AT", "e5.AT", "e6.AT", "f4.AT", "f5.AT", "f6.AT"]))

    def test_an_odd_board_has_one_centre_square(self):
        plays = points_by_text("AT", [], "AT", "size 5")
        self.assertEqual(sorted(plays), ["3b.AT", "3c.AT", "c2.AT", "c3.AT"])

    def test_a_later_play_touches_the_board(self):
        plays = points_by_text("AT TO", ["5e.AT"], "TO")
        self.assertEqual(sorted(plays), ["6e.TO", "e5.AT", "f5.TO"])

    def test_a_lone_tile_on_an_empty_board_forms_no_word(self):
        self.assertEqual(points_by_text("A AT", [], "A"), {})

    def test_a_stack_goes_no_higher_than_the_ruleset_says(self):
        words = "CAT BAT HAT MAT FAT RAT"
        five_high = ["5e.CAT", "5e.BAT", "5e.HAT", "5e.MAT", "5e.FAT"]
        self.assertEqual(points_by_text(words, five_high[:4], "F"), {"5e.FAT": 7})
        self.assertEqual(points_by_text(words, five_high, "R"), {})
        self.assertEqual(points_by_text(words, five_high[:2], "H", "height 2"), {})

    def test_no_tile_is_laid_on_its_own_face(self):
        self.assertNotIn("5e.CAT", points_by_text("CAT", ["5e.CAT"], "CAT"))
        game = game_of("CAT CATTY")
        play = toptile.Position(game, board_of(game, "5e.CAT"), "CATTY").play("5e.CATTY")
        self.assertEqual((play.points, play.laid), (10, ((4, 7, "T"), (4, 8, "Y"))))

    def test_a_word_is_not_wholly_covered(self):
        for word, rack, points in (("DOG", "DOG", None), ("DOT", "DOG", 5), ("DOGS", "DOGS", None)):
            plays = points_by_text("CAT " + word, ["5e.CAT"], rack)
            self.assertEqual(plays.get("5e." + word), points, word)

    def test_two_words_of_one_line_are_both_kept_in_part(self):
        plays = points_by_text("AT IT ATOIT ATOPT ATOPE OPOIT OTOIE", ["5b.AT", "5e.IT"], "OOPPE")
        self.assertEqual(plays, {"5b.ATOIT": 10, "5b.ATOPT": 6, "5b.OTOIE": 7})

    def test_an_s_alone_that_makes_plurals_is_refused(self):
        for words, on_board, rack, refused, why in [
                ("NET NETS", ["5d.NET"], "S", "5d.NETS", "one plural"),
                ("NET NETS PLU PLUS", ["6f.NET", "i3.PLU"], "S", "6f.NETS", "two plurals by one S")]:
            with self.subTest(why):
                self.assertNotIn(refused, points_by_text(words, on_board, rack))
                self.assertIn(refused, points_by_text(words, on_board, rack, "plural allow"))

    def test_an_s_that_does_more_is_allowed(self):
        for words, on_board, rack, allowed, why in [
                ("NET NETS PLUS", ["6f.NET"], "PLUS", "i3.PLUS", "other tiles laid with it"),
                ("PRINCES PRINCESS", ["5b.PRINCES"], "S", "5b.PRINCESS", "an S after an S"),
                ("A AS AT", ["e5.AT"], "S", "5e.AS", "one letter was not a word"),
                ("NET NETS AS", ["6f.NET", "i5.A"], "S", "6f.NETS", "it completes AS down"),
                ("NETT NETS", ["6f.NETT"], "S", "6f.NETS", "a stacked S"),
                ("NET NETS SO", ["6f.NET", "i7.O"], "S", "6f.NETS", "it begins a word down"),
                ("NET NETS ASKS", ["6f.NET", "i5.A", "i7.KS"], "S", "6f.NETS", "down, another S ends"),
                ("NET STET", ["6f.TET"], "S", "6e.STET", "an S in front")]:
            with self.subTest(why):
                self.assertIn(allowed, points_by_text(words, on_board, rack))

    def test_the_qu_tile_counts_two_more_in_a_flat_word_once_and_nothing_in_a_stacked_one(self):
        self.assertEqual(points_by_text("QUIT", [], "QIT")["5e.QUIT"], 8)
        self.assertEqual(points_by_text("QUAQUA", [], "QQAA")["5e.QUAQUA"], 10)
        self.assertEqual(points_by_text("QUIT FIT", ["5e.FIT"], "Q"), {"5e.QUIT": 4})
        self.assertEqual(points_by_text("QUIT QUIP", ["5e.QUIT"], "P"), {"5e.QUIP": 4})

    def test_a_qu_word_across_counts_its_two_points_too(self):
        plays = points_by_text("QUA AT QUAT TA", ["5e.AT"], "QT")
        self.assertEqual(plays["5d.QUAT"], 8)

    def test_all_seven_tiles_earn_twenty_and_a_shorter_rack_does_not(self):
        self.assertEqual(points_by_text("SCARVES", [], "SCARVES")["5b.SCARVES"], 34)
        self.assertEqual(points_by_text("SCARES", [], "SCARES")["5b.SCARES"], 12)
        self.assertEqual(points_by_text("SCARVES", ["5b.S"], "CARVES")["5b.SCARVES"], 14)

    def test_a_lone_tile_is_listed_once_across_when_it_forms_words_both_ways(self):
        plays = points_by_text("CAT AT", ["5e.CA", "g4.A"], "T")
        self.assertEqual(plays, {"5e.CAT": 10, "4g.AT": 4, "f5.AT": 4})

    def test_a_lone_tile_that_forms_a_word_down_only_is_written_down(self):
        self.assertEqual(points_by_text("CAT ATE", ["g5.AT"], "E"), {"g5.ATE": 6})

    def test_a_position_finds_a_lone_tile_under_both_its_names(self):
        game = game_of("CAT AT TA")
        position = toptile.Position(game, board_of(game, "5e.CA", "g4.A"), "T")
        self.assertIs(position.play("g4.AT"), position.play("5e.CAT"))
        wrong_texts = "g4.TA 5e.CA 5e.CATS z9.CAT 5j.CAT 55.CAT a.CAT e.CAT 5e5.CAT 5e. 5e.cat pass".split()
        for wrong in wrong_texts + [""]:
            self.assertIsNone(position.play(wrong), wrong)

    def test_a_text_that_names_only_part_of_a_word_names_no_play(self):
        game = game_of("CAT AT")
        position = toptile.Position(game, board_of(game, "g4.AT"), "CA")
        self.assertEqual(position.play("5e.CAT").tiles_laid, 2)
        self.assertIsNone(position.play("5e.CA"))

    def test_no_rack_or_no_lexicon_means_no_play(self):
        self.assertEqual(points_by_text("CAT", [], ""), {})
        self.assertEqual(points_by_text("", [], "CAT"), {})


class Words(unittest.TestCase):
    def test_a_lexicon_leaves_out_what_tiles_or_board_cannot_hold(self):
        words = ["QAT", "QUIT", "QIT", "A", "ABCDEFGHIJ", "ABCDEFGHIJK", "AB-C", "ÄRA", "low", "QUABCDEFGHI"]
        lexicon = toptile.Lexicon("\n".join(words), toptile.Ruleset())
        held = [word for word in words + [""] if word in lexicon]
        self.assertEqual(held, ["QUIT", "ABCDEFGHIJ", "QUABCDEFGHI"])
        self.assertEqual(len(lexicon), 3)

    def test_a_list_may_be_in_any_case_and_the_sharp_s_stays_a_letter_of_its_own(self):
        ruleset = toptile.Ruleset("tiles A9M9S9ß9 faces Q=QU")
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "list.txt"
            file.write_text("\ufeffMas\nmaß\nMAẞA\nmass\nqua\n", encoding="utf-8")
            lexicon = toptile.Lexicon.load(file, ruleset)
        words = ("MAS", "MAß", "MAßA", "MASS", "QUA")
        self.assertEqual([word in lexicon for word in words], [True, True, True, True, False])

    def test_a_word_told_twice_is_one(self):
        lexicon = toptile.Lexicon("AT\nTO\nAT\n", toptile.Ruleset())
        self.assertEqual((len(lexicon), "AT" in lexicon, "TO" in lexicon, "OT" in lexicon), (2, True, True, False))

    def test_faces_may_spell_other_and_longer_things(self):
        ruleset = toptile.Ruleset("tiles A2B2*2+1L3 faces *=Ä,+=CH")
        self.assertEqual(ruleset.symbols_of("BÄCHL"), "B*+L")
        self.assertEqual(ruleset.spelled("B*+L"), "BÄCHL")
        self.assertIsNone(ruleset.symbols_of("BACK"))
        self.assertIsNone(ruleset.symbols_of("B*L"))

    def test_overlapping_long_faces_split_one_way(self):
        ruleset = toptile.Ruleset("tiles B2*2+1 faces *=AB,+=CA")
        self.assertEqual(ruleset.symbols_of("CABB"), "+BB")
        self.assertIn("CABB", toptile.Lexicon("CABB\n", ruleset))


class Values(unittest.TestCase):
    def test_a_board_reads_and_writes_its_text(self):
        text = EMPTY_BOARD[:84] + "......1M2O1O5Q......" + EMPTY_BOARD[104:]
        board = toptile.Board.parse(text, 10)
        self.assertEqual(str(board), text)
        self.assertEqual([board.top(4, 3), board.top(4, 6), board.top(0, 0)], ["M", "Q", ""])
        self.assertEqual([board.height(4, 4), board.height(4, 6), board.height(0, 0)], [2, 5, 0])
        wrong_squares = [text.replace("1M", square) for square in ("M1", "1.", ".M", "0M")]
        for wrong in ["", text[:-1], text.replace("/", ".")] + wrong_squares:
            with self.assertRaises(toptile.Unreadable):
                toptile.Board.parse(wrong, 10)

    def test_a_ruleset_takes_its_keys_in_any_order_and_ignores_unknown_ones(self):
        ruleset = toptile.Ruleset("tiles A2Q1S3 new 5 height 3 size 8 plural allow exchanges 5 name mine")
        self.assertEqual((ruleset.size, ruleset.max_height, ruleset.rack_size), (8, 3, 7))
        self.assertEqual((ruleset.free_exchanges, ruleset.plural, ruleset.name), (5, "allow", "mine"))
        self.assertEqual(ruleset.tiles, {"A": 2, "Q": 1, "S": 3})
        self.assertEqual(sum(toptile.Ruleset().tiles.values()), 100)
        for wrong in ("size x", "size 0", "height 10", "tiles A", "tiles 3A", "faces AB=C"):
            with self.assertRaises(toptile.Unreadable):
                toptile.Ruleset(wrong)

    def test_a_position_tells_what_the_line_says(self):
        game = game_of("AT", seat=1)
        position = toptile.Position.parse(
            "bag 61 board %s new thing rack AEQ racks 7,3 scores 12,-4 unseen AAB moves 5e.AT,ex.?,pass"
            % EMPTY_BOARD, game)
        self.assertEqual((position.rack, position.racks, position.scores, position.bag, position.unseen),
                         ("AEQ", (7, 3), (12, -4), 61, "AAB"))
        self.assertEqual((position.moves, position.seat), (("5e.AT", "ex.?", "pass"), 1))

    def test_a_dash_is_an_empty_value(self):
        position = toptile.Position.parse("board %s rack - moves - unseen -" % EMPTY_BOARD, game_of("AT"))
        self.assertEqual((position.rack, position.moves, position.unseen, position.plays()), ("", (), "", []))

    def test_after_a_play_rack_scores_and_moves_have_moved_on(self):
        board = toptile.Board(10)
        position = toptile.Position(game_of("MOOD"), board, "MOODAEI", scores=(3, 4), racks=(7, 7))
        after = position.after(position.play("5d.MOOD"))
        self.assertEqual((after.rack, after.scores, after.racks), ("AEI", (11, 4), (3, 7)))
        self.assertEqual((after.moves, after.board.top(4, 3)), (("5d.MOOD",), "M"))
        self.assertTrue(position.board.is_empty(), "the position before is as it was")

    def test_another_seat_may_be_given_a_rack_out_of_the_unseen_tiles(self):
        position = toptile.Position(game_of("AT"), toptile.Board(10), "AEI", unseen="BCDDE")
        other = position.holding("DE", 1)
        self.assertEqual((other.rack, sorted(other.unseen), other.seat), ("DE", sorted("BCDAEI"), 1))

    def test_an_exchange_is_spelled_out_and_needs_a_bag(self):
        game = game_of("AT")
        position = toptile.Position(game, toptile.Board(10), "QAA", bag=3)
        self.assertEqual([move.text for move in position.exchanges()], ["ex.A", "ex.QU"])
        self.assertEqual(position.exchange("Q").text, "ex.QU")
        with self.assertRaises(ValueError):
            position.exchange("B")
        self.assertEqual(toptile.Position(game, toptile.Board(10), "QAA", bag=0).exchanges(), [])

    def test_free_exchanges_are_counted(self):
        game = game_of("AT", "exchanges 2")
        for moves, left in (((), 1), (("ex.A", "ex.?"), 1), (("ex.A", "ex.B"), 0)):
            position = toptile.Position(game, toptile.Board(10), "A", bag=3, moves=moves)
            self.assertEqual(len(position.exchanges()), left)

    def test_the_last_play_is_rebuilt_from_the_moves(self):
        game = game_of("AT")
        moves = ("5d.MOOD", "ex.?", "g5.DEAR", "pass", "6f.NET", "5d.WOOD", "g5.LEAP")
        play = toptile.Position(game, board_of(game, *moves), "", moves=moves).last_play()
        self.assertEqual((play.points, play.words), (12, ("LEAP", "WOOL")))
        self.assertEqual(play.laid, ((4, 6, "L"), (7, 6, "P")))

    def test_a_seed_decides_what_is_drawn(self):
        draws = [[toptile.Game(toptile.Ruleset(), None, seed=seed).random.random() for _ in range(3)]
                 for seed in (5, 5, 6)]
        self.assertEqual(draws[0], draws[1])
        self.assertNotEqual(draws[0], draws[2])


if __name__ == "__main__":
    unittest.main()
