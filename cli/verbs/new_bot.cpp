// toptile new-bot: creates a folder with a working bot to improve.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <filesystem>

#include "base/files.h"
#include "base/utf8.h"
#include "bots/bot_manifest.h"
#include "cli/flags/bot_templates.h"
#include "cli/flags/command.h"
#include "cli/terminal/exit_code.h"
#include "cli/terminal/terminal.h"

namespace toptile {

namespace {

namespace fs = std::filesystem;

struct NewBotArguments {
  std::string folder;
  std::string language = "python";
  std::string author;
};

std::vector<std::string> languages() {
  std::vector<std::string> names;
  for (const TemplateFile& file : bot_templates()) {
    if (names.empty() || names.back() != file.language) names.emplace_back(file.language);
  }
  return names;
}

// An error if the author's name cannot be quoted in the bot's source and in JSON, or nullopt.
std::optional<Error> author_fault(const std::string& author) {
  const auto is_awkward = [](char c) { return c == '"' || c == '\\'; };
  if (author.find_first_not_of(' ') != std::string::npos && is_utf8(author) &&
      clean_text(author, 100) == author && std::ranges::none_of(author, is_awkward))
    return std::nullopt;
  return Error{
      fmt::format("--author \"{}\": a name of at most 100 bytes is needed here, without quotes, backslashes "
                  "and line ends",
                  printable(author))};
}

std::string author_of(const NewBotArguments& arguments) {
  if (!arguments.author.empty()) return arguments.author;
  const char* user = std::getenv("USER");
  return user != nullptr && *user != '\0' && !author_fault(user) ? user : "Me";
}

Result<void> check(const NewBotArguments& arguments, const std::string& name) {
  if (!is_bot_name(name)) return Error{no_bot_name(name)};
  if (auto fault = author_fault(author_of(arguments))) return *fault;
  std::error_code ignored;
  if (fs::exists(arguments.folder, ignored) && !fs::is_empty(arguments.folder, ignored)) {
    return Error{fmt::format("{} exists already and is not empty; choose another name, or move it away",
                             printable(arguments.folder))};
  }
  return success();
}

Result<void> write_files(const NewBotArguments& arguments, const fs::path& folder, const std::string& name,
                         std::vector<std::string>& written) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) return Error{fmt::format("{}: {}", folder.string(), error.message())};
  for (const TemplateFile& file : bot_templates()) {
    if (file.language != arguments.language) continue;
    const fs::path path = folder / file.name;
    TOPTILE_TRY_TO(replace_file(path, filled_template(file, name, author_of(arguments))));
    if (file.is_program)
      fs::permissions(path, fs::perms::owner_exec | fs::perms::group_exec | fs::perms::others_exec,
                      fs::perm_options::add, error);
    written.emplace_back(file.name);
  }
  return success();
}

Result<void> make(const NewBotArguments& arguments) {
  const fs::path folder = fs::path(arguments.folder).lexically_normal();
  const fs::path named = folder.filename().empty() ? folder.parent_path() : folder;
  const std::string name = named.filename().string();
  TOPTILE_TRY_TO(check(arguments, name));
  std::vector<std::string> files;
  TOPTILE_TRY_TO(write_files(arguments, named, name, files));
  // The user should not have to type a name that a shell or --bot would split.
  const bool is_plain = std::ranges::all_of(named.string(), [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 ||
           std::string_view("-_.+/").find(c) != std::string_view::npos;
  });
  const std::string bot = !is_plain ? "." : named.is_absolute() ? named.string() : "./" + named.string();
  const std::string_view opponent =
      name == "greedy" ? "random" : "greedy";  // No two bots have the same name.
  print(
      fmt::format("made {}: {}\n\n"
                  "test it against {}{}:\n  toptile tournament --bot {} --bot {} --games 100\n"
                  "check that it keeps to the protocol:\n  toptile check {}\n"
                  "make it better: change worth() in {}\n",
                  printable(named.string(), 200), fmt::join(files, ", "), opponent,
                  is_plain ? "" : ", from inside the folder", bot, opponent, bot,
                  printable((named / files.front()).string(), 200)));
  return success();
}

}  // namespace

Action declare_new_bot(Command& command) {
  auto arguments = std::make_shared<NewBotArguments>();
  command.add_option("name NAME", arguments->folder, "The bot's name, and the folder that is made for it")
      .required();
  command
      .add_option("--language L", arguments->language,
                  fmt::format("The language that it is written in: {}", fmt::join(languages(), ", ")))
      .check(one_of(languages()))
      .shows_default();
  command.add_option("--author WHO", arguments->author, "Its author (default: the user's name)");
  return [arguments] { return make(*arguments); };
}

}  // namespace toptile
