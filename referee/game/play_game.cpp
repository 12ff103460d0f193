#include "referee/game/play_game.h"

#include <fmt/format.h>

#include "base/utf8.h"
#include "engine/game.h"
#include "engine/legal_neighbour.h"
#include "protocol/challenge_limit.h"
#include "protocol/position_writer.h"

namespace toptile {

namespace {

// One game: ask the seat to move, judge its answer, apply it, and keep it as a turn of the record, until the
// game is over. It ends by the rules, by forfeits, or by the terms of adjudication (Adjudicator); an error
// ends it without a result.
class RefereedGame {
 public:
  RefereedGame(const GameTable& table, const GameSetup& setup, std::span<const SeatedBot> seats,
               std::span<BotSession* const> bystanders, OpenTable* open)
      : table_(table),
        seats_(seats),
        bystanders_(bystanders),
        open_(open),
        game_(table.rules, table.lexicon, setup.seed, static_cast<int>(seats.size()), setup.opening),
        adjudicator_(table.terms.adjudicate),
        positions_(game_),
        clocks_(table.terms.time_control, static_cast<int>(seats.size()), setup.clocks) {
    record_.id = setup.id;
    record_.set = setup.set;
    record_.seed = setup.seed;
    record_.players = setup.names;
    record_.adjudicate = table.terms.adjudicate;
  }

  Result<PlayedGame> play(const Opening& opening) {
    if (open_ != nullptr) open_->begin(record_.id, record_.players, game_);
    play_opening(opening);
    TOPTILE_TRY_TO(begin());
    while (!game_.is_over()) TOPTILE_TRY_TO(play_turn(game_.seat_to_move()));
    return finish();
  }

 private:
  BotSession& bot(Seat seat) const { return *std::get<BotSession*>(seats_[seat]); }

  bool is_present(Seat seat) const {
    const auto* const* session = std::get_if<BotSession*>(&seats_[seat]);
    return session != nullptr && *session != nullptr;
  }

  // No bot is asked or told of a turn, and no time runs. Bots that cannot play are out after it, so that the
  // record always has the moves for which its bag was arranged.
  void play_opening(const Opening& opening) {
    for (const Move& move : turns_of_opening(table_.rules, game_.players(), opening)) play_unasked(move, {});
    record_.opening = static_cast<int>(record_.turns.size());
    TOPTILE_ASSERT(!game_.is_over());
  }

  // Bots that cannot play are out before any bot is told of the game. A bot that takes long to get ready has
  // the processor alone, like one that takes long to move.
  Result<void> begin() {
    for (const Seat seat : each<Seat>(game_.players())) {
      const auto* fault = std::get_if<Fault>(&seats_[seat]);
      if (fault != nullptr && !game_.is_over()) forfeit(seat, *fault);
    }
    for (const Seat seat : each<Seat>(game_.players())) {
      if (game_.is_over() || !game_.is_playing(seat)) continue;
      const uwi::NewGame game{std::to_string(record_.id), game_.players(), seat,
                              bot_seed(record_.seed, seat)};
      const auto ready = bot(seat).begin_game(table_.setup, game, stillness_for(seat));
      if (!ready) {
        TOPTILE_TRY_TO(forfeit_unless_failed(seat, ready.error()));
      }
    }
    return success();
  }

  Result<void> play_turn(Seat seat) {
    question_.position.clear();
    positions_.append(question_.position, seat);
    question_.go = clocks_.go(seat, game_.is_question());
    const auto answer = bot(seat).ask(question_, clocks_.limit(seat), stillness_for(seat));
    if (!answer) return forfeit_unless_failed(seat, answer.error());
    taken_ += answer.value().taken;
    if (const auto played = play_text(game_, answer.value().move); !played) {
      refuse(seat, answer.value(), played.error());
    } else {
      clocks_.charge(seat, answer.value().taken);
      end_turn(seat, answer.value().info);
      end_turn_at_challenge_limit();
    }
    return success();
  }

  Meanwhile stillness_for(Seat seat) {
    if (table_.terms.may_ponder) return {};
    return [this, seat] { freeze_all_but(seat); };
  }

  void freeze_all_but(Seat thinking) {
    for (const Seat seat : each<Seat>(game_.players()))
      if (seat != thinking && is_present(seat)) bot(seat).freeze();
    for (BotSession* session : bystanders_) session->freeze();
  }

  std::chrono::milliseconds take_lateness() const {
    Duration latest{0};
    for (const Seat seat : each<Seat>(game_.players()))
      if (is_present(seat)) latest = std::max(latest, bot(seat).take_lateness());
    return std::chrono::floor<std::chrono::milliseconds>(latest);
  }

  void end_turn_at_challenge_limit() {
    if (!is_challenge_limit_reached(game_, kChallengeLimit)) return;
    bot(game_.seat_to_move())
        .tell(uwi::Refused{std::string(kChallenged), challenge_limit_text(kChallengeLimit)});
    play_unasked(Pass{}, {challenge_limit_record(game_, kChallengeLimit)});
  }

