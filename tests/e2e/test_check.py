"""toptile check: the bots that ship pass, and a bot with one fault fails only the test for that fault."""

import concurrent.futures
import json
import os
import shlex
import subprocess
import sys
import unittest

from toptile_program import BOTS, BUILD, IS_LONG, bots_running, folder, has_sandbox, run

LIAR = os.environ.get("TOPTILE_LIAR", str(BUILD / "tests" / "bots" / "liar"))
# Most of the time is spent waiting for bots that do not answer.
AT_ONCE = 4

PERFECT = ("greedy", "greedy-python", "random")
# These are always put to all tests: what they write is seen while other tests run.
WHOLE = ("none", "thanks", "noise", "answer-twice", "ready-twice", "chatter")

BATCHES = ("batch", "batch-clocks", "batch-stop", "batch-games", "batch-seed")
# Nothing else is learned about a bot that leaves a question of a batch open.
LEAVES_BATCHES_OPEN = {**dict.fromkeys(BATCHES, "skip"), "batch": "fail"}
# Only the answers to whole batches are wrong, not those to stop.
MIXES_GAMES_UP = {"batch": "fail", "batch-clocks": "fail", "batch-games": "fail", "batch-seed": "warn"}

# The tests that do not pass for each deed. Deeds after which all other tests are skipped are tested below.
DEEDS = {
    "none": {},
    "banner": {"start": "warn"},
    "nameless": {"start": "warn"},
    "default-out-of-range": {"options": "fail"},
    "no-default": {"options": "warn"},
    "unknown-type": {"options": "fail"},
    "option-twice": {"options": "fail"},
    "combo-death": {"options": "fail"},
    "one-ready": {"ready": "fail"},
    "deaf-in-thought": {"ready": "fail"},
    "unknown-death": {"strange-lines": "fail"},
    "unknown-reply": {"strange-lines": "fail"},
    "blank-death": {"strange-lines": "fail"},
    "unknown-key": {"strange-lines": "fail"},
    "carriage": {"strange-lines": "fail"},
    "ignore-stop": {"stop": "fail"},
    "slow-stop": {"stop": "fail"},
    "stray-stop": {"stop": "fail"},
    "late": {"clocks": "fail"},
    "other-clock": {"clocks": "fail"},
    "small-board": {"rulesets": "fail"},
    "third-player": {"players": "fail"},
    "move-challenge": {"challenge": "fail"},
    "accept-all": {"challenge": "warn"},
    "challenge-all": {"challenge": "warn"},
    "thanks": {"result": "fail", "stdout": "warn"},  # Other tests send results, too.
    "tired": {"games": "fail"},
    "own-chance": {"seed": "warn"},
    "slower": {"pace": "warn"},
    "leak": {"memory": "fail"},
    "small-leak": {"memory": "warn"},
    "leak-files": {"memory": "warn"},
    "leak-threads": {"memory": "warn"},
    "ignore-quit": {"quit": "fail", "children": "skip"},
    "ignore-end": {"quit": "fail"},
    "busy-quit": {"quit": "fail"},
    "exit-code": {"quit": "warn"},
    "leave-child": {"children": "fail"},
    "noise": {"stdout": "warn"},
    "answer-twice": {"stdout": "fail"},
    "ready-twice": {"stdout": "fail"},
    "chatter": {"stderr": "warn"},
    "passer": {"games": "warn"},
    "bytes": {"rulesets": "warn"},
    "sometimes-late": {"games": "warn"},
    "logs-and-dies": {"strange-lines": "fail"},
    "leak-children": {"memory": "warn"},
    # These offer to play several games at once.
    "batch": {},
    "batch-unmarked": LEAVES_BATCHES_OPEN,
    "batch-first-only": LEAVES_BATCHES_OPEN,
    "batch-twice": dict.fromkeys(BATCHES, "fail"),
    "batch-unknown-game": dict.fromkeys(BATCHES, "fail"),
    "batch-death": dict.fromkeys(BATCHES, "fail"),
    "batch-mixed-up": MIXES_GAMES_UP,
    "batch-one-board": MIXES_GAMES_UP,
    "batch-challenge-moves": {"batch": "fail"},
    "batch-late": {"batch-clocks": "fail"},
    "batch-other-clock": {"batch-clocks": "fail"},
    "batch-ignore-stop": {"batch-stop": "fail"},
    "batch-slow-stop": {"batch-stop": "fail"},
    "batch-stop-all": {"batch-stop": "warn"},
    "batch-waits-for-all": {"batch-stop": "warn"},
    "batch-ends-by-itself": {},
    "batch-marked-ready": {"batch-stop": "fail"},
    "batch-deaf-in-thought": {"batch-stop": "fail"},
    "batch-forgets": {"batch-games": "fail", "batch-seed": "skip"},
    "batch-thanks": dict.fromkeys(BATCHES[:-1], "fail"),  # batch-seed sends no result before its last batch.
    "batch-keeps-mark": {"batch-games": "fail", "stdout": "fail"},
    "batch-one-seed": {"batch-seed": "warn"},
}

