// A recorded game as GCG: the total of each line follows from the line before, up to the final scores.
#include "protocol/gcg.h"

#include <boost/test/unit_test.hpp>
#include <chrono>
#include <sstream>

#include "protocol/adjudication.h"
#include "tests/engine/scenario.h"
#include "tests/engine/self_play.h"

namespace toptile {
BOOST_AUTO_TEST_SUITE(gcg)

namespace {

using namespace std::chrono_literals;

const Lexicon& words() {
  static const Lexicon lexicon = lexicon_of(shipped("hasbro"), word_list("few.txt"));
  return lexicon;
}

// A random game. If overtime is given, every clock has run out, each later seat's by one period more.
GameRecord record_of(const std::string& ruleset, int players, std::optional<Overtime> overtime = {}) {
  SelfPlay play(shipped(ruleset), words(), 5, players, {3, 5, 50});
  GameRecord record;
  while (!play.game().is_over()) {
    const Seat seat = play.game().seat_to_move();
    play.play_turn();
    const auto left = overtime ? -1ms - seat * overtime->period : 1000ms;
    record.turns.push_back({.time = 1ms, .clock = left});
  }
  record.id = GameNumber{3};
  record.set = 2;
  record.seed = 5;
  for (int seat = 0; seat < players; ++seat) record.players.push_back("bot " + std::to_string(seat));
  fill_from_game(record, play.game());
  if (!overtime) return record;
  record.overtime = OvertimeRecord{*overtime, overtime_points(*overtime, record.turns, players)};
  for (int seat = 0; seat < players; ++seat)
    record.scores[static_cast<std::size_t>(seat)] -= record.overtime->lost[static_cast<std::size_t>(seat)];
  return record;
}

std::vector<std::string> lines_of(const GameRecord& record) {
  const auto text = gcg_of(record, shipped(record.rules), words());
  BOOST_REQUIRE_MESSAGE(text, (text ? "" : text.error().message));
  std::vector<std::string> lines;
  std::istringstream stream(text.value());
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

struct Line {
  std::string what;  // "(time)", "-", "E5".
  int points = 0, total = 0;
};

// The lines of one player, in order. Each ends with its points and the total.
std::vector<Line> lines_of_player(const std::vector<std::string>& lines, const std::string& nickname) {
  std::vector<Line> found;
  for (const std::string& line : lines) {
    if (!line.starts_with(">" + nickname + ":")) continue;
    std::vector<std::string> parts;
    std::istringstream stream(line.substr(nickname.size() + 2));
    for (std::string part; stream >> part;) parts.push_back(part);
    BOOST_REQUIRE(parts.size() >= 3U);
    Line& read = found.emplace_back();
    read.total = std::stoi(parts.back());
    read.points = std::stoi(parts[parts.size() - 2]);
    read.what = parts[parts.size() - 3];
  }
  return found;
}

BOOST_AUTO_TEST_CASE(totals_add_up_to_the_scores_of_the_record) {
  const Overtime overtime{.points = 7, .period = 60s};
  for (const auto& terms : {std::optional<Overtime>(), std::optional(overtime)}) {
    for (int players = 2; players <= 4; ++players) {
      const GameRecord record = record_of("hasbro", players, terms);
      const auto lines = lines_of(record);
      for (int seat = 0; seat < players; ++seat) {
        const auto of_player = lines_of_player(lines, "bot_" + std::to_string(seat));
        int total = 0;
        for (const Line& line : of_player) {
          total += line.points;
          BOOST_TEST(line.total == total);
        }
        BOOST_TEST(total == record.scores[static_cast<std::size_t>(seat)]);
        if (!terms) continue;
        BOOST_TEST(of_player.back().what == "(time)");
        BOOST_TEST(of_player.back().points == -7 * (seat + 1));
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(tiles_that_are_left_are_charged_by_their_own_line) {
  const GameRecord record = record_of("hasbro", 2, Overtime{.points = 7, .period = 60s});
  const auto lines = lines_of(record);
  int charged = 0;
  for (int seat = 0; seat < 2; ++seat) {
    const std::string& rack = record.racks[static_cast<std::size_t>(seat)];
    for (const Line& line : lines_of_player(lines, "bot_" + std::to_string(seat))) {
      if (line.what != "(" + rack + ")") continue;
      ++charged;
      BOOST_TEST(line.points == -5 * static_cast<int>(rack.size()));
    }
  }
  BOOST_TEST(charged > 0);
}

BOOST_AUTO_TEST_CASE(the_heading_and_the_end_tell_what_the_game_was) {
  GameRecord record = record_of("hasbro", 2);
  const auto lines = lines_of(record);
  BOOST_TEST(lines[0] == "#character-encoding UTF-8");
  BOOST_TEST(lines[1] == "#player1 bot_0 bot 0");
  BOOST_TEST(lines[2] == "#player2 bot_1 bot 1");
  BOOST_TEST(lines[3] == "#title Game 3, pair 2");
  BOOST_TEST(lines.back() == "#note the end: " + std::string(name_of(record.end)));
}

BOOST_AUTO_TEST_CASE(a_turn_that_the_rules_do_not_allow_is_named) {
  GameRecord record = record_of("hasbro", 2);
  record.turns[2].move = "1a.ZZZ";
  const auto text = gcg_of(record, shipped("hasbro"), words());
  BOOST_REQUIRE(!text);
  BOOST_TEST(text.error().message.starts_with("turn 3: "), text.error().message);
  BOOST_TEST(text.error().message.ends_with("; see: toptile verify"), text.error().message);
}

}  // namespace

BOOST_AUTO_TEST_SUITE_END()

}  // namespace toptile
