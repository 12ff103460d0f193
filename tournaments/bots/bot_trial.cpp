#include "tournaments/bots/bot_trial.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <vector>

namespace toptile {

namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

milliseconds since(Instant begin) {
  return std::chrono::ceil<milliseconds>(steady_clock::now() - begin);
}

using Session = std::unique_ptr<BotSession>;

// Takes what is no session into the trial.
Session session_of(StartedSession started, BotTrial& trial) {
  if (auto* fault = std::get_if<Fault>(&started)) trial.fault = std::move(*fault);
  if (auto* error = std::get_if<Error>(&started)) trial.error = std::move(*error);
  trial.is_stopped = std::holds_alternative<Stopped>(started);
  return trial.is_good() ? std::get<Session>(std::move(started)) : nullptr;
}

// Starts the bot and lets it get ready. The session is null if that failed.
Session get_ready(boost::asio::io_context& context, const BotSpec& spec, const GameTable& table, int players,
                  const Patience& patience, const std::stop_token& stop, BotTrial& trial) {
  const Instant begin = steady_clock::now();
  Session session = session_of(BotSession::start(context, spec, patience, stop), trial);
  if (session == nullptr) return nullptr;
  trial.started = since(begin);
  const Instant handshaken = steady_clock::now();
  trial.id_name = session->id_name();
  trial.id_author = session->id_author();
  trial.options = session->options();
  auto ready = session->begin_game(table.setup, {"try", players, Seat{0}, 0});
  if (auto* fault = std::get_if<Fault>(&ready)) trial.fault = std::move(*fault);
  trial.is_stopped = std::holds_alternative<Stopped>(ready);
  trial.ready = since(handshaken);
  return session;
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

bool is_for_time(FaultKind kind) {
  return kind == FaultKind::time || kind == FaultKind::hang;
}

void play_some_turns(boost::asio::io_context& context, const BotSpec& spec, const GameTable& table,
                     int players, const Patience& patience, const std::stop_token& stop, Session first,
                     BotTrial& trial) {
  constexpr int kTurnsEach = 5;
  GameTable shorter{table.rules, table.lexicon, table.setup, table.terms};
  shorter.terms.time_control = shortened(table.terms.time_control);
  shorter.terms.adjudicate = AdjudicationTerms{players * kTurnsEach, {}};
  std::vector<Session> sessions;
  sessions.push_back(std::move(first));
  while (std::ssize(sessions) < players) {
    sessions.push_back(session_of(BotSession::start(context, spec, patience, stop), trial));
    if (sessions.back() == nullptr) return;
  }
  std::vector<SeatedBot> seats;
  for (const Session& session : sessions) seats.emplace_back(session.get());
  const GameSetup setup{GameNumber{1}, 1, 1,
                        std::vector<std::string>(static_cast<std::size_t>(players), spec.name)};
  trial.turns = 0;
  auto played = play_game(shorter, setup, seats);
  trial.is_stopped = !played;
  if (!played) return;
  trial.turns = static_cast<int>(played->record.turns.size());
  for (const ForfeitRecord& forfeit : played->record.forfeits) {
    const bool was_shortened = shorter.terms.time_control.time < table.terms.time_control.time;
    if (trial.fault || (was_shortened && is_for_time(forfeit.kind))) continue;
    trial.fault =
        Fault{forfeit.kind,
              fmt::format("in turn {} of a short game against itself, {}", forfeit.after + 1, forfeit.text),
              forfeit.evidence};
  }
  for (const Seat seat : each<Seat>(players)) {
    const bool has_faulted = std::ranges::count(played->faulted_seats, seat) > 0;
    if (!has_faulted) sessions[static_cast<std::size_t>(static_cast<int>(seat))]->quit();
  }
}

}  // namespace

BotTrial try_bot(const BotSpec& spec, const GameTable& table, int players, const Patience& patience,
                 std::stop_token stop) {
  boost::asio::io_context context(1);
  const std::stop_callback wake(stop, [&] { boost::asio::post(context, [] {}); });
  BotTrial trial;
  const Session session = get_ready(context, spec, table, players, patience, stop, trial);
  if (session != nullptr) session->quit();
  return trial;
}

BotTrial try_bot_in_a_game(const BotSpec& spec, const GameTable& table, int players, const Patience& patience,
                           std::stop_token stop) {
  boost::asio::io_context context(1);
  const std::stop_callback wake(stop, [&] { boost::asio::post(context, [] {}); });
  BotTrial trial;
  Session session = get_ready(context, spec, table, players, patience, stop, trial);
  if (session != nullptr && trial.is_good()) {
    play_some_turns(context, spec, table, players, patience, stop, std::move(session), trial);
  } else if (session != nullptr) {
    session->quit();
  }
  return trial;
}

}  // namespace toptile
