#include "tournaments/formats/knock_out.h"

#include <algorithm>
#include <bit>

namespace toptile {

namespace {

constexpr int kMaxPlayOffs = 10;
constexpr Entrant kNobody{-1};  // The opponent in a bye.

// The order of the entrants in the bracket: neighbours meet, and then the winners of neighbouring matches.
std::vector<Entrant> bracket_of(int entrants) {
  std::vector<Entrant> bracket = {Entrant{0}};
  const auto places = std::bit_ceil(static_cast<unsigned>(entrants));
  while (bracket.size() < places) {
    std::vector<Entrant> wider;
    const int last = 2 * static_cast<int>(bracket.size()) - 1;
    for (const Entrant entrant : bracket) wider.insert(wider.end(), {entrant, Entrant{last - entrant}});
    bracket = std::move(wider);
  }
  for (Entrant& entrant : bracket)
    if (entrant >= entrants) entrant = kNobody;
  return bracket;
}

struct Match {
  Entrant a{}, b{};
  double points = 0;        // The points of a less those of b.
  std::int64_t spread = 0;  // The sum over the games of a's score less b's.

  Entrant winner() const {
    if (points != 0) return points > 0 ? a : b;
    if (spread != 0) return spread > 0 ? a : b;
    return std::min(a, b);
  }
  Entrant loser() const { return winner() == a ? b : a; }
};

class Story {
 public:
  Story(const KnockOutTerms& terms, MeetingResults so_far) : terms_(terms), rest_(so_far) {}

  KnockOut tell() {
    std::vector<Entrant> alive = bracket_of(terms_.entrants);
    for (int round = 1; alive.size() > 1; ++round) {
      std::vector<Match> matches = matches_of(alive);
      if (!play(matches)) return std::move(told_);
      alive = winners(alive, matches, round);
    }
    told_.champion = alive.front();
    return std::move(told_);
  }

 private:
  static std::vector<Match> matches_of(const std::vector<Entrant>& alive) {
    std::vector<Match> matches;
    for (std::size_t i = 0; i < alive.size(); i += 2)
      if (alive[i] != kNobody && alive[i + 1] != kNobody) matches.push_back({alive[i], alive[i + 1]});
    return matches;
  }

  // False if results are missing; then told_.next has the meetings to play.
  bool play(std::vector<Match>& matches) {
    std::vector<Match*> all;
    for (Match& match : matches) all.push_back(&match);
    if (!take(all, terms_.pairs)) return false;
    for (int play_off = 0; play_off < kMaxPlayOffs; ++play_off) {
      std::erase_if(all, [](const Match* match) { return match->points != 0; });
      if (!take(all, 1)) return false;
    }
    return true;
  }

  bool take(const std::vector<Match*>& matches, int pairs) {
    if (matches.empty()) return true;
    if (rest_.empty()) {
      for (int pair = 0; pair < pairs; ++pair)
        for (const Match* match : matches) told_.next.push_back({match->a, match->b});
      return false;
    }
    for (int pair = 0; pair < pairs; ++pair) {
      for (Match* match : matches) {
        match->points += rest_.front().beaten[0] - rest_.front().beaten[1];
        match->spread += rest_.front().spread[0];
        rest_ = rest_.subspan(1);
      }
    }
    return true;
  }

  std::vector<Entrant> winners(const std::vector<Entrant>& alive, const std::vector<Match>& matches,
                               int round) {
    std::vector<Entrant> winners;
    auto match = matches.begin();
    for (std::size_t i = 0; i < alive.size(); i += 2) {
      if (alive[i] == kNobody || alive[i + 1] == kNobody) {
        winners.push_back(std::max(alive[i], alive[i + 1]));
        continue;
      }
      const Entrant winner = match->winner();
      told_.exits.push_back({match->loser(), winner, round});
      winners.push_back(winner);
      ++match;
    }
    return winners;
  }

  const KnockOutTerms& terms_;
  MeetingResults rest_;
  KnockOut told_;
};

}  // namespace

KnockOut knock_out(const KnockOutTerms& terms, MeetingResults so_far) {
  return Story(terms, so_far).tell();
}

}  // namespace toptile
