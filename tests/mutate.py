#!/usr/bin/env python3
"""Puts known mistakes into a copy of the project, one at a time, and says which of them the tests find.

A mistake is a file tests/mutations/NAME.patch. Its first lines say what is wrong and which tests should notice. A unified diff
follows; its lines without + must stand together at exactly one place of the file (line numbers do not count):

    Mistake: the margin of a clock forgives in overtime, too
    Found by: referee.clock, e2e.match
    --- a/referee/game/clock.cpp
    ...

The copy is build/mutate/tree, and is built there, so that the project itself never holds a mistake. Tests have their names in CTest.
"""

import argparse
import fcntl
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import time
import xml.etree.ElementTree

ROOT = pathlib.Path(__file__).resolve().parents[1]
NOT_COPIED = {"build", "runs", ".git", ".cache", "node_modules", "__pycache__"}
PRESET = "mutate"
# A mistake may make a test wait for what never happens. So a test may take this many times as long as without a mistake. It always
# gets at least LEAST_SECONDS, because a busy machine may make any test slow.
SLOWER, LEAST_SECONDS = 10, 100
HUNK = re.compile(r"@@ -\d+(,\d+)? \+\d+(,\d+)? @@.*")


class Trouble(Exception):
    """One sentence for the user: what is wrong, where, and what to do."""


class DoesNotApply(Trouble):
    """The source is no longer the one that the patch was made for."""


class Mistake:
    """A patch: its name, the mistake in words, the tests that should find it, and its hunks (file, old, new)."""

    def __init__(self, path):
        self.name = path.stem
        header, self.hunks, file = {}, [], None
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            if file is None and (found := re.match(r"(Mistake|Found by): (.*\S)", line)):
                header[found[1]] = found[2]
            elif line.startswith("--- a/"):
                file = line[6:].split("\t")[0]
            elif line.startswith(("+++ ", "diff --git ", "index ")) or line == "" and file is None:
                continue
            elif HUNK.fullmatch(line) and file is not None:
                self.hunks.append((file, [], []))
            elif line[:1] in (" ", "-", "+", "") and self.hunks:
                _, old, new = self.hunks[-1]
                if line[:1] != "+":
                    old.append(line[1:])
                if line[:1] != "-":
                    new.append(line[1:])
            else:
                raise Trouble(f"{path}:{number}: this is not a line of a unified diff after its two lines of header")
        for key in ("Mistake", "Found by"):
            if key not in header:
                raise Trouble(f"{path}: it begins without a line '{key}: …'")
        if not self.hunks:
            raise Trouble(f"{path}: it changes nothing: put the output of git diff -U1 below its header")
        self.words = header["Mistake"]
        self.tests = [name.strip() for name in header["Found by"].split(",")]

    def files(self):
        return sorted({file for file, _, _ in self.hunks})

    def texts(self, root):
        """The texts of the files with the mistake in them, by their paths from the root."""
        texts = {}
        for file, old, new in self.hunks:
            if file not in texts:
                if not (root / file).is_file():
                    raise DoesNotApply(f"there is no {file}")
                texts[file] = (root / file).read_text(encoding="utf-8")
            before, after = ("".join(f"{line}\n" for line in lines) for lines in (old, new))
            places = [found.start() for found in re.finditer(rf"^(?={re.escape(before)})", texts[file], re.MULTILINE)]
            if len(places) != 1 or before == after:
                where = "nowhere" if not places else f"at {len(places)} places"
                raise DoesNotApply(f"its lines stand {where} in {file}" if before != after else "it changes nothing")
            texts[file] = texts[file][:places[0]] + after + texts[file][places[0] + len(before):]
        return texts


def read_mistakes(root, patterns=()):
    """The mistakes whose name matches one of the patterns; without patterns, all. Mistakes in the same file follow one another, so
    that little is built for each."""
    mistakes = [Mistake(path) for path in (root / "tests/mutations").glob("*.patch")]
    mistakes.sort(key=lambda mistake: (mistake.files(), mistake.name))
    for pattern in patterns:
        if not any(re.search(pattern, mistake.name) for mistake in mistakes):
            raise Trouble(f"no patch in tests/mutations is called '{pattern}'; --list shows them")
    return [mistake for mistake in mistakes if not patterns or any(re.search(p, mistake.name) for p in patterns)]


def project_files(root):
    """Every file that is copied, from the root."""
    for folder, subfolders, names in os.walk(root):
        subfolders[:] = sorted(name for name in subfolders if name not in NOT_COPIED)
        for name in names:
            yield (pathlib.Path(folder) / name).relative_to(root)


