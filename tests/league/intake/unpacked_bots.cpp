#include "league/intake/unpacked_bots.h"

#include <boost/test/unit_test.hpp>
#include <filesystem>

#include "base/files.h"
#include "league/intake/archive.h"
#include "league/intake/pack_folder.h"
#include "protocol/ruleset_json.h"
#include "tests/json_of.h"
#include "tests/league/scripted_league.h"
#include "tournaments/plan/terms_json.h"

namespace toptile {

BOOST_AUTO_TEST_SUITE(unpacked_bots)

namespace {

namespace fs = std::filesystem;

// A bot's folder, packed as a league keeps it.
std::string packed_bot(const Folder& folder, const std::string& name) {
  const fs::path bot = fs::path(folder / name);
  fs::create_directory(bot);
  BOOST_REQUIRE(replace_file(bot / "bot.json", R"({"name": ")" + name + R"(", "command": ["run"]})"));
  BOOST_REQUIRE(replace_file(bot / "run", "#!/bin/sh\n"));
  fs::permissions(bot / "run", fs::perms(0755));
  return pack_folder(bot, 1 << 20).value();
}

}  // namespace

BOOST_AUTO_TEST_CASE(bots_are_written_with_a_list_for_a_tournament) {
  const Folder folder;
  ScriptedLeague<> league;
  const BotVersion one = league.entered("one", packed_bot(folder, "one"));
  const BotVersion other = league.entered("other", packed_bot(folder, "other"));
  // Limits that are lower now do not keep out what is in.
  LeagueTerms terms = league.store.terms();
  terms.submissions.files = 1;
  BOOST_REQUIRE(league.store.change_terms(terms));
  const fs::path to = fs::path(folder / "final");
  BOOST_REQUIRE_MESSAGE(unpack_bots(league.store, {one, other}, to), "it is unpacked");
  BOOST_TEST(read_file(to / "one-v1" / "run").value() == "#!/bin/sh\n");
  BOOST_TEST(
      ((fs::status(to / "other-v1" / "run").permissions() & fs::perms::owner_exec) != fs::perms::none));
  const Json list = parse_json(read_file(to / "bots.json").value(), "bots.json").value();
  BOOST_TEST(list == json_of(R"([{"manifest": "one-v1", "name": "one-v1"},
                                     {"manifest": "other-v1", "name": "other-v1"}])"));
  // What it says of the games is what the league says.
  const fs::path file = to / "tournament.json";
  const auto request = parse_request(read_file(file).value(), file);
  BOOST_REQUIRE_MESSAGE(request, (request ? "" : request.error().message));
  const Plan& plan = league.store.terms().plan;
  Json asked = Json::object(), played = Json::object();
  add_terms(asked, request.value());
  add_terms(played, plan);
  BOOST_TEST(asked == played);
  BOOST_TEST(request.value().name == "final");
  BOOST_TEST(request.value().bots.size() == 2u);
  BOOST_TEST(request.value().rules == ruleset_to_json(plan.rules));
  BOOST_TEST(read_file(to / request.value().lexicon).value() == league.store.words().value());
  BOOST_TEST(message(unpack_bots(league.store, {one}, to)).find("there is something of this name already") !=
             std::string::npos);
  BOOST_TEST(fs::exists(to / "other-v1"));
}

BOOST_AUTO_TEST_CASE(nothing_is_left_if_one_of_them_cannot_be_had) {
  const Folder folder;
  ScriptedLeague<> league;
  const BotVersion good = league.entered("good", packed_bot(folder, "good"));
  const BotVersion broken = league.entered("broken", "this is not an archive");
  const fs::path to = fs::path(folder / "final");
  BOOST_TEST(message(unpack_bots(league.store, {good, broken}, to)).find("broken-v1") == 0U);
  BOOST_TEST(!fs::exists(to));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace toptile
