"""toptile analyze: a bot's view of the games of a run, of the turns of one game, and of a position."""

import json
import os
import pathlib
import shutil
import signal
import unittest

from toptile_program import PATIENCE, WORDS, folder, records, run, start

KIT = pathlib.Path(__file__).resolve().parents[2] / "protocol" / "sdk" / "python"
EMPTY = "board " + "/".join([".." * 10] * 10)

# Tells a score for each of its three best plays, and plays the second.
TALKER = """#!/usr/bin/env python3
import toptile

def choose(position):
    plays = position.plays()
    for play in plays[:3]:
        toptile.info(score=play.points / 2, pv=[play.text])
    return plays[min(1, len(plays) - 1)] if plays else toptile.PASS

toptile.run(choose, name="Talker")
"""


def shell_bot(answer):
    return f"""#!/bin/sh
while read -r word rest; do
  case $word in
    uwi) echo uwiok ;;
    isready) echo readyok ;;
    go) {answer} ;;
    quit) exit ;;
  esac
done
"""


def write_talker(path):
    shutil.copy(KIT / "toptile.py", path.parent)
    return write_bot(path, TALKER)


def write_bot(path, text):
    path.write_text(text)
    path.chmod(0o755)
    return path


class Cup(unittest.TestCase):
    """A run of two games, greedy against random."""

    def setUp(self):
        opened = folder()
        self.here = opened.__enter__()
        self.addCleanup(opened.__exit__, None, None, None)
        self.play("greedy", "random")

    def play(self, first, second, *more):
        done = run("tournament", "--bot", first, "--bot", second, "--games", 2, "--seed", 5, "--lexicon", WORDS, "--sandbox", "off",
                   "--out", "cup", *more, cwd=self.here)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.record = json.loads((self.here / "cup" / "games.jsonl").read_text().splitlines()[0])

    def analyze(self, *arguments):
        return run("analyze", *arguments, "--movetime", 600_000, "--sandbox", "off", cwd=self.here)

    def turns(self, *arguments):
        done = self.analyze(*arguments, "--json")
        self.assertEqual(done.returncode, 0, done.stderr)
        return [json.loads(line) for line in done.stdout.splitlines()]

    def position(self, game, turn):
        return run("replay", "cup", "--game", game, "--turn", turn, "--position", cwd=self.here).stdout.rstrip("\n")


