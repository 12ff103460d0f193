#include "cli/terminal/key.h"

#include <boost/test/unit_test.hpp>
#include <utility>
#include <vector>

namespace toptile {
namespace {

using Name = Key::Name;

std::vector<Name> names_in(std::string bytes) {
  std::vector<Name> names;
  while (const auto key = take_last_key(bytes)) names.push_back(key->name);
  return names;
}

BOOST_AUTO_TEST_SUITE(key)

BOOST_AUTO_TEST_CASE(sequences_are_the_keys_that_terminals_send_for_them) {
  const std::vector<std::pair<std::string, Name>> table = {
      {"\x1b[A", Name::up},         {"\x1b[B", Name::down},       {"\x1b[C", Name::right},
      {"\x1b[D", Name::left},       {"\x1bOC", Name::right},      {"\x1bOD", Name::left},
      {"\x1b[H", Name::home},       {"\x1b[F", Name::end},        {"\x1bOH", Name::home},
      {"\x1b[1~", Name::home},      {"\x1b[4~", Name::end},       {"\x1b[7~", Name::home},
      {"\x1b[8~", Name::end},       {"\x1b[5~", Name::page_up},   {"\x1b[6~", Name::page_down},
      {"\x1b[1;5C", Name::right},   {"\x1b[5;2~", Name::page_up}, {"\x1b[15~", Name::unknown},
      {"\x1b[3~", Name::unknown},   {"\r", Name::enter},          {"\n", Name::enter},
      {"\x7f", Name::backspace},    {"\b", Name::backspace},      {"\x1b", Name::escape},
      {"\x1b[", Name::unknown},     {"\x1b[12", Name::unknown},   {"x", Name::character},
      {"\x1b[200~", Name::unknown},
  };
  for (const auto& [bytes, name] : table) {
    const auto names = names_in(bytes);
    BOOST_TEST_CONTEXT(bytes) {
      BOOST_REQUIRE_EQUAL(names.size(), 1U);
      BOOST_TEST(static_cast<int>(names[0]) == static_cast<int>(name));
    }
  }
}

BOOST_AUTO_TEST_CASE(keys_come_one_after_the_other) {
  std::string bytes = "g1\x1b[Cq";
  BOOST_TEST(take_key(bytes)->is('g'));
  BOOST_TEST(take_key(bytes)->is('1'));
  BOOST_TEST((take_key(bytes)->name == Name::right));
  BOOST_TEST(take_key(bytes)->is('q'));
  BOOST_TEST(!take_key(bytes));
}

BOOST_AUTO_TEST_CASE(the_beginning_of_a_sequence_waits_for_its_rest) {
  std::string bytes = "\x1b";
  for (const char* const more : {"[", "1", ";", "5"}) {
    BOOST_TEST(!take_key(bytes));
    bytes += more;
  }
  BOOST_TEST(!take_key(bytes));
  bytes += "D";
  BOOST_TEST((take_key(bytes)->name == Name::left));
  BOOST_TEST(bytes.empty());
}

BOOST_AUTO_TEST_CASE(a_sequence_without_an_end_is_thrown_away) {
  std::string bytes = "\x1b[" + std::string(100, '1');
  BOOST_TEST((take_key(bytes)->name == Name::unknown));
  BOOST_TEST(bytes.empty());
}

BOOST_AUTO_TEST_CASE(esc_before_another_key_is_a_key_of_its_own) {
  std::string bytes = "\x1bq";
  BOOST_TEST((take_key(bytes)->name == Name::escape));
  BOOST_TEST(take_key(bytes)->is('q'));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace toptile
