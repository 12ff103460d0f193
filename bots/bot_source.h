// A bot as a user names it, in a configuration or by a flag. It is read once, into a BotSource; find_bot
// (bot_entry.h) then looks it up.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/json_fields.h"
#include "base/result.h"
#include "bots/shipped_files.h"
#include "referee/game/clock.h"

namespace toptile {

// Either `command` or `manifest` is empty. Paths are as the user wrote them.
struct BotSource {
  std::string name = {};  // Empty: the bot's own name.
  std::vector<std::string> command =
      {};                      // A shipped bot, a folder, a git revision or a program, and arguments.
  std::string manifest = {};   // A folder with a bot.json, or that file.
  std::string directory = {};  // The folder that paths count from; it counts from BotSearch's.
  std::map<std::string, std::string> options = {};
  std::vector<std::string> readable = {};
  OwnClock clock = {};
};

// Reads a text (a shipped bot, a folder with a bot.json, a program), or an object with command or manifest
// and the other keys that docs/tournaments.md lists under "Bots". `where` begins every error. Nothing is
// looked up.
Result<BotSource> bot_source_from_json(const Json& json, const JsonPlace& where);

// The same checks of name, command and options for a source that did not come from JSON. It needs a name.
Result<void> check_source(const BotSource& bot, const JsonPlace& where);

// The name that such a bot will have, if that is known before it is looked up: the one that is given, or that
// of its program or folder.
std::string expected_name(const BotSource& bot);

// Reads a bot as a flag names it, "name=program argument 'two words'" or "program argument", into the form of
// a configuration (bot_list.h). The text is split into words as a shell does it, and nothing more. If it
// begins with {, it is JSON for such an object.
Result<Json> parse_bot_flag(const std::string& text);

// What is wrong with the name in words such as "my bot=greedy", if there is no program "my".
std::optional<Error> cut_name_fault(const BotSource& bot, const ShippedFiles& shipped);

// The name in such words; empty if there is none.
std::optional<std::string> name_with_blanks(const std::vector<std::string>& words);

// Whether a command's program is a path, and not the name of a shipped bot or of a program on PATH.
bool has_slash(const std::string& program);

}  // namespace toptile