# The words that the author of a bot with such a deed reads in a test, for mistakes with several games at once.
SEEN = {
    "batch-unmarked": ("batch", r'no bestmove for game 1 within \d+ ms; it said "bestmove [^"]+"'),
    "batch-first-only": ("batch", r"no bestmove for game 2 within \d+ ms"),
    "batch-twice": ("batch", r'"game 1 bestmove [^"]+": a second bestmove came; each go has one answer'),
    "batch-unknown-game": ("batch", r'"game 0 bestmove [^"]+": no game of this name is being played'),
    "batch-mixed-up": ("batch", r'in game 1, under hasbro, "[^"]+" is refused: .*; in game 2 it would be legal'),
    "batch-death": ("batch", r"it ended \(exit code 9\) when bestmove for 2 of 2 games was expected"),
    "batch-challenge-moves": ("batch", r"in game \d, under hasbro-challenge, .* answer challenge or accept"),
    "batch-late": ("batch-clocks", r"a batch with movetime 500 took \d+ ms, at best"),
    "batch-other-clock": ("batch-clocks", r"a game with 200 ms on its clock was charged \d+ ms, at best"),
    "batch-ignore-stop": ("batch-stop", r"no bestmove for 4 of 4 games within \d+ ms"),
    "batch-stop-all": ("batch-stop", r"stop for one game also ended the thinking about 3 of 3 others"),
    "batch-ends-by-itself": ("batch-stop", r"bestmove \d+ ms after stop, the best of 3 tries; go infinite was also answered without stop"),
    "batch-marked-ready": ("batch-stop", r'while it thinks about 4 games: no readyok within \d+ ms; it said "game 1 readyok"'),
    "batch-forgets": ("batch-games", r"no bestmove for 2 of 3 games within \d+ ms"),
    "batch-keeps-mark": ("batch-games", r'in a game without a name .*: no bestmove within \d+ ms; it said "game \d+ bestmove [^"]+"'),
    "batch-one-seed": ("batch-seed", r"question 1 in game \d: it answered \S+ in a game alone, and \S+ in a batch"),
}

ATTEMPTS = 20

# In the sandbox nothing outlives a bot, so this deed needs a run without it.
OPENLY = {"leave-child": ("--sandbox", "off")}


def check(bot, *arguments, **options):
    """Runs the check; returns the exit code, and what --json prints or else the errors."""
    done = run("check", bot, "--json", *arguments, **options)
    return done.returncode, json.loads(done.stdout) if done.stdout else done.stderr


def liar(deed):
    return f"{shlex.quote(LIAR)} {deed}"


def amiss(report):
    return {test["name"]: test["verdict"] for test in report["tests"] if test["verdict"] != "pass"}


def names():
    return [line.split()[0] for line in run("check", "--list").stdout.splitlines() if line[:1].strip()]


