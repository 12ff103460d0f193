// A process that does what its arguments say, one after the other, then exits with code 0: `puppet say:hello
// close:1 hang`. It writes with plain write(2), so that nothing waits in a buffer.
#include <fcntl.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <charconv>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iostream>
#include <map>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace {

int output = STDOUT_FILENO;

void write_all(std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(output, text.data(), text.size());
    if (written < 0) std::exit(99);
    text.remove_prefix(static_cast<std::size_t>(written));
  }
}

void say(const std::string& line) {
  write_all(line + "\n");
}

int number_in(std::string_view text) {
  int number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

void hang() {
  while (true) ::pause();
}

void sleep_for(int milliseconds) {
  std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds));
}

// In an argument, "\n", "\r" and "\0" are written as two characters.
std::string unescaped(std::string_view text) {
  const std::map<char, char> meant = {{'n', '\n'}, {'r', '\r'}, {'0', '\0'}};
  std::string plain;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool is_escape = text[i] == '\\' && i + 1 < text.size();
    plain += is_escape ? meant.at(text[++i]) : text[i];
  }
  return plain;
}

void echo() {
  char bytes[64 << 10];
  ssize_t count;
  while ((count = ::read(STDIN_FILENO, bytes, sizeof bytes)) > 0) {
    write_all({bytes, static_cast<std::size_t>(count)});
  }
}

void swallow(std::size_t wanted) {
  char bytes[64 << 10];
  std::size_t total = 0;
  while (total < wanted) {
    const ssize_t count = ::read(STDIN_FILENO, bytes, sizeof bytes);
    if (count <= 0) break;
    total += static_cast<std::size_t>(count);
  }
  say("swallowed " + std::to_string(total));
}

void repeat(const std::string& block) {
  while (true) write_all(block);
}

std::string many(const std::string& line, std::size_t bytes) {
  std::string text;
  while (text.size() < bytes) text += line;
  return text;
}

void drip(int milliseconds) {
  while (true) {
    write_all("x");
    sleep_for(milliseconds);
  }
}

void burn(int milliseconds) {
  timespec now{};
  do ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  while (now.tv_sec * 1000 + now.tv_nsec / 1'000'000 < milliseconds);
}

void allocate(std::size_t mebibytes) {
  static std::vector<char> memory;
  memory.assign(mebibytes << 20, 'x');
}

// The grandchild keeps every pipe open, and stays in the group or has a session of its own. When this
// returns, it has said its number, and the process between is gone.
void leave_grandchild(bool has_own_session) {
  int spoken[2];
  if (::pipe(spoken) != 0) std::exit(99);
  const pid_t parent = ::fork();
  if (parent == 0) {
    if (::fork() == 0) {
      if (has_own_session) ::setsid();
      say(std::to_string(::getpid()));
      ::close(spoken[0]);
      ::close(spoken[1]);
      hang();
    }
    ::_exit(0);
  }
  ::waitpid(parent, nullptr, 0);
  ::close(spoken[1]);
  char end;
  [[maybe_unused]] const ssize_t none = ::read(spoken[0], &end, 1);
  ::close(spoken[0]);
}

// Each process of the chain has a session of its own and is a child of the one before.
void leave_chain(int length) {
  for (int i = 0; i < length && ::fork() == 0; ++i) {
    ::setsid();
    if (i + 1 == length) say("chained");
  }
  hang();
}

void burn_in_child(int milliseconds) {
  const pid_t child = ::fork();
  if (child == 0) {
    burn(milliseconds);
    ::_exit(0);
  }
  ::waitpid(child, nullptr, 0);
}

// Computes in one child after another. Nobody reaps them, so their time is not added to any process.
void burn_in_lost_children(int milliseconds) {
  std::signal(SIGCHLD, SIG_IGN);
  for (int burnt = 0; burnt < milliseconds; burnt += 50) burn_in_child(50);
}

void tick() {
  while (true) {
    say("tick");
    sleep_for(1);
  }
}

void list_descriptors() {
  std::vector<int> numbers;
  for (const auto& entry : std::filesystem::directory_iterator("/proc/self/fd")) {
    numbers.push_back(number_in(entry.path().filename().string()));
  }
  std::string text = "descriptors";
  for (const int number : numbers) {  // The descriptor that read the folder is closed again.
    if (::fcntl(number, F_GETFD) >= 0) text += " " + std::to_string(number);
  }
  say(text);
}

