#include <fmt/format.h>

#include <algorithm>

#include "conformance/tests.h"
#include "conformance/whole_game.h"
#include "referee/processes/process_tree.h"

namespace toptile::conformance {

namespace {

using std::chrono::duration_cast;
using std::chrono::steady_clock;
using Durations = std::vector<steady_clock::duration>;

milliseconds median_of(Durations times) {
  const auto middle = times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2);
  std::ranges::nth_element(times, middle);
  return duration_cast<milliseconds>(*middle);
}

double mebibytes(std::uint64_t bytes) {
  return static_cast<double>(bytes) / (1 << 20);
}

}  // namespace

namespace {

constexpr milliseconds kTimeInGames{100};
constexpr int kGames = 4;

// The games of test_games, taken together.
struct SomeGames {
  int points = 0, chances = 0, plays = 0;
  Durations answers;

  std::ptrdiff_t late() const {
    return std::ranges::count_if(answers, [](auto taken) { return taken > kTimeInGames + kMargin; });
  }
  // A busy machine makes an answer late now and then, too; a bot that is late half of the time ignores its
  // clock.
  bool is_mostly_late() const { return 2 * late() >= std::ssize(answers); }
  bool is_often_late() const {
    constexpr std::ptrdiff_t kSome = 3, kOneIn = 20;
    return late() >= kSome && late() * kOneIn >= std::ssize(answers);
  }
};

Tried<SomeGames> play_some_games(Examination& examination) {
  const Table& table = examination.tables.whole();
  TOPTILE_TRY(const auto talk, Talk::open(examination));
  SomeGames games;
  for (int i = 0; i < kGames; ++i) {
    const auto seed = static_cast<std::uint64_t>(10 + i / 2);
    TOPTILE_TRY(const auto game,
                play_whole_game(*talk, table, seed, Seat{i % table.players()}, kTimeInGames));
    games.points += game.points;
    games.chances += game.chances;
    games.plays += game.plays;
    games.answers.insert(games.answers.end(), game.answers.begin(), game.answers.end());
  }
  return games;
}

}  // namespace

Finding test_games(Examination& examination) {
  TOPTILE_TRY(auto games, play_some_games(examination));
  if (games.is_often_late()) {
    // If the machine was busy, a second try finds fewer late answers.
    TOPTILE_TRY(const auto again, play_some_games(examination));
    if (again.late() < games.late()) games = again;
  }
  const auto moves = games.answers.size();
  if (games.is_often_late()) {
    const std::string seen =
        fmt::format("{} of {} moves took more than {} ms, with movetime {}", games.late(), moves,
                    (kTimeInGames + kMargin).count(), kTimeInGames.count());
    const std::string advice =
        "Answer within the limit that go gives, each time: one late move loses a game.";
    return games.is_mostly_late() ? fail(seen, advice) : warn(seen, advice);
  }
  if (games.chances > 0 && games.plays == 0) {
    return warn(fmt::format("it laid no tile in {} games, though it had a play in {} of {} moves", kGames,
                            games.chances, moves),
                "Look at what it makes of position, ruleset and lexicon; toptile moves lists the plays.");
  }
  return pass(fmt::format("{} games, {} moves, {} points a game", kGames, moves, games.points / kGames));
}

Finding test_pace(Examination& examination) {
  constexpr milliseconds kMoveTime{20}, kMuchSlower{30};
  constexpr std::size_t kQuestions = 200, kCompared = 50;
  constexpr int kTimesSlower = 3;
  const Table& table = examination.tables.brief();
  TOPTILE_TRY(const auto talk, Talk::open(examination));
  Durations answers;
  for (std::uint64_t seed = 100; answers.size() < kQuestions; ++seed) {
    TOPTILE_TRY(const auto game, play_whole_game(*talk, table, seed, Seat{0}, kMoveTime));
    answers.insert(answers.end(), game.answers.begin(), game.answers.end());
  }
  const milliseconds first = median_of({answers.begin(), answers.begin() + kCompared});
  const milliseconds last = median_of({answers.end() - kCompared, answers.end()});
  const std::string seen =
      fmt::format("{} questions; {} ms for one of the first {}, {} ms for one of the last", answers.size(),
                  first.count(), kCompared, last.count());
  if (last > kTimesSlower * first + kMuchSlower)
    return warn(seen, "Look for work that grows from game to game; newgame is the moment to clear up.");
  return pass(fmt::format("{} questions, {} ms each", answers.size(), last.count()));
}

Finding test_memory(Examination& examination) {
  constexpr milliseconds kMoveTime{10}, kMaxTime{12'000};
  constexpr int kGames = 50, kWarmUp = 5;
  constexpr double kMuch = 64, kSome = 16;  // MiB
  constexpr int kManyDescriptors = 16, kManyThreads = 8, kManyProcesses = 8;
  const Table& table = examination.tables.brief();
  TOPTILE_TRY(const auto talk, Talk::open(examination));
  const Deadline enough = steady_clock::now() + kMaxTime;
  const TreeUse first = use_of_descendants(talk->root());
  TreeUse before;
  int games = 0;
  while (games < kGames && (games <= kWarmUp || steady_clock::now() < enough)) {
    const auto seed = static_cast<std::uint64_t>(200 + games);
    TOPTILE_TRY_TO(play_whole_game(*talk, table, seed, Seat{games % table.players()}, kMoveTime));
    if (++games == kWarmUp) before = use_of_descendants(talk->root());
  }
  const TreeUse after = use_of_descendants(talk->root());
  const double had = mebibytes(before.resident_bytes), has = mebibytes(after.resident_bytes);
  const std::string seen =
      fmt::format("{:.0f} MiB after {} games, {:.0f} MiB after {}", had, kWarmUp, has, games);
  Finding finding = pass(seen);
  constexpr std::string_view kAdvice = "At newgame or result, free what belongs to the old game.";
  if (has > 1.5 * had && has - had > kMuch) worsen(finding, fail(seen, std::string(kAdvice)));
  if (has > 1.25 * had && has - had > kSome) worsen(finding, warn(seen, std::string(kAdvice)));
  const int began_with = first.processes + first.dead, ended_with = after.processes + after.dead;
  if (ended_with > began_with + kManyProcesses) {
    worsen(
        finding,
        warn(fmt::format("{} processes at the start, {} after {} games, {} of them dead and not waited for",
                         began_with, ended_with, games, after.dead),
             fmt::format("End each process that was started for a move, and wait for it: a bot may have {}.",
                         examination.examinee.confinement.limits.processes)));
  }
  if (after.descriptors > before.descriptors + kManyDescriptors) {
    worsen(finding, warn(fmt::format("{} open files after {} games, {} after {}", before.descriptors, kWarmUp,
                                     after.descriptors, games),
                         "Close the files that were opened for a game."));
  }
  if (after.threads > before.threads + kManyThreads) {
    worsen(finding, warn(fmt::format("{} threads after {} games, {} after {}", before.threads, kWarmUp,
                                     after.threads, games),
                         "End the threads that were started for a game or a move."));
  }
  return finding;
}

}  // namespace toptile::conformance
