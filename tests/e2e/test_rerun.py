"""toptile rerun: a pair of games of a run is played again; and fields that are played without some of their bots."""

import json
import unittest

from toptile_program import IS_LONG, WORDS, count_for, folder, records, run

OPENLY = ("--sandbox", "off")
TERMS = ("--lexicon", WORDS, "--seed", 8, "--quiet", *OPENLY)
PAIR = ("--bot", "greedy", "--bot", "dice=random")
FIELD = (*PAIR, "--bot", "random", "--bot", "stacker")
BROKEN = "#!/bin/sh\necho 'no words here' >&2\nexit 3\n"


def moves(game):
    return [(turn["seat"], turn["rack"], turn["move"], turn["drawn"]) for turn in game["turns"]]


def rerun(*arguments, **options):
    return run("rerun", *arguments, *OPENLY, **options)


class Rerun(unittest.TestCase):
    def play(self, here, *flags, bots=PAIR):
        done = run("tournament", *bots, *TERMS, *flags, "--out", here / "run")
        self.assertEqual(done.returncode, 0, done.stderr)
        return {game["id"]: game for game in records(here / "run")}

    def test_a_pair_of_any_format_has_the_same_bag_the_same_seats_and_the_same_moves(self):
        for bots, flags in ((FIELD if IS_LONG else PAIR, ("--games", 4)), (FIELD, ("--format", "swiss", "--rounds", 3, "--games", 2)),
                            (FIELD, ("--format", "knock_out", "--games", 2)), (FIELD, ("--players", 3, "--games", count_for(3, 6))),
                            (FIELD if IS_LONG else FIELD[:6], ("--format", "gauntlet", "--games", count_for(2, 4)))):
            with self.subTest(flags=flags), folder() as here:
                games = self.play(here, *flags, bots=bots)
                for number in (1, len(games)):
                    out = here / f"again-{number}"
                    done = rerun(here / "run", "--game", number, "--out", out)
                    self.assertEqual(done.returncode, 0, done.stderr)
                    again = records(out)
                    first = games[number]["pair"] * len(again) - len(again) + 1
                    self.assertEqual(len(again), len(games[number]["players"]))
                    for place, game in enumerate(again):
                        then = games[first + place]
                        self.assertEqual((game["players"], game["bag"], moves(game), game["scores"]),
                                         (then["players"], then["bag"], moves(then), then["scores"]))
                        self.assertIn(f"game {first + place}: the same moves as recorded", done.stdout)
                        told = (out / "transcripts" / f"{game['id']}.txt").read_text()
                        self.assertIn("> go ", told)
                    self.assertEqual(run("verify", out).returncode, 0)

    def test_another_program_in_a_bots_place_is_told_from_the_first_move_that_differs(self):
        with folder() as here:
            games = self.play(here, "--games", 2)
            (number, *_), pair = games, 1
            done = rerun(here / "run", "--pair", pair, "--bot", "dice=greedy", "--out", here / "again")
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertRegex(" ".join(done.stdout.split()), rf"game {number}: other than recorded from turn \d+ on: dice played \S+, and now \S+;")
            same = rerun(here / "run", "--pair", pair, "--no-clock", "--out", here / "same")
            self.assertEqual(same.stdout.count("the same moves as recorded"), 2, same.stdout)
            self.assertIn("go infinite", (here / "same" / "transcripts" / "1.txt").read_text())

    def test_json_says_which_games_were_the_same(self):
        with folder() as here:
            self.play(here, "--games", 2)
            for bots, name in ((("--bot", "greedy=random"), "other"), ((), "same")):
                done = rerun(here / "run", "--pair", 1, *bots, "--json", "--out", here / name)
                self.assertEqual(done.returncode, 0, done.stderr)
                events = [json.loads(line) for line in done.stdout.splitlines()]
                self.assertEqual([event["event"] for event in events[-3:]], ["repeated", "repeated", "end"])
                self.assertEqual([(event["game"], event["recorded"], event["same"]) for event in events[-3:-1]],
                                 [(1, 1, name == "same"), (2, 2, name == "same")])
                self.assertEqual([event["difference"] == "" for event in events[-3:-1]], [name == "same"] * 2)

    def test_it_is_played_in_a_folder_of_its_own(self):
        with folder() as here:
            self.play(here, "--games", 2)
            self.assertEqual(rerun(here / "run", "--pair", 1, "--out", here / "again").returncode, 0)
            for name, told in (("run", "this is the run itself"), ("again", "this folder holds a finished run")):
                done = rerun(here / "run", "--pair", 1, "--out", here / name)
                self.assertEqual((done.returncode, done.stdout), (2, ""))
                self.assertIn(told, done.stderr)

    def test_the_help_tells_no_default_that_the_run_does_not_have(self):
        told = " ".join(run("rerun", "--help").stdout.split())
        self.assertNotIn("(default hasbro)", told)
        self.assertNotIn("(default 30000)", told)
        self.assertIn("A shipped ruleset or a JSON file (default: the run's)", told)

    def test_wrong_numbers_and_names_are_told(self):
        with folder() as here:
            self.play(here, "--games", 4)
            for arguments, told in ((("--game", 13), "there is no game 13; the games are 1 to 4"), (("--pair", 7), "there is no pair 7; the pairs are 1 to 2"),
                                    ((), "say which games, with --pair N or --game N"), (("--pair", 0), "0"),
                                    (("--pair", 1, "--bot", "nobody=greedy"), "nobody plays in none of these games")):
                done = rerun(here / "run", *arguments, "--out", here / "again")
                self.assertEqual(done.returncode, 2, arguments)
                self.assertIn(told, " ".join(done.stderr.split()))
                self.assertFalse((here / "again").exists())
            self.assertIn("this is not a run", rerun(here, "--pair", 1).stderr)

    def test_without_a_place_each_rerun_has_a_folder_of_its_own(self):
        with folder() as here:
            self.play(here, "--games", 4)
            for name in ("run-pair-2", "run-pair-2-2"):
                done = rerun("run", "--pair", 2, cwd=here)
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assertTrue((here / "runs" / name / "games.jsonl").exists())


