#include "tournaments/report/deflate.h"

#include <zlib.h>

#include <boost/test/unit_test.hpp>
#include <random>

namespace toptile {
BOOST_AUTO_TEST_SUITE(deflate)

namespace {

std::string inflated(const std::string& bytes, std::size_t size) {
  std::string text(size + 1, '\0');
  z_stream stream{};
  BOOST_REQUIRE(inflateInit2(&stream, -MAX_WBITS) == Z_OK);
  std::string in = bytes;
  stream.next_in = reinterpret_cast<Bytef*>(in.data());
  stream.avail_in = static_cast<uInt>(in.size());
  stream.next_out = reinterpret_cast<Bytef*>(text.data());
  stream.avail_out = static_cast<uInt>(text.size());
  BOOST_TEST(inflate(&stream, Z_FINISH) == Z_STREAM_END);
  text.resize(stream.total_out);
  inflateEnd(&stream);
  return text;
}

std::string base64(std::string_view bytes) {
  std::string text;
  append_base64(text, bytes);
  return text;
}

BOOST_AUTO_TEST_CASE(what_is_packed_is_unpacked_as_it_was) {
  std::mt19937 chance(1);
  for (const std::size_t size : {0, 1, 100, 70'000, 1'000'000}) {
    std::string noise, words;
    while (noise.size() < size) noise += static_cast<char>(chance());
    while (words.size() < size) words += "\"points\":" + std::to_string(chance() % 40) + ",";
    words.resize(size);
    BOOST_TEST((inflated(deflated(noise), size) == noise));
    BOOST_TEST((inflated(deflated(words), size) == words));
    BOOST_TEST((inflated(deflated(noise, {}, Effort::quick), size) == noise));
    BOOST_TEST((inflated(deflated(words, {}, Effort::quick), size) == words));
    if (size > 1000) BOOST_TEST(deflated(words).size() < size / 5);
  }
}

BOOST_AUTO_TEST_CASE(base64_is_that_of_the_rfc) {
  // These are the examples of RFC 4648, section 10.
  BOOST_TEST(base64("") == "");
  BOOST_TEST(base64("f") == "Zg==");
  BOOST_TEST(base64("fo") == "Zm8=");
  BOOST_TEST(base64("foo") == "Zm9v");
  BOOST_TEST(base64("foob") == "Zm9vYg==");
  BOOST_TEST(base64("fooba") == "Zm9vYmE=");
  BOOST_TEST(base64("foobar") == "Zm9vYmFy");
  BOOST_TEST(base64("\xfb\xff\xfe") == "+//+");
  std::string text = "before ";
  append_base64(text, "foo");
  BOOST_TEST(text == "before Zm9v");
}

}  // namespace

BOOST_AUTO_TEST_SUITE_END()

}  // namespace toptile
