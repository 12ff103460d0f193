#include "league/site/league_site.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/sha256.h"
#include "base/utf8.h"
#include "base/words.h"
#include "bots/levels.h"
#include "engine/lexicon.h"
#include "league/site/feed.h"
#include "league/site/markup.h"
#include "league/site/written_site.h"
#include "league/store/timestamp.h"
#include "league/tables/league_views.h"
#include "protocol/game_record.h"
#include "ratings/tables/elo_text.h"
#include "ratings/tables/rating_notes.h"
#include "tournaments/plan/terms_json.h"
#include "tournaments/report/deflate.h"
#include "tournaments/report/playing_page.h"
#include "tournaments/report/report_data.h"
#include "tournaments/report/report_page.h"
#include "tournaments/report/report_records.h"
#include "tournaments/run/program_version.h"

namespace toptile {

namespace {

constexpr int kSiteVersion = 1;
constexpr std::size_t kLatestSets = 25, kSetsOfABot = 100, kSetsOfAnOpponent = 5;
constexpr std::size_t kNewsOnPage = 20, kMaxFaults = 20;
constexpr std::string_view kHtml = "text/html; charset=utf-8";

std::uint64_t file_of(SetNumber set) {
  return (set - 1) / kSetsAFile + 1;
}

std::optional<Error> url_fault(const std::string& url) {
  if (url.empty()) return std::nullopt;
  const bool is_web = url.starts_with("http://") || url.starts_with("https://");
  const bool is_plain =
      std::ranges::all_of(url, [](char c) { return c > ' ' && c < 0x7f && c != '"' && c != '<'; });
  if (is_web && is_plain) return std::nullopt;
  return Error{fmt::format("{}: this is not an address of a site; one is https://example.org/league/",
                           printable(url))};
}

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

// The rating histories of some versions over one axis: the number of games that the league had played.
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
      low.push_back(is_there ? Json(next->elo - next->error_low) : Json());
      high.push_back(is_there ? Json(next->elo + next->error_high) : Json());
    }
    history["elo"].push_back(std::move(elo));
    history["low"].push_back(std::move(low));
    history["high"].push_back(std::move(high));
  }
  return history;
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

}  // namespace

Result<LeagueSite> LeagueSite::read(LeagueStore& store, const SiteOptions& options) {
  if (auto fault = url_fault(options.url)) return *std::move(fault);
  LeagueSite site;
  site.options_ = options;
  if (!site.options_.url.empty() && !site.options_.url.ends_with('/')) site.options_.url += '/';
  const LeagueTerms& terms = store.terms();
  site.name_ = options.title.empty() ? terms.name : options.title;
  site.terms_ = Json::object();
  add_terms(site.terms_, terms.plan);
  site.terms_["rules"] = league_terms_to_json(terms).at("rules");
  site.terms_["lexicon"] = {{"name", terms.plan.lexicon_name}, {"words", terms.plan.lexicon_words}};
  site.alphabet_ = alphabet_to_json(terms.plan.rules);
  site.deadline_ = terms.submissions.until;
  for (const NamedAnchor& anchor : terms.anchors) site.anchors_.push_back(anchor.name);
  TOPTILE_TRY(site.snapshot_, LeagueSnapshot::read(store));
  const LeagueGames& games = site.snapshot_.games();
  for (const LeagueEvent& event : games.events()) site.updated_ = std::max(site.updated_, event.at);
  if (!games.sets().empty()) site.updated_ = std::max(site.updated_, games.sets().back().ended);
  for (const BotVersion& version : games.versions()) {
    if (version.state != VersionState::removed) site.bots_.insert(version.bot);
  }
  std::map<std::uint64_t, std::string> orders;
  for (const PlayedSet& set : games.sets()) {
    if (games.counts(set)) orders[file_of(set.set)] += fmt::format("{}.{},", set.set, set.order);
  }
  const std::string look = sha256_hexadecimal(std::string(built_site_js()) + std::string(built_site_css()) +
                                              std::string(built_site_html()));
  const std::string way = fmt::format("{} {} {} {} {} {} {}", look, options.has_api, program_version(),
                                      site.name_, site.options_.url, options.has_evidence,
                                      kPublicInfos[static_cast<std::size_t>(terms.public_info)]);
  for (const auto& [number, sets] : orders) site.tags_of_records_[number] = sha256_hexadecimal(way + sets);
  site.script_name_ = "assets/site-" + look.substr(0, 12) + ".js";
  site.style_name_ = "assets/site-" + look.substr(0, 12) + ".css";
  if (!options.has_no_engine) {
    const std::string engine = sha256_hexadecimal(std::string(built_engine()) + terms.plan.lexicon_sha256);
    site.engine_name_ = "assets/engine-" + engine.substr(0, 12) + ".js";
  }
  site.state_ = sha256_hexadecimal(fmt::format("{} {} {} {} {}", way, site.engine_name_, games.last_order(),
                                               games.events().empty() ? 0 : games.events().back().number,
                                               site.deadline_.value_or(0)) +
                                   json_text(site.terms_));
  return site;
}

