// What a bot thinks of a position, and of the turns of a recorded game: its own move, what it says about that
// move, and how much the move that was played loses against it. A bot that does not answer ends the analysis
// of the game, and what it wrote on stderr is kept.
#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <variant>
#include <vector>

#include "base/temporary_folder.h"
#include "bots/frozen_bots.h"
#include "engine/lexicon.h"
#include "engine/position.h"
#include "engine/ruleset.h"
#include "protocol/game_record.h"
#include "referee/game/fault.h"
#include "referee/sandbox/sandbox.h"

namespace toptile {

// The temporary folder of an analysis: the words as the bot reads them, and what its processes write on
// stderr while they live.
class AnalysisFolder {
 public:
  static Result<AnalysisFolder> make(const Lexicon& lexicon, const Sandbox& sandbox);

  std::filesystem::path list() const { return folder_.path() / "lexicon.txt"; }
  std::filesystem::path stderr_of(const std::string& process) const {
    return folder_.path() / (process + ".stderr");
  }

 private:
  explicit AnalysisFolder(TemporaryFolder folder) : folder_(std::move(folder)) {}

  TemporaryFolder folder_;
};

// The words and rules, and the folder for the bot's processes.
struct AnalysisTable {
  const Ruleset& rules;
  const Lexicon& lexicon;
  const AnalysisFolder& folder;
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

// Why a bot gave no opinion.
struct AnalysisFault {
  FaultKind kind{};
  std::string text;      // One sentence for the bot's author.
  std::string position;  // The position line that was asked about.
  // What the process wrote on stderr: its first kMostStderrOfGame bytes, and if there were more, its end.
  std::string stderr_text;
};
inline constexpr std::size_t kMostStderrOfGame = 1 << 20;

// Whether two moves are the same, the second of which is legal on the board: they have the same text, or they
// lay the same tiles. A play of one tile may be written across or down.
bool is_same_move(const std::string& one, const std::string& other, const Board& board,
                  const Alphabet& alphabet);

// The score that the lines give a move: the number after `score` in the last line whose `pv` begins with it.
std::optional<double> score_told(const std::vector<std::string>& infos, std::string_view move);

// The bot's own move in a position, and what it says about that move. An error says that the machine failed,
// or that the analysis was stopped.
Result<std::variant<Opinion, AnalysisFault>> analyze_position(const AnalysisRequest& request,
                                                              const AnalysisTable& table,
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
  // Drops the info lines but the last one and those that score_lost needs.
  void keep_telling_infos();
};

struct TurnFault {
  int turn = 0;
  Seat seat{};
  AnalysisFault fault;
};

// Asks the bot about those turns of a game that `wants` says yes to. Each seat has a process of its own,
// which is told the game as that seat saw it. The record must be of a game by this table's rules and words
// (find_difference). After a fault no more is asked. An error is as that of analyze_position.
Result<std::optional<TurnFault>> analyze_game(const AnalysisRequest& request, const AnalysisTable& table,
                                              const GameRecord& record,
                                              const std::function<bool(int turn, Seat seat)>& wants,
                                              const std::function<void(TurnOpinion&&)>& visit);

}  // namespace toptile
