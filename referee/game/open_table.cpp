#include "referee/game/open_table.h"

#include "base/assert.h"

namespace toptile {

namespace {

std::string open_move(const Move& move, const Alphabet& alphabet) {
  return format_move(std::holds_alternative<Exchange>(move) ? Move(Exchange{}) : move, alphabet);
}

}  // namespace

OpenTable::~OpenTable() {
  delete news_.load();
}

void OpenTable::begin(GameNumber id, const std::vector<std::string>& players, const Game& game) {
  auto news = std::unique_ptr<OpenGame>(news_.exchange(nullptr));
  if (!news) news = std::make_unique<OpenGame>();
  id_ = id;
  begin_ = std::chrono::steady_clock::now();
  told_ = moves_ = 0;
  news->id = id;
  news->players = players;
  news->begin = begin_;
  news->before = 0;
  news->turns.clear();
  news->end.reset();
  leave(std::move(news), game);
}

void OpenTable::add(const Game& game, std::chrono::milliseconds time,
                    std::optional<std::chrono::milliseconds> clock) {
  TOPTILE_ASSERT(!game.turns().empty());
  const Turn& turn = game.turns().back();
  auto news = take_back();
  OpenTurn& open = news->turns.emplace_back();
  open.seat = turn.seat;
  open.move = open_move(turn.move, game.rules().alphabet());
  open.points = std::holds_alternative<Placement>(turn.move) ? turn.worth : turn.points;
  open.takes_back = game.moves().size() < moves_;
  for (const Seat seat : each<Seat>(game.players())) open.scores[seat] = game.score(seat);
  open.time = time;
  open.clock = clock;
  ++told_;
  moves_ = game.moves().size();
  leave(std::move(news), game);
}

void OpenTable::update(const Game& game) {
  leave(take_back(), game);
}

void OpenTable::end(const Game& game, const std::vector<int>& scores, const std::vector<int>& ranks) {
  auto news = take_back();
  news->end = OpenEnd{scores, ranks, game.end()};
  leave(std::move(news), game);
}

// The news that the watcher has not taken, or empty news.
std::unique_ptr<OpenGame> OpenTable::take_back() {
  if (auto* const untaken = news_.exchange(nullptr)) return std::unique_ptr<OpenGame>(untaken);
  auto news = std::make_unique<OpenGame>();
  news->id = id_;
  news->begin = begin_;
  news->before = told_;
  return news;
}

void OpenTable::leave(std::unique_ptr<OpenGame> news, const Game& game) {
  news->bag = static_cast<int>(game.bag().size());
  news->out.clear();
  for (const Seat seat : each<Seat>(game.players())) {
    news->racks[seat] = game.rack(seat).size();
    if (!game.is_playing(seat)) news->out.push_back(seat);
  }
  news->to_move = game.is_over() ? Seat{} : game.seat_to_move();
  news->since = std::chrono::steady_clock::now();
  news_.store(news.release());
}

OpenTable& OpenTables::table(int worker) {
  const std::lock_guard lock(mutex_);
  while (tables_.size() <= static_cast<std::size_t>(worker)) tables_.emplace_back();
  return tables_[static_cast<std::size_t>(worker)];
}

std::vector<OpenTable*> OpenTables::all() {
  const std::lock_guard lock(mutex_);
  std::vector<OpenTable*> all;
  for (OpenTable& table : tables_) all.push_back(&table);
  return all;
}

}  // namespace toptile
