"""The commands that read positions and runs: moves, judge, replay, verify, ratings, lexicon, rules."""

import json
import os
import pathlib
import re
import unittest

from toptile_program import BOTS, PASSER, PROGRAM, WORDS, folder, records, run

EMPTY = "/".join([".." * 10] * 10)
GIVEN = ("--lexicon", WORDS)


def board(**squares):
    """board(e5="1M") is the text of an otherwise empty board, as in a position line."""
    rows = [[".."] * 10 for _ in range(10)]
    for square, stack in squares.items():
        rows[int(square[1:]) - 1][ord(square[0]) - ord("a")] = stack
    return "/".join("".join(row) for row in rows)


def judge(*questions, more=GIVEN):
    lines = "".join(json.dumps({"position": position, "move": move}) + "\n" for position, move in questions)
    done = run("judge", *more, stdin=lines)
    return done, [json.loads(line) for line in done.stdout.splitlines()]


class Moves(unittest.TestCase):
    def moves(self, position, *more):
        done = run("moves", *GIVEN, "--position", position, *more)
        self.assertEqual(done.returncode, 0, done.stderr)
        return [json.loads(line) for line in done.stdout.splitlines()]

    def test_lines_have_move_points_words_tiles_best_first(self):
        plays = self.moves(f"board {EMPTY} rack ACTSORE")
        self.assertTrue(plays)
        self.assertEqual(list(plays[0]), ["move", "points", "words", "tiles"])
        points = [play["points"] for play in plays]
        self.assertEqual(points, sorted(points, reverse=True))
        self.assertEqual(len({play["move"] for play in plays}), len(plays))
        ranked = [(-play["points"], len(play["tiles"]), play["move"].encode()) for play in plays]
        self.assertEqual(ranked, sorted(ranked))

    def test_every_listed_play_is_judged_legal_with_the_same_points_and_words(self):
        position = f"board {board(d5='1C', e5='2A', f5='1T')} rack SORENIL"
        plays = self.moves(position)
        done, verdicts = judge(*((position, play["move"]) for play in plays))
        self.assertEqual(done.returncode, 0)
        self.assertEqual([(v["points"], v["words"]) for v in verdicts], [(p["points"], p["words"]) for p in plays])

    def test_no_play_is_no_line_and_success(self):
        self.assertEqual(self.moves(f"board {EMPTY} rack -"), [])

    def test_best_cuts_the_list(self):
        everything = self.moves(f"board {EMPTY} rack ACTSORE")
        self.assertEqual(self.moves(f"board {EMPTY} rack ACTSORE", "--best", 3), everything[:3])

    def test_a_position_comes_from_standard_input_too(self):
        position = f"board {EMPTY} rack ACTSORE"
        done = run("moves", *GIVEN, "--position", "-", stdin=position + "\n")
        self.assertEqual(done.stdout, run("moves", *GIVEN, "--position", position).stdout)

    def test_bad_positions_are_told_by_key(self):
        for position, words in ((f"board {EMPTY}", "rack"), (f"rack A", "board"), (f"board {EMPTY} rack ACT1", "rack"),
                                (f"board {EMPTY[:-2]} rack A", "row 10"), (f"board {EMPTY} rack A bag x", "bag"),
                                (f"board {EMPTY} rack A colour red", "colour"), (f"board {EMPTY} rack ABCDEFGH", "full rack"),
                                (f"board {board(a1='6A')} rack A", "row 1"), (f"board {EMPTY} rack A rack B", "twice")):
            with self.subTest(position=position):
                done = run("moves", *GIVEN, "--position", position)
                self.assertEqual(done.returncode, 2)
                self.assertIn(words, done.stderr)
                self.assertEqual(done.stderr.count("\n"), 1)


