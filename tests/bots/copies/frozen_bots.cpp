#include "bots/copies/frozen_bots.h"

#include <sys/stat.h>

#include <boost/test/unit_test.hpp>
#include <filesystem>
#include <set>

#include "base/files.h"
#include "bots/bot_files.h"
#include "tests/bots/sources.h"
#include "tests/folder.h"

namespace toptile {
namespace {

namespace fs = std::filesystem;

std::shared_ptr<const Sandbox> no_sandbox() {
  return Sandbox::open(SandboxMode::off).value();
}

// The sandbox of a machine that has everything it needs; nothing is started in it.
std::shared_ptr<const Sandbox> whole_sandbox() {
  HostAbilities host;
  host.namespaces = host.system_calls = host.user = {"the test", "", ""};
  return Sandbox::on(std::move(host), SandboxMode::require).value();
}

// A folder "mine" with a bot, a bot that is a single program in a folder with others, and a shipped one.
struct Bots : Folder {
  Bots() {
    for (const char* folder : {"mine/data", "programs", "shipped"})
      fs::create_directories(path() + "/" + folder);
    write_program("mine/bot.sh", "#!/bin/sh\n");
    write("mine/data/book", "one");
    write("mine/bot.json", R"({"name": "mine", "run": ["./bot.sh", "data/book", "--calm"]})");
    write_program("programs/one.sh", "#!/bin/sh\n");
    write_program("programs/two.sh", "#!/bin/sh\n");
    write("programs/book", "two");
    write_program("shipped/greedy", "#!/bin/sh\n");
    write_program("shipped/random", "#!/bin/sh\n");
    write("shipped/kit.py", "kit");
    write("lexicon.txt", "NOT");
    write("lexicon.lexicon", "graph");
  }

  BotEntry found(const Json& json) const {
    auto bot = find_bot_of(
        json, {.directory = path(), .shipped = {.bots = path() + "/shipped", .lexicons = {}}}, "bot 1");
    BOOST_REQUIRE_MESSAGE(bot, (bot ? "" : bot.error().message));
    return std::move(bot).value();
  }
  std::vector<BotEntry> all() const {
    return {found("./mine"), found({{"command", {"./programs/one.sh", "programs/book", "--depth"}}}),
            found("./programs/two.sh"), found("greedy")};
  }
  Result<FrozenBots> freeze(const std::vector<BotEntry>& bots,
                            const std::shared_ptr<const Sandbox>& sandbox = no_sandbox()) const {
    return FrozenBots::freeze(bots, BuiltBots(bots.size()), 2, path() + "/run/frozen", *sandbox);
  }
  Result<FrozenBots> open(const std::vector<BotEntry>& bots,
                          const std::shared_ptr<const Sandbox>& sandbox = no_sandbox()) const {
    return FrozenBots::open(bots, 2, path() + "/run/frozen", *sandbox);
  }
  FrozenBots frozen() const {
    auto bots = freeze(all());
    BOOST_REQUIRE_MESSAGE(bots, (bots ? "" : bots.error().message));
    return std::move(bots).value();
  }
  std::string copy(const std::string& path) const { return *this / ("run/frozen/" + path); }
};

BOOST_FIXTURE_TEST_SUITE(frozen_bots, Bots)

BOOST_AUTO_TEST_CASE(commands_and_folders_are_those_of_the_copies) {
  const FrozenBots bots = frozen();
  const BotSpec mine = bots.spec_of(Entrant{0}, 0, no_sandbox(), {}, *this / "lexicon.txt");
  BOOST_TEST(mine.launch.argv == (std::vector<std::string>{copy("1/mine/1/bot.sh"), "data/book", "--calm"}),
             boost::test_tools::per_element());
  BOOST_TEST(mine.launch.directory.string() == copy("1/mine/1"));
  const BotSpec one = bots.spec_of(Entrant{1}, 1, no_sandbox(), {}, *this / "lexicon.txt");
  BOOST_TEST(
      one.launch.argv == (std::vector<std::string>{copy("2/one/1/one.sh"), copy("2/one/1/book"), "--depth"}),
      boost::test_tools::per_element());
  BOOST_TEST((one.launch.directory.lexically_normal() / "x").parent_path().string() == path());
  const BotSpec placed = bots.spec_of(Entrant{1}, 1, whole_sandbox(), {}, *this / "lexicon.txt");
  BOOST_TEST(placed.launch.directory.string() == copy("2/one/1"));
}

BOOST_AUTO_TEST_CASE(in_the_sandbox_a_bot_finds_itself_and_the_words_at_places_of_their_own) {
  const BotSpec mine = frozen().spec_of(Entrant{0}, 1, whole_sandbox(), {}, *this / "lexicon.txt");
  BOOST_TEST((mine.confinement.mounted == std::vector<Shown>{{copy("2/mine/1"), "/bot"}}));
  BOOST_TEST(
      (mine.confinement.copied == std::vector<Shown>{{*this / "lexicon.txt", "/words/lexicon.txt"},
                                                     {*this / "lexicon.lexicon", "/words/lexicon.lexicon"}}));
  BOOST_TEST(mine.confinement.readable.empty());
  BOOST_TEST(place_of_words(*whole_sandbox(), *this / "lexicon.txt") == "/words/lexicon.txt");
  BOOST_TEST(place_of_words(*no_sandbox(), *this / "lexicon.txt") == *this / "lexicon.txt");
}

BOOST_AUTO_TEST_CASE(lanes_share_no_file) {
  frozen();
  struct stat one {
  }, two{};
  BOOST_REQUIRE(::stat(copy("1/mine/1/bot.sh").c_str(), &one) == 0);
  BOOST_REQUIRE(::stat(copy("2/mine/1/bot.sh").c_str(), &two) == 0);
  BOOST_TEST(one.st_ino != two.st_ino);
}

// The number of different files below the folder, under whatever names.
std::size_t files_below(const fs::path& folder) {
  std::set<std::pair<dev_t, ino_t>> files;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    struct stat status {};
    if (::lstat(entry.path().c_str(), &status) == 0 && S_ISREG(status.st_mode))
      files.emplace(status.st_dev, status.st_ino);
  }
  return files.size();
}

// Two of the same folder, two of the same program, and a folder elsewhere with the same files as the first.
struct Alike : Bots {
  Alike() {
    fs::copy(*this / "mine", *this / "other", fs::copy_options::recursive);
    bots = all();
    for (const auto& [name, command] : {std::pair("again", "./mine"), {"other", "./other"}})
      bots.push_back(found({{"name", name}, {"manifest", command}}));
    bots.push_back(found({{"name", "greedy-2"}, {"command", {"greedy"}}}));
  }
  ino_t file(const std::string& path) const {
    struct stat status {};
    BOOST_REQUIRE_MESSAGE(::stat(copy(path).c_str(), &status) == 0, path);
    BOOST_TEST(status.st_nlink == 1U);
    return status.st_ino;
  }

