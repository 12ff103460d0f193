// A game from the first draw to the final scores (docs/rules.md, "A game"): which seat is to move, what a
// move does, when the game is over. All chance follows from the seed. A game knows no clock and no bot: the
// referee decides which seat moved too late or not at all, and calls forfeit().
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "engine/judge.h"
#include "engine/movegen.h"
#include "engine/position.h"
#include "engine/random.h"
#include "engine/ruleset.h"
#include "engine/seat.h"

namespace toptile {

// How a game ended. Only `forfeit` is a seat's fault. The organizer ended it if it was `adjudicated`,
// `agreed` (the players' own forecasts were the same) or `resigned` (a player gave it up).
enum class GameEnd : std::uint8_t { out, stuck, passed, scoreless, forfeit, adjudicated, agreed, resigned };
inline constexpr GameEnd kLastGameEnd = GameEnd::resigned;
std::string_view name_of(GameEnd end);

// One entry of a game's record: a turn, or an answer to the question of whether to challenge a play.
struct Turn {
  Seat seat{};
  Tiles rack;  // The seat's rack before the move.
  Move move;
  FormedWords words;        // The words that a play formed.
  int worth = 0;            // The points of a play if it stands.
  int points = 0;           // The points scored; 0 for a play that was taken back.
  int total = 0;            // The seat's score after the turn.
  std::vector<Face> drawn;  // Tiles taken from the bag after the move.
};

// The draw for the first seat (ruleset `first: "draw"`). Each player draws a tile, and the one nearest to A
// begins. Players who tie draw again, from the whole bag.
struct FirstDraw {
  struct DrawnTile {
    Seat seat;
    Face face;
  };
  // All players draw in the first round, and those who tied in the next. A single player does not draw.
  std::vector<std::vector<DrawnTile>> rounds;
  Seat first{};  // The seat that begins, 0 … players-1.
};
FirstDraw draw_for_first(const Ruleset& rules, std::uint64_t game_seed, int players);

class Game {
 public:
  // The ruleset and the lexicon must outlive the game; the ruleset must allow this number of players. The bag
  // is arranged for the opening, but none of its moves is played yet.
  Game(const Ruleset& rules, const Lexicon& lexicon, std::uint64_t seed, int players,
       std::span<const Move> opening = {});

  bool is_over() const { return is_over_; }
  GameEnd end() const;  // The game must be over.

  // The number of plays of this turn that were challenged and taken back. The rules set no limit, but the
  // caller may.
  int taken_back_in_turn() const { return taken_back_in_turn_; }

  // The seat to move. While is_question() holds, it is the seat that is asked whether it challenges the last
  // play; it answers with Challenge or Accept.
  Seat seat_to_move() const { return is_question_ ? asked_ : to_move_; }
  bool is_question() const { return is_question_; }
  // Whether seat_to_move() may exchange one of its tiles.
  bool may_exchange() const;

  // Plays a move of seat_to_move(), which is then the last of turns(). A refused move changes nothing.
  Judged<void> play(const Move& move);

  // Takes a seat out of the game, at any time. Its rack is set aside, and it is ranked last. If a play of its
  // own is in doubt, it stays in doubt. If it is being asked about a play, it does not challenge it. The game
  // is over when only one seat is left.
  void forfeit(Seat seat);

  // Ends the game as it stands, although no rule of the game does: `end` is `adjudicated` or `agreed`. No
  // play may be in doubt, because its points would be undecided.
  void adjudicate(GameEnd end = GameEnd::adjudicated);

  // Ends a game of two as it stands because the seat, which is still playing, gives it up. The seat is ranked
  // last, whatever the scores are. No play may be in doubt.
  void resign(Seat seat);

  // Takes points off the seat's final score, as overtime does (docs/rules.md, "Overtime"). The score that
  // players see during the game does not change.
  void penalize(Seat seat, int points);

