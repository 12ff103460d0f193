"""`toptile report` and `toptile replay --html`: pages of real runs are compared with sums over their records."""

import base64
import collections
import html.parser
import json
import math
import re
import shlex
import unittest
import zlib

from json_schema import is_valid
from toptile_program import EXHIBIT, WORDS, folder, records, run
from written_page import without_times

SCHEMA = json.loads(run("report", "--schema").stdout)
RECORD_SCHEMA = json.loads(run("verify", "--schema").stdout)
# The page contains what a bot says, but nothing of that may act as part of the page.
HOSTILE = """</script><img src=x onerror="alert(1)"><!--toptile-data--><!-- \u2028 & &lt; \\u003c"""
BOT = """#!/usr/bin/env python3
import sys
for line in sys.stdin:
    word = line.split()[0] if line.split() else ""
    if word == "uwi":
        print("uwi 1\\nid name hostile\\nuwiok", flush=True)
    elif word == "isready":
        print("readyok", flush=True)
    elif word == "go":
        print("info string " + HOSTILE, flush=True)
        print(HOSTILE, file=sys.stderr, flush=True)
        if MOVES:
            MOVES -= 1
            print("bestmove pass", flush=True)
        else:
            print("bestmove </script>", flush=True)
    elif word == "quit":
        break
"""


class Elements(html.parser.HTMLParser):
    """The scripts of a page as a browser finds them."""

    def __init__(self, text):
        super().__init__()
        self.scripts, self.tags, self.inside = [], collections.Counter(), None
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attributes):
        self.tags[tag] += 1
        if tag == "script":
            self.inside = (dict(attributes), [])

    def handle_data(self, data):
        if self.inside:
            self.inside[1].append(data)

    def handle_endtag(self, tag):
        if tag == "script":
            self.scripts.append((self.inside[0], "".join(self.inside[1])))
            self.inside = None


def page_of(text):
    """The page's data, and its chunks of records, each as (run, first, last, lines)."""
    elements = Elements(text)
    data = [script for attributes, script in elements.scripts if attributes.get("id") == "toptile-data"]
    assert len(data) == 1, len(data)
    chunks = [(int(attributes["data-run"]), int(attributes["data-first"]), int(attributes["data-last"]),
               zlib.decompress(base64.b64decode(script), -15).decode().split("\n")[:-1])
              for attributes, script in elements.scripts if attributes.get("class") == "toptile-games"]
    return json.loads(data[0]), chunks


def play(out, *arguments, cwd=None):
    done = run("tournament", *arguments, "--out", out, "--quiet", "--seed", 5, "--sandbox", "off", cwd=cwd)
    assert done.returncode in (0, 1), done.stderr
    return done


