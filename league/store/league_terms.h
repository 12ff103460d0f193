// A league's terms, which say how it plays and which bots it accepts. They are set when the league is created
// and kept in its database (docs/league.md, "The configuration"). Terms that affect games never change; the
// others may be changed later.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json_fields.h"
#include "base/result.h"
#include "ratings/tables/rating_table.h"
#include "tournaments/plan/plan.h"

namespace toptile {

// The most that a league may allow.
inline constexpr int kMaxPackedMb = 512, kMaxUnpackedMb = 2048, kMaxFiles = 100'000;

// Limits for submissions, and their deadline.
struct SubmissionLimits {
  int packed_mb = 64;          // MiB of a submitted archive, and of the packed bot that is kept.
  int unpacked_mb = 256;       // MiB of all files together.
  int files = 5000;            // Files, folders and links.
  int build_minutes = 10;      // For each command of its build.
  int build_memory_mb = 4096;  // MiB
  int build_disk_mb = 2048;    // MiB that the build may write, including the bot's own files.
  int check_seconds = 60;      // For all conformance tests together.
  // The deadline for submissions, in milliseconds since 1970.
  std::optional<std::int64_t> until;

  friend bool operator==(const SubmissionLimits&, const SubmissionLimits&) = default;
};

// The number of bytes in this many MiB.
constexpr std::uint64_t bytes_of_mb(int mb) {
  return static_cast<std::uint64_t>(mb) << 20;
}

// The public part of the info lines in played games. Authors may read all info lines of their own bots.
enum class PublicInfo {
  scores,  // The keys `score` and `pv`.
  all,     // The whole lines.
  none
};
inline const std::vector<std::string> kPublicInfos = {"scores", "all", "none"};

struct LeagueTerms {
  std::string name;  // For people; one line, not empty.
  // Rules, lexicon, clock, limits, referee settings and the league's seed. It has no bots: each game has its
  // own two.
  Plan plan;
  SandboxMode sandbox = SandboxMode::require;
  SubmissionLimits submissions;
  // How many versions of one bot play at the same time, 1 … kMaxVersions. When another one enters, the
  // oldest of them retires.
  int versions = 1;
  // Versions whose ratings are fixed. If there are none, 0 is the mean of a group (RatingOptions::zero).
  std::vector<NamedAnchor> anchors;
  PublicInfo public_info = PublicInfo::scores;
};

inline constexpr int kMaxVersions = 100;

// A league as its organizer configured it, before names are looked up and files are read.
struct LeagueRequest : TournamentRequest {
  LeagueRequest() { sandbox = SandboxMode::require; }

  SubmissionLimits submissions;
  int versions = 1;
  std::vector<NamedAnchor> anchors;
  PublicInfo public_info = PublicInfo::scores;
};

// Parses the text of a configuration file. Its path `file` begins every error, and relative paths are
// relative to its folder.
Result<LeagueRequest> parse_league_request(std::string_view text, const std::filesystem::path& file);

struct ResolvedLeague {
  LeagueTerms terms;
  Lexicon lexicon;
};
// Looks up the rules and the lexicon, and checks what this machine can enforce. The seed comes from the
// system's random numbers.
Result<ResolvedLeague> resolve_league(const LeagueRequest& request, const ShippedFiles& shipped);

// The terms as the database stores them. An error begins with `where`.
Json league_terms_to_json(const LeagueTerms& terms);
Result<LeagueTerms> league_terms_from_json(const Json& object, const std::string& where);

}  // namespace toptile
