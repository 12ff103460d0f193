"""web/fetch_modules.py, against a registry on this machine and a registry-url that names it."""

import base64
import hashlib
import http.server
import io
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import threading
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
FETCHER = ROOT / "web" / "fetch_modules.py"
MODULES = {
    "registry-url/package.json": '{"type": "module", "exports": "./index.js"}',
    "registry-url/index.js": 'export default (scope) => process.env[`registry_of_${scope.replace("@", "")}`] ?? process.env.registry;\n',
    "rc/index.js": 'module.exports = (name, defaults, argv) => ({ cafile: process.env.npm_cafile });\n',
}


def archive_of(files, folder="package"):
    """A package as npm packs it: `files` by name, a text, or a function that changes the archive's member."""
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w:gz") as archive:
        for name, content in files.items():
            member = tarfile.TarInfo(f"{folder}/{name}")
            text = b""
            if callable(content):
                content(member)
            else:
                text = content.encode()
                member.size = len(text)
                member.mode = 0o755 if name.startswith("bin/") else 0o600
            archive.addfile(member, io.BytesIO(text))
    return packed.getvalue()


def hash_of(archive):
    return "sha512-" + base64.b64encode(hashlib.sha512(archive).digest()).decode()


class Registry(http.server.ThreadingHTTPServer):
    """Has archives by the path of their address; the first `failures` requests it cannot answer."""

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Answer)
        self.archives = {}
        self.asked = []
        self.failures = 0
        threading.Thread(target=self.serve_forever, daemon=True).start()

    @property
    def address(self):
        return f"http://127.0.0.1:{self.server_address[1]}/"


class Answer(http.server.BaseHTTPRequestHandler):
    def do_GET(self):  # pylint: disable=invalid-name
        self.server.asked.append(self.path)
        archive = self.server.archives.get(self.path)
        if self.server.failures > 0:
            self.server.failures -= 1
            self.send_error(503)
        elif archive is None:
            self.send_error(404)
        else:
            self.send_response(200)
            self.send_header("Content-Length", str(len(archive)))
            self.end_headers()
            self.wfile.write(archive)

    def log_message(self, *_):
        pass


