#include "cli/flags/adjudication_flags.h"

#include <fmt/format.h>

#include "base/utf8.h"
#include "base/words.h"
#include "cli/flags/command.h"

namespace toptile {

namespace {

constexpr std::string_view kOff = "off";

std::optional<int> number_of(std::string_view text, int most) {
  const auto number = parse_number<int>(text);
  return number && *number >= 1 && *number <= most ? number : std::nullopt;
}

Result<std::optional<int>> turns_of(const std::string& flag) {
  if (flag == kOff) return std::optional<int>();
  if (const auto turns = number_of(flag, kMaxAdjudicationTurns)) return turns;
  return Error{fmt::format("--max-turns: \"{}\" is neither a whole number from 1 to {} nor off",
                           printable(flag), kMaxAdjudicationTurns)};
}

// Parses "off", "POINTS" or "POINTS/TURNS" into the term. `example` says what 200 would mean.
template <class Term>
Result<void> read_term(std::string_view name, const std::optional<std::string>& flag,
                       std::string_view example, std::optional<Term>& term) {
  if (!flag) return success();
  if (*flag == kOff) {
    term.reset();
    return success();
  }
  const std::size_t slash = flag->find('/');
  const auto points = number_of(std::string_view(*flag).substr(0, slash), kMaxAdjudicationPoints);
  const auto turns = slash == std::string::npos
                         ? std::optional(Term().turns)
                         : number_of(std::string_view(*flag).substr(slash + 1), kMaxAdjudicationTurns);
  if (!points || !turns)
    return Error{fmt::format(
        "{}: \"{}\" should be off, or like 200 ({} for {} turns), or like 200/10 (for 10 turns); "
        "at most {} points and {} turns",
        name, printable(*flag), example, Term().turns, kMaxAdjudicationPoints, kMaxAdjudicationTurns)};
  term = Term{*points, *turns};
  return success();
}

}  // namespace

void declare_adjudication_flags(Command& command, AdjudicationFlags& flags) {
  command.add_option("--max-turns N", flags.max_turns,
                     "End a game after this many turns; off: never (default)");
  command.add_option(
      "--hopeless POINTS", flags.hopeless,
      "End a game when one bot is this far ahead for 6 turns (200/10: for 10 turns); off: never "
      "(default)");
  command.add_option(
      "--agreed POINTS", flags.agreed,
      "End a game when all bots expect for 6 turns that the same one wins by this much (200/10: "
      "for 10 turns); off: never (default)");
  command.add_option(
      "--resign POINTS", flags.resign,
      "A bot that expects for 3 of its turns to lose by this much resigns (200/5: for 5 turns); "
      "off: never (default)");
}

Result<void> apply(const AdjudicationFlags& flags, TournamentRequest& request) {
  AdjudicationTerms terms = request.adjudicate.value_or(AdjudicationTerms{});
  if (flags.max_turns) {
    TOPTILE_TRY(const auto turns, turns_of(*flags.max_turns));
    terms.turns = turns;
  }
  TOPTILE_TRY_TO(read_term("--hopeless", flags.hopeless, "a lead of 200 points", terms.hopeless));
  TOPTILE_TRY_TO(read_term("--agreed", flags.agreed, "an expected lead of 200 points", terms.agreed));
  TOPTILE_TRY_TO(read_term("--resign", flags.resign, "an expected loss by 200 points", terms.resign));
  if (flags.hopeless) request.flags["adjudicate.spread"] = "--hopeless";
  if (flags.agreed) request.flags["adjudicate.agreed"] = "--agreed";
  if (flags.resign) request.flags["adjudicate.resign"] = "--resign";
  request.adjudicate = terms == AdjudicationTerms{} ? std::nullopt : std::optional(terms);
  return success();
}

}  // namespace toptile