class Game(Cup):
    """One game."""

    def test_a_bot_sees_its_own_turns_as_it_played_them(self):
        turns = self.turns("greedy", "cup", "--game", 1)
        self.assertEqual([turn["played"] for turn in turns], [turn["move"] for turn in self.record["turns"]])
        for turn in turns:
            self.assertIsNone(turn["opinion"]["refusal"])
            self.assertEqual(turn["lost"], turn["opinion"]["points"] - turn["points"])
            self.assertGreaterEqual(turn["lost"], 0)
            if turn["player"] == "greedy":
                self.assertEqual(turn["opinion"]["move"], turn["played"])
        self.assertGreater(sum(turn["lost"] for turn in turns), 0)

    def test_random_sees_its_own_turns_again_by_its_seed(self):
        for turn in self.turns("random", "cup", "--game", 1):
            if turn["player"] == "random":
                self.assertEqual(turn["opinion"]["move"], turn["played"])

    def test_a_table_in_80_columns_with_a_sum_for_each_side(self):
        done = self.analyze("greedy", "cup", "--game", 1)
        lines = done.stdout.splitlines()
        self.assertEqual(lines[0], "Game 1: greedy against random, as greedy sees it in 600000 ms a move")
        self.assertLessEqual(max(map(len, lines)), 80)
        self.assertEqual(sum("the same" in line for line in lines[3:-3]), sum(
            turn["played"] == turn["opinion"]["move"] for turn in self.turns("greedy", "cup", "--game", 1)))
        own = sum(turn["seat"] == 0 for turn in self.record["turns"])
        self.assertEqual(lines[-2], f"greedy: {own} of {own} moves the same; 0 points lost, 0.0 a turn")
        self.assertRegex(lines[-1], r"^random: \d+ of \d+ moves the same; \d+ points lost, \d+\.\d a turn$")

    def test_one_turn_alone(self):
        alone, of_all = self.turns("greedy", "cup", "--game", 1, "--turn", 4), self.turns("greedy", "cup", "--game", 1)[3:4]
        for turn in alone + of_all:
            del turn["opinion"]["ms"]
        self.assertEqual(alone, of_all)

    def test_what_a_bot_tells_of_both_moves_gives_the_loss_in_its_own_score(self):
        write_talker(self.here / "talker")
        told = [turn for turn in self.turns("./talker", "cup", "--game", 1) if turn["score_lost"] is not None]
        self.assertTrue(told)
        for turn in told:
            self.assertEqual(turn["score_lost"], (turn["opinion"]["points"] - turn["points"]) / 2)
        self.assertIn("by the bot's own score", self.analyze("./talker", "cup", "--game", 1).stdout)

    def test_patient_tells_of_every_play_it_weighs(self):
        told = [turn["score_lost"] for turn in self.turns("patient", "cup", "--game", 1, "--turn", 3) if turn["score_lost"] is not None]
        self.assertEqual(len(told), 1)
        self.assertGreaterEqual(told[0], 0)
        self.assertGreater(len(self.turns("patient", "cup", "--game", 1, "--turn", 3)[0]["opinion"]["infos"]), 3)

    def test_info_lines_stand_in_the_record_and_the_replay(self):
        write_talker(self.here / "talker")
        done = run("tournament", "--bot", "./talker", "--bot", "greedy", "--games", 2, "--seed", 5, "--lexicon", WORDS,
                   "--sandbox", "off", "--out", "talk", cwd=self.here)
        self.assertEqual(done.returncode, 0, done.stderr)
        turn = json.loads((self.here / "talk" / "games.jsonl").read_text().splitlines()[0])["turns"][0]
        self.assertRegex(turn["info"], r"^score [\d.]+ pv \S+$")
        self.assertIn(turn["info"], run("replay", "talk", "--turn", 1, cwd=self.here).stdout)

    def test_an_illegal_opinion_is_told_and_passed_over(self):
        write_bot(self.here / "cheat", shell_bot("echo bestmove 5d.ZZZZ"))
        turns = self.turns("./cheat", "cup", "--game", 1)
        self.assertEqual(len(turns), len(self.record["turns"]))
        self.assertTrue(all(turn["lost"] is None and turn["opinion"]["refusal"] for turn in turns))
        self.assertIn("its move is illegal: ", self.analyze("./cheat", "cup", "--game", 1).stdout)

    def test_a_bot_that_ends_is_told_with_the_turn_and_its_stderr_is_kept(self):
        write_bot(self.here / "dead", shell_bot("echo 'no such luck' >&2; exit 3"))
        done = self.analyze("./dead", "cup", "--game", 1, "--json")
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertRegex(done.stderr, r"^toptile: turn 1: bot dead: crash: .*exit code 3.*; what it wrote on stderr is in analyze-dead.stderr\n$")
        kept = (self.here / "analyze-dead.stderr").read_text().splitlines()
        self.assertRegex(kept[0], r"^== game 1, turn 1, seat 0 \(greedy\): crash: ")
        self.assertEqual(kept[1:], ["== " + self.position(1, 1), "no such luck"])

    def test_what_is_kept_goes_through_no_link_and_its_loss_is_told(self):
        write_bot(self.here / "dead", shell_bot("echo 'no such luck' >&2; exit 3"))
        (self.here / "secret").write_text("mine\n")
        (self.here / "log").symlink_to("secret")
        self.assertIn("is in log", self.analyze("./dead", "cup", "--game", 1, "--stderr", "log").stderr)
        self.assertEqual((self.here / "secret").read_text(), "mine\n")
        self.assertIn("no such luck", (self.here / "log").read_text())
        (self.here / "taken").mkdir()
        for arguments in (("cup", "--game", 1), ("--position", f"{EMPTY} rack CAT")):
            done = self.analyze("./dead", *arguments, "--stderr", "taken")
            self.assertRegex(done.stderr, "^toptile: .*what it wrote on stderr is lost: taken: this file cannot be written: .*\n$")
        done = self.analyze("./dead", "cup", "--stderr", "taken", "--quiet")
        self.assertEqual(done.returncode, 2)
        self.assertEqual(done.stderr.count("what the bot wrote on stderr is lost: taken: "), 1)

    def test_answers_to_challenges_are_asked_for_as_such(self):
        done = run("tournament", "--bot", "greedy", "--bot", "random", "--games", 2, "--seed", 5, "--rules", "hasbro-challenge",
                   "--lexicon", WORDS, "--out", "doubt", cwd=self.here)
        self.assertEqual(done.returncode, 0, done.stderr)
        answers = [turn for turn in self.turns("greedy", "doubt", "--game", 1) if turn["played"] in ("accept", "challenge")]
        self.assertTrue(answers)
        for turn in answers:
            self.assertEqual((turn["opinion"]["move"], turn["lost"]), (turn["played"], None))
        write_bot(self.here / "deaf", shell_bot("echo bestmove 5d.CAT"))
        for turn in self.turns("./deaf", "doubt", "--game", 1):
            if turn["played"] in ("accept", "challenge"):
                self.assertIn("not_your_turn", turn["opinion"]["refusal"])

    def test_a_record_that_the_rules_deny_is_not_analyzed(self):
        games = self.here / "cup" / "games.jsonl"
        lines = games.read_text().splitlines()
        lines[0] = lines[0].replace(self.record["turns"][2]["move"], "pass", 1)
        games.write_text("\n".join(lines) + "\n")
        for arguments in ((), ("--game", 1)):
            done = self.analyze("greedy", "cup", *arguments)
            self.assertEqual((done.returncode, done.stdout), (2, ""))
            self.assertIn("toptile verify", done.stderr)

    def test_a_game_of_three_goes_on_after_a_crash(self):
        write_bot(self.here / "brittle", shell_bot("n=$((n+1)); [ $n -gt 2 ] && exit 3; echo bestmove pass"))
        done = run("tournament", "--bot", "greedy", "--bot", "random", "--bot", "./brittle", "--players", 3, "--games", 3, "--seed", 5,
                   "--lexicon", WORDS, "--out", "three", cwd=self.here)
        self.assertEqual(done.returncode, 0, done.stderr)
        record = json.loads((self.here / "three" / "games.jsonl").read_text().splitlines()[0])
        after = record["forfeits"][0]["after"]
        self.assertLess(after, len(record["turns"]))
        self.assertEqual([turn["turn"] for turn in self.turns("greedy", "three", "--game", 1)], list(range(1, len(record["turns"]) + 1)))
        shown = run("replay", "three", "--turn", len(record["turns"]), cwd=self.here)
        self.assertEqual(shown.returncode, 0, shown.stderr)
        self.assertIn("brittle forfeited: crash", shown.stdout)
        exported = run("export", "three", "--as", "gcg", "--game", 1, cwd=self.here)
        self.assertEqual(exported.returncode, 0, exported.stderr)

    def test_bad_wishes_are_refused_in_one_sentence(self):
        for arguments, words in ((("greedy",), "either a run's folder or --position"), (("greedy", "cup", "--game", 9), "games 1 to 2"),
                                 (("greedy", "cup", "--game", 1, "--turn", 900), "turns 1 to"), (("greedy", "cup", "--game", 1, "--player", "rando"), "did you mean random?"),
                                     (("greedy", "cup", "--player", "\x1b"), '--player: "\\x1b" is not one of'), (("greedy", "cup", "--game", 1, "--most", 3), "--most"), (("greedy", "cup", "--turn", 3), "--game"), (("greddy", "cup"), "did you mean greedy?"),
                                 (("greedy", "nowhere"), "nowhere"), (("greedy", "--most", 3), "run")):
            with self.subTest(arguments=arguments):
                done = self.analyze(*arguments)
                self.assertEqual((done.returncode, done.stdout, done.stderr.count("\n")), (2, "", 1))
                self.assertIn(words, done.stderr)


