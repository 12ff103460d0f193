// Checks what may stand in a record (record_fault of game_record.h).
#include <fmt/format.h>

#include <cstdlib>

#include "base/utf8.h"
#include "protocol/game_record.h"

namespace toptile {

namespace {

constexpr std::size_t kMaxNameBytes = 500;

// Looks at one field after the other, and keeps the first that is wrong.
class Faults {
 public:
  void text(std::string_view field, std::string_view text) {
    if (first_ || is_shown(text)) return;
    first_ =
        Error{fmt::format("record: {}: \"{}\" has characters that cannot be shown", field, printable(text))};
  }
  void name(std::string_view field, std::string_view name) {
    text(field, name);
    if (first_ || (!name.empty() && name.size() <= kMaxNameBytes)) return;
    first_ = Error{fmt::format("record: {}: a name has 1 to {} bytes", field, kMaxNameBytes)};
  }
  void points(std::string_view field, int points) {
    if (first_ || (points >= -kMaxRecordedPoints && points <= kMaxRecordedPoints)) return;
    first_ = Error{fmt::format("record: {}: {} are more points than a game has", field, points)};
  }
  void time(std::string_view field, std::chrono::milliseconds time) {
    if (first_ || (time.count() >= -kMaxTurnMs && time.count() <= kMaxTurnMs)) return;
    first_ = Error{fmt::format("record: {}: {} ms are more than a game takes", field, time.count())};
  }
  std::optional<Error> first() const { return first_; }

 private:
  static bool is_shown(std::string_view text) {
    const auto is_common = [](char c) { return c >= ' ' && c <= '~'; };
    while (!text.empty()) {
      if (is_common(text.front())) {
        text.remove_prefix(1);
        continue;
      }
      const auto character = take_character(text);
      if (!character || (*character != U' ' && !is_visible(*character))) return false;
    }
    return true;
  }

  std::optional<Error> first_;
};

void check_turn(const TurnRecord& turn, Faults& faults) {
  faults.text("turns: rack", turn.rack);
  faults.text("turns: move", turn.move);
  for (const std::string& word : turn.words) faults.text("turns: words", word);
  faults.text("turns: drawn", turn.drawn);
  faults.points("turns: points", turn.points);
  faults.points("turns: total", turn.total);
  if (turn.clock) faults.time("turns: clock", *turn.clock);
}

}  // namespace

std::optional<Error> record_fault(const GameRecord& record) {
  Faults faults;
  faults.text("rules", record.rules);
  faults.text("lexicon: name", record.lexicon_name);
  faults.text("lexicon: sha256", record.lexicon_sha256);
  faults.text("bag", record.bag);
  for (const std::string& player : record.players) faults.name("players", player);
  for (const TurnRecord& turn : record.turns) check_turn(turn, faults);
  for (const std::string& rack : record.racks) faults.text("racks", rack);
  for (const int score : record.scores) faults.points("scores", score);
  if (record.overtime) {
    faults.time("overtime: period_ms", record.overtime->terms.period);
    for (const int lost : record.overtime->lost) faults.points("overtime: lost", lost);
  }
  faults.time("late_ms", record.late);
  faults.text("digest", record.digest);
  return faults.first();
}

}  // namespace toptile
