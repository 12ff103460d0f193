"""What `cmake --install` puts into a folder, used like somebody who has nothing else of Toptile: the folder is moved, and the
environment holds only PATH. One bot in C++ is built with the installed kit, and one with the kit in the build folder.

Environment: TOPTILE is the program in its build folder."""

import filecmp
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests"))
from patience import PATIENCE  # noqa: E402

BUILD = pathlib.Path(os.environ.get("TOPTILE", ROOT / "build/release/toptile")).resolve().parent
CACHE = dict(re.findall(r"^(\w+):\w+=(.*)$", (BUILD / "CMakeCache.txt").read_text(), re.M))
SYSTEM_PATH = f"{pathlib.Path(sys.executable).parent}:/usr/local/bin:/usr/bin:/bin"


def call(*command, **options):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, timeout=PATIENCE, **options)
    if done.returncode != 0:
        raise AssertionError(f"{command}: exit {done.returncode}\n{done.stdout}\n{done.stderr}")
    return done.stdout


def files_below(folder):
    return sorted(path.relative_to(folder) for path in folder.rglob("*") if path.is_file())


def words_of(licence):
    """The words of a licence, without the dots that Debian puts into empty lines."""
    return " ".join(" ".join(line for line in licence.splitlines() if line != " .").split())


def has_machine_code(file):
    return file.read_bytes()[:8].startswith((b"\x7fELF", b"!<arch>\n"))


# A bot whose own folders have the names of the kit's. It mixes the kit's old and new include names.
BOT_WITH_FOLDERS_OF_ITS_OWN = {
    "own.cpp": """#include "engine/move.h"
#include "protocol/sdk/cpp/helper.h"
#include "protocol/uwi.h"

#include "engine/judge.h"
#include "protocol/sdk/cpp/bot.h"
#include <toptile/engine/endgame.h>
#include <toptile/engine/move.h>
#include <toptile/protocol/uwi.h>
#include <toptile/sdk/bot.h>

int main() {
  const own::Move move;
  const toptile::EndgameAnswer answer;
  if (own::kUwi + move.steps + own::help() + answer.depth != 6) return 1;
  return toptile::run_bot({.name = "Own", .author = "Me"}, [](toptile::Thinking&) { return toptile::Move(toptile::Pass{}); });
}
""",
    "engine/move.h": "#pragma once\nnamespace own { struct Move { int steps = 1; }; }\n",
    "base/result.h": "#error this is the bot's own file, and only its author includes it\n",
    "protocol/uwi.h": "#pragma once\nnamespace own { constexpr int kUwi = 2; }\n",
    "protocol/sdk/cpp/helper.h": "#pragma once\nnamespace own { inline int help() { return 3; } }\n",
}
OWN_TARGET = """
add_executable(own own.cpp)
target_include_directories(own PRIVATE .)
target_compile_options(own PRIVATE -Wall -Wextra -Werror)
target_link_libraries(own PRIVATE toptile::sdk)
"""


