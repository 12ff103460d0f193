#include "referee/system_call_filter.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <linux/sched.h>
#include <seccomp.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <memory>
#include <system_error>

#include "referee/descriptor.h"

namespace toptile {
namespace {

// A name that the library does not know is of no system call of this machine.
constexpr auto kRefused = std::to_array<const char*>({
    // Other processes.
    "ptrace",
    "process_vm_readv",
    "process_vm_writev",
    "process_madvise",
    "pidfd_getfd",
    "kcmp",
    // Mounts and namespaces.
    "mount",
    "umount",
    "umount2",
    "pivot_root",
    "chroot",
    "setns",
    "unshare",
    "fsopen",
    "fsconfig",
    "fsmount",
    "fspick",
    "move_mount",
    "open_tree",
    "mount_setattr",
    "open_by_handle_at",
    "name_to_handle_at",
    // Keys, which do not belong to a namespace.
    "keyctl",
    "add_key",
    "request_key",
    // Large parts of the kernel that games do not need and attackers like.
    "bpf",
    "perf_event_open",
    "userfaultfd",
    "io_uring_setup",
    "io_uring_enter",
    "io_uring_register",
    "fanotify_init",
    "modify_ldt",
    "lookup_dcookie",
    "nfsservctl",
    "vmsplice",
    "uselib",
    "vm86",
    "vm86old",
    // The machine itself.
    "settimeofday",
    "clock_settime",
    "clock_settime64",
    "clock_adjtime",
    "clock_adjtime64",
    "adjtimex",
    "stime",
    "sethostname",
    "setdomainname",
    "reboot",
    "kexec_load",
    "kexec_file_load",
    "init_module",
    "finit_module",
    "delete_module",
    "create_module",
    "swapon",
    "swapoff",
    "quotactl",
    "quotactl_fd",
    "acct",
    "syslog",
    "iopl",
    "ioperm",
    "vhangup",
    "sysfs",
    "_sysctl",
    "ustat",
});

constexpr auto kNamespaces = std::to_array<unsigned>(
    {CLONE_NEWUSER, CLONE_NEWNS, CLONE_NEWPID, CLONE_NEWNET, CLONE_NEWIPC, CLONE_NEWUTS, CLONE_NEWCGROUP});

constexpr std::uint64_t kWord = 0xffff'ffff;  // The kernel looks at no more of an int; a filter could.

class Filter {
 public:
  Filter() : filter_(::seccomp_init(SCMP_ACT_ALLOW)) {}

  void refuse(const char* name, int error, std::initializer_list<scmp_arg_cmp> arguments = {}) {
    const int call = ::seccomp_syscall_resolve_name(name);
    if (call == __NR_SCMP_ERROR || !filter_ || fault_ != 0) return;
    const int done = ::seccomp_rule_add_array(filter_.get(), SCMP_ACT_ERRNO(error), call,
                                              static_cast<unsigned>(arguments.size()), arguments.begin());
    // What another machine has and this one not is EDOM there.
    if (done != 0 && done != -EDOM) fault_ = -done;
  }

  Result<std::vector<sock_filter>> program() const {
    if (!filter_ || fault_ != 0) return failure(fault_ != 0 ? fault_ : ENOMEM);
    const UniqueDescriptor file(::memfd_create("toptile-filter", MFD_CLOEXEC));
    if (!file.is_open()) return failure(errno);
    if (const int done = ::seccomp_export_bpf(filter_.get(), file.number()); done != 0) return failure(-done);
    const off_t bytes = ::lseek(file.number(), 0, SEEK_END);
    std::vector<sock_filter> program(static_cast<std::size_t>(bytes) / sizeof(sock_filter));
    if (::pread(file.number(), program.data(), static_cast<std::size_t>(bytes), 0) != bytes)
      return failure(EIO);
    return program;
  }

 private:
  static Error failure(int error) {
    return {fmt::format("no filter of system calls can be made: {}; look at the library libseccomp",
                        std::generic_category().message(error))};
  }

  struct Release {
    void operator()(void* filter) const { ::seccomp_release(filter); }
  };
  std::unique_ptr<void, Release> filter_;
  int fault_ = 0;
};

}  // namespace

Result<std::vector<sock_filter>> system_call_filter(Processors processors) {
  Filter filter;
  for (const char* name : kRefused) filter.refuse(name, EPERM);
  filter.refuse("clone3", ENOSYS);
  for (const unsigned kind : kNamespaces)
    filter.refuse("clone", EPERM, {{0, SCMP_CMP_MASKED_EQ, kind, kind}});
  for (const char* name : {"socket", "socketpair"})
    filter.refuse(name, EAFNOSUPPORT, {{0, SCMP_CMP_NE, AF_UNIX, 0}});
  // Typing at a terminal in its user's place.
  for (const std::uint64_t request : {TIOCSTI, TIOCLINUX})
    filter.refuse("ioctl", EPERM, {{1, SCMP_CMP_MASKED_EQ, kWord, request}});
  // Two bots that can read one file could signal each other by its locks, and by watching it.
  filter.refuse("flock", ENOLCK);
  for (const int command : {F_SETLK, F_SETLKW, F_GETLK, F_OFD_SETLK, F_OFD_SETLKW, F_OFD_GETLK})
    filter.refuse("fcntl", ENOLCK, {{1, SCMP_CMP_MASKED_EQ, kWord, static_cast<unsigned>(command)}});
  for (const int command : {F_SETLEASE, F_NOTIFY})
    filter.refuse("fcntl", EPERM, {{1, SCMP_CMP_MASKED_EQ, kWord, static_cast<unsigned>(command)}});
  for (const char* name : {"inotify_init", "inotify_init1"}) filter.refuse(name, EPERM);
  if (processors == Processors::kept) filter.refuse("sched_setaffinity", EPERM);
  return filter.program();
}

}  // namespace toptile
