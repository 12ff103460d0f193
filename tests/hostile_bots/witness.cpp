// Two programs that show what processes in different sandboxes can notice of each other through the machine.
//
//   witness looks     for each line of its input: looks at every fact that it can reach, and says the names
//                     of those that changed since the look before, one a line, then `done`
//   witness stirs     takes and uses up what the kernel may count for the whole machine, says how much it got
//                     of each kind, then `done`, and keeps all of it until its input ends; then it gives back
//                     what would outlive it outside of a sandbox
//
// Facts are the files below the folders in the variable ROOTS, what calls tell, the numbers that new things
// get, and whether a thing can be had at all.
#include <dirent.h>
#include <fcntl.h>
#include <mqueue.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/file.h>
#include <sys/inotify.h>
#include <sys/mman.h>
#include <sys/msg.h>
#include <sys/prctl.h>
#include <sys/sem.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/syscall.h>
#include <sys/sysinfo.h>
#include <sys/timerfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <fstream>
#include <functional>
#include <iostream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

namespace {

using std::string;
using Facts = std::map<string, string>;

constexpr std::size_t kMiB = 1 << 20;

string given(const char* name) {
  const char* const value = std::getenv(name);
  return value != nullptr ? value : "";
}

string why_not() {
  return "cannot: " + string(std::strerror(errno));
}

// --- What there is to see ---

// The beginning of a file. A file that would be waited for is not.
string beginning_of(const string& file) {
  const int opened = ::open(file.c_str(), O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC);
  if (opened < 0) return why_not();
  string text(kMiB, '\0');
  std::size_t size = 0;
  ssize_t count = 1;
  while (size < text.size() && (count = ::read(opened, text.data() + size, text.size() - size)) > 0)
    size += static_cast<std::size_t>(count);
  const string fault = count < 0 ? why_not() : "";
  ::close(opened);
  text.resize(size);
  return text + fault;
}

bool is_number(const string& name) {
  return name.find_first_not_of("0123456789") == string::npos;
}

// Other processes of the bot, threads and descriptors are its own. What a process says of its memory is in
// other files, too.
bool is_passed_over(const string& path, const string& name) {
  if (path == "/proc") return is_number(name) || name == "self" || name == "thread-self";
  if (path != "/proc/self") return false;
  for (const char* own : {"task", "fd", "fdinfo", "map_files", "mem", "pagemap", "clear_refs"})
    if (name == own) return true;
  return false;
}

void read_below(const string& folder, Facts& facts) {
  DIR* const opened = ::opendir(folder.c_str());
  if (opened == nullptr) {
    facts[folder] = why_not();
    return;
  }
  for (const dirent* entry = ::readdir(opened); entry != nullptr; entry = ::readdir(opened)) {
    const string name = entry->d_name, path = folder + "/" + name;
    struct stat status {};
    if (name == "." || name == ".." || is_passed_over(folder, name) || ::lstat(path.c_str(), &status) != 0)
      continue;
    if (S_ISDIR(status.st_mode)) read_below(path, facts);
    if (S_ISREG(status.st_mode)) facts[path] = beginning_of(path);
    if (S_ISLNK(status.st_mode)) {
      std::array<char, 4096> target{};
      facts[path] =
          ::readlink(path.c_str(), target.data(), target.size() - 1) < 0 ? why_not() : target.data();
    }
  }
  ::closedir(opened);
}

// The kernel's number of what the descriptor stands for.
string number_of(int descriptor) {
  struct stat status {};
  const bool is_known = descriptor >= 0 && ::fstat(descriptor, &status) == 0;
  string number = is_known ? std::to_string(status.st_ino) : why_not();
  ::close(descriptor);
  return number;
}

string number_of_pipe() {
  int ends[2] = {-1, -1};
  if (::pipe2(ends, O_CLOEXEC) != 0) return why_not();
  ::close(ends[1]);
  return number_of(ends[0]);
}

// Runs `deed` in a new process, and returns what it said.
string said_by_child(const std::function<string()>& deed) {
  int ends[2] = {-1, -1};
  if (::pipe2(ends, O_CLOEXEC) != 0) return why_not();
  const pid_t child = ::fork();
  if (child == 0) {
    const string said = deed();
    ::_exit(::write(ends[1], said.data(), said.size()) < 0);
  }
  ::close(ends[1]);
  std::array<char, 256> said{};
  const bool is_told = child > 0 && ::read(ends[0], said.data(), said.size() - 1) >= 0;
  ::close(ends[0]);
  if (child > 0) ::waitpid(child, nullptr, 0);
  return is_told ? said.data() : why_not();
}

string number_of_session() {
  return said_by_child([] { return ::setsid() < 0 ? why_not() : beginning_of("/proc/self/autogroup"); });
}

string room_on(const char* place) {
  struct statfs room {};
  if (::statfs(place, &room) != 0) return why_not();
  std::ostringstream told;
  told << room.f_blocks << ' ' << room.f_bfree << ' ' << room.f_bavail << ' ' << room.f_files << ' '
       << room.f_ffree;
  return told.str();
}

string times_of(const char* file) {
  struct stat status {};
  if (::stat(file, &status) != 0) return why_not();
  std::ostringstream told;
  for (const timespec& time : {status.st_atim, status.st_mtim, status.st_ctim})
    told << time.tv_sec << '.' << time.tv_nsec << ' ';
  return told.str();
}

string told_by_sysinfo() {
  struct sysinfo info {};
  if (::sysinfo(&info) != 0) return why_not();
  std::ostringstream told;
  told << info.freeram << ' ' << info.sharedram << ' ' << info.bufferram << ' ' << info.freeswap << ' '
       << info.procs;
  for (const unsigned long load : info.loads) told << ' ' << load;
  return told.str();
}

template <class Info>
string told_by(const std::function<int(Info*)>& call) {
  Info info{};
  if (call(&info) < 0) return why_not();
  return {reinterpret_cast<const char*>(&info), sizeof info};
}

string can(int made) {
  if (made < 0) return why_not();
  ::close(made);
  return "can";
}

Facts look() {
  Facts facts;
  std::istringstream roots(given("ROOTS"));
  for (string root; roots >> root;) {
    read_below(root, facts);
    if (root == "/proc") read_below("/proc/self", facts);
  }
  facts["the number of a new pipe"] = number_of_pipe();
  facts["the number of a new socket"] = number_of(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
  facts["the number of a new file in memory"] = number_of(::memfd_create("witness", MFD_CLOEXEC));
  facts["the number of a new eventfd"] = number_of(::eventfd(0, EFD_CLOEXEC));
  facts["the number of a new process"] = said_by_child([] { return std::to_string(::getpid()); });
  facts["the number of a new session"] = number_of_session();
  facts["sysinfo"] = told_by_sysinfo();
  for (const char* place : {"/", "/usr", "/tmp", "/dev", "/dev/shm", "/proc", "."})
    facts["the room on " + string(place)] = room_on(place);
  for (const char* device : {"/dev/null", "/dev/zero", "/dev/full", "/dev/urandom"})
    facts["the times of " + string(device)] = times_of(device);
  facts["message queues"] = told_by<msginfo>(
      [](msginfo* info) { return ::msgctl(0, MSG_INFO, reinterpret_cast<msqid_ds*>(info)); });
  facts["shared memory"] = told_by<shm_info>(
      [](shm_info* info) { return ::shmctl(0, SHM_INFO, reinterpret_cast<shmid_ds*>(info)); });
  facts["semaphores"] = told_by<seminfo>([](seminfo* info) { return ::semctl(0, 0, SEM_INFO, info); });
  facts["can watch files"] = can(::inotify_init1(IN_CLOEXEC));
  facts["can have a timer"] = can(::timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC));
  facts["can wait for many"] = can(::epoll_create1(EPOLL_CLOEXEC));
  facts["can have a terminal"] = can(::open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC));
  return facts;
}

