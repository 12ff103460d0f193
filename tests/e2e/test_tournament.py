"""Tournaments as a user runs them: finished, interrupted, killed, resumed, with bad bots and bad arguments."""

import hashlib
import json
import os
import pathlib
import random
import re
import signal
import subprocess
import time
import unittest
import uuid

from toptile_program import (EXHIBIT, IS_SANITIZED, PASSER, PATIENCE, PROGRAM, WORDS, bots_running, count_for, folder, games_in, kill_in_play, records,
                             run, start, wait_for_bots_to_exit, wait_for_games, wait_until, without_times)

PAIR = ("--bot", "greedy", "--bot", "random", "--lexicon", WORDS, "--seed", 5, "--sandbox", "off")


# A bot that passes. In the fourth game and later ones it waits for a file before it does.
GATED = """#!/usr/bin/env python3
import os, sys, time
game = ""
for line in sys.stdin:
    word = (line.split() or [""])[0]
    if word == "uwi":
        print("uwiok", flush=True)
    elif word == "isready":
        print("readyok", flush=True)
    elif word == "newgame":
        game = line.split()[2]
    elif word == "go":
        while game.isdigit() and int(game) > 3 and not os.path.exists({gate!r}):
            open({gate!r} + "-waits-" + game, "w").close()
            time.sleep(0.01)
        print("bestmove pass", flush=True)
    elif word == "quit":
        break
"""


# A bot that passes, and reports a score with each move.
SCORER = PASSER.replace('        print("bestmove accept"', '''        print("info depth 1" if {score} is None else "info score {score}", flush=True)
        print("bestmove accept"''')


def tournament(run_folder, *more, **options):
    return run("tournament", *PAIR, "--out", run_folder, *more, **options)


class Finished(unittest.TestCase):
    def test_intervals_hold_at_every_look_where_that_is_asked_for(self):
        note = "Intervals and ranks hold at every look"
        with folder() as here:
            done = tournament(here / "run", "--games", 4, "--every-look", "--quiet")
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertIn(note, done.stdout)
            self.assertIs(json.loads((here / "run" / "run.json").read_text())["every_look"], True)
            self.assertIn(note, run("ratings", here / "run").stdout)
            report = json.loads(run("report", here / "run", "--json").stdout)
            self.assertTrue(any(text.startswith(note) for text in report["rating_notes"]), report["rating_notes"])

    def test_a_run_with_every_look_grows_from_what_it_planned_first(self):
        note = "Intervals and ranks hold at every look"
        with folder() as here:
            self.assertEqual(tournament(here / "run", "--games", 4, "--every-look", "--quiet").returncode, 0)
            plan = lambda: json.loads((here / "run" / "run.json").read_text())
            first = {"games": 4, "rounds": 0, "bots": len(plan()["bots"])}
            self.assertNotIn("first_plan", plan())
            for change in (("--games", 8), ("--games", 10), ("--bot", "stacker")):
                done = run("tournament", "--resume", here / "run", *change, "--sandbox", "off", "--quiet")
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assertEqual((plan()["first_plan"], plan()["run"]), (first, 11))
                self.assertIn(note, run("ratings", here / "run", "--los").stdout)
            self.assertEqual(run("report", here / "run", "--json").returncode, 0)
            self.assertNotIn("first_plan", run("report", here / "run", "--json").stdout.split('"reproduce"')[1])
            other = tournament(here / "run", "--games", 20, "--every-look", "--quiet")
            self.assertEqual(other.returncode, 2)
            self.assertNotIn("first_plan", other.stderr)
            done = run("tournament", "--resume", here / "run", "--without", "stacker", "--sandbox", "off", "--quiet")
            self.assertEqual(done.returncode, 2)
            self.assertIn("no games are taken out because of what they show", done.stderr)
            plain = tournament(here / "plain", "--games", 4, "--quiet")
            self.assertNotIn(note, plain.stdout)

    def test_a_run_with_every_look_grows_by_its_changed_configuration(self):
        with folder() as here:
            for games, way, checks in ((4, "--out", ["--quiet"]), (8, "--resume", ["--check", "--quiet"])):
                (here / "cup.json").write_text(json.dumps({"bots": ["greedy", "random"], "games": games, "every_look": True, "seed": 3}))
                for check in checks:
                    done = run("tournament", here / "cup.json", way, here / "run", "--sandbox", "off", check)
                    self.assertEqual(done.returncode, 0, done.stderr)
            plan = json.loads((here / "run" / "run.json").read_text())
            self.assertEqual((plan["games"], plan["first_plan"]["games"]), (8, 4))

    def test_a_round_robin_of_three_prints_standings_and_says_where_run_and_report_are(self):
        with folder() as here:
            done = run("tournament", "--bot", "random", "--bot", "greedy", "--bot", "greedy-python", "--lexicon", WORDS, "--seed", 1,
                       "--games", 4, cwd=here)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertEqual(done.stderr, "")
            self.assertIn("points against", done.stdout)
            self.assertIn("95 %", done.stdout)
            self.assertIn("12 of 12 games", done.stdout)
            only_run = here / "runs" / "random-greedy-greedy-python"
            self.assertIn(f"run     runs/{only_run.name}\n", done.stdout)
            self.assertIn("<!doctype html>", (only_run / "report.html").read_text())
            self.assertEqual([game["id"] for game in records(only_run)], list(range(1, 13)))
            self.assertTrue(all(not game["forfeits"] for game in records(only_run)))
            self.assertTrue(max(len(line) for line in done.stdout.splitlines() if "sha256" not in line) <= 80, done.stdout)

    def test_that_the_referee_was_late_is_told_in_eighty_columns(self):
        with folder() as here:
            self.assertEqual(tournament(here / "run", "--games", 10).returncode, 0)
            games = here / "run" / "games.jsonl"
            games.write_text(re.sub(r'"late_ms":[0-9.]+', '"late_ms":25', games.read_text()))
            done = tournament(here / "run", "--games", 10)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertIn("In 10 of 10 games the referee itself was late by 10 ms or more", done.stdout)
            told = done.stdout[done.stdout.index("In 10 of"):]
            self.assertTrue(all(len(line) <= 80 for line in told.splitlines()[:3]), told)

    def test_a_second_call_begins_a_new_run_and_one_with_the_same_folder_only_reports(self):
        with folder() as here:
            for name in ("greedy-random", "greedy-random-2"):
                self.assertEqual(run("tournament", *PAIR, "--games", 2, cwd=here).returncode, 0)
                self.assertTrue((here / "runs" / name / "games.jsonl").exists())
            before = (here / "runs" / "greedy-random" / "games.jsonl").read_bytes()
            again = run("tournament", *PAIR, "--games", 2, "--out", "runs/greedy-random", cwd=here)
            self.assertEqual(again.returncode, 0)
            self.assertIn("2 of 2 games, 2 of them played before", again.stdout)
            self.assertEqual((here / "runs" / "greedy-random" / "games.jsonl").read_bytes(), before)

    def test_the_same_seed_gives_the_same_games_at_any_concurrency(self):
        with folder() as here:
            for concurrency in (1, 2, 8):
                self.assertEqual(tournament(here / str(concurrency), "--games", 12, "--concurrency", concurrency).returncode, 0)
            self.assertEqual(without_times(here / "1"), without_times(here / "2"))
            self.assertEqual(without_times(here / "1"), without_times(here / "8"))
            self.assertEqual([game["digest"] for game in records(here / "1")], [game["digest"] for game in records(here / "8")])

    def test_both_games_of_a_pair_have_one_bag_and_swapped_seats(self):
        with folder() as here:
            self.assertEqual(tournament(here / "run", "--games", 6).returncode, 0)
            games = records(here / "run")
            for first, second in zip(games[::2], games[1::2]):
                self.assertEqual((first["bag"], first["seed"], first["pair"]), (second["bag"], second["seed"], second["pair"]))
                self.assertEqual(first["players"], second["players"][::-1])
            self.assertEqual(len({game["bag"] for game in games}), 3)

    def test_a_configuration_file_does_what_flags_do(self):
        with folder() as here:
            config = {"bots": ["greedy", {"name": "random", "command": ["random"]}], "games": 4, "seed": "5", "lexicon": str(WORDS)}
            (here / "cup.json").write_text(json.dumps(config))
            self.assertEqual(run("tournament", "cup.json", cwd=here).returncode, 0)
            self.assertEqual(tournament(here / "flags", "--games", 4).returncode, 0)
            self.assertEqual(without_times(here / "runs" / "cup"), without_times(here / "flags"))

    def test_json_output_is_one_object_on_stdout(self):
        with folder() as here:
            done = tournament(here / "run", "--games", 2, "--json", "--quiet")
            result = json.loads(done.stdout)
            self.assertEqual(result["games"], 2)
            self.assertEqual({row["name"] for row in result["standings"]}, {"greedy", "random"})

    def test_every_ruleset_for_two_plays_and_verifies(self):
        for rules in ("hasbro", "classic", "app", "german", "hasbro-all-out", "hasbro-plural", "hasbro-challenge"):
            with self.subTest(rules=rules), folder() as here:
                done = tournament(here / "run", "--games", 4, "--rules", rules)
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assertNotIn("forfeited", done.stdout)
                verified = run("verify", here / "run")
                self.assertEqual(verified.returncode, 0, verified.stdout)


    def test_a_draw_for_the_first_move_holds_for_both_games_of_a_pair_and_for_whoever_reads_the_run(self):
        with folder() as here:
            (here / "drawn.json").write_text('{"name": "drawn", "based_on": "hasbro", "first": "draw"}')
            more = ("--games", 12, "--rules", here / "drawn.json", "--quiet")
            played = tournament(here / "run", *more)
            self.assertEqual(played.returncode, 0, played.stderr)
            seats = [game["players"] for game in records(here / "run")]
            for first, second in zip(seats[::2], seats[1::2]):
                self.assertEqual(first, second[::-1])
            self.assertEqual(len({tuple(players) for players in seats[::2]}), 2, "in some pairs the second bot drew the first move")
            verified = run("verify", here / "run")
            self.assertEqual(verified.returncode, 0, verified.stdout)
            self.assertEqual(run("ratings", here / "run").returncode, 0)
            lines = (here / "run" / "games.jsonl").read_text().splitlines(keepends=True)
            (here / "run" / "games.jsonl").write_text("".join(lines[:5]))
            self.assertEqual(tournament(here / "run", *more).returncode, 0)
            self.assertEqual([game["players"] for game in records(here / "run")], seats)


