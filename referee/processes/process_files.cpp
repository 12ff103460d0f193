#include "referee/processes/process_files.h"

#include <fcntl.h>
#include <unistd.h>

#include <filesystem>

#include "base/descriptor.h"
#include "base/words.h"

namespace toptile {
namespace {

namespace fs = std::filesystem;

// Takes the next of the numbers that are separated by spaces; 0 if it is not a number.
template <class Number>
Number take_number(std::string_view& text) {
  return parse_number<Number>(take_word(text)).value_or(0);
}

std::chrono::nanoseconds time_of_ticks(std::int64_t ticks) {
  static const std::int64_t ticks_a_second = ::sysconf(_SC_CLK_TCK);
  return std::chrono::nanoseconds(ticks * (1'000'000'000 / ticks_a_second));
}

}  // namespace

// A read of Linux leaves less room than this only if another line follows, so most files need one read.
std::optional<std::string> text_of_process_file(int descriptor) {
  constexpr std::size_t kMaxLine = 1024;
  std::string text;
  char bytes[4 * kMaxLine];
  while (true) {
    const ssize_t count = ::pread(descriptor, bytes, sizeof bytes, static_cast<off_t>(text.size()));
    if (count < 0) return std::nullopt;
    text.append(bytes, static_cast<std::size_t>(count));
    if (static_cast<std::size_t>(count) + kMaxLine <= sizeof bytes) return text;
  }
}

std::optional<std::string> text_of_process_file(const char* path) {
  const UniqueDescriptor file(::open(path, O_RDONLY | O_CLOEXEC));
  return file.is_open() ? text_of_process_file(file.number()) : std::nullopt;
}

std::optional<ProcessStat> parse_process_stat(std::string_view text) {
  const std::size_t name_begin = text.find('(') + 1, name_end = text.rfind(')');
  if (name_end == std::string_view::npos) return std::nullopt;
  std::string_view fields = text.substr(name_end + 1);
  const auto skip = [&fields](int count) {
    for (int i = 0; i < count; ++i) take_word(fields);
  };
  constexpr int kToFlags = 5, kToEndedTime = 6, kToThreads = 2, kToResident = 3;
  const std::string_view state = take_word(fields);
  if (state.size() != 1) return std::nullopt;
  ProcessStat stat;
  stat.name = text.substr(name_begin, name_end - name_begin);
  stat.state = state.front();
  skip(kToFlags);
  stat.flags = take_number<unsigned>(fields);
  skip(kToEndedTime);
  const auto user = take_number<std::int64_t>(fields), system = take_number<std::int64_t>(fields);
  stat.ended_children = time_of_ticks(user + system);
  skip(kToThreads);
  stat.threads = take_number<int>(fields);
  skip(kToResident);
  stat.resident_pages = take_number<std::uint64_t>(fields);
  return stat;
}

std::optional<ProcessStat> process_stat_in(const std::string& folder) {
  const auto text = text_of_process_file((folder + "/stat").c_str());
  return text ? parse_process_stat(*text) : std::nullopt;
}

void append_children_in(std::string_view list, std::vector<pid_t>& children) {
  while (true) {
    const auto child = parse_number<pid_t>(take_word(list));
    if (!child) return;
    children.push_back(*child);
  }
}

void append_children_of_threads(pid_t pid, std::vector<pid_t>& children) {
  std::error_code gone;
  const fs::path threads = fs::path("/proc") / std::to_string(pid) / "task";
  for (fs::directory_iterator thread(threads, gone), end; !gone && thread != end; thread.increment(gone)) {
    const auto list = text_of_process_file((thread->path() / "children").c_str());
    append_children_in(list.value_or(""), children);
  }
}

}  // namespace toptile
