#include "browser/page_game.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/assert.h"
#include "base/each.h"
#include "protocol/challenge_limit.h"
#include "protocol/position_line.h"

namespace toptile {

namespace {

struct AskedGame {
  std::uint64_t seed = 0;
  std::vector<std::string> names;
  std::vector<TurnRecord> turns;
  std::vector<int> challenge_limits;
  std::optional<Overtime> overtime;
};

Result<TurnRecord> read_turn(const Json& object, const std::string& where) {
  TurnRecord turn;
  std::int64_t time = 0, clock = 0;
  FieldReader reader(object, where);
  reader.require("move").read("move", turn.move).read("ms", time, 0, kMaxTurnMs).read("info", turn.info);
  const bool has_clock = reader.has("clock");
  reader.read("clock", clock, -kMaxTurnMs, kMaxTurnMs);
  TOPTILE_TRY_TO(reader.finish());
  turn.time = std::chrono::milliseconds(time);
  if (has_clock) turn.clock = std::chrono::milliseconds(clock);
  return turn;
}

Result<Overtime> read_overtime(const Json& object, const std::string& where) {
  Overtime terms;
  std::int64_t period = terms.period.count();
  FieldReader reader(object, where);
  reader.require("points").read("points", terms.points, 1, kMaxOvertimePoints);
  reader.require("period_ms").read("period_ms", period, 1, kMaxTurnMs);
  TOPTILE_TRY_TO(reader.finish());
  terms.period = std::chrono::milliseconds(period);
  return terms;
}

Result<AskedGame> read_asked(FieldReader& reader, const Ruleset& rules) {
  AskedGame asked;
  reader.require("seed").read("seed", asked.seed).require("names").read("names", asked.names);
  reader.read("challenge_limits", asked.challenge_limits);
  const Json* turns = reader.require("turns").read_any("turns");
  const Json* overtime = reader.read_any("overtime");
  TOPTILE_TRY_TO(reader.finish());
  const std::size_t players = asked.names.size();
  if (!rules.plays_with(static_cast<int>(players)))
    return Error{fmt::format("names: the ruleset {} is not for {} players", rules.name, players)};
  if (asked.challenge_limits.empty()) asked.challenge_limits.resize(players);
  const auto is_limit = [](int limit) { return limit >= 0 && limit <= kMaxChallengeLimit; };
  if (asked.challenge_limits.size() != players || !std::ranges::all_of(asked.challenge_limits, is_limit)) {
    return Error{
        fmt::format("challenge_limits: expected a number from 0 to {} for each player", kMaxChallengeLimit)};
  }
  if (!turns->is_array()) return Error{"turns: expected a list"};
  for (const Json& object : *turns) {
    TOPTILE_TRY(auto turn, read_turn(object, fmt::format("turn {}", asked.turns.size() + 1)));
    asked.turns.push_back(std::move(turn));
  }
  if (overtime != nullptr) {
    TOPTILE_TRY(asked.overtime, read_overtime(*overtime, "overtime"));
  }
  return asked;
}

// Plays the turns, and where a limit is reached, the passes of the harness.
void play_turns(const AskedGame& asked, PageGame& played) {
  Game& game = played.game;
  for (const TurnRecord& turn : asked.turns) {
    if (game.is_over()) {
      played.refused = "the game is over";
      return;
    }
    if (const auto judged = play_text(game, turn.move); !judged) {
      played.refused = judged.error().text;
      return;
    }
    ++played.played;
    played.record.turns.push_back(turn);
    const int limit = asked.challenge_limits[static_cast<std::size_t>(game.seat_to_move())];
    if (!is_challenge_limit_reached(game, limit)) continue;
    played.record.turns.emplace_back().refused = {challenge_limit_record(game, limit)};
    TOPTILE_ASSERT(game.play(Pass{}));
  }
}

}  // namespace

Result<PageGame> read_page_game(FieldReader& reader, const Ruleset& rules, const Lexicon& lexicon) {
  TOPTILE_TRY(const auto asked, read_asked(reader, rules));
  const auto players = static_cast<int>(asked.names.size());
  PageGame played{Game(rules, lexicon, asked.seed, players), {}};
  GameRecord& record = played.record;
  record.id = GameNumber{1};
  record.set = 1;
  record.seed = asked.seed;
  record.players = asked.names;
  play_turns(asked, played);
  if (asked.overtime && played.game.is_over()) {
    record.overtime = OvertimeRecord{*asked.overtime, {}};
    fill_from_game(record, played.game);  // Fills in whose turns they are, for their clocks.
    record.overtime->lost = overtime_points(*asked.overtime, record.turns, players);
    for (const Seat seat : each<Seat>(players)) played.game.penalize(seat, record.overtime->lost[seat]);
  }
  fill_from_game(record, played.game);
  if (const auto fault = record_fault(record)) return *fault;
  return played;
}

Json page_game_to_json(const PageGame& played) {
  const Game& game = played.game;
  const std::string line = format_record(played.record);
  Json record = parse_json(line, "record").value();
  if (!game.is_over()) {
    record["end"] = "";
    record["ranks"] = Json::array();
  }
  const Seat seat = game.seat_to_move();
  return {{"record", std::move(record)},
          {"line", game.is_over() ? Json(line) : Json(nullptr)},
          {"played", played.played},
          {"refused", played.refused.empty() ? Json(nullptr) : Json(played.refused)},
          {"is_over", game.is_over()},
          {"seat", seat},
          {"is_question", !game.is_over() && game.is_question()},
          {"may_exchange", game.may_exchange()},
          {"position", format_position(game.position_of(seat), game.rules().alphabet())}};
}

Json choose_in_page(const PageGame& played, champion::ChampionPlayer& player,
                    const champion::PlayerSettings& settings, std::uint64_t nodes, std::uint64_t seed) {
  const Game& game = played.game;
  TOPTILE_ASSERT(!game.is_over());
  const Alphabet& alphabet = game.rules().alphabet();
  if (game.is_question()) {
    const auto is_play = [](const Turn& turn) { return std::holds_alternative<Placement>(turn.move); };
    const auto play = std::find_if(game.turns().rbegin(), game.turns().rend(), is_play);
    TOPTILE_ASSERT(play != game.turns().rend());
    const bool is_wrong = has_unknown_word(*play, game.lexicon());
    return {{"move", format_move(is_wrong ? Move(Challenge{}) : Move(Accept{}), alphabet)}, {"info", ""}};
  }
  const Seat seat = game.seat_to_move();
  player.recall(game, seat);
  const Position position = game.position_of(seat);
  Random random(seed);
  std::string info;
  const Move move = player.choose({.position = position,
                                   .seat = seat,
                                   .players = game.players(),
                                   .may_exchange = game.may_exchange(),
                                   .challenged_away = game.taken_back_in_turn(),
                                   .endgame = endgame_of(game),
                                   .nodes = nodes},
                                  settings, random, [&](const std::string& line) { info = line; });
  return {{"move", format_move(move, alphabet)}, {"info", info}};
}

Json first_draw_to_json(const Ruleset& rules, std::uint64_t seed, int players) {
  const FirstDraw draw = draw_for_first(rules, seed, players);
  Json rounds = Json::array();
  for (const auto& round : draw.rounds) {
    Json tiles = Json::array();
    for (const FirstDraw::DrawnTile& drawn : round) {
      const int seat = (drawn.seat - draw.first + players) % players;
      tiles.push_back({{"seat", seat}, {"tile", rules.alphabet().symbols(std::vector<Face>{drawn.face})}});
    }
    rounds.push_back(std::move(tiles));
  }
  return {{"first", draw.first}, {"rounds", std::move(rounds)}};
}

}  // namespace toptile
