#include "server/live/feed.h"

#include <algorithm>
#include <utility>

#include "tournaments/exchange/event_json.h"

namespace toptile {

namespace {

ForfeitedGame forfeited_of(const GameEnded& game) {
  auto forfeit = std::ranges::find_if_not(game.forfeits, &GameForfeit::is_withdrawn);
  if (forfeit == game.forfeits.end()) forfeit = game.forfeits.begin();
  return {Entrant{game.result.by_seat[forfeit->seat].entrant}, forfeit->kind, forfeit->text};
}

}  // namespace

void LiveFeed::started(const TournamentStart& start) {
  names_ = bot_names(start.plan.bots);
  has_started_ = true;
  begin_ = start.begin;
  next_standings_ = begin_ + kStandingsEvery;
  if (start.before != nullptr) news_.results.append(*start.before);
  news_.sessions = start.sessions;
  news_.planned = start.progress.games;
  news_.progress = start.progress;
  add(start_event(start, run_));
  hand_over();
}

void LiveFeed::game_started(const GameStarted& game) {
  add(started_event(game, names_), game.id);
}

void LiveFeed::game_ended(const GameEnded& game) {
  news_.results.games.push_back(game.result);
  if (!game.forfeits.empty() && news_.results.forfeited.size() < kMaxForfeitsTold)
    news_.results.forfeited.emplace(GameNumber{game.result.id}, forfeited_of(game));
  add(game_event(game, names_, begin_), GameNumber{game.result.id});
}

void LiveFeed::withdrawn(const Withdrawal& withdrawal) {
  add(withdrawn_event(withdrawal, names_));
}

void LiveFeed::remarked(const Remark& remark) {
  add(remark_event(remark));
}

void LiveFeed::standings_changed(const Standings& standings) {
  for (const Standing& row : standings.rows) news_.ratings[row.name] = row.rating.elo;
  const Instant now = std::chrono::steady_clock::now();
  if (now < next_standings_) return;
  next_standings_ = now + kStandingsEvery;
  add(standings_event(standings));
}

void LiveFeed::progressed(const TournamentProgress& progress) {
  news_.planned = progress.games;
  news_.progress = progress;
  if (!news_.events.empty()) hand_over();
}

void LiveFeed::end(const Json& event, const TournamentEnd& end) {
  // A run that was finished before does not start, so its results were not taken yet.
  if (!has_started_) {
    news_.results.games = end.results;
    news_.results.forfeited = end.forfeited;
  }
  news_.planned = end.progress.games;
  news_.progress = end.progress;
  news_.is_over = true;
  news_.is_finished = end.is_finished();
  add(event);
  hand_over();
}

void LiveFeed::add(const Json& event, GameNumber game) {
  std::string json = json_line(event);
  json.pop_back();
  news_.events.push_back({event["event"].get<std::string>(), std::move(json), game});
}

void LiveFeed::hand_over() {
  LiveNews next;
  next.planned = news_.planned;
  next.progress = news_.progress;
  news_.begin = begin_;
  hand_(std::exchange(news_, std::move(next)));
}

}  // namespace toptile