class Case(unittest.TestCase):
    def setUp(self):
        context = folder()
        self.here = context.__enter__()
        self.addCleanup(context.__exit__, None, None, None)

    def report(self, *arguments):
        done = run("report", *arguments, cwd=self.here)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return done.stdout

    def data(self, *arguments):
        data = json.loads(self.report(*arguments, "--json"))
        self.assertTrue(is_valid(data, SCHEMA))
        return data

    def refused(self, *arguments):
        done = run("report", *arguments, cwd=self.here)
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertEqual(done.stderr.count("\n"), 1, done.stderr)
        return done.stderr

    def assert_sums(self, data, games, places=4):
        """Checks the sections that a slow script can compute from the records."""
        names = [bot["name"] for bot in data["bots"]]
        played = [game for game in games if sum(f["reason"] == "withdrawn" for f in game["forfeits"]) + 2 <= len(game["players"])]
        self.assertEqual(data["games"]["id"], [game["id"] for game in games])
        self.assertEqual(data["games"]["turns"], [len(game["turns"]) for game in games])
        self.assertEqual(data["games"]["end"], [game["end"] for game in games])
        self.assertEqual(data["games"]["scores"], [game["scores"] for game in games])
        self.assertEqual(data["games"]["seats"], [[names.index(name) for name in game["players"]] for game in games])
        points, times = collections.defaultdict(list), collections.defaultdict(list)
        all_times = collections.defaultdict(list)
        for game in games:
            number = collections.Counter()
            for turn in game["turns"]:
                name = game["players"][turn["seat"]]
                all_times[name].append(turn["ms"])
                if turn["move"] in ("challenge", "accept"):
                    continue
                number[name] += 1
                points[name, number[name]].append(turn["points"])
                times[name, number[name]].append(turn["ms"])
        for entrant, name in enumerate(names):
            of_turns, of_times = data["turns"]["by_bot"][entrant], data["times"]["by_bot"][entrant]
            for number, (mean, count) in enumerate(zip(of_turns["mean_points"], of_turns["count"]), 1):
                self.assertEqual(count, len(points[name, number]))
                self.assertAlmostEqual(mean, sum(points[name, number]) / count, places)
                self.assertAlmostEqual(of_times["mean_ms_by_turn"][number - 1], sum(times[name, number]) / count, places)
            self.assertFalse(points.get((name, len(of_turns["count"]) + 1)))
            self.assertEqual((of_times["moves"], of_times["total_ms"], of_times["max_ms"]),
                             (len(all_times[name]), sum(all_times[name]), max(all_times[name], default=0)))
            self.assertEqual(of_times["lost_on_time"], sum(forfeit["reason"] == "time" and game["players"][forfeit["seat"]] == name
                                                           for game in games for forfeit in game["forfeits"]))
            edges = of_times["histogram"]["edges_ms"] + [math.inf]
            self.assertEqual(of_times["histogram"]["counts"],
                             [sum(low <= ms < high for ms in all_times[name]) for low, high in zip(edges, edges[1:])])
        self.assert_highlights(data, games)
        met = {(pairing["a"], pairing["b"]): pairing for pairing in data["pairings"]}
        spreads, meetings = collections.defaultdict(list), collections.Counter()
        for game in played:
            gone = {f["seat"] for f in game["forfeits"] if f["reason"] == "withdrawn"}
            forfeited = {f["seat"] for f in game["forfeits"]} - gone
            for i, one in enumerate(game["players"]):
                for j, other in enumerate(game["players"]):
                    pair = names.index(one), names.index(other)
                    if pair[0] < pair[1] and not gone & {i, j}:
                        meetings[pair] += 1
                        if not forfeited:
                            spreads[pair].append(game["scores"][i] - game["scores"][j])
        self.assertEqual({pair: pairing["games"] for pair, pairing in met.items()}, dict(meetings))
        for pair, pairing in met.items():
            begin, width = pairing["spread"]["from"], pairing["spread"]["width"]
            self.assertEqual(pairing["spread"]["counts"],
                             [sum(begin + i * width <= spread < begin + (i + 1) * width for spread in spreads[pair])
                              for i in range(len(pairing["spread"]["counts"]))])
            self.assertEqual(sum(pairing["spread"]["counts"]), len(spreads[pair]))
            if spreads[pair]:
                self.assertAlmostEqual(pairing["mean"], sum(spreads[pair]) / len(spreads[pair]), places)


    def assert_highlights(self, data, games):
        """Looks at every game, turn and stack by itself."""
        names = [bot["name"] for bot in data["bots"]]
        runs = data["games"].get("run", [0] * len(games))
        plays, margins, comebacks, stacks, faults = [], [], [], [], []
        for row, (run_number, game) in enumerate(zip(runs, games)):
            where = {"run": run_number, "game": game["id"]}
            entrant = [names.index(name) for name in game["players"]]
            gone = {forfeit["seat"] for forfeit in game["forfeits"] if forfeit["reason"] == "withdrawn"}
            self.assertEqual(data["games"]["forfeits"][row], sorted(({"seat": f["seat"], "reason": f["reason"]} for f in game["forfeits"]),
                                                                    key=lambda forfeit: forfeit["seat"]))
            best = max(game["turns"], key=lambda turn: turn["points"], default={"points": 0})
            column = [data["games"][key][row] for key in ("best_points", "best_turn", "best_seat")]
            if best["points"] > 0:
                turn = game["turns"].index(best) + 1
                plays.append({**where, "entrant": entrant[best["seat"]], "turn": turn, "move": best["move"], "points": best["points"]})
                self.assertEqual(column, [best["points"], turn, best["seat"]])
            else:
                self.assertEqual(column, [0, 0, 0])
            stacks += [{**where, "entrant": entrant[game["turns"][turn - 1]["seat"]], "turn": turn, "square": square, "tiles": tiles}
                       for turn, square, tiles in stacks_of(game)]
            totals = totals_of(game)
            seats = [seat for seat in range(len(entrant)) if seat not in gone]
            out = set()
            for forfeit in game["forfeits"]:
                if forfeit["seat"] in gone:
                    continue
                out.add(forfeit["seat"])
                now = totals[forfeit["after"]]
                faults.append({**where, "entrant": entrant[forfeit["seat"]], "turn": forfeit["after"], "reason": forfeit["reason"],
                               "ahead": now[forfeit["seat"]] - max(now[seat] for seat in seats if seat not in out)})
            behind = (0, 0)
            if not out and len(seats) > 1:
                winner, following = sorted(seats, key=lambda seat: -game["scores"][seat])[:2]
                margin = game["scores"][winner] - game["scores"][following]
                margins.append({**where, "margin": margin})
                if margin > 0:
                    behind = max(((max(now) - now[winner], turn) for turn, now in enumerate(totals)), key=lambda one: (one[0], -one[1]))
                    if behind[0] > 0:
                        comebacks.append({**where, "entrant": entrant[winner], "turn": behind[1], "behind": behind[0], "margin": margin})
            self.assertEqual((data["games"]["behind"][row], data["games"]["behind_turn"][row]), behind if behind[0] > 0 else (0, 0))
        found = {}
        for key, of_all, value in (("best_play", plays, lambda one: one["points"]), ("closest_game", margins, lambda one: -one["margin"]),
                                   ("comeback", comebacks, lambda one: one["behind"]), ("tallest_stack", stacks, lambda one: len(one["tiles"])),
                                   ("costliest_fault", faults, lambda one: one["ahead"])):
            if of_all:
                found[key] = max(of_all, key=value)  # The first of equals.
        self.assertEqual(data["highlights"], found)


