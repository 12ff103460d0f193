"""tests/mutate.py on a toy project, which CMake, Ninja and CTest really build and test."""

import pathlib
import shutil
import subprocess
import sys
import tempfile
import textwrap
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests"))
from patience import PATIENCE  # noqa: E402

# Building a program means checking its syntax, and testing it means running it.
CMAKE_LISTS = """
cmake_minimum_required(VERSION 3.25)
project(toy NONE)
enable_testing()
find_program(SHELL sh REQUIRED)
foreach(name sum other)
  add_custom_command(OUTPUT ${name} DEPENDS ${CMAKE_SOURCE_DIR}/${name}.sh
                     COMMAND ${SHELL} -n ${CMAKE_SOURCE_DIR}/${name}.sh
                     COMMAND ${CMAKE_COMMAND} -E copy ${CMAKE_SOURCE_DIR}/${name}.sh ${name})
  add_custom_target(make_${name} ALL DEPENDS ${name})
  add_test(NAME toy.${name} COMMAND ${SHELL} ${CMAKE_BINARY_DIR}/${name})
endforeach()
"""
PRESETS = '{"version": 6, "configurePresets": [{"name": "mutate", "generator": "Ninja", "binaryDir": "${sourceDir}/build/mutate"}]}'
DEV = """#!/bin/sh
[ "$*" = "build mutate" ] || exit 7
echo built >>build/times
cmake --preset mutate && cmake --build build/mutate
"""
SUM = """
# Two and two.
sum=$((2 + 2))
twice=$((sum + sum))
[ $sum -eq 4 ]
"""


def patch(mistake, tests, hunk, file="sum.sh"):
    return f"Mistake: {mistake}\nFound by: {tests}\n--- a/{file}\n+++ b/{file}\n{textwrap.dedent(hunk).lstrip()}"


FOUND = patch("one too many", "toy.sum", """
    @@ -3,2 +3,2 @@
    -sum=$((2 + 2))
    +sum=$((2 + 3))
     twice=$((sum + sum))
    """)
LIVING = patch("three times", "toy.sum", """
    @@ -99,2 +99,2 @@ line numbers do not count
     sum=$((2 + 2))
    -twice=$((sum + sum))
    +twice=$((sum + sum + sum))
    """)
STALE = patch("long ago", "toy.sum", """
    @@ -1 +1 @@
    -sum=$((1 + 3))
    +sum=$((1 + 4))
    """)
ENDLESS = patch("no end", "toy.sum", """
    @@ -3 +3 @@
    -sum=$((2 + 2))
    +sum=$((2 + 2)); exec tail -f /dev/null
    """)
BROKEN = patch("no program", "toy.sum", """
    @@ -3 +3 @@
    -sum=$((2 + 2))
    +sum=$((2 + 2
    """)


