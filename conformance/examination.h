// The state that the tests of one check share: the bot, its tables, the end of the running test, and
// observations made along the way.
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
  std::map<std::string, std::string> options;  // Set before the first game.
  Confinement confinement = {};
};

// How long a test waits while no clock runs: longer than any honest bot takes. A referee is even more
// patient.
inline constexpr milliseconds kStartPatience{20'000};
inline constexpr milliseconds kReadyPatience{10'000};
inline constexpr milliseconds kAnswerPatience{5'000};  // For a bot that was given 100 ms or less.
inline constexpr milliseconds kMargin{50};             // Time allowed over a limit, as in tournaments.

// The last lines in both directions: `> ` marks lines to the bot and `< ` lines from it. They are followed by
// the bot's last lines on standard error, marked `! `. Each line is cut to a readable length.
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

// A line that the bot sent unasked after its introduction.
struct Remark {
  bool is_answer;    // Whether it is an answer without a question; if not, it is a line that does not belong
                     // here.
  std::string text;  // The line; for an answer, also what is wrong with it.
};

struct Examination {
  const Examinee& examinee;
  const Tables& tables;
  Deadline end;  // The end of the running test.
  std::stop_token stop;

  std::string id_name{}, id_author{}, kit{};  // As the bot gives them; empty before.
  std::optional<int> games_offered{};         // How many games at once it offers; nullopt before.
  Evidence evidence{};                        // The evidence of the running test.
  std::vector<Remark> overheard{};
  bool answers_twice = false;  // Whether the bot has answered a question twice.
  int answers_watched = 0;     // Answers after which a test waited for a second one.
  // Why there is no point in continuing: the bot does not get to the state that every test needs.
  std::optional<std::string> hopeless{};
  std::string hopeless_in{};          // The name of the test that found this out.
  bool has_started = false;           // Whether a process of the bot was started.
  int unanswered = 0;                 // The number of questions that the bot did not answer at all.
  bool has_open_batch = false;        // Whether the bot left a question of a batch open.
  std::string batches_hopeless_in{};  // The name of the test that found this out.

  bool is_over() const { return std::chrono::steady_clock::now() >= end; }
};

}  // namespace toptile::conformance
