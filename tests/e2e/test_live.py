"""The live page's server: what it answers and refuses, that its events are those of --json, and that readers never disturb the games."""

import contextlib
import http.client
import json
import os
import pathlib
import re
import shutil
import signal
import socket
import tempfile
import threading
import time
import unittest
import unittest.mock

from terminal import TerminalTest
from toptile_program import (ENDLESS, PACER, PATIENCE, PROGRAM, WORDS, folder, records, run, start, wait_for_games, wait_until,
                             without_times)

PAIR = ("--bot", "greedy", "--bot", "random", "--lexicon", WORDS, "--seed", 5, "--sandbox", "off")
# A game takes about a second, so that games are in play when something is asked.
SLOW = (*PAIR, "--bot", f"slow={PACER} sleep 30")

LONG = 4000  # Games that last longer than any test, in a plan that is still quick to make.

# The bytes that the program and the system keep for a reader, and some more.
MOST_UNREAD = 800_000


def setUpModule():
    """The key of the page is kept in a temporary folder, and not among the files of the user who runs this."""
    context = tempfile.TemporaryDirectory(prefix="toptile-e2e-")
    unittest.addModuleCleanup(context.cleanup)
    patched = unittest.mock.patch.dict(os.environ, {"XDG_DATA_HOME": context.name})
    patched.start()
    unittest.addModuleCleanup(patched.stop)


