#include "referee/processes/line_buffer.h"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <chrono>
#include <cstring>
#include <string>
#include <vector>

using namespace toptile;
using namespace std::chrono_literals;

BOOST_AUTO_TEST_SUITE(line_buffer)

namespace {

const Instant kStart{};

// Offers the text in pieces for which the buffer has room; returns the number of bytes it took.
std::size_t feed(LineBuffer& buffer, std::string_view text, Instant at = kStart) {
  std::size_t fed = 0;
  while (fed < text.size()) {
    const std::span<char> room = buffer.room();
    if (room.empty()) break;
    const std::size_t bytes = std::min(room.size(), text.size() - fed);
    std::memcpy(room.data(), text.data() + fed, bytes);
    buffer.append(bytes, at);
    fed += bytes;
  }
  return fed;
}

// All that can be taken: lines as they are, everything else in brackets.
std::vector<std::string> takings(LineBuffer& buffer) {
  std::vector<std::string> all;
  while (const auto reception = buffer.take()) {
    switch (reception->outcome) {
      case Received::line:
        all.emplace_back(reception->text);
        continue;
      case Received::cut_off:
        all.push_back("[cut off] " + std::string(reception->text));
        continue;
      case Received::closed:
        all.emplace_back("[closed]");
        break;
      case Received::too_long:
        all.emplace_back("[too long]");
        break;
      case Received::too_much:
        all.emplace_back("[too much]");
        break;
      default:
        all.emplace_back("[?]");
        break;
    }
    break;
  }
  return all;
}

using Lines = std::vector<std::string>;

}  // namespace

BOOST_AUTO_TEST_CASE(bytes_are_cut_into_lines) {
  struct Case {
    std::string sent;
    Lines lines;
  };
  const std::vector<Case> cases = {
      {"", {"[closed]"}},
      {"one\n", {"one", "[closed]"}},
      {"one\ntwo\n", {"one", "two", "[closed]"}},
      {"\n\n", {"", "", "[closed]"}},
      {"one", {"[cut off] one", "[closed]"}},
      {"one\ntwo", {"one", "[cut off] two", "[closed]"}},
      {"one\r\n", {"one", "[closed]"}},
      {"one\r\r\n", {"one\r", "[closed]"}},
      {"o\rne\n", {"o\rne", "[closed]"}},
      {"\r\n", {"", "[closed]"}},
      {"one\r", {"[cut off] one\r", "[closed]"}},
      {std::string("o\0e\n", 4), {std::string("o\0e", 3), "[closed]"}},
  };
  for (const Case& c : cases) {
    LineBuffer whole{LineLimits{}};
    BOOST_TEST(feed(whole, c.sent) == c.sent.size());
    whole.append_end();
    BOOST_TEST(takings(whole) == c.lines, boost::test_tools::per_element());

    LineBuffer bytewise{LineLimits{}};
    Lines lines;
    for (const char byte : c.sent) {
      feed(bytewise, {&byte, 1});
      std::ranges::copy(takings(bytewise), std::back_inserter(lines));
    }
    bytewise.append_end();
    std::ranges::copy(takings(bytewise), std::back_inserter(lines));
    BOOST_TEST(lines == c.lines, boost::test_tools::per_element());
  }
}

BOOST_AUTO_TEST_CASE(a_part_of_a_line_is_told_from_whole_ones) {
  LineBuffer buffer{LineLimits{}};
  BOOST_TEST(!buffer.has_part_of_line());
  for (const auto& [sent, has_part] :
       {std::pair("one", true), {" more", true}, {"\n", false}, {"two\nthr", true}, {"ee\n", false}}) {
    feed(buffer, sent);
    takings(buffer);
    BOOST_TEST(buffer.has_part_of_line() == has_part, sent);
  }
}

