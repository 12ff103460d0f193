#!/usr/bin/env python3
"""The engine's signature is the one on record, and what `toptile bench` prints can be read."""

import json
import pathlib
import re
import unittest

from toptile_program import WORDS, folder, run

RECORD = pathlib.Path(__file__).resolve().parents[1] / "data" / "signature.txt"
LINE = re.compile(r"^(\S+) +([0-9a-f]{16}) +(\d+) positions +(\d+) plays$")


def signature(*more):
    done = run("bench", "signature", "--lexicon", WORDS, *more)
    if done.returncode != 0:
        raise RuntimeError(done.stderr)
    return done.stdout.splitlines()


class Signature(unittest.TestCase):
    def test_it_is_the_one_on_record(self):
        recorded = RECORD.read_text(encoding="utf-8").strip()
        now = signature()[-1].removeprefix("signature ")
        self.assertEqual(now, recorded, f"""
The engine behaves otherwise than tests/data/signature.txt says: some play, score, refusal, turn or end of a game
is another one. If that was meant, write {now} into that file and quote it at the end of the commit's message as
  Signature: {now}
and otherwise find the change that was not.""")

    def test_every_shipped_ruleset_has_a_line_of_its_own_in_alphabetical_order(self):
        *parts, whole = signature()
        self.assertRegex(whole, r"^signature [0-9a-f]{16}$")
        lines = [LINE.match(part) for part in parts]
        self.assertTrue(all(lines), parts)
        self.assertEqual([line[1] for line in lines], sorted(line.split()[0] for line in run("rules").stdout.splitlines()))
        self.assertEqual(len({line[2] for line in lines}), len(lines))
        for line in lines:
            self.assertGreater(int(line[3]), 50, line[0])
            self.assertGreater(int(line[4]), 1000, line[0])

    def test_it_is_the_same_every_time_and_other_words_or_more_games_are_another(self):
        first = signature("--games", 3)
        self.assertEqual(signature("--games", 3), first)
        self.assertNotEqual(signature("--games", 4)[-1], first[-1])
        given = run("bench", "signature", "--lexicon", "-", "--games", 3, stdin=WORDS.read_text(encoding="utf-8"))
        self.assertEqual(given.stdout.splitlines(), first)
        fewer = WORDS.read_text(encoding="utf-8").replace("\nnet\n", "\n")
        given = run("bench", "signature", "--lexicon", "-", "--games", 3, stdin=fewer)
        self.assertNotEqual(given.stdout.splitlines()[-1], first[-1])

    def test_a_built_lexicon_is_refused_because_it_is_for_one_ruleset(self):
        with folder() as here:
            run("lexicon", "build", WORDS, "--out", here / "plain.lexicon")
            done = run("bench", "signature", "--lexicon", here / "plain.lexicon")
        self.assertEqual((done.returncode, done.stdout, done.stderr.count("\n")), (2, "", 1))
        self.assertIn("give the text list", done.stderr)


class Speed(unittest.TestCase):
    KEYS = ["processor", "rules", "lexicon", "words", "threads", "load_ms", "all_plays", "best_play", "has_play", "greedy_games"]

    def test_every_figure_is_measured_for_every_ruleset(self):
        for rules in ("hasbro", "hasbro-challenge", "solo"):
            with self.subTest(rules):
                done = run("bench", "speed", "--lexicon", WORDS, "--rules", rules, "--seconds", 0.01, "--json")
                self.assertEqual(done.returncode, 0, done.stderr)
                figures = json.loads(done.stdout)
                self.assertEqual(list(figures), self.KEYS)
                self.assertEqual((figures["rules"], figures["lexicon"], figures["threads"]), (rules, "plain", 1))
                for key in self.KEYS[5:]:
                    self.assertGreater(figures[key], 0, key)

    def test_the_table_is_for_eighty_columns_and_its_figures_end_in_one(self):
        done = run("bench", "speed", "--lexicon", WORDS, "--seconds", 0.01)
        self.assertEqual(done.returncode, 0, done.stderr)
        head, _, table = done.stdout.partition("\n\n")
        self.assertRegex(head, r"^.+, one thread\nrules hasbro, \d+ words of plain$")
        rows = [re.match(r"  (\D+?) +[\d.]+ ", row) for row in table.splitlines()]
        self.assertEqual([row[1] for row in rows],
                         ["all plays", "the best play", "is there a play", "greedy games", "loading the words"])
        self.assertEqual(len({row.end() for row in rows}), 1)
        self.assertLessEqual(max(map(len, table.splitlines())), 80)

    def test_wrong_use_is_told_in_one_line(self):
        for more, words in ((("--seconds", "0"), "--seconds"), (("--seconds", "x"), "--seconds"), (("--rules", "nope"), "--rules"),
                            (("--lexicon", "nope"), "--lexicon")):
            with self.subTest(more):
                done = run("bench", "speed", *more)
                self.assertEqual((done.returncode, done.stdout, done.stderr.count("\n")), (2, "", 1))
                self.assertIn(words, done.stderr)

    def test_a_wrong_flag_says_where_the_flags_are_listed(self):
        done = run("bench", "speed", "--seconds", "x")
        self.assertTrue(done.stderr.endswith("; see: toptile bench speed --help\n"), done.stderr)

    def test_rules_by_which_no_game_has_a_turn_are_told(self):
        with folder() as here:
            (here / "bare.json").write_text(json.dumps({"name": "bare", "rack": 1, "tiles": {"A": 2}, "players_max": 2}))
            (here / "words").write_text("aa\n")
            done = run("bench", "speed", "--rules", here / "bare.json", "--lexicon", here / "words")
        self.assertEqual((done.returncode, done.stderr.count("\n")), (2, 1), done.stderr)
        self.assertIn("has no turn", done.stderr)


if __name__ == "__main__":
    unittest.main()
