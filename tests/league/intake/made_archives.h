// Archives written byte by byte, so that they can lie.
#pragma once

#include <archive.h>
#include <archive_entry.h>
#include <fmt/format.h>
#include <zlib.h>

#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace toptile {

// An entry of a tar archive. Its header has this size, if there is one, and the size of the bytes otherwise.
struct TarEntry {
  std::string name;
  std::string bytes = {};
  char type = '0';
  std::string link = {};
  int mode = 0644;
  std::optional<std::uint64_t> size = {};
};

inline std::string tar_entry(const TarEntry& entry) {
  std::string header(512, '\0');
  const auto put = [&](std::size_t place, std::string_view text) {
    header.replace(place, text.size(), text);
  };
  put(0, entry.name.substr(0, 100));
  put(100, fmt::format("{:07o}", entry.mode));
  put(108, "0001750");
  put(116, "0001750");
  const std::uint64_t size = entry.size.value_or(entry.bytes.size());
  if (size < (std::uint64_t{1} << 33)) {
    put(124, fmt::format("{:011o}", size));
  } else {  // The first bit says that the number is binary.
    header[124] = static_cast<char>(0x80);
    for (int i = 0; i < 8; ++i)
      header[static_cast<std::size_t>(135 - i)] = static_cast<char>(size >> (8 * i));
  }
  put(136, "14000000000");
  put(148, "        ");
  header[156] = entry.type;
  put(157, entry.link.substr(0, 100));
  put(257, std::string_view("ustar\00000", 8));
  unsigned sum = 0;
  for (const char byte : header) sum += static_cast<unsigned char>(byte);
  put(148, fmt::format("{:06o}", sum));
  header[154] = '\0';
  std::string padded = entry.bytes;
  padded.resize((padded.size() + 511) / 512 * 512);
  return header + padded;
}

inline std::string tar_end() {
  return std::string(1024, '\0');
}

inline std::string tar(const std::vector<TarEntry>& entries) {
  std::string bytes;
  for (const TarEntry& entry : entries) bytes += tar_entry(entry);
  return bytes + tar_end();
}

// A header in the form of POSIX that tells more of the next entry.
inline TarEntry pax_header(const std::vector<std::pair<std::string, std::string>>& facts) {
  std::string records;
  for (const auto& [key, value] : facts) {
    const std::string record = fmt::format(" {}={}\n", key, value);
    std::size_t size = record.size() + 1;
    while (fmt::format("{}", size).size() + record.size() != size) ++size;
    records += fmt::format("{}{}", size, record);
  }
  return {"PaxHeader", records, 'x'};
}

inline la_ssize_t append_bytes(archive*, void* to, const void* bytes, std::size_t size) {
  static_cast<std::string*>(to)->append(static_cast<const char*>(bytes), size);
  return static_cast<la_ssize_t>(size);
}

// Packs bytes by a filter of libarchive, such as "gzip".
inline std::string packed(const std::string& filter, std::string_view bytes) {
  std::string written;
  archive* const writer = ::archive_write_new();
  BOOST_REQUIRE(::archive_write_set_format_raw(writer) == ARCHIVE_OK);
  if (filter != "none")
    BOOST_REQUIRE(::archive_write_add_filter_by_name(writer, filter.c_str()) == ARCHIVE_OK);
  ::archive_write_set_bytes_in_last_block(writer, 1);
  BOOST_REQUIRE(::archive_write_open(writer, &written, nullptr, append_bytes, nullptr) == ARCHIVE_OK);
  archive_entry* const entry = ::archive_entry_new();
  ::archive_entry_set_pathname(entry, "bytes");
  ::archive_entry_set_filetype(entry, AE_IFREG);
  BOOST_REQUIRE(::archive_write_header(writer, entry) == ARCHIVE_OK);
  BOOST_REQUIRE(::archive_write_data(writer, bytes.data(), bytes.size()) ==
                static_cast<la_ssize_t>(bytes.size()));
  ::archive_entry_free(entry);
  BOOST_REQUIRE(::archive_write_close(writer) == ARCHIVE_OK);
  ::archive_write_free(writer);
  return written;
}

