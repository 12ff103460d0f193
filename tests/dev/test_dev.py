"""The script ./dev and .ci/run, on a simulated machine: PATH holds the system's small tools, and fakes of everything that
installs, compiles or tests. The fakes write down how they were called, and files in `state` say how they answer."""

import fcntl
import json
import os
import pathlib
import pty
import re
import shutil
import subprocess
import sys
import tempfile
import time
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests"))
from patience import PATIENCE  # noqa: E402

SMALL_TOOLS = ("awk basename bash cat chmod cksum cp date dirname env find flock grep head ls mkdir mv nproc readlink realpath "
               "rm sed sleep sort tail tee touch tr true xargs").split()
ROWS = [line.split("\t") for line in (ROOT / "cmake/dev/packages.tsv").read_text(encoding="utf-8").splitlines()]
PROGRAM_PACKAGES = [package for package, _, groups, _ in ROWS if "program" in groups.split()]
LEAGUE_PACKAGES = ["libarchive-dev", "libsqlitecpp-dev", "libpqxx-dev"]
BUILD_PACKAGES = [*PROGRAM_PACKAGES, *LEAGUE_PACKAGES]
ALL_PACKAGES = [package for package, *_ in ROWS[1:]]
PROOFS = {package: proof.partition(" ") for package, proof, _, _ in ROWS}
COMMAND_OF = {"g++": "g++", **{package: name for package, (kind, _, name) in PROOFS.items() if kind == "command"}}
# The packages that are there only as the commands, headers and libraries that prove them.
BARE_PACKAGES = [package for package in PROGRAM_PACKAGES if package in COMMAND_OF]
PROVING_FILES = "".join({"header": "{}\n", "library": "lib{}.so\n"}[kind].format(name) for package, (kind, _, name) in PROOFS.items()
                        if package in BUILD_PACKAGES and package not in COMMAND_OF)

COMPILER = r"""
case "$*" in
  *-print-file-name=*) file=${*##*-print-file-name=}; grep -qx "$file" "$state/files" && echo "/usr/lib/$file" || echo "$file" ;;
  *) read -r line; cat >/dev/null  # All of it: who writes the rest must find a reader.
     case $line in
       *__has_include*) header=${line#*<}; grep -qx "${header%%>*}" "$state/files" ;;
       __clang_major__*) cat "$state/version_of_$name" ;;
     esac ;;
esac"""

FAKES = {
    "g++": COMPILER,
    "clang++": COMPILER,
    "clang++-19": COMPILER,
    "wasm-ld-19": "",
    "cmake": r"""
case "$1" in
  --version) echo "cmake version $(cat "$state/cmake_version")" ;;
  --fresh | --preset) echo "CXX=$CXX" >>"$state/calls"
     [ ! -f "$state/configure_fails" ] || { echo "CMake Error: no such thing"; exit 1; }
     [ "$1" = --preset ] || shift
     mkdir -p "build/$2" && touch "build/$2/build.ninja" ;;
  --build) program=build/$3/toptile
     echo "[0/2] Re-checking globbed directories..."
     [ ! -f "$state/build_fails" ] || { echo "[1/9] x"; echo "board.cpp:7: error: expected ';'"; exit 1; }
     [ ! -f "$program" ] || { echo "ninja: no work to do."; exit 0; }
     echo "[1/1] Linking toptile"
     printf '#!/bin/sh\necho "toptile in $(pwd):" "$@"\nexit %s\n' "$(cat "$state/program_status")" >"$program"
     chmod +x "$program" ;;
esac""",
    "node": """[ ! -f "$state/page_fails" ] || exit 1""",
    "npm": r"""
[ ! -f "$state/npm_fails" ] || { echo "npm error 404 no such thing"; exit 1; }
mkdir -p web/node_modules; touch web/node_modules/.package-lock.json""",
    "cpack": r"""
[ ! -f "$state/cpack_fails" ] || { echo "CPack Error: no such thing"; exit 1; }
mkdir -p build/release/package; touch build/release/package/toptile_7.0_amd64.deb""",
    "ctest": r"""
[ ! -f "$state/show_children" ] || cat "/proc/$PPID/task/$PPID/children" >"$state/children"
[ ! -f "$state/fails_on_$2" ] || exit 8
[ ! -d "$state/lock_check" ] || flock -n build/log/lock true || echo "still locked"
echo "100% tests passed, 0 tests failed out of 7"; exit "$(cat "$state/ctest_status")" """,
    "clang-format": r"""
case "$*" in *--dry-run*) [ ! -f "$state/badly_laid_out" ] || { echo "a.cpp:1: error: code should be clang-formatted"; exit 1; } ;; esac
case "$1" in --version) echo "Debian clang-format version 14.0.6" ;; esac""",
    "clang-tidy": r"""[ ! -f "$state/mistakes" ] || { echo "a.cpp:1: error: mistake"; exit 1; }""",
    "python3": r"""
case "$*" in
  "-c import "*) grep -qx "python ${*#-c import }" "$state/files" ;;
  "-c "*) echo "$state/no_headers" ;;
esac""",
    "dpkg-query": r"""while read -r package; do echo "$package installed"; done <"$state/installed"; exit 1""",
    "apt-config": r"""echo "folder='$state/lists/'" """,
    "apt-get": r"""
words="" skip=no
for word; do
  if [ $skip = yes ]; then skip=no; continue; fi
  case $word in -o) skip=yes ;; -*) ;; *) words="$words $word" ;; esac
done
set -- "$*" $words; all=$1; verb=$2; shift 2
case $verb in
  update) [ ! -f "$state/no_network" ] || { echo "W: Failed to fetch: Could not resolve 'mirror'"; exit 0; }
     mkdir -p "$state/lists/partial"; touch "$state/lists/x_Packages" "$state/lists/partial"
     rm -f "$state/unknown" "$state/gone" ;;
  install) [ ! -f "$state/unknown" ] && [ -f "$state/lists/x_Packages" ] || { echo "E: Unable to locate package"; exit 100; }
     case $all in *--print-uris*) for package; do echo "'http://mirror/$package' $package.deb 1500000 SHA256:0"; done; exit ;; esac
     [ ! -f "$state/no_network" ] || { echo "E: Unable to fetch some archives: Could not resolve 'mirror'"; exit 100; }
     [ ! -f "$state/gone" ] || { echo "Err:1 g++  404  Not Found"; echo "E: Unable to fetch some archives"; exit 100; }
     [ ! -f "$state/dpkg_broken" ] || { echo "dpkg: error: disk full"; exit 100; }
     for package; do echo "$package" >>"$state/installed"
       for fake in "$state/fakes_of_$package"/*; do [ ! -f "$fake" ] || cp "$fake" "${0%/*}/"; done
     done ;;
esac""",
    "sudo": r"""
case "$1" in
  -n) [ ! -f "$state/sudo_wants_password" ] ;;
  -v) [ ! -f "$state/sudo_refuses" ] ;;
  *) PATH=$PATH exec "$@" ;;
esac""",
    "id": r"""case "$1" in -u) cat "$state/uid" ;; *) echo guest ;; esac""",
}


