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

namespace toptile {

struct LiveRequest {
  std::string method, target;
  std::optional<std::string> host, origin, last_event_id;  // Headers, if the request has them.
  bool repeats_a_header = false;                           // Whether a header that matters is there twice.
};

struct LiveAnswer {
  int status = 200;
  std::string type;  // The type of the content; text/plain for a sentence for people.
  std::string body;
  // Whether the body is the beginning of a stream of events, which goes on until either side ends it.
  bool is_stream = false;
};

struct LiveSources {
  std::function<std::string()> page, data;
  // The game's record; nothing if this game, or another one on the same bag, has not ended.
  std::function<Result<std::optional<std::string>>(GameNumber id)> record;
  // The games in play with one board, that of a game or of the one that is shown first; nothing if there is
  // no such game.
  std::function<Result<std::optional<std::string>>(std::optional<GameNumber> id)> boards;
  // The beginning of a stream, for a reader that has had everything up to an event, or nothing.
  std::function<std::string(const std::optional<std::string>& last_event_id)> events;
  std::string key;  // live/key.h
};

// Answers a request only if it has the key, which is first in every path: "/KEY/data.json". The method must
// be GET or HEAD. The request must come to this machine under one of its own names, so that no page from
// elsewhere can read this through a name that it lets point here.
LiveAnswer answer_live(const LiveRequest& request, const LiveSources& sources);

// Whether a Host, with or without a port, is one of the names by which a machine calls itself. A page from
// elsewhere that lets its own name point here comes with that name.
bool is_this_machine(std::string_view host);

// An answer that is a sentence for people.
LiveAnswer live_refusal(int status, std::string_view sentence);

// The status line and the headers, with the empty line after them. Each connection gets one answer.
std::string head_of(const LiveAnswer& answer);

}  // namespace toptile
