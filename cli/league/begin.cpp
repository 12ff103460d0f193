// toptile league init and configure: creates a league, and changes its terms.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <filesystem>
#include <memory>

#include "base/files.h"
#include "base/utf8.h"
#include "base/words.h"
#include "cli/flags/flag.h"
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
    TOPTILE_TRY_TO(store.find(anchor.name));
  }
  TOPTILE_TRY_TO(store.change_terms(terms));
  print(fmt::format("league {}: changed\n", printable(terms.name)));
  return success();
}

}  // namespace

std::function<int()> declare_league_init(CLI::App& command) {
  auto arguments = std::make_shared<InitArguments>();
  arguments->league = kDefaultLeague;
  command
      .add_option("league", arguments->league,
                  "Its folder (default: ./league), or postgresql://… for workers on many machines")
      ->type_name("DIR|URL");
  command
      .add_option("--config", arguments->flags.config,
                  "A configuration file; flags change what it says (docs/league.md)")
      ->type_name("FILE");
  command.add_option("--name", arguments->flags.name, "The league's name (default: that of its folder)")
      ->type_name("NAME");
  declare_terms_flags(command, arguments->flags);
  command.get_option("--sandbox")
      ->description(
          "Run bots in a sandbox: only in a complete one (require, the default), as far as possible "
          "(auto), or never (off); see docs/sandbox.md");
  command.get_option("--restart")
      ->description("When a bot's process is replaced: on_fault (default) or each_game");
  auto* schema = command.add_flag("--schema", arguments->wants_schema,
                                  "Print the JSON schema of a configuration file, and begin nothing");
  add_needless_json(command)->needs(schema);
  return [arguments] {
    if (arguments->wants_schema) {
      print(league_schema());
      return kDone;
    }
    const auto begun = init(*arguments);
    return begun ? kDone : complain(begun.error());
  };
}

std::function<int()> declare_league_configure(CLI::App& command) {
  struct Arguments {
    std::string league, file;
  };
  auto arguments = std::make_shared<Arguments>();
  command
      .add_option("config", arguments->file,
                  "A file with the keys that change: name, submissions, versions, anchor, public_info")
      ->required()
      ->type_name("FILE");
  declare_league(command, arguments->league);
  return [arguments] {
    const auto done = configure(arguments->league, arguments->file);
    return done ? kDone : complain(done.error());
  };
}

}  // namespace toptile