def is_same(one, other):
    if one.is_symlink() or other.is_symlink():
        return one.is_symlink() and other.is_symlink() and os.readlink(one) == os.readlink(other)
    return other.is_file() and one.read_bytes() == other.read_bytes() and os.access(one, os.X_OK) == os.access(other, os.X_OK)


def copy_project(root, tree):
    """Makes the tree equal to the root. Files that are equal already are not touched, so that they are not built again."""
    wanted = set(project_files(root))
    for file in wanted:
        if is_same(root / file, tree / file):
            continue
        (tree / file).parent.mkdir(parents=True, exist_ok=True)
        (tree / file).unlink(missing_ok=True)
        shutil.copyfile(root / file, tree / file, follow_symlinks=False)
        if not (root / file).is_symlink():
            shutil.copymode(root / file, tree / file)
    for file in set(project_files(tree)) - wanted:
        (tree / file).unlink()


class Workshop:
    """The tree into which mistakes are put, with its build and its tests."""

    def __init__(self, root, tree, jobs):
        self.root, self.tree, self.jobs = root, tree, jobs
        self.build_folder = tree / "build" / PRESET
        self.log = None
        self.seconds = {}  # What each test took without a mistake.

    def run(self, *command, cwd=None):
        self.log.write(f"$ {' '.join(map(str, command))}\n")
        self.log.flush()
        return subprocess.run(command, cwd=cwd or self.tree, stdin=subprocess.DEVNULL, stdout=self.log,
                              stderr=subprocess.STDOUT, check=False).returncode == 0

    def open_log(self, name):
        folder = self.tree / "build/log"
        folder.mkdir(parents=True, exist_ok=True)
        self.log = open(folder / f"mutate-{name}.log", "w", encoding="utf-8")
        return self.log

    def prepare(self):
        """Copies the project as it is, and builds it."""
        copy_project(self.root, self.tree)
        with self.open_log("build") as log:
            if not self.run("./dev", "build", PRESET):
                raise Trouble(f"the project does not build without a mistake; see {log.name}")

    def find_tests(self, names):
        """CTest's objects for these tests, by name. An error names tests that do not exist."""
        listed = subprocess.run(["ctest", "--show-only=json-v1"], cwd=self.build_folder, capture_output=True, check=True)
        tests = {test["name"]: test for test in json.loads(listed.stdout)["tests"]}
        for name in names:
            if name not in tests:
                raise Trouble(f"there is no test '{name}' in CTest, which a patch in tests/mutations names")
        return {name: tests[name] for name in names}

    def targets_of(self, tests):
        """The targets that the build makes and these tests use; all, if they are not known."""
        words = [word for test in tests.values() for word in test["command"]]
        for test in tests.values():
            for prop in test.get("properties", []):
                if prop["name"] == "ENVIRONMENT":
                    words += [entry.partition("=")[2] for entry in prop["value"]]
        paths = {pathlib.Path(word) for word in words if pathlib.Path(word).is_relative_to(self.build_folder)}
        return sorted(str(path.relative_to(self.build_folder)) for path in paths if path.is_file()) or ["all"]

    def build(self, targets):
        return self.run("cmake", "--build", f"build/{PRESET}", "--parallel", str(self.jobs), "--target", *targets)

    def passes(self, names=None, *options):
        """Whether these tests pass; without names, all tests except for those of the page, whose modules are not copied."""
        chosen = ["--tests-regex", "^(" + "|".join(map(re.escape, names)) + ")$"] if names else ["--exclude-regex", r"^web\."]
        known = [self.seconds[name] for name in names or self.seconds if name in self.seconds]
        limit = ["--timeout", str(round(max(LEAST_SECONDS, SLOWER * max(known))))] if known else []
        return self.run("ctest", "--parallel", str(self.jobs), "--output-on-failure", "--stop-on-failure", *limit, *chosen,
                        *options, cwd=self.build_folder)

    def pass_without_mistakes(self, names):
        """Whether these tests pass, or all; what they take is kept."""
        report = self.build_folder / "mutate-tests.xml"
        if not self.passes(names, "--output-junit", report):
            return False
        self.seconds = {case.get("name"): float(case.get("time")) for case in xml.etree.ElementTree.parse(report).iter("testcase")}
        return True

    def put_in(self, texts):
        for file, text in texts.items():
            (self.tree / file).write_text(text, encoding="utf-8")

    def take_out(self, mistake):
        for file in mistake.files():
            shutil.copyfile(self.root / file, self.tree / file)

    def judge(self, mistake, with_all):
        """Tries a mistake; returns "found", "LIVED", or what is wrong with the patch."""
        try:
            texts = mistake.texts(self.root)
        except DoesNotApply as trouble:
            return f"does not apply: {trouble}"
        tests = self.find_tests(mistake.tests)
        with self.open_log(mistake.name) as log:
            try:
                self.put_in(texts)
                if not self.build(["all"] if with_all else self.targets_of(tests)):
                    return f"does not build: see {log.name}"
                if not self.passes(mistake.tests) or with_all and not self.passes():
                    return "found"
                return "LIVED"
            finally:
                self.take_out(mistake)


