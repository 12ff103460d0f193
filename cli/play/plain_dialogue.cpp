#include "cli/play/plain_dialogue.h"

#include <fmt/format.h>

#include "base/json_fields.h"
#include "base/text_columns.h"
#include "base/utf8.h"
#include "base/words.h"
#include "cli/play/words.h"
#include "cli/replay/game_text.h"
#include "protocol/face_text.h"

namespace toptile {

namespace {

constexpr std::size_t kPlainColumns = 79;

constexpr std::string_view kDialogueHelp =
    "  move 5d.MOOD   lays MOOD across from row 5, column d; d5.MOOD lays it down.\n"
    "                 Write the whole word, with the letters that lie there.\n"
    "                 \"5d.MOOD\" alone is enough.\n"
    "  exchange E     swaps a tile for one from the bag\n"
    "  pass           plays nothing\n"
    "  challenge, accept\n"
    "                 when asked about another player's words\n"
    "  hint           the best plays of five words\n"
    "  board, rack, score\n"
    "                 shows them again\n"
    "  quit           leaves; the game is saved; toptile play --resume continues it\n";

const std::vector<std::string> kCommands = {"move",  "exchange", "pass",  "challenge", "accept", "hint",
                                            "board", "rack",     "score", "help",      "quit"};

// Makes "5d.MOOD" of "5D.mood".
std::string as_notation(std::string_view text) {
  const std::size_t dot = text.find('.');
  if (dot == std::string_view::npos) return std::string(text);
  std::string place(text.substr(0, dot));
  for (char& c : place)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return place + "." + upper_case(text.substr(dot + 1));
}

}  // namespace

PlainDialogue::PlainDialogue(PlayTable& table, Hints hints, Asking lines, std::string wipe, PlayBot play_bot)
    : table_(table),
      hints_(hints),
      lines_(std::move(lines)),
      wipe_(table.people() > 1 ? std::move(wipe) : ""),
      play_bot_(std::move(play_bot)) {}

Result<void> PlainDialogue::run() {
  const Game& game = table_.game();
  say(fmt::format("{}: {}, {}. help lists the commands.\n", listed(table_.names()), game.rules().name,
                  game.lexicon().name()));
  for (const std::string& line : lines_of(draw_text(table_), kPlainColumns)) say(line + "\n");
  told_ = game.turns().size();
  if (told_ > 0) say(fmt::format("Continuing after turn {}.\n", told_));
  while (!game.is_over()) {
    if (table_.is_person(game.seat_to_move())) {
      if (play_person() == Next::leave) {
        say(kept_text(table_) + "\n");
        return success();
      }
    } else if (auto played = play_bot(); !played) {
      return played.error();
    }
    if (table_.save_fault()) say(fmt::format("This move is not saved: {}\n", table_.save_fault()->message));
  }
  show_board();
  for (const std::string& line : end_lines(table_)) say(line + "\n");
  return success();
}

Result<void> PlainDialogue::play_bot() {
  const BotSeats::Outcome outcome = play_bot_();
  if (outcome.error) return *outcome.error;
  tell_turns();
  if (outcome.is_forfeit) say(wrapped(forfeit_text(table_, table_.forfeits().back()), kPlainColumns) + "\n");
  return success();
}

// Prints the turns that were not printed yet.
void PlainDialogue::tell_turns() {
  const auto& turns = table_.game().turns();
  for (; told_ < turns.size(); ++told_) {
    const std::string told = fmt::format("{} {}", table_.name(turns[told_].seat), turn_text(table_, told_));
    say(wrapped(told, kPlainColumns) + "\n");
  }
}

void PlainDialogue::introduce_turn() {
  const Game& game = table_.game();
  const Seat seat = game.seat_to_move();
  if (game.is_question()) {
    say(fmt::format("{}, do you challenge it? challenge or accept\n", table_.name(seat)));
    return;
  }
  show_board();
  say(fmt::format("{}; {} in the bag\n", scores_text(table_), tiles_text(game.bag().size())));
  const auto free = free_exchanges_left(game);
  say(fmt::format("{}, your rack: {}{}\n", table_.name(seat), table_.alphabet().symbols(game.rack(seat)),
                  free ? fmt::format("; free exchanges left: {}", *free) : ""));
}

// The previous player's rack must not be visible on the screen or in its scrollback.
bool PlainDialogue::hide_from_others() {
  const Game& game = table_.game();
  const Seat seat = game.seat_to_move();
  if (wipe_.empty() || seen_by_ == seat) return true;
  say(wipe_);
  seen_by_ = seat;
  const auto& turns = game.turns();
  const std::size_t others = std::min(turns.size(), static_cast<std::size_t>(game.players()) - 1);
  told_ = turns.size() - others;
  tell_turns();
  say(fmt::format("{}'s turn: press Enter when nobody else looks. ", table_.name(seat)));
  const auto line = lines_.read();
  return line && !line->starts_with("quit");
}

PlainDialogue::Next PlainDialogue::play_person() {
  if (!hide_from_others()) return Next::leave;
  introduce_turn();
  Next next = Next::same_turn;
  while (next == Next::same_turn) {
    say("> ");
    const auto line = lines_.read();
    if (!line) {
      say("\n");
      return Next::leave;
    }
    next = obey(*line);
  }
  return next;
}

PlainDialogue::Next PlainDialogue::obey(std::string_view line) {
  if (line.ends_with('\r')) line.remove_suffix(1);
  const std::string_view whole = line, word = take_word(line);
  const Game& game = table_.game();
  if (word.empty()) return Next::same_turn;
  if (word == "quit") return Next::leave;
  if (word == "move") return play_move(line);
  if (word == "exchange") return exchange(line);
  if (word == "pass") return play(Pass{});
  if (word == "challenge") return play(Challenge{});
  if (word == "accept") return play(Accept{});
  if (word.find('.') != std::string_view::npos) return play_move(whole);
  if (word == "help") {
    say(kDialogueHelp);
  } else if (word == "hint") {
    show_hints();
  } else if (word == "board") {
    show_board();
  } else if (word == "rack") {
    say(game.is_question() ? "There is a question to answer first.\n"
                           : table_.alphabet().symbols(game.rack(game.seat_to_move())) + "\n");
  } else if (word == "score") {
    say(scores_text(table_) + "\n");
  } else {
    say(fmt::format("Unknown command \"{}\"{}; help lists them.\n", printable(word),
                    meant_name(word, kCommands)));
  }
  return Next::same_turn;
}

PlainDialogue::Next PlainDialogue::play_move(std::string_view text) {
  const std::string_view word = take_word(text);
  if (word.empty() || !text.empty()) {
    say("A move is one word, as in: move 5d.MOOD\n");
    return Next::same_turn;
  }
  const auto move = parse_move(as_notation(word), table_.alphabet());
  if (move) return play(move.value());
  say(wrapped(fmt::format("This is refused: {}.", move.error().text), kPlainColumns) + "\n");
  return Next::same_turn;
}

PlainDialogue::Next PlainDialogue::exchange(std::string_view tile) {
  const std::string wanted = upper_case(take_word(tile));
  std::string_view rest = wanted;
  const auto face = table_.alphabet().take_symbol(rest);
  const auto spelled = table_.alphabet().face_spelling(wanted);
  if (tile.empty() && face && rest.empty()) return play(Exchange{*face});
  if (tile.empty() && spelled) return play(Exchange{*spelled});
  say("Name one tile of the rack, as in: exchange E\n");
  return Next::same_turn;
}

PlainDialogue::Next PlainDialogue::play(const Move& move) {
  const std::size_t index = table_.game().turns().size();
  const auto played = table_.play(move);
  if (!played) {
    say(wrapped(fmt::format("This is refused: {}.", played.error().text), kPlainColumns) + "\n");
    return Next::same_turn;
  }
  const Turn& turn = table_.game().turns()[index];
  if (std::holds_alternative<Exchange>(turn.move) && turn.drawn.size() == 1) {
    say(fmt::format("You draw {} for {}.\n", face_text(table_.alphabet(), turn.drawn[0]),
                    face_text(table_.alphabet(), *std::get<Exchange>(turn.move).tile)));
    ++told_;
  }
  tell_turns();
  return Next::next_turn;
}

void PlainDialogue::show_board() {
  const Game& game = table_.game();
  for (const std::string& line : board_lines(game.board(), {}, table_.alphabet())) say(line + "\n");
}

void PlainDialogue::show_hints() {
  if (hints_ != Hints::shown) {
    for (const std::string& line : lines_of(no_hints_text(hints_), kPlainColumns)) say(line + "\n");
    return;
  }
  if (table_.game().is_question()) return say("There is a question to answer first.\n");
  const auto lines = hint_lines(table_, table_.best_plays(kHints));
  if (lines.empty()) say(fmt::format("There is no play; {}.\n", without_play_text(table_.game(), "", "")));
  for (const std::string& line : lines) say(line + "\n");
}

void PlainDialogue::say(std::string_view text) {
  lines_.write(text);
}

}  // namespace toptile
