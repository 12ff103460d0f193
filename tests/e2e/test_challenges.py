"""Challenges among bots: what bots are told about the limit of the harness, and how records and replays show it."""

import json
import unittest

from toptile_program import WORDS, folder, records, run

# This bot lays its rack in the order it has, which is hardly ever a word, on the first square where it may, until it is told to
# stop.
BLUFFER = """
import sys
rules = {}
told = open(sys.argv[1], "a", buffering=1)
def say(line): print(line, flush=True)
for line in sys.stdin:
    words = line.split()
    told.write(line)
    if words[0] == "uwi": say("id name Bluffer"); say("uwiok")
    elif words[0] == "isready": say("readyok")
    elif words[0] == "position":
        keys = dict(zip(words[1::2], words[2::2]))
    elif words[0] == "go":
        if words[1] == "challenge": say("bestmove challenge")
        elif keys["moves"] in ("-", "pass"): say("bestmove 5d." + keys["rack"][:4].replace("Q", "QU"))
        else: say("bestmove pass")
    elif words[0] == "quit": break
"""


class Limit(unittest.TestCase):
    def play(self, here, players, *flags):
        (here / "bluffer.py").write_text(BLUFFER)
        bots = [flag for name in "abcd"[:players] for flag in ("--bot", f"{name}=python3 -B {here}/bluffer.py {here}/{name}.txt")]
        done = run("tournament", *bots, "--players", players, "--games", players, "--rules", "hasbro-challenge", "--lexicon", WORDS,
                   "--seed", 5, "--sandbox", "off", "--out", here / "run", "--quiet", "--concurrency", 1, *flags)
        self.assertEqual(done.returncode, 0, done.stderr)
        return records(here / "run")

    def assert_fits(self, text):
        self.assertEqual([line for line in text.splitlines() if len(line) > 80 and "/run" not in line], [])

    def test_after_three_right_challenges_the_turn_is_a_pass_that_is_told_and_recorded(self):
        for players in (2, 3):
            with self.subTest(players=players), folder() as here:
                game = self.play(here, players)[0]
                self.assertEqual(game["forfeits"], [])
                turns = [(turn["seat"], turn["move"].split(".")[0]) for turn in game["turns"]]
                first = 3 * [(0, "5d"), (1, "challenge")] + [(0, "pass")]
                self.assertEqual(turns[:7], first)
                self.assertEqual(turns[7][0], 1)
                passed = game["turns"][6]
                self.assertEqual((passed["points"], passed["drawn"], passed["ms"], passed["info"]), (0, "", 0, ""))
                self.assertEqual(passed["refused"], [game["turns"][4]["move"] + ": challenged: 3 plays were challenged away in this turn; "
                                                     "a limit of the harness makes the turn a pass"])
                self.assertEqual(passed["clock"], game["turns"][4]["clock"])
                self.assertTrue(all("refused" not in turn for turn in game["turns"][:6]))
                told = (here / f"{game['players'][0]}.txt").read_text()
                self.assertIn("refused challenged 3 plays were challenged away in this turn; a limit of the harness makes the turn a pass\n", told)
                # In the next turn, three plays may be taken back again.
                self.assertEqual(turns[7:14], [(1, "5d"), ((2 if players == 3 else 0), "challenge")] * 3 + [(1, "pass")])
                verified = run("verify", here / "run")
                self.assertEqual(verified.returncode, 0, verified.stdout)
                shown = run("replay", here / "run").stdout
                self.assertIn(" refused: " + passed["refused"][0], " ".join(shown.split()))
                self.assert_fits(shown)

    def test_four_long_names_fit_80_columns(self):
        with folder() as here:
            bots = [flag for letter in "abcd" for flag in ("--bot", f"{letter * 30}=random")]
            done = run("tournament", *bots, "--players", 4, "--games", 4, "--lexicon", WORDS, "--seed", 5, "--out", here / "run", "--quiet")
            self.assertEqual(done.returncode, 0, done.stderr)
            shown = run("replay", here / "run").stdout
            self.assertIn(" against " + "d" * 30, " ".join(shown.split()))
            self.assert_fits(shown)

    def test_a_pass_of_the_harness_counts_for_adjudication_and_in_the_end_of_the_game(self):
        with folder() as here:
            games = self.play(here, 2, "--max-turns", 1)
            self.assertEqual([game["end"] for game in games], 2 * ["adjudicated"])
            self.assertEqual([len(game["turns"]) for game in games], [7, 7])
            self.assertEqual(run("verify", here / "run").returncode, 0)
        with folder() as here:
            game = self.play(here, 2)[0]
            self.assertEqual(game["end"], "passed")
            self.assertEqual([turn["move"] for turn in game["turns"] if turn["move"] == "pass"], 2 * ["pass"])

    def test_a_record_without_the_pass_is_found_out(self):
        with folder() as here:
            self.play(here, 2)
            log = here / "run" / "games.jsonl"
            games = [json.loads(line) for line in log.read_text().splitlines()]
            del games[0]["turns"][6]
            log.write_text("".join(json.dumps(game, separators=(",", ":")) + "\n" for game in games))
            verified = run("verify", here / "run")
            self.assertEqual(verified.returncode, 1)
            self.assertIn("turn 7: seat: the record says 1, the rules say 0", verified.stdout)

    def test_a_bot_that_plays_with_people_has_the_limit_too_and_is_told_of_it(self):
        with folder() as here:
            (here / "bluffer.py").write_text(BLUFFER)
            done = run("play", "--player", "Anna", "--player", f"bot:b=python3 -B {here}/bluffer.py {here}/b.txt", "--rules", "hasbro-challenge",
                       "--lexicon", WORDS, "--seed", 5, "--no-draw", "--sandbox", "off", "--out", here / "run",
                       stdin="pass\nchallenge\nchallenge\nchallenge\n")
            self.assertEqual(done.returncode, 0, done.stderr)
            limit = "3 plays were challenged away in this turn; a limit of the harness makes the turn a pass"
            self.assertIn("b passes: " + limit, " ".join(done.stdout.split()))
            self.assert_fits(done.stdout)
            self.assertIn("The game is over: everybody passed.", done.stdout)
            (game,) = records(here / "run")
            self.assertEqual([turn["move"].split(".")[0] for turn in game["turns"]], ["pass"] + 3 * ["5d", "challenge"] + ["pass"])
            self.assertTrue(game["turns"][-1]["refused"][0].endswith(": challenged: " + limit))
            self.assertRegex((here / "b.txt").read_text(), f"refused challenged {limit}\nresult ")
            self.assertEqual(run("verify", here / "run").returncode, 0)

    def test_the_replay_says_whether_a_challenge_was_right(self):
        with folder() as here:
            game = self.play(here, 2)[0]
            word = game["turns"][0]["words"][0]
            play = run("replay", here / "run", "--turn", 1).stdout
            self.assertIn("It is challenged, and taken back.", play)
            self.assertIn(f"The challenge is right: {word} is not a word, the play is taken back.", run("replay", here / "run", "--turn", 2).stdout)
            passed = run("replay", here / "run", "--turn", 7).stdout
            self.assertIn("a limit of the harness makes the turn a pass", " ".join(passed.split()))
        with folder() as here:
            (here / "bluffer.py").write_text(BLUFFER)
            done = run("tournament", "--bot", "greedy", "--bot", f"b=python3 -B {here}/bluffer.py {here}/b.txt", "--games", 2, "--rules",
                       "hasbro-challenge", "--lexicon", WORDS, "--seed", 5, "--sandbox", "off", "--out", here / "run", "--quiet")
            self.assertEqual(done.returncode, 0, done.stderr)
            game = records(here / "run")[0]
            self.assertEqual((game["players"][0], game["turns"][1]["move"]), ("greedy", "challenge"))
            self.assertIn("The challenge is wrong: the play stands.", run("replay", here / "run", "--turn", 2).stdout)
            self.assertNotIn("taken back", run("replay", here / "run", "--turn", 1).stdout)


if __name__ == "__main__":
    unittest.main()
