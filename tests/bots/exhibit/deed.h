// What an exhibit does wrong, and when. Until that moment, and after it where it lives on, it is a greedy bot
// that keeps to the protocol.
#pragma once

#include <functional>
#include <string_view>
#include <vector>

namespace toptile {

class Exhibit;

// Just before the bot would do what this line of the referee asks for.
enum class Moment {
  none,
  start,  // Before anything is read.
  uwi,
  setoption,
  ruleset,
  newgame,
  isready,
  go,        // In every game the move of the deed's number, or every move.
  question,  // Asked whether it challenges.
  result,
  quit,
};

// What remains to be done of what was asked for.
enum class Then { goes_on, is_done };

struct Deed {
  std::string_view name;
  Moment moment = Moment::none;
  std::function<Then(Exhibit&)> act = {};
  int move = 1;  // From 1, for Moment::go; 0: every one.
};
using Deeds = std::vector<Deed>;

// A file each, by what is abused.
Deeds endings();        // The process.
Deeds silences();       // Time.
Deeds lines();          // What is said, as bytes.
Deeds turns();          // What is said, as messages.
Deeds streams();        // The descriptors.
Deeds signals();        // Signals, groups, priorities.
Deeds families();       // More processes.
Deeds appetites();      // Memory, disk, processors.
Deeds illegal_moves();  // The rules of the game.

}  // namespace toptile