class Machine:
    """A clone of the project with an empty build, on a machine on which `packages` (Debian names) are installed.
    `state` says how the fakes answer."""

    def __init__(self, folder, packages, without, state):
        self.folder = pathlib.Path(folder).resolve()
        self.project = self.folder / "toptile"
        self.state = self.folder / "state"
        self.bin = self.folder / "bin"
        for path in (self.project / ".ci", self.state, self.bin):
            path.mkdir(parents=True)
        shutil.copy(ROOT / "dev", self.project)
        shutil.copytree(ROOT / "cmake/dev", self.project / "cmake/dev")
        shutil.copy(ROOT / ".ci/run", self.project / ".ci")
        (self.project / "CMakePresets.json").write_text("{}")
        (self.project / "web").mkdir()
        (self.project / "web/package-lock.json").write_text("{}")
        for tool in SMALL_TOOLS:
            (self.bin / tool).symlink_to(shutil.which(tool))
        self.say("installed", "".join(f"{package}\n" for package in packages if package not in COMMAND_OF))
        for package, command in COMMAND_OF.items():
            self.fake(command, self.bin if package in packages else self.state / f"fakes_of_{package}")
        for command in ("ctest", "cpack", "dpkg-query", "apt-config", "apt-get", "sudo", "id"):
            if command not in without:
                self.fake(command, self.bin)
        for name, text in {"uid": "0", "calls": "", "files": "", "version_of_g++": "__clang_major__ 12",
                           "version_of_clang++": "14 4", "version_of_clang++-19": "19 4", "cmake_version": "3.25.1", "ctest_status": "0",
                           "program_status": "0", **state}.items():
            self.say(name, text)

    def say(self, name, text=""):
        (self.state / name).write_text(text)

    def fake(self, command, folder):
        folder.mkdir(exist_ok=True)
        path = folder / command
        answer = FAKES.get(command, "")
        path.write_text(f'#!/bin/bash\nstate={self.state}\nname={command}\necho "$name $*" >>"$state/calls"\n{answer}\n')
        path.chmod(0o755)

    def program(self, path, script):
        """Writes a program of the project, for example one that would have been built."""
        path = self.project / path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"#!/bin/bash\nstate={self.state}\n{script}\n")
        path.chmod(0o755)

    def have_fresh_lists(self):
        (self.state / "lists/partial").mkdir(parents=True)
        (self.state / "lists/x_Packages").touch()

    def calls(self, command=""):
        """The calls of a command since the last forget_calls()."""
        return [line for line in (self.state / "calls").read_text().splitlines() if line.startswith(command)]

    def installs(self):
        """The packages of each call of apt-get that installed some."""
        return [call.split(" --no-install-recommends ")[1] for call in self.calls("apt-get") if "--yes" in call]

    def forget_calls(self):
        self.say("calls")

    def run(self, *arguments, script="dev", cwd=None, **environment):
        variables = {"PATH": str(self.bin), "HOME": str(self.folder), "TERM": "dumb", **environment}
        return subprocess.run([self.project / script, *arguments], cwd=cwd or self.project, env=variables, text=True,
                              stdin=subprocess.DEVNULL, capture_output=True, check=False, timeout=PATIENCE)


class DevTest(unittest.TestCase):
    def machine(self, packages=(*BUILD_PACKAGES, "clang-format", "clang-tidy"), without=(), **state):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        return Machine(folder.name, packages, without, state)

    def works(self, machine, *arguments, **options):
        """Runs the script, which must exit with 0."""
        done = machine.run(*arguments, **options)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done

    def assert_one_line(self, done, status, *words):
        """Checks that the script's complaint is one line that starts with "dev: "."""
        self.assertEqual(done.returncode, status, done.stderr)
        complaints = [line for line in done.stderr.splitlines() if line.startswith("dev: ")]
        self.assertEqual(len(complaints), 1, done.stderr)
        self.assertEqual(done.stderr.splitlines()[-1], complaints[0])
        for word in words:
            self.assertIn(word, complaints[0])