int keep_looking() {
  Facts before;
  for (string line; std::getline(std::cin, line);) {
    Facts now = look();
    for (const auto& [name, fact] : now) {
      const auto known = before.find(name);
      if (!before.empty() && (known == before.end() || known->second != fact)) std::cout << name << '\n';
    }
    for (const auto& [name, fact] : before)
      if (!now.contains(name)) std::cout << name << '\n';
    before = std::move(now);
    std::cout << "done" << std::endl;
  }
  return 0;
}

// --- What there is to use up ---

// What gives back the things that would outlive this process.
std::vector<std::function<void()>> give_back;

bool has_kept(int made, const std::function<void()>& undo) {
  if (made >= 0) give_back.push_back(undo);
  return made >= 0;
}

// Makes as many as it may, up to `most`.
int as_many(int most, const std::function<bool()>& make) {
  int count = 0;
  while (count < most && make()) ++count;
  return count;
}

bool has_pipe_full_of_bytes() {
  int ends[2] = {-1, -1};
  if (::pipe2(ends, O_CLOEXEC | O_NONBLOCK) != 0) return false;
  const string bytes(4096, 'x');
  while (::write(ends[1], bytes.data(), bytes.size()) > 0) continue;
  return true;
}

bool has_file_in_memory() {
  const int file = ::memfd_create("witness", MFD_CLOEXEC);
  const string bytes(kMiB / 4, 'x');
  return file >= 0 && ::write(file, bytes.data(), bytes.size()) > 0;
}

