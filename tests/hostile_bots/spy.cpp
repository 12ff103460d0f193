// A cheat: a greedy bot that remembers in which order it drew tiles. In the second game of a pair, the other
// side gets the tiles that the spy had in the first. So a spy that remembers the first game knows the other's
// rack, and takes the play that gains the most after the other's best answer. A spy that knows nothing plays
// like greedy.
//
// `spy` remembers in its process. `spy FILE` also writes to that file what it knows, for another process of
// the same bot. By the id that it is told, games 2k-1 and 2k are a pair.
#include <algorithm>
#include <fstream>
#include <iostream>
#include <map>
#include <optional>
#include <sstream>
#include <string>
#include <variant>
#include <vector>

#include "base/words.h"
#include "engine/judge.h"
#include "tests/hostile_bots/player.h"

namespace {

using namespace toptile;

constexpr std::size_t kMaxTried = 25;  // The number of its own plays that it tries.

class Spy {
 public:
  explicit Spy(std::string file) : file_(std::move(file)) {}

  void run() {
    for (std::string line; std::getline(std::cin, line);) {
      const auto message = uwi::parse_referee_line(line);
      if (message) std::visit([this](const auto& known) { take(known); }, message.value());
    }
  }

 private:
  void take(const uwi::Hello&) { say("id name Spy\nuwiok"); }
  void take(const uwi::IsReady&) { say("readyok"); }
  void take(const uwi::RulesetLine& line) { player_.take(line); }
  void take(const uwi::LexiconLine& line) { player_.take(line); }
  void take(const uwi::NewGame& game) {
    const auto id = parse_number<std::uint64_t>(game.id).value_or(0);
    pair_ = (id + 1) / 2;
    seat_ = game.seat;
    kept_ = {};
    drawn_.clear();
    told_.clear();
    if (id % 2 == 0) recall();
  }
  void take(const uwi::PositionLine& line) { player_.take(line); }
  void take(const uwi::Go&) {
    const Position now = player_.position();
    notice_draw(now.rack);
    const std::string move = choose(now);
    kept_ = now.rack;
    if (const auto parsed = parse_move(move, player_.rules().alphabet()); parsed)
      forget_laid(now, parsed.value());
    remember();
    say("bestmove " + move);
  }
  void take(const uwi::Quit&) { std::exit(0); }
  template <class Message>
  void take(const Message&) {}

  // Tiles that are on the rack and were not kept were drawn.
  void notice_draw(const Tiles& rack) {
    for (FaceSet rest = rack.faces(); rest != 0; rest &= rest - 1) {
      const Face face = lowest(rest);
      for (int i = kept_.count(face); i < rack.count(face); ++i) drawn_.push_back(face);
    }
  }

  void forget_laid(const Position& now, const Move& move) {
    if (const auto* placement = std::get_if<Placement>(&move)) {
      for (const LaidTile& tile : tiles_laid_by(now.board, *placement)) kept_.remove(tile.face);
    }
  }

  void remember() {
    memory_[pair_] = drawn_;
    if (file_.empty()) return;
    std::ofstream file(file_, std::ios::app);
    file << pair_;
    for (const Face face : drawn_) file << ' ' << static_cast<int>(face);
    file << std::endl;
  }

  void recall() {
    if (const auto known = memory_.find(pair_); known != memory_.end()) told_ = known->second;
    std::ifstream file(file_);
    for (std::string line; std::getline(file, line);) {
      std::istringstream numbers(line);
      std::uint64_t pair = 0;
      numbers >> pair;
      if (pair != pair_) continue;
      told_.clear();
      for (int face = 0; numbers >> face;) told_.push_back(static_cast<Face>(face));
    }
  }

  // A guess at the opponent's rack in the second game of a pair: it draws what the spy drew in that seat in
  // the first. nullopt if that does not fit its plays.
  std::optional<Tiles> other_rack(const Position& now) const {
    if (told_.empty() || !now.moves) return std::nullopt;
    const int other = 1 - seat_;
    Board board(player_.rules().size);
    std::vector<Face> played;
    int mover = 0;
    for (const Move& move : *now.moves) {
      if (std::holds_alternative<Exchange>(move)) return std::nullopt;
      if (const auto* placement = std::get_if<Placement>(&move)) {
        const LaidTiles laid = tiles_laid_by(board, *placement);
        if (mover == other) std::ranges::transform(laid, std::back_inserter(played), &LaidTile::face);
        lay(board, laid);
      }
      mover = 1 - mover;
    }
    const std::size_t held = static_cast<std::size_t>(now.racks[static_cast<std::size_t>(other)]);
    if (played.size() + held > told_.size()) return std::nullopt;
    Tiles rack;
    for (std::size_t i = 0; i < played.size() + held; ++i) rack.add(told_[i]);
    for (const Face face : played) {
      if (rack.count(face) == 0) return std::nullopt;  // The order of tiles within one draw is unknown.
      rack.remove(face);
    }
    return rack;
  }

  std::string choose(const Position& now) {
    const auto rack = other_rack(now);
    if (!rack) return player_.best_move();
    std::vector<ScoredPlay> plays = player_.plays();
    if (plays.empty()) return "pass";
    plays.resize(std::min(plays.size(), kMaxTried));
    const auto left = [&](const ScoredPlay& play) {
      Board after = now.board;
      lay(after, tiles_laid_by(after, play.placement));
      return play.points - player_.best_points(after, *rack);
    };
    return format_move(std::ranges::max(plays, {}, left).placement, player_.rules().alphabet());
  }

  const std::string file_;
  Player player_;
  std::map<std::uint64_t, std::vector<Face>> memory_;  // Each pair's draws.
  std::uint64_t pair_ = 0;
  int seat_ = 0;
  Tiles kept_;
  std::vector<Face> drawn_;  // The tiles drawn in this game so far.
  std::vector<Face> told_;   // The tiles drawn in the pair's first game, if it knows them.
};

}  // namespace

int main(int argc, char** argv) {
  Spy(argc > 1 ? argv[1] : "").run();
}
