// A game in a browser: one HTML file with the rules, the words, the engine and the champion in it, for one to
// four players at one screen (docs/play.md, "In a browser").
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace toptile {

// What the page's form shows at first. The reader can change everything but the lexicon.
struct BrowserRequest {
  std::vector<std::string> players;  // In the form of --player, but only people and the champion's levels.
  std::string rules;                 // The ruleset that is chosen: a shipped one or a file. If empty, hasbro.
  std::string lexicon = "english";
  std::optional<std::uint64_t> seed;
  bool is_drawn = true;
  std::string_view hints = "usual";  // "shown", "hidden", or "usual": hidden where words can be challenged.
  int challenge_limit = 0;
  int scoreless_rounds = 0;
};

// The page. It has all shipped rulesets with the tiles of the chosen one.
Result<std::string> browser_page(const BrowserRequest& request);

// Where the page is kept so that a browser finds its games again: toptile/play-LEXICON.html in the user's
// data folder. An error if the user has no home.
Result<std::filesystem::path> browser_page_file(const std::string& lexicon);

// Starts the desktop's browser with a file, and does not wait for it. False if there is none.
bool open_in_browser(const std::filesystem::path& file);

}  // namespace toptile
