#include "protocol/replay.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "base/sha256.h"
#include "base/utf8.h"

namespace toptile {

namespace {

std::string at_turn(std::size_t index, const std::string& what) {
  return fmt::format("turn {}: {}", index + 1, what);
}

class Replay {
 public:
  Replay(const RecordedPlay& recorded, Game& game, const ReplayVisitor& visitor)
      : recorded_(recorded), game_(game), visitor_(visitor), adjudicator_(recorded.adjudicate) {}

  std::optional<std::string> play() {
    for (std::size_t i = 0; i < recorded_.moves.size(); ++i) {
      if (auto wrong = play_forfeits(i)) return wrong;
      if (auto wrong = play_turn(i)) return at_turn(i, *wrong);
      if (is_ended_by_visitor_) return std::nullopt;
    }
    if (auto wrong = play_forfeits(recorded_.moves.size())) return wrong;
    if (next_forfeit_ == recorded_.forfeits.size()) return std::nullopt;
    return fmt::format("forfeits: one comes after turn {}, which is out of order or not among the {} turns",
                       recorded_.forfeits[next_forfeit_].after, recorded_.moves.size());
  }

 private:
  std::optional<std::string> play_forfeits(std::size_t turns_before) {
    for (; next_forfeit_ < recorded_.forfeits.size(); ++next_forfeit_) {
      const ForfeitRecord& forfeit = recorded_.forfeits[next_forfeit_];
      if (static_cast<std::size_t>(forfeit.after) != turns_before) break;
      if (game_.is_over())
        return fmt::format("forfeit: the game was over already ({})", name_of(game_.end()));
      if (forfeit.seat < 0 || forfeit.seat >= game_.players())
        return fmt::format("forfeit: there is no seat {}", forfeit.seat);
      if (!game_.is_playing(forfeit.seat))
        return fmt::format("forfeit: seat {} is out of the game already", forfeit.seat);
      game_.forfeit(forfeit.seat);
      adjudicator_.follow(game_);
    }
    return std::nullopt;
  }

  std::optional<std::string> play_turn(std::size_t index) {
    const std::string_view text = recorded_.moves[index];
    if (game_.is_over()) return fmt::format("the game was over before this turn ({})", name_of(game_.end()));
    if (!recorded_.seats.empty() && recorded_.seats[index] != game_.seat_to_move()) {
      return fmt::format("seat: the record says {}, the rules say {}", recorded_.seats[index],
                         game_.seat_to_move());
    }
    const auto move = parse_move(text, game_.rules().alphabet());
    if (!move) return "move: " + move.error().text;
    const ReplayedTurn turn{game_, index, move.value()};
    if (visitor_.before && !visitor_.before(turn)) {
      is_ended_by_visitor_ = true;
      return std::nullopt;
    }
    if (const auto played = game_.play(move.value()); !played) {
      return fmt::format("move {}: {}: {}", printable(text), name_of(played.error().reason),
                         played.error().text);
    }
    adjudicator_.follow(game_, recorded_.infos.empty() ? std::string_view() : recorded_.infos[index]);
    if (visitor_.after) visitor_.after(turn);
    return std::nullopt;
  }

  const RecordedPlay& recorded_;
  Game& game_;
  const ReplayVisitor& visitor_;
  Adjudicator adjudicator_;
  std::size_t next_forfeit_ = 0;
  bool is_ended_by_visitor_ = false;
};

// "KEY: the record says A, the rules say B", the first that differs.
class Comparison {
 public:
  template <class Value>
  Comparison& equal(std::string_view key, const Value& recorded, const Value& computed) {
    if (!difference_ && recorded != computed) {
      difference_ =
          fmt::format("{}: the record says {}, the rules say {}", key, shown(recorded), shown(computed));
    }
    return *this;
  }
  const std::optional<std::string>& difference() const { return difference_; }

 private:
  static constexpr int kMaxCharacters = 200;  // A record may hold any text.
  static std::string shown(const std::string& text) { return '"' + printable(text, kMaxCharacters) + '"'; }
  static std::string shown(GameEnd end) { return '"' + std::string(name_of(end)) + '"'; }
  static std::string shown(int number) { return std::to_string(number); }
  static std::string shown(const std::vector<std::string>& texts) {
    return printable(fmt::format("{}", texts), kMaxCharacters);
  }
  static std::string shown(const std::vector<int>& numbers) {
    return printable(fmt::format("{}", numbers), kMaxCharacters);
  }