std::vector<std::string> LeagueSite::names() const {
  std::vector<std::string> names = {script_name_, style_name_,  "enter.html",    "feed.xml",
                                    "game.html",  "index.html", "standings.json"};
  if (!engine_name_.empty()) names.insert(names.end(), {engine_name_, "play.html"});
  for (const std::string& bot : bots_) names.push_back("bots/" + bot + ".html");
  for (const auto& [number, tag] : tags_of_records_) names.push_back(fmt::format("games/{}.js", number));
  std::ranges::sort(names);
  return names;
}

std::string LeagueSite::tag(const std::string& name) const {
  if (name == script_name_ || name == style_name_ || name == engine_name_) return name;
  if (name.starts_with("games/")) {
    const auto number = parse_number<std::uint64_t>(name.substr(6, name.size() - 9));
    const auto found = tags_of_records_.find(number.value_or(0));
    if (found != tags_of_records_.end()) return found->second;
  }
  return state_;
}

Result<std::optional<SiteFile>> LeagueSite::file(LeagueStore& store, const std::string& name) const {
  const auto found = [](std::string_view type, std::string content) {
    return std::optional(SiteFile{std::string(type), std::move(content)});
  };
  if (name == script_name_) return found("text/javascript; charset=utf-8", std::string(built_site_js()));
  if (name == style_name_) return found("text/css; charset=utf-8", std::string(built_site_css()));
  if (!engine_name_.empty() && name == engine_name_) {
    TOPTILE_TRY(auto script, engine_script(store));
    return found("text/javascript; charset=utf-8", std::move(script));
  }
  if (name == "index.html") {
    TOPTILE_TRY(const auto data, standings_data(store));
    return found(kHtml, page(data, name_, "", standings_words()));
  }
  if (name == "game.html") return found(kHtml, page(game_data(), name_, "", ""));
  if (name == "enter.html") return found(kHtml, page(enter_data(store), "How to enter – " + name_, "", ""));
  if (name == "play.html" && !engine_name_.empty())
    return found(kHtml, page(play_data(store), "Play – " + name_, "", ""));
  if (name == "standings.json") {
    Json object = standings_to_json(store.terms(), snapshot_.table());
    return found("application/json", json_line(object));
  }
  if (name == "feed.xml") {
    const std::string key = sha256_hexadecimal(fmt::format("feed of {}", store.terms().plan.seed));
    return found("application/atom+xml; charset=utf-8",
                 feed_of(snapshot_.games(), {name_, options_.url, key, updated_}));
  }
  if (name.starts_with("bots/") && name.ends_with(".html")) {
    const std::string bot = name.substr(5, name.size() - 10);
    if (!bots_.contains(bot)) return std::optional<SiteFile>();
    TOPTILE_TRY(const auto data, bot_data(store, bot));
    return found(kHtml, page(data, bot + " – " + name_, "../", ""));
  }
  if (name.starts_with("games/") && name.ends_with(".js")) {
    const auto number = parse_number<std::uint64_t>(name.substr(6, name.size() - 9));
    if (!number || !tags_of_records_.contains(*number)) return std::optional<SiteFile>();
    TOPTILE_TRY(auto script, records_script(store, *number));
    return found("text/javascript; charset=utf-8", std::move(script));
  }
  return std::optional<SiteFile>();
}

