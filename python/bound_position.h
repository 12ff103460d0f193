// The Python type Position: what a seat sees when it is to move, with everything that follows from it.
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <vector>

#include "engine/endgame_position.h"
#include "engine/position.h"
#include "engine/seat.h"
#include "python/bindings.h"
#include "python/move_object.h"

namespace toptile::python {

struct BoundPosition {
  SharedLexicon lexicon;
  Position position;
  Seat seat{};
  int players = 2;
  bool may_exchange = false;
  int challenged_away = 0;
  std::optional<EndgamePosition> endgame = {};  // Set if the bag is empty and nothing is hidden.

  const Ruleset& rules() const { return lexicon->rules(); }
  const Alphabet& alphabet() const { return lexicon->alphabet(); }
  SharedScene scene() const { return std::make_shared<const Scene>(Scene{lexicon, position.board}); }
};

// Takes a new reference; raises the Python exception that is set if it is null.
py::object taken(PyObject* made);

// All plays, best first. The interpreter's lock is not held meanwhile.
std::vector<ScoredPlay> plays_of(const SharedLexicon& lexicon, const Board& board, const Tiles& rack);

// A move of the position's seat as Python has it, with its points and words if it is a play. Raises
// IllegalMove.
py::object judged_move(const BoundPosition& position, const Move& move);

// Calls work(should_stop) without the GIL. `should_stop` becomes true after `seconds`, if given, and when
// Python has a signal to handle, such as Ctrl-C; its exception is then raised.
class Interruptible {
 public:
  explicit Interruptible(std::optional<double> seconds);
  template <class Work>
  auto run(Work work) {
    auto result = [&] {
      const py::gil_scoped_release released;
      return work([this] { return should_stop(); });
    }();
    if (is_interrupted_) throw py::error_already_set();
    return result;
  }

 private:
  bool should_stop();

  using Clock = std::chrono::steady_clock;
  std::optional<Clock::time_point> end_;
  Clock::time_point next_look_;
  bool is_interrupted_ = false;
};

}  // namespace toptile::python
