"""as_user.py COMMAND...: the command as a user who is not root, for tests that root would run with its own rights.

Paths are absolute. The user has no account, a home and a temporary folder of its own that others may not enter, and owns nothing
else. Where that is not possible it says "skipped: " and why; there the test itself is run by a user, or nobody can be.
"""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

FIRST_USER, USERS = 61184, 65520 - 61184  # What systemd gives to services that come and go.


def is_open(path):
    """Whether a user who owns nothing may read the file or folder."""
    return path.stat().st_mode & 0o004 and all(folder.stat().st_mode & 0o001 for folder in path.parents)


def open_path():
    """Of PATH, the folders that others may enter."""
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
