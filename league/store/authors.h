// The authors of a league and the tokens with which they authenticate over the network. A token is shown
// once, when it is created, and the database has only the SHA-256 of its secret. One round of a plain hash is
// enough, and no slow password hash is needed: the secret is 256 random bits, which nobody can guess.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "league/database/database.h"

namespace toptile {

// A token allows its owner to submit bots, to read their private pages, to retire them, or to play games for
// the league, which includes reading all bots that play.
enum class TokenScope { submit, read, retire, play };
constexpr std::string_view name_of(TokenScope scope) {
  constexpr std::string_view kNames[] = {"submit", "read", "retire", "play"};
  return kNames[static_cast<int>(scope)];
}
inline constexpr int kTokenScopes = 4;

// A token without its secret. Times are milliseconds since 1970.
struct AuthorToken {
  std::string id;
  std::string author;
  std::vector<TokenScope> scopes;
  std::int64_t created = 0;
  std::optional<std::int64_t> expires, revoked, last_used;
  // Set if it may not play any more, because its workers brought what they did not play (SetChecks::block).
  std::optional<std::int64_t> blocked = {};
  std::string blocked_why = {};

  bool allows(TokenScope scope) const;
  bool is_valid_at(std::int64_t now) const { return !revoked && (!expires || now < *expires); }
};

// A token as its author has it: "tt_ID_SECRET", with 16 and 64 lower-case hexadecimal digits.
struct TokenText {
  std::string id, secret;
};
// Parses a token; nullopt if the text is not one.
std::optional<TokenText> parse_token(std::string_view text);

struct NewToken {
  AuthorToken token;
  std::string text;  // Cannot be retrieved later.
};

// What is wrong with an author's name, or nullopt.
std::optional<Error> author_fault(const std::string& name);

// Only one thread may use this at a time, because it uses the database of a LeagueStore.
class Authors {
 public:
  // Milliseconds since 1970. The default is the database's clock.
  using Clock = std::function<std::int64_t()>;
  explicit Authors(Database& database, Clock clock = {}) : database_(database), clock_(std::move(clock)) {}

  // Adds an author with a first token. An author who has submitted bots already is added under the same name.
  // It is an error if the author was added before.
  Result<NewToken> add(const std::string& name, const std::vector<TokenScope>& scopes,
                       std::optional<int> days);
  // Adds another token, so that the author can switch to it before the old one is revoked.
  Result<NewToken> add_token(const std::string& name, const std::vector<TokenScope>& scopes,
                             std::optional<int> days);
  // Revokes the token with this id, or all tokens of the author of this name. Returns how many it revoked; an
  // error if there is neither.
  Result<int> revoke(const std::string& name_or_id);
  // Lets a blocked token play again; an error if there is none with this id.
  Result<void> unblock(const std::string& id);
  // All tokens, sorted by author and time. An author always has one.
  Result<std::vector<AuthorToken>> tokens();

  // The token with this text if it is valid now, or nullopt. The time that this takes reveals nothing about
  // the secret. Records the time of use, to the minute.
  Result<std::optional<AuthorToken>> verify(std::string_view text);

 private:
  Result<std::int64_t> now();
  Result<bool> is_there(const std::string& name);
  Result<NewToken> keep_token(std::int64_t now, const std::string& name,
                              const std::vector<TokenScope>& scopes, std::optional<int> days);

  Database& database_;
  Clock clock_;
};

}  // namespace toptile
