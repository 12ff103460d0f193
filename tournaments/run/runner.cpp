#include "tournaments/run/runner.h"

#include <fmt/format.h>
#include <sched.h>

#include <algorithm>
#include <boost/asio/post.hpp>
#include <map>
#include <set>

#include "referee/stream.h"
#include "tournaments/bots/bot_trial.h"

namespace toptile {

using std::chrono::steady_clock;

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

int lanes_of(const Plan& plan) {
  return plan.conduct.lanes ? plan.format.players : 1;
}

// A folder that a bot may read can contain the run and other bots, so these are hidden from it.
Launchpad::Launchpad(const Plan& plan, const RunPaths& paths, const FrozenBots& bots,
                     const std::shared_ptr<const Sandbox>& sandbox)
    : specs_(static_cast<std::size_t>(lanes_of(plan))) {
  std::vector<std::filesystem::path> hidden = {std::filesystem::absolute(paths.folder).lexically_normal()};
  for (const BotEntry& bot : plan.bots) {
    for (const BotHome& home : bot.homes) hidden.push_back(home.path);
  }
  for (int lane = 0; lane < lanes_of(plan); ++lane) {
    for (std::size_t entrant = 0; entrant < plan.bots.size(); ++entrant) {
      BotSpec spec =
          bots.spec_of(static_cast<int>(entrant), lane, sandbox, plan.limits, paths.lexicon_list());
      spec.launch.stderr_file = paths.stderr_of(plan.bots[entrant].name);
      spec.confinement.processors = plan.pin ? Processors::kept : Processors::free;
      spec.confinement.hidden = hidden;
      specs_[static_cast<std::size_t>(lane)].push_back(std::move(spec));
    }
  }
}

Result<void> try_every_bot(const Launchpad& launchpad, const GameTable& table, int players,
                           const Patience& patience, std::stop_token stop) {
  for (const BotSpec& spec : launchpad.specs()) {
    const BotTrial trial = try_bot(spec, table, players, patience, stop);
    if (trial.is_stopped) return success();
    if (trial.error) return *trial.error;
    if (!trial.fault) continue;
    return Error{fmt::format("bot {}: {}: {}; what it wrote on stderr is in {}", spec.name,
                             name_of(trial.fault->kind), trial.fault->text,
                             spec.launch.stderr_file.string())};
  }
  return success();
}

// A thread that plays one game after the other, and the bot processes that it keeps from game to game.
class Runner::Worker {
 public:
  Worker(Runner& runner, int number, std::optional<int> processor)
      : runner_(runner), number_(number), processor_(processor), thread_([this] { work(); }) {}
  ~Worker() { thread_.join(); }

  // Makes a wait of this worker look at the stop token now. Any thread may call it.
  void wake() {
    boost::asio::post(context_, [] {});
  }

 private:
  using SessionKey = std::pair<int, int>;  // The entrant and the lane.

  void work() {
    if (processor_) {
      cpu_set_t set;
      CPU_ZERO(&set);
      CPU_SET(*processor_, &set);
      // Children inherit the affinity. If this fails, the game runs on any processor.
      ::sched_setaffinity(0, sizeof set, &set);
    }
    while (const auto pairing = runner_.next_game(number_, [this] { freeze_all(); })) {
      auto record = play(*pairing);
      freeze_unless_pondering();
      if (record) runner_.finish_game(*pairing, std::move(*record));
    }
    let_go_of([](const SessionKey&) { return true; },
              runner_.stop_.stop_requested() ? Parting::at_once : Parting::asked);
    runner_.end_worker();
  }

  // The record of the game; nothing if the runner was stopped or gave up.
  std::optional<GameRecord> play(const Pairing& pairing) {
    const Absences absent = runner_.absences_of(pairing);
    if (auto record = record_unplayed(runner_.plan_, runner_.table_, pairing, absent)) return record;
    if (!open_transcript(pairing)) return std::nullopt;
    std::vector<SeatedBot> seats;
    seated_.clear();
    for (int entrant : pairing.entrants) seated_.insert(key_of(entrant, pairing));
    for (std::size_t i = 0; i < absent.size(); ++i) {
      const auto seated =
          absent[i] ? std::optional<SeatedBot>(*absent[i]) : seat(key_of(pairing.entrants[i], pairing));
      if (!seated) return std::nullopt;
      seats.push_back(*seated);
    }
    auto played = play_game(runner_.table_, setup_of(runner_.plan_, pairing), seats, bystanders());
    if (!played) return std::nullopt;
    for (const int seat : played->faulted_seats) {
      const SessionKey faulted = key_of(pairing.entrants[static_cast<std::size_t>(seat)], pairing);
      let_go_of([&](const SessionKey& key) { return key == faulted; }, Parting::at_once);
    }
    if (runner_.plan_.conduct.restart == Restart::each_game)
      let_go_of([](const SessionKey&) { return true; }, Parting::asked);
    return std::move(played->record);
  }

