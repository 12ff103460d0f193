#!/usr/bin/env python3
"""fuse_disk.py TYPE FOLDER COMMAND…: runs a command for which the folder is an empty disk of this type, such as fuse.sshfs.

The disk is a file system in user space that answers only what is asked about its root. No other process sees it. The exit code is
77 if this user may not mount."""

import ctypes
import errno
import os
import struct
import subprocess
import sys
import threading

CANNOT_MOUNT = 77
CLONE_NEWNS, MS_REC, MS_PRIVATE = 0x20000, 1 << 14, 1 << 18
# linux/fuse.h, version 7.31
LOOKUP, FORGET, GETATTR, STATFS, INIT, BATCH_FORGET = 1, 2, 3, 17, 26, 42
FOLDER_MODE = 0o40755


def answer_to(request):
    """An error number, and the body of the answer; None if there is no answer."""
    if request in (FORGET, BATCH_FORGET):
        return None
    if request == INIT:
        return 0, struct.pack("<4I2H2I2HI", 7, 31, 65536, 0, 0, 0, 65536, 1, 0, 0, 0).ljust(64, b"\0")
    if request == GETATTR:
        return 0, struct.pack("<Q2I6Q10I", 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, FOLDER_MODE, 2, 0, 0, 0, 4096, 0)
    if request == STATFS:
        return 0, struct.pack("<5Q4I6I", 100, 100, 100, 100, 100, 4096, 255, 4096, *[0] * 7)
    return errno.ENOENT if request == LOOKUP else errno.ENOSYS, b""


def serve(device):
    while True:
        request = os.read(device, 1 << 17)
        _, kind, unique = struct.unpack_from("<2IQ", request)
        answer = answer_to(kind)
        if answer:
            os.write(device, struct.pack("<IiQ", 16 + len(answer[1]), -answer[0], unique) + answer[1])


def main(kind, folder, *command):
    system = ctypes.CDLL(None)
    try:
        device = os.open("/dev/fuse", os.O_RDWR)
    except OSError:
        return CANNOT_MOUNT
    terms = f"fd={device},rootmode=40000,user_id={os.geteuid()},group_id={os.getegid()}"
    if (system.unshare(CLONE_NEWNS) != 0 or system.mount(None, b"/", None, MS_REC | MS_PRIVATE, None) != 0 or
            system.mount(b"host:/", folder.encode(), kind.encode(), 0, terms.encode()) != 0):
        return CANNOT_MOUNT
    threading.Thread(target=serve, args=(device,), daemon=True).start()
    return subprocess.run(command, check=False).returncode


if __name__ == "__main__":
    code = main(*sys.argv[1:])
    sys.stdout.flush()
    os._exit(code)