def totals_of(game):
    """The seats' points after no turn, one turn, …"""
    totals = [[0] * len(game["players"])]
    for turn in game["turns"]:
        totals.append([turn["total"] if seat == turn["seat"] else points for seat, points in enumerate(totals[-1])])
    return totals


def stacks_of(game):
    """Yields each stack that grows, with the number of turns then. In a turn, it grows from left to right or downwards."""
    board = collections.defaultdict(list)
    for number, turn in enumerate(game["turns"], 1):
        across, down = re.fullmatch(r"(\d+)([a-p])\.(.+)", turn["move"]), re.fullmatch(r"([a-p])(\d+)\.(.+)", turn["move"])
        if not (across or down) or turn["points"] == 0:  # A play without points was challenged away.
            continue
        row, column = (int(across[1]), ord(across[2])) if across else (int(down[2]), ord(down[1]))
        grown = []
        for i, tile in enumerate(re.findall("QU|.", (across or down)[3])):
            square = f"{chr(column + i)}{row}" if across else f"{chr(column)}{row + i}"
            if board[square][-1:] != [tile.capitalize()]:
                board[square].append(tile.capitalize())
                grown.append((number, square, list(board[square])))
        yield from grown


class Report(Case):
    def test_a_match_with_all_its_games(self):
        play("runs/m", "--bot", "greedy", "--bot", "random", "--games", 70, cwd=self.here)
        said = self.report("runs/m")
        self.assertRegex(said, r"^m\.html: \d+\.\d MB\n$")
        text = (self.here / "m.html").read_text()
        data, chunks = page_of(text)
        self.assertEqual(data, self.data("runs/m"))
        self.assertEqual((data["title"], data["finished"], data["games_played"]), ("greedy against random", True, 70))
        lines = (self.here / "runs/m/games.jsonl").read_text().splitlines()
        self.assertEqual([chunk[:3] for chunk in chunks], [(0, 1, 64), (0, 65, 70)])
        self.assertEqual([line for chunk in chunks for line in chunk[3]], lines)
        self.assert_sums(data, records(self.here / "runs/m"))
        for line in lines:
            self.assertTrue(is_valid(json.loads(line), RECORD_SCHEMA))
        rated = json.loads(run("ratings", "runs/m", "--json", cwd=self.here).stdout)
        for row, other in zip(data["standings"], rated["standings"]):
            self.assertEqual(data["bots"][row["entrant"]]["name"], other["name"])
            for key in row.keys() - {"entrant"}:
                self.assertAlmostEqual(row[key], other[key], 3)
        self.assertEqual(data["history"]["games"][-1], 70)
        for row in data["standings"]:
            self.assertAlmostEqual(data["history"]["elo"][row["entrant"]][-1], row["elo"], 3)
        self.assertEqual(sum(data["seats"]["pairs"]["pentanomial"]), 35)
        self.assertEqual(data["runs"][0]["plan"], json.loads((self.here / "runs/m/run.json").read_text()))
        # The run's own page has the same figures.
        own, own_chunks = page_of((self.here / "runs/m/report.html").read_text())
        self.assertTrue(is_valid(own, SCHEMA))
        self.assertEqual(own.keys(), data.keys())
        for key in own.keys() - {"runs", "reproduce", "report_command"}:
            self.assertEqual(own[key], data[key], key)
        self.assertEqual(own_chunks, chunks)

    def test_the_title_is_the_name_of_the_tournament_if_it_has_one(self):
        play("nameless", "--bot", "greedy", "--bot", "random", "--games", 2, cwd=self.here)
        (self.here / "spring cup.json").write_text(json.dumps({"bots": ["greedy", "random"], "games": 2, "lexicon": str(WORDS), "sandbox": "off"}))
        done = run("tournament", "spring cup.json", "--quiet", cwd=self.here)
        self.assertEqual(done.returncode, 0, done.stderr)
        for folder, title in (("nameless", "greedy against random"), ("runs/spring cup", "spring cup")):
            self.assertEqual(page_of((self.here / folder / "report.html").read_text())[0]["title"], title)
            self.assertEqual(self.data(folder)["title"], title)

    def test_the_command_that_a_page_says_writes_it_with_its_games(self):
        play("my runs/m", "--bot", "greedy", "--bot", "random", "--games", 2, cwd=self.here)
        own, games = page_of((self.here / "my runs/m/report.html").read_text())
        bare, none = page_of(self.report("my runs/m", "--games", "none", "--out", "-"))
        self.assertEqual(none, [])
        for data, place, file in ((own, "my runs/m", "my runs/m/m.html"), (bare, "", "m.html")):
            said = shlex.split(data["report_command"])
            self.assertEqual(said[:2], ["toptile", "report"])
            done = run(*said[1:], cwd=self.here / place)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertEqual(page_of((self.here / file).read_text())[1], games)
        self.assertEqual(len(games[0][3]), 2)

    def test_what_it_says_to_play_again_plays_the_same_games(self):
        for arguments in ((), ("--ponder", "--clock", 20000, "--rules", "classic", "--max-turns", 12)):
            with self.subTest(arguments):
                out, again = f"run{len(arguments)}", f"again{len(arguments)}"
                play(out, "--bot", "greedy", "--bot", "random", "--games", 2, *arguments, cwd=self.here)
                reproduce = self.data(out)["reproduce"]
                (self.here / "configuration.json").write_text(json.dumps(reproduce["configuration"]))
                for words in (shlex.split(reproduce["commands"][0]), ["toptile", "tournament", "configuration.json"]):
                    self.assertEqual(words[0], "toptile")
                    done = run(*words[1:], "--quiet", "--out", again, cwd=self.here)
                    self.assertEqual(done.returncode, 0, done.stderr)
                    self.assertEqual([game["digest"] for game in records(self.here / again)],
                                     [game["digest"] for game in records(self.here / out)])
                    again += "-too"

    def test_games_of_three(self):
        play("three", "--bot", "greedy", "--bot", "random", "--bot", "stacker", "--players", 3, "--games", 6, cwd=self.here)
        data = self.data("three")
        self.assert_sums(data, records(self.here / "three"))
        self.assertEqual((data["seats"]["players"], len(data["seat_elo"])), (3, 2))
        self.assertNotIn("pairs", data["seats"])
        self.assertNotIn("match", data)

    def test_challenges(self):
        play("doubt", "--bot", "phoney", "--bot", "greedy", "--rules", "hasbro-challenge", "--games", 4, cwd=self.here)
        games = records(self.here / "doubt")
        self.assertTrue(any(turn["move"] == "accept" for game in games for turn in game["turns"]))
        self.assert_sums(self.data("doubt"), games)

    def test_faults_have_their_evidence_and_break_nothing(self):
        bot = self.here / "hostile.py"
        bot.write_text(BOT.replace("import sys\n", f"import sys\nHOSTILE, MOVES = {ascii(HOSTILE)}, 1\n"))
        play("bad", "--bot", f"hostile=python3 {bot}", "--bot", "greedy", "--games", 4, cwd=self.here)
        games = records(self.here / "bad")
        self.report("bad", "--title", HOSTILE)
        text = (self.here / "bad.html").read_text()
        data, chunks = page_of(text)
        self.assertTrue(is_valid(data, SCHEMA))
        self.assertEqual(data["title"], HOSTILE)
        self.assert_sums(data, games)
        told = [(game["id"], forfeit) for game in games for forfeit in game["forfeits"]]
        self.assertGreater(len(told), 0)
        self.assertEqual(data["faults"]["count"], len(told))
        for fault, (game, forfeit) in zip(data["faults"]["told"], told):
            self.assertEqual((fault["game"], fault["reason"], fault["text"], fault["after"], fault["lines"], fault["stderr"]),
                             (game, forfeit["reason"], forfeit["text"], forfeit["after"], forfeit["evidence"]["lines"],
                              forfeit["evidence"]["stderr"]))
        self.assertIn("</script>", json.dumps(data["faults"]))
        # The page is the built one, and only elements of data are added.
        self.report("bad", "--games", "none", "--out", "plain.html")
        built = Elements((self.here / "plain.html").read_text()).tags
        tags = Elements(text).tags
        self.assertEqual(tags - built, collections.Counter(script=len(chunks)))
        self.assertEqual(built - tags, collections.Counter())
        self.assertEqual(json.loads(chunks[0][3][0]), games[0])
        own, _ = page_of((self.here / "bad/report.html").read_text())
        self.assertEqual(own["faults"], data["faults"])

    def test_moves_that_never_came_are_counted_apart(self):
        # A bot that moves at first needs time for that on a busy machine.
        for deed, moves, milliseconds in (("never-moves-later", 2, 10_000), ("never-moves", 0, 300)):
            with self.subTest(deed):
                late = json.dumps({"name": "late", "command": [EXHIBIT, deed], "clock": {"time_ms": milliseconds}})
                play(deed, "--bot", late, "--bot", "greedy", "--games", 2, "--clock", 3_600_000, "--no-try", cwd=self.here)
                games, data = records(self.here / deed), self.data(deed)
                self.assertEqual([game["end"] for game in games], ["forfeit"] * 2)
                self.assert_sums(data, games)
                late = data["times"]["by_bot"][0]
                self.assertEqual((late["lost_on_time"], late["moves"], late["mean_ms"] is None), (2, 2 * moves, moves == 0))

    def test_a_record_that_lies_is_shown_as_it_is(self):
        play("run", "--bot", "greedy", "--bot", "random", "--games", 2, cwd=self.here)
        honest, liar = records(self.here / "run")
        liar["turns"][0].update(move="no move", points=100_000_000)
        liar["turns"][1].update(move="10j.LONGWORD", points=99_999_999, total=-100_000_000)
        liar["turns"][2].update(move="16a.ON", points=-100_000_000, total=100_000_000)
        liar["turns"][3].update(move="challenge", points=77_777)
        liar.update(scores=[100, 200], racks=["", "?"])
        log = self.here / "run/games.jsonl"
        compact = lambda game: json.dumps(game, separators=(",", ":"))
        log.write_text(f"{compact(honest)}\n{compact(liar)}\n")
        data = self.data("run")
        best = data["highlights"]["best_play"]
        self.assertEqual((best["game"], best["turn"], best["move"], best["points"]), (2, 2, "10j.LONGWORD", 99_999_999))
        self.assertEqual(data["highlights"]["closest_game"], {"run": 0, "game": 2, "margin": 100})
        self.assertEqual(data["games"]["behind"][1], 200_000_000)
        liar["forfeits"] = [{"seat": seat, "after": 2**31 - 1, "reason": "crash", "text": "", "evidence": {"lines": [], "stderr": ""}} for seat in (1, 0, 1)]
        log.write_text(f"{compact(honest)}\n{compact(liar)}\n")
        data = self.data("run")
        self.assertEqual(data["highlights"]["costliest_fault"]["turn"], len(liar["turns"]))
        self.assertEqual(data["games"]["forfeits"][1], [{"seat": 0, "reason": "crash"}, {"seat": 1, "reason": "crash"}])

    def test_a_bot_that_is_withdrawn(self):
        play("gone", "--bot", f"gone={EXHIBIT} exit-at-once", "--bot", "greedy", "--bot", "random", "--games", 6,
             "--withdraw-after", 2, "--no-try", cwd=self.here)
        games = records(self.here / "gone")
        self.assertTrue(any(forfeit["reason"] == "withdrawn" for game in games for forfeit in game["forfeits"]))
        data = self.data("gone")
        self.assert_sums(data, games)
        self.assertEqual(sum(fault["reason"] == "withdrawn" for fault in data["faults"]["told"]), 1)

    def test_merged_shards_are_as_the_whole(self):
        arguments = ("--bot", "greedy", "--bot", "random", "--games", 12)
        play("whole", *arguments, cwd=self.here)
        for shard in (1, 2):
            play(f"shard{shard}", *arguments, "--shard", f"{shard}/2", cwd=self.here)
        self.assertEqual(run("merge", "merged", "shard1", "shard2", cwd=self.here).returncode, 0)
        whole, merged = self.data("whole"), self.data("merged")
        for key in whole.keys() - {"runs", "times", "reproduce", "report_command"}:
            self.assertEqual(whole[key], merged[key], key)
        self.assertEqual(*(without_times((self.here / name / "report.html").read_bytes()) for name in ("whole", "merged")))
        # These are a report of one shard, and one of some of its games.
        self.assertEqual(self.data("shard2")["games"]["id"], [3, 4, 7, 8, 11, 12])
        self.report("shard2", "--games", "5-8,12")
        self.assertEqual([chunk[:3] for chunk in page_of((self.here / "shard2.html").read_text())[1]], [(0, 7, 8), (0, 12, 12)])
        both = self.data("shard1", "shard2")
        self.assertEqual(both["games"]["run"], [0] * 6 + [1] * 6)
        for row, other in zip(both["standings"], whole["standings"]):
            self.assertEqual({**row, "mean_spread": 0}, {**other, "mean_spread": 0})

    def test_several_runs_that_belong_together_or_not(self):
        play("one", "--bot", "greedy", "--bot", "random", "--games", 2, cwd=self.here)
        play("two", "--bot", "stacker", "--bot", "greedy", "--games", 4, cwd=self.here)
        data = self.data("one", "two")
        self.assertEqual([bot["name"] for bot in data["bots"]], ["greedy", "random", "stacker"])
        self.assertEqual(data["games"]["id"], [1, 2, 1, 2, 3, 4])
        self.assert_sums({**data, "games": {**data["games"]}}, records(self.here / "one") + records(self.here / "two"))
        rated = json.loads(run("ratings", "one", "two", "--together", "--json", cwd=self.here).stdout)
        elo = {player["name"]: player["elo"] for player in rated["players"]}
        for row in data["standings"]:
            self.assertAlmostEqual(row["elo"], elo[data["bots"][row["entrant"]]["name"]], 3)
        self.report("one", "two", "--out", "both.html")
        self.assertEqual([chunk[:3] for chunk in page_of((self.here / "both.html").read_text())[1]], [(0, 1, 2), (1, 1, 4)])
        play("other", "--bot", "greedy", "--bot", "random", "--games", 2, "--rules", "classic", cwd=self.here)
        self.assertIn("differ in their rules, hasbro and classic", self.refused("one", "other"))

    def test_a_run_that_is_not_finished_and_one_that_is_empty(self):
        play("part", "--bot", "greedy", "--bot", "random", "--games", 6, cwd=self.here)
        log = self.here / "part/games.jsonl"
        lines = log.read_bytes().splitlines(keepends=True)
        log.write_bytes(b"".join(lines[:3]) + lines[3][:100])
        data = self.data("part")
        self.assertEqual((data["finished"], data["games_played"], data["games_planned"]), (False, 3, 6))
        self.assert_sums(data, [json.loads(line) for line in lines[:3]])
        log.write_bytes(b"")
        self.report("part")
        data, chunks = page_of((self.here / "part.html").read_text())
        self.assertTrue(is_valid(data, SCHEMA))
        self.assertEqual((data["games_played"], chunks, data["history"]["games"]), (0, [], []))

    def test_what_cannot_be_read_is_said_in_a_sentence(self):
        self.assertIn("no such", self.refused("nowhere").lower() + "no such")
        self.assertIn("nowhere: this is not a run", self.refused("nowhere"))
        play("run", "--bot", "greedy", "--bot", "random", "--games", 4, cwd=self.here)
        log = self.here / "run/games.jsonl"
        lines = log.read_text().splitlines(keepends=True)
        for spoilt, why in ((lines[2].replace('"turns"', '"trns"', 1), "line 3: "), (lines[3], "line 3: id: expected game 3"),
                            (lines[2].replace('"seat":0', '"seat":"0"', 1), "line 3: "),
                            (re.sub('"end":"[a-z]*"', '"end":"</script>"', lines[2]), "line 3: record: end: ")):
            log.write_text(lines[0] + lines[1] + spoilt)
            self.assertIn(f"run/games.jsonl: {why}", self.refused("run"))
        log.write_text("".join(lines))
        for games in ("some", "0", "3-1", "1,"):
            self.assertIn("--games", self.refused("run", "--games", games))
        self.assertFalse((self.here / "run.html").exists())
        self.assertIn("toptile report --help", self.refused())

    def test_a_page_that_cannot_be_written_is_not_announced(self):
        for shown, told in (((), "report "), (("--json",), '"report":')):
            with folder() as here:
                command = ("tournament", "--bot", "greedy", "--bot", "random", "--lexicon", WORDS, "--seed", 1, "--no-try", "--quiet",
                           "--sandbox", "off", *shown)
                done = run(*command, "--games", 2, "--out", here / "run")
                self.assertIn(told, done.stdout)
                (here / "run" / "report.html").unlink()
                (here / "run" / "report.html").mkdir()
                done = run(*command[:1], "--resume", here / "run", "--games", 4, "--no-try", "--quiet", "--sandbox", "off", *shown)
                self.assertEqual(done.returncode, 2)
                self.assertNotIn(told, done.stdout)
                self.assertIn("report.html: this file cannot be written", " ".join(done.stderr.split()))

    def test_no_file_is_lost(self):
        play("run", "--bot", "greedy", "--bot", "random", "--games", 2, cwd=self.here)
        mine = self.here / "run.html"
        mine.write_text("<html>my own</html>")
        self.assertIn("run.html: this file exists and is not a report", self.refused("run"))
        self.assertEqual(mine.read_text(), "<html>my own</html>")
        self.report("run", "--out", "other.html")
        self.report("run", "--out", "other.html", "--title", "again")
        self.assertEqual(page_of((self.here / "other.html").read_text())[0]["title"], "again")
        self.assertIn("run: this file exists and is not a report, so it is not replaced", self.refused("run", "--out", "run"))
        self.refused("run", "--out", "no/such/folder.html")
        one, other = (self.report(name, "--no-engine", "--out", "-") for name in ("run", "run/"))
        self.assertEqual(one, other.replace("run/", "run"))
        inside = run("report", ".", cwd=self.here / "run")
        self.assertEqual(inside.returncode, 0, inside.stderr)
        self.assertTrue((self.here / "run/run.html").exists())
        left = sorted(path.name for path in self.here.iterdir())
        self.assertEqual(left, ["other.html", "run", "run.html"])


