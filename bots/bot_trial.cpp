#include "bots/bot_trial.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "engine/game.h"
#include "protocol/position_writer.h"
#include "referee/processes/event_loop.h"

namespace toptile {

namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

milliseconds since(Instant begin) {
  return std::chrono::ceil<milliseconds>(steady_clock::now() - begin);
}

using Session = std::unique_ptr<BotSession>;

// Notes in the trial why the bot gave no answer.
void note(const NoAnswer& reason, BotTrial& trial) {
  if (const auto* fault = std::get_if<Fault>(&reason)) {
    trial.fault = *fault;
  } else if (const auto& error = std::get<Error>(reason); error.is_cancelled) {
    trial.is_stopped = true;
  } else {
    trial.error = error;
  }
}

// The session; null if there is none, which the trial then explains.
Session session_of(StartedSession started, BotTrial& trial) {
  if (started) return std::move(started).value();
  note(started.error(), trial);
  return nullptr;
}

// Starts the bot and lets it get ready. The session is null if that failed.
Session get_ready(EventLoop& loop, const BotSpec& spec, const GameTable& table, int players,
                  const Patience& patience, const std::stop_token& stop, BotTrial& trial) {
  const Instant begin = steady_clock::now();
  Session session = session_of(BotSession::start(loop, spec, patience, stop), trial);
  if (session == nullptr) return nullptr;
  trial.started = since(begin);
  const Instant handshaken = steady_clock::now();
  trial.id_name = session->introduction().name();
  trial.id_author = session->introduction().author();
  trial.options = session->introduction().options();
  const auto ready = session->begin_game(table.setup, {"try", players, Seat{0}, 0});
  if (!ready) note(ready.error(), trial);
  trial.ready = since(handshaken);
  return session;
}

bool is_for_time(FaultKind kind) {
  return kind == FaultKind::time || kind == FaultKind::hang;
}

// The time control for moves that are timed, of which a bot may take so many; nothing if no wait would be
// short. A bot that has no more than its share of a quarter of its time has no more than its share of all.
struct TimedMoves {
  TimeControl control;
  int moves = 0;
};
std::optional<TimedMoves> timed_moves(TimeControl control) {
  constexpr milliseconds kMaxTime{2'000}, kIncrement{100};
  constexpr int kPart = 4, kMedianOf = 3;
  control.hang = std::min(control.hang, kMaxTime);
  control.overtime.reset();
  switch (control.kind) {
    case TimeControl::Kind::game_clock:
      control.time = std::min(control.time / kPart, kMaxTime);
      control.increment = std::min(control.increment, kIncrement);
      return TimedMoves{control, kMedianOf};
    case TimeControl::Kind::move_time:
      control.bank = milliseconds(0);
      return control.time <= kMaxTime ? std::optional(TimedMoves{control, 1}) : std::nullopt;
    case TimeControl::Kind::none:
      break;
  }
  return std::nullopt;
}

std::optional<MoveTime> median_of(std::vector<MoveTime> times) {
  if (times.empty()) return std::nullopt;
  const auto middle = times.begin() + (std::ssize(times) - 1) / 2;
  std::ranges::nth_element(times, middle, {}, &MoveTime::time);
  return *middle;
}

// Plays the first moves of the bot on seat 0, which has been told of the game. The others pass.
// Returns whether the session is still of use.
bool time_moves(BotSession& session, const GameTable& table, int players, BotTrial& trial) {
  const auto timed = timed_moves(table.terms.time_control);
  if (!timed) return true;
  Game game(table.rules, table.lexicon, 1, players);
  PositionWriter positions(game);
  Clocks clocks(timed->control, players);
  std::vector<MoveTime> times;
  bool is_whole = true;
  while (!game.is_over() && std::ssize(times) < timed->moves) {
    const Seat seat = game.seat_to_move();
    if (seat != Seat{0}) {
      if (!game.play(game.is_question() ? Move(Accept{}) : Move(Pass{}))) break;
      continue;
    }
    Question question{"", clocks.go(seat, game.is_question())};
    positions.append(question.position, seat);
    if (const auto answer = session.ask(question, clocks.limit(seat))) {
      const MoveAnswer& move = answer.value();
      times.push_back({std::chrono::round<milliseconds>(move.taken), false});
      if (!play_text(game, move.move)) break;
      clocks.charge(seat, move.taken);
      continue;
    } else {
      const auto* fault = std::get_if<Fault>(&answer.error());
      trial.is_stopped = fault == nullptr;
      if (fault != nullptr && is_for_time(fault->kind) && times.empty())
        times.push_back({timed->control.time, true});
    }
    is_whole = false;
    break;
  }
  trial.move_time = median_of(std::move(times));
  return is_whole;
}

// The time control for a few turns. Nothing that is shorter already is changed.
TimeControl shortened(const TimeControl& control) {
  constexpr milliseconds kGame{2'000}, kIncrement{100}, kMove{500};
  TimeControl shorter = control;
  const bool is_for_game = control.kind == TimeControl::Kind::game_clock;
  shorter.time = std::min(control.time, is_for_game ? kGame : kMove);
  shorter.increment = std::min(control.increment, kIncrement);
  return shorter;
}

void play_some_turns(EventLoop& loop, const BotSpec& spec, const GameTable& table, int players,
                     const Patience& patience, const std::stop_token& stop, BotTrial& trial) {
  constexpr int kTurnsEach = 5;
  GameTable shorter{table.rules, table.lexicon, table.setup, table.terms};
  shorter.terms.time_control = shortened(table.terms.time_control);
  shorter.terms.adjudicate = AdjudicationTerms{players * kTurnsEach, {}};
  std::vector<Session> sessions;
  while (std::ssize(sessions) < players) {
    sessions.push_back(session_of(BotSession::start(loop, spec, patience, stop), trial));
    if (sessions.back() == nullptr) return;
  }
  std::vector<SeatedBot> seats;
  for (const Session& session : sessions) seats.emplace_back(session.get());
  const GameSetup setup{GameNumber{1}, 1, 1,
                        std::vector<std::string>(static_cast<std::size_t>(players), spec.name)};
  trial.turns = 0;
  const auto played = play_game(shorter, setup, seats);
  trial.is_stopped = !played;
  if (!played) return;
  const GameRecord& record = played.value().record;
  trial.turns = static_cast<int>(record.turns.size());
  for (const ForfeitRecord& forfeit : record.forfeits) {
    const bool was_shortened = shorter.terms.time_control.time < table.terms.time_control.time;
    if (trial.fault || (was_shortened && is_for_time(forfeit.kind))) continue;
    trial.fault =
        Fault{forfeit.kind,
              fmt::format("in turn {} of a short game against itself, {}", forfeit.after + 1, forfeit.text),
              forfeit.evidence};
  }
  for (const Seat seat : each<Seat>(players)) {
    const bool has_faulted = std::ranges::count(played.value().faulted_seats, seat) > 0;
    if (!has_faulted) sessions[static_cast<std::size_t>(static_cast<int>(seat))]->quit();
  }
}

}  // namespace

BotTrial try_bot(const BotSpec& spec, const GameTable& table, int players, const Patience& patience,
                 std::stop_token stop) {
  EventLoop loop;
  const std::stop_callback wake(stop, [&] { loop.wake(); });
  BotTrial trial;
  const Session session = get_ready(loop, spec, table, players, patience, stop, trial);
  if (session != nullptr) session->quit();
  return trial;
}

BotTrial try_moves(const BotSpec& spec, const GameTable& table, int players, const Patience& patience,
                   std::stop_token stop) {
  EventLoop loop;
  const std::stop_callback wake(stop, [&] { loop.wake(); });
  BotTrial trial;
  const Session session = get_ready(loop, spec, table, players, patience, stop, trial);
  if (session == nullptr) return trial;
  if (!trial.is_good() || time_moves(*session, table, players, trial)) session->quit();
  return trial;
}

BotTrial try_bot_in_a_game(const BotSpec& spec, const GameTable& table, int players, const Patience& patience,
                           std::stop_token stop) {
  BotTrial trial = try_moves(spec, table, players, patience, stop);
  if (!trial.is_good()) return trial;
  EventLoop loop;
  const std::stop_callback wake(stop, [&] { loop.wake(); });
  play_some_turns(loop, spec, table, players, patience, stop, trial);
  return trial;
}

std::optional<std::string> slowness_of(const BotTrial& trial, const GameTable& table, int players) {
  // Bots of every strength lay two to three tiles in a turn on average, so two make some 20 moves each with
  // 100 tiles.
  constexpr double kTilesATurn = 2.5;
  const TimeControl& control = table.terms.time_control;
  if (!trial.move_time || control.overtime || control.kind == TimeControl::Kind::none) return std::nullopt;
  const int turns = std::max(1, static_cast<int>(table.rules.tiles().size() / (kTilesATurn * players)));
  const bool is_for_game = control.kind == TimeControl::Kind::game_clock;
  const milliseconds has =
      is_for_game ? control.time / turns + control.increment : control.time + control.bank / turns;
  if (trial.move_time->time <= has && !(trial.move_time->is_cut_off && trial.move_time->time == has))
    return std::nullopt;
  return fmt::format(
      "it needs {}{} ms for a move, and with this clock it has {} ms if a game has {} moves of each bot; "
      "it will probably lose games on time",
      trial.move_time->is_cut_off ? "more than " : "", trial.move_time->time.count(), has.count(), turns);
}

}  // namespace toptile
