"""toptile play: in plain lines, as a script plays it, and on a screen, which tmux shows to the test."""

import json
import os
import pathlib
import pty
import random
import re
import signal
import subprocess
import unittest

from terminal import TerminalTest
from toptile_program import EXHIBIT, PATIENCE, PROGRAM, WORDS, folder, records, run, wait_for_exit, wait_until

# With these seeds, which belong to the names, Anna begins with the rack EHIIMMT.
ANNA_AND_GREEDY = ("--player", "Anna", "--player", "bot:greedy", "--lexicon", WORDS, "--seed", 366969, "--no-draw", "--sandbox",
                   "off")
PEOPLE = ("--player", "Anna", "--player", "Ben", "--lexicon", WORDS, "--seed", 301985, "--no-draw")


class Player:
    """Talks with a plain game: it reads up to the prompt, answers, and so on."""

    def __init__(self, *arguments, cwd=None, env=None):
        self.process = subprocess.Popen([PROGRAM, "play", *map(str, arguments)], cwd=cwd, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.PIPE, env={**os.environ, **(env or {})})
        self.said = self.listen()

    def listen(self):
        said = b""
        while not said.endswith(b"\n> ") and said != b"> ":
            part = self.process.stdout.read1(65536)
            if not part:
                break
            said += part
        self.is_over = not part
        return said.decode()

    def answer(self, line):
        self.process.stdin.write((line + "\n").encode())
        self.process.stdin.flush()
        self.said = self.listen()
        return self.said

    def best(self):
        """Plays the first of the hints, or passes."""
        if "do you challenge it?" in self.said:
            return self.answer("accept")
        hint = re.search(r"(?m)^1  (\S+)", self.answer("hint"))
        return self.answer("move " + hint[1] if hint else "pass")

    def play_out(self):
        while not self.is_over:
            self.best()
        return self.said

    def end(self, test):
        self.process.stdin.close()
        test.assertEqual(self.process.wait(PATIENCE), 0)
        errors = self.process.stderr.read().decode()
        test.assertNotIn("toptile: ", "\n".join(line for line in errors.splitlines() if "sandbox" not in line))
        self.process.stdout.close()
        self.process.stderr.close()


def lines(*answers):
    return "".join(answer + "\n" for answer in answers)


def highlights_of(game):
    """The lines about best plays and the biggest swing, from the record of a game without forfeits."""
    told, behind, totals = [], (0, 0), [0] * len(game["players"])
    for seat, name in enumerate(game["players"]):
        best = max((turn for turn in game["turns"] if turn["seat"] == seat), key=lambda turn: turn["points"])
        if best["points"] > 0:
            told.append(f"Best play of {name}: {best['move']} for {best['points']}, in turn {game['turns'].index(best) + 1}")
    last, *others = sorted(game["scores"], reverse=True)
    winner = game["scores"].index(last)
    for number, turn in enumerate(game["turns"], 1):
        totals[turn["seat"]] = turn["total"]
        if max(totals) - totals[winner] > behind[0]:
            behind = (max(totals) - totals[winner], number)
    if last > others[0] and behind[0] > 0:
        told.append(f"Biggest swing: {game['players'][winner]} was {behind[0]} behind after turn {behind[1]}, and won by {last - others[0]}")
    return told