class Installed(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = pathlib.Path(tempfile.mkdtemp(prefix="toptile-install-"))
        cls.addClassCleanup(shutil.rmtree, cls.folder)
        cls.first_prefix = cls.folder / "first"
        call("cmake", "--install", BUILD, "--prefix", cls.first_prefix)
        cls.prefix = cls.folder / "moved to"
        cls.first_prefix.rename(cls.prefix)

    def toptile(self, *arguments):
        with tempfile.TemporaryDirectory(dir=self.folder) as here:
            return call("toptile", *arguments, cwd=here, env={"PATH": f"{self.prefix}/bin:{SYSTEM_PATH}"})

    def games_of(self, *bots):
        """Plays a small tournament; returns its standings by name."""
        flags = [word for bot in bots for word in ("--bot", bot)]
        played = json.loads(self.toptile("tournament", *flags, "--games", "2", "--seed", "5", "--json", "--quiet"))
        return {standing["name"]: standing for standing in played["standings"]}

    def test_every_shipped_bot_plays_where_there_is_only_PATH(self):
        bots = self.toptile("completions", "--names", "bots").split()
        self.assertEqual(bots, call(BUILD / "toptile", "completions", "--names", "bots").split())
        self.assertLessEqual({"greedy", "random", "greedy-python"}, set(bots))
        standings = self.games_of("greedy", "random", "greedy-python")
        self.assertEqual([standing["forfeits"] for standing in standings.values()], [0, 0, 0], standings)

    def test_the_words_and_rulesets_are_there_with_the_words_licence(self):
        self.assertEqual(self.toptile("lexicon", "find", "quiz"), "QUIZ\n")
        share = self.prefix / "share/toptile"
        for rules in (ROOT / "rulesets").glob("*.json"):
            self.assertTrue(filecmp.cmp(rules, share / "rulesets" / rules.name, shallow=False), rules)
        licence = (ROOT / "lexicons/LICENSE-english.txt").read_text()
        self.assertEqual((share / "lexicons/LICENSE-english.txt").read_text(), licence)
        self.assertEqual([path.suffix for path in sorted((share / "lexicons").glob("english.*"))], [".lexicon", ".lexicon", ".txt"])
        copyright_file = (self.prefix / "share/doc/toptile/copyright").read_text()
        for text in (licence, (ROOT / "LICENSE").read_text()):
            self.assertTrue(words_of(text) in words_of(copyright_file))

    def test_the_kits_and_documents_are_there(self):
        for kit in (ROOT / "protocol/sdk").iterdir():
            for file in kit.glob("*"):
                if file.suffix not in (".cpp", ".h") and file.name not in ("target", "node_modules", "__pycache__"):
                    self.assertTrue((self.prefix / "share/toptile/kits" / kit.name / file.name).exists(), file)
        for file in [*(ROOT / "docs").rglob("*.md"), *(ROOT / "docs/pictures").iterdir()]:
            self.assertTrue((self.prefix / "share/doc/toptile" / file.relative_to(ROOT)).exists(), file)

    @unittest.skipIf(CACHE.get("TOPTILE_SANITIZE") or not CACHE.get("pybind11_DIR", "").startswith("/"), "there is no Python module")
    def test_the_python_module_and_its_kit_can_be_imported(self):
        packages = self.prefix / "lib/python3/dist-packages"
        program = "import toptile, toptile_engine; print(toptile._engine is toptile_engine, toptile.__file__, toptile_engine.__file__)"
        self.assertEqual(call(CACHE.get("Python_EXECUTABLE", "/usr/bin/python3"), "-B", "-c", program, cwd=self.folder,
                              env={"PATH": SYSTEM_PATH, "PYTHONPATH": str(packages)}),
                         f"True {packages}/toptile.py {packages}/toptile_engine/__init__.py\n")

    def test_the_manual_page_and_the_completions_are_the_programs_own(self):
        for arguments, file in ((["man"], "man/man1/toptile.1"), (["completions", "bash"], "bash-completion/completions/toptile"),
                                (["completions", "zsh"], "zsh/site-functions/_toptile"),
                                (["completions", "fish"], "fish/vendor_completions.d/toptile.fish")):
            self.assertEqual((self.prefix / "share" / file).read_text(), self.toptile(*arguments), file)

    @unittest.skipIf(CACHE.get("TOPTILE_SANITIZE"), "a sanitizer tells of the sources where they are")
    def test_no_file_names_the_folders_it_came_from(self):
        places = "|".join(re.escape(str(place)) for place in (ROOT, BUILD, self.first_prefix))
        offence = re.compile(rf"(?<![\w}}])({places})\b".encode())
        found = []
        for name in files_below(self.prefix):
            file = self.prefix / name
            if CACHE["CMAKE_BUILD_TYPE"] == "Debug" and has_machine_code(file):
                # A debug build names the folders of its sources for the debugger, so that part is stripped first.
                call("strip", "--strip-debug", "-o", self.folder / "stripped", file)
                file = self.folder / "stripped"
            found += [f"{name}: {match[0].decode()}" for match in offence.finditer(file.read_bytes())][:1]
        self.assertEqual(found, [])

    def test_a_staged_and_stripped_installation_has_the_same_files_and_runs(self):
        stage = self.folder / "stage"
        call("cmake", "--install", BUILD, "--prefix", "/usr", "--strip", env={**os.environ, "DESTDIR": str(stage)})
        self.assertEqual([path.name for path in stage.iterdir()], ["usr"])
        self.assertEqual(files_below(stage / "usr"), files_below(self.prefix))
        for name in files_below(self.prefix):
            if has_machine_code(self.prefix / name):
                self.assertLessEqual((stage / "usr" / name).stat().st_size, (self.prefix / name).stat().st_size, name)
        program = pathlib.Path("bin", "toptile")  # A release builds its bots stripped.
        self.assertLess((stage / "usr" / program).stat().st_size, (self.prefix / program).stat().st_size)
        self.assertEqual(call(stage / "usr/bin/toptile", "--version", env={}), self.toptile("--version"))

    def check_cpp_bot(self, name, *where):
        """Builds and plays the bot of two files that the C++ kit's page shows. `where` tells CMake where Toptile is. Beside it, a
        bot is built that has folders of its own called engine and protocol."""
        page = (self.prefix / "share/toptile/kits/cpp/README.md").read_text()
        bot = self.folder / name
        bot.mkdir()
        for kind, file in (("cmake", "CMakeLists.txt"), ("cpp", "mine.cpp")):
            (bot / file).write_text(re.search(rf"```{kind}\n(.*?)```", page, re.S)[1])
        for file, text in BOT_WITH_FOLDERS_OF_ITS_OWN.items():
            (bot / file).parent.mkdir(parents=True, exist_ok=True)
            (bot / file).write_text(text)
        with open(bot / "CMakeLists.txt", "a") as lists:
            lists.write(OWN_TARGET)
        call("cmake", "-G", "Ninja", "-S", bot, "-B", bot / "build", f"-DCMAKE_CXX_COMPILER={CACHE['CMAKE_CXX_COMPILER']}",
             "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON", *where)
        call("cmake", "--build", bot / "build")
        command = json.loads((bot / "build/compile_commands.json").read_text())[0]["command"]
        self.assertRegex(command, r" -std=(c|gnu)\+\+2[0-9a-z]")
        self.assertNotRegex(command, r" -(W|march|fsanitize|ffile-prefix-map|O)")
        self.assertEqual(self.games_of(f"mine={bot}/build/mine", "random")["mine"]["wins"], 2)
        self.assertIn("uwiok", call(bot / "build/own", input="uwi 1\nquit\n"))

    def test_a_cpp_bot_is_built_with_what_is_installed(self):
        self.check_cpp_bot("with-installed", f"-DCMAKE_PREFIX_PATH={self.prefix}")

    def test_a_cpp_bot_is_built_with_what_is_only_built(self):
        self.check_cpp_bot("with-built", f"-Dtoptile_DIR={BUILD}")

    def test_the_headers_are_the_same_as_in_the_build_folder_and_name_each_other_below_toptile(self):
        installed, built = self.prefix / "include/toptile", BUILD / "include/toptile"
        self.assertEqual([path.name for path in (self.prefix / "include").iterdir()], ["toptile"])
        headers = files_below(installed)
        self.assertEqual(headers, files_below(built))
        self.assertIn(pathlib.Path("sdk/bot.h"), headers)
        for name in headers:
            text = (installed / name).read_text()
            self.assertEqual(text, (built / name).read_text(), name)
            self.assertEqual(re.findall(r'^ *# *include "', text, re.M), [], name)
            for other in re.findall(r"^#include <toptile/(.*)>", text, re.M):
                self.assertIn(pathlib.Path(other), headers, name)
        sources = {path.relative_to(ROOT) for folder in ("base", "engine", "protocol", "protocol/sdk/cpp")
                   for path in (ROOT / folder).glob("*.h")}
        self.assertEqual(sources | {pathlib.Path("sdk/bot.h")}, set(headers))

    def test_a_newer_package_serves_a_bot_that_asks_for_an_older_one(self):
        version = self.prefix / "lib/cmake/toptile/toptileConfigVersion.cmake"
        ask = self.folder / "ask.cmake"
        for asked, answer in (("0.0", "TRUE"), ("0.1", "TRUE"), ("99.0", "FALSE")):
            ask.write_text(f'set(PACKAGE_FIND_VERSION {asked})\nset(CMAKE_SIZEOF_VOID_P 8)\ninclude("{version}")\n'
                           'message(STATUS "serves: ${PACKAGE_VERSION_COMPATIBLE}")\n')
            self.assertIn(f"serves: {answer}", call("cmake", "-P", ask), asked)

    @unittest.skipUnless(os.environ.get("TOPTILE_LONG"), "it compiles each header by itself")
    def test_every_header_compiles_alone_by_its_path_below_toptile(self):
        source = self.folder / "alone.cpp"
        for name in files_below(self.prefix / "include/toptile"):
            source.write_text(f"#include <toptile/{name}>\n")
            call(CACHE["CMAKE_CXX_COMPILER"], "-std=c++20", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-fsyntax-only",
                 "-I", self.prefix / "include", source)


if __name__ == "__main__":
    unittest.main()
