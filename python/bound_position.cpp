#include "python/bound_position.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "champion/static_player.h"
#include "champion/weights.h"
#include "engine/endgame.h"
#include "engine/judge.h"
#include "engine/position_judge.h"
#include "protocol/position_line.h"

namespace toptile::python {

namespace {

constexpr std::size_t kMinTableBytes = std::size_t{1} << 20;

BoundPosition parse_line(const std::string& line, SharedLexicon lexicon, int seat,
                         std::optional<int> players) {
  Position position = value_of(parse_position(line, lexicon->rules(), UnknownKeys::ignore));
  const auto told = static_cast<int>(std::max(position.scores.size(), position.racks.size()));
  const int seats = players.value_or(told == 0 ? 2 : told);
  if (seats < 1 || seats > kMaxPlayers || (told != 0 && told != seats))
    throw ToptileError(fmt::format("players: {} does not fit a position that has {}", seats, told));
  if (seat < 0 || seat >= seats)
    throw ToptileError(fmt::format("seat: {} is not one of 0 to {}", seat, seats - 1));
  const Ruleset& rules = lexicon->rules();
  BoundPosition bound{std::move(lexicon), std::move(position), Seat{seat}, seats};
  const auto is_own_exchange = [](const Move& move) {
    const auto* exchange = std::get_if<Exchange>(&move);
    return exchange != nullptr && exchange->tile;
  };
  const bool has_free_exchange =
      rules.free_exchanges == 0 || !bound.position.moves ||
      std::ranges::count_if(*bound.position.moves, is_own_exchange) < rules.free_exchanges;
  bound.may_exchange =
      bound.position.bag.value_or(0) > 0 && !bound.position.rack.empty() && has_free_exchange;
  bound.endgame = endgame_of(bound.position, rules, bound.seat, seats);
  return bound;
}

py::object list_plays(const BoundPosition& bound) {
  const auto plays = plays_of(bound.lexicon, bound.position.board, bound.position.rack);
  return taken(move_list(bound.scene(), plays));
}

py::object find_best(const BoundPosition& bound) {
  ScoredPlay best;
  const bool has_one =
      BoundLexicon::Borrowed(*bound.lexicon)->find_best(bound.position.board, bound.position.rack, best);
  return has_one ? taken(move_of(bound.scene(), best)) : py::none();
}

int count(const BoundPosition& bound) {
  return BoundLexicon::Borrowed(*bound.lexicon)->count(bound.position.board, bound.position.rack);
}

Move parsed_move(const BoundPosition& bound, const py::object& move) {
  return value_of(parse_move(text_of_move(move.ptr()), bound.alphabet()));
}

py::object judge(const BoundPosition& bound, const py::object& move) {
  return judged_move(bound, parsed_move(bound, move));
}

std::vector<py::object> list_exchanges(const BoundPosition& bound) {
  std::vector<py::object> exchanges;
  if (!bound.may_exchange) return exchanges;
  for (Face face = 0; face < bound.alphabet().size(); ++face) {
    if (bound.position.rack.count(face) == 0) continue;
    exchanges.push_back(taken(move_of_text(format_move(Exchange{face}, bound.alphabet()))));
  }
  return exchanges;
}

// The plays with their static values, best first.
std::vector<std::pair<py::object, double>> list_values(const BoundPosition& bound) {
  if (!bound.position.bag) throw ToptileError("position: values need the number of tiles in the bag (`bag`)");
  const champion::Weights weights = champion::weights_for(bound.rules());
  const champion::StaticPlayer player(bound.rules(), weights);
  BoardLines lines(bound.rules(), bound.lexicon->lexicon());
  lines.become(bound.position.board);
  std::vector<champion::ValuedPlay> valued;
  player.generate(lines, bound.position.rack, *bound.position.bag, valued);
  std::ranges::sort(valued, [&](const champion::ValuedPlay& a, const champion::ValuedPlay& b) {
    return a.value != b.value ? a.value > b.value : is_before(a.play, b.play, bound.alphabet());
  });
  const SharedScene scene = bound.scene();
  std::vector<std::pair<py::object, double>> values;
  values.reserve(valued.size());
  for (const auto& [play, value] : valued)
    values.emplace_back(taken(move_of(scene, play)), static_cast<double>(value) / champion::kPoint);
  return values;
}

struct Solved {
  py::object best;
  int spread = 0;
  bool is_proven = false;
  std::uint64_t nodes = 0;
  std::vector<std::string> line;
};

Solved solve(const BoundPosition& bound, std::optional<std::uint64_t> nodes, std::optional<double> seconds,
             std::size_t table_bytes) {
  if (!bound.endgame) {
    throw ToptileError(
        "position: only an endgame can be solved: two players, an empty bag, and a position with bag, "
        "unseen, scores "
        "and moves");
  }
  if (table_bytes < kMinTableBytes)
    throw ToptileError(fmt::format("table_bytes: {} is less than {}", table_bytes, kMinTableBytes));
  const EndgameAnswer answer = Interruptible(seconds).run([&](auto should_stop) {
    EndgameSolver solver(bound.rules(), bound.lexicon->lexicon(), table_bytes);
    return solver.solve(*bound.endgame, {.nodes = nodes, .is_time_up = should_stop});
  });
  Solved solved{judged_move(bound, answer.best), answer.spread, answer.is_proven, answer.nodes, {}};
  for (const Move& move : answer.line) solved.line.push_back(format_move(move, bound.alphabet()));
  return solved;
}

// The symbols on top, row by row, with a point for an empty square.
std::string tops_of(const BoundPosition& bound) {
  std::string tops;
  const Board& board = bound.position.board;
  for (std::int8_t row = 0; row < board.size(); ++row) {
    for (std::int8_t column = 0; column < board.size(); ++column) {
      const Square square{row, column};
      tops += board.is_occupied(square) ? bound.alphabet().symbol(board.top(square)) : ".";
    }
  }
  return tops;
}

py::bytes heights_of(const BoundPosition& bound) {
  std::string heights;
  const Board& board = bound.position.board;
  for (std::int8_t row = 0; row < board.size(); ++row) {
    for (std::int8_t column = 0; column < board.size(); ++column)
      heights += static_cast<char>(board.height({row, column}));
  }
  return py::bytes(heights);
}

std::vector<std::string> texts_of_moves(const BoundPosition& bound) {
  std::vector<std::string> texts;
  if (!bound.position.moves) return texts;
  for (const Move& move : *bound.position.moves) texts.push_back(format_move(move, bound.alphabet()));
  return texts;
}

}  // namespace

py::object taken(PyObject* made) {
  if (made == nullptr) throw py::error_already_set();
  return py::reinterpret_steal<py::object>(made);
}

std::vector<ScoredPlay> plays_of(const SharedLexicon& lexicon, const Board& board, const Tiles& rack) {
  std::vector<ScoredPlay> plays;
  const py::gil_scoped_release released;
  const BoundLexicon::Borrowed generator(*lexicon);
  generator->generate(board, rack, plays);
  sort_best_first(plays, lexicon->alphabet());
  return plays;
}

py::object judged_move(const BoundPosition& bound, const Move& move) {
  const Judge judge(bound.rules(), bound.lexicon->lexicon());
  if (const auto* placement = std::get_if<Placement>(&move)) {
    const Play play = value_of(judge.judge(bound.position.board, bound.position.rack, *placement));
    return taken(move_of(bound.scene(), {play.placement, play.points, static_cast<int>(play.laid.size())}));
  }
  const MoveVerdict verdict = judge_move(bound.position, move, judge, bound.rules());
  if (verdict.refusal) throw IllegalMove(*verdict.refusal);
  return taken(move_of_text(format_move(move, bound.alphabet())));
}

Interruptible::Interruptible(std::optional<double> seconds) {
  if (seconds) {
    if (!(*seconds >= 0 && *seconds < 1e6)) throw ToptileError("seconds: from 0 to a million");
    end_ =
        Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(*seconds));
  }
  next_look_ = Clock::now();
}