def recheck(bot, report, expected, *arguments):
    """The verdicts of a report that are not "pass". A busy machine may make a bot late in tests that should pass, but not every time:
    these are done again, until they pass or were done often enough. What is expected has to be found at once."""
    found = amiss(report)
    for _ in range(ATTEMPTS):
        again = found.keys() - expected.keys()
        if not again:
            break
        _, later = check(bot, *(word for name in sorted(again) for word in ("--only", name)), *arguments)
        found = {name: verdict for name, verdict in found.items() if name in expected} | amiss(later)
    return found


class ShippedBots(unittest.TestCase):
    def test_none_fails_and_the_plain_ones_pass_every_test(self):
        programs = sorted(path.name for path in BOTS.iterdir() if os.access(path, os.X_OK) and path.is_file())
        self.assertGreaterEqual(len(programs), 3)
        for name in programs if IS_LONG else PERFECT:
            with self.subTest(name):
                _, report = check(name)
                self.assertEqual([test["name"] for test in report["tests"]], names())
                wrong = recheck(name, report, {})
                if name not in PERFECT:
                    wrong = {test: verdict for test, verdict in wrong.items() if verdict != "warn"}
                self.assertEqual(wrong, {}, report)
                print(f"check {name}: {report['ms'] / 1000:.1f} s")


class Liars(unittest.TestCase):
    def checked(self, deed):
        """A report on the bot, and what is wrong with it: in the long tier after all tests, otherwise after those that should find it."""
        expected, openly = DEEDS[deed], OPENLY.get(deed, ())
        only = () if IS_LONG or deed in WHOLE else tuple(word for name in expected for word in ("--only", name))
        code, report = check(liar(deed), *only, *openly)
        return code, report, recheck(liar(deed), report, expected, *openly)

    def test_each_deed_is_found_by_its_own_test_and_by_no_other(self):
        with concurrent.futures.ThreadPoolExecutor(AT_ONCE) as pool:
            reports = dict(zip(DEEDS, pool.map(self.checked, DEEDS)))
        for deed, expected in DEEDS.items():
            with self.subTest(deed):
                code, report, found = reports[deed]
                self.assertEqual(found, expected, report)
                self.assertEqual(code, 1 if "fail" in amiss(report).values() else 0)
                for test in report["tests"]:
                    is_case = test["verdict"] in ("warn", "fail")
                    self.assertEqual(bool(test["advice"]), is_case, test)
                    self.assertTrue(test["seen"], test)
                if deed in SEEN:
                    name, words = SEEN[deed]
                    seen = {test["name"]: test["seen"] for test in report["tests"]}
                    self.assertRegex(seen[name], f"^{words}")

    def test_every_test_has_a_bot_that_it_finds_out(self):
        self.assertEqual({test for expected in DEEDS.values() for test in expected}, set(names()))

    def test_a_slow_start_is_a_warning(self):
        code, report = check(liar("slow-start"), "--only", "start")
        self.assertEqual((code, amiss(report)), (0, {"start": "warn"}))

    def test_a_death_late_in_the_day_is_found_where_it_happens(self):
        code, report = check(liar("crash-late"))
        self.assertEqual((code, amiss(report)), (1, {"pace": "fail", "memory": "fail"}))
        self.assertIn("exit code 9", str(report["tests"]))

    def test_an_illegal_move_at_the_end_of_a_game_is_told_with_its_reason(self):
        code, report = check(liar("illegal-end"), "--only", "rulesets")
        self.assertEqual((code, amiss(report)), (1, {"rulesets": "fail"}))
        self.assertIn('"ex.?" is refused: rack: ', report["tests"][0]["seen"])


    def test_a_play_that_is_off_by_one_is_told_with_the_legal_one(self):
        code, report = check(liar("one-off"), "--only", "games")
        self.assertEqual((code, amiss(report)), (1, {"games": "fail"}))
        self.assertRegex(report["tests"][0]["seen"], r"; [0-9a-z]+\.[A-Z]+ would be legal$")

    def test_complaints_about_strange_lines_are_not_last_words(self):
        _, report = check(liar("logs-and-dies"), "--only", "strange-lines")
        self.assertEqual(report["tests"][0]["seen"], "after a line that is not ASCII: it ended (exit code 4) when readyok was expected")

    def test_what_a_bot_does_wrong_is_told_in_numbers(self):
        for deed, test, words in (("passer", "games", r"it laid no tile in 4 games, though it had a play in \d+ of \d+ moves"),
                                  ("bytes", "rulesets", r"under german, it laid tiles in \d of \d moves in which it had a play"),
                                  ("sometimes-late", "games", r"\d+ of \d+ moves took more than 150 ms, with movetime 100"),
                                  ("leak-children", "memory", r"\d processes at the start, \d+ after \d+ games, \d+ of them dead and not")):
            with self.subTest(deed):
                _, report = check(liar(deed), "--only", test)
                self.assertRegex(report["tests"][0]["seen"], words)


