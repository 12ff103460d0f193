#include "league/intake/archive.h"

#include <sys/stat.h>
#include <unistd.h>

#include <boost/test/unit_test.hpp>
#include <clocale>
#include <filesystem>
#include <random>

#include "base/files.h"
#include "bots/bot_files.h"
#include "league/intake/pack_folder.h"
#include "tests/folder.h"
#include "tests/fuzz/sentence.h"
#include "tests/league/intake/made_archives.h"

namespace toptile {
namespace {

namespace fs = std::filesystem;

constexpr ArchiveLimits kSmall = {.packed_bytes = 16 << 20, .bytes = 1 << 20, .files = 100, .depth = 8};

std::string hash(const fs::path& folder) {
  BotFiles files;
  files.source = folder;
  const auto hash = hash_of_files(files);
  BOOST_REQUIRE_MESSAGE(hash, (hash ? "" : hash.error().message));
  return hash.value();
}

struct ArchivePlace : Folder {
  ArchivePlace() {
    fs::create_directory(path() + "/work");
    write("outside", "kept");
  }

  // "unpacked", or the message. What is refused leaves nothing, and nothing outside ever changes.
  std::string unpack(std::string_view bytes, const ArchiveLimits& limits = kSmall) const {
    fs::remove_all(to());
    // A look at an archive that writes nothing comes to the same end.
    const auto surveyed = survey_packed(bytes, "run", limits);
    BOOST_TEST(fs::is_empty(path() + "/work"));
    const auto done = unpack_packed(bytes, to(), limits);
    BOOST_TEST((surveyed ? "" : surveyed.error().message) == (done ? "" : done.error().message));
    BOOST_TEST((names() == std::vector<std::string>{"outside", "work"}));
    BOOST_TEST(read_file(*this / "outside").value() == "kept");
    const std::ptrdiff_t in_work = std::distance(fs::directory_iterator(path() + "/work"), {});
    BOOST_TEST(in_work == (done ? 1 : 0));
    if (done) return "unpacked";
    BOOST_TEST(fuzz::is_one_sentence(done.error().message), done.error().message);
    return done.error().message;
  }
  fs::path to() const { return path() + "/work/to"; }

