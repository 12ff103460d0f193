// Bots of the C++ kit that a test defines, and lines to them.
#pragma once

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <iostream>
#include <string>
#include <utility>

#include "protocol/sdk/cpp/bot.h"
#include "referee/processes/event_loop.h"
#include "tests/places.h"
#include "tests/sdk/sample_bot.h"

namespace toptile {

inline const std::string kSetup =
    "ruleset name hasbro size 10 rack 7 height 5 flat 2 stacked 1 qu 2 all 20 left 5 plural forbid end "
    "first_out lexicon "
    "void passes 1 scoreless 3 exchanges 0 faces Q=QU tiles "
    "A7B3C4D5E8F3G3H3I7J1K2L5M5N5O7P3Q1R5S6T5U5V1W2X1Y2Z1\n"
    "lexicon name plain words 4678 sha256 0 path " +
    source_file("tests/data/words/plain.txt\n");
inline const std::string kRow = "....................";

// A position whose board is empty if there are no moves, and else holds MOOD across from 5d.
inline std::string position(const std::string& rack, const std::string& moves = "-") {
  const std::string fifth = moves == "-" ? kRow : "......1M1O1O1D......";
  std::string board = kRow;
  for (int row = 1; row < 10; ++row) board += "/" + (row == 4 ? fifth : kRow);
  return "position board " + board + " rack " + rack + " scores 0,0 racks 7,7 bag 80 moves " + moves + "\n";
}

// A bot that this test defines; it runs in a copy of this process.
class OwnBot {
 public:
  OwnBot(const BotDescription& bot, const ChooseMove& choose, const ChooseChallenge& challenge = {},
         const Prepare& prepare = {})
      : talk(start(bot, choose, challenge, prepare)) {}
  ~OwnBot() {
    if (pid_ > 0) {
      ::kill(pid_, SIGKILL);
      ::waitpid(pid_, nullptr, 0);
    }
  }

  // The bot's exit code; it must have been told to leave.
  int exit_code() {
    int status = 0;
    BOOST_REQUIRE(::waitpid(std::exchange(pid_, 0), &status, 0) > 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }
  std::string notes() const { return text_of(folder_ / "stderr"); }

  // Sends `uwi 1` and waits for `uwiok`; returns what the bot said.
  std::string shake_hands() {
    talk.send("uwi 1\n");
    std::string said;
    for (std::string line; line != "uwiok";) said += (line = talk.line()) + "\n";
    return said;
  }
  void begin_game(const std::string& game = "newgame id 17 players 2 seat 0 seed 42\n") {
    shake_hands();
    talk.send(kSetup + game + "isready\n");
    const std::string said = talk.line();
    BOOST_REQUIRE_MESSAGE(said == "readyok", said);
  }

 private:
  Folder folder_;
  EventLoop loop_;
  pid_t pid_ = 0;

  LineChannel start(const BotDescription& bot, const ChooseMove& choose, const ChooseChallenge& challenge,
                    const Prepare& prepare) {
    int to_bot[2], from_bot[2];
    BOOST_REQUIRE(::pipe2(to_bot, O_CLOEXEC) == 0);
    BOOST_REQUIRE(::pipe2(from_bot, O_CLOEXEC) == 0);
    const std::string errors = folder_ / "stderr";
    std::cout.flush();  // Otherwise a sanitizer in the child writes what the parent has not written yet.
    std::fflush(stdout);
    pid_ = ::fork();
    if (pid_ == 0) {
      ::dup2(to_bot[0], STDIN_FILENO);
      ::dup2(from_bot[1], STDOUT_FILENO);
      ::dup2(::open(errors.c_str(), O_WRONLY | O_CREAT, 0600), STDERR_FILENO);
      ::close(to_bot[1]);
      ::close(from_bot[0]);
      ::_exit(run_bot(bot, choose, challenge, prepare));
    }
    ::close(to_bot[0]);
    ::close(from_bot[1]);
    return must(LineChannel::open(loop_, {UniqueDescriptor(to_bot[1]), UniqueDescriptor(from_bot[0])}));
  }

 public:
  Talk talk;
};

}  // namespace toptile
