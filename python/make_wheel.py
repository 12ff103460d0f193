#!/usr/bin/env python3
"""Packs the module of a build folder and the kit as a wheel in that folder."""

import pathlib
import re
import shutil
import subprocess
import sys
import sysconfig

ROOT = pathlib.Path(__file__).resolve().parents[1]
BUILD = pathlib.Path(sys.argv[1])


def main():
    version = re.search(r"^project\(toptile VERSION (\S+)", (ROOT / "CMakeLists.txt").read_text(), re.MULTILINE)[1]
    folder = BUILD / "wheel"
    for older in BUILD.glob("toptile-*.whl"):
        older.unlink()
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(BUILD / "python" / "toptile_engine", folder / "toptile_engine", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "protocol" / "sdk" / "python" / "toptile.py", folder)
    module, = (folder / "toptile_engine").glob("_native.*.so")
    subprocess.run(["strip", module], check=True)
    about = folder / f"toptile-{version}.dist-info"
    about.mkdir()
    shutil.copy(ROOT / "LICENSE", about)
    (about / "METADATA").write_text(
        f"Metadata-Version: 2.1\nName: toptile\nVersion: {version}\nLicense: MIT\nRequires-Python: >=3.10\n"
        "Summary: The engine of Toptile, the bot arena for Upwords, and the kit for bots\n"
        "Provides-Extra: numpy\nRequires-Dist: numpy; extra == 'numpy'\n")
    python = "cp%d%d" % sys.version_info[:2]
    platform = sysconfig.get_platform().replace("-", "_").replace(".", "_")
    (about / "WHEEL").write_text(
        f"Wheel-Version: 1.0\nGenerator: toptile\nRoot-Is-Purelib: false\nTag: {python}-{python}-{platform}\n")
    subprocess.run([sys.executable, "-m", "wheel", "pack", folder, "--dest-dir", BUILD], check=True, stdout=subprocess.DEVNULL)


if __name__ == "__main__":
    main()
