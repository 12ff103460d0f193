// A place in a JSON text, to begin an error with: the file, the line, the keys that lead there. It costs
// little until it is put into words; then the text is searched for the line.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/json_scan.h"

namespace toptile {

class JsonPlace {
 public:
  // What a value is called of which no text is known, as "rules" or "run.json: clock". Empty: nothing but its
  // keys.
  JsonPlace(std::string where) : where_(std::move(where)) {}  // NOLINT: a name is a place.
  JsonPlace(const char* where) : where_(where) {}             // NOLINT: likewise.
  // A whole text, which is copied, and its file's name or the like.
  static JsonPlace of_text(std::string_view text, std::string where);

  JsonPlace at(const std::string& key) const;
  // Of the list that is here, from 0. `words`, as "bot 2", stand for it and for the list's own key.
  JsonPlace element(std::size_t index, const std::string& words) const;

  // "cup.json: line 7: clock: time_ms". Where the text does not have what the keys lead to, the line of what
  // it should stand in.
  std::string words() const;
  bool is_nowhere() const { return where_.empty() && keys_.empty(); }

 private:
  std::string where_;
  std::vector<std::string> keys_;  // As they are told.
  std::vector<JsonStep> steps_;
  std::shared_ptr<const std::string> text_;  // Null: not known.
};

}  // namespace toptile
