#include "tournaments/schedule.h"

#include <algorithm>

#include "engine/assert.h"
#include "engine/game.h"
#include "engine/random.h"

namespace toptile {

Schedule::Schedule(const TournamentFormat& format, int entrants, int games, const Ruleset& rules,
                   std::uint64_t tournament_seed)
    : format_(format), entrants_(entrants), pairs_a_match_(games / 2), rules_(rules), seed_(tournament_seed) {
  TOPTILE_ASSERT(entrants >= 2 && games >= 2 && games % 2 == 0);
  if (depends_on_results(format)) {
    go_on();
    return;
  }
  cycle_ = fixed_meetings(format, entrants);
  pairs_ = cycle_.size() * static_cast<std::uint64_t>(pairs_a_match_);
  is_complete_ = true;
}

void Schedule::go_on() {
  settled_ = meetings_.size();
  const Meetings next = next_meetings(format_, entrants_, pairs_a_match_, meetings_);
  for (const Meeting& meeting : next) meetings_.push_back({meeting});
  pairs_ = meetings_.size();
  is_complete_ = next.empty();
}

std::uint64_t Schedule::expected() const {
  if (is_complete_) return known();
  const double games = 2 * pairs_a_match_ * count_meetings(format_, entrants_);
  return std::max(known(), static_cast<std::uint64_t>(games));
}

Meeting Schedule::meeting_of(std::uint64_t pair) const {
  return cycle_.empty() ? meetings_[pair - 1].meeting : cycle_[(pair - 1) % cycle_.size()];
}

Pairing Schedule::pairing(std::uint64_t id) const {
  TOPTILE_ASSERT(id >= 1 && id <= known());
  const std::uint64_t pair = (id + 1) / 2;
  const auto [a, b] = meeting_of(pair);
  const int first = rules_.first == FirstSeat::draw ? draw_first_seat(rules_, game_seed(seed_, pair), 2) : 0;
  const bool is_first_game = id % 2 == 1;
  return {id, pair, is_first_game == (first == 0) ? std::array{a, b} : std::array{b, a}};
}

void Schedule::tell(std::uint64_t id, double points, std::int64_t spread) {
  if (!cycle_.empty()) return;
  const Pairing game = pairing(id);
  MeetingResult& result = meetings_[game.pair - 1];
  const bool is_first = game.entrants[0] == result.meeting.a;
  result.points += is_first ? points : 1 - points;
  result.spread += is_first ? spread : -spread;
  if (++told_ == known()) go_on();
}

std::vector<Place> Schedule::places(const std::vector<std::string>& names) const {
  return places_of(format_, names, pairs_a_match_, std::span(meetings_).first(settled_));
}

}  // namespace toptile
