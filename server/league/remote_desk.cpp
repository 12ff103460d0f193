#include "server/league/remote_desk.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <random>

#include "base/utf8.h"
#include "bots/bot_fault.h"
#include "bots/bot_manifest.h"
#include "league/work/workshop.h"
#include "server/league/work_calls.h"
#include "tournaments/plan/terms_json.h"
#include "tournaments/run/program_version.h"

namespace toptile {

namespace {

using std::chrono::milliseconds;

constexpr std::size_t kMaxTold = 2000;
// A body is sent when it has this many bytes, so that little is sent again after an error.
constexpr std::size_t kBodyBytes = 2 << 20;
constexpr std::chrono::seconds kAskTime{60}, kLeaveTime{10};

std::string drawn_name() {
  std::random_device random;
  return fmt::format("{:08x}{:08x}", random(), random());
}

// The server's message of an error; empty if it sent none.
std::string told_in(const WebReply& reply) {
  const auto object = parse_json(reply.body, "the answer");
  if (!object || !object.value().is_object()) return "";
  const Json error = object.value().value("error", Json());
  if (!error.is_object() || !error.contains("what") || !error["what"].is_string()) return "";
  return printable(error["what"].get<std::string>(), kMaxTold);
}

// Trying again helps if the server, the proxy before it or the line is at fault, or the rate is too high.
bool is_for_now(int status) {
  return status == 408 || status == 429 || status >= 500;
}

Error unlike(const std::string& why) {
  return {fmt::format("the league's answer is not one of toptile serve ({})", why)};
}

Result<BotVersion> version_from_json(const Json& object, const std::string& where) {
  BotVersion version;
  FieldReader reader(object, JsonPlace(where));
  std::int64_t id = 0;
  reader.require("id").read("id", id, 1, INT64_MAX).require("bot").read("bot", version.bot);
  reader.require("number").read("number", version.number, 1, INT32_MAX);
  reader.require("author").read("author", version.author).require("sha256").read("sha256", version.sha256);
  TOPTILE_TRY_TO(reader.finish());
  version.id = VersionId{id};
  version.state = VersionState::active;
  // These go into paths.
  if (!is_bot_name(version.bot) || version.bot.size() > kMaxBotName)
    return Error{where + ": this is no bot's name"};
  if (!is_sha256(version.sha256)) return Error{where + ": sha256: expected 64 hexadecimal digits"};
  return version;
}

Result<SetsToPlay> block_from_json(const Json& object) {
  SetsToPlay block;
  FieldReader reader(object, JsonPlace("a block"));
  const Json* one = reader.require("one").read_any("one");
  const Json* other = reader.require("other").read_any("other");
  const Json* sets = reader.require("sets").read_any("sets");
  reader.require("block").read("block", block.block, 1, INT64_MAX);
  TOPTILE_TRY_TO(reader.finish());
  TOPTILE_TRY(block.one, version_from_json(*one, "a block: one"));
  TOPTILE_TRY(block.other, version_from_json(*other, "a block: other"));
  if (!sets->is_array() || sets->empty()) return Error{"a block: sets: expected an array"};
  for (const Json& each : *sets) {
    FieldReader fields(each, JsonPlace("a set"));
    std::uint64_t number = 0, seed = 0;
    fields.require("set").read("set", number).require("seed").read("seed", seed);
    TOPTILE_TRY_TO(fields.finish());
    if (number == 0 || number > kMaxGames / 2) return Error{"a set: this is not the number of a set"};
    block.sets.push_back({SetNumber{number}, seed});
  }
  return block;
}

}  // namespace

RemoteDesk::RemoteDesk(LeagueAddress address, std::string token, int lanes, OnRefusal on_refusal,
                       std::stop_token stop)
    : address_(std::move(address)),
      token_(std::move(token)),
      worker_(drawn_name()),
      lanes_(std::min(lanes, kMaxRemoteLanes)),
      on_refusal_(std::move(on_refusal)),
      stop_(std::move(stop)) {}

Result<WebReply> RemoteDesk::ask(WebQuestion question) {
  question.token = token_;
  question.time = is_leaving_ ? kLeaveTime : kAskTime;
  if (!is_leaving_) question.stop = stop_;
  TOPTILE_TRY(auto reply, ask_league(address_, question));
  if (reply.status < 300) return reply;
  std::string told = told_in(reply);
  if (told.empty() && (reply.status == 404 || reply.status == 405))
    told = "there is no league of toptile serve at this address";
  Error error{fmt::format("{}: {}", address_.text(),
                          told.empty() ? fmt::format("it answers with status {}", reply.status) : told)};
  if (!is_for_now(reply.status)) on_refusal_(error);
  return error;
}

Result<Json> RemoteDesk::ask_object(const std::string& call, const std::string& body) {
  TOPTILE_TRY(const auto reply, ask({.is_post = true, .target = "/api/v1/work/" + call, .body = body}));
  auto object = parse_json(reply.body, "the league's answer");
  if (!object || !object.value().is_object()) return unlike("it is not a JSON object");
  return object;
}

Result<Json> RemoteDesk::ask_object(const std::string& call, Json body) {
  body["worker"] = worker_;
  return ask_object(call, json_line(body));
}

Result<LeagueTerms> RemoteDesk::terms() {
  TOPTILE_TRY(const auto reply, ask({.target = "/api/v1/work/terms"}));
  const auto object = parse_json(reply.body, "the league's answer");
  if (!object || !object.value().is_object() || !object.value().contains("protocol") ||
      !object.value().contains("terms"))
    return unlike(object ? "it has no terms" : "it is not JSON");
  const Json& told = object.value();
  if (told["protocol"] != Json(kWorkProtocol)) {
    const Json program = told.value("program", Json());
    return Error{fmt::format(
        "{}: its server is {} and gives out work in another way than this {}; use the toptile of the league",
        address_.text(), program.is_string() ? printable(program.get<std::string>(), 100) : "another program",
        program_version())};
  }
  return league_terms_from_json(told["terms"], "the league's terms");
}

Result<std::string> RemoteDesk::words() {
  TOPTILE_TRY(auto reply, ask({.target = "/api/v1/work/words"}));
  return std::move(reply.body);
}

Result<NextWork> RemoteDesk::next(double seconds, double seconds_a_set, int most) {
  TOPTILE_TRY(const auto object, ask_object("next", Json{{"lanes", lanes_},
                                                         {"seconds", seconds},
                                                         {"seconds_a_set", seconds_a_set},
                                                         {"most", most}}));
  NextWork work;
  FieldReader reader(object, JsonPlace("the league's answer"));
  const Json* blocks = reader.require("blocks").read_any("blocks");
  reader.read("has_too_few_bots", work.has_too_few_bots).read("workers", work.workers, 0, INT64_MAX);
  TOPTILE_TRY_TO(reader.finish());
  if (!blocks->is_array()) return unlike("its blocks are not an array");
  for (const Json& each : *blocks) {
    TOPTILE_TRY(auto block, block_from_json(each));
    work.blocks.push_back(std::move(block));
  }
  return work;
}

// Its hash is checked when it is unpacked.
Result<std::string> RemoteDesk::packed_files(const BotVersion& version) {
  TOPTILE_TRY(auto reply, ask({.target = "/api/v1/work/files/" + version.sha256}));
  return std::move(reply.body);
}

Result<void> RemoteDesk::keep(std::span<RecordedSet> sets) {
  while (!sets.empty()) {
    std::size_t count = 0, bytes = 0;
    while (count < sets.size() && count < static_cast<std::size_t>(kMaxSetsInCall) &&
           (count == 0 || bytes < kBodyBytes)) {
      bytes += sets[count].records[0].size() + sets[count].records[1].size();
      ++count;
    }
    // After an error, sets that arrived are brought again, which does no harm.
    TOPTILE_TRY_TO(bring(sets.first(count)));
    sets = sets.subspan(count);
  }
  return success();
}

Result<void> RemoteDesk::bring(std::span<RecordedSet> sets) {
  std::string body =
      json_line(Json{{"worker", worker_}, {"lanes", lanes_}, {"program", std::string(program_version())}});
  for (const RecordedSet& set : sets) {
    body += json_line(Json{{"set", static_cast<std::uint64_t>(set.set)}, {"took", set.took}});
    for (const std::string& record : set.records) body += record + "\n";
  }
  TOPTILE_TRY(const auto object, ask_object("sets", body));
  std::map<std::uint64_t, std::uint64_t> orders;
  const Json told = object.value("sets", Json());
  if (!told.is_array()) return unlike("its sets are not an array");
  for (const Json& each : told) {
    FieldReader reader(each, JsonPlace("a set"));
    std::uint64_t number = 0, order = 0;
    reader.require("set").read("set", number).require("order").read("order", order);
    TOPTILE_TRY_TO(reader.finish());
    orders[number] = order;
  }
  for (RecordedSet& set : sets) set.order = orders[static_cast<std::uint64_t>(set.set)];
  return success();
}

Result<std::optional<BotVersion>> RemoteDesk::report(const BlockReport&) {
  return std::optional<BotVersion>();
}

Result<milliseconds> RemoteDesk::tend() {
  TOPTILE_TRY_TO(ask_object("alive", Json{{"lanes", lanes_}}));
  return kRemoteLease / 4;
}

Result<void> RemoteDesk::give_back(std::span<const SetNumber> except) {
  Json kept = Json::array();
  for (const SetNumber set : except) kept.push_back(static_cast<std::uint64_t>(set));
  TOPTILE_TRY_TO(ask_object("back", Json{{"except", kept}}));
  return success();
}

Result<void> RemoteDesk::leave() {
  is_leaving_ = true;
  TOPTILE_TRY_TO(ask_object("leave", Json::object()));
  return success();
}

Result<WorkDone> work_remotely(const WorkRequest& request, const LeagueAddress& address,
                               const std::string& token, const WorkListener& listener,
                               const std::stop_token& stop) {
  std::stop_source over;
  const std::stop_callback stopped(stop, [&] { over.request_stop(); });
  std::mutex mutex;
  std::optional<Error> refusal;
  RemoteDesk desk(
      address, token, request.threads,
      [&](const Error& error) {
        {
          const std::lock_guard lock(mutex);
          if (!refusal) refusal = error;
        }
        over.request_stop();
      },
      over.get_token());
  TOPTILE_TRY(const auto terms, desk.terms());
  TOPTILE_TRY(const auto words, desk.words());
  TOPTILE_TRY(const auto sandbox, Sandbox::open(terms.sandbox));
  TOPTILE_TRY(auto player, SetPlayer::open(terms, words, sandbox));
  TOPTILE_TRY(auto stock, Stock::open(terms, request.shipped, sandbox));
  Workshop shop(request, listener, terms, std::move(player), std::move(stock), over.get_token());
  auto done = shop.work(desk, nullptr, over.get_token());
  const std::lock_guard lock(mutex);
  if (refusal) return *refusal;
  return done;
}

}  // namespace toptile