class Plain(unittest.TestCase):
    def test_a_whole_game_against_a_bot_is_a_run_like_any_other(self):
        with folder() as here:
            player = Player(*ANNA_AND_GREEDY, "--out", here / "run")
            said = player.play_out()
            player.end(self)
            self.assertIn("The game is over: ", said)
            self.assertIn(f"toptile replay {here}/run", said)
            (game,) = records(here / "run")
            self.assertEqual(game["players"], ["Anna", "greedy"])
            for score in game["scores"]:
                self.assertRegex(said, rf"(?m)^\d\. (Anna|greedy) {score}\b")
            self.assertEqual([line for line in said.splitlines() if line.startswith(("Best play", "Biggest"))], highlights_of(game))
            self.assertFalse((here / "run" / "unfinished.json").exists())
            verified = run("verify", here / "run")
            self.assertEqual(verified.returncode, 0, verified.stdout)
            self.assertIn("Turn 1 of", run("replay", here / "run", "--turn", 1).stdout)
            self.assertIn("#player1 Anna Anna", run("export", here / "run", "--as", "gcg", "--game", 1).stdout)
            self.assertIn("1,1,Anna,greedy,", run("export", here / "run", "--as", "csv").stdout)
            self.assertIn("Anna", run("ratings", here / "run").stdout)
            over = run("play", "--resume", here / "run")
            self.assertEqual((over.returncode, over.stderr.count("\n")), (2, 1))

    def test_four_with_challenges_play_to_the_end(self):
        with folder() as here:
            player = Player("--player", "Anna", "--player", "bot:greedy", "--player", "Ben", "--player", "bot:random", "--rules",
                            "hasbro-challenge", "--hints", "--no-draw", "--lexicon", WORDS, "--seed", 7, "--out", here / "run")
            said = player.play_out()
            player.end(self)
            self.assertEqual(run("verify", here / "run").returncode, 0)
            (game,) = records(here / "run")
            self.assertEqual(game["players"], ["Anna", "greedy", "Ben", "random"])
            told = [line for line in said.splitlines() if line.startswith(("Best play", "Biggest"))]
            self.assertEqual(told, highlights_of(game))
            self.assertRegex(told[-1], "^Biggest swing: ")

    def test_a_game_alone_has_five_free_exchanges_and_a_list_of_best_scores(self):
        with folder() as here:
            data = {"XDG_DATA_HOME": str(here / "data")}
            player = Player("--player", "Anna", "--lexicon", WORDS, "--seed", 6, "--out", here / "run", env=data)
            for left in range(5, 0, -1):
                self.assertIn(f"free exchanges left: {left}", player.said)
                rack = re.search(r"your rack: (\S+?);", player.said)[1]
                player.answer("exchange " + rack[0])
            self.assertIn("free exchanges left: 0", player.said)
            rack = re.search(r"your rack: (\S+?);", player.said)[1]
            self.assertIn("all 5 exchanges of the game are used up", player.answer("exchange " + rack[0]))
            said = player.play_out()
            player.end(self)
            self.assertIn("Best scores:", said)
            self.assertRegex(said, r"(?m)^> 1\. +\d+  \d{4}-\d\d-\d\d  Anna, hints: \d+$")
            kept = json.loads((here / "data" / "toptile" / "best_scores.json").read_text())
            self.assertEqual((kept["best_scores"], kept["scores"][0]["score"]), (1, records(here / "run")[0]["scores"][0]))
            self.assertEqual(run("verify", here / "run").returncode, 0)
            self.assertIn("Turn 1 of", run("replay", here / "run", "--turn", 1).stdout)
            self.assertIn("#player1 Anna", run("export", here / "run", "--as", "gcg", "--game", 1).stdout)
            for form in ("csv", "pgn"):
                refused = run("export", here / "run", "--as", form)
                self.assertEqual((refused.returncode, refused.stderr.count("\n")), (2, 1), refused.stderr)

    def test_refusals_are_sentences_and_cost_nothing(self):
        with folder() as here:
            answers = {
                "move 1a.TIME": "the first play covers at least one of the squares in the centre",
                "5e.HIMT": "HIMT is not in the lexicon plain",
                "move 5e.ZZ": "the rack EHIIMMT holds 0",
                "move": "A move is one word",
                "exchange Z": "has no such tile",
                "exchange": "Name one tile",
                "challenge": "there is no play to challenge",
                "paß": "Unknown command",
                "scor": "did you mean score?",
                "": "",
            }
            done = run("play", *PEOPLE, "--out", here / "run", stdin=lines(*answers, "rack", "quit"))
            self.assertEqual(done.returncode, 0)
            for sentence in answers.values():
                self.assertIn(sentence, " ".join(done.stdout.split()))
            self.assertIn("> EHIIMMT\n", done.stdout)
            self.assertEqual(json.loads((here / "run" / "unfinished.json").read_text())["turns"], [])

    def test_lower_case_moves_are_taken(self):
        with folder() as here:
            done = run("play", *PEOPLE, "--out", here / "run", stdin=lines("5E.time", "score"))
            self.assertIn("Anna plays 5e.TIME for 8: TIME 8", done.stdout)
            self.assertIn("Anna 8, Ben 0", done.stdout)

    def test_the_end_of_input_saves_and_the_game_goes_on_where_it_was(self):
        with folder() as here:
            first = run("play", *ANNA_AND_GREEDY, cwd=here, stdin=lines("move 5e.TIME"))
            self.assertEqual(first.returncode, 0)
            self.assertIn("toptile play --resume runs/Anna-greedy", first.stdout)
            saved = json.loads((here / "runs" / "Anna-greedy" / "unfinished.json").read_text())
            self.assertEqual([turn["move"] for turn in saved["turns"]][0], "5e.TIME")
            self.assertEqual(len(saved["turns"]), 2)
            again = run("play", "--resume", cwd=here, stdin="")
            self.assertIn("Continuing after turn 2.", again.stdout)
            last_turn = re.compile(r"(?s)    a   b .*your rack: \S+\n> ")
            self.assertEqual(last_turn.search(again.stdout)[0], last_turn.search(first.stdout.partition("greedy plays")[2])[0])
            player = Player("--resume", "runs/Anna-greedy", cwd=here)
            player.play_out()
            player.end(self)
            self.assertEqual(run("verify", here / "runs" / "Anna-greedy").returncode, 0)
            nothing = run("play", "--resume", cwd=here)
            self.assertEqual((nothing.returncode, nothing.stderr.count("\n")), (2, 1))

    def test_a_kill_at_any_time_costs_no_move_that_was_made(self):
        with folder() as here:
            out = here / "run"
            player = Player(*ANNA_AND_GREEDY, "--out", out)
            moves = []
            for _ in range(4):
                player.best()
                os.kill(player.process.pid, signal.SIGKILL)
                player.process.wait()
                for stream in (player.process.stdin, player.process.stdout, player.process.stderr):
                    stream.close()
                turns = [turn["move"] for turn in json.loads((out / "unfinished.json").read_text())["turns"]]
                self.assertEqual(turns[:len(moves)], moves)
                self.assertGreaterEqual(len(turns), len(moves) + 2)
                moves = turns
                player = Player("--resume", out)
            player.play_out()
            player.end(self)
            (game,) = records(out)
            self.assertEqual([turn["move"] for turn in game["turns"]][:len(moves)], moves)
            self.assertEqual(run("verify", out).returncode, 0)

    def test_an_unfinished_game_that_was_damaged_is_refused_in_a_sentence(self):
        with folder() as here:
            run("play", *PEOPLE, "--out", here / "run", stdin=lines("move 5e.TIME"))
            file = here / "run" / "unfinished.json"
            good = file.read_text()
            for bad in ("", "{", "[]", good.replace("5e.TIME", "1a.TIME"), good.replace('"unfinished":1', '"unfinished":2'),
                        good.replace('"forfeits":[]', '"forfeits":[{"seat":3,"after":1,"reason":"crash","text":""}]'),
                        good.replace('"turns":[', '"turns":[7,')):
                file.write_text(bad)
                done = run("play", "--resume", here / "run")
                self.assertEqual((done.returncode, done.stdout), (2, ""), bad)
                self.assertEqual(done.stderr.count("\n"), 1)
                self.assertIn("unfinished.json", done.stderr)
                self.assertEqual(file.read_text(), bad)

    def test_a_bot_that_faults_forfeits_and_the_others_play_on(self):
        with folder() as here:
            done = run("play", "--player", "Anna", "--player", f"bot:bad={EXHIBIT} exit-at-start", "--player", "Ben", "--lexicon", WORDS,
                       "--seed", 5, "--no-draw", "--out", here / "run", stdin=lines("pass"))
            self.assertEqual(done.returncode, 0)
            self.assertRegex(done.stdout, r"(?m)^bad forfeits \(crash\): .+")
            self.assertIn("Ben, your rack", done.stdout)
            again = Player("--resume", here / "run")
            again.play_out()
            again.end(self)
            self.assertEqual(records(here / "run")[0]["forfeits"][0]["seat"], 1)
            self.assertEqual(run("verify", here / "run").returncode, 0)

    def test_a_bot_whose_move_is_refused_is_told_and_what_was_said_is_kept(self):
        recorder = pathlib.Path(__file__).resolve().with_name("recorder.py")
        with folder() as here:
            done = run("play", "--player", "Anna", "--player", f"bot:bad=python3 -B {recorder} {here} {EXHIBIT} illegal-syntax", "--lexicon", WORDS,
                       "--seed", 5, "--no-draw", "--sandbox", "off", "--out", here / "run", stdin=lines("pass"))
            self.assertRegex(done.stdout, r"(?m)^bad forfeits \(illegal\): .+")
            (said,) = here.glob("*.txt")
            self.assertRegex(said.read_text(), r"\n< bestmove .+\n> refused syntax .+\n")
            evidence = records(here / "run")[0]["forfeits"][0]["evidence"]
            self.assertTrue(any("bestmove" in line for line in evidence["lines"]), evidence)
            self.assertEqual(run("verify", here / "run").returncode, 0)

    def test_a_bot_that_is_too_slow_forfeits_and_the_other_wins(self):
        with folder() as here:
            done = run("play", "--player", "Anna", "--player", f"bot:slow={EXHIBIT} never-moves", "--movetime", 200, "--lexicon", WORDS,
                       "--seed", 5, "--no-draw", "--out", here / "run", stdin=lines("pass"))
            self.assertIn("slow forfeits (time)", done.stdout)
            self.assertIn("The game is over: slow forfeited, so only Anna is left.", done.stdout)
            self.assertIn("Anna wins.", done.stdout)
            self.assertEqual(run("verify", here / "run").returncode, 0)

    def test_players_are_asked_for(self):
        with folder() as here:
            answers = lines("7", "3", "x", "p", "Anna", "c", "nobot", "", "c", "greedy", "score", "quit")
            done = run("play", "--lexicon", WORDS, "--no-draw", cwd=here, stdin=answers)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertIn("One to four can play.", done.stdout)
            self.assertIn("Answer p or c.", done.stdout)
            self.assertIn("nobot", done.stdout)
            self.assertRegex(done.stdout, r"(?m)^  Levels, in Elo above random \(greedy has about 1570\):\n    beginner +200, ")
            self.assertRegex(done.stdout, r"(?m)^  Bots, on another scale, in Elo above greedy:\n    champion +\+392, ")
            self.assertRegex(done.stdout, r"(?m)^    patient +\+178, weighs what a play opens")
            self.assertRegex(done.stdout, r"(?m)^    easy +600, sees few")
            self.assertIn("Anna 0, easy 0, greedy 0", done.stdout)
            another = run("play", "--lexicon", WORDS, cwd=here, stdin="")
            self.assertNotIn("Go on", another.stdout, "a new game is wanted")
            offered = run("play", cwd=here, stdin=lines("2", "y", "score"))
            self.assertIn("Go on with the game in runs/Anna-easy-greedy? Y/n:   Answer y or n.\n", offered.stdout)
            self.assertIn("Anna 0, easy 0, greedy 0", offered.stdout)
            nobody = run("play", cwd=here, stdin="")
            self.assertEqual((nobody.returncode, nobody.stderr), (0, ""))

    def test_wrong_use_is_told_in_a_sentence(self):
        with folder() as here:
            for flags in (("--player", ""), ("--player", "A\tB"), ("--player", "x" * 21), ("--player", "bot:nobot"), ("--player", "bot:"),
                          5 * ("--player", "A"), ("--player", "A", "--rules", "hasbro"), ("--player", "A", "--player", "B", "--rules", "solo"),
                          ("--player", "A", "--rules", "nosuch"), ("--player", "A", "--lexicon", "nosuch"),
                          ("--player", "A", "--resume", "x"), ("--resume", "nowhere"), ("--player", "A", "--movetime", "0")):
                with self.subTest(flags=flags):
                    done = run("play", *flags, cwd=here)
                    self.assertEqual((done.returncode, done.stdout), (2, ""))
                    self.assertEqual(done.stderr.count("\n"), 1, done.stderr)
            self.assertEqual(list(here.iterdir()), [])

    def test_a_tournament_is_not_gone_on_with(self):
        with folder() as here:
            run("tournament", "--bot", "greedy", "--bot", "random", "--format", "swiss", "--games", 2, "--lexicon", WORDS, "--out",
                here / "run", "--quiet")
            (here / "run" / "unfinished.json").write_text('{"unfinished": 1, "turns": [], "forfeits": [], "hints": 0}')
            done = run("play", "--resume", here / "run")
            self.assertEqual((done.returncode, done.stderr), (2, f"toptile: {here}/run: this run was not made by toptile play\n"))

    def test_a_folder_with_a_game_is_not_played_over(self):
        with folder() as here:
            run("play", *PEOPLE, "--out", here / "run", stdin=lines("move 5e.TIME"))
            done = run("play", *PEOPLE, "--out", here / "run")
            self.assertEqual((done.returncode, done.stderr.count("\n")), (2, 1))
            self.assertIn("toptile play --resume", done.stderr)

    def test_a_game_that_is_being_played_is_not_played_twice(self):
        with folder() as here:
            player = Player(*PEOPLE, "--out", here / "run")
            done = run("play", "--resume", here / "run")
            self.assertEqual((done.returncode, done.stderr.count("\n")), (2, 1))
            self.assertIn("another program is playing this run now", done.stderr)
            player.answer("quit")
            player.end(self)

    def test_without_hints_there_are_none(self):
        with folder() as here:
            done = run("play", *PEOPLE, "--no-hints", "--out", here / "run", stdin=lines("hint"))
            self.assertIn("There are no hints in this game", done.stdout)

    def test_any_lines_do_no_harm(self):
        chance = random.Random(5)
        words = ["move", "exchange", "pass", "hint", "rack", "board", "score", "help", "challenge", "accept", "5e.TIME", "e5.TIME", "0a.X",
                 "ex.?", "\x00", "\x1b[A", "é", "\ud800", "E", "QU", "99z.ZZZZZZZZZZZZZZZZZZZZ", ".", "5e.", "a" * 5000, "\t", "-1", "{}"]
        for seed in range(12):
            with self.subTest(seed=seed), folder() as here:
                text = "\n".join(" ".join(chance.choice(words) for _ in range(chance.randrange(4))) for _ in range(150))
                rules = chance.choice(["hasbro", "hasbro-challenge", "german"])
                done = subprocess.run([PROGRAM, "play", "--player", "Anna", "--player", "bot:random", "--player", "Ben", "--rules", rules,
                                       "--lexicon", str(WORDS), "--seed", str(seed), "--out", str(here / "run")], cwd=here, timeout=PATIENCE,
                                      input=text.encode(errors="surrogatepass"), capture_output=True)
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assertNotIn(b"\x1b", done.stdout)
                if (here / "run" / "unfinished.json").exists():
                    again = run("play", "--resume", here / "run")
                    self.assertEqual(again.returncode, 0, again.stderr)
                else:
                    self.assertEqual(run("verify", here / "run").returncode, 0)


