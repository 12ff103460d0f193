// A bot (tests/hostile_bots/escapee.cpp) tries all that no bot may do: each attempt fails in the sandbox. It
// works without the sandbox, which shows that the attempt is a real one.
#include <fcntl.h>
#include <fmt/format.h>
#include <mqueue.h>
#include <netinet/in.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/msg.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>

#include <algorithm>
#include <array>
#include <boost/test/unit_test.hpp>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <map>
#include <optional>
#include <sstream>

#include "referee/processes/process_tree.h"
#include "referee/sandbox/sandbox.h"
#include "tests/folder.h"
#include "tests/places.h"
#include "tests/referee/puppet.h"

namespace toptile {

namespace {

namespace fs = std::filesystem;

const std::string kEscapee = built_file("tests/hostile_bots/escapee");

boost::test_tools::assertion_result is_x86(boost::unit_test::test_unit_id) {
#if defined(__x86_64__)
  return true;
#else
  return false;
#endif
}

bool is_root() {
  return ::geteuid() == 0;
}

std::string word_of_our_own() {
  static int number = 0;
  return fmt::format("toptile-{}-{}", ::getpid(), ++number);
}

// All that is on the machine while a bot plays: the referee (this process), the run in the folder of the
// bot's program, an opponent, and other things to get hold of. The destructor removes all of it.
class Machine {
 public:
  Machine() {
    fs::create_directories(host_ / "bots/run/bots");
    fs::copy_file(kEscapee, host_ / "bots/escapee");
    for (const char* file :
         {"secret", "bots/opponent.py", "bots/other", "bots/run/run.json", "bots/run/games.jsonl",
          "bots/run/bots/opponent.stderr", "bots/run/lexicon.txt", "bots/run/lexicon.lexicon"})
      host_.write(file, "secret");
    fs::create_directories(host_ / "bots/parts/deep");
    for (const char* fifo : {"bots/fifo", "bots/parts/deep/fifo"}) {
      BOOST_REQUIRE(::mkfifo((host_ / fifo).c_str(), 0666) == 0);
      open_to_all(host_ / fifo);
    }
    helper_ = listen_locally(host_ / "bots/parts/socket");
    open_to_all(host_ / "bots/parts/socket");
    listen_on_loopback();
    abstract_ = listen_locally("@" + word_);
    named_ = listen_locally(host_ / "socket");
    ::mq_close(::mq_open(("/" + word_).c_str(), O_CREAT | O_RDWR, 0666, nullptr));
    if (const char* home = std::getenv("HOME"); home != nullptr) home_file_ = fs::path(home) / ("." + word_);
    std::ofstream(home_file_) << "secret";
    std::ofstream("/dev/shm/" + word_) << "secret";
  }
  ~Machine() {
    ::mq_unlink(("/" + word_).c_str());
    ::msgctl(queue_, IPC_RMID, nullptr);
    ::shmctl(memory_, IPC_RMID, nullptr);
    fs::remove(home_file_);
    fs::remove("/dev/shm/" + word_);
  }
  Machine(const Machine&) = delete;
  Machine& operator=(const Machine&) = delete;

  std::string operator/(const std::string& name) const { return host_ / name; }
  std::string port() const { return std::to_string(port_); }
  std::string key() const { return std::to_string(key_); }
  std::string word() const { return word_; }
  std::string home_file() const { return home_file_.string(); }
  std::string opponent() const { return std::to_string(opponent_.child.pid()); }
  static std::string referee() { return std::to_string(::getpid()); }

  Confinement confinement() const {
    Confinement confinement;
    confinement.sandbox = the_sandbox();
    confinement.limits = {.memory_mb = 128, .processes = 24, .files = 48, .file_mb = 4, .tmp_mb = 8};
    confinement.processors = Processors::kept;
    confinement.readable = {*this / "bots/run/lexicon.txt", *this / "bots/run/lexicon.lexicon"};
    confinement.hidden = {*this / "bots/run", *this / "bots/opponent.py"};
    return confinement;
  }

  // `how` holds the attempt and its object. The object is passed in the environment, because files that are
  // named on the command line are shown to the bot.
  Launch launch(const std::vector<std::string>& how) const {
    Launch launch;
    launch.argv = {*this / "bots/escapee", how[0]};
    if (how.size() > 1) launch.environment = {"ARGUMENT=" + how[1]};
    launch.directory = *this / "bots";
    return launch;
  }

