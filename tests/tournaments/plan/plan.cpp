#include "tournaments/plan/plan.h"

#include <boost/test/unit_test.hpp>
#include <filesystem>

#include "tests/bots/sources.h"
#include "tests/folder.h"
#include "tests/json_of.h"

namespace toptile {
BOOST_AUTO_TEST_SUITE(plan)

namespace {

namespace fs = std::filesystem;

struct Shipped : Folder {
  Shipped() {
    fs::create_directories(path() + "/bots");
    fs::create_directories(path() + "/lexicons");
    write("lexicons/english.txt", "cat\ndog\n");
    for (const char* bot : {"bots/greedy", "bots/random"})
      fs::permissions(write(bot, "#!/bin/sh\n"), fs::perms::owner_all);
  }
  BotSearch files() const { return {.directory = {}, .shipped = {path() + "/bots", path() + "/lexicons"}}; }
};

TournamentRequest two_bots(const Shipped& folder) {
  TournamentRequest request;
  request.bots = {{source_of("greedy")}, {source_of("random")}};
  request.directory = folder.path();
  request.seed = 5;
  return request;
}

std::string fault_of(const Shipped& folder, const TournamentRequest& request) {
  const auto resolved = resolve(request, folder.files());
  return resolved ? "none" : resolved.error().message;
}

std::string fault_of_config(const std::string& text) {
  const auto request = parse_request(text, "/nowhere/cup.json");
  return request ? "none" : request.error().message;
}

BOOST_AUTO_TEST_CASE(a_plan_comes_back_from_run_json_the_same) {
  const Shipped folder;
  TournamentRequest request = two_bots(folder);
  request.time_control = {TimeControl::Kind::move_time,
                          std::chrono::milliseconds(250),
                          {},
                          std::chrono::milliseconds(10),
                          std::chrono::milliseconds(9)};
  request.time_control.bank = std::chrono::milliseconds(30'000);
  request.time_control.measure = TimeControl::Measure::processor;
  request.ponder = true;
  request.every_look = true;
  request.bots[1].source = source_of({{"name", "r"},
                                      {"command", {"random", "-x", "two words"}},
                                      {"options", {{"Depth", 3}, {"Book", true}}}});
  const auto resolved = resolve(request, folder.files());
  BOOST_REQUIRE(resolved);
  const Json json = plan_to_json(resolved.value().plan);
  const auto again = plan_from_json(json_of(json_text(json)), "run.json");
  BOOST_REQUIRE(again);
  BOOST_TEST(json_text(plan_to_json(again.value())) == json_text(json));
  BOOST_TEST(json["clock"]["bank_ms"] == 30'000);
  BOOST_TEST(json["clock"]["measure"] == "cpu");
  BOOST_TEST(json["ponder"] == true);
  BOOST_TEST(json["every_look"] == true);
  BOOST_TEST(again.value().bots[1].options.at("Depth") == "3");
  BOOST_TEST(again.value().bots[1].command.size() == 3U);
  BOOST_TEST(fs::path(again.value().bots[0].command[0]).is_absolute());
}

BOOST_AUTO_TEST_CASE(what_is_wrong_with_a_plan_is_said_in_one_sentence) {
  const Shipped folder;
  const auto fault_with = [&](auto change) {
    TournamentRequest request = two_bots(folder);
    change(request);
    return fault_of(folder, request);
  };
  const auto has = [](const std::string& text, const std::string& part) {
    BOOST_TEST(text.find(part) != std::string::npos, "\"" + text + "\" should say: " + part);
    BOOST_TEST(text.find('\n') == std::string::npos);
  };
  has(fault_with([](auto& request) { request.bots.pop_back(); }), "two bots or more");
  has(fault_with([](auto& request) { request.bots[1].source = source_of("greedy"); }),
      "two bots are called greedy");
  has(fault_with([](auto& request) { request.bots[1].source = source_of("greddy"); }),
      "did you mean greedy?");
  has(fault_with([](auto& request) { request.bots[1].source = source_of("./missing"); }),
      "there is no such file");
  has(fault_with([](auto& request) { request.bots[1].source = source_of("./bots"); }), "is a folder");
  has(fault_with([](auto& request) { request.bots[1].source = source_of("./lexicons/english.txt"); }),
      "chmod +x");
  has(fault_with([](auto& request) { request.games = 3; }), "even");
  has(fault_with([](auto& request) { request.games = 0; }), "even");
  has(fault_with([](auto& request) { request.format.players = 3; }), "a game needs 3 bots, but there are 2");
  has(fault_with([](auto& request) {
        request.games = 100'000'000;
        request.bots.clear();
        for (const char* name : {"a", "b", "c", "d", "e", "f", "g", "h", "i", "j"})
          request.bots.push_back({source_of({{"name", name}, {"command", {"greedy"}}})});
      }),
      "play fewer games a pairing");
  has(fault_with([](auto& request) { request.rules = "hasbo"; }), "the shipped ones are");
  has(fault_with([](auto& request) { request.rules = "solo"; }), "solo is for 1 player");
  has(fault_with([](auto& request) { request.lexicon = "latin"; }),
      "no such word list, neither a file nor a shipped one (english)");
  const auto unnamed = bot_source_from_json({{"name", "a b"}, {"command", {"random"}}}, "bot 2");
  has(unnamed ? "none" : unnamed.error().message, "not a name for a bot");
}

BOOST_AUTO_TEST_CASE(a_script_whose_interpreter_is_not_on_path_is_named_with_it) {
  const Shipped folder;
  const std::vector<std::pair<std::string, std::string>> scripts = {
      {"#!/usr/bin/env no-such-tool\n", "runs with no-such-tool, which is not on PATH"},
      {"#!/usr/bin/env python3\r\nprint()\r\n", "has Windows line ends, so its interpreter is not found"},
      {"#!/usr/bin/env no-such-tool", "runs with no-such-tool, which is not on PATH"},
      {"#!/usr/bin/env sh\n", "none"},
      {"#!/usr/bin/env -S no-such-tool\n", "none"},
      {"#!/usr/bin/env \n", "none"}};
  for (const auto& [line, fault] : scripts) {
    fs::permissions(folder.write("script", line), fs::perms::owner_all);
    TournamentRequest request = two_bots(folder);
    request.bots[1].source = source_of("./script");
    const std::string said = fault_of(folder, request);
    BOOST_TEST(said.find(fault) != std::string::npos, "of " << line << ": " << said);
  }
}

BOOST_AUTO_TEST_CASE(what_is_wrong_with_a_configuration_is_said_with_file_and_key) {
  const std::string kKeys =
      "bots, games, format, concurrency, batch, try_bots, transcripts, openings, name, lexicon, seed, rules, "
      "clock, "
      "adjudicate, patience, restart, withdraw_after, lanes, illegal, limits, pin, ponder, every_look, test, "
      "sandbox, $schema";
  BOOST_TEST(fault_of_config("{\"bots\": [\"a\", \"b\"]}") == "none");
  BOOST_TEST(fault_of_config("{\"bots\": [\"a\", \"b\"],\n\"gmaes\": 4}") ==
             "/nowhere/cup.json: line 2: gmaes: unknown field; did you mean games? The fields are: " + kKeys);
  BOOST_TEST(fault_of_config("{\"bots\": [],\n \"games\": }")
                 .starts_with("/nowhere/cup.json: line 2, column 11: this is not JSON"));
  BOOST_TEST(fault_of_config("{\"games\": 4}") == "/nowhere/cup.json: line 1: bots: this field is missing");
  BOOST_TEST(fault_of_config("{\"bots\": [], \"games\": \"many\"}")
                 .starts_with("/nowhere/cup.json: line 1: games: \"many\" is not a whole number"));
  const std::string clock = fault_of_config("{\"bots\": [], \"clock\": {\"kind\": \"sun\"}}");
  BOOST_TEST(clock == "/nowhere/cup.json: line 1: clock: kind: \"sun\" is not one of: game, move, none",
             clock);
  const std::string unknown = fault_of_config("{\"bots\": [], \"clock\": {\"tmie_ms\": 5}}");
  BOOST_TEST(unknown ==
                 "/nowhere/cup.json: line 1: clock: tmie_ms: unknown field; did you mean time_ms? "
                 "The fields are: "
                 "kind, time_ms, increment_ms, margin_ms, hang_ms, overtime, bank_ms, measure, nodes",
             unknown);
}

BOOST_AUTO_TEST_CASE(overtime_is_a_word_or_what_a_period_costs) {
  const auto overtime = [](const std::string& json) {
    return parse_request("{\"bots\": [], \"clock\": {\"overtime\": " + json + "}}", "cup.json");
  };
  BOOST_TEST(!overtime("\"forfeit\"").value().time_control.overtime);
  const auto paid = overtime(R"({"points": 5, "period_ms": 30000, "most": 3})").value().time_control.overtime;
  BOOST_REQUIRE(paid.has_value());
  BOOST_TEST(paid->points == 5);
  BOOST_TEST((paid->period == std::chrono::seconds(30)));
  BOOST_TEST(paid->most_periods == 3);
  BOOST_TEST(overtime("{}").value().time_control.overtime->points == 10);
  BOOST_TEST(overtime("\"free\"").error().message ==
             "cup.json: line 1: clock: overtime: expected \"forfeit\", or an object with points, "
             "period_ms and most");
  BOOST_TEST(overtime(R"({"points": 0})").error().message ==
             "cup.json: line 1: clock: overtime: points: 0 is not a whole number from 1 to 10000");
  BOOST_TEST(overtime(R"({"period": 1})").error().message ==
             "cup.json: line 1: clock: overtime: period: unknown field; the fields are: points, "
             "period_ms, most");
}

BOOST_AUTO_TEST_CASE(what_a_kind_of_clock_has_no_use_for_is_refused) {
  const Shipped folder;
  const auto fault_with = [&](TimeControl::Kind kind, auto change) {
    TournamentRequest request = two_bots(folder);
    request.time_control.kind = kind;
    change(request.time_control);
    return fault_of(folder, request);
  };
  using Kind = TimeControl::Kind;
  const auto overtime = [](TimeControl& control) { control.overtime = TimeControl::PaidOvertime{}; };
  const auto bank = [](TimeControl& control) { control.bank = std::chrono::milliseconds(1); };
  const auto processor = [](TimeControl& control) { control.measure = TimeControl::Measure::processor; };
  BOOST_TEST(fault_with(Kind::game_clock, overtime) == "none");
  BOOST_TEST(
      fault_with(Kind::move_time, overtime).starts_with("clock: overtime: only a clock for the whole"));
  BOOST_TEST(fault_with(Kind::none, overtime).starts_with("clock: overtime: only"));
  BOOST_TEST(fault_with(Kind::move_time, bank) == "none");
  BOOST_TEST(fault_with(Kind::game_clock, bank).starts_with("clock: bank_ms: only a limit for each move"));
  BOOST_TEST(fault_with(Kind::none, bank).starts_with("clock: bank_ms: only"));
  BOOST_TEST(fault_with(Kind::move_time, processor) == "none");
  BOOST_TEST(fault_with(Kind::none, processor).starts_with("clock: measure: without a clock"));
}

BOOST_AUTO_TEST_CASE(a_bot_as_a_flag_names_it) {
  const auto parsed = [](const std::string& text) {
    const auto bot = parse_bot_flag(text);
    return bot ? json_text(bot.value()) : bot.error().message;
  };
  BOOST_TEST(parsed("greedy") == R"({"command":["greedy"]})");
  BOOST_TEST(parsed("mine=./my-bot --depth 3") == R"({"name":"mine","command":["./my-bot","--depth","3"]})");
  BOOST_TEST(parsed("python3 'my bot.py' \"\"") == R"({"command":["python3","my bot.py",""]})");
  BOOST_TEST(parsed("./a=b/bot") == R"({"command":["./a=b/bot"]})");
  BOOST_TEST(parsed("  ").find("expected ") != std::string::npos);
  BOOST_TEST(parsed("'open").find("quote") != std::string::npos);
  BOOST_TEST(parsed("mine=").find("program should follow") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(an_interpreted_bot_is_known_by_its_program_too) {
  const Shipped folder;
  TournamentRequest request = two_bots(folder);
  request.bots[1].source =
      source_of({{"name", "script"}, {"command", {"sh", "bot.sh"}}, {"directory", folder.path()}});
  const auto hash_of = [&](const std::string& script) {
    folder.write("bot.sh", script);
    return resolve(request, folder.files()).value().plan.bots[1].sha256;
  };
  const std::string first = hash_of("echo 1");
  BOOST_TEST(hash_of("echo 2") != first);
  BOOST_TEST(hash_of("echo 1") == first);
}

BOOST_AUTO_TEST_CASE(plans_that_differ_are_told_apart_by_field) {
  const Shipped folder;
  const auto resolved = resolve(two_bots(folder), folder.files());
  const Json plan = plan_to_json(resolved.value().plan);
  BOOST_TEST(!find_plan_difference(plan, plan));
  Json other = plan;
  other["bots"][1]["sha256"] = "0";
  BOOST_TEST(find_plan_difference(plan, other)->starts_with("bots.1.sha256: the run has "));
  BOOST_TEST(find_plan_difference(Json::array(), plan)->starts_with("the plan: the run has [], but now {"));
  other = plan;
  other["run"] = 10;
  BOOST_TEST(find_plan_difference(plan, other).value() == "run: the run has 9, but now 10 is asked for");
  other["adjudicate"] = {{"resign", 400}, {"resign_turns", 3}};
  BOOST_TEST(find_plan_difference(plan, other)->starts_with("adjudicate: the run has null, but now {"));
  other = plan;
  other["bots"][1]["options"]["a\nb"] = std::string(100'000, 'x');
  const std::string difference = find_plan_difference(plan, other).value();
  BOOST_TEST(difference.starts_with("bots.1.options.a\\x0ab: the run has nothing, but now \"xxx"),
             difference);
  BOOST_TEST(difference.size() < 500U);
}

BOOST_AUTO_TEST_CASE(names_that_are_no_text_are_refused_in_one_sentence) {
  const Shipped folder;
  fs::create_directories(folder.path() + "/a\xff");
  for (const char* bot : {"b\xff", "a\xff/mine"})
    fs::permissions(folder.write(bot, "#!/bin/sh\n"), fs::perms::owner_all);
  folder.write("w\xff.txt", "cat\ndog\n");
  const Json named = {{"name", "mine"}, {"command", {"./b\xff"}}};
  const auto fault_with = [&](auto change) {
    TournamentRequest request = two_bots(folder);
    change(request);
    return fault_of(folder, request);
  };
  const std::string cure = " is not valid UTF-8, which JSON needs; rename it";
  BOOST_TEST(fault_with([&](auto& request) { request.bots[1].source = source_of(named); }) ==
             "bot 2: command: " + folder.path() + "/b\\xff" + cure);
  BOOST_TEST(fault_with([&](auto& request) { request.bots[1].source = source_of("./a\xff/mine"); }) ==
             "bot 2: command: " + folder.path() + "/a\\xff/mine" + cure);
  BOOST_TEST(fault_with([&](auto& request) {
               request.bots[0].source = source_of({{"command", {"greedy", "a", "\xc3"}}});
             }) == "bot 1: command: \\xc3" + cure);
  BOOST_TEST(
      fault_with([&](auto& request) {
        request.bots[1].source = source_of({{"command", {"greedy"}}, {"name", "g"}, {"directory", "a\xff"}});
      }) == "bot 2: directory: " + folder.path() + "/a\\xff" + cure);
  BOOST_TEST(
      fault_with([&](auto& request) {
        request.bots[1].source = source_of({{"command", {"random"}}, {"options", {{"Book", "b\xff"}}}});
      }) == "bot 2: options: Book: b\\xff" + cure);
  BOOST_TEST(fault_with([](auto& request) { request.lexicon = "w\xff.txt"; }) == "lexicon: w\\xff" + cure);
}

BOOST_AUTO_TEST_CASE(options_that_are_no_object_are_refused_in_a_frozen_plan) {
  const Shipped folder;
  Json plan = plan_to_json(resolve(two_bots(folder), folder.files()).value().plan);
  for (const char* options : {"[1]", "\"Depth\"", "5", "null"}) {
    plan["bots"][1]["options"] = json_of(options);
    const auto read = plan_from_json(plan, "run.json");
    BOOST_TEST(!read, options);
    if (!read) BOOST_TEST(read.error().message.starts_with("run.json: bot 2: options: expected an object"));
  }
}

}  // namespace

BOOST_AUTO_TEST_SUITE_END()

}  // namespace toptile
