"""Workers that play for a league over the network, without access to its database: honest ones, dead ones and one that lies."""

import hashlib
import http.client
import http.server
import json
import os
import signal
import ssl
import threading
import unittest

import test_serve
from json_schema import is_valid
from test_serve import SCHEMA, author
from toptile_program import PATIENCE, TESTS, run, start, wait_until

BOTS = ("greedy", "greedy-python")  # They play the same games on the same seeds.
TLS = TESTS / "data" / "tls"


def served(*flags):
    return test_serve.served(*flags, bots=BOTS)


def token_of(server, name):
    return author(server.here, name, "--scope", "play")


def worker(url, token, *flags, **options):
    return start("league", "run", "--league", url, "--concurrency", 1, "--quiet", *flags,
                 env={**os.environ, "TOPTILE_TOKEN": token, **options.pop("env", {})}, **options)


def tokens(server):
    """The rows of `toptile league workers`, by author."""
    done = run("league", "workers", "--json", cwd=server.here)
    assert done.returncode == 0, done.stderr
    return {row["author"]: row for row in json.loads(done.stdout)}


def digest_of(record):
    bare = {key: value for key, value in record.items() if key not in ("late_ms", "digest")}
    bare["turns"] = [{key: value for key, value in turn.items() if key not in ("ms", "clock", "info")} for turn in record["turns"]]
    bare["forfeits"] = [{key: value for key, value in forfeit.items() if key != "evidence"} for forfeit in record["forfeits"]]
    return hashlib.sha256(json.dumps(bare, separators=(",", ":"), ensure_ascii=False).encode()).hexdigest()


def forged(line):
    """The record of the same game, but greedy-v1, which begins, has crashed before its first move; it obeys all rules."""
    record = json.loads(line)
    seat = record["players"].index("greedy-v1")
    racks = {turn["seat"]: turn["rack"] for turn in reversed(record["turns"])}
    record.update(turns=[], end="forfeit", racks=[racks[0], racks[1]], scores=[0, 0], ranks=[1 + (own == seat) for own in (0, 1)],
                  forfeits=[{"seat": seat, "after": 0, "reason": "crash", "text": "it exited with status 1",
                             "evidence": {"lines": [], "stderr": ""}}])
    record["digest"] = digest_of(record)
    return json.dumps(record, separators=(",", ":"), ensure_ascii=False)


def fits_schema(path, status, answer):
    """Whether the answer to a call of a worker is what `toptile serve --schema` describes."""
    call = path.split("/")[4]
    if status == 200 and call in ("words", "files"):
        return True
    kind = "error" if status != 200 else "work_" + (call if call in ("terms", "next", "sets") else "done")
    return is_valid(json.loads(answer), {"$ref": f"#/$defs/{kind}"}, SCHEMA)


class Proxy:
    """Passes requests on to a server, notes those whose answers do not fit the schema, and may change the bodies of those that bring sets."""

    def __init__(self, port, change=None, tls=False):
        seen, unfit = set(), []

        class Handler(http.server.BaseHTTPRequestHandler):
            def pass_on(self):
                body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
                if change and self.path.endswith("/work/sets"):
                    body = change(body)
                connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
                connection.request(self.command, self.path, body, {"Authorization": self.headers.get("Authorization", "")})
                answer = connection.getresponse()
                told = answer.read()
                connection.close()
                seen.add(self.path.split("/")[4])
                if not fits_schema(self.path, answer.status, told):
                    unfit.append((self.path, told))
                self.send_response(answer.status)
                self.send_header("Content-Length", str(len(told)))
                self.end_headers()
                self.wfile.write(told)

            do_GET = do_POST = pass_on

            def log_message(self, *_):
                pass

        self.seen, self.unfit = seen, unfit
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        if tls:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(TLS / "certificate.pem", TLS / "key.pem")
            self.server.socket = context.wrap_socket(self.server.socket, server_side=True)
        self.port = self.server.server_address[1]

    def __enter__(self):
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()


def lie(body):
    """Forges the games in which greedy-v1 begins."""
    lines = body.decode().split("\n")
    for i, line in enumerate(lines):
        if '"turns"' in line and json.loads(line)["turns"][0]["seat"] == json.loads(line)["players"].index("greedy-v1"):
            lines[i] = forged(line)
    return "\n".join(lines).encode()


