// When, where and by which program a run was played (sessions.json in its folder). It decides nothing about a
// game, and a run without this file is whole.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/json_fields.h"
#include "base/result.h"
#include "tournaments/run/machine.h"
#include "tournaments/run/run_store.h"

namespace toptile {

// One time that a program played games of a run.
struct RunSession {
  std::string began;         // UTC, such as "2026-11-24T22:31:05Z".
  std::string ended;         // It is empty while games are played, and if the program was killed.
  std::string tournament;    // The tournament's name, if it was given one.
  std::string program;       // Its name and version.
  int concurrency = 0;       // The most games in play at once.
  std::uint64_t played = 0;  // The games that were played in it, as far as it ended.
  Machine machine;
};

// The oldest and the newest sessions are kept, as many as this.
inline constexpr std::size_t kMostSessions = 1000;

// The session of this program, on this machine and from now on. The tournament's name may be empty.
RunSession new_session(const std::string& tournament, int concurrency);
// Says that the session ends now.
void end_session(RunSession& session, std::uint64_t played);

// All sessions of a run, oldest first; none if it has no such file. An error names the file and what is wrong
// in it.
Result<std::vector<RunSession>> read_sessions(const RunPaths& paths);
Result<void> write_sessions(const RunPaths& paths, std::vector<RunSession> sessions);

// The name that the tournament was given last; empty if it never was.
std::string name_of_tournament(const std::vector<RunSession>& sessions);

Json sessions_to_json(const std::vector<RunSession>& sessions);

}  // namespace toptile