void list_processors() {
  cpu_set_t processors;
  ::sched_getaffinity(0, sizeof processors, &processors);
  std::string text = "processors";
  for (int i = 0; i < CPU_SETSIZE; ++i) {
    if (CPU_ISSET(static_cast<std::size_t>(i), &processors)) text += " " + std::to_string(i);
  }
  say(text);
}

void tell_signals() {
  std::ifstream status("/proc/self/status");
  std::string text = "signals";
  for (std::string line; std::getline(status, line);) {
    if (line.starts_with("SigBlk:") || line.starts_with("SigIgn:")) text += " " + line.substr(8);
  }
  say(text);
}

void tell_death_signal() {
  int signal = 0;
  ::prctl(PR_GET_PDEATHSIG, &signal);
  say("death signal " + std::to_string(signal));
}

using Act = std::function<void(const std::string&)>;

const std::map<std::string, Act, std::less<>> kActs = {
    {"say", [](const std::string& text) { say(text); }},
    {"write", [](const std::string& text) { write_all(unescaped(text)); }},
    {"to", [](const std::string& number) { output = number_in(number); }},
    {"echo", [](const std::string&) { echo(); }},
    {"swallow", [](const std::string& bytes) { swallow(static_cast<std::size_t>(number_in(bytes))); }},
    {"lines",
     [](const std::string& bytes) {
       write_all(many("info line\n", static_cast<std::size_t>(number_in(bytes))));
     }},
    {"flood", [](const std::string&) { repeat(many("info flood\n", 60'000)); }},
    {"endless", [](const std::string&) { repeat(std::string(64 << 10, 'x')); }},
    {"drip", [](const std::string& milliseconds) { drip(number_in(milliseconds)); }},
    {"sleep", [](const std::string& milliseconds) { sleep_for(number_in(milliseconds)); }},
    {"hang", [](const std::string&) { hang(); }},
    {"burn", [](const std::string& milliseconds) { burn(number_in(milliseconds)); }},
    {"allocate",
     [](const std::string& mebibytes) { allocate(static_cast<std::size_t>(number_in(mebibytes))); }},
    {"exit", [](const std::string& code) { std::exit(number_in(code)); }},
    {"raise", [](const std::string& signal) { std::raise(number_in(signal)); }},
    {"ignore", [](const std::string& signal) { std::signal(number_in(signal), SIG_IGN); }},
    {"close", [](const std::string& number) { ::close(number_in(number)); }},
    {"grandchild", [](const std::string&) { leave_grandchild(false); }},
    {"kill-parent", [](const std::string&) { ::kill(::getppid(), SIGKILL); }},
    {"stop-parent", [](const std::string&) { ::kill(::getppid(), SIGSTOP); }},
    {"orphan", [](const std::string&) { leave_grandchild(true); }},
    {"chain", [](const std::string& length) { leave_chain(number_in(length)); }},
    {"burn-in-child", [](const std::string& milliseconds) { burn_in_child(number_in(milliseconds)); }},
    {"burn-in-lost-children",
     [](const std::string& milliseconds) { burn_in_lost_children(number_in(milliseconds)); }},
    {"burn-in-thread",
     [](const std::string& milliseconds) { std::thread(burn, number_in(milliseconds)).join(); }},
    {"ticks", [](const std::string&) { tick(); }},
    {"join-group", [](const std::string& group) { ::setpgid(0, number_in(group)); }},
    {"descriptors", [](const std::string&) { list_descriptors(); }},
    {"processors", [](const std::string&) { list_processors(); }},
    {"signals", [](const std::string&) { tell_signals(); }},
    {"death-signal", [](const std::string&) { tell_death_signal(); }},
    {"ids", [](const std::string&) { say(std::to_string(::getpid()) + " " + std::to_string(::getpgrp())); }},
    {"folder", [](const std::string&) { say(std::filesystem::current_path().string()); }},
};

}  // namespace

int main(int count, char** arguments) {
  for (int i = 1; i < count; ++i) {
    const std::string argument = arguments[i];
    const std::size_t colon = argument.find(':');
    const auto act = kActs.find(argument.substr(0, colon));
    if (act == kActs.end()) {
      std::cerr << "puppet: no such act: \"" << argument << "\"\n";
      return 98;
    }
    act->second(colon == std::string::npos ? "" : argument.substr(colon + 1));
  }
}
