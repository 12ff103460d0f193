"""A league: bots are handed in, examined, play, and find their places. Processes die, and nothing is lost or done twice."""

import csv
import functools
import io
import json
import os
import pathlib
import random
import shutil
import signal
import sqlite3
import subprocess
import tarfile
import tempfile
import unittest
import zipfile
from contextlib import closing

from json_schema import is_valid
from toptile_program import BOTS, PASSER, PATIENCE, PROGRAM, UNLUCKY, WORDS, count_for, folder, run, start, stop, wait_until

SCHEMA = json.loads(run("league", "init", "--schema").stdout)


def league(here, *arguments, **options):
    """A part of `toptile league`, in the folder that has the league."""
    return run("league", *arguments, cwd=here, **options)


def submit(here, *arguments, **options):
    return run("submit", *arguments, cwd=here, **options)


def begin(here, *more, sandbox="off"):
    done = league(here, "init", "--lexicon", WORDS, "--no-clock", "--sandbox", sandbox, *more)
    if done.returncode != 0:
        raise AssertionError(done.stderr)


@functools.lru_cache(maxsize=None)
def league_made_once(*bots):
    """A folder with a league in which these shipped bots play, for all tests that begin with it: examining bots takes long."""
    there = pathlib.Path(tempfile.mkdtemp(prefix="toptile-e2e-"))
    unittest.addModuleCleanup(shutil.rmtree, there)
    begin(there)
    done = submit(there, *bots)
    if done.returncode != 0:
        raise AssertionError(done.stderr)
    return there


def begin_with(here, *bots):
    shutil.copytree(league_made_once(*bots) / "league", here / "league")


def bot_folder(here, name, program=PASSER, **manifest):
    made = here / name
    made.mkdir()
    (made / "bot.py").write_text(program)
    (made / "bot.py").chmod(0o755)
    (made / "bot.json").write_text(json.dumps({"name": name, "run": ["./bot.py"], **manifest}))
    return made


def shown(here, bot):
    return json.loads(league(here, "show", bot, "--json").stdout)


def standings(here):
    return json.loads(league(here, "standings", "--json").stdout)


class LeagueTest(unittest.TestCase):
    def assert_said(self, done, code, *words):
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        for word in words:
            self.assertIn(word, " ".join((done.stdout + done.stderr).split()))


class Life(LeagueTest):
    def test_from_nothing_to_standings_in_three_commands(self):
        with folder() as here:
            begin(here, sandbox="auto")
            self.assert_said(submit(here, "greedy", "random", "stacker"), 0, "greedy-v1 plays in the league now",
                             "stacker-v1 plays in the league now")
            done = league(here, "run", "--games", 60, "--quiet")
            self.assert_said(done, 0, "3 bots play, 60 games", "60 games in")
            rows = standings(here)["bots"]
            self.assertEqual(sum(row["games"] for row in rows), 120)
            self.assertEqual(rows[-1]["bot"], "random")
            for row in rows:
                self.assertGreaterEqual(row["games"], 20, row)
            self.assert_said(league(here, "pair", "greedy", "random"), 0, "greedy-v1 against random-v1:", "Elo")
            self.assert_said(league(here, "show", "greedy"), 0, "greedy-v1 by", "active", "against", "random-v1")
            self.assert_said(league(here, "games", "--bot", "random", "--most", 4), 0, "random-v1")
            games = json.loads(league(here, "games", "--json", "--bot", "random", "--most", 4).stdout)
            self.assertEqual(len(games), 4)
            self.assertTrue(all("random-v1" in game["players"] for game in games), games)
            self.assert_said(league(here, "games", "--json", "--records"), 2, "--records")
            self.assert_said(league(here, "rebuild"), 0, "60 games", "all as the rules say")

    def test_a_new_version_takes_the_place_of_the_old_one_and_is_compared_with_it(self):
        with folder() as here:
            begin_with(here, "greedy", "random")
            mine = bot_folder(here, "mine")
            self.assert_said(submit(here, mine), 0, "mine-v1 plays")
            self.assert_said(league(here, "run", "--games", 40, "--quiet"), 0)
            shutil.copy(BOTS / "greedy", mine / "greedy")
            (mine / "bot.json").write_text(json.dumps({"name": "mine", "run": ["./greedy"]}))
            self.assert_said(submit(here, mine), 0, "mine-v2 plays")
            self.assert_said(submit(here, mine), 0, "mine-v2 has the same files, so nothing was submitted")
            # How many games a newcomer gets of so many follows from how long they take.
            bots = {"mine-v2": {"games": 0}}
            for _ in range(5):
                if bots["mine-v2"]["games"] < 20:
                    self.assert_said(league(here, "run", "--games", 40, "--quiet"), 0)
                    bots = {row["label"]: row for row in standings(here)["bots"]}
            self.assertEqual(set(bots), {"greedy-v1", "random-v1", "mine-v2"})
            self.assertGreater(bots["mine-v2"]["over_predecessor"]["superiority"], 0.9)
            self.assertEqual([version["state"] for version in shown(here, "mine")["versions"]], ["retired", "active"])
            self.assertGreaterEqual(bots["mine-v2"]["games"], 20)

    def test_bots_are_retired_restored_and_removed(self):
        with folder() as here:
            begin_with(here, "greedy", "random", "stacker")
            league(here, "run", "--games", 30, "--quiet")
            self.assert_said(league(here, "retire", "stacker", "--reason", "it is slow"), 0, "stacker-v1 is retired now")
            self.assertEqual({row["bot"] for row in standings(here)["bots"]}, {"greedy", "random"})
            self.assertEqual(standings(here)["games"], 30)
            self.assert_said(league(here, "show", "stacker"), 0, "it is slow")
            self.assert_said(league(here, "restore", "stacker"), 0, "stacker-v1 is active now")
            self.assert_said(league(here, "remove", "stacker"), 0, "stacker-v1 is removed now")
            self.assertLess(standings(here)["games"], 30)
            self.assert_said(league(here, "restore", "stacker"), 0)
            self.assertEqual(standings(here)["games"], 30)

    def test_sets_that_a_dead_worker_left_count_as_games_of_the_one_that_plays_them(self):
        with folder() as here:
            begin_with(here, "greedy", "random")
            with closing(sqlite3.connect(here / "league/league.db")) as database:
                one, other = (row[0] for row in database.execute("SELECT id FROM versions ORDER BY id"))
                database.execute("INSERT INTO workers VALUES ('dead', 1, 0)")
                database.executemany("INSERT INTO leases VALUES (?, ?, ?, 1, 'dead')", [(number, one, other) for number in range(1, 29)])
                database.executemany("INSERT OR REPLACE INTO settings VALUES (?, ?)", [("last_set", "28"), ("last_block", "1")])
                database.commit()
            for games, played in ((2, 2), (6, 8), (60, 68)):
                self.assert_said(league(here, "run", "--games", games, "--concurrency", 2, "--quiet"), 0)
                self.assertEqual(standings(here)["games"], played)

    def test_a_league_that_plays_in_batches_plays_the_same_games(self):
        played = []
        for batch in (1, 4):
            with folder() as here:
                begin_with(here, "greedy", "random")
                self.assert_said(league(here, "run", "--games", 40, "--concurrency", 1, "--batch", batch, "--quiet"), 0)
                games = [json.loads(line) for line in league(here, "games", "--records", "--most", 0).stdout.splitlines()]
                self.assertEqual(standings(here)["games"], 40)
                self.assert_said(league(here, "rebuild"), 0)
                played.append({game["id"]: [turn["move"] for turn in game["turns"]] for game in games})
        self.assertEqual(len(played[0]), 40)
        self.assertEqual(played[0], played[1])

    def test_a_league_runs_until_its_intervals_are_narrow(self):
        with folder() as here:
            begin_with(here, "greedy", "stacker")
            self.assert_said(league(here, "run", "--until", 150, "--quiet"), 0)
            for row in standings(here)["bots"]:
                self.assertLessEqual(max(row["rating"]["error_low"], row["rating"]["error_high"]), 150)

    def test_the_copy_of_a_league_is_a_league(self):
        with folder() as here:
            begin_with(here, "greedy", "random")
            league(here, "run", "--games", 10, "--quiet")
            self.assert_said(league(here, "backup", "copy.db"), 0, "copied to copy.db")
            before = standings(here)
            copied = json.loads(league(here, "standings", "--league", "copy.db", "--json").stdout)
            self.assertEqual(copied, before)
            self.assert_said(league(here, "backup", "copy.db"), 2, "copy.db")

    def test_limits_and_anchor_can_be_changed_and_rules_cannot(self):
        with folder() as here:
            begin_with(here, "greedy", "random")
            league(here, "run", "--games", 10, "--quiet")
            (here / "new.json").write_text(json.dumps({"name": "Spring", "anchor": {"bot": "greedy-v1", "elo": 2000}}))
            self.assert_said(league(here, "configure", "new.json"), 0, "league Spring: changed")
            rated = {row["bot"]: row["rating"]["elo"] for row in standings(here)["bots"]}
            self.assertEqual(rated["greedy"], 2000)
            both = [{"bot": "greedy-v1", "elo": 2000}, {"bot": "random-v1", "elo": 1500}]
            (here / "new.json").write_text(json.dumps({"anchor": both}))
            self.assert_said(league(here, "configure", "new.json"), 0, "league Spring: changed")
            rated = {row["bot"]: row["rating"] for row in standings(here)["bots"]}
            self.assertEqual([(rated[bot]["elo"], rated[bot]["error_high"]) for bot in ("greedy", "random")], [(2000, 0), (1500, 0)])
            for anchors, said in (([*both, both[0]], "new.json: line 1: anchor: the anchor greedy-v1 is named twice; name it once"),
                                  ([both[0], {"bot": "random-v1", "elo": -9000}], "are more than 5000 Elo apart"),
                                  ([both[0], {"bot": "random-v1", "elo": "x"}], "anchor 2: elo"),
                                  ([both[0], {"bot": "nobody-v1", "elo": 3}], "nobody-v1")):
                (here / "new.json").write_text(json.dumps({"anchor": anchors}))
                self.assert_said(league(here, "configure", "new.json"), 2, said)
            (here / "new.json").write_text(json.dumps({"rules": "classic"}))
            self.assert_said(league(here, "configure", "new.json"), 2, "rules", "cannot be changed")