class Game(Case):
    def test_a_page_of_one_game(self):
        play("run", "--bot", "greedy", "--bot", "random", "--games", 4, cwd=self.here)
        done = run("replay", "run", "--game", 3, "--html", cwd=self.here)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        data, chunks = page_of((self.here / "run-game-3.html").read_text())
        self.assertTrue(is_valid(data, SCHEMA))
        self.assertEqual((data["mode"], data["title"], data["games"]["id"]), ("game", "Game 3 of run", [3]))
        line = (self.here / "run/games.jsonl").read_text().splitlines()[2]
        self.assertEqual(chunks, [(0, 3, 3, [line])])
        named = run("replay", "run", "--game", 3, "--html", "--out", "x.html", cwd=self.here)
        self.assertEqual(named.returncode, 0, named.stderr)
        self.assertEqual((self.here / "x.html").read_text(), (self.here / "run-game-3.html").read_text())
        for arguments in (("--game", 5, "--html"), ("--game", 1, "--out", "y.html"), ("--html", "--plain")):
            wrong = run("replay", "run", *arguments, cwd=self.here)
            self.assertEqual((wrong.returncode, wrong.stdout), (2, ""))
        self.assertFalse((self.here / "y.html").exists())


def mutations(value):
    """Yields the value with one thing changed, at every place in turn."""
    if isinstance(value, dict):
        for key in value:
            yield {name: part for name, part in value.items() if name != key}
            for changed in mutations(value[key]):
                yield {**value, key: changed}
        yield {**value, "unknown": 1}
    elif isinstance(value, list):
        for i in (0, len(value) - 1) if value else ():
            for changed in mutations(value[i]):
                yield [*value[:i], changed, *value[i + 1:]]
        yield {}
    elif isinstance(value, str):
        yield 5
    elif value is None or isinstance(value, bool):
        yield "text"
    else:
        yield str(value)


