#include "cli/replay/first_draw_text.h"

#include <fmt/format.h>

#include "protocol/face_text.h"

namespace toptile {

std::string first_draw_text(const FirstDraw& draw, const std::vector<std::string>& names,
                            const Alphabet& alphabet) {
  if (draw.rounds.empty()) return "";
  const auto name = [&](Seat seat) { return names[seat]; };
  std::string text;
  for (const auto& round : draw.rounds) {
    text += text.empty() ? "Draw:" : "; again:";
    const char* part = " ";
    for (const FirstDraw::DrawnTile& tile : round) {
      text += fmt::format("{}{} {}", part, name(tile.seat), face_text(alphabet, tile.face));
      part = ", ";
    }
  }
  return text + fmt::format(". {} starts.", name(draw.first));
}

}  // namespace toptile