class HandingOut(LeagueTest):
    def test_a_bot_whose_check_does_not_end_is_refused(self):
        # It uses nearly all the time that it has for a move.
        slow = PASSER.replace('    elif word == "go":\n', """    elif word == "go":
        words = line.split()
        time.sleep(0.9 * int(words[words.index("movetime") + 1]) / 1000 if "movetime" in words else 0.01)
""").replace("import sys", "import sys, time")
        with folder() as here:
            (here / "league.json").write_text(json.dumps({"lexicon": str(WORDS), "clock": {"kind": "none"}, "sandbox": "off",
                                                          "submissions": {"check_seconds": 10}}))
            self.assert_said(league(here, "init", "--config", "league.json"), 0)
            for attempt in range(10):  # On a busy machine it may be too late for a limit, and be refused for that.
                done = submit(here, bot_folder(here, f"slow{attempt}", f"{slow}# {attempt}\n"))
                if "it failed the test" not in done.stdout + done.stderr:
                    break
            self.assert_said(done, 1, "its check was not complete: the test ")
            self.assertEqual(shown(here, f"slow{attempt}")["state"], "refused")

    def test_marks_are_read_off_a_scale_of_bots(self):
        with folder() as here:
            begin(here)
            self.assert_said(submit(here, "greedy", "random", "--author", "teacher"), 0)
            self.assert_said(submit(here, "stacker", "--author", "=1+1"), 0)
            self.assert_said(league(here, "marks", "--scale", "random=40,greedy=90"), 2, "random: it has no rating yet")
            self.assert_said(league(here, "run", "--games", 60, "--quiet"), 0)
            done = league(here, "marks", "--scale", "random=40,greedy=90")
            self.assert_said(done, 0)
            rows = {row["bot"]: row for row in csv.DictReader(done.stdout.splitlines())}
            self.assert_said(league(here, "marks", "--scale", "random=40,greedy=90", "--out", "marks.csv"), 0, "marks.csv: the marks of 3 bots")
            self.assertEqual((here / "marks.csv").read_text(), done.stdout)
            # The table that was written before stays whole.
            self.assert_said(league(here, "marks", "--scale", "greedy=10,random=20", "--out", "marks.csv"), 2, "random: its mark is above")
            self.assertEqual((here / "marks.csv").read_text(), done.stdout)
            self.assert_said(league(here, "marks", "--out", "nowhere/marks.csv"), 2, "nowhere/marks.csv")
            self.assertEqual(rows["random"]["mark"], "40.00")
            self.assertEqual(rows["greedy"]["mark"], "90.00")
            self.assertEqual(rows["stacker"]["author"], "'=1+1")
            self.assertGreater(float(rows["stacker"]["mark"]), 40)
            marked = json.loads(league(here, "marks", "--json").stdout)
            self.assertEqual({one["bot"]: one["mark"] for one in marked}, {"greedy": None, "random": None, "stacker": None})
            self.assert_said(league(here, "marks", "--scale", "greedy=10,random=20"), 2, "random: its mark is above that of greedy")
            self.assert_said(league(here, "marks", "--scale", "greedy"), 2, "--scale: greedy: expected a bot, = and a mark")

    def test_a_tournament_is_played_by_the_bots_of_a_league(self):
        with folder() as here:
            begin(here)
            self.assert_said(league(here, "unpack", "final"), 2, "no bot plays in this league yet")
            self.assert_said(submit(here, "greedy", "random", bot_folder(here, "mine")), 0)
            self.assert_said(league(here, "unpack", "final"), 0, "3 bots are in final")
            self.assertEqual((here / "final").stat().st_mode & 0o077, 0)
            done = run("tournament", "final/tournament.json", "--games", 2, "--sandbox", "off", "--out", "run", "--quiet", cwd=here)
            self.assert_said(done, 0, "greedy-v1", "mine-v1", "random-v1")
            self.assert_said(league(here, "enter", "run"), 0, "6 games were entered")
            self.assert_said(league(here, "unpack", "final"), 2, "there is something of this name already")
            self.assert_said(league(here, "unpack", "one", "greedy", "greedy-v1"), 0, "1 bot is in one")
            self.assertEqual(sorted(os.listdir(here / "one")), ["bots.json", "greedy-v1", WORDS.name, "tournament.json"])
            self.assert_said(league(here, "unpack", "two", "nobody"), 2, "nobody")
            self.assertFalse((here / "two").exists())

    def test_the_last_moment_can_be_changed_and_the_other_limits_stay(self):
        with folder() as here:
            (here / "course.json").write_text(json.dumps({"submissions": {"packed_mb": 8, "until": "2001-01-01T00:00:00Z"},
                                                          "lexicon": str(WORDS), "sandbox": "auto"}))
            self.assert_said(league(here, "init", "--config", "course.json"), 0)
            self.assert_said(submit(here, "greedy"), 2, "bots could be submitted until 2001-01-01 00:00:00 UTC")
            later = here / "later.json"
            later.write_text(json.dumps({"submissions": {"until": "2099-01-01T00:00:00+01:00"}}))
            self.assert_said(league(here, "configure", later), 0)
            self.assert_said(submit(here, "greedy"), 0, "greedy-v1 plays")
            with closing(sqlite3.connect(here / "league/league.db")) as database:
                terms = json.loads(database.execute("SELECT value FROM settings WHERE key = 'terms'").fetchone()[0])
            self.assertEqual(terms["submissions"]["packed_mb"], 8)
            self.assertEqual(terms["submissions"]["until"], "2098-12-31T23:00:00Z")
            for wrong in ("tomorrow", "2026-12-18", 7):
                later.write_text(json.dumps({"submissions": {"until": wrong}}))
                self.assert_said(league(here, "configure", later), 2, "later.json: line 1: submissions: until", "time zone")
            later.write_text(json.dumps({"submissions": {"until": None}}))
            self.assert_said(league(here, "configure", later), 0)

    def test_an_archive_without_a_bot_is_in_the_lists_with_its_reason(self):
        with folder() as here:
            begin(here)
            self.assert_said(submit(here, "greedy", "--author", "teacher"), 0)
            (here / "bob.zip").write_text("this is not an archive")
            (here / "greedy.zip").write_text("nor is this")
            shutil.copyfile(here / "bob.zip", here / "ann's.zip")
            why = "this is not an archive of a known kind"
            self.assert_said(submit(here, "bob.zip", "--author", "bob"), 1, "bob-v1 is refused: " + why)
            self.assert_said(submit(here, "bob.zip", "--author", "bob"), 1, "bob-v1 has the same files, so nothing was submitted; it is refused")
            # A name that is taken, or cannot be one, gives way to that of the author.
            self.assert_said(submit(here, "greedy.zip", "--author", "eve"), 1, "eve-v1 is refused: " + why)
            self.assert_said(submit(here, "ann's.zip", "--author", "ann", "--queue"), 1, "ann-v1 is refused: " + why)
            for words in (("show", "bob"), ("show", "bob", "--log"), ("queue",), ("marks",)):
                self.assert_said(league(here, *words), 0, why)
                self.assertNotIn(str(here), league(here, *words).stdout)
            queue = json.loads(league(here, "queue", "--json").stdout)
            self.assertEqual({bot["label"] for bot in queue["refused"]}, {"ann-v1", "bob-v1", "eve-v1"})
            self.assert_said(league(here, "rebuild"), 0)

    def test_an_archive_whose_manifest_is_wrong_is_a_version_of_that_bot(self):
        with folder() as here:
            begin(here)
            self.assert_said(submit(here, "greedy", "--author", "ann", "--name", "mine"), 0)
            (here / "bot.json").write_text('{"name": "mine", "run": ["./bot.py"], "rnu": 1}')
            with zipfile.ZipFile(here / "other.zip", "w") as archive:
                archive.write(here / "bot.json", "bot.json")
            self.assert_said(submit(here, "other.zip", "--author", "ann"), 1, "mine-v2 is refused: bot.json: line 1: rnu: unknown field")
            self.assert_said(league(here, "show", "mine-v1"), 0, "active")


