#include "league/intake/unpacked_stream.h"

#include <archive_entry.h>
#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <utility>

#include "base/utf8.h"

namespace toptile {

namespace {

using namespace std::string_view_literals;

constexpr std::uint64_t kGzipTrailer = 8;

struct Packing {
  int filter;
  std::string_view magic;
  const char* name;
  int (*is_supported)(archive*);
};
constexpr std::array kPackings = {
    Packing{ARCHIVE_FILTER_GZIP, "\x1f\x8b"sv, "gzip", ::archive_read_support_filter_gzip},
    Packing{ARCHIVE_FILTER_XZ,
            "\xfd"
            "7zXZ\0"sv,
            "xz", ::archive_read_support_filter_xz},
    Packing{ARCHIVE_FILTER_ZSTD, "\x28\xb5\x2f\xfd"sv, "zstd", ::archive_read_support_filter_zstd},
    Packing{ARCHIVE_FILTER_BZIP2, "BZh"sv, "bzip2", ::archive_read_support_filter_bzip2},
};

// For other filters, libarchive would start a program.
bool is_built_in(const Packing& packing) {
  const ArchiveReader trial(::archive_read_new());
  return packing.is_supported(trial.get()) == ARCHIVE_OK;
}

}  // namespace

std::uint32_t little_endian(std::string_view bytes) {
  std::uint32_t number = 0;
  for (; !bytes.empty(); bytes.remove_suffix(1))
    number = number << 8 | static_cast<unsigned char>(bytes.back());
  return number;
}

Error damaged_archive(archive* reader) {
  const char* words = ::archive_error_string(reader);
  return damaged_archive(words == nullptr ? "it ends too early" : words);
}

Error damaged_archive(std::string_view what) {
  return {fmt::format("this archive is damaged ({}); pack the folder again", printable(what, 200))};
}

Error archive_goes_on() {
  return {"this archive has bytes after its end; pack the folder again, and append nothing"};
}

Result<UnpackedStream> UnpackedStream::open(std::string_view packed, std::uint64_t most) {
  UnpackedStream stream(packed, most);
  stream.reader_.reset(::archive_read_new());
  archive* const reader = stream.reader_.get();
  const auto packing =
      std::ranges::find_if(kPackings, [&](const Packing& each) { return packed.starts_with(each.magic); });
  if (packing != kPackings.end()) {
    if (!is_built_in(*packing))
      return Error{
          fmt::format("this archive is packed by {}, which libarchive cannot read here; pack it by "
                      "another one of gzip, xz, zstd and bzip2",
                      packing->name)};
    stream.filter_ = packing->filter;
  }
  // The format raw presents the filter's output as one entry.
  if (::archive_read_append_filter(reader, stream.filter_) != ARCHIVE_OK ||
      ::archive_read_support_format_raw(reader) != ARCHIVE_OK ||
      ::archive_read_open_memory(reader, packed.data(), packed.size()) != ARCHIVE_OK)
    return damaged_archive(reader);
  archive_entry* entry = nullptr;
  if (::archive_read_next_header(reader, &entry) != ARCHIVE_OK) return damaged_archive(reader);
  return stream;
}

Result<std::string_view> UnpackedStream::next() {
  const la_ssize_t size = ::archive_read_data(reader_.get(), chunk_.data(), chunk_.size());
  if (size < 0) return damaged_archive(reader_.get());
  const std::string_view bytes(chunk_.data(), static_cast<std::size_t>(size));
  if (bytes.size() > most_ - count_)
    return Error{
        fmt::format("unpacked, this archive has more than {} bytes; pack only what the bot needs", most_)};
  if (const std::size_t last = bytes.find_last_not_of('\0'); last != bytes.npos)
    zeros_from_ = count_ + last + 1;
  count_ += bytes.size();
  if (filter_ == ARCHIVE_FILTER_GZIP)
    checksum_ = static_cast<std::uint32_t>(
        ::crc32(checksum_, reinterpret_cast<const Bytef*>(bytes.data()), static_cast<uInt>(bytes.size())));
  return bytes;
}

Result<void> UnpackedStream::check_end(std::uint64_t used) {
  while (true) {
    TOPTILE_TRY(const std::string_view bytes, next());
    if (bytes.empty()) break;
  }
  if (zeros_from_ > used) return archive_goes_on();
  if (filter_ == ARCHIVE_FILTER_NONE) return success();
  if (std::cmp_not_equal(::archive_filter_bytes(reader_.get(), -1), packed_.size())) return archive_goes_on();
  // libarchive does not verify gzip's checksum.
  if (filter_ == ARCHIVE_FILTER_GZIP &&
      (packed_.size() < kGzipTrailer ||
       little_endian(packed_.substr(packed_.size() - kGzipTrailer)) != checksum_))
    return damaged_archive(
        "the checksum of gzip is not that of the bytes, or it was packed in several parts");
  return success();
}

}  // namespace toptile
