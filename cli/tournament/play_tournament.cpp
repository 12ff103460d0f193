#include "cli/tournament/play_tournament.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <malloc.h>
#include <poll.h>
#include <termios.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <functional>
#include <memory>

#include "base/descriptor.h"
#include "base/text_columns.h"
#include "base/utf8.h"
#include "base/words.h"
#include "cli/flags/bot_argument.h"
#include "cli/flags/sandbox_flag.h"
#include "cli/flags/words_and_rules.h"
#include "cli/terminal/exit_code.h"
#include "cli/terminal/interrupt.h"
#include "cli/terminal/terminal.h"
#include "cli/tournament/tournament_check.h"
#include "cli/watch/tournament_text.h"
#include "cli/watch/tournament_views.h"
#include "tournaments/report/written_report.h"
#include "tournaments/resume/begun_run.h"
#include "tournaments/resume/repeated_set.h"
#include "tournaments/resume/resumed_plan.h"
#include "tournaments/resume/run_growth.h"
#include "tournaments/run/tournament.h"

namespace toptile {

namespace {

std::string name_of_tournament(const TournamentRequest& request, const Plan& plan) {
  if (!request.name.empty()) return request.name;
  std::string name;
  for (const BotEntry& bot : plan.bots) name += (name.empty() ? "" : "-") + bot.name;
  return name.size() <= 60 ? name : fmt::format("{}-bots", plan.bots.size());
}

std::string default_name(const TournamentFlags& flags, const TournamentRequest& request, const Plan& plan) {
  const std::string name = name_of_tournament(request, plan);
  return plan.shard && !flags.is_repeated()
             ? fmt::format("{}-shard-{}-of-{}", name, plan.shard->index, plan.shard->of)
             : name;
}

// Without this, free buffers of bots that have ended fragment the heap, and memory grows for hours.
void give_large_buffers_back() {
  constexpr int kLarge = 64 << 10;
  ::mallopt(M_MMAP_THRESHOLD, kLarge);
}

int answer_of(const TournamentEnd& end) {
  return end.test && end.test->end != TestEnd::h1 ? kNo : kDone;
}

Result<std::unique_ptr<LiveShow>> open_live(const TournamentFlags& flags, const Plan& plan,
                                            const RunPaths& paths) {
  if (flags.live.empty()) return std::unique_ptr<LiveShow>();
  auto live = LiveShow::open(flags.live_port(), plan, paths);
  if (live) fmt::print(stderr, "live: {}\n", live.value()->address());
  return live;
}

constexpr std::chrono::minutes kPageStays{10};

// Whether the user types a line soon, or standard input has ended.
bool is_enter_pressed() {
  constexpr int kMilliseconds = 100;
  pollfd input{STDIN_FILENO, POLLIN, 0};
  return ::poll(&input, 1, kMilliseconds) > 0;
}

// Continues to serve the page after the tournament. If no user is at the terminal, only pages that are open
// already receive the end.
void keep_serving(LiveShow& live, bool is_watched, bool is_finished, const std::stop_token& stop) {
  if (!is_finished || !is_terminal(STDIN_FILENO) || !is_terminal(STDERR_FILENO)) {
    if (is_watched) live.serve_the_end();
    return;
  }
  fmt::print(stderr, "live: the page stays for {} minutes, or until Enter or Ctrl-C\n", kPageStays.count());
  ::tcflush(STDIN_FILENO, TCIFLUSH);  // Discard earlier input, which was not an answer to this.
  const auto end = std::chrono::steady_clock::now() + kPageStays;
  while (!stop.stop_requested() && std::chrono::steady_clock::now() < end && !is_enter_pressed()) {
  }
  ::tcflush(STDIN_FILENO, TCIFLUSH);
}

Result<std::optional<RepeatedSet>> find_repeated(const TournamentFlags& flags) {
  if (!flags.is_repeated()) return std::optional<RepeatedSet>();
  const RunPaths run{flags.repeat};
  auto found = flags.repeated_set ? find_set(run, *flags.repeated_set)
                                  : find_set_of(run, GameNumber{*flags.repeated_game});
  if (!found) return found.error();
  RepeatedSet& repeated = found.value();
  repeated.request.name = fmt::format("{}-pair-{}", folder_name(flags.repeat), repeated.set);
  TOPTILE_TRY_TO(apply(flags, repeated.request));
  return std::optional(std::move(repeated));
}

// A repeated set needs a folder of its own, without a finished run.
Result<void> check_place_of_repeated(const TournamentFlags& flags) {
  if (flags.out.empty()) return success();
  const RunPaths paths{flags.out};
  std::error_code ignored;
  if (std::filesystem::equivalent(flags.repeat, paths.folder, ignored))
    return Error{fmt::format("{}: this is the run itself; choose another folder", paths.folder.string())};
  const auto run = read_run(paths);
  if (!run || !run.value().is_finished) return success();
  return Error{
      fmt::format("{}: this folder holds a finished run; choose another folder", paths.folder.string())};
}

// The changes of bots for a resumed run or a repeated set.
Result<BotChanges> changes_of(const TournamentFlags& flags, const InterruptWatch& interrupts,
                              const TournamentRequest& request) {
  if (!flags.is_resumed_alone() && !flags.is_repeated()) return BotChanges{};
  TOPTILE_TRY(auto changes, bot_changes_of(flags));
  if (!flags.leaves_out_broken || changes.more.empty()) return changes;
  TournamentRequest joining = request;
  joining.bots = std::move(changes.more);
  TOPTILE_TRY_TO(leave_out_broken(interrupts, Field::joining, joining));
  changes.more = std::move(joining.bots);
  return changes;
}

Result<ResolvedPlan> resolve_flags(const TournamentFlags& flags, const TournamentRequest& request,
                                   const std::optional<RepeatedSet>& repeated, const BotChanges& changes,
                                   const BotSearch& search) {
  if (repeated) {
    return resolve_repeated(*repeated, request, changes.more, search);
  }
  if (!flags.is_resumed_alone()) return resolve(request, search);
  TOPTILE_TRY(auto resolved, resolve_resumed({flags.resume}, request, changes, search));
  if (!flags.is_match || is_match(resolved.plan)) return resolved;
  return Error{
      fmt::format("{}: a match is between two bots, and this run would have {}; use toptile tournament",
                  flags.resume, resolved.plan.bots.size())};
}

// After games have started, the first Ctrl-C lets those in play finish.
class Finishing : public TournamentListener {
 public:
  explicit Finishing(InterruptWatch& interrupts) : interrupts_(interrupts) {}
  ~Finishing() override { interrupts_.let_finish(false); }
  void started(const TournamentStart&) override { interrupts_.let_finish(true); }

