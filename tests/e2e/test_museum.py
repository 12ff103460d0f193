"""The museum of misbehaviour (tests/data/museum.json) in tournaments: the games of the healthy bots are as if the exhibit were not
there, it gets its verdict in each of its games, and no process of it outlives the tournament or a killed referee."""

import concurrent.futures
import json
import os
import pathlib
import re
import signal
import time
import unittest
import uuid

from toptile_program import (EXHIBIT, IS_LONG, WORDS, bots_running, folder, has_sandbox, run, start, wait_for_bots_to_exit,
                             wait_until, without_times)

CATALOGUE = json.loads((pathlib.Path(__file__).resolve().parent.parent / "data" / "museum.json").read_text())
ENTRIES = [entry for room in CATALOGUE["rooms"] for entry in room["exhibits"]]
AT_ONCE = max(4, 2 * len(os.sched_getaffinity(0)))  # Concurrent tournaments; most of them wait for a clock.
# A busy machine may make a healthy bot or a tolerated exhibit late. Then each bot gets this many times the patience and the time.
PATIENCE_OF_REFEREE = (1, 10, 100)

LEFT_ALIVE = ("never-moves", "chatty-thought", "endless-info", "stderr-flood", "closes-all", "never-reads", "stops-itself",
              "ignores-all-signals", "changes-session", "orphan-and-play", "daemon-and-play", "daemon-at-start", "forks-without-end",
              "forks-away", "spins")

# The exhibits for which a sandbox might change something: why a bot dies, what is closed, and what is left.
SANDBOXED = ("crash-at-first-move", "exit-when-asked-ready", "mute", "never-ready", "never-moves", "drip-answer", "drip-without-end",
             "gigabyte-line", "endless-info", "stderr-flood", "closes-output", "closes-input", "closes-both", "closes-all", "never-reads",
             "stops-itself", "ignores-all-signals", "kills-its-group", "changes-session", "orphan-and-exit", "daemon-and-exit",
             "hands-over-to-child", "daemon-and-play", "daemon-at-quit", "forks-without-end", "eats-memory", "writes-without-end",
             "opens-without-end", "spins")


# Every exhibit is played in the long tier, and otherwise every third of each kind.
STRIDE = 1 if IS_LONG else 3
HEALTHY = ["greedy", {"name": "calm", "command": [EXHIBIT, "behave"]}, *(["random"] if IS_LONG else [])]


def make_file(entry, here):
    """Makes the entry's program in the folder. It cannot be started, so no build should leave it behind."""
    path, file = here / entry["name"], entry["file"]
    if file.get("folder"):
        path.mkdir()
    elif "hex" in file:
        path.write_bytes(bytes.fromhex(file["hex"]))
    elif "text" in file:
        path.write_bytes(file["text"].encode())
    if path.is_file():
        path.chmod(0o755 if file.get("executable", True) else 0o644)
    return path


def rules_of(entry, here):
    """The name of a ruleset, or a file that changes its height of stacks."""
    rules, height = entry.get("rules", "hasbro"), entry.get("height")
    if height is None:
        return rules
    path = here / "low.json"
    path.write_text(json.dumps({"name": "low", "based_on": rules, "height": height}))
    return str(path)


def clock_of(entry, times):
    is_limited = entry["waits"] == "move" or entry.get("tolerated")
    limit = 200 * times if is_limited else 20_000
    terms = {"kind": entry.get("clock", "move"), "time_ms": limit, "margin_ms": 10_000 if entry.get("tolerated") else 40, "hang_ms": limit}
    return terms if terms["kind"] != "cpu" else {**terms, "kind": "game", "measure": "cpu", "hang_ms": 20_000}


def config_of(entry, here, command, sandbox="off", times=1):
    """The healthy bots and the exhibit. Without a sandbox, only the keeper can catch processes that flee."""
    exhibit = {"name": "exhibit", "command": command}
    if entry.get("option"):
        exhibit["options"] = {"Depth": 5}
    patience = {"start_ms": 30_000, "ready_ms": 30_000, "quit_ms": 200}
    if entry["waits"] in ("start", "ready"):
        patience[entry["waits"] + "_ms"] = 300 * times
    return {
        "bots": [*HEALTHY, exhibit],
        "games": 2,
        "seed": str(2**60 + 11),  # `require` needs a secret seed, and a smaller one is none.
        "rules": rules_of(entry, here),
        "lexicon": str(WORDS),
        "clock": clock_of(entry, times),
        "patience": patience,
        "try_bots": False,
        "sandbox": sandbox,
        "batch": entry.get("batch", 1),
    }


def command_of(entry, here, mark):
    """The exhibit's command, with a mark by which all its processes can be found."""
    return [str(make_file(entry, here))] if "file" in entry else [EXHIBIT, entry["name"], "", mark]


def play(entry, here, name, command, concurrency, sandbox="off", times=1):
    config = here / f"{name}.json"
    config.write_text(json.dumps(config_of(entry, here, command, sandbox, times)))
    return run("tournament", config, "--concurrency", concurrency, "--out", here / name, "--quiet")


def reads_like(text, pattern):
    return re.fullmatch(".*".join(map(re.escape, pattern.split("…"))), text, re.S) is not None


def healthy(games):
    return [game for game in games if "exhibit" not in game["players"]]


def exhibited(games):
    return [game for game in games if "exhibit" in game["players"]]


def words_of(entry):
    """The words that the exhibit's author reads here, where all exhibits have the same name."""
    return entry.get("words", "").replace(entry["name"], "exhibit", 1) if "file" not in entry else entry["words"]


