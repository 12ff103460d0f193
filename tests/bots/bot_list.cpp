#include "bots/bot_list.h"

#include <boost/test/unit_test.hpp>
#include <filesystem>

#include "tests/folder.h"
#include "tests/json_of.h"

namespace toptile {
BOOST_AUTO_TEST_SUITE(bot_list)

namespace {

namespace fs = std::filesystem;

// Each bot's text and the folder that its paths start from, or the error; "." is the test's folder.
std::string listed(const Folder& folder, const std::string& json) {
  const auto bots = read_bots(json_of(json), JsonPlace::of_text(json, "cup.json"), folder.path());
  std::string text;
  if (bots) {
    for (const BotRequest& bot : bots.value())
      text += expected_name(bot.source) + " in " + bot.directory.string() + "\n";
  } else {
    text = bots.error().message;
  }
  for (std::size_t at = text.find(folder.path()); at != std::string::npos; at = text.find(folder.path()))
    text.replace(at, folder.path().size(), ".");
  return text;
}

BOOST_AUTO_TEST_CASE(included_lists_stand_in_the_place_of_their_entries) {
  const Folder folder;
  fs::create_directories(folder.path() + "/deep");
  folder.write("field.json", R"(["b", {"include": "deep/more.json"}, {"command": ["d"]}])");
  folder.write("deep/more.json", R"(["c"])");
  BOOST_TEST(listed(folder, R"(["a", {"include": "field.json"}, "e"])") ==
             "a in .\nb in .\nc in ./deep\nd in .\ne in .\n");
  BOOST_TEST(listed(folder, R"([{"include": "deep/more.json"}, {"include": "deep/../deep/more.json"}])") ==
             "c in ./deep\nc in ./deep\n");
  BOOST_TEST(listed(folder, "[]").empty());
}

BOOST_AUTO_TEST_CASE(what_is_no_bot_is_told_of_its_place) {
  const Folder folder;
  BOOST_TEST(listed(folder, "{}") == "cup.json: line 1: expected a list of bots, each a string or an object");
  BOOST_TEST(listed(folder, "[\"a\",\n 5]") ==
             "cup.json: line 2: bot 2: expected an object with fields, not 5");
  BOOST_TEST(listed(folder, "[\"\"]")
                 .starts_with("cup.json: line 1: bot 1: expected a bot's name, folder or program"));
  BOOST_TEST(listed(folder, "[{\"command\": []}]") ==
             "cup.json: line 1: bot 1: command: it should name a program, or a bot's folder");
  BOOST_TEST(listed(folder, "[{\"manifest\": \"\"}]")
                 .starts_with("cup.json: line 1: bot 1: manifest: it should name a bot.json"));
  BOOST_TEST(listed(folder, "[{\"manifest\": \"x\", \"directory\": \"y\"}]")
                 .starts_with("cup.json: line 1: bot 1: directory: unknown field"));
  BOOST_TEST(listed(folder, "[{\"command\": [\"x\"],\n\"name\": \"../x\"}]")
                 .starts_with("cup.json: line 2: bot 1: name: \"../x\" is not a name for a bot"));
  BOOST_TEST(listed(folder, "[{\"include\": \"x\", \"name\": \"y\"}]")
                 .starts_with("cup.json: line 1: bot 1: name: unknown field"));
  BOOST_TEST(listed(folder, "[{\"include\": 5}]") ==
             "cup.json: line 1: bot 1: include: 5 is not a quoted string");
}

BOOST_AUTO_TEST_CASE(what_cannot_be_included_is_told_where_it_is_asked_for) {
  const Folder folder;
  const std::string place = "cup.json: line 1: bot 1: include: ";
  BOOST_TEST(listed(folder, R"([{"include": "none.json"}])") == place + "./none.json: there is no such file");
  BOOST_TEST(listed(folder, R"([{"include": "."}])").starts_with(place), "a folder is not a file");
  BOOST_TEST(listed(folder, R"([{"include": "/dev/zero"}])") == place + "/dev/zero: there is no such file");
  folder.write("self.json", R"([{"include": "self.json"}])");
  BOOST_TEST(listed(folder, R"([{"include": "self.json"}])") ==
             "./self.json: line 1: bot 1: include: ./self.json: this file includes itself");
  folder.write("a.json", R"([{"include": "b.json"}])");
  folder.write("b.json", "[\n\n{\"include\": \"a.json\"}]");
  BOOST_TEST(listed(folder, R"([{"include": "a.json"}])") ==
             "./b.json: line 3: bot 1: include: ./a.json: this file includes itself");
}

}  // namespace

BOOST_AUTO_TEST_SUITE_END()

}  // namespace toptile
