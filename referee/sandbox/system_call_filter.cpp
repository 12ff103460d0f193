#include "referee/sandbox/system_call_filter.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <linux/sched.h>
#include <linux/seccomp.h>
#include <seccomp.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <bit>
#include <cerrno>
#include <cstddef>
#include <cstdlib>
#include <memory>
#include <system_error>

#include "base/assert.h"
#include "base/descriptor.h"

namespace toptile {
namespace {

// If the library does not know a name, this machine does not have that system call.
constexpr auto kRefused = std::to_array<const char*>({
    // These reach into other processes.
    "ptrace",
    "process_vm_readv",
    "process_vm_writev",
    "process_madvise",
    "pidfd_getfd",
    "kcmp",
    // These change mounts and namespaces.
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
    // These reveal whether another process maps the same page, if the machine has several memory nodes.
    "move_pages",
    "migrate_pages",
    "vmsplice",
    "uselib",
    "vm86",
    "vm86old",
    // These change the machine itself.
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

// The kernel looks only at these bits of an int; a filter would see more.
constexpr std::uint64_t kWord = 0xffff'ffff;

// Constants that not all current headers have.
constexpr int kGetReadWriteHint = 1035, kSetReadWriteHint = 1036, kGetFileHint = 1037, kSetFileHint = 1038;
constexpr int kCold = 20, kPageOut = 21, kCollapse = 25;  // Advice on memory.
constexpr int kGetDelegation = 1039, kSetDelegation = 1040;
constexpr unsigned kNoWait = 0x8, kDoNotCache = 0x80;  // Flags of preadv2 and pwritev2.
constexpr int kSetMemoryMerge = 67;                    // An option of prctl.
constexpr int kShareCore = 62;                         // The prctl option that sets which tasks share a core.
constexpr int kSocketCookie = 57, kNetworkCookie = 71;  // Socket options.

// The requests that runtimes make on a descriptor: to find out whether it is a terminal, and which one, and
// how much there is to read; not to wait; and to close it on exec, or not. File systems, devices and
// terminals have hundreds of other requests.
constexpr auto kRequests = std::to_array<std::uint32_t>(
    {TCGETS, 0x802c'542a /* TCGETS2 */, TIOCGWINSZ, TIOCGPGRP, FIONREAD, FIONBIO, FIOCLEX, FIONCLEX});

// set_mempolicy_home_node of 2022. From pidfd_send_signal on, all kinds of machines have the same numbers.
constexpr std::uint32_t kLastJudged = SYS_pidfd_send_signal + 26;
// The numbers of x32 programs' calls have this bit; no other numbers are so high.
constexpr std::uint32_t kOfX32 = 0x4000'0000;

class Filter {
 public:
  Filter() : filter_(::seccomp_init(SCMP_ACT_ALLOW)) {}

  void refuse(const char* name, int error, std::initializer_list<scmp_arg_cmp> arguments = {}) {
    const int call = ::seccomp_syscall_resolve_name(name);
    if (call == __NR_SCMP_ERROR || !filter_ || fault_ != 0) return;
    const int done = ::seccomp_rule_add_array(filter_.get(), SCMP_ACT_ERRNO(error), call,
                                              static_cast<unsigned>(arguments.size()), arguments.begin());
    // EDOM means that only other kinds of machines have the call.
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
    return {fmt::format("no filter of system calls can be made: {}; check the library libseccomp",
                        std::generic_category().message(error))};
  }

  struct Release {
    void operator()(void* filter) const { ::seccomp_release(filter); }
  };
  std::unique_ptr<void, Release> filter_;
  int fault_ = 0;
};

struct Range {
  std::uint32_t first, last;
};

// The numbers for which the library knows no name of a call.
std::vector<Range> unknown_numbers() {
  std::vector<Range> ranges;
  for (std::uint32_t number = 0; number <= kLastJudged; ++number) {
    const std::unique_ptr<char, decltype(&std::free)> name(
        ::seccomp_syscall_resolve_num_arch(::seccomp_arch_native(), static_cast<int>(number)), &std::free);
    if (name) continue;
    if (ranges.empty() || ranges.back().last + 1 != number) ranges.push_back({number, number});
    ranges.back().last = number;
  }
  return ranges;
}

// A list of refused calls lets everything pass that it does not name, and no list names calls that are newer
// than itself. So calls newer than kLastJudged are answered here, before the list, as by a kernel that does
// not have them. Calls of programs of another kind (such as 32-bit ones) are left to the list, which kills
// the caller.
std::vector<sock_filter> refusal_of_unknown_calls() {
  const sock_filter refused = BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS);
  std::vector<sock_filter> checks;
  for (const Range& range : unknown_numbers()) {
    checks.push_back(BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, range.first, 0, 2));
    checks.push_back(BPF_JUMP(BPF_JMP | BPF_JGT | BPF_K, range.last, 1, 0));
    checks.push_back(refused);
  }
  checks.push_back(BPF_JUMP(BPF_JMP | BPF_JGT | BPF_K, kLastJudged, 0, 1));
  checks.push_back(refused);
  TOPTILE_ASSERT(checks.size() + 2 <= 0xff);  // A jump cannot go further.
  const auto over_all = static_cast<std::uint8_t>(checks.size());
  std::vector<sock_filter> program = {BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, arch)),
                                      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, ::seccomp_arch_native(), 0,
                                               static_cast<std::uint8_t>(over_all + 2)),
                                      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
                                      BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, kOfX32, over_all, 0)};
  program.insert(program.end(), checks.begin(), checks.end());
  return program;
}

