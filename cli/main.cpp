// The program `toptile`: finds the verb, reads its arguments, does it.
#include <fmt/format.h>

#include <csignal>

#include "cli/terminal.h"
#include "cli/verb.h"

namespace {

// CLI11 says what is wrong in a sentence of its own; ours say where, and what to do.
int complain_of_usage(const CLI::App& app, const CLI::ParseError& error) {
  const CLI::App* command = &app;
  std::string path;
  for (auto chosen = app.get_subcommands(); !chosen.empty(); chosen = command->get_subcommands()) {
    command = chosen.front();
    path += command->get_name() + ": ";
  }
  fmt::print(stderr, "toptile: {}{}; see: toptile {}--help\n", path, error.what(),
             command == &app ? "" : command->get_name() + " ");
  return toptile::kWrongUse;
}

}  // namespace

int main(int argc, char** argv) {
  std::signal(SIGPIPE, SIG_IGN);  // NOLINT: a reader that has gone is an error of write, not a death.
  CLI::App app{"The bot arena for Upwords: tournaments between programs, and what they come to.", "toptile"};
  app.set_version_flag("--version", TOPTILE_VERSION);
  app.require_subcommand(1);
  app.footer("Every command has --help with an example.");
  std::function<int()> chosen;
  for (const toptile::Verb& verb : toptile::verbs()) {
    CLI::App* command = app.add_subcommand(std::string(verb.name), std::string(verb.summary));
    command->footer(fmt::format("Example:\n  {}", verb.example));
    command->callback([&chosen, action = verb.declare(*command)] { chosen = action; });
  }
  try {
    app.parse(argc, argv);
  } catch (const CLI::CallForHelp& help) {
    return app.exit(help);
  } catch (const CLI::CallForVersion& version) {
    return app.exit(version);
  } catch (const CLI::ParseError& error) {
    return complain_of_usage(app, error);
  }
  return chosen();
}
