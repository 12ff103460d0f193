"""toptile match: two bots play a number of games, or until a test ends."""

import json
import random
import re
import unittest

from toptile_program import EXHIBIT, WORDS, count_for, folder, kill_in_play, records, run, without_times

COMMON = ("--lexicon", WORDS, "--seed", 5, "--sandbox", "off")

# This bot says what it must, and passes. Its child computes all the time.
BUSY = """#!/usr/bin/env python3
import os, pathlib, sys
if (child := os.fork()) == 0:
    while True:
        pass
with open({here!r} + "/children", "a") as file:
    file.write(f"{{child}}\\n")
"""
# This bot starts and gets ready only after it has seen for half a second that no such child computes, or that they go on computing.
LOOKS_ON = """#!/usr/bin/env python3
import pathlib, sys, time
def used():
    stats = []
    for child in pathlib.Path({here!r} + "/children").read_text().split():
        try:
            stats.append((child, pathlib.Path("/proc", child, "stat").read_text().split()[13:15]))
        except OSError:
            pass
    return stats
def look_on(when):
    last, still, changes = used(), 0, 0
    while still < 50 and changes < 500:
        time.sleep(0.01)
        last, still, changes = (now := used()), still + 1 if now == last else 0, changes + (now != last)
    with open({here!r} + "/seen", "a") as file:
        file.write(f"{{when}}: {{'still' if still == 50 else 'computing'}} {{len(last)}}\\n")
look_on("start")
"""
PASSES = """
for line in sys.stdin:
    if line.startswith("uwi"):
        print("uwiok", flush=True)
    elif line.startswith("isready"):
        {ready}
        print("readyok", flush=True)
    elif line.startswith("go"):
        print("bestmove accept" if "challenge" in line else "bestmove pass", flush=True)
    elif line.startswith("quit"):
        break
"""


def write_bot(path, text):
    path.parent.mkdir()
    path.write_text(text)
    path.chmod(0o755)
    return path


def match(*arguments):
    return run("match", *arguments, *COMMON)


