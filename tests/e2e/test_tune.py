"""toptile tune: a bot's options are tuned by games of the bot against itself."""

import json
import os
import shlex
import shutil
import unittest

from toptile_program import PATIENCE, WORDS, folder, has_sandbox, run, start

AIMER = os.environ["TOPTILE_AIMER"]
TERMS = ("--lexicon", WORDS, "--max-turns", 16, "--seed", 3)
COMMON = ("--sandbox", "off", *TERMS)


def tune(*arguments, **how):
    return run("tune", AIMER, *arguments, *COMMON, **how)


def values(done):
    return json.loads(done.stdout.splitlines()[-1])["values"]


class Tune(unittest.TestCase):
    def test_a_planted_optimum_is_found(self):
        with folder() as here:
            done = tune("--option", "Aim,step=10", "--pairs", 400, "--json", "--out", here / "tuning", timeout=PATIENCE)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertAlmostEqual(values(done)["Aim"], 70, delta=12)
            again = tune("--option", "Aim,step=10", "--pairs", 400, "--quiet", "--out", here / "tuning")
            self.assertEqual(again.returncode, 0, again.stderr)
            self.assertRegex(again.stdout, r"(?m)^Aim +20 +[67]\d")
            # The match that it proposes can be played.
            command = shlex.split(again.stdout.split("a match says:\n")[1])
            self.assertEqual(command[:2], ["toptile", "match"])
            played = run(*command[1:-2], "--games", 2, *COMMON, "--out", here / "match", "--quiet")
            self.assertEqual(played.returncode, 0, played.stderr)
            self.assertIn("aimer-tuned against aimer", played.stdout)

    def test_it_ends_with_the_same_values_at_any_concurrency_and_after_a_kill(self):
        flags = ("--option", "Aim,start=30,min=10,max=90", "--option", "Scale,min=0,max=1", "--pairs", 24, "--batch", 3, "--json")
        with folder() as here:
            whole = tune(*flags, "--concurrency", 1, "--out", here / "whole")
            self.assertEqual(whole.returncode, 0, whole.stderr)
            killed = start("tune", AIMER, *flags, *COMMON, "--concurrency", 3, "--out", here / "killed")
            for _ in range(3):
                killed.stdout.readline()
            killed.kill()
            killed.communicate()
            batches = here / "killed" / "batches.jsonl"
            done = batches.read_text()
            self.assertGreaterEqual(done.count("\n"), 3)
            batches.write_text(done + '{"pair": 9')  # This line was being written.
            # The seed is that of the tuning.
            rest = run("tune", AIMER, *flags, *COMMON[:-2], "--concurrency", 2, "--out", here / "killed")
            self.assertEqual(rest.returncode, 0, rest.stderr)
            self.assertEqual(values(rest), values(whole))
            self.assertEqual(batches.read_text(), (here / "whole" / "batches.jsonl").read_text())

    def test_a_folder_with_links_or_with_something_else_is_left_alone(self):
        flags = ("--option", "Aim", "--pairs", 4, "--quiet")
        with folder() as here:
            (here / "outside").mkdir()
            self.assertEqual(tune(*flags, "--out", here / "tuning").returncode, 0)
            batches = here / "tuning" / "batches.jsonl"
            for file, make, told in ((batches, os.mkfifo, "batches.jsonl: this is a FIFO"),
                                     (batches, lambda file: file.symlink_to(here / "outside/secret"), "batches.jsonl"),
                                     (here / "tuning/bots", lambda file: file.symlink_to(here / "outside"), "this must be a folder"),
                                     (here / "tuning/lock", lambda file: file.symlink_to(here / "outside/secret"), "this must be a regular file")):
                aside = here / "aside"
                file.rename(aside)
                make(file)
                done = tune(*flags, "--out", here / "tuning")
                self.assertEqual(done.returncode, 2, done.stdout)
                self.assertIn(told, done.stderr)
                self.assertEqual(list((here / "outside").iterdir()), [])
                file.unlink()
                aside.rename(file)
            played = run("tournament", "--bot", "greedy", "--bot", "random", "--games", 2, "--no-clock", *COMMON, "--quiet", "--out", here / "run")
            self.assertEqual(played.returncode, 0, played.stderr)
            for done, told in ((tune(*flags, "--out", here / "run"), "something other than a tuning"),
                               (run("tournament", "--bot", "greedy", "--bot", "random", *COMMON, "--out", here / "tuning"), "something other than a run")):
                self.assertEqual(done.returncode, 2, done.stdout)
                self.assertIn(told, done.stderr)

    def test_a_folder_of_another_tuning_is_left_alone(self):
        flags = ("--pairs", 4, "--quiet")
        with folder() as here:
            out = ("--out", here / "tuning")
            self.assertEqual(tune("--option", "Aim", *flags, *out).returncode, 0)
            before = {file.name: file.read_bytes() for file in (here / "tuning").iterdir() if file.is_file()}
            for other, told in ((("--option", "Aim,step=3", *flags), "this tuning was begun with step 5 for option Aim, and now 3 is asked for"),
                                (("--option", "Aim", "--pairs", 6, "--quiet"), "this tuning was begun with 4 pairs, and now 6 are asked for"),
                                (("--option", "Aim", *flags, "--movetime", 500), "clock")):
                done = tune(*other, *out)
                self.assertEqual(done.returncode, 2, done.stdout)
                self.assertIn(told, done.stderr)
            self.assertEqual(before, {file.name: file.read_bytes() for file in (here / "tuning").iterdir() if file.is_file()})
            # A line that somebody changed is told, and not believed.
            batches = here / "tuning" / "batches.jsonl"
            for old, new, told in (('"pair":1', '"pair":2', "pair: expected 1"), ('"wins":', '"wins":9', "wins"), ("{", "[", "JSON")):
                text = before["batches.jsonl"].decode()
                batches.write_text(text.replace(old, new, 1))
                done = tune("--option", "Aim", *flags, *out)
                self.assertEqual(done.returncode, 2, done.stdout)
                self.assertIn("batches.jsonl: line 1", done.stderr)
                self.assertIn(told, done.stderr)
                self.assertNotIn("Traceback", done.stderr)

    def test_a_tuning_in_the_bots_own_folder_is_no_part_of_the_bot(self):
        flags = ("--option", "Aim", "--pairs", 4, *COMMON, "--out", "tuning")
        with folder() as here:
            for name, manifest in (("program", None), ("folder", {"name": "own", "run": ["./aimer"]})):
                with self.subTest(name):
                    (here / name).mkdir()
                    shutil.copy(AIMER, here / name / "aimer")
                    if manifest:
                        (here / name / "bot.json").write_text(json.dumps(manifest))
                    bot = "." if manifest else "./aimer"
                    first = run("tune", bot, *flags, cwd=here / name)
                    self.assertEqual(first.returncode, 0, first.stderr)
                    again = run("tune", bot, *flags, cwd=here / name)
                    self.assertEqual((again.returncode, again.stdout), (0, first.stdout), again.stderr)
                    self.assertIn("the tuning was played before, with all 4 pairs", again.stderr)

    @unittest.skipUnless(has_sandbox(), "without the sandbox, a copy that differs from the bot does not run")
    def test_a_tuning_goes_on_with_its_copy_of_a_bot_that_was_edited(self):
        with folder() as here:
            bot, out = here / "bot" / "aimer", here / "tuning"
            bot.parent.mkdir()
            shutil.copy(AIMER, bot)
            command = ("tune", bot, "--option", "Aim", "--pairs", 8, "--json", *TERMS, "--out", out)
            whole = run(*command)
            self.assertEqual(whole.returncode, 0, whole.stderr)
            first = (out / "batches.jsonl").read_text().splitlines(True)[0]

            def again():
                (out / "batches.jsonl").write_text(first)
                return run(*command)

            with open(bot, "ab") as file:
                file.write(b"edited")
            edited = again()
            self.assertEqual(edited.returncode, 0, edited.stderr)
            self.assertIn("the bot's files were changed after this tuning began: aimer has changed; it continues with the old ones", edited.stderr)
            self.assertEqual(values(edited), values(whole))
            # Without its copy the tuning needs the bot as it was, and copies that again.
            shutil.rmtree(out / "frozen")
            gone = again()
            self.assertEqual(gone.returncode, 2, gone.stdout)
            self.assertIn("its copy is gone; put the files back as they were", gone.stderr)
            shutil.copy(AIMER, bot)
            back = again()
            self.assertEqual(back.returncode, 0, back.stderr)
            self.assertEqual(values(back), values(whole))

    def test_wrong_options_are_told(self):
        with folder() as here:
            for option, told in (("Aym", "Aym is not one of: Aim, Scale, Idle, Loud; did you mean Aim?"), ("Loud", "it is a check; only numbers are tuned"),
                                 ("Aim,max=101", "max 101 is beyond the bot's own max 100"), ("Scale", "the bot declares no min; give one: --option Scale,min=N"),
                                 ("Aim,start=5,min=10", "start 5 is not between min 10 and max 100"), ("Aim,depth=3", "depth=3 is not one of start=N"),
                                 ("Aim,step=x", "step=x is not one of"), ("Aim,step=0", "step 0 is out of range"), ("", "name an option of the bot")):
                done = tune("--option", option, "--out", here / "tuning")
                self.assertEqual((done.returncode, done.stdout), (2, ""), option)
                self.assertIn(told, done.stderr)
            done = tune("--option", "Aim", "--option", "Aim", "--out", here / "tuning")
            self.assertIn("option Aim: it is named twice", done.stderr)
            none = run("tune", "greedy", "--option", "Depth", *COMMON, "--out", here / "tuning")
            self.assertIn("the bot declares no options", none.stderr)
            broken = run("tune", "/bin/true", "--option", "Depth", *COMMON, "--out", here / "tuning")
            self.assertEqual(broken.returncode, 2)
            self.assertIn("bot true+: crash", broken.stderr)


if __name__ == "__main__":
    unittest.main()
