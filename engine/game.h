// A game from the first draw to the final scores (docs/rules.md, "A game"): who is to move, what a move does,
// when it is over. Everything that chance decides follows from the seed. No clock and no bot: who moves too
// late, or not at all, is the referee's to say (forfeit).
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "engine/judge.h"
#include "engine/movegen.h"
#include "engine/position.h"
#include "engine/random.h"
#include "engine/ruleset.h"

namespace toptile {

// How a game ended: nobody is to blame but for `forfeit`, and `adjudicated` is the organizer's doing.
enum class GameEnd : std::uint8_t { out, stuck, passed, scoreless, forfeit, adjudicated };
std::string_view name_of(GameEnd end);

// One entry of a game's record: a turn, or the answer to the question whether a play is challenged.
struct Turn {
  int seat = 0;
  Tiles rack;  // Before the move.
  Move move;
  FormedWords words;        // Of a play.
  int worth = 0;            // Of a play: its points should it stand.
  int points = 0;           // Of a play that stands; 0 for one that was taken back.
  int total = 0;            // The seat's score after the turn.
  std::vector<Face> drawn;  // Tiles taken from the bag after the move.
};

// The draw for the first seat (ruleset `first: "draw"`): each draws a tile, the one nearest to A begins,
// those who tie draw again, and the tiles go back.
struct FirstDraw {
  struct DrawnTile {
    int seat;
    Face face;
  };
  std::vector<std::vector<DrawnTile>> rounds;  // In each, everyone or those who tied; none for one player.
  int first = 0;                               // The seat that begins, 0 … players-1.
};
FirstDraw draw_for_first(const Ruleset& rules, std::uint64_t game_seed, int players);

class Game {
 public:
  // The ruleset and the lexicon must outlive the game; the ruleset must allow so many players.
  Game(const Ruleset& rules, const Lexicon& lexicon, std::uint64_t seed, int players);

  bool is_over() const { return is_over_; }
  GameEnd end() const;  // Only of a game that is over.

  // Plays of this turn that were challenged and taken back. The rules set no limit; who runs the game may.
  int taken_back_in_turn() const { return taken_back_in_turn_; }

  // Whose move it is; with is_question(), who is asked whether the last play is challenged (Challenge or
  // Accept).
  int seat_to_move() const { return is_question_ ? asked_ : to_move_; }
  bool is_question() const { return is_question_; }

  // Plays a move of seat_to_move(). A refused move changes nothing. The turn stays valid until the next call.
  Judged<const Turn*> play(const Move& move);

  // Takes a seat out of the game, at whatever moment: its rack is set aside, it is ranked last. A play of its
  // own that is in doubt stays in doubt; a play it is asked about, it does not challenge. With one seat left
  // the game is over.
  void forfeit(int seat);

  // Ends the game as it stands, by no rule of its own. Not while a play is in doubt: what it is worth is
  // open.
  void adjudicate();

  // Takes points off the seat's final score, as overtime does (docs/rules.md, "Overtime"). The score that
  // players see while they play stays as it is.
  void penalize(int seat, int points);

  int players() const { return players_; }
  const Ruleset& rules() const { return rules_; }
  const Lexicon& lexicon() const { return lexicon_; }
  const Board& board() const { return board_; }
  const Tiles& rack(int seat) const { return seats_[static_cast<std::size_t>(seat)].rack; }
  int score(int seat) const { return seats_[static_cast<std::size_t>(seat)].score; }
  bool is_playing(int seat) const { return !seats_[static_cast<std::size_t>(seat)].has_forfeited; }
  // The seat's passes since anybody did anything else, and its turns since anybody scored.
  int passes_in_a_row(int seat) const { return seats_[static_cast<std::size_t>(seat)].passes_in_a_row; }
  int scoreless_in_a_row(int seat) const { return seats_[static_cast<std::size_t>(seat)].scoreless_in_a_row; }
  const std::vector<Face>& bag() const { return bag_; }
  // The whole bag before the first draw.
  const std::vector<Face>& first_bag() const { return first_bag_; }
  const std::vector<Turn>& turns() const { return turns_; }
  // The moves that stand, one a turn: a play taken back is not among them.
  const std::vector<Move>& moves() const { return moves_; }
  // Of moves(); the tile of an exchange is for the eyes of its seat alone.
  Move move_seen_by(int seat, std::size_t index) const;
  // Tiles neither on the board nor on the seat's rack.
  Tiles unseen_by(int seat) const;

  // What the seat may see: no other rack, no order of the bag, no tile that another seat exchanged.
  Position position_of(int seat) const;

  // After the game: less the penalty for tiles left, unless it ended by forfeit or was adjudicated, and less
  // other penalties.
  std::vector<int> final_scores() const;
  // 1 is best; equal scores share the better rank; seats that forfeited come last.
  std::vector<int> ranks() const;

 private:
  struct Seat {
    Tiles rack;
    int score = 0;
    int penalty = 0;
    int exchanges = 0;
    int passes_in_a_row = 0;
    int scoreless_in_a_row = 0;
    bool has_forfeited = false;
    std::optional<Placement> known_play;  // Legal when it was looked for.
  };
  // A play that may still be challenged.
  struct Doubt {
    Play play;
    LaidTiles covered;  // What lay on top of each covered square.
    std::size_t turn;   // Its index in turns_.
  };

  Seat& seat(int number) { return seats_[static_cast<std::size_t>(number)]; }
  Judged<const Turn*> play_tiles(const Placement& placement);
  Judged<const Turn*> play_exchange(const Exchange& exchange);
  Judged<const Turn*> play_pass();
  Judged<const Turn*> answer_question(bool is_challenge);
  void ask_next();
  void begin_turn(const Move& move);
  void let_stand();
  void take_back();
  void finish_turn(const Move& move, int points);
  void hand_on();
  void keep_move(const Move& move);
  void drop_move();
  std::vector<Face> draw(int seat, int count);
  Face draw_one(int seat);
  int next_seat(int seat) const;
  bool can_move(int seat) const;
  bool end_if_over();
  std::optional<GameEnd> find_end();
  bool have_all(int Seat::*count, int rounds) const;
  bool is_stuck();

  const Ruleset& rules_;
  const Lexicon& lexicon_;
  const int players_;
  Judge judge_;
  MoveGenerator generator_;
  Random exchange_random_;
  Board board_;
  std::vector<Face> first_bag_, bag_;
  Tiles bag_tiles_;  // Those of bag_.
  std::array<Seat, kMaxPlayers> seats_;
  std::vector<Turn> turns_;
  std::vector<Move> moves_;
  std::vector<int> movers_;  // The seats of moves_.
  int to_move_ = 0;
  int taken_back_in_turn_ = 0;
  bool is_question_ = false;
  int asked_ = 0;
  std::optional<Doubt> doubt_;
  bool is_over_ = false;
  GameEnd end_ = GameEnd::out;
};

// Plays a move as it is written (docs/rules.md, "Notation").
Judged<const Turn*> play_text(Game& game, std::string_view move);

}  // namespace toptile