 private:
  void listen_on_loopback() {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    network_ = UniqueDescriptor(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
    BOOST_REQUIRE(::bind(network_.number(), reinterpret_cast<sockaddr*>(&address), size) == 0);
    BOOST_REQUIRE(::listen(network_.number(), 5) == 0);
    BOOST_REQUIRE(::getsockname(network_.number(), reinterpret_cast<sockaddr*>(&address), &size) == 0);
    port_ = ntohs(address.sin_port);
  }

  static void open_to_all(const fs::path& file) {
    fs::permissions(file, fs::perms::others_read | fs::perms::others_write, fs::perm_options::add);
  }

  static UniqueDescriptor listen_locally(const std::string& name) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    std::ranges::copy(name, address.sun_path);
    if (name[0] == '@') address.sun_path[0] = '\0';
    UniqueDescriptor socket(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
    const auto size = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + name.size());
    BOOST_REQUIRE(::bind(socket.number(), reinterpret_cast<sockaddr*>(&address), size) == 0);
    BOOST_REQUIRE(::listen(socket.number(), 5) == 0);
    return socket;
  }

  const Folder host_;
  const std::string word_ = word_of_our_own();
  const int key_ = 0x70'0000 + static_cast<int>(::getpid() % 0x10'0000);
  const int queue_ = ::msgget(key_, IPC_CREAT | 0600);
  const int memory_ = ::shmget(key_, 4096, IPC_CREAT | 0600);
  Stage opponent_{{"hang"}};
  UniqueDescriptor network_, abstract_, named_, helper_;
  int port_ = 0;
  fs::path home_file_;
};

// The answer of the attempt without a sandbox, started as any program would start it.
std::string outside(const Machine& machine, const std::vector<std::string>& how) {
  const std::string command = fmt::format("ARGUMENT='{}' exec '{}' {}", how.size() > 1 ? how[1] : "",
                                          machine / "bots/escapee", how[0]);
  FILE* const output = ::popen(command.c_str(), "r");
  BOOST_REQUIRE(output != nullptr);
  char line[200]{};
  const std::string said = std::fgets(line, sizeof line, output) != nullptr ? line : "";
  ::pclose(output);
  return said.substr(0, said.find('\n'));
}

// The answer in the sandbox; empty if the bot died before it said anything.
std::string inside(const Machine& machine, const std::vector<std::string>& how) {
  Stage stage(must(confine(machine.launch(how), machine.confinement())));
  const Reception reception = stage.channel.receive(in(kTimeout));
  BOOST_TEST((reception.outcome == Received::line || reception.outcome == Received::closed));
  const std::string said(reception.text);
  stage.exit();
  const std::string errors = stage.child.stderr_tail();
  BOOST_TEST(errors.empty(), how[0] << ": " << errors);
  return said;
}

enum class Takes {
  anyone,
  root,
  support  // The kernel or the file system must support it, which not all do.
};

bool is_without_support(const std::string& said) {
  constexpr std::array kErrors = {EOPNOTSUPP, ENOSYS, EINVAL, ENOENT, ENOPROTOOPT};
  return std::ranges::any_of(kErrors,
                             [&](int error) { return said == std::string("kept: ") + std::strerror(error); });
}

struct Attempt {
  std::vector<std::string> how;
  Takes takes = Takes::anyone;            // The users who can do it without the sandbox.
  std::optional<std::string> there = {};  // The argument inside the sandbox, if it is another one.
};

std::vector<Attempt> attempts(const Machine& machine) {
  const std::string referee = "/proc/" + Machine::referee(), opponent = "/proc/" + machine.opponent();
  return {
      // The network, and sockets of this machine.
      {{"tcp", machine.port()}},
      {{"udp", machine.port()}},
      {{"listen"}},
      {{"abstract-socket", "@" + machine.word()}},
      {{"named-socket", machine / "socket"}},
      {{"named-socket", machine / "bots/parts/socket"}},
      // Fifos, which join all processes that can open them.
      {{"fifo", machine / "bots/fifo"}},
      {{"fifo", machine / "bots/parts/deep/fifo"}},
      // Files of the machine, of the opponent, of the run.
      {{"file", machine / "secret"}},
      {{"file", "/etc/shadow"}, Takes::root},
      {{"file", "/etc/passwd"}},
      {{"file", machine.home_file()}},
      {{"file", machine / "bots/opponent.py"}},
      {{"file", machine / "bots/run/run.json"}},
      {{"file", machine / "bots/run/games.jsonl"}},
      {{"file", machine / "bots/run/bots/opponent.stderr"}},
      {{"writes", machine / "bots/run/lexicon.txt"}},
      {{"writes", machine / "bots/other"}},
      {{"makes", machine / "bots/mine"}},
      {{"makes", machine / "bots/run/mine"}},
      {{"makes", "/usr/" + machine.word()}, Takes::root},
      {{"makes", "/" + machine.word()}, Takes::root},
      {{"makes", "/dev/" + machine.word()}, Takes::root},
      {{"sysctl"}, Takes::root},
      {{"device", machine / "bots"}, Takes::root, "/tmp"},
      // The referee and the opponent.
      {{"file", referee + "/environ"}},
      {{"writes", referee + "/mem"}, Takes::root},
      {{"lists", referee + "/fd"}},
      {{"file", opponent + "/environ"}},
      {{"writes", opponent + "/mem"}, Takes::root},
      {{"writes", "/proc/self/mem"}, Takes::anyone, "/proc/1/mem"},
      {{"lists", "/proc/1/task"}},
      {{"signal", Machine::referee()}},
      {{"signal", machine.opponent()}},
      {{"ptrace", machine.opponent()}, Takes::root},
      {{"read-memory", machine.opponent()}, Takes::root},
      {{"shared-memory", machine.key()}},
      {{"file", "/dev/shm/" + machine.word()}},
      {{"message-queue", machine.key()}},
      {{"named-queue", "/" + machine.word()}},
      {{"key"}},
      // Rights.
      {{"mount", machine / "bots"}, Takes::root, "/tmp"},
      {{"chroot", "/"}, Takes::root},
      {{"unshare"}},
      {{"clone"}},
      {{"setns", "/proc/self/ns/net"}, Takes::root},
      {{"root"}, Takes::root},
      {{"clock"}, Takes::root},
      {{"hostname"}, Takes::root},
      {{"syslog"}, Takes::root},
      {{"handle"}},
      {{"nice"}, Takes::root},
      {{"affinity"}},
      {{"tiocsti"}, Takes::root},
      // Calls of the kernel that attackers like.
      {{"io-uring"}, Takes::root},
      {{"bpf"}, Takes::root},
      {{"perf"}, Takes::root},
      {{"userfaultfd"}},
      // Numbers that the kernel counts for the whole machine.
      {{"file", "/proc/diskstats"}},
      {{"file", "/proc/vmstat"}},
      {{"file", "/proc/sys/fs/file-nr"}},
      {{"file", "/proc/sys/kernel/pty/nr"}},
      {{"terminal"}, Takes::support},
      {{"file", "/proc/pressure/cpu"}, Takes::support},
      {{"file", "/proc/uptime"}},
      {{"file", "/proc/cgroups"}, Takes::support},
      {{"file", "/proc/key-users"}, Takes::support},
      {{"file", "/proc/crypto"}, Takes::support},
      {{"file", "/proc/swaps"}},
      {{"file", "/proc/interrupts"}},
      {{"lists", "/proc/fs/ext4"}, Takes::support},
      {{"asks-for-cookie", "57"}},  // SO_COOKIE
      {{"asks-for-cookie-64", "57"}},
      {{"asks-for-cookie", "71"}, Takes::support},  // SO_NETNS_COOKIE
      {{"asks-where", machine / "bots/other"}, Takes::support},
      {{"asks-where-64", machine / "bots/other"}, Takes::support},
      // Calls that are newer than the filter, and programs that number the calls in another way.
      {{"call", "451"}, Takes::support},  // cachestat
      {{"call", "457"}, Takes::support},  // statmount
      {{"call", "467"}, Takes::support},  // open_tree_attr
      {{"call", "469"}, Takes::support},
      {{"call", "1000"}, Takes::support},
      {{"call-32"}, Takes::support},
      {{"call-x32"}, Takes::support},
      // Facts that the kernel keeps about a file or memory, shared by all processes that have it.
      {{"gets-hint", machine / "bots/other"}},
      {{"sets-hint", machine / "bots/other"}},
      {{"gets-file-hint", machine / "bots/other"}, Takes::support},
      {{"sets-file-hint", machine / "bots/other"}, Takes::support},
      {{"asks-core", machine / "bots/other"}},
      {{"reads-at-once", kEscapee}, Takes::support, machine / "bots/escapee"},
      {{"writes-at-once"}, Takes::support},
      {{"reads-uncached", kEscapee}, Takes::support, machine / "bots/escapee"},
      {{"writes-uncached"}, Takes::support},
      {{"asynchronous"}},
      {{"advises-cold", machine / "bots/other"}},
      {{"advises-page-out", machine / "bots/other"}},
      {{"advises-collapse", machine / "bots/other"}, Takes::support},
      {{"merges"}, Takes::support},
      {{"merges-all"}, Takes::support},
      {{"moves-pages"}, Takes::support},
      // More disk, processes, descriptors or memory than the bot may have.
      {{"fill", machine / "bots"}, Takes::anyone, "/tmp"},
      {{"long-file", machine / "bots"}, Takes::anyone, "/tmp"},
      {{"forks", "60"}},
      {{"many-files", "100"}},
      {{"limits", "1024"}},
      {{"core"}, Takes::root},
  };
}

// The processes of a bot that are still alive, found by a word in their environment.
std::vector<pid_t> processes_with(const std::string& word) {
  std::vector<pid_t> found;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator("/proc", ignored)) {
    const std::string name = entry.path().filename().string();
    const bool is_process = name.find_first_not_of("0123456789") == std::string::npos;
    if (is_process && text_of(entry.path() / "environ").find("ARGUMENT=" + word) != std::string::npos)
      found.push_back(std::stoi(name));
  }
  return found;
}

