#include "tournaments/run/run_files.h"

#include <fmt/format.h>

namespace toptile {

namespace {

namespace fs = std::filesystem;

std::string name_of(const fs::path& file) {
  return file.filename().string();
}

}  // namespace

Result<Json> read_plan_json(const RunPaths& paths) {
  TOPTILE_TRY(auto text, files_of(paths).read(name_of(paths.plan()), kMaxPlanBytes));
  return parse_json(text, paths.plan().string());
}

Result<LoadedLexicon> load_list_of(const RunPaths& paths, const Ruleset& rules) {
  return load_lexicon(files_of(paths), name_of(paths.lexicon_list()), rules);
}

Result<LoadedLexicon> load_graph_of(const RunPaths& paths, const Ruleset& rules) {
  return load_lexicon(files_of(paths), name_of(paths.lexicon()), rules);
}

std::optional<Error> foreign_link_fault(const RunPaths& paths) {
  const auto is = [](const fs::path& path, fs::file_type type) {
    std::error_code ignored;
    const fs::file_type found = fs::symlink_status(path, ignored).type();
    return found == type || found == fs::file_type::not_found;
  };
  const auto wrong = [](const fs::path& path, const char* what) {
    return Error{fmt::format(
        "{}: this must be a {} in a run; nothing is written there: remove it, or choose another folder",
        path.string(), what)};
  };
  for (const fs::path& folder :
       {paths.stderr_of("any").parent_path(), paths.transcript_of(GameNumber{1}).parent_path(),
        paths.transcript_of(GameNumber{1}).parent_path() / "kept"})
    if (!is(folder, fs::file_type::directory)) return wrong(folder, "folder");
  for (const fs::path& file : {paths.folder / "lock", paths.games(), paths.ahead(), paths.sessions()})
    if (!is(file, fs::file_type::regular)) return wrong(file, "regular file");
  return std::nullopt;
}

}  // namespace toptile
