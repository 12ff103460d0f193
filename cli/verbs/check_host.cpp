#include "cli/verbs/check_host.h"

#include <fmt/format.h>

#include <array>

#include "base/json_fields.h"
#include "base/text_columns.h"
#include "cli/terminal/exit_code.h"
#include "cli/terminal/terminal.h"
#include "referee/sandbox/host_abilities.h"

namespace toptile {

namespace {

constexpr std::size_t kMargin = 17;

struct Part {
  std::string_view name;
  Ability ability;
  bool is_required;
  std::string_view keeps;    // What it enforces on a bot.
  std::string_view without;  // What a bot can do without it.
};

std::array<Part, 6> parts_of(const HostAbilities& host) {
  return {{
      {"namespaces", host.namespaces, true, "no network, own processes, own /tmp, no files but its own",
       "use the network, read every file that you can read, see and end your processes, and talk to other "
       "bots"},
      {"seccomp", host.system_calls, true, "no ptrace, mounts, keys, io_uring; only local sockets",
       "trace and change your other processes, and use parts of the kernel that attackers like"},
      {"user", host.user, true, "not root", "do all that root can do"},
      {"limits", {"the kernel", "", ""}, true, "size of files, open files, no core dumps", ""},
      {"memory group", host.memory, false, "memory of all its processes together",
       "use its memory limit once in each of its processes, and more by sharing memory"},
      {"process group", host.processes, false, "number of its processes",
       "start processes up to your own limit, unless namespaces or a user of its own limit it"},
  }};
}

// Puts `first` into the margin, and the text after it.
std::string beside(std::string_view first, const std::string& text) {
  std::string lines = wrapped(text, kColumns - kMargin);
  const std::string indent = "\n" + std::string(kMargin, ' ');
  for (std::size_t at = 0; (at = lines.find('\n', at)) != std::string::npos; at += indent.size())
    lines.replace(at, 1, indent);
  return fmt::format("  {:<{}}{}\n", first, kMargin - 2, lines);
}

std::string text_of(const Part& part) {
  if (part.ability) return beside(part.name, fmt::format("yes: {}; by {}", part.keeps, part.ability.by));
  std::string text = beside(
      part.name, fmt::format("no{}: {}", part.is_required ? "" : " (not required)", part.ability.why_not));
  text += beside("", fmt::format("without it a bot can {}", part.without));
  if (!part.ability.cure.empty()) text += beside("", "> " + part.ability.cure);
  return text;
}

Json to_json(const Part& part) {
  return {{"name", part.name},
          {"enforced", static_cast<bool>(part.ability)},
          {"required", part.is_required},
          {"by", part.ability.by},
          {"why_not", part.ability.why_not},
          {"cure", part.ability.cure}};
}

}  // namespace

int check_host(Format format) {
  const HostAbilities host = look_at_host();
  Json list = Json::array();
  std::string text = "The sandbox that this machine can put around a bot:\n";
  for (const Part& part : parts_of(host)) {
    list.push_back(to_json(part));
    text += text_of(part);
  }
  text += host.is_enough()
              ? "\nwith --sandbox require, bots are played\n"
              : "\nwith --sandbox require, nothing is played; with auto, bots run with what is there\n";
  print(format == Format::json ? json_line({{"require", host.is_enough()}, {"parts", list}}) : text);
  return host.is_enough() ? kDone : kNo;
}

}  // namespace toptile
