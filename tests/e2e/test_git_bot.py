"""Bots of a revision of git: --bot git:REV and git:REV:PATH."""

import json
import os
import pathlib
import shutil
import subprocess
import unittest

from toptile_program import BOTS, WORDS, folder, records, run, start

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
                             [self.git("rev-parse", "HEAD:bots/mine").strip() + ".2"])

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

    def revisions(self):
        return sorted((self.here / "cache" / "toptile" / "revisions").glob("*"))

    def check(self, bot="git:HEAD:bots/mine", environment=()):
        return run("tournament", "--bot", bot, "--bot", "random", "--lexicon", WORDS, "--check", "--no-try",
                   cwd=self.repository, env={**self.environment, **dict(environment)})

    def object_file(self, hash):
        return self.repository / ".git" / "objects" / hash[:2] / hash[2:]

    def commit_tree(self, *entries):
        """Commits a tree of these entries, as git itself would never write it: each is a mode, a name and a hash."""
        raw = b"".join(f"{mode} ".encode() + name + b"\0" + bytes.fromhex(hash) for mode, name, hash in entries)
        done = subprocess.run(("git", "hash-object", "-w", "-t", "tree", "--literally", "--stdin"), input=raw, cwd=self.repository,
                              env=self.environment, check=True, capture_output=True)
        return self.git("commit-tree", "-m", "strange", done.stdout.decode().strip()).strip()

    def blob(self, text):
        return subprocess.run(("git", "hash-object", "-w", "--stdin"), input=text, cwd=self.repository, env=self.environment, check=True,
                              capture_output=True, text=True).stdout.strip()

    def test_nothing_is_run_that_the_repository_configures(self):
        mark = self.here / "mark"
        touch = self.here / "touch.sh"
        touch.write_text(f"#!/bin/sh\necho ran >> {mark}\ncat\n")
        touch.chmod(0o755)
        for key in ("filter.x.smudge", "filter.x.process", "diff.x.textconv", "core.fsmonitor", "core.pager", "pager.cat-file", "pager.rev-parse",
                    "core.sshCommand", "core.gitProxy", "core.askPass", "credential.helper", "core.alternateRefsCommand", "remote.o.uploadpack",
                    "core.editor", "uploadpack.packObjectsHook", "gpg.program"):
            self.git("config", key, str(touch))
        self.git("config", "core.hooksPath", str(self.here))
        for hook in ("post-checkout", "reference-transaction", "post-index-change", "pre-auto-gc"):
            shutil.copy(touch, self.here / hook)
            shutil.copy(touch, self.repository / ".git" / "hooks" / hook)
        (self.repository / ".git" / "info" / "attributes").write_text("* filter=x diff=x\n")
        self.assertEqual(self.check().returncode, 0)
        self.assertFalse(mark.exists())

    def test_a_partial_clone_fetches_nothing(self):
        mark = self.here / "mark"
        touch = self.here / "touch.sh"
        touch.write_text(f"#!/bin/sh\necho ran >> {mark}\n")
        touch.chmod(0o755)
        for key, value in (("core.repositoryformatversion", "1"), ("extensions.partialClone", "o"), ("remote.o.promisor", "true"),
                           ("protocol.allow", "always"), ("protocol.ext.allow", "always"), ("protocol.file.allow", "always"),
                           ("core.sshCommand", str(touch)), ("remote.o.uploadpack", str(touch))):
            self.git("config", key, value)
        for missing in ("HEAD:bots/mine/bot.json", "HEAD:bots/mine", "HEAD^{tree}", "HEAD"):
            self.object_file(self.git("rev-parse", missing).strip()).unlink()
            for url in (f"ext::{touch}", "ssh://nobody@localhost/x", str(self.repository), f"file://{self.repository}"):
                self.git("config", "remote.o.url", url)
                # Nor does the caller's environment change that.
                done = self.check(environment={"GIT_ALLOW_PROTOCOL": "ext:ssh:file", "GIT_NO_LAZY_FETCH": "0", "GIT_SSH_COMMAND": str(touch)}.items())
                self.assertEqual(done.returncode, 2, (missing, url))
                self.assertFalse(mark.exists(), (missing, url))
                self.assertEqual(self.revisions(), [])

    def test_the_files_are_those_that_were_committed_whatever_the_repository_says(self):
        mine = self.repository / "bots" / "mine"
        (mine / "lines.txt").write_bytes(b"one\ntwo $Id$\n")
        self.git("add", ".")
        self.git("commit", "-q", "-m", "lines")
        self.git("config", "core.autocrlf", "true")
        self.git("config", "core.eol", "crlf")
        (self.repository / ".gitattributes").write_text("*.txt eol=crlf ident working-tree-encoding=UTF-16\n")
        evil = self.blob(json.dumps({"name": "evil", "author": "Eve", "run": ["./program"]}))
        self.git("update-ref", "refs/replace/" + self.git("rev-parse", "HEAD:bots/mine/bot.json").strip(), evil)
        self.git("update-ref", "refs/replace/" + self.commits[1], self.commits[0])
        (self.repository / ".git" / "info" / "grafts").write_text(f"{self.commits[1]}\n")
        done = self.check()
        self.assertEqual(done.returncode, 0, done.stderr)
        kept, = self.revisions()
        self.assertEqual((kept / "lines.txt").read_bytes(), b"one\ntwo $Id$\n")
        self.assertEqual(json.loads((kept / "bot.json").read_text())["name"], "mine")
        self.assertEqual((kept / "program").read_bytes(), (mine / "program").read_bytes())
        self.assertTrue(os.access(kept / "program", os.X_OK))
        self.assertEqual(self.check(environment={"GIT_DIR": "/nowhere", "GIT_OBJECT_DIRECTORY": "/nowhere"}.items()).returncode, 0)

    def test_an_object_that_is_another_one_is_refused(self):
        other = self.object_file(self.blob("not what was committed"))
        tree = self.object_file(self.git("rev-parse", self.commit_tree((100644, b"other", self.blob("other"))) + "^{tree}").strip())
        for name, forged in (("HEAD:bots/mine/bot.json", other), ("HEAD:bots/mine", tree), ("HEAD^{tree}", tree), ("HEAD", None)):
            place = self.object_file(self.git("rev-parse", name).strip())
            before = place.read_bytes()
            place.chmod(0o644)
            place.write_bytes(forged.read_bytes() if forged else self.object_file(self.commits[0]).read_bytes())
            done = self.check()
            self.assertEqual(done.returncode, 2, name)
            # git itself refuses such a commit.
            self.assertIn("is damaged or forged" if forged else "has no such revision", " ".join(done.stderr.split()), name)
            self.assertEqual(self.revisions(), [])
            place.write_bytes(before)
        self.assertEqual(self.check().returncode, 0)

    def test_names_that_lead_elsewhere_are_refused(self):
        file = self.blob(json.dumps({"name": "mine", "run": ["./program"]}))
        link = self.blob(str(self.here))
        folder_of_one = self.git("rev-parse", self.commit_tree((100644, b"mark", file)) + "^{tree}").strip()
        for entries in ([(100644, b"..", file)], [(100644, b".", file)], [(40000, b"..", folder_of_one)], [(100644, b"../mark", file)],
                        [(100644, b"/tmp/mark", file)], [(40000, b".git", folder_of_one)], [(40000, b".GIT", folder_of_one)], [(100644, b"", file)],
                        [(120000, b"out", link), (40000, b"out", folder_of_one)], [(100644, b"a", file), (100644, b"a", file)],
                        [(100644, b"x" * 300, file)], [(100644, b"x" * 1100, file)], [(120000, b"long", self.blob("x" * 5000))],
                        [(120000, b"nul", self.blob("a\0b"))]):
            commit = self.commit_tree((100644, b"bot.json", file), *entries)
            done = self.check(f"git:{commit}")
            self.assertEqual(done.returncode, 2, entries)
            self.assertLess(done.stderr.count("\n"), 8)
            self.assertEqual(self.revisions(), [], entries)
            self.assertFalse((self.here / "mark").exists())
        # What a terminal would obey is shown as text.
        done = self.check("git:" + self.commit_tree((100644, b"bot.json", file), (120000, b"\x1b[31m\xff", self.blob("/etc/passwd"))))
        self.assertEqual(done.returncode, 2)
        self.assertNotIn("\x1b", done.stderr)

    def test_a_submodule_is_an_empty_folder(self):
        commit = self.commit_tree(*((mode, name, self.git("rev-parse", f"HEAD:bots/mine/{name.decode()}").strip())
                                    for mode, name in ((100644, b"bot.json"), (100755, b"program"))), (160000, b"sub", self.commits[0]))
        done = self.check(f"git:{commit}")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(list((self.revisions()[0] / "sub").iterdir()), [])

    def test_a_tree_with_too_much_is_refused_before_anything_is_written(self):
        file = self.blob("x")
        tree = self.git("rev-parse", self.commit_tree(*((100644, b"%d" % i, file) for i in range(10))) + "^{tree}").strip()
        for _ in range(6):  # A million files.
            commit = self.commit_tree(*((40000, b"%d" % i, tree) for i in range(10)))
            tree = self.git("rev-parse", commit + "^{tree}").strip()
        many = commit
        deep = self.git("rev-parse", "HEAD:bots/mine").strip()
        for _ in range(70):
            commit = self.commit_tree((40000, b"d", deep))
            deep = self.git("rev-parse", commit + "^{tree}").strip()
        large = self.here / "large"
        with open(large, "wb") as sparse:
            sparse.truncate(64 << 20)
        hash = self.git("hash-object", "-w", str(large)).strip()
        for told, bot in (("more than 100000 files or 2 GiB", many), ("nested more than 64 deep", commit),
                          ("more than 100000 files or 2 GiB", self.commit_tree(*((100644, b"%02d" % i, hash) for i in range(33))))):
            done = self.check(f"git:{bot}")
            self.assertEqual(done.returncode, 2)
            self.assertIn(told, " ".join(done.stderr.split()))
            self.assertEqual(self.revisions(), [])

    def test_old_revisions_and_those_half_written_are_removed(self):
        cache = self.here / "cache" / "toptile" / "revisions"
        cache.mkdir(parents=True)
        (cache / "unfinished-abcdef" / "part").mkdir(parents=True)
        for number in range(45):
            (cache / f"{number:040}.2").mkdir()
            os.utime(cache / f"{number:040}.2", (number, number))
        self.assertEqual(self.check().returncode, 0)
        names = [folder.name for folder in self.revisions()]
        self.assertEqual(names, sorted([self.git("rev-parse", "HEAD:bots/mine").strip() + ".2", *(f"{number:040}.2" for number in range(6, 45))]))

    def test_a_killed_write_leaves_nothing_for_long(self):
        large = self.repository / "bots" / "mine" / "large"
        large.write_bytes(os.urandom(1 << 20) * 64)
        self.git("add", ".")
        self.git("commit", "-q", "-m", "large")
        cache = self.here / "cache" / "toptile" / "revisions"
        process = start("tournament", "--bot", "git:HEAD:bots/mine", "--bot", "random", "--lexicon", WORDS, "--check", "--no-try",
                        cwd=self.repository, env=self.environment)
        while process.poll() is None and not list(cache.glob("unfinished-*/*")):
            pass
        process.kill()
        process.communicate()
        self.assertEqual(self.check().returncode, 0)
        self.assertEqual([folder.name for folder in self.revisions()], [self.git("rev-parse", "HEAD:bots/mine").strip() + ".2"])
        self.assertEqual((self.revisions()[0] / "large").read_bytes(), large.read_bytes())

    def test_hashes_of_64_digits(self):
        shutil.rmtree(self.repository / ".git")
        self.git("init", "-q", "-b", "main", "--object-format=sha256", ".")
        self.git("add", ".")
        self.git("commit", "-q", "-m", "long")
        done = self.check()
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(self.revisions()[0].name, self.git("rev-parse", "HEAD:bots/mine").strip() + ".2")

    def test_other_verbs_take_it_too(self):
        done = run("match", "git:HEAD:bots/mine", "git:HEAD~1:bots/mine", "--lexicon", WORDS, "--games", 2, "--seed", 5, "--quiet",
                   cwd=self.repository, env=self.environment)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertTrue(list(pathlib.Path(self.repository / "runs").iterdir()))


if __name__ == "__main__":
    unittest.main()
