// A version of a league's bot: a program that was submitted under the bot's name.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace toptile {

// The number of a version in a league's database, from 1. It has a type of its own, so that no other number
// is taken for a version by accident.
enum VersionId : std::int64_t {};
constexpr std::int64_t format_as(VersionId id) {
  return id;
}

enum class VersionState {
  received,   // It waits to be built.
  building,   // Its build runs, if it has one.
  checking,   // The conformance tests run.
  trying,     // It plays a match with itself.
  active,     // It plays.
  retired,    // A newer version took its place, or somebody retired it. Its games count.
  suspended,  // It failed to start too often in a row. Its games count.
  paused,     // It forfeited half of its games. Its games count.
  refused,    // It did not pass, and never played. Only its log is kept.
  removed     // Its organizer removed it. Its games do not count.
};

constexpr std::string_view name_of(VersionState state) {
  constexpr std::string_view kNames[] = {"received", "building",  "checking", "trying",  "active",
                                         "retired",  "suspended", "paused",   "refused", "removed"};
  return kNames[static_cast<int>(state)];
}
inline constexpr VersionState kLastVersionState = VersionState::removed;

// Whether a worker still has to decide if it may play.
constexpr bool is_queued(VersionState state) {
  return state <= VersionState::trying;
}
inline std::vector<VersionState> queued_states() {
  return {VersionState::received, VersionState::building, VersionState::checking, VersionState::trying};
}
// Whether it was ever accepted and its games count.
constexpr bool is_rated(VersionState state) {
  return state == VersionState::active || state == VersionState::retired ||
         state == VersionState::suspended || state == VersionState::paused;
}

// Whether it can retire.
constexpr bool may_retire(VersionState state) {
  return is_rated(state) && state != VersionState::retired;
}

struct BotVersion {
  VersionId id{};
  std::string bot;     // Valid by is_bot_name, at most kMaxBotName characters.
  int number = 1;      // The version's number within the bot, from 1.
  std::string author;  // The name under which it was submitted.
  VersionState state = VersionState::received;
  std::string sha256;  // The hash of its files (hash_of_files).
  // From its bot.json; each may be empty.
  std::string said_author, said_version, language;
  std::int64_t handed_in = 0;  // Milliseconds since 1970.
  std::int64_t changed = 0;    // When it entered its state; milliseconds since 1970.
  std::string reason;          // Why it is in this state, as a sentence; may be empty.

  // The name under which it plays, which no other version has: "greedy-v2".
  std::string label() const { return bot + "-v" + std::to_string(number); }
};

// Names that differ only in capitals have the same key, because people would confuse them.
inline std::string key_of_name(std::string_view name) {
  std::string key(name);
  for (char& c : key) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return key;
}

// Player names have at most 40 characters, and a label adds "-v" and a number to the bot's name.
inline constexpr std::size_t kMaxBotName = 32;

}  // namespace toptile
