#include "referee/processes/line_channel.h"
#include "referee/processes/event_loop.h"

#include <sys/wait.h>
#include <unistd.h>

#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <chrono>
#include <fstream>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include "tests/referee/puppet.h"

using namespace toptile;

namespace {

using std::chrono::steady_clock;

std::size_t resident_bytes() {
  std::size_t size = 0;
  std::size_t resident = 0;
  std::ifstream("/proc/self/statm") >> size >> resident;
  return resident * static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
}

std::string lines_of(std::size_t bytes) {
  std::string text;
  while (text.size() < bytes) text += "position and more\n";
  return text;
}

Received outcome_of_next(Stage& stage) {
  return stage.channel.receive(in(kTimeout)).outcome;
}

// A channel whose bot is the test itself.
struct OwnPipes {
  void write(std::string_view text) {
    BOOST_REQUIRE(::write(from.write_end.number(), text.data(), text.size()) == ssize_t(text.size()));
  }

  EventLoop loop;
  Pipe to = must(open_pipe()), from = must(open_pipe());
  LineChannel channel = must(LineChannel::open(loop, {std::move(to.write_end), std::move(from.read_end)}));
};

}  // namespace

// BOOST_TEST uses it to print values that differ.
namespace toptile {
std::ostream& operator<<(std::ostream& out, Received outcome) {
  const char* const names[] = {"line", "cut_off", "closed", "too_long", "too_much", "timed_out", "stopped"};
  return out << names[static_cast<int>(outcome)];
}
std::ostream& operator<<(std::ostream& out, Sent outcome) {
  const char* const names[] = {"whole", "closed", "timed_out", "stopped"};
  return out << names[static_cast<int>(outcome)];
}
}  // namespace toptile

BOOST_AUTO_TEST_SUITE(line_channel)

BOOST_AUTO_TEST_CASE(lines_go_to_the_bot_and_back) {
  Stage stage({"echo"});
  for (int i = 0; i < 100; ++i) {
    const Instant before = steady_clock::now();
    BOOST_TEST(stage.channel.send("position\ngo\n", in(kTimeout)) == Sent::whole);
    BOOST_TEST(stage.line() == "position");
    const Reception reception = stage.channel.receive(in(kTimeout));
    BOOST_TEST(reception.text == "go");
    BOOST_TEST((reception.arrival >= before));
    BOOST_TEST((reception.arrival <= steady_clock::now()));
  }
  stage.channel.close_input();
  BOOST_TEST(outcome_of_next(stage) == Received::closed);
  BOOST_TEST(stage.exit().words() == "exit code 0");
}

BOOST_AUTO_TEST_CASE(line_ends_and_odd_bytes) {
  Stage stage({"write:one\\r\\n\\ntw\\0o\\n"});
  BOOST_TEST(stage.line() == "one");
  BOOST_TEST(stage.line() == "");
  BOOST_TEST(stage.line() == std::string("tw\0o", 4));
  BOOST_TEST(outcome_of_next(stage) == Received::closed);
}

BOOST_AUTO_TEST_CASE(what_was_written_before_a_crash_is_read_before_its_end) {
  Stage stage({"lines:20000", "write:no line end", "raise:11"});
  for (int i = 0; i < 2000; ++i) BOOST_TEST(stage.line() == "info line");
  const Reception last = stage.channel.receive(in(kTimeout));
  BOOST_TEST(last.outcome == Received::cut_off);
  BOOST_TEST(last.text == "no line end");
  BOOST_TEST(outcome_of_next(stage) == Received::closed);
  BOOST_TEST(outcome_of_next(stage) == Received::closed);
  BOOST_TEST(stage.exit().words() == "killed by signal 11 (Segmentation fault)");
}

BOOST_AUTO_TEST_CASE(a_bot_may_close_its_output_and_live) {
  Stage stage({"say:bye", "close:1", "hang"});
  BOOST_TEST(stage.line() == "bye");
  BOOST_TEST(outcome_of_next(stage) == Received::closed);
  BOOST_TEST(!stage.child.wait_exit(in(20ms)).has_value());
}

BOOST_AUTO_TEST_CASE(writing_to_a_bot_that_does_not_listen_is_no_death_of_ours) {
  Stage deaf({"close:0", "say:deaf", "hang"});
  BOOST_TEST(deaf.line() == "deaf");
  BOOST_TEST(deaf.channel.send("go\n", in(kTimeout)) == Sent::closed);

  Stage dead({"exit:1"});
  dead.exit();
  BOOST_TEST(dead.channel.send("go\n", in(kTimeout)) == Sent::closed);
  BOOST_TEST(outcome_of_next(dead) == Received::closed);
}

BOOST_AUTO_TEST_CASE(a_bot_that_dies_while_we_write_ends_the_write) {
  Stage stage({"sleep:50", "exit:1"});
  BOOST_TEST(stage.channel.send(lines_of(1'000'000), in(kTimeout)) == Sent::closed);
}

