"""The sandbox as a user sees it: what is played, said, and written down. tests/referee/sandbox/escapes.cpp tests what it prevents."""

import json
import os
import pathlib
import shutil
import subprocess
import unittest

from toptile_program import BOTS, EXHIBIT, IS_LONG, PATIENCE, PROGRAM, WORDS, folder, has_sandbox, records, run

KIT = pathlib.Path(__file__).resolve().parents[2] / "protocol" / "sdk" / "python"
# A bot that reads a file, its own or one from elsewhere, before it is ready.
READER = """#!/usr/bin/env python3
import toptile
import pathlib
pathlib.Path({path!r}).read_text()
toptile.run(lambda position: next(iter(position.plays()), toptile.PASS), name="Reader")
"""


def write_reader(path, reads):
    path.parent.mkdir(parents=True, exist_ok=True)
    shutil.copy(KIT / "toptile.py", path.parent)
    path.write_text(READER.format(path=str(reads)))
    path.chmod(0o755)
    return path


def play(here, *arguments, **options):
    seed = 2**60 + 5 if "require" in arguments else 5  # A smaller seed is not a secret.
    return run("tournament", "--lexicon", WORDS, "--games", 2, "--seed", seed, "--out", here / "run", *arguments, **options)


def plan(here):
    return json.loads((here / "run" / "run.json").read_text())


def path_without_bubblewrap(here):
    """A folder with all programs of PATH except bwrap, as on a machine that does not have it."""
    tools = here / "tools"
    tools.mkdir()
    for name in os.environ["PATH"].split(":"):
        if not os.access(name, os.R_OK | os.X_OK):
            continue
        for tool in pathlib.Path(name).iterdir():
            link = tools / tool.name
            if tool.name != "bwrap" and not link.is_symlink():
                link.symlink_to(tool)
    return str(tools)


def starter(env=None):
    """The program that starts bots in namespaces; empty if none can."""
    return json.loads(run("check", "host", "--json", env=env).stdout)["parts"][0]["by"]


