#include "bots/bot_entry.h"

#include <boost/test/unit_test.hpp>
#include <filesystem>
#include <fstream>

#include "bots/bot_manifest.h"
#include "tests/bots/sources.h"
#include "tests/folder.h"
#include "tests/variable.h"

namespace toptile {
BOOST_AUTO_TEST_SUITE(bot_entry)

namespace {

namespace fs = std::filesystem;

// A folder "mine" with a bot in it, next to the shipped bot "greedy".
struct BotFolder : Folder {
  BotFolder() {
    fs::create_directories(path() + "/shipped");
    fs::create_directories(path() + "/mine/build");
    write_program("shipped/greedy", "#!/bin/sh\n");
    write_program("mine/bot.sh", "#!/bin/sh\n");
    manifest(R"({"name": "mine", "run": ["./bot.sh", "--calm"]})");
  }
  void manifest(const std::string& json) const { write("mine/bot.json", json); }

  BotSearch search() const {
    return {.directory = path(), .shipped = {.bots = path() + "/shipped", .lexicons = {}}};
  }
  BotEntry found(const Json& json) const {
    const auto bot = find_bot_of(json, search(), "bot 1");
    BOOST_REQUIRE(bot);
    return bot.value();
  }
  std::string fault(const Json& json = "./mine") const {
    const auto bot = find_bot_of(json, search(), "bot 1");
    return bot ? "none" : bot.error().message;
  }
};

void has(const std::string& text, const std::string& part) {
  BOOST_TEST(text.find(part) != std::string::npos, "\"" + text + "\" should say: " + part);
  BOOST_TEST(text.find('\n') == std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_folder_is_what_its_manifest_says) {
  const BotFolder folder;
  folder.manifest(R"({"name": "mine", "author": "Me", "version": "1.2", "language": "sh",
                      "run": ["./bot.sh", "--calm"], "options": {"Depth": 3, "Style": "bold"}})");
  for (const char* text : {"mine", "./mine", "mine/", "mine/bot.json", "./mine/../mine"}) {
    const BotEntry bot = folder.found(text);
    BOOST_TEST(bot.name == "mine");
    BOOST_TEST(bot.author == "Me");
    BOOST_TEST(bot.version == "1.2");
    BOOST_TEST(bot.command[0] == folder / "mine/bot.sh");
    BOOST_TEST(bot.command[1] == "--calm");
    BOOST_TEST(bot.directory.string() == folder / "mine");
    BOOST_TEST(bot.options.at("Depth") == "3");
  }
  BotSearch inside = folder.search();
  inside.directory = folder / "mine";
  const auto bot = find_bot_of(".", inside, "bot 1");
  BOOST_REQUIRE(bot);
  BOOST_TEST(bot.value().directory.string() == folder / "mine");
}

BOOST_AUTO_TEST_CASE(what_is_asked_for_counts_more_than_the_manifest) {
  const BotFolder folder;
  folder.manifest(R"({"name": "mine", "run": ["./bot.sh"], "options": {"Depth": "3", "Style": "bold"}})");
  const BotEntry bot =
      folder.found({{"name", "fast"}, {"command", {"./mine"}}, {"options", {{"Depth", "1"}}}});
  BOOST_TEST(bot.name == "fast");
  BOOST_TEST(bot.options.at("Depth") == "1");
  BOOST_TEST(bot.options.at("Style") == "bold");
}

BOOST_AUTO_TEST_CASE(a_shipped_bot_comes_before_a_folder_of_its_name) {
  const BotFolder folder;
  fs::rename(folder / "mine", folder / "greedy");
  BOOST_TEST(folder.found("greedy").command[0] == folder / "shipped/greedy");
  BOOST_TEST(folder.found("./greedy").name == "mine");
}

BOOST_AUTO_TEST_CASE(a_bot_that_is_still_to_be_built_needs_no_program) {
  const BotFolder folder;
  folder.manifest(R"({"name": "mine", "run": ["build/bot"], "build": [["cp", "bot.sh", "build/bot"]]})");
  const BotEntry bot = folder.found("mine");
  BOOST_TEST(bot.command[0] == folder / "mine/build/bot");
  BOOST_TEST(bot.build.size() == 1U);
  BOOST_TEST(!fs::exists(folder / "mine/build/bot"));
}

BOOST_AUTO_TEST_CASE(a_manifest_gets_nothing_of_its_organizers_files) {
  const BotFolder folder;
  folder.write("secret", "key");
  folder.write_program("tool", "#!/bin/sh\n");
  for (const char* run : {"../tool", "/etc/shadow"}) {
    folder.manifest(std::string(R"({"name": "mine", "run": [")") + run + R"("]})");
    has(folder.fault(), "this program is neither in the bot's folder nor one of the system's");
    folder.manifest(std::string(R"({"name": "mine", "run": ["./bot.sh"], "build": [["true"], [")") + run +
                    R"("]]})");
    has(folder.fault(), "mine/bot.json: build: ");
  }
  for (const std::string& path : {std::string("../secret"), folder / "secret"}) {
    folder.manifest(R"({"name": "mine", "run": ["./bot.sh"], "readable": [")" + path + R"("]})");
    has(folder.fault(), "mine/bot.json: readable: the bot asks to read " + (folder / "secret"));
    const BotEntry bot = folder.found({{"manifest", "mine"}, {"readable", {folder / "secret"}}});
    BOOST_TEST((bot.readable == std::vector<fs::path>{folder / "secret"}));
    BOOST_TEST(words_of_sight(bot) == "also reads " + (folder / "secret"));
  }
  folder.manifest(R"({"name": "mine", "run": ["./bot.sh", "key"]})");
  fs::create_symlink(folder / "secret", folder / "mine/key");
  has(folder.fault(), "mine/key: this is a link to " + (folder / "secret"));
}

