#include "referee/jail/world.h"

#include <fcntl.h>
#include <linux/openat2.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <initializer_list>

#include "referee/jail/failure.h"

namespace jail {
namespace {

constexpr std::uint64_t kPlain = MOUNT_ATTR_NOSUID | MOUNT_ATTR_NODEV;

struct Path {
  char text[4096];
};

Path below(const char* folder, const char* name) {
  Path path;
  const int length = std::snprintf(path.text, sizeof path.text, "%s/%s", folder, name);
  if (length >= static_cast<int>(sizeof path.text)) {
    errno = ENAMETOOLONG;
    give_up("name", name);
  }
  return path;
}

int open_place(const char* at) {
  return must(::open(at, O_PATH | O_CLOEXEC), "find", at);
}

// Later mounts of the machine do not appear there, because they would be as open as they are on the machine.
void set_attributes(int mounted, unsigned flags, std::uint64_t attributes, const char* at) {
  mount_attr wanted{};
  wanted.attr_set = attributes;
  wanted.propagation = MS_PRIVATE;
  must(::mount_setattr(mounted, "", AT_EMPTY_PATH | flags, &wanted, sizeof wanted), "protect", at);
}

void put(int tree, const char* at) {
  const int place = open_place(at);
  must(::move_mount(tree, "", place, "", MOVE_MOUNT_F_EMPTY_PATH | MOVE_MOUNT_T_EMPTY_PATH), "mount", at);
  ::close(place);
}

// A path that exists already stays as it is: the thing that is mounted on it must be of the same kind, or the
// mount fails.
void make_place(const char* at, bool is_folder) {
  const int made = is_folder ? ::mkdir(at, 0755) : ::open(at, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0444);
  if (made < 0 && errno != EEXIST) give_up("make", at);
  if (!is_folder && made >= 0) ::close(made);
}

void put_copy_of(int tree, const char* at, bool is_folder, std::uint64_t attributes) {
  make_place(at, is_folder);
  set_attributes(tree, AT_RECURSIVE, attributes, at);
  put(tree, at);
  ::close(tree);
}

// A device is written through, but its times are not set.
std::uint64_t attributes_of(World::Access access) {
  switch (access) {
    case World::Access::read:
      return kPlain | MOUNT_ATTR_RDONLY;
    case World::Access::device:
      return MOUNT_ATTR_NOSUID | MOUNT_ATTR_RDONLY;
    case World::Access::write:
      break;
  }
  return kPlain;
}

int copy_of_tree(int file, const char* path) {
  const unsigned whole = AT_EMPTY_PATH | AT_RECURSIVE | OPEN_TREE_CLONE | OPEN_TREE_CLOEXEC;
  return must(::open_tree(file, "", whole), "show", path);
}

void write_bytes_of(int from, int to, const char* at) {
  struct stat status {};
  must(::fstat(from, &status), "read what is copied to", at);
  for (off_t done = 0; done < status.st_size;) {
    const auto rest = static_cast<size_t>(status.st_size - done);
    if (must(::sendfile(to, from, &done, rest), "copy to", at) == 0) break;
  }
}

}  // namespace

// Changes to the machine's mounts also appear in the machine's tree until it is left. The parts that are
// shown are copies, where they do not appear, so that a disk that is unmounted stays in use until the bot
// exits.
World::World() {
  must(::mount(nullptr, "/", nullptr, MS_SLAVE | MS_REC, nullptr), "part from the machine's mounts");
  machine_ = must(::open("/", O_PATH | O_DIRECTORY | O_CLOEXEC), "open", "/");
  const int memory = must(::fsopen("tmpfs", FSOPEN_CLOEXEC), "make a root folder");
  must(::fsconfig(memory, FSCONFIG_SET_STRING, "mode", "0755", 0), "make a root folder");
  must(::fsconfig(memory, FSCONFIG_CMD_CREATE, nullptr, nullptr, 0), "make a root folder");
  const int root = must(::fsmount(memory, FSMOUNT_CLOEXEC, kPlain), "make a root folder");
  must(::move_mount(root, "", AT_FDCWD, "/", MOVE_MOUNT_F_EMPTY_PATH), "mount a root folder");
  must(::fchdir(root), "enter a root folder");
  must(::syscall(SYS_pivot_root, ".", "."), "change the root folder");
  ::close(root);
  ::close(memory);
}

void World::show(const char* from, const char* at, Access access) const {
  open_how how{};
  how.flags = O_PATH | O_CLOEXEC;
  how.resolve = RESOLVE_IN_ROOT;
  const auto file =
      static_cast<int>(must(::syscall(SYS_openat2, machine_, from, &how, sizeof how), "show", from));
  struct stat status {};
  must(::fstat(file, &status), "show", from);
  const int tree = copy_of_tree(file, from);
  ::close(file);
  put_copy_of(tree, at, S_ISDIR(status.st_mode), attributes_of(access));
}

// If there is a file already, as in /proc, the copy is mounted over it, and then has no other name.
void World::copy(int file, const char* at, mode_t mode) const {
  constexpr const char* kUnmounted = "/.copy";
  constexpr int kNew = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC;
  const int made = ::open(at, kNew, mode);
  const bool is_there = made < 0 && errno == EEXIST;
  if (made < 0 && !is_there) give_up("make", at);
  const int copy = is_there ? must(::open(kUnmounted, kNew, mode), "make a copy for", at) : made;
  write_bytes_of(file, copy, at);
  if (is_there) {
    put_copy_of(copy_of_tree(copy, at), at, false, kPlain | MOUNT_ATTR_RDONLY);
    must(::unlink(kUnmounted), "remove", kUnmounted);
  }
  ::close(copy);
}

void World::add_link(const char* target, const char* at) const {
  must(::symlink(target, at), "make", at);
}

void World::add_folder(const char* at, mode_t mode) const {
  if (::mkdir(at, mode) != 0 && errno != EEXIST) give_up("make", at);
}

void World::add_memory(const char* at, const char* mode, const unsigned long long* bytes) const {
  make_place(at, true);
  constexpr unsigned long long kBytesAFile = 1024;  // Empty files take memory, too.
  char options[100];
  if (bytes == nullptr) {
    std::snprintf(options, sizeof options, "mode=%s", mode);
  } else {
    std::snprintf(options, sizeof options, "mode=%s,size=%llu,nr_inodes=%llu", mode, *bytes,
                  *bytes / kBytesAFile + 1);
  }
  must(::mount("tmpfs", at, "tmpfs", MS_NOSUID | MS_NODEV, options), "mount", at);
}

// Writing there as the machine's root would change the machine. No bot is that user, but nothing is lost by
// closing it.
void World::add_processes(const char* at) const {
  make_place(at, true);
  must(::mount("proc", at, "proc", MS_NOSUID | MS_NOEXEC | MS_NODEV, nullptr), "mount", at);
  for (const char* name : {"sys", "sysrq-trigger", "irq", "bus"}) {
    const Path path = below(at, name);
    if (::access(path.text, F_OK) != 0) continue;
    const int file = open_place(path.text);
    const int tree = copy_of_tree(file, path.text);
    set_attributes(tree, AT_RECURSIVE, MOUNT_ATTR_RDONLY, path.text);
    put(tree, path.text);
    ::close(tree);
    ::close(file);
  }
}

void World::add_devices(const char* at) const {
  add_memory(at, "0755", nullptr);
  for (const char* name : {"null", "zero", "full", "random", "urandom", "tty"})
    show(below("/dev", name).text, below(at, name).text, Access::device);
  constexpr const char* kLinks[][2] = {{"/proc/self/fd/0", "stdin"},  {"/proc/self/fd/1", "stdout"},
                                       {"/proc/self/fd/2", "stderr"}, {"/proc/self/fd", "fd"},
                                       {"/proc/kcore", "core"},       {"pts/ptmx", "ptmx"}};
  for (const auto& [target, name] : kLinks) add_link(target, below(at, name).text);
  const Path terminals = below(at, "pts");
  add_folder(below(at, "shm").text, 0755);
  add_folder(terminals.text, 0755);
  must(::mount("devpts", terminals.text, "devpts", MS_NOSUID | MS_NOEXEC,
               "newinstance,ptmxmode=0666,mode=620"),
       "mount", terminals.text);
}

void World::make_read_only(const char* at) const {
  const int place = open_place(at);
  set_attributes(place, 0, MOUNT_ATTR_RDONLY, at);
  ::close(place);
}

void World::leave_machine() {
  must(::fchdir(machine_), "leave the machine's files");
  must(::umount2(".", MNT_DETACH), "leave the machine's files");
  must(::chdir("/"), "leave the machine's files");
  ::close(machine_);
  machine_ = -1;
}

}  // namespace jail
