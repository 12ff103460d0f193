#include "league/database/network_disk.h"

#include <fmt/format.h>
#include <linux/magic.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/sysmacros.h>

#include <algorithm>
#include <array>

#include "base/files.h"
#include "base/utf8.h"

namespace toptile {

namespace {

struct Kind {
  std::uint32_t type;
  std::string_view name;
};

// 9p and virtiofs are not among them: by these a virtual machine sees folders of the computer on which it
// runs. A worker notices another computer by its leases. Those that linux/magic.h names are in the order of
// that file. The others are in the source of their drivers and in that of GNU stat (coreutils, src/stat.c),
// which also says that they are remote.
constexpr Kind kKinds[] = {
    {AFS_SUPER_MAGIC, "AFS"},
    {CEPH_SUPER_MAGIC, "Ceph"},
    {CODA_SUPER_MAGIC, "Coda"},
    {NCP_SUPER_MAGIC, "NCP"},
    {NFS_SUPER_MAGIC, "NFS"},
    {OCFS2_SUPER_MAGIC, "OCFS2"},
    {0x6B414653, "AFS"},  // AFS_FS_MAGIC
    {SMB_SUPER_MAGIC, "SMB"},
    {0xFF534D42, "SMB/CIFS"},  // CIFS_SUPER_MAGIC, which older headers lack
    {0xFE534D42, "SMB"},       // SMB2_SUPER_MAGIC, too
    {0x0BD00BD0, "Lustre"},
    {0x47504653, "GPFS"},
    {0x01161970, "GFS2"},
    {0x19830326, "BeeGFS"},
    {0x20030528, "OrangeFS"},
    {0xAAD7AAEA, "PanFS"},
    {0xBEEFDEAD, "SNFS"},
    {0x61636673, "ACFS"},
    {0x786F4256, "a shared folder of VirtualBox"},
    {0xBACBACBC, "a shared folder of VMware"},
    {0x7C7C6673, "a shared folder of Parallels"},
};

// File systems in user space that show the files of other computers. Others, such as ntfs-3g or
// fuse-overlayfs, show local ones.
constexpr std::string_view kInUserSpace[] = {
    "sshfs",     "rclone",   "s3fs",       "goofys",    "gcsfuse",  "blobfuse",    "blobfuse2",
    "juicefs",   "ceph",     "glusterfs",  "mfs",       "mfsmount", "lizardfs",    "seaweedfs",
    "davfs",     "davfs2",   "smbnetfs",   "curlftpfs", "nfs",      "vmhgfs-fuse", "prl_fsd",
    "osxfs",     "grpcfuse", "gvfsd-fuse", "kio-fuse",  "hdfs",     "fuse_dfs",    "google-drive-ocamlfuse",
    "onedriver", "moosefs",  "cvmfs2",
};

std::string mounts_of_this_process() {
  auto mounts = read_file("/proc/self/mountinfo");
  return mounts ? std::move(mounts).value() : std::string();
}

}  // namespace

std::optional<std::string> find_network_disk(std::uint32_t type, std::string_view name) {
  if (const auto* kind = std::ranges::find(kKinds, type, &Kind::type); kind != std::end(kKinds))
    return std::string(kind->name);
  if (type != FUSE_SUPER_MAGIC) return std::nullopt;
  constexpr std::string_view kPrefix = "fuse.";
  if (!name.starts_with(kPrefix)) return std::nullopt;
  name.remove_prefix(kPrefix.size());
  if (std::ranges::find(kInUserSpace, name) == std::end(kInUserSpace)) return std::nullopt;
  return std::string(name);
}

// A line is "36 35 98:0 /root /mount rw,noatime master:1 - ext3 /dev/root rw" (proc(5)).
std::string_view file_system_name(std::string_view mounts, unsigned major, unsigned minor) {
  const std::string device = fmt::format("{}:{}", major, minor);
  while (!mounts.empty()) {
    std::string_view line = mounts.substr(0, mounts.find('\n'));
    mounts.remove_prefix(std::min(mounts.size(), line.size() + 1));
    const std::size_t end = line.find(" - ");
    if (end == std::string_view::npos) continue;
    const std::string_view name = line.substr(end + 3, line.find(' ', end + 3) - (end + 3));
    for (int word = 0; word < 2; ++word) line.remove_prefix(std::min(line.size(), line.find(' ') + 1));
    if (line.substr(0, line.find(' ')) == device) return name;
  }
  return {};
}

Result<void> check_is_local(const std::string& name, const std::filesystem::path& file) {
  const std::filesystem::path folder = file.parent_path();
  struct statfs system {};
  struct stat status {};
  const std::filesystem::path& there = ::stat(file.c_str(), &status) == 0 ? file : folder;
  // A path without an answer is opened, and fails there with a better message.
  if (::statfs(there.c_str(), &system) != 0 || ::stat(there.c_str(), &status) != 0) return success();
  const auto type = static_cast<std::uint32_t>(system.f_type);
  const std::string mounts = type == FUSE_SUPER_MAGIC ? mounts_of_this_process() : std::string();
  const auto kind =
      find_network_disk(type, file_system_name(mounts, major(status.st_dev), minor(status.st_dev)));
  if (!kind) return success();
  return Error{
      fmt::format("{}: the folder {} is on a network disk ({}), where SQLite cannot keep several computers "
                  "from damaging a league: put the league on a local disk, or in a PostgreSQL database",
                  name, printable(folder.string(), 1000), *kind)};
}

}  // namespace toptile