// The first line of a stranger's script decides which of the organizer's programs the bot sees.
BOOST_AUTO_TEST_CASE(what_a_bot_sees_of_installed_programs_is_told) {
  const BotFolder folder;
  for (const char* part : {"cargo/bin", "cargo/lib", "other/bin", "built"})
    fs::create_directories(folder / part);
  folder.write_program("cargo/bin/cargo", "#!/bin/sh\n");
  folder.write_program("other/bin/tool", "#!/bin/sh\n");
  folder.write("cargo/credentials.toml", "key");
  const Variable path("PATH", "/usr/bin:/bin:" + (folder / "cargo/bin") + ":" + (folder / "other/bin"));
  BOOST_TEST(words_of_sight(folder.found("mine")) == "");
  const std::string sees = "also sees " + (folder / "cargo/{bin,lib}");
  folder.write_program("mine/bot.sh", "#!/usr/bin/env -S cargo\n");
  BOOST_TEST(words_of_sight(folder.found("mine")) == sees);
  folder.write_program("mine/bot.sh", "#!/bin/sh\n");
  folder.manifest(R"({"name": "mine", "run": ["cargo"]})");
  BOOST_TEST(words_of_sight(folder.found("mine")) == sees);
  folder.manifest(R"({"name": "mine", "run": ["./bot.sh"], "build": [["true"], ["tool"]]})");
  const BotEntry built = folder.found("mine");
  BOOST_TEST(words_of_sight(built) == "also sees " + (folder / "other/bin"));
  folder.write_program("built/bot.sh", "#!/usr/bin/env cargo\n");
  BOOST_TEST(words_of_sight(built, folder / "built") == sees + ", " + (folder / "other/bin"));
  folder.manifest(R"({"name": "mine", "run": ["cargo"], "readable": ["../cargo/credentials.toml"]})");
  const BotEntry reader =
      folder.found({{"manifest", "mine"}, {"readable", {folder / "cargo/credentials.toml"}}});
  BOOST_TEST(words_of_sight(reader) == "also reads " + (folder / "cargo/credentials.toml") + ", " + sees);
}

