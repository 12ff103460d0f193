#include "league/store/authors.h"

#include <fmt/format.h>
#include <openssl/crypto.h>
#include <sys/random.h>

#include <algorithm>
#include <array>

#include "base/assert.h"
#include "base/sha256.h"
#include "base/utf8.h"
#include "bots/shown_name.h"

namespace toptile {

namespace {

constexpr std::size_t kMaxAuthorName = 60;
constexpr std::size_t kIdDigits = 16, kSecretDigits = 64;
constexpr std::string_view kTokenPrefix = "tt_";
constexpr std::int64_t kDay = 24 * 3600 * 1000, kMinute = 60'000;
constexpr const char* kTokenColumns =
    "id, author, scopes, created, expires, revoked, last_used, sha256, blocked, blocked_why FROM tokens ";

std::string random_digits(std::size_t count) {
  std::array<unsigned char, kSecretDigits / 2> bytes{};
  TOPTILE_ASSERT(::getrandom(bytes.data(), count / 2, 0) == static_cast<ssize_t>(count / 2));
  std::string digits;
  for (std::size_t i = 0; i < count / 2; ++i) digits += fmt::format("{:02x}", bytes[i]);
  return digits;
}

bool are_digits(std::string_view text) {
  return text.find_first_not_of("0123456789abcdef") == text.npos;
}

std::string words_of(const std::vector<TokenScope>& scopes) {
  std::string words;
  for (const TokenScope scope : scopes)
    words += fmt::format("{}{}", words.empty() ? "" : " ", name_of(scope));
  return words;
}

std::vector<TokenScope> scopes_of(std::string_view words) {
  std::vector<TokenScope> scopes;
  for (int i = 0; i < kTokenScopes; ++i) {
    const auto scope = static_cast<TokenScope>(i);
    if (words.find(name_of(scope)) != words.npos) scopes.push_back(scope);
  }
  return scopes;
}

std::optional<std::int64_t> moment_in(const SqlRow& row, int column) {
  const std::int64_t at = row.integer(column);
  return at == 0 ? std::nullopt : std::optional(at);
}

AuthorToken token_of(const SqlRow& row) {
  return {.id = std::string(row.text(0)),
          .author = std::string(row.text(1)),
          .scopes = scopes_of(row.text(2)),
          .created = row.integer(3),
          .expires = moment_in(row, 4),
          .revoked = moment_in(row, 5),
          .last_used = moment_in(row, 6),
          .blocked = moment_in(row, 8),
          .blocked_why = std::string(row.text(9))};
}

Error no_author(const std::string& name) {
  return {fmt::format("{}: the league has no such author; add one with: toptile league author add NAME",
                      printable(name))};
}

}  // namespace

bool AuthorToken::allows(TokenScope scope) const {
  return std::ranges::find(scopes, scope) != scopes.end();
}

std::optional<TokenText> parse_token(std::string_view text) {
  constexpr std::size_t kLength = kTokenPrefix.size() + kIdDigits + 1 + kSecretDigits;
  if (text.size() != kLength || !text.starts_with(kTokenPrefix)) return std::nullopt;
  text.remove_prefix(kTokenPrefix.size());
  const std::string_view id = text.substr(0, kIdDigits), secret = text.substr(kIdDigits + 1);
  if (text[kIdDigits] != '_' || !are_digits(id) || !are_digits(secret)) return std::nullopt;
  return TokenText{std::string(id), std::string(secret)};
}

std::optional<Error> author_fault(const std::string& name) {
  if (const auto fault = name_fault(name)) return Error{fmt::format("the author's name: {}", *fault)};
  if (name.size() <= kMaxAuthorName) return std::nullopt;
  return Error{
      fmt::format("the author's name: it has more than {} bytes; choose a shorter one", kMaxAuthorName)};
}

Result<std::int64_t> Authors::now() {
  if (clock_) return clock_();
  return database_.now();
}

Result<bool> Authors::is_there(const std::string& name) {
  bool found = false;
  TOPTILE_TRY_TO(database_.query("SELECT name FROM authors WHERE name = $1", {name},
                                 [&](const SqlRow&) { found = true; }));
  return found;
}

Result<NewToken> Authors::keep_token(std::int64_t now, const std::string& name,
                                     const std::vector<TokenScope>& scopes, std::optional<int> days) {
  TOPTILE_ASSERT(!scopes.empty());
  NewToken made;
  made.token = {.id = random_digits(kIdDigits),
                .author = name,
                .scopes = scopes,
                .created = now,
                .expires = days ? std::optional(now + *days * kDay) : std::nullopt,
                .revoked = {},
                .last_used = {}};
  const std::string secret = random_digits(kSecretDigits);
  made.text = fmt::format("{}{}_{}", kTokenPrefix, made.token.id, secret);
  TOPTILE_TRY_TO(database_.execute(
      "INSERT INTO tokens (id, author, sha256, scopes, created, expires, revoked, last_used) VALUES "
      "($1, $2, $3, $4, $5, $6, 0, 0)",
      {made.token.id, name, sha256_hexadecimal(secret), words_of(scopes), now,
       made.token.expires.value_or(0)}));
  return made;
}

Result<NewToken> Authors::add(const std::string& name, const std::vector<TokenScope>& scopes,
                              std::optional<int> days) {
  if (auto fault = author_fault(name)) return *std::move(fault);
  std::optional<NewToken> made;
  TOPTILE_TRY_TO(in_transaction(database_, Transaction::write, [&]() -> Result<void> {
    TOPTILE_TRY(const auto moment, now());
    TOPTILE_TRY(const bool is_known, is_there(name));
    if (is_known) {
      return Error{
          fmt::format("{} was added already; a further token is made with: toptile league author "
                      "token NAME",
                      printable(name))};
    }
    TOPTILE_TRY_TO(database_.execute("INSERT INTO authors (name, created) VALUES ($1, $2)", {name, moment}));
    TOPTILE_TRY(made, keep_token(moment, name, scopes, days));
    return success();
  }));
  return *std::move(made);
}

Result<NewToken> Authors::add_token(const std::string& name, const std::vector<TokenScope>& scopes,
                                    std::optional<int> days) {
  std::optional<NewToken> made;
  TOPTILE_TRY_TO(in_transaction(database_, Transaction::write, [&]() -> Result<void> {
    TOPTILE_TRY(const auto moment, now());
    TOPTILE_TRY(const bool is_known, is_there(name));
    if (!is_known) return no_author(name);
    TOPTILE_TRY(made, keep_token(moment, name, scopes, days));
    return success();
  }));
  return *std::move(made);
}

Result<int> Authors::revoke(const std::string& name_or_id) {
  int revoked = 0;
  TOPTILE_TRY_TO(in_transaction(database_, Transaction::write, [&]() -> Result<void> {
    TOPTILE_TRY(const auto moment, now());
    TOPTILE_TRY(const bool is_author, is_there(name_or_id));
    TOPTILE_TRY(const auto changed,
                database_.execute(fmt::format("UPDATE tokens SET revoked = $1 WHERE {} = $2 AND revoked = 0",
                                              is_author ? "author" : "id"),
                                  {moment, name_or_id}));
    if (changed == 0 && !is_author) {
      return Error{
          fmt::format("{}: there is no author of this name, and no token with this id that is not "
                      "revoked; see: toptile league author list",
                      printable(name_or_id))};
    }
    revoked = static_cast<int>(changed);
    return success();
  }));
  return revoked;
}

Result<void> Authors::unblock(const std::string& id) {
  TOPTILE_TRY(const auto changed,
              database_.execute(
                  "UPDATE tokens SET blocked = 0, blocked_why = '' WHERE id = $1 AND blocked <> 0", {id}));
  if (changed > 0) return success();
  return Error{
      fmt::format("{}: there is no blocked token with this id; see: toptile league workers", printable(id))};
}

Result<std::vector<AuthorToken>> Authors::tokens() {
  std::vector<AuthorToken> all;
  TOPTILE_TRY_TO(database_.query(
      fmt::format("SELECT {}ORDER BY author COLLATE \"C\", created, id COLLATE \"C\"", kTokenColumns), {},
      [&](const SqlRow& row) { all.push_back(token_of(row)); }));
  return all;
}

Result<std::optional<AuthorToken>> Authors::verify(std::string_view text) {
  const auto parsed = parse_token(text);
  if (!parsed) return std::optional<AuthorToken>();
  std::optional<AuthorToken> found;
  std::string kept;
  TOPTILE_TRY_TO(database_.query(fmt::format("SELECT {}WHERE id = $1", kTokenColumns), {parsed->id},
                                 [&](const SqlRow& row) {
                                   found = token_of(row);
                                   kept = row.text(7);
                                 }));
  const std::string given = sha256_hexadecimal(parsed->secret);
  if (!found || kept.size() != given.size() || ::CRYPTO_memcmp(kept.data(), given.data(), given.size()) != 0)
    return std::optional<AuthorToken>();
  TOPTILE_TRY(const auto moment, now());
  if (!found->is_valid_at(moment)) return std::optional<AuthorToken>();
  if (moment - found->last_used.value_or(0) >= kMinute) {
    TOPTILE_TRY_TO(database_.execute("UPDATE tokens SET last_used = $1 WHERE id = $2", {moment, found->id}));
    found->last_used = moment;
  }
  return found;
}

}  // namespace toptile