Json LeagueSite::head_of(std::string_view page, std::string_view root) const {
  return {{"site", kSiteVersion},
          {"page", page},
          {"title", clean_text(name_, 200)},
          {"root", root},
          {"toptile", program_version()},
          {"updated", updated_},
          {"has_evidence", options_.has_evidence}};
}

// The part of a report that a page of the site needs.
Json LeagueSite::report_of(std::string_view mode) const {
  return {{"report", 1},
          {"mode", mode},
          {"live", nullptr},
          {"title", clean_text(name_, 200)},
          {"toptile", program_version()},
          {"runs", Json::array({{{"name", clean_text(name_, 200)},
                                 {"games", 2 * snapshot_.games().sets().size()},
                                 {"plan", terms_}}})},
          {"bots", Json::array()},
          {"alphabet", alphabet_}};
}

Json LeagueSite::terms_of_page() const {
  return {{"rules", terms_.at("rules").at("name")},
          {"lexicon", terms_.at("lexicon").at("name")},
          {"words", terms_.at("lexicon").at("words")},
          {"clock", terms_.at("clock")},
          {"until", deadline_ ? Json(*deadline_) : Json()}};
}

Result<Json> LeagueSite::standings_data(LeagueStore& store) const {
  const LeagueTable& table = snapshot_.table();
  Json data = head_of("standings", "");
  data["terms"] = terms_of_page();
  data["games"] = table.games;
  data["has_play"] = !engine_name_.empty();
  Json report = report_of("report");
  report["standings"] = Json::array();
  std::vector<VersionId> versions;
  const Json standings = standings_to_json(store.terms(), table);
  const bool has_no_anchor = store.terms().anchors.size() == snapshot_.table().absent_anchors.size();
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
  data["latest"] = listed_games(snapshot_.games(), latest_sets(snapshot_.games(), {.most = kLatestSets}));
  data["news"] = Json::array();
  for (const LeagueEvent& event : news_of(snapshot_.games(), kNewsOnPage)) {
    const BotVersion& version = *snapshot_.games().find(event.version);
    data["news"].push_back({{"at", event.at},
                            {"label", version.label()},
                            {"bot", version.bot},
                            {"state", name_of(event.state)},
                            {"reason", clean_text(public_reason(event.state, event.reason), 1000)}});
  }
  data["waiting"] = Json::array();
  for (const BotVersion& version : snapshot_.games().versions())
    if (is_queued(version.state)) data["waiting"].push_back(public_json(version));
  round_numbers(data);
  return data;
}

