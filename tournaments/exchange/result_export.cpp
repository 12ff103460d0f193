#include "tournaments/exchange/result_export.h"

#include <fmt/format.h>

#include <numeric>

#include "engine/assert.h"
#include "engine/utf8.h"
#include "tournaments/exchange/csv_rows.h"
#include "tournaments/results/game_result.h"

namespace toptile {
namespace {

constexpr std::size_t kMostEventBytes = 200;

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

}  // namespace

std::string csv_header(int players) {
  if (players == 2) return "id,pair,first,second,score,spread,end,turns\n";
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
  return fmt::format("{},{},{},{},{},{},{},{}\n", record.id, record.set, csv_field(record.players[0]),
                     csv_field(record.players[1]), score_text(result), spread_text(result),
                     name_of(record.end), record.turns.size());
}

std::string pgn_game(const GameRecord& record, std::string_view event) {
  TOPTILE_ASSERT(record.players.size() == 2);
  const GameResult result = result_of(record);
  std::string text = tag("Event", clean_text(event, kMostEventBytes));
  text += tag("Site", "?") + tag("Date", "????.??.??");
  text += tag("Round", fmt::format("{}.{}", record.set, 2 - record.id % 2));
  text += tag("White", record.players[0]) + tag("Black", record.players[1]);
  text += tag("Result", result_tag(result));
  if (has_spread(result)) text += tag("Spread", spread_text(result));
  return text + fmt::format("\n{{{}, {} turns}} {}\n\n", name_of(record.end), record.turns.size(),
                            result_tag(result));
}

}  // namespace toptile
