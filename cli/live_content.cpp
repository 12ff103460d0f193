#include "cli/live_content.h"

#include "tournaments/standings.h"
#include "tournaments/tournament.h"

namespace toptile {

namespace {

// "<" as JSON may write it too, so that no text ends the element it stands in.
std::string without_tags(const std::string& json) {
  std::string text;
  for (const char character : json) {
    if (character == '<') {
      text += "\\u003c";
    } else {
      text += character;
    }
  }
  return text;
}

}  // namespace

std::string live_data(const LiveState& state) {
  Json data = {{"report", 1},
               {"mode", "report"},
               {"live", {{"events", "/events"}, {"data", "/data.json"}, {"game", "/games/"}}},
               {"title", state.title},
               {"finished", state.is_finished},
               {"games_played", state.results.games.size()},
               {"games_planned", state.planned}};
  data.update(standings_to_json(standings_of_run(state.plan, state.results.games)));
  return data.dump() + "\n";
}

std::string live_page(const LiveState& state) {
  return "<!DOCTYPE html>\n<meta charset=\"utf-8\">\n<title>Toptile</title>\n"
         "<script type=\"application/json\" id=\"toptile-data\">" +
         without_tags(live_data(state)) + "</script>\n";
}

}  // namespace toptile