class Entering(LeagueTest):
    """The games of a tournament's run are taken into a league."""

    def play(self, here, *more, clock=("--no-clock",)):
        self.assert_said(run("tournament", "--lexicon", WORDS, *clock, "--sandbox", "off", "--out", "run", "--quiet", *more, cwd=here), 0)

    def begin(self, here):
        begin_with(here, "greedy", "random")
        self.assert_said(league(here, "unpack", "bots"), 0)

    BOTS_OF_LEAGUE = ("--bot", '{"include": "bots/bots.json"}')

    def test_a_run_of_the_leagues_bots_counts_once(self):
        with folder() as here:
            self.begin(here)
            self.play(here, *self.BOTS_OF_LEAGUE, "--games", 20)
            self.assert_said(league(here, "enter", "run"), 0, "20 games were entered")
            self.assert_said(league(here, "enter", "run"), 0, "0 games were entered; 20 were there already")
            shutil.copytree(here / "run", here / "copy")
            done = json.loads(league(here, "enter", "copy", "--json").stdout)
            self.assertEqual(done, {"games": 0, "known": 20, "left_out": 0, "bots": {"greedy-v1": "greedy-v1", "random-v1": "random-v1"}})
            self.assertEqual(standings(here)["games"], 20)
            # The league goes on, and everything can be played again by the rules.
            self.assert_said(league(here, "run", "--games", 10, "--quiet"), 0)
            self.assert_said(league(here, "rebuild"), 0, "30 games", "all as the rules say")
            wins = {row["bot"]: row["wins"] for row in standings(here)["bots"]}
            played = [json.loads(line) for line in (here / "run/games.jsonl").read_text().splitlines()]
            first = sum(record["ranks"][record["players"].index("greedy-v1")] < record["ranks"][record["players"].index("random-v1")]
                        for record in played)
            listed = json.loads(league(here, "games", "--json", "--most", 0).stdout)
            entered = [game for game in listed if game["order"] <= 10]
            self.assertEqual(sum(game["ranks"][game["players"].index("greedy-v1")] < game["ranks"][game["players"].index("random-v1")]
                                 for game in entered), first)
            self.assertGreaterEqual(wins["greedy"], first)
            record = json.loads(league(here, "games", "--records", "--most", 0).stdout.splitlines()[-1])
            self.assertEqual(record["players"][0][-3:], "-v1")

    def test_a_bot_is_known_by_its_files_or_said(self):
        with folder() as here:
            self.begin(here)
            self.play(here, "--bot", "greedy", "--bot", "random", "--games", 4)
            self.assert_said(league(here, "enter", "run"), 2, "run: bot greedy: no version in the league has the same files", "--as greedy=greedy-v1")
            self.assert_said(league(here, "enter", "run", "--as", "greedy=greedy-v1", "--as", "random=random"), 0, "4 games were entered",
                             "greedy is greedy-v1")
            self.assert_said(league(here, "enter", "run", "--as", "greedy=greedy-v1", "--as", "random=greedy"), 2,
                             "greedy and random would both be greedy-v1")
            self.assert_said(league(here, "enter", "run", "--as", "nobody=greedy"), 2, "there is no bot nobody in this run")
            self.assert_said(league(here, "enter", "run", "--as", "greedy"), 2, "--as: greedy: expected a bot of the run, = and a version")
            self.assert_said(league(here, "enter", "run", "--as", "greedy=nobody", "--as", "random=random"), 2, "nobody")
            self.assertEqual(standings(here)["games"], 4)

    def test_a_run_with_other_terms_is_refused(self):
        with folder() as here:
            self.begin(here)
            self.play(here, *self.BOTS_OF_LEAGUE, "--games", 2, clock=("--clock", 50_000))
            self.assert_said(league(here, "enter", "run"), 2, "run: clock", "the league has")
            for more, words in ((("--rules", "hasbro-plural"), "rules"), (("--max-turns", 4), "adjudicate"), (("--restart", "each_game"), "restart")):
                shutil.rmtree(here / "run", ignore_errors=True)
                self.play(here, *self.BOTS_OF_LEAGUE, "--games", 2, *more)
                self.assert_said(league(here, "enter", "run"), 2, f"run: {words}", "the league has")
            self.assertEqual(standings(here)["games"], 0)
            self.assert_said(league(here, "enter", "nowhere"), 2, "nowhere")

    def test_a_run_that_was_tampered_with_is_refused_whole(self):
        with folder() as here:
            self.begin(here)
            self.play(here, *self.BOTS_OF_LEAGUE, "--games", 10)
            log = here / "run/games.jsonl"
            lines = log.read_text().splitlines()
            record = json.loads(lines[6])
            record["scores"][0] += 1
            log.write_text("\n".join([*lines[:6], json.dumps(record, separators=(",", ":")), *lines[7:]]) + "\n")
            self.assert_said(league(here, "enter", "run"), 2, "games.jsonl: line 7: scores", "nothing was entered")
            self.assertEqual(standings(here)["games"], 0)
            log.write_text("\n".join(lines[:5]) + "\n")
            self.assert_said(league(here, "enter", "run"), 0, "4 games were entered; 1 pair was left out")

    def test_a_process_that_is_killed_while_it_enters_loses_nothing(self):
        games = count_for(300, 4000)
        with folder() as here:
            self.begin(here)
            self.play(here, *self.BOTS_OF_LEAGUE, "--games", games, "--concurrency", 2)
            entering = start("league", "enter", "run", cwd=here)
            wait_until(lambda: entering.poll() is not None or self.games(here) > 0, "no game is entered")
            entering.kill()
            entering.communicate()
            self.assert_said(league(here, "enter", "run"), 0)
            self.assertEqual(self.games(here), games)

    def games(self, here):
        with closing(sqlite3.connect(here / "league/league.db", timeout=PATIENCE)) as database:
            return 2 * database.execute("SELECT COUNT(*) FROM played").fetchone()[0]


