"""Bots of a revision of git: --bot git:REV and git:REV:PATH."""

import json
import os
import pathlib
import shutil
import subprocess
import unittest

from toptile_program import BOTS, WORDS, folder, records, run

GIT = {"GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_SYSTEM": "/dev/null", "GIT_AUTHOR_NAME": "Ann", "GIT_AUTHOR_EMAIL": "ann@toptile.invalid",
       "GIT_COMMITTER_NAME": "Ann", "GIT_COMMITTER_EMAIL": "ann@toptile.invalid"}


@unittest.skipUnless(shutil.which("git"), "git is not installed")
class GitBots(unittest.TestCase):
    def setUp(self):
        self.place = folder()
        self.here = self.place.__enter__()
        self.addCleanup(self.place.__exit__, None, None, None)
        self.environment = {**os.environ, **GIT, "XDG_CACHE_HOME": str(self.here / "cache"), "GIT_CEILING_DIRECTORIES": str(self.here.parent)}
        self.repository = self.here / "repository"
        self.commits = []
        (self.repository / "bots" / "mine").mkdir(parents=True)
        self.git("init", "-q", "-b", "main", ".")
        for version in ("random", "greedy"):
            self.write(version)
            self.git("add", ".")
            self.git("commit", "-q", "-m", version)
            self.commits.append(self.git("rev-parse", "HEAD").strip())

    def git(self, *arguments):
        return subprocess.run(("git", *arguments), cwd=self.repository, env=self.environment, check=True, capture_output=True, text=True).stdout

    def write(self, version):
        mine = self.repository / "bots" / "mine"
        shutil.copy(BOTS / version, mine / "program")
        (mine / "bot.json").write_text(json.dumps({"name": "mine", "author": "Ann", "run": ["./program"], "build": [["cp", "program", "built"]]}))

    def play(self, *arguments, cwd=None):
        return run("tournament", *arguments, "--lexicon", WORDS, "--games", 2, "--seed", 5, "--quiet", "--out", self.here / "run",
                   cwd=cwd or self.repository, env=self.environment)

    def names(self):
        return [bot["name"] for bot in json.loads((self.here / "run" / "run.json").read_text())["bots"]]

    def test_revisions_of_a_bot_meet_the_one_that_is_being_written(self):
        self.write("human")  # This is committed nowhere.
        mine = self.repository / "bots" / "mine"
        done = self.play("--bot", ".", "--bot", "git:HEAD", "--bot", "git:HEAD~1", "--bot", "old=git:main~1", cwd=mine)
        self.assertEqual(done.returncode, 0, done.stderr)
        first, second = (commit[:7] for commit in self.commits)
        self.assertEqual(self.names(), ["mine", f"mine-{second}", f"mine-{first}", "old"])
        bots = json.loads((self.here / "run" / "run.json").read_text())["bots"]
        self.assertEqual([bot["version"] for bot in bots], ["", second, first, first])
        self.assertEqual(bots[2]["sha256"], bots[3]["sha256"])
        self.assertEqual(len({bot["sha256"] for bot in bots}), 3)
        self.assertEqual(self.git("status", "--short").strip(), "M bots/mine/program")
        # The run goes on with what it has.
        shutil.rmtree(self.here / "cache")
        again = self.play("--bot", ".", "--bot", "git:HEAD", "--bot", "git:HEAD~1", "--bot", "old=git:main~1", cwd=mine)
        self.assertEqual(again.returncode, 0, again.stderr)

    def test_a_path_begins_at_the_top_of_the_repository_or_here(self):
        for path, cwd in (("bots/mine", self.repository), ("bots/mine", self.repository / "bots"), ("./mine", self.repository / "bots"),
                          ("bots/mine/", self.here)):
            for made in ("run", "cache"):
                shutil.rmtree(self.here / made, ignore_errors=True)
            if cwd == self.here:
                (self.here / "cup.json").write_text(json.dumps({"bots": [{"command": [f"git:HEAD:{path}"], "directory": "repository"}, "random"]}))
                done = self.play(self.here / "cup.json", cwd=cwd)
            else:
                done = self.play("--bot", f"git:HEAD:{path}", "--bot", "random", cwd=cwd)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertEqual({name for game in records(self.here / "run") for name in game["players"]}, {f"mine-{self.commits[1][:7]}", "random"})
            self.assertEqual([entry.name for entry in (self.here / "cache" / "toptile" / "revisions").iterdir()],
                             [self.git("rev-parse", "HEAD:bots/mine").strip()])

    def test_what_is_not_there_is_told(self):
        for bot, cwd, told in (("git:nothing:bots/mine", None, "the repository of"), ("git:HEAD:bots/yours", None, "there is no folder bots/yours"),
                               ("git:HEAD:bots/mine/program", None, "there is no folder bots/mine/program"), ("git:HEAD", None, "there is no bot.json"),
                               ("git:", None, "name a revision"), ("git:--help", None, "has no such revision"),
                               ("git:HEAD:../..", None, "there is no folder"), ("git:HEAD", self.here, "is in no repository of git"),
                               ("git:HEAD:bots/mine more", None, "git:HEAD:bots/mine")):
            done = self.play("--bot", bot, "--bot", "random", cwd=cwd)
            self.assertEqual((done.returncode, done.stdout), (2, ""), bot)
            self.assertIn(told, done.stderr)
            self.assertFalse((self.here / "run").exists())

    def test_a_link_out_of_the_folder_is_refused(self):
        (self.repository / "bots" / "mine" / "secret").symlink_to("/etc/passwd")
        self.git("add", ".")
        self.git("commit", "-q", "-m", "link")
        done = self.play("--bot", "git:HEAD:bots/mine", "--bot", "random")
        self.assertEqual(done.returncode, 2, done.stdout)
        self.assertIn("secret", done.stderr)

    def test_other_verbs_take_it_too(self):
        done = run("match", "git:HEAD:bots/mine", "git:HEAD~1:bots/mine", "--lexicon", WORDS, "--games", 2, "--seed", 5, "--quiet",
                   cwd=self.repository, env=self.environment)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertTrue(list(pathlib.Path(self.repository / "runs").iterdir()))


if __name__ == "__main__":
    unittest.main()
