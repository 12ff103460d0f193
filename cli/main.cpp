// The program `toptile`: it finds the verb, reads its arguments and does it.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <csignal>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/flags/help.h"
#include "cli/terminal/exit_code.h"
#include "cli/terminal/terminal.h"
#include "cli/verbs/verb.h"
#include "engine/utf8.h"
#include "protocol/json_fields.h"

namespace {

// Names a flag that does not exist, and the one that was probably meant.
std::optional<std::string> unknown_flag(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options())
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  for (const std::string& extra : command.remaining()) {
    const std::string flag = extra.substr(0, extra.find('='));
    if (!flag.starts_with("--")) continue;
    return fmt::format("there is no flag {}{}", toptile::printable(flag), toptile::meant_name(flag, names));
  }
  return std::nullopt;
}

// What CLI11 says in words of its own, in ours. What the user wrote is in it as it is.
std::string reworded(const CLI::ParseError& error) {
  const std::string said = error.what();
  const auto quoted = [](std::string_view text) { return toptile::printable(fmt::format("\"{}\"", text)); };
  constexpr std::string_view kNotConverted = "Could not convert: ", kSign = " = ", kNeeded = ": 1 required ",
                             kMissing = " missing";
  if (const auto sign = said.find(kSign); said.starts_with(kNotConverted) && sign != said.npos) {
    return fmt::format("{}: {} should be a number",
                       said.substr(kNotConverted.size(), sign - kNotConverted.size()),
                       quoted(said.substr(sign + kSign.size())));
  }
  if (const auto needed = said.find(kNeeded); needed != said.npos && said.ends_with(kMissing)) {
    const std::size_t type = needed + kNeeded.size();
    return fmt::format("{}: {} should follow", said.substr(0, needed),
                       said.substr(type, said.size() - kMissing.size() - type));
  }
  constexpr int kMost = 1000;
  return toptile::printable(said, kMost);
}

// CLI11 says what is wrong. Our message also says where it is wrong, and what to do.
int complain_of_usage(const CLI::App& app, const CLI::ParseError& error) {
  const CLI::App* command = &app;
  std::string path, words;
  for (auto chosen = app.get_subcommands(); !chosen.empty(); chosen = command->get_subcommands()) {
    command = chosen.front();
    path += command->get_name() + ": ";
    words += command->get_name() + " ";
  }
  std::vector<std::string> choices;
  for (const CLI::App* choice : command->get_subcommands([](const CLI::App*) { return true; }))
    choices.push_back(choice->get_name());
  const bool is_choice_missing =
      !choices.empty() && dynamic_cast<const CLI::RequiredError*>(&error) != nullptr;
  std::string what = is_choice_missing
                         ? fmt::format("one of these should follow: {}", fmt::join(choices, ", "))
                         : reworded(error);
  // CLI11 takes the value after an unknown flag for one argument too many, so we name the flag.
  if (dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr ||
      dynamic_cast<const CLI::ArgumentMismatch*>(&error) != nullptr)
    what = unknown_flag(*command).value_or(what);
  fmt::print(stderr, "toptile: {}{}; see: toptile {}--help\n", path, what, words);
  return toptile::kWrongUse;
}

// "help league run" is "league run --help".
std::vector<std::string> words_of(int argc, char** argv) {
  std::vector<std::string> words(argv + std::min(argc, 1), argv + argc);
  if (words.empty() || words[0] != "help") return words;
  std::erase_if(words, [](const std::string& word) { return word.starts_with('-'); });
  words.erase(words.begin());
  words.emplace_back("--help");
  return words;
}

// An error if the first word is missing or is no verb. CLI11 would only say that a subcommand is required.
std::optional<toptile::Error> verb_fault(const std::vector<std::string>& words) {
  std::vector<std::string> names;
  for (const toptile::Verb& verb : toptile::verbs()) names.emplace_back(verb.name);
  if (words.empty())
    return toptile::Error{
        fmt::format("a command should follow: {}; see: toptile --help", fmt::join(names, ", "))};
  const std::string& word = words.front();
  if (word.starts_with("-") || std::ranges::find(names, word) != names.end()) return std::nullopt;
  return toptile::Error{fmt::format("there is no command \"{}\"{}; see: toptile --help",
                                    toptile::printable(word), toptile::meant_name(word, names))};
}

}  // namespace

int main(int argc, char** argv) {
  std::signal(SIGPIPE, SIG_IGN);  // NOLINT: if the reader is gone, write fails and does not kill.
  std::vector<std::string> words = words_of(argc, argv);
  if (const auto fault = verb_fault(words)) return toptile::complain(*fault);
  CLI::App app{"The bot arena for Upwords: tournaments between programs, and their results.", "toptile"};
  app.formatter(std::make_shared<toptile::HelpFormatter>());
  app.set_version_flag("--version", TOPTILE_VERSION);
  app.require_subcommand(1);
  app.footer("Every command has --help with an example; toptile help COMMAND is the same.");
  std::function<int()> chosen;
  for (const toptile::Verb& verb : toptile::verbs()) {
    CLI::App* command = app.add_subcommand(std::string(verb.name), std::string(verb.summary));
    command->footer(fmt::format("Example:\n  {}", verb.example));
    command->callback([&chosen, action = verb.declare(*command)] { chosen = action; });
  }
  try {
    std::ranges::reverse(words);  // CLI11 takes the words from the end.
    app.parse(std::move(words));
  } catch (const CLI::CallForHelp& help) {
    return app.exit(help);
  } catch (const CLI::CallForVersion& version) {
    return app.exit(version);
  } catch (const CLI::ParseError& error) {
    return complain_of_usage(app, error);
  }
  try {
    return chosen();
  } catch (const std::exception& error) {  // Libraries throw these: no memory, a bad path.
    return toptile::complain({fmt::format("this cannot be done here: {}", toptile::printable(error.what()))});
  }
}
