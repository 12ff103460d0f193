#include "tournaments/exchange/rated_sources.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <map>
#include <optional>
#include <unordered_map>
#include <utility>

#include "protocol/record_log.h"
#include "tournaments/exchange/game_keys.h"
#include "tournaments/exchange/result_files.h"
#include "tournaments/run/tournament.h"

namespace toptile {

namespace {

namespace fs = std::filesystem;

using Plans = std::vector<std::optional<Plan>>;  // One for each source; nullopt for a file.

Result<Plans> read_plans(std::span<const std::string> sources) {
  Plans plans(sources.size());
  for (std::size_t i = 0; i < sources.size(); ++i) {
    std::error_code error;
    if (sources[i] != "-" && fs::status(sources[i], error).type() == fs::file_type::not_found)
      return Error{
          fmt::format("{}: this is neither a run nor a file of results: nothing has this name", sources[i])};
    if (!is_run(sources[i])) continue;
    TOPTILE_TRY(auto plan, read_run_plan(RunPaths{sources[i]}));
    plans[i] = std::move(plan);
  }
  return plans;
}

PlayerNames names_of(const Plans& plans) {
  std::vector<std::vector<BotEntry>> bots;
  for (const auto& plan : plans) bots.push_back(plan ? plan->bots : std::vector<BotEntry>());
  return PlayerNames(bots);
}

// Collects the games of the sources, one source after the other.
class Collection {
 public:
  Collection(RatedSources& rated, bool has_several_runs)
      : rated_(rated), has_several_runs_(has_several_runs) {}

  Result<void> add_run(const std::string& folder, const Plan& plan, std::size_t source) {
    std::vector<int> players;
    for (const std::string& name : rated_.names.of(source)) players.push_back(rated_.list.player(name));
    const GameKeys keys(plan);
    RunReading reading(plan);
    last_deal_.reset();
    const auto read = for_each_record_without_turns(RunPaths{folder}.games(),
                                                    [&](std::uint64_t, GameRecord&& record) -> Result<void> {
                                                      TOPTILE_TRY_TO(reading.tell(record));
                                                      if (!is_repeated(keys, record, source))
                                                        add(reading.last(), keys.deal(record), players);
                                                      return success();
                                                    });
    return read ? success() : Result<void>(read.error());
  }

  Result<void> add_file(const std::string& file, std::size_t source) {
    if (const auto same = same_file(file, source)) {
      add_repeated(rated_.repeated, source, *same, games_of_file_[*same]);
      return success();
    }
    const int before = rated_.list.size() + rated_.list.unfinished();
    auto read = read_results(file, rated_.list);
    games_of_file_[source] =
        static_cast<std::uint64_t>(rated_.list.size() + rated_.list.unfinished() - before);
    return read;
  }

 private:
  bool is_repeated(const GameKeys& keys, const GameRecord& record, std::size_t source) {
    if (!has_several_runs_) return false;
    const std::uint64_t key = keys.game(record);
    const auto first = known_.find(key);
    if (!first) {
      known_.add(key, source);
    } else {
      add_repeated(rated_.repeated, source, *first);
    }
    return first.has_value();
  }

  void add(const GameResult& result, std::uint64_t deal, const std::vector<int>& players) {
    if (result.is_void()) return rated_.list.add_unfinished();
    RankedGame game = result.ranked();
    game.cluster = cluster_of(deal);
    for (const Seat seat : each<Seat>(game.seats)) game.players[seat] = players[game.players[seat]];
    rated_.list.add_ranked(game);
  }

  // The games of a set are consecutive in a run, so it helps to remember the last deal.
  int cluster_of(std::uint64_t deal) {
    if (last_deal_ == deal) return last_cluster_;
    const int next = rated_.list.clusters();
    last_cluster_ = has_several_runs_ ? clusters_.try_emplace(deal, next).first->second : next;
    last_deal_ = deal;
    return last_cluster_;
  }

  // The earlier source that is the same file, or nullopt. A file that is not regular, such as a pipe, may
  // give other games the second time.
  std::optional<std::size_t> same_file(const std::string& file, std::size_t source) {
    struct stat found {};
    if (file == "-" || ::stat(file.c_str(), &found) != 0 || !S_ISREG(found.st_mode)) return std::nullopt;
    const auto [known, is_new] = files_.emplace(std::pair(found.st_dev, found.st_ino), source);
    return is_new ? std::nullopt : std::optional(known->second);
  }

  RatedSources& rated_;
  const bool has_several_runs_;
  KnownGames known_;
  std::unordered_map<std::uint64_t, int> clusters_;  // The key is the deal.
  std::optional<std::uint64_t> last_deal_;
  int last_cluster_ = 0;
  std::map<std::pair<dev_t, ino_t>, std::size_t> files_;
  std::map<std::size_t, std::uint64_t> games_of_file_;
};

}  // namespace

bool is_run(const std::string& source) {
  std::error_code closed;
  return source != "-" && fs::is_directory(source, closed);
}

Result<RatedSources> read_sources(std::span<const std::string> sources) {
  TOPTILE_TRY(const auto plans, read_plans(sources));
  RatedSources rated{{}, names_of(plans), {}};
  const auto runs = std::ranges::count_if(plans, [](const auto& plan) { return plan.has_value(); });
  Collection collection(rated, runs > 1);
  for (std::size_t i = 0; i < sources.size(); ++i) {
    const auto& plan = plans[i];
    TOPTILE_TRY_TO(plan ? collection.add_run(sources[i], *plan, i) : collection.add_file(sources[i], i));
  }
  return rated;
}

std::vector<std::string> RatedSources::notes(std::span<const std::string> sources) const {
  std::vector<std::string> notes = repeated_notes(repeated, sources);
  std::ranges::move(names.notes(sources), std::back_inserter(notes));
  for (const auto& [name, players] : names.shared()) {
    if (std::ranges::find(list.names(), name) != list.names().end())
      notes.push_back(
          fmt::format("A player who is called just {} in a file of results is another player.", name));
  }
  return notes;
}

}  // namespace toptile
