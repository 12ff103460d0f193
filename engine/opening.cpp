#include "engine/opening.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/judge.h"
#include "engine/random.h"
#include "engine/seat.h"

namespace toptile {

namespace {

// An unknown word that nobody challenges would stand, but an opening has none.
Ruleset without_doubt(Ruleset rules) {
  rules.lexicon = LexiconRule::refuse;
  return rules;
}

// Follows who draws from which place of the bag, and keeps the tiles of the plays at the first places of
// their seats.
class Dealing {
 public:
  Dealing(const Ruleset& rules, const Lexicon& lexicon, int players)
      : rules_(without_doubt(rules)),
        judge_(rules_, lexicon),
        players_(players),
        board_(rules.size),
        left_(rules.tiles()),
        kept_(static_cast<std::size_t>(rules.tiles().size())),
        end_(kept_.size()) {
    for (const Seat seat : each<Seat>(players)) draw(seat, rules.rack);
  }

  // What is wrong with the next move; if something is, it changes nothing.
  std::optional<std::string> deal(const Move& move) {
    if (std::holds_alternative<Pass>(move)) {
      to_move_ = seat_after(to_move_, players_);
      return std::nullopt;
    }
    const auto* placement = std::get_if<Placement>(&move);
    if (placement == nullptr) return "an opening has only plays and passes";
    const auto judged = judge_.judge(board_, left_, *placement);
    if (!judged) return refusal_text(judged.error(), *placement);
    const LaidTiles& laid = judged.value().laid;
    const auto count = static_cast<int>(laid.size());
    if (count > rules_.rack)
      return fmt::format("the play lays {} tiles, and a rack has {}", count, rules_.rack);
    if (static_cast<std::size_t>(count) >= end_ - begin_)
      return "the play leaves no tile in the bag, and an opening ends before that";
    keep(laid);
    draw(to_move_, count);
    to_move_ = seat_after(to_move_, players_);
    return std::nullopt;
  }

  // All other places have the other tiles, mixed.
  std::vector<Face> bag(std::uint64_t seed) const {
    std::vector<Face> others;
    for (Face face = 0; face < rules_.alphabet().size(); ++face)
      others.insert(others.end(), static_cast<std::size_t>(left_.count(face)), face);
    Random(seed).shuffle(others);
    std::vector<Face> bag;
    auto next = others.begin();
    for (const auto& kept : kept_) bag.push_back(kept ? *kept : *next++);
    return bag;
  }

 private:
  void draw(Seat seat, int count) {
    const bool is_from_back = players_ == 2 && seat == 1;
    while (count-- > 0) places_[seat].push_back(is_from_back ? --end_ : begin_++);
  }

  void keep(const LaidTiles& laid) {
    for (const LaidTile& tile : laid) {
      kept_[places_[to_move_][used_[to_move_]++]] = tile.face;
      left_.remove(tile.face);
    }
    lay(board_, laid);
  }

  // The judge was shown all tiles that are left as if they were one rack.
  std::string refusal_text(const Refusal& refusal, const Placement& placement) const {
    if (refusal.reason != Reason::rack) return refusal.text;
    const LaidTiles laid = tiles_laid_by(board_, placement);
    for (const LaidTile& tile : laid) {
      const auto needed = std::ranges::count(laid, tile.face, &LaidTile::face);
      if (needed > left_.count(tile.face))
        return fmt::format("the play lays {} of {}, and the bag has {} left", needed,
                           rules_.alphabet().text(tile.face), left_.count(tile.face));
    }
    return refusal.text;
  }

  const Ruleset rules_;
  const Judge judge_;
  const int players_;
  Board board_;
  Tiles left_;                             // The tiles that no play has laid.
  std::vector<std::optional<Face>> kept_;  // What the plays need at each place of the bag.
  std::size_t begin_ = 0, end_;            // The places that nobody has drawn from.
  std::array<std::vector<std::size_t>, kMaxPlayers>
      places_;                                   // The places of each seat as it draws from them.
  std::array<std::size_t, kMaxPlayers> used_{};  // How many of them have tiles of its plays.
  Seat to_move_{};
};

}  // namespace

std::vector<Face> arranged_bag(const Ruleset& rules, const Lexicon& lexicon, std::uint64_t seed, int players,
                               std::span<const Move> opening) {
  Dealing dealing(rules, lexicon, players);
  for (const Move& move : opening)
    if (dealing.deal(move)) break;
  return dealing.bag(seed);
}

std::optional<OpeningFault> opening_fault(const Ruleset& rules, const Lexicon& lexicon, int players,
                                          std::span<const Move> opening) {
  Dealing dealing(rules, lexicon, players);
  for (std::size_t i = 0; i < opening.size(); ++i)
    if (auto wrong = dealing.deal(opening[i])) return OpeningFault{i, *std::move(wrong)};
  return std::nullopt;
}

std::vector<Move> turns_of_opening(const Ruleset& rules, int players, std::span<const Move> opening) {
  std::vector<Move> turns;
  for (const Move& move : opening) {
    turns.push_back(move);
    if (!rules.has_challenges() || !std::holds_alternative<Placement>(move)) continue;
    for (int asked = 1; asked < players; ++asked) turns.emplace_back(Accept{});
  }
  return turns;
}

}  // namespace toptile