class LeftOut(unittest.TestCase):
    def cup(self, here, *bots):
        (here / "cup.json").write_text(json.dumps({"bots": list(bots), "lexicon": str(WORDS), "games": 2, "seed": 5, "sandbox": "off"}))
        return here / "cup.json"

    def test_a_bot_of_the_configuration_may_stay_away(self):
        with folder() as here:
            cup = self.cup(here, "greedy", "random", {"name": "gone", "command": ["./gone"]}, "stacker")
            done = run("tournament", cup, "--without", "gone", "--without", "random", "--out", here / "run", "--quiet")
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertEqual({name for game in records(here / "run") for name in game["players"]}, {"greedy", "stacker"})
            wrong = run("tournament", cup, "--without", "gredy", "--out", here / "other", "--quiet")
            self.assertEqual(wrong.returncode, 2)
            self.assertIn("--without: gredy is not one of: greedy, random, gone, stacker; did you mean greedy?", wrong.stderr)

    def test_broken_bots_stay_away_and_are_named(self):
        with folder() as here:
            (here / "ends").write_text(BROKEN)
            (here / "ends").chmod(0o755)
            (here / "unbuilt").mkdir()
            (here / "unbuilt" / "bot.json").write_text(json.dumps({"name": "unbuilt", "build": [["false"]], "run": ["./bot"]}))
            cup = self.cup(here, "greedy", "./ends", {"name": "gone", "command": ["./gone"]}, {"manifest": "unbuilt"}, "random")
            flags = ("--out", here / "run", "--quiet")
            self.assertEqual(run("tournament", cup, *flags).returncode, 2)
            done = run("tournament", cup, "--leave-out-broken", *flags)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertEqual({name for game in records(here / "run") for name in game["players"]}, {"greedy", "random"})
            for told in ("bot ends: crash", "gone: there is no such file", "unbuilt", "played without these 3 bots"):
                self.assertIn(told, " ".join(done.stderr.split()))
            few = run("tournament", self.cup(here, "greedy", "./ends"), "--leave-out-broken", "--out", here / "few", "--quiet")
            self.assertEqual(few.returncode, 2)
            self.assertIn("a tournament needs two bots or more, and there is one", few.stderr)
            checked = run("tournament", self.cup(here, "greedy", "./ends", "random"), "--leave-out-broken", "--check")
            self.assertEqual(checked.returncode, 0, checked.stderr)
            self.assertIn("2 bots, round_robin, 2 games a pairing, 2 in all", checked.stdout)
            # A bot that joins a run is tried, too.
            joined = run("tournament", "--resume", here / "run", "--leave-out-broken", "--bot", here / "ends", "--bot", "stacker", *OPENLY,
                         "--quiet")
            self.assertEqual(joined.returncode, 0, joined.stderr)
            self.assertIn("bot ends: crash", joined.stderr)
            self.assertIn("stacker joins the run", joined.stderr)
            self.assertEqual({name for game in records(here / "run") for name in game["players"]}, {"greedy", "random", "stacker"})
            good = run("tournament", self.cup(here, "greedy", "random"), "--leave-out-broken", "--out", here / "good", "--quiet")
            self.assertEqual((good.returncode, good.stderr), (0, ""))


if __name__ == "__main__":
    unittest.main()
