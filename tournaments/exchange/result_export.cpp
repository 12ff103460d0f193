#include "tournaments/exchange/result_export.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "base/assert.h"
#include "base/utf8.h"
#include "ratings/results/game_result.h"
#include "tournaments/exchange/csv_rows.h"

namespace toptile {
namespace {

constexpr std::size_t kMaxEventBytes = 200;

GameResult result_of(const GameRecord& record) {
  Entrants entrants(record.players.size());
  for (std::size_t i = 0; i < entrants.size(); ++i) entrants[i] = static_cast<Entrant>(i);
  return toptile::result_of(record, entrants);
}

std::string score_text(const GameResult& result) {
  return result.is_void() ? "*" : fmt::format("{}", result.beaten(0));
}

std::string_view result_tag(const GameResult& result) {
  if (result.is_void()) return "*";
  return result.beaten(0) == 1 ? "1-0" : result.beaten(0) == 0 ? "0-1" : "1/2-1/2";
}

bool has_spread(const GameResult& result) {
  return !result.is_void() && !result.is_forfeited();
}

std::string spread_text(const GameResult& result) {
  return has_spread(result) ? std::to_string(result.spread(0)) : "";
}

std::string_view word_of(SeatResult::Fate fate) {
  switch (fate) {
    case SeatResult::Fate::played:
      return "played";
    case SeatResult::Fate::forfeited:
      return "forfeited";
    case SeatResult::Fate::withdrawn:
      break;
  }
  return "withdrawn";
}

std::string tag(std::string_view name, std::string_view value) {
  std::string text = fmt::format("[{} \"", name);
  for (const char c : value) {
    if (c == '"' || c == '\\') text += '\\';
    text += c;
  }
  return text + "\"]\n";
}

// The notation of the PGN standard, in seconds: "30+0.1" for a game, "1/0.5" for a move, "-" without a clock.
std::string clock_tag(const TimeControl& clock) {
  const auto seconds = [](std::chrono::milliseconds time) {
    return static_cast<double>(time.count()) / 1000;
  };
  switch (clock.kind) {
    case TimeControl::Kind::game_clock:
      return clock.increment.count() == 0
                 ? fmt::format("{}", seconds(clock.time))
                 : fmt::format("{}+{}", seconds(clock.time), seconds(clock.increment));
    case TimeControl::Kind::move_time:
      return fmt::format("1/{}", seconds(clock.time));
    case TimeControl::Kind::none:
      break;
  }
  return "-";
}

// All moves, in lines of at most 79 characters, as the standard requires.
std::string moves_text(const GameRecord& record) {
  constexpr std::size_t kColumns = 79;
  std::string text;
  std::size_t line = 0;
  for (const TurnRecord& turn : record.turns) {
    // The record may be untrusted, and a brace would end the comment.
    std::string word = printable(turn.move);
    std::ranges::replace(word, '}', '?');
    if (turn.points != 0) word += fmt::format(" {:+}", turn.points);
    const bool is_new = line == 0 || line + 1 + word.size() > kColumns;
    if (!text.empty()) text += is_new ? '\n' : ' ';
    line = is_new ? word.size() + (text.empty() ? 1 : 0) : line + 1 + word.size();
    text += word;
  }
  return text;
}

}  // namespace

std::string csv_header(int players) {
  if (players == 2) return "id,pair,first,second,score,spread,end,turns,first_points,second_points\n";
  std::string header = "id,set";
  for (int number = 1; number <= players; ++number)
    header += fmt::format(",player{0},rank{0},points{0},fate{0}", number);
  return header + ",end,turns\n";
}

std::string csv_row(const GameRecord& record) {
  const GameResult result = result_of(record);
  if (result.players > 2) {
    std::string row = fmt::format("{},{}", record.id, record.set);
    for (const Seat seat : each<Seat>(result.players)) {
      const auto& [points, entrant, rank, fate] = result.by_seat[seat];
      row += fmt::format(",{},{},{},{}", csv_field(record.players[seat]), rank, points, word_of(fate));
    }
    return row + fmt::format(",{},{}\n", name_of(record.end), record.turns.size());
  }
  return fmt::format("{},{},{},{},{},{},{},{},{},{}\n", record.id, record.set, csv_field(record.players[0]),
                     csv_field(record.players[1]), score_text(result), spread_text(result),
                     name_of(record.end), record.turns.size(), result.by_seat[0].points,
                     result.by_seat[1].points);
}

std::string pgn_game(const GameRecord& record, const PgnEvent& event) {
  TOPTILE_ASSERT(record.players.size() == 2);
  const GameResult result = result_of(record);
  std::string text = tag("Event", clean_text(event.name, kMaxEventBytes));
  text += tag("Site", "?") + tag("Date", event.date);
  text += tag("Round", fmt::format("{}.{}", record.set, 2 - record.id % 2));
  text += tag("White", record.players[0]) + tag("Black", record.players[1]);
  text += tag("Result", result_tag(result));
  if (has_spread(result)) text += tag("Spread", spread_text(result));
  text += tag("TimeControl", clock_tag(event.clock));
  text += tag("WhitePoints", std::to_string(result.by_seat[0].points));
  text += tag("BlackPoints", std::to_string(result.by_seat[1].points));
  return text + fmt::format("\n{{{}}}\n{{{}, {} turns}} {}\n\n", moves_text(record), name_of(record.end),
                            record.turns.size(), result_tag(result));
}

}  // namespace toptile
