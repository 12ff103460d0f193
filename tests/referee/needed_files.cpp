#include "referee/needed_files.h"

#include <boost/test/unit_test.hpp>
#include <cstdlib>
#include <future>

#include "tests/folder.h"

namespace toptile {

namespace {

namespace fs = std::filesystem;

using Paths = std::vector<fs::path>;

constexpr std::string_view kElf =
    "\x7f"
    "ELF";

// Programs below a folder of their own, as they are found on a machine.
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
    return needed.value();
  }
  std::string refusal(const fs::path& program, const std::string& path = "/usr/bin") const {
    const auto needed = files_needed(program, {}, path);
    return needed ? "none" : needed.error().message;
  }

 private:
  const Folder folder_;
};

}  // namespace

BOOST_AUTO_TEST_SUITE(needed_files)

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

BOOST_AUTO_TEST_CASE(an_installed_program_needs_the_folder_above) {
  const Disk disk;
  BOOST_TEST(disk.needed(disk.program("python/bin/python3", kElf)) == Paths{disk / "python"},
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_script_needs_its_interpreter_as_found_on_path) {
  const Disk disk;
  disk.program("python/shims/python9");
  const std::string path = "/nowhere:" + (disk / "python/shims").string();
  const fs::path bot = disk.program("mine/bot.py", "#!/usr/bin/env -S -u HOME A=B python9 -B\n");
  BOOST_TEST(disk.needed(bot, path) == (Paths{disk / "mine", disk / "python"}),
             boost::test_tools::per_element());
  const fs::path direct =
      disk.program("direct/bot.py", "#! " + (disk / "python/shims/python9").string() + "\n");
  BOOST_TEST(disk.needed(direct, path) == (Paths{disk / "direct", disk / "python"}),
             boost::test_tools::per_element());
}

// The first line of a stranger's script must not open a folder of its organizer's.
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
  BOOST_TEST(
      files_needed(disk.link("mine/system", "/usr/bin/env"), {disk / "mine"}, "/usr/bin").value().empty());
}

BOOST_AUTO_TEST_CASE(links_are_followed_to_their_end) {
  const Disk disk;
  disk.program("versions/3/bin/python3.9", kElf);
  disk.link("versions/3/bin/python3", "python3.9");
  const fs::path python = disk.link("venv/bin/python", disk / "versions/3/bin/python3");
  BOOST_TEST(disk.needed(python) == (Paths{disk / "venv", disk / "versions/3"}),
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
  BOOST_TEST(find_start_fault(disk.program("good")).has_value());
  BOOST_TEST(find_start_fault("/bin/true").has_value());
  const struct {
    fs::path program;
    const char* words;
  } kFaulty[] = {
      {disk / "none", "does not exist"},
      {disk.program("orphan", "#!/no/such/interpreter\n"), "names the interpreter /no/such/interpreter"},
      {disk.program("text", "hello\n"), "neither a program nor a script"},
      {disk / ".", "is a folder"}};
  for (const auto& [program, words] : kFaulty) {
    const auto fault = find_start_fault(program);
    BOOST_REQUIRE(!fault);
    BOOST_TEST(fault.error().message.find(words) != std::string::npos, fault.error().message);
  }
}

// ThreadSanitizer is the judge.
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
