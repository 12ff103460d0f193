"""A league over HTTP: what a reader gets, what an author may, and what nobody can do to it."""

import base64
import contextlib
import functools
import http.client
import io
import json
import os
import pathlib
import re
import select
import shutil
import signal
import socket
import tarfile
import tempfile
import threading
import unittest
import unittest.mock
import zlib

import postgres
from json_schema import is_valid
from toptile_program import PASSER, PATIENCE, WORDS, folder, run, start, wait_until


def archive(name, program=PASSER):
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w:gz") as tar:
        for file, text, mode in (("bot.json", json.dumps({"name": name, "run": ["./bot.py"]}), 0o644), ("bot.py", program, 0o755)):
            entry = tarfile.TarInfo(f"{name}/{file}")
            entry.size, entry.mode = len(text), mode
            tar.addfile(entry, io.BytesIO(text.encode()))
    return packed.getvalue()


SCHEMA = json.loads(run("serve", "--schema").stdout)


class Served:
    """A league in a folder, and the process that serves it."""

    def __init__(self, here, *flags):
        self.here, self.flags = here, flags if "--rate" in flags else ("--rate", 0, *flags)
        self.start()

    def start(self):
        self.process = start("serve", "--port", 0, *self.flags, cwd=self.here)
        self.url = self.process.stdout.readline().strip().rstrip("/")
        self.port = int(self.url.rsplit(":", 1)[1])

    def stop(self, how=signal.SIGTERM):
        self.process.send_signal(how)
        _, said = self.process.communicate(timeout=PATIENCE)
        assert "Sanitizer" not in said, said
        return self.process.returncode

    def ask(self, method, path, body=None, token=None, **headers):
        """The status, the headers and the body of an answer."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        headers = {name.replace("_", "-"): value for name, value in headers.items()}
        if token:
            headers["Authorization"] = f"Bearer {token}"
        try:
            connection.request(method, path, body, headers)
            answer = connection.getresponse()
            return answer.status, dict(answer.getheaders()), answer.read()
        finally:
            connection.close()

    def get(self, path, token=None):
        status, _, body = self.ask("GET", "/api/v1/" + path, token=token)
        return status, json.loads(body)

    def submit(self, name, token=None, body=None):
        status, _, answer = self.ask("POST", f"/api/v1/bots/{name}/versions", archive(name) if body is None else body, token)
        return status, json.loads(answer)

    def say(self, text):
        """What is answered to these bytes, until the server closes the connection."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE) as client:
            client.sendall(text)
            told = b""
            with contextlib.suppress(ConnectionResetError):
                while piece := client.recv(65536):
                    told += piece
            return told


def author(here, name, *flags):
    done = run("league", "author", "add", name, *flags, cwd=here)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@functools.lru_cache(maxsize=None)
def league_made_once(bots, init):
    """A folder with a league in which these shipped bots have played ten games, for all tests that begin with it."""
    there = pathlib.Path(tempfile.mkdtemp(prefix="toptile-e2e-"))
    unittest.addModuleCleanup(shutil.rmtree, there)
    (there / "small.json").write_text(json.dumps({"submissions": {"packed_mb": 1}}))
    done = run("league", "init", "--lexicon", WORDS, "--no-clock", "--sandbox", "off", *init, cwd=there)
    assert done.returncode == 0, done.stderr
    if bots:
        assert run("submit", *bots, "--author", "ann", cwd=there).returncode == 0
        assert run("league", "run", "--games", 10, "--quiet", cwd=there).returncode == 0
    return there


@contextlib.contextmanager
def served(*flags, bots=(), init=()):
    with folder() as here:
        shutil.copytree(league_made_once(bots, init), here, dirs_exist_ok=True)
        server = Served(here, *flags)
        try:
            yield server
        finally:
            if server.process.poll() is None:
                server.stop()


