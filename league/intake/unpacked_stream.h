// Unpacks gzip, xz, zstd or bzip2 as a stream, and counts the unpacked bytes.
#pragma once

#include <archive.h>

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace toptile {

struct FreeArchiveReader {
  void operator()(archive* reader) const { ::archive_read_free(reader); }
};
using ArchiveReader = std::unique_ptr<archive, FreeArchiveReader>;

// "this archive is damaged: WHAT; …", where WHAT is libarchive's message or `what`.
Error damaged_archive(archive* reader);
Error damaged_archive(std::string_view what);

// The error for bytes after the end of an archive.
Error archive_goes_on();

// The number in at most four bytes, the lowest byte first.
std::uint32_t little_endian(std::string_view bytes);

// The packed bytes must outlive this. Exactly one filter is used: bytes that were packed twice are not
// unpacked twice, because each filter can multiply their number by a thousand or more.
class UnpackedStream {
 public:
  // Recognizes the packing by the first bytes; bytes of an unknown kind are returned as they are. Reading
  // more than `most` unpacked bytes is an error.
  static Result<UnpackedStream> open(std::string_view packed, std::uint64_t most);

  // The next bytes, valid until the next call; empty at the end.
  Result<std::string_view> next();

  // Reads to the end. It is an error if the unpacked bytes after the first `used` are not all zero, if packed
  // bytes remain, or if a checksum is wrong.
  Result<void> check_end(std::uint64_t used);

 private:
  UnpackedStream(std::string_view packed, std::uint64_t most)
      : packed_(packed), most_(most), chunk_(1 << 16) {}

  std::string_view packed_;
  std::uint64_t most_;
  int filter_ = ARCHIVE_FILTER_NONE;
  ArchiveReader reader_;
  std::vector<char> chunk_;
  std::uint64_t count_ = 0;       // Bytes returned so far.
  std::uint64_t zeros_from_ = 0;  // All bytes from here on were zero.
  std::uint32_t checksum_ = 0;    // The CRC of gzip.
};

}  // namespace toptile
