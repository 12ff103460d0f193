// Reading and writing whatever signals arrive.
#include "base/descriptor.h"

#include <fcntl.h>
#include <pthread.h>

#include <atomic>
#include <boost/test/unit_test.hpp>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <string>
#include <thread>

#include "tests/folder.h"

namespace toptile {

namespace {

Pipe must_open_pipe() {
  auto pipe = open_pipe();
  BOOST_REQUIRE(pipe);
  return std::move(pipe.value());
}

// A signal whose handler does nothing, and after which the kernel does not go on with a call by itself.
void prepare_interruption() {
  struct sigaction action {};
  action.sa_handler = [](int) {};
  ::sigaction(SIGUSR1, &action, nullptr);
}

std::string all_of(int descriptor) {
  std::string read;
  char block[4096];
  ssize_t count;
  while ((count = read_some(descriptor, block, sizeof block)) > 0)
    read.append(block, static_cast<std::size_t>(count));
  BOOST_TEST(count == 0);
  return read;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(descriptor)

// More than a pipe holds, so the writer must wait again and again.
BOOST_AUTO_TEST_CASE(signals_end_neither_reading_nor_writing) {
  prepare_interruption();
  Pipe pipe = must_open_pipe();
  std::string text;
  for (int i = 0; i < 100'000; ++i) text += std::to_string(i) + "\n";
  bool is_written = false;
  std::thread writer([&] {
    is_written = write_all(pipe.write_end.number(), text);
    pipe.write_end = {};
  });
  const pthread_t reader = ::pthread_self();
  std::atomic<bool> is_read = false;
  std::thread interrupter([&] {
    while (!is_read) {
      ::pthread_kill(writer.native_handle(), SIGUSR1);
      ::pthread_kill(reader, SIGUSR1);
      std::this_thread::yield();
    }
  });
  const std::string read = all_of(pipe.read_end.number());
  is_read = true;
  interrupter.join();
  writer.join();
  BOOST_TEST(is_written);
  BOOST_TEST((read == text));
}

BOOST_AUTO_TEST_CASE(a_pipe_without_a_reader_takes_nothing) {
  std::signal(SIGPIPE, SIG_IGN);  // NOLINT: as the program does.
  Pipe pipe = must_open_pipe();
  pipe.read_end = {};
  BOOST_TEST(!write_all(pipe.write_end.number(), "text"));
  BOOST_TEST(errno == EPIPE);
  BOOST_TEST(write_all(pipe.write_end.number(), ""));
}

BOOST_AUTO_TEST_CASE(a_part_of_a_file_is_read_and_written_at_its_place) {
  const Folder folder;
  const UniqueDescriptor open(::open((folder / "file").c_str(), O_RDWR | O_CREAT, 0600));
  BOOST_REQUIRE(write_all(open.number(), "0123456789"));
  BOOST_TEST(write_all_at(open.number(), "abc", 4));
  char bytes[8] = {};
  BOOST_TEST(read_at(open.number(), bytes, 4, 3) == 4);
  BOOST_TEST(std::string(bytes, 4) == "3abc");
  BOOST_TEST(read_at(open.number(), bytes, sizeof bytes, 7) == 3);  // The file ends.
  BOOST_TEST(read_at(open.number(), bytes, sizeof bytes, 10) == 0);
  BOOST_TEST(read_at(-1, bytes, 1, 0) == -1);
  BOOST_TEST(errno == EBADF);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace toptile
