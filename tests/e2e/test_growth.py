"""Runs that take more games and other bots. Each becomes the run that would have come out if it had been asked for so from the
start, and nothing is played again: what a run has on disk is compared byte by byte, except for the digits of times."""

import json
import os
import pathlib
import re
import signal
import stat
import time
import unittest

from toptile_program import BOTS, IS_LONG, PATIENCE, WORDS, folder, records, run, start
from written_page import SESSIONS, TIMES

TERMS = ("--lexicon", WORDS, "--seed", 8, "--no-clock", "--no-try", "--quiet", "--sandbox", "off")
KILLS = 40 if IS_LONG else 12


def bots(*names):
    return [word for name in names for word in ("--bot", name)]


def played(here, name, *flags):
    """A run that is played at once."""
    done = run("tournament", *flags, *TERMS, "--out", here / name)
    assert done.returncode == 0, done.stderr
    return here / name


def resumed(run_folder, *flags, sandbox="off"):
    return run("tournament", "--resume", run_folder, "--no-try", "--quiet", "--sandbox", sandbox, *flags)


def checked(run_folder, *flags):
    return run("tournament", "--resume", run_folder, "--check", "--sandbox", "off", *flags)


def files(run_folder):
    """The files of a run by name. What bots wrote on standard error stays there when they leave."""
    found = {str(path.relative_to(run_folder)): path.read_bytes() for path in run_folder.rglob("*")
             if path.is_file() and path.name != SESSIONS}
    found = {name: content for name, content in found.items() if not name.startswith("bots/")}
    found["games.jsonl"] = TIMES.sub(rb"\g<1>0", found["games.jsonl"])
    return found


def played_now(done):
    """How many games this start played."""
    games, before = re.search(r"^(\d+) of \d+ games(?:, (\d+) of them played before)?", done.stdout, re.MULTILINE).groups()
    return int(games) - int(before or 0)