  // Each path with what is there: "a/", "a/run*12" for a program of 12 bytes, "b>a" for a link.
  std::vector<std::string> held() const {
    std::vector<std::string> held;
    for (const auto& entry : fs::recursive_directory_iterator(to())) {
      std::string text = entry.path().lexically_relative(to()).string();
      if (entry.is_symlink()) {
        text += ">" + fs::read_symlink(entry.path()).string();
      } else if (entry.is_directory()) {
        text += "/";
        BOOST_TEST((entry.status().permissions() == fs::perms(0755)), text);
      } else {
        const bool is_program = entry.status().permissions() == fs::perms(0755);
        BOOST_TEST((is_program || entry.status().permissions() == fs::perms(0644)), text);
        text += fmt::format("{}{}", is_program ? "*" : ":", fs::file_size(entry.path()));
      }
      held.push_back(text);
    }
    std::ranges::sort(held);
    return held;
  }
};

const std::vector<std::string> kGood = {
    "bot/", "bot/data/", "bot/data/words:3000", "bot/link>data/words", "bot/run*14", "bot/ärger:0"};

std::string words() {
  std::string words;
  std::mt19937 random(1);
  while (words.size() < 3000) words += static_cast<char>('A' + random() % 26);
  return words;
}

std::string good_tar() {
  return tar({{"./", "", '5', "", 0700},
              {"./bot/", "", '5', "", 0700},
              {"./bot/run", "#!/bin/sh\ntrue", '0', "", 04711},
              {"bot//data/words", words(), '0', "", 0600},
              {"bot/link", "", '2', "data/words"},
              {"bot/ärger", ""}});
}

std::string good_zip() {
  ZipEntry listed = {"bot/data/words", deflated(words()), 8};
  listed.size = 3000;
  listed.crc = crc_of(words());
  return zip({{"bot/run", "#!/bin/sh\ntrue", 0, 0104711},
              {"bot/", "", 0, 040755},
              listed,
              {"bot/link", "data/words", 0, 0120777},
              {"bot/ärger", ""}});
}

// What an archive of each kind holds is the same.
std::vector<std::pair<std::string, std::string>> good_archives() {
  std::vector<std::pair<std::string, std::string>> archives;
  for (const char* filter : {"none", "gzip", "xz", "zstd", "bzip2"})
    archives.emplace_back(filter, packed(filter, good_tar()));
  archives.emplace_back("zip", good_zip());
  return archives;
}

// An archive as libarchive writes it in a format.
std::string written_as(int format, const std::vector<TarEntry>& entries) {
  std::string bytes;
  archive* const writer = ::archive_write_new();
  BOOST_REQUIRE(::archive_write_set_format(writer, format) == ARCHIVE_OK);
  ::archive_write_set_bytes_in_last_block(writer, 1);
  BOOST_REQUIRE(::archive_write_open(writer, &bytes, nullptr, append_bytes, nullptr) == ARCHIVE_OK);
  for (const TarEntry& each : entries) {
    archive_entry* const entry = ::archive_entry_new();
    ::archive_entry_set_pathname(entry, each.name.c_str());
    ::archive_entry_set_filetype(entry, AE_IFREG);
    ::archive_entry_set_perm(entry, static_cast<mode_t>(each.mode));
    ::archive_entry_set_size(entry, static_cast<la_int64_t>(each.bytes.size()));
    ::archive_entry_set_mtime(entry, 1'600'000'000, 5);
    BOOST_REQUIRE(::archive_write_header(writer, entry) == ARCHIVE_OK);
    ::archive_write_data(writer, each.bytes.data(), each.bytes.size());
    ::archive_entry_free(entry);
  }
  BOOST_REQUIRE(::archive_write_close(writer) == ARCHIVE_OK);
  ::archive_write_free(writer);
  return bytes;
}

bool holds(std::string_view text, std::string_view part) {
  return text.find(part) != text.npos;
}

BOOST_AUTO_TEST_SUITE(archive)

BOOST_AUTO_TEST_CASE(an_archive_of_each_kind_gives_the_same_files_whatever_it_is_called) {
  const ArchivePlace place;
  for (const auto& [kind, bytes] : good_archives()) {
    BOOST_TEST_CONTEXT(kind) {
      BOOST_TEST(place.unpack(bytes) == "unpacked");
      BOOST_TEST(place.held() == kGood, boost::test_tools::per_element());
      BOOST_TEST((fs::status(place.to()).permissions() == fs::perms(0755)));
      BOOST_TEST(read_file(place.to() / "bot/data/words").value() == words());
    }
  }
}

BOOST_AUTO_TEST_CASE(file_at_the_top_is_found_before_anything_is_written) {
  const auto text = [](const std::vector<TarEntry>& entries, std::string_view name = "bot.json") {
    const auto found = survey_packed(tar(entries), name, kSmall);
    BOOST_REQUIRE_MESSAGE(found, (found ? "" : found.error().message));
    return !found.value().is_there ? "none" : found.value().text.value_or("no text");
  };
  const TarEntry there = {"bot.json", "{}"}, deeper = {"bot/bot.json", "{1}"}, other = {"other/x", "x"};
  BOOST_TEST(text({there}) == "{}");
  BOOST_TEST(text({deeper}) == "{1}");
  BOOST_TEST(text({{"bot/", "", '5'}, {"bot/run", "x"}, deeper}) == "{1}");
  BOOST_TEST(text({deeper, there}) == "{}");
  BOOST_TEST(text({deeper, other}) == "none");
  BOOST_TEST(text({other, deeper}) == "none");
  BOOST_TEST(text({{"bot/deep/bot.json", "{}"}}) == "none");
  BOOST_TEST(text({{"bot/Bot.json", "{}"}, {"bot/bot.json.txt", "{}"}}) == "none");
  BOOST_TEST(text({{"bot/bot.json/", "", '5'}}) == "none");
  BOOST_TEST(text({{"bot/x", "x"}, {"bot/bot.json", "", '2', "x"}}) == "no text");
  BOOST_TEST(text({{"bot.json", std::string(kMaxTopFileBytes, ' ')}}).size() == kMaxTopFileBytes);
  ArchiveLimits large = kSmall;
  large.bytes = 4 << 20;
  const auto found =
      survey_packed(tar({{"bot.json", std::string(kMaxTopFileBytes + 1, ' ')}}), "bot.json", large);
  BOOST_TEST((found && found.value().is_there && !found.value().text));
  for (const auto& [kind, bytes] : good_archives())
    BOOST_TEST(survey_packed(bytes, "run", kSmall).value().text.value() == "#!/bin/sh\ntrue", kind);
}

BOOST_AUTO_TEST_CASE(archives_that_libarchive_writes_are_read) {
  const ArchivePlace place;
  const std::string long_name = std::string(200, 'd') + "/" + std::string(200, 'e') + "/x";
  for (const int format : {ARCHIVE_FORMAT_TAR_GNUTAR, ARCHIVE_FORMAT_TAR_PAX_INTERCHANGE,
                           ARCHIVE_FORMAT_TAR_PAX_RESTRICTED, ARCHIVE_FORMAT_ZIP}) {
    const std::string bytes = written_as(format, {{long_name, "text"}, {"run", words(), '0', "", 0755}});
    BOOST_TEST_CONTEXT(format) {
      BOOST_TEST(place.unpack(bytes) == "unpacked");
    }
    BOOST_TEST(read_file(place.to() / long_name).value() == "text");
    BOOST_TEST((fs::status(place.to() / "run").permissions() == fs::perms(0755)));
  }
}

BOOST_AUTO_TEST_CASE(what_is_no_archive_is_refused) {
  const ArchivePlace place;
  BOOST_TEST(holds(place.unpack(""), "this archive is empty"));
  const std::string elf = read_file("/proc/self/exe").value().substr(0, 100'000);
  for (const std::string& bytes :
       {std::string("just a text\n"), elf, std::string(3000, 'x'), std::string("\0", 1)})
    BOOST_TEST(holds(place.unpack(bytes), "this is not an archive of a known kind"), place.unpack(bytes));
  for (const char* filter : {"gzip", "xz", "zstd", "bzip2"}) {
    BOOST_TEST(holds(place.unpack(packed(filter, "just a text\n")), "this is not an archive of a known kind"),
               filter);
    // What is packed twice is not unpacked twice.
    BOOST_TEST(holds(place.unpack(packed(filter, packed(filter, good_tar()))), "this is not an archive"),
               filter);
    BOOST_TEST(holds(place.unpack(packed(filter, good_zip())), "this is not an archive of a known kind"),
               filter);
  }
  for (const int format :
       {ARCHIVE_FORMAT_CPIO, ARCHIVE_FORMAT_7ZIP, ARCHIVE_FORMAT_MTREE, ARCHIVE_FORMAT_XAR})
    BOOST_TEST(holds(place.unpack(written_as(format, {{"a", "text"}})), "this is not an archive"), format);
  // This format begins with zeros, as an empty tar archive does.
  BOOST_TEST(
      holds(place.unpack(written_as(ARCHIVE_FORMAT_ISO9660, {{"a", "text"}})), "this archive holds no file"));
  BOOST_TEST(holds(place.unpack(tar({})), "this archive holds no file"));
  BOOST_TEST(place.unpack(zip({})) == "this archive holds no file; pack the folder of a bot");
  BOOST_TEST(holds(place.unpack(tar({{"./", "", '5'}})), "this archive holds no file"));
}

BOOST_AUTO_TEST_CASE(names_that_lead_out_or_cannot_be_shown_are_refused) {
  const ArchivePlace place;
  const std::vector<std::pair<std::string, std::string>> names = {
      {"../outside", "../outside: this name has \"..\""},
      {"a/../../outside", "this name has \"..\""},
      {"a/..", "this name has \"..\""},
      {"..", "this name has \"..\""},
      {"__MACOSX/../../outside", "this name has \"..\""},
      {"/etc/x", "/etc/x: this name is absolute; pack the folder with names that begin inside it"},
      {"//x", "this name is absolute"},
      {place / "outside", "this name is absolute"},
      {"C:/x", "this name is absolute"},
      {"a\nb", "a\\x0ab: this name has a control character"},
      {"a\x7f", "this name has a control character"},
      {"a\xff", "this name is not UTF-8"},
      {"\xc0\xae\xc0\xae/x", "this name is not UTF-8"},
      {"a\\..\\x", "this name has"},
      {"a/b\\c", "a/b\\c: this name has a backslash; write / between folders"},
      {"1/2/3/4/5/6/7/8/9", "this is deeper than 8 folders and files within each other"},
      {std::string(256, 'x'), "has a part of more than 255 bytes"},
      {std::string(5000, 'x'), "this name has more than 1000 bytes"},
  };
  for (const auto& [name, message] : names) {
    BOOST_TEST_CONTEXT(name.substr(0, 100)) {
      std::vector<std::string> archives = {zip({{name, "x"}})};
      archives.push_back(tar({pax_header({{"path", name}}), {"y", "x"}}));
      archives.push_back(tar({{"././@LongLink", name + std::string(1, '\0'), 'L'}, {"y", "x"}}));
      if (name.size() <= 100) archives.push_back(tar({{name, "x"}}));
      for (const std::string& bytes : archives) {
        const std::string told = place.unpack(bytes);
        BOOST_TEST((told != "unpacked" && holds(told, message)), told);
      }
    }
  }
  BOOST_TEST(holds(place.unpack(tar({{"", "x"}})), "has no name"));
  BOOST_TEST(holds(place.unpack(tar({{".", "x"}})), "this is the name of a folder"));
  BOOST_TEST(holds(place.unpack(zip({{"", "x"}})), "has no name"));
}

BOOST_AUTO_TEST_CASE(a_name_is_read_the_same_in_any_locale) {
  const ArchivePlace place;
  const char* const before = std::setlocale(LC_ALL, nullptr);
  BOOST_TEST(std::string(before) == "C");
  for (const std::string& bytes : {tar({pax_header({{"path", "ärger"}}), {"y", "x"}}), tar({{"ärger", "x"}}),
                                   zip({{"ärger", "x", 0, 0100644, 0x800}}), zip({{"ärger", "x"}})}) {
    BOOST_TEST(place.unpack(bytes) == "unpacked");
    BOOST_TEST(place.held() == std::vector<std::string>{"ärger:1"}, boost::test_tools::per_element());
  }
}

BOOST_AUTO_TEST_CASE(backslashes_of_dos_are_folders) {
  const ArchivePlace place;
  const auto dos = [](const std::string& name, const std::string& bytes) {
    ZipEntry entry = {name, bytes};
    entry.system = 0;
    return entry;
  };
  BOOST_TEST(place.unpack(zip({dos("bot\\data\\words", "x"), dos("bot\\empty\\", "")})) == "unpacked");
  BOOST_TEST(
      place.held() == (std::vector<std::string>{"bot/", "bot/data/", "bot/data/words:1", "bot/empty/"}),
      boost::test_tools::per_element());
  BOOST_TEST(holds(place.unpack(zip({dos("..\\outside", "x")})), "this name has \"..\""));
}

BOOST_AUTO_TEST_CASE(what_macos_leaves_behind_is_skipped) {
  const ArchivePlace place;
  BOOST_TEST(place.unpack(tar({{"bot/.DS_Store", "x"}, {"bot/._run", "x"}, {"bot/run", "xy"}})) ==
             "unpacked");
  BOOST_TEST(place.held() == (std::vector<std::string>{"bot/", "bot/run:2"}),
             boost::test_tools::per_element());
  BOOST_TEST(place.unpack(zip({{"run", "xy"}, {"__MACOSX/", "", 0, 040755}, {"__MACOSX/._run", "x"}})) ==
             "unpacked");
  BOOST_TEST(place.held() == std::vector<std::string>{"run:2"}, boost::test_tools::per_element());
  BOOST_TEST(holds(place.unpack(tar({{"bot/.DS_Store", "x"}})), "this archive holds no file"));
}

BOOST_AUTO_TEST_CASE(links_stay_in_the_archive) {
  const ArchivePlace place;
  for (const char* target : {"b", "./b", "d/b", "../b", "../..", "none"}) {
    BOOST_TEST(place.unpack(tar({{"a/c/link", "", '2', target}})) == "unpacked", target);
    BOOST_TEST(fs::read_symlink(place.to() / "a/c/link").string() == target);
    BOOST_TEST(place.unpack(zip({{"a/c/link", target, 0, 0120777}})) == "unpacked", target);
    BOOST_TEST(fs::read_symlink(place.to() / "a/c/link").string() == target);
  }
  for (const char* target : {"/etc/passwd", "../../..", "../../../x", "d/../b", "./d/../b", "/", "//"}) {
    const std::string told = place.unpack(tar({{"a/c/link", "", '2', target}}));
    BOOST_TEST(
        holds(told, fmt::format("a/c/link: this is a link to {}, but a link must be relative", target)),
        told);
    BOOST_TEST(place.unpack(zip({{"a/c/link", target, 0, 0120777}})) == told);
  }
  BOOST_TEST(holds(place.unpack(tar({{"a", "", '2', "b\n"}})), "leads to has a control character"));
  BOOST_TEST(holds(place.unpack(tar({{"a", "", '2', ""}})), "leads to is empty"));
  BOOST_TEST(
      holds(place.unpack(tar({pax_header({{"linkpath", std::string(3000, 'x')}}), {"a", "", '2', "b"}})),
            "leads to has more than 1000 bytes"));
}

BOOST_AUTO_TEST_CASE(nothing_is_written_through_a_link) {
  const ArchivePlace place;
  for (const char* target : {"b", ".", "b/c"}) {
    const TarEntry link = {"a", "", '2', target};
    BOOST_TEST(
        holds(place.unpack(tar({link, {"a/x", "x"}})), "a/x: this is in a, which is a link in this archive"));
    BOOST_TEST(holds(place.unpack(tar({link, {"a", "x"}})), "a: this name is in the archive twice"));
    BOOST_TEST(holds(place.unpack(tar({link, {"a", "", '5'}})), "a: this name is in the archive twice"));
    BOOST_TEST(
        holds(place.unpack(zip({{"a", target, 0, 0120777}, {"a/x", "x"}})), "a/x: this is in a, which is"));
  }
}

BOOST_AUTO_TEST_CASE(hard_links_and_strange_kinds_are_refused) {
  const ArchivePlace place;
  BOOST_TEST(place.unpack(tar({{"a", "", '1', "/etc/passwd"}})) ==
             "a: this is a hard link to /etc/passwd; put a copy of the file here (GNU tar does it with "
             "--hard-dereference)");
  BOOST_TEST(holds(place.unpack(tar({{"b", "x"}, {"a", "", '1', "b"}})), "a: this is a hard link to b"));
  BOOST_TEST(holds(place.unpack(tar({{"a", "", '3'}})), "a: this is a device, but a bot consists of files"));
  BOOST_TEST(holds(place.unpack(tar({{"a", "", '4'}})), "a: this is a device"));
  BOOST_TEST(holds(place.unpack(tar({{"a", "", '6'}})), "a: this is a FIFO"));
  BOOST_TEST(holds(place.unpack(zip({{"a", "", 0, 0140644}})), "a: this is a socket"));
  BOOST_TEST(holds(place.unpack(zip({{"a", "", 0, 0020644}})), "a: this is a device"));
}

BOOST_AUTO_TEST_CASE(a_name_is_there_once) {
  const ArchivePlace place;
  const TarEntry file = {"a", "x"}, folder = {"a/", "", '5'}, inner = {"a/b", "x"};
  for (const auto& entries : std::vector<std::vector<TarEntry>>{{file, file},
                                                                {file, folder},
                                                                {folder, file},
                                                                {folder, folder},
                                                                {inner, file},
                                                                {inner, {"a//./b", "x"}}}) {
    const std::string told = place.unpack(tar(entries));
    BOOST_TEST(holds(told, ": this name is in the archive twice; pack the folder into a new archive"), told);
  }
  BOOST_TEST(holds(place.unpack(tar({file, inner})), "a/b: this is in a, which is a file in this archive"));
  BOOST_TEST(holds(place.unpack(zip({{"a", "x"}, {"a", "x"}})), "a: this name is in the archive twice"));
  BOOST_TEST(place.unpack(tar({inner, folder})) == "unpacked");
  BOOST_TEST(place.unpack(tar({file, {"A", "x"}})) == "unpacked");
}

BOOST_AUTO_TEST_CASE(files_and_bytes_are_counted_to_the_last) {
  const ArchivePlace place;
  std::vector<TarEntry> entries;
  for (int i = 0; i < 100; ++i) entries.push_back({fmt::format("{}", i), "x"});
  BOOST_TEST(place.unpack(tar(entries)) == "unpacked");
  entries.push_back({"one more", ""});
  BOOST_TEST(place.unpack(tar(entries)) ==
             "this archive holds more than 100 files and folders; pack only what the bot needs");
  const std::string half(1 << 19, 'x');
  BOOST_TEST(place.unpack(tar({{"a", half}, {"b", half}, {"c", ""}})) == "unpacked");
  BOOST_TEST(place.unpack(tar({{"a", half}, {"b", half}, {"c", "x"}})) ==
             "c: up to here, this archive holds more than 1048576 bytes; pack only what the bot needs");
  BOOST_TEST(
      holds(place.unpack(zip({{"a", half}, {"b", half + "x"}})), "b: up to here, this archive holds more"));
}

BOOST_AUTO_TEST_CASE(a_hundred_thousand_entries_are_too_many) {
  const ArchivePlace place;
  std::string bytes;
  for (int i = 0; i < 100'000; ++i) bytes += tar_entry({fmt::format("{}", i)});
  BOOST_TEST(holds(place.unpack(packed("gzip", bytes + tar_end())), "more than 100 files and folders"));
  std::string skipped;
  for (int i = 0; i < 100'000; ++i) skipped += tar_entry({".DS_Store"});
  BOOST_TEST(
      holds(place.unpack(packed("gzip", skipped + tar_end())), "this archive has more than 201 entries"));
  std::vector<ZipEntry> entries(60'000, ZipEntry{".DS_Store"});
  BOOST_TEST(holds(place.unpack(zip(entries)), "this archive has more than 201 entries"));
}

BOOST_AUTO_TEST_CASE(bombs_are_noticed_when_the_limit_is_reached) {
  const ArchivePlace place;
  const std::string zeros(std::size_t{64} << 20, '\0');
  // 10 GB of zeros are 160 members of gzip.
  for (const char* filter : {"gzip", "zstd", "xz"}) {
    const std::string member = packed(filter, zeros);
    std::string bomb;
    for (int i = 0; i < 160; ++i) bomb += member;
    BOOST_TEST(holds(place.unpack(bomb), "this archive holds no file"));
    const std::string told = place.unpack(packed(filter, good_tar()) + bomb);
    BOOST_TEST(holds(told, "unpacked, this archive has more than 2506752 bytes"), told);
    TarEntry big = {"big"};
    big.size = std::uint64_t{10} << 30;
    BOOST_TEST(holds(place.unpack(packed(filter, tar_entry(big)) + bomb),
                     "big: up to here, this archive holds more"));
  }
  ZipEntry honest = {"zeros", deflated(zeros), 8};
  honest.crc = crc_of(zeros);
  honest.size = zeros.size();
  BOOST_TEST(
      holds(place.unpack(zip({honest})), "zeros: up to here, this archive holds more than 1048576 bytes"));
  ZipEntry lying = honest;
  lying.size = 10;
  const std::string told = place.unpack(zip({lying}));
  BOOST_TEST((holds(told, "zeros: ") && told != "unpacked"), told);
}

BOOST_AUTO_TEST_CASE(headers_that_hold_much_count_too) {
  const ArchivePlace place;
  const std::string much(900'000, 'x');
  std::string bytes;
  for (int i = 0; i < 20; ++i)
    bytes += tar_entry(pax_header({{"comment", much}})) + tar_entry({fmt::format("{}", i), ""});
  const std::string told = place.unpack(packed("gzip", bytes + tar_end()));
  BOOST_TEST(holds(told, "unpacked, this archive has more than 2506752 bytes"), told);
  const std::string many(std::size_t{20} << 20, 'x');
  const std::string huge = place.unpack(packed("gzip", tar({pax_header({{"comment", many}}), {"a", "x"}})));
  BOOST_TEST(huge != "unpacked");
  // Headers upon headers for one file.
  std::string nested;
  for (int i = 0; i < 100'000; ++i) nested += tar_entry({"././@LongLink", "name", 'L'});
  BOOST_TEST(place.unpack(packed("gzip", nested + tar({{"a", "x"}}))) != "unpacked");
}

BOOST_AUTO_TEST_CASE(holes_count_as_bytes) {
  const ArchivePlace place;
  const auto sparse = [](std::uint64_t size, std::vector<std::pair<std::uint64_t, std::string>> parts) {
    std::string map = fmt::format("{}\n", parts.size()), bytes;
    for (const auto& [place_of_part, part] : parts) {
      map += fmt::format("{}\n{}\n", place_of_part, part.size());
      bytes += part;
    }
    map.resize((map.size() + 511) / 512 * 512);
    return tar({pax_header({{"GNU.sparse.major", "1"},
                            {"GNU.sparse.minor", "0"},
                            {"GNU.sparse.name", "big"},
                            {"GNU.sparse.realsize", fmt::format("{}", size)}}),
                {"GNUSparseFile.0/big", map + bytes}});
  };
  const std::uint64_t terabyte = std::uint64_t{1} << 40;
  for (const std::string& bytes :
       {sparse(terabyte, {{0, "x"}}), sparse(terabyte, {{terabyte - 1, "x"}}), sparse(terabyte, {})})
    BOOST_TEST(holds(place.unpack(bytes), "big: up to here, this archive holds more than 1048576 bytes"));
  BOOST_TEST(place.unpack(sparse(100, {{terabyte - 1, "x"}})) != "unpacked");
  BOOST_TEST(place.unpack(sparse(1 << 20, {{0, "x"}})) == "unpacked");
  BOOST_TEST(place.unpack(sparse(10'000, {{0, "ab"}, {5'000, "cd"}})) == "unpacked");
  std::string wanted(10'000, '\0');
  wanted.replace(0, 2, "ab").replace(5'000, 2, "cd");
  BOOST_TEST((read_file(place.to() / "big").value() == wanted));
}

BOOST_AUTO_TEST_CASE(a_zip_that_contradicts_itself_is_refused) {
  const ArchivePlace place;
  const auto refused = [&](const ZipEntry& entry) {
    const std::string told = place.unpack(zip({entry}));
    BOOST_TEST((told != "unpacked" && holds(told, "damaged")), told);
  };
  ZipEntry entry = {"a", "some text"};
  BOOST_TEST(place.unpack(zip({entry})) == "unpacked");
  entry.local_size = 5;
  refused(entry);
  entry.local_size = entry.size = 5;
  refused(entry);
  entry.local_size = entry.size = 500;
  refused(entry);
  entry.local_size = entry.size = std::nullopt;
  entry.crc = 7;
  refused(entry);
  entry.crc = std::nullopt;
  entry.packed_size = 100'000;
  refused(entry);
  std::string moved = zip({{"a", "some text"}});
  moved.replace(moved.size() - 6, 4, little(1'000'000, 4));
  BOOST_TEST(holds(place.unpack(moved), "damaged"));
}

BOOST_AUTO_TEST_CASE(a_zip_gives_the_names_before_the_files) {
  const ArchivePlace place;
  ZipEntry entry = {"a", "x"};
  entry.name_in_directory = "../outside";
  BOOST_TEST(place.unpack(zip({entry})) == "unpacked");
  BOOST_TEST(place.held() == std::vector<std::string>{"a:1"}, boost::test_tools::per_element());
  std::swap(entry.name, *entry.name_in_directory);
  BOOST_TEST(holds(place.unpack(zip({entry})), "this name has \"..\""));
}

BOOST_AUTO_TEST_CASE(files_of_a_zip_that_lie_on_each_other_are_read_a_few_times) {
  const ArchivePlace place;
  // Each file holds the headers and bytes of all that follow.
  std::string bytes(200'000, 'x');
  std::vector<ZipEntry> entries;
  std::vector<std::size_t> sizes;
  for (int i = 0; i < 100; ++i) {
    ZipEntry entry = {fmt::format("{}", i), bytes};
    bytes = zip_local(entry);
    entries.push_back(std::move(entry));
    sizes.push_back(bytes.size());
  }
  std::string directory;
  for (std::size_t i = 0; i < entries.size(); ++i)
    directory += zip_directory_entry(entries[i], bytes.size() - sizes[i]);
  ArchiveLimits limits = kSmall;
  limits.bytes = 1 << 30;
  const std::string whole = bytes + zip_end(entries.size(), directory, bytes.size());
  BOOST_TEST(holds(place.unpack(whole, limits), "its files lie on each other"));
}

BOOST_AUTO_TEST_CASE(encrypted_and_rarely_packed_files_are_refused) {
  const ArchivePlace place;
  BOOST_TEST(place.unpack(zip({{"a", std::string(20, 'x'), 0, 0100644, 1}})) ==
             "a: this is encrypted; pack it without a password");
  for (const int method : {1, 6, 9, 12, 14, 93, 95, 98, 99}) {
    ZipEntry entry = {"a", std::string(200, 'x'), method};
    const std::string told = place.unpack(zip({entry}));
    BOOST_TEST(holds(told, "a: this is packed in a rare way, "), told);
  }
}

BOOST_AUTO_TEST_CASE(an_archive_that_is_cut_anywhere_is_refused) {
  const ArchivePlace place;
  for (const auto& [kind, bytes] : good_archives()) {
    for (std::size_t i = 0; i < 20; ++i) {
      const std::string told = place.unpack(bytes.substr(0, bytes.size() * i / 20));
      BOOST_TEST(told != "unpacked", kind << " " << i << " of " << bytes.size());
    }
  }
  // Between two entries, too.
  for (std::size_t size = 512; size < good_tar().size() - 1024; size += 512)
    BOOST_TEST(place.unpack(good_tar().substr(0, size)) != "unpacked", size);
  BOOST_TEST(holds(place.unpack(tar_entry({"a", "x"})), "this archive is damaged (its end is missing)"));
}

BOOST_AUTO_TEST_CASE(bytes_after_the_end_are_refused) {
  const ArchivePlace place;
  for (const auto& [kind, bytes] : good_archives()) {
    for (const std::string& more : {std::string("x"), std::string(5000, 'x'), bytes}) {
      const std::string told = place.unpack(bytes + more);
      // What is after a zip archive may have a directory, too.
      BOOST_TEST((holds(told, "has bytes after its end") || holds(told, "damaged")), kind << ": " << told);
    }
  }
  BOOST_TEST(place.unpack(good_tar() + std::string(9000, '\0')) == "unpacked");
  BOOST_TEST(holds(place.unpack(good_tar() + std::string(9000, '\0') + "x"),
                   "this archive has bytes after its end"));
  BOOST_TEST(
      holds(place.unpack(packed("gzip", good_tar() + good_tar())), "this archive has bytes after its end"));
}

BOOST_AUTO_TEST_CASE(wrong_checksums_are_noticed) {
  const ArchivePlace place;
  std::string gzip = packed("gzip", good_tar());
  gzip[gzip.size() - 7] ^= 1;
  BOOST_TEST(holds(place.unpack(gzip), "damaged (the checksum of gzip"));
  for (const auto& [kind, bytes] : good_archives()) {
    if (kind == "none" || kind == "zstd") continue;  // libarchive writes zstd without a checksum.
    std::string flipped = bytes;
    flipped[bytes.size() / 2] ^= 4;
    BOOST_TEST(place.unpack(flipped) != "unpacked", kind);
  }
}

BOOST_AUTO_TEST_CASE(random_damage_is_refused_or_harmless) {
  const ArchivePlace place;
  std::mt19937 random(7);
  int unpacked = 0, refused = 0;
  for (const auto& [kind, bytes] : good_archives()) {
    for (int i = 0; i < 150; ++i) {
      std::string flipped = bytes;
      for (auto flips = 1 + random() % 4; flips > 0; --flips)
        flipped[random() % flipped.size()] ^= static_cast<char>(1 << random() % 8);
      const bool is_unpacked = place.unpack(flipped) == "unpacked";
      ++(is_unpacked ? unpacked : refused);
      if (!is_unpacked) continue;
      const auto again = pack_folder(place.to(), kSmall.packed_bytes);
      BOOST_REQUIRE_MESSAGE(again, kind << " " << i << ": " << (again ? "" : again.error().message));
    }
  }
  BOOST_TEST(unpacked > 0);
  BOOST_TEST(refused > 500);
}

BOOST_AUTO_TEST_CASE(the_folder_inside_is_found_if_it_is_alone) {
  const Folder place;
  const auto top = [&] { return top_folder(place.path()).value(); };
  BOOST_TEST(top() == fs::path(place.path()));
  fs::create_directories(place / "bot/data");
  BOOST_TEST(top() == fs::path(place / "bot"));
  place.write("README", "x");
  BOOST_TEST(top() == fs::path(place.path()));
  fs::remove_all(place / "bot");
  BOOST_TEST(top() == fs::path(place.path()));
  fs::remove(place / "README");
  fs::create_directory_symlink("..", place / "link");
  BOOST_TEST(top() == fs::path(place.path()));
}

BOOST_AUTO_TEST_CASE(a_packed_folder_has_the_same_hash_when_it_is_unpacked) {
  const Folder source;
  fs::create_directories(source / "bot/data/deep/er");
  fs::create_directory(source / "bot/nothing");
  source.write_program("bot/run", "#!/bin/sh\n");
  source.write("bot/data/ärger", words());
  source.write("bot/data/" + std::string(200, 'n'), "");
  source.write("bot/.hidden", "x");
  fs::create_symlink("../data", source / "bot/data/up");
  fs::create_symlink(source / "bot/run", source / "bot/absolute");
  fs::create_symlink(std::string(150, 'n'), source / "bot/long");
  const auto bytes = pack_folder(source / "bot", 1 << 20);
  BOOST_REQUIRE_MESSAGE(bytes, (bytes ? "" : bytes.error().message));
  const ArchivePlace place;
  BOOST_TEST(place.unpack(bytes.value()) == "unpacked");
  BOOST_TEST(hash(place.to()) == hash(source / "bot"));
  BOOST_TEST(fs::read_symlink(place.to() / "data/up").string() == "../data");
  BOOST_TEST(!fs::exists(place.to() / ".hidden"));
  BOOST_TEST(fs::is_directory(place.to() / "nothing"));

  // The same files give the same bytes, whenever and in whatever order they were made.
  fs::remove_all(source / "bot/nothing");
  fs::create_directory(source / "bot/nothing");
  fs::permissions(source / "bot/data", fs::perms::owner_all);
  fs::last_write_time(source / "bot/run", fs::file_time_type::clock::now() - std::chrono::hours(1000));
  BOOST_TEST((pack_folder(source / "bot", 1 << 20).value() == bytes.value()));
  BOOST_TEST((pack_folder(source / "bot/", 1 << 20).value() == bytes.value()));
  BOOST_TEST((pack_folder(place.to(), 1 << 20).value() == bytes.value()));
}

BOOST_AUTO_TEST_CASE(what_cannot_be_packed_is_said) {
  const Folder source;
  const auto refused = [&](const std::string& message, std::uint64_t most = 1 << 20) {
    const auto bytes = pack_folder(source / "bot", most);
    BOOST_REQUIRE(!bytes);
    BOOST_TEST(bytes.error().message.starts_with(source / "bot"), bytes.error().message);
    BOOST_TEST(holds(bytes.error().message, message), bytes.error().message);
    fs::remove_all(source / "bot");
    fs::create_directory(source / "bot");
  };
  refused("this is not a folder");
  refused("this folder holds no file of a bot");
  source.write("bot/words", words());
  refused("packed, this folder has more than 1000 bytes", 1000);
  fs::create_symlink("/usr/bin/env", source / "bot/env");
  refused("env: this is a link to /usr/bin/env, but a link must be relative");
  fs::create_symlink("../x", source / "bot/out");
  refused("out: this is a link to ../x, which does not belong to the bot");
  source.write("bot/a\nb", "");
  refused("a\\x0ab: this name has a control character");
  source.write("bot/a\xff", "");
  refused("this name is not UTF-8");
  fs::create_directory(source / "bot/__MACOSX");
  refused("__MACOSX: macOS gives this name");
  BOOST_TEST(::mkfifo((source / "bot/fifo").c_str(), 0600) == 0);
  refused("this is neither a file nor a folder");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace toptile
