"""A tournament's configuration: the file, its schema, its flags, its errors, and --check."""

import copy
import itertools
import json
import pathlib
import re
import shutil
import unittest

from json_schema import is_valid
from toptile_program import BOTS, IS_LONG, WORDS, bots_running, folder, run

SOURCE = pathlib.Path(__file__).resolve().parents[2]
SCHEMA = json.loads(run("tournament", "--schema").stdout)
BOT_SCHEMA = json.loads(run("check", "--schema").stdout)

# Every key of the file that holds a value: the flags for it, a value in the file, and the flags that set this value. The last
# two are None if only the default can be given alone. If a new key is not added here, the tests below fail.
OPENINGS = SOURCE / "tests" / "data" / "openings.txt"
TWO = {"bots": ["greedy", "random"]}
TWO_FLAGS = ["--bot", "greedy", "--bot", "random"]
BOTH = {
    "bots": (["--bot"], None, None),
    "name": (["--name"], "cup", ["--name", "cup"]),
    "format": (["--format"], "swiss", ["--format", "swiss"]),
    "format.kind": (["--format"], "gauntlet", ["--format", "gauntlet"]),
    "format.rounds": (["--rounds"], {"format": {"kind": "king", "rounds": 3}}, ["--format", "king", "--rounds", 3]),
    "format.leaders": (["--leaders"], {"format": {"kind": "gauntlet", "leaders": 2}}, ["--format", "gauntlet", "--leaders", 2]),
    "format.players": (["--players"], {"format": {"kind": "swiss", "players": 3}}, ["--format", "swiss", "--players", 3]),
    "test": (["--sprt", "--spread-test"], TWO | {"test": {"kind": "results"}}, [*TWO_FLAGS, "--sprt", "elo0=0"]),
    "test.kind": (["--sprt", "--spread-test"], TWO | {"test": {"kind": "spread"}}, [*TWO_FLAGS, "--spread-test", "spread0=0"]),
    "test.model": (["--sprt"], TWO | {"test": {"kind": "results", "model": "normalized"}}, [*TWO_FLAGS, "--sprt", "model=normalized"]),
    "test.elo0": (["--sprt"], TWO | {"test": {"kind": "results", "elo0": -2.5}}, [*TWO_FLAGS, "--sprt", "elo0=-2.5"]),
    "test.elo1": (["--sprt"], TWO | {"test": {"kind": "results", "elo1": 7}}, [*TWO_FLAGS, "--sprt", "elo1=7"]),
    "test.alpha": (["--sprt", "--spread-test"], TWO | {"test": {"kind": "results", "alpha": 0.01}}, [*TWO_FLAGS, "--sprt", "alpha=0.01"]),
    "test.beta": (["--sprt", "--spread-test"], TWO | {"test": {"kind": "spread", "beta": 0.01}}, [*TWO_FLAGS, "--spread-test", "beta=0.01"]),
    "test.spread0": (["--spread-test"], TWO | {"test": {"kind": "spread", "spread0": -3}}, [*TWO_FLAGS, "--spread-test", "spread0=-3"]),
    "test.spread1": (["--spread-test"], TWO | {"test": {"kind": "spread", "spread1": 4}}, [*TWO_FLAGS, "--spread-test", "spread1=4"]),
    "test.least_pairs": (["--spread-test"], TWO | {"test": {"kind": "spread", "least_pairs": 30}},
                         [*TWO_FLAGS, "--spread-test", "least_pairs=30"]),
    "games": (["--games"], 6, ["--games", 6]),
    "seed": (["--seed"], 77, ["--seed", 77]),
    "rules": (["--rules"], "classic", ["--rules", "classic"]),
    "lexicon": (["--lexicon"], "common", ["--lexicon", "common"]),
    "clock.kind": (["--clock", "--movetime", "--no-clock"], "none", ["--no-clock"]),
    "clock.time_ms": (["--clock", "--movetime"], 777, ["--clock", 777]),
    "clock.increment_ms": (["--increment"], 5, ["--increment", 5]),
    "clock.margin_ms": (["--margin"], 7, ["--margin", 7]),
    "clock.hang_ms": (["--hang"], 999, ["--hang", 999]),
    "clock.overtime": (["--overtime"], {"clock": {"overtime": {}}}, ["--overtime", "10/60000"]),
    "clock.overtime.points": (["--overtime"], 3, ["--overtime", "3/60000"]),
    "clock.overtime.period_ms": (["--overtime"], 1000, ["--overtime", "10/1000"]),
    "clock.overtime.most": (["--overtime"], 2, ["--overtime", "10/60000/2"]),
    "clock.bank_ms": (["--bank"], {"clock": {"kind": "move", "time_ms": 5, "bank_ms": 50}}, ["--movetime", 5, "--bank", 50]),
    "clock.nodes": (["--nodes"], 500, ["--nodes", 500]),
    "clock.measure": (["--cpu-clock", "--wall-clock"], "cpu", ["--cpu-clock"]),
    "adjudicate": (["--max-turns", "--hopeless", "--agreed", "--resign"], {"adjudicate": {"turns": 12, "spread": 50, "agreed": 60, "resign": 70}},
                   ["--max-turns", 12, "--hopeless", "50", "--agreed", "60", "--resign", "70"]),
    "adjudicate.turns": (["--max-turns"], 10, ["--max-turns", 10]),
    "adjudicate.spread": (["--hopeless"], 30, ["--hopeless", 30]),
    "adjudicate.spread_turns": (["--hopeless"], {"adjudicate": {"spread": 30, "spread_turns": 4}}, ["--hopeless", "30/4"]),
    "adjudicate.agreed": (["--agreed"], 30, ["--agreed", 30]),
    "adjudicate.agreed_turns": (["--agreed"], {"adjudicate": {"agreed": 30, "agreed_turns": 4}}, ["--agreed", "30/4"]),
    "adjudicate.resign": (["--resign"], 30, ["--resign", 30]),
    "adjudicate.resign_turns": (["--resign"], {"adjudicate": {"resign": 30, "resign_turns": 4}}, ["--resign", "30/4"]),
    "openings.file": (["--openings"], {"openings": {"file": str(OPENINGS)}}, ["--openings", OPENINGS]),
    "openings.lines": (["--openings"], {"openings": {"lines": OPENINGS.read_text().splitlines()[1:]}}, ["--openings", OPENINGS]),
    "openings.order": (["--openings-order"], {"openings": {"file": str(OPENINGS), "order": "random"}},
                       ["--openings", OPENINGS, "--openings-order", "random"]),
    "patience.start_ms": (["--start-within"], 9000, ["--start-within", 9000]),
    "patience.ready_ms": (["--ready-within"], 9000, ["--ready-within", 9000]),
    "patience.quit_ms": (["--quit-within"], 90, ["--quit-within", 90]),
    "restart": (["--restart"], "never", ["--restart", "never"]),
    "illegal": (["--illegal"], "pass", ["--illegal", "pass"]),
    "illegal.retry": (["--illegal"], 4, ["--illegal", "retry:4"]),
    "withdraw_after": (["--withdraw-after"], 0, ["--withdraw-after", 0]),
    "lanes": (["--lanes", "--no-lanes"], False, ["--no-lanes"]),
    "pin": (["--pin", "--no-pin"], False, ["--no-pin"]),
    "every_look": (["--every-look", "--no-every-look"], True, ["--every-look"]),
    "ponder": (["--ponder", "--no-ponder"], True, ["--ponder"]),
    "sandbox": (["--sandbox"], "off", ["--sandbox", "off"]),
    "limits.memory_mb": (["--memory"], 500, ["--memory", 500]),
    "limits.processes": (["--processes"], 20, ["--processes", 20]),
    "limits.files": (["--files"], 100, ["--files", 100]),
    "limits.file_mb": (["--file-size"], 3, ["--file-size", 3]),
    "limits.tmp_mb": (["--tmp-size"], 4, ["--tmp-size", 4]),
    "concurrency": (["--concurrency"], 3, ["--concurrency", 3]),
    "batch": (["--batch"], 4, ["--batch", 4]),
    "try_bots": (["--try", "--no-try"], None, None),
    "transcripts": (["--transcript", "--no-transcript"], True, ["--transcript"]),
}
# These flags belong to the call and not to the tournament, so the file has no keys for them.
OF_THE_CALL = {"--help", "--out", "--json", "--quiet", "--view", "--live", "--shard", "--check", "--schema", "--resume", "--without",
               "--leave-out-broken"}
