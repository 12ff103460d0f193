// Random games for tests, made from a seed: a turn is the best play, any play, an exchange or a pass.
#pragma once

#include <boost/test/unit_test.hpp>
#include <string>
#include <vector>

#include "engine/game.h"
#include "engine/movegen.h"
#include "engine/random.h"

namespace toptile {

// The board as text: each row is a line, and each square has two characters as in the position line.
inline std::string show_board(const Board& board, const Alphabet& alphabet) {
  std::string text;
  for (std::int8_t row = 0; row < board.size(); ++row) {
    for (std::int8_t column = 0; column < board.size(); ++column) {
      const Square square{row, column};
      text += board.is_occupied(square)
                  ? std::to_string(board.height(square)) + alphabet.symbol(board.top(square))
                  : "..";
    }
    text += '\n';
  }
  return text;
}

// How many of a hundred turns of a seat are no plays. In the others it plays, half of the time the best play.
struct Habits {
  int passes = 1;
  int exchanges = 4;
  int bests = 50;
};

class SelfPlay {
 public:
  SelfPlay(const Ruleset& rules, const Lexicon& lexicon, std::uint64_t seed, int players, Habits habits = {})
      : game_(rules, lexicon, seed, players),
        generator_(rules, lexicon),
        random_(seed ^ 0x5EED),
        habits_(habits) {}

  Game& game() { return game_; }

  // The next move of the seat to move; it never challenges.
  Move choose() {
    if (game_.is_question()) return Accept{};
    const Tiles& rack = game_.rack(game_.seat_to_move());
    const auto dice = static_cast<int>(random_.below(100));
    if (dice < habits_.passes) return Pass{};
    if (dice < habits_.passes + habits_.exchanges && may_exchange()) return exchange(rack);
    generator_.generate(game_.board(), rack, plays_);
    if (plays_.empty()) return may_exchange() ? exchange(rack) : Move(Pass{});
    sort_best_first(plays_, game_.rules().alphabet());
    const bool is_best = static_cast<int>(random_.below(100)) < habits_.bests;
    return plays_[is_best ? 0 : random_.below(plays_.size())].placement;
  }

  // Plays what choose() says; the game must not be over.
  const Turn& play_turn() {
    const Move move = choose();
    if (std::holds_alternative<Exchange>(move)) ++exchanges_[game_.seat_to_move()];
    const auto played = game_.play(move);
    BOOST_REQUIRE_MESSAGE(played, format_move(move, game_.rules().alphabet())
                                      << " is played: " << (played ? "" : played.error().text));
    return game_.turns().back();
  }

 private:
  bool may_exchange() const {
    const int most = game_.rules().free_exchanges;
    return !game_.bag().empty() && (most == 0 || exchanges_[game_.seat_to_move()] < most);
  }
  Move exchange(const Tiles& rack) {
    std::vector<Face> faces;
    for (FaceSet rest = rack.faces(); rest != 0; rest &= rest - 1) faces.push_back(lowest(rest));
    return Exchange{faces[random_.below(faces.size())]};
  }

  Game game_;
  MoveGenerator generator_;
  Random random_;
  Habits habits_;
  std::vector<ScoredPlay> plays_;
  std::array<int, kMaxPlayers> exchanges_{};
};

}  // namespace toptile
