// Made-up results of meetings.
#pragma once

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <initializer_list>
#include <ostream>
#include <string>
#include <vector>

#include "engine/random.h"
#include "ratings/results/meeting.h"

namespace toptile {

inline constexpr int kMaxEntrants = 40;

inline std::ostream& operator<<(std::ostream& out, const Meeting& meeting) {
  for (std::size_t i = 0; i < meeting.entrants.size(); ++i) out << (i == 0 ? "" : "-") << meeting.entrants[i];
  return out;
}

// The names of so many bots: "0", "1", …
inline std::vector<std::string> names_of_bots(int bots) {
  std::vector<std::string> names;
  for (int bot = 0; bot < bots; ++bot) names.push_back(std::to_string(bot));
  return names;
}

// The entrants with these numbers, and meetings of them.
inline Entrants entrants_of(std::initializer_list<int> numbers) {
  Entrants entrants;
  for (const int number : numbers) entrants.push_back(Entrant{number});
  return entrants;
}
inline Meeting meeting_of(std::initializer_list<int> numbers) {
  return Meeting(entrants_of(numbers));
}
inline Meetings meetings_of(std::initializer_list<std::initializer_list<int>> all) {
  Meetings meetings;
  for (const auto& numbers : all) meetings.push_back(meeting_of(numbers));
  return meetings;
}

// The points and the spread are those of the first of two entrants.
inline MeetingResult result_of_two(const Meeting& meeting, double points, int spread) {
  return {meeting, {points, 2 - points}, {spread, -spread}};
}

inline MeetingResult won_by(const Meeting& meeting, int winner) {
  const bool is_first = meeting.entrants[0] == winner;
  return result_of_two(meeting, is_first ? 2 : 0, is_first ? 30 : -30);
}

// Results in which the lower number wins. In by_chance, chance decides.
inline std::vector<MeetingResult> as_ranked(const Meetings& meetings) {
  std::vector<MeetingResult> results;
  for (const Meeting& meeting : meetings)
    results.push_back(won_by(meeting, std::min(meeting.entrants[0], meeting.entrants[1])));
  return results;
}
inline std::vector<MeetingResult> by_chance(const Meetings& meetings, Random& random) {
  std::vector<MeetingResult> results;
  for (const Meeting& meeting : meetings)
    results.push_back(result_of_two(meeting, static_cast<int>(random.below(5)) / 2.0,
                                    static_cast<int>(random.below(201)) - 100));
  return results;
}

inline void append(std::vector<MeetingResult>& all, const std::vector<MeetingResult>& more) {
  all.insert(all.end(), more.begin(), more.end());
}

}  // namespace toptile