# These keys are for other programs.
UNUSED = {"$schema"}
FIELD = ["greedy", "random", {"name": "third", "command": ["random"]}]
FIELD_FLAGS = ["--bot", "greedy", "--bot", "random", "--bot", "third=random"]
COMMON = {"lexicon": str(WORDS), "seed": "5"}


def keys_of(schema, path=""):
    """The names of all keys that the schema knows: "clock.time_ms", …."""
    for name, part in schema.get("properties", {}).items():
        inner = list(keys_of(part, f"{path}{name}."))
        if not (inner and part.get("type") == "object"):
            yield path + name
        yield from inner
    for part in schema.get("oneOf", []):
        yield from keys_of(part, path)


def part_of(schema, path):
    for step in path.split("."):
        schema = next(part["properties"][step] for part in [schema, *schema.get("oneOf", [])] if step in part.get("properties", {}))
    return schema


def document(path, value):
    """The part of a file that has this value under the key of this path."""
    for step in reversed(path.split(".")):
        value = {step: value}
    return value


def merged(*documents):
    whole = {}
    for each in documents:
        whole.update(copy.deepcopy(each))
    return whole


# This bot passes after a time, which may depend on the seconds that are left on its clock.
TAKES_ITS_TIME = """#!/usr/bin/env python3
import sys, time
for line in sys.stdin:
    words = line.split()
    if words[0] == "uwi":
        print("uwiok", flush=True)
    elif words[0] == "isready":
        print("readyok", flush=True)
    elif words[0] == "newgame":
        seat = int(words[words.index("seat") + 1])
    elif words[0] == "go":
        left = int(words[words.index("clock") + 1].split(",")[seat]) / 1000
        time.sleep({seconds})
        print("bestmove pass", flush=True)
    elif words[0] == "quit":
        break
"""


class Config(unittest.TestCase):
    def setUp(self):
        context = folder()
        self.here = context.__enter__()
        self.addCleanup(context.__exit__, None, None, None)

    def write(self, name, text):
        path = self.here / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text if isinstance(text, str) else json.dumps(text), encoding="utf-8")
        return path

    def check(self, *arguments):
        return run("tournament", "--check", *arguments, cwd=self.here)

    def checked(self, *arguments):
        """What --check says without starting a bot; whether it would try the bots of a tournament is left out."""
        done = self.check("--json", "--no-try", *arguments)
        self.assertEqual(done.returncode, 0, done.stderr)
        told = json.loads(done.stdout)
        self.assertTrue(told["is_good"])
        self.assertEqual((told.pop("trials"), told.pop("try_bots")), ([], False))
        for bot in told["plan"]["bots"]:
            del bot["directory"]  # For flags it is the current folder.
        return told

    def fault(self, text, *arguments, name="cup.json"):
        self.write(name, text)
        done = self.check(name, *arguments)
        self.assertEqual((done.returncode, done.stderr.count("\n")), (2, 1), done.stderr)
        return done.stderr.removeprefix("toptile: ").rstrip("\n")