class Readers(unittest.TestCase):
    def test_every_address_answers(self):
        with served(bots=("greedy", "random")) as server:
            self.assertEqual(server.get("league")[1]["games"], 10)
            self.assertNotIn("seed", json.dumps(server.get("league")[1]))
            self.assertEqual(server.get("standings")[1]["bots"][0]["bot"], "greedy")
            self.assertEqual(len(server.get("bots")[1]["versions"]), 2)
            self.assertEqual(server.get("bots/greedy")[1]["label"], "greedy-v1")
            self.assertEqual(server.get("versions/greedy-v1")[1]["state"], "active")
            self.assertEqual(server.get("pairs/greedy/random")[1]["games"], 10)
            self.assertEqual(len(server.get("games?bot=greedy&limit=4")[1]["games"]), 4)
            game = server.get("games?limit=2")[1]["games"][0]["game"]
            self.assertEqual(server.get(f"games/{game}")[1]["id"], game)
            self.assertEqual(server.get("queue")[1], {"waiting": [], "refused": []})
            events = server.get("events")[1]["events"]
            self.assertEqual(server.get(f"events?after={events[0]['number']}")[1]["events"], events[1:])
            status, headers, body = server.ask("GET", "/")
            self.assertEqual((status, headers["Content-Type"]), (200, "text/html; charset=utf-8"))
            self.assertIn(b"greedy-v1", body)
            # The rest of the site is there, too, and the page names what it needs.
            for name in (*re.findall(rb'(?:src|href)="(assets/[^"]+)"', body), b"bots/greedy.html", b"game.html", b"games/1.js", b"feed.xml",
                         b"standings.json", b"index.html"):
                status, headers, content = server.ask("GET", "/" + name.decode())
                self.assertEqual(status, 200, name)
                self.assertTrue(content, name)
                self.assertTrue(headers["ETag"], name)
            for path in ("/bots/nobody.html", "/games/2.js", "/league.db", "/bots/../league.db", "/assets/", "/index.html/x", "/bots"):
                self.assertIn(server.ask("GET", path)[0], (400, 404), path)
            # A browser gets a page that leads back, and nothing of the address is in it.
            for path, standings in (("/nowhere", "index.html"), ("/bots/%3Cb%3E.html", "../index.html"), ("/a/b/c", "../../index.html"), ("/index.html?x=1", "index.html")):
                status, headers, body = server.ask("GET", path)
                self.assertEqual((status, headers["Content-Type"]), (404, "text/html; charset=utf-8"), path)
                self.assertIn(f'<a href="{standings}">'.encode(), body)
                self.assertNotIn(b"<b>", body)
            for path in ("nothing", "bots/nobody", "versions/greedy", "versions/greedy-v2", "games/0", "games/99999999", "games/x", "pairs/greedy/nobody"):
                self.assertEqual(server.get(path)[0], 404, path)
            for path in ("pairs/greedy/greedy", "games?limit=0", "games?limit=x", "league?x=1", "games?x=1"):
                status, answer = server.get(path)
                self.assertEqual((status, answer["error"]["status"]), (400, 400), path)
            self.assertEqual(server.stop(), 0)

    def test_answers_fit_the_schema(self):
        with served(bots=("greedy", "random")) as server:
            token = author(server.here, "ann")
            for path, kind in (("league", "league"), ("standings", "standings"), ("bots", "bots"), ("bots/greedy", "view"), ("games", "games"),
                               ("pairs/greedy/random", "pair"), ("queue", "queue"), ("events", "events"), ("me", "me"), ("x", "error")):
                answer = server.get(path, token)[1]
                self.assertTrue(is_valid(answer, {"$ref": f"#/$defs/{kind}"}, SCHEMA), (path, answer))
            self.assertTrue(is_valid(server.submit("mine", token)[1], {"$ref": "#/$defs/handed_in"}, SCHEMA))

    def test_head_etags_and_safe_headers(self):
        with served() as server:
            status, headers, body = server.ask("GET", "/api/v1/standings")
            self.assertEqual(headers["X-Content-Type-Options"], "nosniff")
            self.assertIn("default-src 'none'", headers["Content-Security-Policy"])
            self.assertNotIn("Access-Control-Allow-Origin", headers)
            again, _, nothing = server.ask("GET", "/api/v1/standings", If_None_Match=headers["ETag"])
            self.assertEqual((again, nothing), (304, b""))
            status, head, nothing = server.ask("HEAD", "/api/v1/standings")
            self.assertEqual((status, nothing, int(head["Content-Length"])), (200, b"", len(body)))