class Verbs(DevTest):
    def test_help_lists_every_verb_with_a_line_and_each_explains_itself(self):
        machine = self.machine()
        listed = re.findall(r"^  (\w+) +\S.*$", machine.run("help").stdout, re.MULTILINE)
        written = re.findall(r"^verb_(\w+)\(\)", (ROOT / "dev").read_text(), re.MULTILINE)
        self.assertEqual(sorted(listed), sorted(written))
        for verb in listed:
            done = machine.run(verb, "--help")
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            self.assertTrue(done.stdout.startswith(f"usage: ./dev {verb}"), done.stdout)
            self.assertGreater(len(done.stdout.splitlines()), 3)
            self.assertEqual(machine.run("help", verb).stdout, done.stdout)
        self.assertEqual(machine.calls(), [])

    def test_no_verb_is_help(self):
        self.assertEqual(self.machine().run().stdout, self.machine().run("--help").stdout)

    def test_misuse_is_one_line_and_exit_2(self):
        machine = self.machine()
        verbs_without_arguments = re.findall(r"^usage: \./dev (\w+)$", (ROOT / "cmake/dev/verbs.txt").read_text(), re.MULTILINE)
        self.assertIn("clean", verbs_without_arguments)
        for line, word in {"tournment": "'tournment'", "help x": "'x'", "build fast": "'fast'", "build dev asan": "one preset",
                           "test --preset": "preset", "test --preset bench": "bench", "format x": "--check", "fuzz tea": "'tea'",
                           "fuzz --seconds": "--seconds", "fuzz --seconds 0": "'0'", "fuzz --seconds=soon": "'soon'", "findings tea": "'tea'",
                           "findings luck=0": "'0'", "findings luck=": "''",
                           **{f"{verb} x": f"{verb} takes no arguments" for verb in verbs_without_arguments}}.items():
            with self.subTest(line=line):
                self.assert_one_line(machine.run(*line.split()), 2, word)
        self.assertEqual(machine.calls(), [])

    def test_a_bare_tournament_plays_the_sample_bots_in_the_project(self):
        machine = self.machine()
        done = self.works(machine, "tournament", cwd="/")
        self.assertRegex(done.stdout, rf"^toptile in {machine.project}: tournament( --bot \S+)+ ")
        self.assertNotIn("--out", done.stdout)

    def test_arguments_and_exit_status_go_through_and_paths_are_the_callers(self):
        machine = self.machine(program_status="7")
        done = machine.run("tournament", "my plan.json", "--games", "2", cwd="/tmp")
        self.assertEqual((done.returncode, done.stdout), (7, "toptile in /tmp: tournament my plan.json --games 2\n"))
        done = machine.run("run", "judge", "--help", cwd="/tmp")
        self.assertEqual((done.returncode, done.stdout), (7, "toptile in /tmp: judge --help\n"))

    def test_verbs_that_start_another_program_build_it_first_and_pass_arguments_on(self):
        machine = self.machine(packages=ALL_PACKAGES)
        for name in ("champion_train", "champion_findings"):
            machine.program(f"build/release/tools/{name}", f'echo "{name} $*" >>"$state/calls"')
        for line, built, calls in (
                ("train", "champion_train", ["champion_train 1 14000 3 champion/weights.json"]),
                ("findings words luck=20", "champion_findings", [
                    "champion_findings words 4000 1 docs/findings/words.json", "champion_findings luck 20 1 docs/findings/luck.json",
                    "python3 -B tools/findings.py"]),
                ("soak --minutes 5", "", ["python3 -B tests/soak/soak.py --minutes 5"]),
                ("soak league --kills 20", "", ["python3 -B tests/soak/league.py --kills 20"]),
                ("slurm", "program", ["python3 -B tests/e2e/test_slurm.py"]),
                ("mutate clock", None, ["python3 -B tests/mutate.py clock"])):
            with self.subTest(line=line):
                machine.forget_calls()
                self.works(machine, *line.split(), cwd="/")
                self.assertEqual([call for call in machine.calls() if call.startswith(("champion", "python3"))], calls)
                builds = [re.sub(r" --parallel \d+$", "", call) for call in machine.calls("cmake --build")]
                target = f" --target {built}" if built else ""
                self.assertEqual(builds, [] if built is None else [f"cmake --build --preset release{target}"])

    def test_the_script_works_through_a_link(self):
        machine = self.machine()
        (machine.folder / "link").symlink_to(machine.project / "dev")
        done = machine.run("run", "x", script="../link", cwd="/")
        self.assertEqual(done.stdout, "toptile in /: x\n", done.stderr)

    def test_clean_removes_what_was_built_and_no_played_run(self):
        machine = self.machine()
        machine.run("build")
        (machine.project / "runs/one").mkdir(parents=True)
        self.assertTrue((machine.project / "build/release").exists())
        self.works(machine, "clean")
        self.assertFalse((machine.project / "build").exists())
        self.assertTrue((machine.project / "runs/one").exists())

    def test_bench_runs_every_benchmark_there_is_and_fails_with_it(self):
        machine = self.machine(packages=ALL_PACKAGES)
        self.assert_one_line(machine.run("bench"), 1, "no benchmark program")
        (machine.project / "build/bench/bench/CMakeFiles").mkdir(parents=True)
        for name, status in (("bench_a", 0), ("bench_b", 3), ("bench_c", 0)):
            machine.program(f"build/bench/bench/{name}", f'echo "{name} $*"; exit {status}')
        done = machine.run("bench", "--filter=x")
        self.assert_one_line(done, 1, "bench_b failed")
        self.assertEqual(done.stdout, "bench_a --filter=x\nbench_b --filter=x\n")

    def test_quick_bench_builds_and_runs_only_the_table(self):
        machine = self.machine(packages=ALL_PACKAGES)
        self.assert_one_line(machine.run("bench", "--quick", "x"), 2, "no further arguments")
        self.assertEqual(machine.calls(), [])
        for name in ("movegen", "quick"):
            machine.program(f"build/bench/bench/{name}", f'echo "{name} $*"')
        done = machine.run("bench", "--quick")
        self.assertEqual((done.returncode, done.stdout), (0, "quick \n"), done.stderr)
        machine.program("build/bench/bench/quick", "exit 3")
        self.assert_one_line(machine.run("bench", "--quick"), 1, "build/bench/bench/quick failed")

    def fuzz_machine(self, **statuses):
        """A machine whose fuzz targets end with these statuses; one that fails leaves an input behind, as libFuzzer does."""
        machine = self.machine(packages=ALL_PACKAGES)
        (machine.project / "tests/fuzz").mkdir(parents=True)
        for name, status in statuses.items():
            (machine.project / f"tests/fuzz/{name}.cpp").touch()
            broken = ('echo "toptile: a.cpp:7: this should never be false: x"\n'
                      f'echo "==1== Test unit written to build/fuzz/crashes/{name}-crash-00"\n') if status else ""
            machine.program(f"build/fuzz/tests/fuzz/fuzz_{name}", f'echo "fuzz_{name} $*" >>"$state/calls"\n{broken}'
                            f'printf "#2\\tINITED cov: 1\\n#900\\tDONE   cov: 80 ft: 90\\n"; exit {status}')
        return machine

    def test_fuzz_runs_every_target_for_a_minute_or_those_named_for_as_long_as_is_said(self):
        machine = self.fuzz_machine(move=0, uwi=0)
        done = machine.run("fuzz", cwd="/")
        self.assertEqual((done.returncode, done.stdout), (0, "".join(
            f"{name}: nothing broke in 900 runs; 80 edges of the code were covered\n" for name in ("move", "uwi"))), done.stderr)
        self.assertIn("CXX=clang++", machine.calls())
        self.assertIn("cmake --build --preset fuzz ", machine.calls("cmake --build")[0])
        self.assertRegex(machine.calls("fuzz_move")[0], r"-max_total_time=60 .* build/fuzz/corpus/move tests/data/fuzz/move$")
        self.assertTrue((machine.project / "build/fuzz/corpus/move").is_dir())
        machine.forget_calls()
        self.works(machine, "fuzz", "uwi", "--seconds", "7")
        self.assertEqual(machine.calls("fuzz_move"), [])
        self.assertIn("-max_total_time=7 ", machine.calls("fuzz_uwi")[0])

    def test_a_fuzz_target_that_breaks_is_named_with_its_input_and_the_others_still_run(self):
        machine = self.fuzz_machine(move=77, uwi=0)
        done = machine.run("fuzz")
        self.assert_one_line(done, 1, "1 of 2 fuzz targets broke")
        self.assertIn("this should never be false: x", done.stderr)
        self.assertIn("move: broken by build/fuzz/crashes/move-crash-00; run it again with: build/fuzz/tests/fuzz/fuzz_move "
                      "build/fuzz/crashes/move-crash-00\n", done.stdout)
        self.assertEqual(len(machine.calls("fuzz_uwi")), 1)

    def test_a_fuzz_target_that_does_not_run_is_one_line(self):
        machine = self.fuzz_machine(move=0)
        (machine.project / "build/fuzz/tests/fuzz/fuzz_move").unlink()
        self.assert_one_line(machine.run("fuzz"), 1, "the fuzz target move did not run")

    def test_package_builds_what_is_installed_and_prints_where_the_one_package_is(self):
        machine = self.machine(packages=ALL_PACKAGES)
        (machine.project / "build/release/package").mkdir(parents=True)
        (machine.project / "build/release/package/toptile_6.9_amd64.deb").touch()
        done = machine.run("package", cwd="/")
        self.assertEqual((done.returncode, done.stdout), (0, "build/release/package/toptile_7.0_amd64.deb\n"), done.stderr)
        self.assertIn("cmake --build --preset release --target installed", machine.calls("cmake --build")[0])
        self.assertEqual(machine.calls("cpack"), ["cpack -G DEB --config build/release/CPackConfig.cmake"])
        machine.say("cpack_fails")
        done = machine.run("package")
        self.assert_one_line(done, 1, "cpack could not pack")
        self.assertEqual(done.stdout, "")
        self.assertIn("CPack Error: no such thing", done.stderr)

    def test_format_check_fails_where_clang_format_does(self):
        machine = self.machine()
        (machine.project / "a.cpp").touch()
        (machine.project / "build").mkdir()
        (machine.project / "build/made.cpp").touch()
        self.works(machine, "format", "--check")
        self.assertEqual(machine.calls("clang-format"), ["clang-format --dry-run --Werror ./a.cpp"])
        machine.say("badly_laid_out")
        self.assert_one_line(machine.run("format", "--check"), 1, "./dev format")
        self.works(machine, "format")

    def test_lint_reads_the_projects_own_sources_and_fails_on_a_finding(self):
        machine = self.machine()
        machine.run("build", "dev")
        (machine.project / "build/dev/compile_commands.json").write_text(
            "".join(f'  "file": "{machine.project}/{name}"\n' for name in ("a.cpp", "cli/b.cpp", "build/made.cpp")))
        machine.forget_calls()
        self.works(machine, "lint")
        self.assertEqual(sorted(call.split()[-1] for call in machine.calls("clang-tidy")), ["a.cpp", "cli/b.cpp"])
        machine.say("mistakes")
        self.assert_one_line(machine.run("lint", "b.cpp", cwd=machine.project / ".ci"), 1, "build/log/lint.log")
        self.assertEqual(machine.calls("clang-tidy")[-1].split()[-1], ".ci/b.cpp")