class Growing(unittest.TestCase):
    def check_same(self, run_folder, other, aside=()):
        one, whole = files(run_folder), files(other)
        self.assertEqual(set(one) - set(aside), set(whole))
        for name, content in whole.items():
            if name != "report.html":  # It has the folder's name.
                self.assertTrue(one[name] == content, name)
        self.assertEqual(run("verify", run_folder).returncode, 0)

    def grow(self, run_folder, *flags):
        done = resumed(run_folder, *flags)
        self.assertEqual(done.returncode, 0, done.stderr)
        return played_now(done)

    def test_more_games(self):
        with folder() as here:
            one = played(here, "one", *bots("greedy", "random", "stacker"), "--games", 4)
            self.assertEqual(self.grow(one, "--games", 10), 18)
            self.check_same(one, played(here, "whole", *bots("greedy", "random", "stacker"), "--games", 10))
            self.assertEqual(self.grow(one, "--games", 10), 0)

    def test_a_bot_joins_leaves_and_comes_back(self):
        with folder() as here:
            one = played(here, "one", *bots("greedy", "random"), "--games", 6)
            self.assertEqual(self.grow(one, "--bot", "dice=random"), 12)
            three = played(here, "three", *bots("greedy", "random", "dice=random"), "--games", 6)
            self.check_same(one, three)
            self.assertEqual(self.grow(one, "--without", "random"), 0)
            aside = ("games.kept.jsonl", "left_out.json")
            self.check_same(one, played(here, "two", *bots("greedy", "dice=random"), "--games", 6), aside)
            for name in aside:
                self.assertEqual(stat.S_IMODE((one / name).stat().st_mode), 0o600)
            self.assertEqual(self.grow(one, "--without", "random"), 0)
            self.assertEqual(self.grow(one, "--bot", "random"), 0)
            self.check_same(one, three)

    def test_rounds_and_games_of_three(self):
        with folder() as here:
            swiss = [*bots("greedy", "random", "stacker", "dice=random", "phoney"), "--format", "swiss", "--games", 2]
            one = played(here, "swiss", *swiss, "--rounds", 2)
            self.assertEqual(self.grow(one, "--rounds", 3), 4)
            self.check_same(one, played(here, "more", *swiss, "--rounds", 3))
            three = ("--players", 3, "--games", 6)
            one = played(here, "three", *bots("greedy", "random", "stacker"), *three)
            self.assertEqual(self.grow(one, "--bot", "phoney"), 18)
            self.check_same(one, played(here, "four", *bots("greedy", "random", "stacker", "phoney"), *three))

    def test_a_match(self):
        with folder() as here:
            one = here / "one"
            self.assertEqual(run("match", "greedy", "random", "--games", 4, *TERMS, "--out", one).returncode, 0)
            done = run("match", "--resume", one, "--games", 8, "--no-try", "--quiet", "--sandbox", "off")
            self.assertEqual((done.returncode, played_now(done)), (0, 4), done.stderr)
            self.check_same(one, played(here, "whole", *bots("greedy", "random"), "--games", 8))
            done = run("match", "--resume", one, "greedy", "stacker", "--no-try")
            self.assertEqual(done.returncode, 2)
            self.assertIn("a match is between two bots, and this run would have 3", done.stderr)

    def test_a_configuration_file_that_was_changed(self):
        with folder() as here:
            config = here / "cup.json"
            text = '{"bots": [%s], "games": %d, "seed": "8", "lexicon": "' + str(WORDS) + '", "clock": {"kind": "none"}, "try_bots": false, "sandbox": "off"}'
            config.write_text(text % ('"greedy", "random", "stacker"', 4))
            one = here / "one"
            self.assertEqual(run("tournament", config, "--quiet", "--out", one).returncode, 0)
            config.write_text(text % ('"stacker", "greedy", "phoney"', 6))
            done = run("tournament", config, "--quiet", "--resume", one)
            self.assertEqual((done.returncode, played_now(done)), (0, 18 - 4), done.stderr)
            self.assertEqual(run("tournament", config, "--quiet", "--out", here / "whole").returncode, 0)
            self.check_same(one, here / "whole", ("games.kept.jsonl", "left_out.json"))
            # The same as a file without this bot.
            done = run("tournament", config, "--quiet", "--resume", one, "--without", "stacker")
            self.assertEqual((done.returncode, played_now(done)), (0, 0), done.stderr)
            config.write_text(text % ('"greedy", "phoney"', 6))
            self.assertEqual(run("tournament", config, "--quiet", "--out", here / "rest").returncode, 0)
            self.check_same(one, here / "rest", ("games.kept.jsonl", "left_out.json"))

    def test_transcripts_follow_their_games(self):
        with folder() as here:
            one = played(here, "one", *bots("greedy", "random"), "--games", 4, "--transcript")
            self.grow(one, "--bot", "stacker", "--transcript")
            for game in records(one):
                text = (one / "transcripts" / f"{game['id']}.txt").read_text()
                for name in game["players"]:
                    self.assertRegex(text, rf"(?m)^\S+ {name} > newgame ")
            self.assertEqual(len(list((one / "transcripts").glob("*.txt"))), 12)
            self.assertEqual(list((one / "transcripts").glob("kept/*")), [])

    def test_a_merged_run_takes_a_bot(self):
        with folder() as here:
            for shard in (1, 2):
                played(here, f"shard-{shard}", *bots("greedy", "random"), "--games", 8, "--shard", f"{shard}/2")
                self.assertEqual(resumed(here / f"shard-{shard}", "--bot", "stacker").returncode, 2)
                self.grow(here / f"shard-{shard}", "--games", 12)
            self.assertEqual(run("merge", here / "one", here / "shard-1", here / "shard-2").returncode, 0)
            self.assertEqual(self.grow(here / "one", "--bot", "stacker"), 24)
            self.check_same(here / "one", played(here, "whole", *bots("greedy", "random", "stacker"), "--games", 12))

    def test_the_run_goes_on_with_its_own_copies_of_bots(self):
        with folder() as here:
            mine = here / "mine"
            mine.mkdir()
            (mine / "bot.json").write_text('{"name": "mine", "run": ["./bot.sh"]}')
            (mine / "bot.sh").write_text(f'#!/bin/sh\nexec "{BOTS / "greedy"}"\n')
            (mine / "bot.sh").chmod(0o755)
            one = played(here, "one", *bots("random", str(mine)), "--games", 4)
            whole = played(here, "whole", *bots("random", str(mine), "stacker"), "--games", 4)
            with open(mine / "bot.sh", "a", encoding="utf-8") as script:
                script.write("# changed\n")
            done = resumed(one, "--bot", "stacker", sandbox="auto")
            self.assertEqual(done.returncode, 2)
            self.assertIn("this run was begun with another configuration: bots.random.sandbox.enforced: the run has []", done.stderr)
            done = resumed(one, "--bot", "stacker")
            self.assertIn("its files were changed after this run began", done.stderr)
            # Without a sandbox nobody's copies are started but those of the user's own files.
            self.assertEqual(done.returncode, 2)
            self.assertIn("differs from the bot's own files, and without the sandbox it would run with your rights", done.stderr)
            (mine / "bot.sh").write_text(f'#!/bin/sh\nexec "{BOTS / "greedy"}"\n')
            self.assertEqual(self.grow(one, "--bot", "stacker"), 8)
            self.check_same(one, whole)
            self.grow(one, "--without", "mine")
            with open(mine / "bot.sh", "a", encoding="utf-8") as script:
                script.write("# changed\n")
            done = resumed(one, "--bot", mine)
            self.assertEqual(done.returncode, 2)
            self.assertIn("bot mine has played for this run before, but it was another one: sha256", done.stderr)


