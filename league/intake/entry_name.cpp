#include "league/intake/entry_name.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/utf8.h"
#include "bots/bot_files.h"

namespace toptile {

namespace {

constexpr std::size_t kMaxPart = 255;  // No usual file system takes more.
constexpr std::size_t kMaxName = 1000;
constexpr int kMaxShown = 200;

// What is wrong with the text of a name or a link target, or nullopt.
std::optional<std::string> text_fault(std::string_view text) {
  const auto is_control = [](unsigned char byte) { return byte < 0x20 || byte == 0x7f; };
  if (text.empty()) return "is empty; give it at least one letter";
  if (text.size() > kMaxName) return fmt::format("has more than {} bytes; shorten it", kMaxName);
  if (std::ranges::any_of(text, is_control)) return "has a control character; use another name";
  if (!is_utf8(text)) return "is not UTF-8; use another name, or a tool that writes UTF-8";
  if (text.find('\\') != std::string_view::npos) return "has a backslash; write / between folders";
  for (const std::string& part : parts_of_name(text)) {
    if (part.size() > kMaxPart) return fmt::format("has a part of more than {} bytes; shorten it", kMaxPart);
  }
  return std::nullopt;
}

// "C:" begins an absolute name on Windows.
bool is_drive(std::string_view part) {
  return part.size() == 2 && part[1] == ':' && ((part[0] | 0x20) >= 'a' && (part[0] | 0x20) <= 'z');
}

}  // namespace

std::vector<std::string> parts_of_name(std::string_view name) {
  std::vector<std::string> parts;
  while (!name.empty()) {
    const std::string_view part = name.substr(0, name.find('/'));
    if (!part.empty() && part != ".") parts.emplace_back(part);
    name.remove_prefix(std::min(part.size() + 1, name.size()));
  }
  return parts;
}

std::string joined(const std::vector<std::string>& parts) {
  return fmt::format("{}", fmt::join(parts, "/"));
}

std::optional<Error> entry_name_fault(std::string_view name, int most_parts) {
  if (name.empty()) return Error{"a file in this archive has no name; give it one"};
  if (const auto fault = text_fault(name)) return entry_error(name, "this name " + *fault);
  const auto parts = parts_of_name(name);
  if (name.front() == '/' || (!parts.empty() && is_drive(parts.front())))
    return entry_error(name, "this name is absolute; pack the folder with names that begin inside it");
  if (std::ranges::find(parts, "..") != parts.end())
    return entry_error(name, "this name has \"..\"; pack the folder with names that begin inside it");
  if (parts.size() > static_cast<std::size_t>(most_parts))
    return entry_error(name, fmt::format("this is deeper than {} folders and files within each other; "
                                         "use fewer folders",
                                         most_parts));
  return std::nullopt;
}

std::optional<Error> entry_link_fault(std::string_view name, std::string_view target) {
  if (const auto fault = text_fault(target))
    return entry_error(name, "this is a link, and the name that it leads to " + *fault);
  if (leads_inside(joined(parts_of_name(name)), target)) return std::nullopt;
  return entry_error(name,
                     fmt::format("this is a link to {}, but a link must be relative, stay in the archive, "
                                 "and not go up after it went down; put the file itself here",
                                 printable(target, kMaxShown)));
}

bool is_left_by_macos(const std::vector<std::string>& parts) {
  if (parts.empty()) return false;
  return parts.front() == "__MACOSX" || parts.back() == ".DS_Store" || parts.back().starts_with("._");
}

Error entry_error(std::string_view name, std::string_view what) {
  return {fmt::format("{}: {}", printable(name, kMaxShown), what)};
}

}  // namespace toptile
