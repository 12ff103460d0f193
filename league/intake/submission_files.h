// Turns what an author submits (a bot's folder, a program, or an archive of a folder) into a packed folder
// with a bot.json that needs no other files.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/result.h"
#include "bots/bot_entry.h"
#include "league/intake/archive.h"
#include "league/store/league_store.h"

namespace toptile {

// The limits for unpacking an archive that the league already keeps. It was checked when it was submitted, by
// limits that may be lower now.
inline constexpr ArchiveLimits kKeptLimits{
    .packed_bytes = bytes_of_mb(kMaxPackedMb), .bytes = bytes_of_mb(kMaxUnpackedMb), .files = kMaxFiles};

// Whether the folder's disk is so full that this may have caused an error.
bool is_disk_full(const std::filesystem::path& folder);

// Whether the file begins like an archive that can be unpacked, or has an archive's name, such as mine.zip.
bool is_archive(const std::filesystem::path& file);

// Packs a bot that find_bot found. A program gets a bot.json with its command and its options; the files
// beside it come with it, except for other bots. `name` becomes the bot's name; if it is empty, the bot keeps
// its own. An error says what the bot needs that is not in its folder, or which limit it exceeds.
Result<Submission> submission_of(const BotEntry& bot, const std::string& name, const std::string& author,
                                 const SubmissionLimits& limits);

// Why there is no submission. It is the author's own fault if the archive or the bot in it is wrong, and this
// machine's fault if a disk is full.
struct SubmissionFailure : Error {
  bool is_authors_own = false;
  std::string bot = {};  // The name in the archive's bot.json; empty if that cannot be read.
};
template <class T>
using Submitted = boost::outcome_v2::basic_result<T, SubmissionFailure, boost::outcome_v2::policy::terminate>;

// Unpacks an archive, and packs the bot in it. Nothing is written until the whole archive has been found to
// be within the limits and to have a valid bot.json at its top. An error begins with the archive's path;
// names of the bot's files in it are relative to the bot's folder.
Submitted<Submission> submission_of_archive(const std::filesystem::path& archive, const std::string& name,
                                            const std::string& author, const SubmissionLimits& limits);

// Refused submissions for an archive without a bot, so that the league can list it. There is one for each
// usable name, the best first: `name` if it is given; otherwise the name in its bot.json, that of the file,
// and that of its author. `failure` comes from submission_of_archive, and is returned as the error if the
// file cannot be read.
Result<std::vector<Submission>> submissions_of_no_bot(const std::filesystem::path& archive,
                                                      const SubmissionFailure& failure,
                                                      const std::string& name, const std::string& author);

// What is wrong with a folder that was submitted as a bot, or nullopt if it has a bot.json that needs nothing
// outside the folder.
std::optional<Error> folder_fault(const std::filesystem::path& folder);

}  // namespace toptile