  // A move for which no bot was asked takes no time.
  void play_unasked(const Move& move, std::vector<std::string> refused) {
    const Seat seat = game_.seat_to_move();
    TOPTILE_ASSERT(!game_.is_over() && game_.play(move));
    refused_ = std::move(refused);
    end_turn(seat, {});
  }

  // The move was played: it becomes a turn of the record, with the time that it took, and the public learns
  // of it. Other bots may be waiting for their turn, so this waits for nothing.
  void end_turn(Seat seat, const std::string& info) {
    TurnRecord& turn = record_.turns.emplace_back();
    turn.time = std::chrono::floor<std::chrono::milliseconds>(std::exchange(taken_, {}));
    turn.clock = clocks_.left(seat);
    turn.info = info;
    turn.refused = std::exchange(refused_, {});
    if (open_ != nullptr) open_->add(game_, turn.time, turn.clock);
    adjudicator_.follow(game_, info);
  }

  // The bot is asked again if the seat is still to move and the game goes on.
  void refuse(Seat seat, const MoveAnswer& answer, const Refusal& refusal) {
    bot(seat).tell(uwi::Refused{std::string(name_of(refusal.reason)), refusal.text});
    const std::string text = refused_move_text(game_, answer.move, refusal);
    const bool may_retry = table_.terms.illegal.kind == IllegalPolicy::Kind::retry &&
                           static_cast<int>(refused_.size()) < table_.terms.illegal.retries;
    const bool is_pass = table_.terms.illegal.kind == IllegalPolicy::Kind::pass;
    if (!may_retry && !is_pass) return forfeit(seat, {FaultKind::illegal, text, bot(seat).evidence()});
    refused_.push_back(text);
    clocks_.charge(seat, answer.taken, may_retry ? Clocks::Turn::goes_on : Clocks::Turn::is_over);
    if (may_retry) return;
    TOPTILE_ASSERT(game_.play(game_.is_question() ? Move(Accept{}) : Move(Pass{})));
    end_turn(seat, answer.info);
  }

  Result<void> forfeit_unless_failed(Seat seat, const NoAnswer& reason) {
    if (const auto* error = std::get_if<Error>(&reason)) return *error;
    forfeit(seat, std::get<Fault>(reason));
    return success();
  }

  void forfeit(Seat seat, const Fault& fault) {
    record_.forfeits.push_back(
        {seat, static_cast<int>(game_.turns().size()), fault.kind, fault.text, fault.evidence});
    game_.forfeit(seat);
    if (open_ != nullptr) open_->update(game_);
    adjudicator_.follow(game_);
    clocks_.give_up_turn();
    taken_ = {};
    refused_.clear();
  }

  void charge_overtime(const Overtime& terms) {
    record_.overtime = OvertimeRecord{terms, overtime_points(terms, record_.turns, game_.players())};
    for (const Seat seat : each<Seat>(game_.players())) game_.penalize(seat, record_.overtime->lost[seat]);
    record_.scores = game_.final_scores();
    record_.ranks = game_.ranks();
  }

  PlayedGame finish() {
    fill_from_game(record_, game_);
    record_.late = take_lateness();
    if (table_.terms.time_control.overtime) charge_overtime(*table_.terms.time_control.overtime);
    if (open_ != nullptr) open_->end(game_, record_.scores, record_.ranks);
    for (const Seat seat : each<Seat>(game_.players())) {
      if (game_.is_playing(seat) && is_present(seat))
        bot(seat).tell(uwi::GameResult{record_.scores, record_.ranks, std::string(name_of(record_.end))});
    }
    PlayedGame played{std::move(record_), {}};
    for (const ForfeitRecord& forfeit : played.record.forfeits) played.faulted_seats.push_back(forfeit.seat);
    return played;
  }

  const GameTable& table_;
  std::span<const SeatedBot> seats_;
  std::span<BotSession* const> bystanders_;
  OpenTable* const open_;
  Game game_;
  Adjudicator adjudicator_;
  PositionWriter positions_;
  Clocks clocks_;
  GameRecord record_;          // Its turns are those of the game so far, with what the game does not know.
  Clocks::Duration taken_{0};  // The time that the turn has taken so far.
  std::vector<std::string> refused_;  // What was refused in the turn so far.
  Question question_;                 // The last one asked. Its memory is reused.
};

}  // namespace

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

Result<PlayedGame> play_game(const GameTable& table, const GameSetup& setup, std::span<const SeatedBot> seats,
                             std::span<BotSession* const> bystanders, OpenTable* open) {
  TOPTILE_ASSERT(seats.size() >= 2 && setup.names.size() == seats.size());
  return RefereedGame(table, setup, seats, bystanders, open).play(setup.opening);
}

}  // namespace toptile
