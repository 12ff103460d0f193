"""with_tool.py TOOL VERSION COMMAND...: runs the command if PATH has the tool in this version or a newer one.

Otherwise it says "skipped: " and why. It looks when a test runs, because a tool may be installed after the build was configured.
"""

import os
import re
import shutil
import subprocess
import sys


def version_of(tool):
    """The version as a list of numbers: [18, 20, 4]. It is empty if there is no such tool, or it does not run."""
    if shutil.which(tool) is None:
        return []
    told = subprocess.run([tool, "--version"], capture_output=True, text=True, check=False).stdout
    found = re.search(r"\d+(\.\d+)*", told)
    return numbers(found[0]) if found else []


def numbers(version):
    return [int(number) for number in version.split(".")]


def main():
    tool, least, *command = sys.argv[1:]
    if version_of(tool) < numbers(least):
        print(f"skipped: there is no {tool} {least} or newer")
        return
    os.execvp(command[0], command)


if __name__ == "__main__":
    main()
