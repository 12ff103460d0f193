#include "bots/bot_list.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/files.h"
#include "base/utf8.h"

namespace toptile {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMaxFile = 16 << 20;  // Bytes.
constexpr int kMaxIncludes = 1000;

class BotLists {
 public:
  Result<void> read(const Json& list, const JsonPlace& where, const fs::path& directory) {
    if (!list.is_array())
      return Error{where.words() + ": expected a list of bots, each a string or an object"};
    for (std::size_t i = 0; i < list.size(); ++i) {
      const JsonPlace place = where.element(i, fmt::format("bot {}", i + 1));
      TOPTILE_TRY_TO(is_include(list[i]) ? include(list[i], place, directory)
                                         : add(list[i], place, directory));
    }
    return success();
  }
  std::vector<BotRequest> bots;

 private:
  static bool is_include(const Json& entry) { return entry.is_object() && entry.contains("include"); }

  Result<void> add(const Json& entry, const JsonPlace& place, const fs::path& directory) {
    TOPTILE_TRY(auto source, bot_source_from_json(entry, place));
    if (bots.size() == kMaxBots)
      return Error{fmt::format("{}: there are more than {} bots", place.words(), kMaxBots)};
    bots.push_back({std::move(source), place, directory});
    return success();
  }

  Result<void> include(const Json& entry, const JsonPlace& place, const fs::path& directory) {
    std::string name;
    FieldReader reader(entry, place);
    reader.read("include", name);
    TOPTILE_TRY_TO(reader.finish());
    const auto fault = [&](const std::string& why) {
      return Error{fmt::format("{}: {}", place.at("include").words(), why)};
    };
    const fs::path file = (directory / name).lexically_normal();
    std::error_code ignored;
    if (!fs::is_regular_file(file, ignored))
      return fault(fmt::format("{}: there is no such file", printable(file.string(), 200)));
    const fs::path real = fs::canonical(file, ignored);
    if (std::ranges::find(open_, real) != open_.end())
      return fault(fmt::format("{}: this file includes itself", printable(file.string(), 200)));
    if (++includes_ > kMaxIncludes)
      return fault(fmt::format("there are more than {} files to include", kMaxIncludes));
    const auto text = read_beginning(file, kMaxFile + 1);
    if (!text) return fault(text.error().message);
    if (text.value().size() > kMaxFile)
      return fault(fmt::format("{}: this is longer than a list of bots can be, 16 MiB", file.string()));
    TOPTILE_TRY(const auto list, parse_json(text.value(), file.string()));
    open_.push_back(real);
    auto done = read(list, JsonPlace::of_text(text.value(), file.string()), fs::absolute(file).parent_path());
    open_.pop_back();
    return done;
  }

  std::vector<fs::path> open_;  // The files that are being read, each included by its predecessor.
  int includes_ = 0;
};

}  // namespace

Result<std::vector<BotRequest>> read_bots(const Json& list, const JsonPlace& where,
                                          const fs::path& directory) {
  BotLists lists;
  TOPTILE_TRY_TO(lists.read(list, where, directory));
  return std::move(lists.bots);
}

}  // namespace toptile