class Packages(DevTest):
    def test_each_package_has_a_proof_a_purpose_and_a_group_that_a_verb_needs(self):
        header, *rows = ROWS
        self.assertEqual(header, ["package", "proof", "groups", "purpose"])
        self.assertGreater(len(rows), 25)
        script = (ROOT / "dev").read_text(encoding="utf-8")
        needed = {group for words in re.findall(r"\bneed ([a-z ]+)", script) for group in words.split()}
        presets = {preset["name"] for preset in json.loads((ROOT / "CMakePresets.json").read_text())["configurePresets"]}
        for package, proof, groups, purpose in rows:
            self.assertRegex(proof, r"^(compiler|(command|header|library|runtime|wasm|python) \S+)$", package)
            self.assertTrue(purpose, package)
            self.assertTrue(groups and set(groups.split()) <= needed | presets, package)
        self.assertEqual(needed - {group for row in rows for group in row[2].split()}, set())

    def test_nothing_missing_means_no_word_to_apt_and_a_second_call_only_looks(self):
        machine = self.machine()
        self.works(machine, "tournament")
        self.assertEqual(machine.calls("apt-get") + machine.calls("sudo"), [])
        machine.forget_calls()
        done = machine.run("tournament")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertEqual([call.split()[:2] for call in machine.calls()],
                         [["dpkg-query", "-W"], ["cmake", "--build"]])

    def test_what_is_missing_is_explained_then_installed_then_used(self):
        machine = self.machine(packages=())
        done = self.works(machine, "tournament")
        for package in PROGRAM_PACKAGES:
            self.assertRegex(done.stderr, rf"(?m)^  {re.escape(package)} +\w+")
        for package in LEAGUE_PACKAGES:
            self.assertNotIn(package, done.stderr)
        self.assertIn("15 packages, 23 MB to download", done.stderr)
        self.assertLess(done.stderr.index("  python3 "), done.stderr.index("Installing"))
        self.assertEqual(machine.installs(), [" ".join(PROGRAM_PACKAGES)])
        self.assertTrue(done.stdout.startswith("toptile in "))

    def test_only_what_the_verb_needs_and_lacks_is_installed_all_at_once(self):
        for line, packages in {"build": "cmake libfmt-dev", "run league": "cmake libfmt-dev", "build bench": "cmake libfmt-dev libbenchmark-dev",
                               "build clang": "cmake libfmt-dev libbenchmark-dev clang", "fuzz": "cmake libfmt-dev clang libclang-rt-dev",
                               "test": "cmake libfmt-dev pybind11-dev python3-dev python3-numpy tmux git nodejs npm chromium postgresql pgbouncer", "web": "cmake libfmt-dev nodejs npm clang-19 lld-19 libc++-19-dev-wasm32 libclang-rt-19-dev-wasm32 wasi-libc",
                               "mutate --all": "cmake libfmt-dev pybind11-dev python3-dev python3-numpy tmux git nodejs npm chromium postgresql pgbouncer",
                               "pictures": "cmake libfmt-dev nodejs npm chromium", "package": "cmake libfmt-dev pybind11-dev python3-dev dpkg-dev file",
                               "python": "cmake libfmt-dev pybind11-dev python3-dev python3-numpy python3-wheel",
                               "slurm": "cmake libfmt-dev slurm-wlm munge", "format": "clang-format",
                               "lint": "cmake libfmt-dev clang-tidy"}.items():
            with self.subTest(line=line):
                machine = self.machine(packages=[name for name in BUILD_PACKAGES if name not in ("cmake", "libfmt-dev")])
                machine.have_fresh_lists()
                machine.run(*line.split())
                self.assertEqual(machine.installs(), [packages])

    def test_a_library_or_tool_from_elsewhere_counts(self):
        machine = self.machine(packages=BARE_PACKAGES)
        machine.say("files", PROVING_FILES)
        self.works(machine, "tournament")
        self.assertEqual(machine.calls("apt-get"), [])

    def test_a_system_without_dpkg_and_apt_works_when_all_is_there_and_says_what_is_not(self):
        machine = self.machine(packages=BARE_PACKAGES, without=("dpkg-query", "apt-get", "apt-config"))
        machine.say("files", PROVING_FILES.replace("nlohmann/json.hpp\n", ""))
        self.assert_one_line(machine.run("build"), 1, "not installed: nlohmann-json3-dev;", "no apt-get")
        machine.say("files", PROVING_FILES)
        self.works(machine, "build")

    def test_package_lists_are_refreshed_when_empty_old_or_ignorant_and_only_then(self):
        for case, updates in [("fresh", 0), ("empty", 1), ("old", 1), ("ignorant", 1)]:
            with self.subTest(case=case):
                machine = self.machine(packages=("g++",))
                if case != "empty":
                    machine.have_fresh_lists()
                if case == "old":
                    os.utime(machine.state / "lists/partial", (0, 0))
                if case == "ignorant":
                    machine.say("unknown")
                self.works(machine, "build")
                self.assertEqual(sum(" update" in call for call in machine.calls("apt-get")), updates)

    def test_a_package_gone_from_the_mirror_is_asked_for_again_after_a_refresh(self):
        machine = self.machine(packages=())
        machine.have_fresh_lists()
        machine.say("gone")
        self.works(machine, "build")
        verbs = [re.search(r" (update|install) ?", call)[1] for call in machine.calls("apt-get") if "uris" not in call]
        self.assertEqual(verbs, ["install", "update", "install"])

    def test_no_network_is_one_line(self):
        for lists in ("none", "fresh"):
            with self.subTest(lists=lists):
                machine = self.machine(packages=(), no_network="")
                if lists == "fresh":
                    machine.have_fresh_lists()
                self.assert_one_line(machine.run("build"), 1, "cannot reach", "build/log/apt")

    def test_any_other_failure_of_apt_shows_the_end_of_its_log(self):
        machine = self.machine(packages=())
        machine.have_fresh_lists()
        machine.say("dpkg_broken")
        done = machine.run("build")
        self.assert_one_line(done, 1, "could not install", "build/log/apt.log")
        self.assertIn("dpkg: error: disk full\n", done.stderr)

    def test_installing_can_be_forbidden(self):
        machine = self.machine(packages=("g++", "cmake"))
        done = machine.run("build", TOPTILE_NO_INSTALL="1")
        self.assert_one_line(done, 1, "apt-get install --no-install-recommends ninja-build libboost-dev")
        self.assertEqual(machine.calls("apt-get"), [])
        self.assertEqual(self.machine().run("build", TOPTILE_NO_INSTALL="1").returncode, 0)

    def test_a_user_installs_through_sudo_and_the_proxy_goes_along(self):
        machine = self.machine(packages=(), uid="1000")
        done = self.works(machine, "build", https_proxy="http://proxy:3128")
        self.assertIn("with sudo apt-get", done.stderr)
        [install] = [call for call in machine.calls("sudo") if "--yes" in call]
        self.assertIn("DEBIAN_FRONTEND=noninteractive", install)
        self.assertIn("https_proxy=http://proxy:3128", install)

    def test_root_needs_no_sudo_and_another_user_without_it_is_told_what_root_has_to_type(self):
        machine = self.machine(packages=(), without=("sudo",), uid="1000")
        self.assert_one_line(machine.run("build"), 1, "no sudo", "apt-get install --no-install-recommends g++ cmake")
        machine.say("uid", "0")
        self.works(machine, "build")

    def test_sudo_that_wants_a_password_where_nobody_can_type_is_one_line(self):
        machine = self.machine(packages=(), uid="1000", sudo_wants_password="")
        self.assert_one_line(machine.run("build"), 1, "password", "apt-get install")
        self.assertEqual(machine.installs(), [])

    def test_on_a_terminal_sudo_may_ask_after_the_explanation(self):
        machine = self.machine(packages=(), uid="1000", sudo_wants_password="")
        main, terminal = pty.openpty()
        done = subprocess.run([machine.project / "dev", "build"], stdin=terminal, stdout=terminal, stderr=terminal,
                              env={"PATH": str(machine.bin), "TERM": "dumb"}, check=False, timeout=PATIENCE)
        os.close(terminal)
        said = os.read(main, 65536).decode()
        os.close(main)
        self.assertEqual(done.returncode, 0, said)
        self.assertIn("sudo -v", machine.calls("sudo"))
        self.assertIn("the C++ compiler", said)


