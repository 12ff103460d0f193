// toptile export: the games of a run in the formats of other programs.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <optional>

#include "cli/flags/command.h"
#include "cli/terminal/exit_code.h"
#include "cli/terminal/terminal.h"
#include "cli/watch/tournament_text.h"
#include "protocol/gcg.h"
#include "tournaments/exchange/result_export.h"
#include "tournaments/run/run_files.h"
#include "tournaments/run/run_sessions.h"
#include "tournaments/run/tournament.h"

namespace toptile {

namespace {

constexpr std::size_t kBlock = 1 << 16;  // The number of bytes printed at once.

struct ExportArguments {
  std::string run;
  std::string format;
  std::optional<std::uint64_t> game;
};

std::string name_of_run(const std::string& folder) {
  const std::filesystem::path path = std::filesystem::path(folder).lexically_normal();
  return (path.has_filename() ? path : path.parent_path()).filename().string();
}

// The date of the run if all its games were played on one day; otherwise PgnEvent's default.
std::string date_of(const RunPaths& paths) {
  constexpr std::string_view kDay = "2026-11-26";
  std::string date = PgnEvent().date;
  const auto sessions = read_sessions(paths);
  if (!sessions || sessions.value().empty()) return date;
  const auto day = [&](const std::string& moment) { return moment.substr(0, kDay.size()); };
  const std::string first = day(sessions.value().front().began);
  for (const RunSession& session : sessions.value())
    if (day(session.began) != first || (!session.ended.empty() && day(session.ended) != first)) return date;
  if (first.size() != kDay.size()) return date;
  date = first;
  std::ranges::replace(date, '-', '.');
  return date;
}

Result<void> print_gcg(const RunPaths& paths, const Plan& plan, GameNumber number) {
  TOPTILE_TRY(const auto record, find_game(paths, number));
  TOPTILE_TRY(const auto loaded, load_list_of(paths, plan.rules));
  const auto text = gcg_of(record, plan.rules, loaded.lexicon);
  if (!text) return in_context(fmt::format("{}: game {}", paths.games().string(), number), text.error());
  print(text.value());
  return success();
}

Result<void> print_results(const ExportArguments& arguments, const RunPaths& paths, const Plan& plan) {
  const bool is_csv = arguments.format == "csv";
  if (!is_csv && plan.format.players > 2) {
    return Error{
        fmt::format("export: --as pgn is for games of two players, and those of {} have {}; use --as csv",
                    arguments.run, plan.format.players)};
  }
  if (plan.format.players == 1) {
    return Error{fmt::format(
        "export: --as {} is for results between players, and the game of {} has one player; use --as gcg",
        arguments.format, arguments.run)};
  }
  Schedule schedule = schedule_of(plan);
  const PgnEvent event{name_of_run(arguments.run), date_of(paths), plan.time_control};
  std::string text = is_csv ? csv_header(plan.format.players) : "";
  bool is_any = false;
  const auto add = [&](const GameRecord& record) -> Result<void> {
    TOPTILE_TRY_TO(place_record(plan, schedule, record));
    if (arguments.game && record.id != *arguments.game) return success();
    is_any = true;
    text += is_csv ? csv_row(record) : pgn_game(record, event);
    if (text.size() < kBlock) return success();
    print(text);
    text.clear();
    return success();
  };
  TOPTILE_TRY_TO(
      for_each_record(paths.games(), [&](std::uint64_t, GameRecord&& record) { return add(record); }));
  if (arguments.game && !is_any) return find_game(paths, GameNumber{*arguments.game}).error();
  print(text);
  return success();
}

Result<void> export_run(const ExportArguments& arguments) {
  const RunPaths paths{arguments.run};
  TOPTILE_TRY(const auto plan, read_run_plan(paths));
  print_notes_on_run(paths, plan);
  if (arguments.format != "gcg") return print_results(arguments, paths, plan);
  if (!arguments.game) return Error{"export: --as gcg writes one game; say which one with --game N"};
  return print_gcg(paths, plan, GameNumber{*arguments.game});
}

}  // namespace

Action declare_export(Command& command) {
  auto arguments = std::make_shared<ExportArguments>();
  command.add_option("run RUN", arguments->run, "The folder of a run").required();
  command
      .add_option("--as pgn|csv|gcg", arguments->format,
                  "pgn: results for rating programs; csv: a row a game; gcg: the moves of one game")
      .required()
      .check(one_of({"pgn", "csv", "gcg"}));
  command.add_option("--game N", arguments->game, "Only this game, by its number from 1")
      .check(in_range(1, INT32_MAX));
  return [arguments] { return export_run(*arguments); };
}

}  // namespace toptile