  // The processes that are kept for other games.
  std::vector<BotSession*> bystanders() const {
    std::vector<BotSession*> sessions;
    for (const auto& [key, session] : sessions_)
      if (!seated_.contains(key)) sessions.push_back(session.get());
    return sessions;
  }

  SessionKey key_of(int entrant, const Pairing& pairing) const {
    return {entrant, runner_.plan_.conduct.lanes ? pairing.lane() : 0};
  }

  // Returns false if the transcript cannot be written; the runner has the error then.
  bool open_transcript(const Pairing& pairing) {
    if (runner_.transcripts_ == Transcripts::none) return true;
    auto transcript = Transcript::create(runner_.paths_.transcript_of(pairing.id));
    if (transcript) {
      transcript_ = transcript.value();
      return true;
    }
    runner_.give_up(transcript.error());
    return false;
  }

  // The bot for a game; nothing if the runner was stopped or the machine cannot start the bot.
  std::optional<SeatedBot> seat(const SessionKey& key) {
    auto found = sessions_.find(key);
    if (found == sessions_.end()) {
      make_room();
      auto started = BotSession::start(context_, runner_.launchpad_.spec_of(key.first, key.second),
                                       runner_.plan_.patience, runner_.stop_.get_token(), transcript_,
                                       [this] { freeze_unless_pondering(); });
      if (std::holds_alternative<Stopped>(started)) return std::nullopt;
      if (auto* fault = std::get_if<Fault>(&started)) return SeatedBot(std::move(*fault));
      if (auto* error = std::get_if<Error>(&started)) {
        runner_.give_up(std::move(*error));
        return std::nullopt;
      }
      found = sessions_.emplace(key, std::move(std::get<std::unique_ptr<BotSession>>(started))).first;
    }
    found->second->write_to(transcript_);
    return SeatedBot(found->second.get());
  }

  // Called before this worker waits while others play: a bot that computes then would take their processors.
  void freeze_all() {
    for (auto& [key, session] : sessions_) session->freeze();
  }

  // Called when a game is over and while a bot starts: a bot that may not ponder waits for its next question.
  void freeze_unless_pondering() {
    if (!runner_.table_.terms.may_ponder) freeze_all();
  }

  enum class Parting { asked, at_once };  // Whether a bot is asked to quit first.

  // Ends the sessions whose key `is_among` says yes to.
  template <class IsAmong>
  void let_go_of(IsAmong is_among, Parting parting) {
    for (auto session = sessions_.begin(); session != sessions_.end();) {
      if (!is_among(session->first)) {
        ++session;
        continue;
      }
      if (parting == Parting::asked) session->second->quit();
      runner_.note_use(session->first.first, session->second->bury());
      session = sessions_.erase(session);
    }
  }

  // Many bots and many games at once could need more processes and descriptors than a system allows.
  void make_room() {
    constexpr std::size_t kMostSessions = 12;
    if (sessions_.size() < kMostSessions) return;
    let_go_of([&](const SessionKey& key) { return !seated_.contains(key); }, Parting::asked);
  }

  Runner& runner_;
  const int number_;
  const std::optional<int> processor_;
  std::set<SessionKey> seated_;             // The bots of the game in play.
  std::shared_ptr<Transcript> transcript_;  // The transcript of the game in play.
  boost::asio::io_context context_{1};
  std::map<SessionKey, std::unique_ptr<BotSession>> sessions_;
  std::thread thread_;  // The last member, because it uses all of the above.
};

Runner::Runner(const Plan& plan, const GameTable& table, Schedule& schedule, RunStore& store,
               const RunPaths& paths, const Launchpad& launchpad, Withdrawals withdrawals,
               Transcripts transcripts)
    : plan_(plan),
      table_(table),
      store_(store),
      paths_(paths),
      launchpad_(launchpad),
      transcripts_(transcripts),
      schedule_(schedule),
      withdrawals_(std::move(withdrawals)),
      uses_(plan.bots.size()) {}

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
    workers_.push_back(
        std::make_unique<Worker>(*this, i, plan_.pin ? std::optional(processor) : std::nullopt));
  }
}

bool Runner::wait(Deadline deadline) {
  std::unique_lock lock(mutex_);
  changed_.wait_until(lock, deadline, [&] { return working_ == 0 || is_cut_short_; });
  return working_ > 0 && !is_cut_short_;
}

void Runner::stop() {
  stop_.request_stop();
  for (const auto& worker : workers_) worker->wake();
  workers_.clear();
}

RunnerNews Runner::take_news() {
  const std::lock_guard lock(mutex_);
  return {std::exchange(finished_, {}), std::exchange(events_, {}), schedule_.known(), schedule_.expected(),
          schedule_.test()};
}

std::vector<SessionUse> Runner::uses() const {
  const std::lock_guard lock(mutex_);
  return uses_;
}