def rewrite(run_folder, change):
    """Changes the first record, and computes its digest anew as docs/game_log.md says."""
    lines = (run_folder / "games.jsonl").read_text().splitlines(keepends=True)
    game = json.loads(lines[0])
    change(game)
    bare = json.loads(json.dumps(game))
    for key in ("digest", "late_ms"):
        del bare[key]
    for turn in bare["turns"]:
        for key in ("ms", "clock", "info"):
            del turn[key]
    game["digest"] = hashlib.sha256(json.dumps(bare, ensure_ascii=False, separators=(",", ":")).encode()).hexdigest()
    lines[0] = json.dumps(game, ensure_ascii=False, separators=(",", ":")) + "\n"
    (run_folder / "games.jsonl").write_text("".join(lines))


class Adjudicated(unittest.TestCase):
    def test_no_game_has_more_turns_than_are_allowed(self):
        with folder() as here:
            done = tournament(here / "run", "--games", 6, "--max-turns", 10, "--transcript")
            self.assertEqual(done.returncode, 0, done.stderr)
            for game in records(here / "run"):
                self.assertEqual((game["end"], len(game["turns"]), game["adjudicate"]), ("adjudicated", 10, {"turns": 10}))
                totals = {turn["seat"]: turn["total"] for turn in game["turns"]}
                self.assertEqual(game["scores"], [totals[0], totals[1]])
                self.assertIn("reason adjudicated", (here / "run" / "transcripts" / f"{game['id']}.txt").read_text())
            self.assertEqual(json.loads((here / "run" / "run.json").read_text())["adjudicate"], {"turns": 10})
            self.assertEqual(run("verify", here / "run").returncode, 0)
            shown = re.search(r'id="toptile-data">(.*?)</script>', (here / "run" / "report.html").read_text(encoding="utf-8"))[1]
            self.assertEqual(json.loads(shown)["runs"][0]["plan"]["adjudicate"], {"turns": 10})
            self.assertIn("The game ended: adjudicated.", run("replay", here / "run", "--plain").stdout)
            gcg = run("export", here / "run", "--game", 1, "--as", "gcg")
            self.assertIn("#note the end: adjudicated\n", gcg.stdout, gcg.stderr)
            self.assertEqual(run("ratings", here / "run").returncode, 0)

    def test_a_hopeless_game_ends_and_no_other(self):
        with folder() as here:
            self.assertEqual(tournament(here / "run", "--games", 20, "--hopeless", "30/4").returncode, 0)
            self.assertEqual(run("verify", here / "run").returncode, 0)
            games = records(here / "run")
            self.assertIn("adjudicated", {game["end"] for game in games})
            for game in games:
                scores, ahead = [0, 0], []
                for turn in game["turns"]:
                    scores[turn["seat"]] = turn["total"]
                    ahead.append(0 if scores[0] - scores[1] >= 30 else 1 if scores[1] - scores[0] >= 30 else None)
                hopeless = [ahead[i - 3:i + 1] in ([0] * 4, [1] * 4) for i in range(3, len(ahead))]
                self.assertEqual(hopeless.count(True), 1 if game["end"] == "adjudicated" else 0)
                self.assertTrue(hopeless[-1] or game["end"] != "adjudicated")

    def test_bots_that_expect_to_lose_resign_and_games_end_where_all_agree(self):
        with folder() as here:
            for name, score in (("gloomy", -400), ("silent", None), ("boaster", 400)):
                (here / name).write_text(SCORER.format(score=score))
                (here / name).chmod(0o755)
            for bots, flags, end, turns in ((("greedy", "gloomy"), ("--resign", "400"), "resigned", (5, 6)),
                                            (("greedy", "gloomy"), ("--resign", "401"), None, ()),
                                            (("greedy", "gloomy"), ("--agreed", "1/3"), "agreed", range(3, 7)),
                                            (("gloomy", "boaster"), ("--agreed", "1/3", "--resign", "1/1"), None, ()),
                                            (("greedy", "boaster"), ("--agreed", "1/3", "--resign", "1/1"), None, ()),
                                            (("greedy", "silent"), ("--agreed", "1/3", "--resign", "1/1"), None, ())):
                run_folder = here / "-".join((*bots, *flags)).replace("/", "_")
                named = [f"--bot={bot if bot == 'greedy' else f'./{bot}'}" for bot in bots]
                done = run("tournament", *named, "--lexicon", WORDS, "--seed", 5, "--sandbox", "off",
                           "--games", 4, "--transcript", "--out", run_folder, *flags, cwd=here)
                self.assertEqual(done.returncode, 0, done.stderr)
                games = records(run_folder)
                self.assertEqual(run("verify", run_folder).returncode, 0)
                for game in games:
                    self.assertEqual(game["log"], 5)
                    if end is None:
                        self.assertNotIn(game["end"], ("agreed", "resigned"))
                        continue
                    self.assertEqual((game["end"], game["ranks"][game["players"].index("greedy")]), (end, 1))
                    self.assertIn(len(game["turns"]), turns)
                    totals = {turn["seat"]: turn["total"] for turn in game["turns"]}
                    self.assertEqual(game["scores"], [totals[0], totals[1]])
                    self.assertIn(f"reason {end}", (run_folder / "transcripts" / f"{game['id']}.txt").read_text())
                if end is None:
                    continue
                self.assertEqual(json.loads((run_folder / "run.json").read_text())["run"], 10)
                told = "resigned (by gloomy)" if end == "resigned" else end
                self.assertIn(f"The game ended: {told}.", run("replay", run_folder, "--plain").stdout)
                self.assertIn(f"#note the end: {end}\n", run("export", run_folder, "--game", 1, "--as", "gcg").stdout)
                self.assertIn(f",{end},", run("export", run_folder, "--as", "csv").stdout)
                self.assertIn(end, run("export", run_folder, "--as", "pgn").stdout)
                self.assertEqual(run("ratings", run_folder).returncode, 0)
                again = run("tournament", "--resume", run_folder, "--games", 6, "--sandbox", "off", cwd=here)
                self.assertEqual(again.returncode, 0, again.stderr)
                self.assertEqual([game["end"] for game in records(run_folder)], [end] * 6)
                for change, told in ((lambda game: [turn.update(info="") for turn in game["turns"]], "but the game is not over"),
                                     (lambda game: game.update(ranks=game["ranks"][::-1]), "ranks: "),
                                     (lambda game: game.update(log=4), "log: a record with these keys"),
                                     (lambda game: game.update(end="adjudicated"), "end: "),
                                     (lambda game: game["adjudicate"].update({f"{flags[0][2:]}_turns": 9}), "adjudicate: the record has other terms")):
                    before = (run_folder / "games.jsonl").read_text()
                    rewrite(run_folder, change)
                    done = run("verify", run_folder)
                    self.assertNotEqual(done.returncode, 0, done.stdout)
                    self.assertIn(told, done.stdout + done.stderr)
                    (run_folder / "games.jsonl").write_text(before)

    def test_whatever_is_wrong_with_an_end_is_found(self):
        def shorter(game):
            gone = game["turns"].pop()
            game["scores"][gone["seat"]] -= gone["points"]

        for change, told in ((lambda game: game["adjudicate"].update(turns=9), "adjudicate: the record has other terms"),
                             (lambda game: game.update(adjudicate=None), "adjudicate: the record has other terms"),
                             (shorter, "the record ends after turn 9, but the game is not over"),
                             (lambda game: game["turns"].append(game["turns"][8] | {"move": "pass"}), "turn 11: the game was over before this turn"),
                             (lambda game: game.update(end="stuck"), "end: ")):
            with folder() as here:
                self.assertEqual(tournament(here / "run", "--games", 2, "--max-turns", 10).returncode, 0)
                rewrite(here / "run", change)
                done = run("verify", here / "run")
                self.assertEqual(done.returncode, 1, done.stdout)
                self.assertIn(f"line 1: {told}", done.stdout)

    def test_a_killed_run_goes_on_to_the_same_games(self):
        terms = ("--games", 200, "--max-turns", 14, "--hopeless", "30/4")
        with folder() as here:
            self.assertEqual(tournament(here / "whole", *terms).returncode, 0)
            process = start("tournament", *PAIR, "--out", here / "run", *terms)
            wait_for_games(here / "run", 4, process)
            process.kill()
            process.communicate()
            self.assertEqual(tournament(here / "run", "--games", 200, "--max-turns", 15, "--hopeless", "30/4").returncode, 2)
            self.assertEqual(tournament(here / "run", *terms).returncode, 0)
            self.assertEqual(without_times(here / "run"), without_times(here / "whole"))
            self.assertEqual(run("verify", here / "run").returncode, 0)


