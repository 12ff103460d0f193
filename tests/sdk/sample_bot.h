// A sample bot as a process, and the lines that a referee would send it.
#pragma once

#include <boost/test/unit_test.hpp>
#include <string>

#include "referee/processes/event_loop.h"
#include "tests/folder.h"
#include "tests/places.h"
#include "tests/referee/puppet.h"

namespace toptile {

// The conversation with a bot, in whichever way it was started.
class Talk {
 public:
  explicit Talk(LineChannel channel) : channel_(std::move(channel)) {}

  void send(const std::string& lines) { BOOST_REQUIRE((channel_.send(lines, in(kTimeout)) == Sent::whole)); }

  // The bot's next line, or "(nothing)" if the bot has closed its output.
  std::string line() {
    const Reception reception = channel_.receive(in(kTimeout));
    if (reception.outcome == Received::closed) return "(nothing)";
    BOOST_REQUIRE((reception.outcome == Received::line));
    return std::string(reception.text);
  }
  void close_input() { channel_.close_input(); }

 private:
  LineChannel channel_;
};

// A sample bot, or a file, as a process. It is started in the repository's folder, because there the paths in
// the transcripts lead to files.
struct SampleBot {
  explicit SampleBot(const std::string& name)
      : child(must(Child::spawn(loop, launch(name)))),
        talk(must(LineChannel::open(loop, child.take_pipes()))) {}

  Launch launch(const std::string& name) const {
    Launch launch;
    launch.argv = {name.find('/') == std::string::npos ? built_file("bots/") + name : name};
    launch.directory = kSourceFolder;
    launch.stderr_file = folder / "stderr";
    return launch;
  }
  std::string exit() {
    const auto exit = child.wait_exit(in(kTimeout));
    BOOST_REQUIRE(exit.has_value());
    return exit->words();
  }

  Folder folder;
  EventLoop loop;
  Child child;
  Talk talk;
};

}  // namespace toptile
