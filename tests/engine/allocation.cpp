// The functions that a search calls at every node take no memory once their buffers have grown.
#include <cstdlib>
#include <new>

#include "engine/board_lines.h"
#include "engine/judge.h"
#include "engine/movegen.h"
#include "tests/engine/scenario.h"
#include "tests/engine/self_play.h"

namespace {

thread_local std::size_t allocations = 0;

}  // namespace

// They are not inlined, because GCC would then take the pair of malloc and delete for a mistake.
[[gnu::noinline]] void* operator new(std::size_t size) {
  ++allocations;
  if (void* memory = std::malloc(size == 0 ? 1 : size)) return memory;
  throw std::bad_alloc();
}
// std::stable_sort takes its buffer with this one.
[[gnu::noinline]] void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  ++allocations;
  return std::malloc(size == 0 ? 1 : size);
}
[[gnu::noinline]] void operator delete(void* memory) noexcept {
  std::free(memory);
}
[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept {
  std::free(memory);
}

namespace toptile {

BOOST_AUTO_TEST_SUITE(allocation)

BOOST_AUTO_TEST_CASE(finding_laying_and_taking_back_plays_takes_no_memory) {
  const Ruleset& rules = shipped("hasbro");
  const Lexicon lexicon = lexicon_of(rules, word_list("few.txt"));
  struct Scene {
    Board board;
    Tiles rack;
  };
  std::vector<Scene> scenes;
  for (SelfPlay play(rules, lexicon, 5, 2); !play.game().is_over(); play.play_turn())
    scenes.push_back({play.game().board(), play.game().rack(play.game().seat_to_move())});
  BOOST_TEST(scenes.size() > 20u);

  BoardLines lines(rules, lexicon);
  std::vector<ScoredPlay> plays;
  int found = 0;
  const auto go_through = [&] {
    for (const Scene& scene : scenes) {
      lines.become(scene.board);
      generate_plays(lines, scene.rack, plays);
      found += count_plays(lines, scene.rack) + has_play(lines, scene.rack);
      ScoredPlay best;
      if (!find_best_play(lines, scene.rack, best)) continue;
      const LaidTiles laid = tiles_laid_by(lines.board(), best.placement);
      lines.lay({laid.data(), laid.size()});
      lines.take_back();
    }
  };
  const std::size_t at_the_beginning = allocations;
  go_through();
  const std::size_t before = allocations;
  BOOST_TEST(before > at_the_beginning);  // The buffers' first growth is counted.
  go_through();
  BOOST_TEST(allocations == before);
  BOOST_TEST(found > 100);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace toptile
