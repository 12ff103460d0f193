#include "protocol/gcg.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "engine/game.h"
#include "engine/judge.h"
#include "protocol/replay.h"

namespace toptile {
namespace {

// GCG's nicknames are one word.
std::string nickname(std::string name) {
  std::ranges::replace(name, ' ', '_');
  return name;
}

std::string upper_case(std::string text) {
  for (char& c : text) {
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  }
  return text;
}

std::string place_of(const Placement& placement) {
  const std::string square = upper_case(name_of(placement.start));  // "E5"
  return placement.direction == Direction::down ? square : square.substr(1) + square.substr(0, 1);
}

std::string laid_word(const Board& board, const Placement& placement, const Alphabet& alphabet) {
  std::string word;
  for (int i = 0; i < placement.word.size(); ++i) {
    const Square square = step(placement.start, placement.direction, i);
    const Face face = placement.word[i];
    word += board.is_occupied(square) && board.top(square) == face ? "." : alphabet.symbol(face);
  }
  return word;
}

class GcgWriter {
 public:
  GcgWriter(const GameRecord& record, const Ruleset& rules, const Lexicon& lexicon)
      : record_(record),
        alphabet_(rules.alphabet()),
        game_(game_of(record, rules, lexicon)),
        totals_(record.players.size()) {}

  Result<std::string> write() {
    write_heading();
    const auto fault = replay(play_of(record_), game_, {.before = [this](const ReplayedTurn& turn) {
                                write_turn(turn);
                                return true;
                              }});
    if (fault) return Error{*fault + "; see: toptile verify"};
    write_ending();
    return std::move(text_);
  }

 private:
  void write_heading() {
    text_ = "#character-encoding UTF-8\n";
    for (const Seat seat : each<Seat>(record_.players.size()))
      text_ +=
          fmt::format("#player{} {} {}\n", seat + 1, nickname(record_.players[seat]), record_.players[seat]);
    text_ +=
        fmt::format("#title Game {}, pair {}\n#lexicon {}\n", record_.id, record_.set, record_.lexicon_name);
    text_ += fmt::format(
        "#note Upwords by the rules {}: a letter may lie on a tile that is there, a . is a square left as it "
        "is, and "
        "a play challenged away has no points.\n",
        record_.rules);
  }

  void write_line(Seat seat, const std::string& rack, const std::string& what, int points, int total) {
    text_ += fmt::format(">{}:{}{} {} {:+} {}\n", nickname(record_.players[seat]), rack.empty() ? "" : " ",
                         rack, what, points, total);
  }

  void write_turn(const ReplayedTurn& replayed) {
    const TurnRecord& turn = record_.turns[replayed.index];
    const Move& move = replayed.move;
    if (record_.opening > 0 && replayed.index == 0)
      text_ += fmt::format("#note turns 1 to {} are the opening, which no player chose\n", record_.opening);
    totals_[turn.seat] = turn.total;
    const auto line = [&](const std::string& what) {
      write_line(turn.seat, turn.rack, what, turn.points, turn.total);
    };
    if (const auto* placement = std::get_if<Placement>(&move)) {
      line(place_of(*placement) + " " + laid_word(game_.board(), *placement, alphabet_));
      if (!turn.words.empty()) text_ += fmt::format("#note {}\n", fmt::join(turn.words, " "));
    } else if (const auto* exchange = std::get_if<Exchange>(&move)) {
      line("-" + (exchange->tile ? alphabet_.symbol(*exchange->tile) : "?"));
    } else if (std::holds_alternative<Pass>(move)) {
      line("-");
    } else {
      text_ += fmt::format("#note {}: {}\n", record_.players[turn.seat], turn.move);
    }
  }

  void write_ending() {
    for (const Seat seat : each<Seat>(record_.players.size())) {
      const int lost_by_time = record_.overtime ? record_.overtime->lost[seat] : 0;
      const std::string& rack = record_.racks[seat];
      const int for_tiles = record_.scores[seat] + lost_by_time - totals_[seat];
      totals_[seat] += for_tiles;
      if (for_tiles != 0) write_line(seat, rack, "(" + rack + ")", for_tiles, totals_[seat]);
      if (lost_by_time != 0) write_line(seat, rack, "(time)", -lost_by_time, record_.scores[seat]);
    }
    for (const ForfeitRecord& forfeit : record_.forfeits)
      text_ += fmt::format("#note {} forfeited: {}\n", record_.players[forfeit.seat], name_of(forfeit.kind));
    text_ += fmt::format("#note the end: {}\n", name_of(record_.end));
  }

  const GameRecord& record_;
  const Alphabet& alphabet_;
  Game game_;
  std::vector<int> totals_;
  std::string text_;
};

}  // namespace

Result<std::string> gcg_of(const GameRecord& record, const Ruleset& rules, const Lexicon& lexicon) {
  return GcgWriter(record, rules, lexicon).write();
}

}  // namespace toptile
