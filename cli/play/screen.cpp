#include "cli/play/screen.h"

#include <fmt/format.h>

#include <algorithm>
#include <random>

#include "base/utf8.h"
#include "cli/play/layout.h"
#include "cli/play/side_panel.h"
#include "cli/play/words.h"
#include "cli/terminal/scrolled_lines.h"
#include "protocol/face_text.h"

namespace toptile {

namespace {

using std::chrono::milliseconds;
using Name = Key::Name;

constexpr milliseconds kTick{100};  // How often to check for a stop; a bot is asked twice as often.

}  // namespace

PlayScreen::PlayScreen(PlayTable& table, BotSeats& bots, Screen& screen, Hints hints,
                       std::set<Afterwards> offered, std::stop_token stop,
                       std::function<std::vector<std::string>()> on_end)
    : table_(table),
      bots_(bots),
      screen_(screen),
      may_hint_(hints),
      offered_(std::move(offered)),
      stop_(std::move(stop)),
      on_end_(std::move(on_end)) {}

Result<void> PlayScreen::run() {
  begin_turn();
  bool is_running = true;
  while (is_running && !stop_.stop_requested()) {
    draw();
    const Key key = screen_.read_key(mode_ == Mode::bot ? milliseconds(0) : kTick);
    is_running = obey(key);
    if (is_running && mode_ == Mode::bot) {
      TOPTILE_TRY_TO(follow_bot());
    }
  }
  return success();
}

void PlayScreen::begin_turn() {
  const Game& game = table_.game();
  laying_.reset();
  hints_.clear();
  if (game.is_over()) {
    mode_ = Mode::over;
    top_ = 0;
    if (!end_.empty()) return;
    end_ = end_lines(table_);
    for (std::string& line : on_end_()) end_.push_back(std::move(line));
    return;
  }
  const Seat seat = game.seat_to_move();
  if (!table_.is_person(seat)) {
    mode_ = Mode::bot;
  } else if (game.is_question()) {
    mode_ = Mode::question;
  } else if (table_.people() > 1 && seen_by_ != seat) {
    mode_ = Mode::curtain;
  } else {
    begin_laying();
  }
}

void PlayScreen::begin_laying() {
  const Game& game = table_.game();
  seen_by_ = game.seat_to_move();
  laying_.emplace(game.rules(), game.lexicon(), game.board(), game.rack(*seen_by_));
  rack_order_.clear();
  for (Face face = 0; face < table_.alphabet().size(); ++face)
    rack_order_.insert(rack_order_.end(), static_cast<std::size_t>(game.rack(*seen_by_).count(face)), face);
  mode_ = Mode::laying;
}

Result<void> PlayScreen::follow_bot() {
  const auto outcome = bots_.play_turn(kTick / 2);
  if (!outcome) return success();
  if (outcome->error) return *outcome->error;
  if (outcome->is_forfeit) told_ = forfeit_text(table_, table_.forfeits().back());
  begin_turn();
  return success();
}

bool PlayScreen::obey(const Key& key) {
  if (key.name == Name::gone || key.is_control('C') || key.is_control('Q') || key.is_control('D'))
    return false;
  if (key.name == Name::none || key.name == Name::redraw) return true;
  if (shows_help_ && scroll(key, top_)) return true;
  if (shows_help_ || key.name == Name::f1 || key.is_control('G')) {
    shows_help_ = !shows_help_;
    top_ = 0;
    return true;
  }
  said_.clear();
  switch (mode_) {
    case Mode::curtain:
      begin_laying();
      break;
    case Mode::laying:
      obey_while_laying(key);
      break;
    case Mode::hints:
      obey_while_hinting(key);
      break;
    case Mode::exchange:
      obey_while_exchanging(key);
      break;
    case Mode::pass:
      mode_ = Mode::laying;
      if (key.is('y') || key.is('Y')) play(Pass{});
      break;
    case Mode::question:
      seen_by_.reset();  // Another person may be at the screen now.
      if (key.is('c') || key.is('C')) play(Challenge{});
      if (key.is('a') || key.is('A')) play(Accept{});
      break;
    case Mode::bot:
      break;
    case Mode::over:
      if (scroll(key, top_)) return true;
      for (const Afterwards one : offered_) {
        const char letter = one == Afterwards::another_game ? 'n' : 'r';
        if (key.is(letter) || key.is(static_cast<char>(letter - 'a' + 'A'))) wish_ = one;
      }
      return !wish_ && key.name != Name::enter && key.name != Name::escape && !key.is(' ');
  }
  return true;
}

void PlayScreen::obey_while_laying(const Key& key) {
  switch (key.name) {
    case Name::left:
      return laying_->move_cursor(0, -1);
    case Name::right:
      return laying_->move_cursor(0, 1);
    case Name::up:
      return laying_->move_cursor(-1, 0);
    case Name::down:
      return laying_->move_cursor(1, 0);
    case Name::tab:
      return laying_->turn();
    case Name::backspace:
    case Name::del:
      if (!laying_->undo()) said_ = "There is no tile to take back.";
      return;
    case Name::escape:
      return laying_->clear();
    case Name::enter:
      return submit();
    case Name::control:
      if (key.character == 'E') begin_exchange();
      if (key.character == 'P') mode_ = Mode::pass;
      if (key.character == 'R') mix_rack();
      if (key.character == 'U') shows_unseen_ = !shows_unseen_;
      return;
    case Name::character:
      if (key.character == '?') return ask_for_hints();
      return key.character == ' ' ? laying_->turn() : lay(key.character);
    default:
      return;
  }
}

void PlayScreen::begin_exchange() {
  if (table_.game().may_exchange()) {
    mode_ = Mode::exchange;
  } else {
    said_ = table_.game().bag().empty() ? "The bag is empty, so no tile can be exchanged."
                                        : "All free exchanges are used up.";
  }
}

// The order does not affect the game, so any random source will do.
void PlayScreen::mix_rack() {
  const std::vector<Face> before = rack_order_;
  std::random_device device;
  for (int tries = 0; tries < 10 && rack_order_ == before; ++tries)
    std::shuffle(rack_order_.begin(), rack_order_.end(), device);
}

std::optional<Face> PlayScreen::face_of(char32_t character) const {
  std::string symbol;
  append_character(symbol, to_upper(character));
  std::string_view rest = symbol;
  return table_.alphabet().take_symbol(rest);
}

void PlayScreen::lay(char32_t character) {
  const auto face = face_of(character);
  if (!face) {
    said_ = "This key is not a letter of the game. ^G shows what the keys do.";
  } else if (const auto why_not = laying_->lay(*face)) {
    said_ = *why_not;
  }
}

void PlayScreen::submit() {
  const auto judged = laying_->judged();
  if (!judged) {
    said_ = table_.game().may_exchange() ? "Lay tiles first, or exchange one (^E), or pass (^P)."
                                         : "Lay tiles first, or pass (^P).";
  } else if (!*judged) {
    said_ = judged->error().text;
  } else {
    play(judged->value().placement);
  }
}

void PlayScreen::play(const Move& move) {
  told_.clear();
  const std::size_t index = table_.game().turns().size();
  const auto played = table_.play(move);
  if (!played) {
    said_ = played.error().text;
    return;
  }
  const Turn& turn = table_.game().turns()[index];
  const bool is_seen_by_others = table_.people() > 1 && table_.game().seat_to_move() != turn.seat;
  if (std::holds_alternative<Exchange>(turn.move) && turn.drawn.size() == 1 && !is_seen_by_others)
    told_ = fmt::format("You drew {} for {}.", face_text(table_.alphabet(), turn.drawn[0]),
                        face_text(table_.alphabet(), *std::get<Exchange>(turn.move).tile));
  if (table_.save_fault()) told_ = "This move is not saved: " + table_.save_fault()->message;
  begin_turn();
}

void PlayScreen::ask_for_hints() {
  if (may_hint_ != Hints::shown) {
    said_ = no_hints_text(may_hint_);
    return;
  }
  hints_ = table_.best_plays(kHints);
  if (hints_.empty()) {
    said_ = fmt::format("There is no play: {}.", without_play_text(table_.game(), " (^E)", " (^P)"));
    return;
  }
  mode_ = Mode::hints;
  before_hints_.emplace(*laying_);
  show_hint(0);
}

// Lays the play on the board as if it had been typed.
void PlayScreen::show_hint(int number) {
  selected_ = number;
  laying_->take(hints_[number].placement);
}

void PlayScreen::obey_while_hinting(const Key& key) {
  const int count = static_cast<int>(hints_.size());
  if (key.name == Name::up) return show_hint((selected_ + count - 1) % count);
  if (key.name == Name::down) return show_hint((selected_ + 1) % count);
  if (key.name == Name::character && key.character >= U'1' &&
      key.character < U'1' + static_cast<char32_t>(count))
    show_hint(static_cast<int>(key.character - U'1'));
  else if (key.name == Name::escape || key.name == Name::backspace || key.name == Name::del || key.is('?'))
    laying_.emplace(*before_hints_);
  else if (key.name != Name::enter)
    return;
  mode_ = Mode::laying;
}

void PlayScreen::obey_while_exchanging(const Key& key) {
  mode_ = Mode::laying;
  if (key.name != Name::character) return;
  const auto face = face_of(key.character);
  if (!face) {
    said_ = "This key is not a letter of the game; nothing is exchanged.";
    return;
  }
  laying_->clear();
  play(Exchange{*face});
}

}  // namespace toptile
