#include "cli/play/words.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/utf8.h"
#include "base/words.h"
#include "cli/replay/game_text.h"
#include "play/laying.h"
#include "protocol/challenge_limit.h"
#include "tournaments/report/game_highlights.h"

namespace toptile {

namespace {

// The players that forfeited, and the one that was left.
std::string forfeits_text(const PlayTable& table) {
  std::vector<std::string> gone, left;
  for (const Seat seat : each<Seat>(table.game().players()))
    (table.game().is_playing(seat) ? left : gone).push_back(table.name(seat));
  return fmt::format("{} forfeited, so {} {} left", listed(gone),
                     left.empty() ? "nobody" : "only " + listed(left), left.size() > 1 ? "are" : "is");
}

std::string reason_text(const PlayTable& table) {
  switch (table.game().end()) {
    case GameEnd::out:
      return "the bag is empty, and so is a rack";
    case GameEnd::stuck:
      return "nobody has a play left";
    case GameEnd::passed:
      return "everybody passed";
    case GameEnd::scoreless:
      return "nobody scored for too many rounds, which is a limit of the harness and no printed rule";
    case GameEnd::forfeit:
      return forfeits_text(table);
    case GameEnd::adjudicated:
    case GameEnd::agreed:
    case GameEnd::resigned:
      break;
  }
  return "it was ended early, with the scores at that moment";
}

// A line for each seat that scored: "Best play of Anna: 5d.MOOD for 12, in turn 7"; and one about the
// biggest swing, if the winner was ever behind.
std::vector<std::string> highlight_lines(const PlayTable& table) {
  const GameHighlights highlights = highlights_of(table.record(), table.plan().rules);
  std::vector<std::string> lines;
  for (const auto& best : highlights.best_of_seats) {
    if (best)
      lines.push_back(fmt::format("Best play of {}: {} for {}, in turn {}", table.name(best->seat),
                                  best->move, best->points, best->turn));
  }
  if (const auto& swing = highlights.comeback) {
    lines.push_back(fmt::format("Biggest swing: {} was {} behind after turn {}, and won by {}",
                                table.name(swing->seat), swing->behind, swing->turn,
                                highlights.margin.value_or(0)));
  }
  return lines;
}

}  // namespace

std::string turn_text(const PlayTable& table, std::size_t index) {
  const Game& game = table.game();
  const Turn& turn = game.turns()[index];
  if (table.is_pass_of_harness(index))
    return "passes: " + challenge_limit_text(table.challenge_limit(turn.seat));
  if (std::holds_alternative<Pass>(turn.move)) return "passes";
  if (std::holds_alternative<Exchange>(turn.move)) return "exchanges a tile";
  if (std::holds_alternative<Challenge>(turn.move))
    return "challenges, and " + challenge_verdict(game, index);
  if (std::holds_alternative<Accept>(turn.move)) return "accepts it";
  return fmt::format("plays {} for {}: {}", format_move(turn.move, game.rules().alphabet()), turn.worth,
                     words_text(turn.words, turn.worth, game.rules().alphabet()));
}

std::string draw_text(const PlayTable& table) {
  return first_draw_text(table.first_draw(), table.names(), table.alphabet());
}

std::string scores_text(const PlayTable& table) {
  std::string text;
  for (const Seat seat : each<Seat>(table.game().players()))
    text += fmt::format("{}{} {}", seat == 0 ? "" : ", ", table.name(seat), table.game().score(seat));
  return text;
}

std::string forfeit_text(const PlayTable& table, const ForfeitRecord& forfeit) {
  return fmt::format("{} forfeits ({}): {}", table.name(forfeit.seat), name_of(forfeit.kind),
                     printable(forfeit.text));
}

std::vector<std::string> end_lines(const PlayTable& table) {
  const Game& game = table.game();
  const std::vector<int> scores = game.final_scores(), ranks = game.ranks();
  std::vector<std::string> lines = {fmt::format("The game is over: {}.", reason_text(table))};
  std::vector<std::string> winners;
  for (int rank = 1; rank <= game.players(); ++rank) {
    for (const Seat seat : each<Seat>(game.players())) {
      const auto index = static_cast<std::size_t>(seat);
      if (ranks[index] != rank) continue;
      const int lost = game.score(seat) - scores[index];
      lines.push_back(fmt::format("{}. {} {}{}{}", rank, table.name(seat), scores[index],
                                  lost > 0 ? fmt::format(", {} lost for tiles left", lost) : "",
                                  game.is_playing(seat) ? "" : ", forfeited"));
      if (rank == 1) winners.push_back(table.name(seat));
    }
  }
  if (game.players() > 1) {
    lines.push_back(winners.size() == 1 ? winners[0] + " wins." : fmt::format("{} tie.", listed(winners)));
  }
  for (std::string& line : highlight_lines(table)) lines.push_back(std::move(line));
  return lines;
}

std::vector<std::string> hint_lines(const PlayTable& table, const std::vector<ScoredPlay>& plays) {
  const Game& game = table.game();
  const Judge judge(game.rules(), game.lexicon());
  std::vector<std::string> lines;
  for (const ScoredPlay& play : plays) {
    const auto judged = judge.judge(game.board(), game.rack(game.seat_to_move()), play.placement);
    lines.push_back(fmt::format(
        "{}  {:<14} {:>3}  {}", lines.size() + 1, format_move(play.placement, table.alphabet()), play.points,
        judged ? words_text(judged.value().words, judged.value().points, table.alphabet()) : ""));
  }
  return lines;
}

std::string kept_text(const PlayTable& table) {
  const std::string folder = shell_word(table.paths().folder.string());
  if (table.game().is_over()) return fmt::format("The game is saved in {0}: toptile replay {0}", folder);
  return fmt::format("The game is saved; to resume it: toptile play --resume {}", folder);
}

std::string review_text(const PlayTable& table) {
  return fmt::format("To see what the champion thinks of the moves: toptile analyze {}",
                     shell_word(table.paths().folder.string()));
}

std::string tiles_text(std::size_t tiles) {
  return counted(tiles, "tile");
}

std::string without_play_text(const Game& game, std::string_view exchange_key, std::string_view pass_key) {
  const std::string pass = fmt::format("pass{}", pass_key);
  return game.may_exchange() ? fmt::format("exchange a tile{}, or {}", exchange_key, pass) : pass;
}

std::optional<int> free_exchanges_left(const Game& game) {
  if (game.rules().free_exchanges == 0) return std::nullopt;
  const Seat seat = game.seat_to_move();
  const auto used = std::ranges::count_if(game.turns(), [&](const Turn& turn) {
    return turn.seat == seat && std::holds_alternative<Exchange>(turn.move);
  });
  return game.rules().free_exchanges - static_cast<int>(used);
}

}  // namespace toptile