class Run(Cup):
    """All games of a run."""

    def setUp(self):
        super().setUp()
        self.games = records(self.here / "cup")

    def events(self, *arguments, code=0):
        done = self.analyze(*arguments, "--json")
        self.assertEqual(done.returncode, code, done.stderr)
        found = {"move": [], "fault": [], "total": [], "end": []}
        for line in done.stdout.splitlines():
            event = json.loads(line)
            found[event.pop("event")].append(event)
        self.assertEqual(len(found["end"]), 1)
        return found

    def stumbler(self, name, deeds):
        """A bot that passes. For each position it does a deed first."""
        cases = " ".join(f"'{position}') {deed} ;;" for position, deed in deeds.items())
        write_bot(self.here / name, shell_bot("echo bestmove pass").replace("    go)", f"    position) case $rest in {cases} esac ;;\n    go)"))
        return f"./{name}"

    def test_the_costliest_moves_of_all_games_come_first(self):
        moves = self.events("greedy", "cup", "--most", 1000)["move"]
        expected = []
        for game in self.games:
            for turn in self.turns("greedy", "cup", "--game", game["id"]):
                if turn["lost"] > 0:
                    del turn["opinion"]["ms"]
                    expected.append(turn)
        expected.sort(key=lambda turn: (-turn["lost"], turn["game"], turn["turn"]))
        self.assertEqual(moves, expected)
        self.assertEqual({turn["game"] for turn in moves}, {1, 2})
        self.assertEqual(self.events("greedy", "cup", "--most", 3)["move"], expected[:3])
        self.assertEqual(len(self.events("greedy", "cup")["move"]), 20)

    def test_totals_count_every_move_of_a_player(self):
        events = self.events("greedy", "cup", "--most", 0)
        self.assertEqual(events["move"], [])
        self.assertEqual([total["player"] for total in events["total"]], ["greedy", "random"])
        turns = [turn for game in self.games for turn in self.turns("greedy", "cup", "--game", game["id"])]
        for total in events["total"]:
            own = [turn for turn in turns if turn["player"] == total["player"]]
            self.assertEqual((total["turns"], total["same"], total["lost"]), (len(own), sum(turn["same"] for turn in own), sum(turn["lost"] for turn in own)))
        self.assertEqual(events["end"][0], {"finished": True, "games": 2, "games_chosen": 2, "turns": len(turns), "costly": sum(turn["lost"] > 0 for turn in turns),
                                            "broken_off": 0, "stderr": None})

    def test_a_list_in_80_columns_and_a_table_of_the_players(self):
        done = self.analyze("greedy", "cup", "--most", 4)
        lines = done.stdout.splitlines()
        self.assertEqual((lines[0], done.stderr), ("cup: 2 games, as greedy sees them in 600000 ms a move", ""))
        self.assertLessEqual(max(map(len, lines)), 80)
        self.assertRegex(lines[2], r"^The 4 moves that lost most points, of \d+:$")
        losses = [int(line.split()[-1]) for line in lines[5:9]]
        self.assertEqual(losses, sorted(losses, reverse=True))
        self.assertEqual(lines[10].split(), ["player", "moves", "the", "same", "points", "lost", "a", "move"])
        own = sum(turn["seat"] == game["players"].index("greedy") for game in self.games for turn in game["turns"])
        self.assertEqual(lines[11].split(), ["greedy", str(own), str(own), "0", "0.0"])

    def test_only_the_moves_of_one_player(self):
        alone = self.events("greedy", "cup", "--player", "random", "--most", 1000)
        self.assertEqual([total["player"] for total in alone["total"]], ["random"])
        self.assertEqual(alone["total"] + [move for move in alone["move"] if move["player"] != "random"], self.events("greedy", "cup")["total"][1:])
        self.assertEqual(self.events("greedy", "cup", "--player", "greedy")["move"], [])
        self.assertIn("No move lost points.", self.analyze("greedy", "cup", "--player", "greedy").stdout)
        self.assertEqual({turn["player"] for turn in self.turns("greedy", "cup", "--game", 2, "--player", "random")}, {"random"})
        self.assertEqual(len(self.events("greedy", "cup", "--player", "random", "--player", "greedy")["total"]), 2)

    def test_games_without_a_player_are_passed_over(self):
        done = run("tournament", "--bot", "greedy", "--bot", "random", "--bot", "human", "--games", 2, "--seed", 5, "--lexicon", WORDS,
                   "--out", "field", cwd=self.here)
        self.assertEqual(done.returncode, 0, done.stderr)
        events = self.events("greedy", "field", "--player", "human", "--most", 1000)
        theirs = {game["id"] for game in records(self.here / "field") if "human" in game["players"]}
        self.assertEqual(events["end"][0]["games_chosen"], len(theirs))
        self.assertLess(len(theirs), len(records(self.here / "field")))
        self.assertLessEqual({move["game"] for move in events["move"]}, theirs)
        done = self.analyze("greedy", "field", "--player", "human", "--game", min({1, 2, 3, 4, 5, 6} - theirs))
        self.assertEqual((done.returncode, done.stdout, done.stderr.count("\n")), (2, "", 1))
        self.assertIn("--player human: this game is ", done.stderr)

    def test_moves_in_the_order_of_the_bots_own_score(self):
        write_talker(self.here / "talker")
        moves = self.events("./talker", "cup", "--by", "score", "--most", 1000)["move"]
        losses = [move["score_lost"] for move in moves]
        self.assertTrue(moves and min(losses) > 0)
        self.assertEqual(losses, sorted(losses, reverse=True))
        told = [turn for game in self.games for turn in self.turns("./talker", "cup", "--game", game["id"]) if turn["score_lost"] is not None]
        self.assertEqual(len(moves), sum(turn["score_lost"] > 0 for turn in told))
        total = self.events("./talker", "cup")["total"]
        self.assertAlmostEqual(sum(each["score_lost"] for each in total), sum(turn["score_lost"] for turn in told))
        self.assertEqual(sum(each["turns_with_score"] for each in total), len(told))
        self.assertIn("of the bot's own score, of", self.analyze("./talker", "cup", "--by", "score").stdout)
        self.assertIn("The bot told no score of its own for both moves in any turn", self.analyze("greedy", "cup", "--by", "score").stdout)

    def test_a_crash_ends_one_game_and_is_kept_with_its_position(self):
        first, second = self.position(1, 4), self.position(2, 3)
        bot = self.stumbler("stumbler", {first: "echo 'first fall' >&2; exit 3", second: "printf 'second fall' >&2; kill -9 $$"})
        events = self.events(bot, "cup", code=1)
        self.assertEqual([(fault["game"], fault["turn"], fault["position"], fault["fault"]) for fault in events["fault"]],
                         [(1, 4, first, "crash"), (2, 3, second, "crash")])
        self.assertEqual(sum(total["turns"] for total in events["total"]), 3 + 2)
        self.assertEqual((events["end"][0]["broken_off"], events["end"][0]["stderr"]), (2, "analyze-stumbler.stderr"))
        kept = (self.here / "analyze-stumbler.stderr").read_text().splitlines()
        self.assertEqual((kept[1:3], kept[4:]), ([f"== {first}", "first fall"], [f"== {second}", "second fall"]))
        done = self.analyze(bot, "cup", "--stderr", "log")
        self.assertIn("stderr and positions  log\n", done.stdout)
        self.assertRegex(done.stderr, r"^game 1, turn 4 \(\w+ to move\): crash: .*\ngame 2, turn 3 ")
        self.assertEqual(self.analyze(bot, "cup", "--quiet").stderr, "")
        again = done.stdout.splitlines()[-1].split()[2:]
        self.assertEqual(run(*again[1:], cwd=self.here).stdout.rstrip("\n"), first)

    def test_the_end_of_much_stderr_is_kept(self):
        bot = self.stumbler("loud", {self.position(1, 2): "head -c 3000000 /dev/zero | tr '\\0' x >&2; echo 'the reason' >&2; exit 3"})
        self.events(bot, "cup", code=1)
        kept = (self.here / "analyze-loud.stderr").read_text()
        self.assertTrue(kept.endswith("xthe reason\n"), kept[-300:])
        self.assertIn("\n[toptile: it ended with this:]\n", kept)
        self.assertLess(len(kept), 1_100_000)

    def test_a_bot_that_never_answers_ends_the_analysis(self):
        done = run("tournament", "--bot", "greedy", "--bot", "random", "--games", 12, "--seed", 5, "--lexicon", WORDS, "--sandbox", "off", "--out", "long",
                   cwd=self.here)
        self.assertEqual(done.returncode, 0, done.stderr)
        write_bot(self.here / "dead", shell_bot("echo gone >&2; exit 3"))
        for run_folder, games in (("long", 5), ("cup", 2)):
            done = self.analyze("./dead", run_folder, "--quiet")
            self.assertEqual((done.returncode, done.stdout, done.stderr.count("\n")), (2, "", 1))
            self.assertIn(f"answered nothing in {games} games in a row; what it wrote on stderr is in analyze-dead.stderr", done.stderr)
            self.assertEqual((self.here / "analyze-dead.stderr").read_text().count("\ngone\n"), games)

    def test_the_same_at_any_concurrency(self):
        done = run("tournament", "--resume", "cup", "--games", 10, "--sandbox", "off", cwd=self.here)
        self.assertEqual(done.returncode, 0, done.stderr)
        bot = self.stumbler("stumbler", {self.position(game, 5): f"echo {game} >&2; exit 3" for game in (2, 3, 7)})
        for name in ("random", bot):
            told = set()
            for concurrency in (1, 3, 16):
                for more in ((), ("--json",)):
                    done = self.analyze(name, "cup", "--concurrency", concurrency, *more)
                    log = self.here / "analyze-stumbler.stderr"
                    told.add((more, done.stdout, done.stderr, log.read_text() if log.exists() else ""))
            self.assertEqual(len(told), 2)

    def test_progress_is_told_and_a_stop_leaves_what_was_found(self):
        bot = self.stumbler("sleeper", {self.position(2, 2): "while :; do sleep 1; done"})
        process = start("analyze", bot, "cup", "--movetime", 3_600_000, "--concurrency", 1, cwd=self.here)
        line = process.stderr.readline()
        self.assertRegex(line, r"^1 of 2 games, \d+:\d\d to go\n$")
        process.send_signal(signal.SIGINT)
        stdout, stderr = process.communicate(timeout=PATIENCE)
        self.assertEqual((process.returncode, stderr), (130, "toptile: stopped after 1 of 2 games\n"))
        self.assertTrue(stdout.startswith("cup: 1 game, as sleeper sees it"), stdout)
        self.assertIn(str(sum(turn["seat"] == 0 for turn in self.games[0]["turns"])), stdout)

    def test_a_run_without_games_says_so(self):
        (self.here / "cup" / "games.jsonl").write_text("")
        done = self.analyze("greedy", "cup")
        self.assertEqual((done.returncode, done.stderr), (2, "toptile: cup: the run has no games yet\n"))

    def test_nothing_is_written_but_the_log(self):
        before = {path: path.stat().st_mtime_ns for path in (self.here / "cup").rglob("*")}
        bot = self.stumbler("stumbler", {self.position(1, 4): "exit 3"})
        with folder() as temporary:
            done = run("analyze", bot, "cup", cwd=self.here, env={"TMPDIR": str(temporary)})
            self.assertEqual((done.returncode, os.listdir(temporary)), (1, []), done.stderr)
        self.assertEqual({path: path.stat().st_mtime_ns for path in (self.here / "cup").rglob("*")}, before)
        self.assertEqual(sorted(os.listdir(self.here)), ["analyze-stumbler.stderr", "cup", "stumbler"])


