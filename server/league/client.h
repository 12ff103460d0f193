// Asks a league's server (toptile serve) over plain HTTP.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

namespace toptile {

// Whether a league is named by an address of the web, "http://…" or "https://…".
bool is_web_address(std::string_view league);

struct LeagueAddress {
  std::string host, port;
};
// An error says what to do if the address is https, or has more than a host and a port.
Result<LeagueAddress> parse_league_address(const std::string& league);

struct WebQuestion {
  bool is_post = false;
  std::string target;
  std::string token = {};  // Empty: none.
  std::string body = {};
};

struct WebReply {
  int status = 0;
  std::string body;
};

// Blocks until the whole answer is there, or for some minutes at most. Any status is an answer; an error says
// that there is none.
Result<WebReply> ask_league(const LeagueAddress& address, const WebQuestion& question);

}  // namespace toptile
