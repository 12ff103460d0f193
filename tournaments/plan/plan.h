// The plan of a tournament: bots, rules, lexicon, clock, games, seed. It is read and checked as a whole
// before the first game, and frozen into the run's run.json. After that no code reads arguments or
// configuration files.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "base/json_fields.h"
#include "base/result.h"
#include "bots/bot_entry.h"
#include "bots/bot_list.h"
#include "engine/ruleset.h"
#include "protocol/adjudication.h"
#include "protocol/lexicon_file.h"
#include "ratings/matches/match_test.h"
#include "referee/game/bot_session.h"
#include "referee/game/clock.h"
#include "referee/game/play_game.h"
#include "tournaments/formats/format.h"
#include "tournaments/formats/shard.h"
#include "tournaments/plan/openings.h"

namespace toptile {

// When a bot's process is replaced.
enum class Restart {
  on_fault,   // A process plays game after game; after a fault the next game has a new one.
  each_game,  // Every game has a new process.
  never,      // A process plays game after game; after a fault the bot is withdrawn.
};

// How the referee treats bots, apart from their clocks.
struct RefereeSettings {
  Restart restart = Restart::on_fault;
  IllegalPolicy illegal;
  // A bot that crashes, hangs or breaks the protocol before its first move in this many games in a row is
  // withdrawn: it is not started any more, and its remaining games do not count for it. 0 means never.
  int withdraw_after = 3;
  // Each bot has one process for first games of pairs and another one for second games. With only one process
  // a bot could know its opponent's tiles in the second game.
  bool lanes = true;
};

// The part of a plan that may grow.
struct FirstPlan {
  int games = 0, rounds = 0;  // As in the plan and its format.
  int bots = 0;
  bool operator==(const FirstPlan&) const = default;
};

// The settings of a tournament other than its bots, rules and lexicon. A request and a plan share them.
struct TournamentTerms {
  TournamentFormat format;
  TimeControl time_control;
  std::optional<AdjudicationTerms> adjudicate;  // nullopt: games end by their rules alone.
  Patience patience;
  RefereeSettings referee;
  SandboxLimits limits;     // The limits of the bots, unless the sandbox is off.
  bool pin = true;          // Each game runs on one processor, with its bots and its side of the referee.
  bool ponder = false;      // A bot may compute while another one is asked.
  bool every_look = false;  // Intervals and ranks are anytime-valid.
  // The first plan of a run with `every_look` that has grown since. Its intervals are made for that plan.
  std::optional<FirstPlan> first_plan;
  // The shard to play, if the run is one of several to be merged (tournaments/merge/merge.h).
  std::optional<Shard> shard;
  std::optional<TestTerms> test;  // The test that ends a match.
};

inline constexpr int kMaxGamesAtOnce = 1024;

// A tournament as a user wrote it. Names are not looked up yet, and files are not read.
struct TournamentRequest : TournamentTerms {
  std::vector<BotRequest> bots;
  // The games of a pairing, match or group, in whole sets. nullopt: 20, rounded up to whole sets, or the
  // maximum that a test may take.
  std::optional<int> games;
  std::optional<std::uint64_t> seed;  // nullopt: drawn from the system.
  Json rules = "hasbro";              // A shipped name, a file, or a ruleset itself.
  std::string lexicon = "english";    // A shipped name or a file.
  std::optional<Lexicon> words;       // The lexicon itself; then `lexicon` is not looked up.
  OpeningsRequest openings;
  SandboxMode sandbox = SandboxMode::automatic;
  // The following fields are not part of the plan, as they do not affect any game.
  int concurrency = 0;  // Games at once; 0 means as many as there are processors.
  // How many games at once a process plays at most, if its bot offers several. Above 1, each of the threads
  // that `concurrency` counts plays this many sets at once.
  int batch = 1;
  // Every bot is started once before the first game, and nothing is played if one fails.
  bool try_bots = true;
  bool transcripts = false;         // Whether all lines to and from bots are written to files.
  std::string name;                 // The name of the run folder, if no folder is given.
  std::filesystem::path directory;  // Relative paths count from this folder.
  JsonPlace configuration = "";     // The configuration file, which errors name.
  // For keys that flags gave, the flag, such as "--rules" for "rules" and "--rounds" for "format.rounds".
  std::map<std::string, std::string> flags;

