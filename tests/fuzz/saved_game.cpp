// The input is one of two:
//   an unfinished.json, which begins with `{`: a game that was read is written and read as the same, and an
//   error of one sentence tells what the rules do not allow in it; or
//   a game as in game_record: it is saved after any turn, read, and played again up to the same position.
#include "play/saved_game.h"

#include "engine/move.h"
#include "tests/fuzz/character_game.h"
#include "tests/fuzz/sentence.h"

using namespace toptile;

namespace {

constexpr int kSeed = 7;

SavedGame check_read_again(const SavedGame& saved) {
  const std::string text = format_saved_game(saved);
  auto again = parse_saved_game(text, "saved");
  TOPTILE_ASSERT(again && format_saved_game(again.value()) == text);
  return std::move(again).value();
}

void check_text(std::string_view text) {
  const auto saved = parse_saved_game(text, "saved");
  if (!saved) {
    TOPTILE_ASSERT(fuzz::is_one_sentence(saved.error().message));
    return;
  }
  check_read_again(saved.value());
  for (const fuzz::Words& words : fuzz::all_words()) {
    Game game(words.rules, words.lexicon, kSeed, words.rules.players_max);
    const auto played = play_again(saved.value(), game);
    if (!played) {
      TOPTILE_ASSERT(fuzz::is_one_sentence(played.error().message));
    } else {
      TOPTILE_ASSERT(game.turns().size() == saved.value().turns.size());
    }
  }
}

void check_game(std::string_view text) {
  const fuzz::CharacterGame played = fuzz::play_characters(text);
  const Game& game = played.game();
  SavedGame saved;
  for (const Turn& turn : game.turns()) {
    saved.turns.push_back({.move = format_move(turn.move, game.rules().alphabet()),
                           .time = std::chrono::milliseconds(saved.turns.size() + 1),
                           .info = "depth 1"});
  }
  saved.forfeits = played.forfeits();
  Game again(played.words().rules, played.words().lexicon, played.seed(), game.players());
  TOPTILE_ASSERT(play_again(check_read_again(saved), again));
  TOPTILE_ASSERT(again.is_over() && again.turns().size() == game.turns().size());
  TOPTILE_ASSERT(again.board() == game.board() && again.final_scores() == game.final_scores());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const std::string_view text = fuzz::text_of(bytes, size);
  if (text.starts_with('{')) {
    check_text(text);
  } else {
    check_game(text);
  }
  return 0;
}
