// The time that a bot is charged when time is scarce: with real processes (bench/bots/pacer.cpp), with a
// referee that is kept from running, and with other programs on its processor. Where a busy machine may spoil
// an attempt, for example because it keeps the bot from its processor, the test repeats it.
#include "referee/processes/move_watch.h"
#include "referee/processes/event_loop.h"

#include <sched.h>
#include <signal.h>

#include <fmt/format.h>

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <iostream>
#include <thread>

#include "engine/game.h"
#include "protocol/lexicon_file.h"
#include "protocol/position_line.h"
#include "protocol/replay.h"
#include "protocol/ruleset_json.h"
#include "referee/game/play_game.h"
#include "referee/processes/control_group.h"
#include "referee/processes/process_tree.h"
#include "tests/places.h"
#include "tests/referee/processes/jumping_clock.h"
#include "tests/referee/puppet.h"

namespace toptile {
BOOST_AUTO_TEST_SUITE(move_watch)

namespace {

const std::string kPacer = built_file("bench/bots/pacer/pacer");

struct Desk {
  Ruleset rules = must(shipped_ruleset("hasbro"));
  std::string list = source_file("tests/data/words/plain.txt");
  Lexicon lexicon = must(load_lexicon(list, rules)).lexicon;
  EventLoop loop;
  TimeControl control{.kind = TimeControl::Kind::game_clock, .time = kTimeout};
  Patience patience{kTimeout, kTimeout, kTimeout};
  std::shared_ptr<const ControlGroup> group;  // The group of the bot that is started next.

  std::unique_ptr<BotSession> start(const std::string& deed, int milliseconds, int turn = 0,
                                    const Meanwhile& meanwhile = {}) {
    BotSpec spec;
    spec.name = deed;
    spec.launch.argv = {kPacer, deed, std::to_string(milliseconds), std::to_string(turn)};
    std::vector<UniqueDescriptor> members;
    if (group) members = must(group->open_members());
    for (const UniqueDescriptor& file : members) spec.launch.control_groups.push_back(file.number());
    spec.launch.group = group;
    auto started = BotSession::start(loop, spec, patience, {}, nullptr, meanwhile);
    if (const auto* fault = fault_in(started)) BOOST_FAIL(fault->text);
    return std::move(started).value();
  }

  GameTable table() const { return make_table(rules, lexicon, list, {.time_control = control}); }

  GameRecord play(BotSession& first, BotSession& second, const GameTable& table,
                  std::vector<OwnClock> clocks = {}) {
    const std::vector<SeatedBot> seats = {&first, &second};
    const auto played =
        play_game(table, {GameNumber{7}, 4, 99, {"first", "second"}, std::move(clocks)}, seats);
    BOOST_REQUIRE(played);
    BOOST_TEST(find_difference(must(parse_record(format_record(played.value().record))), rules, lexicon)
                   .value_or("none") == "none");
    return played.value().record;
  }

  // Plays until the referee was in time, because nobody is charged what it is late by, neither at once nor in
  // many small parts: the fourth turn leaves no more than `left` on the clock.
  GameRecord play_in_time(BotSession& first, BotSession& second, const GameTable& table, Duration left,
                          const std::vector<OwnClock>& clocks = {}) {
    GameRecord record;
    BOOST_TEST(succeeds_in_time([&] {
      record = play(first, second, table, clocks);
      return record.late < 50ms && record.turns.size() > 3 && record.turns[3].clock.value() <= left;
    }));
    return record;
  }
};

// One bot that is asked for the first move of a game, again and again.
struct Asking : Desk {
  explicit Asking(const std::string& deed, int milliseconds,
                  std::shared_ptr<const ControlGroup> its_group = nullptr) {
    group = std::move(its_group);
    session = start(deed, milliseconds);
    const auto begun = session->begin_game(table().setup, {"1", 2, Seat{0}, 1});
    BOOST_REQUIRE(begun.has_value());
    const Game game(rules, lexicon, 1, 2);
    asked.position = format_position(game.position_of(Seat{0}), rules.alphabet());
  }

