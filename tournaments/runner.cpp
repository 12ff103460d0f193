#include "tournaments/runner.h"

#include <fmt/format.h>
#include <sched.h>

#include <boost/asio/post.hpp>
#include <map>
#include <set>

#include "referee/stream.h"

namespace toptile {

namespace {

using std::chrono::steady_clock;

std::vector<std::string> bot_names(const Plan& plan, const Pairing& pairing) {
  std::vector<std::string> names;
  for (int entrant : pairing.entrants) names.push_back(plan.bots[static_cast<std::size_t>(entrant)].name);
  return names;
}

}  // namespace

std::vector<int> usable_processors() {
  std::vector<int> processors;
  cpu_set_t set;
  CPU_ZERO(&set);
  if (::sched_getaffinity(0, sizeof set, &set) == 0) {
    for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu) {
      if (CPU_ISSET(cpu, &set)) processors.push_back(cpu);
    }
  }
  if (processors.empty()) processors.push_back(0);
  return processors;
}

// A bot's folder may hold the run, and other bots.
BotSpec Launchpad::spec_of(const BotEntry& bot) const {
  BotSpec spec = toptile::spec_of(bot);
  spec.launch.stderr_file = paths_.stderr_of(bot.name);
  spec.confinement = confinement_of(bot, sandbox_, plan_.limits, paths_.lexicon_list());
  spec.confinement.processors = plan_.pin ? Processors::kept : Processors::free;
  std::vector<std::filesystem::path>& hidden = spec.confinement.hidden;
  hidden.push_back(std::filesystem::absolute(paths_.folder).lexically_normal());
  for (const BotEntry& other : plan_.bots) {
    for (const auto& path : files_of_its_own(other)) hidden.push_back(path);
  }
  for (const auto& path : files_of_its_own(bot)) std::erase(hidden, path);
  return spec;
}

Result<void> try_every_bot(const Plan& plan, const GameTable& table, const Launchpad& launchpad,
                           std::stop_token stop) {
  boost::asio::io_context context(1);
  const std::stop_callback wake(stop, [&] { boost::asio::post(context, [] {}); });
  for (const BotEntry& bot : plan.bots) {
    const BotSpec spec = launchpad.spec_of(bot);
    const auto refuse = [&](const Fault& fault) {
      return Error{fmt::format("bot {}: {}: {}; what it wrote on stderr is in {}", bot.name,
                               name_of(fault.kind), fault.text, spec.launch.stderr_file.string())};
    };
    auto started = BotSession::start(context, spec, plan.patience, stop);
    if (const auto* fault = std::get_if<Fault>(&started)) return refuse(*fault);
    if (std::holds_alternative<Stopped>(started)) return success();
    auto& session = *std::get<std::unique_ptr<BotSession>>(started);
    const auto ready = session.begin_game(table.setup, {"try", 2, 0, 0});
    if (const auto* fault = std::get_if<Fault>(&ready)) return refuse(*fault);
    session.quit();
  }
  return success();
}

// A thread that plays one game after the other, and the bot processes it keeps from game to game.
class Runner::Worker {
 public:
  Worker(Runner& runner, std::optional<int> processor)
      : runner_(runner), processor_(processor), thread_([this] { work(); }) {}
  ~Worker() { thread_.join(); }

  // From any thread: a wait of this worker looks at the stop token now.
  void wake() {
    boost::asio::post(context_, [] {});
  }

 private:
  using SessionKey = std::pair<int, int>;  // Entrant and lane.

  void work() {
    if (processor_) {
      cpu_set_t set;
      CPU_ZERO(&set);
      CPU_SET(*processor_, &set);
      ::sched_setaffinity(0, sizeof set,
                          &set);  // Children inherit it. Where it fails, the game runs anywhere.
    }
    while (const auto pairing = runner_.next_game()) {
      if (auto record = play(*pairing)) runner_.finish_game(std::move(*record));
    }
    for (auto& [key, session] : sessions_) {
      if (!runner_.stop_.stop_requested()) session->quit();
    }
    sessions_.clear();
    runner_.end_worker();
  }

