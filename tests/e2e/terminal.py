"""A program in a terminal of tmux, with a server of its own."""

import os
import pathlib
import re
import shlex
import subprocess
import time
import unittest
import uuid

from toptile_program import folder


class TerminalTest(unittest.TestCase):
    def setUp(self):
        self.socket = f"toptile-test-{uuid.uuid4()}"
        self.addCleanup(self.close)
        context = folder()
        self.here = context.__enter__()
        self.addCleanup(context.__exit__, None, None, None)

    def tmux(self, *arguments):
        done = subprocess.run(["tmux", "-L", self.socket, "-f", "/dev/null", *map(str, arguments)], capture_output=True, text=True,
                              env={**os.environ, "LC_ALL": "C.UTF-8"})
        return done.stdout

    def close(self):
        """Closes the terminal, so that another one can be opened."""
        self.tmux("kill-server")
        self.socket = f"toptile-test-{uuid.uuid4()}"

    def open(self, command, columns=80, rows=24, before=""):
        """Opens a shell that runs the command, says how it ended, and stays."""
        script = self.here / "script.sh"
        script.write_text(f"{before}\n{shlex.join(map(str, command))}\necho exit $?\nstty -a\nexec sleep 1000\n")
        self.tmux("new-session", "-d", "-x", columns, "-y", rows, "-c", self.here, f"bash {shlex.quote(str(script))}")

    def press(self, *keys):
        self.tmux("send-keys", *keys)

    def resize(self, columns, rows):
        self.tmux("resize-window", "-x", columns, "-y", rows)

    def screen(self, *flags):
        return self.tmux("capture-pane", "-p", *flags).rstrip("\n")

    def await_screen(self, pattern):
        return self.await_that(lambda screen: re.search(pattern, screen), f"{pattern} is not shown")

    def await_that(self, holds, otherwise):
        """Waits for a screen for which `holds` is true, and returns it. It must be complete: the program waits, and nothing more
        is shown. A program that shows a tournament may never wait; after enough such looks, its screen is taken as it is."""
        deadline, looks = time.monotonic() + 60, 100
        while time.monotonic() < deadline:
            screen = self.screen()
            if holds(screen):
                looks -= 1
                if looks == 0 or (self.is_waiting() and self.screen() == screen):
                    return screen
            time.sleep(0.05)
        self.fail(f"{otherwise}:\n{screen}")
        return ""

    def is_waiting(self):
        """Whether all processes in the terminal sleep."""
        processes = [self.tmux("display-message", "-p", "#{pane_pid}").strip()]
        for process in processes:
            try:
                stat = pathlib.Path("/proc", process, "stat").read_text()
                processes += pathlib.Path("/proc", process, "task", process, "children").read_text().split()
            except OSError:
                continue  # It has ended.
            if stat.rpartition(")")[2].split()[0] not in "STZ":
                return False
        return True
