#include "tournaments/bots/frozen_bots.h"

#include <sys/stat.h>

#include <boost/test/unit_test.hpp>
#include <filesystem>

#include "protocol/files.h"
#include "tests/folder.h"
#include "tournaments/bots/bot_files.h"

namespace toptile {
namespace {

namespace fs = std::filesystem;

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
    auto bot = find_bot(json, {.directory = path(), .shipped = {.bots = path() + "/shipped", .lexicons = {}}},
                        "bot 1");
    BOOST_REQUIRE_MESSAGE(bot, (bot ? "" : bot.error().message));
    return std::move(bot).value();
  }
  std::vector<BotEntry> all() const {
    return {found("./mine"), found({{"command", {"./programs/one.sh", "programs/book", "--depth"}}}),
            found("./programs/two.sh"), found("greedy")};
  }
  Result<FrozenBots> freeze(const std::vector<BotEntry>& bots) const {
    return FrozenBots::freeze(bots, BuiltBots(bots.size()), 2, path() + "/run/frozen");
  }
  FrozenBots frozen() const {
    auto bots = freeze(all());
    BOOST_REQUIRE_MESSAGE(bots, (bots ? "" : bots.error().message));
    return std::move(bots).value();
  }
  std::string copy(const std::string& path) const { return *this / ("run/frozen/" + path); }
};

std::shared_ptr<const Sandbox> no_sandbox() {
  return Sandbox::open(SandboxMode::off).value();
}

// The sandbox of a machine that has everything it needs; nothing is started in it.
std::shared_ptr<const Sandbox> whole_sandbox() {
  HostAbilities host;
  host.namespaces = host.system_calls = host.user = {"the test", "", ""};
  return Sandbox::on(std::move(host), SandboxMode::require).value();
}

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
  BOOST_TEST(FrozenBots::open(all(), 2, *this / "run/frozen").has_value());
}

BOOST_AUTO_TEST_CASE(copies_that_were_changed_are_not_played_with) {
  frozen();
  write("run/frozen/2/mine/1/data/book", "three");
  const auto opened = FrozenBots::open(all(), 2, *this / "run/frozen");
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
    const auto opened = FrozenBots::open(all(), 2, *this / "run/frozen");
    BOOST_REQUIRE(!opened);
    BOOST_TEST(opened.error().message.find("a folder with copies of the run's bots is expected here") !=
                   std::string::npos,
               opened.error().message);
    fs::remove(path);
    fs::rename(*this / "aside", path);
  }
  BOOST_TEST(FrozenBots::open(all(), 2, *this / "run/frozen").has_value());
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
    BOOST_REQUIRE(FrozenBots::freeze(all(), BuiltBots(bots.size()), 2, *this / "run/frozen"));
    write(file, before);
    BOOST_REQUIRE(FrozenBots::open(bots, 2, *this / "run/frozen"));
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
  BOOST_REQUIRE(FrozenBots::freeze(bots, good, 2, *this / "run/frozen"));
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
  write("run/frozen/hashes.json", hashes.dump());
  BOOST_TEST(!FrozenBots::open(all(), 2, *this / "run/frozen"));
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
