#include "referee/game/play_game.h"

#include <fmt/format.h>

#include "base/utf8.h"
#include "engine/game.h"
#include "engine/legal_neighbour.h"
#include "protocol/position_writer.h"
#include "referee/game/challenge_limit.h"

namespace toptile {

namespace {

class RefereedGame {
 public:
  RefereedGame(const GameTable& table, const GameSetup& setup, std::span<const SeatedBot> seats,
               std::span<BotSession* const> bystanders, OpenTable* open)
      : table_(table),
        setup_(setup),
        seats_(seats),
        bystanders_(bystanders),
        open_(open),
        game_(table.rules, table.lexicon, setup.seed, static_cast<int>(seats.size()), setup.opening),
        adjudicator_(table.terms.adjudicate),
        positions_(game_),
        clocks_(table.terms.time_control, static_cast<int>(seats.size()), setup.clocks) {}

  std::optional<PlayedGame> play() {
    if (open_ != nullptr) open_->begin(setup_.id, setup_.names, game_);
    play_opening();
    begin();
    while (!game_.is_over() && !is_stopped_) play_turn(game_.seat_to_move());
    if (is_stopped_) return std::nullopt;
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
  void play_opening() {
    for (const Move& move : turns_of_opening(table_.rules, game_.players(), setup_.opening)) {
      timings_.push_back({std::chrono::milliseconds(0), clocks_.left(game_.seat_to_move()), {}, {}});
      TOPTILE_ASSERT(!game_.is_over() && game_.play(move));
      adjudicator_.follow(game_);
      tell_turn();
    }
    opening_ = static_cast<int>(timings_.size());
    TOPTILE_ASSERT(!game_.is_over());
  }

  // Bots that cannot play are out before anybody is told of the game. A bot that takes long to get ready has
  // the processor alone, like one that takes long to move.
  void begin() {
    for (const Seat seat : each<Seat>(game_.players())) {
      const auto* fault = std::get_if<Fault>(&seats_[seat]);
      if (fault != nullptr && is_going_on()) forfeit(seat, *fault);
    }
    for (const Seat seat : each<Seat>(game_.players())) {
      if (!is_going_on() || !game_.is_playing(seat)) continue;
      const uwi::NewGame game{std::to_string(setup_.id), game_.players(), seat, bot_seed(setup_.seed, seat)};
      take(seat, bot(seat).begin_game(table_.setup, game, stillness_for(seat)), [](Nothing) {});
    }
  }

  void play_turn(Seat seat) {
    question_.position.clear();
    positions_.append(question_.position, seat);
    question_.go = clocks_.go(seat, game_.is_question());
    take(seat, bot(seat).ask(question_, clocks_.limit(seat), stillness_for(seat)),
         [&](const MoveAnswer& answer) { play_move(seat, answer); });
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

  void play_move(Seat seat, const MoveAnswer& answer) {
    taken_ += answer.taken;
    const auto played = play_text(game_, answer.move);
    if (!played) return refuse(seat, answer, played.error());
    clocks_.charge(seat, answer.taken);
    finish_move(seat, answer);
    if (is_challenge_limit_reached(game_, kChallengeLimit)) end_challenged_turn(game_.seat_to_move());
  }

  void end_challenged_turn(Seat seat) {
    bot(seat).tell(uwi::Refused{std::string(kChallenged), challenge_limit_text(kChallengeLimit)});
    timings_.push_back({std::chrono::milliseconds(0),
                        clocks_.left(seat),
                        {},
                        {challenge_limit_record(game_, kChallengeLimit)}});
    TOPTILE_ASSERT(game_.play(Pass{}));
    tell_turn();
    adjudicator_.follow(game_);
  }

  void finish_move(Seat seat, const MoveAnswer& answer) {
    timings_.push_back({std::chrono::floor<std::chrono::milliseconds>(std::exchange(taken_, {})),
                        clocks_.left(seat), answer.info, std::exchange(refused_, {})});
    tell_turn();
    adjudicator_.follow(game_, answer.info);
  }

  // A bot may be waiting for its turn, so this waits for nobody.
  void tell_turn() {
    if (open_ != nullptr) open_->add(game_, timings_.back().time, timings_.back().clock);
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
    finish_move(seat, answer);
  }

  // Passes an answer on to `use`. A fault is a forfeit.
  template <class T, class Use>
  void take(Seat seat, const Answered<T>& answered, Use use) {
    if (const auto* answer = std::get_if<T>(&answered)) {
      use(*answer);
    } else if (const auto* fault = std::get_if<Fault>(&answered)) {
      forfeit(seat, *fault);
    } else {
      is_stopped_ = true;
    }
  }

  void forfeit(Seat seat, const Fault& fault) {
    forfeits_.push_back(
        {seat, static_cast<int>(game_.turns().size()), fault.kind, fault.text, fault.evidence});
    game_.forfeit(seat);
    if (open_ != nullptr) open_->update(game_);
    adjudicator_.follow(game_);
    clocks_.give_up_turn();
    taken_ = {};
    refused_.clear();
  }

  bool is_going_on() const { return !game_.is_over() && !is_stopped_; }

  void charge_overtime(const Overtime& terms, GameRecord& record) {
    record.overtime = OvertimeRecord{terms, overtime_points(terms, record.turns, game_.players())};
    for (const Seat seat : each<Seat>(game_.players())) game_.penalize(seat, record.overtime->lost[seat]);
    record.scores = game_.final_scores();
    record.ranks = game_.ranks();
  }

  PlayedGame finish() {
    PlayedGame played;
    GameRecord& record = played.record;
    record.id = setup_.id;
    record.set = setup_.set;
    record.seed = setup_.seed;
    record.players = setup_.names;
    record.opening = opening_;
    fill_from_game(record, game_, timings_);
    record.forfeits = forfeits_;
    record.adjudicate = table_.terms.adjudicate;
    record.late = take_lateness();
    if (table_.terms.time_control.overtime) charge_overtime(*table_.terms.time_control.overtime, record);
    if (open_ != nullptr) open_->end(game_, record.scores, record.ranks);
    for (const ForfeitRecord& forfeit : forfeits_) played.faulted_seats.push_back(forfeit.seat);
    for (const Seat seat : each<Seat>(game_.players())) {
      if (game_.is_playing(seat) && is_present(seat))
        bot(seat).tell(uwi::GameResult{record.scores, record.ranks, std::string(name_of(record.end))});
    }
    return played;
  }

  const GameTable& table_;
  const GameSetup& setup_;
  std::span<const SeatedBot> seats_;
  std::span<BotSession* const> bystanders_;
  OpenTable* const open_;
  Game game_;
  Adjudicator adjudicator_;
  PositionWriter positions_;
  Clocks clocks_;
  std::vector<TurnTiming> timings_;
  std::vector<ForfeitRecord> forfeits_;
  Clocks::Duration taken_{0};         // The time that the turn has taken so far.
  std::vector<std::string> refused_;  // What was refused in the turn so far.
  Question question_;                 // The last one asked. Its memory is reused.
  int opening_ = 0;                   // How many turns the opening had.
  bool is_stopped_ = false;
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

std::optional<PlayedGame> play_game(const GameTable& table, const GameSetup& setup,
                                    std::span<const SeatedBot> seats, std::span<BotSession* const> bystanders,
                                    OpenTable* open) {
  TOPTILE_ASSERT(seats.size() >= 2 && setup.names.size() == seats.size());
  return RefereedGame(table, setup, seats, bystanders, open).play();
}

}  // namespace toptile