class Live:
    """A tournament with a live page."""

    def __init__(self, here, *arguments, bots=SLOW, name="run", verb="tournament"):
        self.folder = here / name
        self.process = start(verb, *bots, "--out", self.folder, "--live=0", *arguments)
        self.errors = []
        told = self.process.stderr.readline()
        found = re.fullmatch(r"live: http://127\.0\.0\.1:(\d+)(/[0-9a-f]{32})/\n", told)
        if not found:
            raise AssertionError(told + self.process.stderr.read())
        self.port, self.key = int(found.group(1)), found.group(2)
        self.ask_for_events = f"GET {self.key}/events HTTP/1.1\r\nHost: localhost\r\n\r\n".encode()
        self.output = []
        self.readers = [threading.Thread(target=self.read, args=pair) for pair in
                        ((self.process.stdout, self.output), (self.process.stderr, self.errors))]
        for reader in self.readers:
            reader.start()

    @staticmethod
    def read(stream, lines):
        lines.extend(stream)

    def stop(self):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        return self.wait()

    def wait(self):
        code = self.process.wait(PATIENCE)
        for reader in self.readers:
            reader.join()
        self.process.stdout.close()
        self.process.stderr.close()
        return code

    def ask(self, target, method="GET", key=None, **headers):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        with contextlib.closing(connection):
            connection.request(method, (self.key if key is None else key) + target, headers={name.replace("_", "-"): value for name, value in headers.items()})
            answer = connection.getresponse()
            return answer.status, dict(answer.getheaders()), answer.read().decode()

    def raw(self, request, timeout=PATIENCE):
        """Sends a request; returns all that comes back until the connection is closed."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=timeout) as connection:
            connection.sendall(request)
            return self.rest_of(connection)

    @staticmethod
    def rest_of(connection):
        answer = b""
        with contextlib.suppress(ConnectionResetError):
            while part := connection.recv(65536):
                answer += part
        return answer

    def follow(self, last=None):
        return Stream(self.port, self.key, last)

    def connect_to_events(self, receive_buffer=None):
        connection = socket.socket()
        connection.settimeout(PATIENCE)
        if receive_buffer:
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        connection.connect(("127.0.0.1", self.port))
        connection.sendall(self.ask_for_events)
        return connection

    def await_games(self, games):
        wait_for_games(self.folder, games)


class Stream:
    """The events of a live page, one after another as they come."""

    def __init__(self, port, key, last=None):
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
        self.connection.request("GET", f"{key}/events", headers={"Last-Event-ID": last} if last else {})
        self.answer = self.connection.getresponse()
        self.last = None

    def __iter__(self):
        fields = {}
        for line in self.answer:
            line = line.decode().rstrip("\n")
            if line.startswith(":"):
                continue
            if line:
                name, _, value = line.partition(": ")
                fields[name] = value
                continue
            self.last = fields.get("id", self.last)
            if "data" in fields:
                event = json.loads(fields["data"])
                if event["event"] != fields["event"]:
                    raise AssertionError(fields)
                yield event
            fields = {}
        self.close()

    def close(self):
        self.answer.close()
        self.connection.close()


class Tap:
    """Reads all that comes, on a thread of its own, and counts it."""

    def __init__(self, connection):
        self.connection = connection
        self.count = 0  # The bytes read so far.
        self.is_over = False
        self.more = threading.Condition()
        self.thread = threading.Thread(target=self.read)
        self.thread.start()

    def read(self):
        part = b"first"
        while part:
            try:
                part = self.connection.recv(65536)
            except OSError:
                part = b""
            with self.more:
                self.count += len(part)
                self.is_over = not part
                self.more.notify_all()

    def wait(self, count):
        with self.more:
            self.more.wait_for(lambda: self.count >= count or self.is_over)
            if self.count < count:
                raise AssertionError(f"after {self.count} bytes nothing more came")

    def close(self):
        self.thread.join()
        self.connection.close()


class LiveTest(unittest.TestCase):
    def setUp(self):
        context = folder()
        self.here = context.__enter__()
        self.addCleanup(context.__exit__, None, None, None)

    def live(self, *arguments, **options):
        live = Live(self.here, *arguments, **options)
        self.addCleanup(live.stop)
        return live


class Answers(LiveTest):
    def test_page_data_and_records(self):
        live = self.live("--games", LONG)
        live.await_games(2)
        status, headers, page = live.ask("/")
        self.assertEqual((status, headers["Content-Type"]), (200, "text/html; charset=utf-8"))
        self.assertIn('id="toptile-data"', page)

        def new_data():
            status, headers, data = live.ask("/data.json")
            self.assertEqual((status, headers["Content-Type"]), (200, "application/json"))
            return data if json.loads(data)["games_played"] >= 2 else None  # The data may be a second old.
        data = json.loads(wait_until(new_data, "the data do not have the games"))
        self.assertEqual(data["live"], {"events": f"{live.key}/events", "data": f"{live.key}/data.json", "game": f"{live.key}/games/",
                                        "boards": f"{live.key}/boards"})
        self.assertEqual((data["title"], data["finished"], data["games_planned"]), ("run", False, 3 * LONG))
        live.await_games(4)  # At least one pair is over then.
        for game in records(live.folder)[:2]:
            status, headers, record = live.ask(f"/games/{game['id']}")
            self.assertEqual((status, headers["Content-Type"]), (200, "application/json"))
            self.assertEqual(json.loads(record), game)
        for game in (0, 3 * LONG - 1, 3 * LONG + 1, 10**30):
            status, _, sentence = live.ask(f"/games/{game}")
            self.assertEqual((status, sentence.count("\n")), (404, 1))

    def test_every_answer_keeps_the_page_to_itself(self):
        live = self.live("--games", LONG)
        for target in ("/", "/data.json", "/nothing"):
            _, headers, _ = live.ask(target)
            self.assertEqual(headers["X-Content-Type-Options"], "nosniff")
            self.assertEqual(headers["Cache-Control"], "no-store")
            self.assertIn("default-src 'none'", headers["Content-Security-Policy"])
            self.assertNotIn("Access-Control-Allow-Origin", headers)

    def test_head_has_no_body_and_others_are_refused(self):
        live = self.live("--games", LONG)
        status, headers, body = live.ask("/data.json", "HEAD")
        self.assertEqual((status, body), (200, ""))
        self.assertGreater(int(headers["Content-Length"]), 10)
        status, _, body = live.ask("/events", "HEAD")
        self.assertEqual((status, body), (200, ""))
        for method in ("POST", "PUT", "DELETE", "OPTIONS", "BREW"):
            status, headers, _ = live.ask("/", method)
            self.assertEqual((status, headers["Allow"]), (405, "GET, HEAD"))
        connection = http.client.HTTPConnection("127.0.0.1", live.port, timeout=PATIENCE)
        connection.request("POST", "/", body="x" * 20000)
        self.assertEqual(connection.getresponse().status, 405)
        connection.close()

    def test_only_names_of_this_machine(self):
        live = self.live("--games", LONG)
        for host, status in (("localhost", 200), ("[::1]:1", 200), ("evil.example", 403), (f"evil.example:{live.port}", 403), ("", 403)):
            answer = live.raw(f"GET {live.key}/data.json HTTP/1.1\r\nHost: {host}\r\n\r\n".encode())
            self.assertTrue(answer.startswith(f"HTTP/1.1 {status} ".encode()), (host, answer[:80]))
            self.assertEqual(b"standings" in answer, status == 200)
        self.assertTrue(live.raw(b"GET / HTTP/1.1\r\n\r\n").startswith(b"HTTP/1.1 400 "))
        self.assertEqual(live.ask("/events", Origin="https://evil.example")[0], 403)

    def test_it_listens_on_this_machine_alone(self):
        live = self.live("--games", LONG)
        listening = []
        for table in ("tcp", "tcp6"):
            with contextlib.suppress(FileNotFoundError):
                for line in pathlib.Path(f"/proc/net/{table}").read_text().splitlines()[1:]:
                    address, state = line.split()[1], line.split()[3]
                    if state == "0A" and int(address.rpartition(":")[2], 16) == live.port:
                        listening.append(address.rpartition(":")[0])
        self.assertIn("0100007F", listening)
        self.assertLessEqual(set(listening), {"0100007F", "00000000000000000000000001000000"})

    def test_garbage_is_answered_or_closed_and_the_server_goes_on(self):
        live = self.live("--games", LONG)
        for request, status in ((b"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + b"x" * 20_000 + b"\r\n\r\n", b"431"),
                                (b"GET /" + b"x" * 20_000 + b" HTTP/1.1\r\n\r\n", b"431"), (b"\r\n\r\n\r\n\r\n" + b"nonsense\r\n\r\n", b"400"),
                                (b"\x00\xff\x16\x03\x01" * 20 + b"\r\n\r\n", b"400"), (b"GET / HTTP/9.9\r\nHost: localhost\r\n\r\n", b"400")):
            answer = live.raw(request)
            self.assertTrue(answer.startswith(b"HTTP/1.1 " + status), (request[:40], answer[:80]))
        # A client that goes on sending is cut off, and may not read the reason.
        answer = live.raw(b"GET /" + b"x" * 1_000_000 + b" HTTP/1.1\r\n\r\n")
        self.assertTrue(answer == b"" or answer.startswith(b"HTTP/1.1 431"), answer[:80])
        self.assertEqual(live.ask("/data.json")[0], 200)

    def test_who_says_nothing_is_cut_off(self):
        live = self.live("--games", LONG)
        self.assertEqual(live.raw(b"GET / HT"), b"")
        self.assertEqual(live.ask("/")[0], 200)


class Secrets(LiveTest):
    """The page is only for the user who started it, and tells nobody what bots must not know."""

    def test_nothing_is_answered_without_the_key(self):
        live = self.live("--games", LONG)
        for key in ("", "/" + "0" * 32, live.key[:-1], live.key + "0", live.key.upper() + "x", "/" + live.key, live.key[1:]):
            for target in ("", "/", "/data.json", "/events", "/games/1"):
                with self.subTest(key=key, target=target):
                    answer = live.raw(f"GET {key + target or '/'} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
                    self.assertIn(answer.split(b" ")[1], (b"400", b"403"))
                    self.assertNotIn(b"greedy", answer)

    def test_the_key_is_kept_for_its_user_alone(self):
        data = self.here / "data"
        with unittest.mock.patch.dict(os.environ, {"XDG_DATA_HOME": str(data)}):
            keys = {self.live("--games", 2, bots=PAIR, name=name).key for name in ("one", "two")}
            kept = data / "toptile" / "live_key"
            self.assertEqual((keys, kept.stat().st_mode & 0o777), ({"/" + kept.read_text().strip()}, 0o600))
            for spoil in (lambda: kept.chmod(0o644), lambda: kept.write_text("short\n"), lambda: (kept.unlink(), kept.symlink_to("/etc/hostname"))):
                spoil()
                key = self.live("--games", 2, bots=PAIR, name=f"after-{len(keys)}").key
                self.assertNotIn(key, keys)
                self.assertEqual((kept.is_symlink(), kept.stat().st_mode & 0o777, kept.read_text()), (False, 0o600, f"{key[1:]}\n"))
                keys.add(key)
            self.assertEqual([path.name for path in kept.parent.iterdir()], ["live_key"])

    def test_no_seed_is_told_before_the_end(self):
        seed = "8675309424242"
        live = self.live("--games", 4, bots=tuple(seed if flag == 5 else flag for flag in SLOW))
        stream = live.follow()
        for target in ("/", "/data.json"):
            self.assertNotIn(seed, live.ask(target)[2])
        for event in stream:
            self.assertNotIn(seed, json.dumps(event))
            if event["event"] == "end":
                data = json.loads(live.ask("/data.json")[2])
        self.assertEqual(data["runs"][0]["plan"]["seed"], seed)
        self.assertIn(seed, data["reproduce"]["commands"][0])
        self.assertEqual(live.wait(), 0)

    def test_no_record_is_told_while_its_bag_is_in_play(self):
        live = self.live("--games", 6, "--concurrency", 1)
        ended, withheld = set(), 0
        for event in live.follow():
            if event["event"] != "started":
                ended |= {event["id"]} if event["event"] == "game" else set()
                continue
            if event["id"] % 2 == 0 and event["id"] - 1 in ended:
                status, _, sentence = live.ask(f"/games/{event['id'] - 1}")
                # The game may have ended before it was asked for.
                if live.ask(f"/games/{event['id']}")[0] == 404:
                    self.assertEqual((status, sentence.count("\n")), (404, 1))
                    withheld += 1
        self.assertGreater(withheld, 2)

    def test_a_header_that_stands_there_twice_is_refused(self):
        live = self.live("--games", LONG)
        get = f"GET {live.key}/data.json HTTP/1.1\r\n".encode()
        for headers in (b"Host: localhost\r\nHost: evil.example\r\n", b"Host: localhost\r\nHost: localhost\r\n", b"Host: evil.example\r\nhost: localhost\r\n",
                        b"Host: localhost\r\nOrigin: http://localhost\r\nOrigin: https://evil.example\r\n",
                        b"Host: localhost\r\nContent-Length: 0\r\nContent-Length: 5\r\n",
                        b"Host: localhost\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n"):
            answer = live.raw(get + headers + b"\r\n")
            self.assertTrue(answer.startswith(b"HTTP/1.1 400 "), (headers, answer[:80]))
            self.assertNotIn(b"standings", answer)
        for target in (f"http://localhost{live.key}/", "*", "localhost:80"):
            answer = live.raw(f"GET {target} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
            self.assertTrue(answer.startswith(b"HTTP/1.1 400 "), (target, answer[:80]))


class Events(LiveTest):
    def test_they_are_those_of_json_in_their_order(self):
        live = self.live("--games", 8, "--json")
        events = list(live.follow())
        self.assertEqual(live.wait(), 0)
        told = [json.loads(line) for line in live.output]
        self.assertEqual(events[0], told[0])
        streamed = [event for event in events[1:] if event["event"] not in ("started", "standings")]
        rest = [event for event in told[1:] if event["event"] != "standings"]
        self.assertEqual(streamed, rest[-len(streamed):])
        self.assertGreater(len(streamed), 12)  # They are 24 games and the end, without games that ended earlier.
        self.assertEqual(streamed[-1]["event"], "end")

    def test_games_in_play_are_told_before_they_end(self):
        live = self.live("--games", 6)
        in_play = {}
        for event in live.follow():
            if event["event"] == "started":
                self.assertNotIn(event["id"], in_play)
                in_play[event["id"]] = event["players"]
            if event["event"] == "game" and event["id"] in in_play:
                self.assertEqual(in_play.pop(event["id"]), event["players"])
        self.assertEqual(in_play, {})

    def test_a_game_that_was_told_can_be_asked_for_when_its_pair_is_over(self):
        live = self.live("--games", 8, "--concurrency", 2)
        asked, scores = 0, {}
        for event in live.follow():
            if event["event"] == "game":
                scores[event["id"]] = event["scores"]
                pair = {(event["id"] - 1) // 2 * 2 + 1, (event["id"] - 1) // 2 * 2 + 2}
                for id in pair if pair <= scores.keys() else ():
                    status, _, record = live.ask(f"/games/{id}")
                    self.assertEqual(status, 200)
                    self.assertEqual(json.loads(record)["scores"], scores[id])
                    asked += 1
        self.assertGreater(asked, 12)

    def test_who_comes_back_misses_nothing(self):
        live = self.live("--games", 10)
        stream = live.follow()
        games = []
        for event in stream:
            if event["event"] == "game":
                games.append(event["id"])
                if len(games) == 3:
                    break
        stream.close()
        live.await_games(8)
        for event in live.follow(stream.last):
            self.assertNotEqual(event["event"], "start")
            if event["event"] == "game":
                games.append(event["id"])
        self.assertEqual(len(games), len(set(games)))
        self.assertEqual(live.wait(), 0)
        played = [game["id"] for game in records(live.folder)]
        self.assertLessEqual(set(played) - set(games), set(played[:6]))

    def test_the_last_data_is_there_for_pages_that_follow(self):
        live = self.live("--games", 4)
        (end,) = [event for event in live.follow() if event["event"] == "end"]
        data = json.loads(live.ask("/data.json")[2])
        self.assertEqual((data["finished"], data["games_played"]), (True, 12))
        names = [row["name"] for row in end["standings"]]
        self.assertEqual([row.get("name", data.get("bots", [{}])[row.get("entrant", 0)].get("name")) if "name" not in row else row["name"]
                          for row in data["standings"]], names)
        self.assertEqual(live.wait(), 0)

    def test_where_nobody_follows_it_ends_at_once(self):
        live = self.live("--games", 2, bots=PAIR)
        self.assertEqual(live.wait(), 0)
        with self.assertRaises(ConnectionRefusedError):
            live.ask("/")

    def test_a_run_that_goes_on_has_the_games_from_before(self):
        first = self.live("--games", 20)
        first.await_games(4)
        self.assertEqual(first.stop(), 130)
        before = len(records(first.folder))
        again = self.live("--games", 20)
        begin = next(iter(again.follow()))
        self.assertGreaterEqual(begin["games_played"], before)
        self.assertGreaterEqual(json.loads(again.ask("/data.json")[2])["games_played"], before)
        self.assertEqual(again.ask("/games/1")[0], 200)


class Readers(LiveTest):
    """Readers do not disturb the games, whatever they do."""

    def test_the_run_is_the_same_with_and_without(self):
        bots = ("--bot", "greedy", "--bot", f"slow={PACER} sleep 10", "--lexicon", WORDS, "--seed", 5)  # The games leave time to ask.
        flags = ("--games", 30, "--concurrency", 2)
        live = self.live(*flags, bots=bots, name="watched")
        asked = 0
        stream = live.follow()
        stop = threading.Event()

        def read():
            with contextlib.suppress(OSError, http.client.HTTPException):
                for _ in stream:
                    pass
            stop.set()

        reader = threading.Thread(target=read)
        reader.start()
        while not stop.is_set():
            with contextlib.suppress(OSError, http.client.HTTPException):
                for target in ("/", "/data.json", "/games/1", "/games/2"):
                    live.ask(target)
                    asked += 1
        reader.join()
        self.assertEqual(live.wait(), 0)
        self.assertGreater(asked, 4)
        self.assertEqual(run("tournament", *bots, *flags, "--out", self.here / "alone", "--quiet").returncode, 0)
        self.assertEqual(without_times(live.folder), without_times(self.here / "alone"))
        self.assertEqual(run("verify", live.folder).returncode, 0)
        self.assertEqual(sorted(path.name for path in live.folder.iterdir()), sorted(path.name for path in (self.here / "alone").iterdir()))

    def test_who_does_not_read_keeps_nobody_waiting(self):
        live = self.live("--games", ENDLESS, bots=PAIR)
        with socket.socket() as slow:
            slow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            slow.connect(("127.0.0.1", live.port))
            slow.sendall(live.ask_for_events)
            live.await_games(600)
            self.assertEqual(live.ask("/data.json")[0], 200)
            others = live.follow()
            self.assertEqual(next(iter(others))["event"], "start")
            others.close()
        self.assertEqual(live.stop(), 130)

    def test_who_is_far_behind_is_dropped_and_told(self):
        bots = [word for name in ("greedy", "random") for word in ("--bot", f"{name:_<40}={name}")]  # Long names make long events.
        live = self.live("--games", ENDLESS, bots=(*bots, "--lexicon", WORDS, "--seed", 5))
        slow = live.connect_to_events(receive_buffer=16384)
        whole = Tap(live.connect_to_events())
        told = b""
        # How far behind it is depends on what was sent, and not on how fast games are played. It reads from time to time, because
        # a reader that takes nothing is cut off.
        while whole.count - len(told) < MOST_UNREAD:
            whole.wait(4 * len(told) + 65536)
            told += slow.recv(16384)
        sent = whole.count  # A reader that was dropped gets no more than this.
        while len(told) < sent and (part := slow.recv(65536)):
            told += part
        slow.close()
        self.assertTrue(told.rstrip().endswith(b'"this reader is too slow for the events"}'), told[-200:])
        self.assertIn(b"\n\nevent: dropped\n", told)
        self.assertNotIn(b"event: end", told)
        self.assertGreater(told.count(b"event: game"), 10)
        self.assertEqual(live.stop(), 130)
        whole.close()
        self.assertLess(len(told), whole.count)

    def test_who_vanishes_is_forgotten(self):
        live = self.live("--games", LONG)
        for _ in range(200):
            stream = socket.create_connection(("127.0.0.1", live.port), timeout=PATIENCE)
            stream.sendall(live.ask_for_events)
            stream.recv(100)
            stream.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")  # Then close() resets the connection.
            stream.close()
        status, _, _ = live.ask("/data.json")
        self.assertEqual(status, 200)
        self.assertEqual(next(iter(live.follow()))["event"], "start")

    def test_there_is_an_end_to_how_many_follow(self):
        live = self.live("--games", LONG)
        streams = [live.follow() for _ in range(24)]
        self.assertEqual({stream.answer.status for stream in streams}, {200})
        refused = live.follow()
        self.assertEqual(refused.answer.status, 503)
        self.assertIn(b"Too many pages", refused.answer.read())
        self.assertEqual(live.ask("/data.json")[0], 200)
        streams[0].close()
        wait_until(lambda: live.follow().answer.status == 200, "no page can follow in the place of one that has gone")
        for stream in streams:
            stream.close()

    def test_ctrl_c_ends_it_while_pages_follow(self):
        live = self.live("--games", LONG)
        stream = live.follow()
        live.await_games(1)
        live.process.send_signal(signal.SIGINT)
        self.assertEqual(list(stream)[-1]["finished"], False)
        self.assertEqual(live.wait(), 130)


class Boards(LiveTest):
    """The games in play, as everybody at the table sees them."""

    def board(self, live, game=None):
        status, headers, answer = live.ask("/boards" + (f"/{game}" if game else ""))
        self.assertEqual((status, headers["Content-Type"]), (200, "application/json"))
        return json.loads(answer)

    def await_board(self, live, wanted):
        def board():
            answer = self.board(live)
            return answer if answer["board"] and wanted(answer["board"]) else None
        return wait_until(board, "the board was not seen")

    def test_turns_are_seen_while_the_game_is_in_play(self):
        live = self.live("--games", LONG, "--concurrency", 2)
        seen = self.await_board(live, lambda board: len(board["turns"]) >= 3 and not board["over"])
        board = seen["board"]
        self.assertEqual(board["game"], seen["featured"])
        self.assertIn(board["game"], [game["game"] for game in seen["games"]])
        self.assertEqual(len(board["now"]["racks"]), 2)
        self.assertEqual((seen["pace"]["games_planned"], seen["pace"]["is_over"]), (3 * LONG, False))
        later = self.board(live, board["game"])["board"]
        while not later["over"]:
            self.assertEqual(later["turns"][:len(board["turns"])], board["turns"])
            time.sleep(0.02)
            later = self.board(live, board["game"])["board"]
        live.await_games(board["game"] + 2)
        record = next(game for game in records(live.folder) if game["id"] == board["game"])
        ended = self.board(live, board["game"])["board"]
        self.assertEqual([turn["move"] for turn in ended["turns"]],
                         ["ex.?" if turn["move"].startswith("ex.") else turn["move"] for turn in record["turns"]])
        self.assertEqual((ended["over"]["scores"], ended["players"]), (record["scores"], record["players"]))

    def test_nothing_of_a_rack_or_a_bag_is_told(self):
        live = self.live("--games", ENDLESS)
        in_play = self.await_board(live, lambda board: len(board["turns"]) >= 2)["board"]
        self.assertIn("now", in_play)
        live.await_games(1)
        on_record = self.board(live, records(live.folder)[0]["id"])["board"]
        for board in (in_play, on_record):
            self.assertLessEqual(set(board), {"game", "players", "turns", "out", "over", "now"})
            for turn in board["turns"]:
                self.assertLessEqual(set(turn), {"seat", "move", "points", "scores", "ms", "clock", "takes_back"})
            self.assertLessEqual(set(board.get("now", {})), {"bag", "racks", "to_move", "thinking_ms"})

    def test_hundreds_of_games_a_second_are_seen_one_at_a_time(self):
        live = self.live("--games", ENDLESS, bots=PAIR)
        first = self.await_board(live, lambda board: board["turns"])["featured"]
        live.await_games(first + 200)
        board = self.board(live, first)["board"]
        self.assertTrue(board["over"])
        self.assertGreater(len(board["turns"]), 5)
        now = self.await_board(live, lambda board: board["game"] > first)
        self.assertLess(len(json.dumps(now)), 60_000)
        self.assertEqual(live.stop(), 130)

    def test_games_that_there_are_not(self):
        live = self.live("--games", LONG)
        for game in (str(3 * LONG - 1), "x", "", str(10**30), "-1"):
            status, _, sentence = live.ask(f"/boards/{game}")
            self.assertEqual((status, sentence.count("\n")), (404, 1), game)

    def test_the_test_of_a_match_is_in_the_data_with_its_way(self):
        live = self.live("--games", ENDLESS, "--sprt", "elo0=0,elo1=400", bots=(f"slow={PACER} sleep 10", "random", "--lexicon", WORDS, "--seed", 5), verb="match")
        (end,) = [event for event in live.follow() if event["event"] == "end"]
        test = json.loads(live.ask("/data.json")[2])["match"]["test"]
        self.assertEqual((test["pairs"], test["accepted"]), (end["match"]["test"]["pairs"], end["match"]["test"]["accepted"]))
        self.assertEqual((test["history"]["pairs"][-1], len(test["history"]["llr"])), (test["pairs"], len(test["history"]["pairs"])))


class Ports(LiveTest):
    def test_a_port_in_use_is_told_in_a_sentence(self):
        with socket.create_server(("127.0.0.1", 0)) as taken:
            port = taken.getsockname()[1]
            done = run("tournament", *PAIR, "--games", 2, "--out", self.here / "run", f"--live={port}")
        self.assertEqual((done.returncode, done.stdout.count("against")), (2, 0), done.stdout)
        self.assertEqual(done.stderr.count("\n"), 1, done.stderr)
        self.assertIn(f"port {port} of 127.0.0.1 cannot be served", done.stderr)
        self.assertFalse((self.here / "run").exists())

    def test_without_a_port_two_tournaments_have_one_each(self):
        flags = ("--games", ENDLESS, "--lexicon", WORDS, "--live", "--quiet")
        processes = [start("match", "greedy", "random", *flags, "--out", self.here / name) for name in ("a", "b")]
        addresses = [process.stderr.readline() for process in processes]
        for process in processes:
            process.send_signal(signal.SIGINT)
            process.communicate(timeout=PATIENCE)
        self.assertEqual(len(set(addresses)), 2, addresses)
        for address in addresses:
            self.assertRegex(address, r"^live: http://127\.0\.0\.1:\d+/[0-9a-f]{32}/\n$")

    def test_a_port_that_is_none_is_wrong_use(self):
        for port in ("x", "-1", "65536", "80.5"):
            done = run("tournament", *PAIR, "--games", 2, "--out", self.here / "run", f"--live={port}")
            self.assertEqual((done.returncode, done.stderr.count("\n")), (2, 1), (port, done.stderr))


@unittest.skipUnless(shutil.which("tmux"), "there is no tmux")
class Terminal(TerminalTest):
    def test_the_page_of_a_tournament_that_nobody_saw_stays_until_enter(self):
        self.open((PROGRAM, "tournament", *PAIR, "--games", 2, "--out", "run", "--live=0"), rows=60)
        screen = self.await_screen("stays for 10 minutes, or until Enter or Ctrl-C")
        ((port, key),) = re.findall(r"live: http://127\.0\.0\.1:(\d+)(/[0-9a-f]{32})/", screen)
        connection = http.client.HTTPConnection("127.0.0.1", int(port), timeout=PATIENCE)
        connection.request("GET", f"{key}/games/2")
        self.assertEqual(json.loads(connection.getresponse().read())["id"], 2)
        connection.close()
        self.press("Enter")
        self.await_screen("exit 0")

    def test_pages_are_served_until_ctrl_c_where_somebody_sits(self):
        # The games last long enough for the reader to be there before they end, and the screen is high enough for all that is said.
        self.open((PROGRAM, "tournament", *SLOW, "--games", 8, "--out", "run", "--live=0"), rows=60)
        ((port, key),) = wait_until(lambda: re.findall(r"live: http://127\.0\.0\.1:(\d+)(/[0-9a-f]{32})/", self.screen()), self.screen)
        (*_, last) = Stream(int(port), key)
        self.assertEqual(last["event"], "end")
        self.await_screen("until Enter or Ctrl-C")
        time.sleep(5)
        connection = http.client.HTTPConnection("127.0.0.1", int(port), timeout=PATIENCE)
        connection.request("GET", f"{key}/games/24")
        self.assertEqual(json.loads(connection.getresponse().read())["id"], 24)
        connection.close()
        self.press("C-c")
        self.await_screen("exit 0")


if __name__ == "__main__":
    unittest.main()
