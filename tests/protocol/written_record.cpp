// The quick reader of records gives the same record as the thorough one, except for the turns, and leaves
// every line to it that it does not know.
#include <boost/test/unit_test.hpp>
#include <string>
#include <vector>

#include "engine/random.h"
#include "protocol/game_record.h"

namespace toptile {
namespace {

GameRecord some_record() {
  GameRecord record;
  record.id = 12;
  record.pair = 6;
  record.rules = "hasbro";
  record.lexicon_name = "few";
  record.lexicon_sha256 = "00ff";
  record.seed = UINT64_MAX;
  record.bag = "ÄQUZ";
  record.players = {"über", "b"};
  record.turns = {
      {0, "ABC", "1a.AB", {"AB"}, 5, 5, "D", std::chrono::milliseconds(3), {}, "],\"racks\":[", {}},
      {1, "ABC", "pass", {}, 0, 0, "", std::chrono::milliseconds(3), {}, "\\\"\n}", {"1a.Q: word: no"}}};
  record.racks = {"Q", ""};
  record.scores = {-3, 7};
  record.ranks = {2, 1};
  record.end = "out";
  record.late = std::chrono::milliseconds(11);
  return record;
}

std::string replaced(std::string text, std::string_view old, std::string_view with) {
  const std::size_t place = text.find(old);
  BOOST_REQUIRE(place != std::string::npos);
  return text.replace(place, old.size(), with);
}

// Checks that the quick reader that also reads turns agrees with the thorough one.
void compare_whole(const std::string& line, const Result<GameRecord>& thorough) {
  const auto whole = parse_written_record(line);
  BOOST_TEST(bool(whole) == bool(thorough), line);
  if (!whole || !thorough) return;
  BOOST_TEST(format_record(whole.value()) == format_record(thorough.value()));
  BOOST_TEST(whole.value().digest == thorough.value().digest);
}

// Checks that the quick reader agrees with the thorough one.
void compare(const std::string& line) {
  const auto quick = parse_record_without_turns(line);
  const auto thorough = parse_record(line);
  compare_whole(line, thorough);
  if (!thorough && quick) {
    BOOST_TEST(quick.value().turns.empty(), line);  // It did not look at what is wrong.
    return;
  }
  BOOST_TEST(bool(quick) == bool(thorough), line);
  if (!quick) {
    BOOST_TEST(quick.error().message == thorough.error().message);
    return;
  }
  GameRecord expected = thorough.value(), read = quick.value();
  if (read.turns.empty()) expected.turns.clear();
  BOOST_TEST(format_record(read) == format_record(expected));
  BOOST_TEST(read.digest == thorough.value().digest);
}

BOOST_AUTO_TEST_SUITE(written_record)

BOOST_AUTO_TEST_CASE(all_but_the_turns_is_read) {
  GameRecord record = some_record();
  const auto read = parse_record_without_turns(format_record(record));
  BOOST_REQUIRE(read);
  BOOST_TEST(read.value().turns.empty());
  compare(format_record(record));
  record.overtime = OvertimeRecord{{10, std::chrono::milliseconds(60000)}, {0, 20}};
  BOOST_TEST(parse_record_without_turns(format_record(record)).value().turns.empty());
  compare(format_record(record));
}

BOOST_AUTO_TEST_CASE(terms_of_adjudication_are_read) {
  using Hopeless = AdjudicationTerms::Hopeless;
  for (const AdjudicationTerms& terms : {AdjudicationTerms{40, {}}, AdjudicationTerms{{}, Hopeless{200, 7}},
                                         AdjudicationTerms{10'000, Hopeless{100'000, 10'000}}}) {
    GameRecord record = some_record();
    record.adjudicate = terms;
    const auto read = parse_record_without_turns(format_record(record));
    BOOST_REQUIRE(read);
    BOOST_TEST(read.value().turns.empty());
    BOOST_TEST((read.value().adjudicate == terms));
    compare(format_record(record));
  }
  const std::string defaulted =
      replaced(format_record(some_record()), "\"adjudicate\":null", "\"adjudicate\":{\"spread\":9}");
  BOOST_TEST(
      (parse_record_without_turns(defaulted).value().adjudicate == AdjudicationTerms{{}, Hopeless{9, 6}}));
}

BOOST_AUTO_TEST_CASE(turns_are_there_where_somebody_forfeited_or_the_line_is_laid_out_otherwise) {
  GameRecord record = some_record();
  const std::string line = format_record(record);
  BOOST_TEST(parse_record_without_turns(replaced(line, "\"id\":12", "\"id\": 12")).value().turns.size() ==
             2U);
  BOOST_TEST(parse_record_without_turns(replaced(line, "few", "f\\u0065w")).value().turns.size() == 2U);
  record.forfeits = {{1, 2, "time", "too late", {}}};
  const auto read = parse_record_without_turns(format_record(record));
  BOOST_REQUIRE(read);
  BOOST_TEST(read.value().turns.size() == 2U);
  BOOST_TEST(read.value().forfeits.size() == 1U);
}

BOOST_AUTO_TEST_CASE(what_is_wrong_outside_of_the_turns_is_refused) {
  const std::string line = format_record(some_record());
  const std::vector<std::pair<std::string, std::string>> wrongs = {
      {"\"log\":3", "\"log\":2"},
      {"\"id\":12", "\"id\":-12"},
      {"\"id\":12", "\"id\":012"},
      {"\"pair\":6", "\"pair\":\"x\""},
      {"\"pair\":6", "\"pair\":06"},
      {"[-3,7]", "[-03,7]"},
      {"[-3,7]", "[-3,07]"},
      {"[2,1]", "[02,1]"},
      {"[-3,7]", "[-3,7,8]"},
      {"[-3,7]", "[-3]"},
      {"[2,1]", "[2,1"},
      {"\"late_ms\":11", "\"late_ms\":-1"},
      {"\"end\":\"out\"", "\"end\":1"},
      {"\"overtime\":null", "\"overtime\":0"},
      {"\"adjudicate\":null", "\"adjudicate\":0"},
      {"\"adjudicate\":null", "\"adjudicate\":{}"},
      {"\"adjudicate\":null", "\"adjudicate\":{\"turns\":0}"},
      {"\"adjudicate\":null", "\"adjudicate\":{\"turns\":5,}"},
      {"\"adjudicate\":null", "\"adjudicate\":{\"spread_turns\":5}"},
      {"\"adjudicate\":null", "\"adjudicate\":{\"spread\":100001,\"spread_turns\":5}"},
      {"\"adjudicate\":null", "\"adjudicate\":{\"spread\":1,\"spread_turns\":0}"},
      {"few", "f\xffw"},
      {"few", "f\tw"}};
  for (const auto& [old, with] : wrongs) {
    BOOST_TEST(!parse_record_without_turns(replaced(line, old, with)), with);
    compare(replaced(line, old, with));
  }
}

BOOST_AUTO_TEST_CASE(a_line_cut_off_anywhere_is_refused) {
  const std::string line = format_record(some_record());
  for (std::size_t size = 0; size < line.size(); ++size)
    BOOST_TEST(!parse_record_without_turns(line.substr(0, size)), size);
}

BOOST_AUTO_TEST_CASE(of_damaged_lines_it_says_what_the_thorough_one_says_or_did_not_look) {
  Random random(4);
  const std::string line = format_record(some_record());
  const std::string_view bytes = "\"\\[]{},:0-9n\xc3 ";
  for (int round = 0; round < 20'000; ++round) {
    std::string damaged = line;
    damaged[random.below(damaged.size())] = bytes[random.below(bytes.size())];
    compare(damaged);
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace toptile
