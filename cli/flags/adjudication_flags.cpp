#include "cli/flags/adjudication_flags.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "engine/utf8.h"
#include "protocol/words.h"

namespace toptile {

namespace {

using Hopeless = AdjudicationTerms::Hopeless;

constexpr std::string_view kOff = "off";

std::optional<int> number_of(std::string_view text, int most) {
  const auto number = parse_number<int>(text);
  return number && *number >= 1 && *number <= most ? number : std::nullopt;
}

Result<std::optional<int>> turns_of(const std::string& flag) {
  if (flag == kOff) return std::optional<int>();
  if (const auto turns = number_of(flag, kMostAdjudicatedTurns)) return turns;
  return Error{fmt::format("--max-turns: \"{}\" is neither a whole number from 1 to {} nor off",
                           printable(flag), kMostAdjudicatedTurns)};
}

// The flag is "off", "POINTS" or "POINTS/TURNS".
Result<std::optional<Hopeless>> hopeless_of(const std::string& flag) {
  if (flag == kOff) return std::optional<Hopeless>();
  const std::size_t slash = flag.find('/');
  const auto points = number_of(std::string_view(flag).substr(0, slash), kMostHopelessPoints);
  const auto turns = slash == std::string::npos
                         ? std::optional(Hopeless().turns)
                         : number_of(std::string_view(flag).substr(slash + 1), kMostAdjudicatedTurns);
  if (points && turns) return std::optional(Hopeless{*points, *turns});
  return Error{
      fmt::format("--hopeless: \"{}\" should be off, or like 200 (a lead of 200 points for {} turns), or "
                  "like 200/10 (for 10 turns); at most {} points and {} turns",
                  printable(flag), Hopeless().turns, kMostHopelessPoints, kMostAdjudicatedTurns)};
}

}  // namespace

void declare_adjudication_flags(CLI::App& command, AdjudicationFlags& flags) {
  command
      .add_option("--max-turns", flags.max_turns, "End a game after this many turns; off: never (default)")
      ->type_name("N");
  command
      .add_option("--hopeless", flags.hopeless,
                  "End a game when one bot is this far ahead for 6 turns (200/10: for 10 turns); off: never "
                  "(default)")
      ->type_name("POINTS");
}

Result<void> apply(const AdjudicationFlags& flags, TournamentRequest& request) {
  AdjudicationTerms terms = request.adjudicate.value_or(AdjudicationTerms{});
  if (flags.max_turns) {
    TOPTILE_TRY(const auto turns, turns_of(*flags.max_turns));
    terms.turns = turns;
  }
  if (flags.hopeless) {
    TOPTILE_TRY(const auto hopeless, hopeless_of(*flags.hopeless));
    terms.hopeless = hopeless;
    request.flags["adjudicate"] = "--hopeless";
  }
  request.adjudicate = terms == AdjudicationTerms{} ? std::nullopt : std::optional(terms);
  return success();
}

}  // namespace toptile