class Authors(unittest.TestCase):
    def test_a_bot_is_handed_in_once_and_only_by_a_good_token(self):
        with served() as server:
            ann, bob = author(server.here, "ann"), author(server.here, "bob")
            reader = author(server.here, "carl", "--scope", "read")
            self.assertEqual(server.submit("mine")[0], 401)
            self.assertEqual(server.submit("mine", ann[:-1] + ("0" if ann[-1] != "0" else "1"))[0], 401)
            self.assertEqual(server.submit("mine", "tt_1")[0], 401)
            self.assertEqual(server.submit("mine", reader)[0], 403)
            status, made = server.submit("mine", ann)
            self.assertEqual((status, made["label"], made["author"], made["is_new"]), (201, "mine-v1", "ann", True))
            status, same = server.submit("mine", ann)
            self.assertEqual((status, same["label"], same["is_new"]), (200, "mine-v1", False))
            status, taken = server.submit("mine", bob, archive("mine", PASSER + "#"))
            self.assertEqual(status, 409)
            self.assertIn("by ann already", taken["error"]["what"])
            self.assertEqual([bot["label"] for bot in server.get("queue")[1]["waiting"]], ["mine-v1"])
            self.assertEqual(server.get("me", ann)[1]["versions"][0]["label"], "mine-v1")
            self.assertEqual(server.get("me")[0], 401)
            self.assertEqual(run("league", "author", "revoke", "ann", cwd=server.here).returncode, 0)
            self.assertEqual(server.submit("other", ann)[0], 401)

    def test_logs_and_retiring_are_only_for_the_owner(self):
        with served(bots=("greedy", "random")) as server:
            ann, bob = author(server.here, "ann"), author(server.here, "bob")
            for token, wanted in ((None, 401), (bob, 403), (ann, 200)):
                self.assertEqual(server.ask("GET", "/api/v1/versions/greedy-v1/log", token=token)[0], wanted)
            for token, wanted in ((None, 401), (bob, 403), (ann, 200), (ann, 409)):
                self.assertEqual(server.ask("POST", "/api/v1/versions/greedy-v1/retire", token=token)[0], wanted)
            self.assertEqual(server.get("versions/greedy-v1")[1]["state"], "retired")

    def test_the_reason_of_a_refusal_is_only_for_the_author(self):
        with served(bots=("greedy", "random")) as server:
            ann, bob = author(server.here, "ann"), author(server.here, "bob")
            self.assertEqual(server.submit("mine", ann, archive("mine", "#!/bin/sh\nexit 3\n"))[0], 201)
            done = run("league", "run", "--examine", "--quiet", cwd=server.here)
            self.assertEqual(done.returncode, 0, done.stderr)
            for token in (None, bob):
                self.assertEqual(server.get("versions/mine-v1", token)[1]["reason"], "")
                self.assertEqual(server.get("queue", token)[1]["refused"][0]["reason"], "")
                self.assertEqual([event["reason"] for event in server.get("events", token)[1]["events"] if event["state"] == "refused"], [""])
                self.assertEqual([each["reason"] for each in server.get("bots", token)[1]["versions"] if each["state"] == "refused"], [""])
            self.assertIn("it failed the test", server.get("versions/mine-v1", ann)[1]["reason"])

    def test_of_a_bot_that_was_removed_nothing_is_told(self):
        with served(bots=("greedy", "random")) as server:
            game = server.get("games?limit=2")[1]["games"][0]["game"]
            self.assertEqual(run("league", "remove", "random", cwd=server.here).returncode, 0)
            for path in ("bots/random", "versions/random-v1", "pairs/greedy/random", "games?bot=random", f"games/{game}"):
                status, answer = server.get(path, author(server.here, f"ann{len(path)}"))
                self.assertEqual((status, answer["error"]["status"]), (404, 404), path)
            self.assertEqual([each["label"] for each in server.get("bots")[1]["versions"]], ["greedy-v1"])
            # Lists and pages are those of the last reading of the league, which begins now.
            wait_until(lambda: server.get("games")[1]["games"] == [], "games of a removed bot are still listed")
            self.assertEqual(server.get("bots/greedy")[1]["state"], "active")

    def test_the_evidence_of_a_forfeit_is_only_for_its_author(self):
        # The games of its examination have other numbers than those of the league.
        program = PASSER.replace('    elif word == "go":', '    elif word == "newgame" and line.split()[2].isdigit() and '
                                 'int(line.split()[2]) < 1000000:\n        sys.exit("a secret")\n    elif word == "go":')
        with served(bots=("greedy", "random")) as server:
            ann, bob = author(server.here, "ann"), author(server.here, "bob")
            self.assertEqual(server.submit("fickle", bob, archive("fickle", program))[0], 201)
            for flags in (["--examine"], ["--games", 40]):
                done = run("league", "run", "--quiet", *flags, cwd=server.here)
                self.assertEqual(done.returncode, 0, done.stderr)
            game = wait_until(lambda: server.get("versions/fickle-v1")[1]["forfeited"], "no game was forfeited")[0]
            for token in (None, ann, "tt_1"):
                status, record = server.get(f"games/{game}", token)
                self.assertEqual((status, len(record["forfeits"])), (200, 1))
                self.assertNotIn("evidence", record["forfeits"][0])
                self.assertNotIn("a secret", json.dumps(record))
            self.assertIn("a secret", server.get(f"games/{game}", bob)[1]["forfeits"][0]["evidence"]["stderr"])
            self.assertNotIn("a secret", json.dumps(server.get(f"games/{game}")[1]))
            self.assertNotIn("a secret", json.dumps(server.get("versions/fickle-v1")[1]))

    def test_info_lines_are_public_as_far_as_the_configuration_says(self):
        program = PASSER.replace('    elif word == "go":', '    elif word == "go":\n        print("info depth 2 score 7 pv pass string a secret")')
        with served(bots=("greedy", "random")) as server:
            ann, bob = author(server.here, "ann"), author(server.here, "bob")
            self.assertEqual(server.submit("talker", bob, archive("talker", program))[0], 201)
            for flags in (["--examine"], ["--games", 20]):
                done = run("league", "run", "--quiet", *flags, cwd=server.here)
                self.assertEqual(done.returncode, 0, done.stderr)
            listed = wait_until(lambda: server.get("games?bot=talker&limit=2")[1]["games"], "no game is listed")
            game, seat = listed[0]["game"], listed[0]["players"].index("talker-v1")

            def infos(token=None):
                status, record = server.get(f"games/{game}", token)
                self.assertEqual(status, 200)
                return {turn["info"] for turn in record["turns"] if turn["seat"] == seat}

            for shown, info in (("scores", "score 7 pv pass"), ("all", "depth 2 score 7 pv pass string a secret"), ("none", "")):
                (server.here / "change.json").write_text(json.dumps({"public_info": shown}))
                self.assertEqual(run("league", "configure", "change.json", cwd=server.here).returncode, 0)
                server.stop()
                server.start()
                self.assertEqual(server.get("league")[1]["public_info"], shown)
                for token in (None, ann, "tt_1"):
                    self.assertEqual(infos(token), {info}, (shown, token))
                self.assertEqual(infos(bob), {"depth 2 score 7 pv pass string a secret"})
                page = server.ask("GET", f"/games/{(game + 63) // 64}.js")[2]
                records = zlib.decompress(base64.b64decode(page.split(b'"')[1]), -15).decode()
                self.assertEqual("a secret" in records, shown == "all")

    def test_an_author_has_only_five_bots_waiting(self):
        with served() as server:
            ann, bob = author(server.here, "ann"), author(server.here, "bob")
            self.assertEqual([server.submit(f"bot{i}", ann)[0] for i in range(6)], [201] * 5 + [409])
            self.assertEqual(server.submit("bobs", bob)[0], 201)

    def test_bad_archives_are_refused_without_a_word_of_our_files(self):
        with served() as server:
            ann = author(server.here, "ann")
            for body in (b"x", b"\x1f\x8b" + bytes(100), archive("mine")[:-40]):
                status, answer = server.submit("mine", ann, body)
                self.assertEqual(status, 422, answer)
                self.assertNotIn("/tmp", answer["error"]["what"])
            self.assertEqual(server.submit("%2e%2e", ann)[0], 400)
            self.assertEqual(server.get("bots")[1]["versions"], [])

    def test_the_program_hands_in_over_the_network(self):
        with served() as server:
            token = author(server.here, "ann")
            mine = server.here / "mine"
            mine.mkdir()
            (mine / "bot.py").write_text(PASSER)
            (mine / "bot.py").chmod(0o755)
            (mine / "bot.json").write_text(json.dumps({"name": "mine", "run": ["./bot.py"]}))

            def submit(*flags, env=None):
                return run("submit", mine, "--league", server.url, *flags, env=env)

            self.assertIn("a token is needed", submit(env={"TOPTILE_TOKEN": ""}).stderr)
            done = submit("--queue", env={"TOPTILE_TOKEN": token})
            self.assertEqual((done.returncode, done.stderr), (0, "mine-v1 is submitted\n"))
            worker = start("league", "run", "--examine", cwd=server.here)
            (server.here / "token").write_text(token + "\n")
            done = submit("--token-file", server.here / "token")
            worker.communicate(timeout=PATIENCE)
            self.assertIn("mine-v1 has the same files", done.stdout)
            self.assertEqual(done.returncode, 0, done.stderr)
            done = run("submit", mine, "--league", server.url.replace("http:", "https:"), env={"TOPTILE_TOKEN": token})
            self.assertEqual(done.returncode, 2)
            self.assertIn("does not answer", done.stderr)
            self.assertEqual(run("league", "standings", "--league", server.url).returncode, 2)


    def test_the_program_follows_a_bot_to_its_end(self):
        with served() as server:
            token = author(server.here, "ann")
            for name, program, code, words in (("good", PASSER, 0, "good-v1 plays in the league now"),
                                               ("bad", "#!/bin/sh\nexit 3\n", 1, "bad-v1 is refused: it failed the test")):
                mine = server.here / name
                mine.mkdir()
                (mine / "bot.py").write_text(program)
                (mine / "bot.py").chmod(0o755)
                (mine / "bot.json").write_text(json.dumps({"name": name, "run": ["./bot.py"]}))
                handing_in = start("submit", mine, "--league", server.url, env={**os.environ, "TOPTILE_TOKEN": token})
                # It waits for somebody to examine the bot.
                wait_until(lambda: handing_in.poll() is not None or server.get(f"versions/{name}-v1")[0] == 200, "the bot was not submitted")
                self.assertIsNone(handing_in.poll())
                self.assertEqual(run("league", "run", "--examine", "--quiet", cwd=server.here).returncode, 0)
                out, error = handing_in.communicate(timeout=PATIENCE)
                self.assertEqual(handing_in.returncode, code, out + error)
                self.assertIn(words, " ".join(out.split()))

    @unittest.skipUnless(postgres.is_there(), "PostgreSQL is not installed")
    def test_a_league_in_a_postgresql_is_served(self):
        with postgres.postgres() as address, folder() as here:
            for words in (("league", "init", address, "--lexicon", WORDS, "--no-clock", "--sandbox", "off"),
                          ("submit", "greedy", "random", "--league", address), ("league", "run", "--games", 10, "--quiet", "--league", address)):
                done = run(*words, cwd=here)
                self.assertEqual(done.returncode, 0, done.stderr)
            token = run("league", "author", "add", "ann", "--league", address).stdout.strip()
            server = Served(here, "--league", address)
            try:
                self.assertEqual(server.get("league")[1]["games"], 10)
                self.assertEqual(server.ask("GET", "/games/1.js")[0], 200)
                self.assertEqual(server.submit("mine", token)[0], 201)
                self.assertEqual(server.submit("mine", token)[0], 200)
                self.assertEqual(server.get("queue")[1]["waiting"][0]["label"], "mine-v1")
            finally:
                server.stop()


