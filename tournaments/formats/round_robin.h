// Formats whose meetings do not depend on results.
#pragma once

#include "ratings/results/meeting.h"

namespace toptile {

// Everyone meets everyone once. In games of three or four, every group of three or four meets once, so that
// any two meet equally often. The meetings of an unfinished tournament are nearly balanced, too. Meetings of
// two follow the circle method. Larger ones come in cycles, mostly of as many meetings as there are bots, and
// each bot has equally many meetings in a cycle.
Meetings everyone_meets(int entrants, int players);

// Each of the first `leaders` bots meets every other bot once or, in games of three or four, every group of
// two or three of the others once. The leaders take turns.
Meetings leaders_meet_others(int leaders, int entrants, int players);

}  // namespace toptile
