// A run.json that anybody may have written: if a value that goes into paths, onto terminals or to programs
// does not have the form that a tournament gives it, the run is not read.
#include <boost/test/unit_test.hpp>
#include <functional>

#include "base/utf8.h"
#include "bots/bot_fault.h"
#include "bots/bot_manifest.h"
#include "bots/copies/frozen_bots.h"
#include "protocol/ruleset_json.h"
#include "tests/folder.h"
#include "tests/protocol/small_records.h"
#include "tournaments/plan/plan.h"
#include "tournaments/run/run_files.h"
#include "tournaments/run/tournament.h"

namespace toptile {
BOOST_AUTO_TEST_SUITE(frozen_plan)

namespace {

using namespace std::string_literals;

Json good_plan() {
  Plan plan(shipped_ruleset("hasbro").value());
  plan.games = 2;
  plan.seed = 5;
  plan.lexicon_sha256 = std::string(64, 'a');
  plan.lexicon_name = "few";
  plan.lexicon_words = 2;
  for (const char* name : {"a", "b"})
    plan.bots.push_back({.name = name,
                         .author = "Ann",
                         .version = "1",
                         .language = "cpp",
                         .command = {"/bots/"s + name, "two\nlines"},
                         .directory = "/bots",
                         .options = {{"Depth", "3"}},
                         .homes = {{"/bots"}, {"/single/file", true}},
                         .readable = {"/data"},
                         .sha256 = std::string(64, '0'),
                         .sandbox = {{"limits"}, ""}});
  return plan_to_json(plan);
}

std::string fault_of(const std::function<void(Json&)>& change) {
  Json plan = good_plan();
  change(plan);
  const auto read = plan_from_json(plan, "run.json");
  return read ? "none" : read.error().message;
}

// A person has no program.
Json person(const std::string& name) {
  Json bot = good_plan()["bots"][0];
  bot["name"] = name;
  bot["command"] = bot["homes"] = Json::array();
  bot["directory"] = bot["sha256"] = "";
  return bot;
}

BOOST_AUTO_TEST_CASE(what_a_tournament_writes_is_read) {
  BOOST_TEST(fault_of([](Json&) {}) == "none");
  BOOST_TEST(fault_of([](Json& plan) { plan["bots"][1]["command"][0] = "python3"; }) == "none");
  BOOST_TEST(fault_of([](Json& plan) { plan["bots"][1] = person("Zoë AC/DC"); }) == "none");
  BOOST_TEST(fault_of([](Json& plan) {
               plan["openings"] = {{"order", "random"}, {"lines", {"5d.MOOD pass", "ex.?"}}};
             }) == "none");
}

BOOST_AUTO_TEST_CASE(a_name_that_leads_out_of_the_folder_or_to_a_terminal_is_refused) {
  for (const std::string& name :
       {"../../../home/me/.bashrc"s, "/etc/cron.d/x"s, "a/b"s, ".."s, "."s, ".profile"s, ""s, "a\0b"s,
        "a\nb"s, "\x1b]0;x\x07"s, "a b"s, "=cmd|'/c calc'!A1"s, std::string(41, 'a'),
        "a\xe2\x80\xae"
        "b"s}) {
    const std::string fault = fault_of([&](Json& plan) { plan["bots"][1]["name"] = name; });
    BOOST_TEST(fault.starts_with("run.json: bot 2: name: "), fault);
    BOOST_TEST(fault == printable(fault, 10'000));
  }
  for (const std::string& name : {""s, "a\nb"s, "\x1b[2J"s, "a\0b"s,
                                  "a\xe2\x80\xae"
                                  "b"s,
                                  std::string(501, 'a')})
    BOOST_TEST(
        fault_of([&](Json& plan) { plan["bots"][0] = person(name); }).starts_with("run.json: bot 1: name: "));
}

BOOST_AUTO_TEST_CASE(run_version_is_the_lowest_that_has_its_keys) {
  const auto fault = [](int version, const Json& terms, int players = 2) {
    return fault_of([&](Json& plan) {
      plan["run"] = version;
      plan["adjudicate"] = terms;
      plan["format"]["players"] = players;
      if (players == 3) {
        plan["bots"].push_back(plan["bots"][1]);
        plan["bots"][2]["name"] = "c";
      }
      plan["games"] = 12;
    });
  };
  const Json agreed = {{"agreed", 300}, {"agreed_turns", 6}}, resign = {{"turns", 40}, {"resign", 400}};
  BOOST_TEST(fault(9, {{"turns", 40}}) == "none");
  BOOST_TEST(fault(10, agreed) == "none");
  BOOST_TEST(fault(10, resign) == "none");
  BOOST_TEST(fault(9, resign) == "run.json: run: a run with such terms has version 10, not 9");
  BOOST_TEST(fault(10, nullptr) == "run.json: run: a run with such terms has version 9, not 10");
  BOOST_TEST(fault(11, agreed) == "run.json: run: a run with such terms has version 10, not 11");
  BOOST_TEST(fault(12, agreed) == "run.json: run: 12 is not a whole number from 9 to 11");
  BOOST_TEST(fault_of([](Json& plan) {
               plan["run"] = 11;
               plan["first_plan"] = {{"games", 2}, {"rounds", 0}, {"bots", 2}};
             }) == "none");
  BOOST_TEST(fault_of([](Json& plan) {
               plan["run"] = 11;
               plan["first_plan"] = {{"games", 2}, {"bots", 2}};
             }).starts_with("run.json: first_plan: "));
  BOOST_TEST(fault(10, resign, 3).find("adjudicate: resign: a bot can resign only in a game of two") !=
             std::string::npos);
  Json plan = good_plan();
  plan["run"] = 10;
  plan["adjudicate"] = resign;
  plan["adjudicate"]["resign_turns"] = 3;
  BOOST_TEST(plan_to_json(plan_from_json(plan, "run.json").value())["run"] == 10);
}

BOOST_AUTO_TEST_CASE(names_that_were_once_allowed_are_read) {
  for (const char* name : {"---", "-a", "_", "+"}) {
    BOOST_TEST(!is_bot_name(name), name);
    BOOST_TEST(fault_of([&](Json& plan) { plan["bots"][1]["name"] = name; }) == "none", name);
  }
}

BOOST_AUTO_TEST_CASE(a_person_has_no_files) {
  const auto with_home = [](Json& plan) {
    plan["bots"][1] = person("../../../home/me");
    plan["bots"][1]["homes"] = Json::array({"/home/me/"});
  };
  BOOST_TEST(fault_of(with_home) == "run.json: bot 2: homes: people have no files");
}

BOOST_AUTO_TEST_CASE(two_of_one_name_are_refused) {
  BOOST_TEST(fault_of([](Json& plan) { plan["bots"][1]["name"] = "a"; }) ==
             "run.json: bots: bot 1 and bot 2 are both called a");
}

// Earlier versions began runs with such bots. Their games can be read, but nobody can start the bots.
BOOST_AUTO_TEST_CASE(a_bot_that_cannot_be_told_its_words_or_options_can_be_read) {
  const std::vector<std::tuple<std::string, std::string, std::string>> table = {
      {"/bots/0/command/1", "a\0b"s, "command: a\\x00b holds a NUL"},
      {"/bots/0/command/1", std::string(2 << 20, 'x'), "command: this text is longer than 1048576 bytes"},
      {"/bots/0/options/Depth", "3\nquit", "options: 3\\x0aquit has more than one line"},
      {"/bots/0/options/Depth", "3\rquit", "options: 3\\x0dquit has more than one line"},
      {"/bots/0/options/a\nb", "3", "options: a\\x0ab has more than one line"},
      {"/bots/0/options/Depth", "3\0"s, "options: 3\\x00 holds a NUL"}};
  for (const auto& [pointer, value, words] : table) {
    Json json = good_plan();
    json[Json::json_pointer(pointer)] = value;
    const Plan plan = plan_from_json(json, "run.json").value();
    BOOST_TEST(start_fault(plan.bots[0]).value_or("none") == words);
    BOOST_TEST(bot_fault(plan.bots[0], "bot 1").value().message == "bot 1: " + words);
    BOOST_TEST(!compare_plans(plan_to_json(plan), json));
    const Folder folder;
    const auto opened =
        FrozenBots::open(plan.bots, 1, folder.path(), *Sandbox::open(SandboxMode::off).value());
    BOOST_TEST(opened.error().message.find(words + "; so it cannot be started") != std::string::npos);
  }
}

BOOST_AUTO_TEST_CASE(every_other_field_that_is_used_has_its_form) {
  const std::vector<std::tuple<std::string, Json, std::string>> table = {
      {"/bots/0/command/0", "/bots/a\0b"s, "bot 1: command: "},
      {"/bots/0/command/0", "", "bot 1: command: it should name a program"},
      {"/bots/0/command/0", "git:HEAD", "bot 1: command: git:HEAD is not a program"},
      {"/bots/0/command/0", "git:HEAD:bots/a", "bot 1: command: git:HEAD:bots/a is not a program"},
      {"/bots/0/command/0", "bots/a", "bot 1: command: bots/a is not an absolute path"},
      {"/bots/0/directory", "bots", "bot 1: directory: bots is not an absolute path"},
      {"/bots/0/directory", "", "bot 1: directory: "},
      {"/bots/0/readable/0", "data", "bot 1: readable: data is not an absolute path"},
      {"/bots/0/readable/0", "/a\0b"s, "bot 1: readable: "},
      {"/bots/0/readable/0", "/" + std::string(5000, 'a'), "bot 1: readable: "},
      {"/bots/0/sha256", "abc", "bot 1: sha256: \"abc\" is not an SHA-256"},
      {"/bots/0/sha256", std::string(64, 'G'), "bot 1: sha256: "},
      {"/lexicon/name", "few\n", "lexicon: name: \"few\\x0a\" is not a name of a word list"},
      {"/lexicon/name", "few\x1b[2J", "lexicon: name: "},
      {"/lexicon/name", "", "lexicon: name: "},
      {"/lexicon/sha256", std::string(63, 'a'), "lexicon: sha256: "},
      {"/lexicon/words", 0, "lexicon: words: "},
      {"/games", -2, "games: "},
      {"/games", 1e30, "games: "},
      {"/rules/name", "a b", "rules: name: "},
      {"/bots", Json(std::vector<int>(65'536, 1)), "bots: there are 65536 bots"}};
  for (const auto& [pointer, value, words] : table) {
    const std::string fault = fault_of(
        [&, &pointer = pointer, &value = value](Json& plan) { plan[Json::json_pointer(pointer)] = value; });
    BOOST_TEST(fault.starts_with("run.json: " + words), pointer << ": " << fault);
    BOOST_TEST(fault == printable(fault, 10'000));
  }
}

BOOST_AUTO_TEST_CASE(what_a_sandbox_lacked_is_told_in_plain) {
  Json plan = good_plan();
  plan["bots"][0]["sandbox"]["why_not"] = "no\x1b[2J";
  BOOST_TEST(plan_from_json(plan, "run.json").value().bots[0].sandbox.why_not == "no\uFFFD[2J");
}

BOOST_AUTO_TEST_CASE(a_folder_that_is_written_into_has_no_links_in_it) {
  const auto open = [](const Folder& folder) {
    const auto store = RunStore::open(RunPaths{folder.path()}, {{"games", 2}}, {}, few_words(),
                                      [](const GameRecord&) -> Result<void> { return success(); });
    return store ? "none"s : store.error().message;
  };
  for (const char* name : {"games.jsonl", "games.ahead.jsonl", "lock", "bots", "transcripts"}) {
    const Folder folder, outside;
    BOOST_TEST(open(folder) == "none");
    std::filesystem::remove_all(folder / name);
    outside.write("file", "mine\n");
    std::filesystem::create_symlink(std::string_view(name) == "bots" ? outside.path() : outside / "file",
                                    folder / name);
    BOOST_TEST(open(folder).find("nothing is written there") != std::string::npos, name);
    BOOST_TEST((outside.names() == std::vector<std::string>{"file"}));
    BOOST_TEST(std::filesystem::file_size(outside / "file") == 5U);
  }
  const Folder folder, outside;
  BOOST_TEST(open(folder) == "none");
  // A new version of the list would first be written to a file of this name.
  std::filesystem::create_symlink(outside / "new",
                                  folder.path() + "/lexicon.txt." + std::to_string(::getpid()) + ".new");
  BOOST_TEST(open(folder) == "none");
  BOOST_TEST(outside.names().empty());
}

BOOST_AUTO_TEST_CASE(a_run_json_that_is_no_file_or_has_no_end_is_not_read) {
  const Folder folder;
  const RunPaths paths{folder.path()};
  const auto fault = [&] { return read_run_plan(paths).error().message; };
  std::filesystem::create_symlink("/dev/zero", paths.plan());
  BOOST_TEST(fault().find("this is a symbolic link") != std::string::npos);
  std::filesystem::remove(paths.plan());
  folder.write("run.json", "{");
  std::filesystem::resize_file(paths.plan(), std::uintmax_t{1} << 40);
  BOOST_TEST(fault().find("it can have at most") != std::string::npos);
}

}  // namespace

BOOST_AUTO_TEST_SUITE_END()

}  // namespace toptile