BOOST_AUTO_TEST_CASE(homes_are_what_a_run_copies) {
  const BotFolder folder;
  BOOST_TEST((folder.found("mine").homes == std::vector<BotHome>{{folder / "mine", false}}));
  folder.write_program("alone.sh", "#!/bin/sh\n");
  const BotEntry program = folder.found({{"command", {"./alone.sh", "mine/bot.sh"}}});
  BOOST_TEST((program.homes == std::vector<BotHome>{{folder.path(), false}, {folder / "mine", false}}));
  const BotEntry shipped = folder.found("greedy");
  BOOST_TEST((shipped.homes == std::vector<BotHome>{{folder / "shipped", false}}));
  fs::create_directories(folder / "opt/bin");
  folder.write_program("opt/bin/engine", "#!/bin/sh\n");
  BOOST_TEST(folder.found("./opt/bin/engine").homes.empty());
}

BOOST_AUTO_TEST_CASE(names_that_lead_nowhere_are_told_and_nothing_is_thrown) {
  const BotFolder folder;
  fs::create_symlink("loop", folder / "loop");
  has(folder.fault("./loop"), "bot 1: ");
  has(folder.fault("./" + std::string(300, 'x')), "there is no such file");
  has(folder.fault("./mine/bot.sh/more"), "there is no such file");
  folder.write("mine/bot.json", std::string((1 << 20) + 1, ' '));
  has(folder.fault(), "longer than a bot's description can be");
}

BOOST_AUTO_TEST_CASE(the_hash_is_of_what_the_bot_is_made_of) {
  const BotFolder folder;
  const std::string before = folder.found("mine").sha256;
  folder.write("mine/.hidden", "x");
  folder.write("mine/build.log", "x");
  BOOST_TEST(folder.found("mine").sha256 == before);
  folder.write("mine/build/made.o", "x");
  BOOST_TEST(folder.found("mine").sha256 != before);
  folder.manifest(R"({"name": "mine", "run": ["./bot.sh"], "build": [["true"]]})");
  const std::string with_build = folder.found("mine").sha256;
  folder.write("mine/build/more.o", "x");
  BOOST_TEST(folder.found("mine").sha256 == with_build);
  folder.write("mine/words.txt", "x");
  BOOST_TEST(folder.found("mine").sha256 != with_build);
}

BOOST_AUTO_TEST_CASE(what_is_wrong_with_a_folder_is_said_with_file_and_field) {
  const BotFolder folder;
  has(folder.fault("./shipped"), "is a folder without a bot.json");
  has(folder.fault({{"command", {"./mine", "--depth"}}}), "takes no arguments");
  folder.manifest("{");
  has(folder.fault(), "mine/bot.json: line 1, column 2: this is not JSON");
  folder.manifest(R"({"name": "mine"})");
  has(folder.fault(), "mine/bot.json: line 1: run: this field is missing");
  folder.manifest(R"({"name": "a b", "run": ["./bot.sh"]})");
  has(folder.fault(), "\"a b\" is not a name for a bot");
  folder.manifest(R"({"name": "mine", "run": []})");
  has(folder.fault(), "run: it should name a program");
  folder.manifest(R"({"name": "mine", "run": ["./bot.sh"], "build": ["make"]})");
  has(folder.fault(), "build: expected a list of commands, each a list of strings");
  folder.manifest(R"({"name": "mine", "run": ["./bot.sh"], "optoins": {}})");
  has(folder.fault(),
      "line 1: optoins: unknown field; did you mean options? The fields are: name, run, author");
  folder.manifest(R"({"name": "mine", "run": ["./missing"]})");
  has(folder.fault(), "mine/bot.json: run: ");
  has(folder.fault(), "there is no such file");
  folder.manifest(R"({"name": "mine", "run": ["greedy"]})");
  has(folder.fault(), "\"greedy\" is not a program on PATH; write ./greedy");
}

}  // namespace

BOOST_AUTO_TEST_SUITE_END()

}  // namespace toptile
