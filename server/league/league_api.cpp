#include "server/league/league_api.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "base/sha256.h"
#include "base/utf8.h"
#include "base/words.h"
#include "league/intake/submission_files.h"
#include "league/tables/league_views.h"
#include "protocol/game_record.h"
#include "server/league/work_calls.h"

namespace toptile {

namespace {

constexpr const char* kJson = "application/json";
constexpr std::size_t kGamesAtFirst = 50, kMaxListed = 200, kMaxEvents = 200;
constexpr int kMaxWaiting = 5;  // Submissions of one author that were not examined yet.
const char* const kNoToken =
    "This needs a token: send it as Authorization: Bearer TOKEN. The league's organizer makes tokens.";
const char* const kNotYours = "This is only for the author of this bot.";

HttpAnswer json_answer(const Json& object) {
  return public_answer(kJson, json_line(object));
}

HttpAnswer private_answer(const Json& object, int status = 200) {
  return {.status = status, .type = kJson, .body = json_line(object)};
}

HttpAnswer not_found(const std::string& what) {
  return api_refusal(404, what);
}

// The answer for a browser at an address without a page. Nothing of the address is in it.
HttpAnswer no_page(const Target& target) {
  std::string root;
  for (std::size_t i = 1; i < target.parts.size(); ++i) root += "../";
  constexpr const char* kPage =
      "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<meta name=\"color-scheme\" content=\"light dark\">\n<title>No such page</title>\n"
      "<style>body{{font:1.1rem/1.5 system-ui,sans-serif;max-width:34rem;margin:15vh auto;padding:0 1rem}}"
      "</style>\n</head>\n<body>\n<main>\n<h1>There is no such page</h1>\n"
      "<p>The bot may have been removed, or the address has a mistake.</p>\n"
      "<p><a href=\"{}index.html\">The standings of this league</a></p>\n</main>\n</body>\n</html>\n";
  return {.status = 404, .type = "text/html; charset=utf-8", .body = fmt::format(kPage, root)};
}

// A number of the query; nothing if it is there and is not a number, or is above the most.
std::optional<std::uint64_t> number_in(const Target& target, const std::string& key, std::uint64_t otherwise,
                                       std::uint64_t most) {
  const auto found = target.query.find(key);
  if (found == target.query.end()) return otherwise;
  const auto number = parse_number<std::uint64_t>(found->second);
  return number && *number <= most ? number : std::nullopt;
}

// The keys that an address may have behind its question mark.
bool has_only(const Target& target, std::initializer_list<std::string_view> keys) {
  return std::ranges::all_of(target.query, [&](const auto& entry) {
    return std::ranges::find(keys, std::string_view(entry.first)) != keys.end();
  });
}

Json without_files(const LeagueTerms& terms) {
  return league_terms_to_json(terms)["submissions"];
}

}  // namespace

HttpAnswer api_refusal(int status, std::string_view what) {
  return {.status = status,
          .type = kJson,
          .body = json_line(Json{{"error", {{"status", status}, {"what", std::string(what)}}}}),
          .retry_after = status == 429 || status == 503 ? 1 : 0};
}

HttpAnswer public_answer(std::string type, std::string body) {
  constexpr std::size_t kEtagDigits = 32;
  std::string etag = fmt::format("\"{}\"", sha256_hexadecimal(body).substr(0, kEtagDigits));
  return {.status = 200, .type = std::move(type), .body = std::move(body), .etag = std::move(etag)};
}

bool is_submission(const ApiRequest& request) {
  const auto& parts = request.target.parts;
  return request.is_post && parts.size() == 5 && parts[0] == "api" && parts[1] == "v1" &&
         parts[2] == "bots" && parts[4] == "versions";
}

// ---- Who asks ----------------------------------------------------------------

Result<std::optional<AuthorToken>> LeagueApi::author_of(const ApiRequest& request, TokenScope scope) {
  if (!request.token) return std::optional<AuthorToken>();
  TOPTILE_TRY(auto token, Authors(store_.database()).verify(*request.token));
  if (token && !token->allows(scope)) token.reset();
  return token;
}

std::optional<HttpAnswer> LeagueApi::refusal_of(const ApiRequest& request, TokenScope scope) {
  if (!request.token) return api_refusal(401, kNoToken);
  const auto token = Authors(store_.database()).verify(*request.token);
  if (!token) return api_refusal(500, "The league's database does not answer.");
  if (!token.value()) return api_refusal(401, "This token is not valid: it is wrong, revoked or expired.");
  if (scope == TokenScope::play && token.value()->blocked)
    return api_refusal(403, "This token may play no more games; the league's organizer can see why.");
  if (token.value()->allows(scope)) return std::nullopt;
  return api_refusal(403,
                     fmt::format("This token does not allow this; it needs the scope {}.", name_of(scope)));
}

Result<std::optional<BotVersion>> LeagueApi::find_version(const std::string& named) {
  TOPTILE_TRY(auto found, store_.versions().look_up(named));
  if (found && found->state == VersionState::removed) found.reset();
  return found;
}

Result<std::optional<BotVersion>> LeagueApi::find_label(const std::string& label) {
  TOPTILE_TRY(auto found, find_version(label));
  if (found && key_of_name(found->label()) != key_of_name(label)) found.reset();
  return found;
}

// ---- Answers -----------------------------------------------------------------

HttpAnswer LeagueApi::answer(const ApiRequest& request) {
  auto answered = answer_or_fail(request);
  // What the database says is for the organizer, who finds it on the terminal, and for nobody else.
  if (answered) return std::move(answered).value();
  fmt::print(stderr, "toptile: {}\n", answered.error().message);
  return api_refusal(500, "The league cannot answer this now.");
}

Result<HttpAnswer> LeagueApi::answer_or_fail(const ApiRequest& request) {
  const auto& parts = request.target.parts;
  const bool is_api = parts.size() >= 3 && parts[0] == "api" && parts[1] == "v1";
  if (is_work_call(request)) return work(request);
  if (is_submission(request)) return submit(request);
  if (request.is_post && is_api && parts.size() == 5 && parts[2] == "versions" && parts[4] == "retire")
    return retire(request);
  if (request.is_post) return api_refusal(405, "Only GET and HEAD are allowed here.");
  return is_api ? read_api(request) : page(request.target);
}

Result<HttpAnswer> LeagueApi::read_api(const ApiRequest& request) {
  const auto& parts = request.target.parts;
  const std::string& what = parts[2];
  const std::size_t count = parts.size() - 3;
  const bool is_list = what == "games" && count == 0;
  if (is_list && has_only(request.target, {"bot", "before", "limit"})) return games(request.target);
  if (what == "events" && count == 0 && has_only(request.target, {"after", "limit"}))
    return events(request.target);
  if (!request.target.query.empty())
    return api_refusal(400, "This address has no such question; docs/serve.md lists all.");
  if (what == "league" && count == 0) return league();
  if (what == "standings" && count == 0) {
    TOPTILE_TRY(const auto site, shared_->read(store_));
    const LeagueSnapshot& snapshot = site->snapshot();
    return json_answer(standings_to_json(store_.terms(), snapshot.table()));
  }
  if (what == "queue" && count == 0) {
    TOPTILE_TRY(auto view, queue_view(store_));
    for (BotVersion& version : view.refused) version.reason = public_reason(version.state, version.reason);
    return json_answer(to_json(view));
  }
  if (what == "me" && count == 0) return me(request);
  if (what == "bots" && count == 0) return bots();
  if ((what == "bots" || what == "versions") && count == 1) return version(request, parts[3]);
  if (what == "versions" && count == 2 && parts[4] == "log") return log(request, parts[3]);
  if (what == "pairs" && count == 2) return pair(parts[3], parts[4]);
  if (what == "games" && count == 1) return game(request, parts[3]);
  return not_found("There is no such address; docs/serve.md lists all.");
}

// The site is computed from the league, so that a name that it does not have leads to no file.
Result<HttpAnswer> LeagueApi::page(const Target& target) {
  if (!target.query.empty()) return no_page(target);
  TOPTILE_TRY(const auto site, shared_->read(store_));
  const std::string name = fmt::format("{}", fmt::join(target.parts, "/"));
  TOPTILE_TRY(auto file, site->file(store_, name.empty() ? "index.html" : name));
  if (!file) return no_page(target);
  return public_answer(std::move(file->type), std::move(file->content));
}

// The seed is not told, because it decides all bags of the games to come.
Result<HttpAnswer> LeagueApi::league() {
  TOPTILE_TRY(const auto site, shared_->read(store_));
  const LeagueSnapshot& snapshot = site->snapshot();
  TOPTILE_TRY(const auto event, store_.versions().last_event());
  const LeagueTerms& terms = store_.terms();
  return json_answer({{"league", terms.name},
                      {"lexicon",
                       {{"name", terms.plan.lexicon_name},
                        {"sha256", terms.plan.lexicon_sha256},
                        {"words", terms.plan.lexicon_words}}},
                      {"versions", terms.versions},
                      {"submissions", without_files(terms)},
                      {"public_info", kPublicInfos[static_cast<std::size_t>(terms.public_info)]},
                      {"bots", snapshot.table().rows.size()},
                      {"games", snapshot.table().games},
                      {"last_order", snapshot.games().last_order()},
                      {"last_event", event}});
}

Result<HttpAnswer> LeagueApi::bots() {
  TOPTILE_TRY(const auto versions, store_.versions().list());
  Json list = Json::array();
  for (const BotVersion& version : versions) {
    if (version.state != VersionState::removed) list.push_back(public_json(version));
  }
  return json_answer({{"versions", list}});
}

// Its author may read why it was refused, also with a token that only hands bots in.
Result<HttpAnswer> LeagueApi::version(const ApiRequest& request, const std::string& named) {
  const bool is_label = request.target.parts[2] == "versions";
  TOPTILE_TRY(const auto found, is_label ? find_label(named) : find_version(named));
  if (!found) return not_found(is_label ? "The league has no such version." : "The league has no such bot.");
  TOPTILE_TRY(const auto site, shared_->read(store_));
  TOPTILE_TRY(auto view, version_view(site->snapshot(), store_, *found));
  TOPTILE_TRY(auto reader, author_of(request, TokenScope::read));
  if (!reader) {
    TOPTILE_TRY(reader, author_of(request, TokenScope::submit));
  }
  if (reader && reader->author == found->author) return private_answer(to_json(site->snapshot(), view));
  view.version.reason = public_reason(view.version.state, view.version.reason);
  for (BotVersion& version : view.versions) version.reason = public_reason(version.state, version.reason);
  const Json object = to_json(site->snapshot(), view);
  return request.token ? private_answer(object) : json_answer(object);
}

Result<HttpAnswer> LeagueApi::pair(const std::string& first, const std::string& second) {
  TOPTILE_TRY(const auto one, find_version(first));
  TOPTILE_TRY(const auto other, find_version(second));
  if (!one || !other) return not_found("The league has no such bot.");
  TOPTILE_TRY(const auto site, shared_->read(store_));
  const LeagueSnapshot& snapshot = site->snapshot();
  const auto view = pair_view(snapshot, *one, *other);
  if (!view) return api_refusal(400, view.error().message);
  return json_answer(to_json(view.value()));
}

Result<HttpAnswer> LeagueApi::games(const Target& target) {
  const auto before = number_in(target, "before", 0, UINT64_MAX);
  const auto limit = number_in(target, "limit", kGamesAtFirst, kMaxListed);
  if (!before || !limit || *limit == 0)
    return api_refusal(400, fmt::format("before and limit are numbers; limit is 1 … {}.", kMaxListed));
  SetFilter filter{.most = (*limit + 1) / 2};
  if (*before > 0) filter.before = *before;
  if (const auto bot = target.query.find("bot"); bot != target.query.end()) {
    TOPTILE_TRY(const auto found, find_version(bot->second));
    if (!found) return not_found("The league has no such bot.");
    if (found->label() == bot->second)
      filter.version = found->id;
    else
      filter.bot = found->bot;
  }
  TOPTILE_TRY(const auto site, shared_->read(store_));
  const LeagueSnapshot& snapshot = site->snapshot();
  Json list = Json::array();
  for (const PlayedSet* set : latest_sets(snapshot.games(), filter)) {
    for (Json& game : games_to_json(snapshot.games(), *set)) list.push_back(std::move(game));
  }
  return json_answer({{"games", list}});
}

// What a bot said and was told when it forfeited is its author's, and so is what is not public of its info
// lines.
Result<HttpAnswer> LeagueApi::game(const ApiRequest& request, const std::string& number) {
  const auto wanted = parse_number<std::uint64_t>(number);
  constexpr std::uint64_t kLastGame = UINT64_MAX >> 2;
  if (!wanted || *wanted == 0 || *wanted > kLastGame) return not_found("There is no such game.");
  TOPTILE_TRY(const auto set, store_.sets().look_up(SetNumber{(*wanted + 1) / 2}));
  if (!set) return not_found("There is no such game.");
  TOPTILE_TRY(const auto versions, store_.versions().list());
  const auto is_shown = [&](VersionId id) {
    const auto found = std::ranges::find(versions, id, &BotVersion::id);
    return found != versions.end() && found->state != VersionState::removed;
  };
  if (!is_shown(set->one) || !is_shown(set->other)) return not_found("There is no such game.");
  const std::size_t index = (*wanted - 1) % 2;
  TOPTILE_TRY(auto record, parse_json(set->records[index], "the record"));
  TOPTILE_TRY(const auto reader, author_of(request, TokenScope::read));
  const auto seats = set->results[index].seats();
  const auto is_own = [&](const Json& seat) {
    if (!reader || !seat.is_number_unsigned() || seat.get<std::size_t>() >= seats.size()) return false;
    const int entrant = static_cast<int>(seats[seat.get<std::size_t>()].entrant);
    const auto found = std::ranges::find(versions, entrant == 0 ? set->one : set->other, &BotVersion::id);
    return found != versions.end() && found->author == reader->author;
  };
  for (Json& forfeit : record["forfeits"]) {
    if (!is_own(forfeit["seat"])) forfeit.erase("evidence");
  }
  for (Json& turn : record["turns"]) {
    if (!is_own(turn["seat"])) turn["info"] = public_info(store_.terms(), turn["info"].get<std::string>());
  }
  return request.token ? private_answer(record) : json_answer(record);
}

Result<HttpAnswer> LeagueApi::events(const Target& target) {
  const auto after = number_in(target, "after", 0, INT64_MAX);
  const auto limit = number_in(target, "limit", kMaxEvents, kMaxEvents);
  if (!after || !limit || *limit == 0)
    return api_refusal(400, fmt::format("after and limit are numbers; limit is 1 … {}.", kMaxEvents));
  TOPTILE_TRY(const auto found, store_.versions().events(static_cast<std::int64_t>(*after), *limit));
  TOPTILE_TRY(const auto versions, store_.versions().list());
  Json list = Json::array();
  for (const LeagueEvent& event : found) {
    const auto version = std::ranges::find(versions, event.version, &BotVersion::id);
    list.push_back({{"number", event.number},
                    {"at", event.at},
                    {"label", version == versions.end() ? Json() : Json(version->label())},
                    {"state", name_of(event.state)},
                    {"reason", public_reason(event.state, event.reason)}});
  }
  return json_answer({{"events", list}});
}

Result<HttpAnswer> LeagueApi::me(const ApiRequest& request) {
  if (auto refusal = refusal_of(request, TokenScope::read)) return *std::move(refusal);
  TOPTILE_TRY(const auto token, author_of(request, TokenScope::read));
  if (!token) return api_refusal(401, kNoToken);
  Json scopes = Json::array(), own = Json::array();
  for (const TokenScope scope : token->scopes) scopes.push_back(name_of(scope));
  TOPTILE_TRY(const auto versions, store_.versions().list());
  for (const BotVersion& version : versions) {
    if (version.author == token->author) own.push_back(to_json(version));
  }
  return private_answer({{"author", token->author},
                         {"token", token->id},
                         {"scopes", scopes},
                         {"expires", token->expires ? Json(*token->expires) : Json()},
                         {"versions", own}});
}

Result<HttpAnswer> LeagueApi::log(const ApiRequest& request, const std::string& label) {
  if (auto refusal = refusal_of(request, TokenScope::read)) return *std::move(refusal);
  TOPTILE_TRY(const auto token, author_of(request, TokenScope::read));
  TOPTILE_TRY(const auto found, find_label(label));
  if (!found) return not_found("The league has no such version.");
  if (!token || found->author != token->author) return api_refusal(403, kNotYours);
  TOPTILE_TRY(auto text, store_.versions().log_of(found->id));
  return HttpAnswer{.status = 200, .type = "text/plain; charset=utf-8", .body = std::move(text)};
}

// ---- Changes -----------------------------------------------------------------

Result<HttpAnswer> LeagueApi::submit(const ApiRequest& request) {
  if (auto refusal = refusal_of(request, TokenScope::submit)) return *std::move(refusal);
  TOPTILE_TRY(const auto token, author_of(request, TokenScope::submit));
  if (!token || !request.body) return api_refusal(401, kNoToken);
  auto submission = submission_of_archive(*request.body, request.target.parts[3], token->author,
                                          store_.terms().submissions);
  if (!submission && !submission.error().is_authors_own) return Error{submission.error().message};
  // The file has a name of ours, which tells its author nothing.
  if (!submission) {
    std::string what = submission.error().message;
    const std::string file = request.body->string();
    for (std::size_t at = what.find(file); at != what.npos; at = what.find(file))
      what.replace(at, file.size(), "the archive");
    return api_refusal(422, what);
  }
  submission.value().most_waiting = kMaxWaiting;
  const auto received = store_.versions().receive(submission.value());
  if (!received && !received.error().is_refusal) return Error{received.error().message};
  if (!received) return api_refusal(409, received.error().message);
  Json object = to_json(received.value().version);
  object["is_new"] = received.value().is_new;
  return private_answer(object, received.value().is_new ? 201 : 200);
}

Result<HttpAnswer> LeagueApi::retire(const ApiRequest& request) {
  if (auto refusal = refusal_of(request, TokenScope::retire)) return *std::move(refusal);
  TOPTILE_TRY(const auto token, author_of(request, TokenScope::retire));
  TOPTILE_TRY(const auto found, find_label(request.target.parts[3]));
  if (!found) return not_found("The league has no such version.");
  if (!token || found->author != token->author) return api_refusal(403, kNotYours);
  if (!may_retire(found->state))
    return api_refusal(
        409, fmt::format("{} is {}; only a version that plays, or is suspended or paused, can retire.",
                         found->label(), name_of(found->state)));
  TOPTILE_TRY_TO(store_.versions().retire(found->id, "Its author retired it."));
  TOPTILE_TRY(const auto after, store_.versions().find(found->label()));
  return private_answer(to_json(after));
}

Result<HttpAnswer> LeagueApi::work(const ApiRequest& request) {
  if (auto refusal = refusal_of(request, TokenScope::play)) return *std::move(refusal);
  TOPTILE_TRY(const auto token, author_of(request, TokenScope::play));
  if (!token) return api_refusal(401, kNoToken);
  return answer_work(*work_, store_, *token, request);
}

}  // namespace toptile
