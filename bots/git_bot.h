// A bot as it was in a git revision: "git:REV" or "git:REV:PATH".
#pragma once

#include <filesystem>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>

#include "base/result.h"
#include "bots/revision_cache.h"

namespace toptile {

struct GitName {
  std::string revision;  // Anything that git accepts as a commit: a hash, a branch, a tag, HEAD~3.
  // The bot's folder, relative to the top of the repository, or to the folder where it is looked up if it
  // begins with "./". Empty: that folder itself.
  std::string path;
};

// nullopt if the text does not begin with "git:".
std::optional<GitName> parse_git_name(std::string_view text);

// A folder of a revision, with its files as committed.
struct GitFolder {
  KeptRevision kept;
  std::string commit;  // Its hash.
};

// Uses the program git. `directory` is in the repository, which is untrusted: nothing that its configuration
// names is run, and each object is compared with its hash. An error says what is missing.
Result<GitFolder> check_out(const GitName& name, const std::filesystem::path& directory,
                            const std::stop_token& stop);

}  // namespace toptile