class RemoteWorkers(unittest.TestCase):
    def expect(self, done, code=0):
        self.assertEqual(done.returncode, code, done.stderr)
        return done

    def end(self, process, code=0):
        said = process.communicate(timeout=PATIENCE)
        self.assertEqual(process.returncode, code, said)
        return said

    def games(self, server):
        return server.get("league")[1]["games"]

    def test_workers_play_and_one_dies(self):
        with served("--replay", 0) as server:
            before = self.games(server)
            dead = token_of(server, "dead")
            dying = worker(server.url, dead)
            wait_until(lambda: tokens(server)["dead"]["sets"] > 0, "the first worker plays nothing")
            dying.send_signal(signal.SIGKILL)
            dying.communicate(timeout=PATIENCE)
            between = tokens(server)["dead"]["sets"]
            workers = [worker(server.url, token_of(server, name), "--games", 20) for name in ("ann", "bob")]
            for each in workers:
                self.assertIn("20 games", self.end(each)[0])
            rows = tokens(server)
            self.assertEqual([rows[name]["sets"] for name in ("dead", "ann", "bob")], [between, 10, 10])
            # The site follows a little later.
            wait_until(lambda: self.games(server) == before + 2 * between + 40, "not all games count")
            self.expect(run("league", "rebuild", "--check", cwd=server.here))

    def test_honest_workers_confirm_each_other(self):
        with served("--replay", 100) as server:
            url = server.url
            names = ("ann", "bob", "cid")
            made = {name: token_of(server, name) for name in names}
            for name in names * 2:
                self.end(worker(url, made[name], "--games", 12))
            rows = tokens(server)
            self.assertTrue(all(row["state"] == "plays" and row["differing"] == 0 for row in rows.values()), rows)
            # How many depends on which sets were open when each of them asked.
            self.assertGreater(sum(row["checked"] for row in rows.values()), 0)
            # A worker with access to the database confirms the rest.
            self.expect(run("league", "run", "--games", 60, "--quiet", cwd=server.here))
            self.assertTrue(all(row["checked"] == row["sets"] for row in tokens(server).values()), tokens(server))
            self.expect(run("league", "rebuild", "--check", cwd=server.here))

    def test_a_worker_that_lies_is_found_and_its_sets_go(self):
        with served("--replay", 100) as server, Proxy(server.port, lie) as liar:
            honest = [token_of(server, name) for name in ("ann", "bob")]
            lying = token_of(server, "eve")
            for _ in range(40):
                told = worker(f"http://127.0.0.1:{liar.port}", lying, "--games", 4).communicate(timeout=PATIENCE)
                for token in honest:
                    self.end(worker(server.url, token, "--games", 20))
                if tokens(server)["eve"]["state"] == "blocked":
                    break
            rows = tokens(server)
            self.assertEqual([rows[name]["state"] for name in ("ann", "bob", "eve")], ["plays", "plays", "blocked"], (rows, told))
            self.assertIn("its games differ from those that two others played", rows["eve"]["reason"])
            self.assertEqual([rows["eve"]["sets"], rows["ann"]["differing"]], [rows["eve"]["checked"], 0])
            records = run("league", "games", "--most", 0, "--records", cwd=server.here).stdout
            self.assertNotIn('"crash"', records)
            refused = worker(server.url, lying, "--games", 2)
            self.assertIn("This token may play no more games", self.end(refused, 2)[1])
            self.expect(run("league", "rebuild", "--check", cwd=server.here))
            self.expect(run("league", "workers", "--unblock", rows["eve"]["token"], cwd=server.here))
            self.end(worker(server.url, lying, "--games", 2))

    def test_a_game_against_the_rules_blocks_its_token(self):
        def cheat(body):
            return body.replace(b'"points":', b'"points":1', 1)

        with served() as server, Proxy(server.port, cheat) as cheater:
            before = self.games(server)
            token = token_of(server, "eve")
            said = self.end(worker(f"http://127.0.0.1:{cheater.port}", token), 2)[1]
            self.assertIn("this token may play no more games", said)
            row = tokens(server)["eve"]
            self.assertEqual((row["state"], row["sets"]), ("blocked", 0))
            self.assertIn("it brought a game that breaks the rules", row["reason"])
            self.assertEqual(self.games(server), before)
            self.end(worker(server.url, token_of(server, "ann"), "--games", 2))

    def test_answers_fit_the_schema(self):
        with served() as server, Proxy(server.port) as proxy:
            self.end(worker(f"http://127.0.0.1:{proxy.port}", token_of(server, "ann"), "--games", 4))
            self.assertEqual(proxy.unfit, [])
            self.assertGreaterEqual(proxy.seen, {"terms", "words", "files", "next", "sets", "leave"})

    def test_a_worker_uses_tls(self):
        with served() as server, Proxy(server.port, tls=True) as proxy:
            token = token_of(server, "ann")
            url = f"https://localhost:{proxy.port}"
            said = self.end(worker(url, token), 2)[1]
            self.assertIn("its certificate is not valid for this machine", said)
            known = {"SSL_CERT_FILE": str(TLS / "certificate.pem")}
            self.end(worker(url, token, "--games", 2, env=known))
            said = self.end(worker(f"https://127.0.0.1:{proxy.port}", token, env=known), 2)[1]
            self.assertIn("certificate", said)

    def test_what_a_worker_cannot_do_is_one_sentence(self):
        with served() as server:
            token = token_of(server, "ann")
            for flags, key, words in ((["--examine"], token, "only workers with access to the league's database examine bots"),
                                      (["--until", 20], token, "--games or --minutes"),
                                      ([], "", "a token is needed"),
                                      ([], author(server.here, "sub"), "it needs the scope play"),
                                      ([], token[:-1] + ("0" if token[-1] != "0" else "1"), "This token is not valid")):
                said = self.end(worker(server.url, key, *flags), 2)[1]
                self.assertIn(words, said)
                self.assertEqual(said.count("\n"), 1, said)
            self.assertIn("--token-file", run("league", "run", "--token-file", "x", cwd=server.here).stderr)

    def test_hostile_calls_change_nothing(self):
        with served() as server:
            ann, bob = token_of(server, "ann"), token_of(server, "bob")
            before = self.games(server)

            def call(name, body, token=ann):
                text = body if isinstance(body, (bytes, str)) else json.dumps(body)
                status, _, answer = server.ask("POST", f"/api/v1/work/{name}", text, token)
                self.assertTrue(fits_schema(f"/api/v1/work/{name}", status, answer), (name, answer))
                return status, json.loads(answer)

            me = {"worker": "0123456789abcdef", "lanes": 1}
            status, told = call("next", {**me, "seconds": 1, "seconds_a_set": 0, "most": 2})
            self.assertEqual(status, 200, told)
            leased = told["blocks"][0]["sets"][0]
            # A worker that brings nothing gets two sets for each of its games at once.
            held = sum(len(block["sets"]) for block in told["blocks"])
            for _ in range(4):
                more = call("next", {**me, "seconds": 600, "seconds_a_set": 0.001, "most": 64})[1]["blocks"]
                held += sum(len(block["sets"]) for block in more)
            self.assertIn(held, (1, 2))
            files = told["blocks"][0]["one"]["sha256"]
            self.assertEqual(json.loads(server.ask("GET", "/api/v1/work/terms", token=ann)[2])["terms"]["seed"], "0")
            head = json.dumps({**me, "program": "toptile 1"})

            def brought(number, *records):
                return "\n".join((head, json.dumps({"set": number, "took": 1}), *records)) + "\n"

            # Another token's lease is no lease of this one, with the same name or not.
            status, told = call("sets", brought(leased["set"], "{}", "{}"), bob)
            self.assertEqual((status, told), (200, {"sets": [{"set": leased["set"], "order": 0}]}))
            self.assertEqual(call("back", {**me, "except": []}, bob)[0], 200)
            self.assertEqual(call("sets", brought(10**6, "{}", "{}")), (200, {"sets": [{"set": 10**6, "order": 0}]}))
            self.assertEqual(call("sets", "")[0], 411)
            for body in ("x", head, "[]", brought(0, "a", "b"), brought(-1, "a", "b"), brought(leased["set"], "a"),
                         brought(5, "{}", "{}") + "\n".join(brought(5, "{}", "{}").split("\n")[1:]),
                         json.dumps({**me, "worker": "../x", "program": "p"}), json.dumps({"worker": 7}),
                         head + "\n" + ("[" * 100_000), head + "\n" + "".join(brought(i, "{}", "{}").split("\n", 1)[1] for i in range(1, 70))):
                status, told = call("sets", body)
                self.assertEqual(status, 200 if body == head else 400, (body[:100], told))
            for body in ({}, {**me, "most": 65}, {**me, "seconds": -1}, {**me, "seconds": 1e9}, {**me, "lanes": 0}, {**me, "lanes": 10**9},
                         {**me, "x": 1}, {**me, "worker": "0" * 99}, {**me, "worker": "Z" * 16}):
                self.assertEqual(call("next", body)[0], 400, body)
            self.assertEqual(call("back", {**me, "except": 5})[0], 400)
            self.assertEqual(call("alive", " " * 70_000)[0], 413)
            self.assertEqual(call("nothing", me)[0], 404)
            for path in ("terms", "words", f"files/{files}"):
                self.assertEqual(server.ask("GET", "/api/v1/work/" + path)[0], 401)
                self.assertEqual(server.ask("GET", "/api/v1/work/" + path, token=author(server.here, "s" + path[0]))[0], 403)
                self.assertEqual(server.ask("GET", "/api/v1/work/" + path, token=ann)[0], 200)
            # The lexicon is no bot, although the league keeps it under its hash, too.
            lexicon = server.get("league")[1]["lexicon"]["sha256"]
            self.assertEqual(server.ask("GET", f"/api/v1/work/files/{lexicon}", token=ann)[0], 404)
            self.assertEqual(call("sets", brought(leased["set"], "{}", "{}"))[0], 422)
            self.assertEqual(call("alive", me)[0], 403)
            self.expect(run("league", "author", "revoke", "bob", cwd=server.here))
            self.assertEqual(call("alive", me, bob)[0], 401)
            self.assertEqual(self.games(server), before)


if __name__ == "__main__":
    unittest.main()
