// The HTTP client for a league's server (toptile serve), without TLS.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

namespace toptile {

// Whether the value of --league is a URL, "http://…" or "https://…", and not a database.
bool is_web_address(std::string_view league);

struct LeagueAddress {
  std::string host, port;
};
// Parses http://HOST[:PORT][/], which is_web_address must have recognized; the port is 80 by default. For
// https, for a path, and for an invalid host or port, the error says what to do.
Result<LeagueAddress> parse_league_address(const std::string& league);

struct WebQuestion {
  bool is_post = false;
  std::string target;      // The path and the query, such as "/api/v1/bots".
  std::string token = {};  // The bearer token; empty to send none.
  std::string body = {};
};

struct WebReply {
  int status = 0;
  std::string body;
};

// Blocks until the whole reply has arrived, for at most 5 minutes. A reply of any status is a result; it is
// an error if none arrives.
Result<WebReply> ask_league(const LeagueAddress& address, const WebQuestion& question);

}  // namespace toptile
