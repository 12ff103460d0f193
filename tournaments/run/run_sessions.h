// When, where and by which program a run was played (sessions.json in its folder). It does not affect any
// game, and a run without this file is complete.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/json_fields.h"
#include "base/result.h"
#include "tournaments/run/machine.h"
#include "tournaments/run/run_store.h"

namespace toptile {

// One session, in which a program played games of a run.
struct RunSession {
  std::string began;         // UTC, such as "2026-11-24T22:31:05Z".
  std::string ended;         // Empty while games are played, and if the program was killed.
  std::string tournament;    // The tournament's name; may be empty.
  std::string program;       // Its name and version.
  int concurrency = 0;       // The maximum number of threads that played.
  int batch = 1;             // The maximum number of games at once in a process.
  std::uint64_t played = 0;  // The games that were played in it; 0 until it has ended.
  Machine machine;
};

// The maximum number of sessions that are kept: the oldest and the newest ones.
inline constexpr std::size_t kMaxSessions = 1000;

// A session of this program on this machine that begins now. The tournament's name may be empty.
RunSession new_session(const std::string& tournament, int concurrency, int batch);
// Ends the session now.
void end_session(RunSession& session, std::uint64_t played);

// All sessions of a run, oldest first; empty if it has no such file. An error names the file and what is
// wrong in it.
Result<std::vector<RunSession>> read_sessions(const RunPaths& paths);
Result<void> write_sessions(const RunPaths& paths, std::vector<RunSession> sessions);

// The last name that the tournament was given; empty if it never had one.
std::string name_of_tournament(const std::vector<RunSession>& sessions);

Json sessions_to_json(const std::vector<RunSession>& sessions);

}  // namespace toptile