class Match(unittest.TestCase):
    def test_of_so_many_games_says_what_it_comes_to(self):
        with folder() as here:
            done = match("greedy", "random", "--games", 12, "--out", here / "run")
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertIn("greedy against random\npairs           6: 6 won 2–0", done.stdout)
            # Half of the difference, as a table rates each of two bots, is told nowhere.
            self.assertRegex(done.stdout, r"(?m)^  #  bot +games +wins +ties +losses +points +spread$")
            self.assertLess(done.stdout.index("greedy against random"), done.stdout.index("  #  bot"))
            self.assertNotIn("points against", done.stdout)
            for word in ("score", "Elo", "normalized Elo", "spread", "stronger"):
                self.assertRegex(done.stdout, rf"(?m)^{word}  ")
            self.assertEqual(run("verify", here / "run").returncode, 0)
            told = json.loads(match("greedy", "random", "--games", 12, "--out", here / "run", "--json", "--quiet").stdout)
            self.assertEqual(told["match"]["pentanomial"], [0, 0, 0, 0, 6])
            self.assertIsNone(told["match"]["elo"]["high"])

    def test_each_bot_is_told_its_own_clock_and_its_own_nodes(self):
        deep = json.dumps({"name": "deep", "command": ["patient"], "clock": {"time_ms": 4_000_000, "increment_ms": 7, "nodes": 60}})
        with folder() as here:
            done = match(deep, "patient", "--clock", 5_000_000, "--nodes", 24, "--games", 2, "--max-turns", 6, "--transcript", "--out", here / "run")
            self.assertEqual(done.returncode, 0, done.stderr)
            told = {}
            for game in records(here / "run"):
                for line in (here / "run" / "transcripts" / f"{game['id']}.txt").read_text().splitlines():
                    if found := re.search(r" (deep|patient) > go clock (\d+),(\d+) inc (\d+),(\d+) nodes (\d+)$", line):
                        name, *numbers = found.groups()
                        told.setdefault((name, game["players"].index("deep")), []).append([int(number) for number in numbers])
            for (name, seat), moves in told.items():
                for *numbers, nodes in moves:
                    clocks, increments = numbers[:2], numbers[2:]
                    self.assertEqual(nodes, 60 if name == "deep" else 24)
                    self.assertEqual(increments, [7, 0] if seat == 0 else [0, 7])
                    self.assertLessEqual(clocks[seat], 4_000_000 + 6 * 7)
                    self.assertGreater(clocks[1 - seat], 4_000_000)
            self.assertEqual(len(told), 4)
            # Of twelve plays each meets five racks, or two.
            infos = [(turn["seat"], game["players"], turn["info"]) for game in records(here / "run") for turn in game["turns"] if turn.get("info")]
            self.assertTrue(infos)
            for seat, players, info in infos:
                self.assertLessEqual(int(re.search(r"nodes (\d+)", info)[1]), 60 if players[seat] == "deep" else 24)
            self.assertEqual(run("verify", here / "run").returncode, 0)
            resumed = run("tournament", "--resume", here / "run", "--games", 4, "--sandbox", "off", "--quiet")
            self.assertEqual(resumed.returncode, 0, resumed.stderr)
            self.assertEqual(json.loads((here / "run" / "run.json").read_text())["bots"][0]["clock"], {"time_ms": 4_000_000, "increment_ms": 7, "nodes": 60})

    def test_a_clock_of_its_own_that_has_no_effect_is_refused(self):
        for own, flags, told in (({"time_ms": 5}, ("--no-clock",), "the tournament has no clock"),
                                 ({"increment_ms": 5}, ("--movetime", 9), "only a clock for the whole game has an increment"),
                                 ({"times": 5}, (), "unknown field"), ({"nodes": -1}, (), "nodes: -1 is not a whole number")):
            bot = json.dumps({"command": ["greedy"], "clock": own})
            done = match(bot, "random", *flags)
            self.assertEqual(done.returncode, 2, done.stdout)
            self.assertIn(told, done.stderr)
            self.assertIn("clock", done.stderr)

    def test_ends_by_itself_at_the_same_pair_at_any_concurrency(self):
        for flags in (("--sprt", "elo0=0,elo1=40"), ("--spread-test", "spread0=0,spread1=10,least_pairs=10")):
            with self.subTest(flags=flags), folder() as here:
                for games_at_once in (1, 4):
                    done = match("greedy", "human", *flags, "--concurrency", games_at_once, "--out",
                                 here / str(games_at_once), "--json")
                    self.assertEqual(done.returncode, 0, done.stderr)
                    last = json.loads(done.stdout.splitlines()[-1])
                    test = last["match"]["test"]
                    self.assertEqual(test["accepted"], "h1")
                    self.assertGreaterEqual(test["llr"], test["upper"])
                    self.assertEqual(2 * test["pairs"], last["games"])
                    self.assertEqual(last["games_planned"], last["games"])
                    self.assertEqual(len(records(here / str(games_at_once))), last["games"])
                    self.assertTrue(last["finished"])
                    self.assertEqual(run("verify", here / str(games_at_once)).returncode, 0)
                self.assertEqual(without_times(here / "1"), without_times(here / "4"))
                self.assertEqual((here / "4" / "games.ahead.jsonl").read_text(), "")
                events = [json.loads(line) for line in done.stdout.splitlines()]
                self.assertTrue(any(event["event"] == "test" and event["pairs"] > 0 for event in events))

    def test_a_program_against_itself_is_level_by_construction_and_says_so(self):
        sentence = "Every pair is level by construction"
        with folder() as here:
            done = match("greedy", "twin=greedy", "--sprt", "elo0=0,elo1=100", "--out", here / "run")
            self.assertIn(sentence, done.stdout)
            told = json.loads(match("greedy", "twin=greedy", "--sprt", "elo0=0,elo1=100", "--out", here / "run", "--json",
                                    "--quiet").stdout)
            self.assertTrue(told["match"]["note"].startswith(sentence))
            self.assertNotIn("corrected", told["match"]["test"])
            page = json.loads(run("report", here / "run", "--json").stdout)
            self.assertEqual(page["match"]["note"], told["match"]["note"])
            other = json.loads(match("greedy", "random", "--games", 4, "--out", here / "other", "--json", "--quiet").stdout)
            self.assertNotIn("note", other["match"])

    def test_terminal_and_report_state_the_same_intervals(self):
        with folder() as here:
            done = match("greedy", "human", "--games", 12, "--out", here / "run")
            stated = re.search(r"(?m)^spread +[-+][\d.]+ ±([\d.]+) points a game", done.stdout)
            data = json.loads(run("report", here / "run", "--json").stdout)
            self.assertEqual(f"{data['match']['spread']['error']:.1f}", stated[1])
            self.assertAlmostEqual(data["pairings"][0]["error"], data["match"]["spread"]["error"], places=3)
            # For six pairs it is Student's quantile, and not the normal one.
            self.assertAlmostEqual(data["match"]["spread"]["error"] / data["match"]["spread"]["standard_error"], 2.5706, places=3)

    def test_who_computes_stands_still_while_another_starts_and_gets_ready(self):
        with folder() as here:
            (here / "children").touch()
            busy = write_bot(here / "a" / "busy.py", BUSY.format(here=str(here)) + PASSES.format(ready="pass"))
            looks_on = write_bot(here / "b" / "looks_on.py", LOOKS_ON.format(here=str(here)) + PASSES.format(ready="look_on('ready')"))
            done = match(busy, looks_on, "--games", 2, "--no-try", "--concurrency", 1, "--out", here / "run")
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertEqual([game["forfeits"] for game in records(here / "run")], [[], []])
            seen = (here / "seen").read_text().splitlines()
            self.assertEqual({line.split()[1] for line in seen}, {"still"}, seen)
            # One child belongs to this game, and one to the game before.
            self.assertIn("ready: still 2", seen)
            self.assertIn("start: still 1", seen)

    def test_kill_9_then_the_same_command_ends_at_the_same_game(self):
        with folder() as here:
            command = ("match", "greedy", "human", *COMMON, "--sprt", "elo0=0,elo1=25", "--concurrency", 3)
            self.assertEqual(run(*command, "--out", here / "whole").returncode, 0)
            moments = random.Random(15)
            for _ in range(count_for(5, 15)):
                kill_in_play((*command, "--out", here / "broken"), here / "broken", moments, games=20)
            done = run(*command, "--out", here / "broken")
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertEqual(without_times(here / "whole"), without_times(here / "broken"))
            again = run(*command, "--out", here / "broken", "--json", "--quiet")
            self.assertEqual(json.loads(again.stdout)["match"]["test"]["accepted"], "h1")

    def test_a_worse_bot_is_told_by_the_exit_code(self):
        with folder() as here:
            done = match("random", "greedy", "--sprt", "elo0=0,elo1=40", "--out", here / "run")
            self.assertEqual(done.returncode, 1, done.stderr)
            self.assertIn("H0 is accepted", done.stdout)
            undecided = match("random", "dice=random", "--sprt", "elo0=0,elo1=2", "--games", 4, "--out", here / "short")
            self.assertEqual(undecided.returncode, 1)
            self.assertIn("no decision yet", undecided.stdout)

    def test_a_bot_that_is_withdrawn_ends_it(self):
        with folder() as here:
            done = match("greedy", f"dead={EXHIBIT} exit-at-start", "--no-try", "--spread-test", "spread1=3", "--out",
                         here / "run", "--json", "--quiet")
            self.assertEqual(done.returncode, 1, done.stderr)
            told = json.loads(done.stdout)
            self.assertEqual(told["match"]["test"]["accepted"], "withdrawn")
            self.assertLessEqual(len(records(here / "run")), 6)

    def test_pairs_without_a_spread_are_told(self):
        with folder() as here:
            done = match("greedy", f"dead={EXHIBIT} exit-at-start", "--no-try", "--spread-test", "spread1=3", "--withdraw-after", 0,
                         "--games", 4, "--out", here / "run", "--quiet")
            self.assertEqual(done.returncode, 1, done.stderr)
            self.assertRegex(done.stdout, r"spread +unknown, without 2 pairs in which a game was forfeited")

    def test_another_test_is_another_run(self):
        with folder() as here:
            match("greedy", "random", "--sprt", "elo0=0,elo1=40", "--out", here / "run")
            done = match("greedy", "random", "--sprt", "elo0=0,elo1=30", "--out", here / "run")
            self.assertEqual(done.returncode, 2)
            self.assertIn("elo1", done.stderr)

    def test_a_run_with_a_game_twice_or_a_rank_that_is_none_is_refused(self):
        with folder() as here:
            match("greedy", "random", "--games", 4, "--out", here / "run")
            log = here / "run" / "games.jsonl"
            whole = log.read_text()
            first = whole.splitlines(keepends=True)[0]
            for text, words in ((first + whole, "expected game 2, not 1"), (whole.replace('"ranks":[1,2]', '"ranks":[1,256]'), "256 is not a rank"),
                                (whole.replace('"ranks":[2,1]', '"ranks":[256,1]'), "256 is not a rank")):
                log.write_text(text)
                done = run("ratings", here / "run")
                self.assertEqual(done.returncode, 2)
                self.assertIn(words, done.stderr)

    def test_a_configuration_has_a_test_too(self):
        with folder() as here:
            (here / "match.json").write_text(json.dumps({"bots": ["greedy", "random"], "seed": 3, "lexicon": str(WORDS),
                                                         "test": {"kind": "results", "elo1": 30}}))
            done = run("tournament", here / "match.json", "--out", here / "run")
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertIn("H1 is accepted", done.stdout)

    def test_what_does_not_fit_is_told_in_one_line(self):
        for arguments, words in ((("greedy",), "bots"),
                                 (("greedy", "random", "--players", "3"), "unknown flag --players"),
                                 (("greedy", "random", "--sprt", "elo9=3"), "elo9: unknown field"),
                                 (("greedy", "random", "--sprt", "kind=spread"), "kind: unknown field"),
                                 (("greedy", "random", "--sprt", "elo0=3,elo1=3"), "elo1"),
                                 (("greedy", "random", "--sprt", "elo1=3", "--spread-test", "spread1=3"), "--spread-test"),
                                 (("greedy", "greedy"), "two bots are called greedy; name one of them, as in greedy-2=greedy")):
            with self.subTest(arguments=arguments), folder() as here:
                done = match(*arguments, "--out", here / "run")
                self.assertEqual(done.returncode, 2)
                self.assertIn(words, done.stderr)
                self.assertEqual(done.stderr.count("\n"), 1)
        done = run("tournament", "--bot", "greedy", "--bot", "random", "--bot", "human", "--sprt", "elo1=9", *COMMON)
        self.assertEqual(done.returncode, 2)
        self.assertIn("a test needs a match between two bots, but this is round_robin of 3 bots", done.stderr)


if __name__ == "__main__":
    unittest.main()
