"""toptile replay --position, --lines and --feed: what a bot was asked in a recorded game is asked again."""

import json
import pathlib
import re
import shutil
import subprocess
import unittest

from toptile_program import BOTS, WORDS, folder, records, run

# Greedy's answers follow from the position alone, so that it gives the same ones again.
FAIR = ("--bot", "greedy", "--bot", "random", "--games", 2, "--seed", 5, "--lexicon", WORDS)

# It passes, and ends at its third move.
FRAGILE = """#!/bin/sh
moves=0
while read -r line; do
  case $line in
    uwi*) echo 'id name Fragile'; echo uwiok ;;
    isready*) echo readyok ;;
    go*) moves=$((moves + 1)); echo 'info depth 1'
         if [ $moves -ge 3 ]; then echo 'no such tile' >&2; exit 3; fi
         echo bestmove pass ;;
    quit*) exit ;;
  esac
done
"""


class AskedAgain(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = folder()
        cls.here = cls.folder.__enter__()
        cls.addClassCleanup(cls.folder.__exit__, None, None, None)
        cls.fair = cls.here / "run"
        cls.play(*FAIR, "--out", cls.fair)
        cls.fragile = cls.here / "fragile"
        cls.fragile.write_text(FRAGILE)
        cls.fragile.chmod(0o755)
        cls.broken = cls.here / "broken"
        cls.play("--bot", cls.fragile, "--bot", "greedy", "--games", 2, "--seed", 5, "--lexicon", WORDS, "--out", cls.broken)

    @classmethod
    def play(cls, *arguments):
        done = run("tournament", *arguments, "--sandbox", "off", "--quiet", cwd=cls.here)
        assert done.returncode == 0, done.stderr

    def done(self, *arguments, code=0):
        done = run("replay", *arguments, cwd=self.here)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return done

    def moves_of(self, run_folder, game, seat):
        return [turn["move"] for turn in records(run_folder)[game - 1]["turns"] if turn["seat"] == seat]

    def test_each_position_is_the_one_in_which_the_move_was_made(self):
        game = records(self.fair)[0]
        lines = self.done(self.fair, "--position").stdout.splitlines()
        self.assertEqual(len(lines), len(game["turns"]))
        greedy = game["players"].index("greedy")
        for line, turn in list(zip(lines, game["turns"]))[::7]:
            best = run("moves", "--position", "-", "--best", 1, "--lexicon", WORDS, stdin=line).stdout
            if turn["seat"] == greedy:
                self.assertIn(f'"move":"{turn["move"]}"' if turn["move"] != "pass" else "", best)
            self.assertIn(f" rack {turn['rack']} ", line)
        self.assertEqual(self.done(self.fair, "--position", "--turn", 3).stdout.splitlines(), lines[2:3])
        self.assertEqual(self.done(self.fair, "--position", "--seat", 1).stdout.splitlines(), lines[1::2])

    def test_a_bot_that_reads_the_lines_plays_the_game_again(self):
        for game, seat in ((1, records(self.fair)[0]["players"].index("greedy")), (2, records(self.fair)[1]["players"].index("greedy"))):
            lines = self.done(self.fair, "--game", game, "--lines", "--seat", seat).stdout
            said = subprocess.run([BOTS / "greedy"], input=lines, capture_output=True, text=True, check=True).stdout
            self.assertEqual(re.findall(r"^bestmove (.*)$", said, re.M), self.moves_of(self.fair, game, seat))
            record = records(self.fair)[game - 1]
            clocks = re.findall(r"^go clock (\d+),(\d+) inc 0,0$", lines, re.M)
            mine = [turn["clock"] for turn in record["turns"] if turn["seat"] == seat]
            self.assertEqual([int(clock[seat]) for clock in clocks], [30000, *mine][:len(clocks)])

    def test_a_clock_of_a_bots_own_is_told_again(self):
        own = '{"name": "own", "command": ["random"], "clock": {"time_ms": 20000, "increment_ms": 5, "nodes": 9}}'
        made = run("tournament", "--bot", own, "--bot", "greedy", "--lexicon", WORDS, "--games", 2, "--seed", 5, "--quiet", "--out", self.here / "odds")
        self.assertEqual(made.returncode, 0, made.stderr)
        seat = records(self.here / "odds")[0]["players"].index("own")
        for asked, nodes in ((seat, " nodes 9"), (1 - seat, "")):
            lines = self.done(self.here / "odds", "--lines", "--seat", asked).stdout
            first = [30000, 30000]
            first[seat] = 20000
            found = re.findall(r"(?m)^go clock (\d+),(\d+) inc (\d),(\d)( nodes 9)?$", lines)
            self.assertEqual(found[0], (*map(str, first), *("05" if seat == 1 else "50"), nodes) if asked == 0 else found[0])
            self.assertTrue(all(line[4] == nodes for line in found), lines)
            self.assertGreater(len(found), 3)

    def test_a_bot_that_is_fed_is_compared_with_what_was_played(self):
        seat = records(self.fair)[0]["players"].index("greedy")
        moves = len(self.moves_of(self.fair, 1, seat))
        told = self.done(self.fair, "--feed", "greedy", "--seat", seat).stdout
        self.assertTrue(told.startswith(f"Game 1: what greedy was asked on seat {seat}, and greedy answers\n"), told)
        self.assertIn(f"\n{moves} of {moves} answers the same\ngreedy ended (exit code 0)\n", told)
        # Any program that runs the bot does, such as a debugger.
        told = self.done(self.fair, "--feed", f"env {BOTS / 'greedy'}", "--seat", seat, "--turn", seat + 1).stdout
        self.assertIn("\n1 of 1 answers the same\n", told)
        told = self.done(self.fair, "--feed", "greedy", "--seat", 1 - seat).stdout
        self.assertRegex(told, rf"\n\d+ of {len(self.moves_of(self.fair, 1, 1 - seat))} answers the same\n")

    def test_a_debugger_writes_into_the_folder_where_it_was_called(self):
        command = f"sh -c 'echo seen > trace.txt; exec {BOTS / 'greedy'}'"
        self.done(self.fair, "--feed", command, "--turn", 1)
        self.assertEqual((self.here / "trace.txt").read_text(), "seen\n")

    def test_the_copy_of_a_built_bot_stays_if_something_was_written_into_it(self):
        built = self.here / "built"
        built.mkdir()
        (built / "bot.json").write_text(json.dumps({"name": "built", "build": [["sh", "-c", "cp source program"]], "run": ["./program"]}))
        for line, stays in (("", False), ("echo seen > trace.txt\n", True)):
            (built / "source").write_text(FRAGILE.replace("moves=0\n", "moves=0\n" + line))
            (built / "source").chmod(0o755)
            done = self.done(self.fair, "--feed", built, "--turn", 1)
            kept = re.search(r"the bot's copy stays, with what was written into it: (.*)", done.stderr)
            self.assertEqual(kept is not None, stays, done.stderr)
            if kept:
                self.addCleanup(shutil.rmtree, kept[1])
                self.assertEqual((pathlib.Path(kept[1]) / "trace.txt").read_text(), "seen\n")

    def test_a_crash_is_asked_for_again(self):
        record = records(self.broken)[0]
        seat = record["forfeits"][0]["seat"]
        after = record["forfeits"][0]["after"]
        self.assertEqual(len(self.done(self.broken, "--position").stdout.splitlines()), after + 1)
        done = self.done(self.broken, "--feed", self.fragile, code=1)
        self.assertIn(f"on seat {seat}", done.stdout)
        self.assertRegex(done.stdout, rf"\n +{after + 1}  \(forfeit\) +\n  < info depth 1\n +no answer\n\n2 of 3 answers the same\n"
                                      r"fragile ended \(exit code 3\)\n$")
        self.assertIn("  ! no such tile\n", done.stderr)
        done = self.done(self.broken, "--feed", self.fragile, "--turn", after + 1)
        self.assertIn("\n0 of 1 answers the same\n", done.stdout)
        done = self.done(self.broken, "--feed", "greedy")
        self.assertEqual(record["players"][seat], "fragile")
        self.assertRegex(done.stdout, r"\(forfeit\) +\d*[a-j]\d*\.[A-Z]+  \(\d+ ms\)\n")

    def test_an_illegal_answer_is_told_with_its_neighbour(self):
        cheat = self.here / "cheat"
        cheat.write_text("#!/bin/sh\nwhile read -r line; do case $line in uwi*) echo uwiok ;; isready) echo readyok ;;\n"
                         " go*) echo bestmove 1a.zzz ;; quit) exit ;; esac; done\n")
        cheat.chmod(0o755)
        told = self.done(self.fair, "--feed", cheat, "--turn", 1, code=1).stdout
        self.assertIn("1a.zzz is refused: syntax: ", told)
        self.assertIn("\n0 of 1 answers the same, 1 illegal\n", told)

    def test_challenges_and_a_bot_that_left_among_three_are_asked_again(self):
        doubt = self.here / "doubt"
        self.play("--bot", "phoney", "--bot", "greedy", "--rules", "hasbro-challenge", "--games", 2, "--seed", 3, "--lexicon", WORDS, "--out", doubt)
        for game in (1, 2):
            record = records(doubt)[game - 1]
            seat = record["players"].index("greedy")
            lines = self.done(doubt, "--game", game, "--lines", "--seat", seat).stdout
            said = subprocess.run([BOTS / "greedy"], input=lines, capture_output=True, text=True, check=True).stdout
            self.assertEqual(re.findall(r"^bestmove (.*)$", said, re.M), self.moves_of(doubt, game, seat))
        three = self.here / "three"
        self.play("--bot", self.fragile, "--bot", "greedy", "--bot", "random", "--players", 3, "--games", 3, "--seed", 3, "--lexicon", WORDS,
                  "--out", three)
        for game, record in enumerate(records(three), 1):
            seat = record["players"].index("greedy")
            lines = self.done(three, "--game", game, "--lines", "--seat", seat).stdout
            said = subprocess.run([BOTS / "greedy"], input=lines, capture_output=True, text=True, check=True).stdout
            self.assertEqual(re.findall(r"^bestmove (.*)$", said, re.M), self.moves_of(three, game, seat))
            left = record["players"].index("fragile")
            told = self.done(three, "--game", game, "--feed", self.fragile, "--seat", left, code=1).stdout
            self.assertIn("\n2 of 3 answers the same\nfragile ended (exit code 3)\n", told)

    def test_what_cannot_be_asked_is_told_in_one_line(self):
        turns = len(records(self.fair)[0]["turns"])
        for arguments, words in ((["--position", "--turn", 999], f"--turn 999: the game has turns 1 to {turns}"),
                                 (["--position", "--turn", 0], "--turn 0: the game has turns 1 to"),
                                 (["--lines", "--seat", 2], "--seat 2: the game has seats 0 to 1"),
                                 (["--lines", "--seat", 1, "--turn", 1], "--turn 1: in this turn seat 0 was asked"),
                                 (["--seat", 1], "--seat goes with --position, --lines or --feed"),
                                 (["--lines", "--position"], "--position"), (["--lines", "--html"], "--html"),
                                 (["--feed", "no-such-bot"], "no-such-bot")):
            with self.subTest(arguments):
                done = run("replay", self.fair, *arguments)
                self.assertEqual((done.returncode, done.stdout, done.stderr.count("\n")), (2, "", 1), done.stderr)
                self.assertIn(words, done.stderr)


if __name__ == "__main__":
    unittest.main()