  std::optional<std::string> difference_;
};

// Whether the first turns can be an opening. They need not be that of the run.
std::optional<std::string> opening_difference(const GameRecord& record, const Ruleset& rules,
                                              const Lexicon& lexicon) {
  if (record.opening == 0) return std::nullopt;
  const int players = static_cast<int>(record.players.size());
  const Opening opening = opening_of(record, rules.alphabet());
  if (const auto fault = opening_fault(rules, lexicon, players, opening))
    return fmt::format("opening: move {}: {}", fault->move + 1, fault->text);
  const std::vector<Move> turns = turns_of_opening(rules, players, opening);
  return Comparison().equal("opening", record.opening, static_cast<int>(turns.size())).difference();
}

std::optional<std::string> compare_turn(const TurnRecord& recorded, const TurnRecord& computed) {
  return Comparison()
      .equal("seat", recorded.seat, computed.seat)
      .equal("rack", recorded.rack, computed.rack)
      .equal("move", recorded.move, computed.move)
      .equal("words", recorded.words, computed.words)
      .equal("points", recorded.points, computed.points)
      .equal("total", recorded.total, computed.total)
      .equal("drawn", recorded.drawn, computed.drawn)
      .difference();
}

}  // namespace

RecordedPlay play_of(const GameRecord& record) {
  RecordedPlay play{{}, {}, {}, record.forfeits, record.adjudicate};
  const bool need_infos = record.adjudicate && record.adjudicate->need_scores();
  play.moves.reserve(record.turns.size());
  play.seats.reserve(record.turns.size());
  for (const TurnRecord& turn : record.turns) {
    play.moves.emplace_back(turn.move);
    play.seats.push_back(turn.seat);
    if (need_infos) play.infos.emplace_back(turn.info);
  }
  return play;
}

Opening opening_of(const GameRecord& record, const Alphabet& alphabet) {
  Opening opening;
  const auto turns = std::min(static_cast<std::size_t>(record.opening), record.turns.size());
  for (const TurnRecord& turn : std::span(record.turns).first(turns)) {
    auto move = parse_move(turn.move, alphabet);
    if (!move) break;
    if (!std::holds_alternative<Accept>(move.value())) opening.push_back(std::move(move).value());
  }
  return opening;
}

Game game_of(const GameRecord& record, const Ruleset& rules, const Lexicon& lexicon) {
  return {rules, lexicon, record.seed, static_cast<int>(record.players.size()),
          opening_of(record, rules.alphabet())};
}

std::optional<std::string> replay(const RecordedPlay& recorded, Game& game, const ReplayVisitor& visitor) {
  return Replay(recorded, game, visitor).play();
}

std::optional<std::string> find_difference(const GameRecord& record, const Ruleset& rules,
                                           const Lexicon& lexicon) {
  const int players = static_cast<int>(record.players.size());
  if (!rules.plays_with(players))
    return fmt::format("players: the ruleset {} is not for {} players", rules.name, players);
  if (auto other = opening_difference(record, rules, lexicon)) return other;
  Game game = game_of(record, rules, lexicon);
  auto difference = Comparison()
                        .equal("rules", record.rules, rules.name)
                        .equal("lexicon sha256", record.lexicon_sha256, hexadecimal(lexicon.sha256()))
                        .equal("bag", record.bag, rules.alphabet().symbols(game.first_bag()))
                        .difference();
  if (difference) return difference;
  const auto fault = replay(play_of(record), game);
  if (game.turns().size() < record.turns.size()) return fault;
  // A play in doubt has its points and draws its tiles later, by a forfeit at the latest: turns are compared
  // when all is played.
  for (std::size_t i = 0; i < record.turns.size(); ++i) {
    difference = compare_turn(record.turns[i], record_of(game.turns()[i], rules.alphabet()));
    if (difference) return at_turn(i, *difference);
  }
  if (fault) return fault;
  if (!game.is_over())
    return fmt::format("the record ends after turn {}, but the game is not over", record.turns.size());
  if (record.overtime) {
    const std::vector<int> lost = overtime_points(record.overtime->terms, record.turns, players);
    difference = Comparison().equal("overtime", record.overtime->lost, lost).difference();
    if (difference) return difference;
    for (const Seat seat : each<Seat>(players)) game.penalize(seat, lost[seat]);
  }
  GameRecord computed;
  fill_from_game(computed, game);
  return Comparison()
      .equal("racks", record.racks, computed.racks)
      .equal("scores", record.scores, computed.scores)
      .equal("ranks", record.ranks, computed.ranks)
      .equal("end", record.end, computed.end)
      .equal("digest", record.digest, digest_of(record))
      .difference();
}

int scoreless_rounds_of(const GameRecord& record, Ruleset rules, const Lexicon& lexicon) {
  const auto players = static_cast<int>(record.players.size());
  rules.scoreless_rounds = 0;
  if (record.end != GameEnd::scoreless || !rules.plays_with(players) ||
      opening_difference(record, rules, lexicon))
    return 0;
  Game game = game_of(record, rules, lexicon);
  if (replay(play_of(record), game) || game.is_over()) return 0;
  std::optional<int> rounds;
  for (const Seat seat : each<Seat>(players)) {
    const bool has_turns = game.is_playing(seat) && !(game.bag().empty() && game.rack(seat).empty());
    const int own = game.scoreless_in_a_row(seat);
    if (has_turns) rounds = std::min(rounds.value_or(own), own);
  }
  return rounds.value_or(0);
}

}  // namespace toptile