class SeveralGames(unittest.TestCase):
    def test_a_bot_that_plays_one_game_at_a_time_is_not_asked_for_more(self):
        code, report = check(liar("none"), *(word for name in BATCHES for word in ("--only", name)))
        self.assertEqual((code, report["games"]), (0, 1))
        self.assertEqual({test["seen"] for test in report["tests"]}, {"it plays one game at a time"})

    def test_the_kit_of_a_bot_is_named(self):
        with folder() as here:
            bot = here / "bot"
            bot.write_text("#!/bin/sh\nread -r line\necho id name N\necho id author A\necho id kit toptile.py 1.1 with toptile_engine 0.1.0\n"
                           "echo games 8\necho uwiok\nread -r line\n")
            bot.chmod(0o755)
            code, report = check(bot, "--only", "start")
            self.assertEqual((code, report["author"], report["kit"], report["games"]),
                             (0, "A", "toptile.py 1.1 with toptile_engine 0.1.0", 8))
            told = " ".join(run("check", bot, "--only", "start").stdout.split())
            self.assertRegex(told, r"uwiok after \d+ ms; written with toptile\.py 1\.1 with toptile_engine 0\.1\.0 ")


class BusyMachine(unittest.TestCase):
    # It needs 600 ms of a processor for readyok while it thinks, and has 1000 ms.
    BOT = """#!/usr/bin/env python3
import sys
import time

thinking = False
for line in sys.stdin:
    word = (line.split() or [""])[0]
    if word == "uwi":
        print("id name Slow\\nid author Nobody\\nuwiok", flush=True)
    elif word == "isready":
        end = time.process_time() + 0.6 * thinking
        while time.process_time() < end:
            pass
        print("readyok", flush=True)
    elif word == "go":
        thinking = True
"""

    def test_a_bot_is_not_charged_while_it_waits_for_a_processor(self):
        processors = os.sched_getaffinity(0)
        os.sched_setaffinity(0, {min(processors)})
        others = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(3)]
        try:
            with folder() as here:
                bot = here / "bot"
                bot.write_text(self.BOT)
                bot.chmod(0o755)
                code, report = check(bot, "--only", "ready", "--sandbox", "off")
        finally:
            os.sched_setaffinity(0, processors)
            for other in others:
                other.kill()
                other.wait()
        self.assertEqual((code, report["tests"][0]["seen"]), (0, "also while it thinks"), report)


