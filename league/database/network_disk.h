// Network disks. SQLite's write-ahead log needs memory that all processes share, so a database in a file is
// for the processes of one computer (https://sqlite.org/wal.html).
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"

namespace toptile {

// The kind of network disk that a file system is, such as "NFS"; empty for a local one, and for one that is
// not known. `type` is what statfs() says. All file systems in user space have the same type; `name` tells
// them apart, as the kernel lists it among the mounts, such as "fuse.sshfs".
std::optional<std::string> find_network_disk(std::uint32_t type, std::string_view name = {});

// The name of the file system that is mounted from this device; empty if there is none. `mounts` is the text
// of /proc/self/mountinfo.
std::string_view file_system_name(std::string_view mounts, unsigned major, unsigned minor);

// An error if the file, or the folder of one that does not exist yet, is on a network disk. `name` is the
// database's name in messages.
Result<void> check_is_local(const std::string& name, const std::filesystem::path& file);

}  // namespace toptile