class Fairness(unittest.TestCase):
    """No author, and nobody without a token, can keep others from submitting."""

    def begin_body(self, server, token, name="slow", length=1000):
        """A client that has sent the head of a submission, and what the server said to it."""
        client = socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE)
        self.addCleanup(client.close)
        bearer = f"Authorization: Bearer {token}\r\n" if token else ""
        client.sendall((f"POST /api/v1/bots/{name}/versions HTTP/1.1\r\nHost: localhost\r\n{bearer}"
                        f"Expect: 100-continue\r\nContent-Length: {length}\r\n\r\n").encode())
        return client, client.recv(4096)

    def test_an_author_has_one_body_at_a_time_and_holds_no_place_of_another(self):
        with served() as server:
            ann, bob = author(server.here, "ann"), author(server.here, "bob")
            body = archive("slow")
            first, told = self.begin_body(server, ann, length=len(body))
            self.assertIn(b"100 Continue", told)
            first.sendall(body[:1])
            for i in range(40):
                _, told = self.begin_body(server, ann, f"more{i}")
                self.assertIn(b" 429 ", told)
                self.assertIn(b"Another bot of yours is being submitted now", told)
                self.assertIn(b" 401 ", self.begin_body(server, None)[1])
                self.assertIn(b" 401 ", self.begin_body(server, ann[:-1] + "!")[1])
            self.assertEqual(server.submit("bobs", bob)[0], 201)
            # All this time, the first body was not complete. It is taken, and then the next of the same author.
            first.sendall(body[1:])
            self.assertIn(b" 201 ", first.recv(4096))
            self.assertEqual(server.submit("next", ann)[0], 201)

    def test_a_body_that_comes_too_slowly_is_ended_like_a_slow_head(self):
        with served("--patience", 1) as server:
            client, told = self.begin_body(server, author(server.here, "ann"))
            self.assertIn(b"100 Continue", told)
            client.sendall(b"x")
            # The server's own patience with heads is the clock. A body may take 30 times as long if it comes fast enough.
            for _ in range(20):
                with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) as head:
                    head.sendall(b"GET / HTTP/1.1\r\nHo")
                    self.assertEqual(head.recv(1000), b"")
                if select.select([client], [], [], 0)[0]:
                    break
            else:
                self.fail("the body has its place for as long as it likes")
            told = client.recv(4096)
            self.assertIn(b" 408 ", told)
            self.assertIn(b"The body comes too slowly", told)

    def test_archives_that_come_to_nothing_count_against_their_author(self):
        with served() as server:
            ann, bob = author(server.here, "ann"), author(server.here, "bob")
            self.assertEqual(server.submit("good", ann)[0], 201)
            for count in range(1000):  # A slow machine may be slower than the limit.
                status, headers, body = server.ask("POST", "/api/v1/bots/mine/versions", b"x", ann)
                if status == 429:
                    break
                self.assertEqual(status, 422)
            else:
                self.fail("an author may have as many archives refused as they like")
            self.assertGreaterEqual(count, 10)
            self.assertEqual(headers["Retry-After"], "30")
            self.assertIn(b"came to nothing", body)
            self.assertEqual([server.submit(f"bob{i}", bob)[0] for i in range(5)], [201] * 5)

    def test_others_submit_while_one_author_does_the_worst(self):
        def folders():
            packed = io.BytesIO()
            with tarfile.open(fileobj=packed, mode="w:gz") as tar:
                for i in range(4999):
                    entry = tarfile.TarInfo(f"mine/{i}")
                    entry.type = tarfile.DIRTYPE
                    tar.addfile(entry)
            return packed.getvalue()

        with served() as server:
            ann, bob = author(server.here, "ann"), author(server.here, "bob")
            worst, is_over, seen = folders(), threading.Event(), []

            def attack():
                while not is_over.is_set():
                    seen.append(server.submit("mine", ann, worst)[0])

            slow = [self.begin_body(server, ann) for _ in range(8)]
            attackers = [threading.Thread(target=attack) for _ in range(7)]
            try:
                for thread in attackers:
                    thread.start()
                answered = []
                for i in range(5):
                    before = len(seen)
                    answered.append(server.submit(f"bob{i}", bob)[0])
                    # The attack goes on between any two of them.
                    wait_until(lambda before=before: len(seen) > before, "the attack is over")
            finally:
                is_over.set()
                for thread in attackers:
                    thread.join()
            self.assertEqual(answered, [201] * 5)
            self.assertEqual(set(seen), {429})
            self.assertEqual(sum(b"100 Continue" in told for _, told in slow), 1)


