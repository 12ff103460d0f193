"""as_user.py COMMAND...: runs the command as a user who is not root, for tests that root would run with its own rights.

Paths are absolute. The user has no account. It has a home that is also its folder for temporary files, which others may not
enter, and owns nothing else. If the project lies below a folder that is closed to others, such as root's home, the user sees
it under its own path, in a mount namespace. If it cannot run the command so, it says "skipped: " and why: then the test itself
is run by such a user, or nobody here can become one.
"""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

FIRST_USER, USERS = 61184, 65520 - 61184  # systemd gives these numbers to services for a short time.


PROJECT = pathlib.Path(__file__).resolve().parents[1]
OPENED = "TOPTILE_TEST_OPENED"  # This variable is set inside the namespace.

# The closed folder is covered by an empty one, and the project is put where it was.
OPEN_PROJECT = """
set -e
mount --make-rprivate /
aside=$(mktemp -d)
mount --bind "$1" "$aside"
mount -t tmpfs -o mode=755 tmpfs "$2"
mkdir -p "$1"
mount --bind "$aside" "$1"
umount "$aside"
rmdir "$aside"
cd /
shift 2
exec "$@"
"""


def closed_folder():
    """The topmost folder above the project that others may not enter, or None."""
    closed = [folder for folder in PROJECT.parents if not folder.stat().st_mode & 0o001]
    return closed[-1] if closed else None


def open_project(command):
    """Runs this script again in a namespace where others may enter the project. Returns if that is not needed or not possible."""
    if os.environ.get(OPENED) or os.geteuid() != 0 or not closed_folder() or not shutil.which("unshare"):
        return
    if subprocess.run(["unshare", "--mount", "true"], check=False, capture_output=True).returncode != 0:
        return
    again = [sys.executable, "-B", str(pathlib.Path(__file__).resolve()), *command]
    os.execvpe("unshare", ["unshare", "--mount", "sh", "-c", OPEN_PROJECT, "sh", str(PROJECT), str(closed_folder()), *again],
               {**os.environ, OPENED: "yes"})


def is_open(path):
    """Whether a user who owns nothing may read the file or folder."""
    return path.stat().st_mode & 0o004 and all(folder.stat().st_mode & 0o001 for folder in path.parents)


def open_path():
    """PATH with only those folders that others may enter."""
    return ":".join(folder for folder in os.environ["PATH"].split(":") if os.path.isdir(folder) and is_open(pathlib.Path(folder)))


def why_not(command):
    if os.geteuid() != 0:
        return "this is a user already"
    if shutil.which(command[0], path=open_path()) is None:
        return f"other users have no program {command[0]}"
    for file in (pathlib.Path(word).resolve() for word in (__file__, *command)):
        if file.is_file() and not is_open(file):
            return f"other users may not read {file}"
    return None


def become(user):
    return {"user": user, "group": user, "extra_groups": []}


def run(command, user, home):
    os.chown(home, user, user)
    environment = {**os.environ, "HOME": home, "TMPDIR": home, "PATH": open_path()}
    return subprocess.run(command, cwd=home, env=environment, check=False, **become(user)).returncode


def main(command):
    open_project(command)
    user = FIRST_USER + os.getpid() % USERS
    reason = why_not(command)
    if reason is None:
        try:
            subprocess.run(["true"], check=True, **become(user))
        except OSError as error:
            reason = f"root cannot become another user here: {error}"
    if reason is not None:
        print(f"skipped: {reason}")
        return 0
    home = tempfile.mkdtemp(prefix="toptile-home-")
    try:
        return run(command, user, home)
    finally:
        shutil.rmtree(home, ignore_errors=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
