// Moves that the rules refuse, one for every reason that a line can give. Two reasons are not among them: a
// word and its place cannot name a `gap` nor a tile on its own face (`same_face`).
//
// A deed waits for a position in which there is a move of its kind; the judge says whether a candidate is
// one.
#include <functional>
#include <optional>

#include "engine/judge.h"
#include "tests/hostile_bots/exhibit/exhibit.h"

namespace toptile {

namespace {

using Candidates = std::vector<Placement>;

std::vector<Face> faces_of(const Tiles& rack) {
  std::vector<Face> faces;
  for (Face face = 0; face < kMaxFaces; ++face) {
    for (int i = 0; i < rack.count(face); ++i) faces.push_back(face);
  }
  return faces;
}

std::vector<Square> squares_of(const Board& board) {
  std::vector<Square> squares;
  for (int row = 0; row < board.size(); ++row) {
    for (int column = 0; column < board.size(); ++column)
      squares.push_back({static_cast<std::int8_t>(row), static_cast<std::int8_t>(column)});
  }
  return squares;
}

// The words of two letters and more on the board.
Candidates runs_of(const Board& board) {
  Candidates runs;
  for (const Direction direction : {Direction::across, Direction::down}) {
    for (const Square square : squares_of(board)) {
      if (!board.is_occupied(square) || board.is_occupied(step(square, direction, -1))) continue;
      Placement run = run_through(board, square, direction);
      if (run.word.size() >= 2) runs.push_back(run);
    }
  }
  return runs;
}

// Every sequence of so many tiles of the rack. It may use a tile twice; the judge notices that.
std::vector<Word> words_from(const Tiles& rack, int length) {
  std::vector<Word> words = {Word()};
  for (int i = 0; i < length; ++i) {
    std::vector<Word> longer;
    for (const Word& word : words) {
      for (const Face face : faces_of(rack)) {
        longer.push_back(word);
        longer.back().push_back(face);
      }
    }
    words = std::move(longer);
  }
  return words;
}

Candidates anywhere(const Position& now, int tiles) {
  Candidates all;
  for (const Word& word : words_from(now.rack, tiles)) {
    for (const Square square : squares_of(now.board)) all.push_back({square, Direction::across, word});
  }
  return all;
}

Candidates over_words(const Position& now) {
  Candidates all;
  for (const Placement& run : runs_of(now.board)) {
    if (run.word.size() > 3) continue;
    for (const Word& word : words_from(now.rack, run.word.size()))
      all.push_back({run.start, run.direction, word});
  }
  return all;
}

Candidates longer_words(const Position& now) {
  Candidates all;
  for (const Placement& run : runs_of(now.board)) {
    if (run.word.size() >= now.board.size()) continue;
    for (const Face face : faces_of(now.rack)) {
      all.push_back(run);
      all.back().word.push_back(face);
    }
  }
  return all;
}

Candidates one_letter_changed(const Position& now) {
  Candidates all;
  for (const Placement& run : runs_of(now.board)) {
    for (int at = 0; at < run.word.size(); ++at) {
      for (const Face face : faces_of(now.rack)) {
        Placement changed{run.start, run.direction, {}};
        for (int i = 0; i < run.word.size(); ++i) changed.word.push_back(i == at ? face : run.word[i]);
        all.push_back(changed);
      }
    }
  }
  return all;
}

Candidates one_tile(const Position& now) {
  return anywhere(now, 1);
}
Candidates two_tiles(const Position& now) {
  return anywhere(now, 2);
}
Candidates standing_words(const Position& now) {
  return runs_of(now.board);
}

std::optional<std::string> find_refused(Player& player, Reason reason, const Candidates& candidates) {
  const Position now = player.position();
  const Judge judge(player.rules(), player.lexicon());
  for (const Placement& candidate : candidates) {
    const auto judged = judge.judge(now.board, now.rack, candidate);
    if (!judged && judged.error().reason == reason) return format_move(candidate, player.rules().alphabet());
  }
  return std::nullopt;
}

// Plays such a move whenever there is one.
auto play_refused(Reason reason, Candidates (*candidates)(const Position&)) {
  return [reason, candidates](Exhibit& bot) {
    const auto move = find_refused(bot.player(), reason, candidates(bot.player().position()));
    say(move ? "bestmove " + *move : bot.best_answer());
    return Then::is_done;
  };
}

Then exchange_from_empty_bag(Exhibit& bot) {
  const Position now = bot.player().position();
  if (now.bag != 0) return Then::goes_on;
  say("bestmove " + format_move(Exchange{lowest(now.rack.faces())}, bot.player().rules().alphabet()));
  return Then::is_done;
}

auto answer(const std::string& move) {
  return [move](Exhibit&) {
    say("bestmove " + move);
    return Then::is_done;
  };
}

constexpr int kEveryMove = 0;

}  // namespace

Deeds illegal_moves() {
  return {
      {"illegal-syntax", Moment::go, answer("5d.cat")},
      {"illegal-off-board", Moment::go, answer("5j.CAT")},
      {"illegal-no-tile", Moment::go, play_refused(Reason::no_tile, standing_words), kEveryMove},
      {"illegal-too-high", Moment::go, play_refused(Reason::too_high, one_letter_changed), kEveryMove},
      {"illegal-rack", Moment::go, answer("5d.ZZZ")},
      {"illegal-extent", Moment::go, play_refused(Reason::extent, one_tile), kEveryMove},
      {"illegal-centre", Moment::go, play_refused(Reason::centre, two_tiles), kEveryMove},
      {"illegal-apart", Moment::go, play_refused(Reason::apart, two_tiles), kEveryMove},
      {"illegal-one-letter", Moment::go, play_refused(Reason::one_letter, one_tile), kEveryMove},
      {"illegal-lexicon", Moment::go, play_refused(Reason::lexicon, two_tiles), kEveryMove},
      {"illegal-covered", Moment::go, play_refused(Reason::covered, over_words), kEveryMove},
      {"illegal-plural", Moment::go, play_refused(Reason::plural, longer_words), kEveryMove},
      {"illegal-exchange", Moment::go, exchange_from_empty_bag, kEveryMove},
      {"exchanges-what-it-lacks", Moment::go, answer("ex.?")},
      {"challenge-out-of-turn", Moment::go, answer("challenge")},
      {"accept-out-of-turn", Moment::go, answer("accept")},
      {"move-for-an-answer", Moment::question, answer("5d.CAT")},
      {"pass-for-an-answer", Moment::question, answer("pass")},
  };
}

}  // namespace toptile