class Tidiness(unittest.TestCase):
    """What a server leaves behind, and what it tells of its machine."""

    @contextlib.contextmanager
    def organizers_folder(self):
        with folder() as here, unittest.mock.patch.dict(os.environ, TMPDIR=str(here)):
            yield here

    def test_folders_of_a_killed_server_are_removed_at_the_next_start(self):
        with self.organizers_folder() as temporary, served() as server:
            other = Served(server.here)
            before = set(os.listdir(temporary))
            self.assertEqual(len(before), 2)
            server.stop(signal.SIGKILL)
            self.assertEqual(set(os.listdir(temporary)), before)
            server.start()
            after = set(os.listdir(temporary))
            self.assertEqual((len(after), len(after & before)), (2, 1))
            self.assertEqual(other.get("league")[0], 200)
            other.stop()
            server.stop()
            self.assertEqual(os.listdir(temporary), [])

    def test_what_authors_and_readers_are_told_has_no_path_of_the_organizer(self):
        def packed(name, program, manifest):
            archive_bytes = io.BytesIO()
            with tarfile.open(fileobj=archive_bytes, mode="w:gz") as tar:
                for file, text, mode in ((f"{name}/bot.json", json.dumps({"name": name, **manifest}), 0o644), (f"{name}/bot", program, 0o755)):
                    entry = tarfile.TarInfo(file)
                    entry.size, entry.mode = len(text), mode
                    tar.addfile(entry, io.BytesIO(text.encode()))
            return archive_bytes.getvalue()

        with self.organizers_folder() as temporary, served(bots=("greedy", "random")) as server:
            ann = author(server.here, "ann")
            told = server.submit("none", ann, packed("none", "", {"run": ["./none"]}))
            self.assertEqual((told[0], told[1]["error"]["what"]), (422, "the archive: bot.json: run: none: there is no such file"))
            where = PASSER.replace("import sys\n", "import os, sys\nsys.stderr.write(os.getcwd() + ' ' + __file__ + '\\n')\n", 1)
            crashing = where.replace('    elif word == "go":', '    elif word == "newgame" and line.split()[2].isdigit() and '
                                     'int(line.split()[2]) < 1000000:\n        raise ValueError("crash")\n    elif word == "go":')
            for name, program, manifest in (("unbuilt", where, {"run": ["./made"], "build": [["true"]]}),
                                            ("failing", where, {"run": ["./bot"], "build": [["sh", "-c", "pwd; exit 3"]]}),
                                            ("ending", where + "sys.exit(3)\n", {"run": ["./bot"]}),
                                            ("strange", "#!/nowhere/python\n", {"run": ["./bot"]}),
                                            ("crashing", crashing, {"run": ["./bot"]})):
                self.assertEqual(server.submit(name, ann, packed(name, program, manifest))[0], 201)
            for flags in (["--examine"], ["--games", 60]):
                done = run("league", "run", "--quiet", *flags, cwd=server.here)
                self.assertEqual(done.returncode, 0, done.stderr)
            reasons = {}
            secrets = (str(temporary), os.environ["XDG_CACHE_HOME"])
            for version in server.get("me", ann)[1]["versions"]:
                reasons[version["bot"]] = version["reason"]
                log = server.ask("GET", f"/api/v1/versions/{version['label']}/log", token=ann)[2].decode()
                for secret in secrets:
                    self.assertNotIn(secret, version["reason"] + log, version["label"])
            self.assertIn("made: there is no such file; the bot's build ran", reasons["unbuilt"])
            self.assertIn("the test start: bot names the interpreter /nowhere/python", reasons["strange"])
            games = wait_until(lambda: server.get("versions/crashing-v1")[1]["forfeited"], "no game was forfeited")
            record = json.dumps(server.get(f"games/{games[0]}", ann)[1])
            self.assertIn('File \\"bot\\", line', record)
            for secret in secrets:
                self.assertNotIn(secret, record)


