#include "play/best_scores.h"

#include <boost/test/unit_test.hpp>

#include "base/files.h"
#include "tests/folder.h"

namespace toptile {
BOOST_AUTO_TEST_SUITE(best_scores)

namespace {

BestScore score_of(const std::string& name, int score, const std::string& rules = "solo") {
  return {name, score, rules, "english", "2026-11-22", 0};
}

BestScores add(const std::filesystem::path& file, const BestScore& score) {
  auto added = add_best_score(file, score);
  BOOST_REQUIRE_MESSAGE(added, (added ? "" : added.error().message));
  return added.value();
}

BOOST_AUTO_TEST_CASE(the_best_come_first_and_of_equals_who_was_first) {
  const Folder folder;
  const std::filesystem::path file = folder / "data/toptile/best_scores.json";
  BOOST_TEST(add(file, score_of("Anna", 200)).place == 1);
  BOOST_TEST(add(file, score_of("Ben", 250)).place == 1);
  const BestScores scores = add(file, score_of("Cy", 200));
  BOOST_TEST(scores.place == 3);
  BOOST_REQUIRE_EQUAL(scores.list.size(), 3U);
  BOOST_TEST(scores.list[0].name == "Ben");
  BOOST_TEST(scores.list[1].name == "Anna");
  BOOST_TEST(best_score_lines(scores)[3] == "> 3.  200  2026-11-22  Cy");
}

BOOST_AUTO_TEST_CASE(ten_are_kept_of_each_ruleset) {
  const Folder folder;
  const std::string file = folder / "best_scores.json";
  add(file, score_of("Zoe", 1, "small"));
  for (int score = 1; score <= 12; ++score) add(file, score_of("Anna", score));
  const BestScores scores = add(file, score_of("Ben", 2));
  BOOST_TEST(scores.place == 0);
  BOOST_TEST(scores.list.size() == kBestScoresKept);
  BOOST_TEST(scores.list.back().score == 3);
  BOOST_TEST(add(file, score_of("Yan", 0, "small")).list.size() == 2U);
}

BOOST_AUTO_TEST_CASE(what_cannot_be_read_is_said_and_kept) {
  for (const char* text : {"", "{", "[]", R"({"best_scores": 2, "scores": []})",
                           R"({"best_scores": 1, "scores": [{"name": "Anna"}]})", "\xff\xfe"}) {
    const Folder folder;
    const std::string file = folder.write("best_scores.json", text);
    const BestScores scores = add(file, score_of("Anna", 9));
    BOOST_TEST(scores.place == 1);
    BOOST_TEST(scores.remark.find("best_scores.json.unreadable") != std::string::npos);
    BOOST_TEST(read_file(folder / "best_scores.json.unreadable").value() == text);
    folder.write("best_scores.json", "again");
    add(file, score_of("Ben", 8));
    BOOST_TEST(read_file(folder / "best_scores.json.unreadable").value() == text);
    BOOST_TEST(read_file(folder / "best_scores.json.unreadable-2").value() == "again");
    BOOST_TEST(add(file, score_of("Cy", 7)).list.size() == 2U);
  }
}

BOOST_AUTO_TEST_CASE(a_file_that_cannot_be_written_is_an_error) {
  BOOST_TEST(!add_best_score("/proc/self/nowhere/best_scores.json", score_of("Anna", 9)));
}

}  // namespace

BOOST_AUTO_TEST_SUITE_END()

}  // namespace toptile
