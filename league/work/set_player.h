// Plays sets of games between two versions, with processes of their own, as a tournament of two would.
#pragma once

#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>

#include "base/result.h"
#include "base/temporary_folder.h"
#include "engine/lexicon.h"
#include "league/intake/stock.h"
#include "league/store/league_store.h"
#include "tournaments/formats/schedule.h"
#include "tournaments/run/run_store.h"

namespace toptile {

// A bot of a set, under the name that its records show.
struct TableBot {
  std::shared_ptr<const StockedBot> bot;
  std::string label;
};

// The records of a set and its results. The entrants of the results are 0 and 1.
struct SetRecords {
  std::array<GameRecord, 2> games;
  std::array<GameResult, 2> results;
  std::chrono::milliseconds took{0};  // Since the set before was over, or since the first one began.
};

// The games of a set: which version has which seat. This depends only on the league's rules and seed, and on
// the set's number.
std::array<ScheduledGame, 2> games_of_set(const LeagueTerms& terms, SetNumber set);
std::array<ScheduledGame, 2> games_of_set(const Ruleset& rules, const SeededSet& set);
// The seed of a set that the league's seed gives.
std::uint64_t seed_of_set(const LeagueTerms& terms, SetNumber set);
// The same for a set that comes from a run: its first version has the first seat in the first game.
std::array<ScheduledGame, 2> games_of_entered_set(SetNumber set, std::uint64_t seed);

// Why the record is not a record of that game by the rules, from the first tile to the last, or nullopt.
// `labels` are those of the set's `one` and `other`.
std::optional<std::string> record_fault(const LeagueTerms& terms, const Lexicon& lexicon,
                                        const ScheduledGame& scheduled,
                                        const std::array<std::string, 2>& labels, const GameRecord& record);

class SetPlayer {
 public:
  // Saves the word list for the bots in a temporary folder of this process. `terms` must outlive the player.
  static Result<std::unique_ptr<SetPlayer>> open(const LeagueTerms& terms, const std::string& words,
                                                 std::shared_ptr<const Sandbox> sandbox);

  const Lexicon& lexicon() const { return lexicon_; }
  const std::shared_ptr<const Sandbox>& sandbox() const { return sandbox_; }
  const LeagueTerms& terms() const { return terms_; }
  // The word list as bots read it.
  std::filesystem::path list() const { return RunPaths{folder_.path()}.lexicon_list(); }

  // Where and how a thread plays.
  struct Place {
    int lane = 0;   // Tells threads apart, from 0. The processor number if games are pinned to processors.
    int batch = 1;  // PlayingTerms::batch.
  };

  // Plays the sets, and passes each to `use` when its two games are over, until `use` returns false or a stop
  // is requested. Several threads may call this. It is an error if this machine cannot play: no bot could be
  // started, or a game breaks the rules, which is a bug of ours.
  Result<void> play(const std::array<TableBot, 2>& bots, const std::vector<SeededSet>& sets,
                    const Place& place, const std::stop_token& stop,
                    const std::function<bool(SetNumber, SetRecords&&)>& use) const;

 private:
  SetPlayer(const LeagueTerms& terms, Lexicon lexicon, std::shared_ptr<const Sandbox> sandbox,
            TemporaryFolder folder)
      : terms_(terms),
        lexicon_(std::move(lexicon)),
        sandbox_(std::move(sandbox)),
        folder_(std::move(folder)) {}

  const LeagueTerms& terms_;
  const Lexicon lexicon_;
  const std::shared_ptr<const Sandbox> sandbox_;
  const TemporaryFolder folder_;
};

}  // namespace toptile
