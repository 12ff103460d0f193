#include "base/json_fields.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "base/utf8.h"

namespace toptile {

namespace {

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i - 1] != b[j - 1]);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, replaced});
    }
  }
  return row[b.size()];
}

// A text from outside may be nested more deeply than printing can go, as that is recursive.
bool is_shallow(const Json& value, int depth) {
  return !value.is_structured() || (depth > 0 && std::ranges::all_of(value, [&](const Json& part) {
                                      return is_shallow(part, depth - 1);
                                    }));
}

std::string shown(const Json& value) {
  if (!is_shallow(value, 8)) return value.is_array() ? "a deep list" : "a deep object";
  return printable(value.dump(-1, ' ', false, Json::error_handler_t::replace));
}

// A number too large for the signed type would be read as a negative one.
bool is_whole_number(const Json& value, std::int64_t least, std::int64_t most) {
  if (!value.is_number_integer()) return false;
  if (value.is_number_unsigned() && value.get<std::uint64_t>() > INT64_MAX) return false;
  return value.get<std::int64_t>() >= least && value.get<std::int64_t>() <= most;
}

// Keeps the first error of a text, and none of its values. Unlike a parse that throws, it needs no
// exceptions, which the engine for pages is compiled without.
class SyntaxFault : public nlohmann::json_sax<Json> {
 public:
  std::size_t byte = 0;
  std::string reason;

  bool parse_error(std::size_t end, const std::string&, const nlohmann::json::exception& error) override {
    constexpr int kMaxReason = 200;  // Characters; the library quotes all that it read last.
    // "[json.exception.parse_error.101] parse error at line 1, column 1: syntax error …", or without a
    // position.
    const std::string_view why = error.what();
    const std::size_t position_end = why.find(": ");
    byte = end > 0 ? end - 1 : 0;
    reason =
        printable(why.substr((position_end == why.npos ? why.find("] ") : position_end) + 2), kMaxReason);
    return false;
  }
  bool null() override { return true; }
  bool boolean(bool) override { return true; }
  bool number_integer(number_integer_t) override { return true; }
  bool number_unsigned(number_unsigned_t) override { return true; }
  bool number_float(number_float_t, const string_t&) override { return true; }
  bool string(string_t&) override { return true; }
  bool binary(binary_t&) override { return true; }
  bool start_object(std::size_t) override { return true; }
  bool key(string_t&) override { return true; }
  bool end_object() override { return true; }
  bool start_array(std::size_t) override { return true; }
  bool end_array() override { return true; }
};

}  // namespace

std::string json_text(const Json& value, int indent) {
  return value.dump(indent);
}