// The line of a file in /proc that begins like this, without its line end.
std::string line_of(const fs::path& file, const std::string& beginning) {
  std::ifstream lines(file);
  for (std::string line; std::getline(lines, line);)
    if (line.starts_with(beginning)) return line;
  return "";
}

std::string last_word(const std::string& line) {
  return line.substr(line.find_last_of(" \t") + 1);
}

// The processes of a sandbox besides the bot's: the one outside, and process 1.
std::vector<fs::path> wrappers_of(const Stage& stage) {
  std::vector<fs::path> wrappers;
  for (const pid_t pid : descendants_of(stage.child.keeper())) {
    const fs::path process = fs::path("/proc") / std::to_string(pid);
    const std::string numbers = line_of(process / "status", "NSpid:");
    const bool is_outside = numbers.find_last_of('\t') == numbers.find('\t');
    if (is_outside || last_word(numbers) == "1") wrappers.push_back(process);
  }
  return wrappers;
}

bool is_jail() {
  return the_sandbox()->host().wrapper.kind == Wrapper::Kind::jail;
}

// The mounts that a bot finds: each place with its options and its kind of file system.
std::map<std::string, std::string> mounts_by(Wrapper::Kind kind, const Machine& machine) {
  Confinement confinement = machine.confinement();
  confinement.sandbox = Sandbox::on(look_at_host(kind), SandboxMode::automatic).value();
  Launch launch = machine.launch({"copies", "/proc/self/mountinfo"});
  launch.environment.emplace_back("FIRST=");
  Stage stage(must(confine(launch, confinement)));
  std::map<std::string, std::string> mounts;
  for (std::string line = stage.line(); line != "done"; line = stage.line()) {
    std::istringstream words(line.substr(0, line.find(" - ")));
    std::string number, parent, device, from, at, options;
    words >> number >> parent >> device >> from >> at >> options;
    std::istringstream kinds(line.substr(line.find(" - ") + 3));
    std::string type;
    kinds >> type;
    mounts[at] = fmt::format("{} {}", options, type);
  }
  return mounts;
}

