#include "league/site/site_pages.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/utf8.h"
#include "bots/levels.h"
#include "league/site/feed.h"
#include "league/site/markup.h"
#include "league/store/timestamp.h"
#include "league/tables/league_views.h"
#include "ratings/tables/elo_text.h"
#include "tournaments/report/playing_page.h"
#include "tournaments/report/report_data.h"
#include "tournaments/run/program_version.h"

namespace toptile {

namespace {

constexpr int kSiteVersion = 1;
constexpr std::size_t kLatestSets = 25, kNewsOnPage = 20;

Json terms_of_page(const SiteState& site) {
  return {{"rules", site.terms.at("rules").at("name")},
          {"lexicon", site.terms.at("lexicon").at("name")},
          {"words", site.terms.at("lexicon").at("words")},
          {"clock", site.terms.at("clock")},
          {"until", site.deadline ? Json(*site.deadline) : Json()}};
}

std::size_t all_games(const SiteState& site) {
  return 2 * site.snapshot.games().sets().size();
}

}  // namespace

// ---- Parts -------------------------------------------------------------------

Json bot_of_report(const BotVersion& version) {
  return {{"name", version.label()},
          {"author", version.said_author},
          {"version", version.said_version},
          {"language", version.language},
          {"sha256", version.sha256}};
}

Json listed_games(const LeagueGames& games, const std::vector<const PlayedSet*>& sets) {
  Json list = Json::array();
  for (const PlayedSet* set : sets)
    for (Json& game : games_to_json(games, *set)) list.push_back(std::move(game));
  return list;
}

Result<Json> history_of(LeagueStore& store, const std::vector<VersionId>& versions) {
  std::vector<std::vector<RatingPoint>> all;
  std::set<std::uint64_t> orders;
  for (const VersionId version : versions) {
    TOPTILE_TRY(auto points, store.ratings().points_of(version));
    for (const RatingPoint& point : points) orders.insert(point.order);
    all.push_back(std::move(points));
  }
  Json history = {
      {"games", Json::array()}, {"elo", Json::array()}, {"low", Json::array()}, {"high", Json::array()}};
  for (const std::uint64_t order : orders) history["games"].push_back(2 * order);
  for (const auto& points : all) {
    Json elo = Json::array(), low = Json::array(), high = Json::array();
    auto next = points.begin();
    for (const std::uint64_t order : orders) {
      while (next != points.end() && next->order < order) ++next;
      const bool is_there = next != points.end() && next->order == order;
      elo.push_back(is_there ? Json(next->elo) : Json());
      low.push_back(is_there ? finite_or_null(next->elo - next->error_low) : Json());
      high.push_back(is_there ? finite_or_null(next->elo + next->error_high) : Json());
    }
    history["elo"].push_back(std::move(elo));
    history["low"].push_back(std::move(low));
    history["high"].push_back(std::move(high));
  }
  return history;
}

Json head_of_page(const SiteState& site, std::string_view page, std::string_view root, std::int64_t updated) {
  return {{"site", kSiteVersion},
          {"page", page},
          {"title", clean_text(site.name, 200)},
          {"root", root},
          {"toptile", program_version()},
          {"updated", updated},
          {"has_evidence", site.options.has_evidence}};
}

Json report_of_page(const SiteState& site, std::string_view mode, std::size_t games) {
  return {
      {"report", 1},
      {"mode", mode},
      {"live", nullptr},
      {"title", clean_text(site.name, 200)},
      {"toptile", program_version()},
      {"runs", Json::array({{{"name", clean_text(site.name, 200)}, {"games", games}, {"plan", site.terms}}})},
      {"bots", Json::array()},
      {"alphabet", site.alphabet}};
}

// ---- Pages -------------------------------------------------------------------

Result<Json> standings_page(const SiteState& site, LeagueStore& store) {
  const LeagueTable& table = site.snapshot.table();
  Json data = head_of_page(site, "standings", "", site.updated);
  data["terms"] = terms_of_page(site);
  data["games"] = table.games;
  data["has_play"] = !site.engine_name.empty();
  Json report = report_of_page(site, "report", all_games(site));
  report["standings"] = Json::array();
  std::vector<VersionId> versions;
  const Json standings = standings_to_json(store.terms(), table);
  const bool has_no_anchor = store.terms().anchors.size() == site.snapshot.table().absent_anchors.size();
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    const Json& row = standings["bots"][i];
    const bool has_games = row["games"] > 0;
    versions.push_back(table.rows[i].version.id);
    report["bots"].push_back(bot_of_report(table.rows[i].version));
    Json standing = {{"entrant", i},
                     {"withdrawn", 0},
                     {"mean_spread", row["spread"]},
                     {"elo", has_games ? row["rating"]["elo"] : Json()},
                     {"error_low", has_games ? row["rating"]["error_low"] : Json()},
                     {"error_high", has_games ? row["rating"]["error_high"] : Json()},
                     {"over", row["over_predecessor"]},
                     {"in_zero", has_no_anchor}};
    for (const char* key :
         {"games", "wins", "ties", "losses", "points", "forfeits", "finished", "pool", "ranks", "author"})
      standing[key] = row[key];
    report["standings"].push_back(std::move(standing));
  }
  report["rating_notes"] = standings["notes"];
  TOPTILE_TRY(report["history"], history_of(store, versions));
  data["report"] = std::move(report);
  data["latest"] =
      listed_games(site.snapshot.games(), latest_sets(site.snapshot.games(), {.most = kLatestSets}));
  data["news"] = Json::array();
  for (const LeagueEvent& event : news_of(site.snapshot.games(), kNewsOnPage)) {
    const BotVersion& version = *site.snapshot.games().find(event.version);
    data["news"].push_back({{"at", event.at},
                            {"label", version.label()},
                            {"bot", version.bot},
                            {"state", name_of(event.state)},
                            {"reason", clean_text(public_reason(event.state, event.reason), 1000)}});
  }
  data["waiting"] = Json::array();
  for (const BotVersion& version : site.snapshot.games().versions())
    if (is_queued(version.state)) data["waiting"].push_back(public_json(version));
  round_numbers(data);
  return data;
}

