// What a tournament is: bots, rules, words, clock, games, seed, read and checked whole before the first game
// and frozen into the run's run.json. After that nobody reads arguments or configuration files.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "engine/result.h"
#include "engine/ruleset.h"
#include "protocol/adjudication.h"
#include "protocol/json_fields.h"
#include "protocol/lexicon_file.h"
#include "referee/bot_session.h"
#include "referee/clock.h"
#include "referee/play_game.h"
#include "tournaments/bots/bot_entry.h"
#include "tournaments/bots/bot_list.h"
#include "tournaments/formats/format.h"
#include "tournaments/formats/shard.h"
#include "tournaments/matches/match_test.h"

namespace toptile {

// When a bot's process is replaced.
enum class Restart {
  on_fault,   // It plays game after game; after a fault the next game has a new one.
  each_game,  // Every game has a new one.
  never,      // It plays game after game; after a fault the bot is withdrawn.
};

// What the referee does about bots, beside their clocks.
struct Conduct {
  Restart restart = Restart::on_fault;
  IllegalPolicy illegal;
  // A bot that so many times in a row crashes, hangs or breaks the protocol before its first move of a game
  // is withdrawn: it is not started any more, and its remaining games do not count for it. 0: never.
  int withdraw_after = 3;
  // Two processes a bot, one for first games of pairs and one for second games. Without them a bot can know
  // its opponent's tiles in the second game.
  bool lanes = true;
};

// As a user wrote it: names not looked up, files not read.
struct TournamentRequest {
  std::vector<BotRequest> bots;
  TournamentFormat format;
  std::optional<int> games;           // A pairing, match or group, in whole sets; else 20, or up to a set.
  std::optional<std::uint64_t> seed;  // Drawn from the system when not given.
  Json rules = "hasbro";              // A shipped name, a file, or a ruleset itself.
  std::string lexicon = "english";    // A shipped name or a file.
  TimeControl time_control;
  std::optional<AdjudicationTerms> adjudicate;  // Else games end by their rules alone.
  Patience patience;
  SandboxMode sandbox = SandboxMode::automatic;
  SandboxLimits limits;
  Conduct conduct;
  bool pin = true;                // Each game, its bots and its side of the referee, on one processor.
  bool ponder = false;            // A bot that is not asked may compute while another one thinks.
  bool every_look = false;        // Intervals and ranks hold at every look at the standings.
  std::optional<Shard> shard;     // The part to play, where it is not all.
  std::optional<TestTerms> test;  // Of a match, by which it ends.
  // Not part of the plan, as they decide nothing about a game:
  int concurrency = 0;              // Games at once; 0: as many as processors.
  bool try_bots = true;             // Start every bot once before the first game, and refuse if one fails.
  bool transcripts = false;         // Write what is said to and by bots.
  std::string name;                 // Of the run's folder, when none is given.
  std::filesystem::path directory;  // What relative paths count from.
  // Where it was told, for what is wrong with it: the file, and the keys that flags told instead of it.
  JsonPlace configuration = "";
  std::map<std::string, std::string> flags;  // "rules" to "--rules", "format.rounds" to "--rounds".

  JsonPlace where(const std::string& key) const;
  JsonPlace where(const std::string& key, const std::string& part) const;
};

// `text` is a configuration file's; `file` begins every error and is what relative paths count from. The
// files with bots that it includes are read, too.
Result<TournamentRequest> parse_request(std::string_view text, const std::filesystem::path& file);

// A ruleset by its shipped name or as a file of a user's own.
Result<Ruleset> find_ruleset(const std::string& name_or_file, const std::filesystem::path& directory);
// The words that the ruleset can use of a list, by its shipped name or as a file, text or built; "-" is
// standard input.
Result<LoadedLexicon> open_lexicon(const std::string& name_or_file, const Ruleset& rules,
                                   const std::filesystem::path& directory, const ShippedFiles& shipped);

struct Plan {
  std::vector<BotEntry> bots;
  TournamentFormat format;
  int games = 20;
  std::uint64_t seed = 0;
  Ruleset rules;
  std::string lexicon_sha256;
  std::string lexicon_name;
  int lexicon_words = 0;
  TimeControl time_control;
  Patience patience;
  Conduct conduct;
  SandboxLimits limits;  // Of the bots, unless the sandbox is off.
  bool pin = true;
  bool ponder = false;
  bool every_look = false;
  // Only a run that is one of several to be merged has it (tournaments/merge/merge.h).
  std::optional<Shard> shard = {};
  std::optional<TestTerms> test = {};  // Of a match; `games` is then the most that are played.
  std::optional<AdjudicationTerms> adjudicate = {};
};

// The table of all its games. The plan and the lexicon must outlive it; `list` is the text list that bots
// read.
GameTable table_of(const Plan& plan, const Lexicon& lexicon, const std::string& list);

// Looks everything up: what this machine can enforce, programs, files, words; the search's directory is the
// request's. The sandbox that the bots run in, and the lexicon that the plan names, are returned beside it.
// Nothing is built.
struct ResolvedPlan {
  Plan plan;
  Lexicon lexicon;
  std::shared_ptr<const Sandbox> sandbox;
};

// The least seed that a bot cannot find out from the seed that it is told, by trying all below it.
inline constexpr std::uint64_t kLeastSecretSeed = std::uint64_t{1} << 56;

Result<ResolvedPlan> resolve(const TournamentRequest& request, const BotSearch& search);

// The same in three steps, for who wants to know all that is wrong. Each bot, found or not:
std::vector<Result<BotEntry>> find_bots(const TournamentRequest& request, const BotSearch& search);
// All but what bots are needed for: a plan of these, which may be too few or have one name.
Result<ResolvedPlan> resolve_around(const TournamentRequest& request, std::vector<BotEntry> bots,
                                    const ShippedFiles& shipped);
// What is wrong with so many bots in such a tournament, or its format completed for them.
Result<void> complete_plan(const TournamentRequest& request, Plan& plan);

// run.json (docs/game_log.md, "run.json").
Json plan_to_json(const Plan& plan);
Result<Plan> plan_from_json(const Json& object, const std::string& where);

// The first field in which two plans differ; nothing when they are the same. What a sandbox lacks is
// compared, the words for why it does are not.
struct PlanDifference {
  std::string field;                // "clock.time_ms"
  std::string in_first, in_second;  // "30000", or "nothing"
};
std::optional<PlanDifference> compare_plans(const Json& first, const Json& second);
// The same of a run's plan and the one asked for, as a sentence.
std::optional<std::string> find_plan_difference(const Json& frozen, const Json& wanted);

}  // namespace toptile
