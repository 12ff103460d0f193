#include "cli/replay/replay_parts.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <sstream>

#include "base/text_columns.h"
#include "cli/terminal/terminal.h"

namespace toptile {

namespace {

using std::chrono::milliseconds;

constexpr std::string_view kMover = "▶ ", kOther = "  ";

std::string clock_of(const std::optional<milliseconds>& clock) {
  if (!clock) return "";
  const auto seconds = static_cast<double>(clock->count()) / 1000;
  return seconds < 60 ? fmt::format("{:.1f} s", seconds) : clock_text(static_cast<long>(seconds));
}

// The racks of the bot that has just moved, before and after its move.
std::string racks_text(const std::string& before, const std::string& after) {
  return fmt::format("{} → {}", before, after.empty() ? "–" : after);
}

std::optional<Seat> mover_of(const RecordedGame& game, int turn) {
  return turn == 0 ? std::nullopt : std::optional(game.turn(turn).seat);
}

void append_wrapped(ScreenLines& lines, const std::string& text, std::size_t width, Ink ink) {
  for (const std::string& line : lines_of(text, width)) lines.push_back(ScreenLine(line, ink).cut_to(width));
}

// A text such as "greedy 5a.FREMD for 25".
std::string move_text(const RecordedGame& game, const TurnRecord& played) {
  const std::string& player = game.player(played.seat);
  return played.words.empty() ? fmt::format("{} {}", player, played.move)
                              : fmt::format("{} {} for {}", player, played.move, played.points);
}

// A text such as "FREMD 10, HE 4, bonus 20".
std::string words_text(const RecordedGame& game, int turn) {
  const TurnRecord& played = game.turn(turn);
  const std::vector<int>& points = game.after(turn).word_points;
  std::vector<std::string> parts;
  int sum = 0;
  for (std::size_t i = 0; i < played.words.size(); ++i) {
    parts.push_back(points.empty() ? played.words[i] : fmt::format("{} {}", played.words[i], points[i]));
    if (!points.empty()) sum += points[i];
  }
  if (!points.empty() && played.points > sum) parts.push_back(fmt::format("bonus {}", played.points - sum));
  return fmt::format("{}", fmt::join(parts, ", "));
}

std::string time_text(const RecordedGame& game, int turn) {
  const TurnRecord& played = game.turn(turn);
  std::string text =
      game.is_of_opening(turn) ? "of the opening" : fmt::format("in {} ms", played.time.count());
  if (!played.drawn.empty()) text += fmt::format(", then drew {}", played.drawn);
  return text;
}

void append_forfeits(ScreenLines& lines, const RecordedGame& game, int turn, std::size_t width) {
  for (const ForfeitRecord& forfeit : game.record().forfeits)
    if (forfeit.after == turn && turn < game.turns())  // The end of the game mentions the last forfeits.
      append_wrapped(
          lines,
          fmt::format("{} forfeited: {}: {}", game.player(forfeit.seat), name_of(forfeit.kind), forfeit.text),
          width, Ink::alarm);
}

}  // namespace

ScreenLines board_after(const RecordedGame::State& state, CellSize cell, const Alphabet& alphabet) {
  return board_picture(state.board, cell, alphabet, [&](Square square) -> SquareMark {
    if (std::ranges::find(state.laid, square, &LaidTile::square) == state.laid.end()) return {};
    return {"[", "]", Ink::new_tile, false, ""};
  });
}

ScreenLines turn_lines(const RecordedGame& game, int turn, std::size_t width) {
  ScreenLines lines;
  if (turn == 0) {
    append_wrapped(lines, "Before the first turn", width, Ink::strong);
    append_wrapped(lines, game.first_draw(), width, Ink::plain);
  } else {
    const TurnRecord& played = game.turn(turn);
    append_wrapped(lines, move_text(game, played), width, Ink::strong);
    append_wrapped(lines, words_text(game, turn), width, Ink::plain);
    append_wrapped(lines, game.after(turn).remark, width, Ink::strong);
    append_wrapped(lines, time_text(game, turn), width, Ink::dim);
    for (const std::string& refused : played.refused)
      append_wrapped(lines, "refused: " + refused, width, Ink::alarm);
    if (!played.info.empty()) append_wrapped(lines, "» " + played.info, width, Ink::plain);
  }
  append_forfeits(lines, game, turn, width);
  if (turn < game.turns()) return lines;
  std::istringstream ending(game.ending(RecordedGame::With::no_evidence));
  const Ink ink = game.is_broken() || !game.record().forfeits.empty() ? Ink::alarm : Ink::strong;
  for (std::string line; std::getline(ending, line);) append_wrapped(lines, line, width, ink);
  return lines;
}

namespace {

enum class Racks { all, of_mover };

ScreenLines seats_with(Racks racks, const RecordedGame& game, int turn, std::size_t width) {
  constexpr std::size_t kScore = 5, kClock = 9;
  const std::optional<Seat> mover = mover_of(game, turn);
  const auto& seats = game.after(turn).seats;
  const std::size_t name = width - std::min(width, kScore + kClock);
  ScreenLines lines;
  for (const Seat seat : each<Seat>(seats.size())) {
    const auto& of = seats[seat];
    const std::string player = std::string(seat == mover ? kMover : kOther) + game.player(seat);
    lines.push_back(ScreenLine(fitted_to(player, name), Ink::strong)
                        .add(fmt::format("{:>{}}", of.score, kScore), Ink::strong)
                        .add(padded_before(clock_of(of.clock), kClock))
                        .cut_to(width));
    if (racks == Racks::of_mover && seat != mover) continue;
    const std::string rack = seat == mover ? racks_text(game.turn(turn).rack, of.rack) : of.rack;
    lines.push_back(ScreenLine("  " + rack).cut_to(width));
  }
  return lines;
}

}  // namespace

ScreenLines seat_lines(const RecordedGame& game, int turn, std::size_t width) {
  return seats_with(Racks::all, game, turn, width);
}

ScreenLines mover_lines(const RecordedGame& game, int turn, std::size_t width) {
  return seats_with(Racks::of_mover, game, turn, width);
}

ScreenLines short_seat_lines(const RecordedGame& game, int turn, std::size_t width) {
  const std::optional<Seat> mover = mover_of(game, turn);
  const auto& seats = game.after(turn).seats;
  ScreenLines lines;
  for (const Seat seat : each<Seat>(seats.size())) {
    const auto& of = seats[seat];
    std::string rack = seat == mover ? racks_text(game.turn(turn).rack, of.rack) : of.rack;
    const std::size_t behind = 5 + 2 + columns_of(rack);
    const std::size_t name =
        std::min<std::size_t>(16, std::max<std::size_t>(width - std::min(width, behind), 6));
    const std::string player = std::string(seat == mover ? kMover : kOther) + game.player(seat);
    lines.push_back(ScreenLine(fitted_to(player, name), Ink::strong)
                        .add(fmt::format("{:>5}  ", of.score), Ink::strong)
                        .add(rack + (of.clock ? "  " + clock_of(of.clock) : ""))
                        .cut_to(width));
  }
  return lines;
}

ScreenLines turn_list(const RecordedGame& game, int turn, std::size_t rows, std::size_t width) {
  constexpr std::size_t kNumber = 4, kPoints = 4, kTotal = 5, kMaxNameLength = 12, kMove = 12;
  std::size_t name = 1;
  for (const std::string& player : game.record().players) name = std::max(name, columns_of(player));
  const std::size_t fixed = 1 + kNumber + 1 + kPoints + kTotal;
  name = std::min({name, kMaxNameLength, width - std::min(width - 3, fixed + kMove + 1)});
  const std::size_t move = width - std::min(width, fixed + name + 1);
  const int shown = std::min(static_cast<int>(rows), game.turns());
  const int first = std::clamp(turn - shown / 2, 1, game.turns() - shown + 1);
  ScreenLines lines;
  for (int number = first; number < first + shown; ++number) {
    const TurnRecord& played = game.turn(number);
    const std::string text =
        fmt::format("{}{:>{}} {} {}{:>{}}{:>{}}", number == turn ? ">" : " ", number, kNumber - 1,
                    fitted_to(game.player(played.seat), name), fitted_to(played.move, move), played.points,
                    kPoints, played.total, kTotal);
    const Ink ink = number == turn ? Ink::present : game.is_of_opening(number) ? Ink::dim : Ink::plain;
    lines.push_back(ScreenLine(text, ink).cut_to(width));
  }
  return lines;
}

ScreenLines graph_lines(const RecordedGame& game, int turn, std::size_t width) {
  static constexpr std::array<std::string_view, 8> kLevels = {"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
  constexpr std::size_t kMaxNameLength = 10;
  const std::size_t name = std::min(kMaxNameLength, width / 3);
  const int columns = std::min(static_cast<int>(width - name - 1), game.turns() + 1);
  // Columns are spread over the turns from 0 to the last, both included.
  const auto turn_at = [&](int column) { return columns < 2 ? 0 : column * game.turns() / (columns - 1); };
  int most = 1, here = 0;
  for (const auto& seat : game.after(game.turns()).seats) most = std::max(most, seat.score);
  while (here + 1 < columns && turn_at(here + 1) <= turn) ++here;
  ScreenLines lines;
  for (const Seat seat : each<Seat>(game.record().players.size())) {
    ScreenLine& line =
        lines.emplace_back(padded_behind(cut_to_columns(game.record().players[seat], name), name + 1));
    for (int column = 0; column < columns; ++column) {
      const std::int64_t score = std::clamp(game.after(turn_at(column)).seats[seat].score, 0, most);
      line.add(kLevels[score * 7 / most], column > here ? Ink::dim : Ink::plain);
    }
  }
  lines.push_back(ScreenLine(std::string(name + 1 + static_cast<std::size_t>(here), ' ')).add("▲"));
  return lines;
}

}  // namespace toptile