bool has_memory() {
  void* const memory = ::mmap(nullptr, kMiB, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return false;
  std::memset(memory, 1, kMiB);
  return true;
}

bool has_file(const string& folder) {
  string name = folder + "/witness-XXXXXX";
  const int file = ::mkstemp(name.data());
  const string bytes(kMiB / 4, 'x');
  return has_kept(file, [name] { ::unlink(name.c_str()); }) && ::write(file, bytes.data(), bytes.size()) > 0;
}

bool has_message_queue() {
  const int queue = ::msgget(IPC_PRIVATE, 0600);
  return has_kept(queue, [=] { ::msgctl(queue, IPC_RMID, nullptr); });
}

bool has_shared_memory() {
  const int memory = ::shmget(IPC_PRIVATE, 4096, 0600);
  return has_kept(memory, [=] { ::shmctl(memory, IPC_RMID, nullptr); });
}

bool has_semaphores() {
  const int semaphores = ::semget(IPC_PRIVATE, 8, 0600);
  return has_kept(semaphores, [=] { ::semctl(semaphores, 0, IPC_RMID); });
}

bool has_process() {
  const pid_t child = ::fork();
  if (child == 0) {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    while (true) ::pause();
  }
  return child > 0;
}

bool has_had_session() {
  const pid_t child = ::fork();
  if (child == 0) ::_exit(::setsid() < 0);
  int status = 1;
  return child > 0 && ::waitpid(child, &status, 0) == child && status == 0;
}

bool has_dated(const char* device) {
  struct stat before {};
  if (::stat(device, &before) != 0) return false;
  const timespec times[2] = {{1, 0}, {1, 0}};
  return has_kept(::utimensat(AT_FDCWD, device, times, 0), [=] {
    const timespec old[2] = {before.st_atim, before.st_mtim};
    ::utimensat(AT_FDCWD, device, old, 0);
  });
}

int stir() {
  const std::vector<std::pair<const char*, std::function<int()>>> deeds = {
      {"sessions", [] { return as_many(60, has_had_session); }},
      {"pipes", [] { return as_many(4, has_pipe_full_of_bytes); }},
      {"sockets",
       [] { return as_many(4, [] { return ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0) >= 0; }); }},
      {"files in memory", [] { return as_many(4, has_file_in_memory); }},
      {"eventfds", [] { return as_many(4, [] { return ::eventfd(0, EFD_CLOEXEC) >= 0; }); }},
      {"timers", [] { return as_many(4, [] { return ::timerfd_create(CLOCK_MONOTONIC, 0) >= 0; }); }},
      {"posix timers",
       [] {
         return as_many(50, [] {
           timer_t timer;
           sigevent event{};
           event.sigev_notify = SIGEV_NONE;
           return ::timer_create(CLOCK_MONOTONIC, &event, &timer) == 0;
         });
       }},
      {"epolls", [] { return as_many(4, [] { return ::epoll_create1(EPOLL_CLOEXEC) >= 0; }); }},
      {"watches", [] { return as_many(4, [] { return ::inotify_init1(IN_CLOEXEC) >= 0; }); }},
      {"terminals", [] { return as_many(4, [] { return ::open("/dev/ptmx", O_RDWR | O_NOCTTY) >= 0; }); }},
      {"keys",
       [] { return as_many(4, [] { return ::syscall(SYS_add_key, "user", "witness", "x", 1, -2) >= 0; }); }},
      {"message queues", [] { return as_many(8, has_message_queue); }},
      {"shared memory", [] { return as_many(8, has_shared_memory); }},
      {"semaphores", [] { return as_many(8, has_semaphores); }},
      {"dates of devices", [] { return int{has_dated("/dev/null")} + int{has_dated("/dev/zero")}; }},
      {"files", [] { return as_many(4, [] { return has_file("/tmp") && has_file("/dev/shm"); }); }},
      {"memory", [] { return as_many(32, has_memory); }},
      {"processes", [] { return as_many(8, has_process); }},
  };
  for (const auto& [name, deed] : deeds) std::cout << deed() << ' ' << name << '\n';
  std::cout << "done" << std::endl;
  string line;
  while (std::getline(std::cin, line)) continue;
  for (const auto& undo : give_back) undo();
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  const string deed = argc > 1 ? argv[1] : "";
  if (deed == "looks") return keep_looking();
  if (deed == "stirs") return stir();
  std::cerr << "usage: witness looks|stirs\n";
  return 2;
}
