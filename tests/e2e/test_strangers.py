"""Runs and shards that strangers sent: whatever is in them, nothing outside is read or written, nothing waits, and no
terminal executes what is in their texts."""

import contextlib
import csv
import io
import json
import os
import pathlib
import re
import resource
import shutil
import subprocess
import sys
import unittest

from toptile_program import IS_SANITIZED, PATIENCE, PROGRAM, WORDS, folder, records, run

BOTS = ("--bot", "greedy", "--bot", "random", "--lexicon", WORDS, "--seed", 8, "--sandbox", "off")
ESCAPE = "\x1b]0;owned\x07"
AS_USER = pathlib.Path(__file__).resolve().parents[1] / "as_user.py"
# Every command that reads a run: the verb, and the flags after the folder.
READERS = (("ratings",), ("ratings", "--csv"), ("verify",), ("report", "--out", "page.html"), ("report", "--json"), ("replay", "--plain"),
           ("replay", "--html", "--out", "game.html"), ("export", "--as", "csv"), ("export", "--as", "pgn"), ("export", "--as", "gcg", "--game", 1),
           ("analyze",), ("play", "--resume"))


def read_by(reader, run_folder, here):
    verb, *rest = reader
    if verb == "analyze":
        return run("analyze", "greedy", run_folder, "--movetime", 60_000, "--sandbox", "off", cwd=here, timeout=PATIENCE)
    if verb == "play":
        return run("play", "--resume", run_folder, "--plain", cwd=here, timeout=PATIENCE)
    return run(verb, run_folder, *rest, cwd=here, timeout=PATIENCE)