class Tournaments(unittest.TestCase):
    def expected(self, entry, here):
        """The games with a healthy bot in place of the exhibit: the schedule and the games' seeds are the same."""
        done = play(entry, here, "expected", [EXHIBIT, "behave"], 1)
        self.assertEqual(done.returncode, 0, done.stderr)
        return without_times(here / "expected")

    def what_is_wrong(self, entry, concurrency, sandbox, expected, times):
        """None, or the first thing that is not as in the catalogue."""
        mark = f"museum-{uuid.uuid4()}"
        with folder() as here:
            # An exhibit that faults between two games, or in one of several, needs them in one worker, and which worker plays a game
            # depends on the machine.
            lanes = 1 if entry.get("games", 1) > 1 or "batch" in entry else concurrency
            done = play(entry, here, "run", command_of(entry, here, mark), lanes, sandbox, times)
            left = bots_running(mark)
            if left:
                return f"{left} outlive the tournament"
            if "refused" in entry:
                is_refused = done.returncode == 2 and reads_like(done.stderr, f"toptile: {here}/run.json: line 1: bot {len(HEALTHY) + 1}: {entry['refused']}\n")
                return None if is_refused else done.stderr
            if done.returncode != 0:
                return done.stderr
            games = without_times(here / "run")
            if healthy(games) != healthy(expected):
                return "the games of the healthy bots are others"
            wrong = self.what_is_wrong_with_games(entry, exhibited(games))
            if wrong:
                return wrong
            if entry["verdict"] == "plays on" and entry.get("greedy", True) and games != expected:
                return "the exhibit's games are not those of a greedy bot"
        return None

    def what_is_wrong_with_games(self, entry, games):
        """The same for the exhibit's games. A bot that fails to start is withdrawn after a while."""
        forfeits = [(game["players"][forfeit["seat"]], forfeit) for game in games for forfeit in game["forfeits"]]
        if entry["verdict"] != "plays on" and not forfeits:
            return "no game was forfeited"
        if entry.get("loses") == "one" and len(forfeits) == len(games):
            return "all games were forfeited"
        for player, forfeit in forfeits:
            is_catalogued = forfeit["reason"] == entry["verdict"] and reads_like(forfeit["text"], words_of(entry))
            if player != "exhibit" or not is_catalogued and forfeit["reason"] != "withdrawn":
                return f"{player}: {forfeit}"
        return None

    def test_healthy_bots_play_as_if_the_exhibit_were_not_there(self):
        self.judge(ENTRIES[::STRIDE], (1, 2) if IS_LONG else (2,), "off")

    @unittest.skipUnless(has_sandbox(), "this machine has no sandbox: see toptile check host")
    def test_so_they_do_where_all_are_in_the_sandbox(self):
        self.judge([entry for entry in ENTRIES if entry["name"] in SANDBOXED][::STRIDE], (2,), "require")

    def judge(self, entries_of_all, concurrencies, sandbox):
        groups = {}
        for entry in entries_of_all:
            groups.setdefault((entry.get("rules"), entry.get("height")), []).append(entry)
        with folder() as here, concurrent.futures.ThreadPoolExecutor(AT_ONCE) as pool:
            jobs = {}
            for number, entries in enumerate(groups.values()):
                (here / str(number)).mkdir()
                expected = self.expected({**entries[0], "waits": "no", "clock": "move", "option": False, "batch": 1}, here / str(number))
                for entry in entries:
                    for concurrency in concurrencies:
                        jobs[pool.submit(self.judged, entry, concurrency, sandbox, expected)] = (entry["name"], concurrency)
            for job in concurrent.futures.as_completed(jobs):
                name, concurrency = jobs[job]
                with self.subTest(exhibit=name, concurrency=concurrency):
                    self.assertIsNone(job.result())

    def judged(self, entry, concurrency, sandbox, expected):
        wrong = None
        for times in PATIENCE_OF_REFEREE:
            wrong = self.what_is_wrong(entry, concurrency, sandbox, expected, times)
            if wrong is None:
                return None
        return wrong


class Killed(unittest.TestCase):
    def kill_referee_of(self, entry):
        mark = f"museum-{uuid.uuid4()}"
        with folder() as here:
            config = config_of({**entry, "waits": "no"}, here, command_of(entry, here, mark))
            config["bots"], config["games"] = ["greedy", config["bots"][-1]], 10_000
            (here / "cup.json").write_text(json.dumps(config))
            process = start("tournament", here / "cup.json", "--concurrency", 2, "--out", here / "run", "--quiet")
            self.wait_for_deed(here / "run", entry)
            time.sleep(0.2)
            process.send_signal(signal.SIGKILL)
            process.communicate()
            wait_for_bots_to_exit(mark)

    def wait_for_deed(self, run_folder, entry):
        log, sign = run_folder / "bots" / "exhibit.stderr", f"exhibit: {entry['name']}\n"
        wait_until(lambda: log.exists() and sign in log.read_text(errors="replace"), f"{entry['name']} does not come to its deed")

    def test_nothing_of_an_exhibit_outlives_a_killed_referee(self):
        entries = {entry["name"]: entry for entry in ENTRIES}
        with concurrent.futures.ThreadPoolExecutor(AT_ONCE) as pool:
            jobs = {name: pool.submit(self.kill_referee_of, entries[name]) for name in LEFT_ALIVE[::STRIDE]}
            for name, job in jobs.items():
                with self.subTest(exhibit=name):
                    job.result()


if __name__ == "__main__":
    unittest.main()
