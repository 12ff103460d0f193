"""What the program writes about itself: the manual page, and completions, which are tried in the shells that are installed."""

import pathlib
import re
import shutil
import subprocess
import unittest

from toptile_program import BOTS, PROGRAM, folder, run


def commands(*path):
    """Every command below this one, as --help lists them: (), ("tournament",), …, ("lexicon", "build"), …."""
    listed = run(*path, "--help").stdout.partition("Subcommands:\n")[2].partition("Example:")[0]
    found = [path]
    for name in re.findall(r"^  ([a-z][a-z-]*) ", listed, re.M):
        found += commands(*path, name)
    return found


def options(path):
    return set(re.findall(r"^  (?:-h,)?(--[a-z][a-z-]*)", run(*path, "--help").stdout, re.M))


def names(what):
    return run("completions", "--names", what).stdout.split()


class TwoPrograms(unittest.TestCase):
    def alone(self, here, *arguments):
        """Runs toptile where toptile-league is not beside it."""
        shutil.copy(PROGRAM, here / "toptile")
        return subprocess.run([here / "toptile", *arguments], capture_output=True, text=True)

    def test_a_verb_of_leagues_is_done_by_the_program_beside(self):
        league = pathlib.Path(PROGRAM).with_name("toptile-league")
        for arguments in (["league", "--help"], ["help", "league", "run"], ["submit"], ["serve", "--port", "x"]):
            with self.subTest(arguments=arguments):
                of_league = subprocess.run([league, *arguments], capture_output=True, text=True)
                done = run(*arguments)
                self.assertEqual((done.returncode, done.stdout, done.stderr), (of_league.returncode, of_league.stdout, of_league.stderr))

    def test_without_that_program_one_sentence_says_how_to_get_it(self):
        with folder() as here:
            for verb in ("league", "submit", "serve"):
                done = self.alone(here, verb, "--help")
                self.assertEqual((done.returncode, done.stdout, done.stderr.count("\n")), (2, "", 1), done.stderr)
                self.assertTrue(done.stderr.startswith(f"toptile: {verb} is done by the program toptile-league"), done.stderr)
                self.assertIn(f"not in {here}: build it with ./dev build", done.stderr)

    def test_without_that_program_help_is_the_same_and_the_manual_knows_its_verbs(self):
        with folder() as here:
            self.assertEqual(self.alone(here, "--help").stdout, run("--help").stdout)
            manual = self.alone(here, "man")
            self.assertEqual((manual.returncode, manual.stderr), (0, ""))
            self.assertIn("toptile submit", manual.stdout)


class Names(unittest.TestCase):
    def test_the_shipped_names_are_those_that_the_program_takes(self):
        self.assertLessEqual({"greedy", "random", "greedy-python"}, set(names("bots")))
        self.assertEqual(names("bots"), sorted(names("bots")))
        for bot in names("bots"):
            self.assertTrue((BOTS / bot).is_file(), bot)
        self.assertEqual(names("rulesets"), [line.split()[0] for line in run("rules").stdout.splitlines()])
        self.assertIn("english", names("lexicons"))
        for lexicon in names("lexicons"):
            self.assertEqual(run("lexicon", "info", lexicon).returncode, 0, lexicon)

    def test_what_is_not_known_is_one_sentence(self):
        for arguments, said in ((["tcsh"], "bash, zsh, fish"), (["--names", "games"], "bots, lexicons, rulesets"),
                                ([], "a shell should follow"), (["bash", "--names", "bots"], "shell and --names do not go together; leave one out")):
            done = run("completions", *arguments)
            self.assertEqual((done.returncode, done.stdout, done.stderr.count("\n")), (2, "", 1), done.stderr)
            self.assertTrue(done.stderr.startswith("toptile: completions: "), done.stderr)
            self.assertIn(said, done.stderr)


class Shell:
    """A shell has the method `offered(*words, cwd=None)`, which returns the set of all it offers for the last word."""

    def check(self, test):
        """Checks what each shell has to get right."""
        every = commands()
        test.assertIn(("lexicon", "build"), every)
        for path in every:
            parts = {other[-1] for other in every if other[:-1] == path and other}
            test.assertLessEqual(parts, self.offered(*path, ""), path)
            test.assertLessEqual(options(path), self.offered(*path, "--"), path)
        with folder() as here:
            (here / "rug.json").touch()
            (here / "runs").mkdir()
            (here / "my file.txt").touch()

            def offered(*words):
                return self.offered(*words, cwd=here)

            test.assertEqual(offered("tour"), {"tournament"})
            test.assertEqual(offered("tournament", "--seed", ""), set())
            test.assertEqual(offered("tournament", "--no-clock", "--ga"), {"--games"})
            test.assertLessEqual(set(names("bots")) | {"rug.json"}, offered("tournament", "--bot", ""))
            test.assertEqual(offered("tournament", "--bot", "gr"), {name for name in names("bots") if name.startswith("gr")})
            test.assertEqual(offered("moves", "--rules", "cl"), {"classic"})
            test.assertEqual(offered("lexicon", "find", "--lexicon", "eng"), {"english"})
            test.assertEqual(offered("rules", "cl"), {"classic"})
            test.assertEqual(offered("rules", "rug"), {"rug.json"})
            test.assertEqual(offered("stop", ""), {"runs"})
            for verb in ("verify", "ratings"):
                test.assertEqual(offered(verb, ""), {"runs", "rug.json", "my file.txt"})
            test.assertEqual(offered("lexicon", "build", "my"), {"my file.txt"})
            test.assertEqual(offered("completions", ""), {"bash", "fish", "zsh"})
            test.assertEqual(offered("completions", "--names", ""), {"bots", "lexicons", "rulesets"})


