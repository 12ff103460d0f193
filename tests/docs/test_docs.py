#!/usr/bin/env python3
"""The documents say what the program does: their commands run and print what is shown, links lead somewhere, examples of
JSON can be read, and the numbers of the rules are right.

How a document is written for this test:
  ```console        "$ " begins a command that is run in bash, in a folder for this page. The lines up to the next command
                    are its output. `…` stands for any text; on a line of its own, it stands for any lines. "# exit N" ends
                    a command that does not exit with 0. Blocks of other kinds are not run.
  <!-- file: F -->  This stands before a block, which is put into the file F first.
  <!-- needs: T --> This stands before a block and before its `file`. If the tool T is missing or too old, the block is
                    skipped. T can be `no_sanitizer`: a program that is copied into the sandbox cannot look for leaks there.
  <!-- transcript: T -->  This stands before a block ```uwi, whose lines must follow one another in
                    tests/data/transcripts/T.txt; `…` is as above, and "#" begins a remark.
  <!-- bot: F -->   The sample bot random is put into the file F first; it stands for the reader's own bot.
If outputs are meant to change, rewrite.py in this folder writes them again. test_shown_commands.py looks at the commands that are not
run, and at those in the text.

Environment: TOPTILE is the program, TOPTILE_BOTS the folder of the sample bots."""

import hashlib
import json
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests"))
from patience import PATIENCE  # noqa: E402

PAGES = sorted(path for pattern in ("*.md", "docs/**/*.md", "lexicons/*.md", "protocol/**/*.md", "sample_bots/*.md")
               for path in ROOT.glob(pattern))
TOPTILE = os.path.abspath(os.environ.get("TOPTILE", ROOT / "build/release/toptile"))
BOTS = pathlib.Path(os.path.abspath(os.environ.get("TOPTILE_BOTS", pathlib.Path(TOPTILE).parent / "bots")))

# The pages show bots that run with the system's interpreters. With others, the program would tell that bots see them.
os.environ["PATH"] = f"/usr/bin:/bin:{os.environ['PATH']}"

BLOCK = re.compile(r"(?:<!-- needs: (?P<needs>\w+) -->\n)?(?:<!-- (?P<note>not run|before): (?P<told>.*?) -->\n)?"
                   r"(?:<!-- file: (?P<file>\S+) -->\n)?^```(?P<kind>\w*)\n(?P<text>.*?)^```$"
                   r"|<!-- bot: (?P<bot>\S+) -->", re.M | re.S)
IS_LONG = os.environ.get("TOPTILE_LONG", "") != ""
OLDEST = {"node": 18, "parallel": 20100101}  # The tools that a page may need, and the oldest major version of each that is enough.
LINK = re.compile(r"(?<!!)\[[^\]\n]*(?:\n[^\]\n]*)?\]\(([^)\s]+)\)")
PICTURE = re.compile(r"!\[([^\]\n]*)\]\(([^)\s]+)\)")
ANY_TIME = re.compile(r"in [\d.]+ s, \d+ a second")
# The table of processor times. Its columns are as wide as its numbers.
PROCESSORS = re.compile(r"^processor time .*\n(?:.+\n)+", re.M)
# The note that a busy machine adds to the end of a tournament.
LATE = re.compile(r"\nIn \d+ of \d+ games the referee itself was late .*?\(--cpu-clock\)\.\n", re.S)


def page(name):
    return (ROOT / name).read_text(encoding="utf-8")


def blocks(text, kind):
    return [match["text"] for match in BLOCK.finditer(text) if match["kind"] == kind]


def without_blocks(text):
    return BLOCK.sub("", text)


def anchors(text):
    """The anchors of the headings, as GitHub makes them."""
    headings = re.findall(r"^#+ (.*)$", without_blocks(text), re.M)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def pattern_of(shown):
    """The regular expression of an output as a document shows it; blanks at the ends of lines do not count."""
    pattern = ""
    for line in shown.splitlines():
        text = line.rstrip()
        pattern += r"(?:.*\n)*?" if text == "…" else ".*".join(map(re.escape, text.split("…"))) + " *\n"
    return re.compile(pattern)


def said(text):
    """The lines of a transcript that the two sides say, without marks and remarks."""
    return "".join(line + "\n" for line in text.splitlines() if line[:2] in ("> ", "< ", "…"))


def toptile(*arguments, **options):
    return subprocess.run([TOPTILE, *arguments], capture_output=True, text=True, timeout=PATIENCE, **options)


