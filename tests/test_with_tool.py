"""Tests that need a tool that a build does not need: they look for it when they run."""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

BUILD = pathlib.Path(os.environ["TOPTILE"]).parent
RUNNER = pathlib.Path(__file__).with_name("with_tool.py")


def tests_of_build():
    """The command and the properties of every test of CTest, by name."""
    shown = subprocess.run(["ctest", "--test-dir", BUILD, "--show-only=json-v1"], capture_output=True, text=True, check=True).stdout
    return {test["name"]: (test["command"], {each["name"]: each["value"] for each in test["properties"]})
            for test in json.loads(shown)["tests"] if "command" in test}


class WithTool(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.bin = pathlib.Path(folder.name)

    def install(self, tool, version, then="exit 0"):
        (self.bin / tool).write_text(f'#!/bin/sh\nif [ "$1" = --version ]; then echo "{version}"; else {then}; fi\n')
        (self.bin / tool).chmod(0o755)

    def call(self, *command):
        return subprocess.run([*map(str, command)], env={**os.environ, "PATH": str(self.bin)}, capture_output=True, text=True, check=False)

    def run_with(self, tool, least, *command):
        return self.call(sys.executable, "-B", RUNNER, tool, least, *command)

    def test_where_it_is_missing_or_too_old_the_test_is_skipped_with_a_reason(self):
        for version in (None, "v16.20.2", "v9.0.0", "no version at all"):
            if version:
                self.install("node", version)
            done = self.run_with("node", "18", "false")
            self.assertEqual((done.returncode, done.stdout), (0, "skipped: there is no node 18 or newer\n"), version)

    def test_where_it_is_there_the_command_runs_and_its_status_counts(self):
        for version, least in (("v18.0.0", "18"), ("v100.1.2", "18"), ("rustc 1.63.0 (4b91a6ea7)", "1.63"), ("rustc 2.0.0", "1.63")):
            self.install("tool", version, "echo with $*; exit 7")
            done = self.run_with("tool", least, "tool", "a", "b")
            self.assertEqual((done.returncode, done.stdout), (7, "with a b\n"), version)

    def test_every_test_of_the_kits_looks_for_its_tool_when_it_runs(self):
        found = {}
        for name, (command, properties) in tests_of_build().items():
            tool = {"javascript": "node", "rust": "rustc"}.get(name.split(".")[0])
            if not tool:
                continue
            found.setdefault(tool, []).append(name)
            self.assertEqual(properties["SKIP_REGULAR_EXPRESSION"], ["^skipped: "], name)
            (self.bin / tool).unlink(missing_ok=True)
            done = self.call(sys.executable, *command[1:])
            self.assertEqual((done.returncode, done.stdout[:9]), (0, "skipped: "), name)
        self.assertEqual([len(found["node"]), len(found["rustc"])], [3, 7])

    def test_node_that_came_after_the_build_was_configured_runs_the_kits_tests(self):
        self.install("node", "v18.20.4", "echo node ran $*")
        for name, (command, _) in tests_of_build().items():
            if name.startswith("javascript."):
                self.assertRegex(self.call(sys.executable, *command[1:]).stdout, r"^node ran --test \S+\.js\n$", name)


if __name__ == "__main__":
    unittest.main()
