#include "protocol/play_json.h"

#include "base/assert.h"
#include "engine/movegen.h"
#include "protocol/position_line.h"

namespace toptile {

Json play_to_json(const Play& play, const Alphabet& alphabet) {
  std::string tiles;
  for (const LaidTile& tile : play.laid) tiles += alphabet.symbol(tile.face);
  Json words = Json::array();
  for (const FormedWord& word : play.words) words.push_back(alphabet.spell(word.placed.word));
  return {{"move", format_move(play.placement, alphabet)},
          {"points", play.points},
          {"words", std::move(words)},
          {"tiles", std::move(tiles)}};
}

std::vector<Json> legal_plays_to_json(const Position& position, const Ruleset& rules, const Lexicon& lexicon,
                                      std::optional<std::size_t> most) {
  std::vector<ScoredPlay> plays;
  MoveGenerator(rules, lexicon).generate(position.board, position.rack, plays);
  sort_best_first(plays, rules.alphabet());
  if (most && plays.size() > *most) plays.resize(*most);
  const Judge judge(rules, lexicon);
  std::vector<Json> list;
  for (const ScoredPlay& scored : plays) {
    const auto play = judge.judge(position.board, position.rack, scored.placement);
    TOPTILE_ASSERT(play && play.value().points == scored.points);
    list.push_back(play_to_json(play.value(), rules.alphabet()));
  }
  return list;
}

Json verdict_to_json(const MoveVerdict& verdict) {
  Json json = {{"legal", !verdict.refusal},
               {"points", verdict.points},
               {"words", verdict.words},
               {"reason", nullptr},
               {"text", nullptr}};
  if (verdict.refusal) {
    json["reason"] = name_of(verdict.refusal->reason);
    json["text"] = verdict.refusal->text;
  }
  return json;
}

Result<MoveVerdict> judge_asked(FieldReader& question, const Judge& judge, const Ruleset& rules) {
  std::string position_text, move_text;
  question.require("position").read("position", position_text).require("move").read("move", move_text);
  TOPTILE_TRY_TO(question.finish());
  auto position = parse_position(position_text, rules, UnknownKeys::refuse);
  if (!position) return in_context(question.where().words(), position.error());
  const auto move = parse_move(move_text, rules.alphabet());
  if (!move) return MoveVerdict{0, {}, move.error()};
  return judge_move(position.value(), move.value(), judge, rules);
}

}  // namespace toptile
