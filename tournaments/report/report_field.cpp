#include "tournaments/report/report_field.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <unordered_map>

#include "base/assert.h"
#include "base/utf8.h"
#include "protocol/ruleset_json.h"
#include "tournaments/exchange/player_names.h"

namespace toptile {

namespace {

constexpr std::size_t kMaxFolderBytes = 4096;

int entrant_of(const BotEntry& bot, const std::string& name, ReportField& field) {
  const auto found = std::ranges::find(field.names, name);
  if (found != field.names.end()) return static_cast<int>(found - field.names.begin());
  field.bots.push_back(bot);
  field.names.push_back(name);
  return static_cast<int>(field.names.size()) - 1;
}

PlayerNames names_of(std::span<const ReportRun> runs) {
  std::vector<std::vector<BotEntry>> bots;
  for (const ReportRun& run : runs) bots.push_back(run.plan.bots);
  return PlayerNames(bots);
}

std::vector<std::string> notes_of(std::span<const ReportRun> runs, const PlayerNames& names) {
  std::vector<std::string> folders;
  std::vector<RepeatedGames> repeated;
  for (const ReportRun& run : runs) {
    folders.push_back(clean_text(run.name, kMaxFolderBytes));
    repeated.insert(repeated.end(), run.repeated.begin(), run.repeated.end());
  }
  std::vector<std::string> notes = repeated_notes(repeated, folders);
  std::ranges::move(names.notes(folders), std::back_inserter(notes));
  return notes;
}

// Finds sets that were dealt the same. Runs of one report have the same tiles, so the seed alone decides
// this.
class Deals {
 public:
  explicit Deals(ReportField& field) : field_(field) {}

  // The games of a run, and the seed of each.
  void add(std::span<const GameResult> games, std::span<const std::uint64_t> seeds) {
    std::uint32_t last = 0;
    for (std::size_t i = 0; i < games.size() && i < seeds.size(); ++i) {
      const std::uint32_t set = games[i].set();
      if (set == last) continue;
      last = set;
      const auto [first, is_new] = first_.try_emplace(seeds[i], set);
      if (!is_new) field_.joined[set] = first->second;
    }
  }

 private:
  ReportField& field_;
  std::unordered_map<std::uint64_t, std::uint32_t> first_;  // The first set with each seed.
};

// The number at which the last set ends, even if its last games are missing.
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
    return Error{fmt::format(
        "{} and {} cannot be in one report: they differ in their {}, {} and {}; make a report of each",
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
  const PlayerNames names = names_of(runs);
  field.notes = notes_of(runs, names);
  Deals deals(field);
  for (std::size_t number = 0; number < runs.size(); ++number) {
    const ReportRun& run = runs[number];
    auto& entrants = field.entrants_of.emplace_back();
    for (std::size_t i = 0; i < run.plan.bots.size(); ++i)
      entrants.push_back(entrant_of(run.plan.bots[i], names.of(number)[i], field));
    field.before.push_back(end_of_sets(field));
    field.begins.push_back(field.games.size());
    for (GameResult game : run.games) {
      game.id += field.before.back();
      for (const Seat seat : each<Seat>(game.players)) {
        auto& entrant = game.by_seat[seat].entrant;
        entrant = static_cast<std::uint16_t>(entrants[entrant]);
      }
      field.games.push_back(game);
    }
    std::sort(field.games.begin() + static_cast<std::ptrdiff_t>(field.begins.back()), field.games.end(),
              [](const GameResult& a, const GameResult& b) { return a.id < b.id; });
    if (runs.size() > 1) deals.add(std::span(field.games).subspan(field.begins.back()), run.seeds);
  }
  field.begins.push_back(field.games.size());
  return field;
}

}  // namespace toptile
