"""Games that begin with openings: every set plays its opening from every seat, and whatever reads a run knows whose moves they
are."""

import collections
import json
import pathlib
import random
import re
import shutil
import sys
import unittest

from toptile_program import EXHIBIT, WORDS, folder, kill_in_play, records, run

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "engine"))
from golden_bag import opened_bag  # noqa: E402

OPENINGS = ROOT / "tests" / "data" / "openings.txt"
LINES = ["5d.MOOD g5.DEAR", "5d.WOOD pass 5d.WORD", "pass 6c.NET"]
FIELD = ("--bot", "greedy", "--bot", "random", "--bot", "stacker")
COMMON = ("--lexicon", WORDS, "--seed", 8, "--no-clock", "--sandbox", "off", "--quiet")
TIMES = re.compile(rb'("(?:ms|late_ms)":)\d+')


def play(here, name, *flags, bots=FIELD, openings=OPENINGS):
    done = run("tournament", *bots, *COMMON, "--openings", openings, *flags, "--out", here / name)
    if done.returncode != 0:
        raise AssertionError(done.stderr)
    return records(here / name)


def opening_of(game):
    return " ".join(turn["move"] for turn in game["turns"][:game["opening"]] if turn["move"] != "accept")


def laid_in_opening(game):
    """The tiles that each turn of the opening lays, from the racks alone."""
    laid = []
    for number, turn in enumerate(game["turns"][:game["opening"]]):
        later = next((other["rack"] for other in game["turns"][number + 1:] if other["seat"] == turn["seat"]), game["racks"][turn["seat"]])
        tiles = collections.Counter(turn["rack"] + turn["drawn"]) - collections.Counter(later)
        laid.append("".join(tiles.elements()))
    return laid


def blank(run_folder):
    return {name: TIMES.sub(rb"\g<1>0", (run_folder / name).read_bytes()) for name in ("games.jsonl", "run.json")}


