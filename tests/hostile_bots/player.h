// What the tests' bots know about the game, the plays they would make if they behaved, and how they speak and
// waste time.
#pragma once

#include <chrono>
#include <iostream>
#include <memory>
#include <string>
#include <thread>

#include "engine/movegen.h"
#include "protocol/lexicon_file.h"
#include "protocol/position_line.h"
#include "protocol/uwi.h"

namespace toptile {

inline void say(const std::string& line) {
  std::cout << line << std::endl;
}

inline void sleep_for(int milliseconds) {
  std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds));
}

[[noreturn]] inline void hang() {
  while (true) sleep_for(1000);
}

class Player {
 public:
  void take(const uwi::RulesetLine& line) { rules_ = std::make_unique<Ruleset>(line.rules); }
  void take(const uwi::LexiconLine& line) {
    generator_.reset();
    lexicon_ = std::make_unique<Lexicon>(load_lexicon(line.path, *rules_).value().lexicon);
    generator_ = std::make_unique<MoveGenerator>(*rules_, *lexicon_);
  }
  void take(const uwi::PositionLine& line) { position_ = line.text; }

  const Ruleset& rules() const { return *rules_; }
  const Lexicon& lexicon() const { return *lexicon_; }
  Position position() const { return parse_position(position_, *rules_, UnknownKeys::ignore).value(); }

  // The best play, or a pass.
  std::string best_move() {
    const Position now = position();
    ScoredPlay best;
    if (!generator_->find_best(now.board, now.rack, best)) return "pass";
    return format_move(best.placement, rules_->alphabet());
  }
  // The points of the best play with this rack on this board; 0 if there is none.
  int best_points(const Board& board, const Tiles& rack) {
    ScoredPlay best;
    return generator_->find_best(board, rack, best) ? best.points : 0;
  }
  // Every play, the best first.
  std::vector<ScoredPlay> plays() {
    const Position now = position();
    std::vector<ScoredPlay> all;
    generator_->generate(now.board, now.rack, all);
    sort_best_first(all, rules_->alphabet());
    return all;
  }

 private:
  std::string position_;
  std::unique_ptr<Ruleset> rules_;
  std::unique_ptr<Lexicon> lexicon_;
  std::unique_ptr<MoveGenerator> generator_;
};

}  // namespace toptile
