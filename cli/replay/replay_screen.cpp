#include "cli/replay/replay_screen.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "cli/replay/replay_picture.h"
#include "cli/replay/replay_view.h"
#include "cli/terminal/exit_code.h"
#include "cli/terminal/interrupt.h"
#include "referee/processes/deadline.h"
#include "tournaments/run/record_index.h"

namespace toptile {

namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

constexpr milliseconds kTick{100};  // How often to check whether a stop was requested.

Instant::duration pause_of(int pace) {
  return std::chrono::duration_cast<Instant::duration>(std::chrono::duration<double>(std::exp2(-pace)));
}

// Shows a game, and goes from it to other games of the run.
class Replayer {
 public:
  Replayer(const ReplayedRun& run, RecordedGame game, int turn)
      : run_(run), index_(run.paths), game_(std::move(game)) {
    view_.turn = turn;
  }

  int show(Screen& screen) {
    const InterruptWatch interrupts;
    while (!interrupts.token().stop_requested()) {
      draw(screen);
      const Key key = screen.read_key(wait_for_key());
      if (key.name == Key::Name::none) {
        if (view_.is_playing && steady_clock::now() >= next_turn_) go_on();
      } else if (key.name == Key::Name::gone) {
        return kDone;
      } else if (key.is_control('C')) {
        break;
      } else if (key.is_control('Z')) {
        screen.suspend();
      } else if (key.name != Key::Name::redraw && !take(key)) {
        return kDone;
      }
    }
    return kInterrupted;
  }

 private:
  void draw(Screen& screen) {
    screen.clear();
    const TerminalSize size = screen.size();
    view_.top = top_of_page(*game_, view_, size);
    int row = 0;
    for (const ScreenLine& line : draw_replay(*game_, view_, size)) screen.put(row++, 0, line);
    screen.show();
  }

  milliseconds wait_for_key() const {
    if (!view_.is_playing) return kTick;
    const auto left = std::chrono::ceil<milliseconds>(next_turn_ - steady_clock::now());
    return std::clamp(left, milliseconds(0), kTick);
  }

  void go_on() {
    play_on(game_->turns(), view_);
    next_turn_ = steady_clock::now() + pause_of(view_.pace);
  }

  // Returns false if the user leaves.
  bool take(const Key& key) {
    const bool was_playing = view_.is_playing;
    const int pace = view_.pace;
    switch (press(key, game_->turns(), view_)) {
      case ReplayAction::leave:
        return false;
      case ReplayAction::next_game:
      case ReplayAction::previous_game:
        go_to_game(key.is('n'));
        break;
      case ReplayAction::none:
        break;
    }
    if (view_.is_playing && (!was_playing || pace != view_.pace))
      next_turn_ = steady_clock::now() + pause_of(view_.pace);
    return true;
  }

  void go_to_game(bool is_forward) {
    auto other = find_other(is_forward);
    if (!other) {
      view_.note = other.error().message;
      return;
    }
    game_.emplace(std::move(other).value());
    const int pace = view_.pace;
    view_ = {};
    view_.pace = pace;
  }

  Result<RecordedGame> find_other(bool is_forward) {
    TOPTILE_TRY_TO(index_.refresh());
    const GameNumber now = game_->record().id;
    const auto id = is_forward ? index_.next_after(now) : index_.last_before(now);
    if (!id) return Error{fmt::format("Game {} is the {} of the run.", now, is_forward ? "last" : "first")};
    TOPTILE_TRY(const auto line, index_.line_of(*id));
    auto record = parse_record(line.value_or(""));
    if (!record) return in_context(fmt::format("game {}", *id), record.error());
    return recorded_game(std::move(record).value(), run_.paths, run_.rules, run_.lexicon);
  }

  const ReplayedRun& run_;
  RecordIndex index_;
  std::optional<RecordedGame> game_;
  ReplayView view_;
  Instant next_turn_{};
};

}  // namespace

Result<RecordedGame> recorded_game(GameRecord record, const RunPaths& paths, const Ruleset& rules,
                                   const Lexicon& lexicon) {
  const std::size_t players = record.players.size();
  if (!rules.plays_with(static_cast<int>(players)))
    return Error{fmt::format("{}: game {}: the ruleset {} is not for {} players", paths.games().string(),
                             record.id, rules.name, players)};
  return RecordedGame(std::move(record), rules, lexicon);
}

int step_through(Screen& screen, const ReplayedRun& run, RecordedGame game, int turn) {
  return Replayer(run, std::move(game), turn).show(screen);
}

}  // namespace toptile
