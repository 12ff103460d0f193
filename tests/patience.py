"""How long every test in Python waits for what must happen, and how it waits.

A busy machine is slow, so no test may fail because something took long. This is the only upper bound on time: a test that
hangs ends by it."""

import os
import select
import time

PATIENCE = 600  # In seconds.
POLL = 0.02  # In seconds; only for what gives no sign when it happens, such as the contents of a file.


def wait_until(condition, otherwise):
    """Polls until the condition returns something true, and returns that. If patience ends first, the test fails with `otherwise`,
    a sentence or a function that returns one."""
    deadline = time.monotonic() + PATIENCE
    while not (result := condition()):
        if time.monotonic() > deadline:
            raise AssertionError(otherwise() if callable(otherwise) else otherwise)
        time.sleep(POLL)
    return result


def wait_for_exit(process):
    """Waits until a process that is not our child has exited."""
    try:
        handle = os.pidfd_open(process)
    except ProcessLookupError:
        return
    try:
        if not select.select([handle], [], [], PATIENCE)[0]:
            raise AssertionError(f"process {process} does not exit")
    finally:
        os.close(handle)