class Browser(unittest.TestCase):
    """toptile play --browser writes a page; web/tests/table_pages.mjs plays on it."""

    def data_of(self, page):
        return json.loads(re.search(r'<script type="application/json" id="toptile-data">(.*?)</script>', page.read_text())[1])

    def test_the_page_has_what_the_flags_say(self):
        with folder() as here:
            page = here / "game.html"
            written = run("play", "--browser", "--out", page, "--lexicon", WORDS, "--rules", "hasbro-challenge", "--player", "Anna",
                          "--player", "bot:hard", "--player", "bot:champion 1250", "--player", "bot:champion", "--seed", 7, "--no-draw",
                          "--hints", "--challenge-limit", 2, "--scoreless-rounds", 5)
            self.assertEqual((written.returncode, written.stderr), (0, ""))
            data = self.data_of(page)
            self.assertEqual(data["wish"], {"is_drawn": False, "hints": "shown", "challenge_limit": 2, "scoreless_rounds": 5, "seed": "7",
                                            "players": [{"name": "Anna"}, {"level": "hard"}, {"elo": 1250}, {"level": "master"}]})
            self.assertEqual(data["rules"][0]["name"], "hasbro-challenge")
            self.assertEqual({rules["name"] for rules in data["rules"]},
                             {"app", "classic", "hasbro", "hasbro-all-out", "hasbro-challenge", "hasbro-plural", "solo"})
            self.assertEqual([level["elo"] for level in data["levels"]], [200, 600, 1000, 1400, 1800, None])

    def test_other_tiles_have_rulesets_of_their_own(self):
        with folder() as here:
            words = WORDS.parent / "german.txt"
            run("play", "--browser", "--out", here / "game.html", "--lexicon", words, "--rules", "german")
            self.assertEqual([rules["name"] for rules in self.data_of(here / "game.html")["rules"]], ["german"])

    def test_browser_flags_that_cannot_work_are_refused(self):
        with folder() as here:
            for flags, text in (
                (["--player", "bot:greedy"], "a page cannot start programs"),
                (["--player", "bot:champion 5000"], "the champion's Elo can be 0 to 1940"),
                (["--player", "bot:meduim"], "did you mean medium?"),
                (["--player", ""], "is not a name for a player"),
                (["--player", "A"] * 5, "one to four can play"),
                (["--player", "A", "--player", "B", "--rules", "solo"], "--rules: solo is for 1 player"),
                (["--lexicon", "no-such-list"], "--lexicon: "),
                (["--rules", "no-such-rules"], "--rules: "),
                (["--plain"], "--plain"),
                (["--movetime", "100"], "--movetime"),
            ):
                refused = run("play", "--browser", "--out", here / "game.html", *flags)
                self.assertEqual((refused.returncode, refused.stderr.count("\n")), (2, 1), flags)
                self.assertIn(text, refused.stderr)
                self.assertFalse((here / "game.html").exists())
            (here / "mine.txt").write_text("mine")
            kept = run("play", "--browser", "--out", here / "mine.txt")
            self.assertEqual((kept.returncode, (here / "mine.txt").read_text()), (2, "mine"))

    def test_without_a_file_the_page_is_kept_with_the_users_files_and_opened(self):
        with folder() as here:
            opened, opener = here / "opened", here / "bin" / "xdg-open"
            opener.parent.mkdir()
            opener.write_text(f'#!/bin/sh\nprintf %s "$1" > {opened}.part; mv {opened}.part {opened}\n')
            opener.chmod(0o755)
            desktop = {"XDG_DATA_HOME": str(here), "DISPLAY": ":0", "PATH": f"{opener.parent}:{os.environ['PATH']}"}
            page = here / "toptile" / "play-common.html"
            shown = run("play", "--browser", "--lexicon", "common", env=desktop)
            self.assertEqual(shown.returncode, 0, shown.stderr)
            wait_until(opened.exists, "no browser was started")
            self.assertEqual(opened.read_text(), str(page))
            self.assertEqual(self.data_of(page)["lexicon"]["name"], "common")
            alone = run("play", "--browser", "--lexicon", "common", env={"XDG_DATA_HOME": str(here), "DISPLAY": "", "WAYLAND_DISPLAY": ""})
            self.assertIn("Open this file in a browser", alone.stdout)
            homeless = run("play", "--browser", env={"XDG_DATA_HOME": "", "HOME": ""})
            self.assertIn("name a file for it with --out FILE", homeless.stderr)


