"""A newcomer's path: toptile new-bot, a first match, a change of strategy, and a longer match."""

import json
import os
import pathlib
import re
import shutil
import subprocess
import unittest

from toptile_program import IS_LONG, PATIENCE, PROGRAM, WORDS, folder, records, run

MAKE = {"make", "gmake", "smake"}
NINJA = {"ninja", "ninja-build", "samu"}
GREEDIER_FOR_TILES = {
    "python": ("bot.py", "return play.points\n", "return play.points + 0.1 * play.tiles_laid\n"),
    "javascript": ("bot.js", "return play.points;", "return play.points + 0.1 * play.tilesLaid;"),
    "rust": ("bot.rs", "    play.points\n", "    10 * play.points + play.tiles_laid() as i32\n"),
    "cpp": ("bot.cpp", "return play.points;", "return 10 * play.points + static_cast<int>(play.placement.word.size());"),
}


def make(here, name, *more):
    made = run("new-bot", name, *more, cwd=here)
    if made.returncode != 0:
        raise AssertionError(made.stderr)
    return here / name


def path_without(folder, programs):
    """A folder for PATH with all programs that are on PATH, except for these."""
    folder.mkdir()
    for place in os.get_exec_path():
        for program in pathlib.Path(place).iterdir() if os.path.isdir(place) else ():
            if program.name not in programs and not os.path.lexists(folder / program.name):
                (folder / program.name).symlink_to(program)
    return folder


def change_strategy(bot, language):
    name, before, after = GREEDIER_FOR_TILES[language]
    text = (bot / name).read_text()
    if text.count(before) != 1:
        raise AssertionError(f"{name} should have one line with: {before}")
    (bot / name).write_text(text.replace(before, after))


class NewcomersPath(unittest.TestCase):
    def match(self, bot, games):
        """Plays a match from inside the folder, as its README says."""
        done = run("tournament", "--bot", ".", "--bot", "greedy", "--games", games, "--seed", 7, "--quiet", "--json", cwd=bot,
                   timeout=PATIENCE)
        self.assertEqual(done.returncode, 0, done.stderr)
        told = json.loads(done.stdout)
        self.assertEqual((told["games"], [row["forfeits"] for row in told["standings"]]), (games, [0, 0]))
        return records(bot / told["run"])

    def walk(self, language, games):
        with folder() as here:
            bot = make(here, "first", "--language", language, "--author", "Ann O'Nym")
            moves = [[turn["move"] for turn in game["turns"]] for game in self.match(bot, 2)]
            change_strategy(bot, language)
            again = self.match(bot, games)
            self.assertNotEqual([[turn["move"] for turn in game["turns"]] for game in again[:2]], moves)
            plan = json.loads(next((bot / "runs").glob("*/run.json")).read_text())
            self.assertEqual([(entry["name"], entry["author"], entry["version"]) for entry in plan["bots"]],
                             [("first", "Ann O'Nym", "0.1.0"), ("greedy", "", "")])
            page = next((bot / "runs").glob("*/report.html")).read_text(encoding="utf-8")
            shown = json.loads(re.search(r'id="toptile-data">(.*?)</script>', page)[1])["bots"][0]
            self.assertEqual((shown["name"], shown["author"], shown["version"]), ("first", "Ann O'Nym", "0.1.0"))

    def test_in_python(self):
        self.walk("python", 100 if IS_LONG else 10)

    @unittest.skipUnless(shutil.which("node"), "there is no node")
    def test_in_javascript(self):
        self.walk("javascript", 10)

    # Compiling takes long. frozen_bots builds and plays a new bot in Rust, too.
    @unittest.skipUnless(IS_LONG, "for the long tier")
    @unittest.skipUnless(shutil.which("rustc"), "there is no rustc")
    def test_in_rust(self):
        self.walk("rust", 10)

    def test_a_copied_folder_that_cmake_knows_from_elsewhere_is_built(self):
        with folder() as here:
            bot = make(here, "first", "--language", "cpp")
            build = json.loads((bot / "bot.json").read_text())["build"]
            package = f"-Dtoptile_DIR={pathlib.Path(PROGRAM).parent}"
            # As in Toptile's own builds, ninja stands in where there is no make.
            environment = {**os.environ, **({} if shutil.which("make") else {"CMAKE_GENERATOR": "Ninja"})}
            subprocess.run([*build[0], package], cwd=bot, check=True, capture_output=True, env=environment)
            shutil.copytree(bot, here / "second")
            subprocess.run([*build[0], package], cwd=here / "second", check=True, capture_output=True, env=environment)
            # A folder that Toptile does not know as a build is copied with its cache.
            manifest = json.loads((bot / "bot.json").read_text())
            for command in manifest["build"]:
                command[:] = [word.replace("build", "out") if word == "build" else word for word in command if word != "--fresh"]
            (bot / "bot.json").write_text(json.dumps(manifest))
            subprocess.run([*manifest["build"][0], package], cwd=bot, check=True, capture_output=True, env=environment)
            done = run("tournament", "--bot", "./first", "--bot", "greedy", "--lexicon", WORDS, cwd=here)
            self.assertEqual((done.returncode, done.stdout), (2, ""))
            self.assertIn("say cmake --fresh in the bot.json", done.stderr.splitlines()[-1])

    def test_in_cpp(self):
        self.assertTrue((pathlib.Path(PROGRAM).parent / "toptileConfig.cmake").is_file(), "the package as built")
        self.walk("cpp", 10)

    def test_a_mistake_in_cpp_is_told_with_the_compilers_words(self):
        with folder() as here:
            bot = make(here, "wrong", "--language", "cpp")
            (bot / "bot.cpp").write_text("int main() { return missing; }\n")
            done = run("tournament", "--bot", "./wrong", "--bot", "greedy", "--lexicon", WORDS, cwd=here)
            self.assertEqual((done.returncode, done.stdout), (2, ""))
            sentence = done.stderr.splitlines()[-1]
            self.assertIn("its build failed: cmake --build build ended with exit code", sentence)
            self.assertIn("was not declared in this scope", sentence)
            self.assertIn("build.log", sentence)

    def play_cpp_bot(self, here, path):
        make(here, "first", "--language", "cpp")
        return run("tournament", "--bot", "./first", "--bot", "greedy", "--games", 2, "--lexicon", WORDS, "--quiet", "--sandbox", "off",
                   cwd=here, timeout=PATIENCE, env={"PATH": str(path)})

    def test_cpp_without_make_is_built_with_ninja(self):
        with folder() as here:
            done = self.play_cpp_bot(here, path_without(here / "bin", MAKE))
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertFalse((here / "first" / "build").exists())
            cache = next(here.glob("runs/*/frozen/1/first/1/build/CMakeCache.txt")).read_text()
            self.assertIn("CMAKE_GENERATOR:INTERNAL=Ninja\n", cache)

    def test_what_an_author_built_in_the_folder_is_neither_used_nor_touched(self):
        with folder() as here:
            bot = make(here, "first", "--language", "cpp")
            subprocess.run(["cmake", "-G", "Ninja Multi-Config", "-S", ".", "-B", "build", f"-Dtoptile_DIR={pathlib.Path(PROGRAM).parent}"],
                           cwd=bot, check=True, capture_output=True)
            before = {path: path.stat().st_mtime_ns for path in bot.rglob("*")}
            done = run("tournament", "--bot", "./first", "--bot", "greedy", "--games", 2, "--lexicon", WORDS, "--quiet", "--sandbox", "off",
                       cwd=here, timeout=PATIENCE, env={"PATH": str(path_without(here / "bin", MAKE))})
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertEqual({path: path.stat().st_mtime_ns for path in bot.rglob("*")}, before)

    def test_cpp_without_make_and_ninja_names_both(self):
        with folder() as here:
            done = self.play_cpp_bot(here, path_without(here / "bin", MAKE | NINJA))
            self.assertEqual((done.returncode, done.stdout), (2, ""))
            sentence = done.stderr.splitlines()[-1]
            self.assertIn("its build failed: CMake needs make or ninja, and neither is on PATH: install make, or ninja", sentence)
            self.assertIn("build.log", sentence)


