"""Fetches what the page is built and tested with, where there is no npm: python3 web/fetch_modules.py [FOLDER]

The packages of FOLDER/package-lock.json (default: this folder's) that this machine needs go to FOLDER/node_modules, each as the hash
in the lock says and no other. What they would run when they are installed is not run.

Where they come from is what npm is set up to: the module registry-url, Debian's node-registry-url, reads the same files and
variables (registry, @scope:registry). Of the rest of npm's settings `cafile` is heeded, and the system's http_proxy, https_proxy and
no_proxy are. Who needs more, as a password, installs npm, and ./dev takes it.
"""

import base64
import hashlib
import io
import json
import os
import pathlib
import shutil
import ssl
import subprocess
import sys
import tarfile
import time
import urllib.error
import urllib.request

TRIES = 3
PAUSE = 2  # Seconds between them.
PATIENCE = 60  # Seconds without a byte.
MOST_BYTES = 256 << 20

# Prints what is asked of Node: where packages of the scopes come from, and for which machine they should be.
QUESTION = """
import(require.resolve("registry-url")).then(({ default: registryUrl }) => {
  const registries = Object.fromEntries(JSON.parse(process.env.scopes).map((scope) => [scope, registryUrl(scope)]));
  const { cafile } = require("rc")("npm", {}, {});
  console.log(JSON.stringify({ registries, cafile, os: process.platform, cpu: process.arch }));
});
"""


class Refused(Exception):
    """A sentence for the user."""


class Package:
    def __init__(self, place, entry):
        self.place = pathlib.PurePosixPath(place)  # node_modules/@types/node
        self.entry = entry
        self.name = place.rpartition("node_modules/")[2]
        self.scope = self.name.partition("/")[0] if self.name.startswith("@") else ""

    def fits(self, machine):
        return all(machine[key] in self.entry.get(key, [machine[key]]) for key in ("os", "cpu"))

    def address(self, registry):
        return f"{registry.rstrip('/')}/{self.name}/-/{self.name.rpartition('/')[2]}-{self.entry['version']}.tgz"

    def check(self, archive):
        kind, _, expected = self.entry.get("integrity", "").partition("-")
        if kind != "sha512":
            raise Refused(f"{self.name}: the lock has no sha512 of it")
        if base64.b64encode(hashlib.sha512(archive).digest()).decode() != expected:
            raise Refused(f"{self.name}: what came is not what the lock has the hash of")

    def unpack(self, archive, folder):
        """Below the one folder that an archive has, whatever its name; files alone."""
        with tarfile.open(fileobj=io.BytesIO(archive), mode="r:gz") as members:
            for member in members:
                parts = pathlib.PurePosixPath(member.name).parts[1:]
                if member.isdir():
                    continue
                if not member.isfile() or not parts or ".." in parts:
                    raise Refused(f"{self.name}: {member.name!r} in its archive is no file of the package")
                file = folder.joinpath(self.place, *parts)
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_bytes(members.extractfile(member).read())
                file.chmod(0o755 if member.mode & 0o111 else 0o644)


def read_lock(file):
    try:
        lock = json.loads(file.read_text(encoding="utf-8"))
        return lock, [Package(place, entry) for place, entry in lock["packages"].items() if place]
    except (OSError, ValueError, KeyError) as error:
        raise Refused(f"{file} cannot be read as a lock of npm's: {error}") from error


def ask_node(folder, packages):
    scopes = json.dumps(sorted({package.scope for package in packages}))
    asked = subprocess.run(["node", "-e", QUESTION], cwd=folder, env={**os.environ, "scopes": scopes}, capture_output=True, text=True,
                           check=False)
    if asked.returncode != 0:
        sys.stderr.write(asked.stderr)
        raise Refused("Node cannot say where packages come from: install Debian's node-registry-url, or npm")
    return json.loads(asked.stdout)


def download(address, trusted):
    for tries_left in reversed(range(TRIES)):
        try:
            with urllib.request.urlopen(address, timeout=PATIENCE, context=trusted) as answer:
                archive = answer.read(MOST_BYTES + 1)
            if len(archive) > MOST_BYTES:
                raise Refused(f"{address} is longer than {MOST_BYTES} bytes")
            return archive
        except OSError as error:
            is_final = isinstance(error, urllib.error.HTTPError) and error.code < 500
            if is_final or tries_left == 0:
                raise Refused(f"{address} cannot be fetched: {error}") from error
            time.sleep(PAUSE)


def fetch(folder):
    lock, packages = read_lock(folder / "package-lock.json")
    machine = ask_node(folder, packages)
    packages = [package for package in packages if package.fits(machine) or not package.entry.get("optional")]
    trusted = ssl.create_default_context()
    if machine.get("cafile"):
        trusted.load_verify_locations(machine["cafile"])
    modules = folder / "node_modules"
    shutil.rmtree(modules, ignore_errors=True)
    for package in packages:
        archive = download(package.address(machine["registries"][package.scope]), trusted)
        package.check(archive)
        package.unpack(archive, folder)
        print(f"{package.name} {package.entry['version']}", flush=True)
    # As npm leaves it; last, so that it says that all is there.
    there = {**lock, "packages": {str(package.place): package.entry for package in packages}}
    (modules / ".package-lock.json").write_text(json.dumps(there, indent=2) + "\n", encoding="utf-8")


def main():
    folder = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else pathlib.Path(__file__).parent
    try:
        fetch(folder.resolve())
    except Refused as refused:
        sys.exit(f"fetch_modules: {refused}")


if __name__ == "__main__":
    main()
