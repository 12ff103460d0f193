#include "league/store/authors.h"

#include <boost/test/unit_test.hpp>

#include "tests/league/scripted_league.h"

namespace toptile {

BOOST_AUTO_TEST_SUITE(authors)

namespace {

const std::vector<TokenScope> kSubmitOnly = {TokenScope::submit};
constexpr std::int64_t kOneDay = 24 * 3600 * 1000;

template <class Home>
struct AuthorsLeague : ScriptedLeague<Home> {
  Authors authors{this->store.database(), [this] { return this->now; }};

  bool is_valid(const std::string& token) {
    const auto verified = authors.verify(token);
    BOOST_REQUIRE_MESSAGE(verified, message(verified));
    return verified.value().has_value();
  }
};

}  // namespace

BOOST_AUTO_TEST_CASE_TEMPLATE(a_token_says_who_its_author_is_and_what_it_allows, Home, DatabaseHomes) {
  if (!is_there<Home>()) return;
  AuthorsLeague<Home> league;
  const auto made = league.authors.add("ann", kSubmitOnly, {}).value();
  const auto verified = league.authors.verify(made.text).value();
  BOOST_REQUIRE(verified);
  BOOST_TEST(verified->author == "ann");
  BOOST_TEST(verified->allows(TokenScope::submit));
  BOOST_TEST(!verified->allows(TokenScope::retire));
  BOOST_TEST(message(league.authors.add("ann", kSubmitOnly, {})).find("was added already") !=
             std::string::npos);
  BOOST_TEST(message(league.authors.add("", kSubmitOnly, {})).find("the author's name") == 0U);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_token_with_any_other_digit_is_none, Home, DatabaseHomes) {
  if (!is_there<Home>()) return;
  AuthorsLeague<Home> league;
  const auto made = league.authors.add("ann", kSubmitOnly, {}).value();
  for (std::size_t i = 0; i < made.text.size(); i += 7) {
    std::string wrong = made.text;
    wrong[i] = wrong[i] == '0' ? '1' : '0';
    BOOST_TEST(!league.is_valid(wrong), wrong);
  }
  BOOST_TEST(!league.is_valid(""));
  BOOST_TEST(!league.is_valid(made.text + "0"));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(the_database_does_not_have_the_secret, Home, DatabaseHomes) {
  if (!is_there<Home>()) return;
  AuthorsLeague<Home> league;
  const auto made = league.authors.add("ann", kSubmitOnly, {}).value();
  const std::string secret = parse_token(made.text)->secret;
  std::string kept;
  BOOST_REQUIRE(league.store.database().query("SELECT sha256 FROM tokens", {},
                                              [&](const SqlRow& row) { kept = row.text(0); }));
  BOOST_TEST(kept == sha256_hexadecimal(secret));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(tokens_end_by_time_and_by_revoking, Home, DatabaseHomes) {
  if (!is_there<Home>()) return;
  AuthorsLeague<Home> league;
  const auto first = league.authors.add("ann", kSubmitOnly, 1).value();
  const auto second = league.authors.add_token("ann", kSubmitOnly, {}).value();
  const auto third = league.authors.add_token("ann", kSubmitOnly, {}).value();
  league.now += kOneDay - 1;
  BOOST_TEST(league.is_valid(first.text));
  ++league.now;
  BOOST_TEST(!league.is_valid(first.text));
  BOOST_TEST(league.authors.revoke(second.token.id).value() == 1);
  BOOST_TEST(!league.is_valid(second.text));
  BOOST_TEST(league.is_valid(third.text));
  BOOST_TEST(league.authors.revoke("ann").value() == 2);
  BOOST_TEST(!league.is_valid(third.text));
  BOOST_TEST(league.authors.tokens().value().size() == 3U);
  BOOST_TEST(!league.authors.revoke("bob"));
  BOOST_TEST(!league.authors.add_token("bob", kSubmitOnly, {}));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(an_author_may_have_only_so_many_bots_waiting, Home, DatabaseHomes) {
  if (!is_there<Home>()) return;
  ScriptedLeague<Home> league;
  Submission first = submission("mine", "one"), second = submission("mine", "two");
  first.most_waiting = second.most_waiting = 1;
  BOOST_TEST(message(league.store.versions().receive(first)) == "");
  BOOST_TEST(message(league.store.versions().receive(second)).find("1 of your bots wait") == 0U);
  BOOST_TEST(message(league.store.versions().receive(first)) == "");  // It is the same one.
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace toptile
