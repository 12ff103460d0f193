// A bot's analysis of a position, or of the turns of a recorded game: its own move, its info lines about that
// move, and how much the played move loses compared with it. A bot that does not answer ends the analysis of
// the game, and its stderr is kept.
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
#include "bots/copies/frozen_bots.h"
#include "engine/lexicon.h"
#include "engine/position.h"
#include "engine/ruleset.h"
#include "protocol/game_record.h"
#include "referee/game/fault.h"
#include "referee/sandbox/sandbox.h"

namespace toptile {

// The temporary folder of an analysis, with the word list for the bot and the stderr files of its running
// processes.
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

// The rules and lexicon, and the folder for the bot's processes.
struct AnalysisTable {
  const Ruleset& rules;
  const Lexicon& lexicon;
  const AnalysisFolder& folder;
};

struct AnalysisRequest {
  FrozenBots bot;  // A single bot.
  std::shared_ptr<const Sandbox> sandbox = {};
  std::chrono::milliseconds move_time{1000};  // The time that is sent in `go movetime`.
  std::stop_token stop = {};
};

struct Opinion {
  std::string move;           // The bot's text, cleaned by clean_text.
  std::string refusal;        // Why the move is illegal, in the form "REASON: text"; empty for a legal move.
  std::optional<int> points;  // The points of a legal play, pass or exchange.
  std::vector<std::string> words;  // The words of a legal play.
  std::vector<std::string> infos;  // The bot's last kMaxInfos info lines before the move, in order.
  std::chrono::milliseconds time{0};
};
inline constexpr std::size_t kMaxInfos = 1000;

// Why a bot gave no opinion.
struct AnalysisFault {
  FaultKind kind{};
  std::string text;      // One sentence for the bot's author.
  std::string position;  // The position line that was asked about.
  // The stderr of the process: its first kMaxStderrOfGame bytes, and its end if there was more.
  std::string stderr_text;
};
inline constexpr std::size_t kMaxStderrOfGame = 1 << 20;

// Whether two moves are the same: they have the same text, or they lay the same tiles, as a play of one tile
// may be written across or down. The second move must be legal on the board.
bool is_same_move(const std::string& one, const std::string& other, const Board& board,
                  const Alphabet& alphabet);

// The score of a move in info lines: the number after `score` in the last line whose `pv` begins with the
// move.
std::optional<double> score_told(const std::vector<std::string>& infos, std::string_view move);

// The bot's own move in a position, with its info lines about that move. An error means that the machine
// failed or that the analysis was stopped.
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

  // The points of the bot's move less those of the move that was played. nullopt if the bot's move is
  // illegal, and for answers to challenges.
  std::optional<int> points_lost() const;
  // The same in the bot's own score; nullopt unless it gave a score for both moves as they are written.
  std::optional<double> score_lost() const;
  // Drops all info lines except the last one and those that score_lost needs.
  void keep_telling_infos();
};

struct TurnFault {
  int turn = 0;
  Seat seat{};
  AnalysisFault fault;
};

// Asks the bot about the turns of a game for which `wants` returns true. Each seat has a process of its own,
// which gets the game as that seat saw it. The record must be of a game by this table's rules and lexicon
// (find_difference). After a fault the bot is not asked again. An error means the same as for
// analyze_position.
Result<std::optional<TurnFault>> analyze_game(const AnalysisRequest& request, const AnalysisTable& table,
                                              const GameRecord& record,
                                              const std::function<bool(int turn, Seat seat)>& wants,
                                              const std::function<void(TurnOpinion&&)>& visit);

}  // namespace toptile