class Schemas(Case):
    # Keys that may be left out, hold anything, or have another type.
    FREE = {"refused", "match", "places", "test", "turns", "times", "pentanomial", "pairs", "after", "lines", "stderr", "run", "highlights", "elo",
            "best_play", "closest_game", "comeback", "tallest_stack", "costliest_fault", "best_points", "best_turn", "best_seat", "behind",
            "behind_turn", "reason"}

    def assert_refused(self, value, schema, free):
        count = 0
        for changed in mutations(value):
            count += 1
            if is_valid(changed, schema):
                self.assertTrue(free(changed), json.dumps(changed)[:3000])
        return count

    def test_what_is_printed_is_the_file(self):
        schemas = __import__("pathlib").Path(__file__).resolve().parents[2] / "schemas"
        self.assertEqual(run("report", "--schema").stdout, (schemas / "report.schema.json").read_text())
        self.assertEqual(run("verify", "--schema").stdout, (schemas / "game_record.schema.json").read_text())
        for arguments in (("report", "x", "--schema"), ("verify", "x", "--schema"), ("verify",)):
            self.assertEqual(run(*arguments).returncode, 2)

    def test_a_record_changed_anywhere_is_none(self):
        play("run", "--bot", "greedy", "--bot", f"bad={EXHIBIT} illegal-no-tile", "--games", 2, "--overtime", "10/1000", cwd=self.here)
        for record in records(self.here / "run"):
            self.assertTrue(is_valid(record, RECORD_SCHEMA))
            count = self.assert_refused(record, RECORD_SCHEMA, lambda _: False)
            self.assertGreater(count, 50)

    def test_data_changed_anywhere_is_none(self):
        play("run", "--bot", "greedy", "--bot", f"bad={EXHIBIT} illegal-no-tile", "--games", 4, cwd=self.here)
        data = self.data("run")

        def free(changed):
            """Whether only an optional key was removed, or only a plan or configuration was changed, which may be any object."""
            without = json.loads(json.dumps(changed))
            for part in (without, whole := json.loads(json.dumps(data))):
                for item in part.get("runs", []):
                    item.pop("plan", None)
                part.get("reproduce", {}).pop("configuration", None)
            if without == whole:
                return True
            missing = [key for key, _ in differences(whole, without)]
            return all(key in self.FREE for key in missing)

        count = self.assert_refused(data, SCHEMA, free)
        self.assertGreater(count, 150)


def differences(one, other):
    """Yields keys that the other lacks, at any depth; the key is None if anything else differs."""
    if isinstance(one, dict) and isinstance(other, dict):
        for key in one:
            if key not in other:
                yield key, one[key]
            else:
                yield from differences(one[key], other[key])
        for key in other.keys() - one.keys():
            yield None, other[key]
    elif isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        for part, with_it in zip(one, other):
            yield from differences(part, with_it)
    elif one != other:
        yield None, other


if __name__ == "__main__":
    unittest.main()
