// The text that is printed on a tile.
#pragma once

#include <string>

#include "engine/alphabet.h"

namespace toptile {

// "Qu" for the face that spells QU: the first character as it is, and the others in lower case if they are
// ASCII.
inline std::string face_text(const Alphabet& alphabet, Face face) {
  std::string text = alphabet.text(face);
  for (std::size_t i = 1; i < text.size(); ++i)
    if (text[i] >= 'A' && text[i] <= 'Z') text[i] = static_cast<char>(text[i] - 'A' + 'a');
  return text;
}

}  // namespace toptile
