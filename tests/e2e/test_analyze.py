"""toptile analyze: a bot's view of a position and of the turns of a recorded game."""

import json
import pathlib
import shutil
import unittest

from toptile_program import WORDS, folder, run

KIT = pathlib.Path(__file__).resolve().parents[2] / "protocol" / "sdk" / "python"
EMPTY = "board " + "/".join([".." * 10] * 10)

# Tells a score for each of its three best plays, and plays the second.
TALKER = """#!/usr/bin/env python3
import toptile

def choose(position):
    plays = position.plays()
    for play in plays[:3]:
        toptile.info(score=play.points / 2, pv=[play.text])
    return plays[min(1, len(plays) - 1)] if plays else toptile.PASS

toptile.run(choose, name="Talker")
"""


def shell_bot(answer):
    return f"""#!/bin/sh
while read -r word rest; do
  case $word in
    uwi) echo uwiok ;;
    isready) echo readyok ;;
    go) {answer} ;;
    quit) exit ;;
  esac
done
"""


def write_talker(path):
    shutil.copy(KIT / "toptile.py", path.parent)
    return write_bot(path, TALKER)


def write_bot(path, text):
    path.write_text(text)
    path.chmod(0o755)
    return path


class Game(unittest.TestCase):
    def setUp(self):
        opened = folder()
        self.here = opened.__enter__()
        self.addCleanup(opened.__exit__, None, None, None)
        self.play("greedy", "random")

    def play(self, first, second, *more):
        done = run("tournament", "--bot", first, "--bot", second, "--games", 2, "--seed", 5, "--lexicon", WORDS, "--out", "cup",
                   *more, cwd=self.here)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.record = json.loads((self.here / "cup" / "games.jsonl").read_text().splitlines()[0])

    def analyze(self, *arguments):
        return run("analyze", *arguments, "--movetime", 200, cwd=self.here)

    def turns(self, *arguments):
        done = self.analyze(*arguments, "--json")
        self.assertEqual(done.returncode, 0, done.stderr)
        return [json.loads(line) for line in done.stdout.splitlines()]

    def test_a_bot_sees_its_own_turns_as_it_played_them(self):
        turns = self.turns("greedy", "cup", "--game", 1)
        self.assertEqual([turn["played"] for turn in turns], [turn["move"] for turn in self.record["turns"]])
        for turn in turns:
            self.assertIsNone(turn["opinion"]["refusal"])
            self.assertEqual(turn["lost"], turn["opinion"]["points"] - turn["points"])
            self.assertGreaterEqual(turn["lost"], 0)
            if turn["player"] == "greedy":
                self.assertEqual(turn["opinion"]["move"], turn["played"])
        self.assertGreater(sum(turn["lost"] for turn in turns), 0)

    def test_random_sees_its_own_turns_again_by_its_seed(self):
        for turn in self.turns("random", "cup"):
            if turn["player"] == "random":
                self.assertEqual(turn["opinion"]["move"], turn["played"])

    def test_a_table_in_80_columns_with_a_sum_for_each_side(self):
        done = self.analyze("greedy", "cup")
        lines = done.stdout.splitlines()
        self.assertEqual(lines[0], "Game 1: greedy against random, as greedy sees it in 200 ms a move")
        self.assertLessEqual(max(map(len, lines)), 80)
        self.assertEqual(sum("the same" in line for line in lines[3:-3]), sum(
            turn["played"] == turn["opinion"]["move"] for turn in self.turns("greedy", "cup")))
        own = sum(turn["seat"] == 0 for turn in self.record["turns"])
        self.assertEqual(lines[-2], f"greedy: {own} of {own} moves the same; 0 points lost, 0.0 a turn")
        self.assertRegex(lines[-1], r"^random: \d+ of \d+ moves the same; \d+ points lost, \d+\.\d a turn$")

    def test_one_turn_alone(self):
        alone, of_all = self.turns("greedy", "cup", "--turn", 4), self.turns("greedy", "cup")[3:4]
        for turn in alone + of_all:
            del turn["opinion"]["ms"]
        self.assertEqual(alone, of_all)

    def test_what_a_bot_tells_of_both_moves_gives_the_loss_in_its_own_score(self):
        write_talker(self.here / "talker")
        told = [turn for turn in self.turns("./talker", "cup") if turn["score_lost"] is not None]
        self.assertTrue(told)
        for turn in told:
            self.assertEqual(turn["score_lost"], (turn["opinion"]["points"] - turn["points"]) / 2)
        self.assertIn("by the bot's own score", self.analyze("./talker", "cup").stdout)

    def test_patient_tells_of_every_play_it_weighs(self):
        told = [turn["score_lost"] for turn in self.turns("patient", "cup", "--turn", 3) if turn["score_lost"] is not None]
        self.assertEqual(len(told), 1)
        self.assertGreaterEqual(told[0], 0)
        self.assertGreater(len(self.turns("patient", "cup", "--turn", 3)[0]["opinion"]["infos"]), 3)

    def test_info_lines_stand_in_the_record_and_the_replay(self):
        write_talker(self.here / "talker")
        done = run("tournament", "--bot", "./talker", "--bot", "greedy", "--games", 2, "--seed", 5, "--lexicon", WORDS,
                   "--out", "talk", cwd=self.here)
        self.assertEqual(done.returncode, 0, done.stderr)
        turn = json.loads((self.here / "talk" / "games.jsonl").read_text().splitlines()[0])["turns"][0]
        self.assertRegex(turn["info"], r"^score [\d.]+ pv \S+$")
        self.assertIn(turn["info"], run("replay", "talk", "--turn", 1, cwd=self.here).stdout)

    def test_an_illegal_opinion_is_told_and_passed_over(self):
        write_bot(self.here / "cheat", shell_bot("echo bestmove 5d.ZZZZ"))
        turns = self.turns("./cheat", "cup")
        self.assertEqual(len(turns), len(self.record["turns"]))
        self.assertTrue(all(turn["lost"] is None and turn["opinion"]["refusal"] for turn in turns))
        self.assertIn("its move is illegal: ", self.analyze("./cheat", "cup").stdout)

    def test_a_bot_that_ends_is_told_with_the_turn(self):
        write_bot(self.here / "dead", shell_bot("exit 3"))
        done = self.analyze("./dead", "cup", "--json")
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertRegex(done.stderr, r"^toptile: turn 1: bot dead: crash: .*exit code 3.*\n$")

    def test_answers_to_challenges_are_asked_for_as_such(self):
        done = run("tournament", "--bot", "greedy", "--bot", "random", "--games", 2, "--seed", 5, "--rules", "hasbro-challenge",
                   "--lexicon", WORDS, "--out", "doubt", cwd=self.here)
        self.assertEqual(done.returncode, 0, done.stderr)
        answers = [turn for turn in self.turns("greedy", "doubt") if turn["played"] in ("accept", "challenge")]
        self.assertTrue(answers)
        for turn in answers:
            self.assertEqual((turn["opinion"]["move"], turn["lost"]), (turn["played"], None))
        write_bot(self.here / "deaf", shell_bot("echo bestmove 5d.CAT"))
        for turn in self.turns("./deaf", "doubt"):
            if turn["played"] in ("accept", "challenge"):
                self.assertIn("not_your_turn", turn["opinion"]["refusal"])

    def test_a_record_that_the_rules_deny_is_not_analyzed(self):
        games = self.here / "cup" / "games.jsonl"
        lines = games.read_text().splitlines()
        lines[0] = lines[0].replace(self.record["turns"][2]["move"], "pass", 1)
        games.write_text("\n".join(lines) + "\n")
        done = self.analyze("greedy", "cup")
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertIn("toptile verify", done.stderr)

    def test_a_game_of_three_goes_on_after_a_crash(self):
        write_bot(self.here / "brittle", shell_bot("n=$((n+1)); [ $n -gt 2 ] && exit 3; echo bestmove pass"))
        done = run("tournament", "--bot", "greedy", "--bot", "random", "--bot", "./brittle", "--players", 3, "--games", 3, "--seed", 5,
                   "--lexicon", WORDS, "--out", "three", cwd=self.here)
        self.assertEqual(done.returncode, 0, done.stderr)
        record = json.loads((self.here / "three" / "games.jsonl").read_text().splitlines()[0])
        after = record["forfeits"][0]["after"]
        self.assertLess(after, len(record["turns"]))
        self.assertEqual([turn["turn"] for turn in self.turns("greedy", "three")], list(range(1, len(record["turns"]) + 1)))
        shown = run("replay", "three", "--turn", len(record["turns"]), cwd=self.here)
        self.assertEqual(shown.returncode, 0, shown.stderr)
        self.assertIn("brittle forfeited: crash", shown.stdout)
        exported = run("export", "three", "--as", "gcg", "--game", 1, cwd=self.here)
        self.assertEqual(exported.returncode, 0, exported.stderr)

    def test_bad_wishes_are_refused_in_one_sentence(self):
        for arguments, words in ((("greedy",), "either a run's folder or --position"), (("greedy", "cup", "--game", 9), "games 1 to 2"),
                                 (("greedy", "cup", "--turn", 900), "turns 1 to"), (("greddy", "cup"), "did you mean greedy?"),
                                 (("greedy", "nowhere"), "nowhere"), (("greedy", "--turn", 3), "run")):
            with self.subTest(arguments=arguments):
                done = self.analyze(*arguments)
                self.assertEqual((done.returncode, done.stdout, done.stderr.count("\n")), (2, "", 1))
                self.assertIn(words, done.stderr)


