#include "league/work/remote_work.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/utf8.h"
#include "league/work/set_player.h"
#include "protocol/game_record.h"

namespace toptile {

namespace {

using std::chrono::milliseconds;

constexpr milliseconds kOwnLease{60'000};
constexpr milliseconds kIdleTime{60'000};  // Without a call for so long, another worker may choose.
constexpr std::int64_t kMaxSetMs = 24 * 3600 * std::int64_t{1000};

struct HeldSet {
  VersionId one{}, other{};
  std::int64_t block = 0;
  std::uint64_t seed = 0;
};

// Fills the results of a set from its records; the text says why they are not of this set, and is empty if
// they are.
std::string fill_results(RecordedSet& set, const HeldSet& held, const std::array<std::string, 2>& labels,
                         const LeagueTerms& terms, const Lexicon& lexicon) {
  const auto games = games_of_set(terms.plan.rules, SeededSet{set.set, held.seed});
  for (std::size_t i = 0; i < 2; ++i) {
    const auto fault = [&](const std::string& why) {
      return fmt::format("set {}: game {}: {}", set.set, i + 1, why);
    };
    auto record = parse_record(set.records[i]);
    if (!record) return fault(record.error().message);
    if (const auto wrong = record_fault(terms, lexicon, games[i], labels, record.value()))
      return fault(*wrong);
    set.results[i] = result_of(record.value(), games[i].entrants);
    // The line could say more than the record.
    set.records[i] = format_record(record.value());
  }
  return "";
}

Result<void> pause_forfeiting(LeagueStore& store, const RecordedSet& set) {
  for (std::size_t i = 0; i < 2; ++i) {
    const auto record = parse_record(set.records[i]);
    if (!record) continue;
    for (const ForfeitRecord& forfeit : record.value().forfeits) {
      const bool is_one = set.results[i].by_seat[forfeit.seat].entrant == 0;
      TOPTILE_TRY_TO(store.versions().pause_if_forfeiting(
          is_one ? set.one : set.other,
          fmt::format("{}: {}", name_of(forfeit.kind), printable(forfeit.text, 300))));
    }
  }
  return success();
}

}  // namespace

RemoteWork::RemoteWork(std::function<Result<LeagueStore>()> open, double replayed_share)
    : store_(std::move(open), {worker_name(), kOwnLease, 0}),
      desk_(store_, std::nullopt),
      replayed_share_(replayed_share),
      tending_([this](const std::stop_token& stop) { tend(stop); }) {}

RemoteWork::~RemoteWork() {
  tending_.request_stop();
  tending_.join();
}

void RemoteWork::note_use() {
  const std::lock_guard lock(mutex_);
  last_use_ = Clock::now();
  used_.notify_all();
}

void RemoteWork::note_brought(const std::string& token, std::int64_t sets) {
  const std::lock_guard lock(mutex_);
  brought_[token].emplace_back(Clock::now(), sets);
}

std::int64_t RemoteWork::brought_lately(const std::string& token) {
  const std::lock_guard lock(mutex_);
  auto& all = brought_[token];
  while (!all.empty() && all.front().first < Clock::now() - kBroughtTime) all.pop_front();
  std::int64_t sets = 0;
  for (const auto& [at, some] : all) sets += some;
  return sets;
}

void RemoteWork::tend(const std::stop_token& stop) {
  std::unique_lock lock(mutex_);
  while (!stop.stop_requested()) {
    used_.wait(lock, stop, [&] { return last_use_.has_value(); });
    if (!last_use_) return;
    const bool is_idle = Clock::now() - *last_use_ > kIdleTime;
    if (is_idle) last_use_.reset();
    lock.unlock();
    milliseconds pause{0};
    // An error is met again by the next call of a worker, which reports it.
    if (is_idle) {
      static_cast<void>(desk_.leave());
    } else {
      const auto next = desk_.tend();
      pause = next ? next.value() : kOwnLease / 4;
    }
    lock.lock();
    if (!is_idle) used_.wait_for(lock, stop, pause, [] { return false; });
  }
  lock.unlock();
  static_cast<void>(desk_.leave());
}

Result<NextWork> RemoteWork::next(const Lease& lease, double seconds, double seconds_a_set, int most) {
  const std::lock_guard choosing(choosing_);
  note_use();
  const std::string token = token_of_worker(lease.worker);
  TOPTILE_TRY(const auto held, store_.use([&](LeagueStore& store) -> Result<OpenSets> {
    TOPTILE_TRY_TO(store.keep_alive(lease));
    return store.leases().held_with(token);
  }));
  const std::int64_t free =
      2 * std::min<std::int64_t>(held.lanes, kMaxRemoteLanes) + brought_lately(token) - held.sets;
  if (free <= 0) return NextWork{};
  return desk_.next_for(lease, seconds, seconds_a_set, static_cast<int>(std::min<std::int64_t>(most, free)));
}

Result<std::shared_ptr<const Lexicon>> RemoteWork::lexicon() {
  const std::lock_guard lock(mutex_);
  if (lexicon_) return lexicon_;
  TOPTILE_TRY(lexicon_, store_.use([](LeagueStore& store) -> Result<std::shared_ptr<const Lexicon>> {
    const Plan& plan = store.terms().plan;
    TOPTILE_TRY(const auto words, store.words());
    TOPTILE_TRY(auto building,
                build_lexicon(plan.lexicon_name, words, plan.rules.alphabet(), plan.rules.size));
    return std::make_shared<const Lexicon>(std::move(building.lexicon));
  }));
  return lexicon_;
}

Result<BroughtOutcome> RemoteWork::bring(const std::string& worker, const std::string& program,
                                         std::vector<BroughtRecords> sets) {
  note_use();
  TOPTILE_TRY(const auto lexicon, this->lexicon());
  std::map<SetNumber, HeldSet> held;
  std::map<VersionId, std::string> labels;
  std::map<SetNumber, std::uint64_t> before;
  std::optional<LeagueTerms> terms;
  TOPTILE_TRY_TO(store_.use([&](LeagueStore& store) -> Result<void> {
    terms = store.terms();
    std::vector<SetNumber> numbers;
    for (const BroughtRecords& set : sets) numbers.push_back(set.set);
    TOPTILE_TRY(before, store.checks().brought_by(worker, numbers));
    TOPTILE_TRY(const auto blocks, store.leases().held_by(worker));
    for (const LeasedSets& block : blocks) {
      for (const SetNumber set : block.sets)
        held[set] = {block.one, block.other, block.block, seed_of_set(*terms, block.seed_set(set))};
      for (const VersionId id : {block.one, block.other}) {
        if (labels.contains(id)) continue;
        TOPTILE_TRY(const auto version, store.versions().find(id));
        labels[id] = version.label();
      }
    }
    return success();
  }));
  BroughtOutcome outcome;
  outcome.orders.resize(sets.size());
  std::vector<RecordedSet> ours;
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < sets.size(); ++i) {
    if (const auto found = before.find(sets[i].set); found != before.end()) outcome.orders[i] = found->second;
    const auto own = held.find(sets[i].set);
    if (own == held.end()) continue;
    RecordedSet set;
    set.set = sets[i].set;
    set.one = own->second.one;
    set.other = own->second.other;
    set.block = own->second.block;
    set.took = std::clamp<std::int64_t>(sets[i].took, 0, kMaxSetMs);
    set.records = std::move(sets[i].records);
    // It takes long, so the store is free for others meanwhile.
    outcome.fault =
        fill_results(set, own->second, {labels.at(set.one), labels.at(set.other)}, *terms, *lexicon);
    if (!outcome.fault.empty()) {
      TOPTILE_TRY_TO(store_.use([&](LeagueStore& store) {
        return store.block(token_of_worker(worker),
                           "it brought a game that breaks the rules: " + outcome.fault);
      }));
      return outcome;
    }
    ours.push_back(std::move(set));
    places.push_back(i);
  }
  if (ours.empty()) return outcome;
  std::vector<RecordedSet> forfeited;
  const auto draw = [&] {
    const std::lock_guard lock(mutex_);
    return static_cast<double>(random_()) / std::random_device::max();
  };
  const Delivery delivery{worker, program, replayed_share_, draw,
                          [&](const RecordedSet& set) { forfeited.push_back(set); }};
  TOPTILE_TRY_TO(store_.use([&](LeagueStore& store) -> Result<void> {
    TOPTILE_TRY_TO(store.sets().keep(ours, delivery));
    // A bot pauses for forfeits that two workers saw, and not for those of one machine.
    for (const RecordedSet& set : forfeited) TOPTILE_TRY_TO(pause_forfeiting(store, set));
    return success();
  }));
  for (std::size_t i = 0; i < ours.size(); ++i) outcome.orders[places[i]] = ours[i].order;
  note_brought(token_of_worker(worker), static_cast<std::int64_t>(ours.size()));
  return outcome;
}

Result<void> RemoteWork::keep_alive(const Lease& lease) {
  note_use();
  return store_.use([&](LeagueStore& store) { return store.keep_alive(lease); });
}

Result<void> RemoteWork::give_back(const std::string& worker, std::span<const SetNumber> except) {
  return store_.use([&](LeagueStore& store) { return store.give_back(worker, except, {}); });
}

Result<void> RemoteWork::leave(const std::string& worker) {
  return store_.use([&](LeagueStore& store) { return store.release(worker); });
}

}  // namespace toptile
