#include "tournaments/exchange/result_files.h"

#include <fcntl.h>
#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <optional>
#include <string>
#include <variant>

#include "base/descriptor.h"
#include "base/files.h"
#include "tournaments/exchange/result_csv.h"
#include "tournaments/exchange/result_pgn.h"

namespace toptile {
namespace {

constexpr std::size_t kBlock = 1 << 18;
constexpr std::size_t kMaxRow = 1 << 20;   // A longer row lacks a quote or a line end.
constexpr std::size_t kMaxMarkLength = 2;  // Bytes of the mark that a text is UTF-16.
constexpr std::string_view kBlanks = " \t\r\n\xEF\xBB\xBF";

// Writes up to `size` bytes to `to` and returns their number, which is 0 at the end.
using Source = std::function<Result<std::size_t>(char* to, std::size_t size)>;
using Parser = std::variant<CsvResults, PgnResults>;

Parser parser_for(std::string_view text) {
  const std::size_t first = text.find_first_not_of(kBlanks);
  const bool is_pgn =
      first != text.npos && std::string_view("[{;%").find(text[first]) != std::string_view::npos;
  return is_pgn ? Parser(PgnResults()) : Parser(CsvResults());
}

Result<void> read_blocks(const Source& source, std::size_t block, GameList& list) {
  std::string bytes;
  std::size_t kept = 0;  // The bytes of an earlier block with the beginning of a row.
  std::optional<Parser> parser;
  for (bool is_last = false; !is_last;) {
    bytes.resize(kept + block);
    TOPTILE_TRY(const auto count, source(bytes.data() + kept, block));
    is_last = count == 0;
    std::string_view text(bytes.data(), kept + count);
    const bool is_blank = text.find_first_not_of(kBlanks) == text.npos;
    if (!parser && !is_last && (text.size() < kMaxMarkLength || (is_blank && text.size() < kMaxRow))) {
      kept = text.size();
      continue;
    }
    if (!parser) {
      if (text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF"))
        return Error{"this file is written in UTF-16; save it as UTF-8"};
      if (is_blank && is_last) return Error{"this file is empty"};
      parser = parser_for(text);
    }
    TOPTILE_TRY_TO(std::visit([&](auto& of) { return of.take(text, is_last, list); }, *parser));
    kept = text.size();
    if (kept > kMaxRow)
      return Error{"a row or a line is longer than 1 MiB; is a quote or an end of line missing?"};
    std::memmove(bytes.data(), text.data(), kept);
  }
  return success();
}

Result<void> read_all(const Source& source, std::size_t block, GameList& list) {
  const int games_before = list.size();
  TOPTILE_TRY_TO(read_blocks(source, block, list));
  if (list.size() == games_before) return Error{"there is no game with a result in this file"};
  return success();
}

}  // namespace

Result<void> read_results(const std::filesystem::path& file, GameList& list) {
  const bool is_standard_input = file == "-";
  const std::string where = is_standard_input ? "standard input" : file.string();
  UniqueDescriptor opened(is_standard_input ? -1 : ::open(file.c_str(), O_RDONLY | O_CLOEXEC));
  if (!is_standard_input && !opened.is_open())
    return in_context(where, system_error("this file cannot be read"));
  const int descriptor = is_standard_input ? STDIN_FILENO : opened.number();
  const auto read = read_all(
      [&](char* to, std::size_t size) -> Result<std::size_t> {
        const ssize_t count = read_some(descriptor, to, size);
        if (count < 0) return system_error("this file cannot be read");
        return static_cast<std::size_t>(count);
      },
      kBlock, list);
  if (!read) return in_context(where, read.error());
  return success();
}

Result<void> parse_results(std::string_view text, std::size_t block, GameList& list) {
  return read_all(
      [&](char* to, std::size_t size) -> Result<std::size_t> {
        const std::size_t count = text.copy(to, size);
        text.remove_prefix(count);
        return count;
      },
      block, list);
}

}  // namespace toptile
