// The deed of an exhibit, and its moment. Before that moment, and after it if it lives on, it is a greedy bot
// that keeps to the protocol.
#pragma once

#include <functional>
#include <string_view>
#include <vector>

namespace toptile {

class Exhibit;

// The moment just before the bot would do what this line of the referee asks for.
enum class Moment {
  none,
  start,  // Nothing has been read yet.
  uwi,
  setoption,
  ruleset,
  newgame,
  isready,
  go,        // The deed's move of every game, or every move.
  question,  // The bot is asked whether it challenges.
  batch,     // All questions of a batch have been read. It comes only to a bot that offers several games.
  result,
  quit,
};

// Whether the bot still has to do what was asked for.
enum class Then { goes_on, is_done };

struct Deed {
  std::string_view name;
  Moment moment = Moment::none;
  std::function<Then(Exhibit&)> act = {};
  int move = 1;   // The number of the move for Moment::go, from 1; 0 means every move.
  int games = 1;  // How many games at once the bot offers to play.
};
using Deeds = std::vector<Deed>;

// Each of these has its own file, and abuses one thing.
Deeds endings();        // The end of the process.
Deeds silences();       // Time.
Deeds lines();          // The bytes of what is said.
Deeds turns();          // The messages that are said.
Deeds streams();        // The descriptors.
Deeds signals();        // Signals, groups and priorities.
Deeds families();       // More processes than one.
Deeds appetites();      // Memory, disk and processors.
Deeds illegal_moves();  // The rules of the game.
Deeds batches();        // Several games at once.

}  // namespace toptile
