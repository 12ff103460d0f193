// Offers to play several games at once, and keeps something of each from its beginning to its end.
#include <toptile/sdk/bot.h>

#include <algorithm>
#include <iostream>
#include <map>
#include <string>
#include <vector>

using namespace toptile;

namespace {

struct Memory {
  int seat = 0;
  int asked = 0;
  std::size_t plays = 0;  // How many there were at the last question.
};

std::map<std::string, Memory> memories;

Move choose(Thinking& thinking) {
  Memory& memory = memories.at(thinking.game().id);
  std::vector<ScoredPlay> plays;
  thinking.generator().generate(thinking.position().board, thinking.position().rack, plays);
  sort_best_first(plays, thinking.rules().alphabet());
  if (plays.empty()) return Pass{};
  const std::size_t chosen = (memory.plays + static_cast<std::size_t>(memory.asked + memory.seat)) % 3;
  ++memory.asked;
  memory.plays = plays.size();
  return plays[std::min(chosen, plays.size() - 1)].placement;
}

}  // namespace

int main() {
  BotDescription bot = {.name = "Memories (C++)", .author = "Ann", .games = 8};
  bot.game_started = [](const uwi::NewGame& game) { memories[game.id].seat = game.seat; };
  bot.game_ended = [](const uwi::NewGame& game, const uwi::GameResult& result) {
    std::cerr << game.id << " was asked " << memories.at(game.id).asked << " times: " << result.reason << '\n';
    memories.erase(game.id);
  };
  return run_bot(bot, choose);
}
