"""Ratings of files of results, and what `export` writes for them and for other programs."""

import csv
import io
import json
import pathlib
import re
import shutil
import unittest

from toptile_program import WORDS, folder, records, run

# 20 pairs of each: ann scores about 1½ of 2 against bob, and bob against cy; dee and eve play only each other.
NAMES = (("ann", "bob"), ("bob", "cy"), ("dee|_1", "eve & co"))


def results(pairs=20):
    rows = ["first,second,score,pair,spread"]
    for k in range(pairs):
        for one, other in NAMES:
            rows.append(f"{one},{other},{1 if k % 4 else 0},{one} {k},{7 + k}")
            rows.append(f"{other},{one},{0 if k % 3 else 0.5},{one} {k},{k - 9}")
    return "\n".join(rows) + "\n"


def rated(*arguments, stdin=None):
    done = run("ratings", *arguments, "--json", stdin=results() if stdin is None else stdin)
    if done.returncode != 0:
        raise AssertionError(done.stderr)
    return [json.loads(line) for line in done.stdout.splitlines()]


def rounded(error, digits):
    """None stands for an interval without an end on that side."""
    return None if error is None else round(error, digits)


def figures(table):
    """The numbers that two ratings of the same games must share, except for rounding."""
    return [(player["name"], player["games"], player["points"], round(player["elo"], 6), rounded(player["error_low"], 6),
             rounded(player["error_high"], 6), player["open"], player["spread"] and round(player["spread"]["error"], 9)) for player in table["players"]]