Result<Json> LeagueSite::bot_data(LeagueStore& store, const std::string& bot) const {
  const LeagueGames& games = snapshot_.games();
  Json data = head_of("bot", "../"), report = report_of("report");
  data["champion_elo"] = nullptr;
  data["bot"] = bot;
  data["versions"] = Json::array();
  data["faults"] = Json::array();
  std::vector<VersionId> ids;
  std::vector<std::pair<LeagueForfeit, std::string>> forfeited;
  std::vector<BotVersion> versions;
  for (const BotVersion& version : games.versions())
    if (version.bot == bot && version.state != VersionState::removed) versions.push_back(version);
  std::ranges::sort(versions, std::ranges::greater(), &BotVersion::number);
  for (const BotVersion& version : versions) {
    TOPTILE_TRY(const auto view, version_view(snapshot_, store, version));
    Json part = to_json(snapshot_, view);
    part["reason"] = public_reason(version.state, version.reason);
    for (const char* key : {"versions", "history", "forfeited"}) part.erase(key);
    if (const auto& rating = part["rating"]; data["champion_elo"].is_null() && !rating.is_null()) {
      if (const auto level = champion_elo_near(snapshot_.table(), rating["elo"]))
        data["champion_elo"] = *level;
    }
    // Removed versions are not shown.
    Json shown = Json::array();
    for (std::size_t i = 0; i < view.opponents.size(); ++i) {
      if (games.is_rated(view.opponents[i].first)) shown.push_back(part["opponents"][i]);
    }
    part["opponents"] = std::move(shown);
    data["author"] = version.author;
    data["versions"].push_back(std::move(part));
    report["bots"].push_back(bot_of_report(version));
    ids.push_back(version.id);
    for (const LeagueForfeit& forfeit : view.forfeited) forfeited.emplace_back(forfeit, version.label());
  }
  TOPTILE_TRY(report["history"], history_of(store, ids));
  data["report"] = std::move(report);
  data["faults_in_all"] = forfeited.size();
  std::ranges::sort(forfeited, std::ranges::greater(), [](const auto& one) { return one.first.game; });
  if (forfeited.size() > kMaxFaults) forfeited.resize(kMaxFaults);
  for (const auto& [forfeit, label] : forfeited) {
    TOPTILE_TRY(const auto set, store.sets().recorded(forfeit.set));
    TOPTILE_TRY(const auto record, parse_record(set.records[(forfeit.game - 1) % 2]));
    if (Json fault = fault_of(record, label, options_.has_evidence); !fault.is_null())
      data["faults"].push_back(std::move(fault));
  }
  const auto sets = latest_sets(games, {.bot = bot});
  data["games_in_all"] = 2 * sets.size();
  data["games"] = listed_games(games, latest_of_each(games, sets, bot));
  round_numbers(data);
  return data;
}

Json LeagueSite::game_data() const {
  Json data = head_of("game", "");
  data["report"] = report_of("game");
  data["sets_a_file"] = kSetsAFile;
  data["engine"] = engine_name_.empty() ? Json() : Json(engine_name_);
  std::uint64_t last = 0;
  for (const PlayedSet& set : snapshot_.games().sets())
    if (snapshot_.games().counts(set)) last = std::max<std::uint64_t>(last, set.set);
  data["last_game"] = 2 * last;
  return data;
}

// The Elo at which the champion is about as strong as a bot of the league: both scales have shipped bots in
// common. Nullopt if the league has none of these, or if the site has no page to play on.
std::optional<int> LeagueSite::champion_elo_near(const LeagueTable& table, double elo) const {
  if (engine_name_.empty()) return std::nullopt;
  std::optional<double> shift;
  int trust = 0;
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    const BotVersion& version = table.rows[i].version;
    const RatingRow& rating = table.all.rows[table.rows[i].row];
    const auto known = elo_on_scale_of_levels(version.bot);
    if (!known || rating.field.games == 0) continue;
    // Any author may call a bot so, but the organizer chose the anchors. Greedy is in the middle of the
    // scale.
    const bool is_anchor = std::ranges::find(anchors_, version.label()) != anchors_.end();
    const int trusted = 1 + (is_anchor ? 2 : 0) + (version.bot == "greedy" ? 1 : 0);
    if (trusted <= trust) continue;
    trust = trusted;
    shift = *known - rating.rating.elo;
  }
  if (!shift) return std::nullopt;
  const int most = *elo_on_scale_of_levels("champion");
  return static_cast<int>(std::clamp(std::round(elo + *shift), 0.0, static_cast<double>(most)));
}

Json LeagueSite::enter_data(LeagueStore& store) const {
  const LeagueTerms& terms = store.terms();
  Json data = head_of("enter", "");
  data["terms"] = terms_of_page();
  data["submissions"] = league_terms_to_json(terms).at("submissions");
  data["versions"] = terms.versions;
  data["has_api"] = options_.has_api;
  data["template"] = Json::array();
  for (const SiteTemplateFile& file : options_.bot_template)
    data["template"].push_back({{"name", file.name}, {"text", file.text}, {"is_program", file.is_program}});
  return data;
}

