// quick [--rounds=N]: the program's speed in a table of ratios, which `./dev bench --quick` prints. Each
// value has a yardstick, which is measured right before it on the same processors. So the ratios of two
// versions can be compared, although machines differ and are noisy. The values are measured in turn, round
// after round, and the table shows their medians. CONTRIBUTING.md says which rows matter.
#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <optional>
#include <regex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "base/sha256.h"
#include "bench/bare_yardsticks.h"
#include "bench/book_arena.h"
#include "bench/trial.h"
#include "engine/random.h"
#include "protocol/game_record.h"
#include "referee/sandbox/host_abilities.h"
#include "tools/arguments.h"
#include "tools/greedy_games.h"

namespace {

using namespace toptile;
using std::chrono::steady_clock;

constexpr int kAtOnce = 2;  // Games at once, and pairs of processes for the yardstick.

class Table {
 public:
  void add(std::string_view what, std::string_view yardstick, double figure, double yard) {
    auto row = std::ranges::find(rows_, what, &Row::what);
    if (row == rows_.end()) row = rows_.insert(row, {std::string(what), std::string(yardstick), {}, {}, {}});
    row->figures.push_back(figure);
    row->yards.push_back(yard);
    row->ratios.push_back(figure / yard);
  }

  void print() {
    fmt::print("{:<46} {:>10}   {:<38} {:>11}   {:>9} {}\n", "figure", "", "yardstick", "", "ratio",
               "(lowest to highest)");
    for (Row& row : rows_) {
      const double ratio = median(row.ratios);
      fmt::print("{:<46} {:>10}   {:<38} {:>11}   {:>9} ({} to {})\n", row.what, shown(median(row.figures)),
                 row.yardstick, shown(median(row.yards)), shown(ratio),
                 shown(*std::ranges::min_element(row.ratios)), shown(*std::ranges::max_element(row.ratios)));
    }
  }

 private:
  struct Row {
    std::string what, yardstick;
    std::vector<double> figures, yards, ratios;
  };

  static double median(std::vector<double>& values) {
    std::ranges::sort(values);
    return values[values.size() / 2];
  }

  // With three digits, or all digits of a large number.
  static std::string shown(double value) {
    return value >= 100 ? fmt::format("{:.0f}", value) : fmt::format("{:#.3g}", value);
  }

  std::vector<Row> rows_;
};

class Stopwatch {
 public:
  double seconds() const { return std::chrono::duration<double>(steady_clock::now() - begin_).count(); }

