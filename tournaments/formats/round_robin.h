// Formats whose meetings do not depend on results.
#pragma once

#include "tournaments/results/meeting.h"

namespace toptile {

// Everyone with everyone, once; in games of three or four, every three or four of them once, so that any two
// meet equally often. Of an unfinished tournament the meetings are nearly balanced too: those of two by the
// circle method, the others in turns of as many meetings as there are bots, in which each has as many.
Meetings everyone_meets(int entrants, int players);

// Each of the first `leaders` with each that is none, or with each two or three that are none, once; the
// leaders take turns.
Meetings leaders_meet_others(int leaders, int entrants, int players);

}  // namespace toptile