// An entry of a zip archive. The directory and the header before the file can say different things.
struct ZipEntry {
  std::string name;
  std::string bytes = {};  // As they stand in the archive.
  int method = 0;
  unsigned mode = 0100644;
  int flags = 0;
  int system = 3;                                 // 3 is Unix, 0 is DOS.
  std::optional<std::uint32_t> size = {};         // Unpacked, in both places.
  std::optional<std::uint32_t> local_size = {};   // Unpacked, in the header before the file.
  std::optional<std::uint32_t> packed_size = {};  // In both places.
  std::optional<std::uint32_t> crc = {};
  std::optional<std::string> name_in_directory = {};
};

inline std::string little(std::uint64_t number, int bytes) {
  std::string text;
  for (int i = 0; i < bytes; ++i) text += static_cast<char>(number >> (8 * i));
  return text;
}

inline std::uint32_t crc_of(std::string_view bytes) {
  return static_cast<std::uint32_t>(
      ::crc32(0, reinterpret_cast<const Bytef*>(bytes.data()), static_cast<uInt>(bytes.size())));
}

// What both headers of an entry say.
inline std::string zip_facts(const ZipEntry& entry, std::uint32_t size) {
  return little(20, 2) + little(static_cast<unsigned>(entry.flags), 2) +
         little(static_cast<unsigned>(entry.method), 2) + little(0, 4) +
         little(entry.crc.value_or(crc_of(entry.bytes)), 4) +
         little(entry.packed_size.value_or(static_cast<std::uint32_t>(entry.bytes.size())), 4) +
         little(size, 4);
}

inline std::string zip_local(const ZipEntry& entry) {
  const auto size = entry.size.value_or(static_cast<std::uint32_t>(entry.bytes.size()));
  return "PK\3\4" + zip_facts(entry, entry.local_size.value_or(size)) + little(entry.name.size(), 2) +
         little(0, 2) + entry.name + entry.bytes;
}

inline std::string zip_directory_entry(const ZipEntry& entry, std::size_t place) {
  const std::string name = entry.name_in_directory.value_or(entry.name);
  const auto size = entry.size.value_or(static_cast<std::uint32_t>(entry.bytes.size()));
  return "PK\1\2" + little(20, 1) + little(static_cast<unsigned>(entry.system), 1) + zip_facts(entry, size) +
         little(name.size(), 2) + little(0, 8) +
         little(entry.system == 3 ? std::uint64_t{entry.mode} << 16 : 0, 4) + little(place, 4) + name;
}

inline std::string zip_end(std::size_t entries, std::string_view directory, std::size_t place) {
  return std::string(directory) + "PK\5\6" + little(0, 4) + little(entries, 2) + little(entries, 2) +
         little(directory.size(), 4) + little(place, 4) + little(0, 2);
}

inline std::string zip(const std::vector<ZipEntry>& entries) {
  std::string bytes, directory;
  for (const ZipEntry& entry : entries) {
    directory += zip_directory_entry(entry, bytes.size());
    bytes += zip_local(entry);
  }
  return bytes + zip_end(entries.size(), directory, bytes.size());
}

// The bytes deflated, as zip and gzip hold them.
inline std::string deflated(std::string_view bytes) {
  z_stream stream{};
  BOOST_REQUIRE(::deflateInit2(&stream, 6, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY) == Z_OK);
  std::string written(::deflateBound(&stream, bytes.size()), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = reinterpret_cast<Bytef*>(written.data());
  stream.avail_out = static_cast<uInt>(written.size());
  BOOST_REQUIRE(::deflate(&stream, Z_FINISH) == Z_STREAM_END);
  written.resize(stream.total_out);
  ::deflateEnd(&stream);
  return written;
}

}  // namespace toptile
