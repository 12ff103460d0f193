// toptile llr: the log-likelihood ratio of existing results, as a running match computes it.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <optional>

#include "base/utf8.h"
#include "base/words.h"
#include "cli/flags/command.h"
#include "cli/terminal/exit_code.h"
#include "cli/terminal/terminal.h"
#include "cli/watch/estimate_text.h"
#include "ratings/matches/stopped_estimate.h"
#include "tournaments/exchange/result_files.h"
#include "tournaments/exchange/side_results.h"

namespace toptile {

namespace {

constexpr std::uint64_t kMaxCounted = 1'000'000'000'000;  // Sums in doubles are exact far beyond this.

struct LlrArguments {
  std::string source, sprt, pairs, games, bot, against;
  bool counts_singles = false, json = false;
};

// The counted results; for a run with a sequential test, also that test.
struct Counted {
  SideResults results;
  std::optional<TestTerms> terms = {};
};

template <std::size_t N>
Result<std::array<std::uint64_t, N>> read_counts(std::string_view flag, const std::string& text,
                                                 std::string_view what) {
  const auto wrong = [&] {
    return Error{fmt::format("{} {}: {} whole numbers with commas between them are expected, {}", flag,
                             printable(text), N, what)};
  };
  std::array<std::uint64_t, N> counts{};
  std::string_view rest = text;
  for (std::size_t i = 0; i < N; ++i) {
    const std::size_t comma = rest.find(',');
    if ((comma == rest.npos) != (i + 1 == N)) return wrong();
    const auto count = parse_number<std::uint64_t>(rest.substr(0, comma));
    if (!count) return wrong();
    if (*count > kMaxCounted) {
      return Error{fmt::format("{} {}: {} is more than {}, the most that can be counted", flag,
                               printable(text), *count, kMaxCounted)};
    }
    counts[i] = *count;
    if (comma != rest.npos) rest.remove_prefix(comma + 1);
  }
  if (std::ranges::all_of(counts, [](auto count) { return count == 0; }))
    return Error{
        fmt::format("{} {}: all counts are 0, and without results there is no ratio", flag, printable(text))};
  return counts;
}

Result<Counted> read_pairs(const std::string& text) {
  TOPTILE_TRY(const auto counts, read_counts<5>("--pairs", text, "pairs by points: 0, ½, 1, 1½ and 2"));
  return Counted{{{}, Pentanomial{counts}, 0}};
}

Result<Counted> read_games(const std::string& text) {
  TOPTILE_TRY(const auto counts, read_counts<3>("--games", text, "games won, tied and lost"));
  const auto [won, tied, lost] = counts;
  return Counted{{{}, Trinomial{{lost, tied, won}}, 0}};
}

bool is_run(const std::string& source) {
  std::error_code closed;
  return source != "-" && std::filesystem::is_directory(source, closed);
}

Result<Counted> read_source(const LlrArguments& arguments) {
  const SidesWanted wanted{arguments.bot, arguments.against, arguments.counts_singles};
  const std::string name = arguments.source == "-" ? "standard input" : shown_path(arguments.source);
  if (!is_run(arguments.source)) {
    GameList list;
    TOPTILE_TRY_TO(read_results(arguments.source, list));
    auto results = side_results(list, wanted);
    if (!results) return in_context(name, results.error());
    return Counted{std::move(results).value()};
  }
  TOPTILE_TRY(const auto run, read_run(RunPaths{arguments.source}));
  auto results = side_results(run, wanted);
  if (!results) return in_context(name, results.error());
  Counted counted{std::move(results).value()};
  const auto& test = run.plan.test;
  if (test && std::holds_alternative<SprtParameters>(*test)) counted.terms = test;
  return counted;
}

Result<Counted> read_counted(const LlrArguments& arguments) {
  const int given = !arguments.source.empty() + !arguments.pairs.empty() + !arguments.games.empty();
  if (given != 1) {
    return Error{
        "llr: give one of these: a run or file of results, --pairs, --games; as in: toptile llr --games "
        "360,40,300 --sprt elo0=0,elo1=10"};
  }
  if (!arguments.pairs.empty()) return read_pairs(arguments.pairs);
  if (!arguments.games.empty()) return read_games(arguments.games);
  return read_source(arguments);
}

Result<TestTerms> terms_of(const LlrArguments& arguments, const Counted& counted) {
  if (!arguments.sprt.empty()) return test_from_text("results", arguments.sprt, "--sprt");
  if (counted.terms) return *counted.terms;
  return Error{"llr: --sprt is needed; it says what to compare, as in: --sprt elo0=0,elo1=10"};
}

template <class Results>
TestStatus status_of(const Sprt& test, const Results& results) {
  TestStatus status{.llr = test.llr(results), .bounds = test.bounds()};
  const SequentialState state = state_at(status.llr, status.bounds);
  if (state == SequentialState::accept_h0) status.end = TestEnd::h0;
  if (state == SequentialState::accept_h1) status.end = TestEnd::h1;
  status.corrected = estimate_after_stop(test, results);
  return status;
}

std::string left_out_text(std::uint64_t games) {
  if (games == 0) return "";
  return fact_line("left out", fmt::format("{} {} without a result or without a partner", games,
                                           games == 1 ? "game" : "games"));
}

std::string llr_text(const SideResults& counted, const TestTerms& terms, const TestStatus& status) {
  const auto* pairs = std::get_if<Pentanomial>(&counted.results);
  const auto* games = std::get_if<Trinomial>(&counted.results);
  const MatchEstimate estimated = pairs != nullptr ? estimate(*pairs) : estimate(*games);
  std::string text;
  if (!counted.names[0].empty()) text = fmt::format("{} against {}\n", counted.names[0], counted.names[1]);
  text += pairs != nullptr ? fact_line("pairs", pairs_text(*pairs)) : fact_line("games", games_text(*games));
  return text + left_out_text(counted.left_out) + estimate_text(estimated) + superiority_text(estimated) +
         test_text(terms, status,
                   pairs != nullptr ? toptile::counted(pairs->pairs(), "pair")
                                    : toptile::counted(games->games(), "game"));
}

Json llr_to_json(const SideResults& counted, const TestTerms& terms, const TestStatus& status) {
  Json json = Json::object();
  if (!counted.names[0].empty()) json["bots"] = counted.names;
  if (const auto* pairs = std::get_if<Pentanomial>(&counted.results)) {
    json["pairs"] = pairs->pairs();
    json["pentanomial"] = pairs->counts;
    json.update(estimate_to_json(estimate(*pairs)));
  } else {
    const auto& games = std::get<Trinomial>(counted.results);
    json["games"] = games.games();
    json["trinomial"] = games.counts;
    json.update(estimate_to_json(estimate(games)));
  }
  json["left_out"] = counted.left_out;
  json["test"] = test_to_json(terms);
  json["test"].update(test_status_to_json(status));
  if (!json.contains("pairs")) json["test"].erase("pairs");
  return json;
}

Result<void> print_llr(const LlrArguments& arguments) {
  TOPTILE_TRY(const auto counted, read_counted(arguments));
  TOPTILE_TRY(const auto terms, terms_of(arguments, counted));
  const SideResults& results = counted.results;
  const Sprt test = Sprt::make(std::get<SprtParameters>(terms)).value();
  TestStatus status =
      std::visit([&](const auto& counts) { return status_of(test, counts); }, results.results);
  if (const auto* pairs = std::get_if<Pentanomial>(&results.results)) status.pairs = pairs->pairs();
  print(arguments.json ? json_line(llr_to_json(results, terms, status)) : llr_text(results, terms, status));
  return success();
}

}  // namespace

Action declare_llr(Command& command) {
  auto arguments = std::make_shared<LlrArguments>();
  const Option source =
      command.add_option("source RUN|FILE", arguments->source,
                         "A run's folder, or a file of results (CSV or PGN; - is standard input)");
  const Option pairs =
      command
          .add_option("--pairs N,N,N,N,N", arguments->pairs,
                      "Instead: how many pairs of games had 0, ½, 1, 1½ and 2 points, as in 13,37,50,25,3")
          .excludes(source);
  command
      .add_option("--games N,N,N", arguments->games,
                  "Or how many games that share no luck were won, tied and lost, as in 360,40,300")
      .excludes(source)
      .excludes(pairs);
  command.add_option("--sprt KEY=VALUE,...", arguments->sprt,
                     "The hypotheses, as in elo0=0,elo1=10,model=normalized (default: those of the run)");
  command
      .add_option("--bot NAME", arguments->bot,
                  "The bot whose results are counted (default: the first named)")
      .needs(source);
  command.add_option("--against NAME", arguments->against, "Its opponent").needs(source);
  command
      .add_flag("--singles", arguments->counts_singles,
                "Count every game by itself, even if two were played as a pair")
      .needs(source);
  command.add_flag("--json", arguments->json, "Print JSON");
  return [arguments] { return print_llr(*arguments); };
}

}  // namespace toptile
