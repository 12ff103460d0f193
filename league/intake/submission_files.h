// What an author hands in: a bot's folder, a program, or an archive of a folder. It is made into a folder
// with a bot.json that needs nothing else, and packed.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/result.h"
#include "bots/bot_entry.h"
#include "league/intake/archive.h"
#include "league/store/league_store.h"

namespace toptile {

// The limits of an archive that is unpacked after it was kept. It was measured when it came, by limits that
// may be lower now.
inline constexpr ArchiveLimits kKeptLimits{
    .packed_bytes = bytes_of_mb(kMaxPackedMb), .bytes = bytes_of_mb(kMaxUnpackedMb), .files = kMaxFiles};

// Whether the folder's disk has so little room that an error may come from that.
bool is_disk_full(const std::filesystem::path& folder);

// Whether the file begins as an archive that can be unpacked does, or has a name such as mine.zip, so that it
// should be one.
bool is_archive(const std::filesystem::path& file);

// Packs a bot that was found (find_bot). A program gets a bot.json with its command and its options; the
// files beside it come with it, except for other bots. `name` is the name that it gets, or empty for its own.
// An error says what the bot needs that is not in its folder, or which limit it breaks.
Result<Submission> submission_of(const BotEntry& bot, const std::string& name, const std::string& author,
                                 const SubmissionLimits& limits);

// Why there is no submission. It is the author's own fault if the archive or the bot in it is wrong, and this
// machine's if a disk is full.
struct SubmissionFailure : Error {
  bool is_authors_own = false;
  std::string bot = {};  // The name in the archive's bot.json; empty if that cannot be read.
};
template <class T>
using Submitted = boost::outcome_v2::basic_result<T, SubmissionFailure, boost::outcome_v2::policy::terminate>;

// Unpacks an archive, and packs the bot in it. Nothing is written before the whole archive was found to keep
// to the limits and to have a good bot.json at its top. An error begins with the archive's path; where it
// speaks of files of the bot, their names count from the bot's folder.
Submitted<Submission> submission_of_archive(const std::filesystem::path& archive, const std::string& name,
                                            const std::string& author, const SubmissionLimits& limits);

// What an archive leaves in a league if there is no bot in it: a submission with a refusal. `failure` is that
// of submission_of_archive. The names that it may have, best first, are `name` if it is given; otherwise the
// one in its bot.json, that of the file, and its author's. An error is the failure itself: the file cannot be
// read.
Result<std::vector<Submission>> submissions_of_no_bot(const std::filesystem::path& archive,
                                                      const SubmissionFailure& failure,
                                                      const std::string& name, const std::string& author);

// What is wrong with a folder that was handed in as a bot; nothing if it has a bot.json that asks for nothing
// that is not its own.
std::optional<Error> folder_fault(const std::filesystem::path& folder);

}  // namespace toptile
