// The bots are processes of a few lines of shell, which shake hands and are never asked anything.
#include "tournaments/run/bot_processes.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <set>

#include "tests/timeout.h"
#include "tests/tournaments/run/quick_player.h"

namespace toptile {
BOOST_AUTO_TEST_SUITE(bot_processes)

namespace {

constexpr Seat kOne{0}, kOther{1};

// Two bots that offer this many games at once, in the games of a match. Odd games are in one lane.
struct Match {
  using Seats = BotProcesses::Seats;

  Match(int one_offers, int other_offers, int batch)
      : launchpad({{spec("one", one_offers), spec("other", other_offers)},
                   {spec("one", one_offers), spec("other", other_offers)}}),
        processes(plan, table, launchpad, batch, {}) {
    plan.patience = {kTimeout, kTimeout, kTimeout};
  }
  ~Match() { processes.finish(); }

  BotSpec spec(const std::string& name, int offers) const {
    BotSpec spec;
    spec.name = name;
    spec.launch.directory = folder.path();
    spec.launch.argv = {"/bin/sh", folder.write_program(name,
                                                        "while read -r line; do\n"
                                                        "  case \"$line\" in\n"
                                                        "    uwi*) printf 'games " +
                                                            std::to_string(offers) +
                                                            "\\nuwiok\\n' ;;\n"
                                                            "    quit) exit 0 ;;\n"
                                                            "  esac\n"
                                                            "done\n")};
    return spec;
  }

  static ScheduledGame game(std::uint64_t id) {
    return {GameNumber{id}, (id + 1) / 2, {Entrant{0}, Entrant{1}}};
  }

  // Whether the game begins.
  bool begins(std::uint64_t id) {
    auto seats = processes.seat(game(id), Absences(2), nullptr);
    BOOST_REQUIRE_MESSAGE(seats, (seats ? "" : seats.error().message));
    if (seats.value()) in_play[id] = *std::move(seats).value();
    return in_play.contains(id);
  }
  // Begins it, and both bots answer.
  void begin(std::uint64_t id) {
    BOOST_REQUIRE(begins(id));
    for (const SeatedBot& seat : in_play.at(id)) processes.note_answer(seat);
  }
  // The record after the processes were released.
  GameRecord end(std::uint64_t id, std::optional<FaultKind> fault_of_one = {}) {
    PlayedGame played;
    if (fault_of_one) {
      played.record.forfeits.push_back({kOne, 0, *fault_of_one, "", {}});
      played.faulted_seats.push_back(kOne);
    }
    processes.release(in_play.at(id), played);
    in_play.erase(id);
    return played.record;
  }

  BotSession* session(std::uint64_t id, Seat seat) const {
    return std::get<BotSession*>(in_play.at(id)[seat]);
  }
  std::size_t count_sessions(Seat seat) const {
    std::set<BotSession*> sessions;
    for (const auto& [id, seats] : in_play) sessions.insert(session(id, seat));
    return sessions.size();
  }

  Folder folder;
  const ResolvedPlan resolved = quick_plan(2, 1000);
  Plan plan = resolved.plan;
  const GameTable table = make_table(plan.rules, few_words(), "/dev/null", {});
  const Launchpad launchpad;
  BotProcesses processes;
  std::map<std::uint64_t, Seats> in_play;
};

// While it lives, this process can open no descriptor.
class NoDescriptors {
 public:
  NoDescriptors() {
    BOOST_REQUIRE(::getrlimit(RLIMIT_NOFILE, &before_) == 0);
    const int lowest = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
    BOOST_REQUIRE(lowest >= 0);
    ::close(lowest);
    const rlimit none{static_cast<rlim_t>(lowest), before_.rlim_max};
    BOOST_REQUIRE(::setrlimit(RLIMIT_NOFILE, &none) == 0);
  }
  ~NoDescriptors() { ::setrlimit(RLIMIT_NOFILE, &before_); }
  NoDescriptors(const NoDescriptors&) = delete;
  NoDescriptors& operator=(const NoDescriptors&) = delete;

