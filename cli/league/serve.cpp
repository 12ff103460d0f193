// toptile serve: a league over HTTP.
#include <fmt/format.h>

#include <condition_variable>
#include <memory>
#include <mutex>
#include <stop_token>

#include "base/descriptor.h"
#include "cli/flags/command.h"
#include "cli/league/league_place.h"
#include "cli/league/site_template.h"
#include "cli/terminal/exit_code.h"
#include "cli/terminal/interrupt.h"
#include "cli/terminal/terminal.h"
#include "server/league/league_server.h"
#include "tournaments/plan/schemas.h"

namespace toptile {

namespace {

struct ServeArguments {
  std::string league;
  ServeOptions options;
  int patience = 10;
  double replayed_percent = 100 * kReplayedShare;
  bool wants_schema = false;
};

void wait_for(const std::stop_token& stop) {
  std::mutex mutex;
  std::condition_variable_any ended;
  std::unique_lock lock(mutex);
  ended.wait(lock, stop, [] { return false; });
}

Result<int> serve(const ServeArguments& arguments) {
  const InterruptWatch interrupts;
  allow_all_files();
  ServeOptions options = arguments.options;
  options.patience = std::chrono::seconds(arguments.patience);
  options.replayed_share = arguments.replayed_percent / 100;
  options.site.bot_template = site_template();
  TOPTILE_TRY(const auto server, LeagueServer::open(options, [&] { return open_league(arguments.league); }));
  print(fmt::format("{}\n", server.address()));
  fmt::print(stderr, "The league is served until Ctrl-C.\n");
  wait_for(interrupts.token());
  return kDone;
}

}  // namespace

Action declare_serve(Command& command) {
  constexpr int kMaxPort = 65'535, kMaxPatience = 3600;
  auto arguments = std::make_shared<ServeArguments>();
  declare_league(command, arguments->league);
  command.add_option("--host ADDRESS", arguments->options.host,
                     "The address at which to listen (default: 127.0.0.1, only for this machine)");
  command.add_option("--port PORT", arguments->options.port, "The port (default: 8460); 0: any one")
      .check(in_range(0, kMaxPort));
  command.add_flag("--behind-proxy", arguments->options.is_behind_proxy,
                   "A proxy passes requests on, and says in X-Forwarded-For whose they are");
  command
      .add_option("--rate NUMBER", arguments->options.rate,
                  "Requests a second that one address may send (default: 50); 0: any number")
      .check(number_in_range(0, 1e6));
  command
      .add_option(
          "--patience SECONDS", arguments->patience,
          "Seconds in which a request must arrive (default: 10); an archive that comes fast enough has up "
          "to 30 times as long")
      .check(in_range(1, kMaxPatience));
  command
      .add_option(
          "--replay PERCENT", arguments->replayed_percent,
          "How many of the sets that workers bring over the network are played again by others, to find "
          "workers that lie (default: 5)")
      .check(number_in_range(0, 100));
  const Option schema =
      command.add_flag("--schema", arguments->wants_schema, "Print the JSON schema of the answers");
  command.add_needless_json().needs(schema);
  return [arguments]() -> Result<int> {
    if (!arguments->wants_schema) return serve(*arguments);
    print(serve_schema());
    return kDone;
  };
}

}  // namespace toptile
