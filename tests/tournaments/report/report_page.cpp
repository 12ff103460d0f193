#include "tournaments/report/report_page.h"

#include <boost/test/unit_test.hpp>

#include "tests/json_of.h"
#include "tests/tournaments/report/report_games.h"

namespace toptile {
namespace {

std::size_t count(std::string_view text, std::string_view part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != text.npos; at = text.find(part, at + part.size())) ++found;
  return found;
}

BOOST_AUTO_TEST_SUITE(report_page)

BOOST_AUTO_TEST_CASE(the_page_has_one_place_for_data_and_needs_nothing_else) {
  BOOST_TEST(count(built_page(), kDataPlace) == 1U);
  BOOST_TEST(count(built_page(), kDataElement) == 0U);
  BOOST_TEST(built_page().starts_with("<!doctype html>"));
}

BOOST_AUTO_TEST_CASE(data_takes_the_place_and_ends_no_element) {
  const Json data = {{"text", "</script><script>alert(1)</script><!--"}, {"<b>", "&amp;"}};
  const std::string page = toptile::report_page(data, {});
  BOOST_TEST(count(page, kDataPlace) == 0U);
  BOOST_TEST(count(page, "<script>alert") == 0U);
  const std::size_t begin = page.find(kDataElement) + kDataElement.size();
  const std::string text = page.substr(begin, page.find("</script>", begin) - begin);
  BOOST_TEST(text.find('<') == std::string::npos);
  BOOST_TEST(json_of(text) == data);
  BOOST_TEST(page.size() == built_page().size() - kDataPlace.size() + kDataElement.size() + text.size() + 9);
}

BOOST_AUTO_TEST_CASE(chunks_stand_behind_with_their_games) {
  ReportRun run = reports::run_of("x", {"a", "b"}, {});
  run.details.emplace().chunks = {{GameNumber{1}, GameNumber{64}, "foo"},
                                  {GameNumber{65}, GameNumber{70}, "\xfb\xff\xfe"}};
  const std::string page = toptile::report_page({}, std::vector{reports::run_of("y", {"a", "b"}, {}), run});
  BOOST_TEST(count(page,
                   "<script type=\"text/plain\" class=\"toptile-games\" data-run=\"1\" data-first=\"1\" "
                   "data-last=\"64\">Zm9v</script>\n<script type=\"text/plain\" class=\"toptile-games\" "
                   "data-run=\"1\" data-first=\"65\" data-last=\"70\">+//+</script>") == 1U);
}

BOOST_AUTO_TEST_CASE(the_engine_and_each_lexicon_stand_once_at_the_end) {
  std::vector<ReportRun> runs(4, reports::run_of("x", {"a", "b"}, {}));
  BOOST_TEST(count(toptile::report_page({}, runs), "id=\"toptile-engine\"") == 0U);
  runs[0].lexicon = runs[3].lexicon = "foo";
  runs[1].lexicon = "\xfb\xff\xfe";
  const std::string page = toptile::report_page({}, runs);
  BOOST_TEST(count(page, built_engine()) == 1U);
  BOOST_TEST(
      count(page, "<script type=\"text/plain\" class=\"toptile-lexicon\" data-runs=\"0 3\">Zm9v</script>") ==
      1U);
  BOOST_TEST(
      count(page, "<script type=\"text/plain\" class=\"toptile-lexicon\" data-runs=\"1\">+//+</script>") ==
      1U);
  BOOST_TEST(page.find("id=\"toptile-engine\"") > page.rfind("<script>"));  // After the page's own script.
}

BOOST_AUTO_TEST_CASE(bytes_that_are_no_text_are_cleaned) {
  const std::string page = toptile::report_page({{"name", "a\xff"}}, {});
  BOOST_TEST(count(page, "a\xef\xbf\xbd") == 1U);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace toptile
