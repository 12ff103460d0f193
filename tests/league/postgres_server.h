// A PostgreSQL of our own for tests: it is made in a temporary folder, listens only there, and ends with the
// test program, however that ends.
#pragma once

#include <fcntl.h>
#include <libpq-fe.h>
#include <poll.h>
#include <pwd.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <iostream>
#include <memory>
#include <optional>
#include <sstream>
#include <thread>
#include <vector>

#include "base/files.h"
#include "league/database/postgres.h"
#include "tests/league/database_home.h"
#include "tests/timeout.h"

namespace toptile {

class PostgresServer {
 public:
  // Why there can be none here; nothing if there can be one.
  static std::optional<std::string> absence() {
    if (::getpwuid(::geteuid()) == nullptr) return "this user has no account, which PostgreSQL needs";
    if (!find_programs()) return "PostgreSQL is not installed (package postgresql)";
    return std::nullopt;
  }
  // The server of this program, which is started by the first call. If it does not start, the test fails.
  // Only that call may come from a thread that Boost.Test knows.
  static const PostgresServer& get() {
    static const PostgresServer server([] {
      const auto programs = find_programs();
      BOOST_REQUIRE(programs);
      return *programs;
    }());
    return server;
  }

  PostgresServer(const PostgresServer&) = delete;
  PostgresServer& operator=(const PostgresServer&) = delete;
  ~PostgresServer() {
    ::close(lifeline_);
    ::waitpid(keeper_, nullptr, 0);
  }

  // The address of a database. One with this name must have been made.
  std::string address(const std::string& database) const { return address_in(folder_, database); }
  // The address of a database whose server listens in this folder.
  static std::string address_in(const std::string& folder, const std::string& database) {
    std::string host;
    for (const char character : folder) host += character == '/' ? "%2F" : std::string(1, character);
    return "postgresql://toptile@/" + database + "?host=" + host;
  }
  std::string socket() const { return folder_ + kSocket; }
  static constexpr const char* kSocket = "/.s.PGSQL.5432";
  // Does something that is not of a league, such as making databases. Returns the first value of the first
  // row.
  std::string administer(const std::string& sql, const std::string& database = "postgres") const {
    const std::unique_ptr<PGconn, void (*)(PGconn*)> connection(
        PQconnectdb((address(database) + "&options=-cclient_min_messages%3Derror").c_str()), &PQfinish);
    const std::unique_ptr<PGresult, void (*)(PGresult*)> result(PQexec(connection.get(), sql.c_str()),
                                                                &PQclear);
    const auto status = PQresultStatus(result.get());
    // Boost.Test is not for several threads, but this is.
    if (status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK) BOOST_FAIL(PQerrorMessage(connection.get()));
    return PQntuples(result.get()) > 0 ? PQgetvalue(result.get(), 0, 0) : "";
  }

 private:
  explicit PostgresServer(const std::string& programs) {
    std::string name = (std::filesystem::temp_directory_path() / "toptile-postgres-XXXXXX").string();
    BOOST_REQUIRE(::mkdtemp(name.data()) != nullptr);
    folder_ = name;
    int ends[2];
    BOOST_REQUIRE(::pipe2(ends, O_CLOEXEC) == 0);
    keeper_ = ::fork();
    BOOST_REQUIRE(keeper_ >= 0);
    if (keeper_ == 0) {
      ::close(ends[1]);
      keep(programs, ends[0]);
      ::_exit(0);
    }
    ::close(ends[0]);
    lifeline_ = ends[1];
    bool is_started = false;
    BOOST_TEST(succeeds_in_time([&] {
      is_started = PQping(address("postgres").c_str()) == PQPING_OK;
      if (is_started || ::waitpid(keeper_, nullptr, WNOHANG) != 0) return true;
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
      return false;
    }));
    BOOST_REQUIRE_MESSAGE(is_started, "PostgreSQL did not start");
  }

  // The folder with initdb and postgres: the newest version of Debian's, or one of PATH.
  static std::optional<std::string> find_programs() {
    namespace fs = std::filesystem;
    std::vector<std::pair<int, std::string>> folders;
    std::error_code fault;
    for (const auto& entry : fs::directory_iterator("/usr/lib/postgresql", fault))
      folders.emplace_back(std::atoi(entry.path().filename().c_str()), (entry.path() / "bin").string());
    std::ranges::sort(folders, std::greater());
    std::istringstream path(std::getenv("PATH") ? std::getenv("PATH") : "");
    for (std::string folder; std::getline(path, folder, ':');) folders.emplace_back(0, folder);
    for (const auto& [version, folder] : folders)
      if (::access((folder + "/initdb").c_str(), X_OK) == 0 &&
          ::access((folder + "/postgres").c_str(), X_OK) == 0)
        return folder;
    return std::nullopt;
  }

