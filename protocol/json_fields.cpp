#include "protocol/json_fields.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>

#include "engine/utf8.h"

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

// A text from outside may be nested deeper than printing, which recurses, can go.
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

// What JSON lets pass, and no file of ours means: a key given twice in an object, and depths that only an
// attack has.
class Strictness {
 public:
  // Whether to keep the value.
  bool see(int depth, Json::parse_event_t event, const Json& value) {
    const auto level = static_cast<std::size_t>(depth);
    if (event == Json::parse_event_t::object_start) {
      keys_.resize(std::max(keys_.size(), level + 1));
      keys_[level].clear();
    } else if (event == Json::parse_event_t::key) {
      see_key(keys_[level - 1], value.get_ref<const std::string&>());
    }
    if (depth > kDeepest)
      fault_ = fmt::format("lists and objects lie more than {} deep in each other", kDeepest);
    return !fault_;
  }
  const std::optional<std::string>& fault() const { return fault_; }

 private:
  static constexpr int kDeepest = 50;

  void see_key(std::vector<std::string>& keys, const std::string& key) {
    if (std::ranges::find(keys, key) != keys.end())
      fault_ = fmt::format("the key \"{}\" is given twice in one object", printable(key));
    keys.push_back(key);
  }

  std::vector<std::vector<std::string>> keys_;  // By depth.
  std::optional<std::string> fault_;
};

}  // namespace

std::string json_line(const Json& value) {
  return value.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

Result<Json> parse_json(std::string_view text, const std::string& where) {
  constexpr int kMostReason = 200;  // Characters: the library quotes all that it read last.
  try {
    Strictness strictness;
    Json parsed = Json::parse(text, [&](int depth, Json::parse_event_t event, const Json& value) {
      return strictness.see(depth, event, value);
    });
    if (strictness.fault()) return Error{fmt::format("{}: {}", where, *strictness.fault())};
    return parsed;
  } catch (const nlohmann::json::parse_error& error) {
    const std::size_t at = std::min(error.byte, text.size());
    const auto line =
        1 + std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at > 0 ? at - 1 : 0), '\n');
    std::string why = error.what();
    why = why.substr(why.find(": ") + 2);  // Without the library's own error number and position.
    return Error{fmt::format("{}: line {}: this is not JSON: {}", where, line, printable(why, kMostReason))};
  } catch (const nlohmann::json::exception& error) {
    return Error{fmt::format("{}: this is not JSON: {}", where, printable(error.what(), kMostReason))};
  }
}

std::optional<Error> find_no_text(std::string_view what, const std::string& value) {
  if (is_utf8(value)) return std::nullopt;
  return Error{fmt::format("{}: {} is no UTF-8 text, as JSON needs it; give it a name of UTF-8 characters",
                           what, printable(value, 200))};
}

std::optional<std::string> nearest_name(std::string_view wrong, const std::vector<std::string>& names) {
  std::optional<std::string> nearest;
  std::size_t least = std::max<std::size_t>(2, wrong.size() / 3) + 1;
  for (const std::string& name : names) {
    const std::size_t distance = edit_distance(wrong, name);
    if (distance >= least) continue;
    least = distance;
    nearest = name;
  }
  return nearest;
}

FieldReader::FieldReader(const Json& object, std::string where) : object_(object), where_(std::move(where)) {
  if (!object_.is_object())
    fault_ = Error{fmt::format("{}: an object with fields is expected here, not {}", where_, shown(object_))};
}

void FieldReader::fail(const std::string& name, const std::string& why) {
  if (!fault_) fault_ = Error{fmt::format("{}: {}: {}", where_, name, why)};
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
      fail(name, fmt::format("{} is no text in quotes", shown(*found)));
    }
  }
  return *this;
}

FieldReader& FieldReader::read(const std::string& name, std::int64_t& value, std::int64_t least,
                               std::int64_t most) {
  if (const Json* found = find(name)) {
    if (!is_whole_number(*found, least, most)) {
      fail(name, fmt::format("{} is no whole number from {} to {}", shown(*found), least, most));
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
  fail(name, fmt::format("{} is no whole number from 0 to 18446744073709551615", shown(*found)));
  return *this;
}

FieldReader& FieldReader::read(const std::string& name, std::vector<std::string>& value) {
  if (const Json* found = find(name)) {
    if (found->is_array() && std::ranges::all_of(*found, [](const Json& item) { return item.is_string(); })) {
      value = found->get<std::vector<std::string>>();
    } else {
      fail(name, fmt::format("{} is no list of texts", shown(*found)));
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
      fail(name, fmt::format("{} is no list of whole numbers", shown(*found)));
    }
  }
  return *this;
}

void FieldReader::read_index(const std::string& name, int& index, const std::vector<std::string>& words) {
  const Json* found = find(name);
  if (found == nullptr) return;
  const auto word =
      found->is_string() ? std::ranges::find(words, found->get_ref<const std::string&>()) : words.end();
  if (word == words.end()) {
    fail(name, fmt::format("{} is none of: {}", shown(*found), fmt::join(words, ", ")));
  } else {
    index = static_cast<int>(word - words.begin());
  }
}

Result<void> FieldReader::finish() {
  if (fault_) return *fault_;
  for (const auto& [name, value] : object_.items()) {
    if (std::ranges::find(known_, name) != known_.end()) continue;
    const auto meant = nearest_name(name, known_);
    return Error{fmt::format("{}: there is no field \"{}\"{}", where_, printable(name),
                             meant ? fmt::format("; did you mean \"{}\"?", *meant)
                                   : fmt::format("; known are: {}", fmt::join(known_, ", ")))};
  }
  return success();
}

}  // namespace toptile
