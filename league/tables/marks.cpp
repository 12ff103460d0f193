#include "league/tables/marks.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "base/utf8.h"
#include "base/words.h"
#include "league/tables/league_views.h"
#include "tournaments/exchange/csv_rows.h"

namespace toptile {

namespace {

constexpr double kMaxMark = 1e6;

// How well a version represents its bot: an active one best, then one that was rated.
int standing_of(VersionState state) {
  if (state == VersionState::active) return 2;
  return is_rated(state) ? 1 : 0;
}

// The version that represents each bot, by the bots' names.
std::map<std::string, const BotVersion*> version_of_each(const LeagueGames& games) {
  std::map<std::string, const BotVersion*> chosen;
  for (const BotVersion& version : games.versions()) {
    if (version.state == VersionState::removed) continue;
    const BotVersion*& best = chosen[version.bot];
    const auto worth = [](const BotVersion& one) { return std::pair(standing_of(one.state), one.number); };
    if (best == nullptr || worth(*best) < worth(version)) best = &version;
  }
  return chosen;
}

const RatingRow* rating_of(const LeagueSnapshot& snapshot, const BotVersion& version) {
  const RatingRow* row = snapshot.rating(version.id);
  return row != nullptr && row->field.games > 0 ? row : nullptr;
}

struct RatedPoint {
  ScalePoint point;
  double elo = 0;
  int pool = 0;
};

const BotVersion* find_point(const LeagueGames& games, const std::map<std::string, const BotVersion*>& bots,
                             const std::string& named) {
  const auto found = bots.find(named);
  if (found != bots.end()) return found->second;
  const auto version = std::ranges::find(games.versions(), named, &BotVersion::label);
  return version == games.versions().end() ? nullptr : &*version;
}

Result<std::vector<RatedPoint>> rated(const LeagueSnapshot& snapshot,
                                      const std::map<std::string, const BotVersion*>& bots,
                                      const std::vector<ScalePoint>& scale) {
  std::vector<RatedPoint> points;
  for (const ScalePoint& point : scale) {
    const auto fault = [&](const std::string& why) {
      return Error{fmt::format("the scale: {}: {}", printable(point.bot), why)};
    };
    const BotVersion* version = find_point(snapshot.games(), bots, point.bot);
    if (version == nullptr)
      return fault("there is no such bot in this league; hand it in with toptile submit");
    const RatingRow* row = rating_of(snapshot, *version);
    if (row == nullptr) return fault("it has no rating yet; let the league play with toptile league run");
    if (!points.empty() && row->rating.pool != points.front().pool)
      return fault(
          fmt::format("no games connect it with {}; let the league play on", points.front().point.bot));
    if (!points.empty() && row->rating.elo <= points.back().elo) {
      return fault(
          fmt::format("its mark is above that of {}, but its rating, {:.0f}, is not above {:.0f}; "
                      "change the scale, or let the league play on",
                      points.back().point.bot, row->rating.elo, points.back().elo));
    }
    points.push_back({point, row->rating.elo, row->rating.pool});
  }
  return points;
}

double mark_at(const std::vector<RatedPoint>& points, double elo) {
  const auto above = std::ranges::find_if(points, [&](const RatedPoint& point) { return point.elo > elo; });
  if (above == points.begin()) return points.front().point.mark;
  if (above == points.end()) return points.back().point.mark;
  const RatedPoint& below = *std::prev(above);
  const double share = (elo - below.elo) / (above->elo - below.elo);
  return std::lerp(below.point.mark, above->point.mark, share);
}

bool comes_before(const MarkedBot& one, const MarkedBot& other) {
  if ((one.rating == nullptr) != (other.rating == nullptr)) return one.rating != nullptr;
  if (one.rating != nullptr && one.rating->rating.pool != other.rating->rating.pool)
    return one.rating->rating.pool < other.rating->rating.pool;
  if (one.rating != nullptr && one.rating->rating.elo != other.rating->rating.elo)
    return one.rating->rating.elo > other.rating->rating.elo;
  return one.version.bot < other.version.bot;
}

std::string figure(std::optional<double> value, int decimals) {
  return value && std::isfinite(*value) ? fmt::format("{:.{}f}", *value, decimals) : "";
}

}  // namespace

Result<std::vector<ScalePoint>> parse_scale(std::string_view text) {
  const auto fault = [&](std::string_view part, std::string_view why) {
    return Error{
        fmt::format("--scale: {}: {}; a scale is bots with marks, as in random=40,greedy=70,patient=100",
                    printable(part), why)};
  };
  std::vector<ScalePoint> scale;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find(',', at), text.size());
    const std::string_view part = text.substr(at, end - at);
    at = end + 1;
    const std::size_t sign = part.rfind('=');
    if (sign == part.npos || sign == 0) return fault(part, "expected a bot, = and a mark");
    const auto mark = parse_written_number<double>(part.substr(sign + 1));
    if (!mark || !(std::abs(*mark) <= kMaxMark)) return fault(part, "the mark is not a number");
    if (!scale.empty() && *mark <= scale.back().mark)
      return fault(part, "its mark is not above the one before");
    scale.push_back({std::string(part.substr(0, sign)), *mark});
  }
  if (scale.size() < 2) return fault(text, "this is one bot, and two or more are needed");
  return scale;
}