  using ProcessorTime = std::optional<Duration>;

  Answered<MoveAnswer> ask(std::chrono::milliseconds limit, ProcessorTime processor_time = {},
                           const Meanwhile& while_slow = {}) {
    const Instant begin = std::chrono::steady_clock::now();
    auto answer = session->ask(asked, {limit, FaultKind::hang, processor_time}, while_slow);
    passed = std::chrono::steady_clock::now() - begin;
    return answer;
  }
  MoveAnswer answer(ProcessorTime processor_time = {}) {
    auto answered = ask(kTimeout, processor_time);
    if (const auto* fault = fault_in(answered)) BOOST_FAIL(fault->text);
    return std::move(answered).value();
  }
  std::string fault_with(std::chrono::milliseconds processor_time,
                         std::chrono::milliseconds limit = kTimeout) {
    const auto answered = ask(limit, processor_time);
    const auto* fault = fault_in(answered);
    return fault == nullptr ? "none" : std::string(name_of(fault->kind));
  }

  std::unique_ptr<BotSession> session;
  Question asked;
  Duration passed{0};
};

int number_after(const std::string& key, const std::string& info) {
  const std::size_t at = info.find(key + " ");
  BOOST_REQUIRE(at != std::string::npos);
  return std::stoi(info.substr(at + key.size() + 1));
}

std::chrono::milliseconds computed(const MoveAnswer& answer) {
  return std::chrono::milliseconds(number_after("busy", answer.info));
}

// Another process that runs `part` at the same time.
class Aside {
 public:
  template <class Part>
  explicit Aside(Part part) : pid_(::fork()) {
    if (pid_ != 0) return;
    part();
    ::_exit(0);
  }
  ~Aside() {
    ::kill(pid_, SIGKILL);
    ::waitpid(pid_, nullptr, 0);
  }
  Aside(const Aside&) = delete;