class Judge(unittest.TestCase):
    def test_a_verdict_has_five_keys_and_the_exit_code_says_whether_all_are_legal(self):
        done, verdicts = judge((f"board {EMPTY} rack ACTSORE", "5d.CAT"))
        self.assertEqual(done.returncode, 0)
        self.assertEqual(verdicts, [{"legal": True, "points": 6, "words": ["CAT"], "reason": None, "text": None}])
        done, verdicts = judge((f"board {EMPTY} rack ACTSORE", "5d.CAT"), (f"board {EMPTY} rack ACTSORE", "1a.CAT"))
        self.assertEqual(done.returncode, 1)
        self.assertEqual([verdict["reason"] for verdict in verdicts], [None, "centre"])

    def test_every_reason_that_a_position_can_give(self):
        cat = board(d5="1C", e5="1A", f5="1T")
        for move, reason, rack, where in (
            ("CAT", "syntax", "ACT", EMPTY), ("5d.cat", "syntax", "ACT", EMPTY), ("5i.CAT", "off_board", "ACT", EMPTY),
            ("5d.CAT", "no_tile", "ACT", cat), ("5d.BAT", "too_high", "B", board(d5="5C", e5="1A", f5="1T")),
            ("5d.CAB", "rack", "A", cat), ("5e.AT", "no_tile", "A", cat), ("5e.ACE", "extent", "CE", cat), ("1a.CAT", "centre", "ACT", EMPTY),
            ("1a.CAT", "apart", "CAT", cat), ("5e.A", "one_letter", "A", EMPTY), ("5d.TTA", "lexicon", "TAT", EMPTY),
            ("5d.DOG", "covered", "DOG", cat), ("5d.ACES", "plural", "S", board(d5="1A", e5="1C", f5="1E")), ("ex.Q", "syntax", "A", cat), ("ex.B", "rack", "A", cat),
            ("accept", "not_your_turn", "A", cat),
        ):
            with self.subTest(move=move, reason=reason):
                done, verdicts = judge((f"board {where} rack {rack}", move))
                self.assertEqual(verdicts[0]["reason"], reason, verdicts)
                self.assertFalse(verdicts[0]["legal"])
                self.assertTrue(verdicts[0]["text"])
                self.assertEqual(done.returncode, 1)

    def test_exchange_and_pass(self):
        position = f"board {EMPTY} rack ACTSORE"
        self.assertTrue(judge((position, "pass"))[1][0]["legal"])
        self.assertTrue(judge((position, "ex.A"))[1][0]["legal"])
        self.assertEqual(judge((position + " bag 0", "ex.A"))[1][0]["reason"], "no_exchange")

    def test_a_line_that_cannot_be_read_is_answered_in_its_place(self):
        good = json.dumps({"position": f"board {EMPTY} rack ACTSORE", "move": "5d.CAT"})
        done = run("judge", *GIVEN, stdin=f"{good}\nnonsense\n{{\"move\":\"pass\"}}\n{good}\n")
        verdicts = [json.loads(line) for line in done.stdout.splitlines()]
        self.assertEqual([verdict["legal"] for verdict in verdicts], [True, False, False, True])
        self.assertIn("line 2", verdicts[1]["text"])
        self.assertEqual(done.returncode, 2)