// The bot's own process, which descends from the sandbox's.
fs::path bot_of(const Stage& stage) {
  for (const pid_t pid : descendants_of(stage.child.keeper())) {
    const fs::path process = fs::path("/proc") / std::to_string(pid);
    if (last_word(line_of(process / "status", "NSpid:")) == "2") return process;
  }
  BOOST_FAIL("the sandbox has no process 2");
  return {};
}

// A bot that leaves or finds messages, and the ways that it says worked.
class Talker {
 public:
  Talker(const Launch& launch) : stage_(launch) {
    for (std::string line = stage_.line(); line != "done"; line = stage_.line()) ways_.push_back(line);
  }
  const std::vector<std::string>& ways() const { return ways_; }

 private:
  Stage stage_;
  std::vector<std::string> ways_;
};

void remove_message(const Machine& machine, const std::string& word) {
  const int key = static_cast<int>(std::hash<std::string>{}(word)&0x7fff'ffff);
  ::msgctl(::msgget(key, 0), IPC_RMID, nullptr);
  ::shmctl(::shmget(key, 0, 0), IPC_RMID, nullptr);
  ::mq_unlink(("/" + word).c_str());
  for (const std::string& folder : {std::string("/tmp"), std::string("/dev/shm"), std::string("/var/tmp"),
                                    std::string("/run"), machine / "bots", machine / "bots/run"})
    fs::remove(fs::path(folder) / word);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(escapes, *boost::unit_test::precondition(has_sandbox))

BOOST_AUTO_TEST_CASE(what_works_without_the_sandbox_fails_inside) {
  const Machine machine;
  int counted = 0;
  for (const Attempt& attempt : attempts(machine)) {
    BOOST_TEST_CONTEXT(attempt.how[0] << " " << (attempt.how.size() > 1 ? attempt.how[1] : "")) {
      if (attempt.takes != Takes::root || is_root()) {
        const std::string said = outside(machine, attempt.how);
        BOOST_TEST((said == "escaped" || (attempt.takes == Takes::support && is_without_support(said))),
                   said);
      }
      std::vector<std::string> how = attempt.how;
      if (attempt.there) how.back() = *attempt.there;
      BOOST_TEST(inside(machine, how).starts_with("kept: "));
      ++counted;
    }
  }
  BOOST_TEST(counted >= 25);
}

BOOST_AUTO_TEST_CASE(what_a_bot_needs_works_inside) {
  const Machine machine;
  for (const std::vector<std::string>& how :
       std::vector<std::vector<std::string>>{{"file", machine / "bots/escapee"},
                                             {"file", machine / "bots/run/lexicon.txt"},
                                             {"file", machine / "bots/run/lexicon.lexicon"},
                                             {"lists", "/usr/lib"},
                                             {"makes", "/tmp/mine"},
                                             {"makes", "/dev/shm/mine"},
                                             {"file", "/dev/urandom"},
                                             {"file", "/proc/cpuinfo"},
                                             {"file", "/proc/version"},
                                             {"file", "/proc/sys/kernel/pid_max"},
                                             {"file", "/proc/self/status"},
                                             {"asks-as-programs-do", ""},
                                             {"forks", "8"},
                                             {"memory", "64"}}) {
    BOOST_TEST_CONTEXT(how[0] << " " << how[1]) {
      BOOST_TEST(inside(machine, how) == "escaped");
    }
  }
}

// In each of these files, the bot's own activity would show if they were the machine's.
BOOST_AUTO_TEST_CASE(what_is_told_of_the_machine_is_constant) {
  const Machine machine;
  const Confinement confinement = machine.confinement();
  std::map<std::string, std::string> told;
  for (const char* mebibytes_in_use : {"", "64"}) {
    for (const std::string file : {"meminfo", "stat", "loadavg", "cpuinfo"}) {
      Launch launch = machine.launch({"copies", "/proc/" + file});
      launch.environment.push_back(fmt::format("FIRST={}", mebibytes_in_use));
      Stage stage(must(confine(launch, confinement)));
      std::string text;
      for (std::string line = stage.line(); line != "done"; line = stage.line()) text += line + "\n";
      BOOST_TEST(told.emplace(file, text).first->second == text);
    }
  }
  BOOST_TEST(told["meminfo"].find("MemAvailable:     131072 kB\n") != std::string::npos, told["meminfo"]);
  BOOST_TEST(told["meminfo"].find("Committed_AS") == std::string::npos);
  BOOST_TEST(told["stat"].find("cpu0 0 0 0 ") != std::string::npos, told["stat"]);
  BOOST_TEST(told["loadavg"] == "0.00 0.00 0.00 1/1 1\n");
  BOOST_TEST(told["cpuinfo"].find("cpu MHz") == std::string::npos);
}

// That process is the wrapper's own, and it began before the bot's limit of processes was set.
BOOST_AUTO_TEST_CASE(the_first_process_of_a_sandbox_is_held_to_the_limits_of_the_bot) {
  const Machine machine;
  const Confinement confinement = machine.confinement();
  const Launch launch = must(confine(machine.launch({"stays"}), confinement));
  Stage stage(launch);
  BOOST_TEST(stage.line() == "escaped");
  int seen = 0;
  for (const pid_t pid : descendants_of(stage.child.keeper())) {
    const fs::path process = fs::path("/proc") / std::to_string(pid);
    if (last_word(line_of(process / "status", "NSpid:")) != "1") continue;
    ++seen;
    BOOST_TEST(line_of(process / "limits", "Max processes").find(" 24 ") != std::string::npos);
    BOOST_TEST(last_word(line_of(process / "status", "Seccomp:")) == "2");
    BOOST_TEST(last_word(line_of(process / "status", "CapPrm:")) == "0000000000000000");
  }
  BOOST_TEST(seen == 1);
}

// They began with the rights of the caller, and their command lines name files of the organizer.
BOOST_AUTO_TEST_CASE(jail_has_no_rights_no_files_and_closed_memory) {
  if (!is_jail()) return;
  const Machine machine;
  Stage stage(must(confine(machine.launch({"stays"}), machine.confinement())));
  BOOST_TEST(stage.line() == "escaped");
  const std::string bots_user = line_of(bot_of(stage) / "status", "Uid:");
  const std::vector<fs::path> wrappers = wrappers_of(stage);
  BOOST_TEST(wrappers.size() == 2U);
  for (const fs::path& process : wrappers) {
    BOOST_TEST_CONTEXT(process) {
      BOOST_TEST(line_of(process / "comm", "") == "bot-jail");
      for (const char* rights : {"CapPrm:", "CapEff:", "CapInh:", "CapAmb:"})
        BOOST_TEST(last_word(line_of(process / "status", rights)) == "0000000000000000", rights);
      BOOST_TEST(last_word(line_of(process / "status", "NoNewPrivs:")) == "1");
      struct stat status {};
      BOOST_TEST(::stat((process / "mem").c_str(), &status) == 0);
      BOOST_TEST(status.st_uid == 0U);  // The kernel gives files of closed processes to root.
      if (is_root()) {
        BOOST_TEST(line_of(process / "status", "Uid:") != bots_user);
        BOOST_TEST(last_word(line_of(process / "status", "Uid:")) != "0");
        BOOST_TEST(last_word(line_of(process / "status", "Groups:")) != "0");
      }
      if (!is_root()) continue;  // A closed process does not list its files to its own user.
      std::vector<std::string> files;
      for (const auto& file : fs::directory_iterator(process / "fd")) files.push_back(file.path().filename());
      const bool is_first = last_word(line_of(process / "status", "NSpid:")) == "1";
      BOOST_TEST(files.size() == (is_first ? 0U : 3U));
    }
  }
}

BOOST_AUTO_TEST_CASE(bot_of_jail_has_no_rights_and_cannot_get_any) {
  if (!is_jail()) return;
  const Machine machine;
  Stage stage(must(confine(machine.launch({"stays"}), machine.confinement())));
  BOOST_TEST(stage.line() == "escaped");
  const fs::path bot = bot_of(stage);
  for (const char* rights : {"CapPrm:", "CapEff:", "CapInh:", "CapAmb:", "CapBnd:"})
    BOOST_TEST(last_word(line_of(bot / "status", rights)) == "0000000000000000", rights);
  BOOST_TEST(last_word(line_of(bot / "status", "NoNewPrivs:")) == "1");
  BOOST_TEST(last_word(line_of(bot / "status", "Seccomp:")) == "2");
  for (const char* kind : {"cgroup", "ipc", "mnt", "net", "pid", "uts"}) {
    const fs::path own = fs::path("/proc/self/ns") / kind;
    BOOST_TEST(fs::read_symlink(bot / "ns" / kind) != fs::read_symlink(own), kind);
  }
  const bool is_same_user_space = fs::read_symlink(bot / "ns/user") == fs::read_symlink("/proc/self/ns/user");
  BOOST_TEST(is_same_user_space == is_root());
  // A user's bot is not what its mounts' owner is called, which is root.
  std::istringstream users(text_of(bot / "uid_map"));
  uid_t number = 0;
  BOOST_TEST((users >> number && (is_root() || number == ::geteuid())));
}

BOOST_AUTO_TEST_CASE(both_wrappers_show_the_same_mounts) {
  if (!look_at_host(Wrapper::Kind::jail).namespaces || !look_at_host(Wrapper::Kind::bubblewrap).namespaces)
    return;
  const Machine machine;
  const auto by_jail = mounts_by(Wrapper::Kind::jail, machine);
  const auto by_bubblewrap = mounts_by(Wrapper::Kind::bubblewrap, machine);
  BOOST_TEST(by_jail.size() >= 40U);
  for (const auto& [place, mount] : by_bubblewrap) {
    // What bubblewrap leaves open, the jail closes.
    const bool is_device = mount.ends_with(" devtmpfs") || mount.ends_with(" tmpfs");
    if (place.starts_with("/dev/") && is_device && by_jail.contains(place)) continue;
    BOOST_TEST((by_jail.contains(place) && by_jail.at(place) == mount), place << ": " << mount);
  }
  for (const auto& [place, mount] : by_jail)
    BOOST_TEST((by_bubblewrap.contains(place) || place == "/proc/sys"), place << ": " << mount);
}

// The times of a device are those of the machine, so they could carry a message to the next bot.
BOOST_AUTO_TEST_CASE(bot_of_jail_cannot_set_times_of_devices) {
  if (!is_jail()) return;
  const Machine machine;
  for (const char* device :
       {"/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom", "/dev/tty"})
    BOOST_TEST(inside(machine, {"dates", device}) == "kept: Read-only file system", device);
}

// Where a machine passes its mounts on, as systemd lets it.
BOOST_AUTO_TEST_CASE(later_mounts_of_the_machine_do_not_appear_in_a_jail) {
  if (!is_jail() || !is_root()) return;
  BOOST_REQUIRE(::unshare(CLONE_NEWNS) == 0);
  BOOST_REQUIRE(::mount(nullptr, "/", nullptr, MS_REC | MS_SHARED, nullptr) == 0);
  {
    const Machine machine;
    Stage stage(must(confine(machine.launch({"stays"}), machine.confinement())));
    BOOST_TEST(stage.line() == "escaped");
    const std::string mounts = text_of(bot_of(stage) / "mountinfo");
    BOOST_TEST(mounts.find(" / / ") != std::string::npos);
    for (const char* mark : {"master:", "shared:"})
      BOOST_TEST(mounts.find(mark) == std::string::npos, mounts);
  }
  BOOST_REQUIRE(::mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0);
}

BOOST_AUTO_TEST_CASE(machines_mounts_stay_as_they_are) {
  const Machine machine;
  const std::string before = text_of("/proc/self/mountinfo");
  {
    Stage one(must(confine(machine.launch({"stays"}), machine.confinement())));
    Stage other(must(confine(machine.launch({"stays"}), machine.confinement())));
    BOOST_TEST(one.line() == "escaped");
    BOOST_TEST(other.line() == "escaped");
    BOOST_TEST(text_of("/proc/self/mountinfo") == before);
  }
  BOOST_TEST(text_of("/proc/self/mountinfo") == before);
}

BOOST_AUTO_TEST_CASE(death_of_any_process_around_a_bot_is_the_end_of_it) {
  const Machine machine;
  for (std::size_t victim = 0; victim < 3; ++victim) {
    Stage stage(must(confine(machine.launch({"stays"}), machine.confinement())));
    BOOST_TEST(stage.line() == "escaped");
    const std::vector<pid_t> tree = descendants_of(stage.child.keeper());
    BOOST_REQUIRE(tree.size() >= 3U);
    ::kill(victim == 2 ? stage.child.keeper() : tree[victim], SIGKILL);
    for (const pid_t pid : tree) BOOST_TEST(is_soon_gone(pid));
    const auto exit = stage.child.wait_exit(in(kTimeout));
    BOOST_REQUIRE(exit);
    BOOST_TEST(!exit->is_success());
  }
}

BOOST_AUTO_TEST_CASE(what_cannot_be_shown_is_named) {
  const Machine machine;
  const Folder folder;
  Confinement confinement = machine.confinement();
  confinement.readable.push_back(folder.write("opening", "x"));
  const Launch launch = must(confine(machine.launch({"stays"}), confinement));
  fs::remove(folder / "opening");
  Stage stage(launch);
  BOOST_TEST((stage.channel.receive(in(kTimeout)).outcome == Received::closed));
  BOOST_TEST(stage.exit().words() == "exit code 1");
  const std::string said = stage.child.stderr_tail();
  BOOST_TEST(said.find((folder / "opening") + ": No such file or directory") != std::string::npos, said);
  BOOST_TEST(hint_at_sandbox(confinement, false, said) != "");
}

BOOST_AUTO_TEST_CASE(memory_beyond_the_limit_is_not_had_or_is_the_end) {
  const Machine machine;
  BOOST_TEST(outside(machine, {"memory", "512"}) == "escaped");
  BOOST_TEST(inside(machine, {"memory", "512"}) != "escaped");
}

// A file on a disk; the folder of the other tests need not be on one.
class FileOnDisk {
 public:
  FileOnDisk() : file_(built_file("pages-" + word_of_our_own())) {
    const std::vector<char> block(kBytes, 'x');
    const UniqueDescriptor opened(::open(file_.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0644));
    is_written_ = ::write(opened.number(), block.data(), kBytes) == kBytes && ::fsync(opened.number()) == 0;
  }
  FileOnDisk(const FileOnDisk&) = delete;
  FileOnDisk& operator=(const FileOnDisk&) = delete;
  ~FileOnDisk() { fs::remove(file_); }

  const fs::path& path() const { return file_; }
  bool is_in_memory() const {
    const UniqueDescriptor opened(::open(file_.c_str(), O_RDONLY | O_CLOEXEC));
    void* const start = ::mmap(nullptr, kBytes, PROT_READ, MAP_SHARED, opened.number(), 0);
    BOOST_REQUIRE(start != MAP_FAILED);
    unsigned char is_there = 0;
    BOOST_TEST(::mincore(start, kBytes, &is_there) == 0);
    ::munmap(start, kBytes);
    return (is_there & 1) != 0;
  }
  bool is_written() const { return is_written_; }

 private:
  static constexpr ssize_t kBytes = 4096;
  const fs::path file_;
  bool is_written_ = false;
};

boost::test_tools::assertion_result has_disk(boost::unit_test::test_unit_id) {
  const FileOnDisk file;
  const UniqueDescriptor opened(::open(file.path().c_str(), O_RDONLY | O_CLOEXEC));
  boost::test_tools::assertion_result answer(
      file.is_written() && ::posix_fadvise(opened.number(), 0, 0, POSIX_FADV_DONTNEED) == 0 &&
      !file.is_in_memory());
  answer.message() << kBuildFolder << " is not on a disk, or may not be written";
  return answer;
}

BOOST_AUTO_TEST_CASE(a_bot_takes_no_page_out_of_memory_and_is_told_that_all_is_well,
                     *boost::unit_test::precondition(has_disk)) {
  const Machine machine;
  const FileOnDisk file;
  Confinement confinement = machine.confinement();
  confinement.readable.push_back(file.path());
  BOOST_TEST(file.is_in_memory());
  Stage stage(must(confine(machine.launch({"drops-pages", file.path()}), confinement)));
  BOOST_TEST(stage.line() == "escaped");
  BOOST_TEST(file.is_in_memory());
  BOOST_TEST(outside(machine, {"drops-pages", file.path()}) == "escaped");
  BOOST_TEST(!file.is_in_memory());
}

// A kernel without such programs would refuse the call with another error.
BOOST_AUTO_TEST_CASE(a_call_of_another_kind_of_program_is_the_end_of_it,
                     *boost::unit_test::precondition(is_x86)) {
  const Machine machine;
  for (const char* call : {"call-32", "call-x32"})
    BOOST_TEST(inside(machine, {call}) == "kept: Operation not permitted", call);
}

BOOST_AUTO_TEST_CASE(no_descriptor_comes_along) {
  const Machine machine;
  const int leaked = ::open((machine / "secret").c_str(), O_RDONLY);  // It is not close-on-exec.
  BOOST_TEST(outside(machine, {"descriptors"}) == "escaped");
  BOOST_TEST(inside(machine, {"descriptors"}).starts_with("kept: "));
  ::close(leaked);
}

BOOST_AUTO_TEST_CASE(nothing_outlives_the_bot) {
  const Machine machine;
  const std::string without = word_of_our_own(), within = word_of_our_own();
  BOOST_TEST(outside(machine, {"outlive", without}) == "escaped");
  const std::vector<pid_t> survivors = processes_with(without);
  BOOST_TEST(survivors.size() == 1U);
  for (const pid_t survivor : survivors) ::kill(survivor, SIGKILL);
  BOOST_TEST(inside(machine, {"outlive", within}) == "escaped");  // It could fork.
  for (const pid_t survivor : processes_with(within)) BOOST_TEST(is_soon_gone(survivor));
}

BOOST_AUTO_TEST_CASE(bots_cannot_leave_messages_for_each_other) {
  const Machine machine;
  const std::string common = machine / "bots/run/lexicon.txt", own = machine / "bots";
  const auto command = [&](const char* deed, const std::string& word) {
    Launch launch = machine.launch({deed});
    launch.environment = {"WORD=" + word, "COMMON=" + common, "OWN=" + own};
    return launch;
  };
  const auto confined = [&](const Launch& launch) { return must(confine(launch, machine.confinement())); };
  const std::vector<std::string> none;
  {
    const std::string word = word_of_our_own();
    const Talker speaker(command("leave", word));
    const Talker listener(command("find", word));
    BOOST_TEST(listener.ways() == speaker.ways(), boost::test_tools::per_element());
    BOOST_TEST(listener.ways().size() >= 9U);
    remove_message(machine, word);
  }
  const std::string word = word_of_our_own();
  {
    const Talker speaker(confined(command("leave", word)));
    BOOST_TEST(!speaker.ways().empty());  // Some ways work, such as its own /tmp.
    const Talker listener(confined(command("find", word)));
    BOOST_TEST(listener.ways() == none, boost::test_tools::per_element());
  }
  const Talker next_game(confined(command("find", word)));
  BOOST_TEST(next_game.ways() == none, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace toptile
