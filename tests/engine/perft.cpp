// Exact numbers of sequences of plays (the "perft" of chess engines): two racks take turns, nothing is drawn,
// and every play that is laid is taken back again. The table is tests/data/perft.txt.
#include <cstdlib>
#include <fstream>
#include <sstream>

#include "engine/board_lines.h"
#include "engine/judge.h"
#include "engine/movegen.h"
#include "protocol/position_line.h"
#include "tests/engine/scenario.h"
#include "tests/engine/slow_twin.h"
#include "tests/places.h"

namespace toptile {

BOOST_AUTO_TEST_SUITE(perft)

namespace {

const std::string kTable = source_file("tests/data/perft.txt");

struct Row {
  std::string ruleset, words, position, other_rack;
  std::vector<std::int64_t> counts;  // The numbers of sequences of one play, of two and so on.
};

// Reads rows such as "hasbro few.txt 12 345 6789 | board … rack … | RACK".
std::vector<Row> read_table() {
  std::ifstream file(kTable);
  std::vector<Row> rows;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line.starts_with('#')) continue;
    const std::size_t first = line.find(" | "), second = line.find(" | ", first + 3);
    BOOST_REQUIRE_MESSAGE(second != std::string::npos, "a row has three parts: " << line);
    std::istringstream head(line.substr(0, first));
    Row row;
    head >> row.ruleset >> row.words;
    for (std::int64_t count = 0; head >> count;) row.counts.push_back(count);
    row.position = line.substr(first + 3, second - first - 3);
    row.other_rack = line.substr(second + 3);
    rows.push_back(row);
  }
  return rows;
}

Tiles without(Tiles rack, const LaidTiles& laid) {
  for (const LaidTile& tile : laid) rack.remove(tile.face);
  return rack;
}

std::int64_t count_sequences(BoardLines& lines, const Tiles& mover, const Tiles& other, std::size_t depth) {
  if (depth == 1) return count_plays(lines, mover);
  std::vector<ScoredPlay> plays;
  generate_plays(lines, mover, plays);
  std::int64_t sequences = 0;
  for (const ScoredPlay& play : plays) {
    const LaidTiles laid = tiles_laid_by(lines.board(), play.placement);
    lines.lay({laid.data(), laid.size()});
    sequences += count_sequences(lines, other, without(mover, laid), depth - 1);
    lines.take_back();
  }
  return sequences;
}

// The same count by the twin, which has neither lines nor generator.
std::int64_t count_slowly(SlowTwin& twin, const Ruleset& rules, const Board& board, const Tiles& mover,
                          const Tiles& other, std::size_t depth) {
  const SlowTwin::Plays plays = twin.plays(board, mover);
  if (depth == 1) return static_cast<std::int64_t>(plays.size());
  std::int64_t sequences = 0;
  for (const auto& [notation, points] : plays) {
    const LaidTiles laid = tiles_laid_by(board, placement_of(rules, notation));
    Board after = board;
    lay(after, laid);
    sequences += count_slowly(twin, rules, after, other, without(mover, laid), depth - 1);
  }
  return sequences;
}

struct Scene {
  explicit Scene(const Row& row)
      : rules(shipped(row.ruleset)),
        lexicon(lexicon_of(rules, word_list(row.words))),
        other(tiles_of(rules, row.other_rack)) {
    auto parsed = parse_position(row.position, rules, UnknownKeys::refuse);
    BOOST_REQUIRE_MESSAGE(parsed, row.position << ": " << (parsed ? "" : parsed.error().message));
    board = parsed.value().board;
    rack = parsed.value().rack;
  }
  const Ruleset& rules;
  Lexicon lexicon;
  Board board{2};
  Tiles rack, other;
};

}  // namespace

// With TOPTILE_REWRITE=1 in the environment, it writes the counts that it finds into the table; read the
// change before you commit it.
BOOST_AUTO_TEST_CASE(the_generator_counts_as_the_table_says) {
  std::vector<Row> rows = read_table();
  BOOST_TEST(rows.size() >= 12u);
  std::vector<std::string> found;
  for (const Row& row : rows) {
    Scene scene(row);
    BoardLines lines(scene.rules, scene.lexicon);
    lines.become(scene.board);
    const BoardLines before = lines;
    std::string line = row.ruleset + " " + row.words;
    for (std::size_t depth = 1; depth <= row.counts.size(); ++depth) {
      const std::int64_t count = count_sequences(lines, scene.rack, scene.other, depth);
      if (std::getenv("TOPTILE_REWRITE") == nullptr)
        BOOST_TEST(count == row.counts[depth - 1], row.position << ", depth " << depth);
      line += " " + std::to_string(count);
    }
    BOOST_TEST((lines == before));
    found.push_back(line + " | " + row.position + " | " + row.other_rack);
  }
  if (std::getenv("TOPTILE_REWRITE") == nullptr) return;
  std::ifstream old(kTable);
  std::ostringstream text;
  for (std::string line; std::getline(old, line) && (line.empty() || line.starts_with('#'));)
    text << line << "\n";
  for (const std::string& line : found) text << line << "\n";
  old.close();
  std::ofstream(kTable) << text.str();
}

// The twin is slow, so it counts sequences of two and three plays only if there are few of them.
BOOST_AUTO_TEST_CASE(the_twin_counts_the_same_as_far_as_it_gets) {
  for (const Row& row : read_table()) {
    Scene scene(row);
    SlowTwin twin(scene.rules, scene.lexicon);
    for (std::size_t depth = 1; depth <= row.counts.size(); ++depth) {
      constexpr std::int64_t kMaxTwins = 350;
      if (depth > 1 && row.counts[depth - 2] > kMaxTwins) break;
      BOOST_TEST(count_slowly(twin, scene.rules, scene.board, scene.rack, scene.other, depth) ==
                     row.counts[depth - 1],
                 row.position << ", depth " << depth);
    }
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace toptile