class Compiler(DevTest):
    def chosen(self, machine, **environment):
        self.works(machine, "build", **environment)
        return machine.calls("CXX=")

    def test_it_is_cxx_else_gxx_else_clangxx(self):
        machine = self.machine()
        machine.fake("clang++", machine.bin)
        self.assertEqual(self.chosen(machine), ["CXX=g++"])
        machine.say("version_of_g++", "__clang_major__ 11")
        self.assertEqual(self.chosen(machine, CXXFLAGS="-g"), ["CXX=g++", "CXX=clang++"])
        machine.say("version_of_g++", "__clang_major__ 14")
        self.assertEqual(self.chosen(machine, CXX="clang++")[2:], ["CXX=clang++"])

    def test_clang_alone_will_do(self):
        machine = self.machine(packages=[name for name in BUILD_PACKAGES if name != "g++"])
        machine.fake("clang++", machine.bin)
        self.assertEqual(self.chosen(machine), ["CXX=clang++"])
        self.assertEqual(machine.calls("apt-get"), [])

    def test_one_that_is_too_old_is_one_line(self):
        machine = self.machine()
        machine.say("version_of_g++", "__clang_major__ 11")
        self.assert_one_line(machine.run("build"), 1, "g++ is GCC 11", "GCC 12 or Clang 14")
        machine.fake("clang++", machine.bin)
        machine.say("version_of_clang++", "13 4")
        self.assert_one_line(machine.run("build"), 1, "g++ is GCC 11, clang++ is Clang 13")
        self.assertEqual(machine.calls("CXX="), [])

    def test_a_cxx_that_is_old_or_absent_is_not_replaced_behind_the_users_back(self):
        machine = self.machine()
        self.assert_one_line(machine.run("build", CXX="g++-99"), 1, "g++-99 not found")
        machine.fake("clang++", machine.bin)
        machine.say("version_of_clang++", "13 4")
        self.assert_one_line(machine.run("build", CXX="clang++"), 1, "clang++ is Clang 13")

    def test_an_old_cmake_is_one_line(self):
        machine = self.machine()
        for version in ("3.22.1", "2.8.12", "3.9.6"):
            machine.say("cmake_version", version)
            self.assert_one_line(machine.run("build"), 1, f"cmake is {version}", "3.25")
        for version in ("3.25.0", "3.31.6", "4.0.1"):
            machine.say("cmake_version", version)
            self.works(machine, "build", CXXFLAGS=f"-D{version}")


