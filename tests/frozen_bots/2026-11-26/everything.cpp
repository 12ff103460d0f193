// Uses what the C++ kit promises (docs/kits.md) except the endgame solver. What the kit says is summed up in a
// number, and the number chooses the play.
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <iostream>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <toptile/engine/alphabet.h>
#include <toptile/engine/board.h>
#include <toptile/engine/board_lines.h>
#include <toptile/engine/judge.h>
#include <toptile/engine/lexicon.h>
#include <toptile/engine/move.h>
#include <toptile/engine/movegen.h>
#include <toptile/engine/position.h>
#include <toptile/engine/random.h>
#include <toptile/engine/ruleset.h>
#include <toptile/engine/tiles.h>
#include <toptile/sdk/bot.h>

namespace {

using namespace toptile;

int pressed = 0, games = 0;

class Sum {
 public:
  void add(std::string_view text) {
    for (const char character : text) number_ = number_ * 31 + static_cast<unsigned char>(character);
  }
  void add(int number) { add(std::to_string(number)); }
  void add(bool fact) { add(std::string_view(fact ? "yes" : "no")); }
  void add(const char* text) { add(std::string_view(text)); }
  std::uint32_t value() const { return number_; }

 private:
  std::uint32_t number_ = 17;
};

void add_rules(Sum& sum, const Ruleset& rules, const Lexicon& lexicon) {
  sum.add(rules.name);
  for (const int field : {rules.size, rules.rack, rules.height, rules.flat_points, rules.stacked_points, rules.qu_bonus,
                          rules.all_tiles_bonus, rules.left_over, rules.pass_rounds, rules.scoreless_rounds,
                          rules.free_exchanges, rules.players_min, rules.players_max})
    sum.add(field);
  sum.add(rules.plural_s == PluralS::forbid && rules.end == EndRule::first_out);
  sum.add(rules.lexicon == LexiconRule::refuse && rules.first == FirstSeat::schedule);
  sum.add(rules.has_challenges() || rules.plays_with(5));
  const Alphabet& alphabet = rules.alphabet();
  sum.add(alphabet.size());
  sum.add(alphabet.symbols(rules.tiles()));
  if (rules.qu()) sum.add(alphabet.symbol(*rules.qu()) + alphabet.text(*rules.qu()));
  if (rules.plural_face()) sum.add(alphabet.text(*rules.plural_face()));
  const FaceSet faces = alphabet.all();
  sum.add(contains(faces, *alphabet.face_spelling("E")));
  std::string_view symbols = "QIT", text = "QUIT";
  Word word;
  while (const auto face = alphabet.take_symbol(symbols)) word.push_back(*face);
  sum.add(alphabet.spell(word));
  sum.add(static_cast<int>(alphabet.take_text(text).value_or(0)));
  sum.add(lexicon.words());
  sum.add(lexicon.name());
  sum.add(lexicon.contains(word));
  sum.add(lexicon.alphabet() == alphabet);
  int long_words = 0;
  lexicon.for_each_word([&](const Word& each) { long_words += each.size() > 7 ? 1 : 0; });
  sum.add(long_words);
  const auto own = build_lexicon("own", "CAT\nDOG\nX-RAY\n", alphabet, rules.size);
  sum.add(own.value().lexicon.text());
  sum.add(own.value().dropped.sign);
}

void add_position(Sum& sum, const Position& position, const Ruleset& rules) {
  const Alphabet& alphabet = rules.alphabet();
  const Board& board = position.board;
  sum.add(board.size());
  sum.add(board.tiles());
  sum.add(board.is_empty());
  for (int row = 0; row < board.size(); ++row) {
    for (int column = 0; column < board.size(); ++column) {
      const Square square{static_cast<std::int8_t>(row), static_cast<std::int8_t>(column)};
      sum.add(board.height(square));
      if (board.is_occupied(square)) sum.add(alphabet.symbol(board.top(square)));
      sum.add(board.is_centre(square) && board.has(square));
      if (row == 4 && column == 4 && board.is_occupied(square)) {
        const Placement run = run_through(board, square, other(Direction::down));
        sum.add(alphabet.spell(run.word) + name_of(run.start) + name_of(step(square, Direction::down, 1)));
      }
    }
  }
  sum.add(alphabet.symbols(position.rack));
  for (const int score : position.scores) sum.add(score);
  for (const int tiles : position.racks) sum.add(tiles);
  sum.add(position.bag.value_or(-1));
  if (position.unseen) sum.add(alphabet.symbols(*position.unseen));
  for (const Move& move : position.moves.value_or(std::vector<Move>())) sum.add(format_move(move, alphabet));
}

// What the other could answer to a play, by every function for lines of a board.
void add_answer(Sum& sum, const Thinking& thinking, BoardLines& lines, const ScoredPlay& play) {
  const Position& position = thinking.position();
  const Alphabet& alphabet = thinking.rules().alphabet();
  const Judge judge(thinking.rules(), thinking.lexicon());
  const auto judged = judge.judge(position.board, position.rack, play.placement);
  sum.add(judged.has_value());
  if (!judged) return sum.add(name_of(judged.error().reason));
  sum.add(judged.value().points);
  sum.add(judged.value().is_all_known);
  for (const FormedWord& word : judged.value().words) sum.add(alphabet.spell(word.placed.word) + std::to_string(word.points));
  const Play& legal = judged.value();
  const LaidTiles& laid = legal.laid;
  const auto again = judge.judge_tiles(position.board, position.rack, {laid.data(), laid.size()});
  sum.add(again.has_value() && again.value().placement == play.placement);
  sum.add(judge.judge(position.board, Tiles(), play.placement).has_value());
  Board after = position.board;
  lay(after, tiles_laid_by(position.board, play.placement));
  lines.become(position.board);
  lines.lay({laid.data(), laid.size()});
  sum.add(lines.board() == after && lines.rules().size == after.size());
  const Tiles others = position.unseen.value_or(Tiles());
  Tiles rack;
  for (Face face = 0; face < kMaxFaces && rack.size() < 7; ++face) {
    if (others.count(face) > 0) rack.add(face);
  }
  std::vector<ScoredPlay> plays;
  generate_plays(lines, rack, plays);
  sum.add(count_plays(lines, rack) == static_cast<int>(plays.size()));
  sum.add(has_play(lines, rack) == find_play(lines, rack).has_value());
  ScoredPlay best;
  if (find_best_play(lines, rack, best)) {
    sum.add(format_move(best.placement, alphabet));
    const auto is_smaller = [&](const ScoredPlay& a, const ScoredPlay& b) { return is_before(a, b, alphabet); };
    sum.add(*std::ranges::min_element(plays, is_smaller) == best);
  }
  lines.take_back();
}

Move choose(Thinking& thinking, BoardLines& lines) {
  const Position& position = thinking.position();
  const Ruleset& rules = thinking.rules();
  MoveGenerator& generator = thinking.generator();
  std::vector<ScoredPlay> plays;
  generator.generate(position.board, position.rack, plays);
  if (plays.empty() || thinking.should_stop()) {
    if (thinking.may_exchange()) return Exchange{lowest(position.rack.faces())};
    return Pass{};
  }
  sort_best_first(plays, rules.alphabet());
  Sum sum;
  if (position.board.is_empty()) add_rules(sum, rules, thinking.lexicon());
  add_position(sum, position, rules);
  add_answer(sum, thinking, lines, plays.front());
  ScoredPlay best;
  sum.add(generator.find_best(position.board, position.rack, best) && best == plays.front());
  sum.add(generator.count(position.board, position.rack) == static_cast<int>(plays.size()));
  sum.add(generator.has_play(position.board, position.rack) ==
          generator.find_play(position.board, position.rack).has_value());
  const auto parsed = parse_move(format_move(best.placement, rules.alphabet()), rules.alphabet());
  sum.add(std::get<Placement>(parsed.value()) == best.placement);
  const auto answer = parse_move("accept", rules.alphabet());
  sum.add(answer && answer.value() == Move(Accept{}) && answer.value() != Move(Challenge{}));
  sum.add(thinking.seat() + 10 * thinking.players() + 100 * thinking.challenged_away());
  sum.add(thinking.may_exchange());
  for (const char* option : {"Bold", "Plays", "Style", "Motto", "Unknown"}) sum.add(thinking.option(option));
  sum.add(pressed);
  // What the clock says differs from game to game, but not whether it says anything.
  sum.add(thinking.time_left().has_value() && thinking.bank() >= std::chrono::milliseconds(0));
  sum.add(static_cast<int>(thinking.clocks().size() + thinking.banks().size()));
  sum.add(thinking.increment() >= std::chrono::milliseconds(0) && !thinking.nodes());
  thinking.tell("depth 1 score " + std::to_string(best.points) + " pv " + format_move(best.placement, rules.alphabet()));
  const std::size_t most = thinking.option("Bold") == "true" ? std::stoul(thinking.option("Plays")) : 1;
  plays.resize(std::min(plays.size(), most));
  thinking.random().shuffle(plays);
  return plays[(sum.value() + thinking.random().below(3)) % plays.size()].placement;
}

bool challenges(Thinking& thinking) {
  const Position& position = thinking.position();
  return has_unknown_word(position, thinking.rules(), thinking.lexicon()) &&
         position.moves.value_or(std::vector<Move>()).size() % 4 != 3;
}

}  // namespace

int main() {
  std::unique_ptr<BoardLines> lines;
  BotDescription bot = {
      .name = "Everything (C++)",
      .author = "Ann",
      .options = {{.name = "Bold", .type = "check", .default_value = "true"},
                  {.name = "Plays", .type = "spin", .default_value = "3", .min = 1, .max = 9},
                  {.name = "Style", .type = "combo", .default_value = "move", .choices = {"move", "text"}},
                  {.name = "Motto", .type = "string", .default_value = "on and on"},
                  {.name = "Press", .type = "button"}},
      .pressed = [](const std::string& button) { pressed += button == "Press" ? 1 : 0; },
      .new_game = [] { ++games; },
      .game_over =
          [](const uwi::GameResult& result) {
            std::cerr << games << " games, the last ended: " << result.reason << ' ' << result.scores.front() << ' '
                      << result.ranks.front() << '\n';
          }};
  return run_bot(
      bot, [&](Thinking& thinking) { return choose(thinking, *lines); }, challenges,
      [&](const Ruleset& rules, const Lexicon& lexicon) { lines = std::make_unique<BoardLines>(rules, lexicon); });
}
