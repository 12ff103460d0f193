// toptile serve: a league over HTTP.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <stop_token>

#include "base/descriptor.h"
#include "cli/flags/flag.h"
#include "cli/league/league_place.h"
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
  TOPTILE_TRY(const auto server, LeagueServer::open(options, [&] { return open_league(arguments.league); }));
  print(fmt::format("{}\n", server.address()));
  fmt::print(stderr, "The league is served until Ctrl-C.\n");
  wait_for(interrupts.token());
  return kDone;
}

}  // namespace

std::function<int()> declare_serve(CLI::App& command) {
  constexpr int kMaxPort = 65'535, kMaxPatience = 3600;
  auto arguments = std::make_shared<ServeArguments>();
  declare_league(command, arguments->league);
  command
      .add_option("--host", arguments->options.host,
                  "The address at which to listen (default: 127.0.0.1, only for this machine)")
      ->type_name("ADDRESS");
  command.add_option("--port", arguments->options.port, "The port (default: 8460); 0: any one")
      ->check(in_range(0, kMaxPort))
      ->type_name("PORT");
  command.add_flag("--behind-proxy", arguments->options.is_behind_proxy,
                   "A proxy passes requests on, and says in X-Forwarded-For whose they are");
  command
      .add_option("--rate", arguments->options.rate,
                  "Requests a second that one address may send (default: 50); 0: any number")
      ->check(number_in_range(0, 1e6))
      ->type_name("NUMBER");
  command
      .add_option(
          "--patience", arguments->patience,
          "Seconds in which a request must arrive (default: 10); an archive that comes fast enough has up "
          "to 30 times as long")
      ->check(in_range(1, kMaxPatience))
      ->type_name("SECONDS");
  auto* schema =
      command.add_flag("--schema", arguments->wants_schema, "Print the JSON schema of the answers");
  add_needless_json(command)->needs(schema);
  return [arguments] {
    if (arguments->wants_schema) {
      print(serve_schema());
      return kDone;
    }
    const auto code = serve(*arguments);
    return code ? code.value() : complain(code.error());
  };
}

}  // namespace toptile
