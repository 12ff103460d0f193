// Parameters and result rows of PostgreSQL, for both versions of libpqxx. Only postgres.cpp includes this.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <limits>
#include <optional>
#include <pqxx/pqxx>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/utf8.h"
#include "league/database/sql_values.h"

// The functions that libpqxx 6 and 7 have in common, and those that take a variable number of values, are
// deprecated in one version or the other.
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"

namespace toptile {

// The OIDs of PostgreSQL's types, which never change (pg_type.dat).
constexpr pqxx::oid kBool = 16, kBytea = 17, kName = 19, kText = 25, kBpchar = 1042, kVarchar = 1043;

inline std::string text_of(double real) {
  return fmt::format("{}", real);  // The shortest text that parses as the same number.
}

#if PQXX_VERSION_MAJOR >= 7

inline pqxx::result run_statement(pqxx::transaction_base& transaction, const std::string& sql,
                                  const SqlValues& values) {
  pqxx::params given;
  for (const SqlValue& value : values) {
    if (const auto* integer = std::get_if<std::int64_t>(&value)) {
      given.append(std::to_string(*integer));
    } else if (const auto* real = std::get_if<double>(&value)) {
      given.append(text_of(*real));
    } else if (const auto* text = std::get_if<std::string>(&value)) {
      given.append(*text);
    } else if (const auto* bytes = std::get_if<Bytes>(&value)) {
      given.append(pqxx::binary_cast(bytes->bytes));
    } else {
      given.append();
    }
  }
  return transaction.exec_params(sql, given);
}

inline void stay_disconnected(pqxx::connection&) {}

#else

inline pqxx::result run_statement(pqxx::transaction_base& transaction, const std::string& sql,
                                  const SqlValues& values) {
  auto invocation = transaction.parameterized(sql);
  for (const SqlValue& value : values) {
    if (const auto* integer = std::get_if<std::int64_t>(&value)) {
      invocation(std::to_string(*integer));
    } else if (const auto* real = std::get_if<double>(&value)) {
      invocation(text_of(*real));
    } else if (const auto* text = std::get_if<std::string>(&value)) {
      invocation(*text);
    } else if (const auto* bytes = std::get_if<Bytes>(&value)) {
      invocation(pqxx::binarystring(bytes->bytes));
    } else {
      invocation();
    }
  }
  return invocation.exec();
}

// A new connection would not have the transaction or our settings.
inline void stay_disconnected(pqxx::connection& connection) {
  connection.inhibit_reactivation(true);
}

#endif

// The value as part of a statement, if it is an integer, or a text that no server reads in two ways.
inline std::optional<std::string> literal_of(const SqlValue& value) {
  if (const auto* integer = std::get_if<std::int64_t>(&value))
    return fmt::format("CAST('{}' AS BIGINT)", *integer);
  const auto* text = std::get_if<std::string>(&value);
  const auto is_plain = [](char character) {
    return (character >= '0' && character <= '9') || (character >= 'a' && character <= 'z') ||
           (character >= 'A' && character <= 'Z') ||
           std::string_view(" _-.:/@").find(character) != std::string_view::npos;
  };
  if (text == nullptr || !std::ranges::all_of(*text, is_plain)) return std::nullopt;
  return fmt::format("CAST('{}' AS TEXT)", *text);
}

// The statement with `replace(n)` in place of each $n; nullopt where that is. Its texts have no $.
template <class Replace>
std::optional<std::string> with_placeholders(std::string_view sql, const Replace& replace) {
  std::string whole;
  for (std::size_t at = 0; at < sql.size();) {
    if (sql[at] != '$') {
      whole += sql[at++];
      continue;
    }
    std::size_t number = 0;
    for (++at; at < sql.size() && sql[at] >= '0' && sql[at] <= '9'; ++at)
      number = 10 * number + static_cast<std::size_t>(sql[at] - '0');
    const std::optional<std::string> text = replace(number);
    if (!text) return std::nullopt;
    whole += *text;
  }
  return whole;
}

// The statement with the values in place of $1, $2, …, if all of them have literals.
inline std::optional<std::string> with_literals(std::string_view sql, const SqlValues& values) {
  return with_placeholders(sql, [&](std::size_t number) {
    return number < 1 || number > values.size() ? std::nullopt : literal_of(values[number - 1]);
  });
}

// All but the last INSERT become parts of a WITH clause.
inline SqlStatement in_one_statement(std::span<const SqlStatement> statements) {
  SqlStatement whole;
  std::string last;
  int parts = 0;
  for (const auto& [sql, values] : statements) {
    if (sql.empty()) continue;
    if (!last.empty()) {
      whole.sql += fmt::format("{}part_{} AS ({})", parts == 0 ? "WITH " : ", ", parts, last);
      ++parts;
    }
    const std::size_t before = whole.values.size();
    last = *with_placeholders(
        sql, [&](std::size_t number) { return std::optional("$" + std::to_string(before + number)); });
    whole.values.insert(whole.values.end(), values.begin(), values.end());
  }
  whole.sql += parts == 0 ? last : " " + last;
  return whole;
}

// The server's message as one line.
inline std::string in_one_line(std::string_view message) {
  std::string line;
  for (const char character : message) {
    if (character == '\n' || character == '\t' || character == ' ') {
      if (!line.empty() && line.back() != ' ') line += ' ';
    } else {
      line += character;
    }
  }
  while (!line.empty() && line.back() == ' ') line.pop_back();
  for (const std::string_view word : {"ERROR: ", "FATAL: "})
    if (const auto at = line.find(word); at != std::string::npos) line.erase(at, word.size());
  return printable(line, 400);
}

inline int digit_of(char character) {
  if (character >= '0' && character <= '9') return character - '0';
  if (character >= 'a' && character <= 'f') return character - 'a' + 10;
  return -1;
}

// Decodes bytes as the server writes them: \x and two digits for each.
inline bool decode_bytes(std::string_view digits, std::string& bytes) {
  if (!digits.starts_with("\\x") || digits.size() % 2 != 0) return false;
  digits.remove_prefix(2);
  bytes.resize(digits.size() / 2);
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    const int high = digit_of(digits[2 * i]), low = digit_of(digits[2 * i + 1]);
    if (high < 0 || low < 0) return false;
    bytes[i] = static_cast<char>(high * 16 + low);
  }
  return true;
}

