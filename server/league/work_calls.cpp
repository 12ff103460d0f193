#include "server/league/work_calls.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/files.h"
#include "base/utf8.h"
#include "protocol/record_log.h"
#include "tournaments/plan/terms_json.h"
#include "tournaments/run/program_version.h"

namespace toptile {

namespace {

constexpr std::size_t kMinDrawn = 8, kMaxDrawn = 32, kMaxProgram = 100;
constexpr double kMaxSeconds = 600;

HttpAnswer done(const Json& object) {
  return {.status = 200, .type = "application/json", .body = json_line(object)};
}

HttpAnswer bad(const Error& error) {
  return api_refusal(400, error.message);
}

// The worker that a call with a body names.
struct Caller {
  std::string drawn;
  int lanes = 1;

  std::string worker(const AuthorToken& token) const { return remote_worker_name(token.id, drawn); }
  Lease lease(const AuthorToken& token) const { return {worker(token), kRemoteLease, lanes}; }
};

void read_caller(FieldReader& reader, Caller& caller) {
  reader.require("worker").read("worker", caller.drawn).read("lanes", caller.lanes, 1, kMaxRemoteLanes);
  if (caller.drawn.size() < kMinDrawn || caller.drawn.size() > kMaxDrawn ||
      caller.drawn.find_first_not_of("0123456789abcdef") != std::string::npos)
    reader.fail("worker", fmt::format("expected {} to {} hexadecimal digits", kMinDrawn, kMaxDrawn));
}

Json block_json(const SetsToPlay& block) {
  const auto version = [](const BotVersion& of) {
    return Json{{"id", static_cast<std::int64_t>(of.id)},
                {"bot", of.bot},
                {"number", of.number},
                {"author", of.author},
                {"sha256", of.sha256}};
  };
  Json sets = Json::array();
  // A seed is a string, because many programs read numbers as floating-point ones.
  for (const SeededSet& set : block.sets)
    sets.push_back({{"set", static_cast<std::uint64_t>(set.set)}, {"seed", std::to_string(set.seed)}});
  return {
      {"one", version(block.one)}, {"other", version(block.other)}, {"block", block.block}, {"sets", sets}};
}

Result<HttpAnswer> next(RemoteWork& work, const AuthorToken& token, const Json& body) {
  Caller caller;
  double seconds = 0, seconds_a_set = 0;
  int most = 1;
  FieldReader reader(body, JsonPlace("the body"));
  read_caller(reader, caller);
  reader.read("seconds", seconds).read("seconds_a_set", seconds_a_set).read("most", most, 1, kMaxSetsAtOnce);
  if (!(seconds >= 0 && seconds <= kMaxSeconds)) reader.fail("seconds", "it can be 0 to 600");
  if (!(seconds_a_set >= 0 && std::isfinite(seconds_a_set)))
    reader.fail("seconds_a_set", "it can be 0 or more");
  if (const auto read = reader.finish(); !read) return bad(read.error());
  TOPTILE_TRY(const auto found, work.next(caller.lease(token), seconds, seconds_a_set, most));
  Json blocks = Json::array();
  for (const SetsToPlay& block : found.blocks) blocks.push_back(block_json(block));
  return done({{"blocks", blocks}, {"has_too_few_bots", found.has_too_few_bots}, {"workers", found.workers}});
}

// The first line is an object that names the worker; then each set has three lines: an object and the records
// of its two games.
Result<std::vector<BroughtRecords>> parse_sets(std::string_view text, Caller& caller, std::string& program) {
  const auto next_line = [&]() -> std::string_view {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    return line;
  };
  TOPTILE_TRY(const auto head, parse_json(next_line(), "the first line"));
  FieldReader reader(head, JsonPlace("the first line"));
  read_caller(reader, caller);
  reader.require("program").read("program", program);
  if (program.empty() || program.size() > kMaxProgram || printable(program) != program)
    reader.fail("program", fmt::format("expected a printable text of at most {} bytes", kMaxProgram));
  TOPTILE_TRY_TO(reader.finish());
  std::vector<BroughtRecords> sets;
  while (!text.empty()) {
    const std::string where = fmt::format("set {} of this body", sets.size() + 1);
    if (sets.size() == static_cast<std::size_t>(kMaxSetsInCall))
      return Error{fmt::format("a body can have at most {} sets", kMaxSetsInCall)};
    TOPTILE_TRY(const auto object, parse_json(next_line(), where));
    BroughtRecords& set = sets.emplace_back();
    std::uint64_t number = 0;
    FieldReader fields(object, JsonPlace(where));
    fields.require("set").read("set", number).require("took").read("took", set.took, 0, INT64_MAX);
    if (number == 0 || number > kMaxGames) fields.fail("set", "this is not the number of a set");
    TOPTILE_TRY_TO(fields.finish());
    set.set = SetNumber{number};
    const auto is_same = [&](const BroughtRecords& other) { return other.set == set.set; };
    if (std::count_if(sets.begin(), sets.end(), is_same) > 1)
      return Error{fmt::format("set {} is in this body twice", set.set)};
    for (std::string& record : set.records) {
      record = next_line();
      if (record.empty()) return Error{fmt::format("{}: the record of a game is missing", where)};
      if (record.size() > kMaxRecordBytes) return Error{fmt::format("{}: a record is too long", where)};
    }
  }
  return sets;
}

Result<HttpAnswer> bring(RemoteWork& work, const AuthorToken& token, std::string_view text) {
  Caller caller;
  std::string program;
  auto sets = parse_sets(text, caller, program);
  if (!sets) return bad(sets.error());
  Json answers = Json::array();
  std::vector<SetNumber> numbers;
  for (const BroughtRecords& set : sets.value()) numbers.push_back(set.set);
  TOPTILE_TRY(const auto outcome, work.bring(caller.worker(token), program, std::move(sets).value()));
  if (!outcome.fault.empty()) {
    return api_refusal(
        422,
        fmt::format("{}; this token may play no more games, until the league's organizer allows it again",
                    outcome.fault));
  }
  for (std::size_t i = 0; i < numbers.size(); ++i)
    answers.push_back({{"set", static_cast<std::uint64_t>(numbers[i])}, {"order", outcome.orders[i]}});
  return done({{"sets", answers}});
}

Result<HttpAnswer> say(RemoteWork& work, const AuthorToken& token, const std::string& call,
                       const Json& body) {
  Caller caller;
  std::vector<SetNumber> except;
  FieldReader reader(body, JsonPlace("the body"));
  read_caller(reader, caller);
  if (const Json* given = reader.read_any("except")) {
    if (!given->is_array()) reader.fail("except", "expected an array");
    for (const Json& set : *given) {
      if (set.is_number_unsigned())
        except.push_back(SetNumber{std::min<std::uint64_t>(set.get<std::uint64_t>(), kMaxGames)});
    }
  }
  if (const auto read = reader.finish(); !read) return bad(read.error());
  if (call == "alive") {
    TOPTILE_TRY_TO(work.keep_alive(caller.lease(token)));
  } else if (call == "back") {
    TOPTILE_TRY_TO(work.give_back(caller.worker(token), except));
  } else {
    TOPTILE_TRY_TO(work.leave(caller.worker(token)));
  }
  return done(Json::object());
}

// The seed of the league is not told: a worker knows the seeds of the sets that it plays, and of no others.
HttpAnswer terms(LeagueStore& store) {
  LeagueTerms told = store.terms();
  told.plan.seed = 0;
  return done({{"protocol", kWorkProtocol},
               {"program", std::string(program_version())},
               {"terms", league_terms_to_json(told)}});
}

// The files of a bot that plays or played, and no other content of the league.
Result<HttpAnswer> files(LeagueStore& store, const std::string& sha256) {
  TOPTILE_TRY(const auto versions, store.versions().list());
  const bool plays = std::ranges::any_of(versions, [&](const BotVersion& version) {
    return version.sha256 == sha256 && is_rated(version.state);
  });
  if (!plays) return api_refusal(404, "No bot that plays has these files.");
  TOPTILE_TRY(auto packed, store.versions().packed_files(sha256));
  return HttpAnswer{.status = 200, .type = "application/octet-stream", .body = std::move(packed)};
}

}  // namespace

bool is_work_call(const ApiRequest& request) {
  const auto& parts = request.target.parts;
  return parts.size() >= 4 && parts[0] == "api" && parts[1] == "v1" && parts[2] == "work";
}

std::uint64_t max_work_bytes(const ApiRequest& request) {
  return request.target.parts[3] == "sets" ? kMaxSetsBytes : kMaxCallBytes;
}

Result<HttpAnswer> answer_work(RemoteWork& work, LeagueStore& store, const AuthorToken& token,
                               const ApiRequest& request) {
  const auto& parts = request.target.parts;
  const std::string& call = parts[3];
  const HttpAnswer unknown = api_refusal(404, "There is no such address; docs/serve.md lists all.");
  if (!request.target.query.empty()) return unknown;
  if (!request.is_post) {
    if (parts.size() == 5 && call == "files") return files(store, parts[4]);
    if (parts.size() != 4) return unknown;
    if (call == "terms") return terms(store);
    if (call != "words") return unknown;
    TOPTILE_TRY(auto words, store.words());
    return HttpAnswer{.status = 200, .type = "text/plain; charset=utf-8", .body = std::move(words)};
  }
  const bool is_known =
      call == "next" || call == "sets" || call == "alive" || call == "back" || call == "leave";
  if (parts.size() != 4 || !is_known) return unknown;
  if (!request.body) return api_refusal(411, "This call needs a body; docs/serve.md shows it.");
  TOPTILE_TRY(const auto text, read_file(*request.body, max_work_bytes(request) + 1));
  if (call == "sets") return bring(work, token, text);
  const auto body = parse_json(text, "the body");
  if (!body) return bad(body.error());
  return call == "next" ? next(work, token, body.value()) : say(work, token, call, body.value());
}

}  // namespace toptile
