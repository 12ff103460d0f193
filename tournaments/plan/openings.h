// The openings of a tournament: each set of games begins with one of them, and so everybody plays it from
// every seat (docs/openings.md).
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/json_fields.h"
#include "base/result.h"
#include "engine/opening.h"
#include "protocol/adjudication.h"

namespace toptile {

inline constexpr std::size_t kMostOpenings = 65'535;

// Which opening the players of a set get when they meet for the first time, the second time and so on. Both
// take every opening once before any comes again.
enum class OpeningOrder {
  sequential,  // The order of the list, which is the same for all.
  random,      // An order that the seed gives to just these players.
};
extern const std::vector<std::string> kOpeningOrderWords;  // The names of OpeningOrder.

// Openings as a user asked for them. They are either in a file or in lines; if there is neither, games begin
// with nothing on the board.
struct OpeningsRequest {
  std::string file;
  std::vector<std::string> lines;
  OpeningOrder order = OpeningOrder::sequential;

  bool are_wanted() const { return !file.empty() || !lines.empty(); }
};

struct Openings {
  OpeningOrder order = OpeningOrder::sequential;
  std::vector<Opening> list;
};

// What the openings are played with.
struct OpeningTable {
  const Ruleset& rules;
  const Lexicon& lexicon;
  int players = 2;
  std::optional<AdjudicationTerms> adjudicate = {};
};

// Reads the line of an opening: moves with blanks between them, or a position line, of which only the moves
// count. An error names the move. Whether the moves can be played is not asked.
Result<Opening> parse_opening(std::string_view line, const Ruleset& rules);
// The moves, with a blank between two.
std::string format_opening(const Opening& opening, const Alphabet& alphabet);

// Reads and checks the openings that are asked for. A path counts from the directory. Errors begin with the
// file, or with `where`, and name the line and the move.
Result<Openings> find_openings(const OpeningsRequest& request, const OpeningTable& table,
                               const std::filesystem::path& directory, const JsonPlace& where);
// The same for openings that were read from a run.json.
std::optional<Error> openings_fault(const Openings& openings, const OpeningTable& table,
                                    const JsonPlace& where);

// The key `openings` of a configuration: an object with `file` or `lines`, and with `order`.
Result<OpeningsRequest> openings_request_from_json(const Json& json, const JsonPlace& where);
// The key of a run.json: an object with `order` and `lines`. It is left out if there are none.
Result<Openings> openings_from_json(const Json& json, const Ruleset& rules, const JsonPlace& where);
Json openings_to_json(const Openings& openings, const Alphabet& alphabet);

// The opening of the set in which players with these names meet for the n-th time (`meeting`, from 1). It is
// empty if there are no openings.
const Opening& opening_of_meeting(const Openings& openings, std::uint64_t tournament_seed,
                                  std::vector<std::string> names, std::uint64_t meeting);

// A text such as "12 openings, sequential".
std::string words_of(const Openings& openings);

}  // namespace toptile
