// The input is one of two:
//   a line of games.jsonl, which begins with `{`: a record that was read is written and read as the same, and
//   playing it again finds out what is wrong with it, even if ruleset, words and bag are made to fit; or
//   the numbers of a ruleset, of players and of a seed, then a game with a character for each move: its
//   record is the same after it was written and read, and plays again without a difference.
#include "protocol/game_record.h"

#include "protocol/replay.h"

#include "tests/fuzz/character_game.h"
#include "tests/fuzz/sentence.h"

using namespace toptile;

namespace {

// The quick reader reads the same record as the careful one, and gives the same error.
void check_quickly_read(std::string_view line, const Result<GameRecord>& parsed) {
  const auto quickly = parse_written_record(line);
  TOPTILE_ASSERT(quickly.has_value() == parsed.has_value());
  if (!parsed) {
    TOPTILE_ASSERT(quickly.error().message == parsed.error().message);
    return;
  }
  TOPTILE_ASSERT(format_record(quickly.value()) == format_record(parsed.value()));
  TOPTILE_ASSERT(quickly.value().digest == parsed.value().digest);
}

void check_written(const GameRecord& record) {
  const std::string line = format_record(record);
  TOPTILE_ASSERT(line.find('\n') == std::string::npos);
  const auto again = parse_record(line);
  TOPTILE_ASSERT(again && format_record(again.value()) == line);
  TOPTILE_ASSERT(again.value().digest == digest_of(record));
  check_quickly_read(line, again);
}

// The words with the ruleset that the record names; if there is no such ruleset, the first ones.
const fuzz::Words& words_of(const GameRecord& record) {
  const auto is_named = [&](const fuzz::Words& words) { return words.rules.name == record.rules; };
  const auto named = std::ranges::find_if(fuzz::all_words(), is_named);
  return named == fuzz::all_words().end() ? fuzz::all_words().front() : *named;
}

void check_replay(const GameRecord& record, const fuzz::Words& words) {
  const auto difference = find_difference(record, words.rules, words.lexicon);
  if (difference) TOPTILE_ASSERT(fuzz::is_one_sentence(*difference));
}

// A record that is read without its turns is the same as one that is read with them, except for the turns.
void check_skimmed(std::string_view line, const GameRecord& record) {
  const auto skimmed = parse_record_without_turns(line);
  TOPTILE_ASSERT(skimmed);
  GameRecord expected = record;
  if (skimmed.value().turns.empty()) expected.turns.clear();
  TOPTILE_ASSERT(format_record(skimmed.value()) == format_record(expected));
  TOPTILE_ASSERT(skimmed.value().digest == record.digest);
}

void check_line(std::string_view line) {
  const auto parsed = parse_record(line);
  check_quickly_read(line, parsed);
  if (!parsed) {
    const auto skimmed = parse_record_without_turns(line);
    TOPTILE_ASSERT(!skimmed || skimmed.value().turns.empty());
    TOPTILE_ASSERT(fuzz::is_one_sentence(parsed.error().message));
    return;
  }
  GameRecord record = parsed.value();
  TOPTILE_ASSERT(!record_fault(record));
  check_written(record);
  check_skimmed(line, record);
  const fuzz::Words& words = words_of(record);
  const int players = static_cast<int>(record.players.size());
  if (words.rules.plays_with(players)) {
    const Game game = game_of(record, words.rules, words.lexicon);
    record.rules = words.rules.name;
    record.lexicon_sha256 = hexadecimal(words.lexicon.sha256());
    record.bag = words.rules.alphabet().symbols(game.first_bag());
    check_replay(record, words);
  }
  check_replay(parsed.value(), words);
}

// No tile is lost, and none is added.
void check_tiles(const Game& game) {
  int tiles = game.board().tiles() + static_cast<int>(game.bag().size());
  for (const Seat seat : each<Seat>(game.players())) tiles += game.rack(seat).size();
  TOPTILE_ASSERT(tiles == game.rules().tiles().size());
}

// The game's moves as far as they can be an opening: with another seed, they are played just the same.
void check_opening(const fuzz::CharacterGame& played) {
  const fuzz::Words& words = played.words();
  const int players = played.game().players();
  const std::vector<Move>& moves = played.game().moves();
  const auto fault = opening_fault(words.rules, words.lexicon, players, moves);
  const Opening opening(moves.begin(),
                        moves.begin() + static_cast<std::ptrdiff_t>(fault ? fault->move : moves.size()));
  TOPTILE_ASSERT(!opening_fault(words.rules, words.lexicon, players, opening));
  Game game(words.rules, words.lexicon, played.seed() + 1, players, opening);
  check_tiles(game);
  for (const Move& move : turns_of_opening(words.rules, players, opening)) {
    if (game.is_over()) return;  // All have passed.
    TOPTILE_ASSERT(game.play(move));
    check_tiles(game);
  }
}

void check_game(std::string_view text) {
  const fuzz::CharacterGame played = fuzz::play_characters(text);
  check_tiles(played.game());
  check_opening(played);

  GameRecord record;
  record.id = GameNumber{1};
  record.set = 1;
  record.seed = played.seed();
  record.players.assign(static_cast<std::size_t>(played.game().players()), "bot");
  record.forfeits = played.forfeits();
  fill_from_game(record, played.game());
  check_written(record);
  auto again = parse_record(format_record(record));
  const fuzz::Words& words = played.words();
  TOPTILE_ASSERT(again && !find_difference(again.value(), words.rules, words.lexicon));
  if (again.value().turns.empty()) return;
  ++again.value().turns[played.seed() % again.value().turns.size()].points;
  TOPTILE_ASSERT(find_difference(again.value(), words.rules, words.lexicon));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const std::string_view text = fuzz::text_of(bytes, size);
  if (text.starts_with('{')) {
    check_line(text);
  } else {
    check_game(text);
  }
  return 0;
}
