#include "referee/sandbox/needed_files.h"

#include <boost/test/unit_test.hpp>
#include <cstdlib>
#include <future>

#include "tests/folder.h"

namespace toptile {

BOOST_AUTO_TEST_SUITE(needed_files)

namespace {

namespace fs = std::filesystem;

using Paths = std::vector<fs::path>;

constexpr std::string_view kElf =
    "\x7f"
    "ELF";

// Programs in a folder, laid out as on a real machine.
class Disk {
 public:
  fs::path program(const std::string& name, std::string_view text = "#!/bin/sh\n") const {
    fs::create_directories(fs::path(folder_ / name).parent_path());
    return folder_.write_program(name, text);
  }
  fs::path link(const std::string& name, const fs::path& target) const {
    fs::create_directories(fs::path(folder_ / name).parent_path());
    fs::create_symlink(target, folder_ / name);
    return folder_ / name;
  }
  fs::path operator/(const std::string& name) const { return folder_ / name; }

  Paths needed(const fs::path& program, const std::string& path = "/usr/bin", const Paths& own = {}) const {
    const auto needed = files_needed(program, own, path);
    if (!needed) BOOST_FAIL(needed.error().message);
    return needed.value().shown;
  }
  Paths hidden(const fs::path& program) const {
    const auto needed = files_needed(program, {}, "/usr/bin");
    return needed ? needed.value().hidden : Paths{};
  }
  std::string refusal(const fs::path& program, const std::string& path = "/usr/bin") const {
    const auto needed = files_needed(program, {}, path);
    return needed ? "none" : needed.error().message;
  }