 private:
  rlimit before_{};
};

BOOST_AUTO_TEST_CASE(a_process_plays_one_game_until_it_has_answered) {
  Match match(4, 4, 4);
  BOOST_REQUIRE(match.begins(1));
  BOOST_TEST(!match.begins(3));
  BOOST_TEST(match.begins(2));  // In the other lane.
  BOOST_TEST(match.processes.has_newcomer(match.in_play.at(1)));
  match.processes.note_answer(match.in_play.at(1)[kOne]);
  BOOST_TEST(!match.begins(3));
  match.processes.note_answer(match.in_play.at(1)[kOther]);
  BOOST_TEST(!match.processes.has_newcomer(match.in_play.at(1)));
  for (const std::uint64_t id : {3, 5, 7}) {
    BOOST_REQUIRE(match.begins(id));
    for (const Seat seat : {kOne, kOther}) {
      BOOST_TEST(match.session(id, seat) == match.session(1, seat));
      BOOST_TEST(match.session(id, seat) != match.session(2, seat));
    }
  }
}

BOOST_AUTO_TEST_CASE(a_bot_that_never_answered_is_not_tried_in_two_processes_at_once) {
  Match match(2, 8, 8);
  match.begin(1);
  match.begin(3);
  BOOST_REQUIRE(match.begins(5));  // In a second process of the first bot, as the other one has room.
  BOOST_TEST(match.count_sessions(kOne) == 2u);
  BOOST_TEST(!match.begins(7));
  match.processes.note_answer(match.in_play.at(5)[kOne]);
  BOOST_TEST(match.begins(7));
  BOOST_TEST(match.count_sessions(kOne) == 2u);
}

BOOST_AUTO_TEST_CASE(a_full_process_waits_for_a_game_to_end) {
  Match match(3, 3, 8);
  match.begin(1);
  for (const std::uint64_t id : {3, 5}) BOOST_TEST(match.begins(id));
  BOOST_TEST(!match.begins(7));  // Another process of both would make no batch greater.
  match.end(3);
  BOOST_TEST(match.begins(7));
  BOOST_TEST(match.session(7, kOne) == match.session(1, kOne));
}

BOOST_AUTO_TEST_CASE(more_processes_of_a_bot_fill_the_batch_of_the_other) {
  Match match(8, 1, 4);
  for (const std::uint64_t id : {1, 3, 5, 7}) match.begin(id);
  BOOST_TEST(match.count_sessions(kOne) == 1u);
  BOOST_TEST(match.count_sessions(kOther) == 4u);
  BOOST_TEST(!match.begins(9));
}

BOOST_AUTO_TEST_CASE(without_an_offer_one_game_is_played_in_each_lane) {
  Match match(1, 1, 64);
  match.begin(1);
  BOOST_TEST(!match.begins(3));
  BOOST_TEST(match.begins(2));
}

BOOST_AUTO_TEST_CASE(a_bot_gets_a_limited_number_of_processes) {
  Match match(64, 1, 64);
  std::uint64_t id = 1;
  for (int games = 0; games < kMaxProcessesOfBot; ++games, id += 2) match.begin(id);
  BOOST_TEST(match.count_sessions(kOther) == static_cast<std::size_t>(kMaxProcessesOfBot));
  BOOST_TEST(!match.begins(id));
  BotSession* const idle = match.session(5, kOther);
  match.end(5);
  BOOST_REQUIRE(match.begins(id));
  BOOST_TEST(match.session(id, kOther) == idle);
}

BOOST_AUTO_TEST_CASE(a_process_with_a_fault_gets_no_new_game) {
  Match match(4, 4, 4);
  for (const std::uint64_t id : {1, 3, 5}) match.begin(id);
  const BotSession* const faulty = match.session(1, kOne);
  match.end(3, FaultKind::illegal);
  BOOST_REQUIRE(match.begins(7));
  BOOST_TEST(match.session(7, kOne) != faulty);
  BOOST_TEST(match.session(7, kOther) == match.session(1, kOther));
  match.end(1);
  match.end(5);  // Its last game.
  match.end(7);
  for (const BotSession* const session : match.processes.idle()) BOOST_TEST(session != faulty);
  BOOST_TEST(match.processes.idle().size() == 2u);
}

BOOST_AUTO_TEST_CASE(games_lost_together_are_marked_except_the_first) {
  Match match(8, 8, 8);
  for (const std::uint64_t id : {1, 3, 5, 7, 2}) match.begin(id);
  const auto is_shared = [&](std::uint64_t id, FaultKind kind) {
    return match.end(id, kind).forfeits.front().is_shared;
  };
  BOOST_TEST(!is_shared(1, FaultKind::crash));
  BOOST_TEST(is_shared(3, FaultKind::crash));
  BOOST_TEST(is_shared(5, FaultKind::hang));
  BOOST_TEST(!is_shared(7, FaultKind::protocol));  // A bad answer of a process that has not ended.
  BOOST_TEST(!is_shared(2, FaultKind::crash));     // It is another process.
}

BOOST_AUTO_TEST_CASE(a_machine_without_means_waits_for_the_games_in_play) {
  Match match(64, 1, 64);
  match.begin(1);
  match.begin(2);
  {
    const NoDescriptors none;
    BOOST_TEST(!match.begins(3));
  }
  BOOST_TEST(!match.begins(3));  // It is not tried again before a game is over.
  match.end(2);
  BOOST_TEST(match.begins(3));
  BOOST_TEST(match.begins(4));
}

BOOST_AUTO_TEST_CASE(a_machine_that_can_start_no_bot_at_all_is_an_error) {
  Match match(64, 1, 64);
  {
    const NoDescriptors none;
    const auto seats = match.processes.seat(Match::game(1), Absences(2), nullptr);
    BOOST_REQUIRE(!seats);
    BOOST_TEST(seats.error().message.find("Too many open files") != std::string::npos, seats.error().message);
  }
  BOOST_TEST(match.begins(1));
}

}  // namespace

BOOST_AUTO_TEST_SUITE_END()

}  // namespace toptile