FOUR = ("--bot", "greedy", "--bot", "random", "--bot", "stacker", "--bot", "dice=random", "--lexicon", WORDS, "--seed", 8, "--sandbox", "off")
DEPENDING = {"swiss": ("--format", "swiss", "--rounds", 3), "knock_out": ("--format", "knock_out"),
             "king": ("--format", "king", "--rounds", 2)}


class BiggerGames(unittest.TestCase):
    """Games of three and four, which are played in sets with the same bag."""

    def test_sets_share_a_bag_and_everyone_has_each_seat(self):
        for players in (3, 4):
            with self.subTest(players=players), folder() as here:
                done = run("tournament", *FOUR, "--players", players, "--games", 2 * players, "--out", here / "run", "--json", "--quiet")
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assertEqual(run("verify", here / "run").returncode, 0)
                games = records(here / "run")
                self.assertEqual(len(games), (4 if players == 3 else 1) * 2 * players)
                for begin in range(0, len(games), players):
                    one_set = games[begin:begin + players]
                    self.assertEqual(len({game["bag"] for game in one_set}), 1)
                    self.assertEqual({game["pair"] for game in one_set}, {begin // players + 1})
                    for seat in range(players):
                        self.assertEqual({game["players"][seat] for game in one_set}, set(one_set[0]["players"]))
                told = json.loads(done.stdout)
                self.assertAlmostEqual(sum(row["points"] for row in told["standings"]), len(games) * players / 2)
                self.assertEqual(len(told["seat_elo"]), players - 1)

    def test_kill_9_then_the_same_command_gives_the_same_run_at_any_concurrency(self):
        for flags in (("--players", 3, "--games", 6), ("--players", 3, "--format", "swiss", "--games", 3)):
            with self.subTest(flags=flags), folder() as here:
                command = ("tournament", *FOUR, *flags)
                self.assertEqual(run(*command, "--concurrency", 1, "--out", here / "whole").returncode, 0)
                moments = random.Random(3)
                for _ in range(count_for(4, 8)):
                    kill_in_play((*command, "--concurrency", 3, "--out", here / "broken"), here / "broken", moments, games=8)
                done = run(*command, "--concurrency", 3, "--out", here / "broken")
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assertEqual(without_times(here / "whole"), without_times(here / "broken"))

    def test_a_bot_that_crashes_is_out_and_the_others_play_on(self):
        with folder() as here:
            done = run("tournament", *FOUR[:4], "--bot", f"dead={EXHIBIT} exit-at-start", "--players", 3, "--games", 9,
                       "--no-try", "--concurrency", 1, "--out", here / "run", "--json", "--quiet")
            self.assertEqual(done.returncode, 0, done.stderr)
            games = records(here / "run")
            self.assertEqual([game["forfeits"][0]["reason"] for game in games], 3 * ["crash"] + 6 * ["withdrawn"])
            self.assertTrue(all(game["end"] != "forfeit" and len(game["turns"]) > 10 for game in games))
            rows = {row["name"]: row for row in json.loads(done.stdout)["standings"]}
            self.assertEqual((rows["dead"]["games"], rows["dead"]["forfeits"], rows["dead"]["withdrawn"]), (3, 3, 6))
            self.assertEqual(rows["greedy"]["games"], 9)
            self.assertEqual(run("verify", here / "run").returncode, 0)

    def test_ratings_exports_and_what_does_not_fit(self):
        with folder() as here:
            run("tournament", *FOUR, "--players", 4, "--games", 40, "--out", here / "run")
            table = json.loads(run("ratings", here / "run", "--json", "--anchor", "greedy=1000", "--los").stdout)
            self.assertEqual(table["players"][0]["elo"], 1000)
            self.assertEqual(table["clusters"], 10)
            self.assertIn("Against the last seat", run("ratings", here / "run", "--los").stdout)
            rows = run("export", here / "run", "--as", "csv").stdout.splitlines()
            self.assertEqual(rows[0].split(",")[:6], ["id", "set", "player1", "rank1", "points1", "fate1"])
            self.assertEqual(len(rows), 41)
            for flags, words in ((("export", here / "run", "--as", "pgn"), "use --as csv"),
                                 (("ratings", here / "run", "--no-prior"), "give a prior of more than 0"),
                                 (("tournament", *FOUR, "--players", 3, "--games", 4), "is not 3 or a multiple of it"),
                                 (("tournament", *FOUR, "--players", 3, "--format", "king"), "is between two"),
                                 (("tournament", *FOUR[:4], "--players", 3), "a game needs 3 bots, but there are 2")):
                with self.subTest(flags=flags):
                    done = run(*flags)
                    self.assertEqual(done.returncode, 2)
                    self.assertIn(words, done.stderr)
                    self.assertEqual(done.stderr.count("\n"), 1)


class Formats(unittest.TestCase):
    """In three of the formats, the results decide whom a bot meets."""

    def test_each_is_played_to_its_end_and_verifies(self):
        games = {"swiss": 12, "knock_out": 6, "king": 12}
        for name, flags in DEPENDING.items():
            with self.subTest(format=name), folder() as here:
                done = run("tournament", *FOUR, *flags, "--games", 2, "--out", here / "run", "--json", "--quiet")
                self.assertEqual(done.returncode, 0, done.stderr)
                told = json.loads(done.stdout)
                self.assertGreaterEqual(told["games"], games[name])  # A knock-out may have play-offs.
                self.assertEqual(told["games"], told["games_planned"])
                self.assertEqual(len(records(here / "run")), told["games"])
                self.assertEqual(told["places"][0]["name"], "greedy")
                self.assertIn(told["places"][0]["words"], (here / "run" / "report.html").read_text())
                self.assertEqual(run("verify", here / "run").returncode, 0)

    def test_the_same_seed_gives_the_same_games_at_any_concurrency(self):
        for name, flags in DEPENDING.items():
            with self.subTest(format=name), folder() as here:
                for games_at_once in (1, 3):
                    done = run("tournament", *FOUR, *flags, "--games", 4, "--concurrency", games_at_once,
                               "--out", here / str(games_at_once))
                    self.assertEqual(done.returncode, 0, done.stderr)
                self.assertEqual(without_times(here / "1"), without_times(here / "3"))

    def test_kill_9_at_random_moments_then_the_same_command_gives_the_same_run(self):
        for name, flags in DEPENDING.items():
            with self.subTest(format=name), folder() as here:
                command = ("tournament", *FOUR, *flags, "--games", 4, "--concurrency", 2)
                self.assertEqual(run(*command, "--out", here / "whole").returncode, 0)
                moments = random.Random(4)
                for _ in range(count_for(4, 12)):
                    kill_in_play((*command, "--out", here / "broken"), here / "broken", moments, games=8)
                done = run(*command, "--out", here / "broken")
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assertEqual(without_times(here / "whole"), without_times(here / "broken"))

    def test_who_is_withdrawn_goes_out_and_the_others_play_on(self):
        with folder() as here:
            done = run("tournament", *FOUR, "--bot", f"dead={EXHIBIT} exit-at-start", "--format", "knock_out",
                       "--games", 8, "--no-try", "--out", here / "run", "--json", "--quiet")
            self.assertEqual(done.returncode, 0, done.stderr)
            places = {place["name"]: place["words"] for place in json.loads(done.stdout)["places"]}
            self.assertEqual(places["dead"], "out in round 1 against dice")
            self.assertEqual(len(places), 5)
            self.assertEqual(run("verify", here / "run").returncode, 0)

    def test_a_record_that_changes_who_goes_on_is_told(self):
        with folder() as here:
            run("tournament", *FOUR, "--format", "knock_out", "--games", 2, "--out", here / "run")
            log = here / "run" / "games.jsonl"
            lines = log.read_text().splitlines(keepends=True)
            lines[4] = lines[4].replace('"greedy"', '"dice"')
            log.write_text("".join(lines))
            done = run("verify", here / "run")
            self.assertEqual(done.returncode, 1)
            self.assertIn("line 5: players: the schedule has greedy", done.stdout)

    def test_what_does_not_fit_is_told_in_one_line(self):
        for flags, words in ((("--format", "swis"), "swis"),
                             (("--leaders", 1), "toptile: --leaders: round_robin has no leaders"),
                             (("--format", "knock_out", "--rounds", 2), "toptile: --rounds: knock_out has no number of rounds to choose"),
                             (("--players", 4, "--format", "king"), "toptile: --players: a match of king is between two"),
                             (("--format", "gauntlet", "--leaders", 4), "toptile: --leaders: 4 of 4 bots leave nobody")):
            with self.subTest(flags=flags), folder() as here:
                done = run("tournament", *FOUR, *flags, "--out", here / "run")
                self.assertEqual(done.returncode, 2)
                self.assertIn(words, done.stderr)
                self.assertEqual(done.stderr.count("\n"), 1)
                self.assertFalse((here / "run").exists())


class Interrupted(unittest.TestCase):
    GAMES = 400

    def whole(self, here):
        self.assertEqual(tournament(here / "whole", "--games", self.GAMES).returncode, 0)
        return without_times(here / "whole")

    def command(self, run_folder):
        return "tournament", *PAIR, "--games", self.GAMES, "--out", run_folder

    def test_kill_9_at_random_moments_then_the_same_command_gives_the_same_run(self):
        moments = random.Random(8)
        with folder() as here:
            expected = self.whole(here)
            marker = f"LC_TOPTILE_TEST={uuid.uuid4()}"
            name, value = marker.split("=")
            for _ in range(6):
                kill_in_play(self.command(here / "run"), here / "run", moments, games=30, env={**os.environ, name: value})
            wait_for_bots_to_exit(marker)
            done = tournament(here / "run", "--games", self.GAMES)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertIn("played before", done.stdout)
            self.assertEqual(without_times(here / "run"), expected)

    def test_ctrl_c_lets_the_games_in_play_end_and_another_one_gives_them_up(self):
        with folder() as here:
            gate, bot = here / "gate", here / "bot" / "gated.py"
            bot.parent.mkdir()
            bot.write_text(GATED.format(gate=str(gate)))
            bot.chmod(0o755)
            command = ("tournament", "--bot", "greedy", "--bot", bot, "--lexicon", WORDS, "--seed", 5, "--games", 12, "--no-clock", "--sandbox",
                       "off", "--concurrency", 2, "--out")
            marker = f"LC_TOPTILE_TEST={uuid.uuid4()}"
            name, value = marker.split("=")
            process = start(*command, here / "run", env={**os.environ, name: value})
            wait_for_games(here / "run", 3, process)
            process.send_signal(signal.SIGINT)
            told = process.stderr.readline()
            self.assertEqual(told, "stopping when the 2 games in play are over; Ctrl-C stops at once\n")
            process.send_signal(signal.SIGINT)
            output, errors = process.communicate(timeout=PATIENCE)
            self.assertEqual(process.returncode, 130, errors)
            self.assertIn("the same command plays the remaining 9 games", errors)
            self.assertIn("points against", output)
            self.assertEqual(bots_running(marker), [])
            self.assertEqual(games_in(here / "run"), 3)

            for waits in here.glob("gate-waits-*"):
                waits.unlink()
            process = start(*command, here / "run")
            wait_until(lambda: len(list(here.glob("gate-waits-*"))) == 2, "no game waits at the gate")
            process.send_signal(signal.SIGINT)
            while not process.stderr.readline().startswith("stopping when "):
                self.assertIsNone(process.poll())
            gate.touch()
            output, errors = process.communicate(timeout=PATIENCE)
            self.assertEqual(process.returncode, 130, errors)
            self.assertIn("the same command plays the remaining 7 games", errors)
            self.assertEqual(games_in(here / "run"), 5)
            for run_folder in (here / "run", here / "whole"):
                done = run(*command, run_folder)
                self.assertEqual(done.returncode, 0, done.stderr)
            self.assertEqual(without_times(here / "run"), without_times(here / "whole"))

    def test_ctrl_c_does_not_wait_for_a_bot_that_never_moves_or_never_starts(self):
        for deed in ("never-moves", "mute"):
            with self.subTest(deed=deed), folder() as here:
                # The bot's time is longer than the test's patience.
                (here / "cup.json").write_text(json.dumps({
                    "bots": ["greedy", {"name": "exhibit", "command": [EXHIBIT, deed]}], "lexicon": str(WORDS), "games": 2,
                    "clock": {"kind": "none"}, "patience": {"start_ms": 10_000 * PATIENCE}}))
                mark = str(uuid.uuid4())
                process = start("tournament", here / "cup.json", "--out", here / "run", env={**os.environ, "LC_TOPTILE_TEST": mark})
                wait_until(lambda: any(self.is_program(process, EXHIBIT) for process in bots_running(mark)), "the exhibit does not start")
                process.send_signal(signal.SIGTERM)
                _, errors = process.communicate(timeout=PATIENCE)
                self.assertEqual(process.returncode, 130, errors)

    @staticmethod
    def is_program(process, program):
        try:
            return pathlib.Path(f"/proc/{process}/cmdline").read_bytes().split(b"\0")[0].endswith(f"/{pathlib.Path(program).name}".encode())
        except OSError:
            return False

    def test_another_configuration_on_resume_is_refused_with_the_difference(self):
        with folder() as here:
            self.assertEqual(tournament(here / "run", "--games", 2).returncode, 0)
            other = tournament(here / "run", "--games", 2, "--movetime", 77)
            self.assertEqual(other.returncode, 2)
            self.assertIn("clock.kind", other.stderr)
            self.assertEqual(other.stderr.count("\n"), 1)

    def test_flags_of_the_clock_are_in_the_plan(self):
        for flags, clock in (
                (("--overtime", "7/1000"), {"kind": "game", "overtime": {"points": 7, "period_ms": 1000, "most": 10}}),
                (("--overtime", "7/1000/2"), {"overtime": {"points": 7, "period_ms": 1000, "most": 2}}),
                (("--movetime", 50_000, "--bank", 9000, "--cpu-clock"), {"kind": "move", "bank_ms": 9000, "measure": "cpu"}),
                ((), {"overtime": "forfeit", "bank_ms": 0, "measure": "wall"})):
            with self.subTest(flags=flags), folder() as here:
                done = tournament(here / "run", "--games", 2, "--json", "--quiet", "--ponder", *flags)
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assertIn("late_games", json.loads(done.stdout))
                plan = json.loads((here / "run" / "run.json").read_text())
                self.assertEqual({key: plan["clock"][key] for key in clock}, clock)
                self.assertIs(plan["ponder"], True)
                self.assertEqual(run("verify", here / "run").returncode, 0)

    def test_a_kind_of_clock_that_a_flag_chooses_puts_aside_what_only_the_files_kind_has(self):
        with folder() as here:
            (here / "cup.json").write_text(json.dumps({
                "bots": ["greedy", "random"], "games": 2, "lexicon": str(WORDS), "clock": {"overtime": {}}}))
            done = run("tournament", "cup.json", "--movetime", 50_000, "--out", "run", cwd=here)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertEqual(json.loads((here / "run" / "run.json").read_text())["clock"]["overtime"], "forfeit")

    def test_a_changed_bot_is_told_of_and_the_run_goes_on_with_the_old_one(self):
        with folder() as here:
            bot = here / "bot.sh"
            bot.write_text(f"#!/bin/sh\nexec {EXHIBIT}\n")
            bot.chmod(0o755)
            # The bot starts a program elsewhere, which it would not see in the sandbox.
            command = ("tournament", "--bot", "greedy", "--bot", bot, "--lexicon", WORDS, "--games", 2, "--sandbox", "off", "--out",
                       here / "run")
            self.assertEqual(run(*command).returncode, 0)
            bot.write_text(f"#!/bin/sh\n# newer\nexec {EXHIBIT}\n")
            done = run(*command)
            self.assertEqual((done.returncode, done.stderr.count("\n")), (0, 1))
            self.assertIn("bot bot: its files were changed after this run began: bot.sh has changed", done.stderr)
            other = run(*command[:-1], here / "other", "--seed", 1)
            self.assertEqual((other.returncode, other.stderr), (0, ""))


class BadBots(unittest.TestCase):
    def play(self, here, deed, *more, against="greedy"):
        return run("tournament", "--bot", against, "--bot", f"exhibit={EXHIBIT} {deed}", "--lexicon", WORDS, "--games", 4, "--seed", 2, "--sandbox",
                   "off", "--out", here / "run", *more)

    def test_a_bot_that_crashes_forfeits_and_the_tournament_goes_on(self):
        for deed, reason in (("crash-at-first-move 3", "crash"), ("illegal-rack 2", "illegal"), ("never-moves 2", "time"), ("endless-info 2", "protocol")):
            with self.subTest(deed=deed), folder() as here:
                # Where time decides, only the exhibit has little of it.
                clock = {"clock": {"time_ms": 300}} if reason == "time" else {}
                exhibit = json.dumps({"name": "exhibit", "command": [EXHIBIT, *deed.split()], **clock})
                done = run("tournament", "--bot", "greedy", "--bot", exhibit, "--lexicon", WORDS, "--games", 4, "--seed", 2, "--movetime", 600_000,
                           "--sandbox", "off", "--out", here / "run")
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assertIn("exhibit forfeited 4 of its 4 games", done.stdout)
                forfeits = [(game["players"][one["seat"]], one["reason"]) for game in records(here / "run") for one in game["forfeits"]]
                self.assertEqual(forfeits, [("exhibit", reason)] * 4)
                self.assertEqual(run("verify", here / "run").returncode, 0)

    def test_a_bot_that_does_not_start_is_told_before_the_first_game(self):
        for deed, words in (("exit-at-start", "exit code 0"), ("crash-when-asked-ready", "signal 11")):
            with self.subTest(deed=deed), folder() as here:
                done = self.play(here, deed)
                self.assertEqual(done.returncode, 2)
                self.assertIn(words, done.stderr)
                self.assertEqual(done.stderr.count("\n"), 1)
                self.assertEqual((here / "run" / "games.jsonl").read_text(), "")

    def withdrawal(self, here, deed, *more, games=12):
        done = run("tournament", "--bot", "greedy", "--bot", f"exhibit={EXHIBIT} {deed}", "--bot", "random", "--lexicon", WORDS, "--games", games,
                   "--seed", 2, "--no-try", "--sandbox", "off", "--out", here / "run", *more)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(run("verify", here / "run").returncode, 0)
        return done, [[one["reason"] for one in game["forfeits"]] for game in records(here / "run") if "exhibit" in game["players"]]

    def test_a_bot_that_fails_to_start_three_times_is_withdrawn_and_the_others_play_on(self):
        for deed, reason in (("exit-at-start", "crash"), ("exit-when-asked-ready", "crash")):
            files = []
            for concurrency in (1, 2, 7):
                with self.subTest(deed=deed, concurrency=concurrency), folder() as here:
                    done, reasons = self.withdrawal(here, deed, "--concurrency", concurrency)
                    self.assertEqual(reasons, [[reason]] * 3 + [["withdrawn"]] * 21)
                    self.assertIn("exhibit was withdrawn; games that it did not play: 21.", done.stdout)
                    void = [game for game in records(here / "run") if game["forfeits"] and game["forfeits"][0]["reason"] == "withdrawn"]
                    self.assertTrue(all(not game["turns"] and "in 3 games in a row" in game["forfeits"][0]["text"] for game in void))
                    files.append(without_times(here / "run"))
            self.assertTrue(all(file == files[0] for file in files))

    def test_zero_never_withdraws_a_bot(self):
        with folder() as here:
            done, reasons = self.withdrawal(here, "exit-at-start", "--withdraw-after", 0, games=4)
            self.assertEqual(reasons, [["crash"]] * 8)
            self.assertNotIn("withdrawn", done.stdout)

    def test_a_withdrawal_outlives_a_stop(self):
        with folder() as here:
            self.withdrawal(here, "exit-at-start", games=4)
            log = here / "run" / "games.jsonl"
            whole, lines = without_times(here / "run"), log.read_text().splitlines(keepends=True)
            for kept in (5, 8, 11):
                log.write_text("".join(lines[:kept]))
                self.withdrawal(here, "exit-at-start", games=4)
                self.assertEqual(without_times(here / "run"), whole)

    def test_a_bot_that_is_never_restarted_is_withdrawn_after_its_first_fault(self):
        with folder() as here:
            done, reasons = self.withdrawal(here, "crash-at-first-move 3", "--restart", "never", "--concurrency", 1, games=4)
            self.assertEqual(reasons, [["crash"]] + [["withdrawn"]] * 7)
            self.assertIn("games that it did not play: 7.", done.stdout)
            self.assertNotIn("more in games.jsonl", done.stdout)

    def starts(self, *more):
        """How often a bot's process is started in six games."""
        with folder() as here:
            bot = here / "counted"
            bot.write_text(f"#!/bin/sh\necho started >&2\nexec {EXHIBIT}\n")
            bot.chmod(0o755)
            done = run("tournament", "--bot", "greedy", "--bot", bot, "--lexicon", WORDS, "--games", 6, "--concurrency", 1, "--no-try",
                       "--sandbox", "off", "--out", here / "run", *more)
            self.assertEqual(done.returncode, 0, done.stderr)
            return (here / "run" / "bots" / "counted.stderr").read_text().count("started")

    def test_a_bot_has_a_process_a_lane_one_a_game_or_one_alone(self):
        self.assertEqual(self.starts(), 2)
        self.assertEqual(self.starts("--restart", "each_game"), 6)
        self.assertEqual(self.starts("--no-lanes"), 1)

    def test_an_illegal_move_may_be_tried_again_or_count_as_a_pass(self):
        for policy, forfeits in (("retry:1", 0), ("retry", 0), ("pass", 0), ("forfeit", 4)):
            with self.subTest(policy=policy), folder() as here:
                done = self.play(here, "illegal-rack 2", "--illegal", policy)
                self.assertEqual(done.returncode, 0, done.stderr)
                games = records(here / "run")
                self.assertEqual(sum(len(game["forfeits"]) for game in games), forfeits)
                refused = [(turn["move"], turn["refused"]) for game in games for turn in game["turns"] if "refused" in turn]
                self.assertEqual(len(refused), 4 - forfeits)
                self.assertTrue(all(texts[0].startswith("5d.ZZZ: rack: ") for _, texts in refused), refused)
                self.assertEqual({move == "pass" for move, _ in refused}, set() if forfeits else {policy == "pass"})
                self.assertEqual(run("verify", here / "run").returncode, 0)
                self.assertEqual("does not move" in run("replay", here / "run", "--plain").stdout, False)

    def test_an_illegal_move_in_overtime_or_on_a_bank_is_paid_for_like_any_other(self):
        clocks = {"overtime": ("--clock", 1, "--margin", 0, "--overtime", "7/3600000"), "bank": ("--movetime", 1, "--margin", 0, "--bank", 3_600_000)}
        for kind, flags in clocks.items():
            for policy in ("retry:2", "pass"):
                with self.subTest(kind=kind, policy=policy), folder() as here:
                    # A bot in Python needs more than a millisecond for a game.
                    done = self.play(here, "illegal-rack 2", "--illegal", policy, *flags, against="greedy-python")
                    self.assertEqual(done.returncode, 0, done.stderr)
                    games = records(here / "run")
                    self.assertEqual([game["forfeits"] for game in games], [[]] * 4)
                    refused = [turn for game in games for turn in game["turns"] if "refused" in turn]
                    self.assertEqual(len(refused), 4)
                    self.assertEqual({turn["move"] == "pass" for turn in refused}, {policy == "pass"})
                    lost = []
                    for game in games:
                        for seat in (0, 1):
                            clock = [turn["clock"] for turn in game["turns"] if turn["seat"] == seat]
                            self.assertEqual(clock, sorted(clock, reverse=True))
                            lost.append(7 if clock[-1] < 0 else 0)
                    self.assertIn(7 if kind == "overtime" else 0, lost)
                    if kind == "overtime":
                        self.assertEqual([points for game in games for points in game["overtime"]["lost"]], lost)
                    self.assertEqual(run("verify", here / "run").returncode, 0)

    def test_who_is_illegal_more_often_than_allowed_forfeits(self):
        with folder() as here:
            done = self.play(here, "illegal-rack 0", "--illegal", "retry:3")
            self.assertEqual(done.returncode, 0, done.stderr)
            games = records(here / "run")
            self.assertEqual([one["reason"] for game in games for one in game["forfeits"]], ["illegal"] * 4)
            told = games[0]["forfeits"][0]["evidence"]["lines"]
            self.assertEqual(sum(line.startswith("> refused ") for line in told), 4, told)

    def test_a_forfeit_carries_what_was_last_said_and_the_end_of_stderr(self):
        with folder() as here:
            bot = here / "talker"
            bot.write_text(f"#!/bin/sh\necho 'last words: a \"quote\"' >&2\nexec {EXHIBIT} crash-at-first-move 2\n")
            bot.chmod(0o755)
            done = run("tournament", "--bot", "greedy", "--bot", bot, "--lexicon", WORDS, "--games", 2, "--sandbox", "off", "--out",
                       here / "run")
            self.assertEqual(done.returncode, 0, done.stderr)
            forfeit = records(here / "run")[0]["forfeits"][0]
            self.assertEqual(forfeit["evidence"]["stderr"], 'last words: a "quote"\nexhibit: crash-at-first-move\n')
            self.assertTrue(forfeit["evidence"]["lines"][-2].startswith("> position "))
            self.assertTrue(forfeit["evidence"]["lines"][-1].startswith("> go clock "))
            shown = run("replay", here / "run", "--plain").stdout
            self.assertIn('last words: a "quote"', shown)
            self.assertIn(forfeit["evidence"]["lines"][-2], shown)

    def test_a_transcript_has_every_line_of_both_bots_with_its_time(self):
        with folder() as here:
            done = self.play(here, "not-uwi 2", "--transcript")
            self.assertEqual(done.returncode, 0, done.stderr)
            for game in records(here / "run"):
                lines = (here / "run" / "transcripts" / f"{game['id']}.txt").read_text().splitlines()
                self.assertRegex(lines[0], r"^# begun \d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ")
                said = [line.split(" ", 3) for line in lines[1:]]
                times = [float(time) for time, *_ in said]
                self.assertEqual(times, sorted(times))
                for seat, name in enumerate(game["players"]):
                    moves = [text.removeprefix("bestmove ") for _, bot, way, text in said if bot == name and way == "<" and
                             text.startswith("bestmove ")]
                    self.assertEqual(moves, [turn["move"] for turn in game["turns"] if turn["seat"] == seat])
                    asked = [text for _, bot, way, text in said if bot == name and way == ">" and text.startswith("go ")]
                    self.assertEqual(len(asked), len(moves))
                self.assertEqual(sum(text == "what?" for *_, text in said), 1)

    def test_a_policy_that_is_none_is_refused(self):
        with folder() as here:
            for flags, words in ((("--illegal", "retry:0"), "N from 1 to 100"), (("--illegal", "ask"), "forfeit, pass, retry"),
                                 (("--restart", "often"), "often")):
                done = self.play(here, "behave", *flags)
                self.assertEqual(done.returncode, 2, done.stdout)
                self.assertIn(words, done.stderr)
            for value in ('"often"', '{"retry": 0}', '{"retry": 2, "pass": 1}', "3"):
                (here / "bad.json").write_text('{"bots": ["greedy", "random"], "illegal": %s}' % value)
                done = run("tournament", here / "bad.json")
                self.assertEqual((done.returncode, done.stderr.count("\n")), (2, 1))
                self.assertIn("illegal: it is \"forfeit\"", done.stderr)

    @unittest.skipIf(IS_SANITIZED, "UndefinedBehaviorSanitizer opens a pipe to look at memory, and takes a "
                     "failure for a fault")
    def test_a_machine_without_descriptors_stops_the_tournament_and_blames_no_bot(self):
        with folder() as here:
            process = subprocess.run(["sh", "-c", "ulimit -n 24; exec \"$@\"", "sh", PROGRAM, "tournament", *map(str, PAIR), "--games", "40", "--no-try",
                                      "--concurrency", "4", "--out", str(here / "run")], capture_output=True, text=True, timeout=PATIENCE)
            self.assertEqual(process.returncode, 2, process.stdout)
            self.assertIn("ulimit -n", process.stderr)
            self.assertTrue(all(not game["forfeits"] for game in records(here / "run")))

    def test_as_many_files_are_opened_as_the_hard_limit_allows_and_bots_have_the_limits_of_the_program(self):
        with folder() as here:
            bot = here / "limited"
            bot.write_text(f"#!/bin/sh\necho limits $(ulimit -Sn) $(ulimit -Hn) >&2\nexec {EXHIBIT}\n")
            bot.chmod(0o755)
            process = subprocess.run(["sh", "-c", "ulimit -Sn 40; ulimit -Hn 1000; exec \"$@\"", "sh", PROGRAM, "tournament", "--bot", "greedy", "--bot",
                                      str(bot), "--lexicon", str(WORDS), "--games", "40", "--concurrency", "8", "--sandbox", "off", "--out",
                                      str(here / "run")], capture_output=True, text=True, timeout=PATIENCE)
            self.assertEqual(process.returncode, 0, process.stderr)
            self.assertEqual(sum(len(game["forfeits"]) for game in records(here / "run")), 0)
            said = set((here / "run" / "bots" / "limited.stderr").read_text().splitlines())
            self.assertEqual(said, {"limits 40 1000"})

    def test_a_bot_whose_path_is_no_text_is_told_before_the_first_game(self):
        with folder() as here:
            bot = here / os.fsdecode(b"b\xff")
            bot.write_text(f"#!/bin/sh\nexec {EXHIBIT}\n")
            bot.chmod(0o755)
            done = run("tournament", "--bot", "greedy", "--bot", f"mine={bot}", "--lexicon", WORDS, "--games", 2, "--out", here / "run")
            self.assertEqual((done.returncode, done.stderr.count("\n")), (2, 1))
            self.assertIn("/b\\xff is not valid UTF-8", done.stderr)
            self.assertFalse((here / "run").exists())
            odd = here / os.fsdecode(b"run\xff")
            done = run("tournament", "--bot", "greedy", "--bot", "random", "--lexicon", WORDS, "--games", 2, "--out", odd, "--json", "--quiet")
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertTrue(json.loads(done.stdout)["run"].endswith("/run\ufffd"))

    def test_stderr_of_a_bot_is_in_its_file(self):
        with folder() as here:
            bot = here / "talker"
            bot.write_text(f"#!/bin/sh\necho hello from the bot >&2\nexec {EXHIBIT}\n")
            bot.chmod(0o755)
            done = run("tournament", "--bot", "greedy", "--bot", bot, "--lexicon", WORDS, "--games", 2, "--sandbox", "off", "--out",
                       here / "run")
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertIn("hello from the bot\n", (here / "run" / "bots" / "talker.stderr").read_text())


class BadArguments(unittest.TestCase):
    def test_each_is_told_in_one_line_with_exit_code_2(self):
        cases = (
            (("tournament",), "two bots or more"),
            (("tournament", "--bot", "greedy"), "two bots or more"),
            (("tournament", "--bot", "greedy", "--bot", "gredy"), "did you mean greedy?"),
            (("tournament", *PAIR, "--games", "three"), "--games"),
            (("tournament", *PAIR, "--games", 3), "even"),
            (("tournament", *PAIR, "--movetime", 5, "--clock", 5), "--movetime"),
            (("tournament", *PAIR, "--clock", 5, "--bank", 5), "--bank"),
            (("tournament", *PAIR, "--bank", 5), "--bank: only a limit for each move"),
            (("tournament", *PAIR, "--movetime", 5, "--overtime", "10/60000"), "--overtime"),
            (("tournament", *PAIR, "--overtime", "10"), "should be forfeit, or like 10/60000"),
            (("tournament", *PAIR, "--overtime", "0/60000"), "should be forfeit, or like 10/60000"),
            (("tournament", *PAIR, "--overtime", "10/x"), "should be forfeit, or like 10/60000"),
            (("tournament", *PAIR, "--no-clock", "--cpu-clock"), "--cpu-clock"),
            (("tournament", "nowhere.json"), "nowhere.json"),
            (("tournament", *PAIR, "--what"), "--what"),
            (("turnament",), "did you mean tournament?"),
            (("zzz",), "zzz"),
            ((), "a command should follow"),
            (("ratings", "nowhere"), "this is neither a run nor a file of results"),
            (("verify", "nowhere"), "this is not a run"),
            (("replay", "nowhere"), "this is not a run"),
        )
        for arguments, words in cases:
            with self.subTest(arguments=arguments), folder() as here:
                done = run(*arguments, cwd=here)
                self.assertEqual(done.returncode, 2, done.stdout)
                self.assertTrue(done.stderr.startswith("toptile: "), done.stderr)
                self.assertIn(words, done.stderr)
                self.assertEqual(done.stderr.count("\n"), 1, done.stderr)

    def test_a_run_that_cannot_be_written_is_told(self):
        done = tournament("/proc/run", "--games", 2)
        self.assertEqual(done.returncode, 2)
        self.assertIn("/proc/run", done.stderr)


if __name__ == "__main__":
    unittest.main()