 private:
  const steady_clock::time_point begin_ = steady_clock::now();
};

double processor_seconds_of_this_thread() {
  rusage usage{};
  ::getrusage(RUSAGE_THREAD, &usage);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

// Runs `work` in several threads, each on its own processor, and returns the seconds that this takes.
template <class Work>
double seconds_at_once(Work work) {
  const Stopwatch watch;
  std::vector<std::jthread> threads;
  for (int thread = 0; thread < kAtOnce; ++thread) {
    threads.emplace_back([&work, thread] {
      stay_on_own_processor(thread);
      work(thread);
    });
  }
  threads.clear();
  return watch.seconds();
}

struct RoundTrips {
  double a_second = 0;
  double own_us = 0;  // CPU time of this program's side for each.
};

RoundTrips bare_round_trips() {
  const int count = full_or_trial(50'000, 100);
  double own[kAtOnce] = {};
  const double seconds = seconds_at_once([&](int thread) {
    BarePair pair;
    const double before = processor_seconds_of_this_thread();
    for (int i = 0; i < count; ++i) pair.round_trip();
    own[thread] = processor_seconds_of_this_thread() - before;
  });
  const double all = kAtOnce * count;
  return {all / seconds, (own[0] + own[1]) / all * 1e6};
}

double bare_starts_a_second() {
  const int count = full_or_trial(200, 2);
  return kAtOnce * count / seconds_at_once([&](int) {
           for (int i = 0; i < count; ++i) start_bare(TOPTILE_BOOK_BOT);
         });
}

TournamentRequest request_of(int games, SandboxMode sandbox, Restart restart) {
  TournamentRequest request;
  request.games = games;
  request.seed = 1;
  request.lexicon = bench_list().string();
  request.sandbox = sandbox;
  request.referee.restart = restart;
  return request;
}

// Tournaments of one plan.
class Games {
 public:
  Games(int games, SandboxMode sandbox, int batch = 1)
      : games_(games),
        batch_(batch),
        arena_(request_of(games, sandbox, Restart::on_fault), TOPTILE_BOOK_BOT, games, greedy_move) {}
  static Games with_new_bots(int games, SandboxMode sandbox) { return {games, sandbox, Restart::each_game}; }

  void play() {
    const RunPaths paths = arena_.next_run();
    auto end =
        value_or_exit(run_tournament(arena_.plan(), paths, {.concurrency = kAtOnce, .batch = batch_}, {}));
    if (!end.is_finished() || end.progress.forfeits > 0) fail_bench("a game of the book went wrong");
    std::filesystem::remove_all(paths.folder);
    const double seconds = std::chrono::duration<double>(end.progress.elapsed).count();
    const auto turns = static_cast<double>(end.progress.turns);
    games_a_second_ = games_ / seconds;
    moves_a_second_ = turns / seconds;
    own_us_a_move_ = static_cast<double>(end.processors.own.count()) / turns;
  }

  // Results of the last play().
  double games_a_second() const { return games_a_second_; }
  double moves_a_second() const { return moves_a_second_; }
  double own_us_a_move() const { return own_us_a_move_; }

 private:
  Games(int games, SandboxMode sandbox, Restart restart)
      : games_(games), batch_(1), arena_(request_of(games, sandbox, restart), TOPTILE_BOOK_BOT, 1, pass) {}

  const int games_, batch_;
  BookArena arena_;
  double games_a_second_ = 0, moves_a_second_ = 0, own_us_a_move_ = 0;
};

// Measures the engine and its yardsticks, with the same positions, words and records in each round.
class Engine {
 public:
  Engine() {
    for (std::uint64_t id = 1; positions_.size() < kPositions; ++id) {
      Game game(bench_rules(), bench_lexicon(), id, 2);
      MoveGenerator generator(bench_rules(), bench_lexicon());
      while (!game.is_over()) {
        positions_.push_back({game.board(), game.rack(game.seat_to_move())});
        play_greedy_turn(game, generator);
      }
      GameRecord record;
      record.id = GameNumber{id};
      record.set = record.seed = id;
      record.players = {"one", "two"};
      fill_from_game(record, game);
      records_.push_back(format_record(record));
    }
    bench_lexicon().for_each_word([&](const Word& word) { words_.push_back(word); });
    Random random(1);
    for (std::size_t i = words_.size(); i > 1; --i) std::swap(words_[i - 1], words_[random.below(i)]);
  }

  double lookups_a_second() const {
    const Stopwatch watch;
    std::size_t found = 0;
    for (const Word& word : words_) found += bench_lexicon().contains(word);
    if (found != words_.size()) fail_bench("a word of the list was not found");
    return static_cast<double>(words_.size()) / watch.seconds();
  }

  double best_plays_a_second() {
    const Stopwatch watch;
    ScoredPlay best;
    for (const Position& position : positions_)
      has_one_ += generator_.find_best(position.board, position.rack, best);
    return static_cast<double>(positions_.size()) / watch.seconds();
  }

  double all_plays_a_second() {
    const Stopwatch watch;
    std::vector<ScoredPlay> plays;
    for (const Position& position : positions_) generator_.generate(position.board, position.rack, plays);
    return static_cast<double>(positions_.size()) / watch.seconds();
  }

  double hashes_a_second() const {
    return records_a_second([](const std::string& line) { return sha256(line).size() > 0; });
  }
  double readings_a_second() const {
    return records_a_second([](const std::string& line) { return parse_written_record(line).has_value(); });
  }

 private:
  struct Position {
    Board board;
    Tiles rack;
  };

  template <class Use>
  double records_a_second(Use use) const {
    const int times = full_or_trial(20, 1);
    const Stopwatch watch;
    for (int i = 0; i < times; ++i)
      for (const std::string& line : records_)
        if (!use(line)) fail_bench("a record cannot be read");
    return static_cast<double>(times) * static_cast<double>(records_.size()) / watch.seconds();
  }

  const std::size_t kPositions = full_or_trial<std::size_t>(3000, 30);
  std::vector<Position> positions_;
  std::vector<std::string> records_;
  std::vector<Word> words_;
  MoveGenerator generator_{bench_rules(), bench_lexicon()};
  std::size_t has_one_ = 0;
};

// Parses the arguments that all programs of this folder get, in the form of Google Benchmark. Returns the
// number of rounds, or nullopt if this program is not to be run.
std::optional<int> take_arguments(int count, char** arguments) {
  int rounds = full_or_trial(7, 1);
  for (int i = 1; i < count; ++i) {
    const std::string argument = arguments[i];
    constexpr std::string_view kFilter = "--benchmark_filter=", kRounds = "--rounds=";
    if (argument.starts_with(kRounds)) {
      rounds = number_or_exit<int>("quick", std::string_view(argument).substr(kRounds.size()));
    } else if (argument.starts_with(kFilter)) {
      if (!std::regex_search("quick", std::regex(argument.substr(kFilter.size())))) return std::nullopt;
    } else {
      fmt::print(stderr, "quick: {}: for the other programs of bench/\n", argument);
    }
  }
  return rounds;
}

}  // namespace

int main(int count, char** arguments) {
  const std::optional<int> rounds = take_arguments(count, arguments);
  if (!rounds) return 0;
  Engine engine;
  Games kept(full_or_trial(1000, 4), SandboxMode::off);
  Games kept_in_sandbox(full_or_trial(1000, 4), SandboxMode::automatic);
  Games batches(full_or_trial(4000, 4), SandboxMode::off, 32);
  Games fresh = Games::with_new_bots(full_or_trial(150, 4), SandboxMode::off);
  Games fresh_in_sandbox = Games::with_new_bots(full_or_trial(40, 4), SandboxMode::automatic);
  const bool has_sandbox = static_cast<bool>(look_at_host().namespaces);
  if (!has_sandbox)
    fmt::print(stderr,
               "quick: this machine has no sandbox, so its rows are left out; see: toptile check host\n");
  Table table;
  for (int round = 0; round < *rounds; ++round) {
    RoundTrips bare = bare_round_trips();
    kept.play();
    table.add("moves/s, no sandbox", "round trips/s, two bare pairs", kept.moves_a_second(), bare.a_second);
    table.add("own µs a move, no sandbox", "own µs a bare round trip", kept.own_us_a_move(), bare.own_us);
    if (has_sandbox) {
      bare = bare_round_trips();
      kept_in_sandbox.play();
      table.add("moves/s, sandbox", "round trips/s, two bare pairs", kept_in_sandbox.moves_a_second(),
                bare.a_second);
    }
    bare = bare_round_trips();
    batches.play();
    table.add("moves/s, 32 games a process, no sandbox", "round trips/s, two bare pairs",
              batches.moves_a_second(), bare.a_second);
    double starts = bare_starts_a_second();
    fresh.play();
    table.add("new bots/s, two a game, no sandbox", "starts/s by fork and exec", 2 * fresh.games_a_second(),
              starts);
    if (has_sandbox) {
      starts = bare_starts_a_second();
      fresh_in_sandbox.play();
      table.add("new bots/s, two a game, sandbox", "starts/s by fork and exec",
                2 * fresh_in_sandbox.games_a_second(), starts);
    }
    double lookups = engine.lookups_a_second();
    table.add("positions/s, best play", "words looked up/s", engine.best_plays_a_second(), lookups);
    lookups = engine.lookups_a_second();
    table.add("positions/s, all plays", "words looked up/s", engine.all_plays_a_second(), lookups);
    const double hashes = engine.hashes_a_second();
    table.add("records read/s", "records hashed/s (SHA-256)", engine.readings_a_second(), hashes);
  }
  table.print();
}
