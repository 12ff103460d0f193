#include "league/database/postgres_address.h"

#include <fmt/format.h>
#include <libpq-fe.h>

#include <map>
#include <memory>
#include <string_view>
#include <utility>

namespace toptile {

namespace {

constexpr std::string_view kMalformed =
    "this address of a PostgreSQL cannot be read: write postgresql://USER:PASSWORD@HOST:PORT/DATABASE, and "
    "write every character of USER and PASSWORD other than letters and digits as % and two hexadecimal "
    "digits";

// Encodes a part of an address.
std::string percent_encoded(std::string_view text) {
  std::string encoded;
  for (const char character : text) {
    const bool is_plain = (character >= 'a' && character <= 'z') || (character >= 'A' && character <= 'Z') ||
                          (character >= '0' && character <= '9') || character == '-' || character == '_' ||
                          character == '.' || character == '~';
    encoded +=
        is_plain ? std::string(1, character) : fmt::format("%{:02X}", static_cast<unsigned char>(character));
  }
  return encoded;
}

// Quotes a value for libpq's keyword/value form of an address.
std::string value_of_word(std::string_view text) {
  std::string quoted = "'";
  for (const char character : text) {
    if (character == '\'' || character == '\\') quoted += '\\';
    quoted += character;
  }
  return quoted + "'";
}

}  // namespace

Result<PostgresAddress> read_postgres_address(const std::string& address) {
  const std::unique_ptr<PQconninfoOption, void (*)(PQconninfoOption*)> options(
      PQconninfoParse(address.c_str(), nullptr), &PQconninfoFree);
  if (!options || address.find('\0') != std::string::npos) return Error{std::string(kMalformed)};
  std::map<std::string, std::string> given, secret;
  for (const PQconninfoOption* option = options.get(); option->keyword; ++option) {
    if (!option->val) continue;
    // libpq marks secret options with a star.
    const bool is_secret = option->dispchar && option->dispchar[0] == '*';
    (is_secret ? secret : given)[option->keyword] = option->val;
  }
  // An unescaped @ in a password makes the rest of it a part of the host.
  if (given["host"].find('@') != std::string::npos || given["dbname"].find('@') != std::string::npos)
    return Error{std::string(kMalformed)};
  std::erase_if(given, [](const auto& each) { return each.second.empty(); });

  PostgresAddress read;
  for (const auto* part : {&given, &secret})
    for (const auto& [word, value] : *part)
      read.connection += fmt::format("{}={} ", word, value_of_word(value));
  // Without these, the loss of a connection to a dead machine is noticed only after hours.
  for (const auto& [word, value] :
       {std::pair("connect_timeout", "10"), std::pair("keepalives_idle", "15"),
        std::pair("keepalives_interval", "5"), std::pair("keepalives_count", "3"),
        std::pair("tcp_user_timeout", "30000"), std::pair("application_name", "toptile")})
    if (!given.contains(word)) read.connection += fmt::format("{}={} ", word, value);
  read.connection += "client_encoding=UTF8";

  const auto take = [&](const char* word) {
    const auto node = given.extract(word);
    return node ? node.mapped() : std::string();
  };
  const bool is_plain_host =
      given.contains("host") && given["host"].find_first_of("/,:") == std::string::npos;
  const std::string user = take("user"), database = take("dbname");
  read.name = "postgresql://";
  if (!user.empty()) read.name += percent_encoded(user) + "@";
  if (is_plain_host) {
    const bool has_one_port = given.contains("port") && given["port"].find(',') == std::string::npos;
    read.name += percent_encoded(take("host"));
    if (has_one_port) read.name += ":" + percent_encoded(take("port"));
  }
  read.name += "/" + percent_encoded(database);
  char before = '?';
  for (const auto& [word, value] : given)
    read.name += std::exchange(before, '&') + fmt::format("{}={}", word, percent_encoded(value));
  return read;
}

}  // namespace toptile
