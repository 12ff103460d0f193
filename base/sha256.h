// SHA-256 (FIPS 180-4), computed by OpenSSL's libcrypto. It identifies word lists and records, and derives
// seeds.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace toptile {

using Sha256 = std::array<std::uint8_t, 32>;

Sha256 sha256(std::string_view bytes);

// Does the same for bytes that arrive in parts.
class Sha256Sum {
 public:
  Sha256Sum();
  void add(std::string_view bytes);
  // The hash of all that was added; nothing can be added afterwards.
  Sha256 digest();

 private:
  struct Release {
    void operator()(void* context) const;
  };
  std::unique_ptr<void, Release> context_;
};

// 64 lower-case hexadecimal digits, as sha256sum prints them.
std::string hexadecimal(const Sha256& digest);

inline std::string sha256_hexadecimal(std::string_view bytes) {
  return hexadecimal(sha256(bytes));
}

}  // namespace toptile