class Runs(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.context = folder()
        cls.here = cls.context.__enter__()
        cls.addClassCleanup(cls.context.__exit__, None, None, None)
        done = run("tournament", "--bot", "greedy", "--bot", "random", *GIVEN, "--seed", 9, "--games", 6, "--sandbox", "off", "--out", cls.here / "run")
        assert done.returncode == 0, done.stderr

    def altered(self, change):
        """A copy of the run in which the third game is changed."""
        with folder() as here:
            copy = here / "run"
            copy.mkdir()
            for name in ("run.json", "lexicon.txt", "lexicon.lexicon"):
                (copy / name).write_bytes((self.here / "run" / name).read_bytes())
            games = records(self.here / "run")
            change(games[2])
            (copy / "games.jsonl").write_text("".join(json.dumps(game, separators=(",", ":"), ensure_ascii=False) + "\n" for game in games))
            return run("verify", copy)

    def test_verify_accepts_what_was_played(self):
        done = run("verify", self.here / "run")
        self.assertEqual(done.returncode, 0, done.stdout)
        self.assertIn("6 games", done.stdout)
        self.assertEqual(self.altered(lambda game: None).returncode, 0)

    def test_verify_names_file_line_and_turn_of_any_change(self):
        def set_turn(key, value):
            return lambda game: game["turns"][4].update({key: value})

        for name, change, words in (
            ("points", set_turn("points", 99), "turn 5: points"), ("rack", set_turn("rack", "AAAAAAA"), "turn 5: rack"),
            ("total", set_turn("total", 1), "turn 5: total"), ("words", set_turn("words", ["X"]), "turn 5: words"),
            ("drawn", set_turn("drawn", ""), "turn 5: drawn"), ("move", set_turn("move", "pass"), "turn "),
            ("seat", set_turn("seat", 1), "turn 5: seat"), ("scores", lambda game: game["scores"].reverse(), "scores"),
            ("bag", lambda game: game.update(bag=game["bag"][::-1]), "bag"), ("seed", lambda game: game.update(seed="1"), "seed"),
            ("end", lambda game: game.update(end="passed"), "end"), ("short", lambda game: game["turns"].pop(), ""),
            ("digest", lambda game: game.update(digest="0" * 64), "digest"), ("id", lambda game: game.update(id=4), "id"),
            ("players", lambda game: game["players"].reverse(), "players"),
            ("forfeit seat", lambda game: game.update(forfeits=[{"seat": 3, "after": 0, "reason": "time", "text": ""}]), "no seat 3"), ("unknown", lambda game: game.update(colour="red"), "colour"),
        ):
            with self.subTest(name):
                done = self.altered(change)
                self.assertEqual(done.returncode, 1, done.stdout)
                self.assertIn("games.jsonl: line 3: ", done.stdout)
                self.assertIn(words, done.stdout)

    def test_verify_reads_a_file_of_records_that_is_in_no_run(self):
        with folder() as here:
            log = here / "some.jsonl"
            words = ("--lexicon", WORDS)
            text = (self.here / "run" / "games.jsonl").read_text()
            log.write_text(text)
            verified = run("verify", log, *words)
            games, turns = text.count("\n"), sum(len(game["turns"]) for game in records(self.here / "run"))
            self.assertEqual(verified.stdout, f"{log}: {games} games, {turns} turns, all as the rules say\n")
            self.assertEqual(json.loads(run("verify", log, *words, "--json").stdout)["differing"], 0)
            # Without the flag, the words are the shipped list that the record names.
            unknown = run("verify", log)
            self.assertEqual(unknown.returncode, 1)
            self.assertIn("does not ship; give it with --lexicon FILE", unknown.stdout)
            ignored = run("verify", self.here / "run", *words)
            self.assertEqual(ignored.returncode, 2)
            self.assertIn("is a run, which has its own", ignored.stderr)
            log.write_text(text.replace('"points":', '"points":1', 1) + "{}\n" + text[:100])
            changed = run("verify", log, *words)
            self.assertEqual(changed.returncode, 1)
            for line, what in ((1, "turn 1: points"), (games + 1, "record: "), (games + 2, "this line has no end")):
                self.assertRegex(changed.stdout, f"some.jsonl: line {line}: .*{what}")

    def test_names_in_a_record_are_no_paths(self):
        """A stranger wrote it."""
        with folder() as here:
            line = (self.here / "run" / "games.jsonl").read_text().splitlines()[0]
            (here / "english").write_text("AA\n")
            os.mkfifo(here / "pipe")
            for name in ("-", "english.txt", str(WORDS), str(here / "pipe"), "../lexicons/english.txt"):
                record = json.loads(line)
                record["lexicon"]["name"] = name
                (here / "one.jsonl").write_text(json.dumps(record) + "\n")
                done = run("verify", "one.jsonl", cwd=here)
                self.assertEqual((done.returncode, done.stderr), (1, ""), name)
                self.assertIn(f'line 1: the lexicon "{name}" does not ship', done.stdout)
            record["lexicon"]["name"], record["rules"] = "english", str(here / "pipe")
            (here / "one.jsonl").write_text(json.dumps(record) + "\n" + json.dumps(record) + "\n")
            self.assertIn("line 2: the ruleset", run("verify", "one.jsonl", cwd=here).stdout)
            # The shipped list, and not the file of its name beside the record.
            record["rules"] = "hasbro"
            (here / "one.jsonl").write_text(json.dumps(record) + "\n")
            self.assertIn("lexicon sha256", run("verify", "one.jsonl", cwd=here).stdout)

    def test_verify_finds_how_many_rounds_without_points_ended_a_game(self):
        """No record says it, and people may choose it."""
        with folder() as here:
            played = run("play", "--player", "Anna", "--player", "Ben", "--scoreless-rounds", 1, "--no-draw", "--lexicon", "common",
                         "--seed", 7, "--out", here / "people", "--plain", stdin="rack\n")
            rack = re.search(r"(?i)rack: (\w)", played.stdout)[1]
            run("play", "--resume", here / "people", "--plain", stdin=f"exchange {rack}\npass\n")
            self.assertEqual([game["end"] for game in records(here / "people")], ["scoreless"])
            verified = run("verify", here / "people" / "games.jsonl")
            self.assertEqual(verified.returncode, 0, verified.stdout)
            passers = [a for name in ("a", "b") for a in ("--bot", f"{name}={here}/passer")]
            (here / "passer").write_text(PASSER)
            (here / "passer").chmod(0o755)
            for rounds, end in ((1, "scoreless"), (2, "scoreless"), (0, "passed")):
                rules = here / "patient.json"
                rules.write_text(json.dumps({"based_on": "hasbro", "name": "hasbro", "pass_rounds": 4, "scoreless_rounds": rounds}))
                run("tournament", *passers, "--games", 2, "--rules", rules, "--lexicon", WORDS, "--sandbox", "off", "--out", here / f"run{rounds}")
                log = here / f"run{rounds}" / "games.jsonl"
                self.assertEqual({game["end"] for game in records(log.parent)}, {end})
                verified = run("verify", log, "--rules", rules, "--lexicon", WORDS)
                self.assertEqual(verified.returncode, 0, verified.stdout)
                # With a ruleset that is given, its number counts.
                rules.write_text(json.dumps({"based_on": "hasbro", "name": "hasbro", "pass_rounds": 4, "scoreless_rounds": 3}))
                self.assertEqual(run("verify", log, "--rules", rules, "--lexicon", WORDS).returncode, 1)
                short = here / "short.jsonl"
                short.write_text(log.read_text().replace(f'"end":"{end}"', '"end":"stuck"'))
                self.assertEqual(run("verify", short, "--rules", rules, "--lexicon", WORDS).returncode, 1)

    def test_times_and_info_are_not_what_is_verified(self):
        self.assertEqual(self.altered(lambda game: game["turns"][0].update(ms=5, info="x", clock=1)).returncode, 0)

    def test_replay_prints_every_turn_where_there_is_no_terminal(self):
        done = run("replay", self.here / "run", "--game", 2)
        self.assertEqual(done.returncode, 0, done.stderr)
        game = records(self.here / "run")[1]
        self.assertIn(f"Turn {len(game['turns'])} of {len(game['turns'])}", done.stdout)
        for turn in game["turns"]:
            self.assertIn(f" {turn['move']}", done.stdout)
        self.assertIn(f"{game['players'][0]} {game['scores'][0]}", done.stdout)
        self.assertNotIn("\x1b", done.stdout)
        self.assertLessEqual(max(map(len, done.stdout.splitlines())), 80)
        self.assertEqual(run("replay", self.here / "run", "--game", 7).returncode, 2)

    def test_ratings_are_those_of_the_tournament(self):
        done = run("ratings", self.here / "run", "--json")
        self.assertEqual(json.loads(done.stdout)["games"], 6)
        self.assertIn("points against", run("ratings", self.here / "run").stdout)


class Words(unittest.TestCase):
    def test_a_list_is_built_and_mapped_back(self):
        with folder() as here:
            built = here / "plain.lexicon"
            done = run("lexicon", "build", WORDS, "--out", built, "--json")
            self.assertEqual(done.returncode, 0, done.stderr)
            text, mapped = (json.loads(run("lexicon", "info", path, "--json").stdout) for path in (WORDS, built))
            self.assertEqual(text["sha256"], mapped["sha256"])
            self.assertEqual(text["words"], mapped["words"])
            position = f"board {EMPTY} rack ACTSORE"
            self.assertEqual(run("moves", "--lexicon", built, "--position", position).stdout,
                             run("moves", "--lexicon", WORDS, "--position", position).stdout)

    def test_what_is_left_out_is_counted_by_reason(self):
        with folder() as here:
            (here / "list").write_text("cat\nParis\nit's\nqi\nx\nabcdefghijklmnop\ncat\n\n")
            counts = json.loads(run("lexicon", "info", here / "list", "--json").stdout)
            self.assertEqual(counts["words"], 1)
            self.assertEqual(counts["dropped"], {"capital": 1, "sign": 1, "unspellable": 1, "one_letter": 1, "too_long": 1, "repeated": 1})

    def test_find(self):
        self.assertEqual(run("lexicon", "find", "able", *GIVEN).stdout, "ABLE\n")
        self.assertEqual(run("lexicon", "find", "zzzz", *GIVEN).returncode, 1)
        self.assertIn("ACE\n", run("lexicon", "find", "ac?", *GIVEN).stdout)

    def test_a_damaged_file_is_refused(self):
        with folder() as here:
            run("lexicon", "build", WORDS, "--out", here / "x.lexicon")
            whole = (here / "x.lexicon").read_bytes()
            for name, damaged in (("cut", whole[:-4]), ("changed", whole[:200] + b"\xff" + whole[201:]), ("header", whole[:40])):
                (here / name).write_bytes(damaged)
                done = run("lexicon", "info", here / name)
                self.assertEqual(done.returncode, 2, name)
                self.assertIn("build it again" if name != "header" else "toptile lexicon build", done.stderr)

    def test_the_shipped_lists_are_there_for_every_shipped_ruleset(self):
        for name, least in (("english", 90_000), ("common", 20_000)):
            for rules in ("hasbro", "classic", "solo", "german"):
                info = json.loads(run("lexicon", "info", name, "--rules", rules, "--json").stdout)
                self.assertEqual(info["name"], name)
                self.assertGreater(info["words"], least)

    def test_a_list_that_does_not_ship_is_refused_with_those_that_do(self):
        done = run("lexicon", "info", "latin")
        self.assertEqual((done.returncode, done.stderr.count("\n")), (2, 1))
        self.assertIn("neither a file nor a shipped one (common, english)", done.stderr)


class Help(unittest.TestCase):
    def test_every_verb_has_help_with_an_example(self):
        listing = run("--help").stdout
        verbs = [line.split()[0] for line in listing.split("Subcommands:")[1].splitlines() if line.startswith("  ") and line[2:3].strip()]
        self.assertIn("tournament", verbs)
        for verb in verbs:
            if verb == "Every":
                continue
            done = run(verb, "--help")
            self.assertEqual(done.returncode, 0)
            self.assertIn("Example:", done.stdout)

    def test_no_help_is_wider_than_80_columns(self):
        for verb in ([], ["tournament"], ["check"], ["ratings"], ["export"], ["replay"], ["verify"], ["moves"], ["judge"], ["rules"], ["bots"], ["lexicon"],
                     ["lexicon", "build"], ["lexicon", "info"], ["lexicon", "find"], ["bench"], ["bench", "speed"], ["bench", "signature"],
                     ["completions"], ["man"], ["merge"], ["slurm"]):
            help_text = run(*verb, "--help").stdout
            self.assertIn("Usage", help_text, verb)
            for line in help_text.splitlines():
                self.assertLessEqual(len(line), 80, (verb, line))

    def test_a_verb_in_parts_says_which_there_are(self):
        done = run("bench")
        self.assertEqual(done.returncode, 2)
        self.assertEqual(done.stderr, "toptile: bench: one of these should follow: signature, speed; see: toptile bench --help\n")

    def test_the_version_is_told(self):
        self.assertRegex(run("--version").stdout, r"^toptile \d+\.\d+\.\d+\n$")

    def test_help_before_a_verb_is_help_behind_it(self):
        for verb in ((), ("match",), ("league", "run")):
            self.assertEqual(run("help", *verb).stdout, run(*verb, "--help").stdout)
        done = run("help", "mathc")
        self.assertEqual((done.returncode, done.stderr), (2, 'toptile: unknown command "mathc"; did you mean match?; see: toptile --help\n'))
        for words, said in ((("league", "nope"), 'league has no command "nope"'), (("league", "standigns"), 'league has no command "standigns"; did you mean standings?'),
                            (("lexicon", "fnd"), 'lexicon has no command "fnd"; did you mean find?')):
            for asked in (("help", *words), words, (*words, "--help")):
                done = run(*asked)
                self.assertEqual((done.returncode, done.stdout, done.stderr), (2, "", f"toptile: {said}; see: toptile {words[0]} --help\n"))

    def test_json_may_be_asked_for_where_json_is_printed_anyway(self):
        for words in (("verify", "--schema"), ("check", "--schema"), ("serve", "--schema"), ("rules", "--schema"), ("report", "--schema"),
                      ("tournament", "--schema"), ("league", "init", "--schema")):
            self.assertEqual(run(*words, "--json").stdout, run(*words).stdout, words)
            json.loads(run(*words).stdout)
        listed = json.loads(run("check", "--list", "--json").stdout)["tests"]
        self.assertEqual([test["name"] for test in listed], re.findall(r"^(\S+)  ", run("check", "--list").stdout, re.M))
        self.assertTrue(all(test["asks"] for test in listed))

    def test_a_name_that_is_not_allowed_says_what_is_wrong_with_it(self):
        for name, words in (("x" * 41, "it has 41 characters, and 40 are allowed"), ("Mül", 'it has "ü", but a name has 1 to 40 letters from a to z'),
                            ("a b", "it has a blank"), ('"a b"', "it has a blank"), (".a", "a name does not begin with a dot"),
                            ("---", "a name does not begin with a dash, because it would look like a flag"),
                            ("-a", "a name does not begin with a dash"), ("_+", "a name has at least one letter or digit")):
            done = run("tournament", "--bot", f"{name}=greedy", "--bot", "random")
            self.assertEqual((done.returncode, done.stderr.count("\n")), (2, 1), done.stderr)
            self.assertIn("is not a name for a bot: " + words, done.stderr)

    def test_a_configuration_behind_the_bots_is_told_its_place(self):
        with folder() as here:
            (here / "league.json").write_text("{}")
            (here / "bot.json").write_text("{}")
            done = run("tournament", "--bot", "greedy", "league.json", cwd=here)
            self.assertEqual(done.returncode, 2)
            self.assertIn("if it is the configuration, give it before the first flag: toptile tournament league.json --bot", done.stderr)
            done = run("tournament", "--bot", "greedy", "bot.json", cwd=here)
            self.assertIn("--bot bot.json: this describes a bot; give its folder: --bot ./", done.stderr)

    def test_a_time_with_a_unit_is_told_in_milliseconds(self):
        for given, meant in (("5s", ": 5000"), ("1.5min", ": 90000"), ("2h", ": 7200000"), ("5x", ""), ("-1", ""), ("1e3", ""), ("1,5", "")):
            done = run("match", "greedy", "random", f"--clock={given}")
            self.assertEqual(done.returncode, 2)
            self.assertIn(f'--clock: "{given}" should be a whole number from 1 to 604800000, in milliseconds{meant}; see', done.stderr)
        self.assertIn('--games: "0" should be a whole number from 1 to', run("match", "greedy", "random", "--games", 0).stderr)

    def test_rules_are_told_in_words_and_as_json(self):
        for name in (row.split()[0] for row in run("rules").stdout.splitlines()):
            said, rules = run("rules", name).stdout, json.loads(run("rules", name, "--json").stdout)
            self.assertLessEqual(max(map(len, said.splitlines())), 80)
            words = " ".join(said.split())
            for part in (f"{rules['size']} × {rules['size']} squares", f"up to {rules['height']} tiles", f"{rules['flat']} for each tile",
                         "challenges" if rules["lexicon"] == "challenge" else "is refused", f"{rules['left']} less for each"):
                self.assertIn(part, words, name)
            self.assertEqual("only add an S" in words, rules["plural_s"] == "forbid", name)
            for tile, count in rules["tiles"].items():
                text, count = (count["text"], count["count"]) if isinstance(count, dict) else (tile, count)
                self.assertIn(f" {text}×{count}", words)
        self.assertEqual([each["name"] for each in json.loads(run("rules", "--json").stdout)["rulesets"]],
                         [row.split()[0] for row in run("rules").stdout.splitlines()])

    def test_the_bots_that_ship_are_listed_as_they_were_measured(self):
        bots = {bot["name"]: bot for bot in json.loads(run("bots", "--json").stdout)["bots"]}
        self.assertEqual(sorted(bots), sorted(path.name for path in pathlib.Path(BOTS).iterdir() if os.access(path, os.X_OK)))
        page = (pathlib.Path(__file__).resolve().parents[2] / "sample_bots/README.md").read_text(encoding="utf-8")
        first = page[page.index("  #  bot"):page.index("points against")]
        measured = {name: int(elo) for name, elo in re.findall(r"(?m)^  \d  (\S+) .* ([+-]\d+) [+-]\d+ to [+-]\d+$", first)}
        self.assertEqual(len(measured), 5)
        for name, elo in measured.items():
            self.assertEqual(bots[name]["elo"], elo - measured["greedy"], name)
        for name in ("greedy-js", "greedy-python", "phoney"):
            self.assertEqual(bots[name]["elo"], 0)
        said = run("bots").stdout
        self.assertLessEqual(max(map(len, said.splitlines())), 80)
        for name, bot in bots.items():
            self.assertIn(name, said)
            self.assertIn(bot["idea"][:20], said)

    def test_json_may_be_said_where_nothing_else_is_printed(self):
        position = f"board {EMPTY} rack ACTSORE"
        for verb, stdin in (("moves", position), ("judge", json.dumps({"position": position, "move": "5e.ACT"}))):
            more = ("--position", "-") if verb == "moves" else ()
            self.assertEqual(run(verb, *GIVEN, *more, "--json", stdin=stdin).stdout, run(verb, *GIVEN, *more, stdin=stdin).stdout)

    def test_the_program_runs_from_any_folder(self):
        self.assertTrue(pathlib.Path(PROGRAM).is_absolute())
        self.assertEqual(run("rules", "classic", cwd="/").returncode, 0)


if __name__ == "__main__":
    unittest.main()