BOOST_AUTO_TEST_CASE(a_grandchild_cannot_keep_a_dead_bots_output_open) {
  Stage stage({"grandchild", "raise:11"});
  const pid_t grandchild = std::stoi(stage.line());
  BOOST_TEST(outcome_of_next(stage) == Received::closed);
  BOOST_TEST(is_soon_gone(grandchild));
  BOOST_TEST(stage.exit().words() == "killed by signal 11 (Segmentation fault)");
}

BOOST_AUTO_TEST_CASE(a_drip_of_bytes_does_not_move_the_deadline) {
  Stage stage({"drip:20"});
  wait_to_deadline(
      [&](Deadline deadline) { BOOST_TEST(stage.channel.receive(deadline).outcome == Received::timed_out); });
}

BOOST_AUTO_TEST_CASE(a_silent_or_stopped_bot_times_out) {
  for (const std::string act : {"hang", "raise:19"}) {
    Stage stage({"say:ready", act});
    BOOST_TEST(stage.line() == "ready");
    wait_to_deadline([&](Deadline deadline) {
      BOOST_TEST(stage.channel.receive(deadline).outcome == Received::timed_out);
    });
  }
}

BOOST_AUTO_TEST_CASE(a_line_that_came_in_time_counts_though_we_looked_late) {
  OwnPipes pipes;
  pipes.write("in time\ntoo\n");
  const Deadline deadline = steady_clock::now();
  std::this_thread::sleep_until(deadline + 1ms);
  const Reception reception = pipes.channel.receive(deadline);
  BOOST_TEST(reception.outcome == Received::line);
  BOOST_TEST(reception.text == "in time");
  BOOST_TEST((reception.arrival == deadline));
  BOOST_TEST(pipes.channel.receive(deadline).text == "too");
  BOOST_TEST(pipes.channel.receive(deadline).outcome == Received::timed_out);
}

BOOST_AUTO_TEST_CASE(a_line_in_time_is_found_though_every_stream_of_the_loop_is_flooded) {
  EventLoop loop;
  std::vector<Child> children;
  std::vector<LineChannel> channels;
  for (const std::vector<std::string>& acts : {std::vector<std::string>{"to:2", "endless"},
                                               {"to:2", "endless"},
                                               {"flood"},
                                               {"flood"},
                                               {"to:2", "lines:100000", "to:1", "say:in time", "hang"}}) {
    children.push_back(must(Child::spawn(loop, puppet(acts))));
    channels.push_back(must(LineChannel::open(loop, children.back().take_pipes())));
  }
  BOOST_TEST(channels.back().receive(in(kTimeout)).text == "in time");
  wait_to_deadline([&](Deadline deadline) {
    BOOST_TEST(channels.back().receive(deadline).outcome == Received::timed_out);
  });
}