class Clocks(Config):
    def test_another_kind_of_clock_has_nothing_of_the_one_in_the_file(self):
        self.write("cup.json", merged({"bots": FIELD}, COMMON, {"clock": {"kind": "game", "time_ms": 9, "increment_ms": 5}}))
        for flags in (("--movetime", 100), ("--no-clock",)):
            self.assertEqual(self.checked("cup.json", *flags)["plan"]["clock"]["increment_ms"], 0)

    def test_a_bank_without_a_limit_for_each_move_is_told_by_its_flag(self):
        done = self.check(*FIELD_FLAGS, "--bank", 3)
        self.assertEqual((done.returncode, done.stderr), (2, "toptile: --bank: only a limit for each move has a bank; give it with --movetime\n"))


class Keys(Config):
    def test_every_key_has_a_flag_and_every_flag_a_key(self):
        self.assertEqual(set(keys_of(SCHEMA)), set(BOTH) | UNUSED)
        listed = set(re.findall(r"--[a-z][a-z-]*", "\n".join(re.findall(r"^  -\S*", run("tournament", "--help").stdout, re.M))))
        self.assertEqual(listed, {flag for flags, _, _ in BOTH.values() for flag in flags} | OF_THE_CALL)

    def test_every_key_and_flag_is_in_the_documents(self):
        text = (SOURCE / "docs" / "tournaments.md").read_text(encoding="utf-8")
        for path, (flags, _, _) in BOTH.items():
            words = path.split(".")
            self.assertTrue(f"`{path}`" in text or f"`{words[-1]}`" in text or f'"{words[-1]}": N' in text, path)
            for flag in flags:
                self.assertRegex(text, rf"`{flag}\b", path)

    def test_the_program_knows_just_the_keys_of_the_schema(self):
        for path, schema in (("", SCHEMA), *((name, SCHEMA["properties"][name]) for name in ("clock", "patience", "limits"))):
            told = self.fault(merged({"bots": []}, document(path, {"colour": 1}) if path else {"colour": 1}))
            known = told.partition("fields are: ")[2].split(", ")
            self.assertEqual(sorted(known), sorted(schema["properties"]), told)

    def test_a_flag_says_the_same_as_its_key(self):
        plain = self.checked(*FIELD_FLAGS, "--seed", 5, "--lexicon", WORDS, "--name", "cup")
        for path, (_, value, flags) in BOTH.items():
            if flags is None:
                continue
            with self.subTest(path):
                given = value if isinstance(value, dict) else document(path, value)
                if path == "format.kind":
                    given = {"format": {"kind": value}}
                self.write("cup.json", merged({"bots": FIELD, "name": "cup"}, COMMON, given))
                self.write("plain.json", merged({"bots": FIELD, "name": "cup"}, COMMON))
                by_key = self.checked("cup.json")
                self.assertEqual(self.checked("plain.json", *flags), by_key)
                if path != "name":
                    self.assertNotEqual(by_key, plain, "the default would be told as well")

    def test_switches_go_both_ways_and_flags_count_more_than_the_file(self):
        for key, on, off in (("lanes", "--lanes", "--no-lanes"), ("pin", "--pin", "--no-pin"), ("ponder", "--ponder", "--no-ponder"),
                             ("transcripts", "--transcript", "--no-transcript")):
            for in_file in (True, False):
                self.write("cup.json", merged({"bots": FIELD, key: in_file}, COMMON))
                for flag, wanted in ((on, True), (off, False)):
                    told = self.checked("cup.json", flag)
                    self.assertIs(told["plan"].get(key, told.get(key)), wanted, (key, in_file, flag))
        self.write("cup.json", merged({"bots": FIELD, "clock": {"measure": "cpu", "overtime": {}}}, COMMON))
        told = self.checked("cup.json", "--wall-clock", "--overtime", "forfeit")["plan"]["clock"]
        self.assertEqual((told["measure"], told["overtime"]), ("wall", "forfeit"))
        self.write("cup.json", merged({"bots": FIELD, "adjudicate": {"turns": 40, "spread": 90}}, COMMON))
        for flags, wanted in ((("--max-turns", "off"), {"spread": 90, "spread_turns": 6}), (("--hopeless", "off"), {"turns": 40}),
                              (("--max-turns", "off", "--hopeless", "off"), None), (("--max-turns", 9), {"turns": 9, "spread": 90, "spread_turns": 6}),
                              (("--hopeless", "70/2"), {"turns": 40, "spread": 70, "spread_turns": 2}),
                              (("--max-turns", "off", "--hopeless", "off", "--agreed", "300/4"), {"agreed": 300, "agreed_turns": 4}),
                              (("--max-turns", "off", "--hopeless", "off", "--agreed", "off", "--resign", 400), {"resign": 400, "resign_turns": 3})):
            self.assertEqual(self.checked("cup.json", *flags)["plan"]["adjudicate"], wanted, flags)

    def test_a_test_of_spreads_is_refused_where_spreads_are_cut(self):
        for key, flag in (("spread", "--hopeless"), ("agreed", "--agreed"), ("resign", "--resign")):
            told = self.fault(merged({"bots": ["greedy", "random"], "test": {"kind": "spread"}}, COMMON, {"adjudicate": {key: 90}}))
            self.assertTrue(told.startswith(f"cup.json: line 1: adjudicate: {key}: a test of the mean spread needs"), told)
            told = self.fault(merged({"bots": ["greedy", "random"], "test": {"kind": "spread"}}, COMMON), flag, 90)
            self.assertTrue(told.startswith(f"{flag}: a test of the mean spread needs"), told)
        done = self.check(*TWO_FLAGS, "--lexicon", WORDS, "--sprt", "elo0=0", "--hopeless", "90")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("adjudicated when one is ahead by 90 points for 6 turns\n", done.stdout)

    def test_only_bots_in_games_of_two_resign(self):
        three = {"bots": FIELD, "format": {"kind": "round_robin", "players": 3}, "games": 3}
        told = self.fault(merged(three, COMMON, {"adjudicate": {"resign": 90}}))
        self.assertTrue(told.startswith("cup.json: line 1: adjudicate: resign: a bot can resign only in a game of two, but these games have 3"), told)
        told = self.fault(merged(three, COMMON), "--agreed", 90, "--resign", 90)
        self.assertTrue(told.startswith("--resign: a bot can resign only in a game of two"), told)
        self.write("cup.json", merged(three, COMMON, {"adjudicate": {"agreed": 90}}))
        self.assertEqual(self.checked("cup.json")["plan"]["adjudicate"], {"agreed": 90, "agreed_turns": 6})

    def test_points_and_turns_of_a_flag_are_checked(self):
        for flag in ("--hopeless", "--agreed", "--resign"):
            for value in ("0", "100001", "90/0", "90/10001", "90/", "/6", "-9", "1.5", "off/6", "90/6/6"):
                done = self.check(*TWO_FLAGS, "--lexicon", WORDS, f"{flag}={value}")
                self.assertEqual(done.returncode, 2, (flag, value))
                self.assertIn(f'{flag}: "{value}" should be off, or like 200 (', done.stderr)

    def test_defaults_are_those_of_the_schema(self):
        told = self.checked(*FIELD_FLAGS, "--lexicon", WORDS)
        tried = json.loads(self.check("--json", *FIELD_FLAGS, "--lexicon", WORDS).stdout)
        self.assertEqual(len(tried["trials"]), len(FIELD))
        told = {**told, **told["plan"], "try_bots": tried["try_bots"]}
        for path in BOTH:
            default = part_of(SCHEMA, path).get("default")
            if default is None or path in ("lexicon", "rules", "format") or "overtime." in path or path.startswith(("test.", "adjudicate.", "openings.")):
                continue
            value = told
            for step in path.split("."):
                value = value[step]
            self.assertEqual(value, default, path)
        self.assertEqual((told["rules"]["name"], told["format"]["kind"]), ("hasbro", "round_robin"))
        self.assertIsNone(told["seed"])
        self.assertIsNone(told["adjudicate"])
        for flags in (("--sprt", "elo0=0"), ("--spread-test", "spread0=0")):
            test = self.checked(*TWO_FLAGS, "--lexicon", WORDS, *flags)["plan"]["test"]
            kind_of_test = test.pop("kind")
            kind = next(part for part in SCHEMA["properties"]["test"]["oneOf"] if part["properties"]["kind"]["const"] == kind_of_test)
            self.assertEqual(set(test), set(kind["properties"]) - {"kind"})
            for name, value in test.items():
                self.assertEqual(value, {"default": 0.05, **kind["properties"][name]}["default"], name)

    def test_flags_end_where_the_keys_end(self):
        for path, (_, _, flags) in BOTH.items():
            schema = part_of(SCHEMA, path)
            if flags is None or schema.get("type") != "integer" or "/" in str(flags[-1]) or ":" in str(flags[-1]):
                continue
            for value in (schema["minimum"] - 1, schema["maximum"] + 1, "x"):
                done = self.check(*FIELD_FLAGS, "--lexicon", WORDS, *flags[:-1], value)
                self.assertEqual((done.returncode, done.stdout), (2, ""), (path, value))
                self.assertIn(flags[-2] if flags[-2] != "--games" else "games", done.stderr)


