// Input: a file of results, CSV or PGN. However it is cut into blocks, the same games are read, or the same
// error of one sentence is given. Games that were read are written as CSV, and read as the same.
#include "tournaments/exchange/result_files.h"

#include <fmt/format.h>

#include "tests/fuzz/sentence.h"
#include "tests/fuzz/target.h"
#include "tournaments/exchange/csv_rows.h"

using namespace toptile;

namespace {

constexpr std::size_t kOneBlock = 1 << 16;

void check_same(const GameList& a, const GameList& b) {
  TOPTILE_ASSERT(a.games().size() == b.games().size() && a.clusters() == b.clusters());
  for (std::size_t i = 0; i < a.games().size(); ++i) {
    const ScoredGame &one = a.games()[i], &other = b.games()[i];
    TOPTILE_ASSERT(a.names()[one.first] == b.names()[other.first]);
    TOPTILE_ASSERT(a.names()[one.second] == b.names()[other.second]);
    TOPTILE_ASSERT(one.score == other.score && one.cluster == other.cluster);
    TOPTILE_ASSERT(a.spreads()[i] == b.spreads()[i]);
  }
}

std::string in_csv(const GameList& list) {
  std::string text = "first,second,score,pair,spread\n";
  for (std::size_t i = 0; i < list.games().size(); ++i) {
    const ScoredGame& game = list.games()[i];
    const int spread = list.spreads()[i];
    text += fmt::format("{},{},{},{},{}\n", csv_field(list.names()[game.first]),
                        csv_field(list.names()[game.second]), game.score, game.cluster,
                        spread == kNoSpread ? "" : std::to_string(spread));
  }
  return text;
}

void check_clusters(GameList list) {
  const std::size_t games = list.games().size();
  list.sort_by_cluster();
  TOPTILE_ASSERT(list.games().size() == games);
  int expected = 0;
  for (const ScoredGame& game : list.games()) {
    TOPTILE_ASSERT(game.cluster == expected || game.cluster == expected + 1);
    expected = game.cluster;
  }
  TOPTILE_ASSERT(expected == list.clusters() - 1);
}

// Any text is the same after it was written to a cell and read, and no spreadsheet takes it for a formula.
void check_cell(std::string_view text) {
  std::string row = csv_field(text) + "\n";
  std::string_view rest = row;
  CsvRows rows;
  if (text.empty()) return;
  TOPTILE_ASSERT(rows.take(rest, true) == CsvRows::Taken::row && rows.fields().size() == 1);
  const std::string_view cell = rows.fields().front();
  TOPTILE_ASSERT(unguarded(cell) == text);
  TOPTILE_ASSERT(cell.front() != '=' && cell.front() != '@' && cell.front() != '\t');
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const std::string_view text = fuzz::text_of(bytes, size);
  check_cell(text);
  GameList list, in_pieces, again;
  const auto read = parse_results(text, kOneBlock, list);
  const auto pieced = parse_results(text, 1 + size % 7, in_pieces);
  TOPTILE_ASSERT(read.has_value() == pieced.has_value());
  if (!read) {
    TOPTILE_ASSERT(fuzz::is_one_sentence(read.error().message) &&
                   read.error().message == pieced.error().message);
    return 0;
  }
  check_same(list, in_pieces);
  for (const RankedGame& game : list.ranked_games())
    TOPTILE_ASSERT(game.seats >= 2 && game.seats <= kMaxPlayers);
  if (list.has_more_than_two()) return 0;  // in_csv does not write those.
  TOPTILE_ASSERT(list.unfinished() == in_pieces.unfinished());
  TOPTILE_ASSERT(parse_results(in_csv(list), kOneBlock, again));
  check_same(list, again);
  check_clusters(std::move(list));
  return 0;
}
