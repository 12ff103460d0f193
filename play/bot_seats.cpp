#include "play/bot_seats.h"

#include <fmt/format.h>

#include "base/utf8.h"
#include "engine/random.h"
#include "protocol/position_writer.h"

namespace toptile {

namespace {

using std::chrono::milliseconds;

std::vector<OwnClock> own_clocks(const PlayTable& table) {
  std::vector<OwnClock> clocks;
  for (const Seat seat : each<Seat>(static_cast<std::size_t>(table.game().players())))
    clocks.push_back(table.player(seat).clock);
  return clocks;
}

}  // namespace

BotSeats::BotSeats(PlayTable& table)
    : table_(table),
      setup_(setup_lines(table.plan().rules, table.game().lexicon(),
                         place_of_words(*table.sandbox(), table.paths().lexicon_list()))),
      launchpad_(table.plan(), table.paths(), table.bots(), table.sandbox()),
      clocks_(table.plan().time_control, table.game().players(), own_clocks(table)),
      worker_([this] { work(); }) {}

// If the game is over, the bots are told how it ended, and leave by themselves.
BotSeats::~BotSeats() {
  {
    const std::lock_guard lock(mutex_);
    if (!is_over_) stop_.request_stop();
    is_over_ = true;
  }
  loop_.wake();
  changed_.notify_all();
  worker_.join();
}

std::optional<BotSeats::Outcome> BotSeats::play_turn(milliseconds wait) {
  std::unique_lock lock(mutex_);
  if (!asked_at_) {
    asked_ = table_.game().seat_to_move();
    asked_at_ = std::chrono::steady_clock::now();
    changed_.notify_all();
  }
  if (!changed_.wait_for(lock, wait, [this] { return answer_.has_value(); })) return std::nullopt;
  const Answered<Told> answer = *std::exchange(answer_, std::nullopt);
  asked_at_.reset();
  lock.unlock();
  return take(answer);
}

milliseconds BotSeats::thinking() const {
  return asked_at_ ? std::chrono::duration_cast<milliseconds>(std::chrono::steady_clock::now() - *asked_at_)
                   : milliseconds(0);
}

void BotSeats::tell_end() {
  const std::lock_guard lock(mutex_);
  is_over_ = true;
  changed_.notify_all();
}

void BotSeats::work() {
  std::unique_lock lock(mutex_);
  while (true) {
    changed_.wait(lock, [this] { return asked_ || refused_ || is_over_; });
    if (const auto refused = std::exchange(refused_, std::nullopt))
      if (const auto bot = sessions_.find(refused->seat); bot != sessions_.end())
        bot->second->tell(refused->told);
    if (is_over_) break;
    if (!asked_) continue;
    const Seat seat = *asked_;
    lock.unlock();
    auto answer = ask(seat);
    lock.lock();
    asked_.reset();
    answer_ = std::move(answer);
    changed_.notify_all();
  }
  lock.unlock();
  const Game& game = table_.game();
  for (const auto& [seat, session] : sessions_) {
    tell_of_passes(seat, *session);
    if (game.is_over())
      session->tell(uwi::GameResult{game.final_scores(), game.ranks(), std::string(name_of(game.end()))});
    session->quit();
  }
  sessions_.clear();
}

Answered<BotSession*> BotSeats::session_of(Seat seat) {
  if (const auto found = sessions_.find(seat); found != sessions_.end()) return found->second.get();
  const uwi::NewGame game{"1", table_.game().players(), seat, bot_seed(table_.game_seed(), seat)};
  TOPTILE_TRY(auto session,
              start_in_game(loop_, launchpad_.spec_of(table_.entrant(seat)), table_.plan().patience,
                            stop_.get_token(), setup_, game, [&] { freeze_all_but(seat); }));
  return (sessions_[seat] = std::move(session)).get();
}

Answered<BotSeats::Told> BotSeats::ask(Seat seat) {
  TOPTILE_TRY(BotSession* const session, session_of(seat));
  tell_of_passes(seat, *session);
  Question question{{}, clocks_.go(seat, table_.game().is_question())};
  PositionWriter(table_.game()).append(question.position, seat);
  auto answer = session->ask(question, clocks_.limit(seat), [&] { freeze_all_but(seat); });
  if (!answer) {
    if (std::holds_alternative<Fault>(answer.error())) sessions_.erase(seat);
    return std::move(answer).error();
  }
  freeze_all_but({});
  return Told{std::move(answer).value(), session->evidence()};
}

// Tells the bot which of its turns a limit of the harness made passes.
void BotSeats::tell_of_passes(Seat seat, BotSession& session) {
  const auto& turns = table_.game().turns();
  for (std::size_t& turn = told_turns_[seat]; turn < turns.size(); ++turn) {
    if (turns[turn].seat == seat && table_.is_pass_of_harness(turn))
      session.tell(
          uwi::Refused{std::string(kChallenged), challenge_limit_text(table_.challenge_limit(seat))});
  }
}

void BotSeats::freeze_all_but(std::optional<Seat> seat) {
  for (const auto& [other, session] : sessions_)
    if (other != seat) session->freeze();
}

BotSeats::Outcome BotSeats::take(const Answered<Told>& answer) {
  const Seat seat = table_.game().seat_to_move();
  if (!answer) {
    if (const auto* fault = std::get_if<Fault>(&answer.error())) return forfeit(seat, *fault);
    const auto& error = std::get<Error>(answer.error());
    return error.is_cancelled ? Outcome{} : Outcome{error};
  }
  const Told& told = answer.value();
  const auto move = parse_move(told.answer.move, table_.alphabet());
  if (!move) return refuse(seat, told, move.error());
  const auto played = table_.play(move.value(), told.answer);
  return played ? Outcome{} : refuse(seat, told, played.error());
}

BotSeats::Outcome BotSeats::refuse(Seat seat, const Told& told, const Refusal& refusal) {
  {
    const std::lock_guard lock(mutex_);
    refused_ = {seat, {std::string(name_of(refusal.reason)), refusal.text}};
  }
  changed_.notify_all();
  return forfeit(
      seat, {FaultKind::illegal, refused_move_text(table_.game(), told.answer.move, refusal), told.evidence});
}

BotSeats::Outcome BotSeats::forfeit(Seat seat, const Fault& fault) {
  table_.forfeit(
      seat, {seat, static_cast<int>(table_.game().turns().size()), fault.kind, fault.text, fault.evidence});
  return {std::nullopt, true};
}

}  // namespace toptile
