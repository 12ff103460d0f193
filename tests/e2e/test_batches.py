"""Several games at once in one process (--batch): the same games as one after the other, whatever is killed or resumed meanwhile; and
a fault is lost by its game alone."""

import json
import random
import re
import shutil
import subprocess
import unittest

from toptile_program import PASSER, PATIENCE, PROGRAM, UNLUCKY, WORDS, count_for, folder, kill_in_play, records, run, without_times
from written_page import TIMES

# Greedy and Random offer several games at once, the others do not.
TERMS = ("--lexicon", WORDS, "--sandbox", "off", "--seed", 8, "--quiet")
MIXED = [word for name in ("greedy", "random", "stacker") for word in ("--bot", name)]
PAIR = ("--bot", "greedy", "--bot", "random")
FORMATS = {
    "round_robin": (*MIXED, "--games", 6),
    "gauntlet": (*MIXED, "--format", "gauntlet", "--games", 6),
    "swiss": (*MIXED, "--bot", "phoney", "--format", "swiss", "--rounds", 3, "--games", 4),
    "knock_out": (*MIXED, "--bot", "phoney", "--format", "knock_out", "--games", 4),
    "king": (*MIXED, "--format", "king", "--rounds", 4, "--games", 2),
    "three_seats": (*MIXED, "--bot", "phoney", "--players", 3, "--games", 3),
    "challenges": (*PAIR, "--rules", "hasbro-challenge", "--games", 6),
    "movetime": (*PAIR, "--movetime", 10_000, "--games", 6),
    "processor_time": (*PAIR, "--cpu-clock", "--games", 6),
}

# A bot that offers several games and passes. In the games that its file `deeds` names it does something else, when it is asked for
# the given time: {"3": ["bestmove 5d.QQQ", 2]} says that as its second answer in game 3; null as the answer says nothing at all, a
# number waits for so many seconds and passes, and "exit" ends the bot. It writes which games have ended into its file `ends`.
CROWD = """#!/usr/bin/env python3
import json, os, sys, time
here = os.path.dirname(os.path.abspath(__file__))
deeds = json.load(open(os.path.join(here, "deeds")))
asked, lines, left = {}, [], 0
for line in sys.stdin:
    words = line.split()
    name = ""
    if words[0] == "game":
        name, words = words[1], words[2:]
    if words[0] == "uwi":
        print("id name crowd\\ngames 16\\nuwiok", flush=True)
    elif words[0] == "isready":
        print("readyok", flush=True)
    elif words[0] == "batch":
        left = int(words[1])
    elif words[0] in ("result", "quit"):
        print(name or "quit", file=open(os.path.join(here, "ends"), "a"))
        if words[0] == "quit":
            break
    elif words[0] == "go":
        asked[name] = asked.get(name, 0) + 1
        deed = deeds.get(name)
        answer = deed[0] if deed and deed[1] == asked[name] else "bestmove pass"
        if isinstance(answer, float):
            time.sleep(answer)
            answer = "bestmove pass"
        if answer == "exit":
            print("\\n".join(lines), flush=True)
            sys.exit(3)
        if answer is not None:
            lines += [("game %s " % name if name else "") + part for part in answer.split("\\n")]
        left -= 1
        if left <= 0:
            print("\\n".join(lines), flush=True)
            lines = []
"""


def of_three(game):
    """A record without the times at which seats became empty: games of three in which a bot fails may be begun before it is withdrawn."""
    for forfeit in game["forfeits"] if len(game["players"]) > 2 else ():
        del forfeit["after"]
        game.pop("digest", None)
    return game


class Batches(unittest.TestCase):
    def setUp(self):
        context = folder()
        self.here = context.__enter__()
        self.addCleanup(context.__exit__, None, None, None)

    def play(self, name, *flags, answer=0):
        done = run("tournament", *TERMS, "--out", self.here / name, *flags, cwd=self.here)
        self.assertEqual(done.returncode, answer, done.stderr)
        return self.here / name

    def crowd(self, deeds):
        bot = self.here / "crowd.py"
        bot.write_text(CROWD, encoding="utf-8")
        bot.chmod(0o755)
        (self.here / "deeds").write_text(json.dumps(deeds), encoding="utf-8")
        return f"crowd={bot}"