 private:
  InterruptWatch& interrupts_;
};

// Calls `tell` for each repeated game, with its old and new numbers, and how it differs from its record.
void for_each_repeated(const RepeatedSet& repeated, const RunPaths& run, const RunPaths& paths,
                       const std::function<void(GameNumber then, GameNumber now,
                                                const std::optional<std::string>& difference)>& tell) {
  for (int i = 0; i < repeated.request.format.players; ++i) {
    const GameNumber then{repeated.first_then + static_cast<std::uint64_t>(i)};
    const auto recorded = find_game(run, then), played = find_game(paths, repeated.now(then));
    if (!played) continue;  // Stopped before this game.
    tell(then, repeated.now(then),
         recorded ? difference_of_games(recorded.value(), played.value())
                  : std::optional<std::string>("not recorded there"));
  }
}

std::string json_of_repeated(const RepeatedSet& repeated, const RunPaths& run, const RunPaths& paths) {
  std::string lines;
  for_each_repeated(repeated, run, paths, [&](GameNumber then, GameNumber now, const auto& difference) {
    lines += json_line({{"event", "repeated"},
                        {"game", static_cast<std::uint64_t>(now)},
                        {"recorded", static_cast<std::uint64_t>(then)},
                        {"same", !difference.has_value()},
                        {"difference", difference.value_or("")}});
  });
  return lines;
}

// Describes the results of the repeated games.
std::string text_of_repeated(const RepeatedSet& repeated, const RunPaths& run, const RunPaths& paths) {
  std::string text = "\n";
  for_each_repeated(repeated, run, paths, [&](GameNumber then, GameNumber now, const auto& difference) {
    text += wrapped(fmt::format("game {}: {}; toptile replay {} --game {}", then,
                                difference.value_or("the same moves as recorded"),
                                shown_path(shell_word(paths.folder.string())), now),
                    kColumns) +
            '\n';
  });
  return text;
}

// Gives the resumed run this plan, and prints how that changes the run.
Result<void> grow(const TournamentFlags& flags, const RunPaths& paths, const ResolvedPlan& resolved,
                  const InterruptWatch& interrupts) {
  if (flags.resume.empty()) return success();
  const auto build = [&](const std::vector<BotEntry>& bots) {
    return build_bots(bots, bot_search(interrupts.token()), resolved.sandbox);
  };
  TOPTILE_TRY(const auto growth, grow_run(paths, resolved, build));
  for (const std::string& change : words_of(growth, paths)) fmt::print(stderr, "toptile: {}\n", change);
  return success();
}

Result<int> play(const TournamentFlags& flags, const TournamentRequest& request,
                 const std::optional<RepeatedSet>& repeated,
                 const std::function<Result<ResolvedPlan>()>& resolve, InterruptWatch& interrupts) {
  give_large_buffers_back();
  auto resolved = resolve();
  if (!resolved) return interrupts.stopped_or(resolved.error());
  Plan& plan = resolved.value().plan;
  warn_of_sandbox(*resolved.value().sandbox);
  const std::string folder = flags.resume.empty() ? flags.out : flags.resume;
  const RunPaths paths = folder.empty() ? choose_run_folder("runs", default_name(flags, request, plan), plan,
                                                            request.seed.has_value())
                                        : RunPaths{folder};
  if (!folder.empty()) keep_seed_of(paths, plan, request.seed.has_value());
  if (!flags.resume.empty()) keep_first_plan_of(paths, plan);
  const auto edits = keep_frozen_bots(paths, plan);
  if (auto grown = grow(flags, paths, resolved.value(), interrupts); !grown)
    return interrupts.stopped_or(grown.error());
  TOPTILE_TRY_TO(check_run_plan(paths, plan));
  for (const std::string& edit : edits) fmt::print(stderr, "toptile: {}\n", edit);
  TOPTILE_TRY(auto live, open_live(flags, plan, paths));
  TournamentViews views(flags, interrupts, paths, live.get());
  // The introduction is printed only after the bots are built, because a failed build would end everything.
  const auto build = [&](Unbuilt unbuilt) {
    auto built = build_bots(plan.bots, bot_search(interrupts.token()), resolved.value().sandbox, unbuilt);
    if (built && !flags.json && !flags.quiet) print(introduction(plan, built.value(), paths));
    return built;
  };
  const auto warn = [](const std::string& warning) { fmt::print(stderr, "toptile: {}\n", warning); };
  // Leaving out broken bots has just tried the bots of a new tournament.
  const bool were_tried = flags.leaves_out_broken && !flags.is_resumed_alone() && !repeated;
  const Execution execution{.concurrency = request.concurrency,
                            .batch = request.batch,
                            .try_bots = request.try_bots && !were_tried,
                            .transcripts = request.transcripts,
                            .build = build,
                            .warn = warn,
                            .name = request.name};
  auto end = [&] {
    Finishing finishing(interrupts);
    auto listeners = views.listeners();
    // Before the views: a program that reads that the tournament has started may interrupt it at once.
    listeners.insert(listeners.begin(), &finishing);
    return run_tournament(
        resolved.value(), paths, execution,
        {listeners, interrupts.token(), interrupts.finish_token(), live ? &live->tables() : nullptr});
  }();
  if (!end) return interrupts.stopped_or(end.error());
  const auto written = write_run_report(paths, plan, end.value());
  const bool is_watched = live && live->has_followers();
  if (repeated && flags.json) print(json_of_repeated(*repeated, {flags.repeat}, paths));
  views.end(end.value(), plan, written.has_value());
  if (repeated && !flags.json) print(text_of_repeated(*repeated, {flags.repeat}, paths));
  if (live) keep_serving(*live, is_watched, end.value().is_finished(), interrupts.token());
  if (!written) return written.error();
  if (auto failed = views.find_failure()) return *std::move(failed);
  if (end.value().is_finished()) return views.is_reader_gone() ? kReaderGone : answer_of(end.value());
  const TournamentProgress& progress = end.value().progress;
  const std::string waiting =
      progress.waiting == 0
          ? ""
          : fmt::format(", and puts {} of its earlier plan in {}", counted(progress.waiting, "game"),
                        progress.waiting == 1 ? "its place" : "their places");
  fmt::print(stderr, "toptile: stopped{}; the same command plays the remaining {}{}\n",
             views.is_reader_gone() ? ", as nobody reads the output any more" : "",
             counted(progress.to_play(), "game"), waiting);
  return views.is_reader_gone() ? kReaderGone : kInterrupted;
}

}  // namespace

Result<int> play_tournament(const TournamentFlags& flags) {
  allow_all_files();
  InterruptWatch interrupts;
  if (auto fault = view_fault(flags)) return *std::move(fault);
  TOPTILE_TRY(const auto repeated, find_repeated(flags));
  if (repeated) {
    TOPTILE_TRY_TO(check_place_of_repeated(flags));
  }
  TOPTILE_TRY(auto request, repeated ? Result<TournamentRequest>(repeated->request) : request_of(flags));
  if (auto left = leave_out(flags, interrupts, request); !left) return interrupts.stopped_or(left.error());
  auto changes = changes_of(flags, interrupts, request);
  if (!changes) return interrupts.stopped_or(changes.error());
  const auto resolve = [&] {
    return resolve_flags(flags, request, repeated, changes.value(), bot_search(interrupts.token()));
  };
  return flags.is_check ? check_tournament(flags, request, resolve, interrupts)
                        : play(flags, request, repeated, resolve, interrupts);
}

}  // namespace toptile
