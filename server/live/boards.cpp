#include "server/live/boards.h"

#include <algorithm>
#include <limits>

#include "protocol/game_record.h"

namespace toptile {

namespace {

std::vector<int> of_seats(const std::array<int, kMaxPlayers>& all, std::size_t players) {
  return {all.begin(), all.begin() + static_cast<std::ptrdiff_t>(players)};
}

Json turn_to_json(const OpenTurn& turn, std::size_t players) {
  Json json = {{"seat", turn.seat},       {"move", turn.move},
               {"points", turn.points},   {"scores", of_seats(turn.scores, players)},
               {"ms", turn.time.count()}, {"clock", turn.clock ? Json(turn.clock->count()) : Json()}};
  if (turn.takes_back) json["takes_back"] = true;
  return json;
}

Json end_to_json(const OpenEnd& end) {
  return {{"scores", end.scores}, {"ranks", end.ranks}, {"end", name_of(end.end)}};
}

std::vector<int> scores_of(const OpenGame& game) {
  if (game.end) return game.end->scores;
  if (game.turns.empty()) return std::vector<int>(game.players.size());
  return of_seats(game.turns.back().scores, game.players.size());
}

// The part of a board that a game in play and a record have both.
Json board_to_json(const OpenGame& game) {
  Json turns = Json::array();
  for (const OpenTurn& turn : game.turns) turns.push_back(turn_to_json(turn, game.players.size()));
  return {{"game", game.id},
          {"players", game.players},
          {"turns", std::move(turns)},
          {"out", game.out},
          {"over", game.end ? end_to_json(*game.end) : Json()}};
}

void join(OpenGame& seen, OpenGame&& news) {
  std::vector<OpenTurn> turns = std::move(seen.turns);
  std::vector<std::string> players = std::move(seen.players);
  std::ranges::move(news.turns, std::back_inserter(turns));
  seen = std::move(news);
  seen.turns = std::move(turns);
  seen.players = std::move(players);
}

}  // namespace

void LiveBoards::refresh() {
  for (OpenTable* const table : tables_.all()) {
    auto news = table->take();
    if (!news) continue;
    OpenGame& seen = seen_[table];
    if (news->players.empty()) {
      join(seen, std::move(*news));
    } else {
      seen = std::move(*news);
    }
  }
}

Json LiveBoards::games() const {
  std::vector<const OpenGame*> in_play;
  for (const auto& [table, game] : seen_)
    if (is_in_play(game)) in_play.push_back(&game);
  std::ranges::sort(in_play, {}, &OpenGame::id);
  if (in_play.size() > kMaxListed) in_play.resize(kMaxListed);
  Json list = Json::array();
  for (const OpenGame* game : in_play)
    list.push_back({{"game", game->id},
                    {"players", game->players},
                    {"scores", scores_of(*game)},
                    {"turns", game->turns.size()}});
  return list;
}

std::optional<GameNumber> LiveBoards::featured() const {
  const OpenGame* best = nullptr;
  for (const auto& [table, game] : seen_) {
    if (!is_in_play(game)) continue;
    const auto worth = [&](const OpenGame& one) {
      return std::pair(rating_of(one), best->begin - one.begin);
    };
    if (best == nullptr || worth(game) > worth(*best)) best = &game;
  }
  return best != nullptr ? std::optional(best->id) : std::nullopt;
}

std::optional<Json> LiveBoards::board(GameNumber id) const {
  const auto found = std::ranges::find_if(seen_, [&](const auto& each) { return each.second.id == id; });
  if (id == 0 || found == seen_.end()) return std::nullopt;
  const OpenGame& game = found->second;
  Json board = board_to_json(game);
  if (!is_in_play(game)) return board;
  using std::chrono::milliseconds;
  const auto thinking = std::chrono::steady_clock::now() - game.since;
  board["now"] = {{"bag", game.bag},
                  {"racks", of_seats(game.racks, game.players.size())},
                  {"to_move", game.to_move},
                  {"thinking_ms", std::chrono::floor<milliseconds>(thinking).count()}};
  return board;
}

double LiveBoards::rating_of(const OpenGame& game) const {
  double sum = 0;
  for (const std::string& name : game.players) {
    const auto rating = ratings_.find(name);
    if (rating == ratings_.end()) return std::numeric_limits<double>::lowest();
    sum += rating->second;
  }
  return sum;
}

Result<Json> board_of_record(const std::string& line) {
  TOPTILE_TRY(const auto record, parse_record(line));
  OpenGame game;
  game.id = record.id;
  game.players = record.players;
  std::array<int, kMaxPlayers> scores{};
  int last_play = 0;  // The points of the last play. A play that was taken back has none.
  for (const TurnRecord& turn : record.turns) {
    const bool is_exchange = turn.move.starts_with("ex.");
    const bool takes_back = turn.move == "challenge" && last_play == 0;
    if (turn.move != "challenge" && turn.move != "accept") last_play = turn.points;
    scores[turn.seat] = turn.total;
    game.turns.push_back({turn.seat, is_exchange ? "ex.?" : turn.move, turn.points, takes_back, scores,
                          turn.time, turn.clock});
  }
  for (const ForfeitRecord& forfeit : record.forfeits) game.out.push_back(forfeit.seat);
  game.end = OpenEnd{record.scores, record.ranks, record.end};
  return board_to_json(game);
}

}  // namespace toptile
