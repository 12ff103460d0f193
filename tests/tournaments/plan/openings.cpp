#include "tournaments/plan/openings.h"

#include <boost/test/unit_test.hpp>
#include <map>
#include <set>

#include "engine/game.h"
#include "protocol/lexicon_file.h"
#include "protocol/position_line.h"
#include "protocol/ruleset_json.h"
#include "tests/folder.h"
#include "tests/json_of.h"

namespace toptile {
BOOST_AUTO_TEST_SUITE(openings)

namespace {

const Ruleset& hasbro() {
  static const Ruleset rules = shipped_ruleset("hasbro").value();
  return rules;
}

const Lexicon& words() {
  static const Lexicon lexicon =
      build_lexicon("few", "mood\ndear\nnet\non\nwood\nax\nox\n", hasbro().alphabet(), 10).value().lexicon;
  return lexicon;
}

OpeningTable table(std::optional<AdjudicationTerms> adjudicate = {}) {
  return {hasbro(), words(), 2, adjudicate};
}

// What is wrong with a file of these lines; "none" if nothing is.
std::string fault_of_file(const std::string& text, const OpeningTable& of = table()) {
  const Folder folder;
  folder.write("book.txt", text);
  const auto found = find_openings({"book.txt", {}, {}}, of, folder.path(), "--openings");
  if (found) return "none";
  const std::string place = folder / "book.txt";
  BOOST_TEST(found.error().message.starts_with(place), found.error().message);
  return found.error().message.substr(place.size() + 2);
}

std::string text_of(const Openings& openings) {
  std::string text;
  for (const Opening& opening : openings.list) text += format_opening(opening, hasbro().alphabet()) + "\n";
  return text;
}

Openings numbered(std::size_t count, OpeningOrder order) {
  // An opening of n passes stands for number n.
  Openings openings{order, {}};
  for (std::size_t i = 1; i <= count; ++i) openings.list.emplace_back(i, Move(Pass{}));
  return openings;
}

BOOST_AUTO_TEST_CASE(a_file_has_an_opening_a_line_with_remarks_and_empty_lines) {
  const Folder folder;
  folder.write("book.txt", "\xEF\xBB\xBF# a remark\n\n5d.MOOD   g5.DEAR # another\r\n \t\n  pass\t5d.WOOD");
  const auto found = find_openings({"book.txt", {}, OpeningOrder::random}, table(), folder.path(), "");
  BOOST_REQUIRE_MESSAGE(found, (found ? "" : found.error().message));
  BOOST_TEST(text_of(found.value()) == "5d.MOOD g5.DEAR\npass 5d.WOOD\n");
  BOOST_TEST((found.value().order == OpeningOrder::random));
  BOOST_TEST(words_of(found.value()) == "2 openings, random");
}

BOOST_AUTO_TEST_CASE(what_is_wrong_is_told_with_file_line_and_move) {
  const std::vector<std::pair<std::string, std::string>> rows = {
      {"5d.MOOD\n5d.MOOD g5.DEER\n", "line 2: move 2 (g5.DEER): DEER is not in the lexicon few"},
      {"# no\n5d.mood",
       "line 2: move 1: \"5d.mood\": \"mood\" spells no tile of this ruleset; words are in upper case"},
      {"5d.MOOD ex.A", "line 1: move 2 (ex.A): an opening has only plays and passes"},
      {"5d.MOOD challenge", "line 1: move 2 (challenge): an opening has only plays and passes"},
      {"pass pass\n",
       "line 1: move 2 (pass): the game is over after it (passed), and an opening ends before that"},
      {"1a.MOOD\n",
       "line 1: move 1 (1a.MOOD): the first play covers at least one of the squares in the centre"},
      {"", "there is no opening; write one a line, such as 5d.MOOD g5.DEAR"},
      {"# only this\n\n", "there is no opening; write one a line, such as 5d.MOOD g5.DEAR"}};
  for (const auto& [text, fault] : rows) {
    const std::string told = fault_of_file(text);
    BOOST_TEST(told == fault);
  }
  const auto absent = find_openings({"none.txt", {}, {}}, table(), "/nowhere", "--openings");
  BOOST_TEST(absent.error().message.starts_with("/nowhere/none.txt: "), absent.error().message);
}

BOOST_AUTO_TEST_CASE(an_opening_ends_before_the_terms_of_adjudication_end_the_game) {
  BOOST_TEST(fault_of_file("5d.MOOD g5.DEAR", table(AdjudicationTerms{3, {}})) == "none");
  BOOST_TEST(
      fault_of_file("5d.MOOD g5.DEAR", table(AdjudicationTerms{2, {}})) ==
      "line 1: move 2 (g5.DEAR): the game is over after it (adjudicated), and an opening ends before that");
  const AdjudicationTerms hopeless{{}, AdjudicationTerms::Hopeless{5, 1}};
  BOOST_TEST(fault_of_file("5d.MOOD g5.DEAR", table(hopeless)).starts_with("line 1: move 1 (5d.MOOD): "));
}

BOOST_AUTO_TEST_CASE(of_a_position_the_moves_count) {
  Game game(hasbro(), words(), 1, 2, parse_opening("5d.MOOD g5.DEAR", hasbro()).value());
  for (const char* move : {"5d.MOOD", "g5.DEAR"}) BOOST_REQUIRE(play_text(game, move));
  const std::string line = format_position(game.position_of(Seat{0}), hasbro().alphabet());
  for (const std::string before : {"", "position "}) {
    const auto opening = parse_opening(before + line, hasbro());
    BOOST_REQUIRE_MESSAGE(opening, (opening ? "" : opening.error().message));
    BOOST_TEST(format_opening(opening.value(), hasbro().alphabet()) == "5d.MOOD g5.DEAR");
  }
  std::string other = line;
  other.replace(other.find("g5.DEAR"), 7, "g5.DEAX");
  BOOST_TEST(parse_opening(other, hasbro()).error().message ==
             "the moves of this position do not lead to its board");
  BOOST_TEST(parse_opening(line.substr(0, line.find(" moves ")), hasbro()).error().message ==
             "this position has no moves, but an opening is a list of moves; add the key moves");
  BOOST_TEST(fault_of_file("position board X rack A moves pass").starts_with("line 1: position: board: "));
  BOOST_TEST(
      parse_opening("board " + std::string("..................../") + " rack A moves 16a.MOOD", hasbro())
          .has_error());
}

BOOST_AUTO_TEST_CASE(a_run_json_has_the_lines_themselves) {
  Openings openings{OpeningOrder::random, {parse_opening("5d.MOOD pass", hasbro()).value()}};
  const Json json = openings_to_json(openings, hasbro().alphabet());
  BOOST_TEST(json_text(json) == R"({"order":"random","lines":["5d.MOOD pass"]})");
  const auto read = openings_from_json(json, hasbro(), "run.json: openings");
  BOOST_REQUIRE(read);
  BOOST_TEST(text_of(read.value()) == text_of(openings));
  BOOST_TEST((read.value().order == OpeningOrder::random));
  const auto fault = [&](const char* text) {
    const auto of = openings_from_json(json_of(text), hasbro(), "run.json: openings");
    return of ? "none" : of.error().message;
  };
  BOOST_TEST(
      fault(R"({"order": "random", "lines": []})").starts_with("run.json: openings: there is no opening"));
  BOOST_TEST(fault(R"({"order": "random", "lines": ["5d.MOOD  pass"]})") ==
             "run.json: openings: opening 1: expected moves with one blank between two");
  BOOST_TEST(fault(R"({"order": "random", "lines": ["pass", ""]})") ==
             "run.json: openings: opening 2: expected moves with one blank between two");
  BOOST_TEST(fault(R"({"order": "random", "lines": ["5d.\u001bx"]})").find('\x1b') == std::string::npos);
  BOOST_TEST(fault(R"({"lines": ["pass"]})") == "run.json: openings: order: this field is missing");
}

BOOST_AUTO_TEST_CASE(openings_of_a_run_json_are_checked_with_its_words) {
  const Openings openings{
      {}, {parse_opening("pass", hasbro()).value(), parse_opening("5d.FOOD", hasbro()).value()}};
  BOOST_TEST(openings_fault(openings, table(), "run.json: openings").value().message ==
             "run.json: openings: opening 2: move 1 (5d.FOOD): FOOD is not in the lexicon few");
  BOOST_TEST(!openings_fault({{}, {openings.list[0]}}, table(), "").has_value());
}

BOOST_AUTO_TEST_CASE(a_configuration_names_a_file_or_has_the_lines) {
  const auto fault = [](const char* text) {
    const auto read = openings_request_from_json(json_of(text), "cup.json: openings");
    return read ? "none" : read.error().message;
  };
  BOOST_TEST(fault(R"({"file": "book.txt"})") == "none");
  BOOST_TEST(fault(R"({"lines": ["pass"], "order": "random"})") == "none");
  BOOST_TEST(fault(R"({"file": "book.txt", "lines": ["pass"]})") ==
             "cup.json: openings: expected file or lines");
  BOOST_TEST(fault(R"({"order": "random"})") == "cup.json: openings: expected file or lines");
  BOOST_TEST(fault(R"({"file": ""})") == "cup.json: openings: there is no opening; leave the key out");
  BOOST_TEST(fault(R"({"file": "x", "order": "chance"})").starts_with("cup.json: openings: order: "));
}

BOOST_AUTO_TEST_CASE(in_sequence_every_two_take_the_list_from_its_beginning) {
  const Openings three = numbered(3, OpeningOrder::sequential);
  for (const auto& names : {std::vector<std::string>{"a", "b"}, std::vector<std::string>{"c", "b"}}) {
    std::string taken;
    for (std::uint64_t meeting = 1; meeting <= 7; ++meeting)
      taken += std::to_string(opening_of_meeting(three, 5, names, meeting).size());
    BOOST_TEST(taken == "1231231");
  }
  BOOST_TEST(opening_of_meeting({}, 5, {"a", "b"}, 4).empty());
}

BOOST_AUTO_TEST_CASE(by_chance_every_two_take_each_once_in_an_order_of_their_own_before_any_comes_again) {
  constexpr std::size_t kAll = 12;
  const Openings all = numbered(kAll, OpeningOrder::random);
  const auto order = [&](std::uint64_t seed, const std::vector<std::string>& names, std::uint64_t round) {
    std::vector<std::size_t> taken;
    for (std::uint64_t meeting = 1; meeting <= kAll; ++meeting)
      taken.push_back(opening_of_meeting(all, seed, names, (round - 1) * kAll + meeting).size());
    BOOST_TEST(std::set(taken.begin(), taken.end()).size() == kAll);
    return taken;
  };
  const auto first = order(5, {"a", "b"}, 1);
  BOOST_TEST(first == order(5, {"b", "a"}, 1), "the same players, however they sit");
  const std::set<std::vector<std::size_t>> orders = {first, order(5, {"a", "b"}, 2), order(5, {"a", "c"}, 1),
                                                     order(6, {"a", "b"}, 1), order(5, {"a", "b", "c"}, 1)};
  BOOST_TEST(orders.size() == 5U);
}

BOOST_AUTO_TEST_CASE(there_is_a_limit_to_openings) {
  std::string text;
  for (std::size_t i = 0; i <= kMaxOpenings; ++i) text += "pass\n";
  BOOST_TEST(fault_of_file(text) == "there are more than 65535 openings, and no tournament has so many");
}

}  // namespace

BOOST_AUTO_TEST_SUITE_END()

}  // namespace toptile
