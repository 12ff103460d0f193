#include "protocol/lexicon_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "engine/lexicon_image.h"
#include "protocol/files.h"

namespace toptile {

namespace {

Result<LoadedLexicon> fit_to(const Lexicon& lexicon, const std::filesystem::path& file,
                             const Ruleset& rules) {
  if (!(lexicon.alphabet() == rules.alphabet())) {
    return Error{fmt::format(
        "{}: this lexicon was built for other tiles than the ruleset {} has; build it again with: "
        "toptile lexicon build LIST --rules {}",
        file.string(), rules.name, rules.name)};
  }
  if (lexicon.max_length() < rules.size) {
    return Error{fmt::format(
        "{}: this lexicon was built for words of at most {} tiles and the board of {} has {} squares a side; "
        "build it again with: toptile lexicon build LIST --rules {}",
        file.string(), lexicon.max_length(), rules.name, rules.size, rules.name)};
  }
  if (lexicon.max_length() == rules.size) return LoadedLexicon{lexicon, {}};
  auto shorter =
      build_lexicon(lexicon.name(), lexicon.text(), rules.alphabet(), rules.size, Capitals::mean_nothing);
  if (!shorter) return in_context(file.string(), shorter.error());
  return LoadedLexicon{std::move(shorter.value().lexicon), shorter.value().dropped};
}

}  // namespace

Result<Lexicon> map_lexicon(const std::filesystem::path& file) {
  const auto failed = [&] {
    return Error{fmt::format("{}: this lexicon cannot be read: {}", file.string(), std::strerror(errno))};
  };
  const int descriptor = ::open(file.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return failed();
  struct stat status {};
  if (::fstat(descriptor, &status) != 0) {
    const Error error = failed();
    ::close(descriptor);
    return error;
  }
  const auto size = static_cast<std::size_t>(status.st_size);
  if (size == 0) {
    ::close(descriptor);
    return Error{fmt::format("{}: this lexicon cannot be read: the file is empty", file.string())};
  }
  void* address = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, descriptor, 0);
  ::close(descriptor);
  if (address == MAP_FAILED) return failed();
  const std::shared_ptr<const void> owner(
      address, [size](const void* mapped) { ::munmap(const_cast<void*>(mapped), size); });
  auto lexicon = Lexicon::from_image({static_cast<const std::byte*>(address), size}, owner);
  if (!lexicon) return in_context(file.string(), lexicon.error());
  return lexicon;
}

Result<LoadedLexicon> load_lexicon(const std::filesystem::path& file, const Ruleset& rules) {
  if (file != "-") {
    auto beginning = read_beginning(file, kLexiconMagic.size());
    if (!beginning) return beginning.error();
    if (beginning.value() == std::string_view(kLexiconMagic.data(), kLexiconMagic.size())) {
      auto lexicon = map_lexicon(file);
      if (!lexicon) return lexicon.error();
      return fit_to(lexicon.value(), file, rules);
    }
  }
  auto list = read_file(file);
  if (!list) return list.error();
  auto built = build_lexicon(file == "-" ? "standard-input" : file.stem().string(), list.value(),
                             rules.alphabet(), rules.size);
  if (!built) return in_context(file.string(), built.error());
  return LoadedLexicon{std::move(built.value().lexicon), built.value().dropped};
}

Result<void> save_lexicon(const Lexicon& lexicon, const std::filesystem::path& file, Readers readers) {
  const auto image = lexicon.image();
  return replace_file(file, {reinterpret_cast<const char*>(image.data()), image.size()}, readers);
}

Result<void> save_for_bots(const Lexicon& lexicon, const std::filesystem::path& list, Readers readers) {
  if (auto saved = replace_file(list, lexicon.text(), readers); !saved) return saved.error();
  return save_lexicon(lexicon, std::filesystem::path(list).replace_extension(".lexicon"), readers);
}

}  // namespace toptile
