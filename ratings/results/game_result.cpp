#include "ratings/results/game_result.h"

#include <algorithm>
#include <chrono>
#include <iterator>

#include "base/assert.h"
#include "base/utf8.h"
#include "base/words.h"
#include "protocol/fault_kind.h"

namespace toptile {

namespace {

constexpr std::chrono::milliseconds kLate{10};
constexpr std::size_t kMaxToldBytes = 4000;  // The most bytes of a text about a forfeit.

SeatResult::Fate fate_of(const ForfeitRecord& forfeit) {
  return forfeit.kind == FaultKind::withdrawn ? SeatResult::Fate::withdrawn : SeatResult::Fate::forfeited;
}

void tell(ForfeitedGames& games, GameNumber id, ForfeitedGame game) {
  games.emplace(id, std::move(game));
  if (games.size() > kMaxForfeitsTold) games.erase(std::prev(games.end()));
}

}  // namespace

double GameResult::beaten(std::size_t seat) const {
  double beaten = -0.5;  // The seat also ties with itself, which does not count.
  const int rank = by_seat[seat].rank;
  for (const SeatResult& other : seats()) beaten += other.rank > rank ? 1 : other.rank == rank ? 0.5 : 0;
  return beaten;
}

std::int64_t GameResult::spread(std::size_t seat) const {
  std::int64_t spread = 0;
  for (const SeatResult& other : seats()) spread += by_seat[seat].points - other.points;
  return spread;
}

RankedGame GameResult::ranked() const {
  RankedGame game;
  game.seats = 0;
  game.cluster = static_cast<int>(set());
  std::array<int, kMaxPlayers> points{};
  for (const SeatResult& result : seats()) {
    if (result.fate == SeatResult::Fate::withdrawn) continue;
    const auto seat = static_cast<std::size_t>(game.seats++);
    game.players[seat] = result.entrant;
    game.ranks[seat] = result.rank;
    points[seat] = result.points;
  }
  if (!is_forfeited()) game.points = points;
  return game;
}

GameResult result_of(const GameRecord& record, const Entrants& entrants) {
  TOPTILE_ASSERT(entrants.size() <= kMaxPlayers && record.ranks.size() == entrants.size());
  GameResult game;
  game.id = static_cast<std::uint32_t>(record.id);
  game.players = static_cast<std::uint8_t>(entrants.size());
  game.is_late = record.late >= kLate;
  game.end = record.end;
  for (const Seat seat : each<Seat>(entrants.size())) {
    game.by_seat[seat] = {record.scores[seat], static_cast<std::uint16_t>(entrants[seat]),
                          static_cast<std::uint8_t>(record.ranks[seat]), SeatResult::Fate::played};
  }
  for (const ForfeitRecord& forfeit : record.forfeits) game.by_seat[forfeit.seat].fate = fate_of(forfeit);
  return game;
}

void GameResults::add(const GameRecord& record, const GameResult& result) {
  games.push_back(result);
  turns += record.turns.size();
  if (record.forfeits.empty()) return;
  // The forfeit of a bot that took part goes before one of a withdrawn bot.
  auto forfeit = std::ranges::find(record.forfeits, SeatResult::Fate::forfeited, fate_of);
  if (forfeit == record.forfeits.end()) forfeit = record.forfeits.begin();
  // The record is untrusted, and this text is shown.
  tell(forfeited, record.id,
       {Entrant{result.by_seat[forfeit->seat].entrant}, forfeit->kind,
        clean_text(forfeit->text, kMaxToldBytes), last_line_of(*forfeit)});
}

std::string last_line_of(const ForfeitRecord& forfeit) {
  constexpr int kMaxCharacters = 200;
  return forfeit.kind == FaultKind::crash ? last_line_of(forfeit.evidence.stderr_tail, kMaxCharacters) : "";
}

void GameResults::cut_after(GameNumber id) {
  std::erase_if(games, [&](const GameResult& game) { return game.id > id; });
  forfeited.erase(forfeited.upper_bound(id), forfeited.end());
}

void GameResults::append(const GameResults& more) {
  games.insert(games.end(), more.games.begin(), more.games.end());
  for (const auto& [id, game] : more.forfeited) tell(forfeited, id, game);
  turns += more.turns;
}

}  // namespace toptile
