// Sets that were brought by workers without access to the database, some of which others play again, and what
// the comparison shows about those who brought them.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "league/store/bot_version.h"
#include "league/store/league_connection.h"
#include "league/store/set_leases.h"

namespace toptile {

// The moves of both games of a set and how they ended, without times and texts. Two workers that play the
// same set with bots that repeat their games have the same course.
std::string course_of(const std::array<std::string, 2>& records);

// How the plays of a set compare. A set has a third play only if the first two differ.
enum class CheckOutcome { agreed, first_is_odd, second_is_odd, third_is_odd, all_differ };

struct SetCheck {
  VersionId one{}, other{};
  // The tokens with which it was played; empty for workers with access to the database, and without a third
  // play.
  std::array<std::string, 3> tokens;
  CheckOutcome outcome = CheckOutcome::agreed;
};
CheckOutcome compare_courses(const std::string& first, const std::string& second, const std::string& third);

// How checks of the sets of two versions ended. Bots that choose at random never play a set twice in the same
// way, so checking them shows nothing.
struct PairChecks {
  int checks = 0, differing = 0, all_differ = 0;
  bool never_repeats() const { return all_differ >= 2 && 2 * all_differ >= differing; }
};

// How the plays with a token compared, without the sets of bots that never repeat their games.
struct TokenChecks {
  int plays = 0;  // Plays that were compared.
  int odd = 0;    // Those against which two others agreed.
  // The chance that this many or more of all odd plays are this token's, if all are equally likely.
  double chance = 1;
  bool is_beyond_chance() const { return chance < kMaxChance; }

  static constexpr double kMaxChance = 1e-5;
};

struct CheckSummary {
  std::map<std::string, TokenChecks> tokens;
  std::map<std::pair<VersionId, VersionId>, PairChecks> pairs;  // The lower version first.
};
// One odd play shows little: threads and clocks can make a bot play another move now and then, whichever
// worker starts it. So the odd plays of a token are compared with those of all others.
CheckSummary summarize(std::span<const SetCheck> checks);

// A set that somebody brought who has a token.
struct BroughtSet {
  std::string token, worker;
  SetNumber set{};
  std::uint64_t order = 0;
};

struct ReplayOutcome {
  bool is_confirmed = false;       // The set that counts was played in the same way by another worker.
  std::vector<std::string> liars;  // Tokens that are blocked now.
};

struct TokenSets {
  std::int64_t brought = 0, checked = 0;  // Sets that count, and those of them that were compared.
};

// All functions with `now` work inside a transaction that writes.
class SetChecks : StoredPart {
 public:
  explicit SetChecks(LeagueConnection& connection) : StoredPart(connection) {}

  // The sets among these that this worker brought before, with their order.
  Result<std::map<SetNumber, std::uint64_t>> brought_by(const std::string& worker,
                                                        std::span<const SetNumber> sets);
  Result<void> note_brought(std::span<const BroughtSet> sets);
  // Opens a set for any other worker that is played on the seed of this one.
  Result<void> open_replay(SetNumber of, VersionId one, VersionId other, const std::string& first,
                           const std::string& second);
  // Takes a replay in. The counted course is that of the set that counts; empty if that is no longer there.
  Result<ReplayOutcome> take_replay(std::int64_t now, SetNumber replay, const std::string& token,
                                    const std::string& course, const std::string& counted_course);
  // True if sets of this token must be played again, because some of its sets were odd before.
  Result<bool> is_suspect(const std::string& token);
  Result<bool> never_repeat(VersionId one, VersionId other);
  // The sets of the token that count and that no other worker has confirmed.
  Result<std::vector<SetNumber>> unconfirmed(const std::string& token);
  // Blocks a token for playing, and gives back what its workers lease. Whether it was not blocked before.
  Result<bool> block(std::int64_t now, const std::string& token, const std::string& why);
  // Forgets a set that does not count any more.
  Result<void> forget(SetNumber set);

  Result<std::vector<SetCheck>> all();
  Result<std::map<std::string, TokenSets>> sets_of_tokens();
};

}  // namespace toptile
