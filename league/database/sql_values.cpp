#include "league/database/sql_values.h"

#include <fmt/format.h>

#include <cmath>
#include <string>

#include "base/utf8.h"

namespace toptile {

namespace {

std::optional<std::string> value_fault(const SqlValue& value) {
  const auto* text = std::get_if<std::string>(&value);
  const auto* bytes = std::get_if<Bytes>(&value);
  const std::size_t size = text ? text->size() : bytes ? bytes->bytes.size() : 0;
  if (size > kMaxBytesOfValue)
    return fmt::format("it has {} bytes, but a database keeps at most {}", size, kMaxBytesOfValue);
  if (text && text->find('\0') != std::string::npos) return "this text contains a NUL";
  if (text && !is_utf8(*text)) return "this text is not UTF-8: " + printable(*text);
  if (const auto* real = std::get_if<double>(&value); real && std::isnan(*real))
    return "this real is not a number";
  return std::nullopt;
}

}  // namespace

std::optional<Error> values_fault(const SqlValues& values) {
  for (std::size_t i = 0; i < values.size(); ++i)
    if (const auto fault = value_fault(values[i]))
      return Error{fmt::format("the value for ${} cannot be kept in a database: {}", i + 1, *fault)};
  return std::nullopt;
}

}  // namespace toptile
