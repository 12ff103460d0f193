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


@contextlib.contextmanager
def postgres():
    """Gives the address of an empty database, as `toptile league` takes it."""
    folder = pathlib.Path(tempfile.mkdtemp(prefix="toptile-postgres-"))
    user, prepare = _as_user()
    server = None
    try:
        if user:
            os.chown(folder, user.pw_uid, user.pw_gid)
        environment = {**os.environ, "LC_ALL": "C"}
        data, log = folder / "data", folder / "log"
        made = subprocess.run([programs() / "initdb", "-D", data, "-U", "toptile", "--auth=trust", "--no-sync", "--encoding=UTF8",
                               "--locale=C"], preexec_fn=prepare, env=environment, capture_output=True, text=True)
        if made.returncode != 0:
            raise AssertionError(made.stdout + made.stderr)
        with open(log, "w", encoding="utf-8") as said:
            server = subprocess.Popen([programs() / "postgres", "-D", data, "-k", folder, "-c", "listen_addresses=", "-c", "fsync=off",
                                       "-c", "max_connections=60"], preexec_fn=prepare, env=environment, stdout=said, stderr=said)
        # Sockets are named after the port, which is the default here.
        state = data / "postmaster.pid"
        wait_until(lambda: server.poll() is not None or state.exists() and "ready" in state.read_text(), log.read_text)
        if server.poll() is not None:
            raise AssertionError(log.read_text())
        yield f"postgresql://toptile@/postgres?host={quote(str(folder), safe='')}"
    finally:
        if server is not None:
            server.send_signal(signal.SIGQUIT)
            server.wait()
        shutil.rmtree(folder)
