#include "league/intake/own_paths.h"

#include <boost/test/unit_test.hpp>
#include <filesystem>

namespace toptile {
BOOST_AUTO_TEST_SUITE(own_paths)

BOOST_AUTO_TEST_CASE(paths_are_shortened_to_the_part_that_an_author_knows) {
  const std::vector<std::filesystem::path> folders = {"/organizer/5/bot", "/organizer/5"};
  for (const auto& [text, shown] : std::initializer_list<std::pair<const char*, const char*>>{
           {"/organizer/5/bot/a.py is not executable; try: chmod +x /organizer/5/bot/a.py",
            "a.py is not executable; try: chmod +x a.py"},
           {"File \"/organizer/5/bot/x/.y\", line 2", "File \"x/.y\", line 2"},
           {"/organizer/5/bot", "."},
           {"/organizer/5/bot/ is empty", "./ is empty"},
           {"/organizer/5/log: full", "log: full"},
           {"/organizer/55/log and /organizer/5/bottle", "/organizer/55/log and bottle"},
           {"nothing of ours: /usr/bin/python3", "nothing of ours: /usr/bin/python3"},
           {"", ""}})
    BOOST_TEST(without_own_paths(text, folders) == shown, text);
  const std::string temporary = std::filesystem::temp_directory_path().string();
  BOOST_TEST(without_own_paths("at " + temporary + "/toptile-12-a1B2c3/4/bot.py, " + temporary + "/mine",
                               {}) == "at 4/bot.py, " + temporary + "/mine");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace toptile
