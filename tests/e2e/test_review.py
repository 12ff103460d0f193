"""Reviews by the champion: toptile analyze RUN, reviews.jsonl, and toptile report --analyze."""

import base64
import fcntl
import json
import os
import pathlib
import re
import shutil
import signal
import unittest
import zlib

import json_schema
from toptile_program import PATIENCE, WORDS, count_for, folder, records, run, start, wait_until

SCHEMA = json.loads((pathlib.Path(__file__).resolve().parents[2] / "schemas" / "report.schema.json").read_text())
NODES = 40


def lines_of(path):
    return path.read_text().splitlines()


def packed(page, what):
    found = re.findall(rf'class="{what}" data-run="(\d+)" data-first="(\d+)" data-last="(\d+)">([^<]*)<', page)
    return [(run_number, first, last, zlib.decompress(base64.b64decode(text), -15).decode()) for run_number, first, last, text in found]


class Reviewed(unittest.TestCase):
    def setUp(self):
        opened = folder()
        self.here = opened.__enter__()
        self.addCleanup(opened.__exit__, None, None, None)

    def play(self, *arguments, out="cup"):
        done = run("tournament", *arguments, "--seed", 5, "--lexicon", WORDS, "--sandbox", "off", "--out", out, cwd=self.here)
        self.assertEqual(done.returncode, 0, done.stderr)

    def cup(self, games=4, most_turns=count_for(12, "off")):
        """A run, of short games in the usual tier: a review takes long, above all at the end of a game."""
        self.play("--bot", "greedy", "--bot", "random", "--games", games, "--max-turns", most_turns)

    def analyze(self, *arguments):
        return run("analyze", *arguments, cwd=self.here)

    def review(self, *arguments):
        done = self.analyze(*arguments, "--nodes", NODES)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def lines(self, run_folder="cup"):
        return lines_of(self.here / run_folder / "reviews.jsonl")


