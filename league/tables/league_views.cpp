#include "league/tables/league_views.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "base/words.h"
#include "engine/move.h"
#include "protocol/game_record.h"
#include "protocol/uwi.h"
#include "ratings/tables/elo_text.h"

namespace toptile {

namespace {

Json to_json(const std::optional<Distance>& distance) {
  if (!distance) return nullptr;
  Json object = toptile::to_json(distance->above);
  object["superiority"] = distance->superiority;
  return object;
}

Json to_json(const PairTally& tally) {
  const auto spread = tally.mean_spread();
  return {{"games", tally.games},      {"wins", tally.wins},
          {"ties", tally.ties},        {"losses", tally.losses()},
          {"points", tally.points()},  {"forfeits", tally.forfeits},
          {"finished", tally.counted}, {"spread", spread ? Json(*spread) : Json()}};
}

Json to_json(const std::vector<BotVersion>& versions) {
  Json list = Json::array();
  for (const BotVersion& version : versions) list.push_back(toptile::to_json(version));
  return list;
}

}  // namespace

Result<PairView> pair_view(const LeagueSnapshot& snapshot, const BotVersion& one, const BotVersion& other) {
  if (one.id == other.id)
    return Error{fmt::format("both are {}; name two bots, or two versions as in {}-v1 {}-v2", one.label(),
                             one.bot, one.bot)};
  return PairView{one, other, snapshot.tally(one.id, other.id), snapshot.apart(one.id, other.id)};
}

Result<VersionView> version_view(const LeagueSnapshot& snapshot, LeagueStore& store,
                                 const BotVersion& version) {
  VersionView view{.version = version,
                   .versions = {},
                   .rating = snapshot.rating(version.id),
                   .row = snapshot.league_row(version.id),
                   .opponents = snapshot.opponents(version.id),
                   .history = {},
                   .forfeited = snapshot.forfeited(version.id)};
  TOPTILE_TRY(view.versions, store.versions().list({version.bot, {}}));
  TOPTILE_TRY(view.history, store.ratings().points_of(version.id));
  return view;
}

Result<QueueView> queue_view(LeagueStore& store) {
  QueueView view;
  TOPTILE_TRY(view.waiting, store.versions().list({{},
                                                   {VersionState::received, VersionState::building,
                                                    VersionState::checking, VersionState::trying}}));
  TOPTILE_TRY(view.refused, store.versions().list({{}, {VersionState::refused}}));
  std::ranges::sort(view.waiting, {}, &BotVersion::id);
  std::ranges::sort(view.refused, std::ranges::greater(), &BotVersion::changed);
  if (view.refused.size() > kMaxRefusedShown) view.refused.resize(kMaxRefusedShown);
  return view;
}

std::vector<const PlayedSet*> latest_sets(const LeagueGames& games, const SetFilter& filter) {
  const auto is_wanted = [&](VersionId id) {
    if (filter.version) return id == *filter.version;
    const BotVersion* found = games.find(id);
    return filter.bot.empty() || (found != nullptr && found->bot == filter.bot);
  };
  const auto is_right_other = [&](VersionId id) { return !filter.other || id == *filter.other; };
  std::vector<const PlayedSet*> wanted;
  // False once no more sets are wanted.
  const auto look_at = [&](const PlayedSet& set) {
    if (filter.most > 0 && wanted.size() >= filter.most) return false;
    if ((filter.before && set.order >= *filter.before) || !games.counts(set)) return true;
    if ((is_wanted(set.one) && is_right_other(set.other)) ||
        (is_wanted(set.other) && is_right_other(set.one)))
      wanted.push_back(&set);
    return true;
  };
  const std::vector<PlayedSet>& sets = games.sets();
  if (filter.bot.empty() && !filter.version) {
    for (auto set = sets.rbegin(); set != sets.rend() && look_at(*set); ++set) {
    }
    return wanted;
  }
  std::vector<std::uint32_t> places;
  for (const BotVersion& version : games.versions()) {
    if (filter.version ? version.id != *filter.version : version.bot != filter.bot) continue;
    const std::vector<std::uint32_t>& own = games.sets_of(version.id);
    places.insert(places.end(), own.begin(), own.end());
  }
  // Two versions of a bot may have met, and then the set is there twice.
  std::ranges::sort(places, std::ranges::greater());
  places.erase(std::unique(places.begin(), places.end()), places.end());
  for (const std::uint32_t place : places)
    if (!look_at(sets[place])) break;
  return wanted;
}

Json to_json(const BotVersion& version) {
  return {{"label", version.label()},           {"bot", version.bot},
          {"version", version.number},          {"author", version.author},
          {"state", name_of(version.state)},    {"reason", version.reason},
          {"sha256", version.sha256},           {"language", version.language},
          {"said_author", version.said_author}, {"said_version", version.said_version},
          {"handed_in", version.handed_in},     {"changed", version.changed}};
}

std::string public_reason(VersionState state, const std::string& reason) {
  return state == VersionState::refused ? "" : reason;
}

std::string public_info(const LeagueTerms& terms, std::string_view info) {
  if (terms.public_info == PublicInfo::all) return std::string(info);
  std::string shown;
  if (terms.public_info == PublicInfo::none || info.starts_with(uwi::kNotUwi)) return shown;
  const auto show = [&](std::string_view key, std::string_view value) {
    shown += fmt::format("{}{} {}", shown.empty() ? "" : " ", key, value);
  };
  const Alphabet& alphabet = terms.plan.rules.alphabet();
  for (std::string_view word = take_word(info); !word.empty() && word != "string"; word = take_word(info)) {
    if (word == "score") {
      const std::string_view score = take_word(info);
      const auto number = parse_number<double>(score);
      if (number && std::isfinite(*number)) show("score", score);
    } else if (word == "pv") {
      std::string line;
      while (true) {
        std::string_view rest = info;
        const std::string_view move = take_word(rest);
        if (move.empty() || !parse_move(move, alphabet)) break;
        line += line.empty() ? move : fmt::format(" {}", move);
        info = rest;
      }
      if (!line.empty()) show("pv", line);
    }
  }
  return shown;
}

Result<std::string> public_record(const LeagueTerms& terms, const std::string& line) {
  const bool has_evidence = line.find("\"evidence\"") != std::string::npos;
  if (terms.public_info == PublicInfo::all && !has_evidence) return line;
  if (!has_evidence) {
    const auto shown = [&](std::string_view info) { return public_info(terms, info); };
    if (auto replaced = replace_infos(line, shown)) return *std::move(replaced);
  }
  TOPTILE_TRY(auto record, parse_written_record(line));
  for (ForfeitRecord& forfeit : record.forfeits) forfeit.evidence = {};
  for (TurnRecord& turn : record.turns) turn.info = public_info(terms, turn.info);
  return format_record(record);
}

Json public_json(const BotVersion& version) {
  Json object = to_json(version);
  object["reason"] = public_reason(version.state, version.reason);
  return object;
}

Json to_json(const RatingEstimate& rating) {
  return {{"elo", rating.elo},
          {"error_low", finite_or_null(rating.error_low)},
          {"error_high", finite_or_null(rating.error_high)}};
}

Json to_json(const PairView& view) {
  Json object = to_json(view.tally);
  object["one"] = view.one.label();
  object["other"] = view.other.label();
  object["apart"] = to_json(view.apart);
  return object;
}

Json to_json(const LeagueSnapshot& snapshot, const VersionView& view) {
  Json object = to_json(view.version);
  object["versions"] = to_json(view.versions);
  object["rating"] = nullptr;
  if (view.rating != nullptr && view.rating->field.games > 0) {
    object["rating"] = to_json(view.rating->rating);
    object["rating"]["games"] = view.rating->field.games;
    object["rating"]["points"] = view.rating->field.points;
  }
  object["over_predecessor"] = view.row == nullptr ? Json() : to_json(view.row->over_predecessor);
  object["opponents"] = Json::array();
  for (const auto& [id, tally] : view.opponents) {
    Json opponent = to_json(tally);
    opponent["label"] = snapshot.label(id);
    opponent["apart"] = to_json(snapshot.apart(view.version.id, id));
    object["opponents"].push_back(std::move(opponent));
  }
  object["history"] = Json::array();
  for (const RatingPoint& point : view.history)
    object["history"].push_back({{"after_sets", point.order},
                                 {"games", point.games},
                                 {"elo", point.elo},
                                 {"error_low", finite_or_null(point.error_low)},
                                 {"error_high", finite_or_null(point.error_high)}});
  object["forfeited"] = Json::array();
  for (const LeagueForfeit& forfeited : view.forfeited) object["forfeited"].push_back(forfeited.game);
  return object;
}

Json to_json(const QueueView& view) {
  return {{"waiting", to_json(view.waiting)}, {"refused", to_json(view.refused)}};
}

Json standings_to_json(const LeagueTerms& terms, const LeagueTable& table) {
  Json rows = Json::array();
  for (const LeagueRow& row : table.rows) {
    const RatingRow& rating = table.all.rows[row.row];
    Json one = to_json(row.version);
    one["games"] = rating.field.games;
    one["wins"] = rating.field.wins;
    one["ties"] = rating.field.ties;
    one["losses"] = rating.field.losses;
    one["points"] = rating.field.points;
    one["forfeits"] = row.forfeits;
    one["finished"] = rating.field.finished;
    one["spread"] = rating.field.spread ? Json(rating.field.spread->value) : Json();
    one["rating"] = to_json(rating.rating);
    one["ranks"] = {row.ranks.best, row.ranks.worst};
    one["pool"] = rating.rating.pool;
    one["over_predecessor"] = to_json(row.over_predecessor);
    rows.push_back(std::move(one));
  }
  return {{"league", terms.name}, {"games", table.games}, {"bots", rows}, {"notes", notes_of(table)}};
}

Json games_to_json(const LeagueGames& games, const PlayedSet& set) {
  const std::array<VersionId, 2> ids = {set.one, set.other};
  Json list = Json::array();
  for (const GameResult& result : set.results) {
    Json players = Json::array(), points = Json::array(), ranks = Json::array(), forfeited = Json::array();
    for (const SeatResult& seat : result.seats()) {
      players.push_back(games.label(ids[seat.entrant]));
      points.push_back(seat.points);
      ranks.push_back(seat.rank);
      if (seat.fate == SeatResult::Fate::forfeited) forfeited.push_back(games.label(ids[seat.entrant]));
    }
    list.push_back({{"game", result.id},
                    {"players", players},
                    {"points", points},
                    {"ranks", ranks},
                    {"end", name_of(result.end)},
                    {"forfeited", forfeited},
                    {"order", set.order},
                    {"ended", set.ended},
                    {"program", games.program(set)}});
  }
  return list;
}

}  // namespace toptile
