// The museum's catalogue, tests/data/museum.json, for C++ tests: every exhibit and the words its author
// reads.
#pragma once

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tests/places.h"

namespace toptile {

// A program that cannot be started. The test makes it, because no build should leave such files behind.
struct MadeFile {
  enum class Kind { missing, folder, file };
  Kind kind = Kind::missing;
  std::string bytes;
  bool is_executable = true;
};

struct ExhibitEntry {
  std::string name;
  std::string verdict;  // The kind of the fault, or "plays on".
  std::string words;    // The fault's text; "…" stands for anything.
  // The event before the verdict: "at once", "exit", "start", "ready", "move", "16 MiB", or "no" for a bot
  // that plays on.
  std::string waits;
  std::string clock = "move";  // The exhibit's clock: "move", "game" or "none".
  std::string rules = "hasbro";
  int height = 0;  // The greatest height of stacks; 0 means that of the rules.
  int games = 1;
  int batch = 1;               // How many games it plays at once.
  bool loses_one = false;      // Whether it loses only one of them.
  bool has_option = false;     // Whether an option is to be set.
  bool is_tolerated = false;   // Whether the clock's margin is wide.
  bool plays_greedily = true;  // Whether it plays greedily, if it plays on.
  std::optional<MadeFile> file;
};

inline std::string bytes_of_hex(std::string_view digits) {
  std::string bytes;
  for (std::size_t i = 0; i + 1 < digits.size(); i += 2)
    bytes += static_cast<char>(std::stoi(std::string(digits.substr(i, 2)), nullptr, 16));
  return bytes;
}

inline MadeFile made_file(const nlohmann::json& json) {
  MadeFile file;
  file.kind = json.value("folder", false)                     ? MadeFile::Kind::folder
              : json.contains("text") || json.contains("hex") ? MadeFile::Kind::file
                                                              : MadeFile::Kind::missing;
  file.bytes = json.contains("hex") ? bytes_of_hex(json["hex"].get<std::string>()) : json.value("text", "");
  file.is_executable = json.value("executable", true);
  return file;
}

inline ExhibitEntry exhibit_entry(const nlohmann::json& json) {
  ExhibitEntry entry;
  entry.name = json.at("name");
  entry.verdict = json.at("verdict");
  entry.words = json.value("words", "");
  entry.waits = json.at("waits");
  entry.clock = json.value("clock", entry.clock);
  entry.rules = json.value("rules", entry.rules);
  entry.height = json.value("height", entry.height);
  entry.games = json.value("games", entry.games);
  entry.batch = json.value("batch", entry.batch);
  entry.loses_one = json.value("loses", "all") == "one";
  entry.has_option = json.value("option", false);
  entry.is_tolerated = json.value("tolerated", false);
  entry.plays_greedily = json.value("greedy", true);
  if (json.contains("file")) entry.file = made_file(json["file"]);
  return entry;
}

inline std::vector<ExhibitEntry> museum_catalogue() {
  std::ifstream stream(source_file("tests/data/museum.json"));
  const auto catalogue = nlohmann::json::parse(stream);
  std::vector<ExhibitEntry> entries;
  for (const auto& room : catalogue.at("rooms")) {
    for (const auto& exhibit : room.at("exhibits")) entries.push_back(exhibit_entry(exhibit));
  }
  return entries;
}

// Makes the file; a missing one is not made.
inline void make_file(const MadeFile& file, const std::filesystem::path& path) {
  namespace fs = std::filesystem;
  if (file.kind == MadeFile::Kind::folder) fs::create_directory(path);
  if (file.kind != MadeFile::Kind::file) return;
  std::ofstream(path, std::ios::binary) << file.bytes;
  fs::permissions(path, file.is_executable ? fs::perms::owner_all : fs::perms::owner_read);
}

// Whether the text fits the pattern, in which "…" stands for anything.
inline bool reads_like(std::string_view text, std::string_view pattern) {
  constexpr std::string_view kGap = "…";
  std::size_t gap = pattern.find(kGap);
  if (gap == std::string_view::npos) return text == pattern;
  if (!text.starts_with(pattern.substr(0, gap))) return false;
  text.remove_prefix(gap);
  pattern.remove_prefix(gap + kGap.size());
  while ((gap = pattern.find(kGap)) != std::string_view::npos) {
    const std::size_t at = text.find(pattern.substr(0, gap));
    if (at == std::string_view::npos) return false;
    text.remove_prefix(at + gap);
    pattern.remove_prefix(gap + kGap.size());
  }
  return text.ends_with(pattern);
}

}  // namespace toptile
