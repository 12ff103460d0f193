// The quick reader of records gives the same record as the thorough one, except for the turns, and leaves
// every line to it that it does not know.
#include <boost/test/unit_test.hpp>
#include <string>
#include <vector>

#include "engine/random.h"
#include "protocol/game_record.h"
#include "tests/tier.h"

namespace toptile {
BOOST_AUTO_TEST_SUITE(written_record)

namespace {

GameRecord some_record() {
  GameRecord record;
  record.id = GameNumber{12};
  record.set = 6;
  record.rules = "hasbro";
  record.lexicon_name = "few";
  record.lexicon_sha256 = "00ff";
  record.seed = UINT64_MAX;
  record.bag = "ÄQUZ";
  record.players = {"über", "b"};
  const std::chrono::milliseconds time(3);
  record.turns = {{Seat{0}, "ABC", "1a.AB", {"AB"}, 5, 5, "D", time, {}, "],\"racks\":[", {}},
                  {Seat{1}, "ABC", "pass", {}, 0, 0, "", time, {}, "\\\"\n}", {"1a.Q: word: no"}}};
  record.racks = {"Q", ""};
  record.scores = {-3, 7};
  record.ranks = {2, 1};
  record.end = GameEnd::out;
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

// The line without what stands between the brackets of its turns, and so without an opening.
std::string without_turns(const std::string& line) {
  constexpr std::string_view kBehind = "],\"racks\":[", kOpening = ",\"opening\":";
  return line.substr(0, line.find(kOpening)) + ",\"opening\":0,\"turns\":[" +
         line.substr(line.rfind(kBehind));
}

// Checks that the quick reader agrees with the thorough one.
void compare(const std::string& line) {
  const auto quick = parse_record_without_turns(line);
  const auto thorough = parse_record(line);
  compare_whole(line, thorough);
  if (!thorough && quick) {
    BOOST_TEST(quick.value().turns.empty(), line);  // It did not look at what is wrong.
    const auto cut = parse_record(without_turns(line));
    BOOST_TEST(bool(cut), line);
    GameRecord without_opening = quick.value();
    without_opening.opening = 0;
    BOOST_TEST((cut && format_record(without_opening) == format_record(cut.value())), line);
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

BOOST_AUTO_TEST_CASE(the_number_of_turns_of_an_opening_is_read) {
  GameRecord record = some_record();
  record.opening = 2;
  const std::string line = format_record(record);
  BOOST_TEST(parse_record_without_turns(line).value().opening == 2);
  BOOST_TEST(parse_written_record(line).value().opening == 2);
  BOOST_TEST(parse_record(line).value().opening == 2);
  record.opening = 3;
  compare_whole(format_record(record), parse_record(format_record(record)));
  BOOST_TEST(!parse_written_record(format_record(record)));
}

// The line is what would be read, changed and formatted again.
BOOST_AUTO_TEST_CASE(info_lines_are_replaced_in_the_line) {
  GameRecord record = some_record();
  record.turns[0].info = "score 3 string über";
  record.turns[1].info = "";
  record.turns.push_back(record.turns[0]);
  record.turns.back().info = "pv 1a.AB";
  record.turns.back().clock = std::chrono::milliseconds(-5);
  const auto shown = [](std::string_view info) { return "<" + std::string(info.substr(0, 7)) + ">"; };
  GameRecord expected = record;
  for (TurnRecord& turn : expected.turns)
    if (!turn.info.empty()) turn.info = shown(turn.info);
  BOOST_TEST(replace_infos(format_record(record), shown).value() == format_record(expected));
  for (TurnRecord& turn : expected.turns) turn.info = "";
  BOOST_TEST(replace_infos(format_record(record), [](auto) { return ""; }).value() ==
             format_record(expected));
}

// Such lines may hide an info line where the quick reader does not look.
BOOST_AUTO_TEST_CASE(info_lines_of_other_lines_are_left_to_the_thorough_reader) {
  const auto none = [](std::string_view) { return std::string(); };
  GameRecord record = some_record();
  BOOST_TEST(!replace_infos(format_record(record), none));  // Its info lines have escapes.
  for (TurnRecord& turn : record.turns) turn.info = "secret";
  const std::string line = format_record(record);
  BOOST_REQUIRE(replace_infos(line, none));
  BOOST_TEST(replace_infos(line, none)->find("secret") == std::string::npos);
  for (const auto& [old, with] : std::initializer_list<std::pair<std::string, std::string>>{
           {",\"info\":", ", \"info\":"},
           {",\"info\":", ",\"inf\\u006f\":"},
           {",\"info\":\"secret\"", ",\"info\":\"\",\"info\":\"secret\""},
           {",\"info\":\"secret\"", ",\"info\":\"\\u0073ecret\""},
           {",\"late_ms\"", ",\"secret\":1,\"late_ms\""},
           {"\"seat\":1", "\"seat\":2"},
           {"\"opening\":0", "\"opening\":3"},
           {"\"digest\":\"", "\"digest\":\"\" \""}})
    BOOST_TEST(!replace_infos(replaced(line, old, with), none), with);
  BOOST_TEST(!replace_infos(line + " ", none));
  BOOST_TEST(!replace_infos(line.substr(0, line.size() - 1), none));
  BOOST_TEST(!replace_infos(line, [](auto) { return "a \" quote"; }));
  record.forfeits = {{Seat{1}, 2, FaultKind::time, "too late", {}}};
  BOOST_TEST(!replace_infos(format_record(record), none));
}

BOOST_AUTO_TEST_CASE(every_end_is_read) {
  GameRecord record = some_record();
  for (int end = 0; end <= static_cast<int>(kLastGameEnd); ++end) {
    record.end = static_cast<GameEnd>(end);
    const auto read = parse_record_without_turns(format_record(record));
    BOOST_REQUIRE(read);
    BOOST_TEST(read.value().turns.empty());
    BOOST_TEST((read.value().end == record.end));
    compare(format_record(record));
  }
}

BOOST_AUTO_TEST_CASE(terms_of_adjudication_are_read) {
  using Hopeless = AdjudicationTerms::Hopeless;
  using Agreed = AdjudicationTerms::Agreed;
  using Resign = AdjudicationTerms::Resign;
  for (const AdjudicationTerms& terms :
       {AdjudicationTerms{40, {}}, AdjudicationTerms{{}, Hopeless{200, 7}},
        AdjudicationTerms{10'000, Hopeless{100'000, 10'000}}, AdjudicationTerms{{}, {}, Agreed{300, 6}, {}},
        AdjudicationTerms{{}, {}, {}, Resign{400, 3}},
        AdjudicationTerms{{}, Hopeless{9, 9}, {}, Resign{400, 3}},
        AdjudicationTerms{7, Hopeless{1, 2}, Agreed{100'000, 10'000}, Resign{100'000, 10'000}}}) {
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

BOOST_AUTO_TEST_CASE(wrong_terms_of_scores_are_refused) {
  GameRecord record = some_record();
  record.adjudicate =
      AdjudicationTerms{{}, {}, AdjudicationTerms::Agreed{300, 6}, AdjudicationTerms::Resign{400, 3}};
  const std::string line = format_record(record);
  compare(line);
  for (const auto& [old, with] : std::initializer_list<std::pair<std::string, std::string>>{
           {"\"log\":5", "\"log\":4"},
           {"\"log\":5", "\"log\":6"},
           {"\"agreed\":300", "\"agreed\":0"},
           {"\"agreed\":300", "\"agreed\":100001"},
           {"\"resign\":400", "\"resign\":-1"},
           {"\"resign_turns\":3", "\"resign_turns\":0"},
           {"\"resign_turns\":3", "\"resign_turns\":10001"},
           {"\"agreed\":300,", ""},
           {"\"resign\":400,", ""},
           {",\"resign\"", "\"resign\""},
           {"{\"agreed\"", "{,\"agreed\""}}) {
    BOOST_TEST(!parse_record_without_turns(replaced(line, old, with)), with);
    compare(replaced(line, old, with));
  }
  for (const auto& [old, with] : std::initializer_list<std::pair<std::string, std::string>>{
           {",\"agreed_turns\":6", ""},
           {"\"agreed\":300,\"agreed_turns\":6", "\"agreed_turns\":6,\"agreed\":300"},
           {"{\"agreed\":300,\"agreed_turns\":6,\"resign\":400,\"resign_turns\":3}",
            "{\"resign\":400,\"resign_turns\":3,\"agreed\":300,\"agreed_turns\":6}"}}) {
    BOOST_TEST(bool(parse_record_without_turns(replaced(line, old, with))), with);
    compare(replaced(line, old, with));
  }
}

BOOST_AUTO_TEST_CASE(turns_are_there_where_somebody_forfeited_or_the_line_is_laid_out_otherwise) {
  GameRecord record = some_record();
  const std::string line = format_record(record);
  BOOST_TEST(parse_record_without_turns(replaced(line, "\"id\":12", "\"id\": 12")).value().turns.size() ==
             2U);
  BOOST_TEST(parse_record_without_turns(replaced(line, "few", "f\\u0065w")).value().turns.size() == 2U);
  record.forfeits = {{Seat{1}, 2, FaultKind::time, "too late", {}}};
  const auto read = parse_record_without_turns(format_record(record));
  BOOST_REQUIRE(read);
  BOOST_TEST(read.value().turns.size() == 2U);
  BOOST_TEST(read.value().forfeits.size() == 1U);
}

BOOST_AUTO_TEST_CASE(what_is_wrong_outside_of_the_turns_is_refused) {
  const std::string line = format_record(some_record());
  const std::vector<std::pair<std::string, std::string>> wrongs = {
      {"\"log\":4", "\"log\":3"},
      {"\"log\":4", "\"log\":5"},
      {"\"log\":4", "\"log\":04"},
      {"\"adjudicate\":null", "\"adjudicate\":{\"agreed\":5,\"agreed_turns\":6}"},
      {"\"adjudicate\":null", "\"adjudicate\":{\"turns\":5,\"resign\":5,\"resign_turns\":6}"},
      {"\"opening\":0", "\"opening\":-1"},
      {"\"opening\":0", "\"opening\":01"},
      {"\"opening\":0", "\"opening\":null"},
      {"\"opening\":0,", ""},
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
      {"\"end\":\"out\"", "\"end\":\"sun\""},
      {"\"overtime\":null", "\"overtime\":0"},
      {"\"adjudicate\":null", "\"adjudicate\":0"},
      {"\"adjudicate\":null", "\"adjudicate\":{}"},
      {"\"adjudicate\":null", "\"adjudicate\":{\"turns\":0}"},
      {"\"adjudicate\":null", "\"adjudicate\":{\"turns\":5,}"},
      {"\"adjudicate\":null", "\"adjudicate\":{\"spread_turns\":5}"},
      {"\"adjudicate\":null", "\"adjudicate\":{\"spread\":100001,\"spread_turns\":5}"},
      {"\"adjudicate\":null", "\"adjudicate\":{\"spread\":1,\"spread_turns\":0}"},
      {"\"id\":12", "\"id\":1.2e1"},
      {"\"id\":12", "\"id\":18446744073709551616"},
      {"\"seed\":\"", "\"seed\":\"-"},
      {"\"seed\":\"", "\"seed\":\"1"},
      {"\"seed\":\"", "\"seed\":\" "},
      {"[-3,7]", "[-3,2147483648]"},
      {"[-3,7]", "[-2147483649,7]"},
      {"[-3,7]", "[-3,7,]"},
      {"[-3,7]", "[-3,,7]"},
      {"[-3,7]", "[-3 7]"},
      {"[-3,7]", "[100000001,7]"},
      {"\"late_ms\":11", "\"late_ms\":9223372036854775808"},
      {"\"late_ms\":11", "\"late_ms\":9223372036854775807"},
      {"\"overtime\":null", "\"overtime\":nul"},
      {"\"overtime\":null", "\"overtime\":nulls"},
      {"\"overtime\":null", "\"overtime\":{\"points\":1,\"period_ms\":1,\"lost\":[0]}"},
      {"\"overtime\":null", "\"overtime\":{\"points\":0,\"period_ms\":1,\"lost\":[0,0]}"},
      {"\"overtime\":null", "\"overtime\":{\"points\":10001,\"period_ms\":1,\"lost\":[0,0]}"},
      {"\"overtime\":null", "\"overtime\":{\"points\":1,\"period_ms\":0,\"lost\":[0,0]}"},
      {"\"forfeits\":[]", "\"forfeits\":[\"\"]"},
      {"\"forfeits\":[]", "\"forfeits\":{}"},
      {"\"end\":\"out\"", "\"end\":\"out\",\"end\":\"out\""},
      {"\"end\":\"out\"", "\"end\":\"out\",\"more\":1"},
      {"\"end\":\"out\",", ""},
      {"few", "f\xffw"},
      {"few", "f\xed\xa0\x80w"},
      {"few", "f\xc0\xafw"},
      {"few", "f\xf4\x90\x80\x80w"},
      {"few", "f\xe2\x80\xaew"},
      {"few", std::string("f\0w", 3)},
      {"few", "f\\ud800w"},
      {"few", "f\\xw"},
      {"few", "f\tw"}};
  for (const auto& [old, with] : wrongs) {
    BOOST_TEST(!parse_record_without_turns(replaced(line, old, with)), with);
    compare(replaced(line, old, with));
  }
}

BOOST_AUTO_TEST_CASE(what_is_wrong_in_a_turn_is_refused_by_the_reader_of_turns) {
  const std::string line = format_record(some_record());
  const std::vector<std::pair<std::string, std::string>> wrongs = {
      {"\"seat\":1", "\"seat\":2"},
      {"\"seat\":1", "\"seat\":-1"},
      {"\"seat\":1", "\"seat\":01"},
      {"\"points\":5", "\"points\":100000001"},
      {"\"points\":5", "\"points\":5.0"},
      {"\"total\":5", "\"total\":-100000001"},
      {"\"ms\":3", "\"ms\":-3"},
      {"\"ms\":3", "\"ms\":1000000000001"},
      {"\"clock\":null", "\"clock\":-9223372036854775808"},
      {"\"clock\":null", "\"clock\":\"\""},
      {"\"words\":[]", "\"words\":[[]]"},
      {"\"words\":[]", "\"words\":[\"a\",]"},
      {"\"words\":[]", "\"words\":[\"a\xff\"]"},
      {"\"rack\":\"ABC\",", ""},
      {"\"rack\":\"ABC\"", "\"rack\":\"\xc2\x9b\""},
      {"\"rack\":\"ABC\"", "\"rack\":\"A\",\"rack\":\"A\""},
      {"\"drawn\":\"D\"", "\"drawn\":\"D\",\"more\":\"D\""},
      {"\"refused\":[\"1a.Q: word: no\"]", "\"refused\":[1]"},
      {"\"info\":", "\"info\""},
      {"},{\"seat\":1", "}{\"seat\":1"},
      {"},{\"seat\":1", "},,{\"seat\":1"},
      {"\"turns\":[", "\"turns\":[,"}};
  for (const auto& [old, with] : wrongs) {
    BOOST_TEST(!parse_written_record(replaced(line, old, with)), with);
    compare(replaced(line, old, with));
  }
}

BOOST_AUTO_TEST_CASE(what_stands_before_or_behind_a_line_is_refused_or_passed_over_as_by_the_thorough_one) {
  const std::string line = format_record(some_record());
  for (const std::string more :
       {" ", "\r", "\n", ",", "}", "]", "{}", "\"", "null", "x", "\xef\xbb\xbf", "\xff", "/**/"}) {
    compare(line + more);
    compare(more + line);
    compare(line + more + line);
  }
  BOOST_TEST(!parse_written_record(line + line));
  BOOST_TEST(!parse_written_record(line + "x"));
}

BOOST_AUTO_TEST_CASE(escapes_blanks_and_other_ways_to_write_the_same_are_read) {
  const std::string line = format_record(some_record());
  const std::vector<std::pair<std::string, std::string>> same = {
      {"\"pair\"", "\"p\\u0061ir\""},
      {"few", "\\ud83d\\ude00"},
      {"[-3,7]", "[ -3 , 7 ]"},
      {"[-3,7]", "[-0,7]"},
      {"\"late_ms\":11", "\"late_ms\":-0"},
      {"\"id\":12", "\"id\":-0"},
      {"\"pair\":6", "\"pair\":\"6\""},
      {"\"seed\":\"18446744073709551615\"", "\"seed\":18446744073709551615"},
      {"\"seed\":\"18446744073709551615\"", "\"seed\":\"007\""},
      {"\"seed\":\"18446744073709551615\"", "\"seed\":\"\""},
      {"\"id\":12,\"pair\":6", "\"pair\":6,\"id\":12"},
      {"\"end\":\"out\"", "\"end\" :\"out\""},
      {"\"end\":\"out\"", "\"end\":\"out\" "}};
  for (const auto& [old, with] : same) compare(replaced(line, old, with));
}

BOOST_AUTO_TEST_CASE(long_and_short_lines_are_read_in_any_order) {
  GameRecord record = some_record();
  record.turns.back().info = "";
  std::vector<std::string> lines = {format_record(record)};
  for (const std::size_t size : {63U, 64U, 65U, 900'000U, 4'000'000U, 1U}) {
    record.turns.front().info = std::string(size, 'a');
    lines.push_back(format_record(record));
    lines.push_back(lines.front());
  }
  for (std::string& line : lines) {
    line.shrink_to_fit();
    compare(line);
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
  for (int round = 0; round < count_for(5000, 20'000); ++round) {
    std::string damaged = line;
    damaged[random.below(damaged.size())] = bytes[random.below(bytes.size())];
    compare(damaged);
  }
}

// Whole parts are taken out, doubled, exchanged or put in. Without escapes, the library reads all of the
// line.
BOOST_AUTO_TEST_CASE(of_lines_put_together_of_parts_it_says_what_the_thorough_one_says_or_did_not_look) {
  const std::vector<std::string> parts = {"-0",
                                          "00",
                                          "1e2",
                                          "0.0",
                                          "2147483648",
                                          "-2147483649",
                                          "9223372036854775808",
                                          "18446744073709551616",
                                          "null",
                                          "true",
                                          "[]",
                                          "{}",
                                          "[",
                                          "]",
                                          "},{",
                                          "],\"racks\":[",
                                          " ",
                                          "\t",
                                          "\xff",
                                          "\\n",
                                          "\\u0041",
                                          "\xed\xa0\x80",
                                          ",\"turns\":[",
                                          "\"refused\":[\"\"]",
                                          "\"",
                                          "\"\":",
                                          ",",
                                          ":",
                                          "\xe2\x82\xac"};
  GameRecord record = some_record();
  record.turns.back().info = "";
  record.turns.front().clock = std::chrono::milliseconds(-5);
  record.overtime = OvertimeRecord{{10, std::chrono::milliseconds(60000)}, {0, 20}};
  record.adjudicate = AdjudicationTerms{40, AdjudicationTerms::Hopeless{200, 7},
                                        AdjudicationTerms::Agreed{300, 6}, AdjudicationTerms::Resign{400, 3}};
  record.turns.front().info = "";
  const std::string line = format_record(record);
  std::vector<std::size_t> cuts;  // Places around which the line has a new token.
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (std::string_view("\"[]{},:").find(line[i]) != std::string_view::npos)
      cuts.insert(cuts.end(), {i, i + 1});
  }
  Random random(5);
  const auto cut = [&] { return cuts[random.below(cuts.size())]; };
  for (int round = 0; round < count_for(5000, 20'000); ++round) {
    std::size_t begin = cut(), end = cut();
    if (begin > end) std::swap(begin, end);
    if (random.below(4) != 0) end = std::min(end, begin + random.below(30));
    std::string damaged = line;
    switch (random.below(4)) {
      case 0:
        damaged.erase(begin, end - begin);
        break;
      case 1:
        damaged.insert(cut(), line.substr(begin, end - begin));
        break;
      case 2:
        damaged.replace(begin, end - begin, parts[random.below(parts.size())]);
        break;
      default:
        damaged.insert(begin, parts[random.below(parts.size())]);
    }
    compare(damaged);
  }
}

}  // namespace

BOOST_AUTO_TEST_SUITE_END()

}  // namespace toptile
