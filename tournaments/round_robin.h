// Formats whose meetings do not depend on results.
#pragma once

#include "tournaments/meeting.h"

namespace toptile {

// Everyone with everyone, once. The circle method spreads a bot's meetings, so that an unfinished tournament
// is nearly balanced too.
Meetings everyone_meets(int entrants);

// Each of the first `leaders` with each that is none, once; the leaders take turns.
Meetings leaders_meet_others(int leaders, int entrants);

}  // namespace toptile