BOOST_AUTO_TEST_CASE(an_unfinished_line_waits_for_its_end) {
  LineBuffer buffer{LineLimits{}};
  feed(buffer, "bestmo");
  BOOST_TEST(!buffer.take().has_value());
  feed(buffer, "ve pass\ninfo");
  BOOST_TEST(takings(buffer) == Lines{"bestmove pass"}, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_line_at_the_limit_is_taken_and_one_byte_more_is_not) {
  const LineLimits limits{.line_bytes = 100};
  for (const std::string end : {"\n", ""}) {
    LineBuffer at_limit{limits};
    feed(at_limit, std::string(100, 'x') + "\n");
    BOOST_TEST(takings(at_limit) == Lines{std::string(100, 'x')}, boost::test_tools::per_element());

    LineBuffer over{limits};
    feed(over, std::string(101, 'x') + end);
    BOOST_TEST(takings(over) == Lines{"[too long]"}, boost::test_tools::per_element());
    BOOST_TEST(over.room().empty());
    BOOST_TEST(takings(over) == Lines{"[too long]"}, boost::test_tools::per_element());
  }
}

BOOST_AUTO_TEST_CASE(a_line_at_the_limit_is_taken_however_it_comes_in) {
  const LineLimits limits{.line_bytes = 100};
  for (const std::size_t before_the_end : {1U, 99U, 100U}) {
    LineBuffer buffer{limits};
    feed(buffer, std::string(before_the_end, 'x'));
    BOOST_TEST(!buffer.take().has_value());
    feed(buffer, std::string(100 - before_the_end, 'x'));
    BOOST_TEST(!buffer.take().has_value());
    feed(buffer, "\nnext\n");
    BOOST_TEST(takings(buffer) == (Lines{std::string(100, 'x'), "next"}), boost::test_tools::per_element());
  }
  LineBuffer cut_off{limits};
  feed(cut_off, std::string(100, 'x'));
  cut_off.append_end();
  BOOST_TEST(takings(cut_off) == (Lines{"[cut off] " + std::string(100, 'x'), "[closed]"}),
             boost::test_tools::per_element());
  // A '\r' before the end counts.
  LineBuffer with_return{limits};
  feed(with_return, std::string(99, 'x') + "\r\n" + std::string(100, 'x') + "\r\n");
  BOOST_TEST(takings(with_return) == (Lines{std::string(99, 'x'), "[too long]"}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(the_last_byte_of_the_quota_is_taken_and_no_more) {
  const LineLimits limits{.line_bytes = 10, .quota_bytes = 11};
  LineBuffer buffer{limits};
  feed(buffer, std::string(10, 'x') + "\n");
  BOOST_TEST(takings(buffer) == Lines{std::string(10, 'x')}, boost::test_tools::per_element());
  feed(buffer, "\n");
  BOOST_TEST(takings(buffer) == Lines{"[too much]"}, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(lines_beyond_the_quota_are_not_taken) {
  LineBuffer buffer{LineLimits{.quota_bytes = 8}};
  feed(buffer, "123\n567\n");
  BOOST_TEST(takings(buffer) == (Lines{"123", "567"}), boost::test_tools::per_element());
  buffer.reset_quota();
  feed(buffer, "123\n567\n9\n");
  BOOST_TEST(takings(buffer) == (Lines{"123", "567", "[too much]"}), boost::test_tools::per_element());
  buffer.reset_quota();
  BOOST_TEST(takings(buffer) == Lines{"[too much]"}, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_line_arrived_when_the_read_that_ended_it_did) {
  LineBuffer buffer{LineLimits{}};
  feed(buffer, "one\ntw", kStart + 1s);
  feed(buffer, "o", kStart + 2s);
  feed(buffer, "\nthree\n", kStart + 3s);
  feed(buffer, "four", kStart + 4s);
  buffer.append_end();
  BOOST_TEST((buffer.take()->arrival == kStart + 1s));
  BOOST_TEST((buffer.take()->arrival == kStart + 3s));
  BOOST_TEST((buffer.take()->arrival == kStart + 3s));
  BOOST_TEST((buffer.take()->arrival == kStart + 4s));
}

BOOST_AUTO_TEST_CASE(no_line_seems_to_arrive_before_it_did_however_many_wait) {
  LineBuffer buffer{LineLimits{}};
  for (int second = 1; second <= 1000; ++second) feed(buffer, "line\n", kStart + second * 1s);
  for (int second = 1; second <= 1000; ++second) {
    const auto reception = buffer.take();
    BOOST_REQUIRE(reception.has_value());
    BOOST_TEST((reception->arrival >= kStart + second * 1s));
    BOOST_TEST((reception->arrival <= kStart + 1000s));
  }
  feed(buffer, "line\n", kStart + 2000s);
  BOOST_TEST((buffer.take()->arrival == kStart + 2000s));
}

BOOST_AUTO_TEST_CASE(a_full_buffer_takes_no_more_until_lines_are_taken) {
  LineBuffer buffer{LineLimits{}};
  const std::string line(999, 'x');
  std::string flood;
  for (int i = 0; i < 1000; ++i) flood += line + "\n";
  const std::size_t fed = feed(buffer, flood);
  BOOST_TEST(fed <= 256u << 10);
  BOOST_TEST(fed >= 128u << 10);
  BOOST_TEST(buffer.room().empty());

  Lines lines = takings(buffer);
  BOOST_TEST(!buffer.room().empty());
  std::size_t rest = fed;
  while (rest < flood.size()) {
    rest += feed(buffer, std::string_view(flood).substr(rest));
    std::ranges::copy(takings(buffer), std::back_inserter(lines));
  }
  BOOST_TEST(lines == Lines(1000, line), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(bytes_in_flight_stay_in_place_while_lines_are_taken) {
  LineBuffer buffer{LineLimits{}};
  feed(buffer, "one\ntwo\nthr");
  const std::span<char> room = buffer.room();
  takings(buffer);
  std::memcpy(room.data(), "ee\nfour\n", 8);
  buffer.append(8, kStart);
  BOOST_TEST(takings(buffer) == (Lines{"three", "four"}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_SUITE_END()