class Draw(unittest.TestCase):
    """The draw for who starts. It is read from what the game says, and the seats from the record."""

    SHOWN = re.compile(r"(?s)\n(Draw: .*?\sstarts\.)\n")

    def check(self, said, named, letters=1):
        """Checks that the player whose tile is nearest to A starts, and that ties are drawn again; returns who starts."""
        shown = " ".join(self.SHOWN.search(said)[1].split())
        rounds, starter = re.fullmatch(r"Draw: (.*)\. (\S+) starts\.", shown).groups()
        drawing = named
        for drawn in rounds.split("; again: "):
            tiles = dict(part.split(" ") for part in drawn.split(", "))
            self.assertEqual(set(tiles), set(drawing), shown)
            nearest = min(tile[0] for tile in tiles.values())
            drawing = [name for name in drawing if tiles[name][0] == nearest]
        self.assertEqual(drawing, [starter], shown)
        return starter, shown

    def test_of_two_to_four_people_and_bots_who_is_nearest_to_a_starts_and_the_turn_goes_round_as_named(self):
        named = ["Anna", "greedy", "Cy", "random"]
        ties = starters = 0
        for players in (2, 3, 4):
            for seed in range(1, 13):
                with self.subTest(players=players, seed=seed), folder() as here:
                    flags = []
                    for name in named[:players]:
                        flags += ["--player", name if name[0].isupper() else "bot:" + name]
                    done = run("play", *flags, "--lexicon", WORDS, "--seed", seed, "--out", here / "run", stdin="quit\n")
                    self.assertEqual(done.returncode, 0, done.stderr)
                    starter, shown = self.check(done.stdout, named[:players])
                    at = named.index(starter)
                    order = named[at:players] + named[:at]
                    self.assertTrue(done.stdout.startswith(" ".join([", ".join(order[:-1]), "and", order[-1]]) + ": hasbro"), done.stdout)
                    saved = json.loads((here / "run" / "unfinished.json").read_text())
                    self.assertEqual(len(saved["turns"]), next(i for i, name in enumerate(order) if name[0].isupper()))
                    again = run("play", "--resume", here / "run", stdin="quit\n")
                    self.assertEqual(self.check(again.stdout, named[:players]), (starter, shown))
                    ties += "again" in shown
                    starters |= 1 << at
        self.assertGreater(ties, 2)
        self.assertEqual(starters, 0b1111)

    def test_a_game_of_four_that_is_over_has_its_draw_in_the_replay(self):
        with folder() as here:
            player = Player("--player", "Anna", "--player", "bot:greedy", "--player", "Ben", "--player", "bot:random", "--lexicon", WORDS,
                            "--seed", 10, "--out", here / "run")
            starter, shown = self.check(player.said, ["Anna", "greedy", "Ben", "random"])
            self.assertNotEqual(starter, "Anna")
            player.play_out()
            player.end(self)
            (game,) = records(here / "run")
            named = ["Anna", "greedy", "Ben", "random"]
            at = named.index(starter)
            self.assertEqual(game["players"], named[at:] + named[:at])
            self.assertEqual(game["turns"][0]["seat"], 0)
            self.assertEqual(run("verify", here / "run").returncode, 0)
            beginning = run("replay", here / "run", "--turn", 0).stdout
            self.assertIn(" ".join(shown.split()), " ".join(beginning.split()))
            self.assertLessEqual(max(map(len, beginning.splitlines())), 80)
            self.assertNotIn("Draw:", run("replay", here / "run", "--turn", 1).stdout)

    def test_without_a_draw_who_is_named_first_starts_and_alone_nothing_is_drawn(self):
        with folder() as here:
            for players in (("Anna", "Ben"), ("Anna", "Ben", "Cy", "Dora")):
                flags = [flag for name in players for flag in ("--player", name)]
                for seed in (1, 2, 3):
                    done = run("play", *flags, "--no-draw", "--lexicon", WORDS, "--seed", seed, "--out", here / f"{len(players)}-{seed}")
                    self.assertNotIn("Draw", done.stdout)
                    self.assertIn(f"{', '.join(players[:-1])} and {players[-1]}: hasbro", done.stdout)
            alone = run("play", "--player", "Anna", "--lexicon", WORDS, "--out", here / "alone")
            self.assertNotIn("Draw", alone.stdout)
            self.assertIn("Anna, your rack", alone.stdout)


