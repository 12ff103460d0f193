#include "league/store/league_terms.h"

#include <fmt/format.h>

#include <cmath>

#include "base/utf8.h"
#include "bots/bot_fault.h"
#include "bots/shown_name.h"
#include "league/store/timestamp.h"
#include "protocol/ruleset_json.h"
#include "tournaments/plan/terms_json.h"

namespace toptile {

namespace {

constexpr int kTermsVersion = 1;
constexpr double kMaxAnchorElo = 100'000;
constexpr std::size_t kMaxNameLength = 100;

Result<SubmissionLimits> submissions_from_json(const Json& object, const JsonPlace& where) {
  SubmissionLimits limits;
  FieldReader reader(object, where);
  reader.read("packed_mb", limits.packed_mb, 1, kMaxPackedMb);
  reader.read("unpacked_mb", limits.unpacked_mb, 1, kMaxUnpackedMb);
  reader.read("files", limits.files, 1, kMaxFiles);
  reader.read("build_minutes", limits.build_minutes, 1, 120);
  reader.read("build_memory_mb", limits.build_memory_mb, 64, 1 << 20);
  reader.read("build_disk_mb", limits.build_disk_mb, 1, 1 << 20);
  reader.read("check_seconds", limits.check_seconds, 10, 3600);
  if (const Json* given = reader.read_any("until"); given != nullptr && !given->is_null()) {
    limits.until = given->is_string() ? parse_timestamp(given->get<std::string>()) : std::nullopt;
    if (!limits.until)
      reader.fail("until", R"(expected a time with its time zone, such as "2026-12-18T23:59:00+01:00")");
  }
  TOPTILE_TRY_TO(reader.finish());
  return limits;
}

Json submissions_to_json(const SubmissionLimits& limits) {
  return {{"packed_mb", limits.packed_mb},
          {"unpacked_mb", limits.unpacked_mb},
          {"files", limits.files},
          {"build_minutes", limits.build_minutes},
          {"build_memory_mb", limits.build_memory_mb},
          {"build_disk_mb", limits.build_disk_mb},
          {"check_seconds", limits.check_seconds},
          {"until", limits.until ? Json(utc_text(*limits.until)) : Json()}};
}

Result<NamedAnchor> anchor_from_json(const Json& object, const JsonPlace& where) {
  NamedAnchor anchor;
  FieldReader reader(object, where);
  reader.require("bot").read("bot", anchor.name).require("elo").read("elo", anchor.elo);
  if (!(std::abs(anchor.elo) <= kMaxAnchorElo))
    reader.fail("elo", fmt::format("it can be -{0} to {0}", kMaxAnchorElo));
  TOPTILE_TRY_TO(reader.finish());
  return anchor;
}

// No anchor, one, or a list of them.
Result<std::vector<NamedAnchor>> anchors_from_json(const Json& json, const JsonPlace& where) {
  std::vector<NamedAnchor> anchors;
  if (json.is_null()) return anchors;
  if (!json.is_array()) {
    TOPTILE_TRY(auto anchor, anchor_from_json(json, where));
    anchors.push_back(std::move(anchor));
    return anchors;
  }
  for (std::size_t i = 0; i < json.size(); ++i) {
    TOPTILE_TRY(auto anchor, anchor_from_json(json[i], where.element(i, fmt::format("anchor {}", i + 1))));
    anchors.push_back(std::move(anchor));
  }
  if (auto fault = anchors_fault(anchors, Anchoring::fixed)) return in_context(where.words(), *fault);
  return anchors;
}

// A single anchor keeps the form from before there could be several.
Json anchors_to_json(const std::vector<NamedAnchor>& anchors) {
  Json list = Json::array();
  for (const NamedAnchor& anchor : anchors) list.push_back({{"bot", anchor.name}, {"elo", anchor.elo}});
  return list.empty() ? Json() : list.size() == 1 ? Json(list[0]) : list;
}

// The keys that configurations and stored terms share, besides those of a tournament.
template <class Held>
void read_league_keys(FieldReader& reader, Held& held) {
  read_part(reader, "submissions", held.submissions, submissions_from_json);
  reader.read("versions", held.versions, 1, kMaxVersions);
  read_part(reader, "anchor", held.anchors, anchors_from_json);
  reader.read_word("public_info", held.public_info, kPublicInfos);
}

// An error for a term that a tournament may have and a league may not, or nullopt.
std::optional<Error> unfit_fault(const TournamentTerms& terms, const JsonPlace& where) {
  const auto fault = [&](const char* key, const char* why) {
    return Error{fmt::format("{}: {}", where.at(key).words(), why)};
  };
  if (terms.test) return fault("test", "a league never ends, so no test can end it; leave this out");
  if (terms.referee.restart == Restart::never)
    return fault("restart", "a league starts a bot again after a fault; choose on_fault or each_game");
  return std::nullopt;
}

std::optional<Error> league_name_fault(const std::string& name, const JsonPlace& where) {
  const auto fault = name_fault(name);
  if (!fault && name.size() <= kMaxNameLength) return std::nullopt;
  return Error{fmt::format("{}: {}", where.at("name").words(),
                           fault ? *fault : fmt::format("at most {} bytes can be a name", kMaxNameLength))};
}

}  // namespace

Result<LeagueRequest> parse_league_request(std::string_view text, const std::filesystem::path& file) {
  TOPTILE_TRY(auto object, parse_json(text, file.string()));
  LeagueRequest request;
  request.name = file.stem().string();
  request.directory = std::filesystem::absolute(file).parent_path();
  request.configuration = JsonPlace::of_text(text, file.string());
  FieldReader reader(object, request.configuration);
  read_settings(reader, request);
  read_league_keys(reader, request);
  TOPTILE_TRY_TO(reader.finish());
  if (auto wrong = league_name_fault(request.name, request.configuration)) return *std::move(wrong);
  return request;
}

Result<ResolvedLeague> resolve_league(const LeagueRequest& request, const ShippedFiles& shipped) {
  if (auto unfit = unfit_fault(request, request.configuration)) return *std::move(unfit);
  if (auto wrong = league_name_fault(request.name, request.configuration)) return *std::move(wrong);
  // A tournament's name must be valid as a folder name, but a league's name may be any visible text.
  TournamentRequest nameless = request;
  nameless.name.clear();
  TOPTILE_TRY(auto resolved, resolve_around(nameless, {}, shipped));
  LeagueTerms terms{request.name,     std::move(resolved.plan), request.sandbox,    request.submissions,
                    request.versions, request.anchors,          request.public_info};
  return ResolvedLeague{std::move(terms), std::move(resolved.lexicon)};
}

Json league_terms_to_json(const LeagueTerms& terms) {
  const Plan& plan = terms.plan;
  Json object = {{"league", kTermsVersion}, {"name", terms.name}, {"seed", std::to_string(plan.seed)}};
  add_terms(object, plan);
  object["lexicon"] = {
      {"name", plan.lexicon_name}, {"words", plan.lexicon_words}, {"sha256", plan.lexicon_sha256}};
  object["rules"] = ruleset_to_json(plan.rules);
  object["sandbox"] = kSandboxModes[static_cast<std::size_t>(terms.sandbox)];
  object["submissions"] = submissions_to_json(terms.submissions);
  object["versions"] = terms.versions;
  object["public_info"] = kPublicInfos[static_cast<std::size_t>(terms.public_info)];
  object["anchor"] = anchors_to_json(terms.anchors);
  return object;
}

Result<LeagueTerms> league_terms_from_json(const Json& object, const std::string& where) {
  FieldReader reader(object, where);
  TournamentTerms terms;
  int version = 0;
  std::uint64_t seed = 0;
  LeagueRequest held;
  reader.require("league").read("league", version, kTermsVersion, kTermsVersion);
  reader.require("name").read("name", held.name).require("seed").read("seed", seed);
  read_terms(reader, terms);
  reader.require("sandbox").read_word("sandbox", held.sandbox, kSandboxModes);
  read_league_keys(reader, held);
  const Json* lexicon = reader.require("lexicon").read_any("lexicon");
  const Json* rules_object = reader.require("rules").read_any("rules");
  TOPTILE_TRY_TO(reader.finish());
  if (auto unfit = unfit_fault(terms, where)) return *std::move(unfit);
  if (auto wrong = league_name_fault(held.name, where)) return *std::move(wrong);

  TOPTILE_TRY(auto rules, ruleset_from_json(*rules_object, where + ": rules"));
  Plan plan(std::move(rules));
  static_cast<TournamentTerms&>(plan) = std::move(terms);
  plan.seed = seed;
  FieldReader lexicon_reader(*lexicon, where + ": lexicon");
  lexicon_reader.require("name").read("name", plan.lexicon_name).require("sha256");
  lexicon_reader.read("sha256", plan.lexicon_sha256).require("words");
  lexicon_reader.read("words", plan.lexicon_words, 1, INT32_MAX);
  TOPTILE_TRY_TO(lexicon_reader.finish());
  if (name_fault(plan.lexicon_name) || !is_sha256(plan.lexicon_sha256))
    return Error{where + ": lexicon: expected a name and 64 hexadecimal digits"};
  return LeagueTerms{std::move(held.name), std::move(plan),         held.sandbox,    held.submissions,
                     held.versions,        std::move(held.anchors), held.public_info};
}

}  // namespace toptile
