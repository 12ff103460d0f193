// What a bot thinks of a position, and of every turn of a recorded game: its own move, its words about it,
// and what the move that was played loses against it.
#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "engine/lexicon.h"
#include "engine/position.h"
#include "engine/ruleset.h"
#include "protocol/game_record.h"
#include "tournaments/bots/frozen_bots.h"

namespace toptile {

// The words and rules, and the words as a file that the bot can read (see save_for_bots).
struct AnalysisTable {
  const Ruleset& rules;
  const Lexicon& lexicon;
  std::filesystem::path list;
};

struct AnalysisRequest {
  FrozenBots bot;  // One.
  std::shared_ptr<const Sandbox> sandbox = {};
  std::chrono::milliseconds move_time{1000};  // What the bot is told: go movetime.
  std::stop_token stop = {};
};

struct Opinion {
  std::string move;                // As the bot wrote it, cleaned.
  std::string refusal;             // Why the move is illegal: "REASON: text"; empty when it is not.
  std::optional<int> points;       // Of a legal play, pass or exchange.
  std::vector<std::string> words;  // Of a legal play.
  std::vector<std::string> infos;  // What it said before the move, in order; the last kMostInfos.
  std::chrono::milliseconds time{0};
};
inline constexpr std::size_t kMostInfos = 1000;

// Whether two moves, the second one legal on the board, are one: the same text, or plays that lay the same
// tiles, as a play of one tile may be written across or down.
bool is_same_move(const std::string& one, const std::string& other, const Board& board,
                  const Alphabet& alphabet);

// What the lines say of a move: the number after `score` in the last one whose `pv` begins with it.
std::optional<double> score_told(const std::vector<std::string>& infos, std::string_view move);

// The bot's own move in a position, and what it says of it. `players` and `seat` are what `newgame` tells.
Result<Opinion> analyze_position(const AnalysisRequest& request, const AnalysisTable& table,
                                 const Position& position);

struct TurnOpinion {
  int turn = 0;  // From 1.
  int seat = 0;
  std::string played;
  int points = 0;  // Of the move played.
  Opinion opinion;
  bool is_same = false;  // It would play that too, whichever way a play of one tile is written.

  // Points of the bot's play less those of the move played; nothing where it would not play a legal move, and
  // for answers to challenges.
  std::optional<int> points_lost() const;
  // Likewise in the bot's own score, if it told one for both moves as they are written.
  std::optional<double> score_lost() const;
};

// Asks the bot about the turns `first` to `last` of a game, each side's to a process of its own that is told
// the game as that side saw it. The record must be one of this table's (find_difference).
Result<void> analyze_game(const AnalysisRequest& request, const AnalysisTable& table,
                          const GameRecord& record, int first, int last,
                          const std::function<void(const TurnOpinion&)>& visit);

}  // namespace toptile