def mutations(value, path=()):
    """Yields changes of the document: one thing in each is wrong, missing, or at a limit."""
    yield path, "missing", None
    for other in (None, True, 0, -1, 3, 1.5, "x", ["x"], {"x": 1}, 10**9, 10**20):
        yield path, "set", other
    if isinstance(value, dict):
        yield path, "add", "colour"
        for key, inner in value.items():
            yield from mutations(inner, (*path, key))
    if isinstance(value, list):
        for index, inner in enumerate(value):
            yield from mutations(inner, (*path, index))


def chosen_mutations(whole):
    """The document as it is, and its mutations: all in the long tier, otherwise every eleventh. Every kind of change is among those."""
    yield (), "none", None
    yield from itertools.islice(mutations(whole), 0, None, 1 if IS_LONG else 11)


def mutated(whole, path, how, value):
    whole = copy.deepcopy(whole)
    if not path:
        return {**whole, value: 1} if how == "add" else value if how == "set" else None
    inner = whole
    for step in path[:-1]:
        inner = inner[step]
    if how == "missing":
        del inner[path[-1]]
    elif how == "set":
        inner[path[-1]] = value
    else:
        inner[path[-1]][value] = 1
    return whole


def bots_in(whole):
    bots = whole.get("bots") if isinstance(whole, dict) else None
    return bots if isinstance(bots, list) else []