class Strangers(unittest.TestCase):
    """Small bots in sh that make one mistake, and what the check says about it."""

    HEAD = "#!/bin/sh\nread -r line\n"

    def said_of(self, text, *arguments):
        with folder() as here:
            bot = here / "bot"
            bot.write_text(self.HEAD + text)
            bot.chmod(0o755)
            code, report = check(bot, *arguments)
        self.assertEqual(code, 1)
        return report["tests"][0]

    def test_a_bot_of_another_protocol_is_named(self):
        for said, bot in (("uciok", "UCI"), ("Unknown command: uwi 1", "UCI"), ("? unknown command", "GTP"),
                          ("Error (unknown command): uwi", "XBoard")):
            with self.subTest(said):
                test = self.said_of(f"echo '{said}'\nread -r line\n", "--only", "start")
                self.assertRegex(test["seen"], r"^no uwiok within \d{4,} ms; ")
                self.assertIn(f'it said "{said}": this is a', test["seen"])
                self.assertIn(f"{bot} bot", test["seen"])
                self.assertIn("speak UWI", test["advice"])

    def test_a_last_line_without_an_end_is_told(self):
        test = self.said_of("printf 'id name N\\nuwiok'\n", "--only", "start")
        self.assertIn("ended (exit code 0) when uwiok was expected; its last line had no end", test["seen"])
        self.assertIn("End every line with \\n", test["advice"])
        test = self.said_of("printf 'id name N\\nid author A\\nuwiok\\n'\nread -r line\nprintf readyok\nread -r line\nread -r line\n",
                            "--only", "ready")
        self.assertIn("; it began a line, but did not end it", test["seen"])

    def test_the_last_words_are_shown(self):
        test = self.said_of("echo first >&2\necho 'no such module' >&2\nexit 3\n", "--only", "start", "--verbose")
        self.assertIn("; its last line on stderr: no such module", test["seen"])
        self.assertEqual(test["lines"][-2:], ["! first", "! no such module"])

    def test_a_bot_that_insists_on_utf8_passes(self):
        with folder() as here:
            bot = here / "bot.py"
            bot.write_text("#!/usr/bin/env python3\nimport sys\nfor line in sys.stdin.buffer:\n"
                           "    word = (line.decode('utf-8', 'strict').split() or [''])[0]\n"
                           "    said = {'uwi': 'id name U\\nid author A\\nuwiok', 'isready': 'readyok', 'go': 'bestmove pass'}.get(word)\n"
                           "    if said:\n        print(said, flush=True)\n    if word == 'quit':\n        break\n")
            bot.chmod(0o755)
            code, report = check(bot, "--only", "strange-lines", "--only", "rulesets")
            self.assertEqual((code, amiss(report)), (0, {}))

    def test_a_correct_bot_in_bash_passes(self):
        with folder() as here:
            bot = here / "bot"
            bot.write_text("#!/bin/bash\nwhile IFS= read -r line; do\n  line=${line%$'\\r'}\n  case $line in\n"
                           "    uwi*) printf 'id name B\\nid author A\\nuwiok\\n' ;;\n    isready) echo readyok ;;\n"
                           "    'go challenge'*) echo bestmove accept ;;\n    go*) echo bestmove pass ;;\n    quit) exit ;;\n"
                           "    [a-z]*|[A-Z]*|[^a-z]*) grep -q . <<< \"$line\" || : ;;\n  esac\ndone\n")
            bot.chmod(0o755)
            code, report = check(bot, "--only", "strange-lines", "--only", "ready", env={"LC_ALL": "C.UTF-8"})
            self.assertEqual((code, amiss(report)), (0, {}))


class OutOfTime(unittest.TestCase):
    def test_a_check_that_did_not_test_everything_is_no_success(self):
        with folder() as here:
            bot = here / "bot"
            # It takes a second for each move.
            bot.write_text('#!/bin/sh\nwhile read -r word rest; do case $word in\nuwi) echo id name N; echo id author A; echo uwiok ;;\n'
                           'isready) echo readyok ;;\ngo) sleep 1; echo bestmove pass ;;\nquit) exit ;;\nesac; done\n')
            bot.chmod(0o755)
            wanted = ("--sandbox", "off", "--time", 10, "--only", "memory", "--only", "games")
            for _ in range(ATTEMPTS):  # A busy machine may let the first of them end late.
                code, report = check(bot, *wanted)
                times = [test["ms"] for test in report["tests"]]
                if min(times) > 2000:
                    break
            told = run("check", bot, *wanted)
        self.assertEqual((code, report["complete"], told.returncode), (1, False, 1))
        self.assertEqual(amiss(report), {"games": "skip", "memory": "skip"})
        self.assertGreater(min(times), 2000, "one took the time of the other")
        self.assertIn("not everything was tested: games, memory ran out of time; --time gives the check more", " ".join(told.stdout.split()))

    def test_a_check_of_chosen_tests_that_ended_is_one(self):
        code, report = check("greedy", "--sandbox", "off", "--only", "start")
        self.assertEqual((code, report["complete"]), (0, True))


