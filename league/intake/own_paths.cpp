#include "league/intake/own_paths.h"

#include <algorithm>
#include <cctype>

namespace toptile {

namespace {

namespace fs = std::filesystem;

bool is_in_name(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-' || c == '_' || c == '.';
}

// `length` returns the length of the folder path that begins here in the text; 0 if there is none.
template <class Length>
void shorten(std::string& text, const std::string& beginning, const Length& length) {
  for (std::size_t at = text.find(beginning); at != text.npos; at = text.find(beginning, at)) {
    const std::size_t size = length(at);
    const bool is_whole = at + size == text.size() || !is_in_name(text[at + size]);
    if (size == 0 || !is_whole) {
      at += beginning.size();
      continue;
    }
    const bool has_more =
        at + size + 1 < text.size() && text[at + size] == '/' && is_in_name(text[at + size + 1]);
    text.replace(at, size + (has_more ? 1 : 0), has_more ? "" : ".");
  }
}

}  // namespace

std::string without_own_paths(std::string text, const std::vector<fs::path>& folders) {
  for (const fs::path& folder : folders) {
    std::error_code error;
    const fs::path real = fs::weakly_canonical(folder, error);
    for (const std::string& path : {folder.string(), error ? std::string() : real.string()}) {
      if (path.size() > 1) shorten(text, path, [&](std::size_t) { return path.size(); });
    }
  }
  std::error_code error;
  const fs::path temporary = fs::temp_directory_path(error);
  if (error) return text;
  const std::string beginning = (temporary / "toptile-").string();
  shorten(text, beginning, [&](std::size_t at) {
    std::size_t end = at + beginning.size();
    while (end < text.size() && is_in_name(text[end]) && text[end] != '.') ++end;
    return end - at;
  });
  return text;
}

}  // namespace toptile
