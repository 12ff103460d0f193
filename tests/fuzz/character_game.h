// Whole games from inputs, for targets that need finished games.
#pragma once

#include <vector>

#include "engine/game.h"
#include "engine/movegen.h"
#include "protocol/game_record.h"
#include "tests/fuzz/rulesets.h"

namespace toptile::fuzz {

// A game made from an input's characters: `p` passes, `x` exchanges, `f` forfeits, `w` lays two tiles that
// may form no word; any other is the number of a play. To a question, odd characters answer with a challenge.
class CharacterGame {
 public:
  CharacterGame(const Words& words, std::uint64_t seed, int players)
      : words_(words),
        seed_(seed),
        game_(words.rules, words.lexicon, seed, players),
        generator_(words.rules, words.lexicon) {}

  const Words& words() const { return words_; }
  std::uint64_t seed() const { return seed_; }
  const Game& game() const { return game_; }
  const std::vector<ForfeitRecord>& forfeits() const { return forfeits_; }

  void play(std::string_view characters) {
    while (!characters.empty() && !game_.is_over() && game_.turns().size() < kMaxTurns) play_one(characters);
    while (!game_.is_over()) TOPTILE_ASSERT(game_.play(game_.is_question() ? Move(Accept{}) : Move(Pass{})));
  }

 private:
  void play_one(std::string_view& characters) {
    const auto character = static_cast<unsigned char>(characters.front());
    characters.remove_prefix(1);
    const Tiles& rack = game_.rack(game_.seat_to_move());
    if (character == 'f') {
      const auto seat = static_cast<Seat>(take_choice(characters, static_cast<std::size_t>(game_.players())));
      if (!game_.is_playing(seat)) return;
      forfeits_.push_back({seat, static_cast<int>(game_.turns().size()), FaultKind::time, "too late", {}});
      game_.forfeit(seat);
    } else if (game_.is_question()) {
      TOPTILE_ASSERT(game_.play(character % 2 == 1 ? Move(Challenge{}) : Move(Accept{})));
    } else if (character == 'p') {
      TOPTILE_ASSERT(game_.play(Pass{}));
    } else if (character == 'x') {
      try_move(rack.empty() ? Exchange{} : Exchange{lowest(rack.faces())});
    } else if (character == 'w') {
      try_move(two_tiles(characters, rack));
    } else {
      generator_.generate(game_.board(), rack, plays_);
      if (!plays_.empty()) TOPTILE_ASSERT(game_.play(plays_[character % plays_.size()].placement));
    }
  }

  Placement two_tiles(std::string_view& characters, const Tiles& rack) const {
    const auto size = static_cast<std::size_t>(game_.rules().size);
    Placement placement;
    placement.start = {static_cast<std::int8_t>(take_choice(characters, size)),
                       static_cast<std::int8_t>(take_choice(characters, size))};
    placement.direction = static_cast<Direction>(take_choice(characters, 2));
    for (FaceSet rest = rack.faces(); rest != 0 && placement.word.size() < 2; rest &= rest - 1)
      placement.word.push_back(lowest(rest));
    return placement;
  }

  // Tries a move and checks that a refused one changes nothing.
  void try_move(const Move& move) {
    const Seat seat = game_.seat_to_move();
    const Tiles rack = game_.rack(seat);
    const Board board = game_.board();
    const std::size_t turns = game_.turns().size();
    if (game_.play(move)) {
      TOPTILE_ASSERT(game_.turns().size() == turns + 1);
    } else {
      TOPTILE_ASSERT(game_.turns().size() == turns && game_.seat_to_move() == seat);
      TOPTILE_ASSERT(game_.rack(seat) == rack && game_.board() == board);
    }
  }

  static constexpr std::size_t kMaxTurns = 40;

  const Words& words_;
  std::uint64_t seed_;
  Game game_;
  MoveGenerator generator_;
  std::vector<ScoredPlay> plays_;
  std::vector<ForfeitRecord> forfeits_;
};

// Plays a game to its end. The text begins with the numbers of a ruleset, of players and of a seed; the rest
// are the game's characters.
inline CharacterGame play_characters(std::string_view text) {
  const Words& words = take_words(text);
  const int more_players = words.rules.players_max - words.rules.players_min;
  const int players = words.rules.players_min +
                      static_cast<int>(take_choice(text, static_cast<std::size_t>(more_players) + 1));
  const std::uint64_t seed = take_choice(text, 256);
  CharacterGame played(words, seed, players);
  played.play(text);
  return played;
}

}  // namespace toptile::fuzz
