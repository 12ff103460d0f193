// toptile league workers: what the tokens with which others play for the league have brought.
#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "base/utf8.h"
#include "base/words.h"
#include "cli/flags/command.h"
#include "cli/league/league_place.h"
#include "cli/league/parts.h"
#include "cli/terminal/table.h"
#include "cli/terminal/terminal.h"
#include "league/store/authors.h"

namespace toptile {

namespace {

struct WorkersArguments {
  std::string league, blocked, unblocked;
  bool json = false;
};

struct Row {
  AuthorToken token;
  TokenSets sets;
  TokenChecks checks;

  std::string state() const {
    if (token.blocked) return "blocked";
    return token.revoked ? "revoked" : "plays";
  }
};

Result<std::vector<Row>> rows_of(LeagueStore& store) {
  TOPTILE_TRY(const auto tokens, Authors(store.database()).tokens());
  TOPTILE_TRY(const auto sets, store.checks().sets_of_tokens());
  TOPTILE_TRY(const auto checks, store.checks().all());
  const CheckSummary summary = summarize(checks);
  std::vector<Row> rows;
  for (const AuthorToken& token : tokens) {
    const auto brought = sets.find(token.id);
    const auto checked = summary.tokens.find(token.id);
    if (!token.allows(TokenScope::play) && brought == sets.end()) continue;
    rows.push_back({token, brought == sets.end() ? TokenSets{} : brought->second,
                    checked == summary.tokens.end() ? TokenChecks{} : checked->second});
  }
  return rows;
}

Json to_json(const Row& row) {
  return {{"token", row.token.id},           {"author", row.token.author},  {"state", row.state()},
          {"reason", row.token.blocked_why}, {"sets", row.sets.brought},    {"checked", row.sets.checked},
          {"compared", row.checks.plays},    {"differing", row.checks.odd}, {"chance", row.checks.chance}};
}

Result<void> list(LeagueStore& store, bool json) {
  TOPTILE_TRY(const auto rows, rows_of(store));
  if (json) {
    Json all = Json::array();
    for (const Row& row : rows) all.push_back(to_json(row));
    print(json_line(all));
    return success();
  }
  if (rows.empty()) {
    print(
        "no token may play for this league; make one with: toptile league author token NAME --scope play\n");
    return success();
  }
  TextTable table{
      {{"author", Align::left}, {"token"}, {"sets"}, {"checked"}, {"compared"}, {"differing"}, {"state"}},
      {}};
  for (const Row& row : rows)
    table.rows.push_back({printable(row.token.author, 20), row.token.id, fmt::format("{}", row.sets.brought),
                          fmt::format("{}", row.sets.checked), fmt::format("{}", row.checks.plays),
                          fmt::format("{}", row.checks.odd), row.state()});
  print(plain_table(table, kColumns));
  for (const Row& row : rows) {
    if (row.token.blocked)
      print(fmt::format("{} is blocked: {}\n", row.token.id, printable(row.token.blocked_why, 1000)));
  }
  return success();
}

Result<void> work(const WorkersArguments& arguments) {
  TOPTILE_TRY(auto store, open_league(arguments.league));
  if (!arguments.unblocked.empty()) return Authors(store.database()).unblock(arguments.unblocked);
  if (arguments.blocked.empty()) return list(store, arguments.json);
  TOPTILE_TRY(const auto rows, rows_of(store));
  const bool is_known =
      std::ranges::any_of(rows, [&](const Row& row) { return row.token.id == arguments.blocked; });
  if (!is_known) {
    return Error{fmt::format("{}: no token with this id plays for the league; see: toptile league workers",
                             printable(arguments.blocked))};
  }
  TOPTILE_TRY_TO(store.block(arguments.blocked, "the organizer blocked it"));
  TOPTILE_TRY(const int removed, store.sets().withdraw(arguments.blocked));
  print(fmt::format("{} is blocked; {} that no other worker confirmed {} removed\n", arguments.blocked,
                    counted(removed, "set"), removed == 1 ? "was" : "were"));
  return success();
}

}  // namespace

Action declare_league_workers(Command& command) {
  auto arguments = std::make_shared<WorkersArguments>();
  declare_league(command, arguments->league);
  const Option block =
      command.add_option("--block ID", arguments->blocked,
                         "Let this token play no more, and remove its sets that no other worker confirmed");
  command.add_option("--unblock ID", arguments->unblocked, "Let a blocked token play again").excludes(block);
  command.add_flag("--json", arguments->json, "Print JSON");
  return [arguments] { return work(*arguments); };
}

}  // namespace toptile
