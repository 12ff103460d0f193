#include <fmt/format.h>

#include <filesystem>
#include <optional>

#include "engine/game.h"
#include "engine/random.h"
#include "protocol/game_record.h"
#include "protocol/record_log.h"
#include "protocol/replay.h"
#include "python/bound_position.h"

namespace toptile::python {

namespace {

// A game in Python, with the lexicon that it needs.
struct BoundGame {
  BoundGame(SharedLexicon words, std::uint64_t game_seed, int players)
      : lexicon(std::move(words)),
        seed(game_seed),
        game(lexicon->rules(), lexicon->lexicon(), seed, players) {}

  SharedLexicon lexicon;
  std::uint64_t seed;
  Game game;
};

struct BoundRecord {
  GameRecord record;
};

std::unique_ptr<BoundGame> make_game(SharedLexicon lexicon, std::uint64_t seed, int players) {
  const Ruleset& rules = lexicon->rules();
  if (!rules.plays_with(players)) {
    throw ToptileError(fmt::format("players: {} is for {} to {} players, and not {}", rules.name,
                                   rules.players_min, rules.players_max, players));
  }
  return std::make_unique<BoundGame>(std::move(lexicon), seed, players);
}

Seat checked_seat(const BoundGame& bound, int seat) {
  if (seat < 0 || seat >= bound.game.players())
    throw ToptileError(fmt::format("seat: {} is not one of 0 to {}", seat, bound.game.players() - 1));
  return Seat{seat};
}

void require_turn(const BoundGame& bound) {
  if (bound.game.is_over()) throw ToptileError("the game is over");
}

BoundPosition position_of(const BoundGame& bound, std::optional<int> seat) {
  const Seat own = seat ? checked_seat(bound, *seat) : bound.game.seat_to_move();
  BoundPosition position{bound.lexicon, bound.game.position_of(own), own, bound.game.players()};
  const bool is_mover = !bound.game.is_over() && own == bound.game.seat_to_move();
  position.may_exchange = is_mover && !bound.game.is_question() && bound.game.may_exchange();
  position.challenged_away = bound.game.taken_back_in_turn();
  if (is_mover) position.endgame = endgame_of(bound.game);
  return position;
}

void play(BoundGame& bound, const py::object& move) {
  require_turn(bound);
  value_of(play_text(bound.game, text_of_move(move.ptr())));
}

std::vector<int> scores_of(const BoundGame& bound) {
  if (bound.game.is_over()) return bound.game.final_scores();
  std::vector<int> scores;
  for (int seat = 0; seat < bound.game.players(); ++seat) scores.push_back(bound.game.score(Seat{seat}));
  return scores;
}

std::vector<std::string> racks_of(const BoundGame& bound) {
  std::vector<std::string> racks;
  for (int seat = 0; seat < bound.game.players(); ++seat)
    racks.push_back(bound.lexicon->alphabet().symbols(bound.game.rack(Seat{seat})));
  return racks;
}

std::vector<std::string> moves_that_stand(const BoundGame& bound) {
  std::vector<std::string> moves;
  for (const Move& move : bound.game.moves()) moves.push_back(format_move(move, bound.lexicon->alphabet()));
  return moves;
}

BoundRecord record_of_game(const BoundGame& bound, std::vector<std::string> names, std::uint64_t id,
                           std::uint64_t set) {
  if (!bound.game.is_over()) throw ToptileError("the game is not over, and only a finished one has a record");
  if (static_cast<int>(names.size()) != bound.game.players())
    throw ToptileError(fmt::format("players: {} names for {} players", names.size(), bound.game.players()));
  GameRecord record;
  record.id = GameNumber{id};
  record.set = set;
  record.seed = bound.seed;
  record.players = std::move(names);
  fill_from_game(record, bound.game);
  if (const auto fault = record_fault(record)) throw ToptileError(fault->message);
  record.digest = digest_of(record);
  return {std::move(record)};
}

BoundRecord parse_record_line(const std::string& line) {
  return {value_of(parse_record(line))};
}

// Reads a file of records one by one.
class Records {
 public:
  explicit Records(const std::filesystem::path& file) : log_(value_of(LogReader::open(file))) {}

