"""A bot as a process, and the lines that a referee would send it."""

import os
import pathlib
import queue
import subprocess
import sys
import threading

from small_games import KIT, toptile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from patience import PATIENCE  # noqa: E402

KIT_LINE = "id kit toptile.py 1.1"
if toptile._engine:
    KIT_LINE += " with toptile_engine " + getattr(toptile._engine, "__version__", "")
KIT_LINE = KIT_LINE.strip()  # A module of another build may tell no version.


class Bot:
    """A bot's process; its lines are read as they come."""

    def __init__(self, *command):
        folders = os.pathsep.join(filter(None, [str(KIT), os.environ.get("PYTHONPATH")]))  # The module may be in the second.
        environment = dict(os.environ, PYTHONPATH=folders, PYTHONDONTWRITEBYTECODE="1")
        self.process = subprocess.Popen(list(map(str, command)), stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment)
        self.lines = queue.Queue()
        self.notes = b""
        self.readers = [threading.Thread(target=self.read), threading.Thread(target=self.read_notes)]
        for reader in self.readers:
            reader.start()

    def read(self):
        for line in self.process.stdout:
            self.lines.put(line.decode().rstrip("\n"))
        self.lines.put(None)

    def read_notes(self):
        self.notes = self.process.stderr.read()

    def send(self, *lines, end="\n"):
        self.process.stdin.write("".join(line + end for line in lines).encode())
        self.process.stdin.flush()

    def line(self):
        """The next line; None if the bot has ended."""
        return self.lines.get(timeout=PATIENCE)

    def lines_to(self, last):
        """All lines up to and including the one that begins with `last`."""
        lines = [self.line()]
        while not lines[-1].startswith(last):
            lines.append(self.line())
        return lines

    def is_silent(self, seconds):
        try:
            self.lines.put(self.lines.get(timeout=seconds))
            return False
        except queue.Empty:
            return True

    def ended(self):
        """Waits for the end; returns the exit code, the lines that were not read, and stderr."""
        code = self.process.wait(timeout=PATIENCE)
        for reader in self.readers:
            reader.join(timeout=PATIENCE)
        return code, list(iter(self.lines.get, None)), self.notes.decode()

    def close(self):
        self.process.kill()
        self.process.wait()
        for reader in self.readers:
            reader.join(timeout=PATIENCE)
        for pipe in (self.process.stdin, self.process.stdout, self.process.stderr):
            try:
                pipe.close()
            except BrokenPipeError:
                pass