class Configuration(LeagueTest):
    def begin_with(self, here, configuration):
        """Whether a league begins with it, and what is said."""
        (here / "league.json").write_text(json.dumps(configuration))
        shutil.rmtree(here / "league", ignore_errors=True)
        done = league(here, "init", "--config", "league.json", "--lexicon", WORDS, *(() if "sandbox" in configuration else ("--sandbox", "auto")))
        return done.returncode == 0, done.stderr

    def test_what_the_schema_says_is_what_the_program_takes(self):
        good = ({}, {"name": "A league"}, {"submissions": {}}, {"submissions": {"until": None}}, {"anchor": None}, {"versions": 100},
                {"submissions": {"until": "2099-12-18T23:59+01:00", "packed_mb": 512}}, {"anchor": {"bot": "greedy-v1", "elo": -3.5}},
                {"anchor": []}, {"anchor": [{"bot": "greedy-v1", "elo": 5}]}, {"anchor": [{"bot": "greedy-v1", "elo": 5}, {"bot": "b-v2", "elo": 7}]},
                {"seed": "12345678901234567890"}, {"clock": {"time_ms": 100}}, {"restart": "each_game"}, {"withdraw_after": 0},
                {"$schema": "x"}, {"lanes": False}, {"limits": {"memory_mb": 100}}, {"public_info": "scores"}, {"public_info": "all"}, {"public_info": "none"})
        bad = ({"colour": 1}, {"bots": []}, {"name": ""}, {"name": 7}, {"submissions": {"files": 0}}, {"submissions": {"packed_mb": 513}},
               {"submissions": {"until": "tomorrow"}}, {"submissions": {"colour": 1}}, {"versions": 0}, {"versions": 101},
               {"anchor": {"bot": "greedy-v1"}}, {"anchor": {"bot": "greedy-v1", "elo": 1e6}}, {"anchor": "greedy-v1"},
               {"anchor": [{"bot": "greedy-v1", "elo": 1}, {"bot": "b-v2"}]}, {"anchor": [7]}, {"restart": "never"},
               {"test": {"kind": "results"}}, {"sandbox": "maybe"}, {"clock": {"time_ms": -1}}, {"public_info": "some"}, {"public_info": True}, [])
        with folder() as here:
            for configuration in good + bad:
                with self.subTest(configuration):
                    is_taken, told = self.begin_with(here, configuration) if isinstance(configuration, dict) else (False, "")
                    self.assertEqual(is_taken, configuration in good, told)
                    self.assertEqual(is_valid(configuration, SCHEMA), configuration in good, configuration)

    def test_the_program_knows_just_the_keys_of_the_schema(self):
        with folder() as here:
            for path, schema in ((None, SCHEMA), ("submissions", SCHEMA["properties"]["submissions"])):
                _, told = self.begin_with(here, {path: {"colour": 1}} if path else {"colour": 1})
                known = set(" ".join(told.split()).partition("fields are: ")[2].split(", "))
                # This one is known so that a sentence says why a league cannot have it.
                self.assertEqual(known - ({"test"} if path is None else set()), set(schema["properties"]), told)

    def test_what_a_league_has_from_a_tournament_is_described_alike(self):
        of_tournaments = json.loads(run("tournament", "--schema").stdout)["properties"]
        own = {"name", "seed", "sandbox", "restart", "submissions", "versions", "anchor", "public_info"}
        for key, part in SCHEMA["properties"].items():
            if key not in own:
                self.assertEqual(part, of_tournaments[key], key)


