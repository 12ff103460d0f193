// The HTTP client for a league's server (toptile serve), with TLS for https addresses.
#pragma once

#include <chrono>
#include <stop_token>
#include <string>
#include <string_view>

#include "base/result.h"

namespace toptile {

// Whether the value of --league is a URL, "http://…" or "https://…", and not a database.
bool is_web_address(std::string_view league);

struct LeagueAddress {
  std::string host, port;
  bool is_secure = false;  // https

  std::string text() const;  // "https://league.example:443"
};
// Parses http://HOST[:PORT][/] or https://…, which is_web_address must have recognized; the port is 80 or 443
// by default. For a path, and for an invalid host or port, the error says what to do.
Result<LeagueAddress> parse_league_address(const std::string& league);

struct WebQuestion {
  bool is_post = false;
  std::string target;      // The path and the query, such as "/api/v1/bots".
  std::string token = {};  // The bearer token; empty to send none.
  std::string body = {};
  std::chrono::seconds time = std::chrono::minutes(5);  // For the whole exchange.
  std::stop_token stop = {};
};

struct WebReply {
  int status = 0;
  std::string body;
};

// Blocks until the whole reply has arrived. A reply of any status is a result; it is an error if none arrives
// in time, or if the server has no certificate for its host that this machine trusts.
Result<WebReply> ask_league(const LeagueAddress& address, const WebQuestion& question);

}  // namespace toptile
