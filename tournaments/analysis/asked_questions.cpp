#include "tournaments/analysis/asked_questions.h"

#include <algorithm>
#include <utility>

#include "base/assert.h"
#include "protocol/challenge_limit.h"
#include "protocol/position_line.h"
#include "protocol/replay.h"
#include "referee/game/play_game.h"

namespace toptile {

namespace {

// The clocks in the record: the time that each seat had left after its last turn.
class RecordedClocks {
 public:
  RecordedClocks(const TimeControl& control, std::span<const OwnClock> own, const GameRecord& record)
      : clocks_(control, static_cast<int>(record.players.size()), own), record_(record) {}

  uwi::Go go(Seat seat, std::size_t turn, bool is_question) {
    for (; told_ < turn; ++told_) {
      const TurnRecord& past = record_.turns[told_];
      if (past.clock && clocks_.left(past.seat)) clocks_.set_left(past.seat, *past.clock);
    }
    return clocks_.go(seat, is_question);
  }

 private:
  Clocks clocks_;
  const GameRecord& record_;
  std::size_t told_ = 0;  // The number of turns whose clocks were taken.
};

AskedQuestion question_in(const Game& game, std::size_t turn, RecordedClocks& clocks) {
  const Seat seat = game.seat_to_move();
  return {static_cast<int>(turn) + 1,
          seat,
          format_position(game.position_of(seat), game.rules().alphabet()),
          clocks.go(seat, turn, game.is_question()),
          std::nullopt,
          game};
}

// The question that this forfeit answered; nullopt if the seat was not to move.
std::optional<AskedQuestion> unanswered(const GameRecord& record, std::size_t forfeit,
                                        const TimeControl& control, std::span<const OwnClock> own,
                                        const Ruleset& rules, const Lexicon& lexicon) {
  const ForfeitRecord& last = record.forfeits[forfeit];
  const auto turns = static_cast<std::size_t>(last.after);
  RecordedPlay until = play_of(record);
  until.moves.resize(std::min(turns, until.moves.size()));
  until.seats.resize(std::min(turns, until.seats.size()));
  until.forfeits = until.forfeits.first(forfeit);
  Game game = game_of(record, rules, lexicon);
  const bool is_possible = !replay(until, game) && !game.is_over() && game.seat_to_move() == last.seat;
  if (!is_possible || last.kind == FaultKind::withdrawn) return std::nullopt;
  RecordedClocks clocks(control, own, record);
  return question_in(game, turns, clocks);
}

}  // namespace

std::vector<AskedQuestion> asked_questions(const GameRecord& record, const TimeControl& control,
                                           std::span<const OwnClock> own, const Ruleset& rules,
                                           const Lexicon& lexicon) {
  std::vector<AskedQuestion> questions, cut_off;
  for (std::size_t i = 0; i < record.forfeits.size(); ++i) {
    if (auto question = unanswered(record, i, control, own, rules, lexicon))
      cut_off.push_back(*std::move(question));
  }
  std::size_t next_cut_off = 0;
  const auto add_cut_off = [&](std::size_t turn) {
    while (next_cut_off < cut_off.size() && cut_off[next_cut_off].turn <= static_cast<int>(turn) + 1)
      questions.push_back(std::move(cut_off[next_cut_off++]));
  };
  RecordedClocks clocks(control, own, record);
  Game game = game_of(record, rules, lexicon);
  const auto before = [&](const ReplayedTurn& turn) {
    add_cut_off(turn.index);
    if (turn.index < static_cast<std::size_t>(record.opening)) return true;
    const bool is_of_harness =
        is_challenge_limit_reached(turn.game, kChallengeLimit) && std::holds_alternative<Pass>(turn.move);
    if (is_of_harness) return true;
    questions.push_back(question_in(turn.game, turn.index, clocks));
    questions.back().played = record.turns[turn.index].move;
    return true;
  };
  const auto difference = replay(play_of(record), game, {.before = before, .after = {}});
  TOPTILE_ASSERT(!difference);
  add_cut_off(record.turns.size());
  return questions;
}

std::string lines_before_game(const GameRecord& record, Seat seat, const std::vector<uwi::SetOption>& options,
                              const std::string& setup) {
  std::string lines = uwi::format(uwi::RefereeMessage(uwi::Hello{})) + "\n";
  for (const uwi::SetOption& option : options) lines += uwi::format(uwi::RefereeMessage(option)) + "\n";
  const uwi::NewGame game{std::to_string(record.id), static_cast<int>(record.players.size()), seat,
                          bot_seed(record.seed, seat)};
  return lines + setup + uwi::format(uwi::RefereeMessage(game)) + "\n" +
         uwi::format(uwi::RefereeMessage(uwi::IsReady{})) + "\n";
}

std::string lines_of(const AskedQuestion& question) {
  return "position " + question.position + "\n" + uwi::format(uwi::RefereeMessage(question.go)) + "\n";
}

}  // namespace toptile
