// The cache of folders of git revisions. Each is in the user's cache under the hash of its tree.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>

#include "base/descriptor.h"
#include "base/result.h"
#include "bots/cache_folder.h"

namespace toptile {

// The folder stays until the last copy of this struct is gone.
struct KeptRevision {
  std::filesystem::path folder;
  std::shared_ptr<const UniqueDescriptor> lock;
};

// The folder of that tree. If it is not cached, `write` gets an empty folder, which is kept if `write`
// succeeds; an error leaves nothing behind. What a killed program left is removed, and so are the least
// recently used folders beyond the limits, unless they are in use now.
Result<KeptRevision> keep_revision(const std::string& tree,
                                   const std::function<Result<void>(const std::filesystem::path&)>& write,
                                   const std::stop_token& stop, const CacheLimits& limits = {});

}  // namespace toptile
