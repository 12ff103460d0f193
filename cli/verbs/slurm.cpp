// toptile slurm: the scripts that play a tournament in shards on a Slurm cluster.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "base/files.h"
#include "base/utf8.h"
#include "base/words.h"
#include "cli/flags/bot_argument.h"
#include "cli/flags/command.h"
#include "cli/flags/words_and_rules.h"
#include "cli/terminal/exit_code.h"
#include "cli/terminal/interrupt.h"
#include "cli/terminal/terminal.h"
#include "cli/verbs/slurm_scripts.h"
#include "tournaments/run/tournament.h"

namespace toptile {

namespace {

namespace fs = std::filesystem;

struct SlurmArguments {
  std::string config, out;
  int shards = 0, processors = 1;
  std::optional<std::string> partition, time;
  std::vector<std::string> sbatch;
};

// An error if an argument cannot be written on one line of a script, or nullopt.
std::optional<Error> one_line_fault(const SlurmArguments& arguments) {
  std::vector<std::string> texts = arguments.sbatch;
  texts.push_back(arguments.partition.value_or("x"));
  texts.push_back(arguments.time.value_or("x"));
  for (const std::string& text : texts) {
    const bool is_broken = std::ranges::any_of(text, [](unsigned char c) { return c < ' '; });
    if (text.empty() || is_broken)
      return Error{fmt::format(
          "\"{}\" cannot be given to sbatch: it should be one line of text, and not empty", printable(text))};
  }
  for (const std::string& text : arguments.sbatch) {
    if (!text.starts_with('-'))
      return Error{fmt::format(
          "--sbatch: \"{}\" is not an option of sbatch; write it as in --sbatch=--mem=2G", printable(text))};
  }
  return std::nullopt;
}

// Looks up the tournament as its first shard would play it, so that errors are found here and not on the
// nodes. Bots in folders are built here once.
Result<Plan> plan_of(const TournamentRequest& request, int shards) {
  const InterruptWatch interrupts;
  TournamentRequest of_shard = request;
  of_shard.shard = Shard{1, shards};
  const BotSearch search = bot_search(interrupts.token());
  TOPTILE_TRY(auto resolved, resolve(of_shard, search));
  TOPTILE_TRY_TO(build_bots(resolved.plan.bots, search, resolved.sandbox));
  Plan plan = std::move(resolved).plan;
  plan.shard.reset();
  const std::uint64_t sets = schedule_of(plan).expected() / static_cast<std::uint64_t>(plan.format.players);
  if (static_cast<std::uint64_t>(shards) > sets)
    return Error{fmt::format("--shards: {} shards are too many, as there are only {} {} of games", shards,
                             sets, plan.format.players == 2 ? "pairs" : "sets")};
  return plan;
}

Result<fs::path> make_folder(const SlurmArguments& arguments, const TournamentRequest& request) {
  const fs::path folder =
      fs::absolute(arguments.out.empty() ? request.name + "-slurm" : arguments.out).lexically_normal();
  std::error_code error;
  if (fs::exists(folder, error) && !fs::is_empty(folder, error) && !fs::exists(folder / "submit.sh", error)) {
    return Error{fmt::format("{}: this folder holds something else; choose another --out",
                             printable(folder.string()))};
  }
  for (const char* part : {"logs", "shards"}) {
    fs::create_directories(folder / part, error);
    if (error)
      return Error{
          fmt::format("{}: this folder cannot be made: {}", (folder / part).string(), error.message())};
  }
  return folder.has_filename() ? folder : folder.parent_path();
}

Result<void> write_script(const fs::path& file, const std::string& text) {
  TOPTILE_TRY_TO(replace_file(file, text));
  std::error_code error;
  fs::permissions(file, fs::perms::owner_exec, fs::perm_options::add, error);
  if (error)
    return Error{fmt::format("{}: this file cannot be made executable: {}", file.string(), error.message())};
  return success();
}

Result<void> write_scripts(const SlurmArguments& arguments) {
  if (auto wrong = one_line_fault(arguments)) return *std::move(wrong);
  TOPTILE_TRY(const auto text, read_file(arguments.config, kMaxWrittenBytes));
  TOPTILE_TRY(const auto request, parse_request(text, arguments.config));
  TOPTILE_TRY(const auto plan, plan_of(request, arguments.shards));
  TOPTILE_TRY(const auto folder, make_folder(arguments, request));
  const SlurmJob job{fs::canonical("/proc/self/exe"),
                     fs::absolute(arguments.config).lexically_normal(),
                     folder,
                     request.name,
                     arguments.shards,
                     arguments.processors,
                     arguments.partition,
                     arguments.time,
                     arguments.sbatch};
  for (const auto& [file, script] :
       {std::pair{"shard.sh", shard_script(job)}, std::pair{"merge.sh", merge_script(job)},
        std::pair{"submit.sh", submit_script(job)}}) {
    TOPTILE_TRY_TO(write_script(job.folder / file, script));
  }
  const std::string shown = printable(job.folder.string(), 400);
  print(fmt::format("{} in {}\n\nsubmit   {}/submit.sh\nlogs     {}/logs\nresults  {}/run\n",
                    counted(schedule_of(plan).expected(), "game"), counted(job.shards, "shard"), shown, shown,
                    shown));
  return success();
}

}  // namespace

Action declare_slurm(Command& command) {
  auto arguments = std::make_shared<SlurmArguments>();
  command
      .add_option("config CONFIG.json", arguments->config,
                  "A configuration file with a seed (docs/tournaments.md)")
      .required();
  command
      .add_option("--shards N", arguments->shards, "How many tasks to start; each plays a part of the games")
      .required()
      .check(in_range(1, kMaxShards));
  command.add_option("--out DIR", arguments->out,
                     "A folder that all nodes see, for scripts, shards, logs and run");
  command
      .add_option("--cpus N", arguments->processors,
                  "Processors per task, and games that it plays at once (default 1)")
      .check(in_range(1, 1024));
  command.add_option("--partition NAME", arguments->partition, "Slurm's partition");
  command.add_option("--time TIME", arguments->time, "A task's time limit, after which it is queued again");
  command
      .add_option("--sbatch OPTION", arguments->sbatch,
                  "Another option of sbatch for all jobs, as in --sbatch=--mem=2G")
      .repeated();
  return [arguments] { return write_scripts(*arguments); };
}

}  // namespace toptile