class Hopeless(unittest.TestCase):
    """If a bot does not get far, not every test waits for it again."""

    def assert_few_starts(self, ends, first, most):
        """`first` fails, and the bot is started again for no other test."""
        with folder() as here:
            bot = here / "bot"
            bot.write_text(f'#!/bin/sh\necho >>"{here}/starts"\n{ends}\n')
            bot.chmod(0o755)
            code, report = check(bot, "--sandbox", "off")
            self.assertLessEqual((here / "starts").read_text().count("\n"), most)
        self.assertEqual(code, 1)
        verdicts = amiss(report)
        self.assertEqual(verdicts.pop(first), "fail")
        self.assertEqual(set(verdicts.values()), {"skip"})
        self.assertGreater(report["totals"]["skip"], 10)
        self.assertIn("the bot does not get that far; see ", report["tests"][-1]["seen"])

    def test_one_that_never_says_uwiok(self):
        self.assert_few_starts(f"exec {liar('mute')}", "start", 2)

    def test_one_that_ends_at_once(self):
        self.assert_few_starts("exit 3", "start", 2)

    def test_one_that_is_never_ready(self):
        with folder() as here:
            bot = here / "bot"
            bot.write_text("#!/bin/sh\nread -r line\necho id name N\necho id author A\necho uwiok\n"
                           "while read -r line; do :; done\n")
            bot.chmod(0o755)
            code, report = check(bot, "--only", "start", "--only", "stop", "--only", "games")
            self.assertEqual(code, 1)
            self.assertEqual([test["verdict"] for test in report["tests"]], ["pass", "fail", "skip"])


class Scripts(unittest.TestCase):
    def check_script(self, test, *cases):
        with folder() as here:
            bot = here / "bot"
            bot.write_text("#!/bin/sh\nwhile read -r line; do case $line in\n" + "".join(f"{case} ;;\n" for case in cases) + "esac; done\n")
            bot.chmod(0o755)
            return check(bot, "--only", test)[1]["tests"][0]

    TALK = ("uwi*) echo id name N; echo id author A; echo uwiok", "isready) echo readyok")

    def test_children_of_a_search_are_counted(self):
        for search in ("sleep 300 > /dev/null 2>&1 & child=$!; echo bestmove pass", "sleep 0.2; echo bestmove pass"):
            found = self.check_script("children", *self.TALK, f"go*) {search}", 'quit) [ "$child" ] && kill $child && wait; exit 0')
            self.assertEqual(found["verdict"], "pass", found)
            self.assertIn("2 processes, all gone", found["seen"])
        found = self.check_script("children", *self.TALK, "go*) echo bestmove pass", "quit) exit")
        self.assertIn("one process, also while it thinks", found["seen"])

    def test_an_answer_of_gtp_with_its_empty_line_is_known(self):
        found = self.check_script("start", "*) printf '? unknown command\\n\\n'")
        self.assertEqual(found["verdict"], "fail")
        self.assertIn("this is a GTP bot", found["seen"])

    def test_a_move_without_the_end_of_its_line_is_told(self):
        found = self.check_script("ready", *self.TALK, "go*) printf 'bestmove pass'", "quit) exit")
        self.assertEqual(found["verdict"], "fail")
        self.assertIn("readyok stood in the line of bestmove", found["seen"])
        self.assertIn("End every line with \\n", found["advice"])