std::string json_line(const Json& value) {
  return value.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

Result<Json> parse_json(std::string_view text, const std::string& where) {
  const auto error_at = [&](std::size_t byte, const std::string& why) {
    const TextPosition position = position_in(text, byte);
    return Error{fmt::format("{}: line {}, column {}: {}", where, position.line, position.column, why)};
  };
  if (const auto flaw = find_flaw(text)) return error_at(flaw->byte, flaw->words);
  Json value = Json::parse(text, nullptr, /*allow_exceptions=*/false);
  if (!value.is_discarded()) return value;
  SyntaxFault fault;
  Json::sax_parse(text, &fault);
  return error_at(fault.byte, "this is not JSON: " + fault.reason);
}

std::optional<Error> not_text_fault(std::string_view what, const std::string& value) {
  if (is_utf8(value)) return std::nullopt;
  return Error{
      fmt::format("{}: {} is not valid UTF-8, which JSON needs; rename it", what, printable(value, 200))};
}

std::optional<std::string> nearest_name(std::string_view wrong, const std::vector<std::string>& names) {
  std::optional<std::string> nearest;
  // Two letters are most of a short word, so only one may be wrong there.
  std::size_t least = wrong.size() <= 3 ? 2 : std::max<std::size_t>(2, wrong.size() / 3) + 1;
  for (const std::string& name : names) {
    const std::size_t distance = edit_distance(wrong, name);
    if (distance >= least) continue;
    least = distance;
    nearest = name;
  }
  return nearest;
}

std::string meant_name(std::string_view wrong, const std::vector<std::string>& names) {
  const auto meant = nearest_name(wrong, names);
  return meant ? fmt::format("; did you mean {}?", *meant) : "";
}

std::string no_such_word(const std::string& shown, std::string_view wrong,
                         const std::vector<std::string>& names) {
  return fmt::format("{} is not one of: {}{}", shown, fmt::join(names, ", "), meant_name(wrong, names));
}

FieldReader::FieldReader(const Json& object, JsonPlace where) : object_(object), where_(std::move(where)) {
  if (!object_.is_object())
    fail({fmt::format("{}: expected an object with fields, not {}", where_.words(), shown(object_))});
}

void FieldReader::fail(const std::string& name, const std::string& why) {
  if (!fault_) fault_ = Error{fmt::format("{}: {}", where_.at(name).words(), why)};
}

void FieldReader::fail(Error error) {
  if (!fault_) fault_ = std::move(error);
}

const Json* FieldReader::find(const std::string& name) {
  if (std::ranges::find(known_, name) == known_.end()) known_.push_back(name);
  if (fault_) return nullptr;
  const auto found = object_.find(name);
  return found == object_.end() ? nullptr : &*found;
}

bool FieldReader::has(const std::string& name) {
  return find(name) != nullptr;
}

const Json* FieldReader::read_any(const std::string& name) {
  return find(name);
}

FieldReader& FieldReader::require(const std::string& name) {
  if (!has(name)) fail(name, "this field is missing");
  return *this;
}

FieldReader& FieldReader::pass_over(const std::string& name) {
  std::string ignored;
  return read(name, ignored);
}

FieldReader& FieldReader::read(const std::string& name, bool& value) {
  if (const Json* found = find(name)) {
    if (found->is_boolean()) {
      value = found->get<bool>();
    } else {
      fail(name, fmt::format("{} is neither true nor false", shown(*found)));
    }
  }
  return *this;
}

FieldReader& FieldReader::read(const std::string& name, std::string& value) {
  if (const Json* found = find(name)) {
    if (found->is_string()) {
      value = found->get<std::string>();
    } else {
      fail(name, fmt::format("{} is not a quoted string", shown(*found)));
    }
  }
  return *this;
}

FieldReader& FieldReader::read(const std::string& name, std::int64_t& value, std::int64_t least,
                               std::int64_t most) {
  if (const Json* found = find(name)) {
    constexpr double kExact = 1e15;  // What is larger may be a whole number that JSON cannot hold as one.
    if (found->is_number_float() && std::abs(found->get<double>()) < kExact) {
      fail(name, fmt::format("{} is not a whole number", shown(*found)));
    } else if (!is_whole_number(*found, least, most)) {
      fail(name, fmt::format("{} is not a whole number from {} to {}", shown(*found), least, most));
    } else {
      value = found->get<std::int64_t>();
    }
  }
  return *this;
}

FieldReader& FieldReader::read(const std::string& name, int& value, std::int64_t least, std::int64_t most) {
  std::int64_t wide = value;
  read(name, wide, least, most);
  value = static_cast<int>(wide);
  return *this;
}

FieldReader& FieldReader::read(const std::string& name, double& value) {
  const Json* found = find(name);
  if (found == nullptr) return *this;
  if (found->is_number()) {
    value = found->get<double>();
  } else {
    fail(name, fmt::format("a number is expected, not {}", printable(found->dump())));
  }
  return *this;
}

FieldReader& FieldReader::read(const std::string& name, std::uint64_t& value) {
  const Json* found = find(name);
  if (found == nullptr) return *this;
  if (found->is_number_unsigned()) {
    value = found->get<std::uint64_t>();
    return *this;
  }
  if (found->is_string()) {
    const auto& digits = found->get_ref<const std::string&>();
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (error == std::errc() && end == digits.data() + digits.size() && !digits.empty()) return *this;
  }
  fail(name, fmt::format("{} is not a whole number from 0 to 18446744073709551615", shown(*found)));
  return *this;
}

FieldReader& FieldReader::read(const std::string& name, std::vector<std::string>& value) {
  if (const Json* found = find(name)) {
    if (found->is_array() && std::ranges::all_of(*found, [](const Json& item) { return item.is_string(); })) {
      value = found->get<std::vector<std::string>>();
    } else {
      fail(name, fmt::format("{} is not a list of strings", shown(*found)));
    }
  }
  return *this;
}

FieldReader& FieldReader::read(const std::string& name, std::vector<int>& value) {
  if (const Json* found = find(name)) {
    const auto is_int = [](const Json& item) { return is_whole_number(item, INT32_MIN, INT32_MAX); };
    if (found->is_array() && std::ranges::all_of(*found, is_int)) {
      value = found->get<std::vector<int>>();
    } else {
      fail(name, fmt::format("{} is not a list of whole numbers", shown(*found)));
    }
  }
  return *this;
}

void FieldReader::read_index(const std::string& name, int& index, const std::vector<std::string>& words) {
  const Json* found = find(name);
  if (found == nullptr) return;
  const std::string word = found->is_string() ? found->get<std::string>() : "";
  const auto known = found->is_string() ? std::ranges::find(words, word) : words.end();
  if (known == words.end()) return fail(name, no_such_word(shown(*found), word, words));
  index = static_cast<int>(known - words.begin());
}

Result<void> FieldReader::finish() {
  if (fault_) return *fault_;
  for (const auto& [name, value] : object_.items()) {
    if (std::ranges::find(known_, name) != known_.end()) continue;
    const std::string meant = meant_name(name, known_);
    return Error{fmt::format("{}: unknown field{} fields are: {}", where_.at(name).words(),
                             meant.empty() ? "; the" : meant + " The", fmt::join(known_, ", "))};
  }
  return success();
}

}  // namespace toptile
