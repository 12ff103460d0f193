#include "base/files.h"

#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <thread>

#include "tests/folder.h"

using namespace toptile;

BOOST_AUTO_TEST_SUITE(files)

namespace {

std::string reading(const Result<std::string>& read) {
  return read ? read.value() : "error: " + read.error().message;
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_file_is_read_as_it_was_written) {
  const Folder folder;
  std::string all_bytes;
  for (int i = 0; i < 300'000; ++i) all_bytes += static_cast<char>(i * 7);
  for (const std::string& bytes :
       {std::string(), std::string("one line\n"), std::string("\0\r\n\xff", 4), all_bytes}) {
    BOOST_REQUIRE(replace_file(folder / "file", bytes));
    BOOST_TEST((reading(read_file(folder / "file")) == bytes));
    BOOST_TEST((reading(read_beginning(folder / "file", 3)) == bytes.substr(0, 3)));
    BOOST_TEST((reading(read_beginning(folder / "file", 1'000'000)) == bytes));
    BOOST_TEST(reading(read_beginning(folder / "file", 0)) == "");
    BOOST_TEST(hexadecimal(sha256_of_file(folder / "file").value()) == sha256_hexadecimal(bytes));
  }
  BOOST_TEST(folder.names() == (std::vector<std::string>{"file"}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(an_error_names_the_file_and_the_reason) {
  const Folder folder;
  const std::string missing = folder / "missing", of_folder = folder.path();
  BOOST_TEST(reading(read_file(missing)) ==
             "error: " + missing + ": this file cannot be read: No such file or directory");
  BOOST_TEST(reading(read_file(of_folder)) ==
             "error: " + of_folder + ": this file cannot be read: Is a directory");
  const auto nowhere = replace_file(folder / "no/such/folder", "bytes");
  BOOST_REQUIRE(!nowhere);
  BOOST_TEST(nowhere.error().message == std::string(folder / "no/such/folder") +
                                            ": this file cannot be written: No such file or directory");
}

BOOST_AUTO_TEST_CASE(a_failed_replacement_leaves_nothing_behind) {
  const Folder folder;
  BOOST_REQUIRE(::mkdir(std::string(folder / "target").c_str(), 0700) == 0);
  folder.write("target/inside", "kept");
  const auto replaced = replace_file(folder / "target", "bytes");
  BOOST_REQUIRE(!replaced);
  BOOST_TEST(replaced.error().message.find("this file cannot be written: ") != std::string::npos);
  BOOST_TEST(folder.names() == (std::vector<std::string>{"target"}), boost::test_tools::per_element());
  BOOST_TEST(reading(read_file(folder / "target/inside")) == "kept");
}

// A reader that reads all the time sees only whole files, and one that has the old file open keeps it.
BOOST_AUTO_TEST_CASE(a_reader_sees_the_old_file_or_the_new_one_and_nothing_between) {
  const Folder folder;
  const std::string old_bytes(200'000, 'o'), new_bytes(300'000, 'n');
  BOOST_REQUIRE(replace_file(folder / "file", old_bytes));
  std::atomic<bool> is_done = false;
  std::atomic<int> looks = 0, halves = 0;
  std::thread reader([&] {
    while (!is_done || looks == 0) {
      const auto bytes = read_file(folder / "file");
      halves += !bytes || (bytes.value() != old_bytes && bytes.value() != new_bytes);
      ++looks;
    }
  });
  bool were_written = true;
  for (int i = 0; i < 20; ++i)
    were_written = were_written && replace_file(folder / "file", i % 2 == 0 ? new_bytes : old_bytes);
  is_done = true;
  reader.join();
  BOOST_TEST(were_written);
  BOOST_TEST(halves == 0);
  BOOST_TEST(folder.names() == (std::vector<std::string>{"file"}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_dash_is_standard_input_and_leaves_it_open) {
  int ends[2];
  BOOST_REQUIRE(::pipe(ends) == 0);
  BOOST_REQUIRE(::write(ends[1], "typed\n", 6) == 6);
  ::close(ends[1]);
  const int kept = ::dup(STDIN_FILENO);
  ::dup2(ends[0], STDIN_FILENO);
  ::close(ends[0]);
  const std::string typed = reading(read_file("-"));
  struct stat status {};
  const bool is_open = ::fstat(STDIN_FILENO, &status) == 0;
  if (kept >= 0) {
    ::dup2(kept, STDIN_FILENO);
    ::close(kept);
  }
  BOOST_TEST(typed == "typed\n");
  BOOST_TEST(is_open);
}

BOOST_AUTO_TEST_SUITE_END()
