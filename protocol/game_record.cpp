#include "protocol/game_record.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "base/assert.h"
#include "base/json_fields.h"
#include "base/sha256.h"
#include "base/utf8.h"

namespace toptile {

namespace {

Result<TurnRecord> turn_from_json(const Json& object, const std::string& where) {
  TurnRecord turn;
  std::int64_t time = 0, clock = 0;
  FieldReader reader(object, where);
  reader.require("seat").read("seat", turn.seat, 0, kMaxPlayers - 1).require("rack").read("rack", turn.rack);
  reader.require("move").read("move", turn.move).require("words").read("words", turn.words);
  reader.require("points").read("points", turn.points, INT32_MIN, INT32_MAX);
  reader.require("total")
      .read("total", turn.total, INT32_MIN, INT32_MAX)
      .require("drawn")
      .read("drawn", turn.drawn);
  reader.read("ms", time, 0, kMaxTurnMs).read("info", turn.info).read("refused", turn.refused);
  const Json* given_clock = reader.read_any("clock");
  const bool has_clock = given_clock != nullptr && !given_clock->is_null();
  if (has_clock) reader.read("clock", clock, INT64_MIN, INT64_MAX);
  TOPTILE_TRY_TO(reader.finish());
  turn.time = std::chrono::milliseconds(time);
  if (has_clock) turn.clock = std::chrono::milliseconds(clock);
  return turn;
}

Result<ForfeitRecord> forfeit_from_json(const Json& object, const std::string& where) {
  ForfeitRecord forfeit;
  FieldReader reader(object, where);
  reader.require("seat").read("seat", forfeit.seat, 0, kMaxPlayers - 1);
  reader.require("after").read("after", forfeit.after, 0, INT32_MAX);
  reader.require("reason")
      .read_name("reason", forfeit.kind, kLastFaultKind)
      .require("text")
      .read("text", forfeit.text);
  const Json* shared = reader.read_any("shared");
  const Json* evidence = reader.read_any("evidence");
  TOPTILE_TRY_TO(reader.finish());
  forfeit.is_shared = shared != nullptr;
  if (forfeit.is_shared && *shared != true) return Error{where + ": shared: expected true, or no such key"};
  if (forfeit.is_shared && !may_prevent_start(forfeit.kind))
    return Error{
        fmt::format("{}: shared: there is no such key with the reason {}", where, name_of(forfeit.kind))};
  if (evidence == nullptr) return forfeit;
  FieldReader evidence_reader(*evidence, where + ": evidence");
  evidence_reader.read("lines", forfeit.evidence.lines).read("stderr", forfeit.evidence.stderr_tail);
  TOPTILE_TRY_TO(evidence_reader.finish());
  return forfeit;
}

// Reads each object of a list. `item` names one in an error.
template <class Value, class Parse>
Result<void> read_list(const Json* list, const char* name, const char* item, std::vector<Value>& values,
                       Parse parse) {
  if (list == nullptr || !list->is_array()) return Error{fmt::format("{}: expected a list", name)};
  for (const Json& object : *list) {
    TOPTILE_TRY(auto value, parse(object, fmt::format("{} {}", item, values.size() + 1)));
    values.push_back(std::move(value));
  }
  return success();
}

Result<void> read_overtime(const Json* object, std::optional<OvertimeRecord>& overtime) {
  if (object == nullptr || object->is_null()) return success();
  OvertimeRecord read;
  std::int64_t period = 0;
  FieldReader reader(*object, "overtime");
  reader.require("points").read("points", read.terms.points, 1, kMaxOvertimePoints);
  reader.require("period_ms").read("period_ms", period, 1, INT64_MAX);
  reader.require("lost").read("lost", read.lost);
  TOPTILE_TRY_TO(reader.finish());
  read.terms.period = std::chrono::milliseconds(period);
  overtime = std::move(read);
  return success();
}

void fill_from_turn(TurnRecord& record, const Turn& turn, const Alphabet& alphabet) {
  record.seat = turn.seat;
  record.rack = alphabet.symbols(turn.rack);
  record.move = format_move(turn.move, alphabet);
  record.words.clear();
  record.words.reserve(turn.words.size());
  for (const FormedWord& word : turn.words) record.words.push_back(alphabet.spell(word.placed.word));
  record.points = turn.points;
  record.total = turn.total;
  record.drawn = alphabet.symbols(turn.drawn);
}

}  // namespace

std::vector<int> overtime_points(const Overtime& terms, const std::vector<TurnRecord>& turns, int players) {
  std::vector<std::chrono::milliseconds> lowest(static_cast<std::size_t>(players));
  for (const TurnRecord& turn : turns) {
    auto& of_seat = lowest[turn.seat];
    of_seat = std::min(of_seat, turn.clock.value_or(of_seat));
  }
  std::vector<int> points;
  for (const auto of_seat : lowest) points.push_back(terms.points_lost(of_seat));
  return points;
}

int log_version_of(const GameRecord& record) {
  if (std::ranges::any_of(record.forfeits, &ForfeitRecord::is_shared)) return 6;
  return record.adjudicate && record.adjudicate->need_scores() ? 5 : 4;
}

TurnRecord record_of(const Turn& turn, const Alphabet& alphabet) {
  TurnRecord record;
  fill_from_turn(record, turn, alphabet);
  return record;
}

void fill_from_game(GameRecord& record, const Game& game) {
  const Alphabet& alphabet = game.rules().alphabet();
  record.rules = game.rules().name;
  record.lexicon_name = game.lexicon().name();
  record.lexicon_sha256 = hexadecimal(game.lexicon().sha256());
  record.bag = alphabet.symbols(game.first_bag());
  if (record.turns.empty()) record.turns.resize(game.turns().size());
  TOPTILE_ASSERT(record.turns.size() == game.turns().size());
  for (std::size_t i = 0; i < record.turns.size(); ++i)
    fill_from_turn(record.turns[i], game.turns()[i], alphabet);
  record.racks.clear();
  for (const Seat seat : each<Seat>(game.players()))
    record.racks.push_back(alphabet.symbols(game.rack(seat)));
  record.scores = game.final_scores();
  record.ranks = game.ranks();
  if (game.is_over()) record.end = game.end();
}

Result<GameRecord> parse_record(std::string_view line) {
  TOPTILE_TRY(auto object, parse_json(line, "record"));
  GameRecord record;
  FieldReader reader(object, "record");
  int version = 0;
  reader.require("log").read("log", version, kOldestLogVersion, kLogVersion);
  reader.require("id").read("id", record.id).require("pair").read("pair", record.set);
  reader.require("rules").read("rules", record.rules).require("seed").read("seed", record.seed);
  reader.require("bag").read("bag", record.bag).require("players").read("players", record.players);
  reader.require("racks").read("racks", record.racks).require("scores").read("scores", record.scores);
  reader.require("ranks")
      .read("ranks", record.ranks)
      .require("end")
      .read_name("end", record.end, kLastGameEnd);
  reader.require("digest").read("digest", record.digest);
  const Json* lexicon = reader.require("lexicon").read_any("lexicon");
  reader.require("opening").read("opening", record.opening, 0, INT32_MAX);
  const Json* turns = reader.require("turns").read_any("turns");
  const Json* forfeits = reader.require("forfeits").read_any("forfeits");
  const Json* overtime = reader.require("overtime").read_any("overtime");
  const Json* adjudicate = reader.require("adjudicate").read_any("adjudicate");
  std::int64_t late = 0;
  reader.require("late_ms").read("late_ms", late, 0, INT64_MAX);
  record.late = std::chrono::milliseconds(late);
  TOPTILE_TRY_TO(reader.finish());

  FieldReader lexicon_reader(*lexicon, "record: lexicon");
  lexicon_reader.require("name")
      .read("name", record.lexicon_name)
      .require("sha256")
      .read("sha256", record.lexicon_sha256);
  TOPTILE_TRY_TO(lexicon_reader.finish());
  if (auto read = read_list(turns, "turns", "turn", record.turns, turn_from_json); !read)
    return in_context("record", read.error());
  if (static_cast<std::size_t>(record.opening) > record.turns.size())
    return Error{fmt::format("record: opening: the first {} turns cannot be the opening of a game of {}",
                             record.opening, record.turns.size())};
  if (auto read = read_list(forfeits, "forfeits", "forfeit", record.forfeits, forfeit_from_json); !read)
    return in_context("record", read.error());
  if (auto read = read_overtime(overtime, record.overtime); !read) return in_context("record", read.error());
  TOPTILE_TRY(auto terms, adjudication_from_json(*adjudicate, JsonPlace("record").at("adjudicate")));
  record.adjudicate = terms;
  if (version != log_version_of(record))
    return Error{fmt::format("record: log: a record with these keys has version {}, not {}",
                             log_version_of(record), version)};
  const std::size_t players = record.players.size();
  if (players < 1 || players > kMaxPlayers || record.racks.size() != players ||
      record.scores.size() != players || record.ranks.size() != players) {
    return Error{"record: players, racks, scores and ranks should be lists of the same length, 1 to 4"};
  }
  if (record.overtime && record.overtime->lost.size() != players)
    return Error{fmt::format("record: overtime: lost: expected {} numbers, one for each player", players)};
  const auto is_seated = [&](Seat seat) { return static_cast<std::size_t>(seat) < players; };
  for (const TurnRecord& turn : record.turns) {
    if (!is_seated(turn.seat))
      return Error{fmt::format("record: turns: there is no seat {} among {} players", turn.seat, players)};
  }
  for (const ForfeitRecord& forfeit : record.forfeits) {
    if (!is_seated(forfeit.seat)) {
      return Error{
          fmt::format("record: forfeits: there is no seat {} among {} players", forfeit.seat, players)};
    }
  }
  if (auto fault = record_fault(record)) return *std::move(fault);
  return record;
}

}  // namespace toptile
