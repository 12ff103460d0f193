#include "tournaments/bot_entry.h"

#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <boost/test/unit_test.hpp>
#include <filesystem>
#include <fstream>

#include "tests/folder.h"
#include "tournaments/bot_manifest.h"

namespace toptile {
namespace {

namespace fs = std::filesystem;

// A folder "mine" with a bot in it, beside the shipped bot "greedy".
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
    const auto bot = find_bot(json, search(), "bot 1");
    BOOST_REQUIRE(bot);
    return bot.value();
  }
  std::string fault(const Json& json = "./mine") const {
    const auto bot = find_bot(json, search(), "bot 1");
    return bot ? "none" : bot.error().message;
  }
};

// Ended, and waiting for somebody to ask.
bool is_zombie(pid_t pid) {
  std::ifstream stat("/proc/" + std::to_string(pid) + "/stat");
  const std::string text(std::istreambuf_iterator<char>(stat), {});
  const std::size_t name_end = text.rfind(')');
  return name_end != std::string::npos && text.substr(name_end, 3) == ") Z";
}

void has(const std::string& text, const std::string& part) {
  BOOST_TEST(text.find(part) != std::string::npos, "\"" + text + "\" should say: " + part);
  BOOST_TEST(text.find('\n') == std::string::npos);
}

BOOST_AUTO_TEST_SUITE(bot_entry)

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
  const auto bot = find_bot(".", inside, "bot 1");
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

BOOST_AUTO_TEST_CASE(a_bot_is_built_before_it_is_looked_for) {
  const BotFolder folder;
  folder.manifest(R"({"name": "mine", "run": ["build/bot"],
                      "build": [["cp", "bot.sh", "build/bot"], ["sh", "-c", "echo $toptile_DIR; echo done >&2"]]})");
  BotSearch search = folder.search();
  search.shipped.package = "/somewhere/toptile";
  std::vector<std::string> built;
  search.on_build = [&](const std::string& name) { built.push_back(name); };
  const auto bot = find_bot("mine", search, "bot 1");
  BOOST_REQUIRE(bot);
  BOOST_TEST(bot.value().command[0] == folder / "mine/build/bot");
  BOOST_TEST(built == std::vector<std::string>{"mine"}, boost::test_tools::per_element());
  std::ifstream log(folder / "mine/build.log");
  const std::string said(std::istreambuf_iterator<char>(log), {});
  BOOST_TEST(said == "/somewhere/toptile\ndone\n");
}

BOOST_AUTO_TEST_CASE(a_build_that_fails_says_which_command_and_what_it_said) {
  const BotFolder folder;
  folder.manifest(R"({"name": "mine", "run": ["./bot.sh"],
                      "build": [["sh", "-c", "echo one; echo 'bot.cpp:3: error: no'; echo two; exit 4"]]})");
  has(folder.fault(), "its build failed: sh -c echo one");
  has(folder.fault(), "ended with exit code 4: bot.cpp:3: error: no; see " + (folder / "mine/build.log"));
  folder.manifest(R"({"name": "mine", "run": ["./bot.sh"], "build": [["no-such-compiler"]]})");
  has(folder.fault(), "\"no-such-compiler\" cannot be started: is it installed?");
  folder.manifest(R"({"name": "mine", "run": ["./bot.sh"],
                      "build": [["sh", "-c", "echo 'CMake Error at x (message):'; echo; echo '  no Boost'; exit 1"]]})");
  has(folder.fault(), "CMake Error at x (message): no Boost; see");
}

BOOST_AUTO_TEST_CASE(a_stopped_build_ends) {
  const BotFolder folder;
  folder.manifest(R"({"name": "mine", "run": ["./bot.sh"], "build": [["sleep", "60"]]})");
  BotSearch search = folder.search();
  std::stop_source stop;
  stop.request_stop();
  search.stop = stop.get_token();
  const auto bot = find_bot("mine", search, "bot 1");
  BOOST_REQUIRE(!bot);
  has(bot.error().message, "its build was stopped");
}

BOOST_AUTO_TEST_CASE(a_build_that_says_too_much_is_ended) {
  const BotFolder folder;
  folder.manifest(R"({"name": "mine", "run": ["./bot.sh"], "build": [["yes"]]})");
  has(folder.fault(), "it said more than 16 MiB");
}

BOOST_AUTO_TEST_CASE(what_a_build_leaves_running_is_ended) {
  const BotFolder folder;
  folder.manifest(
      R"({"name": "mine", "run": ["./bot.sh"], "build": [["sh", "-c", "sleep 77 & echo $! > child"]]})");
  folder.found("mine");
  std::ifstream written(folder / "mine/child");
  pid_t child = 0;
  BOOST_REQUIRE(written >> child);
  for (int look = 0; look < 200 && ::kill(child, 0) == 0 && !is_zombie(child); ++look) ::usleep(10'000);
  BOOST_TEST((::kill(child, 0) != 0 || is_zombie(child)));
}

BOOST_AUTO_TEST_CASE(the_log_of_a_build_goes_through_no_link_and_into_no_pipe) {
  const BotFolder folder;
  folder.manifest(R"({"name": "mine", "run": ["./bot.sh"], "build": [["echo", "made"]]})");
  folder.write("precious", "precious");
  fs::create_symlink(folder / "precious", folder / "mine/build.log");
  folder.found("mine");
  BOOST_TEST(fs::file_size(folder / "precious") == 8U);
  fs::remove(folder / "mine/build.log");
  BOOST_REQUIRE(::mkfifo((folder / "mine/build.log").c_str(), 0600) == 0);
  folder.found("mine");
  BOOST_TEST(fs::is_regular_file(folder / "mine/build.log"));
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
  folder.write("mine/build/made.o", "x");
  folder.write("mine/build.log", "x");
  BOOST_TEST(folder.found("mine").sha256 == before);
  folder.write("mine/words.txt", "x");
  BOOST_TEST(folder.found("mine").sha256 != before);
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
  has(folder.fault(), "\"a b\" is no name for a bot");
  folder.manifest(R"({"name": "mine", "run": []})");
  has(folder.fault(), "run: it should name a program");
  folder.manifest(R"({"name": "mine", "run": ["./bot.sh"], "build": ["make"]})");
  has(folder.fault(), "build: a list of commands is expected here, each a list of texts");
  folder.manifest(R"({"name": "mine", "run": ["./bot.sh"], "optoins": {}})");
  has(folder.fault(),
      "line 1: optoins: there is no such field; did you mean options? Known are: name, run, author");
  folder.manifest(R"({"name": "mine", "run": ["./missing"]})");
  has(folder.fault(), "mine/bot.json: run: ");
  has(folder.fault(), "there is no such file");
  folder.manifest(R"({"name": "mine", "run": ["greedy"]})");
  has(folder.fault(), "\"greedy\" is no program on PATH; write ./greedy");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace toptile