class CommandLine(unittest.TestCase):
    def test_lines_fit_80_columns_and_have_no_colour_in_a_pipe(self):
        done = run("check", liar("nameless"), "--only", "start", "--only", "options")
        self.assertEqual(done.returncode, 0)
        self.assertRegex(done.stdout, r"(?m)^  start +warn  no id name\n +> Say id name ")
        self.assertIn("1 passed, 1 warned, 0 failed, 0 skipped in ", done.stdout)
        self.assertNotIn("\x1b", done.stdout)
        for line in done.stdout.splitlines():
            self.assertLessEqual(len(line), 80, line)

    def test_verbose_shows_the_lines_exchanged_where_a_test_fails(self):
        done = run("check", liar("small-board"), "--only", "rulesets", "--verbose")
        self.assertEqual(done.returncode, 1)
        self.assertIn("\n    > position board ....", done.stdout)
        self.assertIn("\n    < bestmove 4d.XQJ\n", done.stdout)
        code, report = check(liar("small-board"), "--only", "rulesets", "--verbose")
        self.assertIn("< bestmove 4d.XQJ", report["tests"][0]["lines"])

    def test_one_mistake_is_told_once_in_text_and_everywhere_in_json(self):
        with folder() as here:
            self.assertEqual(run("new-bot", "mine", cwd=here).returncode, 0)
            bot = here / "mine/bot.py"
            bot.write_text(bot.read_text().replace("play.points", "play.pionts"))
            flags = ("--sandbox", "off", "--only", "ready", "--only", "stop", "--only", "seed")
            told = run("check", "./mine", *flags, "--verbose", cwd=here)
            text = " ".join(told.stdout.split())
            self.assertEqual(told.returncode, 1)
            # Once in the sentence, and once at the end of the traceback.
            self.assertEqual(text.count("no attribute 'pionts'"), 2, told.stdout)
            self.assertEqual(text.count("> Find out why"), 1, told.stdout)
            self.assertRegex(text, r"stop fail it ended \(exit code 1\)[^;]*; stderr as in ready ")
            self.assertEqual(told.stdout.count("\n    ! as in ready\n"), 2)
            for line in told.stdout.splitlines():
                if not line.startswith("    "):
                    self.assertLessEqual(len(line), 80, line)
            code, report = check("./mine", *flags, "--verbose", cwd=here)
            self.assertEqual(code, 1)
            for test in report["tests"]:
                self.assertIn("no attribute 'pionts'", test["seen"])
                self.assertIn("Find out why", test["advice"])
                self.assertIn("no attribute 'pionts'", test["lines"][-1])

    def test_what_cannot_be_checked_is_told_in_one_line(self):
        for arguments, words in (
            ([], "a bot should follow"), (["no-such-bot"], "no-such-bot"), (["./nothing"], "nothing"),
            (["greedy", "--only", "stops"], "did you mean stop?"), (["greedy", "--rules", "x"], "--rules"),
            (["greedy", "--lexicon", "x"], "--lexicon"),
        ):
            with self.subTest(arguments):
                done = run("check", *arguments)
                self.assertEqual((done.returncode, done.stdout), (2, ""))
                self.assertEqual(done.stderr.count("\n"), 1, done.stderr)
                self.assertIn(words, done.stderr)

    def test_nothing_is_left_behind(self):
        with folder() as here:
            marks = {"TMPDIR": str(here), "LC_TOPTILE_MARK": str(here)}
            for sandbox, verdicts in (("auto", {}), ("off", {"children": "fail"})):
                with self.subTest(sandbox):
                    _, report = check(liar("leave-child"), "--only", "children", "--sandbox", sandbox, env=marks)
                    if sandbox == "off" or has_sandbox():
                        self.assertEqual(amiss(report), verdicts)
                    self.assertEqual(list(here.iterdir()), [])
                    self.assertEqual(bots_running(str(here)), [])

    def test_rules_and_words_of_ones_own(self):
        with folder() as here:
            (here / "tiny.json").write_text('{"name": "tiny", "based_on": "hasbro", "size": 5}')
            (here / "words.txt").write_text("on\nno\nnot\nton\n")
            code, report = check("greedy", "--rules", here / "tiny.json", "--lexicon", here / "words.txt")
            self.assertEqual((code, amiss(report)), (0, {}))
            code, report = check("greedy", "--rules", "solo")
            self.assertEqual((code, amiss(report)), (0, {}))


if __name__ == "__main__":
    unittest.main()
