#include "tournaments/run/launchpad.h"

#include <fmt/format.h>

#include "bots/bot_trial.h"

namespace toptile {

int lanes_of(const Plan& plan) {
  return plan.referee.lanes ? plan.format.players : 1;
}

// A folder that a bot may read can contain the run and other bots, so these are hidden from it.
Launchpad::Launchpad(const Plan& plan, const RunPaths& paths, const FrozenBots& bots,
                     const std::shared_ptr<const Sandbox>& sandbox)
    : specs_(static_cast<std::size_t>(lanes_of(plan))) {
  std::vector<std::filesystem::path> hidden = {std::filesystem::absolute(paths.folder).lexically_normal()};
  for (const BotEntry& bot : plan.bots) {
    for (const BotHome& home : bot.homes) hidden.push_back(home.path);
  }
  for (int lane = 0; lane < lanes_of(plan); ++lane) {
    for (const Entrant entrant : each<Entrant>(plan.bots.size())) {
      BotSpec spec = bots.spec_of(entrant, lane, sandbox, plan.limits, paths.lexicon_list());
      spec.launch.stderr_file = paths.stderr_of(plan.bots[entrant].name);
      spec.confinement.processors = plan.pin ? Processors::kept : Processors::free;
      spec.confinement.hidden = hidden;
      specs_[lane].push_back(std::move(spec));
    }
  }
}

std::string place_of_stderr(const BotSpec& spec) {
  std::error_code error;
  const std::filesystem::path& file = spec.launch.stderr_file;
  const auto bytes = std::filesystem::file_size(file, error);
  return error || bytes == 0 ? "" : "; what it wrote on stderr is in " + file.string();
}

GameTable table_for(const GameTable& table, const BotEntry& bot) {
  GameTable own = table;
  own.terms.time_control = with_own(table.terms.time_control, bot.clock);
  return own;
}

Result<void> try_every_bot(const Launchpad& launchpad, const GameTable& table, const Plan& plan,
                           const std::function<void(const std::string&)>& warn, const std::stop_token& stop) {
  for (const Entrant bot : each<Entrant>(plan.bots.size())) {
    const BotSpec& spec = launchpad.spec_of(bot);
    const GameTable own = table_for(table, plan.bots[bot]);
    const BotTrial trial = try_moves(spec, own, plan.format.players, plan.patience, stop);
    if (trial.is_stopped) return success();
    if (trial.error) return *trial.error;
    if (trial.fault) {
      return Error{fmt::format("bot {}: {}: {}{}", spec.name, name_of(trial.fault->kind), trial.fault->text,
                               place_of_stderr(spec))};
    }
    const auto slow = slowness_of(trial, own, plan.format.players);
    if (slow && warn) warn(fmt::format("bot {}: {}", spec.name, *slow));
  }
  return success();
}

}  // namespace toptile
