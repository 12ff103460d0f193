#include "protocol/lexicon_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "base/descriptor.h"
#include "base/files.h"
#include "engine/lexicon_image.h"

namespace toptile {

namespace {

namespace fs = std::filesystem;

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

// The limit for a list or a built lexicon that anybody may have sent. Usually they have a few MB.
constexpr std::uint64_t kMaxForeignBytes = 256 << 20;

bool is_magic(std::string_view beginning) {
  return beginning == std::string_view(kLexiconMagic.data(), kLexiconMagic.size());
}

Result<Lexicon> map_open(const UniqueDescriptor& opened, const fs::path& file) {
  struct stat status {};
  if (::fstat(opened.number(), &status) != 0) return system_error(file, "this lexicon cannot be read");
  const auto size = static_cast<std::size_t>(status.st_size);
  if (size == 0)
    return Error{fmt::format("{}: this lexicon cannot be read: the file is empty", file.string())};
  void* address = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, opened.number(), 0);
  if (address == MAP_FAILED) return system_error(file, "this lexicon cannot be read");
  const std::shared_ptr<const void> owner(
      address, [size](const void* mapped) { ::munmap(const_cast<void*>(mapped), size); });
  auto lexicon = Lexicon::from_image({static_cast<const std::byte*>(address), size}, owner);
  if (!lexicon) return in_context(file.string(), lexicon.error());
  return lexicon;
}

Result<LoadedLexicon> build_from(std::string_view list, const fs::path& file, const Ruleset& rules) {
  auto built = build_lexicon(file == "-" ? "standard-input" : file.stem().string(), list, rules.alphabet(),
                             rules.size);
  if (!built) return in_context(file.string(), built.error());
  return LoadedLexicon{std::move(built.value().lexicon), built.value().dropped};
}

}  // namespace

Result<Lexicon> map_lexicon(const fs::path& file) {
  const UniqueDescriptor opened(::open(file.c_str(), O_RDONLY | O_CLOEXEC));
  if (!opened.is_open()) return system_error(file, "this lexicon cannot be read");
  return map_open(opened, file);
}

Result<LoadedLexicon> load_lexicon(const fs::path& file, const Ruleset& rules) {
  if (file != "-") {
    TOPTILE_TRY(auto beginning, read_beginning(file, kLexiconMagic.size()));
    if (is_magic(beginning)) {
      TOPTILE_TRY(auto lexicon, map_lexicon(file));
      return fit_to(lexicon, file, rules);
    }
  }
  TOPTILE_TRY(auto list, read_file(file));
  return build_from(list, file, rules);
}

Result<LoadedLexicon> load_lexicon(const ForeignFolder& folder, const std::string& name,
                                   const Ruleset& rules) {
  const fs::path file = folder.path() / name;
  TOPTILE_TRY(auto opened, folder.open(name, kMaxForeignBytes));
  std::string beginning(kLexiconMagic.size(), '\0');
  const ssize_t count = ::pread(opened.number(), beginning.data(), beginning.size(), 0);
  if (count == static_cast<ssize_t>(beginning.size()) && is_magic(beginning)) {
    TOPTILE_TRY(auto lexicon, map_open(opened, file));
    return fit_to(lexicon, file, rules);
  }
  TOPTILE_TRY(auto list, folder.read(name, kMaxForeignBytes));
  return build_from(list, file, rules);
}

Result<void> save_lexicon(const Lexicon& lexicon, const std::filesystem::path& file, Readers readers) {
  const auto image = lexicon.image();
  return replace_file(file, {reinterpret_cast<const char*>(image.data()), image.size()}, readers);
}

Result<void> save_for_bots(const Lexicon& lexicon, const std::filesystem::path& list, Readers readers) {
  TOPTILE_TRY_TO(replace_file(list, lexicon.text(), readers));
  return save_lexicon(lexicon, std::filesystem::path(list).replace_extension(".lexicon"), readers);
}

}  // namespace toptile