class Building(DevTest):
    def test_it_is_configured_once_and_again_when_its_basis_changes(self):
        machine = self.machine()
        for change, times in [(None, 1), (None, 1), ("presets", 2), (None, 2), ("ninja", 3)]:
            if change == "presets":
                (machine.project / "CMakePresets.json").write_text('{"version": 6}')
            if change == "ninja":
                (machine.project / "build/release/build.ninja").unlink()
            self.works(machine, "build")
            self.assertEqual(len(machine.calls("cmake --fresh --preset release")), times)

    def test_what_is_defined_for_cmake_are_its_options(self):
        options = "".join(path.read_text() for path in (ROOT / "cmake").glob("*.cmake"))
        defined = re.findall(r" -D(\w+)=", (ROOT / "cmake/dev/build.sh").read_text())
        self.assertTrue(defined)
        for name in defined:
            self.assertIn(f"option({name} ", options)

    def test_leagues_are_added_to_what_is_built_when_they_are_wanted_and_then_they_stay(self):
        machine = self.machine()
        first = "cmake --fresh --preset release -DTOPTILE_LEAGUES=OFF"
        added = "cmake --preset release -DTOPTILE_LEAGUES=ON"
        for verb, configured in [("tournament", [first]), ("run bots", [first]), ("run league", [first, added]),
                                 ("tournament", [first, added]), ("build", [first, added])]:
            with self.subTest(verb=verb):
                machine.run(*verb.split())
                self.assertEqual([call for call in machine.calls("cmake") if "--preset" in call and "--build" not in call],
                                 configured)

    def test_a_failed_configuration_is_made_again_and_shows_its_log(self):
        machine = self.machine(configure_fails="")
        done = machine.run("build")
        self.assert_one_line(done, 1, "build/log/configure-release.log")
        self.assertIn("CMake Error: no such thing\n", done.stderr)
        (machine.state / "configure_fails").unlink()
        self.works(machine, "build")

    def test_a_failed_build_shows_the_end_of_the_log_and_plays_nothing(self):
        machine = self.machine(build_fails="")
        done = machine.run("tournament")
        self.assert_one_line(done, 1, "build/log/build-release.log")
        self.assertIn("board.cpp:7: error: expected ';'\n", done.stderr)
        self.assertEqual(done.stdout, "")
        self.assertIn("board.cpp:7", (machine.project / "build/log/build-release.log").read_text())

    def test_every_preset_that_it_knows_can_be_built_and_tested_with_cmakes_presets(self):
        presets = json.loads((ROOT / "CMakePresets.json").read_text())
        scripts = (ROOT / "cmake/dev/build.sh").read_text() + (ROOT / "dev").read_text()
        for name, kind, more in (("presets", "buildPresets", {"fuzz"}), ("test_presets", "testPresets", {"bench"})):
            known = re.search(rf"^readonly {name}=\((.*)\)", scripts, re.MULTILINE)[1].split()
            self.assertLessEqual({*known, *more}, {preset["name"] for preset in presets[kind]})
        targets = {preset["name"]: preset.get("targets") for preset in presets["buildPresets"]}
        self.assertEqual({name: some for name, some in targets.items() if some}, {"fuzz": ["fuzzers"], "wasm": ["engine"]})

    def test_presets_have_folders_of_their_own(self):
        machine = self.machine()
        self.works(machine, "build", "asan")
        self.works(machine, "build", "dev")
        self.assertEqual([call.split()[3] for call in machine.calls("cmake --build")], ["asan", "dev"])

    def test_jobs_are_at_most_one_a_core_and_the_user_may_say_how_many(self):
        machine = self.machine()
        machine.run("build")
        machine.run("build", CMAKE_BUILD_PARALLEL_LEVEL="17")
        jobs = [int(re.search(r"--parallel (\d+)", call)[1]) for call in machine.calls("cmake --build")]
        self.assertIn(jobs[0], range(1, len(os.sched_getaffinity(0)) + 1))
        self.assertEqual(jobs[1], 17)

    def test_a_second_build_waits_for_the_first(self):
        machine = self.machine()
        (machine.project / "build/log").mkdir(parents=True)
        with open(machine.project / "build/log/lock", "w", encoding="utf-8") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            with subprocess.Popen([machine.project / "dev", "build"], env={"PATH": str(machine.bin)}, text=True,
                                  stderr=subprocess.PIPE) as second:
                self.assertIn("waiting for it", second.stderr.readline())
                time.sleep(0.2)
                self.assertEqual(machine.calls("cmake"), [])
                fcntl.flock(lock, fcntl.LOCK_UN)
                second.communicate(timeout=PATIENCE)
        self.assertEqual(second.returncode, 0)
        self.assertEqual(len(machine.calls("cmake --build")), 1)

    def test_playing_does_not_hold_the_builds_lock(self):
        machine = self.machine()
        machine.run("build")
        (machine.state / "lock_check").mkdir()
        self.assertNotIn("still locked", machine.run("test").stdout)


