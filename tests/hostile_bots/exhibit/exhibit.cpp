#include "tests/hostile_bots/exhibit/exhibit.h"

#include <unistd.h>

#include <cstdlib>

namespace toptile {

void Exhibit::run() {
  if (is_done(Moment::start)) return;
  for (std::string line; std::getline(std::cin, line);) {
    std::string_view text = line;
    game_ = uwi::take_game(text);
    const auto message = uwi::parse_referee_line(text);
    if (message) std::visit([this](const auto& known) { take(known); }, message.value());
  }
}

// It uses write(2), because a deed may end the process before a buffer is written.
bool Exhibit::is_done(Moment moment) {
  if (moment != deed_.moment) return false;
  if (moment == Moment::go && deed_.move != 0 && deed_.move != moves_) return false;
  const std::string sign = "exhibit: " + std::string(deed_.name) + "\n";
  [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, sign.data(), sign.size());
  return deed_.act(*this) == Then::is_done;
}

void Exhibit::take(const uwi::Hello&) {
  if (is_done(Moment::uwi)) return;
  say("id name Exhibit");
  if (deed_.games > 1) say("games " + std::to_string(deed_.games));
  say("option name Depth type spin default 3 min 1 max 9");
  say("uwiok");
}

void Exhibit::take(const uwi::IsReady&) {
  if (!is_done(Moment::isready)) say("readyok");
}

void Exhibit::take(const uwi::RulesetLine& line) {
  if (!is_done(Moment::ruleset)) player_.take(line);
}

void Exhibit::take(const uwi::NewGame&) {
  moves_ = 0;
  (void)is_done(Moment::newgame);
}

void Exhibit::take(const uwi::PositionLine& line) {
  player_.take(line);
  if (!game_.empty()) positions_[game_] = line;
}

void Exhibit::take(const uwi::Batch& batch) {
  batch_.clear();
  left_of_batch_ = batch.questions;
}

std::string Exhibit::answer_in(const std::string& game) {
  player_.take(positions_.at(game));
  return "game " + game + " " + best_answer();
}

void Exhibit::take(const uwi::Go& go) {
  if (!game_.empty()) {
    batch_.push_back(game_);
    if (--left_of_batch_ > 0 || is_done(Moment::batch)) return;
    for (const std::string& game : batch_) say(answer_in(game));
    return;
  }
  if (go.is_question) {
    if (!is_done(Moment::question)) say("bestmove accept");
    return;
  }
  ++moves_;
  allowed_ = go.move_time.value_or(std::chrono::milliseconds(0));
  if (!is_done(Moment::go)) say(best_answer());
}

void Exhibit::take(const uwi::Quit&) {
  if (!is_done(Moment::quit)) std::exit(0);
}

}  // namespace toptile
