// The bytes that gzip, xz, zstd or bzip2 packed, unpacked while they are read and counted.
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

// "this archive is damaged: WHAT; …", with the words of libarchive or others.
Error damaged_archive(archive* reader);
Error damaged_archive(std::string_view what);

// Bytes after the end of an archive are refused.
Error archive_goes_on();

// The number in at most four bytes, the lowest first.
std::uint32_t little_endian(std::string_view bytes);

// The packed bytes must live as long as this. Exactly one filter is used: what was packed twice is not
// unpacked twice, because each filter can multiply bytes by a thousand and more.
class UnpackedStream {
 public:
  // Reads the kind of packing from the first bytes; bytes of no known kind are given as they are. More than
  // `most` unpacked bytes are an error when they are reached.
  static Result<UnpackedStream> open(std::string_view packed, std::uint64_t most);

  // The next bytes, valid until the next call; empty at the end.
  Result<std::string_view> next();

  // Reads on to the end. It is an error if a byte that is not zero follows the first `used` bytes, if packed
  // bytes follow, or if a checksum is wrong.
  Result<void> check_end(std::uint64_t used);

 private:
  UnpackedStream(std::string_view packed, std::uint64_t most)
      : packed_(packed), most_(most), chunk_(1 << 16) {}

  std::string_view packed_;
  std::uint64_t most_;
  int filter_ = ARCHIVE_FILTER_NONE;
  ArchiveReader reader_;
  std::vector<char> chunk_;
  std::uint64_t count_ = 0;       // Bytes given so far.
  std::uint64_t zeros_from_ = 0;  // From here on, all of them were zero.
  std::uint32_t checksum_ = 0;    // By the CRC of gzip.
};

}  // namespace toptile