class Page(DevTest):
    def test_it_is_built_with_what_is_fetched_once_and_again_when_the_lock_changes(self):
        machine = self.machine(packages=ALL_PACKAGES)
        for fetches in (1, 0):
            self.works(machine, "web", cwd="/")
            self.assertEqual(machine.calls("npm"), ["npm --prefix web ci"] * fetches)
            self.assertEqual([call.split()[3] for call in machine.calls("cmake --build")], ["wasm"])
            self.assertEqual(machine.calls("node "), ["node web/build.mjs --engine build/wasm/web/wasm/engine.wasm"])
            machine.forget_calls()
        lock = machine.project / "web/package-lock.json"
        later = time.time() + 5
        os.utime(lock, (later, later))
        self.works(machine, "web")
        self.assertEqual(len(machine.calls("npm")), 1)
        self.assertEqual(machine.calls("apt-get"), [])

    def test_the_tests_fetch_it_before_they_begin(self):
        machine = self.machine(packages=ALL_PACKAGES)
        self.works(machine, "test")
        self.assertLess(machine.calls().index("npm --prefix web ci"), machine.calls().index(machine.calls("ctest")[0]))

    def test_what_cannot_be_fetched_or_built_is_one_line_and_the_next_call_tries_again(self):
        machine = self.machine(packages=ALL_PACKAGES, npm_fails="")
        for verb in ("web", "test"):
            done = machine.run(verb)
            self.assert_one_line(done, 1, "npm could not fetch", "build/log/npm.log")
            self.assertIn("npm error 404 no such thing", done.stderr)
        self.assertEqual(machine.calls("ctest") + machine.calls("node "), [])
        (machine.state / "npm_fails").unlink()
        machine.say("page_fails")
        self.assert_one_line(machine.run("web"), 1, "the page could not be built")

    def test_the_pictures_are_made_with_a_built_program_and_a_browser(self):
        machine = self.machine(packages=ALL_PACKAGES)
        self.works(machine, "pictures", cwd="/")
        self.assertEqual(machine.calls("node "), ["node web/pictures.mjs"])
        calls = machine.calls()
        for earlier in (machine.calls("cmake --build")[0], "npm --prefix web ci"):
            self.assertLess(calls.index(earlier), calls.index("node web/pictures.mjs"))
        machine.say("page_fails")
        self.assert_one_line(machine.run("pictures"), 1, "the pictures could not be made")

    def test_building_and_playing_need_none_of_it(self):
        machine = self.machine()
        for verb in ("build", "tournament"):
            self.works(machine, verb)
        self.assertEqual(machine.calls("npm") + machine.calls("node") + machine.calls("apt-get"), [])


