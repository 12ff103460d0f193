#include "tournaments/exchange/match_json.h"

#include <filesystem>

#include "ratings/matches/stopped_estimate.h"
#include "ratings/tables/elo_text.h"

namespace toptile {

namespace {

namespace fs = std::filesystem;

// The name of an argument of the command among the bot's own files, which the hash covers; nullopt for other
// arguments. The name is empty for a file that is a home by itself, as only its content matters.
std::optional<fs::path> own_file(const BotEntry& bot, const std::string& word) {
  const fs::path file = (bot.directory / word).lexically_normal();
  for (const BotHome& home : bot.homes) {
    if (home.is_file && file == home.path) return fs::path();
    const fs::path inside = file.lexically_relative(home.path);
    if (!home.is_file && !inside.empty() && *inside.begin() != "..") return inside;
  }
  return std::nullopt;
}

bool is_same_word(const BotEntry& one, const BotEntry& other, std::size_t place) {
  if (one.command[place] == other.command[place]) return true;
  const auto of_one = own_file(one, one.command[place]), of_other = own_file(other, other.command[place]);
  return of_one && of_one == of_other;
}

}  // namespace

Json match_to_json(const MatchTally& match, const Plan& plan, const std::optional<TestStatus>& test) {
  Json json = {{"bots", {plan.bots[0].name, plan.bots[1].name}},
               {"pairs", match.results.pairs()},
               {"pentanomial", match.results.counts}};
  json.update(estimate_to_json(estimate(match.results)));
  json["spread"] = {{"mean", match.spreads.pairs() > 0 ? Json(match.spreads.mean()) : Json()},
                    {"standard_error", finite_or_null(match.spreads.standard_error())},
                    {"error", finite_or_null(match.spreads.error())},
                    {"pairs", match.spreads.pairs()},
                    {"forfeited_pairs", match.forfeited_pairs}};
  json["pairing_ratio"] = finite_or_null(pairing_ratio(match.results));
  if (const auto note = level_note(match, plan.bots[0], plan.bots[1])) json["note"] = *note;
  if (test) {
    json["test"] = test_to_json(*plan.test);
    json["test"].update(test_status_to_json(*test));
  }
  return json;
}

bool are_same_program(const BotEntry& one, const BotEntry& other) {
  if (one.sha256.empty() || one.sha256 != other.sha256 || one.options != other.options ||
      one.command.size() != other.command.size())
    return false;
  for (std::size_t place = 0; place < one.command.size(); ++place)
    if (!is_same_word(one, other, place)) return false;
  return true;
}

std::optional<std::string> level_note(const MatchTally& match, const BotEntry& one, const BotEntry& other) {
  const std::uint64_t pairs = match.results.pairs();
  if (pairs == 0 || match.results.counts[2] != pairs || !are_same_program(one, other)) return std::nullopt;
  const bool is_mirrored = match.forfeited_pairs == 0 && match.spreads.are_level();
  return is_mirrored
             ? "Every pair is level by construction: both bots are the same program with the same options, "
               "so the second game of a pair is the first with their names exchanged."
             : "Every pair is level, and both bots are the same program with the same options: no difference "
               "between them can be found.";
}

}  // namespace toptile
