#include "tournaments/plan/terms_json.h"

#include <fmt/format.h>

#include "base/utf8.h"
#include "bots/settings_json.h"

namespace toptile {

namespace {

using std::chrono::milliseconds;

constexpr int kMaxRetries = 100;
const std::vector<std::string> kClockKinds = {"game", "move", "none"};
const std::vector<std::string> kMeasures = {"wall", "cpu"};
// The names of IllegalPolicy::Kind.
const std::vector<std::string> kIllegalWords = {"forfeit", "retry", "pass"};

// Reads "forfeit", or an object that says what a period costs.
Result<std::optional<TimeControl::PaidOvertime>> overtime_from_json(const Json& json,
                                                                    const JsonPlace& where) {
  if (json == "forfeit") return std::optional<TimeControl::PaidOvertime>();
  if (!json.is_object())
    return Error{where.words() + ": expected \"forfeit\", or an object with points, period_ms and most"};
  TimeControl::PaidOvertime overtime;
  FieldReader reader(json, where);
  reader.read("points", overtime.points, 1, kMaxOvertimePoints);
  read_time(reader, "period_ms", overtime.period, 1);
  reader.read("most", overtime.most_periods, 1, kMaxOvertimePeriods);
  TOPTILE_TRY_TO(reader.finish());
  return std::optional(overtime);
}

Json overtime_to_json(const std::optional<TimeControl::PaidOvertime>& overtime) {
  if (!overtime) return "forfeit";
  return {{"points", overtime->points},
          {"period_ms", overtime->period.count()},
          {"most", overtime->most_periods}};
}

void read_illegal(FieldReader& reader, IllegalPolicy& policy) {
  const Json* value = reader.read_any("illegal");
  if (value == nullptr) return;
  if (value->is_string() && *value == "forfeit") {
    policy.kind = IllegalPolicy::Kind::forfeit;
  } else if (value->is_string() && *value == "pass") {
    policy.kind = IllegalPolicy::Kind::pass;
  } else if (value->is_object() && value->size() == 1 && value->contains("retry") &&
             value->at("retry").is_number_integer() && value->at("retry") >= 1 &&
             value->at("retry") <= kMaxRetries) {
    policy = {IllegalPolicy::Kind::retry, value->at("retry").get<int>()};
  } else {
    reader.fail("illegal",
                fmt::format("it is \"forfeit\", \"pass\" or {{\"retry\": N}} with N from 1 to {}, not {}",
                            kMaxRetries, printable(value->dump())));
  }
}
Json illegal_to_json(const IllegalPolicy& policy) {
  if (policy.kind == IllegalPolicy::Kind::retry) return {{"retry", policy.retries}};
  return kIllegalWords[static_cast<std::size_t>(policy.kind)];
}

void read_conduct(FieldReader& reader, RefereeSettings& referee) {
  reader.read_word("restart", referee.restart, kRestartWords)
      .read("withdraw_after", referee.withdraw_after, 0, kMaxGames)
      .read("lanes", referee.lanes);
  read_illegal(reader, referee.illegal);
}

}  // namespace

const std::vector<std::string> kRestartWords = {"on_fault", "each_game", "never"};

Result<TimeControl> time_control_from_json(const Json& object, const JsonPlace& where) {
  TimeControl control;
  FieldReader reader(object, where);
  reader.read_word("kind", control.kind, kClockKinds);
  read_time(reader, "time_ms", control.time, 1);
  read_time(reader, "increment_ms", control.increment, 0);
  read_time(reader, "margin_ms", control.margin, 0);
  read_time(reader, "hang_ms", control.hang, 1);
  read_part(reader, "overtime", control.overtime, overtime_from_json);
  read_time(reader, "bank_ms", control.bank, 0);
  reader.read_word("measure", control.measure, kMeasures).read("nodes", control.nodes, 0, kMaxNodes);
  TOPTILE_TRY_TO(reader.finish());
  return control;
}

Json time_control_to_json(const TimeControl& control) {
  return {{"kind", kClockKinds[static_cast<std::size_t>(control.kind)]},
          {"time_ms", control.time.count()},
          {"increment_ms", control.increment.count()},
          {"margin_ms", control.margin.count()},
          {"hang_ms", control.hang.count()},
          {"overtime", overtime_to_json(control.overtime)},
          {"bank_ms", control.bank.count()},
          {"measure", kMeasures[static_cast<std::size_t>(control.measure)]},
          {"nodes", control.nodes}};
}

Result<Patience> patience_from_json(const Json& object, const JsonPlace& where) {
  Patience patience;
  FieldReader reader(object, where);
  read_time(reader, "start_ms", patience.start, 1);
  read_time(reader, "ready_ms", patience.ready, 1);
  read_time(reader, "quit_ms", patience.quit, 0);
  TOPTILE_TRY_TO(reader.finish());
  return patience;
}

Json patience_to_json(const Patience& patience) {
  return {{"start_ms", patience.start.count()},
          {"ready_ms", patience.ready.count()},
          {"quit_ms", patience.quit.count()}};
}

Result<Shard> shard_from_json(const Json& object, const JsonPlace& where) {
  Shard shard;
  FieldReader reader(object, where);
  reader.require("of").read("of", shard.of, 1, kMaxShards);
  reader.require("index").read("index", shard.index, 1, kMaxShards);
  TOPTILE_TRY_TO(reader.finish());
  if (shard.index > shard.of)
    return Error{
        fmt::format("{}: there is no shard {} of {}", where.at("index").words(), shard.index, shard.of)};
  return shard;
}
void read_terms(FieldReader& reader, TournamentTerms& terms) {
  read_part(reader, "clock", terms.time_control, time_control_from_json);
  read_part(reader, "adjudicate", terms.adjudicate, adjudication_from_json);
  read_part(reader, "patience", terms.patience, patience_from_json);
  read_conduct(reader, terms.referee);
  read_part(reader, "limits", terms.limits, limits_from_json);
  reader.read("pin", terms.pin).read("ponder", terms.ponder).read("every_look", terms.every_look);
  read_part(reader, "test", terms.test, test_from_json);
}

void add_terms(Json& object, const TournamentTerms& terms) {
  object["clock"] = time_control_to_json(terms.time_control);
  object["adjudicate"] = adjudication_to_json(terms.adjudicate);
  object["patience"] = patience_to_json(terms.patience);
  object["restart"] = kRestartWords[static_cast<std::size_t>(terms.referee.restart)];
  object["illegal"] = illegal_to_json(terms.referee.illegal);
  object["withdraw_after"] = terms.referee.withdraw_after;
  object["lanes"] = terms.referee.lanes;
  object["limits"] = limits_to_json(terms.limits);
  object["pin"] = terms.pin;
  object["ponder"] = terms.ponder;
  object["every_look"] = terms.every_look;
}

}  // namespace toptile