class Toy(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.project = pathlib.Path(folder.name).resolve() / "toy"
        (self.project / "tests/mutations").mkdir(parents=True)
        shutil.copy(ROOT / "tests/mutate.py", self.project / "tests")
        for name, text in {"CMakeLists.txt": CMAKE_LISTS, "CMakePresets.json": PRESETS, "dev": DEV, "sum.sh": SUM,
                           "other.sh": "exit 0\n"}.items():
            self.write(name, text)
        (self.project / "dev").chmod(0o755)
        self.tree = self.project / "build/mutate/tree"

    def write(self, name, text):
        (self.project / name).write_text(text, encoding="utf-8")

    def have(self, **patches):
        for name, text in patches.items():
            self.write(f"tests/mutations/{name}.patch", text)

    def mutate(self, *arguments):
        return subprocess.run(["python3", "-B", self.project / "tests/mutate.py", *arguments], text=True, cwd="/",
                              stdin=subprocess.DEVNULL, capture_output=True, check=False, timeout=PATIENCE)

    def assert_refused(self, done, *words):
        """Checks that it says one sentence and tried nothing."""
        self.assertEqual((done.returncode, done.stdout), (2, ""), done.stderr)
        self.assertEqual(len(done.stderr.splitlines()), 1, done.stderr)
        self.assertTrue(done.stderr.startswith("mutate: "), done.stderr)
        for word in words:
            self.assertIn(word, done.stderr)


class Verdicts(Toy):
    def test_each_mistake_is_found_or_lives_or_cannot_be_tried(self):
        self.have(a_found=FOUND, b_living=LIVING, c_stale=STALE, d_broken=BROKEN, e_found=FOUND)
        done = self.mutate("--jobs", "1")
        self.assertEqual(done.returncode, 1, done.stderr)
        lines = done.stdout.splitlines()
        self.assertEqual(len(lines), 6, done.stdout)
        self.assertRegex(lines[0], r"^found: a_found \(toy\.sum; \d+ s\): one too many$")
        self.assertRegex(lines[1], r"^LIVED: b_living \(toy\.sum; \d+ s\): three times$")
        self.assertRegex(lines[2], r"^does not apply: its lines stand nowhere in sum\.sh: c_stale ")
        self.assertRegex(lines[3], r"^does not build: see \S+/mutate-d_broken\.log: d_broken ")
        self.assertRegex(lines[4], r"^found: e_found ")  # The mistake before it was taken out again.
        self.assertEqual(lines[5], "2 of 5 mistakes were found; 1 lived; 2 could not be tried.")

    def test_all_found_is_exit_0_and_neither_tree_keeps_a_mistake(self):
        self.have(a=FOUND)
        done = self.mutate()
        self.assertEqual((done.returncode, done.stdout.splitlines()[-1]), (0, "1 of 1 mistakes were found; 0 lived."), done.stderr)
        for tree in (self.project, self.tree):
            self.assertEqual((tree / "sum.sh").read_text(encoding="utf-8"), SUM)

    def test_a_mistake_for_which_a_test_waits_without_an_end_is_found(self):
        self.have(a=ENDLESS)
        text = (self.project / "tests/mutate.py").read_text(encoding="utf-8")
        impatient = text.replace(" LEAST_SECONDS = 10, 100\n", " LEAST_SECONDS = 10, 1\n")
        self.assertNotEqual(impatient, text)
        self.write("tests/mutate.py", impatient)
        self.assertEqual(self.mutate().returncode, 0)

    def test_with_all_a_test_that_the_patch_does_not_name_finds_it_too(self):
        self.have(a=patch("it fails", "toy.sum", "@@ -1 +1 @@\n-exit 0\n+exit 1\n", file="other.sh"))
        self.assertEqual(self.mutate().returncode, 1)
        done = self.mutate("--all")
        self.assertEqual((done.returncode, done.stdout.splitlines()[-1]), (0, "1 of 1 mistakes were found; 0 lived."), done.stderr)

    def test_only_those_named_are_tried_and_the_rest_of_the_tree_is_followed(self):
        self.have(a_found=FOUND, b_living=LIVING)
        self.assertEqual(self.mutate("^a_").returncode, 0)
        self.write("sum.sh", SUM + "[ $twice -eq 8 ]\n")  # This is a better test.
        done = self.mutate("living")
        self.assertEqual((done.returncode, done.stdout.splitlines()[-1]), (0, "1 of 1 mistakes were found; 0 lived."), done.stderr)

    def test_what_a_killed_run_left_in_the_copy_is_mended(self):
        self.have(a=FOUND)
        self.mutate()
        (self.tree / "sum.sh").write_text("exit 1\n", encoding="utf-8")
        (self.tree / "stray.txt").touch()
        self.assertEqual(self.mutate().returncode, 0)
        self.assertFalse((self.tree / "stray.txt").exists())

    def test_tests_that_fail_without_a_mistake_find_none(self):
        self.have(a=FOUND)
        self.write("sum.sh", SUM + "exit 3\n")
        self.assert_refused(self.mutate(), "fail without a mistake", "mutate-tests.log")

    def test_a_project_that_does_not_build_is_told_with_its_log(self):
        self.have(a=FOUND)
        self.write("other.sh", "if\n")
        self.assert_refused(self.mutate(), "does not build without a mistake", "mutate-build.log")

    def test_a_test_that_does_not_exist_is_named(self):
        self.have(a=FOUND.replace("toy.sum", "toy.sun"))
        self.assert_refused(self.mutate(), "no test 'toy.sun'")


class Patches(Toy):
    def test_check_tells_of_every_patch_that_is_no_longer_one_and_builds_nothing(self):
        ambiguous = patch("which", "toy.sum", "@@ -1 +1,2 @@\n twice=$((sum + sum))\n+true\n")
        self.write("sum.sh", SUM + "twice=$((sum + sum))\n")
        self.have(a=FOUND, b=ambiguous, c=STALE, d=FOUND.replace("sum.sh", "sun.sh"), e="Mistake: x\nFound by: y\n",
                  f=FOUND.replace("Found by: ", "By: "), g=FOUND.replace("2 + 3", "2 + 2"))
        done = self.mutate("--check")
        self.assertEqual((done.returncode, done.stderr), (1, ""))
        lines = done.stdout.splitlines()
        self.assertEqual(len(lines), 6, done.stdout)
        for line, words in zip(lines, ("b.patch does not apply: its lines stand at 2 places in sum.sh",
                                       "c.patch does not apply: its lines stand nowhere in sum.sh",
                                       "d.patch does not apply: there is no sun.sh", "e.patch: it changes nothing",
                                       "f.patch:2: this is not a line", "g.patch does not apply: it changes nothing")):
            self.assertIn(words, line)
        self.assertFalse(self.tree.exists())

    def test_check_is_silent_when_all_apply_and_passes_over_what_git_writes_above_a_diff(self):
        self.have(a=FOUND, b=LIVING.replace("--- a/", "diff --git a/sum.sh b/sum.sh\nindex 1..2 100644\n--- a/"))
        done = self.mutate("--check")
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "", ""))

    def test_list_names_each_with_its_mistake(self):
        self.have(a_found=FOUND, b_living=LIVING)
        done = self.mutate("--list", "living")
        self.assertEqual((done.returncode, done.stdout), (0, "b_living: three times\n"))

    def test_misuse_is_one_sentence(self):
        self.have(a=FOUND)
        self.assert_refused(self.mutate("nothing"), "'nothing'", "--list")
        self.assert_refused(self.mutate("(("), "'(('")
        self.assert_refused(self.mutate("--tree", str(self.project)), "the project itself")
        self.assertEqual(self.mutate("--jobs", "0").returncode, 2)


class Project(unittest.TestCase):
    def test_every_patch_of_the_project_applies_and_names_tests_that_exist(self):
        done = subprocess.run(["python3", "-B", ROOT / "tests/mutate.py", "--check"], text=True, capture_output=True, check=False)
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "", ""))
        patches = list((ROOT / "tests/mutations").glob("*.patch"))
        self.assertTrue(patches)
        for path in patches:
            named = path.read_text(encoding="utf-8").splitlines()[1].removeprefix("Found by: ").split(", ")
            for name in named:
                layer, suite = name.split(".")[:2]  # What may follow is a variant of the test, such as as_user.
                places = [ROOT / f"tests/{layer}/{suite}.cpp", ROOT / f"tests/{layer}/test_{suite}.py",
                          *(ROOT / "tests" / layer).glob(f"*/{suite}.cpp")]
                self.assertTrue(any(place.exists() for place in places), f"{path.name}: there is no test {name}")


if __name__ == "__main__":
    unittest.main()
