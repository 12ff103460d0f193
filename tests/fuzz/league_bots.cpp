// The input is manifests (bot.json) with lines "---" between them. Each is submitted to a league as a bot's
// folder. The bots that the league accepts are unpacked, and the list of them is a tournament's: its plan is
// found, and is read as it was written.
#include <filesystem>
#include <set>

#include "base/files.h"
#include "base/temporary_folder.h"
#include "league/intake/submission_files.h"
#include "league/intake/unpacked_bots.h"
#include "tests/fuzz/rulesets.h"
#include "tests/fuzz/sentence.h"
#include "tournaments/plan/plan.h"

using namespace toptile;

namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMaxSubmitted = 6;

// The value. An error must be one sentence.
template <class T, class Failure, class Policy>
std::optional<T> accepted(boost::outcome_v2::basic_result<T, Failure, Policy> result) {
  if (result) return std::move(result).value();
  TOPTILE_ASSERT(fuzz::is_one_sentence(result.error().message));
  return std::nullopt;
}

template <class T>
T good(Result<T> result) {
  TOPTILE_ASSERT(result);
  return std::move(result).value();
}

LeagueStore new_league(const fs::path& file) {
  const fuzz::Words& words = fuzz::all_words().front();
  Plan plan(words.rules);
  plan.seed = 77;
  plan.lexicon_name = words.lexicon.name();
  plan.lexicon_sha256 = hexadecimal(words.lexicon.sha256());
  plan.lexicon_words = words.lexicon.words();
  const LeagueTerms terms{.name = "A league",
                          .plan = std::move(plan),
                          .sandbox = SandboxMode::off,
                          .submissions = {},
                          .anchors = {}};
  return good(LeagueStore::create(good(open_database(file.string())), terms, words.lexicon));
}

void write_bot(const fs::path& folder, std::string_view manifest) {
  fs::create_directory(folder);
  TOPTILE_ASSERT(replace_file(folder / "bot.json", manifest));
  TOPTILE_ASSERT(replace_file(folder / "program", "#!/bin/sh\n"));
  fs::permissions(folder / "program", fs::perms::owner_all);
}

// Submits the bot in the folder, and lets it play if the league accepts it.
void submit(LeagueStore& store, const fs::path& folder, std::string_view manifest) {
  write_bot(folder, manifest);
  const BotSearch search{.directory = folder, .shipped = {.bots = folder / "none", .lexicons = folder}};
  const auto found = accepted(find_bot({.manifest = folder.string()}, search, JsonPlace("bot")));
  if (!found) return;
  const auto submission = accepted(submission_of(*found, "", "ann", store.terms().submissions));
  if (!submission) return;
  const auto received = accepted(store.versions().receive(*submission));
  if (!received || !received->is_new) return;
  const auto claimed = good(store.versions().claim({"examiner", std::chrono::minutes(1)}));
  TOPTILE_ASSERT(claimed && good(store.versions().accept(claimed->id, "examiner", "")));
}

// The plan of a tournament of all bots that play in the league.
void check_tournament(LeagueStore& store, const fs::path& folder) {
  const auto versions = good(store.versions().list({{}, {VersionState::active}}));
  if (versions.size() < 2) return;
  TOPTILE_ASSERT(unpack_bots(store, versions, folder / "final"));
  const std::string text = R"({"bots": [{"include": "final/bots.json"}], "games": 2, "seed": 5})";
  auto request = good(parse_request(text, folder / "plan.json"));
  TOPTILE_ASSERT(request.bots.size() == versions.size());
  request.words = fuzz::all_words().front().lexicon;
  request.sandbox = SandboxMode::off;
  const auto resolved =
      good(resolve(request, {.directory = folder, .shipped = {.bots = folder / "none", .lexicons = folder}}));
  std::set<std::string> hashes;
  for (const BotVersion& version : versions) hashes.insert(version.sha256);
  for (const BotEntry& bot : resolved.plan.bots) TOPTILE_ASSERT(hashes.contains(bot.sha256));
  const Json written = plan_to_json(resolved.plan);
  const auto again = plan_from_json(good(parse_json(json_text(written), "run.json")), "run.json");
  TOPTILE_ASSERT(again && !compare_plans(written, plan_to_json(again.value())));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  constexpr std::string_view kBetween = "\n---\n";
  std::string_view text = fuzz::text_of(bytes, size);
  const auto place = TemporaryFolder::make();
  TOPTILE_ASSERT(place);
  const fs::path folder = place.value().path();
  LeagueStore store = new_league(folder / "league.db");
  for (std::size_t bot = 0; bot < kMaxSubmitted; ++bot) {
    const std::size_t end = text.find(kBetween);
    submit(store, folder / ("bot" + std::to_string(bot)), text.substr(0, end));
    if (end == text.npos) break;
    text.remove_prefix(end + kBetween.size());
  }
  check_tournament(store, folder);
  return 0;
}
