#include "tournaments/formats/schedule.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/assert.h"

namespace toptile {

namespace {

// The order in which the four entrants of a meeting sit, by their steps from the first. Row k of the seating
// adds k to each step, and every row is used once in a set of games.
constexpr std::array<int, 4> kNeighboursInTurn = {0, 1, 3, 2};

// The function is its own inverse: it also gives the seat of a step.
std::size_t step_of(std::size_t seat, std::size_t players) {
  return players == 4 ? static_cast<std::size_t>(kNeighboursInTurn[seat]) : seat;
}

Entrants seated(const Entrants& entrants, std::size_t row) {
  Entrants seats;
  for (const Seat seat : each<Seat>(entrants.size()))
    seats.push_back(entrants[(step_of(seat, entrants.size()) + row) % entrants.size()]);
  return seats;
}

Meeting in_order(Meeting meeting) {
  std::ranges::sort(meeting.entrants);
  return meeting;
}

}  // namespace

ScheduledGame game_of_meeting(const Meeting& meeting, GameNumber id, std::uint64_t seed,
                              const Ruleset& rules) {
  const std::uint64_t players = meeting.entrants.size();
  const Seat first =
      rules.first == FirstSeat::draw ? draw_for_first(rules, seed, static_cast<int>(players)).first : Seat{0};
  const std::uint64_t row = (id - 1) % players + static_cast<std::uint64_t>(first);
  return {id, (id - 1) / players + 1, seated(meeting.entrants, static_cast<std::size_t>(row)), seed};
}

FirstDraw first_draw_of(const Ruleset& rules, std::uint64_t game_seed, GameNumber id, int players) {
  if (rules.first != FirstSeat::draw) return {};
  FirstDraw draw = draw_for_first(rules, game_seed, players);
  const auto all = static_cast<std::size_t>(players);
  const auto games_before = static_cast<std::size_t>((id - 1) % all);
  const auto seat_of = [&](Seat drawn) {
    const std::size_t in_first_game = static_cast<std::size_t>(drawn - draw.first + players) % all;
    return static_cast<Seat>(step_of((step_of(in_first_game, all) + all - games_before) % all, all));
  };
  for (auto& round : draw.rounds)
    for (FirstDraw::DrawnTile& tile : round) tile.seat = seat_of(tile.seat);
  draw.first = seat_of(draw.first);
  return draw;
}

Schedule::Schedule(const TournamentFormat& format, std::vector<std::string> names, int games,
                   const Ruleset& rules, std::uint64_t tournament_seed, const Shard& shard,
                   const std::optional<TestTerms>& test)
    : format_(format),
      names_(std::move(names)),
      sets_a_match_(games / format.players),
      rules_(rules),
      seed_(tournament_seed),
      shard_(shard) {
  TOPTILE_ASSERT(entrants() >= format.players && games > 0 && games % format.players == 0);
  TOPTILE_ASSERT(!test ||
                 (format.kind == TournamentFormat::Kind::round_robin && entrants() == 2 && shard.of == 1));
  TOPTILE_ASSERT(shard.of == 1 || (!depends_on_results(format) && shard.games_a_set == format.players));
  if (test) test_.emplace(*test);
  if (depends_on_results(format)) {
    go_on();
    return;
  }
  cycle_ = fixed_meetings(format, entrants());
  sets_ = cycle_.size() * static_cast<std::uint64_t>(sets_a_match_);
  is_complete_ = true;
}

void Schedule::go_on() {
  settled_ = meetings_.size();
  const Meetings next = next_meetings(format_, entrants(), sets_a_match_, meetings_);
  for (const Meeting& meeting : next) {
    meetings_.push_back({meeting});
    times_.push_back(++met_[in_order(meeting).entrants]);
  }
  sets_ = meetings_.size();
  is_complete_ = next.empty();
}

std::uint64_t Schedule::expected() const {
  if (is_complete_) return shard_.count_of(known());
  const double games = format_.players * sets_a_match_ * count_meetings(format_, entrants());
  return std::max<std::uint64_t>(known(), static_cast<std::uint64_t>(games));
}

Schedule::Repeated Schedule::meeting_of(std::uint64_t set) const {
  if (cycle_.empty()) return {in_order(meetings_[set - 1].meeting), times_[set - 1]};
  return {in_order(cycle_[(set - 1) % cycle_.size()]), (set - 1) / cycle_.size() + 1};
}

ScheduledGame Schedule::game(GameNumber id) const {
  TOPTILE_ASSERT(id >= 1 && id <= known());
  const auto [meeting, times] = meeting_of((id - 1) / static_cast<std::uint64_t>(format_.players) + 1);
  std::vector<std::string> names;
  for (const Entrant entrant : meeting.entrants) names.push_back(names_[entrant]);
  const std::uint64_t seed = set_seed(seed_, std::move(names), times);
  ScheduledGame game = game_of_meeting(times % 2 == 1 ? meeting : turned(meeting), id, seed, rules_);
  game.meeting = times;
  return game;
}

std::uint64_t Schedule::time_of_meeting(GameNumber id) const {
  TOPTILE_ASSERT(id >= 1 && id <= known());
  return meeting_of((id - 1) / static_cast<std::uint64_t>(format_.players) + 1).times;
}

void Schedule::tell(const GameResult& result) {
  if (test_) {
    test_->tell(result);
    sets_ = test_->last_pair().value_or(sets_);
  }
  if (!cycle_.empty()) return;
  const ScheduledGame game = this->game(GameNumber{result.id});
  MeetingResult& meeting = meetings_[game.set - 1];
  for (const Seat seat : each<Seat>(game.entrants.size())) {
    const Entrants& entrants = meeting.meeting.entrants;
    const auto who =
        static_cast<std::size_t>(std::ranges::find(entrants, game.entrants[seat]) - entrants.begin());
    meeting.beaten[who] += result.beaten(seat);
    meeting.spread[who] += result.spread(seat);
  }
  if (++told_ == known()) go_on();
}

std::vector<Place> Schedule::places() const {
  return places_of(format_, names_, sets_a_match_, std::span(meetings_).first(settled_));
}

}  // namespace toptile
