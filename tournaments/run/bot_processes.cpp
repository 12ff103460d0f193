#include "tournaments/run/bot_processes.h"

#include <algorithm>

namespace toptile {

namespace {

// Many bots and many games at once could need more processes and descriptors than a system allows.
constexpr std::size_t kMaxKept = 12;

}  // namespace

BotProcesses::BotProcesses(const Plan& plan, const GameTable& table, const Launchpad& launchpad, int batch,
                           std::stop_token stop)
    : plan_(plan),
      table_(table),
      launchpad_(launchpad),
      batch_(batch),
      stop_(std::move(stop)),
      uses_(plan.bots.size()) {}

BotProcesses::Key BotProcesses::key_of(Entrant entrant, const ScheduledGame& game) const {
  return {entrant, plan_.referee.lanes ? game.lane() : 0};
}

BotProcesses::Process* BotProcesses::find_room(const Key& key) {
  const auto found = std::ranges::find_if(
      processes_, [&](const auto& process) { return process->key == key && process->has_room(); });
  return found == processes_.end() ? nullptr : found->get();
}

BotProcesses::Process* BotProcesses::find_process(const SeatedBot& seat) const {
  const auto* const* session = std::get_if<BotSession*>(&seat);
  if (session == nullptr) return nullptr;
  const auto found = std::ranges::find_if(
      processes_, [&](const auto& process) { return process->session.get() == *session; });
  return found == processes_.end() ? nullptr : found->get();
}

bool BotProcesses::is_playing() const {
  return std::ranges::any_of(processes_, [](const auto& process) { return process->games > 0; });
}

// Decides whether the processes that the game still needs may be started. One more process of a bot is of use
// only if another bot can play more games at once than one process of this bot. A new process is tried with
// one game, so that a bot that never answers fails in one game after the other, as it does without batches.
bool BotProcesses::may_start(const ScheduledGame& game, const Absences& absent) {
  int greatest_batch = 0, least_capacity = batch_;
  bool needs_more = false;
  for (const Seat seat : each<Seat>(absent.size())) {
    if (absent[seat]) continue;
    const Key key = key_of(game.entrants[seat], game);
    if (const Process* const process = find_room(key)) {
      if (process->games > 0) greatest_batch = std::max(greatest_batch, process->capacity);
      continue;
    }
    int playing = 0;
    for (const auto& process : processes_) {
      if (process->key != key || !process->may_stay()) continue;
      if (process->is_being_tried()) return false;
      ++playing;
      least_capacity = std::min(least_capacity, process->capacity);
    }
    if (playing >= std::min(batch_, kMaxProcessesOfBot)) return false;
    needs_more |= playing > 0;
  }
  return !needs_more || greatest_batch > least_capacity;
}

Result<std::optional<BotProcesses::Seats>> BotProcesses::seat(const ScheduledGame& game,
                                                              const Absences& absent,
                                                              const std::shared_ptr<Transcript>& transcript) {
  if (lacks_means_ || !may_start(game, absent)) return std::optional<Seats>();
  const bool may_wait = is_playing();
  std::vector<Process*> processes(absent.size());
  Seats seats;
  for (const Seat seat : each<Seat>(absent.size())) {
    if (absent[seat]) {
      seats.emplace_back(*absent[seat]);
      continue;
    }
    const Key key = key_of(game.entrants[seat], game);
    std::optional<Fault> fault;
    Process* process = find_room(key);
    if (process == nullptr) {
      auto started = start(key, transcript, fault);
      if (!started && !started.error().is_cancelled && may_wait) {
        for (Process* const seated : processes)
          if (seated != nullptr) --seated->games;
        lacks_means_ = true;
        return std::optional<Seats>();
      }
      TOPTILE_TRY(process, std::move(started));
    }
    if (fault) {
      seats.emplace_back(*std::move(fault));
      continue;
    }
    ++process->games;
    processes[seat] = process;
    seats.emplace_back(process->session.get());
  }
  const std::string id = std::to_string(game.id);
  for (Process* const process : processes)
    if (process != nullptr) process->session->write_to(transcript, id);
  return std::optional(std::move(seats));
}

Result<BotProcesses::Process*> BotProcesses::start(const Key& key,
                                                   const std::shared_ptr<Transcript>& transcript,
                                                   std::optional<Fault>& fault) {
  if (processes_.size() >= kMaxKept)
    let_go_of([](const Process& process) { return process.games == 0; }, Parting::asked);
  const Meanwhile meanwhile = [this] {
    if (!table_.terms.may_ponder) freeze_all_but(nullptr);
  };
  auto started = BotSession::start(loop_, launchpad_.spec_of(key.first, key.second), plan_.patience, stop_,
                                   transcript, meanwhile);
  if (!started) {
    if (auto* error = std::get_if<Error>(&started.error())) return std::move(*error);
    fault = std::get<Fault>(std::move(started).error());
    return static_cast<Process*>(nullptr);
  }
  auto process = std::make_unique<Process>(Process{key, std::move(started).value()});
  process->capacity = std::min(process->session->games_offered(), batch_);
  if (process->capacity > 1) {
    process->session->name_games();
    process->session->write_to(nullptr);  // What is about no game is in no other transcript.
  }
  return processes_.emplace_back(std::move(process)).get();
}

void BotProcesses::release(const Seats& seats, PlayedGame& played) {
  lacks_means_ = false;
  for (const SeatedBot& seat : seats) {
    if (Process* const process = find_process(seat)) --process->games;
  }
  for (const Seat seat : played.faulted_seats) {
    if (Process* const process = find_process(seats[seat])) process->is_leaving = true;
  }
  for (ForfeitRecord& forfeit : played.record.forfeits) {
    Process* const process = find_process(seats[forfeit.seat]);
    if (process == nullptr || !may_prevent_start(forfeit.kind)) continue;
    // An answer of the wrong form is lost by its own game alone.
    if (forfeit.kind == FaultKind::protocol && process->session->is_whole()) continue;
    forfeit.is_shared = process->failures++ > 0;
  }
  const auto is_done = [](const Process& process) { return process.is_leaving && process.games == 0; };
  let_go_of([&](const Process& process) { return is_done(process) && process.session->is_whole(); },
            Parting::asked);
  let_go_of(is_done, Parting::at_once);
  if (plan_.referee.restart == Restart::each_game)
    let_go_of([](const Process& process) { return process.games == 0; }, Parting::asked);
}

bool BotProcesses::has_newcomer(const Seats& seats) const {
  return std::ranges::any_of(seats, [&](const SeatedBot& seat) {
    const Process* const process = find_process(seat);
    return process != nullptr && process->is_being_tried();
  });
}

void BotProcesses::note_answer(const SeatedBot& seat) {
  Process* const process = find_process(seat);
  if (process != nullptr && process->may_stay()) process->has_answered = true;
}

void BotProcesses::freeze_all_but(const BotSession* asked) {
  for (const auto& process : processes_)
    if (process->session.get() != asked) process->session->freeze();
}

std::vector<BotSession*> BotProcesses::idle() const {
  std::vector<BotSession*> sessions;
  for (const auto& process : processes_)
    if (process->games == 0) sessions.push_back(process->session.get());
  return sessions;
}

std::vector<SessionUse> BotProcesses::finish() {
  let_go_of([](const Process&) { return true; }, stop_.stop_requested() ? Parting::at_once : Parting::asked);
  return uses_;
}

template <class IsAmong>
void BotProcesses::let_go_of(IsAmong is_among, Parting parting) {
  std::erase_if(processes_, [&](const auto& process) {
    if (!is_among(*process)) return false;
    if (parting == Parting::asked) process->session->quit();
    uses_[process->key.first] += process->session->bury();
    return true;
  });
}

}  // namespace toptile