  std::vector<BotEntry> bots;
};

BOOST_FIXTURE_TEST_CASE(bots_with_the_same_files_share_a_copy_in_each_lane, Alike) {
  const auto frozen = freeze(bots, whole_sandbox());
  BOOST_REQUIRE_MESSAGE(frozen, (frozen ? "" : frozen.error().message));
  for (const char* name : {"again", "other"})
    BOOST_TEST(file("1/mine/1/bot.sh") == file("1/" + std::string(name) + "/1/bot.sh"));
  BOOST_TEST(file("1/greedy/1/greedy") == file("1/greedy-2/1/greedy"));
  BOOST_TEST(file("1/mine/1/bot.sh") != file("2/again/1/bot.sh"));
  BOOST_TEST(!fs::is_symlink(copy("1/one")));
  // Lane for lane: bot.sh, book and bot.json, one.sh with book, two.sh, greedy with kit.py; and the hashes.
  BOOST_TEST(files_below(*this / "run/frozen") == 2U * 8 + 1);
  for (const Entrant entrant : {Entrant{0}, Entrant{4}, Entrant{5}}) {
    const BotSpec spec = frozen.value().spec_of(entrant, 1, whole_sandbox(), {}, "");
    BOOST_TEST(spec.launch.argv[0] == copy("2/" + spec.name + "/1/bot.sh"));
    BOOST_TEST((spec.confinement.mounted == std::vector<Shown>{{copy("2/" + spec.name + "/1"), "/bot"}}));
  }
  BOOST_TEST(open(bots, whole_sandbox()).has_value());
  BOOST_TEST(check_origin(bots, BuiltBots(bots.size()), *this / "run/frozen", *whole_sandbox()).has_value());
}

BOOST_FIXTURE_TEST_CASE(many_entries_of_one_program_are_copied_once_in_each_lane, Alike) {
  std::vector<BotEntry> many;
  for (int i = 0; i < 200; ++i)
    many.push_back(found({{"name", "g" + std::to_string(i)}, {"command", {"greedy"}}}));
  BOOST_REQUIRE(freeze(many, whole_sandbox()));
  BOOST_TEST(files_below(*this / "run/frozen") == 2U * 2 + 1);  // greedy and kit.py; and the hashes.
}

// Without places of their own, bots run with the user's rights and may write into their folders.
BOOST_FIXTURE_TEST_CASE(bots_that_could_write_into_their_copies_share_none, Alike) {
  BOOST_REQUIRE(freeze(bots));
  BOOST_TEST(file("1/mine/1/bot.sh") != file("1/again/1/bot.sh"));
  BOOST_TEST(!fs::is_symlink(copy("1/again")));
  BOOST_REQUIRE(freeze(bots, whole_sandbox()));
  BOOST_TEST(file("1/mine/1/bot.sh") == file("1/again/1/bot.sh"));
  const auto opened = open(bots);
  BOOST_REQUIRE_MESSAGE(opened, (opened ? "" : opened.error().message));
  for (const char* name : {"1/mine", "1/again", "1/other", "2/greedy", "2/greedy-2"})
    BOOST_TEST(!fs::is_symlink(copy(name)), name);
  BOOST_TEST(file("1/mine/1/bot.sh") != file("1/again/1/bot.sh"));
  write("run/frozen/1/again/1/data/book", "learned");
  BOOST_TEST(read_file(copy("1/mine/1/data/book")).value() == "one");
  for (const auto& entry : fs::recursive_directory_iterator(*this / "run/frozen"))
    BOOST_TEST(entry.path().filename().string().find('=') == std::string::npos, entry.path());
}

BOOST_FIXTURE_TEST_CASE(bots_that_come_and_go_leave_the_copies_of_others, Alike) {
  const std::vector<BotEntry> first = {bots[0], bots[1], bots[4]};
  BOOST_REQUIRE(freeze(first, whole_sandbox()));
  std::vector<BotEntry> more = first;
  more.insert(more.end(), {bots[5], bots[3], bots[6]});
  const auto sandbox = whole_sandbox();
  const auto added =
      FrozenBots::add(more, {3, 4, 5}, BuiltBots(more.size()), 2, *this / "run/frozen", sandbox.get());
  BOOST_REQUIRE_MESSAGE(added, (added ? "" : added.error().message));
  BOOST_TEST(file("1/mine/1/bot.sh") == file("1/other/1/bot.sh"));
  BOOST_TEST(file("1/greedy/1/greedy") == file("1/greedy-2/1/greedy"));
  for (const char* name : {"mine", "again"}) FrozenBots::remove(name, 2, *this / "run/frozen");
  BOOST_TEST(read_file(copy("1/other/1/data/book")).value() == "one");
  for (const char* name : {"other", "greedy"}) FrozenBots::remove(name, 2, *this / "run/frozen");
  const std::vector<BotEntry> left = {bots[1], bots[6]};
  BOOST_TEST(open(left, whole_sandbox()).has_value());
  FrozenBots::remove("greedy-2", 2, *this / "run/frozen");
  BOOST_TEST(files_below(*this / "run/frozen") == 2U * 3 + 1);  // The files of "one".
}

BOOST_FIXTURE_TEST_CASE(what_a_killed_call_left_of_a_shared_copy_is_made_again, Alike) {
  BOOST_REQUIRE(freeze({bots[0], bots[4], bots[1]}, whole_sandbox()));
  // As if the call had been killed before it wrote the hashes.
  fs::remove(copy("2/mine/1/data/book"));
  const std::vector<BotEntry> now = {bots[1], bots[0], bots[4]};
  BOOST_REQUIRE(FrozenBots::add(now, {1, 2}, BuiltBots(3), 2, *this / "run/frozen", whole_sandbox().get()));
  BOOST_TEST(read_file(copy("2/again/1/data/book")).value() == "one");
  BOOST_TEST(open(now, whole_sandbox()).has_value());
}

BOOST_FIXTURE_TEST_CASE(a_shared_copy_that_was_changed_is_not_played_with, Alike) {
  BOOST_REQUIRE(freeze(bots, whole_sandbox()));
  write("run/frozen/1/mine/1/data/book", "three");
  const auto opened = open(bots, whole_sandbox());
  BOOST_REQUIRE(!opened);
  BOOST_TEST(opened.error().message.find("of this run's bots have changed") != std::string::npos);
}

// A stranger's run may have any links.
BOOST_FIXTURE_TEST_CASE(a_link_to_anything_but_a_shared_copy_is_not_played_with, Alike) {
  BOOST_REQUIRE(freeze(bots, whole_sandbox()));
  const fs::path link = copy("1/again"), good = fs::read_symlink(link);
  fs::copy(copy("1/" + good.string()), *this / "aside", fs::copy_options::recursive);
  const std::string other = "=" + std::string(64, 'a');
  fs::create_directory_symlink(*this / "aside", copy("1/" + other));
  const std::vector<std::string> targets = {*this / "aside", "../2/" + good.string(), "mine",
                                            "./" + good.string(), other};
  for (const std::string& target : targets) {
    fs::remove(link);
    fs::create_directory_symlink(target, link);
    const auto opened = open(bots, whole_sandbox());
    BOOST_REQUIRE_MESSAGE(!opened, target);
    BOOST_TEST(
        opened.error().message.find("expected a folder with copies of the run's bots") != std::string::npos,
        opened.error().message);
  }
}

// Their copies differ, though their hashes do not.
BOOST_FIXTURE_TEST_CASE(bots_that_differ_in_an_empty_folder_share_nothing, Alike) {
  fs::create_directory(*this / "other/empty");
  BOOST_REQUIRE(freeze(bots, whole_sandbox()));
  BOOST_TEST(fs::exists(copy("1/other/1/empty")));
  BOOST_TEST(!fs::exists(copy("1/mine/1/empty")));
}

BOOST_AUTO_TEST_CASE(other_bots_do_not_come_along) {
  frozen();
  BOOST_TEST(fs::exists(copy("1/one/1/book")));
  BOOST_TEST(!fs::exists(copy("1/one/1/two.sh")));
  BOOST_TEST(fs::exists(copy("1/greedy/1/kit.py")));
  BOOST_TEST(!fs::exists(copy("1/greedy/1/random")));
}

BOOST_AUTO_TEST_CASE(what_is_changed_afterwards_changes_nothing_and_is_told) {
  frozen();
  write("mine/data/book", "three");
  BOOST_TEST(read_file(copy("1/mine/1/data/book")).value() == "one");
  BOOST_TEST(differences_to_frozen(found("./mine"), *this / "run/frozen").value() ==
                 std::vector<std::string>{"data/book has changed"},
             boost::test_tools::per_element());
  BOOST_TEST(open(all()).has_value());
}

BOOST_AUTO_TEST_CASE(copies_that_were_changed_are_not_played_with) {
  frozen();
  write("run/frozen/2/mine/1/data/book", "three");
  const auto opened = open(all());
  BOOST_REQUIRE(!opened);
  BOOST_TEST(opened.error().message.find("of this run's bots have changed") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_link_in_the_place_of_a_copy_is_not_played_with) {
  frozen();
  for (const char* place : {"1/mine/1", "1/mine", "1", ""}) {
    const fs::path copies = copy(place).empty() ? *this / "run/frozen" : copy(place);
    const fs::path path = fs::path(copies.string() + "/").parent_path();
    fs::rename(path, *this / "aside");
    fs::create_directory_symlink(*this / "aside", path);
    const auto opened = open(all());
    BOOST_REQUIRE(!opened);
    BOOST_TEST(
        opened.error().message.find("expected a folder with copies of the run's bots") != std::string::npos,
        opened.error().message);
    fs::remove(path);
    fs::rename(*this / "aside", path);
  }
  BOOST_TEST(open(all()).has_value());
}

// A stranger who sends a run may also send hashes that fit it.
BOOST_AUTO_TEST_CASE(copies_of_other_programs_are_not_played_with_whatever_vouches_for_them) {
  const auto origin = [&](const std::vector<BotEntry>& bots, const Sandbox& sandbox) {
    const auto checked = check_origin(bots, BuiltBots(bots.size()), *this / "run/frozen", sandbox);
    return checked ? "" : checked.error().message;
  };
  const std::vector<BotEntry> bots = all();
  frozen();
  for (const auto& sandbox : {no_sandbox(), whole_sandbox()}) BOOST_TEST(origin(bots, *sandbox) == "");
  for (const char* file : {"mine/data/book", "programs/one.sh", "shipped/greedy"}) {
    const std::string before = read_file(*this / file).value();
    // A stranger's own run would hold such copies and hashes.
    write(file, "evil");
    BOOST_REQUIRE(freeze(all()));
    write(file, before);
    BOOST_REQUIRE(open(bots));
    for (const auto& sandbox : {no_sandbox(), whole_sandbox()}) {
      const std::string told = origin(bots, *sandbox);
      BOOST_TEST(
          told.find("is another program than the one that played this run's games") != std::string::npos,
          file << ": " << told);
    }
  }
}

BOOST_AUTO_TEST_CASE(bots_that_were_edited_since_go_on_in_the_sandbox_alone) {
  const std::vector<BotEntry> bots = all();
  frozen();
  write("mine/data/book", "three");
  const auto checked = [&](const Sandbox& sandbox) {
    return check_origin(bots, BuiltBots(bots.size()), *this / "run/frozen", sandbox);
  };
  BOOST_TEST(checked(*whole_sandbox()).has_value());
  const auto refused = checked(*no_sandbox());
  BOOST_REQUIRE(!refused);
  BOOST_TEST(refused.error().message.starts_with("bot mine: the copy in "));
  BOOST_TEST(refused.error().message.find("it would run with your rights, whoever made it") !=
             std::string::npos);
  // The hash of a program does not cover the files next to it.
  write("mine/data/book", "one");
  write("programs/library.py", "new");
  BOOST_TEST(checked(*whole_sandbox()).has_value());
  BOOST_TEST(!checked(*no_sandbox()));
}

BOOST_AUTO_TEST_CASE(a_built_bot_is_what_its_sources_come_to) {
  write("mine/bot.json", R"({"name": "mine", "build": [["true"]], "run": ["./bot.sh"]})");
  const std::vector<BotEntry> bots = {found("./mine")};
  fs::create_directories(*this / "good");
  fs::create_directories(*this / "evil");
  write_program("good/bot.sh", "#!/bin/sh\n");
  write_program("evil/bot.sh", "#!/bin/sh\nsteal\n");
  const BuiltBots good = {BuiltBot{*this / "good", {}}}, evil = {BuiltBot{*this / "evil", {}}};
  const auto is_good = [&](const BuiltBots& built, const Sandbox& sandbox) {
    return check_origin(bots, built, *this / "run/frozen", sandbox).has_value();
  };
  BOOST_REQUIRE(FrozenBots::freeze(bots, good, 2, *this / "run/frozen", *no_sandbox()));
  for (const auto& sandbox : {no_sandbox(), whole_sandbox()}) {
    BOOST_TEST(is_good(good, *sandbox));
    BOOST_TEST(!is_good(evil, *sandbox));
  }
  BOOST_TEST(is_good({std::nullopt}, *whole_sandbox()));
  BOOST_TEST(!is_good({std::nullopt}, *no_sandbox()));
  // A build of other sources says nothing about these.
  write("mine/data/book", "three");
  BOOST_TEST(is_good(evil, *whole_sandbox()));
  BOOST_TEST(!is_good(good, *no_sandbox()));
}

BOOST_AUTO_TEST_CASE(lanes_hold_the_same_bots) {
  frozen();
  write("run/frozen/2/mine/1/data/book", "three");
  Json hashes = parse_json(read_file(*this / "run/frozen/hashes.json").value(), "").value();
  hashes["2"]["mine"] =
      hash_of_files({*this / "run/frozen/2/mine/1", false, Strangeness::refused, {}, {"/"}}).value();
  write("run/frozen/hashes.json", json_text(hashes));
  BOOST_TEST(!open(all()));
}

BOOST_AUTO_TEST_CASE(a_bot_in_another_bots_folder_is_refused) {
  fs::create_directories(*this / "mine/inner");
  write_program("mine/inner/bot.sh", "#!/bin/sh\n");
  write("mine/inner/bot.json", R"({"name": "inner", "run": ["./bot.sh"]})");
  const auto refused = freeze({found("./mine"), found("./mine/inner")});
  BOOST_REQUIRE(!refused);
  BOOST_TEST(refused.error().message.find("bot mine: its folder") != std::string::npos,
             refused.error().message);
}

BOOST_AUTO_TEST_CASE(a_bot_that_changes_while_it_is_copied_is_refused) {
  const std::vector<BotEntry> bots = all();
  write("mine/data/book", "three");
  const auto refused = freeze(bots);
  BOOST_REQUIRE(!refused);
  BOOST_TEST(refused.error().message == "bot mine: its files were changed while they were copied; try again");
  BOOST_TEST(!fs::exists(*this / "run/frozen"));
}

BOOST_AUTO_TEST_CASE(a_link_among_the_arguments_opens_nothing) {
  write("secret", "key");
  fs::create_symlink(*this / "secret", *this / "programs/key");
  for (const char* word : {"programs/key", "./programs/key"}) {
    const auto refused = freeze({found({{"command", {"./programs/one.sh", word}}})});
    BOOST_REQUIRE(!refused);
    BOOST_TEST(refused.error().message.find("programs/key: this file does not belong to the bot") !=
                   std::string::npos,
               refused.error().message);
  }
}

BOOST_AUTO_TEST_CASE(what_is_left_of_an_interrupted_copy_is_replaced) {
  fs::create_directories(*this / "run/frozen.new/1/mine");
  fs::create_directories(*this / "run/frozen/1/old");
  frozen();
  BOOST_TEST(!fs::exists(*this / "run/frozen.new"));
  BOOST_TEST(!fs::exists(copy("1/old")));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace toptile
