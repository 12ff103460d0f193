// toptile ratings: standings and ratings, computed anew from the records of runs and from files of results.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <optional>

#include "cli/rating_text.h"
#include "cli/terminal.h"
#include "cli/text_columns.h"
#include "cli/verb.h"
#include "engine/utf8.h"
#include "protocol/words.h"
#include "tournaments/result_files.h"

namespace toptile {

namespace {

constexpr double kMostElo = 100'000;
constexpr double kMostTies = 1000;

struct Arguments {
  std::vector<std::string> sources;
  std::string anchor, against;
  std::optional<double> prior;
  bool is_together = false, has_no_prior = false, has_no_first_seat = false;
  bool los = false, differences = false, json = false, csv = false, markdown = false, latex = false;

  TableFormat format() const {
    return csv        ? TableFormat::csv
           : markdown ? TableFormat::markdown
           : latex    ? TableFormat::latex
                      : TableFormat::plain;
  }
  // Whether a run is rated as at the end of its tournament, and shown in the same way.
  bool is_plain() const {
    return !is_together && anchor.empty() && !prior && !has_no_prior && !has_no_first_seat && !los &&
           !differences && against.empty() && format() == TableFormat::plain;
  }
};

struct Request {
  RatingOptions options;
  std::optional<NamedAnchor> anchor;
};

Result<NamedAnchor> parse_anchor(const std::string& text) {
  const std::size_t equals = text.rfind('=');
  const auto elo =
      equals == text.npos ? std::nullopt : parse_number<double>(std::string_view(text).substr(equals + 1));
  if (!elo || !(std::abs(*elo) <= kMostElo))
    return Error{
        fmt::format("--anchor {}: an anchor is written NAME=ELO, as in greedy=1500", printable(text))};
  return NamedAnchor{text.substr(0, equals), *elo};
}

Result<Request> request_of(const Arguments& arguments) {
  Request request;
  if (!arguments.anchor.empty()) {
    auto anchor = parse_anchor(arguments.anchor);
    if (!anchor) return anchor.error();
    request.anchor = anchor.value();
  }
  if (arguments.prior) request.options.prior_ties = *arguments.prior;
  if (arguments.has_no_prior) request.options.prior_ties = 0;
  if (arguments.has_no_first_seat) request.options.first_seat = SeatTerm::zero;
  return request;
}

bool is_run(const std::string& source) {
  std::error_code closed;
  return source != "-" && std::filesystem::is_directory(source, closed);
}

Result<void> add_source(const std::string& source, GameList& list) {
  std::error_code error;
  if (source != "-" && std::filesystem::status(source, error).type() == std::filesystem::file_type::not_found)
    return Error{fmt::format("{}: this is no run and no file of results: there is no such thing", source)};
  if (!is_run(source)) return read_results(source, list);
  const auto run = read_run(RunPaths{source});
  if (!run) return run.error();
  add_run(run.value(), list);
  return success();
}

Result<void> print_standings(const Arguments& arguments, const std::string& folder) {
  const auto run = read_run(RunPaths{folder});
  if (!run) return run.error();
  const Standings standings = standings_of_run(run.value().plan, run.value().results);
  if (arguments.json) {
    print(json_line(standings_to_json(standings)));
  } else {
    print(fmt::format("{}: {} games\n{}", shown_path(folder), standings.games, standings_text(standings)));
  }
  return success();
}

Result<RatingExtras> extras_of(const Arguments& arguments, const RatingTable& table) {
  RatingExtras extras{arguments.los, arguments.differences, std::nullopt};
  if (arguments.against.empty()) return extras;
  const auto found = std::ranges::find(table.rows, arguments.against, &RatingRow::name);
  if (found == table.rows.end())
    return Error{fmt::format("--against {}: there is no such player here{}", printable(arguments.against),
                             meant_name(arguments.against, table.names()))};
  extras.against = static_cast<std::size_t>(found - table.rows.begin());
  return extras;
}

Result<void> print_ratings(const Arguments& arguments, const Request& request,
                           std::span<const std::string> sources) {
  GameList list;
  std::string title;
  for (const std::string& source : sources) {
    if (auto added = add_source(source, list); !added) return added;
    title += (title.empty() ? "" : ", ") + (source == "-" ? "standard input" : shown_path(source));
  }
  const auto table = rate(list, request.options, request.anchor);
  if (!table) return in_context(title, table.error());
  const auto extras = extras_of(arguments, table.value());
  if (!extras) return in_context(title, extras.error());
  if (arguments.json) {
    Json line = {{"sources", sources}};
    line.update(rating_table_to_json(table.value(), extras.value()));
    print(json_line(line));
    return success();
  }
  if (arguments.format() == TableFormat::plain)
    print(wrapped(fmt::format("{}: {} {}", title, table.value().games,
                              table.value().games == 1 ? "game" : "games"),
                  kColumns) +
          "\n");
  print(rating_text(table.value(), arguments.format(), extras.value()));
  return success();
}

Result<void> print_all(const Arguments& arguments) {
  const auto request = request_of(arguments);
  if (!request) return request.error();
  const std::span<const std::string> sources(arguments.sources);
  if (arguments.is_together) return print_ratings(arguments, request.value(), sources);
  const bool is_one_a_line = arguments.json;
  for (std::size_t i = 0; i < sources.size(); ++i) {
    const bool is_standings = arguments.is_plain() && is_run(sources[i]);
    if (i > 0 && !is_one_a_line && !is_standings) print("\n");
    auto printed = is_standings ? print_standings(arguments, sources[i])
                                : print_ratings(arguments, request.value(), sources.subspan(i, 1));
    if (!printed) return printed;
  }
  return success();
}

void declare_model(CLI::App& command, Arguments& arguments) {
  const CLI::Validator any_ties(
      [](std::string& text) {
        const auto ties = parse_number<double>(text);
        return ties && *ties >= 0 && *ties <= kMostTies ? std::string()
                                                        : printable(text) + " is no number from 0 to 1000";
      },
      "");
  command.add_flag("--together", arguments.is_together,
                   "Rate all games together; who has the same name is the same player");
  command
      .add_option("--anchor", arguments.anchor, "Give a player this rating, and measure the others from it")
      ->type_name("NAME=ELO");
  auto* prior = command
                    .add_option("--prior", arguments.prior,
                                "Virtual ties a player, which keep ratings finite (default 0.5)")
                    ->check(any_ties)
                    ->type_name("TIES");
  command.add_flag("--no-prior", arguments.has_no_prior, "The results alone, without virtual ties")
      ->excludes(prior);
  command.add_flag("--no-first-seat", arguments.has_no_first_seat, "Take moving first as worth nothing");
}

void declare_output(CLI::App& command, Arguments& arguments) {
  command.add_flag("--los", arguments.los, "Add the chance of each player to be stronger than each other");
  command.add_flag("--differences", arguments.differences, "Add how far each player is above the next");
  command.add_option("--against", arguments.against, "Add how far each player is above this one")
      ->type_name("BOT");
  auto* json = command.add_flag("--json", arguments.json, "Print JSON, a line a run or file");
  auto* csv = command.add_flag("--csv", arguments.csv, "Print CSV, with all figures");
  auto* markdown = command.add_flag("--markdown", arguments.markdown, "Print a table in Markdown");
  auto* latex = command.add_flag("--latex", arguments.latex, "Print a table in LaTeX");
  csv->excludes(json);
  markdown->excludes(json)->excludes(csv);
  latex->excludes(json)->excludes(csv)->excludes(markdown);
}

}  // namespace

std::function<int()> declare_ratings(CLI::App& command) {
  auto arguments = std::make_shared<Arguments>();
  command
      .add_option(
          "runs", arguments->sources,
          "Folders of runs, or files of results (CSV or PGN; - is standard input); each is rated by itself")
      ->required()
      ->type_name("RUN|FILE");
  declare_model(command, *arguments);
  declare_output(command, *arguments);
  return [arguments] {
    const auto printed = print_all(*arguments);
    return printed ? kDone : complain(printed.error());
  };
}

}  // namespace toptile
