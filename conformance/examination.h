// What the tests of one check share: the bot, what it plays with, when the test that runs has to end, and
// what was noticed on the way.
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
#include "referee/processes/deadline.h"
#include "referee/processes/launch.h"
#include "referee/sandbox/sandbox.h"

namespace toptile::conformance {

using std::chrono::milliseconds;

// The bot as a tournament would start it.
struct Examinee {
  std::string name;
  Launch launch;
  std::map<std::string, std::string> options;  // Options that are set before the first game.
  Confinement confinement = {};
};

// How long a test waits while no clock runs. It is longer than any honest bot takes; a referee is more
// patient.
inline constexpr milliseconds kStartPatience{20'000};
inline constexpr milliseconds kReadyPatience{10'000};
inline constexpr milliseconds kAnswerPatience{5'000};  // The wait for a bot that is told of 100 ms or less.
inline constexpr milliseconds kMargin{50};             // Time allowed over a limit, as in tournaments.

// The last lines in both directions: `> ` is to the bot and `< ` from it. After them, `! ` is what the bot
// wrote last on standard error. Each is cut to a length that can be read.
class Evidence {
 public:
  void add(char direction, std::string_view line);
  // Takes the end of what a process wrote on standard error.
  void set_last_words(std::string_view tail);
  void clear();
  std::vector<std::string> lines() const;

 private:
  std::deque<std::string> lines_;
  std::vector<std::string> last_words_;
};

// What the bot said and nobody asked for, after its introduction.
struct Remark {
  bool is_answer;    // Whether it is an answer to nothing; if not, it is a line that does not belong here.
  std::string text;  // The line; for an answer, also what is wrong about it.
};

struct Examination {
  const Examinee& examinee;
  const Tables& tables;
  Deadline end;  // The end of the test that runs.
  std::stop_token stop;

  std::string id_name{}, id_author{};  // What the bot tells; empty before.
  Evidence evidence{};                 // The evidence of the test that runs.
  std::vector<Remark> overheard{};
  bool answers_twice = false;  // Whether the bot was heard to answer one question twice.
  int answers_watched = 0;     // Answers after which a second one was waited for.
  // Why there is no point in going on: the bot does not get as far as every test needs.
  std::optional<std::string> hopeless{};
  std::string hopeless_in{};  // The name of the test that found this out.
  bool has_started = false;   // Whether a process of the bot was started.
  int unanswered = 0;         // The number of questions that it did not answer at all.

  bool is_over() const { return std::chrono::steady_clock::now() >= end; }
};

}  // namespace toptile::conformance
