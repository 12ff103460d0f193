"""A program in a terminal of tmux, with a server of its own."""

import contextlib
import os
import pathlib
import re
import select
import shlex
import signal
import subprocess
import unittest
import uuid

from toptile_program import PATIENCE, folder, wait_until


class TerminalTest(unittest.TestCase):
    def setUp(self):
        self.socket = f"toptile-test-{uuid.uuid4()}"
        context = folder()
        self.here = context.__enter__()
        # Cleanups run in reverse order: the folder goes when nothing in the terminal can write into it any more.
        self.addCleanup(context.__exit__, None, None, None)
        self.handles = []
        self.addCleanup(self.end)

    def tmux(self, *arguments):
        done = subprocess.run(["tmux", "-L", self.socket, "-f", "/dev/null", *map(str, arguments)], capture_output=True, text=True,
                              env={**os.environ, "LC_ALL": "C.UTF-8"})
        return done.stdout

    def close(self):
        """Closes the terminal, so that another one can be opened. Its processes may go on for a while."""
        for process in self.processes():
            try:
                self.handles.append(os.pidfd_open(process))
            except OSError:
                continue  # It has ended.
        self.tmux("kill-server")
        self.socket = f"toptile-test-{uuid.uuid4()}"

    def end(self):
        """Closes the terminal, and kills what is left of this one and of those that were closed before."""
        self.close()
        for handle in self.handles:
            with contextlib.suppress(ProcessLookupError):
                signal.pidfd_send_signal(handle, signal.SIGKILL)
            select.select([handle], [], [], PATIENCE)
            os.close(handle)

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
        looks, screen = 0, ""

        def is_complete():
            nonlocal looks, screen
            screen = self.screen()
            if not holds(screen):
                return False
            looks += 1
            return looks == 100 or self.is_waiting() and self.screen() == screen
        wait_until(is_complete, lambda: f"{otherwise}:\n{screen}")
        return screen

    def processes(self):
        """The processes in the terminal: its shell, and all that descend from it."""
        shell = self.tmux("display-message", "-p", "#{pane_pid}").strip()
        found = [int(shell)] if shell else []
        for process in found:
            try:
                children = pathlib.Path("/proc", str(process), "task", str(process), "children").read_text()
            except OSError:
                continue  # It has ended.
            found += map(int, children.split())
        return found

    def is_waiting(self):
        """Whether all processes in the terminal sleep."""
        for process in self.processes():
            try:
                stat = pathlib.Path("/proc", str(process), "stat").read_text()
            except OSError:
                continue  # It has ended.
            if stat.rpartition(")")[2].split()[0] not in "STZ":
                return False
        return True