class PostgresRow final : public SqlRow {
 public:
  explicit PostgresRow(const pqxx::result& result) : bytes_(static_cast<std::size_t>(result.columns())) {
    for (int column = 0; column < static_cast<int>(result.columns()); ++column)
      types_.push_back(result.column_type(static_cast<pqxx::row::size_type>(column)));
  }

  void show(const pqxx::row& row) { row_ = row; }

  bool is_null(int column) const override { return !has(column) || field(column).is_null(); }
  std::int64_t integer(int column) const override {
    if (!expect(has(column) && !field(column).is_null(), column, "an integer")) return 0;
    const std::string_view text = view(column);
    if (type(column) == kBool) return text == "t" ? 1 : 0;
    return number<std::int64_t>(text, column, "an integer");
  }
  double real(int column) const override {
    if (!expect(has(column) && !field(column).is_null(), column, "a number")) return 0;
    const std::string_view text = view(column);
    if (text == "Infinity") return std::numeric_limits<double>::infinity();
    if (text == "-Infinity") return -std::numeric_limits<double>::infinity();
    return number<double>(text, column, "a number");
  }
  std::string_view text(int column) const override {
    const bool is_text = has(column) && !field(column).is_null() &&
                         (type(column) == kText || type(column) == kVarchar || type(column) == kBpchar ||
                          type(column) == kName);
    return expect(is_text, column, "a text") ? view(column) : std::string_view();
  }
  std::string_view bytes(int column) const override {
    if (!expect(has(column) && !field(column).is_null() && type(column) == kBytea, column, "bytes"))
      return {};
    std::string& bytes = bytes_[static_cast<std::size_t>(column)];
    return expect(decode_bytes(view(column), bytes), column, "bytes") ? std::string_view(bytes)
                                                                      : std::string_view();
  }

  const std::optional<std::string>& fault() const { return fault_; }

 private:
  bool has(int column) const {
    return expect(column >= 0 && static_cast<std::size_t>(column) < types_.size(), column, "anything");
  }
  pqxx::oid type(int column) const { return types_[static_cast<std::size_t>(column)]; }
  pqxx::field field(int column) const { return row_[static_cast<pqxx::row::size_type>(column)]; }
  std::string_view view(int column) const {
    const pqxx::field value = field(column);
    return {value.c_str(), static_cast<std::size_t>(value.size())};
  }
  template <class Number>
  Number number(std::string_view text, int column, std::string_view what) const {
    Number value{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    const bool is_number = type(column) != kText && type(column) != kBytea && error == std::errc() &&
                           end == text.data() + text.size();
    return expect(is_number, column, what) ? value : Number{};
  }
  bool expect(bool is_so, int column, std::string_view what) const {
    if (!is_so && !fault_)
      fault_ = fmt::format("column {} of a result does not hold {}, as it should", column, what);
    return is_so;
  }

  pqxx::row row_;
  std::vector<pqxx::oid> types_;
  mutable std::vector<std::string> bytes_;
  mutable std::optional<std::string> fault_;
};

}  // namespace toptile