BOOST_AUTO_TEST_CASE(a_flood_of_lines_ends_at_the_quota) {
  Stage stage(puppet({"flood"}), LineLimits{.quota_bytes = 1'000'000});
  std::size_t bytes = 0;
  Reception reception;
  while ((reception = stage.channel.receive(in(kTimeout))).outcome == Received::line)
    bytes += reception.text.size() + 1;
  BOOST_TEST(reception.outcome == Received::too_much);
  BOOST_TEST(bytes <= 1'000'000u);
  BOOST_TEST(bytes > 999'900u);
  BOOST_TEST(outcome_of_next(stage) == Received::too_much);
}

BOOST_AUTO_TEST_CASE(the_quota_starts_anew_when_told) {
  Stage stage(puppet({"flood"}), LineLimits{.quota_bytes = 1000});
  for (int i = 0; i < 1000; ++i) {
    if (i % 50 == 0) stage.channel.reset_quota();
    BOOST_TEST(stage.line() == "info flood");
  }
}

BOOST_AUTO_TEST_CASE(a_line_without_end_is_refused_and_never_held) {
  Stage stage({"endless"});
  const std::size_t before = resident_bytes();
  BOOST_TEST(outcome_of_next(stage) == Received::too_long);
  BOOST_TEST(outcome_of_next(stage) == Received::too_long);
  BOOST_TEST(resident_bytes() < before + (16u << 20));
}

BOOST_AUTO_TEST_CASE(floods_that_nobody_takes_fill_neither_memory_nor_the_other_bots_time) {
  Stage stage({"echo"});
  std::vector<Child> children;
  std::vector<LineChannel> channels;
  for (const std::string act : {"flood", "endless"}) {
    children.push_back(must(Child::spawn(stage.loop, puppet({act}))));
    channels.push_back(must(LineChannel::open(stage.loop, children.back().take_pipes())));
  }
  BOOST_TEST(stage.channel.receive(in(50ms)).outcome == Received::timed_out);
  const std::size_t before = resident_bytes();
  wait_to_deadline(
      [&](Deadline deadline) { BOOST_TEST(stage.channel.receive(deadline).outcome == Received::timed_out); });
  BOOST_TEST(resident_bytes() < before + (16u << 20));
  for (int i = 0; i < 50'000; ++i) BOOST_REQUIRE(channels[0].receive(in(kTimeout)).text == "info flood");
  BOOST_TEST(channels[1].receive(in(kTimeout)).outcome == Received::too_long);
}

BOOST_AUTO_TEST_CASE(a_write_to_a_bot_that_reads_nothing_ends_at_the_deadline) {
  Stage stage({"hang"});
  wait_to_deadline([&](Deadline deadline) {
    BOOST_TEST(stage.channel.send(lines_of(1'000'000), deadline) == Sent::timed_out);
  });
}

BOOST_AUTO_TEST_CASE(a_bot_that_writes_much_before_it_reads_does_not_lock_us_up) {
  Stage stage({"lines:200000", "to:2", "lines:2000000", "to:1", "swallow:1000000", "hang"});
  std::string text = lines_of(1'000'000);
  text.resize(1'000'000);
  BOOST_TEST(stage.channel.send(text, in(kTimeout)) == Sent::whole);
  for (int i = 0; i < 20'000; ++i) BOOST_REQUIRE(stage.line() == "info line");
  BOOST_TEST(stage.line() == "swallowed 1000000");
}

BOOST_AUTO_TEST_CASE(a_stop_from_another_thread_ends_every_wait) {
  for (const bool is_sending : {true, false}) {
    std::stop_source source;
    Stage stage(puppet({"hang"}), {}, source.get_token());
    std::thread interrupter([&] {
      std::this_thread::sleep_for(50ms);
      source.request_stop();
      stage.loop.wake();
    });
    const Instant before = steady_clock::now();
    if (is_sending) BOOST_TEST(stage.channel.send(lines_of(1'000'000), in(kTimeout)) == Sent::stopped);
    BOOST_TEST(stage.channel.receive(in(kTimeout)).outcome == Received::stopped);
    interrupter.join();
    BOOST_TEST((steady_clock::now() < before + kTimeout));
  }
}

BOOST_AUTO_TEST_CASE(a_stopped_context_ends_every_wait) {
  Stage stage({"hang"});
  stage.loop.context().stop();
  BOOST_TEST(outcome_of_next(stage) == Received::stopped);
  BOOST_TEST(stage.channel.send(lines_of(1'000'000), in(kTimeout)) == Sent::stopped);
}

BOOST_AUTO_TEST_CASE(one_context_serves_one_game_after_another) {
  EventLoop loop;
  for (int game = 0; game < 3; ++game) {
    loop.context().run();  // It has nothing left to do, so it stops.
    BOOST_TEST(loop.context().stopped());
    Child child = must(Child::spawn(loop, puppet({"echo"})));
    LineChannel channel = must(LineChannel::open(loop, child.take_pipes()));
    BOOST_TEST(channel.send("go\n", in(kTimeout)) == Sent::whole);
    BOOST_TEST(channel.receive(in(kTimeout)).text == "go");
  }
}

BOOST_AUTO_TEST_CASE(what_was_closed_while_it_waited_is_forgotten_by_the_loop) {
  Stage stage({"echo"});
  {
    Child child = must(Child::spawn(stage.loop, puppet({"drip:1"})));
    LineChannel channel = must(LineChannel::open(stage.loop, child.take_pipes()));
    channel.receive(in(20ms));
    channel.send(lines_of(1'000'000), in(20ms));
  }
  BOOST_TEST(stage.channel.receive(in(20ms)).outcome == Received::timed_out);
  stage.channel.send("go\n", in(kTimeout));
  BOOST_TEST(stage.line() == "go");
}

BOOST_AUTO_TEST_CASE(bytes_that_are_taken_in_arrived_before_what_is_asked_next) {
  OwnPipes pipes;
  LineChannel& channel = pipes.channel;
  channel.take_in();
  pipes.write("early\nha");
  channel.take_in();
  const Instant begin = steady_clock::now();
  pipes.write("lf\n");
  const Reception early = channel.receive(in(kTimeout));
  BOOST_TEST(early.text == "early");
  BOOST_TEST((early.arrival <= begin));
  const Reception half = channel.receive(in(kTimeout));
  BOOST_TEST(half.text == "half");
  BOOST_TEST((half.arrival >= begin));
  pipes.from.write_end = {};
  channel.take_in();
  channel.take_in();
  BOOST_TEST(channel.receive(in(kTimeout)).outcome == Received::closed);
}

BOOST_AUTO_TEST_CASE(a_bot_that_always_has_answered_does_not_keep_the_loop_from_the_others) {
  OwnPipes pipes;
  bool had_its_turn = false;
  boost::asio::post(pipes.loop.context(), [&] { had_its_turn = true; });
  int answers = 0;
  for (; answers < 1000 && !had_its_turn; ++answers) {
    pipes.write("go\n");
    BOOST_REQUIRE(pipes.channel.receive(in(kTimeout)).text == "go");
  }
  BOOST_TEST(had_its_turn);
}

BOOST_AUTO_TEST_CASE(a_moved_channel_is_one_channel) {
  Stage stage({"echo"});
  LineChannel moved = std::move(stage.channel);
  moved.send("go\n", in(kTimeout));
  BOOST_TEST(moved.receive(in(kTimeout)).text == "go");
}

BOOST_AUTO_TEST_SUITE_END()
