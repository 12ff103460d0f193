// The openings of a tournament: each set of games begins with one of them, so that every player has it from
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

inline constexpr std::size_t kMaxOpenings = 65'535;

// The choice of the opening when the players of a set meet for the first time, the second time and so on.
// Both orders use every opening once before any is repeated.
enum class OpeningOrder {
  sequential,  // The order of the list, which is the same for all.
  random,      // An order that follows from the seed and these players.
};
extern const std::vector<std::string> kOpeningOrderWords;  // The names of OpeningOrder.

// The openings as the user requested them, either in a file or in lines; with neither, games begin with an
// empty board.
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

// The rules and lexicon with which the openings are played.
struct OpeningTable {
  const Ruleset& rules;
  const Lexicon& lexicon;
  int players = 2;
  std::optional<AdjudicationTerms> adjudicate = {};
};

// Parses the line of an opening: moves separated by spaces, or a position line, of which only the moves
// count. An error names the move. Whether the moves can be played is not checked.
Result<Opening> parse_opening(std::string_view line, const Ruleset& rules);
// The moves, separated by spaces.
std::string format_opening(const Opening& opening, const Alphabet& alphabet);

// Reads and checks the requested openings. A relative path counts from `directory`. Errors begin with the
// file, or with `where`, and name the line and the move.
Result<Openings> find_openings(const OpeningsRequest& request, const OpeningTable& table,
                               const std::filesystem::path& directory, const JsonPlace& where);
// The same for openings that were read from a run.json.
std::optional<Error> openings_fault(const Openings& openings, const OpeningTable& table,
                                    const JsonPlace& where);

// The key `openings` of a configuration: an object with `file` or `lines`, and with `order`.
Result<OpeningsRequest> openings_request_from_json(const Json& json, const JsonPlace& where);
// The key of a run.json: an object with `order` and `lines`. It is left out if there are no openings.
Result<Openings> openings_from_json(const Json& json, const Ruleset& rules, const JsonPlace& where);
Json openings_to_json(const Openings& openings, const Alphabet& alphabet);

// The opening of the set in which players with these names meet for the n-th time (`meeting`, from 1). It is
// empty if there are no openings.
const Opening& opening_of_meeting(const Openings& openings, std::uint64_t tournament_seed,
                                  std::vector<std::string> names, std::uint64_t meeting);

// A text such as "12 openings, sequential".
std::string words_of(const Openings& openings);

}  // namespace toptile
