// Processes for tests: one that can be killed, and one that has a small disk.
#pragma once

#include <sched.h>
#include <signal.h>
#include <sys/mount.h>
#include <sys/wait.h>
#include <unistd.h>

#include <boost/test/unit_test.hpp>
#include <fstream>
#include <functional>
#include <string>
#include <utility>

namespace toptile {

// Runs work in a process of its own, which can be killed.
class Process {
 public:
  explicit Process(const std::function<void()>& work) {
    BOOST_REQUIRE(::pipe(ends_) == 0);
    pid_ = ::fork();
    BOOST_REQUIRE(pid_ >= 0);
    if (pid_ == 0) {
      work();
      ::_exit(0);
    }
  }
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;
  ~Process() {
    end(SIGKILL);
    ::close(ends_[0]);
    ::close(ends_[1]);
  }

  pid_t number() const { return pid_; }
  void send(int signal) const { BOOST_REQUIRE(::kill(pid_, signal) == 0); }
  int end(int signal) {
    if (pid_ <= 0) return 0;
    ::kill(pid_, signal);
    return wait();
  }
  // Until it is stopped by SIGSTOP.
  void wait_for_stop() {
    int status = 0;
    BOOST_REQUIRE(::waitpid(pid_, &status, WUNTRACED) == pid_);
    BOOST_REQUIRE(WIFSTOPPED(status));
  }
  int wait() {
    int status = 0;
    ::waitpid(std::exchange(pid_, -1), &status, 0);
    return status;
  }

 private:
  int ends_[2] = {};
  pid_t pid_ = -1;
};

// Runs `work` in a process of its own, in which the folder is an empty disk of 4 MiB, as root or in a user
// namespace, so that no other process sees it. `work` returns what failed, as a number, or 0.
inline void check_on_small_disk(const std::string& folder, const std::function<int()>& work) {
  constexpr int kCannotMount = 77;
  Process process([&] {
    const uid_t user = ::geteuid();
    const gid_t group = ::getegid();
    if (user != 0) {
      if (::unshare(CLONE_NEWUSER) != 0) ::_exit(kCannotMount);
      std::ofstream("/proc/self/uid_map") << "0 " << user << " 1";  // It is root there.
      std::ofstream("/proc/self/setgroups") << "deny";
      std::ofstream("/proc/self/gid_map") << "0 " << group << " 1";
    }
    if (::unshare(CLONE_NEWNS) != 0 || ::mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0 ||
        ::mount("tmpfs", folder.c_str(), "tmpfs", 0, "size=4m") != 0)
      ::_exit(kCannotMount);
    ::_exit(work());
  });
  const int status = process.wait();
  if (status == kCannotMount << 8) {
    BOOST_TEST_MESSAGE("this user cannot mount a small disk");
  } else {
    BOOST_TEST(status == 0, "the process ended with status " << (status >> 8));
  }
}

}  // namespace toptile