 private:
  const pid_t pid_;
};

// Stops this whole program after `after` for `time`.
auto stop_us(std::chrono::milliseconds after, std::chrono::milliseconds time) {
  return [=, us = ::getpid()] {
    std::this_thread::sleep_for(after);
    ::kill(us, SIGSTOP);
    std::this_thread::sleep_for(time);
    ::kill(us, SIGCONT);
  };
}

[[noreturn]] void burn() {
  while (true) continue;
}

boost::test_tools::assertion_result can_count_by_groups(boost::unit_test::test_unit_id) {
  const auto group = ControlGroups::look().make(0, 0);
  boost::test_tools::assertion_result answer(group && group.value() && group.value()->processor_time());
  answer.message() << "no control groups that count can be made here";
  return answer;
}

boost::test_tools::assertion_result can_freeze(boost::unit_test::test_unit_id) {
  const auto group = ControlGroups::look().make(0, 0);
  boost::test_tools::assertion_result answer(group && group.value() && group.value()->can_freeze());
  answer.message() << "no control groups that freeze can be made here";
  return answer;
}

bool is_waiting(pid_t pid) {
  return text_of(fmt::format("/proc/{}/cmdline", pid)).find("wait-to-") != std::string::npos;
}

std::shared_ptr<const ControlGroup> group_that_freezes() {
  auto group = must(ControlGroups::look().make(0, 0));
  return group && group->can_freeze() ? group : nullptr;
}

int processors() {
  return std::max(static_cast<int>(std::thread::hardware_concurrency()), 1);
}

BOOST_AUTO_TEST_CASE(a_referee_that_stood_still_charges_none_of_it_and_says_so) {
  for (const int thinks : {0, 60}) {
    // The bot answers at once, or after a while. The stop may also come between two questions.
    BOOST_TEST(succeeds_in_time([&] {
      Asking question("sleep", thinks);
      const Aside stopper(stop_us(20ms, 500ms));
      for (const Deadline deadline = in(1s); std::chrono::steady_clock::now() < deadline;) {
        const MoveAnswer answer = question.answer();
        const Duration late = question.session->lateness();
        BOOST_TEST((late <= question.passed));
        if (late >= 250ms && answer.taken + 250ms < question.passed) return true;
      }
      return false;
    }));
  }
}

BOOST_AUTO_TEST_CASE(an_answer_in_time_counts_though_the_referee_stood_still_beyond_the_deadline) {
  BOOST_TEST(succeeds_in_time([] {
    Asking question("sleep", 60);
    const Aside stopper(stop_us(30ms, 800ms));
    const auto answered = question.ask(500ms);
    return question.passed > 500ms && answered.has_value();
  }));
}

BOOST_AUTO_TEST_CASE(a_bot_that_does_not_answer_is_late_though_the_referee_stood_still) {
  BOOST_TEST(succeeds_in_time([] {
    Asking question("sleep", 1'000'000);
    const Aside stopper(stop_us(10ms, 200ms));
    const auto answered = question.ask(50ms);
    BOOST_TEST((fault_in(answered) != nullptr));
    return question.session->lateness() >= 100ms;
  }));
}

// Jumps once, at the third look, and calls `then` at the sixth.
Meanwhile jump_once(
    std::chrono::hours time, const std::function<void()>& then = [] {}) {
  return [time, then, looks = 0]() mutable {
    ++looks;
    if (looks == 3) jumped_seconds += std::chrono::seconds(time).count();
    if (looks == 6) then();
  };
}

BOOST_AUTO_TEST_CASE(a_jump_of_the_clock_is_not_charged) {
  for (const std::string deed : {"sleep", "burn", "burn-and-chat"}) {
    for (const bool is_asked_before : {false, true}) {
      Asking question(deed, 300);
      if (is_asked_before) question.answer();
      const auto answered = question.ask(kTimeout, {}, jump_once(1h));
      BOOST_REQUIRE_MESSAGE(answered, deed << " did not answer");
      BOOST_TEST((question.passed >= 1h));
      BOOST_TEST((answered.value().taken < kTimeout));
      BOOST_TEST((answered.value().taken >= computed(answered.value()) / processors()));
      BOOST_TEST((question.session->lateness() >= 59min));
    }
  }
}

// The jump takes nothing from the time that a bot has left, and adds nothing.
BOOST_AUTO_TEST_CASE(after_a_jump_of_the_clock_a_bot_is_late_as_before) {
  BOOST_TEST(succeeds_in_time([] {
    Asking question("sleep", 400);
    const auto answered = question.ask(kTimeout, {}, jump_once(1h));
    return answered.value().taken >= 300ms;
  }));
  Asking question("sleep", 1'000'000);
  const auto answered = question.ask(200ms, {}, jump_once(1h));
  BOOST_TEST((fault_in(answered) != nullptr));
}

// A bot that reads a lexicon, or that has not started yet, has no clock but the referee's patience.
BOOST_AUTO_TEST_CASE(a_jump_of_the_clock_while_a_bot_gets_ready_is_not_charged) {
  const auto wake_waiting = [] {
    for (const auto& [pid, time] : processor_times_of_descendants(::getpid()).living)
      if (is_waiting(pid)) ::kill(pid, SIGUSR1);
  };
  Desk desk;
  const auto starting = desk.start("wait-to-start", 0, 0, jump_once(1h, wake_waiting));
  const auto playing = desk.start("wait-to-play", 0);
  const auto ready =
      playing->begin_game(desk.table().setup, {"1", 2, Seat{0}, 1}, jump_once(1h, wake_waiting));
  BOOST_TEST(ready.has_value());
  // Where no other bot has to stand still, nobody looks that often.
  std::jthread aside([&] {
    BOOST_TEST(comes_true([&] { return processor_times_of_descendants(::getpid()).living.size() >= 6; }));
    jumped_seconds += 3600;
    std::this_thread::sleep_for(500ms);  // So that the wait notices it before the answer comes.
    wake_waiting();
  });
  desk.start("wait-to-start", 0);
}

// Lets an attempt run while this program and its bots stand still for `time`, and for `more` the bots alone.
// It is what `scontrol suspend` does: every process gets SIGSTOP, and later SIGCONT, one after the other.
auto suspend_us(std::chrono::milliseconds after, std::chrono::milliseconds time,
                std::chrono::milliseconds more) {
  return [=, us = ::getpid()] {
    std::this_thread::sleep_for(after);
    ::kill(us, SIGSTOP);
    std::vector<pid_t> others = descendants_of(us);
    std::erase(others, ::getpid());
    for (const pid_t pid : others) ::kill(pid, SIGSTOP);
    std::this_thread::sleep_for(time);
    ::kill(us, SIGCONT);
    std::this_thread::sleep_for(more);
    for (const pid_t pid : others) ::kill(pid, SIGCONT);
  };
}

BOOST_AUTO_TEST_CASE(a_bot_does_not_pay_when_everything_is_suspended) {
  for (const auto more : {0ms, 1500ms}) {
    BOOST_TEST(succeeds_in_time([&] {
      Asking question("burn", 300);
      const Aside stopper(suspend_us(100ms, 2s, more));
      const auto answered = question.ask(1500ms);
      return question.passed > 2s + more && answered && answered.value().taken < 1500ms;
    }));
  }
}

BOOST_AUTO_TEST_CASE(a_game_that_is_suspended_has_no_forfeit) {
  BOOST_TEST(succeeds_in_time([] {
    Desk desk;
    desk.control.time = 3s;
    const auto thinker = desk.start("burn", 500, 2), other = desk.start("sleep", 0);
    const Aside stopper(suspend_us(250ms, 4s, 0ms));
    const GameRecord record = desk.play(*thinker, *other, desk.table());
    return record.late >= 3s && record.forfeits.empty();
  }));
}

// Writes a text to a file of a control group; the groups of version 1 and 2 have the same members.
void join(const ControlGroup& group) {
  for (const UniqueDescriptor& members : must(group.open_members()))
    BOOST_REQUIRE(::write(members.number(), "0", 1) == 1);
}

// The referee and its bots are in one group, as in a container that is paused.
BOOST_AUTO_TEST_CASE(a_bot_does_not_pay_when_a_control_group_with_everything_is_frozen) {
  const auto group = group_that_freezes();
  if (!group) {
    std::cout << "\nskipped: no control groups that freeze can be made here" << std::endl;
    return;
  }
  BOOST_TEST(succeeds_in_time([&] {
    const Pipe pipe = must(open_pipe());
    const pid_t referee = ::fork();
    if (referee == 0) {
      join(*group);
      Asking question("burn", 500);
      (void)!::write(pipe.write_end.number(), "", 1);
      const auto answered = question.ask(1500ms);
      const bool is_right = question.passed > 2s && answered.has_value();
      question.session.reset();
      ::_exit(is_right ? 0 : 1);
    }
    char asked = 0;
    BOOST_REQUIRE(::read(pipe.read_end.number(), &asked, 1) == 1);
    std::this_thread::sleep_for(200ms);
    BOOST_REQUIRE(group->freeze());
    std::this_thread::sleep_for(2500ms);
    BOOST_REQUIRE(group->thaw());
    int status = 0;
    ::waitpid(referee, &status, 0);
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
  }));
}

// A bot that stops itself has no more time for that.
BOOST_AUTO_TEST_CASE(a_bot_that_stops_itself_is_late) {
  Asking question("stop-itself", 0);
  const auto answered = question.ask(200ms);
  BOOST_TEST((fault_in(answered) != nullptr));
}

BOOST_AUTO_TEST_CASE(what_others_take_of_the_processor_is_no_more_than_what_passed) {
  const OnOneProcessor one;
  Asking question("sleep", 30);
  const Aside first(burn), second(burn), third(burn);
  for (int i = 0; i < 5; ++i) {
    const MoveAnswer answer = question.answer();
    BOOST_TEST((answer.taken <= question.passed));
    BOOST_TEST((question.session->lateness() <= question.passed));
  }
}

// All run on one processor, so that the bot keeps the referee from running, with lines or with threads.
BOOST_AUTO_TEST_CASE(a_bot_gains_no_time_by_keeping_the_referee_busy) {
  const OnOneProcessor one;
  for (const std::string deed : {"burn", "burn-and-chat", "crowd", "crowd-amid-line"}) {
    Asking question(deed, 150);
    question.answer();  // After this answer its processor time is known.
    for (int i = 0; i < 3; ++i) {
      const MoveAnswer answer = question.answer();
      BOOST_TEST((answer.taken >= computed(answer) - 5ms),
                 deed << " was charged " << answer.taken.count() / 1'000'000 << " ms, and computed for "
                      << computed(answer).count());
    }
  }
}

BOOST_AUTO_TEST_CASE(processor_time_is_charged_wherever_it_is_spent) {
  for (const std::string deed : {"burn", "burn-in-thread", "burn-in-child", "burn-and-chat"}) {
    Asking question(deed, 200);
    const MoveAnswer answer = question.answer(Duration(1s));
    // The kernel counts the time of a child in ticks, so it is not exact.
    BOOST_TEST((answer.taken >= 180ms), deed);
    BOOST_TEST((answer.taken <= 500ms), deed);
    BOOST_TEST(question.fault_with(100ms) == "time", deed);
  }
}

BOOST_AUTO_TEST_CASE(a_control_group_charges_children_that_end_unseen,
                     *boost::unit_test::precondition(can_count_by_groups)) {
  Asking question("burn-unseen", 200, must(ControlGroups::look().make(0, 0)));
  const MoveAnswer answer = question.answer(Duration(5s));
  BOOST_TEST((answer.taken >= 190ms));
  BOOST_TEST((answer.taken <= 1s));
  BOOST_TEST(question.fault_with(100ms) == "time");
}

BOOST_AUTO_TEST_CASE(who_sleeps_uses_no_processor_time_but_may_hang) {
  Asking question("sleep", 300);
  BOOST_TEST((question.answer(Duration(100ms)).taken < 100ms));
  BOOST_TEST((question.passed >= 300ms));
  BOOST_TEST(question.fault_with(100ms, 50ms) == "hang");
}

BOOST_AUTO_TEST_CASE(who_spins_is_stopped_soon_after_its_processor_time) {
  Asking question("burn", 1'000'000);
  BOOST_TEST(question.fault_with(50ms) == "time");  // Not "hang": that is at the timeout.
  BOOST_TEST((question.passed >= 50ms / std::thread::hardware_concurrency()));
}

BOOST_AUTO_TEST_CASE(others_on_its_processor_cost_a_bot_no_processor_time) {
  const OnOneProcessor one;
  Asking question("burn", 100);
  const Aside first(burn), second(burn), third(burn);
  const MoveAnswer answer = question.answer(Duration(1s));
  BOOST_TEST((answer.taken >= computed(answer) - 5ms));
  BOOST_TEST((answer.taken <= computed(answer) + 60ms));
}

// On a busy machine, the referee may be late to stop a bot, and a bot may not get the processor.
BOOST_AUTO_TEST_CASE(a_bot_that_is_not_asked_computes_only_where_it_may) {
  Desk desk;
  const auto idle_while = [&](bool may_ponder) {
    const auto thinker = desk.start("sleep", 1000, 2), ponderer = desk.start("ponder", 0);
    GameTable table = desk.table();
    table.terms.may_ponder = may_ponder;
    const GameRecord record = desk.play(*thinker, *ponderer, table);
    BOOST_TEST(record.forfeits.empty());
    return number_after("idle", record.turns[3].info);
  };
  BOOST_TEST(succeeds_in_time([&] { return idle_while(false) < 100; }));
  BOOST_TEST(succeeds_in_time([&] { return idle_while(true) > 100; }));
}

// The largest processor time of any of our processes, except for the ones in `aside`.
std::chrono::nanoseconds busiest_but(const std::map<pid_t, std::chrono::nanoseconds>& aside) {
  std::chrono::nanoseconds most{0};
  for (const auto& [pid, time] : processor_times_of_descendants(::getpid()).living)
    if (!aside.contains(pid)) most = std::max(most, time);
  return most;
}

BOOST_AUTO_TEST_CASE(bystanders_are_stopped_too_and_come_back_when_they_are_asked) {
  Desk desk;
  const auto thinker = desk.start("sleep", 1000, 2), other = desk.start("sleep", 0);
  const auto before = processor_times_of_descendants(::getpid()).living;
  const auto bystander = desk.start("ponder", 0);
  const GameTable table = desk.table();
  desk.play(*bystander, *other, table);
  const std::vector<SeatedBot> seats = {thinker.get(), other.get()};
  BotSession* const idle[] = {bystander.get()};
  BOOST_TEST(succeeds_in_time([&] {
    BOOST_REQUIRE(play_game(table, {GameNumber{1}, 1, 99, {"a", "b"}}, seats, idle));
    // The bystander is still stopped. Otherwise it would compute all the time.
    BOOST_TEST(comes_true([&] {
      const auto computed = busiest_but(before);
      std::this_thread::sleep_for(300ms);
      return computed > 0ns && busiest_but(before) == computed;
    }));
    const GameRecord record = desk.play(*bystander, *other, table);
    BOOST_TEST(record.forfeits.empty());
    return number_after("idle", record.turns[0].info) < 700;
  }));
}

// A sanitizer may compute in the pacer that waits and in the keepers, and neither is stopped.
bool is_to_stand_still(pid_t pid) {
  return !is_waiting(pid) && !text_of(fmt::format("/proc/{}/comm", pid)).starts_with("bot-keeper");
}

// Looks until no bot but the waiting one computes any more, or gives up after a long time. Then it sends the
// signal for which a waiting pacer waits.
class Release {
 public:
  Release() : thread_([this] { work(); }) {}
  // Waits for the end, and returns whether all others were seen to stand still.
  bool was_still() {
    thread_.join();
    return was_still_;
  }

