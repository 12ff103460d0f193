// The SHA-256 of the engine for pages, compared with OpenSSL's.
#include "base/sha256.h"

#include <algorithm>
#include <array>
#include <bit>
#include <boost/test/unit_test.hpp>
#include <cstring>

#include "engine/random.h"

// Its functions have the names of those that it stands for.
#define sha256 sha256_of_pages
#define hexadecimal hexadecimal_of_pages
#include "web/wasm/sha256.cpp"
#undef sha256
#undef hexadecimal

namespace toptile {
BOOST_AUTO_TEST_SUITE(digest)

BOOST_AUTO_TEST_CASE(every_length_around_a_block_has_the_digest_of_openssl) {
  Random random(7);
  std::string bytes;
  for (int length = 0; length < 300; ++length) {
    BOOST_TEST((sha256_of_pages(bytes) == toptile::sha256(bytes)), "of " << length << " bytes");
    bytes += static_cast<char>(random.below(256));
  }
}

BOOST_AUTO_TEST_CASE(digests_are_written_as_everywhere) {
  const Sha256 digest = toptile::sha256("abc");
  BOOST_TEST(hexadecimal_of_pages(digest) == hexadecimal(digest));
  BOOST_TEST(hexadecimal(digest) == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

BOOST_AUTO_TEST_SUITE_END()
}  // namespace toptile