# Together they have every key and every kind of entry.
WHOLES = [
    {"$schema": "tournament.schema.json", "bots": ["greedy", {"name": "a.b", "command": ["random", "-x"], "directory": ".", "options": {},
                                                             "readable": []}],
     "name": "cup", "format": {"kind": "swiss", "rounds": 2}, "games": 2, "seed": "5", "lexicon": str(WORDS), "rules": "hasbro"},
    {"bots": [{"include": "more.json"}, {"manifest": "mine", "name": "other", "options": {}, "readable": [],
                                            "clock": {"time_ms": 500, "increment_ms": 5, "nodes": 0}}], "lexicon": str(WORDS),
     "format": {"kind": "gauntlet", "leaders": 1},
     "clock": {"kind": "game", "time_ms": 1000, "increment_ms": 0, "margin_ms": 5, "hang_ms": 60000,
               "overtime": {"points": 10, "period_ms": 60000, "most": 10}, "bank_ms": 0, "measure": "cpu",
               "nodes": 7}},
    {"bots": [{"command": ["greedy"], "clock": {"time_ms": 500}}, "random"], "lexicon": str(WORDS), "clock": {"kind": "move", "time_ms": 50, "bank_ms": 100, "overtime": "forfeit"},
     "patience": {"start_ms": 20000, "ready_ms": 20000, "quit_ms": 500}, "illegal": {"retry": 2}},
    {"bots": ["greedy", "random"], "lexicon": str(WORDS), "clock": {"kind": "none", "measure": "wall"}, "restart": "never", "illegal": "pass",
     "withdraw_after": 3, "lanes": True, "pin": True, "ponder": False, "sandbox": "auto", "concurrency": 1, "try_bots": True,
     "transcripts": False, "format": {"kind": "round_robin", "players": 2}, "limits": {"memory_mb": 2048, "processes": 64, "files": 256, "file_mb": 16, "tmp_mb": 64}},
    {"bots": ["greedy", "random"], "lexicon": str(WORDS),
     "adjudicate": {"turns": 100, "spread": 200, "spread_turns": 6, "agreed": 300, "agreed_turns": 5, "resign": 400, "resign_turns": 3},
     "test": {"kind": "results", "model": "normalized", "elo0": -200, "elo1": 200, "alpha": 0.05, "beta": 0.1}},
    {"bots": ["greedy", "random"], "lexicon": str(WORDS), "openings": {"file": str(OPENINGS), "order": "random"}},
    {"bots": ["greedy", "random"], "lexicon": str(WORDS), "openings": {"lines": ["5d.MOOD g5.DEAR", "pass"], "order": "sequential"}},
    {"bots": ["greedy", "random"], "lexicon": str(WORDS), "games": 400, "adjudicate": {"turns": 100},
     "test": {"kind": "spread", "spread0": -20, "spread1": 20.5, "alpha": 0.05, "beta": 0.1, "least_pairs": 20}},
]
# Faults that a schema cannot describe: a bot that does not exist, too few bots, an unknown name, a limit that is too low for a bot.
# The program names the place in the file, or the bot.
BEYOND = re.compile(r"two bots|there is no such file|neither a shipped bot|there is no ruleset|there is no such word list|is a folder|"
                    r"no such option|^toptile: bot \S+: (crash|hang|protocol)|leave nobody|two bots or more|cannot be read|readable: .*: this path leads through|"
                    r"is for \d to \d players|no such folder|is not an even number|or a multiple of it|a test needs a match|must be the higher|"
                    r"the tournament has no clock, so|only a clock for the whole game has an increment|a game needs \d bots, but there|"
                    r"opening \d: (move \d|there is no move)", re.M)


class Schema(Config):
    def setUp(self):
        super().setUp()
        self.write("mine/bot.json", {"name": "mine", "run": ["./bot"]})
        shutil.copy(BOTS / "greedy", self.here / "mine" / "bot")
        self.write("more.json", [{"name": "from-there", "command": ["random"]}])

    def test_what_is_printed_is_the_file(self):
        for arguments, name in ((("tournament",), "tournament"), (("check",), "bot")):
            file = SOURCE / "schemas" / f"{name}.schema.json"
            self.assertEqual(run(*arguments, "--schema").stdout, file.read_text(encoding="utf-8"))

    def test_the_schema_and_the_program_agree_on_mutations(self):
        tried, wrongly = set(), []
        for whole in WHOLES:
            for path, how, value in chosen_mutations(whole):
                changed = mutated(whole, path, how, value) if how != "none" else whole
                text = json.dumps(changed)
                if text in tried or isinstance(changed, dict) and isinstance(changed.get("rules"), dict):
                    continue
                tried.add(text)
                says = is_valid(changed, SCHEMA)
                self.write("cup.json", text)
                done = self.check("cup.json", "--sandbox", "off", "--no-try")
                is_beyond = BEYOND.search(done.stderr) is not None
                is_told = done.stderr.startswith("toptile: cup.json: line 1") and done.stderr.count("\n") == 1
                are_few = len(bots_in(changed)) < 2 and "line 1: bot" in done.stderr
                if (done.returncode != 0 and not is_beyond) if says else done.returncode != 2 or not is_told or is_beyond and not are_few:
                    wrongly.append(f"the schema says {says}: {text}\n{done.stderr}")
        self.assertEqual(wrongly, [], "\n".join(wrongly))
        self.assertGreater(len(tried), 600 if IS_LONG else 120)

    def test_the_schema_of_a_bot_and_the_program_agree_on_mutations(self):
        whole = {"$schema": "bot.schema.json", "name": "mine", "author": "Ann", "version": "1", "language": "sh", "readable": ["."],
                 "build": [["true"]], "run": ["./bot", "-x"], "options": {}}
        for path, how, value in chosen_mutations(whole):
            wrong = mutated(whole, path, how, value) if how != "none" else whole
            with self.subTest(json.dumps(wrong)):
                says = is_valid(wrong, BOT_SCHEMA)
                self.write("mine/bot.json", wrong)
                done = self.check("--bot", "./mine", "--bot", "greedy", "--lexicon", WORDS, "--no-try")
                is_refused = re.search(r"bot\.json: (line 1|this is not)", done.stderr) is not None
                self.assertEqual(is_refused, not says, done.stderr)

    def test_both_are_schemas_to_others_too(self):
        try:
            import jsonschema  # pylint: disable=import-outside-toplevel
        except ImportError:
            self.skipTest("there is no jsonschema")
        for schema in (SCHEMA, BOT_SCHEMA):
            jsonschema.Draft202012Validator.check_schema(schema)
        validator = jsonschema.Draft202012Validator(SCHEMA)
        for whole in WHOLES:
            for path, how, value in mutations(whole):
                wrong = mutated(whole, path, how, value)
                self.assertEqual(validator.is_valid(wrong), is_valid(wrong, SCHEMA), wrong)


