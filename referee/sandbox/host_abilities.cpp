#include "referee/sandbox/host_abilities.h"

#include <fmt/format.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <memory>
#include <optional>
#include <utility>

#include "base/utf8.h"
#include "referee/processes/child.h"
#include "referee/processes/event_loop.h"
#include "referee/sandbox/jail_program.h"
#include "referee/sandbox/memory_file.h"
#include "referee/sandbox/needed_files.h"
#include "referee/sandbox/system_call_filter.h"
#include "referee/sandbox/unprivileged_user.h"

namespace toptile {
namespace {

namespace fs = std::filesystem;
using std::chrono::steady_clock;

constexpr std::chrono::seconds kMaxTrial{10};
constexpr int kMaxOutput = 300;

std::string first_line_of(const fs::path& file) {
  std::ifstream stream(file);
  std::string line;
  std::getline(stream, line);
  return line;
}

struct Trial {
  bool is_good = false;
  std::string said;  // The last line of its stderr, or how it ended.
};

std::string last_line(std::string text) {
  while (text.ends_with('\n')) text.pop_back();
  return text.substr(text.rfind('\n') + 1);
}

Trial attempt(const Launch& launch) {
  EventLoop loop;
  auto child = Child::spawn(loop, launch);
  if (!child) return {false, child.error().message};
  const auto exit = child.value().wait_exit(steady_clock::now() + kMaxTrial);
  if (!exit) return {false, fmt::format("it took longer than {} s", kMaxTrial.count())};
  const std::string said = last_line(child.value().stderr_tail());
  return {exit->is_success(), said.empty() ? exit->words() : printable(said, kMaxOutput)};
}

// The obstacle and its cure, if Linux reveals the obstacle.
std::pair<std::string, std::string> known_obstacle() {
  if (first_line_of("/proc/sys/kernel/apparmor_restrict_unprivileged_userns") == "1") {
    return {"AppArmor forbids user namespaces for programs without a profile",
            "give bwrap a profile (Ubuntu: install apparmor-profiles, and link bwrap-userns-restrict into "
            "/etc/apparmor.d), or run: sysctl kernel.apparmor_restrict_unprivileged_userns=0"};
  }
  if (first_line_of("/proc/sys/kernel/unprivileged_userns_clone") == "0") {
    return {"the kernel forbids user namespaces for ordinary users",
            "run: sysctl kernel.unprivileged_userns_clone=1"};
  }
  if (first_line_of("/proc/sys/user/max_user_namespaces") == "0") {
    return {"the kernel allows no user namespaces", "run: sysctl user.max_user_namespaces=10000"};
  }
  if (fs::exists("/.dockerenv") || fs::exists("/run/.containerenv")) {
    return {"this container forbids namespaces",
            "start the container with --security-opt seccomp=unconfined --security-opt apparmor=unconfined "
            "--cap-add SYS_ADMIN"};
  }
  return {"", "see docs/sandbox.md, \"Machines without it\""};
}

Ability system_calls_of(HostAbilities& host) {
  for (const auto& [processors, place] : {std::pair(Processors::free, &host.filter),
                                          std::pair(Processors::kept, &host.filter_with_processors_kept)}) {
    auto filter = system_call_filter(processors);
    if (!filter) return {"", filter.error().message, "install libseccomp of version 2.5 or newer"};
    *place = std::move(filter).value();
  }
  Launch launch;
  launch.argv = {"/bin/true"};
  launch.system_calls = host.filter;
  const Trial trial = attempt(launch);
  if (trial.is_good) return {"seccomp", "", ""};
  return {"", "a filter of system calls cannot be set: " + trial.said,
          "use a kernel with CONFIG_SECCOMP_FILTER, or a container that allows it"};
}

// A machine may allow namespaces and still forbid the mounts in them.
Ability why_no_namespaces(const Wrapping& wrapping, const Trial& failed) {
  Launch launch;
  launch.argv = wrap_in_namespaces_alone({"/bin/true"}, wrapping);
  if (attempt(launch).is_good) {
    return {"",
            "this machine allows namespaces, but a bot cannot be started in them; bubblewrap said: " +
                failed.said,
            "see what bubblewrap said; if this is a container that hides parts of /proc, start it with "
            "--security-opt systempaths=unconfined"};
  }
  const auto [obstacle, cure] = known_obstacle();
  return {"", fmt::format("{}{}bubblewrap said: {}", obstacle, obstacle.empty() ? "" : "; ", failed.said),
          cure};
}

struct TriedWrapper {
  Wrapping wrapping;
  Trial trial;
};

// The trial starts a program that does nothing in an empty view.
TriedWrapper try_wrapper(const HostAbilities& host, Wrapper wrapper, const UniqueDescriptor& filter) {
  TriedWrapper tried{{std::move(wrapper), std::nullopt, 64, host.filter.empty() ? -1 : filter.number()},
                     {false, ""}};
  if (host.is_root) tried.wrapping.user = unprivileged_user();
  const auto words = wrap(
      {"/bin/true"},
      View{.shown = {}, .copied = {}, .hidden = {}, .masked = {}, .directory = "/", .tmp_bytes = 1 << 20},
      tried.wrapping);
  if (!words) {
    tried.trial.said = words.error().message;
    return tried;
  }
  Launch launch;
  launch.argv = words.value();
  launch.inherited = {filter.number()};
  launch.first_stream = kFirstStream;
  tried.trial = attempt(launch);
  return tried;
}

// Makes the jail the host's wrapper. Returns why it does not work, or an empty string.
std::string try_jail(HostAbilities& host, const UniqueDescriptor& filter) {
  if (host.filter.empty()) return "there is no filter of system calls";
  auto program = program_in_memory(jail_program());
  if (!program) return program.error().message;
  auto file = std::make_shared<const UniqueDescriptor>(std::move(program).value());
  TriedWrapper tried = try_wrapper(
      host, {Wrapper::Kind::jail, path_of_descriptor(file->number()), {}, std::move(file)}, filter);
  if (!tried.trial.is_good) return tried.trial.said;
  host.wrapper = std::move(tried.wrapping.wrapper);
  return "";
}

Ability by_jail_alone(HostAbilities& host, const UniqueDescriptor& filter) {
  const std::string why_not = try_jail(host, filter);
  if (why_not.empty()) return {"bot-jail", "", ""};
  const auto [obstacle, cure] = known_obstacle();
  return {"",
          fmt::format("{}{}Toptile's own jail does not work: {}", obstacle, obstacle.empty() ? "" : "; ",
                      why_not),
          cure};
}

Ability by_bubblewrap(HostAbilities& host, const UniqueDescriptor& filter) {
  const auto bwrap = find_on_path("bwrap", search_path());
  if (!bwrap)
    return {"", "bubblewrap is not installed", "install bubblewrap (Debian: apt-get install bubblewrap)"};
  const char* const last_step = host.is_root ? "setpriv" : "prlimit";
  const auto step = find_on_path(last_step, search_path());
  if (!step) return {"", fmt::format("{} is not installed", last_step), "install util-linux"};
  TriedWrapper tried = try_wrapper(host, {Wrapper::Kind::bubblewrap, *bwrap, *step}, filter);
  if (!tried.trial.is_good) return why_no_namespaces(tried.wrapping, tried.trial);
  host.wrapper = std::move(tried.wrapping.wrapper);
  return {bwrap->string(), "", ""};
}

// A machine may forbid namespaces to all programs but bubblewrap, so that is tried where the jail does not
// work.
Ability by_any_wrapper(HostAbilities& host, const UniqueDescriptor& filter) {
  const std::string why_not = try_jail(host, filter);
  if (why_not.empty()) return {"bot-jail", "", ""};
  Ability ability = by_bubblewrap(host, filter);
  if (!ability) ability.why_not += fmt::format("; Toptile's own jail does not work: {}", why_not);
  return ability;
}

Ability namespaces_of(HostAbilities& host, std::optional<Wrapper::Kind> kind) {
  const auto filter = file_in_memory(host.filter);
  if (!filter) return {"", filter.error().message, "allow more open files (ulimit -n)"};
  if (!kind) return by_any_wrapper(host, filter.value());
  return *kind == Wrapper::Kind::jail ? by_jail_alone(host, filter.value())
                                      : by_bubblewrap(host, filter.value());
}

Ability user_of(const HostAbilities& host) {
  if (!host.is_root) return {"the user who runs Toptile, who is not root", "", ""};
  Launch launch;
  launch.argv = {"/bin/true"};
  launch.user = unprivileged_user();
  const Trial trial = attempt(launch);
  if (trial.is_good) return {"a user of its own for every process of a bot", "", ""};
  return {"", "root cannot become another user here: " + trial.said,
          "run Toptile as a user, or give the container CAP_SETUID and CAP_SETGID"};
}

Ability by_groups(const ControlGroups& groups, bool is_limited) {
  if (is_limited) return {"control groups", "", ""};
  return {"", groups.why_not(), groups.cure()};
}

HostAbilities look(const std::function<Ability(HostAbilities&)>& namespaces) {
  HostAbilities host;
  host.is_root = ::geteuid() == 0;
  host.system_calls = system_calls_of(host);
  host.user = user_of(host);
  host.namespaces = namespaces(host);
  host.groups = ControlGroups::look();
  host.memory = by_groups(host.groups, host.groups.limits_memory());
  host.processes = by_groups(host.groups, host.groups.limits_processes());
  return host;
}

}  // namespace

HostAbilities look_at_host() {
  const char* const variable = std::getenv(kWrapperVariable);
  const std::string_view wanted = variable == nullptr ? "" : variable;
  if (wanted == "jail") return look_at_host(Wrapper::Kind::jail);
  if (wanted == "bubblewrap") return look_at_host(Wrapper::Kind::bubblewrap);
  if (wanted.empty()) return look([](HostAbilities& host) { return namespaces_of(host, std::nullopt); });
  return look([&](HostAbilities&) {
    return Ability{"",
                   fmt::format("the environment variable {} is \"{}\", which names no way to start bots",
                               kWrapperVariable, printable(wanted, kMaxOutput)),
                   fmt::format("set {} to jail or bubblewrap, or unset it", kWrapperVariable)};
  });
}

HostAbilities look_at_host(Wrapper::Kind kind) {
  return look([&](HostAbilities& host) { return namespaces_of(host, kind); });
}

}  // namespace toptile
