#!/usr/bin/env python3
"""Every command that a page shows still exists, whether it is run or not: its verb, its flags, the words that a flag takes, and
the scripts, programs and sources that it names. test_docs.py runs what can be run. Here, commands are only parsed: also those in
blocks that are not run, and those in the text, such as `toptile check host`.

How a document is written for this test, besides what test_docs.py says:
  ```sh, ```console  Every command is in such a block, and not in one without a kind.
  `toptile …`        Code in the text that begins with `toptile`, with `./dev`, or with a path in a folder of the repository. Words
                     in capitals, `…` and `@NAME@` stand for something else.
  Measured at 1a2b3c4d  The commit at which figures were measured, which must be in the history, if that is here.

Environment: TOPTILE is the program."""

import functools
import json
import re
import subprocess
import unittest

import test_docs as docs

ROOT = docs.ROOT
PAGES = docs.PAGES + sorted(path for pattern in ("cli/templates/*/README.md", "tests/*/README.md") for path in ROOT.glob(pattern))
CODE = re.compile(r"(?<!`)`([^`\n]+(?:\n[^`\n]+)?)`(?!`)")
FOLDERS = ("base", "bench", "browser", "build", "champion", "cli", "cmake", "conformance", "docs", "engine", "league", "lexicons", "play",
           "protocol", "ratings", "referee", "rulesets", "sample_bots", "schemas", "server", "tests", "tools", "tournaments", "web")
BEGINNING = re.compile(rf"(?:toptile|\./dev|(?:(?:python3|node) )?(?:{'|'.join(FOLDERS)})/\S+) ")
# The name of a row of a table, a file of the reader's, and two that the change log knows by their old places.
NOT_CHECKED = {"toptile itself", "sample_bots/mine.cpp", "engine/result.h", "protocol/words.h"}
MARKER = re.compile(r"^<!-- (?:not run|before|needs|file|bot|transcript): .*-->$", re.M)
FENCE = re.compile(r"^( *)```(\w*)\n(.*?)^ *```$", re.M | re.S)
COMMIT = re.compile(r"\b(?=[a-f]*\d)[0-9a-f]{7,40}\b")
TOKEN = re.compile(r"[ \t]+|(?P<comment>(?<!\S)#[^\n]*)|(?P<end>\$?\(|[\n;|&)]+)|(?P<redirection>\d*[<>]+(?:&\d)?)"
                   r"|(?P<word>(?:'[^']*'|\"(?:\\.|[^\"\\])*\"|\\.|\$(?!\()|[^\s;|&()<>'\"\\$])+)|(?P<other>.)", re.S)
BEFORE_A_COMMAND = {"then", "do", "if", "while", "else", "!", "{", "sudo", "nice", "command", "exec", "time"}


def commands_in(text):
    """The words of each simple command of a shell script, without assignments, redirections and quotes."""
    commands, words, is_target = [], [], False
    for token in TOKEN.finditer(text.replace("\\\n", " ") + "\n"):
        if token["end"]:
            commands, words = commands + [words], []
        elif token["redirection"]:
            is_target = not re.search(r"&\d", token["redirection"])
        elif token["word"] and is_target:
            is_target = False
        elif token["word"]:
            word = re.sub(r"'([^']*)'|\"((?:\\.|[^\"\\])*)\"", lambda quoted: quoted[1] or quoted[2] or "", token["word"])
            if words or not re.match(r"\w+=", word) and word not in BEFORE_A_COMMAND:
                words.append(word)
    return [words for words in commands if words]


def is_placeholder(word):
    return re.search(r"[…@$*]|(?:^|/)[A-Z][A-Z0-9_]*(?:[./]|$)", word) is not None