class Bash(Shell):
    def offered(self, *words, cwd=None):
        script = ('source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _toptile; '
                  'printf "%s\\n" "${COMPREPLY[@]}"; complete -p toptile >&2')
        with folder() as here:
            (here / "script").write_text(run("completions", "bash").stdout)
            done = subprocess.run(["bash", "--norc", "-uc", script, "bash", here / "script", PROGRAM, *words], cwd=cwd,
                                  capture_output=True, text=True, check=True)
        if done.stderr != "complete -F _toptile toptile\n":
            raise AssertionError(done.stderr)
        return set(done.stdout.splitlines()) - {""}


class Fish(Shell):
    def offered(self, *words, cwd=None):
        line = " ".join([PROGRAM, *words])
        with folder() as here:
            (here / "script").write_text(run("completions", "fish").stdout)
            done = subprocess.run(["fish", "--no-config", "-c", "source $argv[1]; complete -C $argv[2]", here / "script", line],
                                  cwd=cwd, env={"HOME": str(here), "PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"},
                                  capture_output=True, text=True, check=True)
        if done.stderr:
            raise AssertionError(done.stderr)
        # The shell shows a folder with its slash, and a name as it would be typed.
        return {line.partition("\t")[0].rstrip("/").replace("\\ ", " ") for line in done.stdout.splitlines()}


class Completions(unittest.TestCase):
    def test_bash_is_offered_what_can_follow(self):
        Bash().check(self)

    def test_bash_splits_words_at_an_equals_sign(self):
        self.assertEqual(Bash().offered("tournament", "--rules", "=", "cla"), {"classic"})
        self.assertLessEqual(set(names("rulesets")), Bash().offered("tournament", "--rules", "="))

    @unittest.skipUnless(shutil.which("fish"), "there is no fish")
    def test_fish_is_offered_what_can_follow(self):
        Fish().check(self)

    @unittest.skipUnless(shutil.which("zsh"), "there is no zsh")
    def test_zsh_takes_the_script(self):
        with folder() as here:
            (here / "_toptile").write_text(run("completions", "zsh").stdout)
            subprocess.run(["zsh", "-fn", here / "_toptile"], check=True)
            loaded = subprocess.run(["zsh", "-fc", "autoload -U compinit && compinit -u -D && source $1 && print $_comps[toptile]",
                                     "zsh", here / "_toptile"], capture_output=True, text=True, check=True)
        self.assertEqual((loaded.stdout, loaded.stderr), ("_toptile\n", ""))

    def test_zsh_is_told_every_command_and_option(self):
        functions = dict(re.findall(r"^(_toptile[\w-]*)\(\) \{\n(.*?)^\}", run("completions", "zsh").stdout, re.M | re.S))
        every = commands()
        for path in every:
            body = functions["_".join(["_toptile", *path])]
            for option in options(path):
                self.assertRegex(body, rf"'\*?{option}=?\[", path)
            for part in (other[-1] for other in every if other[:-1] == path and other):
                self.assertIn(f"\n        '{part}:", body)


class Manual(unittest.TestCase):
    def test_every_command_and_option_is_in_it(self):
        page = run("man").stdout.replace("\\-", "-")
        for path in commands():
            if path:
                section = page.split(".SS \\fB" + " ".join(["toptile", *path]) + "\\fR", 2)
                self.assertEqual(len(section), 2, path)
                text = section[1].partition("\n.SS ")[0]
                for option in options(path) - {"--help"}:
                    self.assertIn(f"\\fB{option}\\fR", text, path)
                self.assertIn("Example:", text, path)

    @unittest.skipUnless(shutil.which("groff"), "there is no groff")
    def test_it_is_set_without_a_warning_in_80_columns(self):
        done = subprocess.run(["groff", "-man", "-Tutf8", "-ww", "-P-c"], input=run("man").stdout, capture_output=True, text=True,
                              check=True)
        self.assertEqual(done.stderr, "")
        lines = re.sub(".\b", "", done.stdout).splitlines()
        self.assertIn("NAME", lines)
        self.assertEqual([line for line in lines if len(line) > 80], [])
        text = "\n".join(lines)
        self.assertIn("toptile tournament --bot greedy --bot ./my-bot --games 40 --seed 5", text)
        self.assertIn('--position "board …/… rack AEIQRST"', text)
        self.assertIn("toptile lexicon find quiz 'z?' '*ology'", text)


if __name__ == "__main__":
    unittest.main()
