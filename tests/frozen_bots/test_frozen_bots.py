"""Bots of other days build with today's kits and play the same games as on their day; README.md says why.

--add plays the games of new bots and adds them to games.jsonl; --rewrite writes all of them anew.
Environment: TOPTILE is the program in its build folder."""

import ast
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
from patience import PATIENCE  # noqa: E402

ROOT = HERE.parents[1]
PROGRAM = pathlib.Path(os.environ.get("TOPTILE", ROOT / "build/release/toptile")).resolve()
BUILD = PROGRAM.parent
KITS = ROOT / "protocol/sdk"
GAMES = HERE / "games.jsonl"
KIT_FILES = {".py": KITS / "python/toptile.py", ".js": KITS / "javascript/toptile.js", ".rs": KITS / "rust/toptile.rs"}
# All other bots meet this one. Where words can be challenged, only those that bluff or challenge in their own way play.
LEADERS = {"hasbro": "greedy-cpp-2026-11-22", "hasbro-challenge": "phoney-cpp-2026-11-22"}
CHALLENGERS = re.compile("(human|everything)-")
# Most of the time is spent compiling. These use nothing of the C++ kit that the others do not, so they are left to the long tier.
SELDOM = set() if os.environ.get("TOPTILE_LONG") else {f"{name}-cpp-2026-11-22" for name in ("human", "patient", "random", "stacker")}
OPTIONS = {"everything": {"Plays": "4", "Motto": "ever on", "Press": ""}}


def call(*command, **options):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, timeout=PATIENCE, **options)
    if done.returncode != 0:
        raise AssertionError(f"{command}: exit {done.returncode}\n{done.stdout}\n{done.stderr}")
    return done.stdout


def sources():
    """Every frozen bot's file, by the bot's name."""
    files = sorted(file for file in HERE.glob("2*/**/*") if file.suffix in {".cpp", *KIT_FILES})
    return {f"{file.stem}-{file.suffix[1:]}-{file.relative_to(HERE).parts[0]}": file for file in files}


class Workshop:
    """A copy of the bots with the kits beside them, in which they are built."""

    def __init__(self, folder, left_out=frozenset()):
        self.folder = folder
        shutil.copytree(HERE, folder, dirs_exist_ok=True)
        for file in folder.glob("2*/**/*"):
            if file.suffix in KIT_FILES:
                file.chmod(0o755)
                shutil.copy(KIT_FILES[file.suffix], file.parent)
        for name in left_out:
            (folder / sources()[name].relative_to(HERE)).unlink()
        for day in folder.glob("2*"):
            shutil.copytree(KITS, day / "protocol/sdk")  # There the sample bots in scripts and in Rust look for their kit.
        self.commands = {name: self.command(folder / file.relative_to(HERE)) for name, file in sources().items()
                         if name not in left_out}
        self.build_cpp()

    def command(self, file):
        """The program that the file is or becomes. None if this machine has no compiler for it."""
        if file.suffix == ".cpp":
            return self.folder / "build" / file.relative_to(self.folder).with_suffix("")
        if file.suffix != ".rs":
            return file
        if shutil.which("rustc") is None:
            return None
        call("rustc", "--edition", "2021", "-D", "warnings", "-o", file.with_suffix(".rust"), file)
        return file.with_suffix(".rust")

    def build_cpp(self):
        cache = dict(re.findall(r"^(\w+):\w+=(.*)$", (BUILD / "CMakeCache.txt").read_text(), re.M))
        call("cmake", "-G", "Ninja", "-S", self.folder, "-B", self.folder / "build", f"-Dtoptile_DIR={BUILD}",
             f"-DCMAKE_CXX_COMPILER={cache['CMAKE_CXX_COMPILER']}")
        call("cmake", "--build", self.folder / "build", "--parallel", "2")
        for folder in {command.parent for command in self.commands.values() if command}:
            shutil.copy(HERE / "words.txt", folder / "common-words.txt")  # The words that human and phoney know.

    def play(self, rules, bots):
        """Two games of each bot with the leader; returns them in the form of games.jsonl."""
        bots = [bot for bot in bots if self.commands[bot]]
        plan = {"bots": [{"name": bot, "command": [str(self.commands[bot])], "options": OPTIONS.get(bot.split("-")[0], {})}
                         for bot in bots],
                "format": "gauntlet", "games": 2, "seed": "5", "rules": rules, "lexicon": str(HERE / "words.txt"), "sandbox": "off",
                "clock": {"kind": "game", "time_ms": 3_600_000}}
        (self.folder / "plan.json").write_text(json.dumps(plan))
        run = self.folder / f"run-{rules}"
        call(PROGRAM, "tournament", self.folder / "plan.json", "--out", run, "--quiet", cwd=self.folder)
        games = [json.loads(line) for line in (run / "games.jsonl").read_text().splitlines()]
        evidence = [game["forfeits"] for game in games if game["forfeits"]]
        if evidence:
            raise AssertionError(f"forfeits: {json.dumps(evidence, indent=1)}")
        return [{"rules": rules, "players": game["players"], "scores": game["scores"],
                 "moves": " ".join(turn["move"] for turn in game["turns"])} for game in games]

    def play_all(self, wanted=lambda bot: True):
        bots = list(self.commands)
        hasbro, challenge = LEADERS["hasbro"], LEADERS["hasbro-challenge"]
        others = [bot for bot in bots if wanted(bot) and bot != hasbro]
        games = self.play("hasbro", [hasbro, *others]) if others else []
        challengers = [bot for bot in bots if wanted(bot) and CHALLENGERS.match(bot)]
        return games + (self.play("hasbro-challenge", [challenge, *challengers]) if challengers else [])