class Checked(unittest.TestCase):
    """--check says what would become of a run, and leaves it as it is."""

    def test_who_joins_is_tried_and_who_plays_already_is_not(self):
        with folder() as here:
            one = played(here, "one", *bots("greedy", "random", "stacker"), "--games", 4)
            before = files(one)
            flags = ("--bot", "phoney", "--without", "random", "--games", 6)
            told = checked(one, *flags)
            self.assertEqual((told.returncode, told.stderr), (0, ""))
            self.assertRegex(told.stdout, rf"""(?x)^3\ bots,\ round_robin,\ 6\ games\ a\ pairing,\ 18\ in\ all\n
                (?s:.*)\nrun\ {re.escape(str(one))},\ 12\ games\ played\ so\ far\n
                phoney\ joins\ the\ run\n
                the\ run\ goes\ on\ without\ random;\ its\ games\ stay\ in\s\S+games\.kept\.jsonl\n
                \n
                \ \ greedy\ +plays\ for\ the\ run\ already\n
                \ \ stacker\ +plays\ for\ the\ run\ already\n
                \ \ phoney\ .*turns\ played(?s:.*)\n$""")
            self.assertEqual(files(one), before)
            data = json.loads(checked(one, *flags, "--json").stdout)
            self.assertEqual((data["is_good"], data["played"], data["games"], data["added"], data["left_out"]),
                             (True, 12, 18, ["phoney"], ["random"]))
            self.assertEqual([trial["name"] for trial in data["trials"]], ["phoney"])
            self.assertEqual(resumed(one, *flags).returncode, 0)
            run_json = json.loads((one / "run.json").read_text())
            self.assertEqual(data["plan"], run_json)

    def test_nothing_changes_and_nobody_joins(self):
        with folder() as here:
            one = played(here, "one", *bots("greedy", "random"), "--games", 4)
            told = checked(one)
            self.assertEqual((told.returncode, told.stderr), (0, ""))
            self.assertIn("4 games played so far\n\n  greedy  plays for the run already\n", told.stdout)

    def test_a_bot_that_joins_and_does_not_start_is_a_fault(self):
        with folder() as here:
            one = played(here, "one", *bots("greedy", "random"), "--games", 4)
            (here / "ends").write_text("#!/bin/sh\nexit 3\n")
            (here / "ends").chmod(0o755)
            before = files(one)
            told = checked(one, "--bot", here / "ends")
            self.assertEqual(told.returncode, 2)
            self.assertIn("bot ends: crash", told.stderr)
            self.assertEqual(files(one), before)
            untried = checked(one, "--bot", here / "ends", "--no-try")
            self.assertEqual(untried.returncode, 0, untried.stderr)
            self.assertIn("ends    not started", untried.stdout)

    def test_with_its_configuration_file(self):
        with folder() as here:
            cup = here / "cup.json"
            cup.write_text(json.dumps({"bots": ["greedy", "random"], "lexicon": str(WORDS), "games": 4, "seed": 8, "sandbox": "off"}))
            self.assertEqual(run("tournament", cup, "--out", here / "one", "--quiet").returncode, 0)
            before = files(here / "one")
            told = run("tournament", cup, "--resume", here / "one", "--games", 6, "--check")
            self.assertEqual((told.returncode, told.stderr), (0, ""))
            self.assertIn("4 games played so far", told.stdout)
            wrong = run("tournament", cup, "--resume", here / "one", "--seed", 9, "--check")
            self.assertEqual(wrong.returncode, 2)
            self.assertIn("this run was begun with another configuration: seed", wrong.stderr)
            self.assertEqual(files(here / "one"), before)

    def test_a_set_that_would_be_played_again(self):
        with folder() as here:
            one = played(here, "one", *bots("greedy", "random"), "--games", 4)
            told = run("rerun", one, "--pair", 2, "--check")
            self.assertEqual((told.returncode, told.stderr), (0, ""))
            self.assertTrue(told.stdout.startswith(f"pair 2 of {one} again, 2 games\n"), told.stdout)
            same = run("rerun", one, "--pair", 2, "--check", "--out", one)
            self.assertEqual(same.returncode, 2)
            self.assertIn("this is the run itself; choose another folder", same.stderr)


