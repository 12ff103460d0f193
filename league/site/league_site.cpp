#include "league/site/league_site.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/parallel.h"
#include "base/sha256.h"
#include "base/utf8.h"
#include "base/words.h"
#include "engine/lexicon.h"
#include "league/site/feed.h"
#include "league/site/markup.h"
#include "league/site/written_site.h"
#include "league/tables/league_views.h"
#include "protocol/game_record.h"
#include "tournaments/plan/terms_json.h"
#include "tournaments/report/deflate.h"
#include "tournaments/report/report_data.h"
#include "tournaments/report/report_page.h"
#include "tournaments/report/report_records.h"
#include "tournaments/run/program_version.h"

namespace toptile {

namespace {

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

}  // namespace

Result<LeagueSite> LeagueSite::read(LeagueStore& store, const SiteOptions& options) {
  LeagueGames games;
  TOPTILE_TRY(const auto changes, store.sets().changes());
  TOPTILE_TRY(const auto history, store.ratings().stamp());
  TOPTILE_TRY_TO(games.read(store));
  TOPTILE_TRY(auto snapshot, LeagueSnapshot::of(std::move(games), store.terms(),
                                                static_cast<int>(usable_processors().size())));
  return of(std::move(snapshot), changes, history, store.terms(), options);
}

Result<LeagueSite> LeagueSite::of(LeagueSnapshot snapshot, std::int64_t changes, std::string_view history,
                                  const LeagueTerms& terms, const SiteOptions& options) {
  if (auto fault = url_fault(options.url)) return *std::move(fault);
  LeagueSite site;
  SiteState& state = site.state_;
  state.options = options;
  if (!state.options.url.empty() && !state.options.url.ends_with('/')) state.options.url += '/';
  state.name = options.title.empty() ? terms.name : options.title;
  state.terms = Json::object();
  add_terms(state.terms, terms.plan);
  state.terms["rules"] = league_terms_to_json(terms).at("rules");
  state.terms["lexicon"] = {{"name", terms.plan.lexicon_name}, {"words", terms.plan.lexicon_words}};
  state.alphabet = alphabet_to_json(terms.plan.rules);
  state.deadline = terms.submissions.until;
  state.snapshot = std::move(snapshot);
  const LeagueGames& games = state.snapshot.games();
  for (const LeagueEvent& event : games.events()) state.changed = std::max(state.changed, event.at);
  state.updated = std::max(state.changed, games.sets().empty() ? 0 : games.sets().back().ended);
  for (const BotVersion& version : games.versions()) {
    if (version.state != VersionState::removed) site.bots_.insert(version.bot);
  }
  std::map<std::uint64_t, std::string> orders;
  for (const PlayedSet& set : games.sets()) {
    if (games.counts(set)) orders[file_of(set.set)] += fmt::format("{}.{},", set.set, set.order);
  }
  const std::string look = sha256_hexadecimal(std::string(built_site_js()) + std::string(built_site_css()) +
                                              std::string(built_site_html()));
  // A list as JSON, so that no text can look like the end of one and the beginning of another.
  const std::string way = json_line(
      Json::array({look, options.has_api, program_version(), state.name, state.options.url,
                   options.has_evidence, kPublicInfos[static_cast<std::size_t>(terms.public_info)]}));
  for (const auto& [number, sets] : orders) site.tags_of_records_[number] = sha256_hexadecimal(way + sets);
  site.script_name_ = "assets/site-" + look.substr(0, 12) + ".js";
  site.style_name_ = "assets/site-" + look.substr(0, 12) + ".css";
  if (!options.has_no_engine) {
    const std::string engine = sha256_hexadecimal(std::string(built_engine()) + terms.plan.lexicon_sha256);
    state.engine_name = "assets/engine-" + engine.substr(0, 12) + ".js";
    state.champion_shift = champion_shift(state.snapshot.table(), terms);
  }
  Json all = Json::array({way, state.engine_name, games.last_order(), changes, history,
                          games.events().empty() ? 0 : games.events().back().number, state.terms});
  all.push_back(league_terms_to_json(terms));
  for (const SiteTemplateFile& file : options.bot_template)
    all.push_back(Json::array({file.name, file.is_program, file.text}));
  site.tag_of_pages_ = sha256_hexadecimal(json_line(all));
  return site;
}

std::vector<std::string> LeagueSite::names() const {
  std::vector<std::string> names = {script_name_, style_name_,  "enter.html",    "feed.xml",
                                    "game.html",  "index.html", "standings.json"};
  if (!state_.engine_name.empty()) names.insert(names.end(), {state_.engine_name, "play.html"});
  for (const std::string& bot : bots_) names.push_back("bots/" + bot + ".html");
  for (const auto& [number, tag] : tags_of_records_) names.push_back(fmt::format("games/{}.js", number));
  std::ranges::sort(names);
  return names;
}

std::string LeagueSite::tag(const std::string& name) const {
  if (name == script_name_ || name == style_name_ || name == state_.engine_name) return name;
  if (name.starts_with("games/")) {
    const auto number = parse_number<std::uint64_t>(name.substr(6, name.size() - 9));
    const auto found = tags_of_records_.find(number.value_or(0));
    if (found != tags_of_records_.end()) return found->second;
  }
  return tag_of_pages_;
}

Result<std::optional<SiteFile>> LeagueSite::file(LeagueStore& store, const std::string& name) const {
  const auto found = [](std::string_view type, std::string content) {
    return std::optional(SiteFile{std::string(type), std::move(content)});
  };
  if (name == script_name_) return found("text/javascript; charset=utf-8", std::string(built_site_js()));
  if (name == style_name_) return found("text/css; charset=utf-8", std::string(built_site_css()));
  if (!state_.engine_name.empty() && name == state_.engine_name) {
    TOPTILE_TRY(auto script, engine_script(store));
    return found("text/javascript; charset=utf-8", std::move(script));
  }
  if (name == "index.html") {
    TOPTILE_TRY(const auto data, standings_page(state_, store));
    return found(kHtml, page(json_line(data), state_.name, "", standings_words(state_)));
  }
  if (name == "game.html") return found(kHtml, page(json_line(game_page(state_)), state_.name, "", ""));
  if (name == "enter.html")
    return found(kHtml,
                 page(json_line(enter_page(state_, store.terms())), "How to enter – " + state_.name, "", ""));
  if (name == "play.html" && !state_.engine_name.empty())
    return found(kHtml, page(json_line(play_page(state_, store.terms())), "Play – " + state_.name, "", ""));
  if (name == "standings.json") {
    Json object = standings_to_json(store.terms(), state_.snapshot.table());
    return found("application/json", json_line(object));
  }
  if (name == "feed.xml") {
    const std::string key = sha256_hexadecimal(fmt::format("feed of {}", store.terms().plan.seed));
    return found("application/atom+xml; charset=utf-8",
                 feed_of(state_.snapshot.games(), {state_.name, state_.options.url, key, state_.changed}));
  }
  if (name.starts_with("bots/") && name.ends_with(".html")) {
    const std::string bot = name.substr(5, name.size() - 10);
    if (!bots_.contains(bot)) return std::optional<SiteFile>();
    TOPTILE_TRY(const auto data, bot_page(state_, store, bot));
    return found(kHtml, page(data, bot + " – " + state_.name, "../", ""));
  }
  if (name.starts_with("games/") && name.ends_with(".js")) {
    const auto number = parse_number<std::uint64_t>(name.substr(6, name.size() - 9));
    if (!number || !tags_of_records_.contains(*number)) return std::optional<SiteFile>();
    TOPTILE_TRY(auto script, records_script(store, *number));
    return found("text/javascript; charset=utf-8", std::move(script));
  }
  return std::optional<SiteFile>();
}

Result<std::string> LeagueSite::records_script(LeagueStore& store, std::uint64_t number) const {
  const SetNumber first{(number - 1) * kSetsAFile + 1}, last{number * kSetsAFile};
  TOPTILE_TRY(const auto kept, store.sets().records_between(first, last));
  std::string lines;
  for (const KeptRecords& set : kept) {
    if (!state_.snapshot.games().is_rated(set.one) || !state_.snapshot.games().is_rated(set.other)) continue;
    if (!set.records) return in_context(fmt::format("set {}", set.set), set.records.error());
    for (const std::string& line : set.records.value()) {
      const auto shown =
          state_.options.has_evidence ? Result<std::string>(line) : public_record(store.terms(), line);
      if (!shown) return in_context(fmt::format("set {}", set.set), shown.error());
      lines += shown.value() + "\n";
    }
  }
  std::string script = fmt::format("toptileGames({},\"", number);
  append_base64(script, deflated(lines, {}, Effort::quick));
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

std::string LeagueSite::page(std::string_view json, const std::string& title, std::string_view root,
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
  while (json.ends_with('\n')) json.remove_suffix(1);
  std::string element =
      "<noscript>" + words + "<p>Charts and games need a script, and scripts are off.</p></noscript>\n";
  element += kDataElement;
  append_for_html(element, json);
  put(kSiteDataPlace, element + "</script>");
  return html;
}

}  // namespace toptile
