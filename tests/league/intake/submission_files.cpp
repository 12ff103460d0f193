#include "league/intake/submission_files.h"

#include <stdlib.h>
#include <sys/stat.h>

#include <boost/test/unit_test.hpp>
#include <filesystem>
#include <optional>

#include "tests/folder.h"
#include "tests/league/intake/made_archives.h"

namespace toptile {
BOOST_AUTO_TEST_SUITE(submission_files)

namespace {

namespace fs = std::filesystem;

constexpr SubmissionLimits kSmall = [] {
  SubmissionLimits limits;
  limits.packed_mb = limits.unpacked_mb = 1;
  limits.files = 100;
  return limits;
}();

// The message, or "taken"; and whose fault it is.
std::string submitted(const std::string& archive, bool is_authors_own = true) {
  const auto done = submission_of_archive(archive, "mine", "ann", kSmall);
  if (done) return "taken";
  BOOST_TEST(done.error().is_authors_own == is_authors_own, done.error().message);
  return done.error().message;
}

TarEntry manifest(const std::string& run) {
  return {"m/bot.json", R"({"name": "mine", "run": [")" + run + R"("]})"};
}

// While this lives, there is no place for temporary files.
class NoTmpdir {
 public:
  NoTmpdir() {
    if (const char* given = ::getenv("TMPDIR")) before_ = given;
    ::setenv("TMPDIR", "/nowhere/at/all", 1);
  }
  NoTmpdir(const NoTmpdir&) = delete;
  NoTmpdir& operator=(const NoTmpdir&) = delete;
  ~NoTmpdir() { before_ ? ::setenv("TMPDIR", before_->c_str(), 1) : ::unsetenv("TMPDIR"); }

 private:
  std::optional<std::string> before_;
};

BOOST_AUTO_TEST_CASE(error_of_an_archive_names_its_file) {
  const Folder place;
  place.write("text.zip", "PK is how a text can begin");
  place.write("bad.zip", "PK\3\4 and nothing else");
  place.write("large.zip", std::string((1 << 20) + 1, 'x'));
  ::mkfifo((place / "fifo").c_str(), 0600);
  for (const auto& [name, words] : std::vector<std::pair<std::string, std::string>>{
           {"text.zip", ": this is not an archive of a known kind; pack the folder as .tar.gz, "},
           {"bad.zip", ": this archive is damaged (it has no directory at its end); pack the folder again"},
           {"none.zip", ": this file cannot be read: No such file"},
           {"large.zip", "it can have at most 1048576"},
           {"fifo", ": this is a FIFO, not a regular file"}}) {
    const std::string message = submitted(place / name);
    BOOST_TEST(message.starts_with(place / name), message);
    BOOST_TEST(message.find(words) != std::string::npos, message);
  }
}

// What needs no temporary folder has not written one.
BOOST_AUTO_TEST_CASE(archives_are_refused_before_anything_is_written) {
  const Folder place;
  std::vector<TarEntry> many = {{"m/", "", '5'}};
  for (int i = 0; i < 99; ++i) many.push_back({fmt::format("m/{}/", i), "", '5'});
  const std::string folders = place.write("folders.tar", tar(many));
  many.push_back({"m/bot.json", "{"});
  const std::string too_many = place.write("too_many.tar", tar(many));
  many.erase(many.begin() + 1, many.begin() + 3);
  const std::string bad_manifest = place.write("bad_manifest.tar", tar(many));
  const std::string large = place.write(
      "large.tar", packed("gzip", tar({manifest("./run"), {"m/run", std::string(2 << 20, ' ')}})));
  const std::string late = place.write(
      "late.tar", tar({manifest("./run"), {"m/run", "#!/bin/sh\n", '0', "", 0755}, {"m/../../x", "x"}}));
  const std::string good =
      place.write("good.tar", tar({manifest("./run"), {"m/run", "#!/bin/sh\n", '0', "", 0755}}));
  {
    const NoTmpdir nowhere;
    BOOST_TEST(submitted(folders).starts_with(folders + ": there is no bot.json in it that can be read; "));
    BOOST_TEST(submitted(too_many) ==
               too_many +
                   ": this archive holds more than 100 files and folders; pack only what the bot needs");
    BOOST_TEST(submitted(bad_manifest).starts_with(bad_manifest + ": bot.json: line 1, column 2: "));
    BOOST_TEST(submitted(large).find("this archive holds more than 1048576 bytes") != std::string::npos);
    BOOST_TEST(submitted(late).starts_with(late + ": m/../../x: "));
    // What is found to be good is written, and that it cannot be is not a fault of its author.
    BOOST_TEST(submitted(good, false).starts_with("TMPDIR: "));
  }
  BOOST_TEST(submitted(good) == "taken");
}

BOOST_AUTO_TEST_CASE(refusals_name_files_as_their_author_knows_them) {
  const Folder place;
  for (const auto& [run, words] : std::vector<std::pair<std::string, std::string>>{
           {"./none", "bot.json: run: none: there is no such file"},
           {"./text", "bot.json: run: text is not executable; try: chmod +x text"},
           {"nosuchprogram",
            "bot.json: run: \"nosuchprogram\" is not a program on PATH; write ./nosuchprogram for a "
            "file of the folder"}}) {
    const std::string file = place.write("mine.tar", tar({manifest(run), {"m/text", "x"}}));
    BOOST_TEST(submitted(file) == file + ": " + words);
  }
}

}  // namespace

BOOST_AUTO_TEST_SUITE_END()

}  // namespace toptile
