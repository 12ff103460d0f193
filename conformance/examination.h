// What the tests of one check share: the bot, what it plays with, until when, and what was noticed on the
// way.
#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "conformance/tables.h"
#include "referee/deadline.h"
#include "referee/launch.h"
#include "referee/sandbox.h"

namespace toptile::conformance {

using std::chrono::milliseconds;

// The bot as a tournament would start it.
struct Examinee {
  std::string name;
  Launch launch;
  std::map<std::string, std::string> options;  // Set before the first game.
  Confinement confinement = {};
};

// How long is waited, off the clock. Longer than any honest bot takes; a referee is more patient.
inline constexpr milliseconds kStartPatience{20'000};
inline constexpr milliseconds kReadyPatience{10'000};
inline constexpr milliseconds kAnswerPatience{5'000};  // For a bot that is told of 100 ms or less.
inline constexpr milliseconds kMargin{50};             // As in tournaments: over a limit, for the machine.

// The last lines both ways, `> ` to the bot and `< ` from it, each cut to a length that can be read.
class Evidence {
 public:
  void add(char direction, std::string_view line);
  void clear() { lines_.clear(); }
  std::vector<std::string> lines() const { return {lines_.begin(), lines_.end()}; }

 private:
  std::deque<std::string> lines_;
};

// What the bot said and nobody asked for, after its introduction.
struct Remark {
  bool is_answer;    // An answer to nothing; else a line that is no UWI.
  std::string text;  // The line, and for an answer what is wrong about it.
};

struct Examination {
  const Examinee& examinee;
  const Tables& tables;
  Deadline end;  // Of the whole check.
  std::stop_token stop;

  std::string id_name{}, id_author{};  // As the bot calls itself; empty until it has.
  Evidence evidence{};                 // Of the test that runs.
  std::vector<Remark> overheard{};
  bool answers_twice = false;  // It was heard to.
  int answers_watched = 0;     // For a second answer, each a while.
  // Why there is no point in going on: the bot does not get as far as every test needs.
  std::optional<std::string> hopeless{};
  bool has_started = false;  // A process of the bot.
  int unanswered = 0;        // Questions that it did not answer at all.

  bool is_over() const { return std::chrono::steady_clock::now() >= end; }
};

}  // namespace toptile::conformance
