// The plan of a tournament: bots, rules, words, clock, games, seed. It is read and checked as a whole before
// the first game, and frozen into the run's run.json. After that nothing reads arguments or configuration
// files.
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
struct Conduct {
  Restart restart = Restart::on_fault;
  IllegalPolicy illegal;
  // A bot is withdrawn if it crashes, hangs or breaks the protocol before its first move in this many games
  // in a row: it is not started any more, and its remaining games do not count for it. 0 means never.
  int withdraw_after = 3;
  // Each bot has one process for first games of pairs and another one for second games. With only one process
  // a bot could know its opponent's tiles in the second game.
  bool lanes = true;
};

// The settings of a tournament beside its bots, rules and words. A request and a plan have the same ones.
struct TournamentTerms {
  TournamentFormat format;
  TimeControl time_control;
  std::optional<AdjudicationTerms> adjudicate;  // If not given, games end by their rules alone.
  Patience patience;
  Conduct conduct;
  SandboxLimits limits;     // The limits of the bots, unless the sandbox is off.
  bool pin = true;          // Each game runs on one processor, with its bots and its side of the referee.
  bool ponder = false;      // A bot that is not asked may compute while another one thinks.
  bool every_look = false;  // Intervals and ranks hold at every look at the standings.
  // The part to play, if the run is one of several to be merged (tournaments/merge/merge.h).
  std::optional<Shard> shard;
  std::optional<TestTerms> test;  // The test that ends a match.
};

inline constexpr int kMaxGamesAtOnce = 1024;

// A tournament as a user wrote it. Names are not looked up yet, and files are not read.
struct TournamentRequest : TournamentTerms {
  std::vector<BotRequest> bots;
  // The games of a pairing, match or group, in whole sets. If not given, it is 20, rounded up to whole sets,
  // or the most that a test may take.
  std::optional<int> games;
  std::optional<std::uint64_t> seed;  // The seed; drawn from the system if it is not given.
  Json rules = "hasbro";              // A shipped name, a file, or a ruleset itself.
  std::string lexicon = "english";    // A shipped name or a file.
  std::optional<Lexicon> words;       // The words themselves; then `lexicon` is not looked up.
  OpeningsRequest openings;
  SandboxMode sandbox = SandboxMode::automatic;
  // The following fields are not part of the plan, as they decide nothing about a game.
  int concurrency = 0;  // Games at once; 0 means as many as there are processors.
  // Every bot is started once before the first game, and nothing is played if one fails.
  bool try_bots = true;
  bool transcripts = false;         // All lines to and from bots are written to files.
  std::string name;                 // The name of the run's folder, if no folder is given.
  std::filesystem::path directory;  // The folder that relative paths count from.
  JsonPlace configuration = "";     // The configuration file, which errors name.
  // The flags that gave keys, such as "--rules" for "rules" and "--rounds" for "format.rounds".
  std::map<std::string, std::string> flags;

  JsonPlace where(const std::string& key) const;
  JsonPlace where(const std::string& key, const std::string& part) const;
};

// `text` is that of a configuration file. Its path `file` begins every error, and relative paths count from
// its folder. Files with bots that it includes are read, too.
Result<TournamentRequest> parse_request(std::string_view text, const std::filesystem::path& file);

// Reads the keys of a configuration that say nothing of bots, and of who meets whom: a league has them, too.
void read_settings(FieldReader& reader, TournamentRequest& request);

// Finds a ruleset by its shipped name, or as a user's own file.
Result<Ruleset> find_ruleset(const std::string& name_or_file, const std::filesystem::path& directory);
// Opens a list of words, and takes those that the ruleset can use. The list is named by its shipped name, or
// is a file, text or built; "-" is standard input.
Result<LoadedLexicon> open_lexicon(const std::string& name_or_file, const Ruleset& rules,
                                   const std::filesystem::path& directory, const ShippedFiles& shipped);

struct Plan : TournamentTerms {
  explicit Plan(Ruleset by) : rules(std::move(by)) {}

  std::vector<BotEntry> bots;
  int games = 20;  // In a match with a test, the most that are played.
  std::uint64_t seed = 0;
  Ruleset rules;
  std::string lexicon_sha256;
  std::string lexicon_name;
  int lexicon_words = 0;
  Openings openings;
};

// What the openings of a plan are played with.
OpeningTable opening_table_of(const Plan& plan, const Lexicon& lexicon);

// The table of all games of a plan. The plan and the lexicon must outlive it. `list` is the text list that
// the bots read.
GameTable table_of(const Plan& plan, const Lexicon& lexicon, const std::string& list);

// A plan, the lexicon that it names, and the sandbox that its bots run in.
struct ResolvedPlan {
  Plan plan;
  Lexicon lexicon;
  std::shared_ptr<const Sandbox> sandbox;
};

// A bot is told a seed that is computed from the tournament's. It could find a tournament's seed below this
// one by trying all of them.
inline constexpr std::uint64_t kLeastSecretSeed = std::uint64_t{1} << 56;

// A random seed, not below that one.
std::uint64_t system_seed();

// Looks everything up: what this machine can enforce, programs, files, words. Relative paths count from the
// request's directory, not from that of `search`. Nothing is built.
Result<ResolvedPlan> resolve(const TournamentRequest& request, const BotSearch& search);

// The same with bots that are found already; the request's own are not looked at.
Result<ResolvedPlan> resolve_with(const TournamentRequest& request, std::vector<BotEntry> bots,
                                  const ShippedFiles& shipped);

// The next three functions do the same in steps, for callers that want to know all that is wrong. This one
// finds each bot, or says why it is not found.
std::vector<Result<BotEntry>> find_bots(const TournamentRequest& request, const BotSearch& search);
// Does everything that does not depend on the bots. The plan has these bots, which may be too few or share a
// name.
Result<ResolvedPlan> resolve_around(const TournamentRequest& request, std::vector<BotEntry> bots,
                                    const ShippedFiles& shipped);
// Says what is wrong with the bots of this plan, or completes its format for them.
Result<void> complete_plan(const TournamentRequest& request, Plan& plan);

// The plan as it stands in run.json (docs/game_log.md, "run.json").
Json plan_to_json(const Plan& plan);
Result<Plan> plan_from_json(const Json& object, const std::string& where);

// A field in which two plans differ.
struct PlanDifference {
  std::string field;                // A name such as "clock.time_ms".
  std::string in_first, in_second;  // Values such as "30000", or "nothing".
};
// The first field in which two plans differ; nothing if they are the same. What a sandbox enforces is
// compared, but not the words that say why it lacks something.
std::optional<PlanDifference> compare_plans(const Json& first, const Json& second);
// Says in a sentence how a run's plan differs from the one that is asked for.
std::optional<std::string> find_plan_difference(const Json& frozen, const Json& wanted);

}  // namespace toptile
