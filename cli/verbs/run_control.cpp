// toptile pause, resume and stop: control the program that plays a run from another terminal.
#include <fmt/format.h>

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "base/words.h"
#include "cli/flags/command.h"
#include "cli/terminal/exit_code.h"
#include "cli/terminal/interrupt.h"
#include "cli/terminal/terminal.h"
#include "tournaments/plan/plan.h"
#include "tournaments/run/run_control.h"

namespace toptile {

namespace {

struct ControlArguments {
  std::string run;
  std::optional<int> concurrency;
  bool now = false, waits = true;
};

void declare_run(Command& command, ControlArguments& arguments) {
  command.add_option("run RUN", arguments.run, "The folder of a run that is being played").required();
  command.add_flag("--no-wait{false}", arguments.waits, "Do not wait until this is done");
}

std::string words_of(const std::string& run, const RunState& state) {
  if (state.mode == RunMode::paused)
    return fmt::format("{} is paused; to resume it: toptile resume {}\n", run, shell_word(run));
  return fmt::format("{} is played, {} game{} at once\n", run, state.concurrency,
                     state.concurrency == 1 ? "" : "s");
}

Result<int> change(const ControlArguments& arguments, const std::function<void(RunWish&)>& what) {
  const InterruptWatch interrupts;
  const RunPaths paths{arguments.run};
  TOPTILE_TRY(const auto wanted, wish(paths, what));
  if (!arguments.waits) return kDone;
  const auto reached = wait_for(paths, wanted, interrupts.token(), [](const RunState& state) {
    fmt::print(stderr, "waiting for {} game{} in play\n", state.in_play, state.in_play == 1 ? "" : "s");
  });
  if (interrupts.token().stop_requested()) return kInterrupted;
  const std::string run = shown_path(arguments.run);
  print(reached ? words_of(run, *reached) : run + " is no longer played\n");
  return kDone;
}

}  // namespace

Action declare_pause(Command& command) {
  auto arguments = std::make_shared<ControlArguments>();
  declare_run(command, *arguments);
  return [arguments] { return change(*arguments, [](RunWish& wish) { wish.mode = RunMode::paused; }); };
}

Action declare_resume(Command& command) {
  auto arguments = std::make_shared<ControlArguments>();
  declare_run(command, *arguments);
  command.add_option("--concurrency N", arguments->concurrency, "How many games to play at once from now on")
      .check(in_range(1, kMaxGamesAtOnce));
  return [arguments] {
    return change(*arguments, [&](RunWish& wish) {
      wish.mode = RunMode::playing;
      if (arguments->concurrency) wish.concurrency = arguments->concurrency;
    });
  };
}

Action declare_stop(Command& command) {
  auto arguments = std::make_shared<ControlArguments>();
  declare_run(command, *arguments);
  command.add_flag("--now", arguments->now,
                   "Give up the games in play, which are played again when the run is resumed");
  return [arguments] {
    return change(*arguments, [&](RunWish& wish) {
      wish.mode = arguments->now ? RunMode::stopping : RunMode::finishing;
    });
  };
}

}  // namespace toptile