 private:
  // They must stand still for half a second, because a busy machine may hold up a bot that computes, too.
  void work() {
    auto last = times_of_others();
    int times_still = 0;
    was_still_ = succeeds_in_time([&] {
      std::this_thread::sleep_for(10ms);
      auto now = times_of_others();
      times_still = now == last ? times_still + 1 : 0;
      last = std::move(now);
      return times_still == 50;
    });
    for (const auto& [pid, time] : processor_times_of_descendants(::getpid()).living)
      if (is_waiting(pid)) ::kill(pid, SIGUSR1);
  }

  static std::map<pid_t, std::chrono::nanoseconds> times_of_others() {
    auto times = processor_times_of_descendants(::getpid()).living;
    std::erase_if(times, [](const auto& process) { return !is_to_stand_still(process.first); });
    return times;
  }

  bool was_still_ = false;
  std::thread thread_;
};

BOOST_AUTO_TEST_CASE(who_computes_stands_still_while_another_gets_ready) {
  for (const bool is_frozen_by_group : {false, true}) {
    for (const bool is_bystander : {false, true}) {
      for (const bool is_asked_first : {false, true}) {
        Desk desk;
        const auto waiting = desk.start("wait-to-play", 0), quiet = desk.start("sleep", 0);
        if (is_frozen_by_group) desk.group = group_that_freezes();
        const auto ponderer = desk.start("ponder", 0);
        BotSession* const other = is_bystander ? quiet.get() : ponderer.get();
        std::vector<SeatedBot> seats = {waiting.get(), other};
        if (is_asked_first) std::ranges::reverse(seats);
        std::vector<BotSession*> bystanders;
        if (is_bystander) bystanders.push_back(ponderer.get());
        const GameTable table = desk.table();
        Release release;
        const auto played = play_game(table, {GameNumber{1}, 1, 99, {"a", "b"}}, seats, bystanders);
        BOOST_TEST(release.was_still());
        BOOST_TEST((played && played.value().record.forfeits.empty()));
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(who_computes_stands_still_while_another_starts) {
  for (const bool is_frozen_by_group : {false, true}) {
    Desk desk;
    if (is_frozen_by_group) desk.group = group_that_freezes();
    const auto ponderer = desk.start("ponder", 0);
    desk.group.reset();
    Release release;
    const auto waiting = desk.start("wait-to-start", 0, 0, [&] { ponderer->freeze(); });
    BOOST_TEST(release.was_still());
    BOOST_TEST(desk.play(*ponderer, *waiting, desk.table()).forfeits.empty());
  }
}

// Nothing that the bot does can undo this stop.
BOOST_AUTO_TEST_CASE(who_wakes_itself_stands_still_in_a_group_that_can_freeze,
                     *boost::unit_test::precondition(can_freeze)) {
  Desk desk;
  const auto thinker = desk.start("sleep", 1500, 2);
  desk.group = must(ControlGroups::look().make(0, 0));
  const auto ponderer = desk.start("ponder-awake", 3);
  BOOST_TEST(succeeds_in_time([&] {
    const GameRecord record = desk.play(*thinker, *ponderer, desk.table());
    BOOST_TEST(record.forfeits.empty());
    return number_after("idle", record.turns[3].info) < 100;
  }));
}

BOOST_AUTO_TEST_CASE(who_wakes_itself_where_no_group_can_freeze_loses_by_it) {
  Asking question("ponder-awake", 3);
  Answered<MoveAnswer> answer = MoveAnswer{};
  BOOST_REQUIRE(succeeds_in_time([&] {
    for (int i = 0; i < 4; ++i) {
      question.session->freeze();
      ::usleep(40'000);  // A busy machine leaves the bot no time if it is stopped again at once.
    }
    answer = question.ask(kTimeout);
    return fault_in(answer) != nullptr;
  }));
  const Fault* fault = fault_in(answer);
  BOOST_TEST(name_of(fault->kind) == "time");
  BOOST_TEST(fault->text.starts_with("ponder-awake computed for "), fault->text);
  BOOST_TEST(fault->text.find(" while it was stopped") != std::string::npos, fault->text);
}

// The bot ends in time, and if it is asked to leave, it does so by itself.
void check_leaves(std::unique_ptr<BotSession> session, bool is_asked) {
  const Deadline deadline = in(kTimeout);
  const Watchdog watchdog;
  if (is_asked) session->quit();
  BOOST_TEST((std::chrono::steady_clock::now() < deadline));
  session.reset();
  BOOST_TEST(descendants_of(::getpid()).empty());
}

BOOST_AUTO_TEST_CASE(a_frozen_bot_leaves_when_it_is_asked_to_and_can_be_killed,
                     *boost::unit_test::precondition(can_freeze)) {
  Desk desk;
  for (const bool is_asked : {true, false}) {
    desk.group = must(ControlGroups::look().make(0, 0));
    auto session = desk.start("sleep", 0);
    desk.group.reset();
    session->freeze();
    check_leaves(std::move(session), is_asked);
  }
}

BOOST_AUTO_TEST_CASE(a_frozen_bot_ends_with_a_referee_that_is_killed,
                     *boost::unit_test::precondition(can_freeze)) {
  const Pipe pipe = must(open_pipe());
  const pid_t referee = ::fork();
  if (referee == 0) {
    Desk desk;
    desk.group = must(ControlGroups::look().make(0, 0));
    const auto session = desk.start("sleep", 0);
    session->freeze();
    const std::vector<pid_t> bot = descendants_of(::getpid());  // The keeper comes first.
    (void)!::write(pipe.write_end.number(), &bot.at(1), sizeof(pid_t));
    ::kill(::getpid(), SIGKILL);
  }
  pid_t bot = 0;
  BOOST_REQUIRE(::read(pipe.read_end.number(), &bot, sizeof bot) == sizeof bot);
  ::waitpid(referee, nullptr, 0);
  BOOST_TEST(is_soon_gone(bot));
  (void)ControlGroups::look();  // It removes the groups that are left over.
}

BOOST_AUTO_TEST_CASE(a_stopped_bot_leaves_when_it_is_asked_to_and_can_be_killed) {
  Desk desk;
  for (const bool is_asked : {true, false}) {
    auto session = desk.start("sleep", 0);
    session->freeze();
    check_leaves(std::move(session), is_asked);
  }
}

BOOST_AUTO_TEST_CASE(overtime_costs_points_and_then_the_game) {
  Desk desk;
  const std::vector<OwnClock> clocks = {{.time = kTimeout}, {.time = 300ms}};
  desk.control.overtime = {{.points = 7, .period = kTimeout}, 2};
  const auto slow = desk.start("sleep", 700, 2), quick = desk.start("sleep", 0);
  const GameRecord record = desk.play_in_time(*quick, *slow, desk.table(), -300ms, clocks);
  BOOST_REQUIRE(record.forfeits.empty());
  BOOST_TEST(record.overtime.value().lost == (std::vector{0, 7}), boost::test_tools::per_element());
  for (const TurnRecord& turn : record.turns)
    BOOST_TEST((turn.clock.value() <= (turn.seat == 0 ? kTimeout : 300ms)));

  desk.control.overtime = {{.points = 7, .period = 100ms}, 2};
  const auto slower = desk.start("sleep", 1'000'000, 2);
  const GameRecord lost = desk.play(*quick, *slower, desk.table(), clocks);
  BOOST_REQUIRE(lost.forfeits.size() == 1U);
  BOOST_TEST(lost.forfeits.front().seat == 1);
  BOOST_TEST(name_of(lost.forfeits.front().kind) == "time");
  BOOST_TEST(lost.overtime.value().lost == (std::vector{0, 0}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_bank_is_drawn_on_and_its_end_is_too_late) {
  Desk desk;
  desk.control = {.kind = TimeControl::Kind::move_time, .time = 500ms, .bank = kTimeout};
  const auto slow = desk.start("sleep", 900, 2), quick = desk.start("sleep", 0);
  const GameRecord record = desk.play_in_time(*quick, *slow, desk.table(), kTimeout - 400ms);
  BOOST_REQUIRE(record.forfeits.empty());
  BOOST_TEST((record.turns[1].clock.value() <= kTimeout));
  desk.control.bank = 100ms;
  const auto slower = desk.start("sleep", 1'000'000, 2);
  const GameRecord lost = desk.play(*quick, *slower, desk.table(), {{.time = kTimeout}, {.time = 200ms}});
  BOOST_REQUIRE(lost.forfeits.size() == 1U);
  BOOST_TEST(lost.forfeits.front().seat == 1);
  BOOST_TEST(name_of(lost.forfeits.front().kind) == "time");
}

BOOST_AUTO_TEST_CASE(a_record_tells_how_late_the_referee_was) {
  // The stop comes later each time, until it happens during a question.
  auto after = 100ms;
  BOOST_TEST(succeeds_in_time([&] {
    Desk desk;
    const auto slow = desk.start("sleep", 300, 1), quick = desk.start("sleep", 0);
    const Aside stopper(stop_us(after, 500ms));
    after += 200ms;
    return desk.play(*slow, *quick, desk.table()).late >= 250ms;
  }));
}

}  // namespace

BOOST_AUTO_TEST_SUITE_END()

}  // namespace toptile