// The league's ruleset, and then the shipped ones with its tiles and no larger board, because the lexicon has
// no longer words.
Json LeagueSite::play_data(LeagueStore& store) const {
  const auto& plan = store.terms().plan;
  std::vector<Ruleset> rulesets = rulesets_beside(plan.rules);
  std::erase_if(rulesets, [&](const Ruleset& rules) { return rules.size > plan.rules.size; });
  Json data = head_of("play", "");
  data["engine"] = engine_name_;
  data["table"] =
      playing_data(rulesets, {plan.lexicon_name, plan.lexicon_sha256, plan.lexicon_words}, Json::object());
  return data;
}

Result<std::string> LeagueSite::records_script(LeagueStore& store, std::uint64_t number) const {
  const SetNumber first{(number - 1) * kSetsAFile + 1}, last{number * kSetsAFile};
  TOPTILE_TRY(const auto kept, store.sets().records_between(first, last));
  std::string lines;
  for (const KeptRecords& set : kept) {
    if (!snapshot_.games().is_rated(set.one) || !snapshot_.games().is_rated(set.other)) continue;
    if (!set.records) return in_context(fmt::format("set {}", set.set), set.records.error());
    for (const std::string& line : set.records.value()) {
      const auto shown =
          options_.has_evidence ? Result<std::string>(line) : public_record(store.terms(), line);
      if (!shown) return in_context(fmt::format("set {}", set.set), shown.error());
      lines += shown.value() + "\n";
    }
  }
  std::string script = fmt::format("toptileGames({},\"", number);
  append_base64(script, deflated(lines));
  return script + "\");\n";
}

// A script, because a page that is opened from disk may load no other files. It calls a function with the
// engine and the built lexicon, both packed like a file of records.
Result<std::string> LeagueSite::engine_script(LeagueStore& store) const {
  const auto& plan = store.terms().plan;
  TOPTILE_TRY(const auto words, store.words());
  TOPTILE_TRY(const auto built,
              build_lexicon(plan.lexicon_name, words, plan.rules.alphabet(), plan.rules.size));
  std::string script = fmt::format("toptileEngine(\"{}\",\"", built_engine());
  append_base64(script, packed_lexicon(built.lexicon));
  return script + "\");\n";
}

std::string LeagueSite::page(const Json& data, const std::string& title, std::string_view root,
                             const std::string& words) const {
  std::string html(built_site_html());
  const auto put = [&](std::string_view place, const std::string& text) {
    const std::size_t at = html.find(place);
    TOPTILE_ASSERT(at != std::string::npos);
    html.replace(at, place.size(), text);
  };
  // The data is inserted last, because it contains untrusted texts, which may contain a placeholder.
  put(kScriptPlace, fmt::format("<script src=\"{}{}\"></script>", root, script_name_));
  put(kHeadPlace,
      fmt::format("<title>{}</title>\n<link rel=\"stylesheet\" href=\"{}{}\">\n<link rel=\"alternate\" "
                  "type=\"application/atom+xml\" href=\"{}feed.xml\" title=\"News\">",
                  markup_text(title), root, style_name_, root));
  std::string json = json_line(data);
  while (json.ends_with('\n')) json.pop_back();
  std::string element =
      "<noscript>" + words + "<p>Charts and games need a script, and scripts are off.</p></noscript>\n";
  element += kDataElement;
  append_for_html(element, json);
  put(kSiteDataPlace, element + "</script>");
  return html;
}

std::string LeagueSite::standings_words() const {
  std::string words = fmt::format(
      "<h1>{}</h1>\n<table><tr><th>#</th><th>Bot</th><th>Author</th><th>Elo</th><th>95 "
      "%</th><th>Games</th></tr>\n",
      markup_text(name_));
  if (deadline_)
    words.insert(words.find("<table>"),
                 fmt::format("<p>Bots can be submitted until {}.</p>\n", readable_utc(*deadline_)));
  const LeagueTable& table = snapshot_.table();
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

}  // namespace toptile
