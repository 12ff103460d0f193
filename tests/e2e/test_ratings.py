"""Ratings of files of results, and what `export` writes for them and for other programs."""

import csv
import io
import json
import pathlib
import re
import unittest

from toptile_program import WORDS, folder, records, run

# 20 pairs: ann scores 1½ of 2 against bob, bob against cy; dee and eve play nobody else.
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


def figures(table):
    """What two ratings of the same games have in common, but for rounding."""
    return [(player["name"], player["games"], player["points"], round(player["elo"], 6), round(player["error_low"], 6),
             round(player["error_high"], 6), player["spread"] and round(player["spread"]["error"], 9)) for player in table["players"]]


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
        self.assertRegex(text, r"\nbob +cy +\+\d+ +±\d+|\nbob +cy +\+\d+ +-\d+/\+\d+ +\d+\.\d %")
        header, *rows = csv.reader(run("ratings", "-", "--against", "cy", "--csv", stdin=results()).stdout.splitlines())
        at = header.index("against")
        self.assertEqual([row[at] == "" for row in rows], [False, False, True, True, True])

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
        self.assertIn("One number each does not explain these results (chance below 0.1 %): ", said)
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
        self.assertRegex(latex, r"4 & [-0-9]+ & dee\\textbar\{\}\\_1 & 40 & \d\d\.\d & \+\d+ & (\$\\pm\$\d+|\$-\$\d+/\+\d+) & ")
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
            for arguments, said in ((["bad.csv"], 'bad.csv: line 2: the score "3" is none of 1, 0.5, 0'),
                                    (["bad.pgn"], "bad.pgn: in the game that begins on line 1, there is no tag Result"),
                                    (["none.csv"], "none.csv: this is no run and no file of results"),
                                    (["-", "--anchor", "bo=3"], "the anchor bo is none of the players; did you mean bob?"),
                                    (["-", "--anchor", "bob"], "an anchor is written NAME=ELO"),
                                    (["-", "--prior", "-1"], "-1 is no number from 0 to 1000"),
                                    (["-", "--prior", "nan"], "nan is no number from 0 to 1000"),
                                    (["-", "--csv", "--json"], "excludes"),
                                    (["-", "--prior", "1", "--no-prior"], "excludes")):
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
        self.assertEqual(list(rows[0]), ["id", "pair", "first", "second", "score", "spread", "end", "turns"])
        for row, record in zip(rows, records(self.here / "run"), strict=True):
            self.assertEqual((row["first"], row["second"]), tuple(record["players"]))
            self.assertEqual(int(row["spread"]), record["scores"][0] - record["scores"][1])
            self.assertEqual(float(row["score"]), {-1: 1, 0: 0.5, 1: 0}[
                (record["ranks"][0] > record["ranks"][1]) - (record["ranks"][0] < record["ranks"][1])])
            self.assertEqual((int(row["id"]), int(row["pair"]), int(row["turns"]), row["end"]),
                             (record["id"], record["pair"], len(record["turns"]), record["end"]))

    def test_pgn_has_the_seven_tags_and_ends_each_game_with_its_result(self):
        games = self.export("--as", "pgn").strip().split("\n\n[Event ")
        self.assertEqual(len(games), 24)
        for game in games:
            for tag in ("Site", "Date", "Round", "White", "Black", "Result"):
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
        for arguments, said in ((["--as", "gcg"], "say which by --game N"), (["--as", "xml"], "\"xml\" is none of: pgn, csv, gcg"),
                                (["--as", "gcg", "--game", 99], "the run has games 1 to 24"), ([], "--as is required")):
            done = run("export", self.here / "run", *arguments)
            self.assertEqual((done.returncode, done.stdout, done.stderr.count("\n")), (2, "", 1), done.stderr)
            self.assertIn(said, done.stderr)
        self.assertIn("this is no run", run("export", pathlib.Path("nowhere"), "--as", "csv").stderr)


if __name__ == "__main__":
    unittest.main()