def small_run(folder, seed):
    """The first record and the plan of two games of greedy against random."""
    bots = ("--bot", "greedy", "--bot", "random")
    played = toptile("tournament", *bots, "--games", "2", "--seed", str(seed), "--out", "run", cwd=folder)
    if played.returncode != 0:
        raise RuntimeError(played.stderr)
    run = pathlib.Path(folder) / "run"
    first = (run / "games.jsonl").read_text(encoding="utf-8").splitlines()[0]
    return json.loads(first), json.loads((run / "run.json").read_text(encoding="utf-8"))


def without_figures(printed):
    """What a tournament prints, without the numbers that depend on the machine."""
    table = PROCESSORS.search(printed)[0]
    return ANY_TIME.sub("in T", printed.replace(table, re.sub(r"[\d.]+", "N", re.sub(r" +", " ", table))))


class Command:
    def __init__(self, line):
        self.text, _, code = line.partition("  # exit ")
        self.code = int(code or 0)
        self.shown = ""


def commands_of(block):
    commands = []
    for line in block.splitlines():
        if line.startswith("$ "):
            commands.append(Command(line[2:]))
        elif commands:
            commands[-1].shown += line + "\n"
        else:
            raise ValueError("a console block begins with a command, not with: " + line)
    return commands


class Shell:
    """One bash for all commands of a page, so that `cd` and variables last."""

    MARK = "--- end of command, exit "

    def __init__(self, folder):
        environment = dict(os.environ, PATH=f"{pathlib.Path(TOPTILE).parent}:{os.environ['PATH']}", TOPTILE_HOME=str(ROOT),
                           LC_ALL="C.UTF-8", PYTHONDONTWRITEBYTECODE="1")
        self.bash = subprocess.Popen(["bash"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                     text=True, cwd=folder, env=environment)

    def run(self, text):
        """Runs the text; returns the exit code, and standard output and error in one text."""
        self.bash.stdin.write(f"{{ {text}\n}} </dev/null\necho '{self.MARK}'$?\n")
        self.bash.stdin.flush()
        output = ""
        for line in self.bash.stdout:
            before, mark, code = line.partition(self.MARK)
            output += before
            if mark:
                return int(code), output
        raise EOFError(f"bash ended at: {text}\n{output}")

    def close(self):
        self.bash.stdin.close()
        self.bash.stdout.close()
        self.bash.wait()


def is_there(tool):
    if tool == "no_sanitizer":
        return b"__asan_init" not in pathlib.Path(TOPTILE).read_bytes()
    found = shutil.which(tool)
    told = subprocess.run([found, "--version"], capture_output=True, text=True).stdout if found else ""
    return found is not None and int(re.search(r"\d+", told)[0]) >= OLDEST[tool]


def blocks_to_try(text):
    """The blocks for which this machine has the tools."""
    return [match for match in BLOCK.finditer(text) if not match["needs"] or is_there(match["needs"])]


def put_file(match, folder):
    """Puts a block or a bot into the file that the page names, if it names one."""
    if match["bot"]:
        shutil.copy(BOTS / "random", folder / match["bot"])
    elif match["file"]:
        file = folder / match["file"]
        file.parent.mkdir(exist_ok=True)
        file.write_text(match["text"], encoding="utf-8")


def first_tournament(folder):
    """What a bare `./dev tournament` prints."""
    arguments = re.search(r"first_tournament=\((.*?)\)", page("dev"))[1].split()
    played = toptile("tournament", *arguments, cwd=folder)
    if played.returncode != 0:
        raise RuntimeError(played.stderr)
    return played.stdout


MUSEUM = re.compile(r"(?<=<!-- museum -->\n).*?(?=<!-- end of the museum -->)", re.S)


def museum_tables():
    """The catalogue of misbehaviour, as its page shows it."""
    text = ""
    for room in json.loads(page("tests/data/museum.json"))["rooms"]:
        text += f"\n## {room['room']}\n\n{room['about']}\n\n| exhibit | what it does | verdict | waits for | words |\n|---|---|---|---|---|\n"
        for entry in room["exhibits"]:
            text += f"| `{entry['name']}` | {entry['does']} | "
            if entry["verdict"] == "plays on":
                text += "plays on | | |\n"
            else:
                text += f"`{entry['verdict']}` | {entry['waits']} | {entry['words']} |\n"
    return text + "\n"


FIRST_OUTPUT = re.compile(r"(?<=<!-- output -->\n```text\n).*?(?=```)", re.S)


class Commands(unittest.TestCase):
    def check_page(self, name):
        text = page(name)
        with tempfile.TemporaryDirectory() as folder:
            shell = Shell(folder)
            self.addCleanup(shell.close)  # The shell is closed even if a command of the page fails.
            for match in blocks_to_try(text):
                put_file(match, pathlib.Path(folder))
                if match["kind"] == "console":
                    for command in commands_of(match["text"]):
                        self.check_command(shell, command)

    def check_command(self, shell, command):
        code, output = shell.run(command.text)
        told = f"$ {command.text}\n{output}"
        self.assertEqual(code, command.code, told)
        if command.shown:
            is_shown = pattern_of(command.shown).fullmatch(output) is not None
            self.assertTrue(is_shown, f"\nThe page shows:\n{command.shown}\nand this is printed:\n{told}")

    def test_every_page_with_commands_has_a_test_of_its_own(self):
        with_commands = {str(path.relative_to(ROOT)) for path in PAGES if "\n```console\n" in path.read_text(encoding="utf-8")}
        self.assertEqual(with_commands, {"docs/check.md", "docs/clusters.md", "docs/commands.md", "docs/course.md", "docs/debugging.md", "docs/faults.md", "docs/game_log.md", "docs/growing_runs.md", "docs/install.md", "docs/lexicons.md", "docs/openings.md", "docs/play.md",
                                         "docs/protocol.md", "docs/report_data.md", "docs/review.md", "docs/rules.md", "docs/searching.md", "docs/sprt.md", "docs/time.md", "docs/tournaments.md", "docs/tuning.md",
                                         "docs/write_a_bot.md"})

    def test_blocks_that_need_a_missing_or_old_tool_are_passed_over(self):
        text = "<!-- needs: node -->\n<!-- file: a.js -->\n```js\n1\n```\n<!-- needs: node -->\n```console\n$ node a.js\n```\n" \
               "```console\n$ true\n```\n"
        path = os.environ["PATH"]
        self.addCleanup(os.environ.__setitem__, "PATH", path)
        with tempfile.TemporaryDirectory() as folder:
            os.environ["PATH"] = folder
            node = pathlib.Path(folder) / "node"
            for version, kinds in ((None, ["console"]), ("v16.20.2", ["console"]), ("v18.0.0", ["js", "console", "console"])):
                if version:
                    node.write_text(f"#!/bin/sh\necho {version}\n")
                    node.chmod(0o755)
                self.assertEqual([match["kind"] for match in blocks_to_try(text)], kinds, version)

    def test_check(self):
        self.check_page("docs/check.md")

    def test_clusters(self):
        self.check_page("docs/clusters.md")

    def test_commands(self):
        self.check_page("docs/commands.md")

    def test_course(self):
        self.check_page("docs/course.md")

    def test_faults(self):
        self.check_page("docs/faults.md")

    def test_game_log(self):
        self.check_page("docs/game_log.md")

    def test_growing_runs(self):
        self.check_page("docs/growing_runs.md")

    def test_install(self):
        self.check_page("docs/install.md")

    def test_lexicons(self):
        self.check_page("docs/lexicons.md")

    def test_openings(self):
        self.check_page("docs/openings.md")

    def test_play(self):
        self.check_page("docs/play.md")

    def test_protocol(self):
        self.check_page("docs/protocol.md")

    def test_report_data(self):
        self.check_page("docs/report_data.md")

    def test_review(self):
        self.check_page("docs/review.md")

    def test_rules(self):
        self.check_page("docs/rules.md")

    def test_debugging(self):
        self.check_page("docs/debugging.md")

    def test_searching(self):
        self.check_page("docs/searching.md")

    def test_sprt(self):
        self.check_page("docs/sprt.md")

    def test_time(self):
        self.check_page("docs/time.md")

    def test_tournaments(self):
        self.check_page("docs/tournaments.md")

    def test_tuning(self):
        self.check_page("docs/tuning.md")

    def test_write_a_bot(self):
        self.check_page("docs/write_a_bot.md")

    def test_the_readme_shows_what_the_first_tournament_prints(self):
        shown = FIRST_OUTPUT.search(page("README.md"))[0]
        with tempfile.TemporaryDirectory() as folder:
            printed = first_tournament(folder)
        self.assertEqual(without_figures(shown), without_figures(LATE.sub("", printed)))


class ShellBlocks(unittest.TestCase):
    """Commands that a page shows without what they print. They may play thousands of games, so tournaments are only checked, leagues
    play two games, and what asks or serves shows its help. `<!-- not run: WHY -->` before a block leaves it out, and `<!-- before:
    COMMAND -->` makes what it needs."""

    SHORTER = """toptile() {
      case "$1 ${2-}" in
        tournament*|match*) command toptile "$@" --check --no-try ;;
        "check host") command toptile "$@" --json || test $? -eq 1 ;;
        check*) command toptile "$@" --only start ;;
        play*|serve*) command toptile "$1" --help ;;
        "league run") command toptile league run --games 2 --quiet ;;
        *) command toptile "$@" ;;
      esac
    }
    """

    def every_block(self):
        for path in PAGES:
            found = [match for match in BLOCK.finditer(path.read_text(encoding="utf-8")) if match["kind"] == "sh" and not match["file"]]
            if found:
                yield path, found

    def test_they_are_found_and_say_why_they_are_not_run(self):
        found = [match for _, some in self.every_block() for match in some]
        self.assertGreaterEqual(len([match for match in found if match["note"] != "not run"]), 12)
        for match in found:
            if match["note"]:
                self.assertGreater(len(match["told"].split()), 1, match[0])

    @unittest.skipUnless(IS_LONG, "for the long tier")
    def test_their_commands_are_accepted(self):
        for path, found in self.every_block():
            with self.subTest(page=path.relative_to(ROOT)), tempfile.TemporaryDirectory() as folder:
                for match in found:
                    if match["note"] == "not run" or match["needs"] and not is_there(match["needs"]):
                        continue
                    script = f"set -e\n{self.SHORTER}\n{match['told'] or ''}\n{match['text']}"
                    shell = Shell(folder)
                    self.addCleanup(shell.close)
                    code, output = shell.run(f"bash -c {shlex.quote(script)}")
                    self.assertEqual(code, 0, f"{match['text']}\n{output}")


class Conversations(unittest.TestCase):
    BLOCK = re.compile(r"(?:<!-- transcript: (\w+) -->\n)?^```uwi\n(.*?)^```$", re.M | re.S)

    def test_what_is_said_on_a_page_is_part_of_a_transcript_that_is_played(self):
        seen = 0
        for path in PAGES:
            for name, text in self.BLOCK.findall(path.read_text(encoding="utf-8")):
                with self.subTest(path=path.relative_to(ROOT), block=text.splitlines()[0]):
                    whole = said((ROOT / "tests/data/transcripts" / f"{name}.txt").read_text(encoding="utf-8"))
                    shown = said(text)
                    self.assertTrue(shown)
                    self.assertRegex(whole, re.compile("^" + pattern_of(shown).pattern, re.M))
                    seen += 1
        self.assertGreaterEqual(seen, 10)

    def test_the_annotated_game_leaves_nothing_out(self):
        (game,) = [text for name, text in self.BLOCK.findall(page("docs/protocol.md").split("## A whole game")[1])]
        whole = said((ROOT / "tests/data/transcripts/whole_game_tiny.txt").read_text(encoding="utf-8"))
        self.assertEqual(said(game).count("\n"), whole.count("\n"))
        self.assertEqual([line[:12] for line in said(game).splitlines()], [line[:12] for line in whole.splitlines()])

    def test_a_line_that_nobody_said_is_found_out(self):
        self.assertNotRegex("> uwi 1\n< uwiok\n", re.compile("^" + pattern_of(said("> uwi 1\n< readyok\n")).pattern, re.M))


class Links(unittest.TestCase):
    def test_every_relative_link_leads_to_a_file_and_its_heading(self):
        dead = []
        count = 0
        for path in PAGES:
            for target in LINK.findall(without_blocks(path.read_text(encoding="utf-8"))):
                if re.match(r"[a-z]+:", target):
                    continue
                count += 1
                name, _, anchor = target.partition("#")
                file = (path.parent / name).resolve() if name else path
                is_dead_anchor = anchor and file.is_file() and anchor not in anchors(file.read_text(encoding="utf-8"))
                if not file.exists() or is_dead_anchor:
                    dead.append(f"{path.relative_to(ROOT)}: {target}")
        self.assertEqual(dead, [])
        self.assertGreater(count, 50)

    def test_every_picture_is_there_described_small_and_shown(self):
        shown = set()
        for path in PAGES:
            for description, target in PICTURE.findall(without_blocks(path.read_text(encoding="utf-8"))):
                self.assertTrue(description, f"{path}: {target}")
                shown.add((path.parent / target).resolve())
        self.assertEqual(shown, set((ROOT / "docs/pictures").iterdir()))
        for picture in shown:
            self.assertLess(picture.stat().st_size, 150_000, picture)

    def test_what_the_sources_cite_is_there(self):
        """Sources cite `docs/rules.md`, or `docs/rules.md, "A game"` with the beginning of a heading. A comment may break the line."""
        dead = []
        count = 0
        for folder in ("engine", "protocol", "referee", "conformance", "tournaments", "cli", "sample_bots"):
            for path in sorted((ROOT / folder).rglob("*.h")) + sorted((ROOT / folder).rglob("*.cpp")):
                text = re.sub(r"\n\s*// ?", " ", path.read_text(encoding="utf-8"))
                for name, heading in re.findall(r"(docs/[\w./-]+\.md)(?:, \"([^\"]+)\")?", text):
                    count += 1
                    headings = re.findall(r"^#+ (.*)$", page(name), re.M) if (ROOT / name).exists() else None
                    if headings is None or (heading and not any(known.startswith(heading) for known in headings)):
                        dead.append(f"{path.relative_to(ROOT)}: {name} {heading}")
        self.assertEqual(dead, [])
        self.assertGreater(count, 10)

    def test_the_page_of_the_sample_bots_has_every_bot_that_ships(self):
        ships = {path.name for path in BOTS.iterdir() if path.is_file() and os.access(path, os.X_OK)}
        self.assertIn("greedy", ships)
        self.assertEqual(ships - set(re.findall(r"`([\w-]+)`", page("sample_bots/README.md"))), set())

    def test_the_index_of_decisions_has_every_decision(self):
        listed = set(re.findall(r"\]\((\d{4}-[\w-]+\.md)\)", page("docs/decisions/README.md")))
        self.assertEqual(listed, {path.name for path in (ROOT / "docs/decisions").glob("[0-9]*.md")})


class Examples(unittest.TestCase):
    def test_every_json_block_is_json(self):
        found = 0
        for path in PAGES:
            for text in blocks(path.read_text(encoding="utf-8"), "json"):
                found += 1
                with self.subTest(path=path.name, text=text[:60]):
                    json.loads(text)
        self.assertGreater(found, 5)

    def record_blocks(self):
        run, record = None, None
        for text in blocks(page("docs/game_log.md"), "json"):
            value = json.loads(text)
            run = value if "run" in value else run
            record = value if "log" in value else record
        return run, record

    def test_the_record_shown_is_one_that_the_program_writes(self):
        _, shown = self.record_blocks()
        with tempfile.TemporaryDirectory() as folder:
            record, run = small_run(folder, seed=5)
        self.assertEqual(list(shown), list(record))
        record["turns"] = record["turns"][:2]
        for turn in shown["turns"] + record["turns"]:
            self.assertEqual(list(turn), "seat rack move words points total drawn ms clock info".split())
            del turn["ms"], turn["clock"]
        del shown["late_ms"], record["late_ms"]
        self.assertEqual(shown, record)
        shown_run, _ = self.record_blocks()
        self.assertEqual(list(shown_run), list(run))
        self.assertEqual(list(shown_run["bots"][0]), list(run["bots"][0]))
        for part in ("run", "seed", "games", "clock", "patience", "pin", "lexicon"):
            self.assertEqual(shown_run[part], run[part])

    def test_the_tables_name_every_key_and_field(self):
        for name, table in (("docs/rules.md", json.loads(toptile("rules", "hasbro", "--json").stdout)),
                            ("docs/game_log.md", self.record_blocks()[1])):
            for key in table:
                self.assertRegex(page(name), rf"\| [^|]*`{key}`[^|]*\|", f"{name} explains {key}")

    def test_every_command_and_its_flags_are_in_the_table(self):
        commands = re.findall(r"^  ([a-z-]+) ", toptile("--help").stdout.split("Subcommands:")[1], re.M)
        self.assertIn("tournament", commands)
        rows = {row.split("`")[1].split()[0]: row for row in page("docs/commands.md").split("\n## ")[0].splitlines()
                if row.startswith("| `")}
        self.assertEqual(set(commands), set(rows))
        def flags_of(command):
            return set(re.findall(r"^  (--[a-z]+)", toptile(command, "--help").stdout, re.M)) - {"--help"}
        for command in set(commands) - {"tournament", "lexicon"}:
            told = set(re.findall(r"--[a-z]+", rows[command]))
            if "(tournaments.md#keys-and-flags)" in rows[command]:
                told |= flags_of("tournament")
            self.assertEqual(flags_of(command) - told, set(), command)

    def test_the_page_of_misbehaviour_is_the_catalogue(self):
        self.assertEqual(MUSEUM.search(page("docs/misbehaviour.md"))[0], museum_tables())

    def test_the_page_of_the_check_has_every_test_and_what_it_asks(self):
        listed = re.sub(r"\n +", " ", toptile("check", "--list").stdout)
        asked = [tuple(line.split(None, 1)) for line in listed.splitlines()]
        rows = re.findall(r"^\| `([a-z-]+)` \| (Does|Is|Are|Has|Was)( [^|]*\?) \|", page("docs/check.md"), re.M)
        self.assertGreater(len(asked), 15)
        self.assertEqual([(name, first + rest) for name, first, rest in rows], asked)

    def test_the_flags_of_the_tournament_are_those_documented(self):
        flags = set(re.findall(r"--[a-z][a-z-]*", toptile("tournament", "--help").stdout)) - {"--help"}
        documented = set(re.findall(r"--[a-z][a-z-]*", page("docs/tournaments.md").split("\n## Keys and flags")[1].split("\n## ")[0]))
        self.assertEqual(flags, documented)


    def test_the_reasons_listed_are_those_that_a_line_can_be_given(self):
        (listed,) = re.findall(r"kReasonNames = \{(.*?)\};", page("engine/move.cpp"), re.S)
        reasons = re.findall(r'"(\w+)"', listed)
        self.assertEqual(len(reasons), 16)
        # These two are given only for tiles laid one by one: a word and its place cannot cause them (tests/engine/judge.cpp).
        given = [reason for reason in reasons if reason not in ("gap", "same_face")]

        def told_in(name, before):
            return re.findall(r"`(\w+)`", page(name).split(before)[1].split(".\n")[0].split(". ")[0])

        self.assertEqual(told_in("docs/protocol.md", "in the order in which they are looked for:"), given)
        self.assertEqual(told_in("docs/rules.md", "the first in this order is told:"),
                         [reason for reason in given if reason not in ("no_exchange", "not_your_turn")])
        bracketed = set(re.findall(r"\(`(\w+)`", page("docs/rules.md").split("## A play is legal when")[1].split("\n## ")[0]))
        self.assertEqual(bracketed - set(given), set())
        rooms = json.loads(page("tests/data/museum.json"))["rooms"]
        words = [entry.get("words", "") for room in rooms for entry in room["exhibits"]]
        exhibited = {text.split(": ")[1] for text in words if ": " in text}
        self.assertEqual(set(given) - exhibited, set())

    def test_tournaments_have_as_many_players_as_the_protocol_says(self):
        schema = json.loads(toptile("tournament", "--schema").stdout)
        players = schema["properties"]["format"]
        while "players" not in players:
            players = players.get("properties") or players["anyOf" if "anyOf" in players else "oneOf"][-1]
        players = players["players"]
        told = re.search(r"`players` is 1 to 4, and (\d) to (\d) in tournaments", page("docs/protocol.md"))
        self.assertEqual([int(number) for number in told.groups()], [players["minimum"], players["maximum"]])

    def test_the_words_that_look_like_names_are_words(self):
        text = page("docs/lexicons.md").split("### Words that look like names")[1].split("\n## ")[0]
        said = re.sub(r"\]\([^)]*\)", "]", text.split("```")[0])
        words = set(re.findall(r"\b[A-Z]{4,}\b", said)) - {"SCOWL", "ENABLE"}
        self.assertGreater(len(words), 8)
        self.assertEqual(words - set(page("lexicons/english.txt").split()), set())


class Layout(unittest.TestCase):
    """Finds Markdown that would be shown as something else than it is meant to be."""

    def broken_rows(self, text):
        broken = []
        for table in re.findall(r"(?:^\|.*\n)+", without_blocks(text) + "\n", re.M):
            rows = [re.sub(r"\\\|", "", row).strip().strip("|").split("|") for row in table.splitlines()]
            is_table = len(rows) > 2 and all(re.fullmatch(r"\s*:?-+:?\s*", cell) for cell in rows[1])
            broken += [table.splitlines()[i] for i, row in enumerate(rows) if not is_table or len(row) != len(rows[0])]
        return broken

    def empty_lists(self, text):
        """Items that end with a colon, but have nothing after it."""
        items = re.findall(r"^(- .*(?:\n  .*)*)\n(.*)\n?(.*)", without_blocks(text) + "\n", re.M)
        return [item for item, after, then in items if item.endswith(":") and not re.match(r" |```", after or then)]

    def misplaced_fences(self, text):
        """Lines with a fence that neither begin nor end a block, as text stands beside it."""
        return [line for line in text.splitlines() if "```" in line and not re.fullmatch(r" *```[a-z]*", line)]

    def test_a_fence_stands_alone_in_its_line(self):
        for path in PAGES:
            with self.subTest(path=path.relative_to(ROOT)):
                self.assertEqual(self.misplaced_fences(path.read_text(encoding="utf-8")), [])

    def test_every_row_is_in_a_table_and_has_its_columns(self):
        for path in PAGES:
            with self.subTest(path=path.relative_to(ROOT)):
                self.assertEqual(self.broken_rows(path.read_text(encoding="utf-8")), [])

    def test_no_list_is_announced_and_empty(self):
        for path in PAGES:
            with self.subTest(path=path.relative_to(ROOT)):
                self.assertEqual(self.empty_lists(path.read_text(encoding="utf-8")), [])

    def test_what_is_broken_is_found(self):
        head = "| a | b |\n|---|---|\n| 1 | 2 |\n"
        self.assertEqual(self.broken_rows(head), [])
        self.assertEqual(self.broken_rows(head + "\n| 3 | 4 |\n"), ["| 3 | 4 |"])
        self.assertEqual(self.broken_rows(head + "| 3 |\n"), ["| 3 |"])
        self.assertEqual(self.empty_lists("- These:\n- Others.\n"), ["- These:"])
        self.assertEqual(self.empty_lists("- These:\n  - one\n- Others.\n"), [])
        self.assertEqual(self.misplaced_fences("```sh\n./dev\n```\n"), [])
        self.assertEqual(self.misplaced_fences("```sh ./dev\n--help ```\n"), ["```sh ./dev", "--help ```"])


class Figures(unittest.TestCase):
    SIZE = 10

    def test_the_turns_of_the_rule_sheet_score_what_the_page_says(self):
        table = page("docs/rules.md").split("<!-- sheet -->")[1].split("\n\n")[0]
        turns = re.findall(r"\| \d+ \| `([^`]+)` \| ([^|]+) \| (\d+) \|", table)
        self.assertEqual(len(turns), 7)
        board = {}
        for move, words, points in turns:
            laid = self.laid_by(board, move)
            rack = "".join(symbol for _, symbol in laid)
            verdict = self.judge(board, rack, move)
            self.assertTrue(verdict["legal"], verdict)
            self.assertEqual(verdict["points"], int(points), move)
            self.assertEqual(verdict["words"], [word.split()[0] for word in words.split(", ")], move)
            self.assertEqual(sum(int(word.split()[1]) for word in words.split(", ")), int(points), move)
            for square, symbol in laid:
                height, _ = board.get(square, (0, ""))
                board[square] = (height + 1, symbol)

    def judge(self, board, rack, move):
        rows = ("".join("%d%s" % board[row, column] if (row, column) in board else ".." for column in range(self.SIZE))
                for row in range(self.SIZE))
        line = json.dumps({"position": f"board {'/'.join(rows)} rack {rack}", "move": move})
        return json.loads(toptile("judge", input=line).stdout)

    def laid_by(self, board, move):
        place, word = move.split(".")
        is_across = place[0].isdigit()
        row, column = (int(place[:-1]), place[-1]) if is_across else (int(place[1:]), place[0])
        row, column = row - 1, ord(column) - ord("a")
        squares = [(row, column + i) if is_across else (row + i, column) for i in range(len(word))]
        return [(square, letter) for square, letter in zip(squares, word) if board.get(square, (0, ""))[1] != letter]

    def test_the_tables_of_tiles_are_the_rulesets(self):
        names = []
        for header, body in re.findall(r"^\| tiles \|(.*)\|\n\|[-|]+\|\n((?:\|.*\n)+)", page("docs/rules.md"), re.M):
            counts = [int(cell.strip(" ×")) for cell in header.split("|")]
            for name, row in re.findall(r"^\| `(\w+)` \|(.*)\|$", body, re.M):
                names.append(name)
                tiles = json.loads(toptile("rules", name, "--json").stdout)["tiles"]
                wanted = {symbol: value if isinstance(value, int) else value["count"] for symbol, value in tiles.items()}
                cells = zip(counts, row.split("|"))
                self.assertEqual(len(counts), row.count("|") + 1, name)
                shown = {face.replace("Qu", "Q"): count for count, cell in cells for face in cell.split()}
                self.assertEqual(shown, wanted)
        self.assertEqual(names, ["hasbro", "classic", "german"])

    def test_the_values_of_the_rulesets_are_those_of_the_table(self):
        hasbro, classic = (json.loads(toptile("rules", name, "--json").stdout) for name in ("hasbro", "classic"))
        rows = re.findall(r"^\| `(\w+)` \| [^|]+ \| ([^|]+) \| ([^|]+) \|", page("docs/rules.md"), re.M)
        checked = 0
        for field, first, second in rows:
            if field not in hasbro or field == "tiles" or not first.strip():
                continue
            self.assertEqual([first.strip(" `"), second.strip(" `")], [str(hasbro[field]), str(classic[field])], field)
            checked += 1
        self.assertEqual(checked, 15)


class TestVector(unittest.TestCase):
    """The rules of chance, written from the page's words alone, tested with its vector and with a real record."""

    def test_the_vector_follows_from_the_rules_and_is_what_a_game_has(self):
        table = page("docs/protocol.md").split("<!-- vector -->")[1].split("\n\n")[0]
        shown = {key: value.strip(" `") for key, value in re.findall(r"^\| ([^|]+) \| ([^|]+) \|$", table, re.M)}
        tournament_seed, meeting, bots = shown["tournament seed, meeting, bots"].split(", ")
        seed = hash64(f"toptile-game/2 {tournament_seed} {meeting} {bots}")
        tiles = json.loads(toptile("rules", "hasbro", "--json").stdout)["tiles"]
        counts = {symbol: value if isinstance(value, int) else value["count"] for symbol, value in tiles.items()}
        bag = shuffled([symbol for symbol in sorted(counts) for _ in range(counts[symbol])], seed)
        self.assertEqual(shown, {
            "what": "value",
            "tournament seed, meeting, bots": shown["tournament seed, meeting, bots"],
            "game seed": str(seed),
            "bag": "".join(bag),
            "first rack of seat 0": "".join(sorted(bag[:7])),
            "first rack of seat 1": "".join(sorted(bag[-7:])),
            "seed told to seat 0": str(hash64(f"toptile-bot/1 {seed} 0")),
            "seed told to seat 1": str(hash64(f"toptile-bot/1 {seed} 1")),
            "exchange generator's seed": str(hash64(f"toptile-exchange/1 {seed}")),
        })
        with tempfile.TemporaryDirectory() as folder:
            record, _ = small_run(folder, tournament_seed)
        self.assertEqual((record["seed"], record["bag"]), (str(seed), "".join(bag)))
        told = hash64(f"toptile-bot/1 {hash64('toptile-game/2 35 1 greedy random')} 0")
        self.assertIn(f"seat 0 seed {told}\n", page("docs/protocol.md").split("## A whole game")[1])
        first_racks = [shown["first rack of seat 0"], shown["first rack of seat 1"]]
        self.assertEqual([turn["rack"] for turn in record["turns"][:2]], first_racks)


def hash64(text):
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")


def mt19937_64(seed):
    """Nishimura and Matsumoto's 64-bit Mersenne Twister, as std::mt19937_64."""
    ones = 2**64 - 1
    state = [seed]
    for i in range(1, 312):
        state.append((6364136223846793005 * (state[-1] ^ state[-1] >> 62) + i) & ones)
    while True:
        for i in range(312):
            bits = state[i] & 0xFFFFFFFF80000000 | state[(i + 1) % 312] & 0x7FFFFFFF
            state[i] = state[(i + 156) % 312] ^ bits >> 1 ^ (0xB5026F5AA96619E9 if bits & 1 else 0)
        for value in state:
            value ^= value >> 29 & 0x5555555555555555
            value ^= value << 17 & 0x71D67FFFEDA60000
            value ^= value << 37 & 0xFFF7EEE000000000
            yield value ^ value >> 43


def shuffled(values, seed):
    draws = mt19937_64(seed)

    def below(bound):
        while True:
            product = next(draws) * bound
            if product % 2**64 >= 2**64 % bound:
                return product >> 64

    for i in range(len(values) - 1, 0, -1):
        j = below(i + 1)
        values[i], values[j] = values[j], values[i]
    return values


if __name__ == "__main__":
    unittest.main()