class Testing(DevTest):
    def test_the_summary_is_last_and_the_status_is_ctests(self):
        machine = self.machine(ctest_status="8")
        done = machine.run("test")
        self.assertEqual(done.returncode, 8)
        self.assertEqual(done.stdout.splitlines()[-1], "100% tests passed, 0 tests failed out of 7")
        self.assertIn("100% tests passed", (machine.project / "build/log/test-release.log").read_text())
        self.assertRegex(machine.calls("ctest")[0], r"^ctest --preset release --parallel \d+ --label-exclude \^long\$ *$")

    def test_a_name_selects_and_options_go_to_ctest_wherever_the_preset_stands(self):
        machine = self.machine()
        for arguments in (["--preset", "asan", "engine", "-VV"], ["engine", "-VV", "--preset=asan"]):
            machine.forget_calls()
            self.works(machine, "test", *arguments, CTEST_PARALLEL_LEVEL="3")
            self.assertEqual(machine.calls("ctest"), ["ctest --preset asan --parallel 3 --label-exclude ^long$ --tests-regex engine -VV"])
        machine.run("test", "--rerun-failed", CTEST_PARALLEL_LEVEL="1")
        self.assertEqual(machine.calls("ctest")[-1], "ctest --preset release --parallel 1 --label-exclude ^long$ --rerun-failed")

    def test_all_tests_every_preset_and_fails_if_one_does(self):
        machine = self.machine(ctest_status="8")
        self.assertEqual(machine.run("test", "--all").returncode, 8)
        self.assertEqual([call.split()[2] for call in machine.calls("ctest")], ["release", "dev", "asan", "tsan"])

    def test_long_runs_every_step_even_after_a_failure(self):
        machine = self.machine(packages=ALL_PACKAGES)
        done = self.works(machine, "test", "--long", CTEST_PARALLEL_LEVEL="1")
        self.assertEqual(machine.calls("ctest"), ["ctest --preset release --parallel 1", "ctest --preset bench --parallel 1",
                                                  "ctest --preset asan --parallel 1 --label-exclude ^long$",
                                                  "ctest --preset tsan --parallel 1 --label-exclude ^long$"])
        self.assertIn("python3 -B tests/mutate.py", machine.calls("python3"))
        self.assertIn("cmake --build --preset clang", " ".join(machine.calls("cmake")))
        steps = ["tests", "benchmarks", "clang", "mistakes", "asan", "tsan"]
        self.assertRegex(done.stdout, r"\n".join(rf"{step} +passed after \d+ s" for step in steps) + r"\n\Z")
        machine.say("fails_on_bench")
        done = machine.run("test", "--long")
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stdout, r"tests +passed .*\nbenchmarks +FAILED .*\nclang +passed ")

    def test_long_with_a_name_or_a_preset_only_adds_the_long_tests(self):
        machine = self.machine()
        for arguments, call in ((["referee"], "ctest --preset release --parallel 1 --tests-regex referee"),
                                (["--preset", "tsan"], "ctest --preset tsan --parallel 1 ")):
            machine.forget_calls()
            self.works(machine, "test", "--long", *arguments, CTEST_PARALLEL_LEVEL="1")
            self.assertEqual([line.strip() for line in machine.calls("ctest")], [call.strip()])

    def test_busy_keeps_every_processor_busy_until_the_tests_end(self):
        machine = self.machine()
        for arguments, loops in ((["--busy"], len(os.sched_getaffinity(0))), ([], 0)):
            machine.say("show_children")
            self.works(machine, "test", *arguments)
            children = (machine.state / "children").read_text().split()
            self.assertEqual(len(children), loops + 2)  # The others are ctest and tee.
            self.assertEqual([child for child in children if pathlib.Path(f"/proc/{child}").exists()], [])

    def test_nothing_is_tested_when_the_build_fails(self):
        machine = self.machine(build_fails="")
        self.assert_one_line(machine.run("test"), 1, "the build in build/release failed")
        self.assertEqual(machine.calls("ctest"), [])

    def test_continuous_integration_runs_the_readmes_test_command(self):
        machine = self.machine()
        self.works(machine, script=".ci/run", cwd="/")
        self.assertEqual(len(machine.calls("ctest --preset release")), 1)
        machine.say("ctest_status", "8")
        self.assertEqual(machine.run(script=".ci/run", cwd="/").returncode, 8)

    def test_continuous_integration_checks_the_layout_where_it_can(self):
        machine = self.machine()
        (machine.project / "a.cpp").touch()
        machine.say("badly_laid_out")
        self.assertEqual(machine.run(script=".ci/run").returncode, 1)
        (machine.bin / "clang-format").unlink()
        self.works(machine, script=".ci/run")


if __name__ == "__main__":
    unittest.main()