class HarnessLimits(unittest.TestCase):
    """Limits that are in no printed rules are off if people play, unless they ask for them."""

    def plan(self, here):
        return json.loads((here / "run" / "run.json").read_text())

    def test_rounds_without_points_do_not_end_a_game_of_people(self):
        def exchange(player):
            return player.answer("exchange " + re.search(r"your rack: (\S)", player.said)[1].replace("Q", "QU"))

        with folder() as here:
            player = Player(*PEOPLE, "--out", here / "run")
            for _ in range(20):
                exchange(player)
            self.assertFalse(player.is_over)
            player.answer("pass")
            player.answer("pass")
            self.assertIn("The game is over: everybody passed.", player.said)
            player.end(self)
            self.assertEqual(run("verify", here / "run").returncode, 0)
        with folder() as here:
            player = Player(*PEOPLE, "--scoreless-rounds", 2, "--out", here / "run")
            for _ in range(4):
                self.assertFalse(player.is_over)
                exchange(player)
            self.assertIn("a limit of the harness and no printed rule", player.said)
            player.end(self)
            self.assertEqual(records(here / "run")[0]["end"], "scoreless")
            self.assertEqual(run("verify", here / "run").returncode, 0)
            self.assertIn("The game ended: scoreless (a limit of the harness).", run("replay", here / "run").stdout)

    def test_bots_alone_keep_the_limit(self):
        for flags, rounds in ((("--player", "bot:random"), 3), (("--player", "Anna"), 0)):
            with folder() as here:
                run("play", "--player", "bot:greedy", *flags, "--lexicon", WORDS, "--seed", 5, "--out", here / "run", stdin="quit\n")
                self.assertEqual(self.plan(here)["rules"]["scoreless_rounds"], rounds)

    def test_hints_are_off_where_words_can_be_challenged(self):
        with folder() as here:
            flags = (*PEOPLE, "--rules", "hasbro-challenge")
            off = run("play", *flags, "--out", here / "off", stdin=lines("hint"))
            self.assertIn("There are no hints where words can be challenged", off.stdout)
            self.assertNotRegex(off.stdout, r"(?m)^(> )?1  ")
            on = run("play", *flags, "--hints", "--out", here / "on", stdin=lines("hint"))
            self.assertRegex(on.stdout, r"(?m)^> 1  \S+\.\S+ ")
            both = run("play", *flags, "--hints", "--no-hints", "--out", here / "both")
            self.assertEqual((both.returncode, both.stdout), (2, ""))

    def test_a_play_in_doubt_is_told_with_the_bonus_that_it_scores(self):
        with folder() as here:
            done = run("play", *PEOPLE, "--rules", "hasbro-challenge", "--out", here / "run", stdin=lines("5d.HIMMITE", "accept", "score"))
            self.assertIn("Anna plays 5d.HIMMITE for 34: HIMMITE 14 + 20 for the whole rack = 34", done.stdout)
            self.assertIn("Anna 34, Ben 0", done.stdout)


class NoScreen(unittest.TestCase):
    def test_a_terminal_that_cannot_place_text_has_lines(self):
        for env, players, flags in (({"TERM": "dumb"}, PEOPLE, ()), ({"TERM": "no-such-terminal"}, PEOPLE, ()),
                                    ({"TERM": "xterm"}, ANNA_AND_GREEDY, ("--plain",))):
            with self.subTest(env=env, flags=flags), folder() as here:
                ours, theirs = pty.openpty()
                process = subprocess.Popen([PROGRAM, "play", *map(str, players), "--out", str(here / "run"), *flags], stdin=theirs,
                                           stdout=theirs, stderr=theirs, env={**os.environ, **env})
                os.close(theirs)
                os.write(ours, b"quit\n")
                shown = b""
                try:
                    while part := os.read(ours, 65536):
                        shown += part
                except OSError:
                    pass
                os.close(ours)
                self.assertEqual(process.wait(PATIENCE), 0, shown)
                self.assertNotIn(b"\x1b", shown)
                self.assertIn(b"your rack: EHIIMMT", shown)


class Lines(TerminalTest):
    def test_whoever_comes_next_finds_no_rack_above_the_screen(self):
        self.open([PROGRAM, "play", *PEOPLE, "--plain", "--out", "run"])
        self.await_screen(r"Anna's turn: press Enter when nobody else looks\.")
        self.press("Enter")
        self.await_screen(r"Anna, your rack: EHIIMMT")
        self.tmux("send-keys", "-l", "5e.TIME")
        self.press("Enter")
        self.await_screen(r"Ben's turn: press Enter when nobody else looks\.")
        everything = self.screen("-S", "-")
        self.assertNotIn("EHIIMMT", everything)
        self.assertIn("Anna plays 5e.TIME", everything)
        self.press("Enter")
        self.await_screen(r"Ben, your rack: \w+")
        self.assertNotIn("EHIIMMT", self.screen("-S", "-"))


