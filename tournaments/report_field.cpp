#include "tournaments/report_field.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/assert.h"
#include "protocol/ruleset_json.h"

namespace toptile {

namespace {

int entrant_of(const BotEntry& bot, ReportField& field) {
  const auto found = std::ranges::find(field.names, bot.name);
  if (found != field.names.end()) return static_cast<int>(found - field.names.begin());
  field.bots.push_back(bot);
  field.names.push_back(bot.name);
  return static_cast<int>(field.names.size()) - 1;
}

// The next number that begins a set.
std::uint32_t end_of_sets(const ReportField& field) {
  if (field.games.empty()) return 0;
  const auto players = static_cast<std::uint32_t>(field.players);
  return (field.games.back().id + players - 1) / players * players;
}

}  // namespace

Result<void> check_together(std::span<const ReportRun> runs) {
  const ReportRun& first = runs.front();
  const auto differ = [&](const ReportRun& run, std::string_view in_what, const std::string& one,
                          const std::string& other) {
    return Error{
        fmt::format("{} and {} are not one report: they differ in their {}, {} and {}; make one of each",
                    first.name, run.name, in_what, one, other)};
  };
  for (const ReportRun& run : runs) {
    const Plan &one = first.plan, &other = run.plan;
    if (one.format.players != other.format.players)
      return differ(run, "players a game", std::to_string(one.format.players),
                    std::to_string(other.format.players));
    if (ruleset_to_json(one.rules) != ruleset_to_json(other.rules))
      return differ(run, "rules", one.rules.name, other.rules.name);
    if (one.lexicon_sha256 != other.lexicon_sha256) {
      return differ(run, "words", fmt::format("{} ({:.8}…)", one.lexicon_name, one.lexicon_sha256),
                    fmt::format("{} ({:.8}…)", other.lexicon_name, other.lexicon_sha256));
    }
  }
  return success();
}

ReportField field_of(std::span<const ReportRun> runs) {
  TOPTILE_ASSERT(!runs.empty());
  ReportField field;
  field.players = runs.front().plan.format.players;
  for (const ReportRun& run : runs) {
    auto& entrants = field.entrants_of.emplace_back();
    for (const BotEntry& bot : run.plan.bots) entrants.push_back(entrant_of(bot, field));
    field.before.push_back(end_of_sets(field));
    field.begins.push_back(field.games.size());
    for (GameResult game : run.games) {
      game.id += field.before.back();
      for (std::size_t seat = 0; seat < game.players; ++seat) {
        auto& entrant = game.by_seat[seat].entrant;
        entrant = static_cast<std::uint16_t>(entrants[entrant]);
      }
      field.games.push_back(game);
    }
    std::sort(field.games.begin() + static_cast<std::ptrdiff_t>(field.begins.back()), field.games.end(),
              [](const GameResult& a, const GameResult& b) { return a.id < b.id; });
  }
  field.begins.push_back(field.games.size());
  return field;
}

}  // namespace toptile