std::string standings_words(const SiteState& site) {
  std::string words = fmt::format(
      "<h1>{}</h1>\n<table><tr><th>#</th><th>Bot</th><th>Author</th><th>Elo</th><th>95 "
      "%</th><th>Games</th></tr>\n",
      markup_text(site.name));
  if (site.deadline)
    words.insert(words.find("<table>"),
                 fmt::format("<p>Bots can be submitted until {}.</p>\n", readable_utc(*site.deadline)));
  const LeagueTable& table = site.snapshot.table();
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    const BotVersion& version = table.rows[i].version;
    const RatingRow& rating = table.all.rows[table.rows[i].row];
    const bool has_games = rating.field.games > 0;
    words += fmt::format(
        "<tr><td>{}</td><td><a "
        "href=\"bots/{}.html\">{}</a></td><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>\n",
        i + 1, markup_text(version.bot), markup_text(version.label()), markup_text(version.author),
        has_games ? whole_elo(rating.rating.elo) : "", has_games ? interval_text(rating.rating) : "",
        rating.field.games);
  }
  return words + "</table>\n";
}

Json game_page(const SiteState& site) {
  Json data = head_of_page(site, "game", "", site.updated);
  data["report"] = report_of_page(site, "game", all_games(site));
  data["sets_a_file"] = kSetsAFile;
  data["engine"] = site.engine_name.empty() ? Json() : Json(site.engine_name);
  std::uint64_t last = 0;
  for (const PlayedSet& set : site.snapshot.games().sets())
    if (site.snapshot.games().counts(set)) last = std::max<std::uint64_t>(last, set.set);
  data["last_game"] = 2 * last;
  return data;
}

std::optional<double> champion_shift(const LeagueTable& table, const LeagueTerms& terms) {
  std::optional<double> shift;
  int trust = 0;
  for (const LeagueRow& row : table.rows) {
    const BotVersion& version = row.version;
    const RatingRow& rating = table.all.rows[row.row];
    const auto known = elo_on_scale_of_levels(version.bot);
    if (!known || rating.field.games == 0) continue;
    // Any author may call a bot so, but the organizer chose the anchors. Greedy is in the middle of the
    // scale.
    const bool is_anchor =
        std::ranges::find(terms.anchors, version.label(), &NamedAnchor::name) != terms.anchors.end();
    const int trusted = 1 + (is_anchor ? 2 : 0) + (version.bot == "greedy" ? 1 : 0);
    if (trusted <= trust) continue;
    trust = trusted;
    shift = *known - rating.rating.elo;
  }
  return shift;
}

Json enter_page(const SiteState& site, const LeagueTerms& terms) {
  Json data = head_of_page(site, "enter", "", site.changed);
  data["terms"] = terms_of_page(site);
  data["submissions"] = league_terms_to_json(terms).at("submissions");
  data["versions"] = terms.versions;
  data["has_api"] = site.options.has_api;
  data["template"] = Json::array();
  for (const SiteTemplateFile& file : site.options.bot_template)
    data["template"].push_back({{"name", file.name}, {"text", file.text}, {"is_program", file.is_program}});
  return data;
}

// The league's ruleset, and then the shipped ones with its tiles and no larger board, because the lexicon has
// no longer words.
Json play_page(const SiteState& site, const LeagueTerms& terms) {
  const auto& plan = terms.plan;
  std::vector<Ruleset> rulesets = rulesets_beside(plan.rules);
  std::erase_if(rulesets, [&](const Ruleset& rules) { return rules.size > plan.rules.size; });
  Json data = head_of_page(site, "play", "", site.changed);
  data["engine"] = site.engine_name;
  data["table"] =
      playing_data(rulesets, {plan.lexicon_name, plan.lexicon_sha256, plan.lexicon_words}, Json::object());
  return data;
}

}  // namespace toptile