class Position(unittest.TestCase):
    def test_a_position_is_answered_with_move_points_and_words(self):
        done = run("analyze", "greedy", "--lexicon", WORDS, "--position", f"{EMPTY} rack ACTSORE")
        best = json.loads(run("moves", "--lexicon", WORDS, "--position", f"{EMPTY} rack ACTSORE", "--best", 1).stdout)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(done.stdout.splitlines()[0], f"{best['move']} for {best['points']} ({', '.join(best['words'])})")

    def test_every_info_line_is_shown(self):
        with folder() as here:
            bot = write_talker(here / "talker")
            done = run("analyze", bot, "--lexicon", WORDS, "--position", "-", stdin=f"{EMPTY} rack ACTSORE\n")
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertEqual(sum(line.startswith("info score ") for line in done.stdout.splitlines()), 3)
            told = json.loads(run("analyze", bot, "--json", "--lexicon", WORDS, "--position", f"{EMPTY} rack ACTSORE").stdout)
            self.assertEqual(len(told["infos"]), 3)

    def test_an_exchange_that_the_position_forbids_is_told(self):
        with folder() as here:
            bot = write_bot(here / "swaps", shell_bot("echo bestmove ex.Z"))
            for rest in ("rack ACT", "rack ACZ bag 0"):
                told = json.loads(run("analyze", bot, "--json", "--lexicon", WORDS, "--position", f"{EMPTY} {rest}").stdout)
                self.assertTrue(told["refusal"], rest)
                self.assertIsNone(told["points"])
            told = json.loads(run("analyze", bot, "--json", "--lexicon", WORDS, "--position", f"{EMPTY} rack ACZ").stdout)
            self.assertEqual((told["refusal"], told["points"]), (None, 0))

    def test_four_players_and_every_ruleset(self):
        done = run("analyze", "greedy", "--lexicon", WORDS, "--position", f"{EMPTY} rack ACTSORE scores 0,0,0,0 racks 7,7,7,7 bag 72")
        self.assertEqual(done.returncode, 0, done.stderr)
        small = "board " + "/".join([".." * 8] * 8)
        self.assertEqual(run("analyze", "greedy", "--rules", "classic", "--lexicon", WORDS, "--position", f"{small} rack CAT").returncode, 0)

    def test_no_temporary_folder_is_left(self):
        with folder() as here:
            done = run("analyze", "greedy", "--lexicon", WORDS, "--position", f"{EMPTY} rack ACTSORE", env={"TMPDIR": str(here)})
            self.assertEqual((done.returncode, list(here.iterdir())), (0, []))


if __name__ == "__main__":
    unittest.main()
