#include "referee/jail/rights.h"

#include <fcntl.h>
#include <grp.h>
#include <linux/capability.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

#include "referee/jail/failure.h"

namespace jail {
namespace {

void write_line(int folder, const char* file, const char* line) {
  const int opened = must(::openat(folder, file, O_WRONLY | O_CLOEXEC), "open the process's", file);
  if (::write(opened, line, std::strlen(line)) < 0) give_up("write the process's", file);
  ::close(opened);
}

void map(int process, const char* file, unsigned inside, unsigned outside) {
  char line[64];
  std::snprintf(line, sizeof line, "%u %u 1", inside, outside);
  write_line(process, file, line);
}

}  // namespace

// A user may name a single group only if no process in the namespace can leave groups.
void become_owner(int process, uid_t user, uid_t outside, gid_t group, gid_t outside_group) {
  write_line(process, "setgroups", "deny");
  map(process, "uid_map", user, outside);
  map(process, "gid_map", group, outside_group);
}

void become_user(uid_t user) {
  must(::setgroups(0, nullptr), "leave root's groups");
  must(::setresgid(user, user, user), "become the bot's group");
  must(::setresuid(user, user, user), "become the bot's user");
}

void renounce_rights_of_programs() {
  for (int right = 0; ::prctl(PR_CAPBSET_READ, right, 0, 0, 0) >= 0; ++right)
    must(::prctl(PR_CAPBSET_DROP, right, 0, 0, 0), "give up rights");
  if (errno != EINVAL) give_up("read which rights there are");
}

void renounce_rights() {
  if (::prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0) < 0 && errno != EINVAL)
    give_up("give up rights");
  __user_cap_header_struct header{_LINUX_CAPABILITY_VERSION_3, 0};
  const __user_cap_data_struct none[_LINUX_CAPABILITY_U32S_3] = {};
  must(::syscall(SYS_capset, &header, none), "give up rights");
}

void filter_system_calls(int file) {
  static sock_filter instructions[BPF_MAXINSNS];
  const ssize_t bytes =
      must(::pread(file, instructions, sizeof instructions, 0), "read the filter of system calls");
  const sock_fprog program{static_cast<unsigned short>(static_cast<size_t>(bytes) / sizeof(sock_filter)),
                           instructions};
  must(::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0), "filter system calls");
}

void limit_processes(unsigned long most) {
  rlimit now{};
  must(::getrlimit(RLIMIT_NPROC, &now), "limit processes");
  if (now.rlim_max < most) most = now.rlim_max;
  const rlimit wanted{most, most};
  must(::setrlimit(RLIMIT_NPROC, &wanted), "limit processes");
}

}  // namespace jail
