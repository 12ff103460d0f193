// toptile league init and configure: creates a league, and changes its terms.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <memory>

#include "base/files.h"
#include "base/utf8.h"
#include "base/words.h"
#include "cli/flags/command.h"
#include "cli/flags/sandbox_flag.h"
#include "cli/flags/tournament_flags.h"
#include "cli/flags/words_and_rules.h"
#include "cli/league/league_place.h"
#include "cli/league/parts.h"
#include "cli/terminal/exit_code.h"
#include "cli/terminal/terminal.h"
#include "tournaments/plan/schemas.h"

namespace toptile {

namespace {

namespace fs = std::filesystem;

struct InitArguments {
  std::string league;
  TournamentFlags flags;
  bool wants_schema = false;
};

Result<LeagueRequest> request_of_league(const InitArguments& arguments) {
  LeagueRequest request;
  request.directory = fs::current_path();
  if (!arguments.flags.config.empty()) {
    TOPTILE_TRY(const auto text, read_file(arguments.flags.config, kMaxWrittenBytes));
    TOPTILE_TRY(request, parse_league_request(text, arguments.flags.config));
  }
  TOPTILE_TRY_TO(apply(arguments.flags, request));
  if (request.name.empty()) request.name = fs::path(arguments.league).lexically_normal().filename().string();
  if (request.name.empty() || request.name == ".") request.name = kDefaultLeague;
  return request;
}

Result<void> make_folder_of(const std::string& league, const std::string& address) {
  if (address.find("://") != std::string::npos) return success();
  std::error_code error;
  if (fs::is_regular_file(league, error))
    return Error{fmt::format("{}: this is a file already; name a folder for the league", shown_path(league))};
  if (fs::exists(address, error))
    return Error{fmt::format("{}: there is a league here already", shown_path(league))};
  return make_league_folder(address);
}

std::string words_of(const LeagueTerms& terms) {
  return fmt::format("rules {}, {} words of {}, sandbox {}", terms.plan.rules.name, terms.plan.lexicon_words,
                     terms.plan.lexicon_name, kSandboxModes[static_cast<std::size_t>(terms.sandbox)]);
}

Result<void> init(const InitArguments& arguments) {
  TOPTILE_TRY(const auto request, request_of_league(arguments));
  TOPTILE_TRY(const auto resolved, resolve_league(request, shipped_files()));
  const std::string address = store_address(arguments.league);
  TOPTILE_TRY_TO(make_folder_of(arguments.league, address));
  TOPTILE_TRY(auto database, open_database(address));
  TOPTILE_TRY_TO(LeagueStore::create(std::move(database), resolved.terms, resolved.lexicon));
  const std::string named =
      arguments.league == kDefaultLeague ? "" : " --league " + shown_path(shell_word(arguments.league));
  print(
      fmt::format("league {}: {}\nwhat comes next:\n  toptile submit greedy{}\n  toptile submit ./mine{}\n  "
                  "toptile league run{}\n",
                  printable(resolved.terms.name), words_of(resolved.terms), named, named, named));
  return success();
}

Result<void> configure(const std::string& league, const std::string& file) {
  TOPTILE_TRY(auto store, open_league(league));
  TOPTILE_TRY(const auto text, read_file(file, kMaxWrittenBytes));
  TOPTILE_TRY(const auto object, parse_json(text, file));
  TOPTILE_TRY(const auto request, parse_league_request(text, file));
  // Terms that the file does not mention stay as they are.
  LeagueTerms terms = store.terms();
  const auto has = [&](const char* key) { return object.contains(key); };
  if (has("name")) terms.name = request.name;
  if (has("submissions")) {
    Json merged = league_terms_to_json(terms).at("submissions");
    merged.update(object.at("submissions"));
    TOPTILE_TRY(const auto whole, parse_league_request(json_line({{"submissions", merged}}), file));
    terms.submissions = whole.submissions;
  }
  if (has("versions")) terms.versions = request.versions;
  if (has("anchor")) terms.anchors = request.anchors;
  if (has("public_info")) terms.public_info = request.public_info;
  constexpr std::array<std::string_view, 6> kChangeable = {"name",   "submissions", "versions",
                                                           "anchor", "public_info", "$schema"};
  for (const auto& [key, value] : object.items()) {
    if (std::ranges::find(kChangeable, std::string_view(key)) != kChangeable.end()) continue;
    return Error{
        fmt::format("{}: {}: this decides how games are played, so it cannot be changed while a league "
                    "goes on; what can be changed is name, submissions, versions, anchor and public_info",
                    shown_path(file), printable(key))};
  }
  for (const NamedAnchor& anchor : terms.anchors) {
    TOPTILE_TRY_TO(store.versions().find(anchor.name));
  }
  TOPTILE_TRY_TO(store.change_terms(terms));
  print(fmt::format("league {}: changed\n", printable(terms.name)));
  return success();
}

}  // namespace

Action declare_league_init(Command& command) {
  auto arguments = std::make_shared<InitArguments>();
  arguments->league = kDefaultLeague;
  command.add_option("league DIR|URL", arguments->league,
                     "Its folder (default: ./league), or postgresql://… for workers on many machines");
  command.add_option("--config FILE", arguments->flags.config,
                     "A configuration file; flags change what it says (docs/league.md)");
  command.add_option("--name NAME", arguments->flags.name, "The league's name (default: that of its folder)");
  declare_terms_flags(command, arguments->flags);
  command.option("--sandbox")
      .describe(
          "Run bots in a sandbox: only in a complete one (require, the default), as far as possible "
          "(auto), or never (off); see docs/sandbox.md");
  command.option("--restart").describe("When a bot's process is replaced: on_fault (default) or each_game");
  const Option schema = command.add_flag("--schema", arguments->wants_schema,
                                         "Print the JSON schema of a configuration file, and begin nothing");
  command.add_needless_json().needs(schema);
  return [arguments]() -> Result<void> {
    if (!arguments->wants_schema) return init(*arguments);
    print(league_schema());
    return success();
  };
}

Action declare_league_configure(Command& command) {
  struct Arguments {
    std::string league, file;
  };
  auto arguments = std::make_shared<Arguments>();
  command
      .add_option("config FILE", arguments->file,
                  "A file with the keys that change: name, submissions, versions, anchor, public_info")
      .required();
  declare_league(command, arguments->league);
  return [arguments] { return configure(arguments->league, arguments->file); };
}

}  // namespace toptile
