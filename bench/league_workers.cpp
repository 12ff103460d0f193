// Many workers on one league, whose games take time but no processor: how many sets a second are stored, how
// long a worker waits for the league, and whether anything is lost. The league is made in an empty database,
// which may be reached through a pooler. Each worker is a thread with a connection of its own, as each
// process of `toptile league run` has one.
//
// Usage: league_workers RUN DATABASE WORKERS SETS_A_SECOND SECONDS [BOTS]
//   SETS_A_SECOND  of all workers together, if none waits
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "bench/simulated_sets.h"
#include "engine/random.h"
#include "league/store/worker_name.h"
#include "league/work/league_desk.h"

namespace toptile {

namespace {

using std::chrono::duration;
using std::chrono::steady_clock;

struct Request {
  std::string run, database;
  int workers = 1, bots = 50;
  double sets_a_second = 1, seconds = 10;
};

struct Totals {
  std::mutex mutex;
  std::vector<double> leasing, keeping;  // Seconds that workers waited, each time.
  std::int64_t kept = 0, lost = 0, idle = 0;
  std::string error;
};

class SimulatedWorker {
 public:
  SimulatedWorker(const Request& request, const std::vector<std::string>& lines, Totals& totals, int number,
                  const std::stop_token& stop)
      : request_(request),
        lines_(lines),
        totals_(totals),
        random_(static_cast<std::uint64_t>(number)),
        stop_(stop),
        store_(request.database, {worker_name()}, {.stop = stop}),
        desk_(store_, {}) {}

  // As a Workshop with one lane does (league/work/workshop.cpp).
  Result<void> work() {
    const double seconds_a_set = request_.workers / request_.sets_a_second;
    auto idle = std::chrono::milliseconds(20);
    double leasing = 0;
    // Not all begin at the same moment.
    TOPTILE_TRY_TO(pass(seconds_a_set * static_cast<double>(random_.below(1000)) / 1000));
    while (!stop_.stop_requested()) {
      NextWork work;
      const double seconds = WorkPace::lease_seconds(leasing, last_keeping_, workers_);
      TOPTILE_TRY(leasing, timed(totals_.leasing, [&]() -> Result<void> {
                    TOPTILE_TRY(work, desk_.next(seconds, seconds_a_set, kMaxSetsAtOnce));
                    return success();
                  }));
      workers_ = work.workers;
      if (work.blocks.empty()) {
        const std::lock_guard lock(totals_.mutex);
        ++totals_.idle;
      }
      if (work.blocks.empty()) {
        TOPTILE_TRY_TO(pass(std::max(duration<double>(idle).count(), std::min(20 * leasing, 5.0))));
        idle = std::min(2 * idle, std::chrono::milliseconds(500));
      }
      for (const SetsToPlay& block : work.blocks) {
        idle = std::chrono::milliseconds(20);
        for (const SeededSet& set : block.sets) {
          TOPTILE_TRY_TO(pass(seconds_a_set * (0.5 + static_cast<double>(random_.below(1000)) / 1000)));
          if (stop_.stop_requested()) break;
          waiting_.push_back(played(block, set.set));
          if (steady_clock::now() >= keep_due_) {
            TOPTILE_TRY_TO(keep());
          }
        }
      }
    }
    TOPTILE_TRY_TO(keep());
    return Retries({.patience = std::chrono::seconds(10)}).persist([&] { return desk_.leave(); });
  }

 private:
  // Waits, and does meanwhile what is due.
  Result<void> pass(double seconds) {
    const auto end =
        steady_clock::now() + std::chrono::duration_cast<steady_clock::duration>(duration<double>(seconds));
    while (!stop_.stop_requested() && steady_clock::now() < end) {
      if (steady_clock::now() >= tend_due_) {
        TOPTILE_TRY(const auto pause, retries_.persist([&] { return desk_.tend(); }));
        tend_due_ = steady_clock::now() + pause;
      }
      const auto left = std::min(end, tend_due_) - steady_clock::now();
      pause_for(std::max(std::chrono::milliseconds(1), std::chrono::ceil<std::chrono::milliseconds>(left)),
                stop_);
    }
    return success();
  }

  template <class Work>
  Result<double> timed(std::vector<double>& times, const Work& work) {
    const auto begin = steady_clock::now();
    TOPTILE_TRY_TO(retries_.persist(work));
    const double seconds = duration<double>(steady_clock::now() - begin).count();
    const std::lock_guard lock(totals_.mutex);
    times.push_back(seconds);
    return seconds;
  }

  RecordedSet played(const SetsToPlay& block, SetNumber set) {
    RecordedSet recorded;
    recorded.set = set;
    recorded.one = block.one.id;
    recorded.other = block.other.id;
    recorded.block = block.block;
    recorded.took = 100;
    for (std::uint16_t game = 0; game < 2; ++game) {
      recorded.results[game] = simulated::result_of_spread(static_cast<int>(random_.below(201)) - 100, game);
      recorded.records[game] = lines_[(2 * static_cast<std::uint64_t>(set) + game) % lines_.size()];
    }
    return recorded;
  }