def check(root):
    """The cheap test: checks that every patch can be read and applied, and prints what is wrong."""
    wrong = []
    for path in sorted((root / "tests/mutations").glob("*.patch")):
        try:
            Mistake(path).texts(root)
        except DoesNotApply as trouble:
            wrong.append(f"tests/mutations/{path.name} does not apply: {trouble}; update it for the present source")
        except Trouble as trouble:
            wrong.append(str(trouble))
    print("".join(f"{line}\n" for line in wrong), end="")
    return 1 if wrong else 0


def summary_of(verdicts):
    found = sum(verdict == "found" for verdict in verdicts)
    lived = sum(verdict == "LIVED" for verdict in verdicts)
    words = f"{found} of {len(verdicts)} mistakes were found; {lived} lived"
    broken = len(verdicts) - found - lived
    return words + (f"; {broken} could not be tried." if broken else ".")


def judge_all(workshop, mistakes, with_all):
    workshop.prepare()
    names = sorted({name for mistake in mistakes for name in mistake.tests})
    workshop.find_tests(names)
    with workshop.open_log("tests") as log:
        if not workshop.pass_without_mistakes(None if with_all else names):
            raise Trouble(f"the tests fail without a mistake, so that they can find none; see {log.name}")
    verdicts = []
    for mistake in mistakes:
        begin = time.monotonic()
        verdicts.append(workshop.judge(mistake, with_all))
        seconds = time.monotonic() - begin
        print(f"{verdicts[-1]}: {mistake.name} ({', '.join(mistake.tests)}; {seconds:.0f} s): {mistake.words}", flush=True)
    print(summary_of(verdicts))
    return 0 if all(verdict == "found" for verdict in verdicts) else 1


def positive(text):
    if not re.fullmatch(r"[1-9]\d{0,2}", text):
        raise argparse.ArgumentTypeError(f"'{text}' is not a number from 1 to 999")
    return int(text)


def read_arguments():
    parser = argparse.ArgumentParser(prog="./dev mutate", description=__doc__.split("\n", maxsplit=1)[0], allow_abbrev=False)
    parser.add_argument("names", nargs="*", metavar="REGEX", help="only the mistakes whose name it is found in")
    parser.add_argument("--all", action="store_true", help="run every test, the page's apart, where those that a patch names find nothing")
    parser.add_argument("--jobs", type=positive, default=os.cpu_count(), help="of the build, and tests at once")
    parser.add_argument("--list", action="store_true", help="print the mistakes and try none")
    parser.add_argument("--check", action="store_true", help="only see whether every patch applies")
    parser.add_argument("--tree", type=pathlib.Path, default=ROOT / "build/mutate/tree",
                        help="the copy to work in: its sources are overwritten, its build is used (default: build/mutate/tree)")
    return parser.parse_args()


def main():
    arguments = read_arguments()
    try:
        if arguments.check:
            return check(ROOT)
        mistakes = read_mistakes(ROOT, arguments.names)
        if arguments.list:
            print("".join(f"{mistake.name}: {mistake.words}\n" for mistake in mistakes), end="")
            return 0
        tree = arguments.tree.resolve()
        if ROOT.is_relative_to(tree):
            raise Trouble(f"--tree {tree}: this is the project itself or holds it; name another folder")
        (tree / "build").mkdir(parents=True, exist_ok=True)
        with open(tree / "build/mutate.lock", "w", encoding="utf-8") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            return judge_all(Workshop(ROOT, tree, arguments.jobs), mistakes, arguments.all)
    except re.error as error:
        print(f"mutate: '{error.pattern}' is not a regular expression: {error}", file=sys.stderr)
        return 2
    except Trouble as trouble:
        print(f"mutate: {trouble}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