class Errors(Config):
    def test_file_line_key_what_is_allowed_and_the_nearest_name(self):
        for text, told in (
            ('{"bots": [],\n "clock": {\n  "kind": "game",\n  "tme_ms": 5}}',
             "cup.json: line 4: clock: tme_ms: unknown field; did you mean time_ms? The fields are: kind, time_ms, increment_ms, "),
            ('{\n"bots": [],\n"gmaes": 4}', "cup.json: line 3: gmaes: unknown field; did you mean games? The fields are: bots, "),
            ('{\n"bots": [],\n"format": "roundrobin"}', 'cup.json: line 3: format: kind: "roundrobin" is not one of: round_robin, gauntlet, swiss, '
             "knock_out, king; did you mean round_robin?"),
            ('{"bots": [],\n"restart": "on_falut"}', 'cup.json: line 2: restart: "on_falut" is not one of: on_fault, each_game, never; '
             "did you mean on_fault?"),
            ('{"bots": [],\n"sandbox": "on"}', 'cup.json: line 2: sandbox: "on" is not one of: auto, require, off'),
            ('{"bots": [],\n\n"games": 1}', "cup.json: line 3: games: 1 is not a whole number from 2 to 100000000"),
            ('{"bots": ["greedy", "random"],\n\n"games": 3}', "cup.json: line 3: games: 3 is not an even number of 2 or more"),
            ('{"bots": ["greedy",\n "random"],\n"rules": "hasbo"}', 'cup.json: line 3: rules: there is no ruleset "hasbo"; the shipped ones are: app, '),
            ('{"bots": ["greedy",\n "random"],\n"rules": {"name": "x",\n"based_on": "hasbro",\n"heigth": 3}}',
             "cup.json: line 5: rules: heigth: unknown field; did you mean height? The fields are: "),
            ('{"bots": ["greedy",\n "random"],\n"rules": {"name": "x",\n"based_on": "hasbro",\n"height": 30}}',
             "cup.json: line 5: rules: height: 30 is out of range; it can be 1 to 9"),
            ('{"bots": ["greedy",\n "random"],\n"lexicon":\n"englsh"}', "cup.json: line 3: lexicon: englsh: there is no such word list, neither a "
             "file nor a shipped one (common, english); did you mean english?"),
            ('{"bots": ["random",\n "gredy"]}', 'cup.json: line 2: bot 2: "gredy" is neither a shipped bot ('),
            ('{"bots": ["random",\n {"command": ["greedy"],\n  "nmae": "x"}]}', "cup.json: line 3: bot 2: nmae: unknown field; did you mean name?"),
            ('{"bots": ["random",\n "greedy",\n "random"]}', "cup.json: line 3: bot 3: two bots are called random"),
            ('{"bots": ["random",\n "greedy"],\n"clock": {"kind": "none",\n"measure": "cpu"}}', "cup.json: line 4: clock: measure: without a clock"),
            ('{"bots": ["random",\n "greedy"],\n"format": {"kind": "king",\n"leaders": 1}}', "cup.json: line 4: format: leaders: king has no leaders"),
            ('{"bots": [],\n"x": }', "cup.json: line 2, column 6: this is not JSON: "),
            ('{"bots": [],\n"ä": 1, x}', "cup.json: line 2, column 9: this is not JSON: "),
            ('{"bots": [],\n "games": 2,\n  "games": 4}', 'cup.json: line 3, column 3: the key "games" is given twice in one object'),
            ('[]', "cup.json: line 1: expected an object with fields, not []"),
        ):
            with self.subTest(text):
                self.assertTrue(self.fault(text).startswith(told), self.fault(text) + "\n" + told)

    def test_flags_say_which_word_was_meant(self):
        for arguments, told in (
            (("--format", "roundrobin"), 'toptile: tournament: --format: "roundrobin" is not one of: round_robin, gauntlet, swiss, knock_out, king; '
             "did you mean round_robin?; see: "),
            (("--restart", "nevr"), "did you mean never?"), (("--sandbox", "requir"), "did you mean require?"),
            (("--rules", "clasic"), 'toptile: --rules: there is no ruleset "clasic"; the shipped ones are: '), (("--rules", "clasic"), "did you mean classic?"),
            (("--lexicon", "comon"), "toptile: --lexicon: comon: there is no such word list"), (("--lexicon", "comon"), "did you mean common?"),
            (("--bot", "gredy"), "did you mean greedy?"), (("--gmaes", "4"), "toptile: tournament: unknown flag --gmaes; did you mean --games?; see: "),
            (("--games", "3"), "toptile: --games: 3 is not an even number"), (("--bot", "{"), "toptile: --bot: an object: line 1, column 2: this is not JSON"),
            (("--bot", '{"command": ["random"], "nmae": "x"}'), "--bot: bot 1: nmae: unknown field; did you mean name?"),
        ):
            with self.subTest(arguments):
                done = run("tournament", "--bot", "greedy", "--bot", "random", *arguments, cwd=self.here)
                self.assertEqual((done.returncode, done.stdout), (2, ""), done.stdout)
                self.assertIn(told, done.stderr)


