#!/usr/bin/env python3
"""How many requests a second `toptile serve` answers on loopback, on connections that stay, and what that does to its memory.

The same first page is asked of Python's own server of files, in turn, so that there is a ratio of two figures of one run. The
client is on the same machine, and takes its part of the processors from both."""

import argparse
import os
import pathlib
import re
import selectors
import socket
import statistics
import subprocess
import sys
import tempfile
import time

BUILD = pathlib.Path(__file__).resolve().parents[1]
PROGRAM = os.environ.get("TOPTILE", str(BUILD / "toptile"))
TRIAL = "TOPTILE_BENCH_TRIAL" in os.environ  # It only shows that everything runs to its end.
CLIENTS, ROUNDS, SECONDS = (2, 1, 0.2) if TRIAL else (16, 5, 2)
FILES = """
import http.server

class Handler(http.server.SimpleHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True  # Otherwise each answer waits for the client's kernel.
    wbufsize = -1

    def log_message(self, *arguments):
        pass

server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
print(f"http://127.0.0.1:{server.server_address[1]}/", flush=True)
server.serve_forever()
"""


def resident_kib(process):
    return int(re.search(r"VmRSS:\s+(\d+)", pathlib.Path(f"/proc/{process.pid}/status").read_text())[1])


def length_of(answer):
    """The bytes of the first answer, or None if it is not there yet."""
    end = answer.find(b"\r\n\r\n")
    if end < 0:
        return None
    whole = end + 4 + int(re.search(rb"Content-Length: (\d+)", answer, re.IGNORECASE)[1])
    return whole if len(answer) >= whole else None


def requests_in(port, path, seconds):
    """How many requests a second are answered in this time."""
    ask = f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode()
    chosen, answers, done = selectors.DefaultSelector(), {}, 0
    for _ in range(CLIENTS):
        client = socket.create_connection(("127.0.0.1", port))
        chosen.register(client, selectors.EVENT_READ)
        answers[client] = b""
        client.sendall(ask)
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        for key, _ in chosen.select(1):
            client = key.fileobj
            answers[client] += client.recv(1 << 16)
            if length_of(answers[client]) is not None:
                assert answers[client].startswith(b"HTTP/1.1 200"), answers[client][:200]
                answers[client] = b""
                done += 1
                client.sendall(ask)
    for client in answers:
        client.close()
    return done / seconds


def served(command, cwd):
    """A server, and the port of the address that its first line has."""
    server = subprocess.Popen(command, cwd=cwd, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    address = re.search(r"http://[^/]*:(\d+)/", server.stdout.readline())
    if address is None:
        server.kill()
        sys.exit(f"serve: {' '.join(map(str, command[:2]))} told no address")
    return server, int(address[1])


def main():
    parser = argparse.ArgumentParser(prog="serve", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--benchmark_filter", default="", metavar="REGEX", help="nothing, unless it finds serve")
    given, others = parser.parse_known_args()
    if others:
        print("serve: %s: for the other programs of bench/" % " ".join(others), file=sys.stderr)
    if not re.search(given.benchmark_filter, "serve"):
        return
    with tempfile.TemporaryDirectory() as here:
        for arguments in (["league", "init", "--no-clock", "--sandbox", "auto"], ["submit", "greedy", "random", "human"],
                          ["league", "run", "--games", "4" if TRIAL else "60", "--quiet"], ["league", "site", "site"]):
            done = subprocess.run([PROGRAM, *arguments], cwd=here, capture_output=True, text=True)
            if done.returncode != 0:
                sys.exit(f"serve: toptile {' '.join(arguments)} failed: {done.stderr.strip()}")
        ours, port = served([PROGRAM, "serve", "--port", "0", "--rate", "0"], here)
        files, other = served([sys.executable, "-c", FILES], pathlib.Path(here, "site"))
        try:
            requests_in(port, "/", 1)
            before, figures = resident_kib(ours), []
            for _ in range(ROUNDS):
                figures.append([requests_in(at, path, SECONDS) for at, path in ((port, "/"), (port, "/api/v1/standings"), (other, "/"))])
            page, table, by_files = (statistics.median(column) for column in zip(*figures))
            print(f"toptile serve: {page:.0f} pages a second, {table:.0f} tables a second; memory {before} KiB before, "
                  f"{resident_kib(ours)} KiB after")
            print(f"Python's http.server: {by_files:.0f} pages a second; toptile serve answers {page / by_files:.1f} times as many")
        finally:
            for server in (ours, files):
                server.terminate()
                server.wait()


if __name__ == "__main__":
    main()
