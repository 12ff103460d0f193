// The engine as pages use it: the rules, the move generator and the champion, for one ruleset and one lexicon
// at a time. It is compiled to WebAssembly (browser/exports.cpp), and natively for tests. Questions and
// answers are JSON.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/json_fields.h"
#include "base/result.h"

namespace toptile {

class PageEngine {
 public:
  // Called before each turn of a review with the number of turns done and of all turns.
  using Progress = std::function<void(std::size_t, std::size_t)>;

  explicit PageEngine(Progress progress = [](std::size_t, std::size_t) {});
  ~PageEngine();

  // Takes a ruleset as JSON and a built lexicon (docs/lexicons.md), in either order (engine/lexicon_image.h),
  // in place of those before. The lexicon must have the ruleset's faces; of one for a larger board, the words
  // that fit are taken.
  Result<void> open(std::string_view rules, std::vector<std::byte> lexicon);

  // Answers a question, an object whose key `ask` names it:
  //
  //   plays     position               all legal plays, best first, as `toptile moves` prints them
  //   judge     position, move         what `toptile judge` prints
  //   search    position, seat, seed   begins a search, and answers with the best plays by static value
  //             may_exchange, also     (optional: whether an exchange is allowed; a move to try, too)
  //   continue  nodes                 continues the search for about that many nodes, with its best plays; in
  //                                   an endgame also what the solver found: `solved`
  //   word      word                   whether it is valid, and the words that one tile makes of it
  //   verify    record, is_alone      whether the rules give the same record: `difference` is null, or the
  //   first
  //                                   difference. If it is in no run (optional), the rounds without points
  //                                   that end a game are inferred: `scoreless_rounds`
  //   line      record, after, moves  plays these moves after that many turns of a record, and accepts plays
  //                                   that may be challenged: the turns as in a record, the racks, and the
  //                                   scores, ranks and end (null if the game is not over). `refused` is
  //                                   null, or says why a move and all after it were not played
  //   review    record, nodes         the review of a record's line, as a run keeps it (docs/game_log.md)
  //   draw      seed, players         the draw for the first turn
  //   game      as in page_game.h     a game that is played in the page, after these turns
  //   choose    as game, and chance,  the champion's move in it, at an Elo if there is one. `chance` decides
  //             elo, nodes            what it leaves to chance.
  //
  // An answer is an object. If it has a key `error`, that is a sentence for the reader.
  std::string ask(std::string_view question);

 private:
  struct Opened;

  Result<Json> answer(std::string_view question);

  const Progress progress_;
  std::unique_ptr<Opened> opened_;
};

}  // namespace toptile