class Help:
    """What `toptile VERB… --help` says: the subcommands, and for each flag what it takes, if anything."""

    def __init__(self, text):
        self.verbs = set(re.findall(r"^  ([a-z][a-z-]*)  ", text.partition("Subcommands:")[2], re.M))
        self.takes = {"--help": "", "-h": ""}
        for names, value in re.findall(r"^  (-\S+)((?: \S+)*)", text, re.M):
            names, _, optional = names.partition("[")
            for name in names.split(","):
                self.takes[name.partition("=")[0]] = value.strip() or ("[" + optional if optional else "")
        self.words = re.findall(r"^  (\w+) (\S.*?)(?:  |$)", text.partition("Positionals:")[2].partition("Options:")[0], re.M)

    def fault_of(self, words):
        """What is wrong with the words after the verb, if anything is."""
        free, i = 0, 0
        while i < len(words):
            name, has_value, value = words[i].partition("=")
            i += 1
            if not re.match(r"--?[a-z]", name):
                free += 1
                continue
            if name not in self.takes:
                return f"unknown flag {name}"
            taken = self.takes[name]
            if taken and not has_value and not taken.startswith("["):
                value = words[i] if i < len(words) else "…"
                i += 1
            choices = taken.split("|")
            if value and all(re.fullmatch(r"[a-z]+", choice) for choice in choices) and not is_placeholder(value):
                if not set(value.split("|")) <= set(choices):
                    return f"{name} {value}: it takes {taken}"
        most = sum(int(shown.rpartition(" x ")[2]) if " x " in shown else 1 for _, shown in self.words)
        if free > most and not any("..." in shown for _, shown in self.words):
            return f"{free} arguments where {most} are known"
        return None


@functools.lru_cache(maxsize=None)
def help_of(*verbs):
    return Help(docs.toptile(*verbs, "--help", check=True).stdout)


def toptile_fault(words):
    verbs = []
    if words[:1] == ["help"]:
        words = words[1:]
    while help_of(*verbs).verbs and words and not words[0].startswith("-"):
        if is_placeholder(words[0]):
            return None
        if words[0] not in help_of(*verbs).verbs:
            return f"unknown verb {' '.join([*verbs, words[0]])}"
        verbs, words = [*verbs, words[0]], words[1:]
    if verbs == [] and words == ["--version"]:
        return None
    return help_of(*verbs).fault_of([word for word in words if word != "…"])


@functools.lru_cache(maxsize=None)
def dev_help(*verb):
    return subprocess.run([ROOT / "dev", *verb, "--help"], capture_output=True, text=True, timeout=docs.PATIENCE).stdout


def dev_fault(words):
    if not words or is_placeholder(words[0]):
        return None
    verb, words = words[0], [word for word in words[1:] if not is_placeholder(word)]
    if not dev_help(verb).startswith("usage: "):
        return f"unknown verb {verb}"
    if verb in ("run", "tournament"):
        return toptile_fault(words if verb == "run" else ["tournament", *words])
    for word in words:
        flag = re.match(r"--[a-z-]+", word)
        if flag and not re.search(rf"{flag[0]}(?![a-z-])", dev_help(verb)):
            return f"unknown flag {flag[0]}"
    presets = {preset["name"] for preset in json.loads(docs.page("CMakePresets.json"))["configurePresets"]}
    named = words[:1] if verb == "build" else [after for flag, after in zip(words, words[1:]) if flag == "--preset"]
    unknown = set(named) - presets
    if verb == "findings":
        unknown = {word for word in words if not re.search(rf"^  {word.partition('=')[0]}  ", dev_help(verb), re.M)}
    return f"unknown argument {unknown.pop()}" if unknown else None


def built_programs(folder):
    """The programs that the CMakeLists.txt of a folder builds, by their paths in the same folder of a build."""
    text = docs.page(f"{folder}/CMakeLists.txt")
    names = set(re.findall(r"(?:add_executable|toptile_bench)\((\w+)", text))
    for listed in re.findall(r"foreach\(\w+ ([\w ]+)\)", text):
        names |= set(listed.split())
    for listed in re.findall(r"set_target_properties\(([\w ]+) PROPERTIES RUNTIME_OUTPUT_DIRECTORY \$\{simulations\}", text):
        names = names - set(listed.split()) | {f"simulated/{name}" for name in listed.split()}
    return names


