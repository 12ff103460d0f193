#include <fmt/format.h>

#include <algorithm>

#include "conformance/crowd.h"
#include "conformance/doubtful_plays.h"
#include "conformance/moments.h"
#include "conformance/tests.h"

namespace toptile::conformance {

namespace {

// Games in which the bot is asked for a move, or whether to challenge.
std::vector<Game> different_questions(const Table& table, int count, std::uint64_t seed) {
  std::vector<Game> questions;
  for (const Game& game : moments_of_games(table, count, seed)) {
    const std::size_t kind = questions.size() % 4;
    const auto doubtful = kind == 0 ? with_false_play(game) : kind == 2 ? with_sure_play(game) : std::nullopt;
    questions.push_back(doubtful ? *doubtful : game);
  }
  return questions;
}

// How many questions were asked, and in how large batches.
struct Questions {
  std::size_t asked = 0, largest = 0;
};

// Asks about the games that are not over.
Done ask_some(Crowd& crowd, Crowd::Asked asked, Questions& questions) {
  std::erase_if(asked, [](const NamedGame* named) { return named->game.is_over(); });
  if (asked.empty()) return done();
  TOPTILE_TRY_TO(crowd.ask_and_play(asked));
  questions.asked += asked.size();
  questions.largest = std::max(questions.largest, asked.size());
  return done();
}

// A batch of one, of two, of as many as the bot plays, of one of them, and of all again.
Done ask_more_and_more(Crowd& crowd, const Table& table, int at_once, const uwi::Go& go,
                       Questions& questions) {
  const std::vector<Game> games = moments_of_games(table, at_once, 30);
  for (int begun = 0; const int size : {1, 2, at_once}) {
    TOPTILE_TRY_TO(crowd.begin(table, {games.begin() + begun, games.begin() + size}, go));
    begun = size;
    TOPTILE_TRY_TO(ask_some(crowd, crowd.games(), questions));
  }
  TOPTILE_TRY_TO(ask_some(crowd, {crowd.games()[1]}, questions));
  return ask_some(crowd, crowd.games(), questions);
}

Done ask_about_challenges(Crowd& crowd, const Tables& tables, const uwi::Go& go, Questions& questions) {
  constexpr int kMaxAtOnce = 8;
  const auto table =
      std::ranges::find_if(tables.all_brief(), [](const Table& each) { return each.rules.has_challenges(); });
  if (table == tables.all_brief().end()) return done();
  TOPTILE_TRY_TO(crowd.begin(*table, different_questions(*table, crowd.room_for(kMaxAtOnce), 60), go));
  return ask_some(crowd, crowd.games(), questions);
}

}  // namespace

Finding test_batch(Examination& examination) {
  constexpr int kMaxAtOnce = 16;
  TOPTILE_TRY(const auto crowd, Crowd::open(examination));
  const Tables& tables = examination.tables;
  uwi::Go go;
  go.move_time = milliseconds(1'000);
  Questions questions;
  TOPTILE_TRY_TO(ask_more_and_more(*crowd, tables.brief(), crowd->room_for(kMaxAtOnce), go, questions));
  crowd->end_all();
  TOPTILE_TRY_TO(ask_about_challenges(*crowd, tables, go, questions));
  return pass(fmt::format("{} legal answers to batches of 1 to {}", questions.asked, questions.largest));
}

}  // namespace toptile::conformance
