// Tournaments between two bots that answer at once: each looks up its moves in a book of whole games
// (bench/bots/book_bot.cpp). The time of such a tournament is thus the time of the program itself.
#pragma once

#include <fmt/format.h>
#include <stdlib.h>

#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/assert.h"
#include "engine/game.h"
#include "engine/movegen.h"
#include "tools/value_or_exit.h"
#include "tournaments/formats/schedule.h"
#include "tournaments/run/tournament.h"
#include "tournaments/run/unplayed.h"

namespace toptile {

// A chooser for book games between greedy players.
inline Move greedy_move(const Game& game, MoveGenerator& generator) {
  ScoredPlay best;
  const bool has_one = generator.find_best(game.board(), game.rack(game.seat_to_move()), best);
  return has_one ? Move(best.placement) : Move(Pass{});
}

inline Move pass(const Game&, MoveGenerator&) {
  return Pass{};
}

// A folder with the bots' book and the runs, removed at the end.
class BookArena {
 public:
  // The book contains the first `games_in_book` games of the requested tournament; after them it starts
  // again. `choose` makes every move in them.
  template <class Choose>
  BookArena(TournamentRequest request, const std::string& book_bot, int games_in_book, Choose choose) {
    namespace fs = std::filesystem;
    std::string pattern = (fs::temp_directory_path() / "toptile-bench-XXXXXX").string();
    if (::mkdtemp(pattern.data()) == nullptr) fail_bench(pattern + ": this folder cannot be made");
    folder_ = pattern;
    std::ofstream(book()).close();
    for (const char* name : {"one", "two"})
      request.bots.push_back({.source = {.name = name, .command = {book_bot, book().string()}}});
    request.directory = folder_;
    // The book is one of the bots' files, whose hashes are in the plan. So the plan for which the book is
    // written differs from the one that is played.
    write_book(value_or_exit(resolve(request, {})), games_in_book, choose);
    resolved_.emplace(value_or_exit(resolve(request, {})));
  }
  BookArena(const BookArena&) = delete;
  BookArena& operator=(const BookArena&) = delete;
  ~BookArena() { std::filesystem::remove_all(folder_); }

  const ResolvedPlan& plan() const { return *resolved_; }
  RunPaths next_run() { return {folder_ / fmt::format("run-{}", ++runs_)}; }

 private:
  std::filesystem::path book() const { return folder_ / "book"; }

  template <class Choose>
  void write_book(const ResolvedPlan& resolved, int games, Choose choose) const {
    const Plan& plan = resolved.plan;
    const Schedule schedule = schedule_of(plan);
    MoveGenerator generator(plan.rules, resolved.lexicon);
    std::ofstream book(this->book());
    for (int id = 1; id <= games; ++id) {
      const GameSetup setup = setup_of(plan, schedule.game(GameNumber{static_cast<std::uint64_t>(id)}));
      Game game(plan.rules, resolved.lexicon, setup.seed, plan.format.players);
      while (!game.is_over()) TOPTILE_ASSERT(game.play(choose(game, generator)));
      for (const Move& move : game.moves()) book << format_move(move, plan.rules.alphabet()) << ' ';
      book << '\n';
    }
    if (!book.flush()) fail_bench(this->book().string() + ": this file cannot be written");
  }

  std::filesystem::path folder_;
  std::optional<ResolvedPlan> resolved_;
  int runs_ = 0;
};

}  // namespace toptile
