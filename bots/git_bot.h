// A bot as it was in a revision of git: "git:REV" or "git:REV:PATH".
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
  std::string revision;  // Whatever git takes for a commit: a hash, a branch, a tag, HEAD~3.
  // The bot's folder, from the top of the repository, or from the folder where it is looked up if it begins
  // with "./". Empty: that folder itself.
  std::string path;
};

// Nothing if the text does not begin with "git:".
std::optional<GitName> parse_git_name(std::string_view text);

// A folder of a revision, with its files as they were committed.
struct GitFolder {
  KeptRevision kept;
  std::string commit;  // Its hash.
};

// Asks the program git. `directory` is in the repository, which may be a stranger's: nothing that its
// configuration names is run, and each object is compared with its hash. An error says what is not there.
Result<GitFolder> check_out(const GitName& name, const std::filesystem::path& directory,
                            const std::stop_token& stop);

}  // namespace toptile
