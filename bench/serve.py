#!/usr/bin/env python3
"""Measures `toptile serve`: pages a second on loopback with connections that stay, and the server's memory before and after.

Usage: serve.py [TOPTILE] [SECONDS]      (default: build/release/toptile, 10)

The client is on the same machine and takes its part of the processors. It is run by hand.
"""

import pathlib
import re
import selectors
import socket
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
PROGRAM = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / "build/release/toptile").resolve()
SECONDS = float(sys.argv[2]) if len(sys.argv) > 2 else 10
CLIENTS = 16


def resident_kib(process):
    return int(re.search(r"VmRSS:\s+(\d+)", pathlib.Path(f"/proc/{process.pid}/status").read_text())[1])


def length_of(answer):
    """The bytes of the first answer, or None if it is not there yet."""
    end = answer.find(b"\r\n\r\n")
    if end < 0:
        return None
    whole = end + 4 + int(re.search(rb"Content-Length: (\d+)", answer)[1])
    return whole if len(answer) >= whole else None


def requests_in(port, path, seconds):
    """How many requests are answered in this time."""
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
    return done


def main():
    with tempfile.TemporaryDirectory() as here:
        words = ROOT / "tests/data/words/plain.txt"
        for arguments in (["league", "init", "--lexicon", words, "--no-clock", "--sandbox", "auto"], ["submit", "greedy", "random", "human"],
                          ["league", "run", "--games", "60", "--quiet"]):
            subprocess.run([PROGRAM, *arguments], cwd=here, check=True, capture_output=True)
        server = subprocess.Popen([PROGRAM, "serve", "--port", "0", "--rate", "0"], cwd=here, stdout=subprocess.PIPE, text=True)
        port = int(server.stdout.readline().strip().strip("/").rsplit(":", 1)[1])
        try:
            for path in ("/", "/api/v1/standings"):
                requests_in(port, path, 1)
                before = resident_kib(server)
                done = requests_in(port, path, SECONDS)
                print(f"{path}: {done / SECONDS:.0f} requests a second; memory {before} KiB before, {resident_kib(server)} KiB after")
        finally:
            server.terminate()
            server.wait()


if __name__ == "__main__":
    main()
