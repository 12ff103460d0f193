"""A PostgreSQL for a test: it is made in a temporary folder, listens only there, and ends with the test."""

import contextlib
import ctypes
import os
import pathlib
import pwd
import shutil
import signal
import subprocess
import tempfile
from urllib.parse import quote

from toptile_program import wait_until

PR_SET_PDEATHSIG = 1


def programs():
    """The folder with initdb and postgres, of the newest version; None if there is none."""
    folders = sorted(pathlib.Path("/usr/lib/postgresql").glob("*/bin"), key=lambda each: int(each.parent.name), reverse=True)
    folders += [pathlib.Path(each) for each in os.get_exec_path()]
    return next((each for each in folders if (each / "initdb").exists() and (each / "postgres").exists()), None)


def is_there():
    return programs() is not None


def _as_user():
    """What PostgreSQL is started with if this is root, as whom it does not run. It ends when the test does."""
    names = [each.pw_name for each in pwd.getpwall()]
    user = pwd.getpwnam("postgres" if "postgres" in names else "nobody") if os.geteuid() == 0 else None

    def prepare():
        if user:
            os.setgroups([])
            os.setgid(user.pw_gid)
            os.setuid(user.pw_uid)
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGQUIT)
        os.chdir("/")

    return user, prepare


class Server:
    """A server with an empty database, whose address `toptile league` takes."""

    def __init__(self, folder):
        self.folder, self.data, self.log = folder, folder / "data", folder / "log"
        # Sockets are named after the port, which is the default here.
        self.address = f"postgresql://toptile@/postgres?host={quote(str(folder), safe='')}"
        self.user, self.prepare = _as_user()
        self.environment = {**os.environ, "LC_ALL": "C"}
        self.process = None
        if self.user:
            os.chown(folder, self.user.pw_uid, self.user.pw_gid)
        made = subprocess.run([programs() / "initdb", "-D", self.data, "-U", "toptile", "--auth=trust", "--no-sync", "--encoding=UTF8",
                               "--locale=C"], preexec_fn=self.prepare, env=self.environment, capture_output=True, text=True)
        if made.returncode != 0:
            raise AssertionError(made.stdout + made.stderr)

    def start(self):
        with open(self.log, "a", encoding="utf-8") as said:
            self.process = subprocess.Popen([programs() / "postgres", "-D", self.data, "-k", self.folder, "-c", "listen_addresses=", "-c",
                                             "fsync=off", "-c", "max_connections=60"], preexec_fn=self.prepare, env=self.environment,
                                            stdout=said, stderr=said)
        wait_until(lambda: self.process.poll() is not None or self.is_ready(), self.log.read_text)
        if self.process.poll() is not None:
            raise AssertionError(self.log.read_text())

    def is_ready(self):
        state = self.data / "postmaster.pid"
        text = state.read_text() if state.exists() else ""
        return text.startswith(f"{self.process.pid}\n") and "ready" in text  # The file may be left by the one before.

    def stop(self, how=signal.SIGQUIT):
        """With SIGQUIT it dies as in a crash, and with SIGINT it ends the connections first."""
        if self.process is not None:
            self.process.send_signal(how)
            self.process.wait()
            self.process = None


    def ask(self, sql):
        """The first value of the answer."""
        said = subprocess.run([programs() / "psql", "--no-psqlrc", "--tuples-only", "--no-align", "--command", sql, self.address],
                              capture_output=True, text=True)
        if said.returncode != 0:
            raise AssertionError(said.stderr)
        return said.stdout.strip()


def has_pooler():
    return _pooler_program() is not None


def _pooler_program():
    return shutil.which("pgbouncer", path=os.pathsep.join([*os.get_exec_path(), "/usr/sbin"]))


class Pooler:
    """A pgbouncer before a server: each transaction gets any of a few connections."""

    PORT = 6432  # Sockets are named after it.

    def __init__(self, server, connections):
        self.server, self.settings, self.log = server, server.folder / "pooler.ini", server.folder / "pooler.log"
        self.address = f"{server.address}&port={self.PORT}"
        self.settings.write_text(
            f"[databases]\n* = host={server.folder} user=toptile\n[pgbouncer]\nlisten_addr =\nlisten_port = {self.PORT}\n"
            f"unix_socket_dir = {server.folder}\nauth_type = any\npool_mode = transaction\ndefault_pool_size = {connections}\n")
        self.process = None

    def start(self):
        with open(self.log, "a", encoding="utf-8") as said:
            self.process = subprocess.Popen([_pooler_program(), self.settings], preexec_fn=self.server.prepare, env=self.server.environment,
                                            stdout=said, stderr=said)
        socket = self.server.folder / f".s.PGSQL.{self.PORT}"
        wait_until(lambda: self.process.poll() is not None or socket.exists(), self.log.read_text)
        if self.process.poll() is not None:
            raise AssertionError(self.log.read_text())

    def stop(self, how=signal.SIGTERM):
        if self.process is not None:
            self.process.send_signal(how)
            self.process.wait()
            self.process = None
            (self.server.folder / f".s.PGSQL.{self.PORT}").unlink(missing_ok=True)


@contextlib.contextmanager
def pooler(connections):
    with server() as behind:
        made = Pooler(behind, connections)
        try:
            made.start()
            yield made
        finally:
            made.stop()


@contextlib.contextmanager
def server():
    folder = pathlib.Path(tempfile.mkdtemp(prefix="toptile-postgres-"))
    made = None
    try:
        made = Server(folder)
        made.start()
        yield made
    finally:
        if made is not None:
            made.stop()
        shutil.rmtree(folder)


@contextlib.contextmanager
def postgres():
    """Gives the address of an empty database, as `toptile league` takes it."""
    with server() as made:
        yield made.address