Result<void> Runner::outcome() const {
  const std::lock_guard lock(mutex_);
  return outcome_;
}

template <class BeforeWait>
std::optional<Pairing> Runner::next_game(int worker, BeforeWait before_wait) {
  std::unique_lock lock(mutex_);
  const auto is_decided = [&] {
    while (next_id_ <= schedule_.known() && store_.has(next_id_)) ++next_id_;
    return next_id_ <= schedule_.known() || schedule_.is_complete();
  };
  if (!is_decided()) {
    lock.unlock();
    before_wait();
    lock.lock();
    more_known_.wait(lock, stop_.get_token(), is_decided);
  }
  if (stop_.stop_requested() || !is_decided() || next_id_ > schedule_.known()) return std::nullopt;
  in_play_.insert(next_id_);
  const Pairing pairing = schedule_.pairing(next_id_++);
  if (keeps_events_) note_start(pairing, worker);
  return pairing;
}

void Runner::note_start(const Pairing& pairing, int worker) {
  if (count_present(toptile::absences_of(pairing, withdrawals_)) < 2) return;
  events_.push_back(GameStarted{
      pairing.id, {pairing.entrants.begin(), pairing.entrants.end()}, worker, steady_clock::now()});
}

Absences Runner::absences_of(const Pairing& pairing) const {
  const std::lock_guard lock(mutex_);
  return toptile::absences_of(pairing, withdrawals_);
}

void Runner::finish_game(const Pairing& pairing, GameRecord record) {
  std::string line = record.forfeits.empty() ? format_record(record) : std::string();
  const std::lock_guard lock(mutex_);
  in_play_.erase(pairing.id);
  if (pairing.id > schedule_.known()) return;
  if (record.forfeits.empty()) {
    withdrawals_.note(pairing, record);
    store_game(record, std::move(line));
  } else {
    undecided_.emplace(record.id, std::move(record));
  }
  store_decided();
}

// Whether a bot that failed to start in this game is still playing an earlier one.
bool Runner::is_undecided(const GameRecord& record) const {
  const Pairing pairing = schedule_.pairing(record.id);
  for (std::size_t seat = 0; seat < pairing.entrants.size(); ++seat) {
    if (!has_failed_to_start(record, static_cast<int>(seat))) continue;
    for (const std::uint64_t earlier : in_play_) {
      if (earlier > record.id) break;
      const auto entrants = schedule_.pairing(earlier).entrants;
      if (std::ranges::find(entrants, pairing.entrants[seat]) != entrants.end()) return true;
    }
  }
  return false;
}

void Runner::store_decided() {
  for (auto next = undecided_.begin(); next != undecided_.end();) {
    if (next->first > schedule_.known()) {
      undecided_.erase(next, undecided_.end());
      return;
    }
    if (is_undecided(next->second)) {
      ++next;
      continue;
    }
    const Pairing pairing = schedule_.pairing(next->first);
    GameRecord record = std::move(next->second);
    next = undecided_.erase(next);
    record = withdrawn_later(plan_, table_, pairing, withdrawals_, std::move(record));
    withdrawals_.note(pairing, record);
    std::string line = format_record(record);
    store_game(record, std::move(line));
  }
}

void Runner::store_game(const GameRecord& record, std::string line) {
  if (!outcome_ || record.id > schedule_.known()) return;
  const Pairing pairing = schedule_.pairing(record.id);
  const GameResult result = result_of(record, pairing.entrants);
  const auto before = std::pair(schedule_.known(), schedule_.is_complete());
  schedule_.tell(result);
  if (auto appended = store_.append(record.id, std::move(line)); !appended) return fail(appended.error());
  finished_.add(record, result);
  if (keeps_events_) events_.push_back(game_ended_of(record, result));
  if (keeps_events_ && schedule_.known() > before.first)
    events_.push_back(RoundKnown{schedule_.known(), schedule_.expected()});
  if (std::pair(schedule_.known(), schedule_.is_complete()) == before) return;
  // What a round follows from must not be lost when what it led to is kept.
  if (auto synced = store_.sync(); !synced) return fail(synced.error());
  if (schedule_.known() < before.first) cut_short();
  more_known_.notify_all();
}

void Runner::cut_short() {
  is_cut_short_ = true;
  changed_.notify_all();
}

// The workers notice at their next game.
void Runner::fail(Error error) {
  if (outcome_) outcome_ = std::move(error);
  stop_.request_stop();
}

void Runner::give_up(Error error) {
  const std::lock_guard lock(mutex_);
  fail(std::move(error));
}

void Runner::note_use(int entrant, const SessionUse& use) {
  const std::lock_guard lock(mutex_);
  SessionUse& sum = uses_[static_cast<std::size_t>(entrant)];
  sum.processor_time += use.processor_time;
  sum.questions += use.questions;
}

void Runner::end_worker() {
  const std::lock_guard lock(mutex_);
  --working_;
  changed_.notify_all();
}

}  // namespace toptile