class Submissions(LeagueTest):
    def refused(self, here, bot, *words, **options):
        done = submit(here, bot, **options)
        self.assert_said(done, 1, "is refused", *words)
        return done

    def test_a_folder_an_archive_and_a_program_are_the_same_bot(self):
        with folder() as here:
            begin(here)
            made = bot_folder(here, "mine")
            with tarfile.open(here / "mine.tar.gz", "w:gz") as archive:
                archive.add(made, "mine")
            with zipfile.ZipFile(here / "mine.zip", "w") as archive:
                for file in made.iterdir():
                    archive.write(file, file.name)
            self.assert_said(submit(here, "mine.zip"), 0, "mine-v1 plays")
            for same in ("mine", "mine.tar.gz", "mine.zip"):
                self.assert_said(submit(here, f"./{same}"), 0, "mine-v1 has the same files")
            alone = here / "alone.py"
            shutil.copy(made / "bot.py", alone)
            alone.chmod(0o755)
            self.assert_said(submit(here, "./alone.py"), 0, "alone-v1 plays")

    def test_a_bot_that_does_not_keep_to_the_protocol_is_refused_with_advice_and_its_log(self):
        with folder() as here:
            begin(here, sandbox="auto")
            made = bot_folder(here, "silent", "#!/usr/bin/env python3\nimport sys\nprint('nonsense', flush=True)\nsys.exit('I give up')\n")
            self.refused(here, made, "it failed the test")
            self.assert_said(league(here, "show", "silent"), 0, "refused", "its log", "nonsense")
            self.assert_said(league(here, "queue"), 0, "silent-v1 was refused at")
            with sqlite3.connect(here / "league/league.db") as database:
                kept = database.execute("SELECT COUNT(*) FROM contents").fetchone()[0]
            self.assertEqual(kept, 1)  # Only the words.

    def test_a_build_that_fails_is_refused_with_the_end_of_its_log(self):
        with folder() as here:
            begin(here, sandbox="auto")
            made = bot_folder(here, "broken", build=[["sh", "-c", "echo one; echo 'x.c:7: error: no such thing'; exit 3"]])
            done = self.refused(here, made, "its build failed", "no such thing")
            self.assertNotIn("/.cache/", done.stdout + done.stderr)
            self.assert_said(league(here, "show", "broken"), 0, "x.c:7: error: no such thing")

    def test_where_there_is_no_room_a_build_that_fails_is_not_the_bots_fault(self):
        alone = ["unshare", "--mount", *(["--map-root-user"] if os.geteuid() else [])]
        with folder() as here:
            small = here / "small"
            small.mkdir()
            begin(here, sandbox="auto")
            made = bot_folder(here, "broken", build=[["sh", "-c", "exit 3"]])
            self.assert_said(submit(here, made, "--queue"), 0, "broken-v1 is submitted")
            mounted = [*alone, "sh", "-c", 'mount -t tmpfs -o size=8m none "$0" && exec "$@"', small]
            if subprocess.run([*mounted, "true"], capture_output=True).returncode != 0:
                self.skipTest("this user may not mount a small file system")
            with open(here / "said", "w", encoding="utf-8") as said:  # It waits for room until it is stopped.
                worker = subprocess.Popen([*mounted, PROGRAM, "league", "run", "--examine"], cwd=here, env={**os.environ, "TMPDIR": str(small)},
                                          stdout=said, stderr=said)
            wait_until(lambda: worker.poll() is not None or "trying again in" in (here / "said").read_text(), "the worker says nothing")
            self.assertIn(f"{small}/", (here / "said").read_text())
            self.assertIn("there is no room to build bots", (here / "said").read_text())
            worker.send_signal(signal.SIGTERM)
            self.assertEqual(worker.wait(PATIENCE), 130, (here / "said").read_text())
            self.assertEqual(shown(here, "broken")["state"], "received")

    def test_a_league_where_nothing_can_be_written_can_be_read(self):
        alone = ["unshare", "--mount", *(["--map-root-user"] if os.geteuid() else [])]
        with folder() as here:
            begin_with(here, "greedy", "random")
            self.assert_said(league(here, "run", "--games", 2, "--quiet"), 0)
            table = league(here, "standings").stdout
            # After a kill, a log that nobody has copied back lies beside the database, here in a folder with odd characters.
            odd = here / "odd?%23#"
            odd.mkdir()
            with sqlite3.connect(here / "league/league.db") as database:
                database.execute("INSERT INTO settings VALUES ('of_the_test', '')")
                database.commit()
                self.assertGreater((here / "league/league.db-wal").stat().st_size, 0)
                shutil.copytree(here / "league", odd / "league")
            database.close()
            self.assertFalse((here / "league/league.db-wal").exists())
            shutil.copytree(here / "league", odd / "clean")
            mounted = [*alone, "sh", "-c", 'mount --bind "$0" "$0" && mount -o remount,bind,ro "$0" && exec "$@"', odd]
            if subprocess.run([*mounted, "true"], capture_output=True).returncode != 0:
                self.skipTest("this user may not mount")
            for name in ("clean", "league"):
                with self.subTest(name=name):
                    base = [*mounted, PROGRAM, "league"]
                    to = ["--league", odd / name / "league.db"]
                    done = subprocess.run([*base, "standings", *to], cwd=here, capture_output=True, text=True)
                    self.assertEqual((done.returncode, done.stdout), (0, table), done.stderr)
                    done = subprocess.run([*base, "retire", "greedy", *to], cwd=here, capture_output=True, text=True)
                    self.assert_said(done, 2, "its file system can only be read: copy the file")

    def test_a_build_that_works_makes_a_bot(self):
        with folder() as here:
            begin(here)
            made = bot_folder(here, "made", build=[["cp", "source.py", "built.py"]])
            shutil.move(made / "bot.py", made / "source.py")
            manifest = json.loads((made / "bot.json").read_text())
            (made / "bot.json").write_text(json.dumps({**manifest, "run": ["./built.py"]}))
            self.assert_said(submit(here, made), 0, "made-v1 plays")

    def test_a_bot_that_forfeits_against_itself_is_refused(self):
        with folder() as here:
            begin(here)
            # The games of the tests have names, and those of the match have numbers.
            program = PASSER.replace('    elif word == "go":', '    elif word == "newgame" and line.split()[2].isdigit():\n'
                                     '        sys.exit("I am tired")\n    elif word == "go":')
            done = self.refused(here, bot_folder(here, "tired", program), "it forfeited game 1 of a match with itself: crash")
            self.assertIn("I am tired", league(here, "show", "tired", "--log").stdout, done.stdout)

    def test_what_asks_for_the_organizers_files_is_refused(self):
        with folder() as here:
            begin(here, sandbox="auto")
            (here / "secret").write_text("the answer")
            asking = bot_folder(here, "asking", readable=["../secret"])
            self.assert_said(submit(here, asking), 2, "readable", "sees no files but its own")
            linking = bot_folder(here, "linking")
            os.symlink(here / "secret", linking / "data")
            self.assert_said(submit(here, linking), 2, "does not belong to the bot; put the file itself here; only a tournament's configuration can name it as readable")
            climbing = bot_folder(here, "climbing", run=["../../bin/sh"])
            self.assert_said(submit(here, climbing), 2, "neither in the bot's folder")
            self.assert_said(league(here, "queue"), 0, "no bot waits")

    def test_hostile_archives_are_refused_and_write_nothing(self):
        with folder() as here:
            begin(here, sandbox="auto")
            manifest = json.dumps({"name": "evil", "run": ["./bot.py"]}).encode()

            def archive(name, *entries):
                with tarfile.open(here / name, "w:gz") as made:
                    for info, data in (*entries, (tarfile.TarInfo("bot.json"), manifest)):
                        info.size = len(data)
                        made.addfile(info, io.BytesIO(data))
                return here / name

            def entry(name, kind=tarfile.REGTYPE, target=""):
                info = tarfile.TarInfo(name)
                info.type, info.linkname = kind, target
                return info

            for name, *entries in [("up", (entry("../out"), b"x")), ("root", (entry(str(here / "out")), b"x")),
                                   ("link", (entry("door", tarfile.SYMTYPE, str(here)), b""), (entry("door/out"), b"x")),
                                   ("hard", (entry("hard", tarfile.LNKTYPE, "/etc/passwd"), b"")),
                                   ("device", (entry("null", tarfile.CHRTYPE), b"")), ("pipe", (entry("pipe", tarfile.FIFOTYPE), b""))]:
                with self.subTest(name=name):
                    self.assert_said(submit(here, archive(f"{name}.tar.gz", *entries)), 1, f"{name}-v1 is refused: ")
                    self.assertFalse((here / "out").exists())
            bomb = archive("bomb.tar.gz", (entry("zeros"), bytes(300 << 20)))
            self.assertLess(bomb.stat().st_size, 1 << 20)
            self.assert_said(submit(here, bomb), 1, "bomb-v1 is refused: ")
            self.assert_said(league(here, "queue"), 0, "no bot waits")

    def test_a_name_belongs_to_its_author(self):
        with folder() as here:
            begin(here)
            self.assert_said(submit(here, bot_folder(here, "mine"), "--author", "ann"), 0)
            other = bot_folder(here, "other", PASSER + "# another\n")
            self.assert_said(submit(here, other, "--name", "Mine", "--author", "bob"), 2, "there is a bot mine by ann already")

    def test_bad_words_are_one_sentence(self):
        with folder() as here:
            self.assert_said(submit(here, "greedy"), 2, "there is no league here; begin one with toptile league init")
            self.assert_said(league(here, "standings"), 2, "there is no league here")
            begin(here, sandbox="auto")
            self.assert_said(league(here, "init"), 2, "there is a league here already")
            self.assert_said(submit(here, "nosuchbot"), 2, "neither a shipped bot")
            self.assert_said(submit(here, "./nothing"), 2, "there is no such file")
            self.assert_said(league(here, "show", "greddy"), 2, "the league has no such bot")
            submit(here, "greedy")
            self.assert_said(league(here, "show", "greddy"), 2, "did you mean greedy")
            self.assert_said(league(here, "pair", "greedy", "greedy"), 2, "both are greedy-v1")
            self.assert_said(league(here, "run", "--games", 2), 2, "fewer than two bots play")
            (here / "notes.db").write_text("this is not a database at all, but a text that is long enough")
            self.assert_said(league(here, "standings", "--league", "notes.db"), 2, "notes.db")


