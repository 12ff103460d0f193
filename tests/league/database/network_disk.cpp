// A league on a network disk is refused. This program has its own statfs, which does what the system's
// function does, and may name another kind of disk.
#include "league/database/network_disk.h"

#include <sys/statfs.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <boost/test/unit_test.hpp>
#include <filesystem>
#include <optional>

#include "base/files.h"
#include "league/database/sqlite.h"
#include "league/store/restore.h"
#include "tests/folder.h"
#include "tests/league/scripted_league.h"

namespace {

std::optional<long> pretended_type;

}  // namespace

extern "C" int statfs(const char* path, struct statfs* system) noexcept {
  const auto result = static_cast<int>(::syscall(SYS_statfs, path, system));
  if (result == 0 && pretended_type) system->f_type = *pretended_type;
  return result;
}

namespace toptile {
namespace {

constexpr std::uint32_t kFuse = 0x65735546;

class Pretence {
 public:
  explicit Pretence(long type) { pretended_type = type; }
  Pretence(const Pretence&) = delete;
  Pretence& operator=(const Pretence&) = delete;
  ~Pretence() { pretended_type.reset(); }
};

}  // namespace

BOOST_AUTO_TEST_SUITE(network_disk)

BOOST_AUTO_TEST_CASE(network_disks_have_a_name) {
  const std::pair<std::uint32_t, const char*> disks[] = {
      {0x6969, "NFS"},      {0xFF534D42, "SMB/CIFS"}, {0xFE534D42, "SMB"},    {0x517B, "SMB"},
      {0x5346414F, "AFS"},  {0x6B414653, "AFS"},      {0x0BD00BD0, "Lustre"}, {0x47504653, "GPFS"},
      {0x00C36400, "Ceph"}, {0x73757245, "Coda"},     {0x7461636F, "OCFS2"},  {0x19830326, "BeeGFS"},
  };
  for (const auto& [type, name] : disks)
    BOOST_TEST(find_network_disk(type).value_or("local") == name, std::hex << type);
}

BOOST_AUTO_TEST_CASE(local_disks_are_not_refused) {
  const std::pair<std::uint32_t, const char*> disks[] = {
      {0xEF53, "ext4"},
      {0x58465342, "xfs"},
      {0x9123683E, "btrfs"},
      {0x2FC12FC1, "zfs"},
      {0x01021994, "tmpfs"},
      {0x794C7630, "overlay"},
      {0xF2F52010, "f2fs"},
      {0x4D44, "vfat"},
      {0x2011BAB0, "exfat"},
      {0x5346544E, "ntfs"},
      {0xCA451A4E, "bcachefs"},
      {0xF15F, "ecryptfs"},
      {0x858458F6, "ramfs"},
      {0x52654973, "reiserfs"},
      {0x3153464A, "jfs"},
      {0, "unknown"},
      {kFuse, "fuse"},
      {kFuse, "fuseblk"},
      {kFuse, ""},
      {kFuse, "fuse.fuse-overlayfs"},
      {kFuse, "fuse.gocryptfs"},
      // The name of a local file system says nothing.
      {0xEF53, "fuse.sshfs"},
  };
  for (const auto& [type, name] : disks) BOOST_TEST(!find_network_disk(type, name), name);
}

BOOST_AUTO_TEST_CASE(file_systems_in_user_space_are_told_apart_by_name) {
  for (const char* name : {"sshfs", "rclone", "glusterfs", "ceph", "s3fs"})
    BOOST_TEST(find_network_disk(kFuse, std::string("fuse.") + name).value_or("local") == name);
  // The folders of the computer on which a virtual machine or a container runs.
  BOOST_TEST(!find_network_disk(kFuse, "virtiofs"));
  BOOST_TEST(!find_network_disk(0x01021997, "9p"));
}

BOOST_AUTO_TEST_CASE(mount_is_found_by_its_device) {
  constexpr std::string_view kMounts =
      "22 1 254:0 / / rw,relatime shared:1 - ext4 /dev/vda rw\n"
      "broken\n"
      "\n"
      "40 22 0:35 / /home/a\\040-\\040b rw shared:20 master:3 - fuse.sshfs host:/home rw,user_id=0\n"
      "41 22 0:3 / /x rw - tmpfs";
  BOOST_TEST(file_system_name(kMounts, 254, 0) == "ext4");
  BOOST_TEST(file_system_name(kMounts, 0, 35) == "fuse.sshfs");
  BOOST_TEST(file_system_name(kMounts, 0, 3) == "tmpfs");
  BOOST_TEST(file_system_name(kMounts, 0, 5) == "");
  BOOST_TEST(file_system_name("", 0, 5) == "");
}

BOOST_AUTO_TEST_CASE(league_on_a_network_disk_is_refused_in_one_sentence) {
  const Folder folder;
  const std::string file = folder / "league.db", copy = folder / "copy.db";
  BOOST_REQUIRE(open_sqlite(copy));
  const std::string bytes = read_file(copy).value();
  const auto refusal = [&](const std::string& refused) {
    return refused + ": the folder " + folder.path() +
           " is on a network disk (NFS), where SQLite cannot keep several computers from damaging a league: "
           "put the league on a local disk, or in a PostgreSQL database";
  };
  {
    const Pretence network(0x6969);
    BOOST_TEST(message(open_sqlite(file)) == refusal(file));
    BOOST_TEST(!std::filesystem::exists(file));
    // Nor can one be read there: another computer may write to it.
    BOOST_TEST(message(open_sqlite(copy)) == refusal(copy));
    BOOST_TEST(message(restore_league(copy, file)) == refusal(file));
    const std::string lost = folder / "no/such.db";
    BOOST_TEST(message(open_sqlite(lost)).find("cannot be used: make it first") != std::string::npos);
  }
  BOOST_TEST((read_file(copy).value() == bytes));
  BOOST_TEST(folder.names().size() == 1U);
  for (const long local : {0xEF53L, 0x794C7630L, 0x01021994L}) {
    const Pretence disk(local);
    BOOST_TEST(message(open_sqlite(file)) == "");
  }
}

BOOST_AUTO_TEST_CASE(backup_may_lie_on_a_network_disk) {
  const SqliteHome home;
  const auto database = static_cast<const DatabaseHome&>(home).open();
  const Pretence network(0x6969);
  BOOST_TEST(message(database->back_up(home.folder() / "copy.db")) == "");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace toptile
