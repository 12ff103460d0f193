// The input of a report: runs with the results of their games. A run whose records were read also has the
// details that only records have.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "ratings/matches/match_test.h"
#include "ratings/results/game_result.h"
#include "tournaments/exchange/repeated_games.h"
#include "tournaments/formats/format.h"
#include "tournaments/plan/plan.h"
#include "tournaments/report/run_highlights.h"
#include "tournaments/review/review_log.h"
#include "tournaments/run/run_sessions.h"

namespace toptile {

// The lower ends of the classes of move times, in milliseconds; the last class has no upper end.
inline constexpr std::array<std::int64_t, 19> kMoveTimeEdges = {
    0,    1,    2,    5,      10,     20,     50,      100,     200,    500,
    1000, 2000, 5000, 10'000, 20'000, 50'000, 100'000, 200'000, 500'000};
// This many turns of a bot in a game have a count of their own. Later turns count as the last of these.
inline constexpr std::size_t kMaxTurnsApart = 100;

// All moves of a bot, by the number of its own turn in a game. An answer to a challenge takes time, but it is
// not a turn.
struct BotMoves {
  struct Turn {
    std::uint64_t count = 0;
    std::int64_t points = 0, ms = 0;
  };
  std::vector<Turn> turns;  // The first is the bot's own first turn.
  std::uint64_t moves = 0;  // The number of moves, including answers.
  std::int64_t total_ms = 0, most_ms = 0;
  // How often the bot lost because no move came in time. The time of such a move is unknown, so the other
  // numbers do not include it.
  std::uint64_t lost_on_time = 0;
  std::array<std::uint64_t, kMoveTimeEdges.size()> times{};

  void add_time(std::int64_t ms);
  void add_turn(std::size_t number, std::int64_t points, std::int64_t ms);
  void add(const BotMoves& more);
};

struct RecordedForfeit {
  GameNumber game{0};
  Entrant entrant{};
  ForfeitRecord forfeit;
};

// Compressed records of consecutive games: the raw deflate (RFC 1951) of their unchanged lines.
struct GameChunk {
  GameNumber first{}, last{};
  std::string deflated;
};

// The number of a game's turns, and two notable ones. A turn that does not exist is 0, and so are its points.
struct GameTurns {
  std::uint32_t turns = 0;
  std::uint32_t best_turn = 0;  // The turn with the most points.
  std::int32_t best_points = 0;
  Seat best_seat{};
  std::uint32_t behind_turn = 0;  // The turn after which the winner was furthest behind the leader.
  std::int32_t behind = 0;
};

GameTurns turns_of(const GameRecord& record, const GameHighlights& highlights);

struct RecordDetails {
  std::map<Entrant, BotMoves> moves;      // The key is the entrant.
  std::vector<GameTurns> turns;           // One for each game, in the order of the records.
  std::vector<RecordedForfeit> forfeits;  // The first kMaxForfeitsTold forfeits.
  // Why a seat forfeited a game, for all forfeits.
  std::map<std::pair<GameNumber, Seat>, FaultKind> kinds;
  RunHighlights highlights;
  std::vector<GameChunk> chunks;
  GameReviews reviews;  // The champion's, of games that are in `turns`.
};

struct ReportRun {
  std::string name;  // The name that the report gives the run.
  Plan plan;
  std::vector<GameResult> games;  // Sorted by number if there are details.
  ForfeitedGames forfeited;       // The forfeits if there are no details.
  std::vector<Place> places;      // The value of Schedule::places.
  std::optional<TestStatus> test;
  std::uint64_t planned = 0;  // The number of games known so far, without the repeated ones.
  bool is_finished = false;
  std::optional<RecordDetails> details;
  std::vector<RunSession> sessions = {};  // When and where it was played, if that was recorded.
  std::vector<std::uint64_t> seeds = {};  // The seed of each game, if all have details.
  // The raw deflate of the built lexicon, with which a page can analyze the run's games; empty if it cannot.
  std::string lexicon = {};
  // Games that earlier runs have; everything above is without them.
  std::vector<RepeatedGames> repeated = {};
};

}  // namespace toptile