def program_fault(path, words):
    """What is wrong with a script of the source tree, or with a program of a build."""
    built = re.fullmatch(r"build/[a-z]+/(bench|tools)/(\S+)", path)
    if built:
        return None if built[2] in built_programs(built[1]) else f"{built[1]}/CMakeLists.txt builds no {built[2]}"
    path = path.partition("#")[0]
    if path.startswith("build/") or is_placeholder(path):
        return None
    if not (ROOT / path).exists() and not list(ROOT.glob(f"{path}.*")):
        return f"there is no file {path}"
    for word in words:
        flag = re.match(r"--[a-z-]+", word)
        if flag and flag[0] not in docs.page(path):
            return f"{path} knows no {flag[0]}"
    return None


def fault_of(words):
    """What is wrong with a command, if it is one of ours and something is."""
    program, words = words[0], words[1:]
    if program in ("python3", "node") and words:
        program, words = words[0], words[1:]
    if program == "./dev":
        return dev_fault(words)
    if re.fullmatch(r"(?:.*/)?toptile", program):
        return toptile_fault(words)
    return program_fault(program, words) if program.partition("/")[0] in FOLDERS and "/" in program else None


def commands_of_page(text):
    """The commands in the blocks of a page and in its text, with what is shown of each."""
    for match in docs.BLOCK.finditer(text):
        if match["kind"] == "console":
            shown = re.findall(r"^\$ (.*)$", match["text"], re.M)
            yield from ((line, words) for line in shown for words in commands_in(line))
        elif match["kind"] == "sh" and not match["file"]:
            yield from ((" ".join(words), words) for words in commands_in(match["text"]))
    for code in CODE.findall(docs.without_blocks(text)):
        code = " ".join(code.split())
        if BEGINNING.match(code + " ") and code not in NOT_CHECKED:
            yield from ((code, words) for words in commands_in(code))


def faults_in(text):
    found = ((shown, fault_of(words)) for shown, words in commands_of_page(text))
    return [f"{shown}: {fault}" for shown, fault in found if fault]


def escaping_blocks(text):
    """Blocks with commands of which no test knows: those without a kind, and those that are not at the beginning of a line."""
    looks_like_commands = re.compile(rf"^(?:\$ |sudo |curl |git |export |{BEGINNING.pattern})", re.M)
    return [body for indent, kind, body in FENCE.findall(text)
            if indent and kind in ("sh", "console") or not kind and looks_like_commands.search(body)]


def loose_markers(text):
    """Markers that stand before no block, so that they say nothing."""
    blocks = [match[0] for match in docs.BLOCK.finditer(text)] + [match[0] for match in docs.Conversations.BLOCK.finditer(text)]
    heads = {line for block in blocks for line in block.partition("```")[0].splitlines()}
    return [marker for marker in MARKER.findall(text) if marker not in heads]


def commits_in(text):
    """The commits at which figures were measured: those in paragraphs that say "at 1a2b3c4d"."""
    paragraphs = re.split(r"\n\s*\n", docs.without_blocks(text))
    return {commit for each in paragraphs if re.search(r"\bat\s+" + COMMIT.pattern, each) for commit in COMMIT.findall(each)}


def git(*arguments):
    return subprocess.run(["git", "-C", ROOT, *arguments], capture_output=True, text=True, timeout=docs.PATIENCE)