def golden_games():
    return [json.loads(line) for line in GAMES.read_text().splitlines()] if GAMES.exists() else []


def write(games):
    """Writes games in the order in which they are played."""
    rules, bots = list(LEADERS), list(sources())

    def place(game):
        (met,) = set(game["players"]) - {LEADERS[game["rules"]]}
        return rules.index(game["rules"]), bots.index(met)

    GAMES.write_text("".join(json.dumps(game) + "\n" for game in sorted(games, key=place)))


# Public names, as far as a kit's file tells them. ---------------------------------------------------------------------

def names_in_python():
    tree = ast.parse(KIT_FILES[".py"].read_text())
    (listed,) = [node for node in tree.body if isinstance(node, ast.Assign) and node.targets[0].id == "__all__"]
    public = set(ast.literal_eval(listed.value))
    names = set(public)
    for node in tree.body:
        if isinstance(node, ast.ClassDef) and node.name in public:
            names |= {part.name for part in node.body if isinstance(part, ast.FunctionDef) and not part.name.startswith("_")}
            documented = re.findall(r"^    ([a-z_, ]+?)  +\S", ast.get_docstring(node, clean=False) or "", re.M)
            names |= {name for line in documented for name in line.split(", ")}
    return names


def names_in_javascript():
    text = KIT_FILES[".js"].read_text()
    public = set(re.findall(r"\w+", re.search(r"module\.exports = \{(.*?)\}", text, re.S)[1]))
    names = set(public)
    for comment, name, body in re.findall(r"(/\*\*(?:(?!\*/).)*?\*/\n)?class (\w+)[^{]*\{\n(.*?)\n\}\n", text, re.S):
        if name in public:
            names |= set(re.findall(r"^  (?:get |static )?([a-z]\w*)\(", body, re.M)) - {"constructor", "toString"}
            documented = re.findall(r"^ \* ([a-zA-Z, ]+?)  +\S", comment, re.M)
            names |= {name for line in documented for name in line.split(", ")}
    return names


def names_in_rust():
    text = KIT_FILES[".rs"].read_text()
    return set(re.findall(r"^ *pub (?:fn|struct) (\w+)", text, re.M)) | set(re.findall(r"^    pub (\w+):", text, re.M))


def names_in_cpp():
    """All of the kit's own header, and what docs/kits.md lists of the engine."""
    header = (KITS / "cpp/bot.h").read_text()
    public = re.sub(r"private:.*?\n\};", "};", header, flags=re.S)
    code = re.sub(r"//.*", "", public)
    names = set(re.findall(r"\b([a-z_]+)\([^()]*\)[^;{}]*;", code)) | set(re.findall(r"\b([a-z_]+)(?: = \{\})?;", code))
    names -= {"bool", "const", "void"}
    page = (ROOT / "docs/kits.md").read_text()
    listed = re.search(r"<!-- stable C\+\+ -->\n(.*?)<!-- end -->", page, re.S)[1]
    for cell in re.findall(r"^\| `[^|]*` \| (.*) \|$", listed, re.M):
        names |= set(re.findall(r"`(\w+)", cell))
    return names


# The generator of the JavaScript kit is in classes of its own, so these are methods, but no bot has a use for them.
NOT_FOR_BOTS = {"child", "codeOf", "faceAt"}


class FrozenBots(unittest.TestCase):
    maxDiff = None

    def test_they_build_and_play_the_same_games(self):
        with tempfile.TemporaryDirectory(prefix="toptile-frozen-") as folder:
            workshop = Workshop(pathlib.Path(folder), SELDOM)
            played = workshop.play_all()
        without_compiler = {name for name, command in workshop.commands.items() if command is None}
        self.assertLessEqual({name.split("-")[1] for name in without_compiler}, {"rs"})
        absent = without_compiler | SELDOM
        golden = [game for game in golden_games() if not absent.intersection(game["players"])]
        self.assertEqual([(game["rules"], game["players"]) for game in played], [(game["rules"], game["players"]) for game in golden])
        for now, then in zip(played, golden):
            with self.subTest(rules=now["rules"], players=now["players"]):
                self.assertEqual(now["moves"].split(), then["moves"].split())
                self.assertEqual(now["scores"], then["scores"])
        if without_compiler:
            print("without rustc:", *sorted(without_compiler), file=sys.stderr)

    def test_every_bot_plays(self):
        self.assertEqual({name for game in golden_games() for name in game["players"]}, set(sources()))

    def check_names(self, suffix, names):
        text = "\n".join(file.read_text() for file in sources().values() if file.suffix == suffix)
        self.assertGreater(len(names), 20, names)
        unused = {name for name in names if not re.search(rf"\b{name}\b", text)}
        self.assertEqual(unused - NOT_FOR_BOTS, set(), "a name of the kit that no frozen bot uses: see README.md")

    def test_they_use_all_of_the_python_kit(self):
        self.check_names(".py", names_in_python())

    def test_they_use_all_of_the_javascript_kit(self):
        self.check_names(".js", names_in_javascript())

    def test_they_use_all_of_the_rust_kit(self):
        self.check_names(".rs", names_in_rust())

    def test_they_use_all_that_the_cpp_kit_promises(self):
        self.check_names(".cpp", names_in_cpp())


def add_games(is_anew):
    known = [] if is_anew else golden_games()
    names = {name for game in known for name in game["players"]}
    with tempfile.TemporaryDirectory(prefix="toptile-frozen-") as folder:
        games = known + Workshop(pathlib.Path(folder)).play_all(lambda bot: bot not in names)
    write(games)


if __name__ == "__main__":
    if sys.argv[1:] in (["--add"], ["--rewrite"]):
        add_games(sys.argv[1] == "--rewrite")
    else:
        unittest.main()
