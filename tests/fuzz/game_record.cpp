// Input, one of two:
//   a line of games.jsonl, which begins with `{`: what is read is written and read as the same, and playing
//   it again finds out what is wrong with it, even where ruleset, words and bag are made to fit; or
//   the numbers of a ruleset, of players and of a seed, then a game, a character a move: its record comes
//   back whole and plays again without a difference.
#include "protocol/game_record.h"

#include "engine/movegen.h"
#include "tests/fuzz/rulesets.h"
#include "tests/fuzz/sentence.h"

using namespace toptile;

namespace {

constexpr std::size_t kMostTurns = 40;

void check_written(const GameRecord& record) {
  const std::string line = format_record(record);
  TOPTILE_ASSERT(line.find('\n') == std::string::npos);
  const auto again = parse_record(line);
  TOPTILE_ASSERT(again && format_record(again.value()) == line);
  TOPTILE_ASSERT(again.value().digest == digest_of(record));
}

// Those that the record names; of a name that is none of them, the first.
const fuzz::Words& words_of(const GameRecord& record) {
  const auto is_named = [&](const fuzz::Words& words) { return words.rules.name == record.rules; };
  const auto named = std::ranges::find_if(fuzz::all_words(), is_named);
  return named == fuzz::all_words().end() ? fuzz::all_words().front() : *named;
}

void check_replay(const GameRecord& record, const fuzz::Words& words) {
  const auto difference = find_difference(record, words.rules, words.lexicon);
  if (difference) TOPTILE_ASSERT(fuzz::is_one_sentence(*difference));
}

// What is read without the turns is what is read with them.
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
  if (!parsed) {
    const auto skimmed = parse_record_without_turns(line);
    TOPTILE_ASSERT(!skimmed || skimmed.value().turns.empty());
    TOPTILE_ASSERT(fuzz::is_one_sentence(parsed.error().message));
    return;
  }
  GameRecord record = parsed.value();
  check_written(record);
  check_skimmed(line, record);
  const fuzz::Words& words = words_of(record);
  const int players = static_cast<int>(record.players.size());
  if (words.rules.plays_with(players)) {
    const Game game(words.rules, words.lexicon, record.seed, players);
    record.rules = words.rules.name;
    record.lexicon_sha256 = hexadecimal(words.lexicon.sha256());
    record.bag = words.rules.alphabet().symbols(game.first_bag());
    check_replay(record, words);
  }
  check_replay(parsed.value(), words);
}

// A game out of an input's characters: `p` passes, `x` exchanges, `f` forfeits, `w` lays two tiles that may
// form no word; any other is the number of a play. Of an answer the odd ones challenge.
class CharacterGame {
 public:
  CharacterGame(const fuzz::Words& words, std::uint64_t seed, int players)
      : game_(words.rules, words.lexicon, seed, players), generator_(words.rules, words.lexicon) {}

  const Game& game() const { return game_; }
  const std::vector<ForfeitRecord>& forfeits() const { return forfeits_; }

  void play(std::string_view characters) {
    while (!characters.empty() && !game_.is_over() && game_.turns().size() < kMostTurns) play_one(characters);
    while (!game_.is_over()) TOPTILE_ASSERT(game_.play(game_.is_question() ? Move(Accept{}) : Move(Pass{})));
  }

 private:
  void play_one(std::string_view& characters) {
    const auto character = static_cast<unsigned char>(characters.front());
    characters.remove_prefix(1);
    const Tiles& rack = game_.rack(game_.seat_to_move());
    if (character == 'f') {
      const int seat =
          static_cast<int>(fuzz::take_choice(characters, static_cast<std::size_t>(game_.players())));
      if (!game_.is_playing(seat)) return;
      forfeits_.push_back({seat, static_cast<int>(game_.turns().size()), "time", "too late", {}});
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
    placement.start = {static_cast<std::int8_t>(fuzz::take_choice(characters, size)),
                       static_cast<std::int8_t>(fuzz::take_choice(characters, size))};
    placement.direction = static_cast<Direction>(fuzz::take_choice(characters, 2));
    for (FaceSet rest = rack.faces(); rest != 0 && placement.word.size() < 2; rest &= rest - 1)
      placement.word.push_back(lowest(rest));
    return placement;
  }

  // A refused move changes nothing.
  void try_move(const Move& move) {
    const int seat = game_.seat_to_move();
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

  Game game_;
  MoveGenerator generator_;
  std::vector<ScoredPlay> plays_;
  std::vector<ForfeitRecord> forfeits_;
};

// No tile is lost and none comes from nowhere.
void check_tiles(const Game& game) {
  int tiles = game.board().tiles() + static_cast<int>(game.bag().size());
  for (int seat = 0; seat < game.players(); ++seat) tiles += game.rack(seat).size();
  TOPTILE_ASSERT(tiles == game.rules().tiles().size());
}

void check_game(std::string_view text) {
  const fuzz::Words& words = fuzz::take_words(text);
  const int more_players = words.rules.players_max - words.rules.players_min;
  const int players = words.rules.players_min +
                      static_cast<int>(fuzz::take_choice(text, static_cast<std::size_t>(more_players) + 1));
  const std::uint64_t seed = fuzz::take_choice(text, 256);
  CharacterGame played(words, seed, players);
  played.play(text);
  check_tiles(played.game());

  GameRecord record;
  record.id = record.pair = 1;
  record.seed = seed;
  record.players.assign(static_cast<std::size_t>(players), "bot");
  record.forfeits = played.forfeits();
  fill_from_game(record, played.game(), {});
  check_written(record);
  auto again = parse_record(format_record(record));
  TOPTILE_ASSERT(again && !find_difference(again.value(), words.rules, words.lexicon));
  if (again.value().turns.empty()) return;
  ++again.value().turns[seed % again.value().turns.size()].points;
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