  int players() const { return players_; }
  const Ruleset& rules() const { return rules_; }
  const Lexicon& lexicon() const { return lexicon_; }
  const Board& board() const { return board_; }
  const Tiles& rack(Seat seat) const { return seats_[seat].rack; }
  int score(Seat seat) const { return seats_[seat].score; }
  bool is_playing(Seat seat) const { return !seats_[seat].has_forfeited; }
  std::optional<Seat> resigned_seat() const { return resigned_; }
  // The seat's passes since any seat did anything else, and its turns since any seat scored.
  int passes_in_a_row(Seat seat) const { return seats_[seat].passes_in_a_row; }
  int scoreless_in_a_row(Seat seat) const { return seats_[seat].scoreless_in_a_row; }
  const std::vector<Face>& bag() const { return bag_; }
  // The whole bag before the first draw.
  const std::vector<Face>& first_bag() const { return first_bag_; }
  const std::vector<Turn>& turns() const { return turns_; }
  // The moves that stand, one for each turn. Plays that were taken back are not among them.
  const std::vector<Move>& moves() const { return moves_; }
  // One of moves() as a seat sees it. The tile of an exchange is shown only to the seat that made it.
  Move move_seen_by(Seat seat, std::size_t index) const;
  // The tiles that are neither on the board nor on the seat's rack.
  Tiles unseen_by(Seat seat) const;

  // The position as the seat may see it: without other racks, the order of the bag, and the tiles that other
  // seats exchanged.
  Position position_of(Seat seat) const;

  // The scores less all penalties. Tiles left cost points only if a rule ended the game: not after a forfeit,
  // and not if it was adjudicated, agreed or resigned.
  std::vector<int> final_scores() const;
  // The seats' ranks; 1 is best. Equal scores share the better rank. Seats that forfeited come last, and so
  // does a seat that resigned.
  std::vector<int> ranks() const;

 private:
  struct SeatState {
    Tiles rack;
    int score = 0;
    int penalty = 0;
    int exchanges = 0;
    int passes_in_a_row = 0;
    int scoreless_in_a_row = 0;
    bool has_forfeited = false;
    std::optional<Placement> known_play;  // A play that was legal when it was found.
  };
  // A play that may still be challenged.
  struct Doubt {
    Play play;
    LaidTiles covered;  // The squares of the laid tiles, each with the face that was on top before.
    std::size_t turn;   // The index of its turn in turns_.
  };

  SeatState& state_of(Seat seat) { return seats_[seat]; }
  Judged<void> play_tiles(const Placement& placement);
  Judged<void> play_exchange(const Exchange& exchange);
  Judged<void> play_pass();
  Judged<void> answer_question(bool is_challenge);
  void ask_next();
  void begin_turn(const Move& move);
  void let_stand();
  void take_back();
  void finish_turn(const Move& move, int points);
  void hand_on();
  void keep_move(const Move& move);
  void drop_move();
  std::vector<Face> draw(Seat seat, int count);
  Face draw_one(Seat seat);
  Seat next_seat(Seat seat) const;
  bool can_move(Seat seat) const;
  bool end_if_over();
  std::optional<GameEnd> find_end();
  bool have_all(int SeatState::*count, int rounds) const;
  bool is_stuck();

  const Ruleset& rules_;
  const Lexicon& lexicon_;
  const int players_;
  Judge judge_;
  MoveGenerator generator_;
  Random exchange_random_;
  Board board_;
  std::vector<Face> first_bag_, bag_;
  Tiles bag_tiles_;  // The tiles of bag_, without their order.
  std::array<SeatState, kMaxPlayers> seats_;
  std::vector<Turn> turns_;
  std::vector<Move> moves_;
  std::vector<Seat> movers_;  // The seat that made each of moves_.
  Seat to_move_{};
  int taken_back_in_turn_ = 0;
  bool is_question_ = false;
  Seat asked_{};
  std::optional<Doubt> doubt_;
  bool is_over_ = false;
  GameEnd end_ = GameEnd::out;
  std::optional<Seat> resigned_;
};

// Whether a play formed a word that is not in the lexicon.
bool has_unknown_word(const Turn& turn, const Lexicon& lexicon);

// Plays a move as it is written (docs/protocol.md, "Notation").
Judged<void> play_text(Game& game, std::string_view move);

}  // namespace toptile