class Screen(TerminalTest):
    def play(self, *flags, before=""):
        self.close()
        self.open([PROGRAM, "play", *flags], before=before)

    def test_letters_are_laid_judged_taken_back_and_played(self):
        self.play(*ANNA_AND_GREEDY, "--out", "run")
        screen = self.await_screen(r"Your turn, Anna\.")
        self.assertRegex(screen, r"(?m)^Anna:  E   H   I   I   M   M   T$")
        self.assertEqual(len(screen.splitlines()), 24)
        self.press("t", "i", "m", "m")
        screen = self.await_screen(r"TIMM is not in the lexicon")
        self.assertRegex(screen, r"(?m)^ 5  ·   ·   ·   ·  \(T\) \(I\) \(M\) \(M\) \[·\]")
        self.press("Enter")  # It is refused, with the reason; nothing is lost.
        self.await_screen(r"TIMM is not in the lexicon")
        self.press("BSpace", "e")
        self.await_screen(r"(?m)^TIME 8$")
        self.press("Enter")
        screen = self.await_screen(r"greedy plays \S+ for \d+")
        self.assertRegex(screen, r"Anna plays 5e\.TIME for 8: TIME 8")
        self.assertRegex(screen, r"> Anna +8 ")
        self.press("z", "?")
        screen = self.await_screen(r"(?m)5  \S+\.\S+ +\d+$")
        self.assertRegex(screen, r"(?m)1  \S+\.\S+ +\d+$")
        self.press("Down", "Enter")
        self.await_screen(r"\(.\)")
        self.press("Escape")
        self.await_screen(r"Your turn, Anna\.")
        self.press("C-p")
        self.await_screen(r"y/n")
        self.press("n")
        self.await_screen(r"Your turn, Anna\.")
        self.press("C-g")
        self.await_screen(r"Enter goes back")
        self.press("x")
        self.await_screen(r"Your turn, Anna\.")
        self.press("C-c")
        self.await_screen(r"toptile play --resume run\n+exit 0")

    def test_typing_goes_down_after_tab_and_over_letters_that_are_there(self):
        self.play(*PEOPLE, "--out", "run")
        self.await_screen(r"Anna's turn: press a key")
        self.press("x")
        self.await_screen(r"Your turn, Anna\.")
        self.press("Tab", "t", "i", "m", "e")
        screen = self.await_screen(r"(?m)^TIME 8$")
        self.assertIn("↓", screen)
        self.press("Enter")
        self.await_screen(r"Ben's turn: press a key")

    def test_racks_are_hidden_between_two_people(self):
        self.play(*PEOPLE, "--out", "run")
        screen = self.await_screen(r"Anna's turn: press a key when nobody else looks\.")
        self.assertNotIn("Anna:  ", screen)
        self.press("x")
        self.await_screen(r"Anna:  E   H   I   I   M   M   T")
        self.press("t", "i", "m", "e", "Enter")
        screen = self.await_screen(r"Ben's turn: press a key when nobody else looks\.")
        self.assertNotRegex(screen, r"(Anna|Ben):  ")
        self.assertNotRegex(screen, r"H   I   M")

    def test_an_exchange_shows_what_was_drawn_to_its_player_alone(self):
        self.play("--player", "Anna", "--lexicon", WORDS, "--seed", 6, "--out", "run")
        self.await_screen(r"free exchanges: 5")
        rack = re.search(r"(?m)^Anna:  (\S)", self.screen())[1]
        self.press("C-e")
        self.await_screen(r"Which tile goes back")
        self.press(rack.lower())
        self.await_screen(r"free exchanges: 4")
        self.assertRegex(self.screen(), rf"You drew \w+ for {rack}U?\.")

    def test_what_was_drawn_is_not_told_to_who_comes_next(self):
        self.play(*PEOPLE, "--out", "run")
        self.await_screen(r"Anna's turn")
        self.press("x", "C-e")
        self.await_screen(r"Which tile goes back")
        self.press("h")
        screen = self.await_screen(r"Ben's turn: press a key")
        self.assertNotIn("You drew", screen)
        self.assertIn("Anna exchanges a tile", screen)
        self.press("x")
        self.assertNotIn("You drew", self.await_screen(r"Your turn, Ben\."))

    def test_others_are_asked_whether_they_challenge(self):
        self.play(*PEOPLE, "--rules", "hasbro-challenge", "--out", "run")
        self.await_screen(r"Anna's turn")
        self.press("x", "t", "i", "m", "m")
        self.await_screen(r"(?m)^TIMM 8$")  # The screen does not tell that it is not a word.
        self.press("Enter")
        self.await_screen(r"Ben, do you challenge it\?")
        self.press("c")
        screen = self.await_screen(r"Anna's turn: press a key")  # Ben sits at the screen.
        self.assertRegex(" ".join(line[45:].strip() for line in screen.splitlines()), "TIMM is not a word, the play is taken back")

    def test_the_draw_stands_beside_the_board_also_in_a_small_window(self):
        players = ("--player", "Anna", "--player", "bot:greedy", "--player", "Ben", "--player", "Cy")
        for name, columns, rows in (("wide", 80, 24), ("narrow", 60, 14)):
            self.close()
            self.open([PROGRAM, "play", *players, "--lexicon", WORDS, "--seed", 3, "--out", name], columns, rows)
            screen = self.await_screen(r"press a key when nobody")
            panel = " ".join(" ".join(line[33 if columns == 60 else 45:].split()) for line in screen.splitlines()[:11 if columns == 60 else 21])
            self.assertRegex(panel, r"Draw: (\w+ \w+, ){3}\w+ \w+(; again: .*)?\. \w+ starts\.", screen)

    def test_there_is_no_key_for_hints_where_words_can_be_challenged(self):
        self.play(*PEOPLE, "--rules", "hasbro-challenge", "--out", "run")
        self.await_screen(r"Anna's turn")
        self.press("x")
        self.assertNotIn("? hint", self.await_screen(r"\^G help"))
        self.press("?")
        self.await_screen(r"There are no hints where words can\s")

    def test_a_small_window_has_a_sentence_and_the_game_comes_back(self):
        self.play(*ANNA_AND_GREEDY, "--out", "run")
        self.await_screen(r"Your turn, Anna\.")
        self.press("t", "i")
        before = self.await_screen(r"\(T\) \(I\)")
        for columns, rows in ((40, 24), (80, 10), (20, 5), (3, 1)):
            self.resize(columns, rows)
            self.await_that(lambda screen: "(T)" not in screen and screen.startswith("Th"), "it is not said that the screen is small")
        self.resize(60, 14)
        self.await_screen(r"(?m)^ 5 .*\(T\)\(I\)\[→\]")  # The cursor shows the direction, and marks say what is laid.
        self.resize(80, 24)
        self.await_that(lambda screen: screen == before, "the screen is not as it was")

    def test_without_colours_marks_say_it(self):
        self.play(*ANNA_AND_GREEDY, "--out", "run", before="export NO_COLOR=1")
        self.await_screen(r"Your turn, Anna\.")
        self.press("t")
        self.await_screen(r"\(T\)")
        self.assertNotRegex(self.screen("-e"), r"\x1b\[[0-9;]*[34][0-7][0-9;]*m")
        self.press("C-c")
        self.await_screen(r"exit 0")
        self.play("--resume", "run", before="export TERM=vt100")
        self.await_screen(r"Your turn, Anna\.")

    def test_a_game_that_was_left_goes_on(self):
        self.play(*ANNA_AND_GREEDY, "--out", "run")
        self.await_screen(r"Your turn, Anna\.")
        self.press("t", "i", "m", "e", "Enter")
        self.await_screen(r"greedy plays")
        self.await_screen(r"Your turn, Anna\.")
        before = [line[:44] for line in self.screen().splitlines()[:21]]
        self.press("C-c")
        self.await_screen(r"exit 0")
        self.play("--resume", "run")
        self.await_screen(r"Your turn, Anna\.")
        after = [line[:44] for line in self.screen().splitlines()[:21]]
        unmarked = [[re.sub("[‹›]", " ", line) for line in lines] for lines in (before, after)]
        self.assertEqual(*unmarked)

    def test_a_terminated_program_leaves_the_terminal_in_order(self):
        self.play(*PEOPLE, "--out", "run")
        self.await_screen(r"Anna's turn")
        os.kill(self.process(), signal.SIGTERM)
        self.await_screen(r"toptile play --resume run\n+exit 130")

    def test_a_terminal_that_is_gone_ends_it_also_where_nothing_tells(self):
        for before in ("", "trap '' HUP"):
            self.play(*PEOPLE, "--out", "run" + before[:4], before=before)
            self.await_screen(r"Anna's turn")
            process = self.process()
            self.close()
            wait_for_exit(process)

    def process(self):
        (pid,) = [int(entry.name) for entry in pathlib.Path("/proc").iterdir() if entry.name.isdigit() and self.is_ours(entry)]
        return pid

    def is_ours(self, entry):
        try:
            command = (entry / "cmdline").read_bytes().split(b"\0")
            return command[0] == str(PROGRAM).encode() and os.readlink(entry / "cwd") == str(self.here)
        except OSError:
            return False

    def test_other_boards_fit(self):
        for rules in ("classic", "german"):
            self.play("--player", "Anna", "--player", "bot:greedy", "--rules", rules, "--lexicon", WORDS, "--out", rules)
            screen = self.await_screen(r"Your turn, Anna\.")
            self.assertIn("^G help", screen)
            self.assertTrue(all(len(line) <= 80 for line in screen.splitlines()))

    def test_the_line_of_keys_is_whole_and_names_the_way_out_at_any_width(self):
        for columns, rows, known, unknown in ((60, 14, ("A-Z ←↑↓→", "Tab Enter"), ("^R mix",)),
                                              (80, 24, ("letters ←↑↓→", "Tab turn", "Enter play"), ("^R mix",)),
                                              (140, 45, ("letters lay", "arrows move", "^R mix", "^U unseen", "Bksp undo"), ())):
            self.close()
            self.open([PROGRAM, "play", *ANNA_AND_GREEDY, "--out", f"run-{columns}"], columns=columns, rows=rows)
            last = self.await_screen(r"Your turn, Anna\.").splitlines()[-1]
            for text in ("? hint", "^E swap", "^P pass", "^G help", "^C leave", *known):
                self.assertIn(text, last)
            for text in unknown:
                self.assertNotIn(text, last)
            self.assertNotIn("…", last)

    def test_a_large_window_has_large_squares(self):
        self.close()
        self.open([PROGRAM, "play", *ANNA_AND_GREEDY, "--out", "run"], columns=140, rows=45)
        screen = self.await_screen(r"Your turn, Anna\.")
        # The centre is marked, before the first tile and afterwards.
        self.assertEqual(len(re.findall(r"(?m)^ [56] .*\+", screen)), 2)
        self.press("t", "i", "m", "e")
        screen = self.await_screen(r"(?m)^TIME 8$")
        self.assertRegex(screen, r"(?m)^ 5 .*\(T\)   \(I\)   \(M\)   \(E\)   \[·\]")
        self.assertEqual(len(re.findall(r"(?m)^ 6 .*\+", screen)), 1)

    def test_the_rack_is_mixed_and_the_unseen_tiles_are_shown(self):
        self.play(*ANNA_AND_GREEDY, "--out", "run")
        self.await_screen(r"(?m)^Anna:  E   H   I   I   M   M   T$")
        self.press("C-r")
        mixed = self.await_that(lambda screen: "Your turn, Anna." in screen and "E   H   I   I   M   M   T" not in screen, "the rack is not mixed")
        rack = re.search(r"(?m)^Anna:  (.*)$", mixed)[1].split()
        self.assertEqual(sorted(rack), list("EHIIMMT"))
        # The tile that leaves the rack is the first of its letter.
        self.press(rack[0].lower())
        self.await_screen(rf"(?m)^Anna:  {'   '.join(rack[1:])}$")
        self.press("C-u")
        screen = self.await_screen(r"unseen: 93 tiles")
        counts = [int(count) for count in re.findall(r"\w×(\d+)", screen)]
        self.assertEqual(sum(counts), 93)
        self.press("C-u")
        self.await_that(lambda screen: "Your turn, Anna." in screen or "bag: " in screen, "the panel does not come back")

    def test_hints_are_of_different_words(self):
        self.play(*ANNA_AND_GREEDY, "--out", "run")
        self.await_screen(r"Your turn, Anna\.")
        self.press("?")
        words = re.findall(r"(?m)[1-5]  \S+\.(\S+) +\d+$", self.await_screen(r"(?m)5  \S+\.\S+ +\d+$"))
        self.assertEqual(len(set(words)), 5, words)

    def test_hints_that_are_left_change_nothing(self):
        self.play(*ANNA_AND_GREEDY, "--out", "run")
        self.await_screen(r"Your turn, Anna\.")
        self.press("Up", "Left", "Tab", "t", "i")
        laid = self.await_screen(r"\(T\)(.|\n)*\(I\)")
        for leave in ("Escape", "?", "BSpace"):
            self.press("?")
            self.await_screen(r"Enter lay it")
            self.press("Down")
            self.press(leave)
            self.await_that(lambda now: now == laid, f"{leave} does not bring back what was there")

    SMALL = {"name": "small", "based_on": "hasbro", "size": 5, "rack": 2, "tiles": {"N": 4, "O": 4}}

    def pass_to_end(self):
        screen = self.await_screen(r"Your turn, Anna\.|The game is over")
        while "The game is over" not in screen:
            self.press("C-p")
            before = self.await_screen(r"y/n|The game is over")
            self.press("y")
            screen = self.await_that(lambda now, before=before: now != before and re.search(r"Your turn, Anna\.|The game is over", now),
                                     "the turn does not come round")
        return screen

    def test_a_game_that_was_resumed_is_followed_by_one_of_the_same_terms(self):
        (self.here / "small.json").write_text(json.dumps(self.SMALL))
        (self.here / "words.txt").write_text("on\nno\n")
        self.play("--player", "Anna", "--player", "bot:easy", "--rules", self.here / "small.json", "--lexicon", self.here / "words.txt",
                  "--seed", 1, "--no-draw", "--movetime", 5000, "--scoreless-rounds", 2, "--challenge-limit", 3, "--out", "run")
        self.await_screen(r"Your turn, Anna\.")
        self.press("C-c")
        self.await_screen(r"exit 0")
        (self.here / "small.json").unlink()
        self.play("--resume", "run")
        screen = self.pass_to_end()
        self.assertIn("N next game  R review  Enter leave", screen)
        self.assertNotIn("↑", screen)
        self.press("n")
        self.await_screen(r"Your turn, Anna\.")
        self.press("C-c")
        self.await_screen(r"toptile play --resume runs/Anna-easy\n+exit 0")
        first, second = (json.loads((self.here / folder / "run.json").read_text()) for folder in ("run", "runs/Anna-easy"))
        self.assertNotEqual(first.pop("seed"), second.pop("seed"))
        self.assertEqual(first, second)
        limits = [json.loads((self.here / folder / "unfinished.json").read_text())["challenge_limit"] for folder in ("runs/Anna-easy",)]
        self.assertEqual(limits, [3])

    def test_a_game_with_a_changed_bot_is_not_followed_by_another(self):
        (self.here / "small.json").write_text(json.dumps(self.SMALL))
        (self.here / "words.txt").write_text("on\nno\n")
        self.assertEqual(run("new-bot", "mine", cwd=self.here).returncode, 0)
        program = self.here / "mine/bot.py"
        self.play("--player", "Anna", "--player", "bot:./mine", "--rules", self.here / "small.json", "--lexicon", self.here / "words.txt",
                  "--seed", 1, "--no-draw", "--scoreless-rounds", 2, "--sandbox", "off", "--out", "run")
        self.await_screen(r"Your turn, Anna\.")
        self.press("C-c")
        self.await_screen(r"exit 0")
        program.write_text(program.read_text() + "# changed\n")
        self.play("--resume", "run", "--sandbox", "off")
        screen = self.pass_to_end()
        self.assertNotIn("N next game", screen)
        self.assertIn("R review  Enter leave", screen)

    def test_a_game_is_played_to_its_end(self):
        small = self.here / "small.json"
        small.write_text('{"name": "small", "based_on": "hasbro", "size": 5, "rack": 3, "tiles": {"N": 4, "O": 4, "T": 4}}')
        words = self.here / "words.txt"
        words.write_text("on\nno\nnot\nton\nto\n")
        self.play("--player", "Anna", "--player", "bot:greedy", "--rules", small, "--lexicon", words, "--seed", 1, "--no-draw", "--out", "run")
        screen = self.await_screen(r"Your turn, Anna\.")
        for _ in range(60):
            if "The game is over" in screen:
                break
            self.press("?")
            if "There is no play" in self.await_screen(r"There is no play|Enter lay it"):
                hinted = self.screen()
                self.press("C-p")
                before = self.await_that(lambda now, hinted=hinted: now != hinted, "the pass is not asked about")
                self.press("y")
            else:
                self.press("Enter")
                before = self.await_screen(r"Enter play")
                self.press("Enter")
            # It waits for a screen that is not the one before the key.
            screen = self.await_that(lambda now, before=before: now != before and re.search(r"Your turn, Anna\.|The game is over", now),
                                     "the turn does not come round")
        screen = self.await_screen(r"The game is over")
        self.assertRegex(" ".join(screen.split()), r"Best play of greedy: \S+ for \d+, in turn \d+")
        self.assertRegex(screen, r"N next game  R review  Enter leave")
        # The same players begin another game, and leave it.
        self.press("n")
        self.await_screen(r"Your turn, Anna\.|greedy is thinking|greedy starts")
        self.press("C-c")
        self.await_screen(r"toptile play --resume runs/Anna-greedy\n+exit 0")
        self.assertIn("toptile replay run", self.screen())
        self.assertEqual(run("verify", self.here / "run").returncode, 0)

    def test_the_champion_reviews_a_game_that_is_over(self):
        small = self.here / "small.json"
        small.write_text('{"name": "small", "based_on": "hasbro", "size": 5, "rack": 2, "tiles": {"N": 4, "O": 4}}')
        words = self.here / "words.txt"
        words.write_text("on\nno\n")
        self.play("--player", "Anna", "--player", "bot:master", "--rules", small, "--lexicon", words, "--seed", 1, "--no-draw",
                  "--scoreless-rounds", 2, "--out", "run")
        screen = self.await_screen(r"Your turn, Anna\.|The game is over")
        while "The game is over" not in screen:
            self.press("C-p")
            before = self.await_screen(r"y/n|The game is over")
            self.press("y")
            screen = self.await_that(lambda now, before=before: now != before and re.search(r"Your turn, Anna\.|The game is over", now),
                                     "the turn does not come round")
        self.press("r")
        self.await_screen(r"(?m)^exit 0$")
        everything = self.screen("-S", "-")
        self.assertRegex(everything, r"1 game, reviewed with \d+ nodes a turn")
        self.assertRegex(everything, r"(?m)^Anna +\d+\.\d")


if __name__ == "__main__":
    unittest.main()
