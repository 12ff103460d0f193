// toptile verify: plays every record of a run again through the rules.
#include <fmt/format.h>

#include "cli/terminal.h"
#include "cli/verb.h"
#include "engine/random.h"
#include "protocol/lexicon_file.h"
#include "tournaments/schedule.h"
#include "tournaments/tournament.h"

namespace toptile {

namespace {

struct Arguments {
  std::vector<std::string> runs;
  bool json = false;
};

struct Verified {
  std::uint64_t games = 0, turns = 0;
  std::vector<std::string> differences;
};

// What a line of a run's log must be beyond what the rules say of one game: the schedule's game, on the
// plan's seed.
std::optional<std::string> find_misplaced(const GameRecord& record, const Plan& plan, std::uint64_t number) {
  if (record.id != number)
    return fmt::format("id: the record says {}, and game {} should stand here", record.id, number);
  if (record.pair != (record.id + 1) / 2)
    return fmt::format("pair: the record says {}, the schedule says {}", record.pair, (record.id + 1) / 2);
  const RoundRobin schedule(static_cast<int>(plan.bots.size()), plan.games);
  if (record.id > schedule.games()) return fmt::format("id: the run has no game {}", record.id);
  const auto entrants = schedule.pairing(record.id).entrants;
  for (std::size_t seat = 0; seat < entrants.size(); ++seat) {
    const std::string& name = plan.bots[static_cast<std::size_t>(entrants[seat])].name;
    if (seat >= record.players.size() || record.players[seat] != name)
      return fmt::format("players: the schedule has {} on seat {}", name, seat);
  }
  const std::uint64_t seed = game_seed(plan.seed, record.pair);
  if (record.seed != seed)
    return fmt::format("seed: the record says {}, the run's seed gives {}", record.seed, seed);
  return std::nullopt;
}

Result<Verified> verify_run(const RunPaths& paths) {
  auto run = read_run_plan(paths);
  if (!run) return run.error();
  const Plan& plan = run.value();
  auto loaded = load_lexicon(paths.lexicon_list(), plan.rules);
  if (!loaded) return loaded.error();
  Lexicon lexicon = std::move(loaded).value().lexicon;
  if (hexadecimal(lexicon.sha256()) != plan.lexicon_sha256) {
    return Error{fmt::format("{}: these are not the words that run.json names (sha256 {})",
                             paths.lexicon_list().string(), plan.lexicon_sha256)};
  }
  Verified verified;
  const auto note = [&](std::uint64_t number, const std::string& what) {
    verified.differences.push_back(fmt::format("{}: line {}: {}", paths.games().string(), number, what));
  };
  const auto read =
      for_each_log_line(paths.games(), [&](std::uint64_t number, std::string_view line) -> Result<void> {
        ++verified.games;
        const auto record = parse_record(line);
        if (!record) {
          note(number, record.error().message);
          return success();
        }
        verified.turns += record.value().turns.size();
        if (const auto misplaced = find_misplaced(record.value(), plan, number)) {
          note(number, *misplaced);
        } else if (const auto difference = find_difference(record.value(), plan.rules, lexicon)) {
          note(number, *difference);
        }
        return success();
      });
  if (!read) return read.error();
  if (read.value() != std::filesystem::file_size(paths.games())) {
    note(verified.games + 1,
         "this line has no end; it was torn when the run was killed, and resuming the run cuts it off");
  }
  return verified;
}

}  // namespace

std::function<int()> declare_verify(CLI::App& command) {
  auto arguments = std::make_shared<Arguments>();
  command.add_option("runs", arguments->runs, "The folders of runs")->required()->type_name("RUN");
  command.add_flag("--json", arguments->json, "Print JSON, a line a run");
  return [arguments] {
    int code = kDone;
    for (const std::string& folder : arguments->runs) {
      const auto verified = verify_run(RunPaths{folder});
      if (!verified) return complain(verified.error());
      const auto& [games, turns, differences] = verified.value();
      if (!differences.empty()) code = kNo;
      if (arguments->json) {
        print(json_line(
            Json{{"run", folder}, {"games", games}, {"turns", turns}, {"differences", differences}}));
        continue;
      }
      for (const std::string& difference : differences) print(difference + "\n");
      print(differences.empty()
                ? fmt::format("{}: {} games, {} turns, all as the rules say\n", folder, games, turns)
                : fmt::format("{}: {} of {} games differ\n", folder, differences.size(), games));
    }
    return code;
  };
}

}  // namespace toptile
