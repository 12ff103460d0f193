#include "referee/game/refereed_game.h"

#include <fmt/format.h>

#include "base/utf8.h"
#include "engine/legal_neighbour.h"
#include "protocol/challenge_limit.h"

namespace toptile {

RefereedGame::RefereedGame(const GameTable& table, const GameSetup& setup, std::vector<SeatedBot> seats,
                           OpenTable* open)
    : table_(table),
      seats_(std::move(seats)),
      id_(std::to_string(setup.id)),
      open_(open),
      game_(table.rules, table.lexicon, setup.seed, static_cast<int>(seats_.size()), setup.opening),
      adjudicator_(table.terms.adjudicate),
      positions_(game_),
      clocks_(table.terms.time_control, static_cast<int>(seats_.size()), setup.clocks) {
  TOPTILE_ASSERT(seats_.size() >= 2 && setup.names.size() == seats_.size());
  record_.id = setup.id;
  record_.set = setup.set;
  record_.seed = setup.seed;
  record_.players = setup.names;
  record_.adjudicate = table.terms.adjudicate;
  if (open_ != nullptr) open_->begin(record_.id, record_.players, game_);
  play_opening(setup.opening);
  for (const Seat seat : each<Seat>(game_.players())) {
    const auto* fault = std::get_if<Fault>(&seats_[seat]);
    if (fault != nullptr && !game_.is_over()) forfeit(seat, *fault);
  }
  go_on();
}

// No bot is asked or told of a turn, and no time runs. Bots that cannot play are out after it, so that the
// record always has the moves for which its bag was arranged.
void RefereedGame::play_opening(const Opening& opening) {
  for (const Move& move : turns_of_opening(table_.rules, game_.players(), opening)) play_unasked(move, {});
  record_.opening = static_cast<int>(record_.turns.size());
  TOPTILE_ASSERT(!game_.is_over());
}

// Bots get ready one after the other, in seat order: one that takes long has the processor alone, like one
// that takes long to move.
void RefereedGame::go_on() {
  awaits_ = Awaits::nothing;
  if (game_.is_over()) return;
  while (ready_seats_ < game_.players()) {
    seat_ = Seat{ready_seats_++};
    if (!game_.is_playing(seat_)) continue;
    awaits_ = Awaits::readiness;
    return;
  }
  awaits_ = Awaits::move;
  seat_ = game_.seat_to_move();
}

uwi::NewGame RefereedGame::new_game() const {
  return {id_, game_.players(), seat_, bot_seed(record_.seed, seat_)};
}

const Question& RefereedGame::question() {
  question_.position.clear();
  positions_.append(question_.position, seat_);
  question_.go = clocks_.go(seat_, game_.is_question());
  return question_;
}

Result<void> RefereedGame::take_readiness(const Answered<void>& ready) {
  if (!ready) {
    TOPTILE_TRY_TO(forfeit_unless_failed(seat_, ready.error()));
  }
  go_on();
  return success();
}

Result<void> RefereedGame::take_move(Answered<MoveAnswer> answer) {
  const Seat seat = seat_;
  late_ = std::max(late_, bot(seat).lateness());
  if (!answer) {
    TOPTILE_TRY_TO(forfeit_unless_failed(seat, answer.error()));
    go_on();
    return success();
  }
  taken_ += answer.value().taken;
  if (const auto played = play_text(game_, answer.value().move); !played) {
    refuse(seat, answer.value(), played.error());
  } else {
    clocks_.charge(seat, answer.value().taken);
    end_turn(seat, answer.value().info);
    end_turn_at_challenge_limit();
  }
  go_on();
  return success();
}

void RefereedGame::end_turn_at_challenge_limit() {
  if (!is_challenge_limit_reached(game_, kChallengeLimit)) return;
  bot(game_.seat_to_move())
      .tell(uwi::Refused{std::string(kChallenged), challenge_limit_text(kChallengeLimit)}, id_);
  play_unasked(Pass{}, {challenge_limit_record(game_, kChallengeLimit)});
}

// A move for which no bot was asked takes no time.
void RefereedGame::play_unasked(const Move& move, std::vector<std::string> refused) {
  const Seat seat = game_.seat_to_move();
  TOPTILE_ASSERT(!game_.is_over() && game_.play(move));
  refused_ = std::move(refused);
  end_turn(seat, {});
}

// The move was played: it becomes a turn of the record, with the time that it took, and the public learns
// of it. Other bots may be waiting for their turn, so this waits for nothing.
void RefereedGame::end_turn(Seat seat, const std::string& info) {
  TurnRecord& turn = record_.turns.emplace_back();
  turn.time = std::chrono::floor<std::chrono::milliseconds>(std::exchange(taken_, {}));
  turn.clock = clocks_.left(seat);
  turn.info = info;
  turn.refused = std::exchange(refused_, {});
  if (open_ != nullptr) open_->add(game_, turn.time, turn.clock);
  adjudicator_.follow(game_, info);
}

// The bot is asked again if the seat is still to move and the game goes on.
void RefereedGame::refuse(Seat seat, const MoveAnswer& answer, const Refusal& refusal) {
  bot(seat).tell(uwi::Refused{std::string(name_of(refusal.reason)), refusal.text}, id_);
  const std::string text = refused_move_text(game_, answer.move, refusal);
  const bool may_retry = table_.terms.illegal.kind == IllegalPolicy::Kind::retry &&
                         static_cast<int>(refused_.size()) < table_.terms.illegal.retries;
  const bool is_pass = table_.terms.illegal.kind == IllegalPolicy::Kind::pass;
  if (!may_retry && !is_pass) return forfeit(seat, {FaultKind::illegal, text, bot(seat).evidence(id_)});
  refused_.push_back(text);
  clocks_.charge(seat, answer.taken, may_retry ? Clocks::Turn::goes_on : Clocks::Turn::is_over);
  if (may_retry) return;
  TOPTILE_ASSERT(game_.play(game_.is_question() ? Move(Accept{}) : Move(Pass{})));
  end_turn(seat, answer.info);
}

Result<void> RefereedGame::forfeit_unless_failed(Seat seat, const NoAnswer& reason) {
  if (const auto* error = std::get_if<Error>(&reason)) return *error;
  forfeit(seat, std::get<Fault>(reason));
  return success();
}

void RefereedGame::forfeit(Seat seat, const Fault& fault) {
  record_.forfeits.push_back(
      {seat, static_cast<int>(game_.turns().size()), fault.kind, fault.text, fault.evidence});
  game_.forfeit(seat);
  if (open_ != nullptr) open_->update(game_);
  adjudicator_.follow(game_);
  if (game_.is_over()) {
    ended_game_ = seat;
  } else if (is_present(seat)) {
    bot(seat).tell_forfeit(result(), id_);
  }
  clocks_.give_up_turn();
  taken_ = {};
  refused_.clear();
}

// While the game goes on, only the reason is known. Afterwards the record has the scores, with overtime.
uwi::GameResult RefereedGame::result() const {
  if (!game_.is_over()) return {{}, {}, std::string(name_of(GameEnd::forfeit))};
  return {record_.scores, record_.ranks, std::string(name_of(record_.end))};
}

void RefereedGame::charge_overtime(const Overtime& terms) {
  record_.overtime = OvertimeRecord{terms, overtime_points(terms, record_.turns, game_.players())};
  for (const Seat seat : each<Seat>(game_.players())) game_.penalize(seat, record_.overtime->lost[seat]);
  record_.scores = game_.final_scores();
  record_.ranks = game_.ranks();
}

PlayedGame RefereedGame::finish() {
  TOPTILE_ASSERT(game_.is_over());
  fill_from_game(record_, game_);
  record_.late = std::chrono::floor<std::chrono::milliseconds>(late_);
  if (table_.terms.time_control.overtime) charge_overtime(*table_.terms.time_control.overtime);
  if (open_ != nullptr) open_->end(game_, record_.scores, record_.ranks);
  for (const Seat seat : each<Seat>(game_.players())) {
    if (!is_present(seat)) continue;
    if (game_.is_playing(seat)) {
      bot(seat).tell(result(), id_);
    } else if (ended_game_ == seat) {
      bot(seat).tell_forfeit(result(), id_);
    }
  }
  PlayedGame played{std::move(record_), {}};
  for (const ForfeitRecord& forfeit : played.record.forfeits) played.faulted_seats.push_back(forfeit.seat);
  return played;
}

std::string refused_move_text(const Game& game, std::string_view move, const Refusal& refusal) {
  return fmt::format("{}: {}: {}{}", printable(move), name_of(refusal.reason), refusal.text,
                     neighbour_hint(game, move));
}

std::string setup_lines(const Ruleset& rules, const Lexicon& lexicon, const std::string& list) {
  const uwi::LexiconLine line{lexicon.name(), lexicon.words(), hexadecimal(lexicon.sha256()), list};
  return uwi::format(uwi::RefereeMessage(uwi::RulesetLine{rules})) + "\n" +
         uwi::format(uwi::RefereeMessage(line)) + "\n";
}

GameTable make_table(const Ruleset& rules, const Lexicon& lexicon, const std::string& list,
                     const GameTerms& terms) {
  return {rules, lexicon, setup_lines(rules, lexicon, list), terms};
}

}  // namespace toptile
