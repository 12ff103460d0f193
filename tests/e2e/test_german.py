"""Toptile in German: the shipped example ruleset with its own word list, in every command and in a tournament."""

import json
import unittest

from toptile_program import WORDS, folder, records, run, without_times

GERMAN = WORDS.with_name("german.txt")
GIVEN = ("--rules", "german", "--lexicon", GERMAN)
EMPTY = "/".join([".." * 10] * 10)
MAUS = "/".join([".." * 10] * 4 + ["......1M1A1U1S......"] + [".." * 10] * 5)


class Commands(unittest.TestCase):
    def test_the_ruleset_is_listed_and_printed(self):
        self.assertIn("\ngerman ", run("rules").stdout)
        printed = json.loads(run("rules", "german", "--json").stdout)
        self.assertEqual(printed["plural_s"], "allow")
        self.assertEqual([printed["tiles"][face] for face in ("Ä", "Ö", "Ü", "ß")], [2, 1, 1, 1])
        self.assertEqual(printed["tiles"]["Q"], {"count": 1, "text": "QU"})

    def test_a_list_is_built_and_its_words_are_found_however_their_case(self):
        with folder() as here:
            built = run("lexicon", "build", GERMAN, "--rules", "german", "--out", here / "german.lexicon", "--json")
            self.assertEqual(built.returncode, 0, built.stderr)
            self.assertEqual(set(json.loads(built.stdout)["dropped"].values()), {0})
            for word in ("straße", "STRAßE", "STRAẞE", "quäle", "MÄUSE"):
                found = run("lexicon", "find", word, "--rules", "german", "--lexicon", here / "german.lexicon")
                self.assertEqual(found.returncode, 0, found.stdout + found.stderr)
            missing = run("lexicon", "find", "STRASSE", "--rules", "german", "--lexicon", here / "german.lexicon")
            self.assertEqual((missing.returncode, missing.stdout), (1, "STRASSE: not in german\n"))
            wrong = run("lexicon", "info", "--rules", "hasbro", "--lexicon", here / "german.lexicon")
            self.assertEqual((wrong.returncode, wrong.stderr.count("\n")), (2, 1))

    def test_moves_lists_plays_with_german_tiles_and_judge_agrees(self):
        position = f"board {MAUS} rack AELMÄÖß"
        listed = run("moves", *GIVEN, "--position", position)
        self.assertEqual(listed.returncode, 0, listed.stderr)
        plays = [json.loads(line) for line in listed.stdout.splitlines()]
        by_move = {play["move"]: play for play in plays}
        self.assertEqual((by_move["5d.MÄUSE"]["points"], by_move["5d.MÄUSE"]["words"]), (6, ["MÄUSE"]))
        self.assertEqual(by_move["d5.MAß"]["points"], 6)
        questions = "".join(json.dumps({"position": position, "move": play["move"]}) + "\n" for play in plays)
        verdicts = [json.loads(line) for line in run("judge", *GIVEN, stdin=questions).stdout.splitlines()]
        self.assertEqual([(verdict["legal"], verdict["points"]) for verdict in verdicts], [(True, play["points"]) for play in plays])

    def test_a_rack_or_move_with_the_capital_of_sharp_s_is_refused_and_the_sign_is_named(self):
        wrong = run("moves", *GIVEN, "--position", f"board {EMPTY} rack MAẞ")
        self.assertEqual(wrong.returncode, 2)
        self.assertIn('"ẞ"', wrong.stderr)
        line = json.dumps({"position": f"board {EMPTY} rack MAß", "move": "5d.MAẞ"})
        verdict = json.loads(run("judge", *GIVEN, stdin=line + "\n").stdout)
        self.assertEqual(verdict["reason"], "syntax")
        self.assertIn("ẞ", verdict["text"])


class Tournament(unittest.TestCase):
    def test_bots_of_both_kits_play_it_the_record_verifies_and_replays(self):
        with folder() as here:
            bots = ("--bot", "greedy", "--bot", "random", "--bot", "greedy-python")
            for name in ("first", "second"):
                done = run("tournament", *bots, *GIVEN, "--games", 4, "--seed", 11, "--sandbox", "off", "--out", here / name)
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assertNotIn("forfeited", done.stdout)
            games = records(here / "first")
            self.assertEqual(len(games), 12)
            self.assertEqual(without_times(here / "first"), without_times(here / "second"))
            verified = run("verify", here / "first")
            self.assertEqual(verified.returncode, 0, verified.stdout)
            text = (here / "first" / "games.jsonl").read_text(encoding="utf-8")
            self.assertTrue(all(face in text for face in "ÄÖÜß"), "no face is escaped in a record")
            moves = [turn["move"] for game in games for turn in game["turns"]]
            self.assertTrue(any(face in move for face in "ÄÖÜß" for move in moves), "umlauts are played")
            self.assertEqual({len(game["bag"]) for game in games}, {100})
            shown = run("replay", here / "first", "--game", 1, "--plain")
            self.assertEqual(shown.returncode, 0, shown.stderr)
            self.assertEqual(shown.stdout.count("\nTurn "), len(games[0]["turns"]))


if __name__ == "__main__":
    unittest.main()