class Refused(unittest.TestCase):
    def test_each_is_one_sentence_and_changes_nothing(self):
        with folder() as here:
            one = played(here, "one", *bots("greedy", "random", "stacker"), "--games", 4)
            before = files(one)
            for flags, words in {
                ("--games", "2"): "game 12 is played, but what is asked for ends with game 6; ask for no less than was played",
                ("--games", "7"): "--games: 7 is not an even number of 2 or more",
                ("--bot", "phoney", "--bot", "phoney"): "two new bots are called phoney; name one of them, as in phoney-2=",
                ("--bot", "greedy=random"): "the run has a bot greedy, which is started otherwise",
                ("--bot", "nobody-knows"): '"nobody-knows" is neither a shipped bot',
                ("--without", "gredy"): "the run has no bot gredy; did you mean greedy? Its bots are: greedy, random, stacker",
                ("--without", "stacker", "--without", "greedy"): "a tournament needs two bots or more, and there is one",
                ("--bot", "phoney", "--without", "phoney"): "bot phoney cannot join the run and leave it at once",
                ("--seed", "9"): 'this run was begun with another configuration: seed: the run has "8", but now "9" is asked for',
                ("--clock", "5000"): "this run was begun with another configuration: clock",
                ("--rules", "classic"): "this run was begun with another configuration",
                ("--format", "gauntlet"): "this run was begun with another configuration: format",
                ("--out", "elsewhere"): "--resume and --out do not go together; leave one out",
            }.items():
                with self.subTest(flags):
                    done = resumed(one, *flags)
                    self.assertEqual(done.returncode, 2, done.stderr)
                    self.assertIn(words, done.stderr)
                    self.assertEqual(done.stderr.count("\n"), 1, done.stderr)
                    self.assertEqual(files(one), before)
            self.assertIn("two bots or more, and there is none", run("tournament", "--without", "greedy").stderr)
            self.assertIn("this is not a run", resumed(here / "nothing").stderr)

    def test_a_check_refuses_the_same_and_reads_only(self):
        with folder() as here:
            one = played(here, "one", *bots("greedy", "random", "stacker"), "--games", 4)
            before = files(one)
            for flags in (("--games", 2), ("--without", "gredy"), ("--bot", "greedy=random"), ("--seed", 9), ("--format", "gauntlet")):
                with self.subTest(flags):
                    told, done = checked(one, *flags), resumed(one, *flags)
                    self.assertEqual((told.returncode, told.stderr), (2, done.stderr))
                    self.assertEqual(files(one), before)

    def test_other_bots_of_the_same_command_are_named(self):
        with folder() as here:
            one = played(here, "one", *bots("greedy", "random", "stacker"), "--games", 2)
            before = files(one)
            for names, told in ((("greedy", "random"), "stacker is missing; its bots change with: toptile tournament --resume {} --without stacker;"),
                                (("greedy", "random", "stacker", "patient"), "patient is new; its bots change with: toptile tournament --resume {} --bot patient;"),
                                (("greedy", "random", "mine=patient"), "stacker is missing, and mine is new; its bots change with: "
                                                                       "toptile tournament --resume {} --without stacker --bot mine=patient;"),
                                (("random", "greedy", "stacker"), "the order of its bots is greedy, random, stacker;"),
                                # Its files are not told to have changed.
                                (("greedy", "random", "stacker=patient"), "bots.2.")):
                done = run("tournament", *bots(*names), "--games", 2, *TERMS, "--out", one)
                self.assertEqual(done.returncode, 2, done.stdout)
                self.assertIn(told.format(one), done.stderr)
                self.assertEqual(done.stderr.count("\n"), 1, done.stderr)
                self.assertEqual(files(one), before)

    def test_a_run_that_was_tampered_with(self):
        with folder() as here:
            one = played(here, "one", *bots("greedy", "random", "stacker"), "--games", 4)
            self.assertEqual(resumed(one, "--without", "stacker").returncode, 0)
            plan, left_out = (one / "run.json").read_text(), (one / "left_out.json").read_text()
            words = (one / "lexicon.txt").read_text()

            def fault(*flags):
                done = resumed(one, *flags)
                self.assertEqual(done.returncode, 2)
                self.assertEqual(done.stderr.count("\n"), 1, done.stderr)
                return done.stderr

            (one / "lexicon.txt").write_text(words + "ZZZZ\n")
            self.assertIn("these are not the words that run.json names", fault("--games", 6))
            (one / "lexicon.txt").write_text(words)
            (one / "run.json").write_text(plan.replace('"run": 9', '"run": 8'))
            self.assertIn("run: ", fault("--games", 6))
            (one / "run.json").write_text(plan.replace('"name": "random"', '"name": "greedy"'))
            self.assertIn("are both called greedy", fault("--games", 6))
            (one / "run.json").write_text(plan.replace('"seed": "8"', '"seed": "9"'))
            self.assertIn("seed: the record says", fault("--games", 6))
            (one / "run.json").write_text(plan)
            (one / "left_out.json").write_text("[]")
            self.assertIn("left_out.json", fault("--bot", "stacker"))
            (one / "left_out.json").unlink()
            os.mkfifo(one / "left_out.json")
            self.assertIn("left_out.json", fault("--bot", "stacker"))
            (one / "left_out.json").unlink()
            (one / "left_out.json").write_text(left_out)
            kept = (one / "games.kept.jsonl").read_text()
            (one / "games.kept.jsonl").write_text(kept.replace('"ranks":[1,2]', '"ranks":[2,1]').replace('"ranks":[2,1]', '"ranks":[1,2]', 1))
            done = resumed(one, "--bot", "stacker")
            self.assertEqual(done.returncode, 2)
            self.assertRegex(done.stderr, r"games\.kept\.jsonl: game \d+: the digest is not that of the record")


