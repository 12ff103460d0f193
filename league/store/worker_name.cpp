#include "league/store/worker_name.h"

#include <fmt/format.h>
#include <unistd.h>

#include <random>

#include "base/files.h"

namespace toptile {

namespace {

constexpr std::size_t kBootDigits = 8;
// No name of a computer begins with this, because an underscore is not allowed in it.
constexpr std::string_view kRemote = "_remote:";

}  // namespace

Host this_host() {
  char name[256] = "";
  ::gethostname(name, sizeof name - 1);
  const auto boot = read_file("/proc/sys/kernel/random/boot_id");
  return {name, boot ? boot.value().substr(0, kBootDigits) : ""};
}

std::string worker_name() {
  const Host host = this_host();
  std::random_device random;
  return fmt::format("{}:{}:{}:{:08x}{:08x}", host.name, host.boot, ::getpid(), random(), random());
}

std::string remote_worker_name(std::string_view token, std::string_view drawn) {
  return fmt::format("{}{}:{}", kRemote, token, drawn);
}

std::string token_of_worker(std::string_view worker) {
  if (!worker.starts_with(kRemote)) return "";
  worker.remove_prefix(kRemote.size());
  return std::string(worker.substr(0, worker.find(':')));
}

Host host_of(std::string_view worker) {
  const std::size_t first = worker.find(':');
  const std::size_t second = worker.find(':', first + 1);
  // Older programs left the boot out.
  if (second == std::string_view::npos || worker.find(':', second + 1) == std::string_view::npos) return {};
  return {std::string(worker.substr(0, first)), std::string(worker.substr(first + 1, second - first - 1))};
}

bool are_apart(const Host& one, const Host& other) {
  return !one.boot.empty() && !other.boot.empty() && one.boot != other.boot && one.name != other.name;
}

}  // namespace toptile
