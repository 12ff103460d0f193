// The live page of a tournament: the server, and the listener that feeds it.
#pragma once

#include <memory>
#include <string>

#include "live/feed.h"
#include "live/run.h"
#include "live/server.h"
#include "referee/game/open_table.h"

namespace toptile {

class LiveShow {
 public:
  // The plan must outlive it.
  static Result<std::unique_ptr<LiveShow>> open(std::optional<int> port, const Plan& plan,
                                                const RunPaths& paths);

  LiveFeed& feed() { return feed_; }
  // Where the turns of games in play should be told.
  OpenTables& tables() { return *tables_; }
  const std::string& address() const { return address_; }  // "http://127.0.0.1:8453/KEY/"

  // Whether a page follows the tournament.
  bool has_followers() const { return server_.followers() > 0; }
  // Serves for as long as a page needs to ask how the tournament ended.
  void serve_the_end();

 private:
  LiveShow(std::unique_ptr<OpenTables> tables, std::unique_ptr<LiveRun> run, LiveServer server,
           const RunPaths& paths, const std::string& key);

  std::unique_ptr<OpenTables> tables_;
  std::unique_ptr<LiveRun> run_;  // The server's thread uses it, and ends before it.
  LiveServer server_;
  const std::string address_;
  LiveFeed feed_;
};

}  // namespace toptile
