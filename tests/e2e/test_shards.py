"""A tournament in shards that are merged: it is what one machine gives. Shards that do not belong together are refused."""

import json
import os
import random
import re
import shutil
import unittest

from toptile_program import BOTS, EXHIBIT, WORDS, count_for, folder, kill_in_play, records, run
from written_page import SESSIONS, TIMES, without_sessions, without_times

THREE = ("--bot", "greedy", "--bot", "random", "--bot", "stacker", "--lexicon", WORDS, "--sandbox", "off", "--seed", 8)


def play(run_folder, *more, bots=THREE, games=6):
    return run("tournament", *bots, "--games", games, "--no-clock", "--quiet", "--out", run_folder, *more)


def shard_name(here, index):
    return here / f"shard-{index}"


def play_shards(here, of, *more, **options):
    for index in range(1, of + 1):
        done = play(shard_name(here, index), "--shard", f"{index}/{of}", *more, **options)
        if done.returncode != 0:
            raise AssertionError(done.stderr)
    return [shard_name(here, index) for index in range(1, of + 1)]


def split(whole, here, of):
    """Splits a whole run into shards, as if they had been played with the same times."""
    lines = (whole / "games.jsonl").read_text().splitlines(keepends=True)
    for index in range(1, of + 1):
        shard = shard_name(here, index)
        shutil.copytree(whole, shard)
        (shard / "games.jsonl").write_text("".join(line for number, line in enumerate(lines) if number // 2 % of == index - 1))
        plan = json.loads((shard / "run.json").read_text())
        (shard / "run.json").write_text(json.dumps({**plan, "shard": {"index": index, "of": of}}))
        shutil.rmtree(shard / "bots")
    return [shard_name(here, index) for index in range(1, of + 1)]


def files(run_folder, blank_times=False):
    found = {str(path.relative_to(run_folder)): path.read_bytes() for path in run_folder.rglob("*")
             if path.is_file() and path.parent.name != "bots" and "frozen" not in path.parts and path.name != SESSIONS}
    found["report.html"] = without_sessions(found["report.html"])
    if blank_times:
        found["games.jsonl"] = TIMES.sub(rb"\g<1>0", found["games.jsonl"])
        found["report.html"] = without_times(found["report.html"])
    return found


def games_without_evidence(run_folder):
    games = records(run_folder)
    for forfeit in (forfeit for game in games for forfeit in game["forfeits"]):
        del forfeit["evidence"]
    return games


class Merged(unittest.TestCase):
    def test_it_is_what_one_machine_gives_byte_for_byte(self):
        with folder() as here:
            self.assertEqual(play(here / "whole").returncode, 0)
            for of in (1, 2, 3, 5):
                with self.subTest(shards=of), folder() as there:
                    shards = split(here / "whole", there, of)
                    random.Random(of).shuffle(shards)
                    merged = run("merge", there / "merged", *shards)
                    self.assertEqual(merged.returncode, 0, merged.stderr)
                    self.assertEqual(files(there / "merged"), files(here / "whole"))
                    self.assertFalse((there / "merged.merging").exists())
                    self.assertEqual(play(there / "merged").stdout.count("18 of 18 games, 18 of them played before"), 1)

    def test_shards_that_are_played_and_killed_merge_to_the_same_run_but_for_times(self):
        moments = random.Random(3)
        for more in ((), ("--format", "gauntlet"), ("--rules", "classic"), ("--players", "3")):
            with self.subTest(more), folder() as here:
                self.assertEqual(play(here / "whole", *more, games=12).returncode, 0)
                for index in (1, 2, 3):
                    command = ("tournament", *THREE, *more, "--games", 12, "--no-clock", "--quiet", "--shard", f"{index}/3",
                               "--concurrency", 2, "--out", shard_name(here, index))
                    for _ in range(count_for(2, 3)):
                        kill_in_play(command, shard_name(here, index), moments, games=6)
                    self.assertEqual(run(*command).returncode, 0)
                merged = run("merge", here / "merged", *(shard_name(here, index) for index in (3, 1, 2)), "--json")
                self.assertEqual(merged.returncode, 0, merged.stderr)
                self.assertEqual(json.loads(merged.stdout)["games"], len(records(here / "whole")))
                self.assertEqual(files(here / "merged", blank_times=True), files(here / "whole", blank_times=True))
                self.assertEqual(run("verify", here / "merged", shard_name(here, 2)).returncode, 0)

    def test_a_shard_is_a_run_that_everything_reads(self):
        with folder() as here:
            shards = play_shards(here, 2)
            ids = [game["id"] for game in records(shards[1])]
            self.assertEqual(ids, [3, 4, 7, 8, 11, 12, 15, 16])
            self.assertEqual(json.loads((shards[1] / "run.json").read_text())["shard"], {"index": 2, "of": 2})
            self.assertIn("8 games", run("ratings", shards[1]).stdout)
            self.assertIn("all as the rules say", run("verify", shards[1]).stdout)
            self.assertEqual(run("replay", shards[1], "--game", 7, "--plain").returncode, 0)
            absent = run("replay", shards[1], "--game", 5)
            self.assertIn("8 of the games 3 to 16, but not this one", absent.stderr)
            self.assertEqual(run("export", shards[1], "--as", "csv").stdout.count("\n"), 9)
            lines = (shards[1] / "games.jsonl").read_text().splitlines(keepends=True)
            (shards[1] / "games.jsonl").write_text("".join(lines[1:]))
            self.assertIn("line 1: id: expected game 3, not 4", run("verify", shards[1]).stdout)

    def test_transcripts_and_what_bots_wrote_come_with_it(self):
        with folder() as here:
            bot = here / "talker"
            bot.write_text(f"#!/bin/sh\necho hello >&2\nexec {EXHIBIT}\n")
            bot.chmod(0o755)
            bots = ("--bot", "greedy", "--bot", bot, "--lexicon", WORDS, "--seed", 8, "--sandbox", "off", "--no-try", "--concurrency", 1)
            shards = play_shards(here, 2, "--transcript", bots=bots)
            self.assertEqual(run("merge", here / "merged", *shards).returncode, 0)
            self.assertEqual({path.name for path in (here / "merged" / "transcripts").iterdir()}, {f"{id}.txt" for id in range(1, 7)})
            self.assertEqual((here / "merged" / "bots" / "talker.stderr").read_text(), "hello\n" * 4)

    def test_what_was_merged_already_is_left_alone_and_a_merge_that_was_killed_is_begun_anew(self):
        with folder() as here:
            shards = play_shards(here, 2)
            self.assertEqual(run("merge", here / "merged", *shards).returncode, 0)
            shutil.copytree(here / "merged", here / "again.merging")
            os.truncate(here / "again.merging" / "games.jsonl", 700)
            self.assertEqual(run("merge", f"{here}/again/", *shards).returncode, 0)
            self.assertEqual(files(here / "again"), files(here / "merged"))
            self.assertFalse((here / "again.merging").exists())
            before = files(here / "merged")
            again = run("merge", here / "merged", *shards)
            self.assertEqual((again.returncode, files(here / "merged")), (0, before))
            self.assertIn("holds the whole run already", again.stdout)
            (here / "mine.merging").mkdir()
            (here / "mine.merging" / "letter").touch()
            refused = run("merge", here / "mine", *shards)
            self.assertIn("a merge did not make this", refused.stderr)
            self.assertTrue((here / "mine.merging" / "letter").exists())


class Withdrawn(unittest.TestCase):
    BOTS = (*THREE, "--bot", f"dead={EXHIBIT} exit-at-start", "--no-try")

    def test_a_bot_that_never_starts_is_withdrawn_as_on_one_machine(self):
        with folder() as here:
            # The records of games that are not played say when games are adjudicated, like all others.
            more = ("--max-turns", 8)
            self.assertEqual(play(here / "whole", "--concurrency", 1, *more, bots=self.BOTS, games=10).returncode, 0)
            shards = play_shards(here, 3, *more, bots=self.BOTS, games=10)
            merged = run("merge", here / "merged", *shards)
            self.assertEqual(merged.returncode, 0, merged.stderr)
            self.assertIn("dead was withdrawn", merged.stdout)
            self.assertEqual(files(here / "merged", blank_times=True), files(here / "whole", blank_times=True))

    def test_one_that_did_not_start_in_one_shard_alone_is_told(self):
        with folder() as here:
            switch = here / "broken"
            bot = here / "moody"
            bot.write_text(f"#!/bin/sh\n[ -e {switch} ] && exit 3\nexec {BOTS / 'random'}\n")
            bot.chmod(0o755)
            bots = ("--bot", "greedy", "--bot", bot, "--lexicon", WORDS, "--seed", 8, "--sandbox", "off", "--no-try", "--concurrency", 1)
            for index in (1, 2):
                switch.touch() if index == 2 else None
                play(shard_name(here, index), "--shard", f"{index}/2", bots=bots, games=20)
            refused = run("merge", here / "merged", shard_name(here, 1), shard_name(here, 2))
            self.assertEqual((refused.returncode, refused.stderr.count("\n")), (2, 1))
            self.assertIn("shard-2: bot moody was withdrawn in this shard and is not in the whole tournament, where game", refused.stderr)
            self.assertEqual([path.name for path in here.iterdir() if path.name.startswith("merged")], [])


class WithdrawnOfThree(unittest.TestCase):
    def test_shards_in_which_a_bot_never_starts_are_what_one_machine_gives(self):
        with folder() as here:
            bots = (*THREE, "--bot", f"dead={EXHIBIT} exit-at-start", "--players", 3, "--no-try", "--concurrency", 1)
            self.assertEqual(play(here / "whole", bots=bots).returncode, 0)
            merged = run("merge", here / "merged", *play_shards(here, 2, bots=bots))
            self.assertEqual(merged.returncode, 0, merged.stderr)
            self.assertEqual([game["forfeits"] for game in games_without_evidence(here / "merged")],
                             [game["forfeits"] for game in games_without_evidence(here / "whole")])
            self.assertEqual(run("verify", here / "merged").returncode, 0)


class Refused(unittest.TestCase):
    def refuse(self, here, words, *shards):
        done = run("merge", here / "merged", *shards)
        self.assertEqual((done.returncode, done.stderr.count("\n")), (2, 1), done.stdout + done.stderr)
        for one in (words,) if isinstance(words, str) else words:
            self.assertIn(one, done.stderr)
        self.assertFalse((here / "merged").exists())
        self.assertFalse((here / "merged.merging").exists())

    def test_shards_that_do_not_belong_together(self):
        with folder() as here:
            one, two = play_shards(here, 2)
            few = here / "few.txt"
            few.write_text("\n".join(WORDS.read_text().split("\n")[:20000]))
            renamed = tuple(flag if flag != "random" else "random=stacker" for flag in THREE)
            for name, more, bots, words in (
                    ("clock", ("--margin", 7), THREE, "clock.margin_ms: 50 in the first, 7 in the second"),
                    ("lexicon", (), tuple(few if flag == WORDS else flag for flag in THREE), "lexicon."),
                    ("seed", (), (*THREE[:-1], 9), 'seed: "8" in the first, "9" in the second'),
                    ("bot", (), renamed, "(bot random)")):
                with self.subTest(name):
                    done = play(here / name, "--shard", "2/2", *more, bots=bots)
                    self.assertEqual(done.returncode, 0, done.stderr)
                    self.refuse(here, (words, "shard-1", name, "are not shards of one tournament"), one, here / name)
            with self.subTest("another build of a bot"):
                shutil.copytree(two, here / "build")
                plan = (here / "build" / "run.json").read_text()
                sha256 = json.loads(plan)["bots"][1]["sha256"]
                (here / "build" / "run.json").write_text(plan.replace(sha256, sha256[::-1]))
                self.refuse(here, ("bots.1.sha256 (bot random)", "build"), one, here / "build")
            with self.subTest("another split"):
                self.assertEqual(play(here / "third", "--shard", "2/3").returncode, 0)
                self.refuse(here, ("third is one of 3 shards", "one of 2"), one, here / "third")
            with self.subTest("missing, double, none"):
                self.refuse(here, "shard 1 of 2 is missing", two)
                self.refuse(here, "are both shard 2 of 2", one, two, two)
                self.refuse(here, "are both shard 1 of 2", one, one, two)
                self.assertEqual(play(here / "whole").returncode, 0)
                self.refuse(here, "this run is not a shard", one, here / "whole")
                self.refuse(here, "this is not a run", one, here / "nowhere")

    def test_shards_whose_records_are_not_all_there_or_not_in_their_place(self):
        with folder() as here:
            one, two = play_shards(here, 2)
            log = two / "games.jsonl"
            lines = log.read_text().splitlines(keepends=True)
            for words, changed in (("shard-2: only 5 of its 8 games are played", lines[:5]),
                                   ("shard-2: only 7 of its 8 games are played", [*lines[:7], lines[7][:-20]]),
                                   ("line 3: id: expected game 7, not 8", [*lines[:2], lines[3], lines[2], *lines[4:]]),
                                   ("line 9: there is no further game in this shard", [*lines, lines[7]]),
                                   ("line 2: seed: the record says", [lines[0], re.sub(r'"seed":"\d+', '"seed":"1', lines[1]), *lines[2:]])):
                with self.subTest(words):
                    log.write_text("".join(changed))
                    self.refuse(here, words, one, two)
            log.write_text("".join(lines))
            (two / "lexicon.txt").write_text("cat\n")
            self.assertEqual(run("merge", here / "merged", one, two).returncode, 0, "the words of the first shard count")
            shutil.rmtree(here / "merged")
            (one / "lexicon.txt").write_text("cat\n")
            self.refuse(here, "these are not the words that run.json names", one, two)

    def test_a_folder_that_holds_something_else(self):
        with folder() as here:
            shards = play_shards(here, 2)
            self.assertEqual(play(here / "other", games=2).returncode, 0)
            before = files(here / "other")
            for out in (here, here / "other", shards[0]):
                done = run("merge", out, *shards)
                self.assertEqual((done.returncode, done.stderr.count("\n")), (2, 1))
                self.assertIn("something other than the run of these shards", done.stderr)
            self.assertEqual(files(here / "other"), before)

    def test_what_is_not_played_in_shards(self):
        unseeded = THREE[:-2]
        for more, bots, words in ((("--shard", "1/3", "--format", "swiss"), THREE, "only round_robin and gauntlet"),
                                  (("--shard", "1/3"), unseeded, "all shards need the same seed"),
                                  (("--shard", "1/3", "--restart", "never"), THREE, "restart never"),
                                  (("--shard", "0/3"), THREE, "should be like 2/8"), (("--shard", "4/3"), THREE, "should be like 2/8"),
                                  (("--shard", "2"), THREE, "should be like 2/8"), (("--shard", "1/3/3"), THREE, "should be like 2/8"),
                                  (("--shard", "1/100001"), THREE, "should be like 2/8")):
            with self.subTest(more), folder() as here:
                done = play(here / "run", *more, bots=bots)
                self.assertEqual((done.returncode, done.stderr.count("\n")), (2, 1), done.stderr)
                self.assertIn(words, done.stderr)
                self.assertFalse((here / "run").exists())


class Scripts(unittest.TestCase):
    """The scripts that `toptile slurm` writes; test_slurm.py runs them."""

    def write(self, here, *more, **changes):
        config = {"bots": ["greedy", "random"], "games": 8, "seed": "5", "lexicon": str(WORDS), "name": "it's #1", **changes}
        (here / "league.json").write_text(json.dumps({key: value for key, value in config.items() if value is not None}))
        return run("slurm", here / "league.json", "--out", here / "my 'own' 100%", *more)

    def test_what_sbatch_is_told(self):
        with folder() as here:
            done = self.write(here, "--shards", 4, "--cpus", 2, "--partition", "long", "--sbatch=--mem=2G", "--sbatch=--account=us")
            self.assertEqual(done.returncode, 0, done.stderr)
            script = (here / "my 'own' 100%" / "shard.sh").read_text()
            told = re.findall(r"^#SBATCH (.*)$", script, re.M)
            self.assertEqual(told, ["--job-name=it-s--1", "--array=1-4", "--cpus-per-task=2", "--signal=B:USR1@60", "--requeue",
                                    "--open-mode=append", "--partition=long", "--mem=2G", "--account=us"])
            self.assertIn("/my '\\''own'\\'' 100%%/logs/shard-%a.txt'", (here / "my 'own' 100%" / "submit.sh").read_text())
            self.assertEqual(self.write(here, "--shards", 2).returncode, 0, "it may be written anew")

    def test_what_it_refuses(self):
        for more, changes, words in ((("--shards", 5), {}, "5 shards are too many, as there are only 4 pairs"), (("--shards", 2), {"seed": None}, "all shards need the same seed"),
                                     (("--shards", 2), {"format": "knock_out"}, "only round_robin and gauntlet"),
                                     (("--shards", 2), {"bots": ["greedy", "gredy"]}, "did you mean greedy?"),
                                     (("--shards", 2, "--sbatch=mem"), {}, "is not an option of sbatch"),
                                     (("--shards", 2, "--partition", "a\nb"), {}, "cannot be given to sbatch"),
                                     (("--shards", 0), {}, "--shards"), ((), {}, "--shards")):
            with self.subTest(words), folder() as here:
                done = self.write(here, *more, **changes)
                self.assertEqual((done.returncode, done.stderr.count("\n")), (2, 1), done.stderr)
                self.assertIn(words, done.stderr)
                self.assertFalse((here / "my 'own' 100%").exists())
        with folder() as here:
            (here / "my 'own' 100%").mkdir()
            (here / "my 'own' 100%" / "letter").touch()
            self.assertIn("holds something else", self.write(here, "--shards", 2).stderr)


if __name__ == "__main__":
    unittest.main()
