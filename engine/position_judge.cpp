#include "engine/position_judge.h"

#include <fmt/format.h>

namespace toptile {

namespace {

// The number of tiles that may be in the bag. If the position does not tell it, these are the tiles that are
// not on the board and that no seat is known to hold.
int bag_of(const Position& position, const Ruleset& rules) {
  if (position.bag) return *position.bag;
  int elsewhere = position.board.tiles();
  if (position.racks.empty()) elsewhere += position.rack.size();
  for (int held : position.racks) elsewhere += held;
  return rules.tiles().size() - elsewhere;
}

MoveVerdict judge_exchange(const Position& position, const Exchange& exchange, const Ruleset& rules) {
  if (!exchange.tile || position.rack.count(*exchange.tile) == 0) {
    return {0,
            {},
            Refusal{Reason::rack, fmt::format("the rack {} has no such tile to exchange",
                                              rules.alphabet().symbols(position.rack))}};
  }
  if (bag_of(position, rules) <= 0)
    return {
        0, {}, Refusal{Reason::no_exchange, "the bag is empty; tiles can be exchanged only while it is not"}};
  return {};
}

}  // namespace

MoveVerdict judge_move(const Position& position, const Move& move, const Judge& judge, const Ruleset& rules) {
  if (const auto* exchange = std::get_if<Exchange>(&move)) return judge_exchange(position, *exchange, rules);
  if (std::holds_alternative<Pass>(move)) return {};
  const auto* placement = std::get_if<Placement>(&move);
  if (placement == nullptr) {
    return {0,
            {},
            Refusal{Reason::not_your_turn,
                    "a position has no play in doubt, so there is nothing to challenge or accept"}};
  }
  const auto play = judge.judge(position.board, position.rack, *placement);
  if (!play) return {0, {}, play.error()};
  MoveVerdict verdict{play.value().points, {}, {}};
  for (const FormedWord& word : play.value().words)
    verdict.words.push_back(rules.alphabet().spell(word.placed.word));
  return verdict;
}

}  // namespace toptile