class Run(Reviewed):
    def test_each_game_has_a_line_that_fits_its_record(self):
        self.cup(most_turns="off")
        self.review("cup", "--concurrency", 1)
        games = records(self.here / "cup")
        reviews = [json.loads(line) for line in self.lines()]
        self.assertEqual([review["game"] for review in reviews], [1, 2, 3, 4])
        for game, review in zip(games, reviews):
            self.assertEqual((review["review"], review["nodes"]), (1, NODES))
            for turn in review["turns"]:
                record = game["turns"][turn["turn"] - 1]
                self.assertEqual((turn["seat"], turn["played"]["move"], turn["played"]["points"]),
                                 (record["seat"], record["move"], record["points"]))
                self.assertLessEqual(len(turn["best"]), 5)
                self.assertEqual(turn["chance"], turn["best"][0]["chance"])
                self.assertIn(turn["grade"], ("best", "good", "inaccuracy", "mistake", "blunder"))
                if turn["grade"] == "best":
                    self.assertEqual(turn["loss"], {"chance": [0, 0], "spread": [0, 0]})
        self.assertEqual(run("verify", "cup", cwd=self.here).returncode, 0)
        merged = run("merge", "cup", "--out", "merged", cwd=self.here)
        self.assertNotIn("reviews", merged.stderr)

    def test_what_it_prints_fits_80_columns_and_tells_greedy_from_random(self):
        self.cup()
        text = self.review("cup")
        self.assertLessEqual(max(map(len, text.splitlines())), 80)
        self.assertIn(f"cup: 4 games, reviewed with {NODES} nodes a turn", text)
        self.assertRegex(text, r"(?m)^bot +accuracy +% of a win lost a move +points lost a move +luck a game$")
        self.assertRegex(text, r"(?m)^bot +moves +best +good +inaccurate +mistakes +blunders$")
        self.assertRegex(text, r"(?m)^The 20 moves that lost most, of \d+:$")
        events = [json.loads(line) for line in self.review("cup", "--json").splitlines()]
        bots = {event["player"]: event for event in events if event["event"] == "bot"}
        self.assertGreater(bots["greedy"]["accuracy"], bots["random"]["accuracy"])
        self.assertEqual(sum(bots["random"]["grades"].values()), bots["random"]["turns"])
        moves = [event for event in events if event["event"] == "move"]
        self.assertEqual([move["loss_chance"] for move in moves], sorted((move["loss_chance"] for move in moves), reverse=True))
        self.assertEqual(events[-1], {"event": "end", "finished": True, "games": 4, "games_chosen": 4, "nodes": NODES, "luck_share": None})
        only = self.review("cup", "--player", "greedy", "--most", 2)
        self.assertNotRegex(only, r"(?m)^random")

    def test_one_game_turn_by_turn(self):
        self.cup(2)
        text = self.review("cup", "--game", 2)
        self.assertEqual([json.loads(line)["game"] for line in self.lines()], [2])
        self.assertTrue(text.startswith("Game 2: random against greedy, reviewed with"), text)
        self.assertLessEqual(max(map(len, text.splitlines())), 80)
        turns = [json.loads(line) for line in self.review("cup", "--game", 2, "--json").splitlines()]
        self.assertEqual(text.count("\n    > "), len(turns))
        self.assertEqual([turn["player"] for turn in turns[:2]], ["random", "greedy"])
        one = self.review("cup", "--game", 2, "--turn", 3, "--json").splitlines()
        self.assertEqual([json.loads(line) for line in one], [turns[2]])

    def test_an_interrupted_review_goes_on_to_the_same_lines(self):
        self.cup(4)
        shutil.copytree(self.here / "cup", self.here / "whole")
        self.review("whole", "--concurrency", 1)
        file = self.here / "cup" / "reviews.jsonl"
        for number, (stop, concurrency) in enumerate(((signal.SIGINT, 1), (signal.SIGKILL, 1), (signal.SIGINT, 2), (signal.SIGKILL, 2))):
            with self.subTest(stop=stop, concurrency=concurrency):
                file.unlink(missing_ok=True)
                process = start("analyze", "cup", "--nodes", NODES, "--concurrency", concurrency, cwd=self.here)
                wait_until(lambda: process.poll() is not None or file.exists() and b"\n" in file.read_bytes(), "no game is reviewed")
                self.assertIsNone(process.poll())
                process.send_signal(stop)
                _, told = process.communicate()
                self.assertIn(process.returncode, (130, -9, 0))
                if process.returncode == 130:
                    self.assertRegex(told, r"stopped after \d of 4 games; to review the others:\n  toptile analyze cup --nodes \d+ --concurrency \d\n")
                self.review("cup", "--concurrency", concurrency)
                self.assertEqual(sorted(self.lines()), sorted(self.lines("whole")))
                if concurrency == 1:
                    self.assertEqual(self.lines(), self.lines("whole"))

    def test_the_turns_of_a_single_game_are_counted_and_the_command_is_named(self):
        self.play("--bot", "greedy", "--bot", "random", "--games", 2, out="my cup")
        process = start("analyze", "my cup", "--game", 2, "--player", "greedy", "--nodes", 50_000, cwd=self.here)
        self.addCleanup(process.kill)
        told = process.stderr.readline()
        self.assertRegex(told, r"^\d+ of \d+ turns reviewed")
        process.send_signal(signal.SIGINT)
        _, told = process.communicate()
        self.assertEqual(process.returncode, 130)
        self.assertTrue(told.endswith("toptile: stopped before the review was finished; to review the game from its beginning:\n"
                                      "  toptile analyze 'my cup' --game 2 --player greedy --nodes 50000\n"), told)

    def test_a_game_of_one_seat_has_no_empty_tables(self):
        done = run("play", "--player", "Anna", "--rules", "solo", "--lexicon", WORDS, "--scoreless-rounds", 1, "--out", "alone",
                   cwd=self.here, stdin="pass\n", env={"XDG_DATA_HOME": str(self.here)})
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("The game is over", done.stdout)
        for arguments in ((), ("--game", 1)):
            text = self.review("alone", *arguments)
            self.assertIn("a single player has\nno opponent", text)
            self.assertTrue(text.endswith("\n  toptile analyze champion alone\n"), text)
            for head in ("accuracy", "blunders", "No move", "For each turn"):
                self.assertNotIn(head, text)

    def test_a_torn_line_and_a_changed_record_are_reviewed_again(self):
        self.cup(2)
        self.review("cup", "--concurrency", 1)
        file = self.here / "cup" / "reviews.jsonl"
        whole = file.read_text()
        file.write_text(whole[:-30])
        self.review("cup", "--concurrency", 1)
        self.assertEqual(file.read_text(), whole)
        # More nodes are asked for, and fewer.
        self.assertEqual(self.analyze("cup", "--nodes", NODES // 2).returncode, 0)
        self.assertEqual(file.read_text(), whole)
        self.assertEqual(self.analyze("cup", "--nodes", NODES + 1, "--game", 1).returncode, 0)
        self.assertEqual(json.loads(self.lines()[-1])["nodes"], NODES + 1)
        # Another record, as a move's time is told in it.
        games = self.here / "cup" / "games.jsonl"
        games.write_text(re.sub(r'"ms":\d+', '"ms":12345', games.read_text(), count=1))
        before = len(self.lines())
        self.review("cup")
        self.assertEqual(len(self.lines()), before + 1)

    def test_a_second_program_reviews_nothing_meanwhile(self):
        self.cup(2)
        with (self.here / "cup" / "reviews.jsonl").open("a") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            done = self.analyze("cup", "--nodes", NODES)
            self.assertEqual((done.returncode, done.stdout, done.stderr.count("\n")), (2, "", 1))
            self.assertIn("another program is reviewing this run now", done.stderr)
        self.review("cup")

    def test_challenges_and_three_players(self):
        self.play("--bot", "greedy", "--bot", "phoney", "--games", 2, "--rules", "hasbro-challenge", out="bluffs")
        self.play("--bot", "greedy", "--bot", "random", "--bot", "phoney", "--players", 3, "--games", 3, out="three")
        for name in ("bluffs", "three"):
            with self.subTest(name=name):
                text = self.review(name)
                self.assertLessEqual(max(map(len, text.splitlines())), 80)
                games = {game["id"]: game for game in records(self.here / name)}
                for line in self.lines(name):
                    review = json.loads(line)
                    moves = [turn["move"] for turn in games[review["game"]]["turns"]]
                    for turn in review["turns"]:
                        move = moves[turn["turn"] - 1]
                        self.assertNotIn(move, ("challenge", "accept"))
                        # A play that was taken back is not reviewed.
                        if "." in move and not move.startswith("ex."):
                            self.assertEqual(games[review["game"]]["turns"][turn["turn"] - 1]["points"], turn["played"]["points"])

    def test_wrong_wishes_are_refused_in_one_sentence(self):
        self.cup(2)
        for arguments, words in ((("cup", "--movetime", 50), "--movetime: this is for a bot's view"),
                                 (("cup", "--by", "score"), "--by"), (("cup", "--stderr", "x"), "--stderr"),
                                 (("cup", "--rules", "hasbro"), "--rules"), (("cup", "--game", 9), "games 1 to 2"),
                                 (("cup", "--nodes", 0), "--nodes"), (("cup", "--turn", 3), "--game"),
                                 (("cup", "--player", "greddy"), "did you mean greedy?"),
                                 (("greedy", "cup", "--nodes", 50), "--nodes: this is for a review"),
                                 (("nowhere",), "nowhere: this is not a run's folder")):
            with self.subTest(arguments=arguments):
                done = self.analyze(*arguments)
                self.assertEqual((done.returncode, done.stdout, done.stderr.count("\n")), (2, "", 1), done.stderr)
                self.assertIn(words, done.stderr)
        self.assertFalse((self.here / "cup" / "reviews.jsonl").exists())


class Strangers(Reviewed):
    """reviews.jsonl may be anybody's."""

    def test_lines_that_are_none_are_refused_and_others_are_passed_over(self):
        self.cup(2)
        self.review("cup", "--concurrency", 1)
        file = self.here / "cup" / "reviews.jsonl"
        good = self.lines()
        first = json.loads(good[0])

        def changed(**keys):
            return json.dumps({**first, **keys})

        turn = first["turns"][0]
        for line, words in (("{}", "review"), ("[]", "object"), ("x", "line 1"), (changed(review=2), "review"), (changed(more=1), "more"),
                            (changed(record="x"), "record"), (changed(nodes=-1), "nodes"), (changed(turns=5), "turns"),
                            (changed(turns=[turn, turn]), "out of order"), (changed(turns=[{**turn, "seat": 3}]), "seat"),
                            (changed(turns=[{**turn, "grade": "great"}]), "grade"), (changed(turns=[{**turn, "best": []}]), "best"),
                            (changed(turns=[{**turn, "chance": [2, 0]}]), "chance"), (changed(turns=[{**turn, "chance": [1e999, 0]}]), "line 1"),
                            (changed(turns=[{**turn, "luck": [1]}]), "luck"), (changed(turns=[{**turn, "turn": 10**30}]), "turn"),
                            (changed(turns=[{**turn, "played": {**turn["played"], "move": "\x1b[2J"}}]), "move"),
                            (changed(turns=[{**turn, "played": {**turn["played"], "move": "a" * 100}}]), "move")):
            with self.subTest(line=line[:60], words=words):
                file.write_text(line + "\n" + good[1] + "\n")
                for verb in (("analyze", "cup"), ("report", "cup", "--json")):
                    done = run(*verb, cwd=self.here)
                    self.assertEqual((done.returncode, done.stdout, done.stderr.count("\n")), (2, "", 1), done.stderr)
                    self.assertIn("reviews.jsonl: line 1", done.stderr)
                    self.assertIn(words, done.stderr)
                    self.assertIn("you may remove it", done.stderr)
        file.write_text(changed(game=99) + "\n" + changed(record="0" * 16) + "\n" + good[1] + "\n")
        data = json.loads(run("report", "cup", "--json", cwd=self.here).stdout)
        self.assertEqual(data["review"]["games"], 1)

    def test_no_link_is_followed_and_no_fifo_is_waited_for(self):
        self.cup(2)
        file = self.here / "cup" / "reviews.jsonl"
        other = self.here / "other"
        other.write_text("kept")
        for make in (lambda: os.mkfifo(file), lambda: file.symlink_to(other), file.mkdir):
            make()
            for verb in (("analyze", "cup"), ("report", "cup", "--json")):
                done = run(*verb, cwd=self.here, timeout=PATIENCE)
                self.assertEqual((done.returncode, done.stderr.count("\n")), (2, 1), done.stderr)
                self.assertIn("reviews.jsonl", done.stderr)
            if file.is_dir() and not file.is_symlink():
                file.rmdir()
            else:
                file.unlink()
        self.assertEqual(other.read_text(), "kept")


class Report(Reviewed):
    def test_a_page_has_the_reviews_and_their_summary(self):
        self.cup()
        self.assertIsNone(json.loads(run("report", "cup", "--json", cwd=self.here).stdout)["review"])
        done = run("report", "cup", "--analyze", "--nodes", NODES, cwd=self.here)
        self.assertEqual(done.returncode, 0, done.stderr)
        page = (self.here / "cup.html").read_text()
        (chunk,) = packed(page, "toptile-reviews")
        self.assertEqual(chunk[:3], ("0", "1", "4"))
        self.assertEqual(sorted(chunk[3].splitlines()), sorted(self.lines()))
        self.assertEqual([json.loads(line)["game"] for line in chunk[3].splitlines()], [1, 2, 3, 4])
        data = json.loads(run("report", "cup", "--json", cwd=self.here).stdout)
        self.assertTrue(json_schema.is_valid(data, SCHEMA))
        review = data["review"]
        self.assertEqual((review["nodes"], review["games"], review["luck_share"]), (NODES, 4, None))
        self.assertEqual([bot["entrant"] for bot in review["bots"]], [0, 1])
        for bot in review["bots"]:
            self.assertLessEqual(len(bot["mistakes"]), 50)
        # A later page has them, too, but only those of its games.
        self.assertEqual(run("report", "cup", "--games", "2-3", "--out", "some.html", cwd=self.here).returncode, 0)
        (chunk,) = packed((self.here / "some.html").read_text(), "toptile-reviews")
        self.assertEqual((chunk[1:3], chunk[3].count("\n")), (("2", "3"), 2))
        # So does the run's own page, once the run is played on, and the page of a game.
        self.cup()
        self.assertEqual(len(packed((self.here / "cup" / "report.html").read_text(), "toptile-reviews")), 1)
        self.assertEqual(run("replay", "cup", "--game", 3, "--html", "--out", "game.html", cwd=self.here).returncode, 0)
        (chunk,) = packed((self.here / "game.html").read_text(), "toptile-reviews")
        self.assertEqual(json.loads(chunk[3])["game"], 3)


if __name__ == "__main__":
    unittest.main()
