#include "referee/game/dialogue.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <boost/test/unit_test.hpp>
#include <regex>

#include "tests/folder.h"
#include "tests/referee/puppet.h"

using namespace toptile;

BOOST_AUTO_TEST_SUITE(dialogue)

BOOST_AUTO_TEST_CASE(lines_are_kept_in_order_with_their_direction) {
  Dialogue dialogue("bot");
  BOOST_TEST(dialogue.last_lines().empty());
  dialogue.sent("position board\ngo movetime 500\n");
  dialogue.received("info depth 1");
  dialogue.received("");
  BOOST_TEST(dialogue.last_lines() ==
                 (std::vector<std::string>{"> position board", "> go movetime 500", "< info depth 1", "< "}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(only_the_last_are_kept_and_long_ones_are_cut) {
  Dialogue dialogue("bot");
  for (int i = 0; i < 100; ++i) dialogue.received("info " + std::to_string(i));
  dialogue.received(std::string(60'000, 'x'));
  const std::vector<std::string> lines = dialogue.last_lines();
  BOOST_TEST(lines.size() == 16U);
  BOOST_TEST(lines.front() == "< info 85");
  BOOST_TEST(lines.back() == "< " + std::string(1000, 'x') + " …");
}

BOOST_AUTO_TEST_CASE(a_line_of_just_as_many_bytes_as_are_kept_is_whole) {
  for (const std::size_t size : {999U, 1000U, 1001U}) {
    Dialogue dialogue("bot");
    dialogue.received(std::string(size, 'x'));
    BOOST_TEST(dialogue.last_lines().front() ==
               "< " + std::string(std::min<std::size_t>(size, 1000), 'x') + (size > 1000 ? " …" : ""));
  }
}

BOOST_AUTO_TEST_CASE(what_is_no_text_is_escaped) {
  Dialogue dialogue("bot");
  dialogue.received(std::string("bestmove \xff\x1b[2J\0z", 16));
  BOOST_TEST(dialogue.last_lines().front() == "< bestmove \\xff\\x1b[2J\\x00z");
}

BOOST_AUTO_TEST_CASE(a_transcript_has_every_line_with_its_time) {
  const Folder folder;
  const std::filesystem::path file = folder / "17.txt";
  folder.write("17.txt", "from before\n");
  {
    const auto transcript = must(Transcript::create(file));
    Dialogue one("one"), two("two");
    one.write_to(transcript);
    two.write_to(transcript);
    one.sent("uwi 1\n");
    two.received("id name\tTwo");
    one.write_to(nullptr);
    one.received("uwiok");
  }
  const std::string text = text_of(file);
  BOOST_TEST(
      std::regex_match(
          text, std::regex("# begun [-0-9]+T[:0-9]+Z; seconds since then, the bot, > to it or < from it\n"
                           "0\\.\\d{6} one > uwi 1\n0\\.\\d{6} two < id name\\\\x09Two\n")),
      text);
}

BOOST_AUTO_TEST_CASE(a_transcript_grows_to_16_mib_and_says_so) {
  const Folder folder;
  const auto transcript = must(Transcript::create(folder / "1.txt"));
  for (int i = 0; i < 700; ++i) transcript->write("bot", '<', std::string(60'000, '\1'));
  const std::string text = text_of(folder / "1.txt");
  BOOST_TEST(text.size() < (17U << 20));
  BOOST_TEST(text.ends_with("# this file has reached 16 MiB; later lines are left out\n"));
}

// Somebody else may have put a fifo into the run's folder.
BOOST_AUTO_TEST_CASE(a_transcript_is_a_regular_file_and_no_fifo_is_waited_for) {
  const Folder folder;
  BOOST_REQUIRE(::mkfifo((folder / "1.txt").c_str(), 0600) == 0);
  BOOST_TEST(!Transcript::create(folder / "1.txt"));
  const UniqueDescriptor reader(::open((folder / "1.txt").c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC));
  const auto read = Transcript::create(folder / "1.txt");
  BOOST_REQUIRE(!read);
  BOOST_TEST(read.error().message == folder / "1.txt" + ": this is a FIFO, not a regular file");
}

BOOST_AUTO_TEST_CASE(a_transcript_that_cannot_be_written_is_an_error) {
  const Folder folder;
  const auto transcript = Transcript::create(folder / "nowhere/1.txt");
  BOOST_REQUIRE(!transcript);
  BOOST_TEST(transcript.error().message ==
             folder / "nowhere/1.txt" + ": this transcript cannot be written: No such file or directory");
}

BOOST_AUTO_TEST_SUITE_END()
