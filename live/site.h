// What the live page's server answers: a pure function of a request and of what there is to tell. Nothing of
// sockets.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "engine/result.h"

namespace toptile {

struct LiveRequest {
  std::string method, target;
  std::optional<std::string> host, origin, last_event_id;  // Headers, where they are there.
  bool repeats_a_header = false;                           // One of these stands there twice.
};

struct LiveAnswer {
  int status = 200;
  std::string type;  // Of the content; of a sentence for people text/plain.
  std::string body;
  // The body is what a stream of events begins with; it goes on until either side ends it.
  bool is_stream = false;
};

struct LiveSources {
  std::function<std::string()> page, data;
  // The game's record; nothing where it has not ended, or another game on the same bag has not.
  std::function<Result<std::optional<std::string>>(std::uint64_t id)> record;
  // What a stream begins with, for a reader that has had everything up to an event, or nothing.
  std::function<std::string(const std::optional<std::string>& last_event_id)> events;
  std::string key;  // live/key.h
};

// Only who has the key, which stands first in every path: "/KEY/data.json". Only GET and HEAD; only from this
// machine under a name of its own, so that no page from elsewhere reads it by a name that it makes point
// here.
LiveAnswer answer_live(const LiveRequest& request, const LiveSources& sources);

// A sentence for people.
LiveAnswer live_refusal(int status, std::string_view sentence);

// Status line and headers with the empty line behind them. One answer a connection.
std::string head_of(const LiveAnswer& answer);

}  // namespace toptile
