// toptile league author: manages who may use the league over the network (toptile serve).
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <memory>

#include "base/utf8.h"
#include "cli/flags/command.h"
#include "cli/league/league_place.h"
#include "cli/league/parts.h"
#include "cli/terminal/exit_code.h"
#include "cli/terminal/table.h"
#include "cli/terminal/terminal.h"
#include "league/store/authors.h"

namespace toptile {

namespace {

struct AuthorArguments {
  std::string league, name;
  std::vector<std::string> scopes;
  std::optional<int> days;
  bool json = false;
};

std::vector<TokenScope> scopes_in(const std::vector<std::string>& words) {
  std::vector<TokenScope> scopes;
  for (int i = 0; i < kTokenScopes; ++i) {
    const auto scope = static_cast<TokenScope>(i);
    const bool is_named = std::ranges::find(words, name_of(scope)) != words.end();
    // Who plays for the league can read all bots, so an author gets this only when it is asked for.
    if (is_named || (words.empty() && scope != TokenScope::play)) scopes.push_back(scope);
  }
  return scopes;
}

std::string scope_words(const AuthorToken& token) {
  std::vector<std::string_view> words;
  for (const TokenScope scope : token.scopes) words.push_back(name_of(scope));
  return fmt::format("{}", fmt::join(words, ","));
}

using MakeToken = Result<NewToken> (Authors::*)(const std::string&, const std::vector<TokenScope>&,
                                                std::optional<int>);

Result<void> make_token(const AuthorArguments& arguments, MakeToken make) {
  TOPTILE_TRY(auto store, open_league(arguments.league));
  Authors authors(store.database());
  TOPTILE_TRY(const auto made, (authors.*make)(arguments.name, scopes_in(arguments.scopes), arguments.days));
  fmt::print(stderr,
             "This token of {} is shown only now; its author gives it as TOPTILE_TOKEN, or in a file with "
             "--token-file:\n",
             printable(made.token.author));
  print(made.text + "\n");
  return success();
}

std::string end_of(const AuthorToken& token) {
  if (token.revoked) return "revoked " + moment_text(*token.revoked);
  return token.expires ? "expires " + moment_text(*token.expires) : "valid";
}

Json json_or_null(const std::optional<std::int64_t>& moment) {
  return moment ? Json(*moment) : Json();
}

Result<void> list(const AuthorArguments& arguments) {
  TOPTILE_TRY(auto store, open_league(arguments.league));
  TOPTILE_TRY(const auto tokens, Authors(store.database()).tokens());
  if (arguments.json) {
    Json all = Json::array();
    for (const AuthorToken& token : tokens) {
      Json scopes = Json::array();
      for (const TokenScope scope : token.scopes) scopes.push_back(name_of(scope));
      all.push_back({{"id", token.id},
                     {"author", token.author},
                     {"scopes", scopes},
                     {"created", token.created},
                     {"expires", json_or_null(token.expires)},
                     {"revoked", json_or_null(token.revoked)},
                     {"last_used", json_or_null(token.last_used)}});
    }
    print(json_line(all));
    return success();
  }
  if (tokens.empty()) {
    print("there are no authors; add one with: toptile league author add NAME\n");
    return success();
  }
  TextTable table{{{"author", Align::left}, {"token"}, {"scopes"}, {"state"}, {"last used"}}, {}};
  for (const AuthorToken& token : tokens)
    table.rows.push_back({printable(token.author, 20), token.id, scope_words(token), end_of(token),
                          token.last_used ? moment_text(*token.last_used) : "never"});
  print(plain_table(table, kColumns));
  return success();
}

Result<void> revoke(const AuthorArguments& arguments) {
  TOPTILE_TRY(auto store, open_league(arguments.league));
  TOPTILE_TRY(const int count, Authors(store.database()).revoke(arguments.name));
  print(fmt::format("{} token{} revoked\n", count, count == 1 ? " is" : "s are"));
  return success();
}

struct AddedPart {
  Command command;
  std::shared_ptr<AuthorArguments> arguments;
};

AddedPart add_part(Command& parent, const char* name, const char* summary, const char* example,
                   Result<void> (*work)(const AuthorArguments&)) {
  AddedPart part{parent.add_command(name, summary, example), std::make_shared<AuthorArguments>()};
  declare_league(part.command, part.arguments->league);
  part.command.set_action([work, arguments = part.arguments] { return work(*arguments); });
  return part;
}

void declare_new_token(AddedPart& part) {
  constexpr int kMaxDays = 36'500;
  part.command.add_option("name NAME", part.arguments->name, "The author's name, as it stands with the bots")
      .required();
  part.command
      .add_option(
          "--scope SCOPE", part.arguments->scopes,
          "What the token allows: submit, read, retire or play; can be given several times (default: all but "
          "play)")
      .check(one_of({"submit", "read", "retire", "play"}))
      .repeated();
  part.command
      .add_option("--expires DAYS", part.arguments->days, "After how many days it ends (default: never)")
      .check(in_range(1, kMaxDays));
}

}  // namespace

Action declare_league_author(Command& command) {
  AddedPart add = add_part(
      command, "add", "Add an author, and print a first token", "toptile league author add ann --expires 180",
      [](const AuthorArguments& arguments) { return make_token(arguments, &Authors::add); });
  declare_new_token(add);
  AddedPart token =
      add_part(command, "token", "Print a further token of an author", "toptile league author token ann",
               [](const AuthorArguments& arguments) { return make_token(arguments, &Authors::add_token); });
  declare_new_token(token);
  AddedPart listed =
      add_part(command, "list", "List the authors and their tokens", "toptile league author list", list);
  listed.command.add_flag("--json", listed.arguments->json, "Print JSON");
  AddedPart revoked = add_part(command, "revoke", "End a token, or all tokens of an author",
                               "toptile league author revoke ann", revoke);
  revoked.command
      .add_option("named NAME|ID", revoked.arguments->name, "An author's name, or the id of a token")
      .required();
  return {};
}

}  // namespace toptile