  JsonPlace where(const std::string& key) const;
  JsonPlace where(const std::string& key, const std::string& part) const;
};

// Parses the text of a configuration file. Every error begins with its path `file`, and relative paths count
// from its folder. Files with bots that it includes are read, too.
Result<TournamentRequest> parse_request(std::string_view text, const std::filesystem::path& file);

// Reads the keys of a configuration other than those about bots and about who meets whom. A league has these
// keys, too.
void read_settings(FieldReader& reader, TournamentRequest& request);

// Finds a ruleset by its shipped name, or as a user's own file.
Result<Ruleset> find_ruleset(const std::string& name_or_file, const std::filesystem::path& directory);
// Opens a word list, and takes the words that the ruleset can use. The list is given by its shipped name or
// as a file, either text or built; "-" is standard input.
Result<LoadedLexicon> open_lexicon(const std::string& name_or_file, const Ruleset& rules,
                                   const std::filesystem::path& directory, const ShippedFiles& shipped);

struct Plan : TournamentTerms {
  explicit Plan(Ruleset by) : rules(std::move(by)) {}

  std::vector<BotEntry> bots;
  int games = 20;  // In a match with a test, the maximum.
  std::uint64_t seed = 0;
  Ruleset rules;
  std::string lexicon_sha256;
  std::string lexicon_name;
  int lexicon_words = 0;
  Openings openings;
};

// The rules and lexicon for a plan's openings.
OpeningTable opening_table_of(const Plan& plan, const Lexicon& lexicon);

// The table of all games of a plan. The plan and the lexicon must outlive it. `list` is the path of the text
// list that the bots read.
GameTable table_of(const Plan& plan, const Lexicon& lexicon, const std::string& list);

// A plan, the lexicon that it names, and the sandbox that its bots run in.
struct ResolvedPlan {
  Plan plan;
  Lexicon lexicon;
  std::shared_ptr<const Sandbox> sandbox;
};

// The minimum of a secret seed. Bots receive seeds that are computed from the tournament's. A bot could find
// a smaller tournament seed by trying all of them.
inline constexpr std::uint64_t kMinSecretSeed = std::uint64_t{1} << 56;

// A random seed, at least kMinSecretSeed.
std::uint64_t system_seed();

// Looks everything up: programs, files, the lexicon, and what this machine can enforce. Relative paths count
// from the request's directory, not from that of `search`. Nothing is built.
Result<ResolvedPlan> resolve(const TournamentRequest& request, const BotSearch& search);

// The same with bots that were found already; the request's own are ignored.
Result<ResolvedPlan> resolve_with(const TournamentRequest& request, std::vector<BotEntry> bots,
                                  const ShippedFiles& shipped);

// The next three functions do the same in steps, for callers that report all errors. This one finds each bot,
// or returns why it is not found.
std::vector<Result<BotEntry>> find_bots(const TournamentRequest& request, const BotSearch& search);
// Does everything that does not depend on the bots. The plan has these bots, which may be too few or have
// equal names.
Result<ResolvedPlan> resolve_around(const TournamentRequest& request, std::vector<BotEntry> bots,
                                    const ShippedFiles& shipped);
// Completes the plan's format for its bots, or fails if something is wrong with them.
Result<void> complete_plan(const TournamentRequest& request, Plan& plan);

// The part of this plan that may grow.
FirstPlan growing_part(const Plan& plan);
// Notes in the plan of a run that has grown what it planned first, if its intervals depend on that.
void keep_first_plan(const Plan& begun, Plan& plan);

// The plan as it stands in run.json (docs/game_log.md, "run.json").
Json plan_to_json(const Plan& plan);
Result<Plan> plan_from_json(const Json& object, const std::string& where);

// A field in which two plans differ.
struct PlanDifference {
  std::string field;                // A name such as "clock.time_ms".
  std::string in_first, in_second;  // Such as "30000", or "nothing".
};
// The first field in which two plans differ, or nullopt. What a sandbox enforces is compared, but not the
// text that says why it lacks something.
std::optional<PlanDifference> compare_plans(const Json& first, const Json& second);
// A sentence that says how a run's plan differs from the wanted one, or nullopt.
std::optional<std::string> find_plan_difference(const Json& frozen, const Json& wanted);

}  // namespace toptile