class Hostile(unittest.TestCase):
    def test_malformed_requests_are_refused(self):
        with served() as server:
            for text, status in ((b"nonsense\r\n\r\n", b"400"), (b"GET / HTTP/1.1\r\n\r\n", b"400"),
                                 (b"GET / HTTP/1.1\r\nHost: localhost\r\nHost: localhost\r\n\r\n", b"400"),
                                 (b"GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n", b"403"),
                                 (b"PUT / HTTP/1.1\r\nHost: localhost\r\n\r\n", b"405"),
                                 (b"POST / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n", b"405"),
                                 (b"GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n\r\nhello", b"400"),
                                 (b"GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3, 3\r\n\r\nabc", b"400"),
                                 (b"GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: +0\r\n\r\n", b"400"),
                                 (b"GET /../../etc/passwd HTTP/1.1\r\nHost: localhost\r\n\r\n", b"400"),
                                 (b"GET /%2e%2e/etc/passwd HTTP/1.1\r\nHost: localhost\r\n\r\n", b"400"),
                                 (b"GET /etc/passwd HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n", b"404"),
                                 (b"GET /" + b"a" * 20000 + b" HTTP/1.1\r\nHost: localhost\r\n\r\n", b"431")):
                told = server.say(text)
                self.assertTrue(told.startswith(b"HTTP/1.1 " + status), (text[:60], told[:200]))
            self.assertEqual(server.get("league")[0], 200)

    def test_a_request_whose_end_is_not_clear_is_refused_and_ends_the_connection(self):
        with served() as server:
            behind = b"0\r\n\r\nGET /api/v1/league HTTP/1.1\r\nHost: localhost\r\n\r\n"
            for header in (b"Transfer-Encoding: xchunked", b"Transfer-Encoding: chunked, identity", b"Transfer-Encoding: identity",
                           b"Transfer-Encoding: chunked\r\nContent-Length: 5", b"Transfer-Encoding:"):
                told = server.say(b"GET / HTTP/1.1\r\nHost: localhost\r\n" + header + b"\r\n\r\n" + behind)
                self.assertTrue(told.startswith(b"HTTP/1.1 400 "), (header, told[:200]))
                self.assertEqual(told.count(b"HTTP/1.1 "), 1, header)

    def test_an_archive_that_is_too_large_is_not_even_read(self):
        with served() as server:
            token = author(server.here, "ann").encode()
            head = (b"POST /api/v1/bots/mine/versions HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer " + token + b"\r\n")
            self.assertIn(b" 413 ", server.say(head + b"Content-Length: 99999999999\r\n\r\n"))
            self.assertIn(b" 411 ", server.say(head + b"\r\n"))

    def test_an_archive_in_pieces_ends_at_the_same_limit(self):
        with served(init=("--config", "small.json")) as server:
            token = author(server.here, "ann").encode()
            head = (b"POST /api/v1/bots/mine/versions HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer " + token
                    + b"\r\nTransfer-Encoding: chunked\r\n\r\n")
            piece = b"10000\r\n" + b"x" * 0x10000 + b"\r\n"
            self.assertIn(b" 413 ", server.say(head + 17 * piece))
            # A body that is whole and small enough is read, and then refused for what it is.
            self.assertIn(b" 422 ", server.say(head.replace(b"chunked\r\n", b"chunked\r\nConnection: close\r\n") + piece + b"0\r\n\r\n"))
            self.assertEqual(server.get("bots")[1], {"versions": []})

    def test_a_slow_sender_is_dropped(self):
        with served("--patience", 3) as server:
            with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) as client:
                client.sendall(b"GET / HTTP/1.1\r\nHo")
                self.assertEqual(client.recv(1000), b"")
            self.assertEqual(server.get("league")[0], 200)

    def test_one_address_may_not_ask_too_often(self):
        with served("--rate", 1) as server:
            self.assertGreaterEqual(self.answered_before_429(lambda _: server.ask("GET", "/api/v1/league")[0]), 4)

    def answered_before_429(self, ask):
        """Asks until it may not ask more, and returns the number of answers. A slow machine may ask slowly."""
        for count in range(10_000):
            status = ask(count)
            if status == 429:
                return count
            self.assertEqual(status, 200)
        self.fail("it may ask as often as it likes")
        return 0

    def test_behind_a_proxy_limits_are_by_the_address_that_it_saw(self):
        with served("--rate", 1, "--behind-proxy") as server:
            def answered(forwarded):
                return self.answered_before_429(lambda count: server.ask("GET", "/api/v1/league", Host="league.example",
                                                                         X_Forwarded_For=forwarded.format(count % 0xffff))[0])

            self.assertGreaterEqual(answered("192.0.2.1"), 4)
            self.assertGreaterEqual(answered("192.0.2.1, 192.0.2.2"), 4)
            answered("192.0.2.9, 192.0.2.2")
            # A client with one address of version 6 has its whole network.
            answered("2001:db8::{:x}")

    def test_a_thousand_clients_at_once(self):
        with served("--patience", PATIENCE) as server:
            clients = []
            try:
                for _ in range(1000):
                    clients.append(socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE))
                for client in clients:
                    client.sendall(b"GET /api/v1/league HTTP/1.1\r\nHost: localhost\r\n\r\n")
                for client in clients:
                    self.assertTrue(client.recv(12).startswith(b"HTTP/1.1 200"))
            finally:
                for client in clients:
                    client.close()

    def test_a_kill_in_the_middle_leaves_nothing_or_a_whole_bot(self):
        with served() as server:
            token = author(server.here, "ann")
            body = archive("half")
            with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) as client:
                client.sendall((f"POST /api/v1/bots/half/versions HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {token}\r\n"
                                f"Expect: 100-continue\r\nContent-Length: {len(body)}\r\n\r\n").encode())
                self.assertIn(b"100 Continue", client.recv(1000))
                client.sendall(body[:len(body) // 2])
                server.stop(signal.SIGKILL)
            server.start()
            self.assertEqual(server.get("bots")[1]["versions"], [])
            # Here the kill comes at any moment while bots are taken in.
            answered = []

            def hand_in():
                with contextlib.suppress(OSError, http.client.HTTPException):
                    for i in range(5):
                        answered.append(server.submit(f"bot{i}", token)[1]["label"])
                        if i == 1:
                            first.set()

            first = threading.Event()
            thread = threading.Thread(target=hand_in)
            thread.start()
            first.wait(PATIENCE)
            server.stop(signal.SIGKILL)
            thread.join()
            server.start()
            kept = [bot["label"] for bot in server.get("bots")[1]["versions"]]
            self.assertEqual(kept[:len(answered)], answered)
            self.assertLessEqual(len(kept), len(answered) + 1)
            for label in kept:
                self.assertEqual(server.submit(label[:-3], token)[0], 200)


if __name__ == "__main__":
    os.environ.pop("TOPTILE_TOKEN", None)
    unittest.main()
