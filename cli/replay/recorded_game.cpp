#include "cli/replay/recorded_game.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "base/text_columns.h"
#include "base/utf8.h"
#include "base/words.h"
#include "cli/replay/game_text.h"
#include "cli/terminal/terminal.h"
#include "tournaments/formats/schedule.h"

namespace toptile {

namespace {

constexpr int kMaxShown = 1000;  // The most characters of a line of evidence.

void clean(std::string& text) {
  text = clean_text(text, text.size());
}

// Removes control characters, because a record may come from anywhere, and terminals obey escape sequences.
GameRecord cleaned(GameRecord record) {
  for (std::string& name : record.players) clean(name);
  for (std::string& rack : record.racks) clean(rack);
  for (TurnRecord& turn : record.turns) {
    for (std::string* text : {&turn.rack, &turn.move, &turn.info}) clean(*text);
    for (std::string& word : turn.words) clean(word);
    for (std::string& refused : turn.refused) clean(refused);
  }
  for (ForfeitRecord& forfeit : record.forfeits) clean(forfeit.text);
  return record;
}

// The bots that forfeited and why, with the evidence.
std::string forfeits_text(const GameRecord& record, RecordedGame::With with) {
  std::string text;
  for (const ForfeitRecord& forfeit : record.forfeits) {
    text += fmt::format("{}{} forfeited: {}: {}", text.empty() ? "" : "\n", record.players[forfeit.seat],
                        name_of(forfeit.kind), forfeit.text);
    if (with == RecordedGame::With::no_evidence) continue;
    if (!forfeit.evidence.stderr_tail.empty()) text += "\n  The end of its standard error:";
    for (std::string_view rest = forfeit.evidence.stderr_tail; !rest.empty();)
      text += "\n    " + printable(take_line(rest), kMaxShown);
    if (!forfeit.evidence.lines.empty()) text += fmt::format("\n{}", kExchangedHeading);
    for (const std::string& line : forfeit.evidence.lines) text += "\n    " + printable(line, kMaxShown);
    if (!forfeit.evidence.lines.empty() || !forfeit.evidence.stderr_tail.empty()) text += "\n";
  }
  return text;
}

// A remark about the end of a game, in addition to its name.
std::string end_remark(const GameRecord& record) {
  if (record.end == GameEnd::scoreless) return " (a limit of the harness)";
  if (record.end != GameEnd::resigned) return "";
  const auto last = std::ranges::max_element(record.ranks) - record.ranks.begin();
  return fmt::format(" (by {})", record.players[static_cast<std::size_t>(last)]);
}

std::vector<int> points_of(const Turn& turn) {
  std::vector<int> points;
  for (const FormedWord& word : turn.words) points.push_back(word.points);
  return points;
}

}  // namespace

std::optional<Error> opening_turn_fault(const GameRecord& record, int turn) {
  if (turn < 1 || turn > record.opening) return std::nullopt;
  return Error{
      fmt::format("--turn {}: turns 1 to {} are the opening, which no bot chose", turn, record.opening)};
}

RecordedGame::RecordedGame(GameRecord record, const Ruleset& rules, const Lexicon& lexicon)
    : record_(cleaned(std::move(record))), alphabet_(rules.alphabet()) {
  Game game = game_of(record_, rules, lexicon);
  first_draw_ = first_draw_text(first_draw_of(rules, record_.seed, record_.id, game.players()),
                                record_.players, alphabet_);
  states_.push_back({game.board(), {}, seats_after(0), {}, {}});
  // The movers are those in the record.
  RecordedPlay recorded = play_of(record_);
  recorded.seats.clear();
  replay(recorded, game, {.after = [&](const ReplayedTurn& turn) { add_state(turn); }});
}

void RecordedGame::add_state(const ReplayedTurn& turn) {
  const Game& game = turn.game;
  const auto* placement = std::get_if<Placement>(&turn.move);
  const Board& before = states_.back().board;
  std::vector<int> points = points_of(game.turns().back());
  if (points.size() != record_.turns[turn.index].words.size()) points.clear();
  states_.push_back({game.board(),
                     placement != nullptr ? tiles_laid_by(before, *placement) : LaidTiles{},
                     seats_after(static_cast<int>(states_.size())),
                     std::move(points),
                     {}});
  remark_on(game);
}

// If the last turn is a challenge, it gets a remark, and so does the play that it takes back.
void RecordedGame::remark_on(const Game& game) {
  const std::size_t turn = game.turns().size() - 1;
  if (!std::holds_alternative<Challenge>(game.turns()[turn].move)) return;
  states_.back().remark = fmt::format("The challenge {}.", challenge_verdict(game, turn));
  const std::size_t play = play_in_doubt(game, turn);
  if (unknown_word_of(game, play)) states_[play + 1].remark = "It is challenged, and taken back.";
}

// A seat's rack is in its next turn. If there is none, the rack is what was left at the end.
std::vector<RecordedGame::SeatState> RecordedGame::seats_after(int turn) const {
  std::vector<SeatState> seats(record_.players.size());
  for (const Seat seat : each<Seat>(seats.size())) seats[seat].rack = record_.racks[seat];
  const auto now = static_cast<std::size_t>(turn);
  for (std::size_t i = 0; i < now; ++i) {
    SeatState& seat = seats[record_.turns[i].seat];
    seat.score = record_.turns[i].total;
    seat.clock = record_.turns[i].clock;
  }
  for (std::size_t i = record_.turns.size(); i-- > now;)
    seats[record_.turns[i].seat].rack = record_.turns[i].rack;
  return seats;
}

std::string RecordedGame::text_after(int turn) const {
  const State& state = after(turn);
  std::string text = heading(turn) + "\n\n";
  for (const std::string& line : board_lines(state.board, state.laid, alphabet_)) text += line + "\n";
  text += "\n";
  for (const Seat seat : each<Seat>(state.seats.size()))
    text += fmt::format("  {:<20} {:>4}  rack {}\n", record_.players[seat], state.seats[seat].score,
                        state.seats[seat].rack);
  if (turn < turns()) return text;
  const std::string end = ending(With::evidence);
  const std::size_t scores = end.rfind('\n') + 1;  // Only this part is wrapped; a bot's own lines are not.
  text += "\n" + end.substr(0, scores) + wrapped(end.substr(scores), kColumns) + "\n";
  return text;
}

std::string RecordedGame::heading(int turn) const {
  const auto line = [](const std::string& text) { return "\n  " + wrapped(text, kColumns, 2); };
  if (turn == 0) {
    const std::string players = fmt::format("Game {}: {}. Before the first turn.", record_.id,
                                            fmt::join(record_.players, " against "));
    return wrapped(players, kColumns) + (first_draw_.empty() ? "" : line(first_draw_));
  }
  const TurnRecord& played = this->turn(turn);
  std::string text = fmt::format("Turn {} of {}: {} {}", turn, record_.turns.size(),
                                 record_.players[played.seat], played.move);
  if (!played.words.empty())
    text += fmt::format(" for {} ({})", played.points, fmt::join(played.words, ", "));
  text = wrapped(text, kColumns);
  if (!after(turn).remark.empty()) text += line(after(turn).remark);
  for (const std::string& refused : played.refused) text += line("refused: " + refused);
  if (is_of_opening(turn)) return text + "\n  This turn is of the opening; no player chose it.";
  text += fmt::format("\n  {} ms", played.time.count());
  if (played.clock) text += fmt::format(", {:.1f} s left", static_cast<double>(played.clock->count()) / 1000);
  if (!played.info.empty()) text += line(played.info);
  return text;
}

std::string RecordedGame::ending(With with) const {
  if (is_broken()) return fmt::format("The rules do not allow turn {}; see: toptile verify", turns() + 1);
  std::string text = forfeits_text(record_, with);
  if (record_.end != GameEnd::forfeit)
    text += fmt::format("{}The game ended: {}{}.", text.empty() ? "" : "\n", name_of(record_.end),
                        end_remark(record_));
  text += " Final scores:";
  for (const Seat seat : each<Seat>(record_.players.size()))
    text += fmt::format("{} {} {}", seat == 0 ? "" : ",", record_.players[seat], record_.scores[seat]);
  return text + ".";
}

}  // namespace toptile