class Processes(LeagueTest):
    def test_processes_that_are_killed_at_any_moment_lose_nothing_and_repeat_nothing(self):
        with folder() as here:
            begin_with(here, "greedy", "random", "stacker")
            chance = random.Random(5)
            workers, others = [], []
            kills = count_for(6, 250)
            for kill in range(kills):
                while len(workers) < 3:
                    workers.append(start("league", "run", "--quiet", "--concurrency", 1, cwd=here))
                if kill == kills // 2:  # The league is rebuilt and copied while its workers are killed.
                    others = [start("league", *what, cwd=here) for what in (("rebuild",), ("backup", "copy.db"))]
                # A process is killed when it, or another one, has just kept a set.
                wanted = self.sets(here) + chance.randint(1, count_for(3, 22))
                wait_until(lambda: self.sets(here) >= wanted, "no process plays")
                victim = workers.pop(chance.randrange(len(workers)))
                os.kill(victim.pid, signal.SIGKILL)
                victim.communicate()
            for other in others:
                said, error = other.communicate(timeout=PATIENCE)
                self.assertEqual(other.returncode, 0, said + error)
            for worker in workers:
                stop(worker)
                self.assertEqual(worker.wait(PATIENCE), 130, worker.stderr.read())
                worker.communicate()
            self.assert_said(league(here, "rebuild", "--check", "--league", "copy.db"), 0, "all as the rules say")
            # What the dead ones held is let go of, as it is when their time is over.
            with sqlite3.connect(here / "league/league.db") as database:
                database.execute("UPDATE workers SET alive_until = 0")
                held = database.execute("SELECT COUNT(*) FROM leases").fetchone()[0]
            self.assert_said(league(here, "run", "--games", 2 * (held + 4), "--quiet"), 0)
            with sqlite3.connect(here / "league/league.db") as database:
                numbers = [row[0] for row in database.execute("SELECT set_number FROM played ORDER BY set_number")]
                orders = [row[0] for row in database.execute("SELECT seq FROM played ORDER BY seq")]
                left = database.execute("SELECT COUNT(*) FROM leases").fetchone()[0]
            self.assertEqual(left, 0)
            self.assertEqual(numbers, list(range(1, len(numbers) + 1)))
            self.assertEqual(orders, list(range(1, len(numbers) + 1)))
            self.assertGreaterEqual(len(numbers), count_for(6, 2600))
            self.assert_said(league(here, "rebuild"), 0, "all as the rules say")

    def test_a_backup_is_put_in_place_after_a_kill(self):
        with folder() as here:
            begin_with(here, "greedy", "random")
            self.assert_said(league(here, "run", "--games", 10, "--quiet"), 0)
            self.assert_said(league(here, "backup", "greedy"), 0)
            before = standings(here)
            worker = start("league", "run", "--quiet", "--concurrency", 1, cwd=here)
            wanted = self.sets(here) + 3
            wait_until(lambda: self.sets(here) >= wanted, "no process plays")
            # It is a bot's name, too, and then it is the bot.
            self.assert_said(league(here, "restore", "greedy"), 2, "greedy-v1 is active")
            self.assert_said(league(here, "restore", "./greedy"), 2, f"process {worker.pid} uses this database")
            os.kill(worker.pid, signal.SIGKILL)
            worker.communicate()
            played = self.sets(here)
            self.assert_said(league(here, "restore", "./greedy"), 0, "the league is as in ./greedy, with 10 games",
                             "what was there is kept as", "league.db.replaced-1")
            self.assertEqual(standings(here), before)
            self.assertEqual(json.loads(league(here, "standings", "--league", "league/league.db.replaced-1", "--json").stdout)["games"], 2 * played)
            self.assert_said(league(here, "run", "--games", 10, "--quiet"), 0)
            self.assert_said(league(here, "rebuild"), 0, "20 games", "all as the rules say")
            shutil.move(here / "greedy", here / "copy.db")
            self.assert_said(league(here, "restore", "copy.db", "--league", "elsewhere/course"), 0, "with 10 games")
            self.assertEqual((here / "elsewhere/course").stat().st_mode & 0o077, 0)
            self.assert_said(league(here, "restore", "nothing.db"), 2, "nothing.db: the league has no such bot")
            self.assert_said(league(here, "restore", "./nothing.db"), 2, "./nothing.db: this backup cannot be read")

    def sets(self, here):
        with closing(sqlite3.connect(here / "league/league.db", timeout=PATIENCE)) as database:
            return database.execute("SELECT COUNT(*) FROM played").fetchone()[0]

    def test_a_record_that_was_changed_does_not_count(self):
        with folder() as here:
            begin_with(here, "greedy", "random")
            league(here, "run", "--games", 12, "--quiet")
            with sqlite3.connect(here / "league/league.db") as database:
                database.execute("UPDATE played SET first_game = second_game WHERE set_number = 2")
                database.execute("UPDATE records SET packed = (SELECT packed FROM records WHERE set_number = 3) WHERE set_number = 4")
            self.assert_said(league(here, "rebuild", "--check"), 1, "set 4:", "does not keep to the rules")
            self.assertEqual(standings(here)["games"], 12)
            self.assert_said(league(here, "rebuild"), 1, "1 set of two games does not keep to the rules; toptile league rebuild --remove FILE")
            self.assertEqual(standings(here)["games"], 12)
            (here / "there").touch()
            self.assert_said(league(here, "rebuild", "--remove", "there"), 2, "there: this file cannot be made")
            self.assertEqual(standings(here)["games"], 12)
            self.assert_said(league(here, "rebuild", "--remove", "removed.jsonl"), 1, "they were taken out of the league, and are in removed.jsonl")
            (removed,) = (here / "removed.jsonl").read_text().splitlines()
            removed = json.loads(removed)
            self.assertEqual((removed["set"], [json.loads(record)["pair"] for record in removed["records"]]), ("4", [3, 3]))
            self.assertEqual(standings(here)["games"], 10)
            self.assert_said(league(here, "rebuild", "--remove", "more.jsonl"), 0, "all as the rules say")
            self.assertFalse((here / "more.jsonl").exists())

    def test_records_move_to_files_and_read_as_before(self):
        with folder() as here:
            begin_with(here, "greedy", "random")
            league(here, "run", "--games", 26, "--quiet")

            def shown_everywhere():
                league(here, "site", "public")
                site = {file.name: file.read_bytes() for file in (here / "public").rglob("*.js")}
                return league(here, "games", "--records", "--most", 0).stdout, standings(here), site

            before = shown_everywhere()
            self.assertEqual(len(before[0].splitlines()), 26)
            self.assert_said(league(here, "compact"), 0, "the records of 13 sets are in the database; 1000 fill a file")
            self.assert_said(league(here, "compact", "--sets", 0), 2, "--sets")
            self.assert_said(league(here, "compact", "--folder", "there"), 2, "a league in a file keeps its record files beside it, in ")
            self.assert_said(league(here, "compact", "--check", "--sets", 4), 0, "the records of about 12 sets would move")
            self.assertFalse((here / "league/league.db.records").exists())
            moved = json.loads(league(here, "compact", "--sets", 4, "--json").stdout)
            self.assertEqual((moved["sets"], moved["files"], moved["sets_left"], moved["stopped"]), (12, 3, 1, False))
            self.assertEqual(pathlib.Path(moved["folder"]), (here / "league/league.db.records").resolve())
            self.assertEqual(shown_everywhere(), before)
            files = sorted((here / "league/league.db.records").iterdir())
            self.assertEqual([file.stat().st_mode & 0o077 for file in files], [0, 0, 0])
            if shutil.which("zstd"):
                # The records of the first set stay, because they are the dictionary of the others.
                moved_lines = subprocess.run(["zstd", "-dcq", *files], capture_output=True, text=True, check=True).stdout.splitlines()
                stay = sorted(set(before[0].splitlines()) - set(moved_lines))
                self.assertEqual((len(moved_lines), len(stay)), (24, 2))
                self.assertEqual(sorted(moved_lines + stay), sorted(before[0].splitlines()))
                self.assertEqual(len({json.loads(line)["pair"] for line in stay}), 1)
            self.assert_said(league(here, "rebuild"), 0, "26 games", "all as the rules say")
            # A backup has the files, and a league of them is whole.
            self.assert_said(league(here, "backup", "copy.db"), 0, "copied to copy.db, and 3 files with records to", "copy.db.records")
            self.assert_said(league(here, "restore", "./copy.db", "--league", "elsewhere"), 0, "26 games")
            self.assert_said(league(here, "rebuild", "--check", "--league", "elsewhere"), 0, "26 games", "all as the rules say")
            self.assertEqual(league(here, "games", "--records", "--most", 0, "--league", "elsewhere").stdout, before[0])
            # A damaged file is found, and comes back from the backup.
            files[1].write_bytes(files[1].read_bytes()[:100])
            self.assert_said(league(here, "rebuild", "--check"), 1, files[1].name + ": this file is damaged (it has 100 bytes")
            self.assert_said(league(here, "games", "--records", "--most", 0), 2, files[1].name + ": this file is damaged")
            shutil.copy(here / "copy.db.records" / files[1].name, files[1])
            self.assert_said(league(here, "rebuild", "--check"), 0, "all as the rules say")
            # The league goes on.
            self.assert_said(league(here, "run", "--games", 8, "--quiet"), 0)
            self.assert_said(league(here, "compact", "--sets", 4), 0, "the records of 4 sets moved")
            self.assert_said(league(here, "rebuild"), 0, "34 games", "all as the rules say")

    def test_a_bot_that_does_not_start_any_more_is_suspended(self):
        with folder() as here:
            begin_with(here, "greedy", "random")
            # The games of its examination have other numbers than those of the league.
            program = PASSER.replace('    elif word == "go":', '    elif word == "newgame" and line.split()[2].isdigit() and '
                                     'int(line.split()[2]) < 1000000:\n        sys.exit("not today")\n    elif word == "go":')
            self.assert_said(submit(here, bot_folder(here, "fickle", program)), 0, "fickle-v1 plays")
            self.assert_said(league(here, "run", "--games", 40, "--quiet"), 0)
            fickle = shown(here, "fickle")
            self.assertEqual(fickle["state"], "suspended", fickle)
            self.assertRegex(fickle["reason"], r"it made no move in \d games in a row")
            self.assertLess(sum(opponent["games"] for opponent in fickle["opponents"]), 20)
            self.assert_said(league(here, "show", "fickle"), 0, "not today", "It forfeited")
            self.assertEqual({row["bot"] for row in standings(here)["bots"]}, {"greedy", "random"})

    def test_games_that_a_process_loses_together_suspend_no_bot(self):
        with folder() as here:
            begin_with(here, "greedy", "random")
            self.assert_said(submit(here, bot_folder(here, "unlucky", UNLUCKY % (here / "end"))), 0, "unlucky-v1 plays")
            for lane in (0, 1):
                (here / f"end{lane}").touch()
            self.assert_said(league(here, "run", "--games", 200, "--concurrency", 1, "--batch", 4, "--quiet"), 0)
            self.assertFalse(list(here.glob("end?")))
            self.assertEqual(shown(here, "unlucky")["state"], "active")
            self.assert_said(league(here, "rebuild"), 0, "200 games", "all as the rules say")

    def test_batches_have_no_more_games_than_a_block(self):
        with folder() as here:
            self.assert_said(league(here, "run", "--batch", 5), 2, '--batch: "5" should be a whole number from 1 to 4')

    def test_a_bot_that_forfeits_half_of_its_games_is_paused_and_its_author_is_told(self):
        with folder() as here:
            begin_with(here, "greedy", "random")
            # The games of its examination have other numbers than those of the league, where every second game is too much.
            program = PASSER.replace('    elif word == "go":', '    elif word == "newgame":\n        is_bad = line.split()[2].isdigit() and '
                                     'int(line.split()[2]) % 2 == 1 and int(line.split()[2]) < 1000000\n'
                                     '    elif word == "go" and is_bad:\n        print("bestmove nonsense", flush=True)\n    elif word == "go":')
            self.assert_said(submit(here, bot_folder(here, "clumsy", program)), 0, "clumsy-v1 plays")
            self.assert_said(league(here, "run", "--games", 60), 0, "clumsy-v1: is paused: it forfeited")
            clumsy = shown(here, "clumsy")
            self.assertEqual(clumsy["state"], "paused", clumsy)
            self.assertIn("games since it came to play; the last time: ", clumsy["reason"])
            self.assert_said(league(here, "show", "clumsy"), 0, "paused", "it forfeited")
            self.assertEqual({row["bot"] for row in standings(here)["bots"]}, {"greedy", "random"})
            self.assert_said(league(here, "site", "public"), 0)
            self.assertIn("was paused", (here / "public" / "feed.xml").read_text())
            self.assert_said(league(here, "restore", "clumsy-v1"), 0)
            self.assertEqual(shown(here, "clumsy")["state"], "active")


if __name__ == "__main__":
    unittest.main()