class Machine(unittest.TestCase):
    def test_what_the_machine_can_do_is_told_for_people_and_for_programs(self):
        done, told = run("check", "host"), run("check", "host", "--json")
        self.assertEqual(done.returncode, told.returncode)
        parts = json.loads(told.stdout)["parts"]
        self.assertEqual([part["name"] for part in parts],
                         ["namespaces", "seccomp", "user", "limits", "memory group", "process group"])
        self.assertEqual(done.returncode, 0 if all(part["enforced"] for part in parts if part["required"]) else 1)
        for part in parts:
            self.assertEqual(bool(part["why_not"]), not part["enforced"])
            self.assertIn(f"\n  {part['name']} ", done.stdout)
        for line in done.stdout.splitlines():
            self.assertLessEqual(len(line), 80, line)

    def test_a_bot_of_the_name_host_can_be_checked(self):
        with folder() as here:
            shutil.copy(BOTS / "random", here / "host")
            self.assertIn("1 passed", run("check", "./host", "--only", "start", cwd=here).stdout)
            done = run("check", "host", "--only", "start", cwd=here)
            self.assertEqual(done.returncode, 2)
            self.assertIn("./host", done.stderr)

    def test_without_bubblewrap_auto_says_so_and_plays_and_require_does_not(self):
        with folder() as here:
            env = {"PATH": path_without_bubblewrap(here), "TOPTILE_SANDBOX_BY": "bubblewrap"}
            host = run("check", "host", env=env)
            self.assertEqual(host.returncode, 1)
            self.assertIn("bubblewrap is not installed", host.stdout)
            self.assertIn("apt-get install bubblewrap", host.stdout)
            bots = ("--bot", "greedy", "--bot", "random")
            refused = play(here, *bots, "--sandbox", "require", env=env)
            self.assertEqual((refused.returncode, refused.stdout), (2, ""))
            self.assertEqual(refused.stderr.count("\n"), 1, refused.stderr)
            self.assertIn("bubblewrap is not installed", refused.stderr)
            self.assertFalse((here / "run").exists())
            done = play(here, *bots, env=env)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertEqual(done.stderr.count("\n"), 1, done.stderr)
            self.assertIn("bots are only partly in a sandbox: bubblewrap is not installed", done.stderr)
            for bot in plan(here)["bots"]:
                self.assertNotIn("namespaces", bot["sandbox"]["enforced"])
                self.assertIn("limits", bot["sandbox"]["enforced"])
                self.assertEqual(bot["sandbox"]["why_not"], "bubblewrap is not installed")
            if has_sandbox():
                other = play(here, *bots)
                self.assertEqual(other.returncode, 2)
                self.assertIn("bots.0.sandbox.enforced", other.stderr)

    @unittest.skipUnless(starter() == "bot-jail", "Toptile's own jail does not work on this machine")
    def test_jail_needs_no_bubblewrap(self):
        with folder() as here:
            env = {"PATH": path_without_bubblewrap(here)}
            self.assertEqual(starter(env), "bot-jail")
            done = play(here, "--bot", "greedy", "--bot", "random", "--sandbox", "require", env=env)
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            self.assertIn("namespaces", plan(here)["bots"][0]["sandbox"]["enforced"])

    @unittest.skipUnless(starter() == "bot-jail" and shutil.which("bwrap"), "this machine has only one of the two programs")
    def test_variable_names_the_program_that_starts_bots(self):
        self.assertEqual(starter({"TOPTILE_SANDBOX_BY": "bubblewrap"}), shutil.which("bwrap"))
        self.assertEqual(starter({"TOPTILE_SANDBOX_BY": ""}), starter({"TOPTILE_SANDBOX_BY": "jail"}))
        with folder() as here:
            env = {"TOPTILE_SANDBOX_BY": "docker"}
            self.assertEqual(starter(env), "")
            refused = play(here, "--bot", "greedy", "--bot", "random", "--sandbox", "require", env=env)
            self.assertEqual(refused.returncode, 2)
            self.assertIn('the environment variable TOPTILE_SANDBOX_BY is "docker", which names no way to start bots; set TOPTILE_SANDBOX_BY to jail or bubblewrap', refused.stderr)

    @unittest.skipUnless(starter() == "bot-jail" and shutil.which("bwrap"), "this machine has only one of the two programs")
    def test_run_resumes_with_the_other_program(self):
        with folder() as here:
            bots = ("--bot", "greedy", "--bot", "random")
            self.assertEqual(play(here, *bots, env={"TOPTILE_SANDBOX_BY": "bubblewrap"}).returncode, 0)
            whole = (here / "run" / "games.jsonl").read_text()
            (here / "run" / "games.jsonl").write_text(whole.splitlines(keepends=True)[0])
            done = play(here, *bots, env={"TOPTILE_SANDBOX_BY": "jail"})
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertEqual([game["digest"] for game in records(here / "run")], [json.loads(line)["digest"] for line in whole.splitlines()])

    @unittest.skipUnless(has_sandbox(), "this machine has no sandbox: see toptile check host")
    def test_what_fails_inside_of_namespaces_is_not_told_as_if_there_were_none(self):
        with folder() as here:
            bwrap = here / "bwrap"
            refusal = "bwrap: Can't mount proc on /newroot/proc: Operation not permitted"
            bwrap.write_text(f'#!/bin/sh\ncase "$*" in *--proc*) echo "{refusal}" >&2; exit 1;; esac\nexec {shutil.which("bwrap")} "$@"\n')
            bwrap.chmod(0o755)
            env = {"PATH": f"{here}:{os.environ['PATH']}", "TOPTILE_SANDBOX_BY": "bubblewrap"}
            parts = json.loads(run("check", "host", "--json", env=env).stdout)["parts"]
            self.assertEqual(parts[0]["why_not"],
                             f"this machine allows namespaces, but a bot cannot be started in them; bubblewrap said: {refusal}")
            self.assertIn("systempaths=unconfined", parts[0]["cure"])
            bwrap.write_text(f'#!/bin/sh\necho "bwrap: Creating new namespace failed" >&2\nexit 1\n')
            parts = json.loads(run("check", "host", "--json", env=env).stdout)["parts"]
            self.assertNotIn("this machine allows namespaces", parts[0]["why_not"])
            self.assertIn("bubblewrap said: bwrap: Creating new namespace failed", parts[0]["why_not"])

    @unittest.skipIf(os.geteuid() == 0, "root may enter every folder")
    def test_in_a_folder_that_is_closed_to_its_user_words_and_rules_are_found_and_bots_of_other_folders_play(self):
        with folder() as here:
            write_reader(here / "mine" / "bot.py", "/dev/null")
            (here / "mine" / "bot.json").write_text(json.dumps({"name": "mine", "run": ["./bot.py"]}))
            closed = here / "closed"
            closed.mkdir()
            command = ["sh", "-c", 'chmod 0 . && exec "$@"', "sh", PROGRAM, "tournament", "--bot", here / "mine", "--bot", f"twin={here / 'mine'}",
                       "--lexicon", WORDS, "--games", "2", "--out", here / "run"]
            done = subprocess.run(command, cwd=closed, capture_output=True, text=True, timeout=PATIENCE)
            closed.chmod(0o700)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertEqual(len(records(here / "run")), 2)