class Files(unittest.TestCase):
    def test_players_are_rated_by_pool_best_first(self):
        (table,) = rated("-")
        self.assertEqual([player["name"] for player in table["players"]], ["ann", "bob", "cy", "dee|_1", "eve & co"])
        self.assertEqual((table["games"], table["clusters"], table["pools"], table["sources"]), (120, 60, 2, ["-"]))
        self.assertEqual([player["interval"] for player in table["players"]], ["profile"] * 5)
        self.assertNotIn("los", table)

    def test_an_anchor_is_where_it_was_put_and_differences_stay(self):
        (free,), (fixed,) = rated("-"), rated("-", "--anchor", "bob=1500")
        at = {player["name"]: player["elo"] for player in fixed["players"]}
        of = {player["name"]: player["elo"] for player in free["players"]}
        self.assertEqual(at["bob"], 1500)
        self.assertAlmostEqual(at["ann"] - at["cy"], of["ann"] - of["cy"])
        self.assertAlmostEqual(at["dee|_1"], of["dee|_1"])

    def test_several_anchors_are_fixed_or_measured(self):
        anchors = ("--anchor", "ann=1600", "--anchor", "cy=1300")
        (fixed,), (measured,) = rated("-", *anchors), rated("-", *anchors, "--anchors", "measured")
        self.assertEqual(fixed, rated("-", *anchors, "--anchors", "fixed")[0])
        players = {player["name"]: player for player in fixed["players"]}
        self.assertEqual([(players[name]["elo"], players[name]["given"], players[name]["interval"]) for name in ("ann", "cy")],
                         [(1600, 1600, "none"), (1300, 1300, "none")])
        self.assertEqual((players["bob"]["given"], players["bob"]["interval"], players["bob"]["in_zero"]), (None, "profile", False))
        self.assertAlmostEqual(players["dee|_1"]["elo"], -players["eve & co"]["elo"])
        self.assertEqual(fixed["anchors"], {"anchoring": "fixed", "checks": []})
        players = {player["name"]: player for player in measured["players"]}
        self.assertAlmostEqual(players["ann"]["elo"] + players["cy"]["elo"], 2900)
        self.assertEqual({players[name]["interval"] for name in ("ann", "bob", "cy")}, {"profile"})
        (check,) = measured["anchors"]["checks"]
        self.assertEqual((measured["anchors"]["anchoring"], check["pool"], sorted(check)), ("measured", 0, ["chance", "farthest", "pool"]))

    def test_distances_between_fixed_anchors_are_certain_in_extras(self):
        anchors = ("--anchor", "ann=1600", "--anchor", "cy=1300")
        (table,) = rated("-", *anchors, "--los", "--differences", "--against", "cy")
        self.assertEqual([player["name"] for player in table["players"]][:3], ["ann", "bob", "cy"])
        self.assertEqual((table["los"][0][2], table["los"][2][0], table["los"][0][3]), (1, 0, None))
        of_ann, of_bob = table["against"]
        self.assertEqual(of_ann, {"name": "ann", "other": "cy", "elo": 300, "error_low": 0, "error_high": 0, "open": "none", "superiority": 1, "certain": True})
        bob = table["players"][1]
        self.assertAlmostEqual(of_bob["elo"], bob["elo"] - 1300)
        self.assertAlmostEqual(of_bob["error_low"], bob["error_low"], 4)
        rows = list(csv.DictReader(io.StringIO(run("ratings", "-", *anchors, "--csv", "--against", "cy", stdin=results()).stdout)))
        self.assertEqual([row["given"] for row in rows], ["1600", "", "1300", "", ""])
        self.assertEqual((rows[0]["against"], rows[0]["against_error_low"], rows[3]["against"]), ("300", "0", ""))
        text = run("ratings", "-", *anchors, "--against", "cy", stdin=results()).stdout
        self.assertRegex(text, r"ann +cy +\+300 +100\.0 % \*")
        self.assertNotIn("given and fitted", text)

    def test_measured_anchors_are_shown_as_given_and_as_fitted(self):
        def text(*arguments):
            return " ".join(run("ratings", "-", *arguments, "--anchors", "measured", stdin=results()).stdout.split())
        agreeing = text("--anchor", "ann=250", "--anchor", "cy=-250")
        self.assertRegex(agreeing, r"Anchors, given and fitted: (ann \+250 and \+\d+|cy -250 and -\d+), ")
        self.assertNotIn("contradict", agreeing)
        wrong = text("--anchor", "ann=-900", "--anchor", "cy=900")
        self.assertRegex(wrong, r"The results contradict the ratings that the anchors are given \(chance below 0\.1 %\): ann is given "
                                r"-900 and fitted as \+\d+ \(95 %: ")

    def test_one_anchor_is_the_same_in_both_ways(self):
        for form in ([], ["--json"], ["--csv"], ["--markdown"]):
            once = run("ratings", "-", "--anchor", "bob=1500", *form, stdin=results()).stdout
            for way in ("fixed", "measured"):
                self.assertEqual(run("ratings", "-", "--anchor", "bob=1500", "--anchors", way, *form, stdin=results()).stdout, once)
            self.assertNotIn("given", once)

    def test_the_prior_and_the_first_seat_are_options(self):
        (default,), (half,), (none,), (much,) = (rated("-", *more) for more in
                                                ([], ["--prior", "0.5"], ["--no-prior"], ["--prior", "50"]))
        self.assertEqual(default, half)
        self.assertGreater(none["players"][0]["elo"], default["players"][0]["elo"])
        self.assertLess(much["players"][0]["elo"], default["players"][0]["elo"] / 1.3)
        self.assertEqual(default["first_seat"]["fit"], "estimated")
        (without,) = rated("-", "--no-first-seat")
        self.assertEqual((without["first_seat"]["fit"], without["first_seat"]["elo"]), ("zero", 0))

    def test_superiority_is_a_matrix_in_the_order_of_the_players(self):
        (table,) = rated("-", "--los")
        los = table["los"]
        self.assertEqual([los[0][0], los[0][3]], [0.5, None])
        self.assertGreater(los[0][1], 0.9)
        self.assertAlmostEqual(los[0][1] + los[1][0], 1)
        text = run("ratings", "-", "--los", stdin=results()).stdout
        self.assertRegex(text, r"\n1  ann +·  +\d+\.\d +\d+\.\d +\? +\?\n")

    def test_no_point_of_forty_games_has_one_interval_in_all_forms(self):
        lost = "first,second,score,pair\n" + "".join(f"ann,bob,0,{pair}\nbob,ann,1,{pair}\n" for pair in range(20))
        text = run("ratings", "-", "--against", "bob", stdin=lost).stdout
        self.assertRegex(text, r"\nann +bob +-\d+ +-∞ to -406 ")
        self.assertRegex(text, r"\n1 +1 +bob +40 +100\.0 +\+\d+ +\+203 to \+∞")
        table = json.loads(run("ratings", "-", "--against", "bob", "--json", stdin=lost).stdout)
        apart = table["against"][0]
        self.assertEqual((apart["error_low"], apart["open"]), (None, "low"))
        self.assertEqual([(player["name"], player["open"]) for player in table["players"]], [("bob", "high"), ("ann", "low")])
        (row,) = [row for row in csv.DictReader(run("ratings", "-", "--against", "bob", "--csv", stdin=lost).stdout.splitlines()) if row["name"] == "ann"]
        self.assertEqual((row["error_low"], row["against_error_low"]), ("inf", "inf"))
        match = json.loads(run("llr", "-", "--sprt", "elo0=0,elo1=5", "--json", stdin=lost).stdout)
        self.assertEqual(match["bots"], ["ann", "bob"])
        self.assertIsNone(match["elo"]["low"])
        self.assertAlmostEqual(match["elo"]["high"], apart["elo"] + apart["error_high"], 4)
        self.assertAlmostEqual(match["superiority"], apart["superiority"], 9)

    def test_differences_have_intervals_of_their_own(self):
        (table,) = rated("-", "--differences", "--against", "cy")
        self.assertEqual([(row["name"], row["other"]) for row in table["differences"]],
                         [("ann", "bob"), ("bob", "cy"), ("dee|_1", "eve & co")])
        self.assertEqual([(row["name"], row["other"]) for row in table["against"]], [("ann", "cy"), ("bob", "cy")])
        elo = {player["name"]: player["elo"] for player in table["players"]}
        for row in table["differences"] + table["against"]:
            self.assertAlmostEqual(row["elo"], elo[row["name"]] - elo[row["other"]])
            self.assertEqual(row["superiority"] > 0.975, row["elo"] > row["error_low"], row)
        (anchored,) = rated("-", "--anchor", "cy=0")
        for row, player in zip(table["against"], anchored["players"]):
            for figure in ("elo", "error_low", "error_high"):
                self.assertAlmostEqual(row[figure], player[figure], 5)
        text = run("ratings", "-", "--against", "cy", stdin=results()).stdout
        self.assertIn("\nHow far each is above cy (", text)
        self.assertRegex(text, r"\nbob +cy +\+\d+ +±\d+|\nbob +cy +\+\d+ +[-+]\d+ to [-+]\d+ +\d+\.\d %")
        header, *rows = csv.reader(run("ratings", "-", "--against", "cy", "--csv", stdin=results()).stdout.splitlines())
        at = header.index("against")
        self.assertEqual([row[at] == "" for row in rows], [False, False, True, True, True])

    def test_stars_are_explained_where_there_are_some(self):
        for won, certain in ((0, True), (1, False)):
            text = run("ratings", "-", "--differences", stdin="first,second,score\n" + 20 * f"ann,bob,1\nbob,ann,{won}\n").stdout
            self.assertEqual("(*: all of these are certain together, 95 %):" in text, certain, text)
            self.assertEqual("(none of these is certain, 95 %):" in text, not certain, text)
            self.assertEqual(text.count(" *\n") > 0, certain, text)

    def test_nobody_of_that_name_to_be_against(self):
        done = run("ratings", "-", "--against", "bop", stdin=results())
        self.assertEqual(done.returncode, 2)
        self.assertIn("--against bop: there is no such player here; did you mean bob?", done.stderr)

    def test_ranks_that_hold_together(self):
        (table,) = rated("-")
        for player in table["players"]:
            best, worst = player["ranks"]
            self.assertLessEqual(best, worst)
        self.assertEqual(table["players"][4]["ranks"][1], 2)
        self.assertIn(" ranks ", run("ratings", "-", stdin=results()).stdout.splitlines()[4])

    def test_a_distance_that_rests_on_two_results_is_told(self):
        rows = ["first,second,score,pair"]
        for k in range(60):
            for one, other, wins in (("ann", "bob", k % 2), ("cy", "dee", k % 2), ("ann", "cy", 0 if k == 3 else 1)):
                rows += [f"{one},{other},{wins},{one}{other}{k}", f"{other},{one},{1 - wins},{one}{other}{k}"]
        (table,) = rated("-", stdin="\n".join(rows) + "\n")
        (link,) = table["weak_links"]
        self.assertEqual((sorted(link["above"]), sorted(link["below"])), (["ann", "bob"], ["cy", "dee"]))
        self.assertEqual((link["games"], link["points"]), (120, 2))
        self.assertEqual({player["name"]: player["group"] for player in table["players"]}, {"ann": 0, "bob": 0, "cy": 1, "dee": 1})

    def test_a_circle_is_told(self):
        rows = ["first,second,score,pair"]
        for one, other in (("ann", "bob"), ("bob", "cy"), ("cy", "ann")):
            for k in range(40):
                rows += [f"{one},{other},{int(k % 8 > 0)},{one}{k}", f"{other},{one},{int(k % 6 == 0)},{one}{k}"]
        text = "\n".join(rows) + "\n"
        said = " ".join(run("ratings", "-", stdin=text).stdout.split())
        self.assertIn("One number for each bot does not explain these results (chance below 0.1 %): ", said)
        self.assertIn("ann beats bob, bob beats cy, cy beats ann: this circle is certain.", said)
        fit = rated("-", stdin=text)[0]["model_fit"]
        self.assertEqual((fit["pairings"], fit["circles"]), (3, [["ann", "bob", "cy"]]))
        self.assertLess(fit["chance"], 0.001)
        self.assertEqual(len(fit["farthest"]), 3)
        (quiet,) = rated("-")
        self.assertEqual((quiet["model_fit"]["chance"], quiet["model_fit"]["circles"]), (None, []))

    def test_sources_are_rated_apart_or_together(self):
        with folder() as here:
            for name, text in (("a.csv", results()), ("b.csv", "first,second,score\ncy,dee|_1,1\n")):
                (here / name).write_text(text)
            apart = rated(here / "a.csv", here / "b.csv")
            self.assertEqual([(table["games"], table["pools"]) for table in apart], [(120, 2), (1, 1)])
            (table,) = rated(here / "a.csv", here / "b.csv", "--together")
            self.assertEqual((table["games"], table["pools"], table["clusters"]), (121, 1, 61))

    def test_no_line_of_text_is_wider_than_80_columns(self):
        for more in ([], ["--los"]):
            wide = results().replace("bob", "bob " + "with a long name " * 6)
            text = run("ratings", "-", *more, stdin=wide).stdout
            self.assertIn("…", text)
            self.assertIn("Pool 2\n", text)
            for line in text.splitlines():
                self.assertLessEqual(len(line), 80, line)

    def test_names_are_escaped_in_tables(self):
        markdown = run("ratings", "-", "--markdown", stdin=results()).stdout
        self.assertRegex(markdown, r"\| 4 \| [-0-9]+ \| dee\\\|\\_1 \| 40 \|")
        self.assertEqual({line.replace("\\|", "").count("|") for line in markdown.splitlines()}, {11})
        latex = run("ratings", "-", "--latex", stdin=results()).stdout
        self.assertRegex(latex, r"5 & [-0-9]+ & eve \\& co & 40 &")
        self.assertRegex(latex, r"4 & [-0-9]+ & dee\\textbar\{\}\\_1 & 40 & \d\d\.\d & \+\d+ & (\$\\pm\$\d+|\+\d+ to \+\d+) & ")
        self.assertTrue(latex.startswith("\\begin{tabular}{rrlrrrrrrr}\n") and latex.endswith("\\end{tabular}\n"))
        rows = list(csv.DictReader(io.StringIO(run("ratings", "-", "--csv", "--los", stdin=results()).stdout)))
        (table,) = rated("-", "--los")
        self.assertEqual([row["name"] for row in rows], [player["name"] for player in table["players"]])
        self.assertEqual([float(row["elo"]) for row in rows], [player["elo"] for player in table["players"]])
        self.assertEqual([rows[0]["over bob"], rows[0]["over eve & co"]], [str(table["los"][0][1]), ""])

    def test_games_without_a_result_are_told(self):
        text = run("ratings", "-", stdin=results() + "ann,bob,*,z,\n").stdout
        self.assertIn("Games without a result, which do not count: 1.", text)

    def test_what_is_wrong_is_one_sentence_with_file_and_line(self):
        with folder() as here:
            (here / "bad.csv").write_text("first,second,score\na,b,3\n")
            (here / "bad.pgn").write_text('[White "a"]\n[Black "b"]\n\n1-0\n')
            for arguments, said in ((["bad.csv"], 'bad.csv: line 2: the score "3" is not 1, 0.5 or 0'),
                                    (["bad.pgn"], "bad.pgn: in the game that begins in line 1, there is no tag Result"),
                                    (["none.csv"], "none.csv: this is neither a run nor a file of results"),
                                    (["-", "--anchor", "bo=3"], "the anchor bo is not one of the players; did you mean bob?"),
                                    (["-", "--anchor", "bob"], "an anchor is written NAME=ELO"),
                                    (["-", "--anchor", "ann=1", "--anchor", "bob=nan"], "--anchor bob=nan: an anchor is written NAME=ELO"),
                                    (["-", "--anchor", "ann=1", "--anchor", "bo=3"], "the anchor bo is not one of the players; did you mean bob?"),
                                    (["-", "--anchor", "ann=1", "--anchor", "ann=1"], "the anchor ann is named twice; name it once"),
                                    (["-", "--anchor", "ann=1", "--anchor", "ann=2.5"],
                                     "the anchor ann is named twice, with 1 and 2.5 Elo; name it once"),
                                    (["-", "--anchor", "ann=9000", "--anchor", "bob=0"],
                                     "the anchors ann (9000) and bob (0) are more than 5000 Elo apart, which no results can show; correct"),
                                    (["-", "--anchors", "measured"], "--anchor"),
                                    (["-", "--anchor", "ann=1", "--anchors", "loose"], "loose"),
                                    (["-", "--prior", "-1"], "-1 is neither 0 nor a number from 0.001 to 1000"),
                                    (["-", "--prior", "nan"], "nan is neither 0 nor a number from 0.001 to 1000"),
                                    (["-", "--csv", "--json"], "--json and --csv do not go together; leave one out"),
                                    (["-", "--prior", "1e-16"], "1e-16 is neither 0 nor a number"),
                                    (["-", "--prior", "1", "--no-prior"], "--prior and --no-prior do not go together")):
                done = run("ratings", *arguments, cwd=here, stdin=results())
                self.assertEqual((done.returncode, done.stdout, done.stderr.count("\n")), (2, "", 1), done.stderr)
                self.assertIn(said, done.stderr)