  // Nothing when it was stopped.
  std::optional<GameRecord> play(const Pairing& pairing) {
    std::vector<SeatedBot> seats;
    seated_.clear();
    for (int entrant : pairing.entrants) seated_.insert({entrant, pairing.lane()});
    for (int entrant : pairing.entrants) {
      auto seated = seat(entrant, pairing.lane());
      if (!seated) return std::nullopt;
      seats.push_back(*seated);
    }
    const GameSetup setup{pairing.id, pairing.pair, game_seed(runner_.plan_.seed, pairing.pair),
                          bot_names(runner_.plan_, pairing)};
    auto played = play_game(runner_.table_, setup, seats);
    if (!played) return std::nullopt;
    if (played->faulted_seat)
      sessions_.erase({pairing.entrants[static_cast<std::size_t>(*played->faulted_seat)], pairing.lane()});
    return std::move(played->record);
  }

  std::optional<SeatedBot> seat(int entrant, int lane) {
    auto found = sessions_.find({entrant, lane});
    if (found == sessions_.end()) {
      make_room();
      const BotEntry& bot = runner_.plan_.bots[static_cast<std::size_t>(entrant)];
      auto started = BotSession::start(context_, runner_.launchpad_.spec_of(bot), runner_.plan_.patience,
                                       runner_.stop_.get_token());
      if (std::holds_alternative<Stopped>(started)) return std::nullopt;
      if (auto* fault = std::get_if<Fault>(&started)) return SeatedBot(std::move(*fault));
      found =
          sessions_
              .emplace(SessionKey{entrant, lane}, std::move(std::get<std::unique_ptr<BotSession>>(started)))
              .first;
    }
    return SeatedBot(found->second.get());
  }

  // Many bots and many games at once would come to more processes and descriptors than a system gives.
  void make_room() {
    constexpr std::size_t kMostSessions = 12;
    if (sessions_.size() < kMostSessions) return;
    for (auto& [key, session] : sessions_) {
      if (!seated_.contains(key)) session->quit();
    }
    std::erase_if(sessions_, [&](const auto& entry) { return !seated_.contains(entry.first); });
  }

  Runner& runner_;
  const std::optional<int> processor_;
  std::set<SessionKey> seated_;  // Of the game in play.
  boost::asio::io_context context_{1};
  std::map<SessionKey, std::unique_ptr<BotSession>> sessions_;
  std::thread thread_;  // Last: it uses all of the above.
};

Runner::Runner(const Plan& plan, const GameTable& table, const RoundRobin& schedule, RunStore& store,
               const Launchpad& launchpad)
    : plan_(plan), table_(table), schedule_(schedule), store_(store), launchpad_(launchpad) {}

Runner::~Runner() {
  stop();
}

void Runner::start(int concurrency) {
  const std::vector<int> processors = usable_processors();
  {
    const std::lock_guard lock(mutex_);
    working_ = concurrency;
  }
  for (int i = 0; i < concurrency; ++i) {
    const auto processor = processors[static_cast<std::size_t>(i) % processors.size()];
    workers_.push_back(std::make_unique<Worker>(*this, plan_.pin ? std::optional(processor) : std::nullopt));
  }
}

bool Runner::wait(Deadline deadline) {
  std::unique_lock lock(mutex_);
  changed_.wait_until(lock, deadline, [&] { return working_ == 0; });
  return working_ > 0;
}

void Runner::stop() {
  stop_.request_stop();
  for (const auto& worker : workers_) worker->wake();
  workers_.clear();
}

std::vector<GameRecord> Runner::take_finished() {
  const std::lock_guard lock(mutex_);
  return std::exchange(finished_, {});
}

Result<void> Runner::outcome() const {
  const std::lock_guard lock(mutex_);
  return outcome_;
}

std::optional<Pairing> Runner::next_game() {
  const std::lock_guard lock(mutex_);
  if (stop_.stop_requested()) return std::nullopt;
  while (next_id_ <= schedule_.games() && store_.has(next_id_)) ++next_id_;
  if (next_id_ > schedule_.games()) return std::nullopt;
  return schedule_.pairing(next_id_++);
}

void Runner::finish_game(GameRecord record) {
  std::string line = format_record(record);
  const std::lock_guard lock(mutex_);
  if (!outcome_) return;
  if (auto appended = store_.append(record.id, std::move(line)); !appended) {
    outcome_ = appended.error();
    stop_.request_stop();  // The others notice at their next game.
    return;
  }
  finished_.push_back(std::move(record));
}

void Runner::end_worker() {
  const std::lock_guard lock(mutex_);
  --working_;
  changed_.notify_all();
}

}  // namespace toptile