class Tournament(unittest.TestCase):
    def test_off_is_written_down_and_is_another_run(self):
        with folder() as here:
            bots = ("--bot", "greedy", "--bot", "random")
            self.assertEqual(play(here, *bots, "--sandbox", "off").returncode, 0)
            self.assertEqual([bot["sandbox"] for bot in plan(here)["bots"]], 2 * [{"enforced": [], "why_not": "--sandbox off"}])
            other = play(here, *bots)
            self.assertEqual(other.returncode, 2)
            self.assertIn("bots.0.sandbox.enforced", other.stderr)

    def test_a_word_that_is_no_mode_is_refused(self):
        with folder() as here:
            done = play(here, "--bot", "greedy", "--bot", "random", "--sandbox", "on")
            self.assertEqual(done.returncode, 2)
            self.assertIn("--sandbox", done.stderr)
            (here / "cup.json").write_text(json.dumps({"bots": ["greedy", "random"], "sandbox": "on"}))
            done = run("tournament", here / "cup.json")
            self.assertEqual(done.returncode, 2)
            self.assertIn("sandbox", done.stderr)

    def test_limits_of_a_configuration_are_frozen(self):
        with folder() as here:
            (here / "cup.json").write_text(json.dumps({"bots": ["greedy", "random"], "limits": {"memory_mb": 512, "tmp_mb": 8}}))
            done = play(here, here / "cup.json")
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertEqual(plan(here)["limits"], {"memory_mb": 512, "processes": 64, "files": 256, "file_mb": 16, "tmp_mb": 8})

    def test_no_bot_may_ask_to_read_the_runs_folder(self):
        with folder() as here:
            here = here.resolve()
            (here / "run").mkdir()
            (here / "alias").symlink_to(here)
            for path, words in ((here / "run", "which no bot may read"), (here / "alias", "leads through a symbolic link"),
                                (here / "alias" / "run", "leads through a symbolic link")):
                (here / "cup.json").write_text(json.dumps({"bots": ["greedy", {"name": "nosy", "command": ["random"], "readable": [str(path)]}]}))
                done = play(here, here / "cup.json")
                self.assertEqual((done.returncode, done.stderr.count("\n")), (2, 1), done.stderr)
                self.assertIn(words, done.stderr)
                self.assertEqual(list((here / "run").iterdir()), [])

    def test_a_stream_that_the_bot_closes_is_closed_at_once(self):
        for exhibit, closed in (("closes-output", "output"), ("closes-input", "input")):
            with self.subTest(exhibit=exhibit), folder() as here:
                # Patience ends before this clock.
                done = play(here, "--bot", "greedy", "--bot", f"{EXHIBIT} {exhibit}", "--clock", 10_000 * PATIENCE)
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assertIn(f"closed its {closed} when bestmove was awaited, but still runs", records(here / "run")[0]["forfeits"][0]["text"])

    def test_a_death_by_a_signal_is_told_as_one(self):
        with folder() as here:
            done = play(here, "--bot", "greedy", "--bot", f"rogue={EXHIBIT} crash-at-first-move")
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertIn("killed by signal 11", records(here / "run")[0]["forfeits"][0]["text"])

    def test_the_sandbox_is_named_as_a_reason_only_where_it_may_be_one(self):
        hint = "it ran in the sandbox, which may be why"
        with folder() as here:
            for number, (ends, may_be) in enumerate((("sys.exit()", False), ("sys.exit(3)", False), ("import os; os.kill(os.getpid(), 9)", True),
                                                     ("open('/no/such/file')", True), ("import no_such_module", True),
                                                     ("raise ValueError('the answer is 42')", False), ("sys.exit('I give up')", False))):
                home = here / f"bot{number}"
                home.mkdir()
                (home / "bot.py").write_text(f"#!/usr/bin/env python3\nimport sys\n{ends}\n")
                (home / "bot.py").chmod(0o755)
                said = run("match", f"a={home}/bot.py", "greedy", "--lexicon", WORDS, "--games", 2, "--out", here / f"run{number}", "--no-try")
                self.assertIn("when uwiok was awaited", " ".join(said.stdout.split()), said.stderr)
                self.assertEqual(hint in " ".join(said.stdout.split()), may_be, said.stdout)