class Strangers(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        stack = contextlib.ExitStack()
        cls.addClassCleanup(stack.close)
        cls.there = stack.enter_context(folder())
        flags = (*BOTS, "--games", 4, "--no-clock", "--quiet", "--concurrency", 1)
        for name, more in (("run", ()), ("one", ("--shard", "1/2", "--transcript")), ("two", ("--shard", "2/2", "--transcript"))):
            done = run("tournament", *flags, "--out", cls.there / name, *more)
            if done.returncode != 0:
                raise AssertionError(done.stderr)

    def setUp(self):
        context = folder()
        self.here = context.__enter__()
        self.addCleanup(context.__exit__, None, None, None)
        for name in ("run", "one", "two"):
            shutil.copytree(self.there / name, self.here / name)
        (self.here / "outside").mkdir()
        (self.here / "outside" / "secret").write_text("the organizer's key\n")

    def change_plan(self, name, change):
        file = self.here / name / "run.json"
        plan = json.loads(file.read_text())
        change(plan)
        file.write_text(json.dumps(plan))

    def one_sentence(self, done):
        self.assertEqual((done.returncode, done.stderr.count("\n")), (2, 1), done.stdout[-300:] + done.stderr)
        self.assertNotIn("\x1b", done.stdout + done.stderr)

    def nothing_happened_outside(self):
        self.assertEqual([path.name for path in (self.here / "outside").iterdir()], ["secret"])
        self.assertEqual((self.here / "outside" / "secret").read_text(), "the organizer's key\n")


class Names(Strangers):
    def test_no_reader_takes_a_name_that_is_a_path_or_an_order_to_a_terminal(self):
        for name in ("../../outside/x", "a/b\0", ESCAPE, "a\nb", "", "..", "random"):
            with self.subTest(name):
                self.change_plan("run", lambda plan: plan["bots"][0].update(name=name))
                log = self.here / "run" / "games.jsonl"
                log.write_text(log.read_text().replace('"greedy"', json.dumps(name)))
                for reader in READERS:
                    with self.subTest(reader):
                        self.one_sentence(read_by(reader, self.here / "run", self.here))
                shutil.rmtree(self.here / "run")
                shutil.copytree(self.there / "run", self.here / "run")
        self.nothing_happened_outside()

    def test_no_reader_shows_what_a_record_says_to_a_terminal(self):
        good = (self.here / "run" / "games.jsonl").read_text().splitlines(keepends=True)
        game = json.loads(good[0])
        changes = [lambda record: record["players"].__setitem__(0, ESCAPE), lambda record: record.update(end=ESCAPE), lambda record: record.update(bag=ESCAPE),
                   lambda record: record["racks"].__setitem__(0, ESCAPE), lambda record: record["turns"][0].update(move=ESCAPE),
                   lambda record: record["turns"][0].update(words=[ESCAPE]), lambda record: record["turns"][0].update(info=ESCAPE),
                   lambda record: record["turns"][0].update(refused=[ESCAPE]), lambda record: record.update(rules=ESCAPE),
                   lambda record: record["lexicon"].update(name=ESCAPE), lambda record: record.update(digest=ESCAPE),
                   lambda record: record.update(forfeits=[{"seat": 0, "after": 0, "reason": ESCAPE, "text": ESCAPE}]),
                   lambda record: record.update(forfeits=[{"seat": 0, "after": len(game["turns"]), "reason": "time", "text": ESCAPE,
                                                           "evidence": {"lines": [ESCAPE], "stderr": ESCAPE}}], end="forfeit")]
        for number, change in enumerate(changes):
            record = json.loads(good[0])
            change(record)
            (self.here / "run" / "games.jsonl").write_text(json.dumps(record, separators=(",", ":"), ensure_ascii=False) + "\n" + "".join(good[1:]))
            for reader in READERS:
                with self.subTest(change=number, reader=reader):
                    done = read_by(reader, self.here / "run", self.here)
                    self.assertNotIn("\x1b", done.stdout + done.stderr)
                    self.assertNotIn("\x07", done.stdout + done.stderr)

    def test_file_names_are_told_in_plain(self):
        named = self.here / f"run{ESCAPE}\nx"
        shutil.copytree(self.here / "run", named)
        for reader in READERS:
            with self.subTest(reader):
                done = read_by(reader, named, self.here)
                self.assertNotIn("\x1b", done.stdout + done.stderr)
        bot = self.here / "my bot; touch owned"
        bot.write_text("#!/bin/sh\n")
        done = run("tournament", "--bot", f"x='{bot}'", "--bot", "greedy", "--lexicon", WORDS, "--games", 2, "--out", self.here / "new", cwd=self.here)
        self.one_sentence(done)
        hint = re.search(r"try: (chmod .*)", done.stderr).group(1)
        subprocess.run(["sh", "-c", hint], cwd=self.here, check=True)
        self.assertTrue(os.access(bot, os.X_OK))
        self.assertFalse((self.here / "owned").exists())

    def test_names_of_other_programs_are_no_formulas_in_csv(self):
        results = self.here / "results.csv"
        results.write_text('first,second,score\n"=HYPERLINK(""http://x"")",@b,1\n@b,"=HYPERLINK(""http://x"")",0\n')
        done = run("ratings", results, "--csv")
        self.assertEqual(done.returncode, 0, done.stderr)
        names = [row["name"] for row in csv.DictReader(io.StringIO(done.stdout))]
        self.assertEqual(sorted(names), ["'=HYPERLINK(\"http://x\")", "'@b"])
        self.assertTrue(all(float(row["elo"]) for row in csv.DictReader(io.StringIO(done.stdout))))


class Files(Strangers):
    def test_no_reader_follows_a_link_waits_for_a_fifo_or_reads_without_an_end(self):
        for name in ("run.json", "games.jsonl", "lexicon.txt", "lexicon.lexicon"):
            kinds = {"link": lambda file: file.symlink_to(self.here / "outside" / "secret"), "fifo": os.mkfifo,
                     "device": lambda file: file.symlink_to("/dev/zero"), "folder": os.mkdir, "giant": lambda file: (file.touch(), os.truncate(file, 1 << 42))}
            file = self.here / "run" / name
            good = file.read_bytes()
            for kind, make in kinds.items():
                file.unlink()
                make(file)
                for reader in READERS:
                    # Each command reads some of the files.
                    words = {"lexicon.txt": ("verify", "export"), "lexicon.lexicon": ("replay", "analyze")}.get(name)
                    is_read = words is None or reader[0] in words and ("gcg" in reader or reader[0] != "export") and "--html" not in reader
                    with self.subTest(name=name, kind=kind, reader=reader):
                        done = read_by(reader, self.here / "run", self.here)
                        self.assertNotIn("organizer", done.stdout + done.stderr)
                        if is_read or done.returncode != 0:
                            self.one_sentence(done)
                shutil.rmtree(file) if file.is_dir() and not file.is_symlink() else file.unlink()
                file.write_bytes(good)
        self.nothing_happened_outside()

    def test_a_run_may_be_named_by_a_link(self):
        (self.here / "latest").symlink_to("run")
        for reader in READERS[:-1]:
            with self.subTest(reader):
                self.assertEqual(read_by(reader, self.here / "latest", self.here).returncode, 0)

    def test_a_log_without_a_line_end_takes_little_memory(self):
        log = self.here / "run" / "games.jsonl"
        with log.open("wb") as file:
            for _ in range(300):
                file.write(b"x" * (1 << 20))
        for reader in (("ratings",), ("verify",), ("report", "--json")):
            before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
            process = subprocess.Popen([PROGRAM, reader[0], str(self.here / "run"), *reader[1:]], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
            _, told = process.stdout.read(), process.stderr.read()
            _, status, usage = os.wait4(process.pid, 0)
            process.stdout.close()
            process.stderr.close()
            process.returncode = os.waitstatus_to_exitcode(status)
            self.assertEqual((process.returncode, told.count("\n")), (2, 1))
            self.assertIn("line 1: this line has no end within 16 MiB", told)
            self.assertLess(usage.ru_maxrss, (280 if IS_SANITIZED else 120) << 10, before)  # The unit is KiB.

    def test_a_log_that_differs_in_every_line_is_told_of_in_part(self):
        (self.here / "run" / "games.jsonl").write_text("x\n" * 5000)
        done = run("verify", self.here / "run", timeout=PATIENCE)
        lines = done.stdout.splitlines()
        self.assertEqual((done.returncode, len(lines)), (1, 102), done.stderr)
        self.assertEqual(lines[100], "... and 4900 more")
        self.assertTrue(lines[101].endswith("5000 of 5000 games differ"), lines[101])
        told = json.loads(run("verify", self.here / "run", "--json", timeout=PATIENCE).stdout)
        self.assertEqual((told["differing"], len(told["differences"])), (5000, 100))


class Others(Strangers):
    """Runs of another user, whose folders are closed to everybody else."""

    def run_as_another(self, *arguments):
        """Runs the program as another user than root: root may read everything, and others may not enter a closed folder."""
        self.here.chmod(0o755)
        (self.here / "outside").chmod(0o777)
        another = [sys.executable, "-B", AS_USER] if os.geteuid() == 0 else []
        return subprocess.run([*another, PROGRAM, *map(str, arguments)], cwd=self.here / "outside", capture_output=True, text=True,
                              timeout=PATIENCE, env={**os.environ, "HOME": str(self.here / "outside"), "XDG_CACHE_HOME": ""})

    def test_every_reader_says_in_a_sentence_that_it_may_not(self):
        def close(*folders):
            for closed in folders:
                self.addCleanup(closed.chmod, 0o700)
                closed.chmod(0)

        close(self.here / "run", self.here / "one", self.here / "two")
        (self.here / "above").mkdir()
        shutil.copytree(self.there / "run", self.here / "above" / "run")
        close(self.here / "above")
        version = self.run_as_another("--version").stdout
        if version.startswith("skipped: "):
            self.skipTest(version)
        for closed in (self.here / "run", self.here / "above" / "run"):
            commands = [(reader[0], closed, *reader[1:]) for reader in READERS if reader[0] not in ("analyze", "play")]
            commands += [("analyze", "greedy", closed), ("play", "--resume", closed, "--plain"), ("play", "--player", "human=Anna", "--player", "greedy", "--lexicon", WORDS, "--plain", "--out", closed),
                         ("merge", self.here / "outside" / "merged", closed, closed), ("merge", closed, self.here / "one", self.here / "two"),
                         ("tournament", *BOTS, "--games", 4, "--no-clock", "--out", closed)]
            for command in commands:
                with self.subTest(command):
                    done = self.run_as_another(*command)
                    self.one_sentence(done)
                    self.assertIn("Permission denied", done.stderr)
                    self.assertNotIn("filesystem error", done.stderr)


class Shards(Strangers):
    def merge(self):
        return run("merge", self.here / "merged", self.here / "one", self.here / "two", timeout=PATIENCE)

    def refuse(self, words):
        done = self.merge()
        self.one_sentence(done)
        self.assertIn(words, done.stderr)
        self.assertEqual([path.name for path in self.here.iterdir() if path.name.startswith("merged")], [])
        self.nothing_happened_outside()

    def test_a_name_writes_nothing_outside(self):
        for name in ("../../../outside/profile", str(self.here / "outside" / "x"), "x\0"):
            for shard in ("one", "two"):
                self.change_plan(shard, lambda plan: plan["bots"][0].update(name=name))
                log = self.here / shard / "games.jsonl"
                log.write_text(log.read_text().replace('"greedy"', json.dumps(name)))
            self.refuse("is not a name for a bot")
            for shard in ("one", "two"):
                shutil.rmtree(self.here / shard)
                shutil.copytree(self.there / shard, self.here / shard)

    def test_what_bots_wrote_is_regular_files_of_their_size(self):
        for name, words in (("bots/greedy.stderr", "bots/greedy.stderr"), ("transcripts/3.txt", "transcripts/3.txt")):
            file = self.here / "two" / name
            for make, kind in ((lambda: file.symlink_to(self.here / "outside" / "secret"), "a symbolic link"), (lambda: os.mkfifo(file), "a FIFO"),
                               (lambda: file.symlink_to("/dev/zero"), "a symbolic link"), (lambda: file.mkdir(), "a folder"),
                               (lambda: (file.touch(), os.truncate(file, 1 << 40)), "it can have at most")):
                with self.subTest(name=name, kind=kind):
                    file.unlink(missing_ok=True)
                    make()
                    if name.startswith("bots/") and kind == "it can have at most":
                        self.cut_off(name)
                    else:
                        self.refuse(kind)
                        self.assertIn(words, self.merge().stderr)
                    file.rmdir() if file.is_dir() and not file.is_symlink() else file.unlink()
        for name in ("bots", "transcripts"):
            with self.subTest(name):
                shutil.rmtree(self.here / "two" / name)
                (self.here / "two" / name).symlink_to(self.here / "outside")
                self.refuse("this is a symbolic link, not a folder")
                (self.here / "two" / name).unlink()
                (self.here / "two" / name).mkdir()

    def cut_off(self, name):
        """Checks that a file that is too long was cut off. Earlier versions may have written some bytes more than fit."""
        self.assertEqual(self.merge().returncode, 0)
        merged = self.here / "merged" / name
        with merged.open("rb") as file:
            file.seek(-100, os.SEEK_END)
            self.assertRegex(file.read().decode(), r"\n\[toptile: this copy ends after 16778216 bytes; the shard's file has 1099511627776\]\n$")
        self.assertLess(merged.stat().st_size, 2 * 16778216)
        shutil.rmtree(self.here / "merged")

    def test_transcripts_are_those_of_its_games(self):
        for name in ("1.txt", "03.txt", "5.txt", ".bashrc", "3.txt.exe", "99999999999999999999.txt"):
            with self.subTest(name):
                (self.here / "two" / "transcripts" / name).write_text("mine")
                done = self.merge()
                self.one_sentence(done)
                (self.here / "two" / "transcripts" / name).unlink()
        self.assertEqual(self.merge().returncode, 0)

    def test_what_is_merged_is_for_its_owner_alone(self):
        self.assertEqual(self.merge().returncode, 0)
        for path in [self.here / "merged", *(self.here / "merged").rglob("*")]:
            self.assertEqual(path.stat().st_mode & 0o777, 0o700 if path.is_dir() else 0o600, path)

    def test_holes_stay_holes(self):
        for name in ("bots/random.stderr", "transcripts/4.txt"):
            file = self.here / "two" / name
            with file.open("wb") as written:
                written.write(b"begin")
                written.truncate(16_000_000)
                written.seek(0, os.SEEK_END)
                written.write(b"end")
        if (self.here / "two" / "transcripts" / "4.txt").stat().st_blocks * 512 > 1 << 20:
            self.skipTest("files have no holes here")
        self.assertEqual(self.merge().returncode, 0)
        for name in ("bots/random.stderr", "transcripts/4.txt"):
            merged = self.here / "merged" / name
            self.assertEqual((merged.read_bytes()[:5], merged.read_bytes()[-4:]), (b"begin", b"\0end"))
            self.assertLess(merged.stat().st_blocks * 512, 1 << 20)

    def test_what_forfeits_say_is_told_in_plain(self):
        for shard in ("one", "two"):
            log = self.here / shard / "games.jsonl"
            games = records(self.here / shard)
            for game in games:
                game.update(end="forfeit", forfeits=[{"seat": 0, "after": len(game["turns"]), "reason": "time", "text": ESCAPE, "evidence": {"lines": [], "stderr": ""}}])
            log.write_text("".join(json.dumps(game, separators=(",", ":")) + "\n" for game in games))
        done = self.merge()
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("time: \N{REPLACEMENT CHARACTER}]0;owned", done.stdout)
        self.assertNotIn("\x1b", done.stdout)


class Resumed(Strangers):
    def setUp(self):
        super().setUp()
        self.flags = ("tournament", *BOTS, "--games", 4, "--no-clock", "--quiet", "--transcript", "--out", self.here / "run")

    def half_played(self):
        """Makes the run anew, with two of its games."""
        shutil.rmtree(self.here / "run")
        shutil.copytree(self.there / "run", self.here / "run")
        log = self.here / "run" / "games.jsonl"
        log.write_text("".join(log.read_text().splitlines(keepends=True)[:2]))

    def put(self, name, kind):
        """Puts a link or a FIFO in place of a file or folder of the run."""
        target = self.here / "run" / name
        shutil.rmtree(target) if target.is_dir() else target.unlink(missing_ok=True)
        target.parent.mkdir(exist_ok=True)
        if kind == "fifo":
            os.mkfifo(target)
        else:
            target.symlink_to(self.here / "outside" if name in ("bots", "transcripts", "frozen") else self.here / "outside" / "secret")

    def test_a_run_that_goes_on_writes_only_into_itself_and_waits_for_nothing(self):
        for name in ("run.json", "games.jsonl", "games.ahead.jsonl", "lock", "bots", "bots/greedy.stderr", "transcripts", "transcripts/3.txt", "frozen",
                     "frozen/hashes.json", "frozen/1", "frozen/1/greedy", "frozen/1/greedy/1"):
            for kind in ("link", "fifo"):
                with self.subTest(name=name, kind=kind):
                    self.half_played()
                    self.put(name, kind)
                    done = run(*self.flags, timeout=PATIENCE)
                    self.assertNotEqual(done.returncode, 0)
                    self.assertEqual(done.stderr.count("\n"), 1, done.stderr)
                    self.nothing_happened_outside()

    def test_bots_of_a_run_that_goes_on_read_its_words_and_nothing_else(self):
        for name in ("lexicon.txt", "lexicon.lexicon"):
            good = (self.there / "run" / name).read_bytes()
            for kind in ("link", "fifo", "other words"):
                with self.subTest(name=name, kind=kind):
                    self.half_played()
                    if kind == "other words":
                        (self.here / "run" / name).write_text("XYZZY\n")
                    else:
                        self.put(name, kind)
                    done = run(*self.flags, timeout=PATIENCE)
                    self.assertEqual(done.returncode, 0, done.stderr)
                    self.assertFalse((self.here / "run" / name).is_symlink())
                    self.assertEqual((self.here / "run" / name).read_bytes(), good)
                    self.nothing_happened_outside()

    def theirs(self, name, change=""):
        """Makes two half-played runs of a bot `name`: one with my program, and one with another user's program."""
        for owner, deed in (("mine", ""), ("theirs", f"touch {self.here}/outside/deed; ")):
            (self.here / owner / "bot").mkdir(parents=True)
            program = self.here / owner / "bot" / "source"
            program.write_text(f"#!/bin/sh\n{deed}while read -r line; do\n  case $line in uwi*) echo uwiok ;; isready) echo readyok ;;"
                               " go*) echo bestmove pass ;; quit) exit ;; esac\ndone\n")
            program.chmod(0o755)
            manifest = {"name": name, "run": ["./built" if change == "build" else "./source"]}
            if change == "build":
                manifest["build"] = [["cp", "source", "built"]]
            (self.here / owner / "bot" / "bot.json").write_text(json.dumps(manifest))
        flags = ("tournament", "--bot", "random", "--lexicon", WORDS, "--seed", 8, "--games", 4, "--no-clock", "--quiet", "--sandbox", "off", "--bot")
        for owner in ("mine", "theirs"):
            done = run(*flags, self.here / owner / "bot", "--out", self.here / owner / "run")
            self.assertEqual(done.returncode, 0, done.stderr)
            log = self.here / owner / "run" / "games.jsonl"
            log.write_text("".join(log.read_text().splitlines(keepends=True)[:2]))
        (self.here / "outside" / "deed").unlink()
        return (*flags, self.here / "mine" / "bot", "--out")

    def test_no_program_of_a_strangers_runs_under_the_name_of_a_bot_of_ones_own(self):
        for change in ("", "build"):
            with self.subTest(build=change):
                flags = self.theirs("bot", change)
                for with_plan in (False, True):
                    sent = self.here / f"sent-{with_plan}"
                    shutil.copytree(self.here / "mine" / "run", sent)
                    shutil.rmtree(sent / "frozen")
                    shutil.copytree(self.here / "theirs" / "run" / "frozen", sent / "frozen")
                    if with_plan:  # Then the plan vouches for the program, too.
                        (sent / "run.json").write_text((self.here / "theirs" / "run" / "run.json").read_text().replace("/theirs/", "/mine/"))
                    done = run(*flags, sent, timeout=PATIENCE)
                    self.assertEqual((done.returncode, done.stderr.splitlines()[-1].split(": ")[:2]), (2, ["toptile", "bot bot"]), done.stderr)
                    self.nothing_happened_outside()
                    shutil.rmtree(sent)
                done = run(*flags, self.here / "mine" / "run", timeout=PATIENCE)
                self.assertEqual(done.returncode, 0, done.stderr)
                self.nothing_happened_outside()
                shutil.rmtree(self.here / "mine")
                shutil.rmtree(self.here / "theirs")


if __name__ == "__main__":
    unittest.main()
