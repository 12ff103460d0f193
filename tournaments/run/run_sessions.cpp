#include "tournaments/run/run_sessions.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <ctime>

#include "base/files.h"
#include "base/utf8.h"
#include "protocol/uwi.h"
#include "tournaments/run/program_version.h"
#include "tournaments/run/run_files.h"

namespace toptile {

namespace {

constexpr std::uint64_t kMaxSessionsBytes = 1 << 20;
constexpr std::size_t kMaxTextBytes = 200;
constexpr std::string_view kTimestampForm = "0000-00-00T00:00:00Z";

std::string moment_now() {
  return fmt::format("{:%FT%TZ}", fmt::gmtime(std::time(nullptr)));
}

bool is_moment(std::string_view text) {
  return std::ranges::equal(text, kTimestampForm, [](char found, char form) {
    return form == '0' ? found >= '0' && found <= '9' : found == form;
  });
}

Result<RunSession> session_from_json(const Json& object, const JsonPlace& where) {
  RunSession session;
  FieldReader reader(object, where);
  const auto read_text = [&](const std::string& name, std::string& text) {
    reader.require(name).read(name, text);
    if (text != clean_text(text, kMaxTextBytes))
      reader.fail(name, "this is not a short line of visible text");
  };
  const auto read_moment = [&](const std::string& name, std::string& moment) {
    reader.require(name).read(name, moment);
    if (!moment.empty() && !is_moment(moment))
      reader.fail(name, fmt::format("this is not a timestamp such as {}", kTimestampForm));
  };
  read_moment("began", session.began);
  read_moment("ended", session.ended);
  if (reader.has("tournament")) read_text("tournament", session.tournament);
  read_text("program", session.program);
  read_text("system", session.machine.system);
  read_text("processor", session.machine.processor);
  reader.require("concurrency").read("concurrency", session.concurrency, 0, 1'000'000);
  reader.read("batch", session.batch, 1, uwi::kMaxGamesOfBot);
  reader.require("processors").read("processors", session.machine.processors, 0, 1'000'000);
  reader.require("memory_mb").read("memory_mb", session.machine.memory_mb, 0, INT64_MAX >> 20);
  reader.require("played").read("played", session.played);
  TOPTILE_TRY_TO(reader.finish());
  return session;
}

Result<std::vector<RunSession>> read_file_of_sessions(const RunPaths& paths) {
  std::vector<RunSession> sessions;
  const std::filesystem::path name = paths.sessions().filename();
  TOPTILE_TRY(const auto found, files_of(paths).look_for(name));
  if (!found) return sessions;
  TOPTILE_TRY(const auto text, files_of(paths).read(name, kMaxSessionsBytes));
  TOPTILE_TRY(const auto list, parse_json(text, paths.sessions().string()));
  const JsonPlace where = JsonPlace::of_text(text, paths.sessions().string());
  if (!list.is_array() || list.size() > kMaxSessions)
    return Error{fmt::format("{}: this must be a list of at most {} sessions", paths.sessions().string(),
                             kMaxSessions)};
  for (std::size_t i = 0; i < list.size(); ++i) {
    TOPTILE_TRY(auto session, session_from_json(list[i], where.element(i, fmt::format("session {}", i + 1))));
    sessions.push_back(std::move(session));
  }
  return sessions;
}

}  // namespace

RunSession new_session(const std::string& tournament, int concurrency, int batch) {
  return {.began = moment_now(),
          .ended = "",
          .tournament = clean_text(tournament, kMaxTextBytes),
          .program = std::string(program_version()),
          .concurrency = concurrency,
          .batch = batch,
          .machine = this_machine()};
}

void end_session(RunSession& session, std::uint64_t played) {
  session.ended = moment_now();
  session.played = played;
}

Result<std::vector<RunSession>> read_sessions(const RunPaths& paths) {
  auto sessions = read_file_of_sessions(paths);
  if (sessions) return sessions;
  return Error{sessions.error().message + "; no game depends on this file, so you may remove it"};
}

Result<void> write_sessions(const RunPaths& paths, std::vector<RunSession> sessions) {
  while (sessions.size() > kMaxSessions) sessions.erase(sessions.begin() + 1);
  return replace_file(paths.sessions(), json_text(sessions_to_json(sessions), 1) + "\n", Readers::owner);
}

std::string name_of_tournament(const std::vector<RunSession>& sessions) {
  for (auto session = sessions.rbegin(); session != sessions.rend(); ++session)
    if (!session->tournament.empty()) return session->tournament;
  return "";
}

Json sessions_to_json(const std::vector<RunSession>& sessions) {
  Json list = Json::array();
  for (const RunSession& session : sessions) {
    list.push_back({{"began", session.began},
                    {"ended", session.ended},
                    {"tournament", session.tournament},
                    {"program", session.program},
                    {"concurrency", session.concurrency},
                    {"played", session.played},
                    {"system", session.machine.system},
                    {"processor", session.machine.processor},
                    {"processors", session.machine.processors},
                    {"memory_mb", session.machine.memory_mb}});
    if (session.batch > 1) list.back()["batch"] = session.batch;
  }
  return list;
}

}  // namespace toptile
