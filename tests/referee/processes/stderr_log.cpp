// Several bots write into one file, and it stays within its limit.
#include "referee/processes/stderr_log.h"
#include "referee/processes/event_loop.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <barrier>
#include <boost/test/unit_test.hpp>
#include <memory>
#include <thread>
#include <vector>

#include "base/descriptor.h"
#include "tests/folder.h"
#include "tests/referee/puppet.h"

namespace toptile {
BOOST_AUTO_TEST_SUITE(stderr_log)

namespace {

constexpr std::uint64_t kLimit = 10'000;
constexpr std::string_view kNote =
    "\n[toptile: this file has reached 10000 bytes; later output on stderr is dropped]\n";

// A bot that has written most of what the file has room for.
class Talker {
 public:
  explicit Talker(const std::string& file) : pipe_(must(open_pipe())) {
    const std::string words(8'000, 'x');
    BOOST_REQUIRE(::write(pipe_.write_end.number(), words.data(), words.size()) ==
                  static_cast<ssize_t>(words.size()));
    log_.emplace(must(StderrLog::open(loop_, std::move(pipe_.read_end), file, kLimit)));
  }
  void drain() { log_->drain(); }

 private:
  EventLoop loop_;
  Pipe pipe_;
  std::optional<StderrLog> log_;
};

BOOST_AUTO_TEST_CASE(workers_that_write_at_once_leave_one_file_of_its_size) {
  constexpr int kWorkers = 4;
  for (int round = 0; round < 300; ++round) {
    const Folder folder;
    const std::string file = folder / "bot.stderr";
    std::vector<std::unique_ptr<Talker>> talkers;
    for (int i = 0; i < kWorkers; ++i) talkers.push_back(std::make_unique<Talker>(file));
    std::barrier begin(kWorkers);
    std::vector<std::jthread> workers;
    for (const auto& talker : talkers) {
      workers.emplace_back([&] {
        begin.arrive_and_wait();
        talker->drain();
      });
    }
    workers.clear();
    const std::string text = text_of(file);
    BOOST_REQUIRE_MESSAGE(text.size() == kLimit + kNote.size(), text.size());
    BOOST_REQUIRE(text.ends_with(kNote));
  }
}

// Somebody else may have put a fifo into the run's folder.
BOOST_AUTO_TEST_CASE(what_is_no_regular_file_is_not_written) {
  const Folder folder;
  BOOST_REQUIRE(::mkfifo((folder / "bot.stderr").c_str(), 0600) == 0);
  const UniqueDescriptor reader(::open((folder / "bot.stderr").c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC));
  EventLoop loop;
  const auto log = StderrLog::open(loop, must(open_pipe()).read_end, folder / "bot.stderr", kLimit);
  BOOST_REQUIRE(!log);
  BOOST_TEST(log.error().message == folder / "bot.stderr" + ": this is a FIFO, not a regular file");
}

}  // namespace

BOOST_AUTO_TEST_SUITE_END()

}  // namespace toptile
