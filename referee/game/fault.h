// A bot's misbehaviour: a result of the game, written into its record, never an error of ours.
#pragma once

#include <string>

#include "protocol/fault_kind.h"
#include "protocol/game_record.h"

namespace toptile {

struct Fault {
  FaultKind kind;
  std::string text;  // One sentence for the bot's author.
  Evidence evidence = {};
};

}  // namespace toptile
