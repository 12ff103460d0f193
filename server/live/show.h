// The live page of a tournament: a server on this machine's own addresses, and the listener that feeds it.
// The server has a thread with low priority, and nobody waits for it.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "referee/game/open_table.h"
#include "server/live/feed.h"

namespace toptile {

class HttpServer;
class LiveRun;

class LiveShow {
 public:
  // Without a port, a usual one is tried first, and then any other is taken. Port 0: any port. An error if
  // the port that was asked for is taken, or if the machine has no such address. The plan must outlive it.
  static Result<std::unique_ptr<LiveShow>> open(std::optional<int> port, const Plan& plan,
                                                const RunPaths& paths);
  ~LiveShow();  // Ends all connections. Waits for an answer that is being computed.

  LiveFeed& feed() { return feed_; }
  // Where the turns of games in play should be told.
  OpenTables& tables() { return *tables_; }
  const std::string& address() const { return address_; }  // "http://127.0.0.1:8453/KEY/"

  // Whether a page follows the tournament.
  bool has_followers() const;
  // Serves for as long as a page needs to ask how the tournament ended.
  void serve_the_end();

 private:
  LiveShow(std::unique_ptr<OpenTables> tables, std::unique_ptr<LiveRun> run,
           std::unique_ptr<HttpServer> server, const RunPaths& paths, const std::string& key);
  // Is called on the tournament's thread.
  void pass_on(LiveNews news);

  std::unique_ptr<OpenTables> tables_;
  std::unique_ptr<LiveRun> run_;  // The server's thread uses it, and ends before it.
  std::unique_ptr<HttpServer> server_;
  const std::string address_;
  LiveFeed feed_;
};

}  // namespace toptile
