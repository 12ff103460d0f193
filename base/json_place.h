// A location in a JSON text, with which an error message begins: the file, the line, and the keys that lead
// there. It costs little until words() is called, which searches the text for the line.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/json_scan.h"

namespace toptile {

class JsonPlace {
 public:
  // The name of a value whose text is not known, such as "rules" or "run.json: clock". If it is empty, an
  // error begins with the keys.
  JsonPlace(std::string where) : where_(std::move(where)) {}  // NOLINT: a name is a place.
  JsonPlace(const char* where) : where_(where) {}             // NOLINT: likewise.
  // The location of a whole text, which is copied; `where` is its file's name or the like.
  static JsonPlace of_text(std::string_view text, std::string where);

  JsonPlace at(const std::string& key) const;
  // The location of an element of the list at this location, counted from 0. `words`, such as "bot 2",
  // replaces the list's own key.
  JsonPlace element(std::size_t index, const std::string& words) const;

  // The location as text: "cup.json: line 7: clock: time_ms". If the keys lead to nothing, the line is that
  // of the part where it should stand.
  std::string words() const;
  bool is_nowhere() const { return where_.empty() && keys_.empty(); }

 private:
  std::string where_;
  std::vector<std::string> keys_;  // The keys as words() shows them.
  std::vector<JsonStep> steps_;
  std::shared_ptr<const std::string> text_;  // Null if the text is not known.
};

}  // namespace toptile
