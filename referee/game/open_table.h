// The public view of a game in play, which everybody at the table has, for one thread that watches it. The
// thread that plays and the thread that watches never wait for each other: the news lies in one place, from
// which either thread takes it with one atomic exchange. While nobody takes it, later news is added to it,
// and it is dropped when the next game begins. So a table needs memory for the turns of one game only,
// however fast games are.
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "engine/game.h"
#include "protocol/tournament_numbers.h"
#include "referee/processes/deadline.h"

namespace toptile {

// A turn as the seats that did not make it see it: without the rack, the tiles drawn and the tile exchanged,
// and without what the bot said.
struct OpenTurn {
  Seat seat{};
  std::string move;         // The notation. An exchange is always `ex.?`.
  int points = 0;           // What a play earns if it stands.
  bool takes_back = false;  // Whether this is a challenge that took the play before it off the board.
  std::array<int, kMaxPlayers> scores{};  // The scores of all seats after the turn.
  std::chrono::milliseconds time{0};
  std::optional<std::chrono::milliseconds> clock;  // The same value as in the record.
};

// How a game ended.
struct OpenEnd {
  std::vector<int> scores, ranks;
  GameEnd end = GameEnd::out;
};

// The news of a game since the watcher last took it, and the present state of the game.
struct OpenGame {
  GameNumber id{};
  std::vector<std::string> players;      // The names in seat order; only the first news of a game has them.
  Instant begin{};                       // When the game began.
  std::size_t before = 0;                // The number of turns in earlier news.
  std::vector<OpenTurn> turns;           // The turns after those.
  int bag = 0;                           // The number of tiles in the bag.
  std::array<int, kMaxPlayers> racks{};  // The number of tiles on each rack.
  std::vector<Seat> out;                 // The seats that forfeited.
  Seat to_move{};
  Instant since{};  // When that seat was asked.
  std::optional<OpenEnd> end;
};

class OpenTable {
 public:
  OpenTable() = default;
  ~OpenTable();
  OpenTable(const OpenTable&) = delete;
  OpenTable& operator=(const OpenTable&) = delete;

  // These four are for the thread that plays. They take well under a microsecond.
  void begin(GameNumber id, const std::vector<std::string>& players, const Game& game);
  // Publishes the last turn of the game.
  void add(const Game& game, std::chrono::milliseconds time, std::optional<std::chrono::milliseconds> clock);
  // Publishes the state of the game after a forfeit.
  void update(const Game& game);
  void end(const Game& game, const std::vector<int>& scores, const std::vector<int>& ranks);

  // The news, or null. For the thread that watches.
  std::unique_ptr<OpenGame> take() { return std::unique_ptr<OpenGame>(news_.exchange(nullptr)); }

 private:
  std::unique_ptr<OpenGame> take_back();
  void leave(std::unique_ptr<OpenGame> news, const Game& game);

  std::atomic<OpenGame*> news_ = nullptr;
  // These belong to the thread that plays.
  GameNumber id_{};
  Instant begin_{};
  std::size_t told_ = 0;   // Turns of this game that were published.
  std::size_t moves_ = 0;  // Moves that stood after the last of them.
};

// The tables of a tournament, one for each worker.
class OpenTables {
 public:
  // The worker's table, whose address stays the same. A worker asks for it once, before its first game.
  OpenTable& table(int worker);
  // The tables so far.
  std::vector<OpenTable*> all();

 private:
  std::mutex mutex_;
  std::deque<OpenTable> tables_;
};

}  // namespace toptile