 private:
  const Folder folder_;
};

}  // namespace

BOOST_AUTO_TEST_CASE(a_program_needs_its_folder_unless_that_is_shown_anyway) {
  const Disk disk;
  const fs::path bot = disk.program("bots/mine/bot");
  BOOST_TEST(disk.needed(bot) == Paths{disk / "bots/mine"}, boost::test_tools::per_element());
  BOOST_TEST(disk.needed(disk / "bots/./mine/bot") == Paths{disk / "bots/mine"},
             boost::test_tools::per_element());
  BOOST_TEST(disk.needed(bot, "/usr/bin", {disk / "bots"}).empty());
}

BOOST_AUTO_TEST_CASE(a_program_of_the_system_needs_nothing_more) {
  BOOST_TEST(Disk().needed("/usr/bin/env").empty());
}

BOOST_AUTO_TEST_CASE(an_installed_program_needs_the_parts_of_its_installation_and_no_other_files) {
  const Disk disk;
  for (const char* secret :
       {"credentials.toml", ".netrc", "registry/key", "etc/npmrc", "src/mine", "pkg/mine"})
    disk.program("tools/" + std::string(secret));
  const fs::path tool = disk.program("tools/bin/tool", kElf);
  BOOST_TEST(disk.needed(tool) == Paths{disk / "tools/bin"}, boost::test_tools::per_element());
  BOOST_TEST(disk.hidden(tool).empty());
  for (const char* part : {"include/tool.h", "lib/tool.so", "lib64/tool.so", "libexec/help", "share/words"})
    disk.program("tools/" + std::string(part));
  BOOST_TEST(disk.needed(tool) == (Paths{disk / "tools/bin", disk / "tools/include", disk / "tools/lib",
                                         disk / "tools/lib64", disk / "tools/libexec", disk / "tools/share"}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(some_kinds_of_installation_have_parts_of_their_own) {
  const struct {
    const char* program;
    Paths files;   // The places are those of the installation.
    Paths needed;  // These have to be shown.
  } kKinds[] = {
      {"bin/node", {"lib/node_modules/x", "share/man", "LICENSE"}, {"bin", "lib", "share"}},
      {"bin/python", {"lib/python3/x", "pyvenv.cfg"}, {"bin", "lib", "pyvenv.cfg"}},
      {"shims/python",
       {"bin/pyenv", "libexec/pyenv", "plugins/x", "pyenv.d/x", "version", "versions/3/bin/python",
        "sources"},
       {"bin", "libexec", "plugins", "pyenv.d", "shims", "version", "versions"}},
      {"bin/go", {"VERSION", "pkg/tool/asm", "src/fmt", "test/x"}, {"VERSION", "bin", "pkg", "src"}},
      {"bin/java", {"conf/x", "lib/modules", "release"}, {"bin", "conf", "lib"}},
      {"bin/cargo", {"lib/libstd.so", "etc/x"}, {"bin", "lib"}},
  };
  for (const auto& [program, files, needed] : kKinds) {
    const Disk disk;
    const fs::path file = disk.program("kind/" + std::string(program), kElf);
    for (const fs::path& other : files) disk.program("kind/" + other.string());
    Paths wanted;
    for (const fs::path& part : needed) wanted.push_back(disk / ("kind/" + part.string()));
    BOOST_TEST(disk.needed(file) == wanted, boost::test_tools::per_element());
  }
}

BOOST_AUTO_TEST_CASE(hidden_files_beside_a_program_are_not_needed) {
  const Disk disk;
  const fs::path tool = disk.program("scripts/tool");
  disk.program("scripts/.env");
  disk.program("scripts/.git/config");
  BOOST_TEST(disk.needed(tool) == Paths{disk / "scripts"}, boost::test_tools::per_element());
  Paths hidden = disk.hidden(tool);
  std::ranges::sort(hidden);
  BOOST_TEST(hidden == (Paths{disk / "scripts/.env", disk / "scripts/.git"}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_script_needs_its_interpreter_as_found_on_path) {
  const Disk disk;
  disk.program("python/shims/python9");
  const std::string path = "/nowhere:" + (disk / "python/shims").string();
  const fs::path bot = disk.program("mine/bot.py", "#!/usr/bin/env -S -u HOME A=B python9 -B\n");
  BOOST_TEST(disk.needed(bot, path) == (Paths{disk / "mine", disk / "python/shims"}),
             boost::test_tools::per_element());
  const fs::path direct =
      disk.program("direct/bot.py", "#! " + (disk / "python/shims/python9").string() + "\n");
  BOOST_TEST(disk.needed(direct, path) == (Paths{disk / "direct", disk / "python/shims"}),
             boost::test_tools::per_element());
}

// The first line of a stranger's script must not make a folder of the organizer's visible.
BOOST_AUTO_TEST_CASE(an_interpreter_elsewhere_is_refused_and_what_is_no_program_is_none) {
  const Disk disk;
  const std::string tool = disk.program("private/tool", kElf), key = disk.program("private/key", "secret");
  fs::permissions(key, fs::perms::owner_read);
  for (const std::string& line : {"#!" + tool, "#!/usr/bin/env " + tool, "#!/usr/bin/env -S -i " + tool}) {
    const std::string refused = disk.refusal(disk.program("mine/bot", line + "\n"));
    BOOST_TEST(refused.find("bot: its first line asks for the interpreter " + tool) != std::string::npos,
               refused);
  }
  for (const std::string& line : {"#!" + key, "#!/usr/bin/env -S -u " + key + " python3"}) {
    BOOST_TEST(disk.needed(disk.program("other/bot", line + "\n")) == Paths{disk / "other"},
               boost::test_tools::per_element());
  }
}

BOOST_AUTO_TEST_CASE(a_link_of_the_bots_own_opens_nothing) {
  const Disk disk;
  const fs::path tool = disk.program("private/tool", kElf);
  const fs::path direct = disk.link("mine/direct", tool), chain = disk.link("mine/chain", "direct");
  for (const fs::path& link : {direct, chain}) {
    const auto needed = files_needed(link, {disk / "mine"}, "/usr/bin");
    BOOST_REQUIRE(!needed);
    BOOST_TEST(needed.error().message.find("this is a link to " + tool.string()) != std::string::npos,
               needed.error().message);
  }
  BOOST_TEST(disk.needed(disk.link("mine/system", "/usr/bin/env"), "/usr/bin", {disk / "mine"}).empty());
}

BOOST_AUTO_TEST_CASE(links_are_followed_to_their_end) {
  const Disk disk;
  disk.program("versions/3/bin/python3.9", kElf);
  disk.link("versions/3/bin/python3", "python3.9");
  const fs::path python = disk.link("venv/bin/python", disk / "versions/3/bin/python3");
  BOOST_TEST(disk.needed(python) == (Paths{disk / "venv/bin", disk / "versions/3/bin"}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(of_a_folder_that_holds_more_than_a_program_the_file_alone_is_needed) {
  const Disk home;
  const std::string before = std::getenv("HOME") != nullptr ? std::getenv("HOME") : "";
  const fs::path home_folder = (home / "x").parent_path();
  ::setenv("HOME", home_folder.c_str(), 1);
  const fs::path bot = home.program("bot.py");
  const fs::path tool = home.program("bin/tool", kElf);
  BOOST_TEST(home.needed(bot) == Paths{bot}, boost::test_tools::per_element());
  BOOST_TEST(home.needed(tool) == Paths{home / "bin"}, boost::test_tools::per_element());
  const Disk elsewhere;
  const fs::path by_link = elsewhere.link("home-of-me", home_folder) / "bot.py";
  BOOST_TEST((home.needed(by_link) == Paths{by_link, bot} || home.needed(by_link) == Paths{bot, by_link}));
  ::setenv("HOME", before.c_str(), 1);
}

BOOST_AUTO_TEST_CASE(the_systems_folders_are_seen_by_all_but_for_what_people_keep_there) {
  BOOST_TEST(is_in_system("/usr/bin/env"));
  BOOST_TEST(is_in_system("/usr/local/lib/x"));
  for (const char* path : {"/usr/src/app/runs", "/usr/local/src/bot", "/home/me", "/usrx"})
    BOOST_TEST(!is_in_system(path), path);
}

BOOST_AUTO_TEST_CASE(what_is_within_a_folder_is_told_by_whole_names) {
  BOOST_TEST(is_within("/a/b", "/a"));
  BOOST_TEST(is_within("/a", "/a"));
  BOOST_TEST(is_within("/a", "/"));
  BOOST_TEST(!is_within("/ab", "/a"));
  BOOST_TEST(!is_within("/a", "/a/b"));
}

BOOST_AUTO_TEST_CASE(what_cannot_be_started_is_told_before_it_is_tried) {
  const Disk disk;
  BOOST_TEST(check_start(disk.program("good")).has_value());
  BOOST_TEST(check_start("/bin/true").has_value());
  const struct {
    fs::path program;
    const char* words;
  } kFaulty[] = {
      {disk / "none", "does not exist"},
      {disk.program("orphan", "#!/no/such/interpreter\n"), "names the interpreter /no/such/interpreter"},
      {disk.program("text", "hello\n"), "neither a program nor a script"},
      {disk / ".", "is a folder"}};
  for (const auto& [program, words] : kFaulty) {
    const auto fault = check_start(program);
    BOOST_REQUIRE(!fault);
    BOOST_TEST(fault.error().message.find(words) != std::string::npos, fault.error().message);
  }
}

// ThreadSanitizer decides whether this is right.
BOOST_AUTO_TEST_CASE(bots_of_several_games_are_looked_up_at_once) {
  const Disk disk;
  const fs::path program = disk.program("bot/run");
  std::vector<std::future<Paths>> found;
  for (int game = 0; game < 4; ++game)
    found.push_back(std::async(std::launch::async, [&] { return disk.needed(program); }));
  for (auto& paths : found) BOOST_TEST((paths.get() == Paths{disk / "bot"}));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace toptile
