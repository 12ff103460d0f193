// What a report is made from: runs with the results of their games, and of each, where its records were read,
// what only those tell.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "tournaments/exchange/repeated_games.h"
#include "tournaments/formats/format.h"
#include "tournaments/matches/match_test.h"
#include "tournaments/plan/plan.h"
#include "tournaments/results/game_result.h"

namespace toptile {

// The lower ends of the classes into which times of moves fall, in milliseconds; the last class has no end.
inline constexpr std::array<std::int64_t, 19> kMoveTimeEdges = {
    0,    1,    2,    5,      10,     20,     50,      100,     200,    500,
    1000, 2000, 5000, 10'000, 20'000, 50'000, 100'000, 200'000, 500'000};
// Turns of one bot in a game that are told apart; later ones are counted as the last of these.
inline constexpr std::size_t kMostTurnsApart = 100;

// All moves of a bot, in the order of its own turns of a game. Answers to a challenge take time, and are no
// turns of their own.
struct BotMoves {
  struct Turn {
    std::uint64_t count = 0;
    std::int64_t points = 0, ms = 0;
  };
  std::vector<Turn> turns;  // By the bot's own number, from its first.
  std::uint64_t moves = 0;  // Answers included.
  std::int64_t total_ms = 0, most_ms = 0;
  std::array<std::uint64_t, kMoveTimeEdges.size()> times{};

  void add_time(std::int64_t ms);
  void add_turn(std::size_t number, std::int64_t points, std::int64_t ms);
  void add(const BotMoves& more);
};

struct RecordedForfeit {
  std::uint64_t game = 0;
  int entrant = 0;
  ForfeitRecord forfeit;
};

// Records of games one after the other, packed: raw deflate (RFC 1951) of their lines as they are.
struct GameChunk {
  std::uint64_t first = 0, last = 0;  // Numbers of games.
  std::string deflated;
};

struct RecordDetails {
  std::map<int, BotMoves> moves;          // By entrant.
  std::vector<std::uint32_t> turns;       // By game, in the order of the records.
  std::vector<RecordedForfeit> forfeits;  // The first kMostForfeitsTold.
  std::vector<GameChunk> chunks;
};

struct ReportRun {
  std::string name;  // As it was asked for.
  Plan plan;
  std::vector<GameResult> games;  // In the order of their numbers where there are details, else in any.
  ForfeitedGames forfeited;       // Who forfeited, where there are no details.
  std::vector<Place> places;      // As Schedule::places.
  std::optional<TestStatus> test;
  std::uint64_t planned = 0;  // Games, as far as is known, without the repeated ones.
  bool is_finished = false;
  std::optional<RecordDetails> details;
  std::vector<RepeatedGames> repeated = {};  // Left out of all above, as runs before have them.
};

}  // namespace toptile
