#include "tournaments/report/written_report.h"

#include <boost/test/unit_test.hpp>

#include "base/files.h"
#include "tests/json_of.h"
#include "tests/tournaments/run/quick_player.h"
#include "tournaments/report/report_page.h"

namespace toptile {
BOOST_AUTO_TEST_SUITE(written_report)

namespace {

constexpr int kGames = 70;

// A run in a folder, and how it ended.
struct Played {
  Folder folder;
  ResolvedPlan resolved = quick_plan(2, kGames);
  TournamentEnd end = play_quickly(resolved, folder / "run").value();
  RunPaths paths{folder / "run"};

  std::string write(std::uintmax_t most_bytes) const {
    BOOST_REQUIRE(write_run_report(paths, resolved.plan, end, most_bytes));
    return read_file(paths.report()).value();
  }
};

Json data_in(const std::string& page) {
  const std::size_t begin = page.find(kDataElement) + kDataElement.size();
  return json_of(page.substr(begin, page.find("</script>", begin) - begin));
}

std::string chunks_in(const std::string& page) {
  std::string found;
  constexpr std::string_view kFirst = "data-run=\"0\" data-first=\"";
  for (std::size_t at = page.find(kFirst); at != page.npos; at = page.find(kFirst, at + 1)) {
    const std::size_t number = at + kFirst.size();
    found += page.substr(number, page.find('"', number) - number) + " ";
  }
  return found;
}

BOOST_AUTO_TEST_CASE(a_small_page_has_the_games) {
  const Played run;
  const std::string page = run.write(kMaxPageBytes);
  BOOST_TEST(chunks_in(page) == "1 65 ");
  const Json data = data_in(page);
  BOOST_TEST(data["games"]["turns"].size() == kGames);
  BOOST_TEST(data.contains("times"));
  BOOST_TEST(data["report_command"] == "toptile report .");
}

BOOST_AUTO_TEST_CASE(a_page_that_would_be_too_large_is_without_the_engine_and_then_without_the_games) {
  const Played run;
  const std::string whole = run.write(kMaxPageBytes);
  BOOST_TEST(whole.find("id=\"toptile-engine\"") != whole.npos);
  BOOST_TEST(whole.find("class=\"toptile-lexicon\" data-runs=\"0\"") != whole.npos);
  BOOST_TEST(run.write(whole.size()) == whole);
  const std::string with_games = run.write(whole.size() - 1);
  BOOST_TEST(chunks_in(with_games) == chunks_in(whole));
  BOOST_TEST(with_games.find("id=\"toptile-engine\"") == whole.npos);
  BOOST_TEST(with_games.size() < whole.size());
  const std::string page = run.write(with_games.size() - 1);
  BOOST_TEST(chunks_in(page) == "");
  BOOST_TEST(data_in(page) == data_in(whole));
}

BOOST_AUTO_TEST_CASE(a_log_that_is_much_too_large_is_not_even_read) {
  const Played run;
  const Json whole = data_in(run.write(kMaxPageBytes));
  const std::size_t log = games_of(run.paths.folder.string()).size();
  BOOST_REQUIRE(replace_file(run.paths.games(), std::string(log, '?') + "\n", Readers::owner));
  Json data = data_in(run.write(log / 100));
  BOOST_TEST(!data["games"].contains("turns"));
  BOOST_TEST(!data.contains("times"));
  BOOST_TEST(data["games"]["scores"] == whole["games"]["scores"]);
  BOOST_TEST(data["standings"] == whole["standings"]);
  const auto failed = write_run_report(run.paths, run.resolved.plan, run.end);
  BOOST_REQUIRE(!failed);
  BOOST_TEST(failed.error().message.find("games.jsonl: line 1: ") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(games_that_the_log_does_not_have_yet_count_all_the_same) {
  const Played run;
  const std::string log = games_of(run.paths.folder.string());
  std::size_t begin = 0;
  for (int line = 0; line < 5; ++line) begin = log.find('\n', begin) + 1;
  BOOST_REQUIRE(replace_file(run.paths.games(), log.substr(0, begin), Readers::owner));
  const std::string page = run.write(kMaxPageBytes);
  BOOST_TEST(chunks_in(page) == "1 ");
  BOOST_TEST(page.find("data-last=\"5\"") != page.npos);
  const Json data = data_in(page);
  BOOST_TEST(data["games_played"] == kGames);
  BOOST_TEST(data["games"]["id"].size() == kGames);
  BOOST_TEST(!data.contains("times"));
}

}  // namespace

BOOST_AUTO_TEST_SUITE_END()

}  // namespace toptile
