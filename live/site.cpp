#include "live/site.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/words.h"

namespace toptile {

namespace {

constexpr std::string_view kGames = "/games/", kBoards = "/boards";

bool equals_ignoring_case(std::string_view text, std::string_view lower) {
  return std::ranges::equal(text, lower, [](char a, char b) {
    return (a >= 'A' && a <= 'Z' ? static_cast<char>(a - 'A' + 'a') : a) == b;
  });
}

bool is_own_origin(std::string_view origin) {
  constexpr std::string_view kScheme = "http://";
  return origin.starts_with(kScheme) && is_this_machine(origin.substr(kScheme.size()));
}

std::string_view reason_of(int status) {
  struct Reason {
    int status;
    std::string_view text;
  };
  static constexpr std::array<Reason, 8> kReasons = {{{200, "OK"},
                                                      {400, "Bad Request"},
                                                      {403, "Forbidden"},
                                                      {404, "Not Found"},
                                                      {405, "Method Not Allowed"},
                                                      {431, "Request Header Fields Too Large"},
                                                      {500, "Internal Server Error"},
                                                      {503, "Service Unavailable"}}};
  const auto found = std::ranges::find(kReasons, status, &Reason::status);
  return found != kReasons.end() ? found->text : "Error";
}

// Takes the same time however much of it is right, so that nobody can find the key piece by piece.
bool is_same(std::string_view one, std::string_view other) {
  if (one.size() != other.size()) return false;
  unsigned difference = 0;
  for (std::size_t i = 0; i < one.size(); ++i)
    difference |= static_cast<unsigned>(static_cast<unsigned char>(one[i] ^ other[i]));
  return difference == 0;
}

// The path after the key, such as "/data.json"; nothing if the key is not there.
std::optional<std::string_view> path_behind_key(std::string_view path, std::string_view key) {
  path.remove_prefix(1);
  const std::string_view first = path.substr(0, path.find('/'));
  if (key.empty() || !is_same(first, key)) return std::nullopt;
  path.remove_prefix(first.size());
  return path.empty() ? "/" : path;
}

std::optional<LiveAnswer> find_refusal(const LiveRequest& request) {
  if (request.repeats_a_header) return live_refusal(400, "The request has a header twice.");
  if (!request.host) return live_refusal(400, "The request has no Host.");
  if (!is_this_machine(*request.host))
    return live_refusal(403, "This page is only for this machine: use localhost or 127.0.0.1.");
  if (request.origin && !is_own_origin(*request.origin))
    return live_refusal(403, "This page is not for other sites.");
  if (request.method != "GET" && request.method != "HEAD")
    return live_refusal(405, "Nothing can be changed here: only GET and HEAD are allowed.");
  if (!request.target.starts_with('/')) return live_refusal(400, "The path should begin with /.");
  return std::nullopt;
}

LiveAnswer record_answer(std::string_view number, const LiveSources& sources) {
  const auto id = parse_number<std::uint64_t>(number);
  if (!id) return live_refusal(404, "After games/ the number of a game should follow.");
  auto record = sources.record(GameNumber{*id});
  if (!record) return live_refusal(500, record.error().message);
  if (!record.value())
    return live_refusal(404,
                        fmt::format("This run has no game {}, or not all games on its bag have ended.", *id));
  return {200, "application/json", *std::move(record).value() + "\n"};
}

LiveAnswer boards_answer(std::optional<GameNumber> id, const LiveSources& sources) {
  auto boards = sources.boards(id);
  if (!boards) return live_refusal(500, boards.error().message);
  if (!boards.value())
    return live_refusal(404, fmt::format("Game {} is not in play, and not among the records.", *id));
  return {200, "application/json", *std::move(boards).value()};
}

}  // namespace

bool is_this_machine(std::string_view host) {
  for (const std::string_view name : {"localhost", "127.0.0.1", "[::1]"}) {
    if (!equals_ignoring_case(host.substr(0, name.size()), name)) continue;
    const std::string_view rest = host.substr(name.size());
    if (rest.empty()) return true;
    if (rest.front() == ':' && parse_number<std::uint16_t>(rest.substr(1))) return true;
  }
  return false;
}

LiveAnswer live_refusal(int status, std::string_view sentence) {
  return {status, "text/plain; charset=utf-8", std::string(sentence) + "\n"};
}

LiveAnswer answer_live(const LiveRequest& request, const LiveSources& sources) {
  if (auto refusal = find_refusal(request)) return *std::move(refusal);
  const auto behind =
      path_behind_key(std::string_view(request.target).substr(0, request.target.find('?')), sources.key);
  if (!behind)
    return live_refusal(
        403, "This page is only for the person who started it: use the whole address that it printed.");
  const std::string_view path = *behind;
  if (path == "/") return {200, "text/html; charset=utf-8", sources.page()};
  if (path == "/data.json") return {200, "application/json", sources.data()};
  if (path == "/events")
    return {200, "text/event-stream", sources.events(request.last_event_id), /*is_stream=*/true};
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

std::string head_of(const LiveAnswer& answer) {
  std::string head = fmt::format("HTTP/1.1 {} {}\r\nContent-Type: {}\r\n", answer.status,
                                 reason_of(answer.status), answer.type);
  if (!answer.is_stream) head += fmt::format("Content-Length: {}\r\n", answer.body.size());
  if (answer.status == 405) head += "Allow: GET, HEAD\r\n";
  // The page has its script and its style in it, and loads nothing but what is here.
  head +=
      "Content-Security-Policy: default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; "
      "img-src data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'\r\n"
      "X-Content-Type-Options: nosniff\r\n"
      "Cross-Origin-Resource-Policy: same-origin\r\n"
      "Referrer-Policy: no-referrer\r\n"
      "Cache-Control: no-store\r\n"
      "Connection: close\r\n\r\n";
  return head;
}

}  // namespace toptile