@unittest.skipUnless(has_sandbox(), "this machine has no sandbox: see toptile check host")
class Sight(unittest.TestCase):
    def test_all_shipped_bots_play_under_require(self):
        with folder() as here:
            names = sorted(path.name for path in BOTS.iterdir() if os.access(path, os.X_OK) and path.is_file())
            done = play(here, *(word for name in names for word in ("--bot", name)), "--format", "gauntlet", "--no-clock", "--nodes", 20,
                        "--sandbox", "require")
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertNotIn("forfeit", done.stdout)
            for bot in plan(here)["bots"]:
                self.assertLessEqual({"limits", "namespaces", "seccomp"}, set(bot["sandbox"]["enforced"]))
                self.assertEqual(bot["sandbox"]["why_not"], "")

    def test_new_bots_play_from_their_folders(self):
        with folder() as here:
            languages = ["python"] + (["javascript"] if shutil.which("node") else [])
            for language in languages:
                made = run("new-bot", language, "--language", language, cwd=here)
                self.assertEqual(made.returncode, 0, made.stderr)
                done = run("tournament", "--lexicon", WORDS, "--games", 2, "--bot", language, "--bot", "random", "--sandbox", "require",
                           cwd=here)
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assertNotIn("forfeit", done.stdout)

    def test_a_bot_sees_a_file_elsewhere_only_if_its_organizer_says_so(self):
        with folder() as here:
            (here / "data").mkdir()
            (here / "data" / "opening").write_text("x")
            write_reader(here / "mine" / "bot.py", here / "data" / "opening")
            manifest = {"name": "mine", "run": ["./bot.py"]}
            (here / "mine" / "bot.json").write_text(json.dumps(manifest))
            done = play(here, "--bot", here / "mine", "--bot", "random")
            self.assertEqual(done.returncode, 2)
            self.assertIn("it ran in the sandbox", done.stderr)
            self.assertIn("docs/sandbox.md", done.stderr)
            self.assertIn("No such file", (here / "run" / "bots" / "mine.stderr").read_text())
            (here / "mine" / "bot.json").write_text(json.dumps({**manifest, "readable": ["../data"]}))
            done = play(here, "--bot", here / "mine", "--bot", "random")
            self.assertEqual((done.returncode, done.stderr.count("\n")), (2, 1), done.stderr)
            self.assertIn(f"the bot asks to read {here / 'data'}, which is not in its folder", done.stderr)
            cup = here / "cup.json"
            cup.write_text(json.dumps({"bots": [{"manifest": "mine", "readable": ["data"]}, "random"]}))
            checked = run("tournament", cup, "--lexicon", WORDS, "--check")
            self.assertIn(f"also reads {here / 'data'}", checked.stdout)
            done = play(here, cup)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertIn(f"bot mine also reads {here / 'data'}", done.stdout)
            self.assertEqual(plan(here)["bots"][0]["readable"], [str(here / "data")])

    @unittest.skipUnless(has_sandbox(), "this machine has no sandbox")
    def test_of_an_installed_program_a_bot_sees_no_secrets_and_what_it_sees_is_told(self):
        with folder() as here:
            (here / "mine").mkdir()
            (here / "opt" / "bin").mkdir(parents=True)
            (here / "opt" / "credentials.toml").write_text("the key")
            tool = here / "opt" / "bin" / "tool"
            tool.write_text(f"#!/bin/sh\nls {here}/opt >&2; cat {here}/opt/credentials.toml >&2\n")
            tool.chmod(0o755)
            script = here / "mine" / "bot"
            script.write_text("#!/usr/bin/env -S tool\n")
            script.chmod(0o755)
            environment = {**os.environ, "PATH": f"{os.environ['PATH']}:{tool.parent}"}
            for command in ("./bot", "tool"):
                with self.subTest(command):
                    (here / "mine" / "bot.json").write_text(json.dumps({"name": "mine", "run": [command]}))
                    arguments = ("tournament", "--bot", here / "mine", "--bot", "random", "--lexicon", WORDS)
                    checked = run(*arguments, "--check", env=environment)
                    self.assertIn(f"also sees {tool.parent}\n", checked.stdout)
                    self.assertIn(f"mine also sees {tool.parent}\n", run("check", here / "mine", "--only", "start", env=environment).stdout)
                    out = here / command.strip("./")
                    done = run(*arguments, "--out", out, "--games", 2, env=environment)
                    self.assertIn(f"bot mine also sees {tool.parent}\n", done.stdout)
                    said = (out / "bots" / "mine.stderr").read_text()
                    self.assertIn("bin\n", said)
                    self.assertIn("No such file", said)
                    self.assertNotIn("the key", said)

    def test_no_bot_makes_its_organizer_open_a_file_to_it(self):
        with folder() as here:
            secret = here / "secret"
            secret.write_text("the key")
            secret.chmod(0o600)
            bot = write_reader(here / "mine" / "bot.py", "/dev/null")
            (here / "mine" / "bot.json").write_text(json.dumps({"name": "mine", "run": ["./bot.py", str(secret), f"../../..{secret}"]}))
            done = play(here, "--bot", bot.parent, "--bot", "random")
            self.assertNotIn("chmod", done.stderr)
            self.assertEqual(done.returncode, 0, done.stderr)

    def test_what_a_build_leaves_for_both_processes_of_a_bot_to_meet_at_is_refused(self):
        with folder() as here:
            write_reader(here / "mine" / "bot.py", "/dev/null")
            (here / "mine" / "bot.json").write_text(json.dumps({"name": "mine", "build": [["mkfifo", "-m", "666", "pipe"]], "run": ["./bot.py"]}))
            for mode in ("require", "off"):
                done = play(here, "--bot", here / "mine", "--bot", "random", "--sandbox", mode)
                self.assertEqual(done.returncode, 2)
                self.assertIn("pipe: this is neither a file nor a folder", done.stderr)
                self.assertFalse((here / "mine" / "pipe").exists())

    def test_a_configuration_can_show_a_program_more(self):
        with folder() as here:
            (here / "data").write_text("x")
            write_reader(here / "mine" / "bot.py", here / "data")
            bot = {"name": "mine", "command": ["mine/bot.py"], "readable": ["data"]}
            (here / "cup.json").write_text(json.dumps({"bots": [bot, "random"]}))
            done = play(here, here / "cup.json")
            self.assertEqual(done.returncode, 0, done.stderr)
            bot["readable"] = ["dat"]
            (here / "cup.json").write_text(json.dumps({"bots": [bot, "random"]}))
            done = play(here, here / "cup.json")
            self.assertEqual(done.returncode, 2)
            self.assertRegex(done.stderr, r"bot 1: readable: .*/dat: there is no such file or folder")

    def test_the_run_and_the_opponent_are_not_seen_though_they_lie_in_the_bots_folder(self):
        with folder() as here:
            opponent = here / "opponent.py"
            shutil.copy(BOTS / "greedy-python", opponent)
            shutil.copy(KIT / "toptile.py", here)
            for name, path in (("run", here / "run" / "run.json"), ("opponent", opponent)):
                with self.subTest(name):
                    bot = write_reader(here / f"{name}-reader", path)
                    arguments = ("--bot", bot, "--bot", opponent)
                    done = play(here, *arguments)
                    self.assertEqual(done.returncode, 2, done.stdout)
                    self.assertIn("it ran in the sandbox", done.stderr)
                    done = play(here, *arguments, "--sandbox", "off")
                    self.assertEqual(done.returncode, 0, done.stderr)
                    shutil.rmtree(here / "run")

    def test_analyze_and_check_start_bots_in_it(self):
        with folder() as here:
            (here / "secret").mkdir()
            (here / "secret" / "data").write_text("x")
            bot = write_reader(here / "mine" / "bot.py", here / "secret" / "data")
            empty = "board " + "/".join([".." * 10] * 10)
            for command in (("analyze", bot, "--lexicon", WORDS, "--position", f"{empty} rack NOT"),
                            ("check", bot, "--only", "start")):
                with self.subTest(command[0]):
                    self.assertNotEqual(run(*command, cwd=here).returncode, 0)
                    self.assertEqual(run(*command, "--sandbox", "off").returncode, 0)

    def test_a_bot_that_only_its_owner_may_read_plays(self):
        with folder() as here:
            bot = write_reader(here / "mine" / "bot.py", "/dev/null")
            bot.chmod(0o700)
            (here / "mine").chmod(0o700)
            done = play(here, "--bot", bot, "--bot", "random", "--sandbox", "require")
            self.assertEqual(done.returncode, 0, done.stderr)

    def test_a_bot_learns_nothing_of_the_machine_from_its_places(self):
        says = "import os, sys; sys.stderr.write(f'{os.getcwd()} {sys.argv[0]} {sorted(os.listdir(\"/\"))}')"
        with folder() as here:
            bot = write_reader(here / "mine" / "bot.py", "/dev/null")
            bot.write_text(bot.read_text().replace("import pathlib", f"import pathlib\nexec({says!r})"))
            done = play(here, "--bot", bot, "--bot", "random", "--transcript")
            self.assertEqual(done.returncode, 0, done.stderr)
            said = (here / "run" / "bots" / "bot.stderr").read_text()
            self.assertTrue(said.startswith("/bot /bot/bot.py "), said)
            for name in ("boot", "media", "mnt", "opt", "srv", "sys", "var"):
                self.assertNotIn(f"'{name}'", said.splitlines()[0])
            told = next((here / "run" / "transcripts").iterdir()).read_text()
            self.assertIn("/words/lexicon.txt", told)
            self.assertNotIn(str(here), told)

    def test_a_bot_is_told_the_folders_of_path_that_it_sees(self):
        says = "import os, sys; sys.stderr.write(os.environ['PATH'] + '\\n')"
        with folder() as here:
            bot = write_reader(here / "mine" / "bot.py", "/dev/null")
            bot.write_text(bot.read_text().replace("import pathlib", f"import pathlib\nexec({says!r})"))
            path = f"{here}/bin:{os.environ['PATH']}:.::{here}:/usr/src:/usr/games"
            done = play(here, "--bot", bot, "--bot", "random", "--sandbox", "require", env={"PATH": path})
            self.assertEqual(done.returncode, 0, done.stderr)
            told = (here / "run" / "bots" / "bot.stderr").read_text().splitlines()[0]
            self.assertNotIn(str(here), told)
            self.assertNotIn("/usr/src", told)
            self.assertTrue(told.endswith(":/usr/games"), told)
            self.assertIn("/usr/bin", told.split(":"))

    def test_a_bot_below_a_system_folder_sees_no_run_and_a_run_in_one_is_refused(self):
        if os.geteuid() != 0:
            self.skipTest("only root can write there")
        there = pathlib.Path(f"/usr/src/toptile-test-{os.getpid()}")
        in_system = pathlib.Path(f"/usr/lib/toptile-test-{os.getpid()}")
        try:
            bot = write_reader(there / "mine" / "bot.py", there / "run" / "run.json")
            done = play(there, "--bot", bot, "--bot", "random")
            self.assertEqual(done.returncode, 2, done.stdout)
            self.assertIn("it ran in the sandbox", done.stderr)
            self.assertIn("No such file", (there / "run" / "bots" / "bot.stderr").read_text())
            done = play(in_system, "--bot", "greedy", "--bot", "random")
            self.assertEqual(done.returncode, 2)
            self.assertIn("every bot sees the system's folders", done.stderr)
        finally:
            shutil.rmtree(there, ignore_errors=True)
            shutil.rmtree(in_system, ignore_errors=True)

    def test_an_installed_program_sees_itself(self):
        with folder() as here:
            (here / "tool" / "bin").mkdir(parents=True)
            shutil.copy(BOTS / "random", here / "tool" / "bin" / "engine")
            for command in (here / "tool" / "bin" / "engine", f"shell=/bin/sh -c {BOTS / 'random'}"):
                done = play(here, "--bot", command, "--bot", "greedy", *(() if "engine" in str(command) else ("--sandbox", "off")))
                self.assertEqual(done.returncode, 0, done.stderr)
                shutil.rmtree(here / "run")

    def test_runs_in_what_a_bot_may_read_are_hidden(self):
        with folder() as here:
            old = here / "data" / "old"
            (here / "data" / "deep").mkdir(parents=True)
            (here / "data" / "deep" / "opening").write_text("x")
            done = run("tournament", "--lexicon", WORDS, "--games", 2, "--seed", 5, "--out", old, "--bot", "greedy", "--bot", "random")
            self.assertEqual(done.returncode, 0, done.stderr)
            for reads, code in ((here / "data" / "deep" / "opening", 0), (old / "run.json", 2), (old / "games.jsonl", 2)):
                bot = write_reader(here / "mine" / "bot.py", reads)
                cup = here / "cup.json"
                cup.write_text(json.dumps({"bots": [{"name": "mine", "command": [str(bot)], "readable": ["data"]}, "random"]}))
                done = play(here, cup)
                self.assertEqual(done.returncode, code, done.stderr)
                shutil.rmtree(here / "run")

    def test_a_run_in_a_bots_folder_does_not_come_along(self):
        with folder() as here:
            done = run("tournament", "--lexicon", WORDS, "--games", 2, "--seed", 5, "--out", here / "mine" / "old", "--bot", "greedy",
                       "--bot", "random")
            self.assertEqual(done.returncode, 0, done.stderr)
            bot = write_reader(here / "mine" / "bot.py", "old/run.json")
            done = play(here, "--bot", bot, "--bot", "random")
            self.assertEqual(done.returncode, 2, done.stdout)
            self.assertIn("No such file", (here / "run" / "bots" / "bot.stderr").read_text())

    def test_a_run_that_every_bot_would_see_is_refused(self):
        place = pathlib.Path("/usr/share/toptile-test-run")
        field = ("tournament", "--bot", "greedy", "--bot", "random", "--games", 2)
        for words in (field, (*field, "--check", "--no-try"), ("play", "--player", "Anna", "--player", "bot:greedy", "--plain")):
            with self.subTest(words):
                done = run(*words, "--lexicon", WORDS, "--out", place)
                self.assertEqual((done.returncode, done.stderr.count("\n")), (2, 1), done.stderr)
                self.assertIn("every bot sees the system's folders, and this run would be in one", done.stderr)
                self.assertFalse(place.exists())

    def test_a_run_is_its_owners_alone(self):
        with folder() as here:
            self.assertEqual(play(here, "--bot", "greedy", "--bot", "random", "--transcript").returncode, 0)
            self.assertEqual((here / "run").stat().st_mode & 0o777, 0o700)
            for file in (here / "run").rglob("*"):
                if file.is_file() and "frozen" not in file.parts:
                    self.assertEqual(file.stat().st_mode & 0o777, 0o600, file)

    def test_a_small_seed_is_no_secret(self):
        with folder() as here:
            done = run("tournament", "--bot", "greedy", "--bot", "random", "--seed", 424242, "--sandbox", "require",
                       "--out", here / "run")
            self.assertEqual((done.returncode, done.stderr.count("\n")), (2, 1))
            self.assertIn("seed: 424242 is so small that a bot can find it by trying", done.stderr)
            self.assertFalse((here / "run").exists())

    def test_a_run_plays_on_with_the_bots_that_it_began_with(self):
        with folder() as here:
            bot = write_reader(here / "mine" / "bot.py", "/dev/null")
            (here / "mine" / "bot.json").write_text(json.dumps({"name": "mine", "run": ["./bot.py"]}))
            arguments = ("--bot", here / "mine", "--bot", "random")
            self.assertEqual(play(here, *arguments).returncode, 0)
            whole = (here / "run" / "games.jsonl").read_text().splitlines(keepends=True)
            (here / "run" / "games.jsonl").write_text(whole[0])
            bot.write_text("#!/usr/bin/env python3\nraise SystemExit('edited')\n")
            done = play(here, *arguments)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertIn("bot mine: its files were changed after this run began: bot.py has changed", done.stderr)
            self.assertEqual([game["digest"] for game in records(here / "run")], [json.loads(line)["digest"] for line in whole])
            (here / "run" / "games.jsonl").write_text(whole[0])
            (here / "run" / "frozen" / "1" / "mine" / "1" / "bot.py").write_text("tampered")
            done = play(here, *arguments)
            self.assertEqual(done.returncode, 2)
            self.assertIn("the copies of this run's bots have changed", done.stderr)

    def test_a_run_whose_first_game_is_torn_begins_again_with_the_bots_as_they_are(self):
        for has_build in (False, True):
            with self.subTest(has_build=has_build), folder() as here:
                bot = write_reader(here / "mine" / "bot.py", "/dev/null")
                manifest = {"name": "mine", "run": ["./bot.py"]}
                if has_build:
                    manifest = {"name": "mine", "build": [["cp", "bot.py", "built.py"]], "run": ["./built.py"]}
                (here / "mine" / "bot.json").write_text(json.dumps(manifest))
                arguments = ("--bot", here / "mine", "--bot", "random", "--no-try")
                self.assertEqual(play(here, *arguments).returncode, 0)
                whole = [game["digest"] for game in records(here / "run")]
                texts = (b'{"torn', b"\0" * 5000, b"\0\0\n\0")
                every = [(torn, edited) for torn in texts for edited in (False, True)]
                for torn, edited in every if IS_LONG else (every[0], every[3], every[4]):
                    (here / "run" / "games.jsonl").write_bytes(torn)
                    (here / "run" / "games.ahead.jsonl").write_bytes(torn)
                    if edited:
                        bot.write_text(bot.read_text() + f"# {len(torn)}\n")
                    done = play(here, *arguments)
                    self.assertEqual(done.returncode, 0, done.stderr)
                    self.assertNotIn("its files were changed", done.stderr)
                    self.assertEqual([game["digest"] for game in records(here / "run")], whole)


if __name__ == "__main__":
    unittest.main()
