"""The check of the layers is tested on small trees that break one rule each: it must find that offence and no other."""

import pathlib
import subprocess
import sys
import tempfile
import unittest

CHECK = pathlib.Path(__file__).resolve().parent / "check_layers.py"


def check(files):
    """Runs the check on a tree of {path: text}; returns its exit status and its lines."""
    with tempfile.TemporaryDirectory() as root:
        for path, text in files.items():
            target = pathlib.Path(root, path)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(text, encoding="utf-8")
        done = subprocess.run([sys.executable, CHECK, root], capture_output=True, text=True, check=False)
    return done.returncode, done.stdout.splitlines()


def header(*includes):
    return "#pragma once\n" + "".join(f"#include {include}\n" for include in includes)


class CheckLayers(unittest.TestCase):
    def assert_clean(self, files):
        status, lines = check(files)
        self.assertEqual(status, 0, lines)

    def assert_offence(self, files, place, words):
        status, lines = check(files)
        self.assertEqual(status, 1)
        self.assertEqual(len(lines), 1, lines)
        self.assertTrue(lines[0].startswith(place + ": "), lines[0])
        self.assertIn(words, lines[0])

    def test_a_tree_that_only_looks_down_passes(self):
        self.assert_clean({
            "engine/board.h": header("<random>", "<vector>"),
            "engine/board.cpp": '#include "engine/board.h"\nstd::mt19937_64 twister(1);\n',
            "protocol/line.h": header('"engine/board.h"'),
            "protocol/sdk/cpp/bot.h": header('"protocol/line.h"', '"engine/board.h"'),
            "referee/game/game.h": header('"protocol/line.h"', "<chrono>", "<thread>"),
            "tournaments/run/run.h": header('"referee/game/game.h"', '"engine/board.h"', "<fstream>"),
            "cli/main.cpp": '#include "tournaments/run/run.h"\n#include <iostream>\n',
            "sample_bots/greedy.cpp": '#include <toptile/sdk/bot.h>\n#include <toptile/engine/board.h>\n#include "words.h"\n',
            "sample_bots/words.h": header(),
            "tests/engine/board.cpp": '#include "cli/verbs/verbs.h"\n#include "engine/board.h"\n',
            "bench/movegen.cpp": '#include "tournaments/run/run.h"\n',
        })

    def test_each_include_from_above_is_an_offence_at_its_line(self):
        for includer, included in [
            ("base", "engine"), ("engine", "protocol"), ("engine", "referee/processes"), ("engine", "cli"),
            ("protocol", "referee/game"), ("referee/processes", "referee/sandbox"), ("referee/sandbox", "referee/game"),
            ("referee/processes", "protocol"),
            ("protocol", "bots"), ("referee/game", "tournaments/run"), ("referee/game", "cli"), ("tournaments/merge", "cli"),
            ("referee/game", "conformance"), ("conformance", "bots"),
            ("bots", "conformance"), ("conformance", "cli"), ("ratings/tables", "tournaments/run"), ("ratings/fit", "bots"),
            ("ratings/results", "ratings/fit"), ("tournaments/review", "champion"),
            ("tournaments/run", "tournaments/merge"), ("tournaments/report", "server/live"), ("play", "server/live"), ("server/live", "play"),
            ("server/http", "protocol"), ("server/http", "server/live"), ("server/http", "server/league"), ("server/http", "league/store"),
            ("server/live", "server/league"), ("server/league", "server/live"), ("server/live", "league/store"), ("cli/watch", "server/league"),
            ("play", "cli/terminal"), ("cli/terminal", "cli/flags"), ("cli/play", "cli/verbs"), ("cli/verbs", "cli"),
            ("engine", "sample_bots"), ("cli", "sample_bots"), ("referee/game", "tests"), ("engine", "bench"),
            ("sample_bots", "protocol"), ("sample_bots", "referee/game"), ("protocol/sdk", "protocol"),
            ("protocol/sdk", "referee/game"), ("protocol/sdk/cpp", "referee/game"), ("protocol", "protocol/sdk"),
        ]:
            with self.subTest(includer=includer, included=included):
                files = {f"{includer}/low.cpp": f'\n\n#include "{included}/high.h"\n', f"{included}/high.h": header()}
                self.assert_offence(files, f"{includer}/low.cpp:3", f'"{included}/high.h"')

    def test_angle_brackets_and_spaces_hide_nothing(self):
        files = {"engine/low.cpp": "  #  include   <referee/game/high.h>\n", "referee/game/high.h": header()}
        self.assert_offence(files, "engine/low.cpp:1", "may not include")

    def test_a_header_of_the_kit_counts_as_the_file_behind_it(self):
        self.assert_offence({"engine/low.cpp": "#include <toptile/sdk/bot.h>\n"}, "engine/low.cpp:1", '"protocol/sdk/cpp/bot.h"')
        self.assert_offence({"sample_bots/a.cpp": "#include <toptile/referee/game/high.h>\n"}, "sample_bots/a.cpp:1", "may not include")

    def test_a_header_that_does_not_exist_yet_still_counts(self):
        self.assert_offence({"engine/low.cpp": '#include "cli/made_by_cmake.h"\n'}, "engine/low.cpp:1", "may not")

    def test_an_include_in_a_comment_is_none(self):
        self.assert_clean({"engine/low.cpp": '// #include "referee/game/high.h"\n', "referee/game/high.h": header()})

    def test_a_path_that_is_not_from_the_root_is_an_offence(self):
        for include in ["tiles.h", "../engine/tiles.h", "./tiles.h", "../referee/game/none.h"]:
            with self.subTest(include=include):
                files = {"engine/board.cpp": f'#include "{include}"\n', "engine/tiles.h": header()}
                self.assert_offence(files, "engine/board.cpp:1", "not written from the root")
        files = {"sample_bots/a.cpp": '#include "../referee/game/high.h"\n', "referee/game/high.h": header()}
        self.assert_offence(files, "sample_bots/a.cpp:1", "not written from the root")

    def test_cpp_of_a_layer_in_none_of_its_rooms_is_an_offence(self):
        self.assert_offence({"tournaments/a.h": header()}, "tournaments/a.h:1", "outside the folders")
        self.assert_offence({"tournaments/attic/a.h": header()}, "tournaments/attic/a.h:1", "outside the folders")

    def test_cpp_in_a_folder_of_no_layer_is_an_offence(self):
        self.assert_offence({"engine/a.h": header(), "utilities/a.h": header()}, "utilities/a.h:1", "outside the folders")

    def test_the_engine_may_not_include_io_clocks_or_threads(self):
        for include in ["thread", "chrono", "fstream", "iostream", "filesystem", "mutex", "sys/socket.h", "ctime",
                        "boost/asio.hpp", "boost/process/child.hpp", "boost/filesystem.hpp", "netinet/in.h"]:
            with self.subTest(include=include):
                self.assert_offence({"engine/a.cpp": f"\n#include <{include}>\n"}, "engine/a.cpp:2", f"<{include}>")

    def test_the_engine_may_not_draw_randomness_of_its_own_nor_read_clock_or_environment(self):
        for code in ["std::random_device device;", "int n = std::rand();", 'auto home = std::getenv("HOME");',
                     "auto now = time(nullptr);", 'auto* file = std::fopen("x", "r");', 'std::printf("x");']:
            with self.subTest(code=code):
                self.assert_offence({"engine/a.cpp": code + "\n"}, "engine/a.cpp:1", "engine/ may not use")

    def test_words_in_the_engine_that_only_look_impure_pass(self):
        self.assert_clean({
            "engine/a.cpp": "// no std::random_device here, no rand()\nint operand(int playtime);\n",
            "engine/b.cpp": "#include <cstdio>\nvoid f() { std::fprintf(stderr, \"bug\"); }\nint lifetime();\n",
        })

    def test_the_engine_may_not_include_what_does_io_in_base(self):
        files = {"base/words.h": header("<string>"), "base/files.h": header('"base/system.h"'), "base/system.h": header("<unistd.h>")}
        self.assert_clean(files | {"engine/a.cpp": '#include "base/words.h"\n'})
        self.assert_offence(files | {"engine/a.cpp": '#include "base/files.h"\n'}, "engine/a.cpp:1", 'include "base/files.h": it does I/O')

    def test_headers_that_include_each_other_are_an_offence(self):
        files = {
            "engine/a.h": header('"engine/b.h"'),
            "engine/b.h": header('"engine/c.h"'),
            "engine/c.h": header('"engine/a.h"'),
            "engine/d.h": header('"engine/a.h"'),
        }
        self.assert_offence(files, "engine/c.h:2", "engine/a.h -> engine/b.h -> engine/c.h -> engine/a.h")

    def test_a_header_that_includes_itself_is_an_offence(self):
        self.assert_offence({"engine/a.h": header('"engine/a.h"')}, "engine/a.h:2", "circle")

    def test_a_diamond_is_no_circle(self):
        self.assert_clean({
            "engine/a.h": header('"engine/b.h"', '"engine/c.h"'),
            "engine/b.h": header('"engine/d.h"'),
            "engine/c.h": header('"engine/d.h"'),
            "engine/d.h": header(),
        })

    def test_a_header_without_pragma_once_is_an_offence(self):
        self.assert_offence({"tests/helper.h": "int f();\n"}, "tests/helper.h:1", "#pragma once")
        self.assert_offence({"engine/a.h": "// #pragma once\n"}, "engine/a.h:1", "#pragma once")

    def test_what_was_built_or_played_is_not_looked_at(self):
        self.assert_clean({"engine/a.h": header(), "build/x/a.h": "", "runs/x/a.h": "", ".cache/a.h": ""})

    def test_every_offence_has_its_line(self):
        status, lines = check({"engine/a.h": "#include <thread>\n", "protocol/b.h": header('"cli/c.h"')})
        self.assertEqual(status, 1)
        self.assertEqual([line.split(": ")[0] for line in lines], ["engine/a.h:1", "engine/a.h:1", "protocol/b.h:2"])

    def test_a_folder_without_sources_is_an_error_and_no_pass(self):
        self.assertEqual(check({"docs/readme.md": ""})[0], 2)


if __name__ == "__main__":
    unittest.main()