class Export(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.context = folder()
        cls.here = cls.context.__enter__()
        done = run("tournament", "--bot", "greedy", "--bot", "random", "--bot", "patient", "--games", 8, "--seed", 5,
                   "--lexicon", WORDS, "--out", cls.here / "run", "--quiet")
        assert done.returncode == 0, done.stderr

    @classmethod
    def tearDownClass(cls):
        cls.context.__exit__(None, None, None)

    def export(self, *arguments):
        done = run("export", self.here / "run", *arguments)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def test_exported_results_are_rated_the_same(self):
        (of_run,) = rated(self.here / "run", "--together")
        self.assertEqual(of_run["games"], 24)
        self.assertIsNotNone(of_run["players"][0]["spread"])
        for form in ("csv", "pgn"):
            (table,) = rated("-", stdin=self.export("--as", form))
            self.assertEqual(figures(table), figures(of_run), form)
            self.assertEqual((table["clusters"], table["pools"]), (12, 1))
        standings = json.loads(run("ratings", self.here / "run", "--json").stdout)["standings"]
        self.assertEqual([(row["name"], round(row["elo"], 6)) for row in standings],
                         [(row[0], row[3]) for row in figures(of_run)])

    def test_exported_games_of_three_are_rated_the_same(self):
        with folder() as here:
            done = run("tournament", *(f"--bot={bot}" for bot in ("greedy", "random", "human", "stacker")), "--players", 3, "--games", 6,
                       "--seed", 5, "--quiet", "--out", here / "run")
            self.assertEqual(done.returncode, 0, done.stderr)
            (of_run,) = rated(here / "run", "--together")
            (table,) = rated("-", stdin=run("export", here / "run", "--as", "csv").stdout)
            self.assertEqual(figures(table), figures(of_run))
            self.assertEqual((table["games"], table["clusters"]), (24, 8))

    def test_a_row_of_csv_is_what_the_record_says(self):
        rows = list(csv.DictReader(io.StringIO(self.export("--as", "csv"))))
        self.assertEqual(list(rows[0]), ["id", "pair", "first", "second", "score", "spread", "end", "turns", "first_points", "second_points"])
        for row, record in zip(rows, records(self.here / "run"), strict=True):
            self.assertEqual((row["first"], row["second"]), tuple(record["players"]))
            self.assertEqual(int(row["spread"]), record["scores"][0] - record["scores"][1])
            self.assertEqual([int(row["first_points"]), int(row["second_points"])], record["scores"])
            self.assertEqual(float(row["score"]), {-1: 1, 0: 0.5, 1: 0}[
                (record["ranks"][0] > record["ranks"][1]) - (record["ranks"][0] < record["ranks"][1])])
            self.assertEqual((int(row["id"]), int(row["pair"]), int(row["turns"]), row["end"]),
                             (record["id"], record["pair"], len(record["turns"]), record["end"]))

    def test_pgn_has_the_seven_tags_and_ends_each_game_with_its_result(self):
        games = self.export("--as", "pgn").strip().split("\n\n[Event ")
        self.assertEqual(len(games), 24)
        for game in games:
            for tag in ("Site", "Date", "Round", "White", "Black", "Result", "TimeControl", "WhitePoints", "BlackPoints"):
                self.assertEqual(len(re.findall(rf"^\[{tag} \".*\"\]$", game, re.M)), 1, game)
            self.assertEqual(re.search(r'Result "(.*)"', game)[1], game.split()[-1])
        self.assertEqual(self.export("--as", "pgn", "--game", 4).count("[Round "), 1)
        self.assertIn('[Round "2.2"]', self.export("--as", "pgn", "--game", 4))

    def test_gcg_tells_the_game(self):
        for number, record in enumerate(records(self.here / "run")[:6], 1):
            text = self.export("--as", "gcg", "--game", number)
            moves = [line for line in text.splitlines() if line.startswith(">")]
            totals = {}
            for line in moves:
                match = re.fullmatch(r">(\w+): (?:\S+ )?(?:\S+ )?\S+ ([+-]\d+) (-?\d+)", line)
                self.assertIsNotNone(match, line)
                name, points, total = match[1], int(match[2]), int(match[3])
                self.assertEqual(totals.get(name, 0) + points, total, line)
                totals[name] = total
            self.assertEqual([totals[name] for name in record["players"]], record["scores"])
            first = record["turns"][0]
            place, word = first["move"].split(".")
            self.assertIn(f" {place.upper()} {word.replace('QU', 'Q')} +{first['points']} ", moves[0])
            self.assertTrue(text.isascii() and text.startswith("#character-encoding UTF-8\n#player1 "))

    def test_gcg_leaves_out_what_was_not_laid(self):
        text = self.export("--as", "gcg", "--game", 1)
        for line, turn in zip((line for line in text.splitlines() if line.startswith(">")), records(self.here / "run")[0]["turns"]):
            if "." not in turn["move"]:
                continue
            shown, rack = line.split()[3], turn["rack"]
            laid = shown.replace(".", "")
            self.assertTrue(laid, line)
            for letter in laid:
                self.assertIn(letter, rack, line)
                rack = rack.replace(letter, "", 1)

    def test_what_is_wrong_is_one_sentence(self):
        for arguments, said in ((["--as", "gcg"], "say which one with --game N"), (["--as", "xml"], "\"xml\" is not one of: pgn, csv, gcg"),
                                (["--as", "gcg", "--game", 99], "the run has games 1 to 24"), ([], "--as is required")):
            done = run("export", self.here / "run", *arguments)
            self.assertEqual((done.returncode, done.stdout, done.stderr.count("\n")), (2, "", 1), done.stderr)
            self.assertIn(said, done.stderr)
        self.assertIn("this is not a run", run("export", pathlib.Path("nowhere"), "--as", "csv").stderr)


class Together(unittest.TestCase):
    """Runs that share games, seeds or names, and are rated as one."""

    BOTS = ("--bot", "greedy", "--bot", "random", "--bot", "patient")

    @classmethod
    def setUpClass(cls):
        cls.context = folder()
        cls.shared = cls.context.__enter__()
        cls.play(cls.shared / "run")

    @classmethod
    def tearDownClass(cls):
        cls.context.__exit__(None, None, None)

    def setUp(self):
        context = folder()
        self.here = context.__enter__()
        self.addCleanup(context.__exit__, None, None, None)

    @classmethod
    def play(cls, run_folder, *more, bots=BOTS, games=8, seed=5):
        done = run("tournament", *bots, "--games", games, "--seed", seed, "--lexicon", WORDS, "--no-clock", "--quiet", "--sandbox", "off",
                   "--out", run_folder, *more)
        assert done.returncode == 0, done.stderr

    def copy(self, name="copy"):
        """A copy of the run, which tests may spoil."""
        shutil.copytree(self.shared / "run", self.here / name)
        return self.here / name

    def rewrite(self, run_folder, change):
        """Changes records, and leaves their digests as `change` does."""
        games = records(run_folder)
        for game in games:
            change(game)
        (run_folder / "games.jsonl").write_text("".join(json.dumps(game, ensure_ascii=False, separators=(",", ":")) + "\n" for game in games))

    def change_bot(self, run_folder, name, **fields):
        plan = json.loads((run_folder / "run.json").read_text())
        (bot,) = (bot for bot in plan["bots"] if bot["name"] == name)
        bot.update(fields)
        (run_folder / "run.json").write_text(json.dumps(plan))

    def together(self, *arguments):
        (table,) = rated(*arguments, "--together")
        return table

    def text(self, *arguments):
        done = run("ratings", *arguments, "--together", cwd=self.here)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        for line in done.stdout.splitlines():
            self.assertLessEqual(len(line), 80, line)
        return " ".join(done.stdout.split())

    def test_a_run_and_its_copies_count_once(self):
        alone = self.together(self.shared / "run")
        self.assertEqual((alone["repeated"], alone["namesakes"]), ([], []))
        (self.here / "run").symlink_to(self.shared / "run")
        (self.here / "copy-of-link").symlink_to(self.copy())
        table = self.together(self.shared / "run", self.shared / "run", self.here / "run", self.here / "copy-of-link")
        self.assertEqual(table["repeated"], [{"source": source, "first": 0, "games": 24} for source in (1, 2, 3)])
        self.assertEqual(table["namesakes"], [])
        self.assertEqual((figures(table), table["games"], table["clusters"]), (figures(alone), 24, 12))
        self.assertIn("Games that are in several sources and count only once: 24 (24 of copy in run).", self.text("run", "copy"))
        self.assertIn("count only once: 48 (24 of run, which is named twice and 24 of copy in run).", self.text("run", "run", "copy"))
        self.assertNotIn("count only once", self.text("run"))

    def test_a_run_that_grew_has_its_games_once(self):
        pair = ("--bot", "greedy", "--bot", "random")
        for name in ("first", "grown"):
            self.play(self.here / name, bots=pair, games=4)
        grown = run("tournament", "--resume", self.here / "grown", "--bot", "stacker", "--quiet", "--sandbox", "off")
        self.assertEqual(grown.returncode, 0, grown.stderr)
        self.assertEqual(self.together(self.here / "first", self.here / "grown")["repeated"], [{"source": 1, "first": 0, "games": 4}])

    def test_a_shorter_run_on_the_same_seed_is_part_of_the_longer_one(self):
        self.play(self.here / "short", bots=self.BOTS[:4], games=4)
        self.play(self.here / "long", bots=self.BOTS[:4], games=10)
        self.play(self.here / "other", bots=self.BOTS[:4], games=4, seed=6)
        table = self.together(self.here / "short", self.here / "long", self.here / "other")
        self.assertEqual((table["games"], table["clusters"]), (14, 7))
        self.assertEqual(table["repeated"], [{"source": 1, "first": 0, "games": 4}])
        (long,) = rated(self.here / "long", "--together")
        self.assertEqual(figures(self.together(self.here / "long", self.here / "short")), figures(long))

    def test_shards_beside_their_merge_count_once(self):
        for shard in (1, 2):
            self.play(self.here / f"shard-{shard}", "--shard", f"{shard}/2")
        self.assertEqual(run("merge", self.here / "whole", self.here / "shard-1", self.here / "shard-2").returncode, 0)
        (whole,) = rated(self.here / "whole", "--together")
        for order in (("shard-1", "whole", "shard-2"), ("whole", "shard-2", "shard-1"), ("shard-2", "shard-1", "whole")):
            table = self.together(*(self.here / name for name in order))
            self.assertEqual((table["games"], table["clusters"], sum(each["games"] for each in table["repeated"])), (24, 12, 24), order)
            self.assertEqual({row[0]: row[1:3] for row in figures(table)}, {row[0]: row[1:3] for row in figures(whole)})
        self.assertEqual(table["repeated"], [{"source": 2, "first": 1, "games": 12}, {"source": 2, "first": 0, "games": 12}])

    def test_games_that_were_dealt_the_same_and_went_another_way_share_chance(self):
        def other_moves(game):
            game["digest"] = game["digest"][::-1]
            game["scores"][0] += 1
        self.rewrite(self.copy(), other_moves)
        table = self.together(self.shared / "run", self.here / "copy")
        self.assertEqual((table["games"], table["clusters"], table["repeated"]), (48, 12, []))
        self.assertEqual([player["clusters"] for player in table["players"]], [8] * 3)

    def test_other_bots_on_the_same_seed_have_other_bags(self):
        self.play(self.here / "others", bots=("--bot", "human", "--bot", "greedy"), games=4)
        table = self.together(self.shared / "run", self.here / "others")
        self.assertEqual((table["games"], table["clusters"], table["repeated"]), (28, 14, []))

    def test_a_stolen_digest_hides_no_other_result(self):
        def other_result(game):
            game["ranks"].reverse()
            game["scores"].reverse()
        self.rewrite(self.copy(), other_result)
        for sources in ((self.shared / "run", self.here / "copy"), (self.here / "copy", self.shared / "run")):
            table = self.together(*sources)
            self.assertEqual((table["games"], table["clusters"], table["repeated"]), (48, 12, []))
            self.assertEqual([player["points"] for player in table["players"]], [16] * 3)

    def test_a_record_that_claims_another_seed_is_refused(self):
        self.rewrite(self.copy(), lambda game: game.update(seed="1"))
        done = run("ratings", self.shared / "run", self.here / "copy", "--together")
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertIn("copy/games.jsonl: line 1: seed: the record says 1, the run's seed gives", done.stderr)

    def test_two_builds_under_one_name_are_two_players(self):
        plan = json.loads((self.shared / "run" / "run.json").read_text())
        old = next(bot["sha256"] for bot in plan["bots"] if bot["name"] == "greedy")
        new = old[:8] + ("1" if old[8] == "0" else "0") + old[9:]
        self.change_bot(self.copy("new"), "greedy", sha256=new)
        self.copy("old")
        table = self.together(self.here / "old", self.here / "new")
        names = {f"greedy ({old[:9]})", f"greedy ({new[:9]})", "random", "patient"}
        self.assertEqual({player["name"]: player["games"] for player in table["players"]},
                         {name: 16 if "greedy" in name else 24 for name in names})
        # The games between random and patient are the same in both runs, and the others are not; all share their deals.
        self.assertEqual((table["games"], table["clusters"]), (40, 12))
        self.assertEqual(table["repeated"], [{"source": 1, "first": 0, "games": 8}])
        self.assertEqual(table["namesakes"], [{"name": "greedy", "players": [
            {"name": f"greedy ({old[:9]})", "sha256": old, "sources": [0]}, {"name": f"greedy ({new[:9]})", "sha256": new, "sources": [1]}]}])
        self.assertIn(f"2 players are called greedy, and they differ in their files: greedy ({old[:9]}) in old; greedy ({new[:9]}) in new.",
                      self.text("old", "new"))
        (apart,) = rated(self.here / "new", "--los")
        self.assertIn("greedy", [player["name"] for player in apart["players"]])
        for flag, said in (("--anchor", "the anchor greedy is"), ("--against", "--against: greedy is")):
            value = "=1500" if flag == "--anchor" else ""
            done = run("ratings", "old", "new", "--together", flag, "greedy" + value, cwd=self.here)
            self.assertEqual((done.returncode, done.stdout, done.stderr.count("\n")), (2, "", 1))
            self.assertIn(f"{said} 2 players here, greedy ({old[:9]}) and greedy ({new[:9]}); name one of them", done.stderr)
            table = self.together(self.here / "old", self.here / "new", flag, f"greedy ({new[:9]}){value}")
            if flag == "--anchor":
                self.assertEqual({player["name"]: player["elo"] for player in table["players"]}[f"greedy ({new[:9]})"], 1500)
            else:
                self.assertEqual({row["other"] for row in table["against"]}, {f"greedy ({new[:9]})"})

    def test_one_build_with_other_options_is_another_player(self):
        self.change_bot(self.copy(), "greedy", options={"Style": "calm"})
        table = self.together(self.shared / "run", self.here / "copy")
        names = sorted(player["name"] for player in table["players"] if player["name"].startswith("greedy"))
        self.assertEqual(len(names), 2)
        for name in names:
            self.assertRegex(name, r"^greedy \([0-9a-f]{8}\)$")
        self.assertIn("they differ in their options:", self.text(self.shared / "run", "copy"))

    def test_files_of_results_beside_runs(self):
        (self.here / "more.csv").write_text("first,second,score\ngreedy,zoe,1\nzoe,greedy,0\n")
        table = self.together(self.here / "more.csv", self.shared / "run", self.here / "more.csv")
        self.assertEqual({player["name"]: player["games"] for player in table["players"]}, {"greedy": 18, "random": 16, "patient": 16, "zoe": 2})
        self.assertEqual(table["repeated"], [{"source": 2, "first": 0, "games": 2}])
        self.change_bot(self.copy(), "greedy", sha256="f" * 64)
        table = self.together(self.shared / "run", self.here / "more.csv", self.here / "copy")
        self.assertEqual({player["name"]: player["games"] for player in table["players"] if "greedy" not in player["name"]},
                         {"random": 24, "patient": 24, "zoe": 2})
        games = {player["name"]: player["games"] for player in table["players"] if "greedy" in player["name"]}
        self.assertEqual((len(games), games["greedy"], games["greedy (ffffffff)"]), (3, 2, 16))
        self.assertIn("A player who is called just greedy in a file of results is another player.",
                      self.text(self.shared / "run", "more.csv", "copy"))
        (self.here / "more.csv").write_text("first,second,score\ngreedy (ffffffff),zoe,1\n")
        table = self.together(self.shared / "run", self.here / "more.csv", self.here / "copy")
        self.assertEqual({player["name"]: player["games"] for player in table["players"]}["greedy (ffffffff)"], 17)

    def test_games_of_three_count_once_and_share_their_deals(self):
        bots = ("--bot", "greedy", "--bot", "random", "--bot", "human")
        self.play(self.here / "three", "--players", 3, bots=bots, games=6)
        shutil.copytree(self.here / "three", self.here / "other")
        self.rewrite(self.here / "other", lambda game: game["id"] > 3 and game.update(scores=[score + 1 for score in game["scores"]]))
        table = self.together(self.here / "three", self.here / "other", self.here / "three")
        self.assertEqual((table["games"], table["clusters"]), (9, 2))
        self.assertEqual(table["repeated"], [{"source": 1, "first": 0, "games": 3}, {"source": 2, "first": 0, "games": 6}])

    def test_tables_for_pages_and_programs_have_the_new_names(self):
        self.change_bot(self.copy(), "greedy", sha256="f" * 64)
        for form in ("--csv", "--markdown", "--latex"):
            done = run("ratings", self.shared / "run", self.here / "copy", "--together", form)
            self.assertIn("greedy (ffffffff)", done.stdout, form)

    def test_a_report_of_several_runs_counts_and_names_alike(self):
        self.change_bot(self.copy("new"), "greedy", sha256="f" * 64)
        self.copy("same")
        done = run("report", self.shared / "run", "new", "same", "--json", cwd=self.here)
        self.assertEqual(done.returncode, 0, done.stderr)
        data = json.loads(done.stdout)
        table = self.together(self.shared / "run", self.here / "new", self.here / "same")
        names = [bot["name"] for bot in data["bots"]]
        self.assertEqual([(names[row["entrant"]], row["games"], row["points"], row["elo"], row["error_low"]) for row in data["standings"]],
                         [(row["name"], row["games"], row["points"], round(row["elo"], 4), rounded(row["error_low"], 4)) for row in table["players"]])
        self.assertEqual((data["games_played"], data["games_planned"], data["finished"]), (40, 40, True))
        for column in data["games"].values():
            self.assertEqual(len(column), 40)
        self.assertEqual([run["games"] for run in data["runs"]], [24, 16, 0])
        moves = sum(sum(len(game["turns"]) for game in records(self.shared / "run") if run == 0 or "greedy" in game["players"]) for run in (0, 1))
        self.assertEqual(sum(bot["moves"] for bot in data["times"]["by_bot"]), moves)
        self.assertIn(f"Games that are in several sources and count only once: 32 (8 of new in {self.shared}/run and 24 of same in {self.shared}/run).",
                      data["rating_notes"])
        self.assertTrue(any(note.startswith("2 players are called greedy, and they differ in their files: ") for note in data["rating_notes"]))
        page = run("report", self.shared / "run", "new", "--out", "-", cwd=self.here).stdout
        self.assertIn("greedy (ffffffff)", page)


if __name__ == "__main__":
    unittest.main()