class SameGames(Batches):
    def test_every_format_has_the_same_bytes_with_and_without_batches(self):
        for kind, flags in FORMATS.items():
            alone = TIMES.sub(rb"\g<1>0", (self.play(f"{kind}-1", *flags, "--concurrency", 1) / "games.jsonl").read_bytes())
            for batch, threads in ((2, 1), (32, 2)):
                with self.subTest(kind=kind, batch=batch):
                    log = self.play(f"{kind}-{batch}", *flags, "--batch", batch, "--concurrency", threads) / "games.jsonl"
                    self.assertEqual(TIMES.sub(rb"\g<1>0", log.read_bytes()), alone)

    def test_a_match_with_a_test_ends_after_the_same_pair(self):
        flags = ("--bot", "greedy", "--bot", "random", "--sprt", "elo0=0,elo1=100", "--no-clock")
        ends = []
        for batch in (1, 8):
            run_folder = self.play(f"match-{batch}", *flags, "--batch", batch)
            ends.append(without_times(run_folder))
        self.assertEqual(ends[0], ends[1])

    def test_shards_with_batches_merge_to_the_whole(self):
        whole = without_times(self.play("whole", *MIXED, "--games", 6))
        shards = [self.play(f"shard{index}", *MIXED, "--games", 6, "--shard", f"{index}/2", "--batch", 4 * index) for index in (1, 2)]
        merged = run("merge", self.here / "merged", *shards)
        self.assertEqual(merged.returncode, 0, merged.stderr)
        self.assertEqual(without_times(self.here / "merged"), whole)

    def test_a_run_that_is_killed_again_and_again_has_the_same_games(self):
        moments = random.Random(5)
        flags = ("tournament", *TERMS, *MIXED, "--games", 60, "--no-clock", "--out", self.here / "run")
        whole = without_times(self.play("whole", *MIXED, "--games", 60, "--no-clock"))
        for _ in range(count_for(6, 40)):
            batch = moments.choice((1, 2, 8, 64))
            kill_in_play((*flags, "--batch", batch, "--concurrency", moments.choice((1, 2))), self.here / "run", moments, 40, cwd=self.here)
        self.play("run", *MIXED, "--games", 60, "--no-clock", "--batch", 16)
        self.assertEqual(without_times(self.here / "run"), whole)

    def test_a_run_that_grows_goes_on_in_batches(self):
        self.play("run", *PAIR, "--games", 6, "--batch", 8)
        done = run("tournament", "--resume", self.here / "run", "--bot", "stacker", "--batch", 8, "--sandbox", "off", "--quiet", cwd=self.here)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(without_times(self.here / "run"), without_times(self.play("whole", *MIXED, "--games", 6)))

    def test_bots_that_offer_nothing_never_see_a_mark(self):
        passer = self.here / "passer.py"
        passer.write_text(PASSER, encoding="utf-8")
        passer.chmod(0o755)
        run_folder = self.play("run", "--bot", passer, "--bot", "greedy", "--games", 8, "--batch", 8, "--transcript")
        for file in (run_folder / "transcripts").iterdir():
            told = file.read_text()
            self.assertNotRegex(told, r"passer [<>] (game|batch) ")
            self.assertRegex(told, r"greedy > game \d+ newgame")
        self.assertEqual(without_times(run_folder),
                         without_times(self.play("alone", "--bot", passer, "--bot", "greedy", "--games", 8)))

    def test_a_system_with_few_descriptors_plays_the_same_games(self):
        passer = self.here / "passer.py"
        passer.write_text(PASSER, encoding="utf-8")
        passer.chmod(0o755)
        for flags in (("--bot", passer, "--bot", "greedy"), (*PAIR, "--transcript")):
            with self.subTest(flags=flags):
                shutil.rmtree(self.here / "few", ignore_errors=True)
                shutil.rmtree(self.here / "enough", ignore_errors=True)
                command = (PROGRAM, "tournament", *TERMS, *flags, "--games", 60, "--batch", 64, "--concurrency", 1, "--out", self.here / "few")
                done = subprocess.run(["sh", "-c", 'ulimit -n 64; exec "$@"', "sh", *map(str, command)], capture_output=True, text=True,
                                      timeout=PATIENCE, cwd=self.here)
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assertEqual(without_times(self.here / "few"), without_times(self.play("enough", *flags, "--games", 60)))