class ShownCommands(unittest.TestCase):
    def test_every_command_is_known_with_its_flags(self):
        count = 0
        for path in PAGES:
            text = path.read_text(encoding="utf-8")
            count += len(list(commands_of_page(text)))
            with self.subTest(page=path.relative_to(ROOT)):
                self.assertEqual(faults_in(text), [])
        self.assertGreater(count, 400)

    def test_no_block_and_no_marker_escapes(self):
        for path in PAGES:
            with self.subTest(page=path.relative_to(ROOT)):
                text = path.read_text(encoding="utf-8")
                self.assertEqual(escaping_blocks(text), [])
                self.assertEqual(loose_markers(text), [])

    def test_what_is_broken_is_found(self):
        right = ["toptile", "toptile tournament --games 4 --bot greedy --clock -1", "toptile league author add ann --expires 180",
                 "toptile help VERB", "toptile play --browser --out game.html", "toptile tournament --live=0 --no-pin",
                 "./dev test --preset asan engine", "./dev findings games=10", "./dev run check ./mine", "bench/serve.py",
                 "build/bench/bench/simulated/search_choices 200 1", "lexicons/make_english.py --check", "toptile check host"]
        wrong = ["toptile turnament", "toptile tournament --gmaes 4", "toptile tournament --games=4 --seat 1", "toptile league nit",
                 "toptile league author add ann --expire 180", "toptile tournament --sandbox of", "toptile replay cup --gmae 2",
                 "toptile help vrb", "toptile verify --quick cup", "toptile check greedy random", "toptile --help | toptile nothing",
                 "./dev tset", "./dev bench --quik", "./dev test --preset fast", "./dev build fast", "./dev findings game=10",
                 "./dev run chek ./mine", "bench/nothing.py", "lexicons/make_english.py --chek", "python3 bench/nothing.py",
                 "build/bench/bench/search_choices 200 1", "build/release/tools/champion_tran", "build/release/toptile bnch speed"]
        for code in right:
            self.assertEqual(faults_in(f"See `{code}`."), [], code)
        for code in wrong:
            self.assertEqual(len(faults_in(f"See `{code}`.")), 1, code)
            self.assertEqual(len(faults_in(f"<!-- not run: it is wrong -->\n```sh\nset -e\n{code}\n```\n")), 1, code)
            self.assertEqual(len(faults_in(f"```console\n$ x=1 && {code}\nprinted\n```\n")), 1, code)
        self.assertEqual(faults_in("See `toptile itself` and `--games`, and `greedy --help`."), [])
        script = "for x in a; do\n  toptile match a b \\\n    --nodse 5 --games 2 > out 2>&1  # --no\ndone\n"
        self.assertEqual(faults_in(f"```sh\n{script}```\n"), ["toptile match a b --nodse 5 --games 2: unknown flag --nodse"])

    def test_blocks_and_markers_that_escape_are_found(self):
        self.assertEqual(escaping_blocks("```\ntoptile bots\n```\n\n```\nbar\n```\n"), ["toptile bots\n"])
        self.assertEqual(escaping_blocks("- so:\n  ```sh\n  ls\n  ```\n\n```sh\nls\n```\n"), ["  ls\n"])
        marker = "<!-- not run: it is long -->"
        self.assertEqual(loose_markers(f"{marker}\n```sh\nls\n```\n"), [])
        self.assertEqual(loose_markers(f"{marker}\n\n```sh\nls\n```\n"), [marker])

    def test_the_commits_of_figures_are_in_the_history(self):
        if git("rev-parse", "--is-shallow-repository").stdout.strip() != "false":
            self.skipTest("there is no whole history here")
        self.assertEqual(commits_in("Measured at 1a2b3c4d and\n5e6f7a8b.\n\nSee 9c0d1e2f.\n"), {"1a2b3c4d", "5e6f7a8b"})
        named = set().union(*(commits_in(path.read_text(encoding="utf-8")) for path in PAGES))
        self.assertGreater(len(named), 10)
        self.assertEqual({commit for commit in named if git("merge-base", "--is-ancestor", commit, "HEAD").returncode != 0}, set())
        self.assertNotEqual(git("merge-base", "--is-ancestor", "fffffff", "HEAD").returncode, 0)


if __name__ == "__main__":
    unittest.main()
