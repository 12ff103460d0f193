"""What users get wrong, and what strangers name: every command says in one sentence what is wrong, where, and what to do."""

import json
import os
import socket
import subprocess
import unittest

from toptile_program import BOTS, PATIENCE, PROGRAM, WORDS, folder, run

ESCAPE = "a\x1b]0;owned\x07"
SHOWN = "a\\x1b]0;owned\\x07"
TOKEN = "tt_75f2cb5aa48ff2bd_4f0f3fc385bc2ce198ad5eb4294cf88c4595f61f02cf939a71cc0d931fb4900e"
CLOSED = "http://127.0.0.1:1"  # Nobody listens at port 1.


class Refused(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        context = folder()
        cls.here = context.__enter__()
        cls.addClassCleanup(context.__exit__, None, None, None)
        done = run("tournament", "--bot", "greedy", "--bot", "random", "--games", 2, "--seed", 5, "--lexicon", WORDS, "--quiet", "--out", "cup", cwd=cls.here)
        done = done if done.returncode else run("league", "init", "--lexicon", WORDS, cwd=cls.here)
        if done.returncode != 0:
            raise AssertionError(done.stderr)
        os.mkfifo(cls.here / "fifo")
        (cls.here / "dangling").symlink_to("gone")
        (cls.here / "endless").symlink_to("/dev/zero")
        (cls.here / "file").write_text("x")
        (cls.here / "plain").mkdir()

    def refused(self, *arguments, **options):
        with self.subTest(arguments):
            done = run(*arguments, cwd=self.here, timeout=PATIENCE, **options)
            self.assertEqual((done.returncode, done.stderr.count("\n")), (2, 1), done.stdout + done.stderr)
            self.assertTrue(done.stderr.startswith("toptile: "), done.stderr)
            self.assertNotIn("\x1b", done.stdout + done.stderr)
            return done.stderr

    def test_a_number_is_one(self):
        most = 2**64 - 1
        for arguments, words in (
                (("replay", "cup", "--game", -1), '--game: "-1" should be a whole number from 1 to '),
                (("replay", "cup", "--game", "x"), '--game: "x" should be a whole number from 1 to '),
                (("replay", "cup", "--game", most + 1), "should be a whole number from 1 to "),
                (("tune", "patient", "--option", "Racks", "--seed", most + 1), f'--seed: "{most + 1}" should be a whole number from 0 to {most}'),
                (("tournament", "--bot", "greedy", "--bot", "random", "--seed", -1), '--seed: "-1" should be a whole number'),
                (("tournament", "--bot", "greedy", "--bot", "random", "--seed", ESCAPE), f'--seed: "{SHOWN}" should be a whole number'),
                (("play", "--seed", "x"), '--seed: "x" should be a whole number'),
                (("tune", "patient", "--option", "Racks", "--rate", ESCAPE), f'--rate: "{SHOWN}" should be a number'),
                (("serve", "--rate", "nan"), '--rate: "nan" should be a number from 0 to 1000000;'),
                (("serve", "--rate", "-1"), '--rate: "-1" should be a number from 0 to 1000000;'),
                (("serve", "--port", 70000), '--port: "70000" should be a whole number from 0 to 65535;'),
                (("serve", "--patience", 0), '--patience: "0" should be a whole number from 1 to 3600;'),
                (("bench", "speed", "--seconds", "nan"), '--seconds: "nan" should be a number from 0.01 to 3600;')):
            self.assertIn(words, self.refused(*arguments))

    def test_how_many_values_and_which_go_together_is_a_sentence(self):
        match, position = "as in: toptile match ./new ./old ", "board 1/1 rack A"
        for arguments, words in (
                (("match", "greedy"), "match: name 2 bots, not 1, " + match),
                (("match", "greedy", "random", "human"), "match: name 2 bots, not 3, " + match),
                (("match", "greedy", "random", "--games", 2, "--games", 4), "match: --games is given 2 times; give it once;"),
                (("match", "greedy", "--gamse", 2), "match: unknown flag --gamse; did you mean --games?;"),
                (("analyze", "greedy", "cup", "--position", position), "analyze: run and --position do not go together; leave one out;"),
                (("analyze", "greedy", "cup", "--turn", 2), "analyze: --turn goes only with --game; give both;"),
                (("serve", "--json"), "serve: --json goes only with --schema; give both;")):
            told = self.refused(*arguments)
            self.assertIn(words, told)
            self.assertTrue(told.endswith(f"; see: toptile {arguments[0]} --help\n"), told)

    def test_a_name_with_a_blank_is_named_whole_before_any_bot_is_tried(self):
        for name in ("a b", "my new bot"):
            for flags in (("--bot", "./nothing"), ("--bot", "random", "--check")):
                self.assertEqual(self.refused("tournament", *flags, "--bot", f"{name}=greedy"),
                                 f'toptile: --bot: "{name}" is not a name for a bot: it has a blank, but a name has 1 to 40 letters from a to z, digits and - _ . +\n')
        # A program may take such words.
        self.assertNotIn("no name", self.refused("tournament", "--bot", "sh depth=2", "--bot", "./nothing"))

    def test_a_position_is_one_line(self):
        for command in (("moves",), ("analyze", "greedy")):
            self.assertIn("--position -: standard input has more than one line; give one position",
                          self.refused(*command, "--position", "-", stdin="board x\nboard y\n"))
            self.assertNotIn("more than one line", self.refused(*command, "--position", "-", stdin="board x\r\n\n"))

    def test_games_that_a_run_does_not_have_are_not_left_out_of_a_report_without_a_word(self):
        for games in ("1-99", "3", "1,7-8"):
            self.assertEqual(self.refused("report", "cup", "--games", games), f"toptile: --games {games}: the run has games 1 to 2\n")
        self.assertFalse((self.here / "cup.html").exists())

    # Each of these was accepted once, and then nobody could read the run.
    TEXTS = {"a\nb": "a\\x0ab has more than one line", "a\rb": "a\\x0db has more than one line", "a\0b": "a\\x00b holds a NUL"}

    def test_what_a_bot_cannot_be_told_is_refused_before_a_run_begins(self):
        greedy = str(BOTS / "greedy")
        (self.here / "odd").mkdir(exist_ok=True)
        for text, words in self.TEXTS.items():
            for options in ({"Depth": text}, {text: "3"}):
                bot = {"name": "odd", "command": [greedy], "options": options}
                (self.here / "odd.json").write_text(json.dumps({"bots": [bot, "random"], "lexicon": str(WORDS), "games": 2}))
                for flags in (("--out", "odd-run"), ("--check",)):
                    self.assertIn(f"odd.json: line 1: bot 1: options: {words}", self.refused("tournament", "odd.json", *flags))
                self.assertIn(f"options: {words}", self.refused("tournament", "--bot", json.dumps(bot), "--bot", "random", "--out", "odd-run"))
                (self.here / "odd/bot.json").write_text(json.dumps({"name": "odd", "run": [greedy], "options": options}))
                for command in (("tournament", "--bot", "odd/", "--bot", "random", "--out", "odd-run"), ("check", "odd/"), ("submit", "odd/")):
                    self.assertIn(f"options: {words}", self.refused(*command))
        (self.here / "odd/bot.json").write_text(json.dumps({"name": "odd", "run": ["python3", "a\0b"]}))
        for command in (("tournament", "--bot", "odd/", "--bot", "random", "--out", "odd-run"), ("submit", "odd/")):
            self.assertIn("run: a\\x00b holds a NUL", self.refused(*command))
        self.assertFalse((self.here / "odd-run").exists())

    def test_a_run_with_a_bot_that_cannot_be_told_its_options_is_read_and_not_played_on(self):
        plan = self.here / "cup/run.json"
        whole = plan.read_text()
        self.addCleanup(plan.write_text, whole)
        for text, words in self.TEXTS.items():
            spoilt = json.loads(whole)
            spoilt["bots"][0]["options"] = {"Depth": text}
            plan.write_text(json.dumps(spoilt))
            told = f"toptile: cup/run.json: bot greedy: options: {words}; its games are shown, but it cannot be started any more\n"
            for command in (("verify", "cup"), ("ratings", "cup"), ("export", "cup", "--as", "csv"), ("report", "cup", "--out", "spoilt.html"), ("replay", "cup")):
                with self.subTest(command, text=text):
                    done = run(*command, cwd=self.here, timeout=PATIENCE)
                    self.assertEqual((done.returncode, done.stderr), (0, told), done.stdout)
            self.assertIn(f"options: {words}", self.refused("tournament", "--resume", "cup", "--games", 4))
            self.assertIn(f"options: {words}", self.refused("rerun", "cup", "--game", 1))

    def test_what_a_bot_of_another_protocol_says_is_told(self):
        (self.here / "uci").write_text("#!/bin/sh\necho id name x\necho uciok\nwhile read -r line; do :; done\n")
        (self.here / "uci").chmod(0o755)
        config = {"bots": ["./uci", "greedy"], "lexicon": str(WORDS)}
        for patience in (500, 5000, 1000 * PATIENCE):  # A busy machine may need more than the first.
            (self.here / "cup.json").write_text(json.dumps({**config, "patience": {"start_ms": patience}}))
            told = self.refused("tournament", "cup.json")
            self.assertIn("uci did not send uwiok in time: it had ", told)
            if "instead" in told:
                break
        self.assertIn('; it said "uciok" instead', told)

    def test_what_is_missing_is_named(self):
        for arguments, words in (
                (("tune", "patient", "--option"), "tune: --option: OPTION should follow;"),
                (("replay", ""), '"": this is not a run: name the folder of one, such as runs/cup'),
                (("rerun", "", "--game", 1), "name the folder of a run, as in: toptile rerun "),
                (("replay", "cup", "--feed", ""), "expected a bot's name, folder or program, not an empty string"),
                (("league", "show", ""), '"": the league has no such bot'),
                (("league", "standings", "--league", ""), "--league: expected a folder or an address, not an empty string"),
                (("analyze", "greedy", "cup", "--player", ""), '--player: "" is not one of: greedy, random')):
            self.assertIn(words, self.refused(*arguments))

    def test_what_is_no_run_says_why(self):
        for command in (("replay",), ("analyze", "greedy"), ("rerun", "--game", 1), ("league", "enter"), ("verify",), ("report",)):
            for named, why in (("nowhere", "there is no such folder"), ("dangling", "there is no such folder"), ("plain", "it has no run.json"),
                               (ESCAPE, "there is no such folder")):
                self.assertIn(f"{SHOWN if named == ESCAPE else named}: this is not a run: {why}", self.refused(*command, named))
        for named in ("file", "fifo", "endless"):
            self.assertIn(f"{named}: this is not a run: it is not a folder", self.refused("replay", named))

    def test_what_is_no_folder_cannot_be_written_to(self):
        tune = ("tune", "patient", "--option", "Racks", "--pairs", 1, "--lexicon", WORDS)
        tournament = ("tournament", "--bot", "greedy", "--bot", "random", "--games", 2, "--lexicon", WORDS, "--quiet")
        for command in (tune, tournament, ("rerun", "cup", "--game", 1, "--quiet")):
            for named, why in (("fifo", "this is not a folder"), ("file", "this is not a folder"), ("endless", "this is not a folder"), ("dangling", "this is a link that leads nowhere")):
                self.assertIn(f"{named}: {why}; choose another folder", self.refused(*command, "--out", named))
        self.assertIn("file: this is a file already; name a folder for the league", self.refused("league", "init", "file", "--lexicon", WORDS))
        self.assertIn("toptile: league: there is a league here already\n", self.refused("league", "init", "--lexicon", WORDS))

    def test_a_program_is_a_regular_file(self):
        for command in (("submit",), ("analyze",), ("tune", "--option", "x")):
            for named in ("./fifo", "./endless"):
                told = self.refused(*command, named, *(("cup",) if command[0] == "analyze" else ()))
                self.assertIn("this is not a program: it is not a regular file", told)
                self.assertNotIn("chmod", told)

    def test_no_file_is_read_without_an_end(self):
        for command in (("league", "configure", "endless"), ("league", "init", "new", "--config", "endless"), ("tournament", "endless"),
                        ("tournament", "--bot", "greedy", "--bot", "random", "--rules", "./endless")):
            self.assertIn("endless: this file has more than 16777216 bytes; is it another one?", self.refused(*command))
        self.assertIn("a token is needed", self.refused("submit", "greedy", "--league", CLOSED, "--token-file", "endless"))

    def test_a_token_may_come_through_a_pipe_and_waiting_for_it_can_be_ended(self):
        command = ("submit", "greedy", "--league", CLOSED, "--token-file")
        with subprocess.Popen([PROGRAM, *command, "fifo"], cwd=self.here, stderr=subprocess.PIPE, text=True) as process:
            with open(self.here / "fifo", "w", encoding="utf-8") as pipe:  # This waits until the program reads.
                process.terminate()
                self.assertLess(process.wait(timeout=PATIENCE), 0)
                self.assertFalse(pipe.closed)
        self.assertNotIn("token", self.refused(*command, "-", stdin=TOKEN + "\r\n"))
        self.assertIn("nowhere: this file cannot be read: No such file", self.refused(*command, "nowhere"))

    def test_what_a_user_wrote_goes_to_no_terminal_as_it_is(self):
        for command in (("replay", "cup", ESCAPE), ("league", "standings", ESCAPE), ("replay", "cup", "--turn", ESCAPE), (ESCAPE,), ("league", "run", "--" + ESCAPE)):
            self.refused(*command)
        done = run("tournament", "--bot", "greedy", "--bot", "random", "--games", 2, "--lexicon", WORDS, "--out", "1" + ESCAPE, cwd=self.here)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn(f"run     1{SHOWN}\n", done.stdout)
        done_again = run("tune", "patient", "--option", "Candidates,min=2,max=4,start=3", "--pairs", 1, "--lexicon", WORDS, "--no-clock", "--nodes", 20,
                         "--out", "2" + ESCAPE, cwd=self.here)
        self.assertIn(f"tuning  2{SHOWN}\n", done_again.stdout)
        self.assertNotIn("\x1b", done.stdout + done.stderr + done_again.stdout + done_again.stderr)

    def test_a_port_in_use_is_named(self):
        with socket.socket() as taken:
            taken.bind(("127.0.0.1", 0))
            taken.listen()
            port = taken.getsockname()[1]
            self.assertIn(f"{port}", self.refused("serve", "--port", port))


if __name__ == "__main__":
    unittest.main()
