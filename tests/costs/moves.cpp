// The program's own cost of a move and of a game, between bots that answer at once: system calls,
// waits, signals and allocations. They are counted and not timed, so a busy machine does not matter much: it
// makes some moves cost more, and these tests look at the cheaper ones. The bounds are a little above what
// was counted. Before you raise one, find out what costs more, and whether it is worth that for every move.
#include <sys/mman.h>

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cstdlib>
#include <new>

#include "bench/book_arena.h"
#include "tests/costs/traced_thread.h"
#include "tests/places.h"

namespace toptile {
namespace {

// Allocations are counted here, if anywhere, but not those of the process's first thread.
SharedCounts* counts = nullptr;
thread_local bool is_first_thread = false;

void* allocate(std::size_t bytes, std::size_t alignment) {
  if (counts != nullptr && !is_first_thread) ++counts->allocations;
  if (void* const memory =
          alignment > alignof(std::max_align_t)
              ? std::aligned_alloc(alignment, (bytes + alignment - 1) / alignment * alignment)
              : std::malloc(bytes))
    return memory;
  throw std::bad_alloc();
}

}  // namespace
}  // namespace toptile

[[gnu::noinline]] void* operator new(std::size_t bytes) {
  return toptile::allocate(bytes, 1);
}
[[gnu::noinline]] void* operator new(std::size_t bytes, std::align_val_t alignment) {
  return toptile::allocate(bytes, static_cast<std::size_t>(alignment));
}
[[gnu::noinline]] void operator delete(void* memory) noexcept {
  std::free(memory);
}
[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept {
  std::free(memory);
}
[[gnu::noinline]] void operator delete(void* memory, std::align_val_t) noexcept {
  std::free(memory);
}
[[gnu::noinline]] void operator delete(void* memory, std::size_t, std::align_val_t) noexcept {
  std::free(memory);
}

namespace toptile {
BOOST_AUTO_TEST_SUITE(moves)

namespace {

// Plays in a child that is traced, and gives the stretches from question to question.
std::vector<Stretch> play_traced(int games, Restart restart, bool may_ponder = false) {
  TournamentRequest request;
  request.ponder = may_ponder;
  request.games = games;
  request.seed = 1;
  request.lexicon = source_file("tests/data/words/plain.txt");
  request.sandbox = SandboxMode::off;
  request.referee.restart = restart;
  BookArena arena(request, built_file("bench/bots/book_bot/book_bot"), games, greedy_move);
  void* const shared =
      ::mmap(nullptr, sizeof(SharedCounts), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  BOOST_REQUIRE(shared != MAP_FAILED);
  auto* const shared_counts = new (shared) SharedCounts;
  auto stretches = TracedThread::stretches_of(*shared_counts, [&] {
    is_first_thread = true;
    counts = shared_counts;
    const auto end = run_tournament(arena.plan(), arena.next_run(), {.concurrency = 1}, {});
    return end && end.value().is_finished() && end.value().progress.forfeits == 0;
  });
  ::munmap(shared, sizeof(SharedCounts));
  return stretches;
}

boost::test_tools::assertion_result can_trace(boost::unit_test::test_unit_id) {
  boost::test_tools::assertion_result result = TracedThread::is_possible();
  if (!result) result.message() << "skipped: this machine does not let a process trace its child";
  return result;
}

using Count = std::uint64_t Stretch::*;

// The quarter of the moves that cost least cost no more than this.
std::uint64_t lower_quartile(const std::vector<Stretch>& stretches, Count count) {
  std::vector<std::uint64_t> values;
  for (const Stretch& stretch : stretches)
    if (!stretch.has_record) values.push_back(stretch.*count);
  BOOST_REQUIRE(values.size() > 100u);
  const auto at = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 4);
  std::ranges::nth_element(values, at);
  BOOST_TEST_MESSAGE("a move: " << *at);
  return *at;
}

// The least cost of ending a game and starting the next one, from its last question to the next first
// one. The last stretch is left out, as nothing begins in it.
std::uint64_t least_between_games(const std::vector<Stretch>& stretches, Count count) {
  std::vector<std::uint64_t> values;
  for (const Stretch& stretch : stretches)
    if (stretch.has_record && &stretch != &stretches.back()) values.push_back(stretch.*count);
  BOOST_REQUIRE(values.size() > 10u);
  const std::uint64_t least = *std::ranges::min_element(values);
  BOOST_TEST_MESSAGE("between two games: " << least);
  return least;
}

}  // namespace

// The question is written, and a read before it finds nothing. If the bot has answered by then, one more read
// finds the answer; otherwise that read finds nothing, and the thread waits: it says for what, waits, and
// reads.
BOOST_AUTO_TEST_CASE(move_of_an_instant_bot_stays_cheap, *boost::unit_test::precondition(can_trace)) {
  const auto stretches = play_traced(40, Restart::on_fault);
  BOOST_TEST(lower_quartile(stretches, &Stretch::calls) <= 6u);
  BOOST_TEST(lower_quartile(stretches, &Stretch::waits) <= 1u);
  BOOST_TEST(lower_quartile(stretches, &Stretch::signals) == 0u);
  BOOST_TEST(lower_quartile(stretches, &Stretch::allocations) <= 5u);
  BOOST_TEST(least_between_games(stretches, &Stretch::calls) <= 25u);
  BOOST_TEST(least_between_games(stretches, &Stretch::waits) <= 3u);
  BOOST_TEST(least_between_games(stretches, &Stretch::signals) == 0u);
  BOOST_TEST(least_between_games(stretches, &Stretch::allocations) <= 155u);
}

// On a busy machine a start takes so long that the other bot is stopped meanwhile, unless it may ponder.
BOOST_AUTO_TEST_CASE(game_with_new_bots_stays_cheap, *boost::unit_test::precondition(can_trace)) {
  const auto stretches = play_traced(20, Restart::each_game, true);
  BOOST_TEST(lower_quartile(stretches, &Stretch::calls) <= 6u);
  BOOST_TEST(least_between_games(stretches, &Stretch::calls) <= 230u);
  BOOST_TEST(least_between_games(stretches, &Stretch::signals) <= 2u);
  BOOST_TEST(least_between_games(stretches, &Stretch::allocations) <= 450u);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace toptile
