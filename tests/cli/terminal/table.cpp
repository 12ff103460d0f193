// Tables for people and for programs: characters that a format reserves are escaped, and wide cells are cut.
#include "cli/terminal/table.h"

#include <boost/test/unit_test.hpp>

namespace toptile {
BOOST_AUTO_TEST_SUITE(table)

namespace {

TextTable table_of(const std::string& name, const std::string& figure = "-12.5") {
  return {{{"#"}, {"bot", Align::left}, {"spread"}}, {{"1", name, figure}}};
}

// A line, counted from the end of the text; the last line has the number 1.
std::string row_of(const std::string& text, std::size_t from_the_end) {
  std::vector<std::string> lines = {""};
  for (const char c : text) {
    if (c == '\n')
      lines.emplace_back();
    else
      lines.back() += c;
  }
  return lines[lines.size() - 1 - from_the_end];
}

BOOST_AUTO_TEST_CASE(columns_are_as_wide_as_their_longest_cell) {
  BOOST_TEST(plain_table(table_of("größe 名"), 80) ==
             "#  bot       spread\n"
             "1  größe 名   -12.5\n");
  BOOST_TEST(plain_table({{{"a", Align::left}}, {}}, 80) == "a\n");
}

BOOST_AUTO_TEST_CASE(the_column_on_the_left_is_cut_to_the_width_and_no_further_than_to_eight) {
  const std::string name = "a-name-of-twenty-one.";
  const auto name_in = [&](std::size_t width) {
    const std::string row = row_of(plain_table(table_of(name), width), 1);
    return row.substr(3, row.find("  ", 3) - 3);
  };
  const std::size_t whole = 3 + name.size() + 2 + 6;
  BOOST_TEST(name_in(whole) == name);
  BOOST_TEST(name_in(whole - 1) == "a-name-of-twenty-on…");
  BOOST_TEST(name_in(whole - 12) == "a-name-o…");
  for (const std::size_t width : {whole - 13, whole - 14, std::size_t{12}, std::size_t{0}})
    BOOST_TEST(name_in(width) == "a-name-…");
  // A shorter name stays as it is, and numbers are never cut.
  BOOST_TEST(plain_table(table_of("short", "-1234567890"), 5) ==
             "#  bot         spread\n"
             "1  short  -1234567890\n");
  BOOST_TEST(plain_table({{{"spread"}}, {{"-1234567890"}}}, 5) == "     spread\n-1234567890\n");
}

BOOST_AUTO_TEST_CASE(fields_of_csv_are_quoted_where_they_need_it) {
  for (const auto& [name, field] : {std::pair<std::string, std::string>{"a b", "a b"},
                                    {"a,b", "\"a,b\""},
                                    {"\"a\"", "\"\"\"a\"\"\""},
                                    {"a\nb", "\"a\nb\""},
                                    {"a\rb", "\"a\rb\""}})
    BOOST_TEST(csv_table(table_of(name)) == "#,bot,spread\n1," + field + ",-12.5\n");
}

BOOST_AUTO_TEST_CASE(marks_of_markdown_are_escaped) {
  BOOST_TEST(markdown_table(table_of("a|b")) ==
             "| \\# | bot | spread |\n"
             "|--:|---|--:|\n"
             "| 1 | a\\|b | -12.5 |\n");
  for (const char mark : std::string("\\`*_[]<>|~#&"))
    BOOST_TEST(row_of(markdown_table(table_of(std::string("a") + mark)), 1) ==
               std::string("| 1 | a\\") + mark + " | -12.5 |");
}

BOOST_AUTO_TEST_CASE(marks_of_latex_are_written_as_what_they_show) {
  BOOST_TEST(latex_table(table_of("a")) ==
             "\\begin{tabular}{rlr}\n\\hline\n\\# & bot & spread \\\\\n\\hline\n"
             "1 & a & $-$12.5 \\\\\n\\hline\n\\end{tabular}\n");
  for (const auto& [name, cell] : {std::pair<std::string, std::string>{"a-b", "a-b"},
                                   {"&%$#_{}", "\\&\\%\\$\\#\\_\\{\\}"},
                                   {"\\", "\\textbackslash{}"},
                                   {"~^", "\\textasciitilde{}\\textasciicircum{}"},
                                   {"<|>", "\\textless{}\\textbar{}\\textgreater{}"},
                                   {"\"", "\\char34{}"},
                                   {"±∞ö名", "$\\pm$$\\infty$ö名"}})
    BOOST_TEST(row_of(latex_table(table_of(name, "1")), 3) == "1 & " + cell + " & 1 \\\\");
}

}  // namespace

BOOST_AUTO_TEST_SUITE_END()

}  // namespace toptile
