// What the live page's server answers: a pure function of a request and of what there is to tell. It knows
// nothing of sockets.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "protocol/tournament_numbers.h"
#include "server/http/messages.h"

namespace toptile {

// The headers of all answers. The page has its script and its style in it, and loads nothing but what is
// here.
inline constexpr const char* kLiveHeaders =
    "Content-Security-Policy: default-src 'none'; script-src 'unsafe-inline' 'wasm-unsafe-eval'; "
    "worker-src blob:; style-src 'unsafe-inline'; img-src data:; connect-src 'self'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'\r\n";

struct LiveSources {
  std::function<std::string()> page, data;
  // The game's record; nothing if this game, or another one on the same bag, has not ended.
  std::function<Result<std::optional<std::string>>(GameNumber id)> record;
  // The games in play with one board, that of a game or of the one that is shown first; nothing if there is
  // no such game.
  std::function<Result<std::optional<std::string>>(std::optional<GameNumber> id)> boards;
  // The beginning of a stream, for a reader that has had everything up to an event, or nothing.
  std::function<std::string(const std::optional<std::string>& last_event_id)> events;
  std::string key;  // server/live/key.h
};

// Answers a request only if it has the key, which is first in every path: "/KEY/data.json". The method must
// be GET or HEAD. The request must come to this machine under one of its own names, so that no page from
// elsewhere can read this through a name that it lets point here.
HttpAnswer answer_live(const HttpHead& request, const LiveSources& sources);

// An answer that is a sentence for people.
HttpAnswer live_refusal(int status, std::string_view sentence);

}  // namespace toptile
