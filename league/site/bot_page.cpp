#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "base/utf8.h"
#include "bots/levels.h"
#include "league/site/site_pages.h"
#include "league/tables/league_views.h"
#include "protocol/game_record.h"
#include "tournaments/report/report_data.h"

namespace toptile {

namespace {

constexpr std::size_t kSetsOfABot = 100, kSetsOfAnOpponent = 5, kMaxFaults = 20;

// Selects from a bot's sets, the latest of which is first: the latest ones, and the latest ones against each
// opponent.
std::vector<const PlayedSet*> latest_of_each(const LeagueGames& games,
                                             const std::vector<const PlayedSet*>& sets,
                                             const std::string& bot) {
  std::map<VersionId, std::size_t> met;
  std::vector<const PlayedSet*> latest;
  for (const PlayedSet* set : sets) {
    const VersionId opponent = games.find(set->one)->bot == bot ? set->other : set->one;
    if (++met[opponent] <= kSetsOfAnOpponent || latest.size() < kSetsOfABot) latest.push_back(set);
  }
  return latest;
}

Json fault_of(const GameRecord& record, const std::string& label, bool has_evidence) {
  for (const ForfeitRecord& forfeit : record.forfeits) {
    if (record.players.at(forfeit.seat) != label) continue;
    Json fault = {{"game", record.id},
                  {"label", label},
                  {"reason", name_of(forfeit.kind)},
                  {"text", clean_text(forfeit.text, 1000)},
                  {"after", forfeit.after}};
    if (has_evidence) {
      fault["lines"] = forfeit.evidence.lines;
      fault["stderr"] = forfeit.evidence.stderr_tail;
    }
    return fault;
  }
  return {};
}

// ---- Numbers as they are shown -------------------------------------------------

// A rating and the ends of its interval are shown as whole numbers. Rounded errors would move the ends.
void round_estimate(Json& estimate) {
  if (estimate.is_null()) return;
  const double elo = estimate["elo"], whole = std::round(elo);
  for (const auto& [key, side] : {std::pair("error_low", -1), std::pair("error_high", 1)}) {
    if (estimate[key].is_number())
      estimate[key] = side * (std::round(elo + side * estimate[key].get<double>()) - whole);
  }
  estimate["elo"] = whole;
}

// A chance is shown with three decimals, and beyond the last ones without its digits.
void round_distance(Json& distance) {
  if (distance.is_null() || !distance["superiority"].is_number()) return;
  round_estimate(distance);
  constexpr double kNearlyCertain = 0.999;
  const double chance = distance["superiority"];
  if (chance > kNearlyCertain || chance < 1 - kNearlyCertain) {
    distance["superiority"] = std::round(chance);
  } else if (std::isfinite(chance)) {
    distance["superiority"] = std::round(1000 * chance) / 1000;
  }
}

Json version_part(const SiteState& site, const BotVersion& version) {
  const LeagueSnapshot& snapshot = site.snapshot;
  const VersionView view{.version = version,
                         .versions = {},
                         .rating = snapshot.rating(version.id),
                         .row = snapshot.league_row(version.id),
                         .opponents = snapshot.opponents(version.id),
                         .history = {},
                         .forfeited = {}};
  Json part = to_json(snapshot, view, Distances::of_playing);
  part["reason"] = public_reason(version.state, version.reason);
  for (const char* key : {"versions", "history", "forfeited"}) part.erase(key);
  // Removed versions are not shown.
  Json shown = Json::array();
  for (std::size_t i = 0; i < view.opponents.size(); ++i) {
    if (!snapshot.games().is_rated(view.opponents[i].first)) continue;
    shown.push_back(std::move(part["opponents"][i]));
    round_distance(shown.back()["apart"]);
  }
  part["opponents"] = std::move(shown);
  round_estimate(part["rating"]);
  round_distance(part["over_predecessor"]);
  return part;
}

// The Elo at which the champion is about as strong as the newest rated version.
Json champion_elo(const SiteState& site, const std::vector<BotVersion>& versions) {
  if (!site.champion_shift) return nullptr;
  for (const BotVersion& version : versions) {
    const RatingRow* const rating = site.snapshot.rating(version.id);
    if (rating == nullptr || rating->field.games == 0) continue;
    const int most = *elo_on_scale_of_levels("champion");
    const double level = std::round(rating->rating.elo + *site.champion_shift);
    return static_cast<int>(std::clamp(level, 0.0, static_cast<double>(most)));
  }
  return nullptr;
}

// When something last happened with any of the versions.
std::int64_t last_change(const std::vector<BotVersion>& versions, const std::vector<const PlayedSet*>& sets) {
  std::int64_t last = sets.empty() ? 0 : sets.front()->ended;
  for (const BotVersion& version : versions) last = std::max(last, version.changed);
  return last;
}

}  // namespace

Result<Json> bot_page(const SiteState& site, LeagueStore& store, const std::string& bot) {
  const LeagueGames& games = site.snapshot.games();
  std::vector<BotVersion> versions;
  for (const BotVersion& version : games.versions())
    if (version.bot == bot && version.state != VersionState::removed) versions.push_back(version);
  std::ranges::sort(versions, std::ranges::greater(), &BotVersion::number);
  const auto sets = latest_sets(games, {.bot = bot});
  Json data = head_of_page(site, "bot", "../", last_change(versions, sets));
  Json report = report_of_page(site, "report", 2 * sets.size());
  data["champion_elo"] = champion_elo(site, versions);
  data["bot"] = bot;
  data["versions"] = Json::array();
  data["faults"] = Json::array();
  std::vector<VersionId> ids;
  std::vector<std::pair<LeagueForfeit, std::string>> forfeited;
  for (const BotVersion& version : versions) {
    data["author"] = version.author;
    data["versions"].push_back(version_part(site, version));
    report["bots"].push_back(bot_of_report(version));
    ids.push_back(version.id);
    for (const LeagueForfeit& forfeit : site.snapshot.forfeited(version.id))
      forfeited.emplace_back(forfeit, version.label());
  }
  TOPTILE_TRY(report["history"], history_of(store, ids));
  data["report"] = std::move(report);
  data["faults_in_all"] = forfeited.size();
  std::ranges::sort(forfeited, std::ranges::greater(), [](const auto& one) { return one.first.game; });
  if (forfeited.size() > kMaxFaults) forfeited.resize(kMaxFaults);
  for (const auto& [forfeit, label] : forfeited) {
    TOPTILE_TRY(const auto set, store.sets().recorded(forfeit.set));
    TOPTILE_TRY(const auto record, parse_record(set.records[(forfeit.game - 1) % 2]));
    if (Json fault = fault_of(record, label, site.options.has_evidence); !fault.is_null())
      data["faults"].push_back(std::move(fault));
  }
  data["games_in_all"] = 2 * sets.size();
  data["games"] = listed_games(games, latest_of_each(games, sets, bot));
  round_numbers(data);
  return data;
}

}  // namespace toptile