class Openings(unittest.TestCase):
    def test_every_set_plays_its_opening_from_every_seat(self):
        for players, flags in ((2, ("--games", 8)), (3, ("--games", 9, "--players", 3)), (2, ("--games", 8, "--rules", "hasbro-challenge"))):
            with self.subTest(flags=flags), folder() as here:
                games = play(here, "run", *flags)
                verified = run("verify", here / "run")
                self.assertEqual((verified.returncode, verified.stdout.count("all as the rules say")), (0, 1), verified.stdout)
                sets = collections.defaultdict(list)
                for game in games:
                    sets[game["pair"]].append(game)
                met = collections.Counter()
                for _, together in sorted(sets.items()):
                    names = tuple(sorted(together[0]["players"]))
                    self.assertEqual({opening_of(game) for game in together}, {LINES[met[names] % 3]})
                    self.assertEqual(len({game["bag"] for game in together}), 1)
                    self.assertEqual(sorted(tuple(game["players"])[0] for game in together), sorted(names))
                    met[names] += 1
                for game in games:
                    self.assertTrue(all((turn["ms"], turn["info"], turn["clock"]) == (0, "", None) for turn in game["turns"][:game["opening"]]))
                    self.assertEqual(sorted(game["bag"]), sorted(games[0]["bag"]))

    def test_the_bag_is_that_of_an_independent_program(self):
        for players in (2, 3):
            with folder() as here:
                for game in play(here, "run", "--games", 12, "--players", players):
                    laid = laid_in_opening(game)
                    # Within a play, tiles stand in the order in which they lie on the board.
                    ordered = [next(filter(lambda order: sorted(order) == sorted(tiles), (word for word in self.orders(move, tiles))), "")
                               for move, tiles in zip((turn["move"] for turn in game["turns"]), laid)]
                    self.assertEqual([sorted(tiles) for tiles in ordered], [sorted(tiles) for tiles in laid])
                    self.assertEqual(game["bag"], opened_bag(int(game["seed"]), players, ordered))

    @staticmethod
    def orders(move, tiles):
        """The letters of the move's word that can be these tiles, in their order."""
        if move == "pass":
            return [""]
        word = move.partition(".")[2]
        return ["".join(word[i] for i in range(len(word)) if bits >> i & 1) for bits in range(1 << len(word))]

    def test_an_order_by_chance_follows_from_the_seed_and_takes_each_once(self):
        with folder() as here:
            games = play(here, "run", "--games", 12, "--openings-order", "random")
            taken = collections.defaultdict(list)
            for game in games[::2]:
                taken[tuple(sorted(game["players"]))].append(opening_of(game))
            self.assertEqual(len(taken), 3)
            for of_two in taken.values():
                self.assertEqual((sorted(of_two[:3]), sorted(of_two[3:])), (sorted(LINES), sorted(LINES)))
            self.assertEqual([opening_of(game) for game in play(here, "again", "--games", 12, "--openings-order", "random")],
                             [opening_of(game) for game in games])
            self.assertEqual(json.loads((here / "run" / "run.json").read_text())["openings"], {"order": "random", "lines": LINES})

    def test_a_killed_run_goes_on_as_if_nothing_had_been(self):
        moments = random.Random(4)
        with folder() as here:
            play(here, "whole", "--games", 40, "--openings-order", "random")
            command = ("tournament", *FIELD, *COMMON, "--games", 40, "--openings", OPENINGS, "--openings-order", "random", "--out", here / "run")
            for _ in range(3):
                kill_in_play(command, here / "run", moments, games=30)
            shutil.copy(OPENINGS, here / "same.txt")
            self.assertEqual(run(*(here / "same.txt" if part is OPENINGS else part for part in command)).returncode, 0)
            self.assertEqual(blank(here / "run"), blank(here / "whole"))
            (here / "same.txt").write_text("5d.MOOD\n")
            other = run(*(here / "same.txt" if part is OPENINGS else part for part in command))
            self.assertEqual(other.returncode, 2)
            self.assertIn("openings.lines", other.stderr)

    def test_a_run_grows_shards_merge_and_a_pair_is_played_again(self):
        with folder() as here:
            games = play(here, "whole", "--games", 12)
            play(here, "grown", "--games", 6)
            self.assertEqual(run("tournament", "--resume", here / "grown", "--games", 12, "--sandbox", "off", "--quiet").returncode, 0)
            self.assertEqual(blank(here / "grown"), blank(here / "whole"))
            for index in (1, 2):
                play(here, f"shard-{index}", "--games", 12, "--shard", f"{index}/2")
            merged = run("merge", here / "merged", here / "shard-1", here / "shard-2")
            self.assertEqual(merged.returncode, 0, merged.stderr)
            self.assertEqual(blank(here / "merged"), blank(here / "whole"))
            number = games[-1]["id"]
            done = run("rerun", here / "whole", "--game", number, "--sandbox", "off", "--out", here / "again")
            self.assertEqual((done.returncode, done.stdout.count("the same moves as recorded")), (0, 2), done.stderr + done.stdout)
            self.assertEqual([opening_of(game) for game in records(here / "again")], [opening_of(game) for game in games[-2:]])

    def test_games_of_bots_that_do_not_start_have_their_opening_too(self):
        bots = ("--bot", "greedy", "--bot", f"gone={EXHIBIT} exit-at-start", "--bot", "random")
        for flags in (("--games", 8), ("--games", 9, "--players", 3)):
            with self.subTest(flags=flags), folder() as here:
                games = play(here, "whole", *flags, "--no-try", bots=bots)
                forfeited = [game for game in games if game["forfeits"]]
                self.assertIn("withdrawn", {forfeit["reason"] for game in forfeited for forfeit in game["forfeits"]})
                self.assertTrue(all(forfeit["after"] == game["opening"] for game in forfeited for forfeit in game["forfeits"]))
                self.assertEqual(run("verify", here / "whole").returncode, 0)
                for index in (1, 2):
                    play(here, f"shard-{index}", *flags, "--no-try", "--shard", f"{index}/2", bots=bots)
                merged = run("merge", here / "merged", here / "shard-1", here / "shard-2")
                self.assertEqual(merged.returncode, 0, merged.stderr)
                self.assertEqual(run("verify", here / "merged").returncode, 0)
                self.assertEqual([opening_of(game) for game in records(here / "merged")], [opening_of(game) for game in games])

    def test_statistics_leave_out_the_moves_that_no_bot_chose(self):
        with folder() as here:
            games = play(here, "run", "--games", 6)
            report = json.loads(run("report", here / "run", "--json").stdout)
            names = [bot["name"] for bot in report["bots"]]
            moves, points = collections.Counter(), collections.Counter()
            for game in games:
                first = set()
                for turn in game["turns"][game["opening"]:]:
                    bot = game["players"][turn["seat"]]
                    moves[bot] += 1
                    if bot not in first:
                        points[bot] += turn["points"]
                    first.add(bot)
            self.assertEqual({name: use["moves"] for name, use in zip(names, report["times"]["by_bot"])}, moves)
            for name, turns in zip(names, report["turns"]["by_bot"]):
                self.assertAlmostEqual(turns["mean_points"][0], points[name] / turns["count"][0], places=3)
            self.assertEqual(report["games"]["turns"], [len(game["turns"]) for game in games])
            self.assertEqual(report["reproduce"]["configuration"]["openings"]["lines"], LINES)
            (here / "configuration.json").write_text(json.dumps(report["reproduce"]["configuration"]))
            self.assertEqual(report["reproduce"]["commands"][0], "toptile tournament configuration.json")
            again = run("tournament", here / "configuration.json", "--quiet", "--out", here / "again")
            self.assertEqual(again.returncode, 0, again.stderr)
            self.assertEqual([game["turns"][-1]["rack"] for game in records(here / "again")], [game["turns"][-1]["rack"] for game in games])
            self.assertEqual([opening_of(game) for game in records(here / "again")], [opening_of(game) for game in games])

    def test_what_shows_a_game_marks_its_opening(self):
        with folder() as here:
            game = play(here, "run", "--games", 4, "--transcript", bots=("--bot", "greedy", "--bot", "random"))[2]
            self.assertEqual(game["opening"], 3)
            shown = run("replay", here / "run", "--game", 3, "--plain").stdout
            self.assertEqual(shown.count("This turn is of the opening; no player chose it."), 3)
            asked = run("replay", here / "run", "--game", 3, "--position").stdout.splitlines()
            self.assertEqual(len(asked), len(game["turns"]) - 3)
            self.assertTrue(asked[0].endswith(" moves 5d.WOOD,pass,5d.WORD"), asked[0])
            for verb in (("replay", here / "run", "--position"), ("analyze", "greedy", here / "run")):
                done = run(*verb, "--game", 3, "--turn", 2)
                self.assertEqual((done.returncode, done.stderr), (2, "toptile: --turn 2: turns 1 to 3 are the opening, which no bot chose\n"))
            fed = run("replay", here / "run", "--game", 3, "--feed", "greedy", "--seat", game["players"].index("greedy"))
            self.assertRegex(fed.stdout, r"\n(\d+) of \1 answers the same")
            told = (here / "run" / "transcripts" / "3.txt").read_text()
            lines = run("replay", here / "run", "--game", 3, "--lines", "--seat", 0).stdout
            self.assertEqual(re.findall(r"position .*", lines), re.findall(rf"{game['players'][0]} > (position .*)", told))
            analyzed = run("analyze", "greedy", here / "run", "--game", 3, "--json").stdout.splitlines()
            self.assertEqual([json.loads(line)["turn"] for line in analyzed], list(range(4, len(game["turns"]) + 1)))
            gcg = run("export", here / "run", "--as", "gcg", "--game", 3).stdout
            self.assertIn("#note turns 1 to 3 are the opening, which no player chose\n", gcg)

    def test_a_position_of_a_recorded_game_is_an_opening(self):
        with folder() as here:
            play(here, "run", "--games", 2)
            positions = run("replay", here / "run", "--game", 1, "--position").stdout.splitlines()[2:5]
            moves = [line.partition(" moves ")[2].replace(",", " ") for line in positions]
            (here / "book.txt").write_text("".join(f"position {line}\n" for line in positions))
            games = play(here, "from-there", "--games", 6, openings=here / "book.txt")
            self.assertEqual({opening_of(game) for game in games}, set(moves))
            self.assertEqual(run("verify", here / "from-there").returncode, 0)
            (here / "book.txt").write_text(positions[0].partition(" moves ")[0] + "\n")
            done = run("tournament", *FIELD, *COMMON, "--openings", here / "book.txt", "--out", here / "none")
            self.assertIn("line 1: this position has no moves", done.stderr)

    def test_a_match_and_a_tuning_have_openings_too(self):
        with folder() as here:
            done = run("match", "greedy", "random", *COMMON, "--games", 8, "--openings", OPENINGS, "--out", here / "match")
            self.assertIn(done.returncode, (0, 1), done.stderr)
            self.assertEqual([opening_of(game) for game in records(here / "match")], [line for line in (LINES + LINES)[:4] for _ in (1, 2)])
            tuned = run("tune", "patient", "--option", "Candidates,min=2,max=40", "--pairs", 2, "--seed", 5, "--lexicon", WORDS, "--openings", OPENINGS,
                        "--out", here / "tuning")
            self.assertEqual(tuned.returncode, 0, tuned.stderr)
            self.assertEqual(json.loads((here / "tuning" / "tune.json").read_text())["plan"]["openings"]["lines"], LINES)

    def test_a_changed_opening_is_told(self):
        with folder() as here:
            play(here, "run", "--games", 4)
            plan = here / "run" / "run.json"
            text = plan.read_text()
            for change, told in ((("5d.WOOD pass 5d.WORD", "5d.WOOD pass"), "line 7: opening: the record says 3 turns, the run's openings have 2 in this game"),
                                 (("g5.DEAR", "g5.DOOR"), "line 1: turn 2: the record says g5.DEAR, the run's opening g5.DOOR"),
                                 (("sequential", "random"), "")):
                plan.write_text(text.replace(*change))
                done = run("verify", here / "run")
                if told:
                    self.assertEqual(done.returncode, 1)
                    self.assertIn(told, done.stdout)
            plan.write_text(text.replace('"5d.MOOD g5.DEAR"', '"5d.mood"'))
            for verb in ("verify", "ratings", "report", "replay"):
                done = run(verb, here / "run")
                self.assertEqual((done.returncode, done.stderr.count("\n")), (2, 1), (verb, done.stderr))
                self.assertIn("openings: opening 1: move 1", done.stderr)

    def test_wrong_files_and_flags_are_told_in_a_sentence(self):
        with folder() as here:
            for text, told in ((b"5d.MOOD g5.XYZ\n", "book.txt: line 1: move 2 (g5.XYZ): "), (b"", "book.txt: there is no opening; write one a line"),
                               (b"\xff\xfe\x00\x1b[31m\n", "book.txt: line 1: move 1: "), (b"position board x\n", "book.txt: line 1: position: board: "),
                               (b"# one\n5d.MOOD ex.A\n", "book.txt: line 2: move 2 (ex.A): an opening has only plays and passes")):
                (here / "book.txt").write_bytes(text)
                done = run("tournament", *FIELD, *COMMON, "--openings", here / "book.txt", "--out", here / "run")
                self.assertEqual((done.returncode, done.stderr.count("\n")), (2, 1), done.stderr)
                self.assertIn(told, done.stderr)
                self.assertNotIn("\x1b", done.stderr)
                self.assertFalse((here / "run").exists())
            for flags, told in ((("--openings", here / "none.txt"), "none.txt"), (("--openings", here), str(here)),
                                (("--openings", "/dev/zero"), "has more than"),
                                (("--openings-order", "random"), "--openings-order: there are no openings"),
                                (("--openings", OPENINGS, "--openings-order", "chance"), "--openings-order"),
                                (("--openings", OPENINGS, "--max-turns", 2), "line 2: move 2 (g5.DEAR): the game is over after it (adjudicated)")):
                done = run("tournament", *FIELD, *COMMON, *flags, "--out", here / "run")
                self.assertEqual(done.returncode, 2, flags)
                self.assertIn(told, done.stderr)
            checked = run("tournament", *FIELD, "--lexicon", WORDS, "--openings", OPENINGS, "--check", "--no-try")
            self.assertIn("\n3 openings, sequential\n", checked.stdout)

    def test_a_league_has_no_openings(self):
        with folder() as here:
            (here / "league.json").write_text(json.dumps({"openings": {"file": str(OPENINGS)}}))
            done = run("league", "init", here / "league", "--config", here / "league.json")
            self.assertEqual(done.returncode, 2)
            self.assertIn("league.json: line 1: openings: unknown field", done.stderr)
            play(here, "run", "--games", 2, bots=("--bot", "greedy", "--bot", "random"))
            self.assertEqual(run("league", "init", here / "cup", "--lexicon", WORDS, "--no-clock", "--sandbox", "off").returncode, 0)
            entered = run("league", "enter", here / "run", "--league", here / "cup")
            self.assertEqual(entered.returncode, 2, entered.stdout)
            self.assertIn("its games begin with openings, and those of a league do not", " ".join(entered.stderr.split()))


if __name__ == "__main__":
    unittest.main()
