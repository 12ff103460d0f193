#include "ratings/tables/game_list.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "base/assert.h"
#include "base/utf8.h"
#include "base/words.h"

namespace toptile {
namespace {

constexpr std::uint32_t kMaxNumbered = 1 << 22;  // Their list takes 16 MiB.

// The small number that a name spells, if the name is its only spelling.
std::optional<std::uint32_t> small_number(std::string_view name) {
  if (name.empty() || (name.front() == '0' && name.size() > 1)) return std::nullopt;
  const auto number = parse_number<std::uint32_t>(name);
  return number && *number < kMaxNumbered ? number : std::nullopt;
}

}  // namespace

int GameList::player(std::string_view name) {
  if (const auto known = numbers_.find(name); known != numbers_.end()) return known->second;
  numbers_.emplace(name, players());
  names_.emplace_back(name);
  return players() - 1;
}

void GameList::add(const ScoredGame& game, int spread) {
  TOPTILE_ASSERT(game.cluster >= 0 && game.cluster <= clusters_);
  clusters_ = std::max(clusters_, game.cluster + 1);
  TOPTILE_ASSERT(game.times == 1 || spread == kNoSpread);
  games_.push_back(game);
  spreads_.push_back(spread);
  size_ += game.times;
}

void GameList::add_ranked(const RankedGame& game) {
  if (game.seats == 2)
    return add({game.players[0], game.players[1], game.score(0), game.cluster},
               game.points ? (*game.points)[0] - (*game.points)[1] : kNoSpread);
  TOPTILE_ASSERT(game.cluster >= 0 && game.cluster <= clusters_);
  clusters_ = std::max(clusters_, game.cluster + 1);
  bigger_.push_back(game);
  ++size_;
}

std::vector<RankedGame> GameList::ranked_games() const {
  std::vector<RankedGame> all = bigger_;
  all.reserve(bigger_.size() + games_.size());
  for (std::size_t i = 0; i < games_.size(); ++i) {
    const ScoredGame& game = games_[i];
    TOPTILE_ASSERT(game.times == 1);
    RankedGame& ranked = all.emplace_back();
    ranked.players = {game.first, game.second};
    ranked.ranks = {game.score >= 0.5 ? 1 : 2, game.score <= 0.5 ? 1 : 2};
    ranked.cluster = game.cluster;
    if (spreads_[i] != kNoSpread) ranked.points = std::array{spreads_[i], 0, 0, 0};
  }
  std::ranges::stable_sort(all, {}, &RankedGame::cluster);
  return all;
}

void GameList::sort_by_cluster() {
  if (std::ranges::is_sorted(games_, {}, &ScoredGame::cluster)) return;
  std::vector<std::size_t> next(static_cast<std::size_t>(clusters_) + 1);
  for (const ScoredGame& game : games_) ++next[static_cast<std::size_t>(game.cluster) + 1];
  for (std::size_t i = 1; i < next.size(); ++i) next[i] += next[i - 1];
  std::vector<ScoredGame> games(games_.size());
  std::vector<int> spreads(spreads_.size());
  for (std::size_t i = 0; i < games_.size(); ++i) {
    const std::size_t place = next[games_[i].cluster]++;
    games[place] = games_[i];
    spreads[place] = spreads_[i];
  }
  games_ = std::move(games);
  spreads_ = std::move(spreads);
}

int ClusterNames::cluster(std::string_view name, const GameList& list) {
  if (const auto number = small_number(name)) {
    if (by_number_.size() <= *number)
      by_number_.resize(std::max<std::size_t>(*number + 1, 2 * by_number_.size()), -1);
    int& cluster = by_number_[*number];
    if (cluster < 0) cluster = list.clusters();
    return cluster;
  }
  if (last_ == nullptr || last_->first != name)
    last_ = &*by_text_.try_emplace(std::string(name), list.clusters()).first;
  return last_->second;
}

}  // namespace toptile
