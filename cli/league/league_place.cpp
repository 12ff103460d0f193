#include "cli/league/league_place.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <filesystem>

#include "base/files.h"
#include "base/utf8.h"
#include "cli/flags/command.h"
#include "cli/terminal/terminal.h"
#include "league/store/authors.h"
#include "server/league/client.h"

namespace toptile {

namespace {

namespace fs = std::filesystem;

constexpr const char* kFile = "league.db";

bool is_server(const std::string& league) {
  return league.starts_with("postgresql://") || league.starts_with("postgres://");
}

}  // namespace

void declare_league(Command& command, std::string& league, bool may_be_served) {
  const char* named = std::getenv("TOPTILE_LEAGUE");
  league = named != nullptr && *named != '\0' ? named : kDefaultLeague;
  command.add_option(
      "--league DIR|URL", league,
      may_be_served
          ? "The league: its folder, postgresql://… or https://… (default: ./league, or TOPTILE_LEAGUE)"
          : "The league: its folder, or postgresql://… (default: ./league, or TOPTILE_LEAGUE)");
}

std::string store_address(const std::string& league) {
  std::error_code ignored;
  if (is_server(league) || fs::is_regular_file(league, ignored)) return league;
  return (fs::path(league) / kFile).string();
}

Result<void> make_league_folder(const std::string& file) {
  const fs::path folder = fs::path(file).parent_path();
  if (folder.empty()) return success();
  std::error_code error;
  const bool is_new = fs::create_directories(folder, error);
  if (error)
    return Error{
        fmt::format("{}: this folder cannot be made: {}", shown_path(folder.string()), error.message())};
  // The database reveals seeds and racks of unfinished games.
  if (is_new) fs::permissions(folder, fs::perms::owner_all, error);
  return success();
}

Result<std::string> read_league_token(const std::string& token_file) {
  std::string token;
  if (!token_file.empty()) {
    constexpr std::size_t kMaxBytes = 4096;
    TOPTILE_TRY(token, read_beginning(token_file, kMaxBytes));
    token.resize(std::min(token.size(), token.find('\n')));
  } else if (const char* told = std::getenv("TOPTILE_TOKEN"); told != nullptr) {
    token = told;
  }
  while (!token.empty() && (token.back() == '\r' || token.back() == ' ')) token.pop_back();
  if (parse_token(token)) return token;
  return Error{
      "a token is needed, as tt_… in TOPTILE_TOKEN or in a file that --token-file names; the league's "
      "organizer makes it with: toptile league author add NAME"};
}

Result<LeagueStore> open_league(const std::string& league) {
  if (is_web_address(league)) {
    return Error{
        fmt::format("--league {}: only toptile submit and toptile league run work with a league that is "
                    "served; its answers for other programs are in docs/serve.md",
                    printable(league))};
  }
  if (league.empty()) return Error{"--league: expected a folder or an address, not an empty string"};
  const std::string address = store_address(league);
  std::error_code ignored;
  if (!is_server(league) && !fs::exists(address, ignored)) {
    return Error{
        fmt::format("{}: there is no league here; begin one with toptile league init {}, or name "
                    "another with --league",
                    shown_path(league), shown_path(league))};
  }
  TOPTILE_TRY(auto database, open_database(address));
  return LeagueStore::open(std::move(database));
}

std::string moment_text(std::int64_t at) {
  const auto seconds = static_cast<std::time_t>(at / 1000);
  std::tm local{};
  ::localtime_r(&seconds, &local);
  return fmt::format("{:%Y-%m-%d %H:%M}", local);
}

}  // namespace toptile
