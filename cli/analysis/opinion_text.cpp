#include "cli/analysis/opinion_text.h"

#include <fmt/format.h>

#include "base/text_columns.h"

namespace toptile {

std::string turn_cells_text(const TurnCells& cells) {
  constexpr std::size_t kName = 14, kMove = 15;
  std::string text = fmt::format("{} {} {:>6}  {} {:>6} {:>5}", fitted_to(cells.player, kName),
                                 fitted_to(cells.played, kMove), cells.points,
                                 fitted_to(cells.its_move, kMove), cells.its_points, cells.lost);
  while (text.ends_with(' ')) text.pop_back();
  return text + "\n";
}

Json opinion_to_json(const Opinion& opinion) {
  Json json{{"move", opinion.move}};
  json["points"] = opinion.points ? Json(*opinion.points) : Json(nullptr);
  json["words"] = opinion.words;
  json["refusal"] = opinion.refusal.empty() ? Json(nullptr) : Json(opinion.refusal);
  json["ms"] = opinion.time.count();
  json["infos"] = opinion.infos;
  return json;
}

Json turn_to_json(const TurnOpinion& turn, GameNumber game, const std::string& player) {
  Json json{{"game", static_cast<std::uint64_t>(game)}, {"turn", turn.turn}, {"player", player}};
  json["played"] = turn.played;
  json["points"] = turn.points;
  json["same"] = turn.is_same;
  json["lost"] = turn.points_lost() ? Json(*turn.points_lost()) : Json(nullptr);
  json["score_lost"] = turn.score_lost() ? Json(*turn.score_lost()) : Json(nullptr);
  json["opinion"] = opinion_to_json(turn.opinion);
  return json;
}

Error error_of(const AnalysisFault& fault, const std::string& bot, const std::string& where, FaultLog& log) {
  std::string text = fmt::format("bot {}: {}: {}", bot, name_of(fault.kind), fault.text);
  const auto kept = log.add(where, fault);
  text += kept ? fmt::format("; what it wrote on stderr is in {}", log.file().string())
               : fmt::format("; what it wrote on stderr is lost: {}", kept.error().message);
  return {text};
}

}  // namespace toptile
