#include "league/store/record_file.h"

#include <boost/test/unit_test.hpp>

#include "league/store/stored_sets.h"
#include "tests/folder.h"

namespace toptile {

BOOST_AUTO_TEST_SUITE(record_file)

BOOST_AUTO_TEST_CASE(unpacking_ends_at_the_expected_size) {
  // 64 MiB of zeros in a few kB, made by the writer itself.
  RecordFileWriter writer(1);
  writer.add(1, SetNumber{1}, {std::string(40 << 20, '0'), "x"});
  BOOST_TEST(writer.is_full());
  auto [file, bytes] = writer.finish().value();
  BOOST_TEST(bytes.size() < 100'000U);
  const Folder folder;
  static_cast<void>(folder.write(file.name, bytes));
  BOOST_TEST(RecordLines::read(folder.path(), file).has_value());
  file.unpacked = 1000;
  const auto read = RecordLines::read(folder.path(), file);
  BOOST_REQUIRE(!read);
  BOOST_TEST(read.error().message.find("it does not have 1000 bytes") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(lists_of_sets_are_written_and_read) {
  const std::vector<std::pair<std::string, std::vector<SetNumber>>> lists = {
      {"", {}},
      {"7", {SetNumber{7}}},
      {"1-3 9 8 10", {SetNumber{1}, SetNumber{2}, SetNumber{3}, SetNumber{9}, SetNumber{8}, SetNumber{10}}}};
  for (const auto& [text, sets] : lists) {
    BOOST_TEST(format_sets(sets) == text);
    BOOST_TEST((parse_sets(text).value() == sets));
  }
  for (const char* text : {"0", "3-2", "1-", "-1", "x", "1-10001", "1-9000 1-1001", "99999999999999999999"})
    BOOST_TEST(!parse_sets(text), text);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace toptile
