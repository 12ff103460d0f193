#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <map>
#include <utility>

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

// ---- JSON as text --------------------------------------------------------------

std::string json_of_part(const Json& value) {
  return value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

// The object with one more key.
std::string with_member(const Json& object, std::string_view key, std::string_view value) {
  std::string text = json_of_part(object);
  text.back() = ',';
  return text.append(1, '"').append(key).append("\":").append(value).append(1, '}');
}

void append_rounded(std::string& text, double number) {
  Json rounded = number;
  round_numbers(rounded);
  text += json_of_part(rounded);
}

// Writes games and opponents.
class PageText {
 public:
  explicit PageText(const LeagueSnapshot& snapshot) : snapshot_(snapshot) {}

  // The same text as that of games_to_json for these sets.
  std::string games(const std::vector<const PlayedSet*>& sets) {
    std::string text;
    for (const PlayedSet* set : sets)
      for (const GameResult& result : set->results) append(text, *set, result);
    return list(std::move(text));
  }

  std::string opponents(VersionId version) {
    const bool plays = snapshot_.league_row(version) != nullptr;
    std::string text;
    for (const auto& [id, tally] : snapshot_.opponents(version)) {
      if (!snapshot_.games().is_rated(id)) continue;  // Removed versions are not shown.
      fmt::format_to(
          std::back_inserter(text),
          R"({{"games":{},"wins":{},"ties":{},"losses":{},"points":{},"forfeits":{},"finished":{},)"
          R"("spread":)",
          tally.games, tally.wins, tally.ties, tally.losses(), tally.points(), tally.forfeits, tally.counted);
      if (const auto spread = tally.mean_spread()) {
        append_rounded(text, *spread);
      } else {
        text += "null";
      }
      text.append(R"(,"label":)").append(label(id)).append(R"(,"apart":)");
      const bool has_distance = plays || snapshot_.league_row(id) != nullptr;
      text += has_distance ? apart(version, id) : "null";
      text += "},";
    }
    return list(std::move(text));
  }

  // A list of texts, each of which ends in a comma.
  static std::string list(std::string text) {
    if (!text.empty()) text.pop_back();
    return "[" + text + "]";
  }

 private:
  // In quotes.
  const std::string& label(VersionId version) {
    std::string& text = labels_[version];
    if (text.empty()) text = json_of_part(snapshot_.label(version));
    return text;
  }

  std::string apart(VersionId version, VersionId other) const {
    const auto distance = snapshot_.apart(version, other);
    if (!distance) return "null";
    Json object = to_json(distance->above);
    object["superiority"] = distance->superiority;
    round_distance(object);
    round_numbers(object);
    return json_of_part(object);
  }

  void append(std::string& text, const PlayedSet& set, const GameResult& result) {
    const std::array<VersionId, 2> ids = {set.one, set.other};
    const auto& seats = result.by_seat;
    const std::string &first = label(ids[seats[0].entrant]), &second = label(ids[seats[1].entrant]);
    fmt::format_to(
        std::back_inserter(text),
        R"({{"game":{},"players":[{},{}],"points":[{},{}],"ranks":[{},{}],"end":"{}","forfeited":[)",
        result.id, first, second, seats[0].points, seats[1].points, seats[0].rank, seats[1].rank,
        name_of(result.end));
    std::string forfeited;
    for (const SeatResult& seat : result.seats())
      if (seat.fate == SeatResult::Fate::forfeited) forfeited.append(label(ids[seat.entrant])).append(1, ',');
    if (!forfeited.empty()) forfeited.pop_back();
    std::string& program = programs_[set.program];
    if (program.empty()) program = json_of_part(snapshot_.games().program(set));
    fmt::format_to(std::back_inserter(text), R"({}],"order":{},"ended":{},"program":{}}},)", forfeited,
                   set.order, set.ended, program);
  }

  const LeagueSnapshot& snapshot_;
  std::map<VersionId, std::string> labels_;
  std::map<std::int64_t, std::string> programs_;
};

std::string version_part(const SiteState& site, PageText& text, const BotVersion& version) {
  const LeagueSnapshot& snapshot = site.snapshot;
  const VersionView view{.version = version,
                         .versions = {},
                         .rating = snapshot.rating(version.id),
                         .row = snapshot.league_row(version.id),
                         .opponents = {},
                         .history = {},
                         .forfeited = {}};
  Json part = to_json(snapshot, view);
  part["reason"] = public_reason(version.state, version.reason);
  for (const char* key : {"versions", "opponents", "history", "forfeited"}) part.erase(key);
  round_estimate(part["rating"]);
  round_distance(part["over_predecessor"]);
  round_numbers(part);
  return with_member(part, "opponents", text.opponents(version.id));
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

Result<std::string> bot_page(const SiteState& site, LeagueStore& store, const std::string& bot) {
  PageText text(site.snapshot);
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
  std::string parts;
  data["faults"] = Json::array();
  std::vector<VersionId> ids;
  std::vector<std::pair<LeagueForfeit, std::string>> forfeited;
  for (const BotVersion& version : versions) {
    data["author"] = version.author;
    parts += version_part(site, text, version) + ",";
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
  round_numbers(data);
  // Keys are appended to the last object.
  std::string json = with_member(data, "versions", PageText::list(std::move(parts)));
  json.back() = ',';
  return json + "\"games\":" + text.games(latest_of_each(games, sets, bot)) + "}";
}

}  // namespace toptile
