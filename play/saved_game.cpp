#include "play/saved_game.h"

#include <fmt/format.h>

#include "base/json_fields.h"
#include "base/utf8.h"
#include "protocol/challenge_limit.h"
#include "protocol/game_record.h"
#include "protocol/replay.h"

namespace toptile {

namespace {

constexpr int kSavedVersion = 1;

Json turn_to_json(const TurnRecord& turn) {
  Json json = {{"move", turn.move}, {"ms", turn.time.count()}, {"clock", nullptr}, {"info", turn.info}};
  if (turn.clock) json["clock"] = turn.clock->count();
  if (!turn.refused.empty()) json["refused"] = turn.refused;
  return json;
}

Json forfeit_to_json(const ForfeitRecord& forfeit) {
  return {
      {"seat", forfeit.seat}, {"after", forfeit.after},          {"reason", name_of(forfeit.kind)},
      {"text", forfeit.text}, {"lines", forfeit.evidence.lines}, {"stderr", forfeit.evidence.stderr_tail}};
}

// The file may be anybody's, and these texts are shown.
void clean(std::string& text) {
  text = clean_text(text, 3 * text.size());  // A control character may become one of three bytes.
}

Result<void> read_turn(const Json& object, const std::string& where, SavedGame& saved) {
  TurnRecord turn;
  std::int64_t time = 0, clock = 0;
  FieldReader reader(object, where);
  reader.require("move").read("move", turn.move).read("ms", time, 0, kMaxTurnMs).read("info", turn.info);
  reader.read("refused", turn.refused);
  const Json* given = reader.read_any("clock");
  if (given != nullptr && !given->is_null()) {
    reader.read("clock", clock, -kMaxTurnMs, kMaxTurnMs);
    turn.clock = std::chrono::milliseconds(clock);
  }
  TOPTILE_TRY_TO(reader.finish());
  turn.time = std::chrono::milliseconds(time);
  clean(turn.info);
  saved.turns.push_back(std::move(turn));
  return success();
}

Result<void> read_forfeit(const Json& object, const std::string& where, SavedGame& saved) {
  ForfeitRecord forfeit;
  FieldReader reader(object, where);
  reader.require("seat").read("seat", forfeit.seat, 0, kMaxPlayers - 1);
  reader.require("after").read("after", forfeit.after, 0, INT32_MAX);
  reader.require("reason")
      .read_name("reason", forfeit.kind, kLastFaultKind)
      .require("text")
      .read("text", forfeit.text);
  reader.read("lines", forfeit.evidence.lines).read("stderr", forfeit.evidence.stderr_tail);
  TOPTILE_TRY_TO(reader.finish());
  clean(forfeit.text);
  saved.forfeits.push_back(std::move(forfeit));
  return success();
}

template <class Read>
Result<void> read_each(const Json* list, const std::string& where, SavedGame& saved, Read read) {
  if (!list->is_array()) return Error{where + "s: expected a list"};
  int number = 0;
  for (const Json& object : *list) {
    TOPTILE_TRY_TO(read(object, fmt::format("{} {}", where, ++number), saved));
  }
  return success();
}

}  // namespace

std::string format_saved_game(const SavedGame& saved) {
  Json turns = Json::array(), forfeits = Json::array();
  for (const TurnRecord& turn : saved.turns) turns.push_back(turn_to_json(turn));
  for (const ForfeitRecord& forfeit : saved.forfeits) forfeits.push_back(forfeit_to_json(forfeit));
  Json json = {
      {"unfinished", kSavedVersion}, {"turns", turns}, {"forfeits", forfeits}, {"hints", saved.hints}};
  if (saved.challenge_limit > 0) json["challenge_limit"] = saved.challenge_limit;
  return json_line(json);
}

Result<SavedGame> parse_saved_game(std::string_view text, const std::string& where) {
  TOPTILE_TRY(auto object, parse_json(text, where));
  SavedGame saved;
  int version = 0;
  FieldReader reader(object, where);
  reader.require("unfinished").read("unfinished", version, kSavedVersion, kSavedVersion);
  reader.require("hints").read("hints", saved.hints, 0, INT32_MAX);
  reader.read("challenge_limit", saved.challenge_limit, 1, kMaxChallengeLimit);
  const Json* turns = reader.require("turns").read_any("turns");
  const Json* forfeits = reader.require("forfeits").read_any("forfeits");
  TOPTILE_TRY_TO(reader.finish());
  TOPTILE_TRY_TO(read_each(turns, where + ": turn", saved, read_turn));
  TOPTILE_TRY_TO(read_each(forfeits, where + ": forfeit", saved, read_forfeit));
  return saved;
}

Result<void> play_again(const SavedGame& saved, Game& game) {
  RecordedPlay recorded{{}, {}, {}, saved.forfeits};
  for (const TurnRecord& turn : saved.turns) recorded.moves.push_back(turn.move);
  if (const auto fault = replay(recorded, game)) return Error{*fault};
  return success();
}

}  // namespace toptile
