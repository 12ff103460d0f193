#include "server/live/site.h"

#include <fmt/format.h>

#include "base/words.h"
#include "server/live/key.h"

namespace toptile {

namespace {

constexpr std::string_view kGames = "/games/", kBoards = "/boards";

bool is_own_origin(std::string_view origin) {
  constexpr std::string_view kScheme = "http://";
  return origin.starts_with(kScheme) && is_this_machine(origin.substr(kScheme.size()));
}

std::optional<HttpAnswer> find_refusal(const HttpHead& request) {
  if (repeats_any(request, {"Host", "Origin", "Last-Event-ID", "Content-Length", "Transfer-Encoding"}))
    return live_refusal(400, "The request has a header twice.");
  const auto host = header_of(request, "Host"), origin = header_of(request, "Origin");
  if (!host) return live_refusal(400, "The request has no Host.");
  if (!is_this_machine(*host))
    return live_refusal(403, "This page is only for this machine: use localhost or 127.0.0.1.");
  if (origin && !is_own_origin(*origin)) return live_refusal(403, "This page is not for other sites.");
  if (method_of(request) != "GET" && method_of(request) != "HEAD")
    return live_refusal(405, "Nothing can be changed here: only GET and HEAD are allowed.");
  if (!target_of(request).starts_with('/')) return live_refusal(400, "The path should begin with /.");
  return std::nullopt;
}

HttpAnswer record_answer(std::string_view number, const LiveSources& sources) {
  const auto id = parse_number<std::uint64_t>(number);
  if (!id) return live_refusal(404, "After games/ the number of a game should follow.");
  auto record = sources.record(GameNumber{*id});
  if (!record) return live_refusal(500, record.error().message);
  if (!record.value())
    return live_refusal(404,
                        fmt::format("This run has no game {}, or not all games on its bag have ended.", *id));
  return {200, "application/json", *std::move(record).value() + "\n"};
}

HttpAnswer boards_answer(std::optional<GameNumber> id, const LiveSources& sources) {
  auto boards = sources.boards(id);
  if (!boards) return live_refusal(500, boards.error().message);
  if (!boards.value())
    return live_refusal(404, fmt::format("Game {} is not in play, and not among the records.", *id));
  return {200, "application/json", *std::move(boards).value()};
}

}  // namespace

HttpAnswer live_refusal(int status, std::string_view sentence) {
  return {status, "text/plain; charset=utf-8", std::string(sentence) + "\n"};
}

HttpAnswer answer_live(const HttpHead& request, const LiveSources& sources) {
  if (auto refusal = find_refusal(request)) return *std::move(refusal);
  const std::string_view target = target_of(request);
  const auto behind = path_behind_key(target.substr(0, target.find('?')), sources.key);
  if (!behind)
    return live_refusal(
        403, "This page is only for the person who started it: use the whole address that it printed.");
  const std::string_view path = *behind;
  if (path == "/") return {200, "text/html; charset=utf-8", sources.page()};
  if (path == "/data.json") return {200, "application/json", sources.data()};
  if (path == "/events") {
    const auto last = header_of(request, "Last-Event-ID");
    return {.type = "text/event-stream",
            .body = sources.events(last ? std::optional(std::string(*last)) : std::nullopt),
            .is_stream = true};
  }
  if (path == kBoards) return boards_answer(std::nullopt, sources);
  if (path.starts_with(kBoards) && path[kBoards.size()] == '/') {
    const auto id = parse_number<std::uint64_t>(path.substr(kBoards.size() + 1));
    if (!id) return live_refusal(404, "After boards/ the number of a game should follow.");
    return boards_answer(GameNumber{*id}, sources);
  }
  if (path.starts_with(kGames)) return record_answer(path.substr(kGames.size()), sources);
  return live_refusal(
      404,
      "There is no such page; after the key, use /, /data.json, /events, /boards, /boards/NUMBER or "
      "/games/NUMBER.");
}

}  // namespace toptile
