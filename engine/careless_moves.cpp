#include "engine/careless_moves.h"

#include "engine/judge.h"

namespace toptile {

Face CarelessMoves::one_of(FaceSet faces) {
  for (int skipped = below(std::popcount(faces)); skipped > 0; --skipped) faces &= faces - 1;
  return lowest(faces);
}

Square CarelessMoves::any_square() {
  const int row = below(rules_.size);
  return {static_cast<std::int8_t>(row), static_cast<std::int8_t>(below(rules_.size))};
}

// Returns an empty word if the lexicon has none.
Word CarelessMoves::any_word() {
  Word word;
  for (const Lexicon::Node* node = &lexicon_.root(); node->children != 0;) {
    const Face face = one_of(node->children);
    word.push_back(face);
    const bool is_word = contains(node->ends, face);
    node = &lexicon_.child(*node, face);
    if (is_word && below(3) == 0) break;
  }
  return word;
}

// Returns an empty word if a few tries find none.
Word CarelessMoves::word_of_length(int length) {
  constexpr int kTries = 8;
  for (int i = 0; i < kTries; ++i) {
    Word word;
    for (const Lexicon::Node* node = &lexicon_.root(); node->children != 0;) {
      word.push_back(one_of(word.size() + 1 == length && node->ends != 0 ? node->ends : node->children));
      if (word.size() == length && contains(node->ends, word.back())) return word;
      if (word.size() == length) break;
      node = &lexicon_.child(*node, word.back());
    }
  }
  return {};
}

Tiles CarelessMoves::rack_for_one_word() {
  Tiles rack;
  for (Face face : word_of_length(rules_.rack)) rack.add(face);
  return rack;
}

Placement CarelessMoves::spoiled(Placement placement) {
  Word& word = placement.word;
  switch (below(5)) {
    case 0:
      placement.start = step(placement.start, Direction::across, below(5) - 2);
      placement.start = step(placement.start, Direction::down, below(5) - 2);
      break;
    case 1:
      placement.direction = other(placement.direction);
      break;
    case 2:
      if (word.size() < kMaxBoardSize) word.push_back(any_face());
      break;
    case 3:
      if (!word.empty()) word.pop_back();
      break;
    default: {
      std::vector<Face> faces(word.begin(), word.end());
      const Face face = any_face();
      if (!faces.empty()) faces[below(word.size())] = face;
      word = Word(std::span<const Face>(faces));
    }
  }
  return placement;
}

// The board must not be empty.
Placement CarelessMoves::over_word(const Board& board) {
  Square square = any_square();
  while (!board.is_occupied(square)) square = any_square();
  Placement standing = run_through(board, square, below(2) == 0 ? Direction::across : Direction::down);
  switch (below(4)) {
    case 0:
      break;
    case 1:
      if (standing.word.size() < kMaxBoardSize)
        standing.word.push_back(rules_.plural_face().value_or(any_face()));
      break;
    default:
      standing.word = word_of_length(standing.word.size());
  }
  return standing;
}

Placement CarelessMoves::placement(const Board& board, std::span<const ScoredPlay> plays) {
  if (!board.is_empty() && below(2) == 0) return over_word(board);
  if (!plays.empty() && below(4) != 0) return spoiled(plays[below(static_cast<int>(plays.size()))].placement);
  Placement placement;
  placement.start = any_square();
  placement.direction = below(2) == 0 ? Direction::across : Direction::down;
  placement.word = any_word();
  return placement;
}

std::string CarelessMoves::text(std::span<const ScoredPlay> plays) {
  constexpr std::string_view kCharacters = "abcjmprz0123456789.?ABCESQUZ-";
  Move move = Exchange{any_face()};
  if (!plays.empty() && below(4) != 0) move = plays[below(static_cast<int>(plays.size()))].placement;
  std::string text = format_move(move, rules_.alphabet());
  const auto place = static_cast<std::size_t>(below(static_cast<int>(text.size())));
  const int change = below(3);
  const char character = kCharacters[below(static_cast<int>(kCharacters.size()))];
  if (change == 0) {
    text[place] = character;
  } else if (change == 1) {
    text.insert(place, 1, character);
  } else {
    text.erase(place, 1);
  }
  return text;
}

std::vector<LaidTile> CarelessMoves::tiles(const Board& board, const Tiles& rack) {
  std::vector<LaidTile> laid;
  Square square = any_square();
  const Direction direction = below(2) == 0 ? Direction::across : Direction::down;
  for (int count = 1 + below(4); count > 0; --count) {
    const bool is_own = !rack.empty() && below(8) != 0;
    laid.push_back({square, is_own ? one_of(rack.faces()) : any_face()});
    if (board.is_occupied(square) && below(8) == 0) laid.back().face = board.top(square);
    // Each draw is a statement of its own, as the compiler may evaluate the arguments of a call in any order.
    const Direction next = below(12) == 0 ? other(direction) : direction;
    square = step(square, next, below(6) == 0 ? 2 : 1);
  }
  return laid;
}

}  // namespace toptile
