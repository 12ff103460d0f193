#include "league/intake/unpacked_bots.h"

#include <fmt/format.h>

#include "base/files.h"
#include "base/json_fields.h"
#include "base/utf8.h"
#include "league/intake/submission_files.h"
#include "protocol/ruleset_json.h"
#include "tournaments/plan/terms_json.h"

namespace toptile {

namespace {

namespace fs = std::filesystem;

// Writes the league's word list, to a file with the lexicon's name if that is a valid file name.
Result<std::string> write_words(LeagueStore& store, const fs::path& to) {
  const std::string& name = store.terms().plan.lexicon_name;
  const bool is_file_name = fs::path(name + ".txt").filename() == name + ".txt" && printable(name) == name;
  const std::string file = (is_file_name ? name : "lexicon") + ".txt";
  TOPTILE_TRY(const auto words, store.words());
  TOPTILE_TRY_TO(replace_file(to / file, words));
  return file;
}

// A configuration whose games are those of the league, so that they can be entered.
Json tournament_of(const LeagueTerms& terms, const std::string& name, const std::string& lexicon) {
  Json json = {{"name", name}, {"bots", Json::array({{{"include", "bots.json"}}})}, {"lexicon", lexicon}};
  json["rules"] = ruleset_to_json(terms.plan.rules);
  add_terms(json, terms.plan);
  json.erase("every_look");
  json["sandbox"] = kSandboxModes[static_cast<std::size_t>(terms.sandbox)];
  return json;
}

Result<void> unpack_all(LeagueStore& store, const std::vector<BotVersion>& versions, const fs::path& to) {
  Json list = Json::array();
  for (const BotVersion& version : versions) {
    const std::string label = version.label();
    const auto packed = store.versions().packed_files(version.sha256);
    if (!packed) return in_context(label, packed.error());
    const auto unpacked = unpack_packed(packed.value(), to / label, kKeptLimits);
    if (!unpacked) return in_context(label, unpacked.error());
    list.push_back({{"manifest", label}, {"name", label}});
  }
  TOPTILE_TRY_TO(replace_file(to / "bots.json", json_text(list, 2) + "\n"));
  TOPTILE_TRY(const auto lexicon, write_words(store, to));
  const std::string name = fs::absolute(to / "").lexically_normal().parent_path().filename().string();
  return replace_file(to / "tournament.json",
                      json_text(tournament_of(store.terms(), printable(name), lexicon), 2) + "\n");
}

}  // namespace

Result<void> unpack_bots(LeagueStore& store, const std::vector<BotVersion>& versions, const fs::path& to) {
  std::error_code error;
  if (!fs::create_directory(to, error)) {
    return Error{fmt::format("{}: this folder cannot be made: {}", printable(to.string()),
                             error ? error.message() : "there is something of this name already")};
  }
  // Only the organizer may read submissions. The umask may restrict this further.
  fs::permissions(to, fs::perms::group_all | fs::perms::others_all, fs::perm_options::remove, error);
  if (error)
    return Error{fmt::format("{}: this folder cannot be closed to others: {}", printable(to.string()),
                             error.message())};
  auto unpacked = unpack_all(store, versions, to);
  if (!unpacked) fs::remove_all(to, error);
  return unpacked;
}

}  // namespace toptile
