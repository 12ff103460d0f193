// What a bot thinks of a position, and of every turn of a recorded game: its own move, what it says about
// that move, and how much the move that was played loses against it.
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
  FrozenBots bot;  // A single bot.
  std::shared_ptr<const Sandbox> sandbox = {};
  std::chrono::milliseconds move_time{1000};  // The time that the bot is told in `go movetime`.
  std::stop_token stop = {};
};

struct Opinion {
  std::string move;                // The bot's text, cleaned by clean_text.
  std::string refusal;             // Why the move is illegal, as "REASON: text"; empty for a legal move.
  std::optional<int> points;       // The points of a legal play, pass or exchange.
  std::vector<std::string> words;  // The words of a legal play.
  std::vector<std::string> infos;  // The last kMostInfos lines that the bot said before the move, in order.
  std::chrono::milliseconds time{0};
};
inline constexpr std::size_t kMostInfos = 1000;

// Whether two moves are the same, the second of which is legal on the board: they have the same text, or they
// lay the same tiles. A play of one tile may be written across or down.
bool is_same_move(const std::string& one, const std::string& other, const Board& board,
                  const Alphabet& alphabet);

// The score that the lines give a move: the number after `score` in the last line whose `pv` begins with it.
std::optional<double> score_told(const std::vector<std::string>& infos, std::string_view move);

// The bot's own move in a position, and what it says about that move.
Result<Opinion> analyze_position(const AnalysisRequest& request, const AnalysisTable& table,
                                 const Position& position);

struct TurnOpinion {
  int turn = 0;  // The first turn is 1.
  Seat seat{};
  std::string played;
  int points = 0;  // The points of the move that was played.
  Opinion opinion;
  bool is_same = false;  // The bot would play the same move (is_same_move).

  // The points of the bot's move less those of the move that was played. Nothing if the bot's move is
  // illegal, and nothing for answers to challenges.
  std::optional<int> points_lost() const;
  // The same in the bot's own score; nothing unless it told a score for both moves as they are written.
  std::optional<double> score_lost() const;
};

// Asks the bot about the turns `first` to `last` of a game. Each seat has a process of its own, which is told
// the game as that seat saw it. The record must be of a game by this table's rules and words
// (find_difference).
Result<void> analyze_game(const AnalysisRequest& request, const AnalysisTable& table,
                          const GameRecord& record, int first, int last,
                          const std::function<void(const TurnOpinion&)>& visit);

}  // namespace toptile