@unittest.skipUnless(shutil.which("node"), "there is no node")
class Fetching(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name) / "web"
        self.folder.mkdir()
        self.modules = pathlib.Path(folder.name) / "modules"
        for name, text in MODULES.items():
            (self.modules / name).parent.mkdir(parents=True, exist_ok=True)
            (self.modules / name).write_text(text)
        self.registry = Registry()
        self.addCleanup(self.registry.server_close)
        self.addCleanup(self.registry.shutdown)
        self.packages = {}

    def offer(self, name, version, files, folder="package", **entry):
        archive = archive_of(files, folder)
        self.registry.archives[f"/{name}/-/{name.rpartition('/')[2]}-{version}.tgz"] = archive
        self.packages[f"node_modules/{name}"] = {"version": version, "integrity": hash_of(archive), **entry}

    def fetch(self, **environment):
        (self.folder / "package-lock.json").write_text(json.dumps({"lockfileVersion": 3, "packages": {"": {"name": "page"}, **self.packages}}))
        return subprocess.run([sys.executable, "-B", FETCHER, self.folder], capture_output=True, text=True, check=False, timeout=120,
                              env={**os.environ, "NODE_PATH": str(self.modules), "registry": self.registry.address,
                                   "no_proxy": "127.0.0.1", **environment})

    def assert_refused(self, done, *words):
        self.assertEqual(done.returncode, 1, done.stdout)
        sentence = done.stderr.splitlines()[-1]
        for word in ("fetch_modules: ", *words):
            self.assertIn(word, sentence)
        self.assertFalse((self.folder / "node_modules/.package-lock.json").exists())

    def test_what_the_lock_names_is_unpacked_where_node_looks_for_it(self):
        self.offer("tool", "1.2.3", {"package.json": "{}", "lib/deep/a.js": "a", "bin/tool": "#!"})
        self.offer("@types/thing", "4.0.0", {"index.d.ts": "t"}, folder="thing")
        (self.folder / "node_modules/old").mkdir(parents=True)
        done = self.fetch()
        self.assertEqual((done.returncode, done.stdout.split("\n")[:2]), (0, ["tool 1.2.3", "@types/thing 4.0.0"]), done.stderr)
        there = {str(file.relative_to(self.folder / "node_modules")): file for file in (self.folder / "node_modules").rglob("*") if file.is_file()}
        self.assertEqual(sorted(there), [".package-lock.json", "@types/thing/index.d.ts", "tool/bin/tool", "tool/lib/deep/a.js", "tool/package.json"])
        self.assertEqual(there["tool/lib/deep/a.js"].read_text(), "a")
        self.assertEqual([there[name].stat().st_mode & 0o777 for name in ("tool/bin/tool", "tool/package.json")], [0o755, 0o644])
        self.assertEqual(json.loads(there[".package-lock.json"].read_text())["packages"], self.packages)

    def test_what_is_for_other_machines_stays_away(self):
        self.offer("mine", "1.0.0", {"a": "a"}, optional=True, os=[sys.platform, "sunos"])
        for key, value in (("os", "sunos"), ("cpu", "pdp11")):
            self.offer(f"for-{value}", "1.0.0", {"a": "a"}, optional=True, **{key: [value]})
        self.assertEqual(self.fetch().returncode, 0)
        self.assertEqual(self.registry.asked, ["/mine/-/mine-1.0.0.tgz"])

    def test_what_is_not_as_the_lock_says_is_refused(self):
        self.offer("good", "1.0.0", {"a": "a"})
        self.offer("bad", "1.0.0", {"a": "a"})
        self.registry.archives["/bad/-/bad-1.0.0.tgz"] = archive_of({"a": "b"})
        self.assert_refused(self.fetch(), "bad: what came is not what the lock has the hash of")
        self.assertFalse((self.folder / "node_modules/bad").exists())
        del self.packages["node_modules/bad"]["integrity"]
        self.assert_refused(self.fetch(), "bad: the lock has no sha512 of it")

    def test_only_files_of_the_package_are_unpacked(self):
        def link(member):
            member.type, member.linkname = tarfile.SYMTYPE, "/etc/passwd"

        for files in ({"../../out": "x"}, {"link": link}, {"../up": "x"}):
            self.offer("evil", "1.0.0", files)
            self.assert_refused(self.fetch(), "evil: ", "is no file of the package")
        self.assertEqual(sorted(path.name for path in self.folder.parent.iterdir()), ["modules", "web"])

    def test_a_scope_may_have_a_registry_of_its_own(self):
        self.offer("plain", "1.0.0", {"a": "a"})
        self.offer("@types/scoped", "1.0.0", {"a": "a"})
        self.registry.archives = {f"/other{path}" if "@" in path else path: archive for path, archive in self.registry.archives.items()}
        self.assertEqual(self.fetch(registry_of_types=f"{self.registry.address}other").returncode, 0)
        self.assertEqual(self.registry.asked, ["/plain/-/plain-1.0.0.tgz", "/other/@types/scoped/-/scoped-1.0.0.tgz"])

    def test_a_registry_that_stumbles_is_asked_again_and_one_that_has_it_not_is_not(self):
        self.offer("tool", "1.0.0", {"a": "a"})
        self.registry.failures = 1
        self.assertEqual(self.fetch().returncode, 0)
        self.registry.archives.clear()
        self.registry.asked.clear()
        shutil.rmtree(self.folder / "node_modules")
        self.assert_refused(self.fetch(), f"{self.registry.address}tool/-/tool-1.0.0.tgz cannot be fetched: HTTP Error 404")
        self.assertEqual(len(self.registry.asked), 1)

    def test_who_cannot_be_asked_is_named(self):
        self.offer("tool", "1.0.0", {"a": "a"})
        self.assert_refused(self.fetch(NODE_PATH="/nowhere"), "node-registry-url, or npm")
        self.assert_refused(self.fetch(registry="http://127.0.0.1:1/"), "http://127.0.0.1:1/tool/-/tool-1.0.0.tgz cannot be fetched")


class Lock(unittest.TestCase):
    def test_it_has_a_hash_of_every_package_and_no_address(self):
        packages = json.loads((ROOT / "web/package-lock.json").read_text(encoding="utf-8"))["packages"]
        for place, entry in packages.items():
            if place:
                self.assertRegex(entry["integrity"], r"^sha512-[A-Za-z0-9+/]{86}==$", place)
                self.assertNotIn("resolved", entry, place)
                self.assertIsNone(re.search(r"node_modules/.*node_modules/", place))


if __name__ == "__main__":
    unittest.main()
