// Champion is the strongest bot that ships (champion/champion_player.h). Here are its options and its use of
// time.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>

#include "champion/champion_player.h"
#include "champion/levels.h"
#include "champion/time_plan.h"
#include "protocol/sdk/cpp/bot.h"

namespace {

using namespace toptile;
using namespace toptile::champion;
using std::chrono::milliseconds;

// How long it thinks without a limit, unless it is stopped.
constexpr milliseconds kTimeWithoutLimit{1000};
// The table of the endgame solver holds the positions of two million nodes.
constexpr std::size_t kEndgameTableBytes = std::size_t{64} << 20;

class Champion {
 public:
  void prepare(const Ruleset& rules, const Lexicon& lexicon) {
    player_ = std::make_unique<ChampionPlayer>(rules, lexicon, kEndgameTableBytes);
  }

  void begin_game() {
    if (player_) player_->begin_game();
  }

  Move choose(Thinking& thinking) {
    MoveQuestion question{.position = thinking.position(),
                          .seat = Seat{thinking.seat()},
                          .players = thinking.players(),
                          .may_exchange = thinking.may_exchange(),
                          .challenged_away = thinking.challenged_away(),
                          .endgame = endgame_of(thinking)};
    if (thinking.nodes())
      question.nodes = static_cast<std::uint64_t>(std::max<std::int64_t>(1, *thinking.nodes()));
    question.time = time_of(thinking);
    if (!question.time && !question.nodes && !is_set(thinking, "LimitStrength"))
      question.time = kTimeWithoutLimit;
    question.should_stop = [&thinking, is_timed = question.time.has_value()] {
      // Near the end of its time, the kit would return true in any case.
      const auto left = thinking.time_left();
      return (!is_timed || !left || *left > milliseconds(40)) && thinking.should_stop();
    };
    return player_->choose(question, settings_of(thinking), thinking.random(),
                           [&](const std::string& info) { thinking.tell(info); });
  }

 private:
  static PlayerSettings settings_of(const Thinking& thinking) {
    PlayerSettings settings;
    if (is_set(thinking, "LimitStrength")) settings.elo = number(thinking, "Elo");
    settings.search.candidates = number(thinking, "Candidates");
    if (const int plies = number(thinking, "Plies"); plies > 0) settings.search.plies = plies;
    settings.search.threads = number(thinking, "Threads");
    settings.search.drops = is_set(thinking, "Drop");
    settings.search.solves_games = is_set(thinking, "Solver");
    if (thinking.option("Aim") == "spread") settings.search.aim = Aim::spread();
    settings.searches = is_set(thinking, "Search");
    settings.infers = is_set(thinking, "Inference");
    settings.bluffs = is_set(thinking, "Bluff");
    return settings;
  }

  static std::optional<milliseconds> time_of(const Thinking& thinking) {
    const Position& position = thinking.position();
    const int tiles = position.rack.size() + (position.unseen ? position.unseen->size() : 0);
    return time_for_move({.left = thinking.time_left(),
                          .is_for_game = !thinking.clocks().empty(),
                          .increment = thinking.increment(),
                          .turns = turns_left(tiles, thinking.players())});
  }

  static bool is_set(const Thinking& thinking, const char* option) {
    return thinking.option(option) == "true";
  }

  static int number(const Thinking& thinking, const char* option) {
    return std::stoi(thinking.option(option));
  }

  std::unique_ptr<ChampionPlayer> player_;
};

}  // namespace

int main(int count, char** arguments) {
  const auto elo = count == 2 ? parse_elo(arguments[1]) : std::nullopt;
  if (count > 1 && !elo) {
    fmt::print(stderr, "champion: the only argument is an Elo to play at, {} to {}, as in \"champion 800\"\n",
               kMinElo, kMaxElo);
    return 2;
  }
  Champion champion;
  return run_bot(
      {.name = elo ? fmt::format("Champion {}", *elo) : "Champion",
       .author = "Toptile",
       .options = {{.name = "LimitStrength", .type = "check", .default_value = elo ? "true" : "false"},
                   {.name = "Elo",
                    .type = "spin",
                    .default_value = std::to_string(elo.value_or(1500)),
                    .min = kMinElo,
                    .max = kMaxElo},
                   {.name = "Search", .type = "check", .default_value = "true"},
                   {.name = "Inference", .type = "check", .default_value = "true"},
                   {.name = "Candidates", .type = "spin", .default_value = "40", .min = 1, .max = 1000},
                   {.name = "Plies", .type = "spin", .default_value = "0", .min = 0, .max = 100},
                   {.name = "Drop", .type = "check", .default_value = "true"},
                   {.name = "Solver", .type = "check", .default_value = "true"},
                   {.name = "Aim", .type = "combo", .default_value = "win", .choices = {"win", "spread"}},
                   {.name = "Threads", .type = "spin", .default_value = "1", .min = 1, .max = 16},
                   {.name = "Bluff", .type = "check", .default_value = "true"}},
       .new_game = [&] { champion.begin_game(); }},
      [&](Thinking& thinking) { return champion.choose(thinking); }, {},
      [&](const Ruleset& rules, const Lexicon& lexicon) { champion.prepare(rules, lexicon); });
}
