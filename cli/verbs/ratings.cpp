// toptile ratings: computes standings and ratings from the records of runs and from result files.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "base/parallel.h"
#include "base/text_columns.h"
#include "base/utf8.h"
#include "base/words.h"
#include "cli/flags/command.h"
#include "cli/terminal/exit_code.h"
#include "cli/terminal/terminal.h"
#include "cli/watch/rating_text.h"
#include "cli/watch/tournament_text.h"
#include "tournaments/exchange/rated_sources.h"
#include "tournaments/run/tournament.h"

namespace toptile {

namespace {

constexpr double kMaxElo = 100'000;
// If there were fewer ties, the rating of a player who won everything could be too large for a number.
constexpr double kMinTies = 0.001, kMaxTies = 1000;

struct RatingsArguments {
  std::vector<std::string> sources;
  std::vector<std::string> anchors;
  std::string anchoring, against;
  std::optional<double> prior;
  bool is_together = false, has_no_prior = false, has_no_first_seat = false, every_look = false;
  bool los = false, differences = false, json = false, csv = false, markdown = false, latex = false;

  TableFormat format() const {
    return csv        ? TableFormat::csv
           : markdown ? TableFormat::markdown
           : latex    ? TableFormat::latex
                      : TableFormat::plain;
  }
  // Whether a run is rated and shown as at the end of its tournament.
  bool is_plain() const {
    return !is_together && anchors.empty() && !prior && !has_no_prior && !has_no_first_seat && !every_look &&
           !los && !differences && against.empty() && format() == TableFormat::plain;
  }
};

struct Request {
  RatingOptions options;
  std::vector<NamedAnchor> anchors;
};

Result<NamedAnchor> parse_anchor(const std::string& text) {
  const std::size_t equals = text.rfind('=');
  const auto elo = equals == text.npos
                       ? std::nullopt
                       : parse_written_number<double>(std::string_view(text).substr(equals + 1));
  if (!elo || !(std::abs(*elo) <= kMaxElo))
    return Error{
        fmt::format("--anchor {}: an anchor is written NAME=ELO, as in greedy=1500", printable(text))};
  return NamedAnchor{text.substr(0, equals), *elo};
}

Result<Request> request_of(const RatingsArguments& arguments) {
  Request request;
  for (const std::string& text : arguments.anchors) {
    TOPTILE_TRY(auto anchor, parse_anchor(text));
    request.anchors.push_back(std::move(anchor));
  }
  if (arguments.anchoring == kAnchorings[1]) request.options.anchoring = Anchoring::measured;
  if (arguments.prior) request.options.prior_ties = *arguments.prior;
  if (arguments.has_no_prior) request.options.prior_ties = 0;
  if (arguments.has_no_first_seat) request.options.first_seat = SeatTerm::zero;
  if (arguments.every_look) request.options.every_look = EveryLook::without_plan();
  return request;
}

Result<void> print_standings(const RatingsArguments& arguments, const std::string& folder) {
  TOPTILE_TRY(const auto run, read_run(RunPaths{folder}));
  const Standings standings = standings_of_run(run.plan, run.results);
  if (arguments.json) {
    print(json_line(standings_to_json(standings)));
  } else {
    print(fmt::format("{}: {}\n{}", shown_path(folder), counted(standings.games, "game"),
                      standings_text(standings)));
    if (standings.rows.size() > 2)
      print("Who is certainly above whom: --differences. How likely: --los. All flags: --help.\n");
  }
  return success();
}

// An error if several players in the sources have this name.
Result<void> check_name(const RatedSources& rated, const std::string& named, const std::string& name) {
  const auto choice = rated.names.find_choice(name);
  const bool is_player = std::ranges::find(rated.list.names(), name) != rated.list.names().end();
  if (!choice || is_player) return success();
  return Error{fmt::format("{} {} {}", named, printable(name), *choice)};
}

Result<void> check_names(const RatingsArguments& arguments, const Request& request,
                         const RatedSources& rated) {
  for (const NamedAnchor& anchor : request.anchors) {
    TOPTILE_TRY_TO(check_name(rated, "the anchor", anchor.name));
  }
  return check_name(rated, "--against:", arguments.against);
}

Result<RatingExtras> extras_of(const RatingsArguments& arguments, const RatingTable& table) {
  RatingExtras extras{arguments.los, arguments.differences, std::nullopt};
  if (arguments.against.empty()) return extras;
  const auto found = std::ranges::find(table.rows, arguments.against, &RatingRow::name);
  if (found == table.rows.end())
    return Error{fmt::format("--against {}: there is no such player here{}", printable(arguments.against),
                             meant_name(arguments.against, table.names()))};
  extras.against = static_cast<std::size_t>(found - table.rows.begin());
  return extras;
}

Result<void> print_ratings(const RatingsArguments& arguments, const Request& request,
                           std::span<const std::string> sources) {
  TOPTILE_TRY(auto rated, read_sources(sources));
  std::vector<std::string> shown;
  for (const std::string& source : sources)
    shown.push_back(source == "-" ? "standard input" : shown_path(source));
  const std::string title = fmt::format("{}", fmt::join(shown, ", "));
  if (auto checked = check_names(arguments, request, rated); !checked)
    return in_context(title, checked.error());
  RatingOptions options = request.options;
  options.threads = static_cast<int>(usable_processors().size());
  if (sources.size() == 1 && is_run(sources.front()) && !options.every_look) {
    TOPTILE_TRY(const auto plan, read_run_plan(RunPaths{sources.front()}));
    if (const auto looks = looks_of(plan)) options.every_look = looks->at(std::uint64_t(rated.list.size()));
  }
  const auto table = rate(rated.list, options, request.anchors);
  if (!table) return in_context(title, table.error());
  const auto extras = extras_of(arguments, table.value());
  if (!extras) return in_context(title, extras.error());
  if (arguments.json) {
    Json line = {{"sources", sources}};
    line.update(rating_table_to_json(table.value(), extras.value()));
    line["repeated"] = repeated_to_json(rated.repeated);
    line["namesakes"] = rated.names.to_json();
    print(json_line(line));
    return success();
  }
  if (arguments.format() == TableFormat::plain)
    print(wrapped(fmt::format("{}: {} {}", title, table.value().games,
                              table.value().games == 1 ? "game" : "games"),
                  kColumns) +
          "\n");
  print(rating_text(table.value(), arguments.format(), extras.value(), rated.notes(shown)));
  return success();
}

Result<void> print_all(const RatingsArguments& arguments) {
  TOPTILE_TRY(const auto request, request_of(arguments));
  const std::span<const std::string> sources(arguments.sources);
  for (const std::string& source : sources) {
    if (!is_run(source)) continue;
    TOPTILE_TRY(const auto plan, read_run_plan(RunPaths{source}));
    print_notes_on_run(RunPaths{source}, plan);
  }
  if (arguments.is_together) return print_ratings(arguments, request, sources);
  const bool is_one_a_line = arguments.json;
  for (std::size_t i = 0; i < sources.size(); ++i) {
    const bool is_standings = arguments.is_plain() && is_run(sources[i]);
    if (i > 0 && !is_one_a_line && !is_standings) print("\n");
    TOPTILE_TRY_TO(is_standings ? print_standings(arguments, sources[i])
                                : print_ratings(arguments, request, sources.subspan(i, 1)));
  }
  return success();
}

void declare_model(Command& command, RatingsArguments& arguments) {
  const Check any_ties = [](const std::string& text) {
    const auto ties = parse_written_number<double>(text);
    const bool is_good = ties && (*ties == 0 || (*ties >= kMinTies && *ties <= kMaxTies));
    return is_good ? std::string() : printable(text) + " is neither 0 nor a number from 0.001 to 1000";
  };
  command.add_flag("--together", arguments.is_together,
                   "Rate all games together, each once; a bot of the same name and files is one player");
  const Option anchor =
      command
          .add_option("--anchor NAME=ELO", arguments.anchors,
                      "Give a player this rating, and measure the others from it; several may be given")
          .repeated();
  command
      .add_option("--anchors fixed|measured", arguments.anchoring,
                  "Whether each anchor has its rating exactly (default), or only their mean is given")
      .check(one_of(kAnchorings))
      .needs(anchor);
  const Option prior = command
                           .add_option("--prior TIES", arguments.prior,
                                       "Virtual ties per player, which keep ratings finite (default 0.5)")
                           .check(any_ties);
  command.add_flag("--no-prior", arguments.has_no_prior, "Use the results alone, without virtual ties")
      .excludes(prior);
  command.add_flag("--no-first-seat", arguments.has_no_first_seat,
                   "Assume that moving first is worth nothing");
  command.add_flag("--every-look", arguments.every_look,
                   "Give wider intervals, which hold at every look while more games are played");
}

void declare_output(Command& command, RatingsArguments& arguments) {
  command.add_flag("--los", arguments.los, "Add the chance that each player is stronger than each other");
  command.add_flag("--differences", arguments.differences, "Add how far each player is above the next");
  command.add_option("--against BOT", arguments.against, "Add how far each player is above this one");
  const Option json = command.add_flag("--json", arguments.json, "Print JSON, one line per run or file");
  const Option csv = command.add_flag("--csv", arguments.csv, "Print CSV, with all figures");
  const Option markdown = command.add_flag("--markdown", arguments.markdown, "Print a table in Markdown");
  const Option latex = command.add_flag("--latex", arguments.latex, "Print a table in LaTeX");
  csv.excludes(json);
  markdown.excludes(json).excludes(csv);
  latex.excludes(json).excludes(csv).excludes(markdown);
}

}  // namespace

Action declare_ratings(Command& command) {
  auto arguments = std::make_shared<RatingsArguments>();
  command
      .add_option(
          "runs RUN|FILE", arguments->sources,
          "Folders of runs, or files of results (CSV or PGN; - is standard input); each is rated by itself")
      .required();
  declare_model(command, *arguments);
  declare_output(command, *arguments);
  return [arguments] { return print_all(*arguments); };
}

}  // namespace toptile
