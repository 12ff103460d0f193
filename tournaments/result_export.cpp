#include "tournaments/result_export.h"

#include <fmt/format.h>

#include "engine/assert.h"
#include "engine/utf8.h"
#include "tournaments/csv_rows.h"
#include "tournaments/standings.h"

namespace toptile {
namespace {

constexpr std::size_t kMostEventBytes = 200;

GameResult result_of(const GameRecord& record) {
  TOPTILE_ASSERT(record.players.size() == 2);
  return toptile::result_of(record, {0, 1});
}

std::string score_text(const GameResult& result) {
  return result.is_void ? "*" : fmt::format("{}", result.score());
}

std::string_view result_tag(const GameResult& result) {
  if (result.is_void) return "*";
  return result.score() == 1 ? "1-0" : result.score() == 0 ? "0-1" : "1/2-1/2";
}

std::string spread_text(const GameResult& result) {
  return result.is_forfeited() ? "" : std::to_string(result.spread);
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

std::string csv_header() {
  return "id,pair,first,second,score,spread,end,turns\n";
}

std::string csv_row(const GameRecord& record) {
  const GameResult result = result_of(record);
  return fmt::format("{},{},{},{},{},{},{},{}\n", record.id, record.pair, csv_field(record.players[0]),
                     csv_field(record.players[1]), score_text(result), spread_text(result),
                     csv_field(record.end), record.turns.size());
}

std::string pgn_game(const GameRecord& record, std::string_view event) {
  const GameResult result = result_of(record);
  std::string text = tag("Event", clean_text(event, kMostEventBytes));
  text += tag("Site", "?") + tag("Date", "????.??.??");
  text += tag("Round", fmt::format("{}.{}", record.pair, 2 - record.id % 2));
  text += tag("White", record.players[0]) + tag("Black", record.players[1]);
  text += tag("Result", result_tag(result));
  if (!result.is_forfeited()) text += tag("Spread", spread_text(result));
  return text + fmt::format("\n{{{}, {} turns}} {}\n\n", record.end, record.turns.size(), result_tag(result));
}

}  // namespace toptile