  BoundRecord next() {
    auto line = value_of(log_.next());
    if (!line) throw py::stop_iteration();
    auto record = parse_written_record(*line);
    if (!record) throw ToptileError(log_.fault(record.error()).message);
    return {std::move(record).value()};
  }

 private:
  LogReader log_;
};

std::optional<std::string> find_difference_from(const BoundRecord& bound, const SharedLexicon& lexicon) {
  return find_difference(bound.record, lexicon->rules(), lexicon->lexicon());
}

// The positions of all turns, each with the move that was made.
std::vector<std::pair<BoundPosition, std::string>> positions_of(const BoundRecord& bound,
                                                                const SharedLexicon& lexicon) {
  std::vector<std::pair<BoundPosition, std::string>> positions;
  Game game = game_of(bound.record, lexicon->rules(), lexicon->lexicon());
  const auto keep = [&](const ReplayedTurn& turn) {
    if (turn.game.is_question()) return true;
    const Seat seat = turn.game.seat_to_move();
    BoundPosition position{lexicon, turn.game.position_of(seat), seat, turn.game.players()};
    position.may_exchange = turn.game.may_exchange();
    position.challenged_away = turn.game.taken_back_in_turn();
    position.endgame = endgame_of(turn.game);
    positions.emplace_back(std::move(position), format_move(turn.move, lexicon->alphabet()));
    return true;
  };
  if (const auto fault = replay(play_of(bound.record), game, {.before = keep})) {
    throw ToptileError(fmt::format("game {}: {}; it was played with the lexicon {} and the ruleset {}",
                                   bound.record.id, *fault, bound.record.lexicon_name, bound.record.rules));
  }
  return positions;
}

std::vector<std::string> recorded_moves(const BoundRecord& bound) {
  std::vector<std::string> moves;
  for (const TurnRecord& turn : bound.record.turns) moves.push_back(turn.move);
  return moves;
}

}  // namespace

void bind_game(py::module_& module) {
  module.def("game_seed", &game_seed, py::arg("seed"), py::arg("number"),
             "A seed for game `number` of an experiment.");
  module.def("set_seed", &set_seed, py::arg("seed"), py::arg("names"), py::arg("meeting"),
             "The seed of the games of a set in a tournament: when bots with these names meet for the given "
             "time, from 1.");

  py::class_<BoundRecord>(module, "Record", R"(The record of a game: one line of a run's games.jsonl.)")
      .def_static("parse", &parse_record_line, py::arg("line"))
      .def_property_readonly(
          "line", [](const BoundRecord& bound) { return format_record(bound.record); },
          "The record as one line of JSON.")
      .def_property_readonly("id", [](const BoundRecord& bound) { return std::uint64_t{bound.record.id}; })
      .def_property_readonly("set", [](const BoundRecord& bound) { return bound.record.set; })
      .def_property_readonly("seed", [](const BoundRecord& bound) { return bound.record.seed; })
      .def_property_readonly("ruleset", [](const BoundRecord& bound) { return bound.record.rules; })
      .def_property_readonly("lexicon", [](const BoundRecord& bound) { return bound.record.lexicon_name; })
      .def_property_readonly("players", [](const BoundRecord& bound) { return bound.record.players; })
      .def_property_readonly("scores", [](const BoundRecord& bound) { return bound.record.scores; })
      .def_property_readonly("ranks", [](const BoundRecord& bound) { return bound.record.ranks; })
      .def_property_readonly("end",
                             [](const BoundRecord& bound) { return std::string(name_of(bound.record.end)); })
      .def_property_readonly("moves", &recorded_moves)
      .def("find_difference", &find_difference_from, py::arg("lexicon"),
           "None if the rules give the same record; otherwise the first difference, as a sentence.")
      .def("positions", &positions_of, py::arg("lexicon"),
           "The position of every turn with the move that was made. Raises ToptileError if the rules do not "
           "allow one.")
      .def("__repr__", [](const BoundRecord& bound) {
        return fmt::format("<Record of game {}: {} turns>", bound.record.id, bound.record.turns.size());
      });

  py::class_<Records>(module, "_Records")
      .def("__iter__", [](py::object self) { return self; })
      .def("__next__", &Records::next);
  module.def(
      "read_records", [](const std::filesystem::path& file) { return Records(file); }, py::arg("file"),
      "Iterates over the records of a games.jsonl.");

  py::class_<BoundGame>(module, "Game",
                        R"(A game from the first draw to the final scores. All chance follows from the seed.

>>> game = Game(Lexicon(["CAT", "CATS", "TA"]), seed=1)
>>> while not game.is_over:
...     game.play(game.position().best_play() or "pass")
>>> game.end
'passed')")
      .def(py::init(&make_game), py::arg("lexicon"), py::arg("seed"), py::arg("players") = 2)
      .def_property_readonly(
          "lexicon",
          [](const BoundGame& bound) { return std::const_pointer_cast<BoundLexicon>(bound.lexicon); })
      .def_readonly("seed", &BoundGame::seed)
      .def_property_readonly("players", [](const BoundGame& bound) { return bound.game.players(); })
      .def_property_readonly("is_over", [](const BoundGame& bound) { return bound.game.is_over(); })
      .def_property_readonly(
          "seat_to_move",
          [](const BoundGame& bound) {
            return bound.game.is_over() ? std::nullopt : std::optional(int{bound.game.seat_to_move()});
          },
          "The seat that moves, or that is asked about a play; None after the game.")
      .def_property_readonly(
          "is_question",
          [](const BoundGame& bound) { return !bound.game.is_over() && bound.game.is_question(); },
          "Whether the seat is asked about the last play: it plays `accept` or `challenge`.")
      .def_property_readonly("scores", &scores_of, "In seat order; the final scores after the game.")
      .def_property_readonly("racks", &racks_of, "The symbols on each rack, which players do not see.")
      .def_property_readonly(
          "bag", [](const BoundGame& bound) { return bound.game.bag().size(); },
          "The number of tiles in the bag.")
      .def_property_readonly("moves", &moves_that_stand, "The moves that stand.")
      .def_property_readonly(
          "end",
          [](const BoundGame& bound) {
            return bound.game.is_over() ? std::optional(std::string(name_of(bound.game.end())))
                                        : std::nullopt;
          },
          "How the game ended, or None.")
      .def_property_readonly(
          "ranks",
          [](const BoundGame& bound) {
            return bound.game.is_over() ? std::optional(bound.game.ranks()) : std::nullopt;
          },
          "In seat order; 1 is best. None before the end.")
      .def("position", &position_of, py::arg("seat") = py::none(),
           "What a seat sees; by default the one that moves.")
      .def("play", &play, py::arg("move"),
           "Plays a move of the seat that moves: a Move or its text. Raises IllegalMove, and changes "
           "nothing, if the "
           "rules do not allow it.")
      .def(
          "copy",
          [](const BoundGame& bound) {
            auto copied = std::make_unique<BoundGame>(bound.lexicon, bound.seed, bound.game.players());
            for (const Turn& turn : bound.game.turns()) value_of(copied->game.play(turn.move));
            return copied;
          },
          "The same game, to be continued in another way. Its turns are played again.")
      .def("record", &record_of_game, py::arg("players"), py::arg("id") = 1, py::arg("set") = 1,
           "The record of a finished game. `players` are the names in seat order.")
      .def("__repr__", [](const BoundGame& bound) {
        return fmt::format("<Game {}: {} moves{}>", bound.seed, bound.game.moves().size(),
                           bound.game.is_over() ? ", over" : "");
      });
}

}  // namespace toptile::python
