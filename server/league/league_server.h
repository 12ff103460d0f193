// The server of a league. One thread reads and writes for all connections; a few others ask the league's
// database, each with a store of its own. Whatever a client does, memory is bounded: there is a limit on
// connections, on those of one address, on the bytes of a request, on the time for it, on requests that wait
// for the database, on answers that are kept, and on submissions that arrive at once, which go into files.
// One author cannot keep others from submitting: each has one submission at a time, and only a few may come
// to nothing.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <string>

#include "base/result.h"
#include "league/site/league_site.h"
#include "league/store/league_store.h"
#include "league/work/remote_work.h"

namespace toptile {

inline constexpr int kServePort = 8460;

struct ServeOptions {
  std::string host = "127.0.0.1";  // An address of this machine; not a name.
  int port = kServePort;           // 0: any port.
  // A proxy says with X-Forwarded-For whose request it is, and the Host is that of the proxy.
  bool is_behind_proxy = false;
  double rate = 50;  // Requests a second from one address; 0: any number.
  SiteOptions site = {.has_api = true};
  // The share of the sets from workers on the network that others play again, 0 to 1.
  double replayed_share = kReplayedShare;
  std::chrono::seconds patience{
      10};  // For a request to arrive; the body of a submission has 30 times as long if it comes fast enough.
  std::function<void()> before_reading = {};  // For tests (SharedSite::open).
};

class LeagueServer {
 public:
  using OpenStore = std::function<Result<LeagueStore>()>;

  // Reads the league, and then listens and answers until it is destroyed. Answers come from the last complete
  // reading while a thread reads the league again (shared_site.h).
  static Result<LeagueServer> open(const ServeOptions& options, const OpenStore& open_store);
  LeagueServer(LeagueServer&&) noexcept;
  ~LeagueServer();  // Waits for what is being computed, and ends all connections.

  std::string address() const;  // "http://127.0.0.1:8460/"

 private:
  class Core;
  explicit LeagueServer(std::unique_ptr<Core> core);
  std::unique_ptr<Core> core_;
};

}  // namespace toptile