class Output(Batches):
    def test_a_transcript_has_the_lines_of_its_game_alone(self):
        run_folder = self.play("run", *PAIR, "--games", 12, "--batch", 4, "--concurrency", 1, "--transcript")
        for game in records(run_folder):
            told = (run_folder / "transcripts" / f"{game['id']}.txt").read_text()
            self.assertEqual(set(re.findall(r"[<>] game (\d+) ", told)), {str(game["id"])})
            moves = re.findall(r" < game \d+ bestmove (\S+)", told)
            self.assertEqual(moves, [turn["move"] for turn in game["turns"]])
            self.assertEqual(len(re.findall(r" > game \d+ result ", told)), 2)

    def test_the_two_games_of_a_pair_are_in_different_processes(self):
        bot = self.here / "told.py"
        bot.write_text(CROWD.replace("asked, lines, left", f"log = open('{self.here}/told-%d' % os.getpid(), 'w')\nasked, lines, left", 1).replace(
            "    words = line.split()", "    log.write(line)\n    words = line.split()").replace("deeds = ", "deeds = {} #"), encoding="utf-8")
        bot.chmod(0o755)
        self.play("run", "--bot", bot, "--bot", "greedy", "--games", 16, "--batch", 8, "--no-try", "--concurrency", 1)
        processes = [file.read_text() for file in self.here.glob("told-*")]
        played = [sorted(map(int, re.findall(r"^game (\d+) newgame", told, re.M))) for told in processes]
        self.assertEqual(sorted(sum(played, [])), list(range(1, 17)))
        for games in played:
            self.assertEqual(len({(game + 1) // 2 for game in games}), len(games), games)
        self.assertTrue(any("\nbatch 8\n" in told for told in processes))

    def test_the_run_says_how_many_games_a_process_played_at_once(self):
        run_folder = self.play("run", *PAIR, "--games", 2, "--batch", 8)
        self.assertEqual(json.loads((run_folder / "sessions.json").read_text())[0]["batch"], 8)
        self.play("alone", *PAIR, "--games", 2)
        self.assertNotIn("batch", json.loads((self.here / "alone" / "sessions.json").read_text())[0])

    def test_settings_that_forbid_batches_are_refused(self):
        for flags, words in ((("--no-lanes",), "batch: without lanes, a process would play both games of a pair at once"),
                             (("--restart", "each_game"), "batch: the bots are started for each game"),
                             (("--batch", 0), '--batch: "0" should be a whole number from 1 to 1024'),
                             (("--batch", 1025), '--batch: "1025" should be a whole number from 1 to 1024')):
            with self.subTest(flags=flags):
                many = () if "--batch" in flags else ("--batch", 8)
                for checks in ((), ("--check", "--no-try")):
                    done = run("tournament", *TERMS, *PAIR, *many, *flags, "--out", self.here / "run", *checks)
                    self.assertEqual(done.returncode, 2, done.stderr)
                    self.assertIn(words, done.stderr)
                self.assertFalse((self.here / "run" / "games.jsonl").exists())


class Faults(Batches):
    def forfeits(self, deeds, *flags, games=32):
        """The forfeits of crowd in games against greedy, by the game's number."""
        run_folder = self.play("run", "--bot", self.crowd(deeds), "--bot", "greedy", "--games", games, "--batch", 16, "--no-try",
                               "--concurrency", 1, *flags)
        return {game["id"]: game["forfeits"][0] for game in records(run_folder) if game["forfeits"]}

    def test_an_illegal_move_is_lost_by_its_game_alone(self):
        lost = self.forfeits({"3": ["bestmove 5d.QQQ", 2], "8": ["bestmove", 1], "9": ["bestmove pass\nbestmove pass", 1]})
        self.assertEqual({game: forfeit["reason"] for game, forfeit in lost.items()}, {3: "illegal", 8: "protocol", 9: "protocol"})
        self.assertTrue(all(" game 3 " in line or "game 3" in line for line in lost[3]["evidence"]["lines"]), lost[3])

    def test_a_process_with_a_fault_ends_its_games_and_gets_no_other(self):
        self.forfeits({"3": ["bestmove 5d.QQQ", 1]}, "--transcript", games=96)
        told = [file.read_text() for file in (self.here / "run" / "transcripts").iterdir()]
        self.assertEqual(sum("crowd < uwiok" in text for text in told), 3)  # One in lane 1, two in lane 0.

    def test_every_game_has_a_result_although_its_process_leaves(self):
        self.forfeits({"3": ["bestmove 5d.QQQ", 1], "6": ["bestmove 5d.QQQ", 2]}, games=96)
        ends = [line for file in (self.here / "run").rglob("ends") for line in file.read_text().split()]
        self.assertEqual(sorted(ends), sorted([*map(str, range(1, 97)), *["quit"] * 4]))  # Two processes in each lane.

    def test_a_bot_that_forfeits_is_told_the_scores_with_its_overtime(self):
        deeds = {"3": ["bestmove 5d.QQQ", 2], "5": [0.1, 1]}  # All games of the batch pay for the wait.
        self.forfeits(deeds, "--transcript", "--clock", 1, "--margin", 0, "--overtime", "10/60000")
        scores = next(game["scores"] for game in records(self.here / "run") if game["id"] == 3)
        self.assertIn(-10, scores)
        told = (self.here / "run" / "transcripts" / "3.txt").read_text()
        self.assertIn("crowd > game 3 result scores {},{} ".format(*scores), told)

    def test_a_game_without_an_answer_is_lost_on_time_alone(self):
        lost = self.forfeits({"5": [None, 1]}, "--movetime", 3000)  # Enough for the other answers on a busy machine.
        self.assertEqual({game: forfeit["reason"] for game, forfeit in lost.items()}, {5: "time"})

    def test_a_crash_loses_the_games_of_its_process_alone(self):
        lost = self.forfeits({"7": ["exit", 2]})
        self.assertEqual({forfeit["reason"] for forfeit in lost.values()}, {"crash"})
        # The games of lane 0 that were in play with game 7; those of lane 1 have another process.
        self.assertIn(7, lost)
        self.assertTrue(all(game % 2 == 1 for game in lost), lost)
        self.assertLessEqual(len(lost), 16)

    def test_a_bot_that_never_answers_is_withdrawn_after_as_many_games_as_without_batches(self):
        for players in (2, 3):
            end = ["exit", 1]
            bots = ("--bot", self.crowd({"": end, **{str(game): end for game in range(1, 97)}}), *MIXED, "--games", 12, "--no-try")
            bots += ("--players", 3) if players == 3 else ()
            alone = self.play(f"alone-{players}", *bots, "--concurrency", 1)
            lost = [game["id"] for game in records(alone) if any(forfeit["reason"] == "crash" for forfeit in game["forfeits"])]
            self.assertEqual(len(lost), 3)
            for batch, threads in ((16, 1), (4, 2)):
                with self.subTest(players=players, batch=batch):
                    run_folder = self.play(f"batch-{players}-{batch}", *bots, "--batch", batch, "--concurrency", threads)
                    self.assertEqual([of_three(game) for game in without_times(run_folder)], [of_three(game) for game in without_times(alone)])

    def test_games_that_a_process_loses_together_are_one_failure_to_start(self):
        (self.here / "unlucky").mkdir()
        bot = self.here / "unlucky" / "unlucky.py"
        bot.write_text(UNLUCKY % (self.here / "end"), encoding="utf-8")
        for lane in (0, 1):
            (self.here / f"end{lane}").touch()
        bot.chmod(0o755)
        flags = ("--bot", bot, "--bot", "greedy", "--games", 80, "--no-try", "--concurrency", 1)
        games = records(self.play("run", *flags, "--batch", 16))
        forfeits = [game["forfeits"][0] for game in games if game["forfeits"]]
        self.assertEqual({forfeit["reason"] for forfeit in forfeits}, {"crash"})  # The bot is not withdrawn.
        self.assertFalse(list(self.here.glob("end*")))
        self.assertGreater(len(forfeits), 16)
        self.assertEqual(sum("shared" not in forfeit for forfeit in forfeits), 2)
        self.assertEqual({game["log"] for game in games}, {4, 6})
        done = run("verify", self.here / "run")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        # The records alone decide: those of a run that goes on from half of them are the same.
        log = self.here / "run" / "games.jsonl"
        lines = log.read_text().splitlines(keepends=True)
        log.write_text("".join(lines[:40]))
        self.play("run", *flags, "--batch", 16)
        self.assertEqual(log.read_text().splitlines(keepends=True)[:40], lines[:40])
        self.assertFalse([game for game in records(self.here / "run")[40:] if game["forfeits"]])


if __name__ == "__main__":
    unittest.main()
