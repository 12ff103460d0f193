#include "bots/git_objects.h"

#include <fmt/format.h>
#include <openssl/evp.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>

#include "base/assert.h"
#include "base/files.h"
#include "base/utf8.h"
#include "base/words.h"

namespace toptile {

namespace {

using std::chrono::steady_clock;

constexpr std::size_t kMaxOfAnswer = 1 << 16;
constexpr std::size_t kMaxAnswerLine = 1 << 10;
constexpr int kAnswerLookMs = 50;
constexpr std::size_t kSha1Digits = 40;

std::string_view name_of(GitKind kind) {
  constexpr std::array<std::string_view, 3> kNames = {"commit", "tree", "blob"};
  return kNames[static_cast<std::size_t>(kind)];
}

// Computes the hash of an object in a repository whose hashes have this many digits.
class ObjectSum {
 public:
  explicit ObjectSum(std::size_t digits) : context_(::EVP_MD_CTX_new(), ::EVP_MD_CTX_free) {
    const EVP_MD* const kind = digits == kSha1Digits ? ::EVP_sha1() : ::EVP_sha256();
    TOPTILE_ASSERT(::EVP_DigestInit_ex(context_.get(), kind, nullptr) == 1);
  }
  void add(std::string_view bytes) {
    TOPTILE_ASSERT(::EVP_DigestUpdate(context_.get(), bytes.data(), bytes.size()) == 1);
  }
  std::string hexadecimal() {
    std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
    unsigned size = 0;
    TOPTILE_ASSERT(::EVP_DigestFinal_ex(context_.get(), digest.data(), &size) == 1);
    std::string text;
    for (unsigned i = 0; i < size; ++i) text += fmt::format("{:02x}", digest[i]);
    return text;
  }

 private:
  std::unique_ptr<EVP_MD_CTX, decltype(&::EVP_MD_CTX_free)> context_;
};

}  // namespace

Result<GitObjects> GitObjects::open(const GitProgram& git) {
  TOPTILE_TRY(auto questions, open_pipe());
  TOPTILE_TRY(auto answers, open_pipe());
  TOPTILE_TRY(auto process, git.start({"cat-file", "--batch-command"}, questions.read_end.number(),
                                      answers.write_end.number()));
  return GitObjects(git, std::move(process), std::move(questions.write_end), std::move(answers.read_end));
}

Result<std::uint64_t> GitObjects::find_size(const std::string& hash, GitKind kind) {
  return ask("info", hash, kind);
}

Result<std::string> GitObjects::read(const std::string& hash, GitKind kind, std::uint64_t most) {
  TOPTILE_TRY(const auto size, find_size(hash, kind));
  if (size > most)
    return Error{
        fmt::format("the {} {} has {} bytes, and {} are read at most", name_of(kind), hash, size, most)};
  std::string content;
  TOPTILE_TRY_TO(read_parts(hash, kind, [&](std::string_view part) {
    content += part;
    return success();
  }));
  return content;
}

Result<void> GitObjects::read_parts(const std::string& hash, GitKind kind,
                                    const std::function<Result<void>(std::string_view)>& use) {
  TOPTILE_TRY(std::uint64_t left, ask("contents", hash, kind));
  ObjectSum sum(hash.size());
  sum.add(fmt::format("{} {}", name_of(kind), left));
  sum.add(std::string_view("", 1));
  while (left > 0) {
    if (read_.empty()) {
      TOPTILE_TRY_TO(fill());
    }
    const std::string_view part =
        std::string_view(read_).substr(0, std::min<std::uint64_t>(left, read_.size()));
    sum.add(part);
    TOPTILE_TRY_TO(use(part));
    left -= part.size();
    read_.erase(0, part.size());
  }
  TOPTILE_TRY(const auto end, take_line());
  if (end.empty() && sum.hexadecimal() == hash) return success();
  return Error{
      fmt::format("the {} {} is damaged or forged: its content does not have this hash; see: git fsck",
                  name_of(kind), hash)};
}

Result<std::uint64_t> GitObjects::ask(std::string_view question, const std::string& hash, GitKind kind) {
  if (git_->stop().stop_requested()) return cancelled();
  const std::string line = fmt::format("{} {}\n", question, hash);
  // The pipe is empty, as the answer to each question is read before the next one.
  const ssize_t written = ::write(questions_.number(), line.data(), line.size());
  if (written < 0 && errno != EPIPE)
    return Error{"git cannot be asked: " + explain_descriptor_failure(errno)};
  TOPTILE_TRY(const auto answer, take_line());
  std::string_view rest = answer;
  const std::string_view found = take_word(rest), found_kind = take_word(rest);
  const auto size = parse_number<std::uint64_t>(take_word(rest));
  if (found == hash && found_kind == name_of(kind) && size) return *size;
  if (found == hash && found_kind == "missing")
    return Error{fmt::format("the repository does not have the {} {}; fetch it, as nothing is fetched here",
                             name_of(kind), hash)};
  return Error{fmt::format("{} is not a {} that git can read", hash, name_of(kind))};
}

Result<void> GitObjects::fill() {
  const auto deadline = steady_clock::now() + kMaxGitWait;
  while (true) {
    pollfd event{answers_.number(), POLLIN, 0};
    const int ready = ::poll(&event, 1, kAnswerLookMs);
    if (git_->stop().stop_requested()) return cancelled();
    if (ready > 0) break;
    if (steady_clock::now() >= deadline)
      return Error{fmt::format("git did not answer in {} minutes", kMaxGitWait.count())};
  }
  read_.resize(kMaxOfAnswer);
  const ssize_t count = ::read(answers_.number(), read_.data(), read_.size());
  read_.resize(count > 0 ? static_cast<std::size_t>(count) : 0);
  if (count > 0) return success();
  const auto told = read_beginning(git_->fault_file(), kMaxAnswerLine);
  std::string_view rest = told ? std::string_view(told.value()) : std::string_view();
  const std::string_view fault = toptile::take_line(rest);
  return git_fault(fault.empty() ? "nothing" : fault);
}

Result<std::string> GitObjects::take_line() {
  std::string line;
  while (true) {
    const std::size_t end = read_.find('\n');
    line += read_.substr(0, end);
    if (line.size() > kMaxAnswerLine) return Error{"git answers with a line that is too long"};
    if (end != read_.npos) {
      read_.erase(0, end + 1);
      return line;
    }
    TOPTILE_TRY_TO(fill());
  }
}

}  // namespace toptile