  // Runs in a process of its own until the test program is gone, and then takes everything away.
  void keep(const std::string& programs, int lifeline) const {
    ::setsid();
    for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGPIPE}) ::signal(signal, SIG_IGN);
    const std::string data = folder_ + "/data", log = folder_ + "/log";
    const passwd* user = nullptr;
    if (::geteuid() == 0) {  // PostgreSQL does not run as root.
      user = ::getpwnam("postgres") ? ::getpwnam("postgres") : ::getpwnam("nobody");
      if (!user || ::chown(folder_.c_str(), user->pw_uid, user->pw_gid) != 0) user = nullptr;
    }
    const auto start = [&](std::vector<std::string> words) {
      const pid_t keeper = ::getpid();
      const pid_t child = ::fork();
      if (child != 0) return child;
      if (user && (::setgid(user->pw_gid) != 0 || ::setuid(user->pw_uid) != 0)) ::_exit(126);
      for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGPIPE}) ::signal(signal, SIG_DFL);
      ::prctl(PR_SET_PDEATHSIG, SIGQUIT);  // The server takes it as an order to end at once.
      if (::getppid() != keeper || ::chdir("/") != 0) ::_exit(126);
      const int out = ::open(log.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0600);
      ::dup2(out, STDOUT_FILENO);
      ::dup2(out, STDERR_FILENO);
      ::setenv("LC_ALL", "C", 1);
      std::vector<char*> arguments;
      for (std::string& word : words) arguments.push_back(word.data());
      arguments.push_back(nullptr);
      ::execv(arguments[0], arguments.data());
      ::_exit(127);
    };
    int status = 0;
    const pid_t initdb = start({programs + "/initdb", "-D", data, "-U", "toptile", "--auth=trust",
                                "--no-sync", "--encoding=UTF8", "--locale=C"});
    const bool is_made = ::waitpid(initdb, &status, 0) == initdb && status == 0;
    const pid_t server =
        is_made ? start({programs + "/postgres", "-D", data, "-k", folder_, "-c", "listen_addresses=", "-c",
                         "fsync=off", "-c", "shared_buffers=32MB", "-c", "max_connections=40"})
                : -1;
    // Nothing is ever written: the other end closes when the test program ends. The server may end before.
    pollfd closing{.fd = lifeline, .events = POLLIN, .revents = 0};
    bool is_running = server > 0, is_wanted = true;
    while (is_running && is_wanted) {
      is_wanted = ::poll(&closing, 1, 200) == 0;
      is_running = ::waitpid(server, &status, WNOHANG) == 0;
    }
    if (is_running) {
      ::kill(server, SIGQUIT);
      ::waitpid(server, &status, 0);  // The server has a limit of 5 s for its own children.
    } else if (const auto said = read_file(log)) {
      std::cerr << said.value();
    }
    std::error_code fault;
    std::filesystem::remove_all(folder_, fault);
  }

  std::string folder_;
  pid_t keeper_ = -1;
  int lifeline_ = -1;
};

// A new database of the server, which there must be.
class PostgresHome final : public DatabaseHome {
 public:
  using DatabaseHome::open;
  PostgresHome() {
    static std::atomic<int> made = 0;
    name_ = "test_" + std::to_string(++made);
    server().administer("CREATE DATABASE " + name_);
  }
  ~PostgresHome() override { server().administer("DROP DATABASE " + name_ + " WITH (FORCE)"); }

  std::string address() const override { return server().address(name_); }
  Result<std::unique_ptr<Database>> open(std::chrono::milliseconds patience) const override {
    return open_postgres(address(), {.patience = patience});
  }
  const std::string& name() const { return name_; }
  const PostgresServer& server() const { return PostgresServer::get(); }

 private:
  std::string name_;
};

// Whether there can be a server; if there is none, a line for CTest says that the test was skipped.
inline bool has_postgres() {
  static const std::optional<std::string> absence = [] {
    const auto reason = PostgresServer::absence();
    if (reason) std::cout << "\nskipped: " << *reason << std::endl;
    return reason;
  }();
  return !absence;
}

}  // namespace toptile