class Folders(unittest.TestCase):
    def test_what_is_made_is_listed_and_named(self):
        with folder() as here:
            done = run("new-bot", "some/where/mine", "--author", "Me", cwd=here)
            self.assertEqual(done.returncode, 0, done.stderr)
            bot = here / "some" / "where" / "mine"
            self.assertEqual(sorted(path.name for path in bot.iterdir()), ["README.md", "bot.json", "bot.py", "toptile.py"])
            self.assertIn("--bot ./some/where/mine", done.stdout)
            self.assertEqual(json.loads((bot / "bot.json").read_text())["name"], "mine")
            for path in bot.iterdir():
                if path.name != "toptile.py":
                    self.assertNotIn("@", path.read_text(), path)

    def rename_in_manifest(self, language):
        with folder() as here:
            bot = make(here, "template", "--language", language, "--author", "Your name")
            manifest = bot / "bot.json"
            manifest.write_text(manifest.read_text().replace('"template"', '"ann"').replace("Your name", "Ann"))
            program = json.loads(manifest.read_text())["run"]
            told = subprocess.run(program, cwd=bot, input="uwi 1\n", capture_output=True, text=True, timeout=PATIENCE, check=True)
            introduction = [line for line in told.stdout.splitlines() if not line.startswith("id kit ")]
            self.assertEqual(introduction, ["id name ann", "id author Ann", "uwiok"])
            self.assertNotIn("template", (bot / program[0]).read_text())

    def test_python_bot_is_renamed_in_its_manifest_alone(self):
        self.rename_in_manifest("python")

    @unittest.skipUnless(shutil.which("node"), "there is no node")
    def test_javascript_bot_is_renamed_in_its_manifest_alone(self):
        self.rename_in_manifest("javascript")

    def test_nothing_that_is_there_is_overwritten(self):
        with folder() as here:
            make(here, "mine")
            (here / "mine" / "bot.py").write_text("precious")
            done = run("new-bot", "mine", cwd=here)
            self.assertEqual((done.returncode, done.stderr.count("\n")), (2, 1))
            self.assertIn("mine exists already and is not empty", done.stderr)
            self.assertEqual((here / "mine" / "bot.py").read_text(), "precious")
            (here / "empty").mkdir()
            make(here, "empty")

    def test_bad_wishes_are_refused_in_one_sentence(self):
        with folder() as here:
            for arguments, words in ((("a b",), "is not a name for a bot"), ((".hidden",), "is not a name for a bot"),
                                     (("mine", "--language", "cobol"), "cobol"), (("mine", "--author", 'a"b'), "--author"),
                                     (("mine", "--author", "a\nb"), "--author"), ((), "name")):
                with self.subTest(arguments=arguments):
                    done = run("new-bot", *arguments, cwd=here)
                    self.assertEqual((done.returncode, done.stdout, done.stderr.count("\n")), (2, "", 1))
                    self.assertIn(words, done.stderr)
            self.assertEqual(list(here.iterdir()), [])


if __name__ == "__main__":
    unittest.main()
