// Results of meetings, made up.
#pragma once

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <ostream>
#include <vector>

#include "engine/random.h"
#include "tournaments/meeting.h"

namespace toptile {

inline constexpr int kMostEntrants = 40;

inline std::ostream& operator<<(std::ostream& out, const Meeting& meeting) {
  return out << meeting.a << '-' << meeting.b;
}

inline MeetingResult won_by(const Meeting& meeting, int winner) {
  return {meeting, meeting.a == winner ? 2.0 : 0.0, meeting.a == winner ? 30 : -30};
}

// The lower number wins; or chance decides.
inline std::vector<MeetingResult> as_ranked(const Meetings& meetings) {
  std::vector<MeetingResult> results;
  for (const Meeting& meeting : meetings) results.push_back(won_by(meeting, std::min(meeting.a, meeting.b)));
  return results;
}
inline std::vector<MeetingResult> by_chance(const Meetings& meetings, Random& random) {
  std::vector<MeetingResult> results;
  for (const Meeting& meeting : meetings)
    results.push_back(
        {meeting, static_cast<int>(random.below(5)) / 2.0, static_cast<int>(random.below(201)) - 100});
  return results;
}

inline void append(std::vector<MeetingResult>& all, const std::vector<MeetingResult>& more) {
  all.insert(all.end(), more.begin(), more.end());
}

}  // namespace toptile