Result<std::vector<MarkedBot>> mark_bots(const LeagueSnapshot& snapshot,
                                         const std::vector<ScalePoint>& scale) {
  const auto bots = version_of_each(snapshot.games());
  TOPTILE_TRY(const auto points, rated(snapshot, bots, scale));
  std::vector<MarkedBot> marked;
  for (const auto& [name, version] : bots) {
    MarkedBot bot{*version, rating_of(snapshot, *version), snapshot.forfeited(version->id).size(), {}};
    if (bot.rating != nullptr && !points.empty() && bot.rating->rating.pool == points.front().pool) {
      const PlayerRating& rating = bot.rating->rating;
      bot.mark = {mark_at(points, rating.elo), mark_at(points, rating.elo - rating.error_low),
                  mark_at(points, rating.elo + rating.error_high)};
    }
    marked.push_back(std::move(bot));
  }
  std::ranges::stable_sort(marked, comes_before);
  return marked;
}

std::string marks_csv(const std::vector<MarkedBot>& bots) {
  std::string csv =
      "author,bot,version,state,games,percent,elo,elo_low,elo_high,forfeits,mark,mark_low,mark_high,reason\n";
  for (const MarkedBot& bot : bots) {
    const BotVersion& version = bot.version;
    std::optional<double> percent, elo, low, high;
    if (bot.rating != nullptr) {
      const PlayerRating& rating = bot.rating->rating;
      percent = 100 * bot.rating->field.points / bot.rating->field.games;
      elo = rating.elo;
      low = rating.elo - rating.error_low;
      high = rating.elo + rating.error_high;
    }
    const auto mark = [&](double MarkedBot::Mark::*which) {
      return figure(bot.mark ? std::optional((*bot.mark).*which) : std::nullopt, 2);
    };
    csv += fmt::format(
        "{},{},{},{},{},{},{},{},{},{},{},{},{},{}\n", csv_field(version.author), csv_field(version.bot),
        version.number, name_of(version.state), bot.rating == nullptr ? 0 : bot.rating->field.games,
        figure(percent, 1), figure(elo, 1), figure(low, 1), figure(high, 1), bot.forfeits,
        mark(&MarkedBot::Mark::mark), mark(&MarkedBot::Mark::low), mark(&MarkedBot::Mark::high),
        version.state == VersionState::active ? "" : csv_field(version.reason));
  }
  return csv;
}

Json marks_to_json(const std::vector<MarkedBot>& bots) {
  Json list = Json::array();
  for (const MarkedBot& bot : bots) {
    Json one = to_json(bot.version);
    one["games"] = bot.rating == nullptr ? 0 : bot.rating->field.games;
    one["rating"] = bot.rating == nullptr ? Json() : to_json(RatingEstimate(bot.rating->rating));
    one["forfeits"] = bot.forfeits;
    one["mark"] = nullptr;
    if (bot.mark) one["mark"] = {{"mark", bot.mark->mark}, {"low", bot.mark->low}, {"high", bot.mark->high}};
    list.push_back(std::move(one));
  }
  return list;
}

}  // namespace toptile