class Includes(Config):
    def bots_of(self, config, *arguments):
        self.write("cup.json", config)
        told = self.check("cup.json", "--json", "--lexicon", WORDS, *arguments)
        self.assertEqual(told.returncode, 0, told.stderr)
        return json.loads(told.stdout)["plan"]["bots"]

    def mine(self, place):
        self.write(f"{place}/bot.json", {"name": place.replace("/", "-"), "author": "Ann", "run": ["./bot", "-q"], "options": {}})
        shutil.copy(BOTS / "greedy", self.here / place / "bot")

    def test_a_manifest_with_another_name(self):
        self.mine("mine")
        bots = self.bots_of({"bots": ["greedy", "mine", {"manifest": "mine", "name": "second"}, {"manifest": "mine/bot.json", "name": "third"}]})
        self.assertEqual([bot["name"] for bot in bots], ["greedy", "mine", "second", "third"])
        for bot in bots[1:]:
            self.assertEqual((bot["author"], bot["directory"]), ("Ann", str(self.here / "mine")))
        self.assertTrue(self.fault({"bots": ["greedy", {"manifest": "greedy"}]}).startswith("cup.json: line 1: bot 2: manifest: "))
        told = self.fault({"bots": ["greedy", {"manifest": "mine", "command": ["./bot"]}]})
        self.assertIn("bot 2: command: unknown field", told)
        told = self.fault({"bots": ["greedy", {"manifest": "mine", "options": {"Depht": 3}}], "lexicon": str(WORDS)})
        self.assertIn("the option Depht should be set, but the bot has no such option", told)

    def test_a_list_of_bots_in_a_file_counts_its_paths_from_there(self):
        (self.here / "field").mkdir()
        self.mine("field/mine")
        self.write("field/bots.json", ["./mine", {"include": "deeper/bots.json"}])
        (self.here / "field" / "deeper").mkdir()
        self.write("field/deeper/bots.json", [{"manifest": "../mine", "name": "again"}, {"command": ["random"], "name": "dice"}])
        bots = self.bots_of({"bots": ["greedy", {"include": "field/bots.json"}, "random"]})
        self.assertEqual([bot["name"] for bot in bots], ["greedy", "field-mine", "again", "dice", "random"])
        self.assertEqual(bots[2]["directory"], str(self.here / "field" / "mine"))
        told = json.loads(self.check("--json", "--bot", '{"include": "field/bots.json"}', "--lexicon", WORDS).stdout)
        self.assertEqual([bot["name"] for bot in told["plan"]["bots"]], ["field-mine", "again", "dice"])

    def test_what_is_wrong_in_an_included_file_is_told_with_its_line(self):
        cup = {"bots": ["greedy", {"include": "bots.json"}]}
        for text, told in (('["random",\n "gredy"]', f'{self.here}/bots.json: line 2: bot 2: "gredy" is neither a shipped bot'),
                           ('["random",\n {"comand": []}]', f"{self.here}/bots.json: line 2: bot 2: command: this field is missing"),
                           ('{"bots": []}', f"{self.here}/bots.json: line 1: expected a list of bots"),
                           ("[", f"{self.here}/bots.json: line 1, column 2: this is not JSON"),
                           ('[\n{"include": "bots.json"}]', f"{self.here}/bots.json: line 2: bot 1: include: {self.here}/bots.json: this file includes itself"),
                           ('["random", {"include": "cup.json"}]', f"{self.here}/cup.json: line 1: expected a list of bots")):
            with self.subTest(text):
                self.write("bots.json", text)
                self.assertTrue(self.fault(cup).replace("cup.json: line 1: bot 2: include: ", "").startswith(told)
                                or self.fault(cup).startswith(told), self.fault(cup))
        self.write("bots.json", [{"include": "others.json"}])
        (self.here / "others.json").symlink_to("bots.json")
        self.assertIn("this file includes itself", self.fault(cup))
        self.assertTrue(self.fault({"bots": [{"include": "none.json"}]}).startswith("cup.json: line 1: bot 1: include: "))

    def test_files_that_include_each_other_twice_come_to_an_end(self):
        for depth in range(40):
            self.write(f"{depth}.json", [{"include": f"{depth + 1}.json"}] * 2)
        self.write("40.json", [])
        self.assertIn("there are more than 1000 files to include", self.fault({"bots": [{"include": "0.json"}]}))