class Killed(unittest.TestCase):
    def test_a_change_that_is_killed_again_and_again_comes_to_the_same_bytes(self):
        with folder() as here:
            begun = played(here, "begun", *bots("greedy", "random", "stacker"), "--games", 20)
            whole = files(played(here, "whole", *bots("greedy", "stacker", "dice=random"), "--games", 40))
            command = ("tournament", "--resume", begun, "--without", "random", "--bot", "dice=random", "--games", 40, "--no-try",
                       "--sandbox", "off", "--quiet", "--concurrency", 2)
            # Each blow falls when the run's files have changed once more, or when some more games are there.
            kills = 0
            seen = self.state(begun)
            while True:
                process = start(*command)
                while process.poll() is None and self.state(begun) == seen:
                    time.sleep(0.0005)
                process.send_signal(signal.SIGKILL)
                process.communicate(timeout=PATIENCE)
                if process.returncode == 0:
                    break
                seen = self.state(begun)
                kills += 1
                self.assertLess(kills, 2000, "the run does not get on")
                if kills == KILLS:
                    done = run(*command)
                    self.assertEqual(done.returncode, 0, done.stderr)
                    break
            self.assertGreater(kills, 5)
            grown = files(begun)
            self.assertEqual(set(grown) - {"games.kept.jsonl", "left_out.json"}, set(whole))
            for name in set(whole) - {"report.html"}:
                self.assertTrue(grown[name] == whole[name], f"{name} is another after {kills} kills")
            self.assertEqual(run("verify", begun).returncode, 0)

    @staticmethod
    def state(run_folder: pathlib.Path):
        """What steps of a change leave behind."""
        def size(path):
            return path.stat().st_size if path.exists() else None
        kept = list(run_folder.glob("games.kept*"))
        games = size(run_folder / "games.jsonl") or 0
        return (sorted(path.name for path in kept), size(run_folder / "left_out.json"), size(run_folder / "run.json"),
                (run_folder / "frozen" / "1" / "dice").exists(), (run_folder / "frozen" / "2" / "dice").exists(), games // 20_000)


if __name__ == "__main__":
    unittest.main()