class Position(unittest.TestCase):
    def test_a_position_is_answered_with_move_points_and_words(self):
        done = run("analyze", "greedy", "--lexicon", WORDS, "--position", f"{EMPTY} rack ACTSORE")
        best = json.loads(run("moves", "--lexicon", WORDS, "--position", f"{EMPTY} rack ACTSORE", "--best", 1).stdout)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(done.stdout.splitlines()[0], f"{best['move']} for {best['points']} ({', '.join(best['words'])})")

    def test_every_info_line_is_shown(self):
        with folder() as here:
            bot = write_talker(here / "talker")
            done = run("analyze", bot, "--lexicon", WORDS, "--position", "-", stdin=f"{EMPTY} rack ACTSORE\n")
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertEqual(sum(line.startswith("info score ") for line in done.stdout.splitlines()), 3)
            told = json.loads(run("analyze", bot, "--json", "--lexicon", WORDS, "--position", f"{EMPTY} rack ACTSORE").stdout)
            self.assertEqual(len(told["infos"]), 3)

    def test_an_exchange_that_the_position_forbids_is_told(self):
        with folder() as here:
            bot = write_bot(here / "swaps", shell_bot("echo bestmove ex.Z"))
            for rest in ("rack ACT", "rack ACZ bag 0"):
                told = json.loads(run("analyze", bot, "--json", "--lexicon", WORDS, "--position", f"{EMPTY} {rest}").stdout)
                self.assertTrue(told["refusal"], rest)
                self.assertIsNone(told["points"])
            told = json.loads(run("analyze", bot, "--json", "--lexicon", WORDS, "--position", f"{EMPTY} rack ACZ").stdout)
            self.assertEqual((told["refusal"], told["points"]), (None, 0))

    def test_four_players_and_every_ruleset(self):
        done = run("analyze", "greedy", "--lexicon", WORDS, "--position", f"{EMPTY} rack ACTSORE scores 0,0,0,0 racks 7,7,7,7 bag 72")
        self.assertEqual(done.returncode, 0, done.stderr)
        small = "board " + "/".join([".." * 8] * 8)
        self.assertEqual(run("analyze", "greedy", "--rules", "classic", "--lexicon", WORDS, "--position", f"{small} rack CAT").returncode, 0)

    def test_no_temporary_folder_is_left(self):
        with folder() as here:
            done = run("analyze", "greedy", "--lexicon", WORDS, "--position", f"{EMPTY} rack ACTSORE", env={"TMPDIR": str(here)})
            self.assertEqual((done.returncode, list(here.iterdir())), (0, []))


if __name__ == "__main__":
    unittest.main()