bool Interruptible::should_stop() {
  constexpr std::chrono::milliseconds kBetweenLooks{50};
  if (is_interrupted_) return true;
  const auto now = Clock::now();
  if (now >= next_look_) {
    next_look_ = now + kBetweenLooks;
    const py::gil_scoped_acquire acquired;
    is_interrupted_ = PyErr_CheckSignals() != 0;
  }
  return is_interrupted_ || (end_ && now >= *end_);
}

void bind_position(py::module_& module) {
  py::class_<Solved>(module, "Solved", "What the endgame solver found.")
      .def_readonly("best", &Solved::best, "The best move.")
      .def_readonly("spread", &Solved::spread, "The mover's score less the other's at the end of the line.")
      .def_readonly("is_proven", &Solved::is_proven,
                    "Whether the mover can force this spread, and the other seat can prevent a better one.")
      .def_readonly("nodes", &Solved::nodes)
      .def_readonly("line", &Solved::line, "The moves from the best one to the end of the game.")
      .def("__repr__", [](const Solved& solved) {
        return py::str("<Solved {}: {:+d}{}>")
            .format(solved.best.attr("text"), solved.spread, solved.is_proven ? "" : ", not proven");
      });

  py::class_<BoundPosition>(module, "Position", R"(A game as one seat sees it.

>>> lexicon = Lexicon(["CAT", "CATS", "TA"])
>>> empty = "/".join([".." * 10] * 10)
>>> position = Position.parse(f"board {empty} rack ACSTXYZ bag 50", lexicon)
>>> best = position.best_play()
>>> best.points, best.words, len(position.plays())
(8, ('CATS',), 48)
>>> position.judge("5d.TAC")
Traceback (most recent call last):
    ...
toptile_engine.IllegalMove: TAC is not in the lexicon words)")
      .def_static("parse", &parse_line, py::arg("line"), py::arg("lexicon"), py::arg("seat") = 0,
                  py::arg("players") = py::none(),
                  "Reads what follows the word `position` in UWI. Unknown keys are ignored.")
      .def_property_readonly(
          "lexicon",
          [](const BoundPosition& bound) { return std::const_pointer_cast<BoundLexicon>(bound.lexicon); })
      .def_property_readonly(
          "seat", [](const BoundPosition& bound) { return int{bound.seat}; },
          "The seat that is to move, from 0.")
      .def_property_readonly("players", [](const BoundPosition& bound) { return bound.players; })
      .def_property_readonly("tops", &tops_of, "The symbols on top, row by row; `.` is an empty square.")
      .def_property_readonly("heights", &heights_of, "The heights of the stacks, row by row.")
      .def_property_readonly(
          "rack", [](const BoundPosition& bound) { return bound.alphabet().symbols(bound.position.rack); },
          "The symbols on the rack.")
      .def_property_readonly(
          "scores", [](const BoundPosition& bound) { return bound.position.scores; },
          "In seat order; empty if they are unknown.")
      .def_property_readonly(
          "racks", [](const BoundPosition& bound) { return bound.position.racks; },
          "The number of tiles that each seat holds; empty if unknown.")
      .def_property_readonly(
          "bag", [](const BoundPosition& bound) { return bound.position.bag; },
          "The number of tiles in the bag, or None.")
      .def_property_readonly(
          "unseen",
          [](const BoundPosition& bound) {
            return bound.position.unseen ? std::optional(bound.alphabet().symbols(*bound.position.unseen))
                                         : std::nullopt;
          },
          "The tiles that are neither on the board nor on this rack, or None.")
      .def_property_readonly("moves", &texts_of_moves, "The moves so far.")
      .def("plays", &list_plays,
           "Every legal play once, best first: most points, then fewest tiles laid, then the smallest text.")
      .def("best_play", &find_best, "The first of plays(), or None. It is found in half of the time.")
      .def("count_plays", &count, "The number of legal plays.")
      .def("exchanges", &list_exchanges, "Every legal exchange, one for each symbol.")
      .def("judge", &judge, py::arg("move"),
           "The move with its points, words and tiles. Raises IllegalMove if the rules do not allow it.")
      .def("values", &list_values,
           "All plays, each with its static value in points: what it scores, and what the tiles that it "
           "keeps are worth "
           "to the champion. Best first.")
      .def_property_readonly(
          "is_endgame", [](const BoundPosition& bound) { return bound.endgame.has_value(); },
          "Whether solve() can be asked.")
      .def("solve", &solve, py::arg("nodes") = py::none(), py::arg("seconds") = py::none(),
           py::arg("table_bytes") = EndgameSolver::kTableBytes,
           "The best continuation of an endgame. Without limits it is proven.")
      .def("__str__",
           [](const BoundPosition& bound) { return format_position(bound.position, bound.alphabet()); })
      .def("__repr__", [](const BoundPosition& bound) {
        return fmt::format("<Position of seat {}: {}>", bound.seat,
                           format_position(bound.position, bound.alphabet()));
      });
}

}  // namespace toptile::python