// This is a list of allowed requests, as the library could only make a list of refused ones. The kernel looks
// only at the low half of the request, and so does this.
std::vector<sock_filter> refusal_of_strange_requests() {
  constexpr std::size_t kRequest = 1;
  constexpr std::size_t kLowHalf = std::endian::native == std::endian::little ? 0 : 4;
  std::vector<sock_filter> checks = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, args) + 8 * kRequest + kLowHalf)};
  for (std::size_t i = 0; i < kRequests.size(); ++i)
    checks.push_back(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, kRequests[i],
                              static_cast<std::uint8_t>(kRequests.size() - i), 0));
  checks.push_back(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOTTY));
  const auto over_all = static_cast<std::uint8_t>(checks.size());
  std::vector<sock_filter> program = {BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, arch)),
                                      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, ::seccomp_arch_native(), 0,
                                               static_cast<std::uint8_t>(over_all + 2)),
                                      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
                                      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_ioctl, 0, over_all)};
  program.insert(program.end(), checks.begin(), checks.end());
  return program;
}

// Two processes that can read one file could signal each other by what the kernel keeps about it for all: its
// locks, its watchers, hints on its use, and which of its pages are in memory.
void refuse_signals_by_files(Filter& filter) {
  filter.refuse("flock", ENOLCK);
  for (const int command : {F_SETLK, F_SETLKW, F_GETLK, F_OFD_SETLK, F_OFD_SETLKW, F_OFD_GETLK})
    filter.refuse("fcntl", ENOLCK, {{1, SCMP_CMP_MASKED_EQ, kWord, static_cast<unsigned>(command)}});
  for (const int command : {F_SETLEASE, F_NOTIFY})
    filter.refuse("fcntl", EPERM, {{1, SCMP_CMP_MASKED_EQ, kWord, static_cast<unsigned>(command)}});
  for (const int command :
       {kGetReadWriteHint, kSetReadWriteHint, kGetFileHint, kSetFileHint, kGetDelegation, kSetDelegation})
    filter.refuse("fcntl", EINVAL, {{1, SCMP_CMP_MASKED_EQ, kWord, static_cast<unsigned>(command)}});
  for (const char* name : {"inotify_init", "inotify_init1"}) filter.refuse(name, EPERM);
  for (const char* name : {"fadvise64", "fadvise64_64", "arm_fadvise64_64"}) filter.refuse(name, 0);
  filter.refuse("mincore", ENOSYS);
  for (const char* name : {"preadv2", "pwritev2"}) {
    for (const unsigned flag : {kNoWait, kDoNotCache})
      filter.refuse(name, EOPNOTSUPP, {{5, SCMP_CMP_MASKED_EQ, flag, flag}});
  }
  filter.refuse("io_setup", ENOSYS);  // It takes flags from memory, which a filter cannot read.
}

// Processes could also signal by pages that the kernel moves, or merges into one, for all that map them.
void refuse_signals_by_memory(Filter& filter) {
  for (const int advice : {kCold, kPageOut, kCollapse, MADV_MERGEABLE})
    filter.refuse("madvise", EINVAL, {{2, SCMP_CMP_MASKED_EQ, kWord, static_cast<unsigned>(advice)}});
  for (const unsigned flag : {1U << 0, 1U << 1})  // MPOL_MF_STRICT, MPOL_MF_MOVE
    filter.refuse("mbind", EPERM, {{5, SCMP_CMP_MASKED_EQ, flag, flag}});
  filter.refuse("prctl", EINVAL, {{0, SCMP_CMP_MASKED_EQ, kWord, kSetMemoryMerge}});
}

// Processes could also signal by numbers that the kernel hands out to the whole machine one after the other,
// and by which tasks may share a core. A new session gets such a number, which /proc/self/autogroup shows.
void refuse_signals_by_the_machine(Filter& filter) {
  filter.refuse("setsid", EPERM);
  for (const int option : {kSocketCookie, kNetworkCookie})
    filter.refuse("getsockopt", ENOPROTOOPT,
                  {{1, SCMP_CMP_MASKED_EQ, kWord, SOL_SOCKET},
                   {2, SCMP_CMP_MASKED_EQ, kWord, static_cast<unsigned>(option)}});
  filter.refuse("prctl", EINVAL, {{0, SCMP_CMP_MASKED_EQ, kWord, kShareCore}});
}

}  // namespace

Result<std::vector<sock_filter>> system_call_filter(Processors processors) {
  Filter filter;
  for (const char* name : kRefused) filter.refuse(name, EPERM);
  filter.refuse("clone3", ENOSYS);
  for (const unsigned kind : kNamespaces)
    filter.refuse("clone", EPERM, {{0, SCMP_CMP_MASKED_EQ, kind, kind}});
  for (const char* name : {"socket", "socketpair"})
    filter.refuse(name, EAFNOSUPPORT, {{0, SCMP_CMP_NE, AF_UNIX, 0}});
  refuse_signals_by_files(filter);
  refuse_signals_by_memory(filter);
  refuse_signals_by_the_machine(filter);
  if (processors == Processors::kept) filter.refuse("sched_setaffinity", EPERM);
  TOPTILE_TRY(const auto listed, filter.program());
  std::vector<sock_filter> program = refusal_of_unknown_calls();
  const std::vector<sock_filter> requests = refusal_of_strange_requests();
  program.insert(program.end(), requests.begin(), requests.end());
  program.insert(program.end(), listed.begin(), listed.end());
  return program;
}

}  // namespace toptile