  Result<void> keep() {
    if (waiting_.empty()) return success();
    TOPTILE_TRY(last_keeping_, timed(totals_.keeping, [&] { return desk_.keep(waiting_); }));
    keep_due_ = steady_clock::now() + std::chrono::duration_cast<steady_clock::duration>(
                                          duration<double>(WorkPace::pause_seconds(last_keeping_, workers_)));
    const std::lock_guard lock(totals_.mutex);
    for (const RecordedSet& set : waiting_) ++(set.order > 0 ? totals_.kept : totals_.lost);
    waiting_.clear();
    return success();
  }

  const Request& request_;
  const std::vector<std::string>& lines_;
  Totals& totals_;
  Random random_;
  const std::stop_token stop_;
  ProcessStore store_;
  LeagueDesk desk_;
  std::vector<RecordedSet> waiting_;
  steady_clock::time_point keep_due_, tend_due_;
  double last_keeping_ = 0;
  std::int64_t workers_ = 1;
  Retries retries_{{.stop = stop_}};
};

void show(const char* what, std::vector<double> waits) {
  if (waits.empty()) return;
  std::ranges::sort(waits);
  const auto at = [&](double share) {
    return 1000 * waits[static_cast<std::size_t>(share * static_cast<double>(waits.size() - 1))];
  };
  fmt::print("{}: {} times; {:.0f} ms in the median, 99 % within {:.0f} ms, {:.0f} ms at most\n", what,
             waits.size(), at(0.5), at(0.99), at(1));
}

Result<void> measure(const Request& request) {
  const RunPaths paths{request.run};
  TOPTILE_TRY(const auto plan, read_run_plan(paths));
  TOPTILE_TRY(const auto words, load_list_of(paths, plan.rules));
  TOPTILE_TRY(const auto lines, simulated::lines_of(paths));
  TOPTILE_TRY(auto database, open_database(request.database));
  TOPTILE_TRY(auto store, LeagueStore::create(std::move(database), simulated::terms_of(plan), words.lexicon));
  for (int bot = 0; bot < request.bots; ++bot) {
    TOPTILE_TRY_TO(simulated::enter(store, fmt::format("bot{}", bot), fmt::format("the bot {}", bot)));
  }
  Totals totals;
  std::stop_source stop;
  std::vector<std::jthread> workers;
  const auto begin = steady_clock::now();
  for (int number = 0; number < request.workers; ++number) {
    pause_for(std::chrono::milliseconds(2), {});  // A pooler's queue of new connections is short.
    workers.emplace_back([&, number] {
      SimulatedWorker worker(request, lines, totals, number, stop.get_token());
      if (auto worked = worker.work(); !worked) {
        const std::lock_guard lock(totals.mutex);
        if (totals.error.empty()) totals.error = worked.error().message;
      }
    });
  }
  std::int64_t before = 0;
  const auto kept = [&] {
    const std::lock_guard lock(totals.mutex);
    return totals.kept;
  };
  // The first half is for the start.
  pause_for(std::chrono::milliseconds(static_cast<int>(500 * request.seconds)), {});
  before = kept();
  const auto middle = steady_clock::now();
  {
    const std::lock_guard lock(totals.mutex);
    totals.leasing.clear();
    totals.keeping.clear();
    totals.idle = 0;
  }
  pause_for(std::chrono::milliseconds(static_cast<int>(500 * request.seconds)), {});
  const double seconds = duration<double>(steady_clock::now() - middle).count();
  const std::int64_t sets = kept() - before;
  {
    const std::lock_guard lock(totals.mutex);
    fmt::print("{} workers: {:.0f} sets a second, {} games; {} times a worker found no set to play\n",
               request.workers, static_cast<double>(sets) / seconds, 2 * sets, totals.idle);
    show("leases", totals.leasing);
    show("storing", totals.keeping);
  }
  stop.request_stop();
  workers.clear();
  if (!totals.error.empty()) return Error{totals.error};
  std::int64_t stored = 0, leased = 0;
  TOPTILE_TRY_TO(store.sets().for_each_set(0, [&](const PlayedSet&) { ++stored; }));
  TOPTILE_TRY(const auto in_play, store.leases().in_play());
  TOPTILE_TRY(const auto open, store.leases().open(""));
  for (const SetsInPlay& pair : in_play) leased += pair.sets;
  fmt::print("in {:.0f} s {} sets were stored; {} were lost, and {} of {} leases are still held\n",
             duration<double>(steady_clock::now() - begin).count(), stored, totals.lost, leased - open.sets,
             leased);
  if (stored != totals.kept) return Error{fmt::format("{} sets were kept", totals.kept)};
  TOPTILE_TRY_TO(store.outcomes().for_each([](const CountedSets&) {}));
  return success();
}

}  // namespace

}  // namespace toptile

int main(int argc, char** argv) {
  if (argc < 6) {
    fmt::print(stderr, "usage: league_workers RUN DATABASE WORKERS SETS_A_SECOND SECONDS [BOTS]\n");
    return 2;
  }
  toptile::Request request{argv[1], argv[2], std::atoi(argv[3])};
  request.sets_a_second = std::atof(argv[4]);
  request.seconds = std::atof(argv[5]);
  if (argc > 6) request.bots = std::atoi(argv[6]);
  const auto done = toptile::measure(request);
  if (done) return 0;
  fmt::print(stderr, "{}\n", done.error().message);
  return 1;
}
