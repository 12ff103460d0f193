// Tries to do something that no bot in the sandbox may do: `escapee ATTEMPT`. The argument of the attempt is
// the variable ARGUMENT, because files named in a bot's command are shown to the bot. It says `escaped`, or
// `kept: WHY`; if it dies, the sandbox held it, too. Outside the sandbox it leaves no trace: it removes what
// it makes, and sets values to what they were.
#include <dirent.h>
#include <fcntl.h>
#include <linux/bpf.h>
#include <linux/fiemap.h>
#include <linux/fs.h>
#include <linux/io_uring.h>
#include <linux/perf_event.h>
#include <linux/userfaultfd.h>
#include <mqueue.h>
#include <netinet/in.h>
#include <pty.h>
#include <sched.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/msg.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <ctime>
#include <fstream>
#include <functional>
#include <iostream>
#include <map>
#include <string>
#include <vector>

namespace {

using std::string;

constexpr size_t kMiB = 1 << 20;

// Each of these functions returns true if it worked; otherwise errno says why not.

bool succeeds(long result) {
  return result >= 0;
}

// In a copy of this process, exits, because the copy has nothing to say.
bool is_parent_of(long child) {
  if (child == 0) ::_exit(0);
  return succeeds(child);
}

bool opens(const string& file, int flags) {
  return succeeds(::open(file.c_str(), flags | O_CLOEXEC));
}

// Opens both ends at once, so that it waits for nobody.
bool opens_fifo(const string& file) {
  return opens(file, O_RDWR | O_NONBLOCK);
}

bool reads(const string& file) {
  const int opened = ::open(file.c_str(), O_RDONLY | O_CLOEXEC);
  char byte = 0;
  return opened >= 0 && ::read(opened, &byte, 1) == 1;
}

bool makes_file(const string& file) {
  const bool made = succeeds(::open(file.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
  const int why = errno;
  if (made) ::unlink(file.c_str());
  errno = why;
  return made;
}

bool is_listed(const string& folder) {
  DIR* const opened = ::opendir(folder.c_str());
  return opened != nullptr && ::readdir(opened) != nullptr;
}

sockaddr_in loopback(int port) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<uint16_t>(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  return address;
}

bool connects(const string& port) {
  const sockaddr_in address = loopback(std::stoi(port));
  const int opened = ::socket(AF_INET, SOCK_STREAM, 0);
  return opened >= 0 && ::connect(opened, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0;
}

bool sends_datagram(const string& port) {
  const sockaddr_in address = loopback(std::stoi(port));
  const int opened = ::socket(AF_INET, SOCK_DGRAM, 0);
  return opened >= 0 &&
         ::sendto(opened, "x", 1, 0, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 1;
}

bool listens(const string&) {
  const sockaddr_in address = loopback(0);
  const int opened = ::socket(AF_INET, SOCK_STREAM, 0);
  return opened >= 0 && ::bind(opened, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0 &&
         ::listen(opened, 1) == 0;
}

// A name that begins with @ is abstract.
bool connects_locally(const string& name) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  std::memcpy(address.sun_path, name.data(), name.size());
  if (name[0] == '@') address.sun_path[0] = '\0';
  const auto size = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + name.size());
  const int opened = ::socket(AF_UNIX, SOCK_STREAM, 0);
  return opened >= 0 && ::connect(opened, reinterpret_cast<const sockaddr*>(&address), size) == 0;
}

// The kernel checks the right to look before the address, so a wrong address is enough.
bool may_read_memory(const string& pid) {
  char byte = 0;
  const iovec here{&byte, 1}, there{nullptr, 1};
  return ::process_vm_readv(std::stoi(pid), &here, 1, &there, 1, 0) >= 0 || errno == EFAULT;
}

bool traces(const string& pid) {
  const pid_t traced = std::stoi(pid);
  if (::ptrace(PTRACE_SEIZE, traced, nullptr, nullptr) != 0) return false;
  ::ptrace(PTRACE_INTERRUPT, traced, nullptr, nullptr);
  ::waitpid(traced, nullptr, __WALL);
  ::ptrace(PTRACE_DETACH, traced, nullptr, nullptr);
  return true;
}

bool mounts(const string& folder) {
  if (::mount("none", folder.c_str(), "tmpfs", 0, nullptr) != 0) return false;
  ::umount(folder.c_str());
  return true;
}

bool sets_clock(const string&) {
  timespec now{};
  ::clock_gettime(CLOCK_REALTIME, &now);
  return ::clock_settime(CLOCK_REALTIME, &now) == 0;
}

bool keeps_key(const string&) {
  constexpr int kProcessKeyring = -2;
  return succeeds(::syscall(SYS_add_key, "user", "toptile-escapee", "x", 1, kProcessKeyring));
}

// Whether descriptors are open besides the standard streams and the one that reads the list.
bool has_more_descriptors(const string&) {
  DIR* const list = ::opendir("/proc/self/fd");
  if (list == nullptr) return false;
  while (const dirent* entry = ::readdir(list)) {
    const int number = std::atoi(entry->d_name);
    if (number > STDERR_FILENO && number != ::dirfd(list)) return true;
  }
  errno = 0;
  return false;
}

bool writes(const string& file, size_t bytes) {
  const std::vector<char> block(kMiB, 'x');
  const int opened = ::open(file.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  bool goes_on = opened >= 0;
  for (size_t written = 0; goes_on && written < bytes; written += kMiB)
    goes_on = ::write(opened, block.data(), kMiB) == static_cast<ssize_t>(kMiB);
  return goes_on;
}

bool fills_disk(const string& folder) {
  bool goes_on = true;
  int why = 0;
  for (int i = 0; i < 8 && goes_on; ++i) {
    goes_on = writes(folder + "/fill" + std::to_string(i), 2 * kMiB);
    why = errno;
  }
  for (int i = 0; i < 8; ++i) ::unlink((folder + "/fill" + std::to_string(i)).c_str());
  errno = why;
  return goes_on;
}

bool writes_long_file(const string& folder) {
  ::signal(SIGXFSZ, SIG_IGN);
  const bool wrote = writes(folder + "/long", 6 * kMiB);
  const int why = errno;
  ::unlink((folder + "/long").c_str());
  errno = why;
  return wrote;
}

// The limit counts the memory of all processes of the bot together.
bool eats_memory(const string& mebibytes) {
  const size_t bytes = std::stoul(mebibytes) * kMiB;
  void* const memory = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return false;
  std::memset(memory, 1, bytes);
  return true;
}

bool forks(const string& times) {
  std::vector<pid_t> children;
  const size_t wanted = std::stoul(times);
  int why = 0;
  while (children.size() < wanted) {
    const pid_t child = ::fork();
    if (child == 0) ::pause();
    if (child < 0) {
      why = errno;
      break;
    }
    children.push_back(child);
  }
  for (const pid_t child : children) ::kill(child, SIGKILL);
  for (const pid_t child : children) ::waitpid(child, nullptr, 0);
  errno = why;
  return children.size() == wanted;
}

bool opens_many(const string& times) {
  int left = std::stoi(times);
  while (left > 0 && opens("/dev/null", O_RDONLY)) --left;
  return left == 0;
}

// Leaves a grandchild behind, which the test finds by its environment.
bool outlives(const string&) {
  const pid_t child = ::fork();
  if (child < 0) return false;
  if (child == 0) {
    ::setsid();
    if (::fork() == 0) {
      for (const int number : {0, 1, 2}) ::close(number);
      ::sleep(60);
    }
    ::_exit(0);
  }
  ::waitpid(child, nullptr, 0);
  return true;
}

bool makes_ring(const string&) {
  io_uring_params parameters{};
  return succeeds(::syscall(SYS_io_uring_setup, 1, &parameters));
}

bool makes_map(const string&) {
  union bpf_attr attributes {};
  attributes.map_type = BPF_MAP_TYPE_ARRAY;
  attributes.key_size = 4;
  attributes.value_size = 4;
  attributes.max_entries = 1;
  return succeeds(::syscall(SYS_bpf, BPF_MAP_CREATE, &attributes, sizeof attributes));
}

bool measures(const string&) {
  perf_event_attr attributes{};
  attributes.type = PERF_TYPE_SOFTWARE;
  attributes.size = sizeof attributes;
  attributes.config = PERF_COUNT_SW_TASK_CLOCK;
  attributes.exclude_kernel = 1;
  return succeeds(::syscall(SYS_perf_event_open, &attributes, 0, -1, -1, 0));
}

bool types(const string&) {
  int controller = -1, terminal = -1;
  if (::openpty(&controller, &terminal, nullptr, nullptr, nullptr) != 0) return false;
  if (::fork() == 0) {
    ::setsid();
    ::ioctl(terminal, TIOCSCTTY, 0);
    ::_exit(::ioctl(terminal, TIOCSTI, "x") == 0 ? 0 : errno);
  }
  int status = 0;
  ::wait(&status);
  errno = WEXITSTATUS(status);
  return status == 0;
}

bool moves_to_every_processor(const string&) {
  cpu_set_t every;
  std::memset(&every, 0xff, sizeof every);
  return ::sched_setaffinity(0, sizeof every, &every) == 0;
}

bool raises(__rlimit_resource resource, rlim_t most) {
  const rlimit limit{most, most};
  return ::setrlimit(resource, &limit) == 0;
}

bool names_handle(const string&) {
  alignas(file_handle) std::array<std::byte, 256> memory{};
  auto* const handle = new (memory.data()) file_handle;
  handle->handle_bytes = 128;
  int mount = 0;
  return ::name_to_handle_at(AT_FDCWD, "/usr", handle, &mount, 0) == 0;
}

bool names_machine(const string&) {
  char name[256]{};
  ::gethostname(name, sizeof name - 1);
  return ::sethostname(name, std::strlen(name)) == 0;
}

bool tunes_kernel(const string&) {
  const string file = "/proc/sys/kernel/printk_ratelimit";
  string value;
  std::ifstream(file) >> value;
  const int opened = ::open(file.c_str(), O_WRONLY | O_CLOEXEC);
  return opened >= 0 && ::write(opened, value.data(), value.size()) > 0;
}

bool makes_device(const string& folder) {
  const string file = folder + "/device";
  const bool made = ::mknod(file.c_str(), S_IFBLK | 0600, makedev(7, 0)) == 0;
  const int why = errno;
  ::unlink(file.c_str());
  errno = why;
  return made;
}

// Tries to signal the process, and then its group.
bool signals(const string& pid) {
  return ::kill(std::stoi(pid), SIGCONT) == 0 || ::kill(-std::stoi(pid), SIGCONT) == 0;
}

// Maps the file's first page, and returns what `ask` answers about it.
bool maps(const string& file, const std::function<bool(void*, size_t)>& ask) {
  constexpr size_t kPage = 4096;
  const int opened = ::open(file.c_str(), O_RDONLY | O_CLOEXEC);
  void* const page = ::mmap(nullptr, kPage, PROT_READ, MAP_SHARED, opened, 0);
  return page != MAP_FAILED && ask(page, kPage);
}

bool advises(const string& file, int advice) {
  return maps(file, [&](void* page, size_t bytes) { return ::madvise(page, bytes, advice) == 0; });
}

bool merges_memory(const string&) {
  void* const page = ::mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return page != MAP_FAILED && ::madvise(page, 4096, MADV_MERGEABLE) == 0;
}

// If the read would have to wait, that is an answer, too.
bool reads_by(const string& file, int flag) {
  const int opened = ::open(file.c_str(), O_RDONLY | O_CLOEXEC);
  char byte = 0;
  const iovec here{&byte, 1};
  return ::preadv2(opened, &here, 1, 0, flag) >= 0 || errno == EAGAIN;
}

bool writes_by(const string&, int flag) {
  const int opened = ::open("/tmp", O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
  const iovec here{const_cast<char*>("x"), 1};
  return ::pwritev2(opened, &here, 1, 0, flag) >= 0 || errno == EAGAIN;
}

bool hints(const string& file, int command) {
  std::uint64_t hint = 2;
  return ::fcntl(::open(file.c_str(), O_RDONLY | O_CLOEXEC), command, &hint) == 0;
}

// Whether there is such a system call, even if it refuses these senseless arguments.
bool calls(const string& number) {
  return ::syscall(std::stol(number), -1, 0, 0, -1, 0, 0) >= 0 || errno != ENOSYS;
}

// The call is made in a child, because it may end the process that makes it.
bool asks_who_it_is(const std::function<long()>& call) {
  const pid_t child = ::fork();
  if (child == 0) ::_exit(call() > 0 ? 0 : errno);
  int status = 0;
  ::waitpid(child, &status, 0);
  errno = WIFSIGNALED(status) && WTERMSIG(status) == SIGSYS ? EPERM : WEXITSTATUS(status);
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

#if defined(__x86_64__)
long who_of_32_bits() {
  long answer = 20;  // getpid
  asm volatile("int $0x80" : "+a"(answer) : : "memory", "r8", "r9", "r10", "r11");
  return answer;
}
#else
long who_of_32_bits() {
  errno = ENOSYS;
  return -1;
}
#endif

// Asks where on the disk the file lies. That fills a cache of the kernel, which other processes can notice.
// The kernel ignores the high half of the request's number.
bool asks_where(const string& file, std::uint64_t high_half) {
  struct fiemap map;
  // Clang refuses to initialize it, because it ends with an array of no length.
  std::memset(&map, 0, sizeof map);
  map.fm_length = kMiB;
  const int opened = ::open(file.c_str(), O_RDONLY | O_CLOEXEC);
  return ::syscall(SYS_ioctl, opened, high_half | FS_IOC_FIEMAP, &map) == 0;
}

// Asks for a number that the kernel gives to no other socket, or to no other network.
bool asks_for_cookie(const string& option, std::uint64_t high_half) {
  std::uint64_t cookie = 0;
  socklen_t size = sizeof cookie;
  const int opened = ::socket(AF_UNIX, SOCK_STREAM, 0);
  return ::syscall(SYS_getsockopt, opened, high_half | SOL_SOCKET, high_half | std::stoul(option), &cookie,
                   &size) == 0;
}

// Makes the requests that programs make of their input and output, to see whether it is a terminal, too.
bool asks_as_programs_do(const string&) {
  int bytes = 0, zero = 0;
  winsize size{};
  return ::isatty(STDIN_FILENO) == 0 && errno == ENOTTY && ::ioctl(STDIN_FILENO, TIOCGWINSZ, &size) < 0 &&
         errno == ENOTTY && ::ioctl(STDIN_FILENO, FIONREAD, &bytes) == 0 &&
         ::ioctl(STDIN_FILENO, FIONBIO, &zero) == 0 && ::ioctl(STDIN_FILENO, FIOCLEX) == 0 &&
         ::ioctl(STDIN_FILENO, FIONCLEX) == 0;
}

bool makes_terminal(const string&) {
  return ::open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC) >= 0;
}

// Sets the times of a file to the present.
bool dates(const string& file) {
  return ::utimensat(AT_FDCWD, file.c_str(), nullptr, 0) == 0;
}

// Drops the pages of a file that the kernel keeps in memory and nobody else uses.
bool drops_pages(const string& file) {
  const int opened = ::open(file.c_str(), O_RDONLY | O_CLOEXEC);
  return opened >= 0 && ::posix_fadvise(opened, 0, 0, POSIX_FADV_DONTNEED) == 0;
}

const std::map<string, std::function<bool(const string&)>> kAttempts = {
    {"abstract-socket", connects_locally},
    {"affinity", moves_to_every_processor},
    {"bpf", makes_map},
    {"chroot", [](const string& folder) { return ::chroot(folder.c_str()) == 0; }},
    {"clock", sets_clock},
    {"clone",
     [](const string&) { return is_parent_of(::syscall(SYS_clone, CLONE_NEWUSER | SIGCHLD, 0, 0, 0, 0)); }},
    {"core", [](const string&) { return raises(RLIMIT_CORE, kMiB); }},
    {"dates", dates},
    {"descriptors", has_more_descriptors},
    {"device", makes_device},
    {"fifo", opens_fifo},
    {"file", reads},
    {"fill", fills_disk},
    {"forks", forks},
    {"handle", names_handle},
    {"hostname", names_machine},
    {"io-uring", makes_ring},
    {"key", keeps_key},
    {"limits", [](const string& most) { return raises(RLIMIT_NOFILE, std::stoul(most)); }},
    {"listen", listens},
    {"lists", is_listed},
    {"long-file", writes_long_file},
    {"makes", makes_file},
    {"many-files", opens_many},
    {"memory", eats_memory},
    {"message-queue", [](const string& key) { return succeeds(::msgget(std::stoi(key), 0)); }},
    {"mount", mounts},
    {"named-queue", [](const string& name) { return succeeds(::mq_open(name.c_str(), O_RDONLY)); }},
    {"named-socket", connects_locally},
    {"nice",
     [](const string&) {
       const int now = ::getpriority(PRIO_PROCESS, 0);
       return ::setpriority(PRIO_PROCESS, 0, now - 1) == 0 && ::getpriority(PRIO_PROCESS, 0) < now;
     }},
    {"outlive", outlives},
    {"perf", measures},
    {"ptrace", traces},
    {"read-memory", may_read_memory},
    {"root", [](const string&) { return ::setresuid(0, 0, 0) == 0; }},
    {"setns", [](const string& file) { return ::setns(::open(file.c_str(), O_RDONLY), 0) == 0; }},
    {"shared-memory", [](const string& key) { return succeeds(::shmget(std::stoi(key), 0, 0)); }},
    {"signal", signals},
    {"sysctl", tunes_kernel},
    {"stays", [](const string&) { return true; }},
    {"syslog", [](const string&) { return succeeds(::syscall(SYS_syslog, 10, nullptr, 0)); }},
    {"tcp", connects},
    {"terminal", makes_terminal},
    {"tiocsti", types},
    {"udp", sends_datagram},
    {"unshare", [](const string&) { return ::unshare(CLONE_NEWUSER | CLONE_NEWNS) == 0; }},
    {"advises-cold", [](const string& file) { return advises(file, 20); }},      // MADV_COLD
    {"advises-collapse", [](const string& file) { return advises(file, 25); }},  // MADV_COLLAPSE
    {"advises-page-out", [](const string& file) { return advises(file, 21); }},  // MADV_PAGEOUT
    {"asks-core",
     [](const string& file) {
       unsigned char is_there = 0;
       return maps(file, [&](void* page, size_t bytes) { return ::mincore(page, bytes, &is_there) == 0; });
     }},
    {"asks-as-programs-do", asks_as_programs_do},
    {"asks-where", [](const string& file) { return asks_where(file, 0); }},
    {"asks-where-64", [](const string& file) { return asks_where(file, 0xabcd'0000'0000'0000); }},
    {"asks-for-cookie", [](const string& option) { return asks_for_cookie(option, 0); }},
    {"asks-for-cookie-64",
     [](const string& option) { return asks_for_cookie(option, 0xabcd'0000'0000'0000); }},
    {"asynchronous",
     [](const string&) {
       unsigned long context = 0;
       return succeeds(::syscall(SYS_io_setup, 1, &context));
     }},
    {"call", calls},
    {"call-32", [](const string&) { return asks_who_it_is(who_of_32_bits); }},
    {"call-x32",
     [](const string&) { return asks_who_it_is([] { return ::syscall(0x4000'0000 + SYS_getpid); }); }},
    {"drops-pages", drops_pages},
    {"gets-hint", [](const string& file) { return hints(file, 1035); }},       // F_GET_RW_HINT
    {"gets-file-hint", [](const string& file) { return hints(file, 1037); }},  // F_GET_FILE_RW_HINT
    {"merges", merges_memory},
    {"merges-all", [](const string&) { return ::prctl(67, 1, 0, 0, 0) == 0; }},  // PR_SET_MEMORY_MERGE
    {"moves-pages",
     [](const string&) {
       void* page = ::environ;
       int status = 0;
       return ::syscall(SYS_move_pages, 0, 1, &page, nullptr, &status, 0) == 0;
     }},
    {"reads-at-once", [](const string& file) { return reads_by(file, RWF_NOWAIT); }},
    {"reads-uncached", [](const string& file) { return reads_by(file, 0x80); }},  // RWF_DONTCACHE
    {"sets-hint", [](const string& file) { return hints(file, 1036); }},          // F_SET_RW_HINT
    {"sets-file-hint", [](const string& file) { return hints(file, 1038); }},     // F_SET_FILE_RW_HINT
    {"writes-at-once", [](const string& file) { return writes_by(file, RWF_NOWAIT); }},
    {"writes-uncached", [](const string& file) { return writes_by(file, 0x80); }},
    {"userfaultfd", [](const string&) { return succeeds(::syscall(SYS_userfaultfd, UFFD_USER_MODE_ONLY)); }},
    {"writes", [](const string& file) { return opens(file, O_WRONLY | O_APPEND); }},
};

// ---- Messages for another bot ---------------------------------------------------------------------------

struct Way {
  string name;
  std::function<bool()> leave, find;
};

// The ways to leave a message. Two bots have in common a word for names, and a file that both can read.
std::vector<Way> ways(const string& word, const string& common, const string& own_folder) {
  const int key = static_cast<int>(std::hash<string>{}(word)&0x7fff'ffff);
  std::vector<Way> all;
  for (const string& folder : {string("/tmp"), string("/dev/shm"), string("/var/tmp"), string("/run"),
                               own_folder, common.substr(0, common.rfind('/'))}) {
    const string file = folder + "/" + word;
    all.push_back({folder,
                   [=] { return succeeds(::open(file.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0666)); },
                   [=] { return ::access(file.c_str(), F_OK) == 0; }});
  }
  // A bot's build may have made such a fifo.
  const string fifo = own_folder + "/fifo";
  all.push_back({"fifo",
                 [=] {
                   const int opened = ::open(fifo.c_str(), O_RDWR | O_NONBLOCK | O_CLOEXEC);
                   return opened >= 0 && ::write(opened, "x", 1) == 1;
                 },
                 [=] {
                   const int opened = ::open(fifo.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
                   char byte = 0;
                   return opened >= 0 && ::read(opened, &byte, 1) == 1;
                 }});
  all.push_back({"queue", [=] { return succeeds(::msgget(key, IPC_CREAT | 0666)); },
                 [=] { return succeeds(::msgget(key, 0)); }});
  all.push_back({"shared memory", [=] { return succeeds(::shmget(key, 4096, IPC_CREAT | 0666)); },
                 [=] { return succeeds(::shmget(key, 0, 0)); }});
  all.push_back({"named queue",
                 [=] { return succeeds(::mq_open(("/" + word).c_str(), O_CREAT | O_RDWR, 0666, nullptr)); },
                 [=] { return succeeds(::mq_open(("/" + word).c_str(), O_RDONLY)); }});
  all.push_back({"lock", [=] { return ::flock(::open(common.c_str(), O_RDONLY), LOCK_EX | LOCK_NB) == 0; },
                 [=] {
                   return ::flock(::open(common.c_str(), O_RDONLY), LOCK_EX | LOCK_NB) != 0 &&
                          errno == EWOULDBLOCK;
                 }});
  all.push_back({"record lock",
                 [=] {
                   struct flock lock {};
                   lock.l_type = F_RDLCK;
                   return ::fcntl(::open(common.c_str(), O_RDONLY), F_SETLK, &lock) == 0;
                 },
                 [=] {
                   struct flock lock {};
                   lock.l_type = F_WRLCK;
                   return ::fcntl(::open(common.c_str(), O_RDONLY), F_GETLK, &lock) == 0 &&
                          lock.l_type != F_UNLCK;
                 }});
  all.push_back(
      {"socket",
       [=] {
         sockaddr_un address{};
         address.sun_family = AF_UNIX;
         std::memcpy(address.sun_path + 1, word.data(), word.size());
         const int opened = ::socket(AF_UNIX, SOCK_STREAM, 0);
         const auto size = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + 1 + word.size());
         return ::bind(opened, reinterpret_cast<sockaddr*>(&address), size) == 0 && ::listen(opened, 5) == 0;
       },
       [=] { return connects_locally("@" + word); }});
  return all;
}

// Says each way that worked, one a line, then `done`, and waits for the end of its input. Some messages are
// gone when it exits.
int talk(const string& deed, const string& word, const string& common, const string& own_folder) {
  for (const Way& way : ways(word, common, own_folder)) {
    if (deed == "leave" ? way.leave() : way.find()) std::cout << way.name << '\n';
  }
  std::cout << "done" << std::endl;
  string line;
  while (std::getline(std::cin, line)) continue;
  return 0;
}

// Says the lines of the file, then `done`.
int copy_file(const string& file, const string& first) {
  if (!first.empty() && !eats_memory(first)) return 1;
  std::ifstream lines(file);
  for (string line; std::getline(lines, line);) std::cout << line << '\n';
  std::cout << "done" << std::endl;
  return 0;
}

string given(const char* name) {
  const char* const value = std::getenv(name);
  return value != nullptr ? value : "";
}

}  // namespace

int main(int argc, char** argv) {
  const string attempt = argc > 1 ? argv[1] : "";
  if (attempt == "leave" || attempt == "find")
    return talk(attempt, given("WORD"), given("COMMON"), given("OWN"));
  if (attempt == "copies") return copy_file(given("ARGUMENT"), given("FIRST"));
  const auto found = kAttempts.find(attempt);
  if (found == kAttempts.end()) {
    std::cout << "there is no attempt " << attempt << std::endl;
    return 2;
  }
  errno = 0;
  if (found->second(given("ARGUMENT"))) {
    std::cout << "escaped" << std::endl;
    if (attempt == "stays") ::pause();
  } else {
    std::cout << "kept: " << std::strerror(errno) << std::endl;
  }
  return 0;
}
