#include "ratings/results/meeting.h"

#include <algorithm>

namespace toptile {

Meeting turned(Meeting meeting) {
  if (meeting.entrants.size() > 2) std::ranges::reverse(meeting.entrants.begin() + 1, meeting.entrants.end());
  return meeting;
}

}  // namespace toptile