class Check(Config):
    def test_it_says_what_would_be_played_and_that_each_bot_answers(self):
        self.write("cup.json", merged({"bots": FIELD, "games": 6, "clock": {"time_ms": 2000, "increment_ms": 100}}, COMMON))
        before = sorted(self.here.rglob("*"))
        done = self.check("cup.json")
        self.assertEqual(done.returncode, 0, done.stderr)
        for words in ("3 bots, round_robin, 6 games a pairing, 18 in all\n", "rules hasbro, ", "seed 5\n", "clock 2 s a game and 100 ms a move\n"):
            self.assertIn(words, done.stdout)
        for bot in ("greedy", "random", "third "):
            self.assertRegex(done.stdout, rf"(?m)^  {bot} +[^,]+, ready in \d+ ms, ")
        self.assertEqual(sorted(self.here.rglob("*")), before)
        self.assertEqual(bots_running(str(self.here)), [])

    def test_all_failures_are_told_and_the_other_bots_tried(self):
        self.write("ends", "#!/bin/sh\nexit 3\n").chmod(0o755)
        self.write("cup.json", merged({"bots": ["gredy", "./ends", "greedy", {"name": "deep", "command": ["greedy"], "options": {"Depth": 3}},
                                                "./missing"]}, COMMON))
        done = self.check("cup.json")
        self.assertEqual((done.returncode, done.stderr.count("\n")), (2, 4), done.stderr)
        for words in ('bot 1: "gredy" is neither', "bot 5: ", "bot ends: crash: ", "bot deep: protocol: the option Depth should be set"):
            self.assertIn(words, done.stderr)
        self.assertRegex(done.stdout, r"(?m)^  greedy +\S.*, ready in ")
        self.assertRegex(done.stdout, r"(?m)^  ends +does not get ready$")
        told = json.loads(self.check("cup.json", "--json").stdout)
        self.assertEqual((told["is_good"], len(told["faults"])), (False, 4))
        self.assertEqual({trial["name"]: trial["is_good"] for trial in told["trials"]}, {"ends": False, "greedy": True, "deep": False})
        self.assertNotIn("plan", told)

    def test_a_bot_that_fails_at_its_first_move_is_found(self):
        hello = "#!/bin/sh\nwhile read -r line; do case $line in uwi*) echo uwiok ;; isready) echo readyok ;; quit) exit ;;\n"
        self.write("crashes", hello + " go*) echo 'no such key: rack' >&2; exit 3 ;; esac; done\n").chmod(0o755)
        self.write("cheats", hello + " go*) echo bestmove 1a.ZZZ ;; esac; done\n").chmod(0o755)
        self.write("waits", hello + " go*) sleep 3; echo bestmove pass ;; esac; done\n").chmod(0o755)
        bots = ("--bot", "./crashes", "--bot", "greedy", "--bot", "./cheats", "--lexicon", WORDS, "--players", 2)
        done = self.check(*bots)
        self.assertEqual((done.returncode, done.stderr.count("\n")), (2, 2), done.stderr)
        self.assertRegex(done.stderr, r"bot crashes: crash: in turn 1 of a short game against itself, crashes ended \(exit code 3\) .*"
                                      r"; its last line on stderr: no such key: rack")
        self.assertIn("bot cheats: illegal: in turn 1 of a short game against itself, 1a.ZZZ: ", done.stderr)
        self.assertRegex(done.stdout, r"(?m)^  crashes +does not play$")
        self.assertRegex(done.stdout, r"(?m)^  greedy +\S.*, 10 turns played, ")
        told = json.loads(self.check(*bots, "--json").stdout)
        self.assertEqual([trial["turns"] for trial in told["trials"]], [0, 10, 0])
        self.assertEqual(self.check(*bots, "--no-try").returncode, 0)
        # It is too slow for the shortened clock only.
        self.assertEqual(self.check("--bot", "./waits", "--bot", "greedy", "--lexicon", WORDS).returncode, 0)
        done = self.check("--bot", "./waits", "--bot", "greedy", "--lexicon", WORDS, "--clock", 500)
        self.assertEqual(done.returncode, 2)
        self.assertIn("bot waits: time: in turn 1 of a short game", done.stderr)

    def test_a_bot_too_slow_for_the_clock_is_told_before_the_first_game(self):
        self.write("slow", TAKES_ITS_TIME.format(seconds="1.2")).chmod(0o755)
        self.write("plans", TAKES_ITS_TIME.format(seconds="left / 10")).chmod(0o755)
        slow = r"toptile: bot slow: it needs \d{4} ms for a move, .* it has 1000 ms if a game has 20 moves of each bot"
        field = ("--bot", "./slow", "--bot", "./plans", "--lexicon", WORDS, "--seed", 5)
        short = ("--clock", 20_000)
        checked = self.check(*field, *short, "--json")
        self.assertEqual(checked.returncode, 0, checked.stderr)
        self.assertRegex(checked.stderr, slow)
        told = json.loads(checked.stdout)
        self.assertEqual([warning.split(":")[0] for warning in told["warnings"]], ["bot slow"])
        self.assertGreater(told["trials"][0]["move_ms"], 1000)
        for own, expected in (({}, True), ({"clock": {"time_ms": 60_000}}, False)):
            with self.subTest(own=own):
                self.write("cup.json", {"bots": [{"name": "slow", "command": ["./slow"], **own}, "./plans"], "games": 2, "lexicon": str(WORDS), "seed": 5,
                                        "clock": {"time_ms": 20_000}})
                done = run("tournament", "cup.json", "--out", self.here / f"run-{expected}", cwd=self.here)
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assertEqual("bot slow: it needs" in done.stderr, expected, done.stderr)
                self.assertNotIn("bot plans: it needs", done.stderr)

    def test_it_can_follow_any_command(self):
        field = ("--bot", "greedy", "--bot", "random", "--lexicon", WORDS, "--games", 2, "--no-try")
        self.assertEqual(run("tournament", *field, "--seed", 5, "--out", "begun", "--quiet", cwd=self.here).returncode, 0)
        (self.here / "other").mkdir()
        self.write("other/text", "mine")
        before = sorted(self.here.rglob("*"))
        for flags in (["--out", "new"], ["--quiet"], ["--live"], ["--view", "games"], ["--out", "begun", "--quiet"]):
            done = self.check(*field, *flags)
            self.assertEqual((done.returncode, done.stderr), (0, ""), flags)
            self.assertEqual(done.stdout == "", "--quiet" in flags)
        for flags, fault in ((["--out", "begun", "--seed", 6], 'seed: the run has "5"'), (["--out", "other"], "something other than a run")):
            done = self.check(*field, *flags)
            self.assertEqual((done.returncode, done.stderr.count("\n")), (2, 1), flags)
            self.assertIn(fault, done.stderr)
        self.assertEqual(sorted(self.here.rglob("*")), before)

    def test_the_configuration_alone(self):
        self.write("dead", "#!/bin/sh\nexit 1\n").chmod(0o755)
        self.write("cup.json", merged({"bots": ["greedy", "./dead"], "try_bots": False}, COMMON))
        done = self.check("cup.json", "--no-try")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertTrue(done.stdout.endswith("\n\n  greedy  not started\n  dead    not started\n"), done.stdout)
        self.assertEqual(self.check("cup.json").returncode, 2, "the file says what the tournament does, not what --check does")
        self.assertIn('"nobody" is neither a shipped bot', self.fault({"bots": ["greedy", "nobody"]}, "--no-try"))

    def test_a_schema_in_the_file_is_for_editors(self):
        self.write("cup.json", merged({"$schema": "tournament.schema.json", "bots": FIELD}, COMMON))
        self.checked("cup.json")
        self.assertIn("$schema: 5 is not a quoted string", self.fault({"$schema": 5, "bots": FIELD}))


if __name__ == "__main__":
    unittest.main()
