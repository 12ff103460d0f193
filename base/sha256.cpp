#include "base/sha256.h"

#include <openssl/evp.h>
#include <openssl/sha.h>

#include "base/assert.h"

namespace toptile {

namespace {

EVP_MD_CTX* as_context(void* context) {
  return static_cast<EVP_MD_CTX*>(context);
}

}  // namespace

void Sha256Sum::Release::operator()(void* context) const {
  ::EVP_MD_CTX_free(as_context(context));
}

Sha256Sum::Sha256Sum() : context_(::EVP_MD_CTX_new()) {
  TOPTILE_ASSERT(::EVP_DigestInit_ex(as_context(context_.get()), ::EVP_sha256(), nullptr) == 1);
}

void Sha256Sum::add(std::string_view bytes) {
  TOPTILE_ASSERT(::EVP_DigestUpdate(as_context(context_.get()), bytes.data(), bytes.size()) == 1);
}

Sha256 Sha256Sum::digest() {
  Sha256 digest;
  TOPTILE_ASSERT(::EVP_DigestFinal_ex(as_context(context_.get()), digest.data(), nullptr) == 1);
  return digest;
}

Sha256 sha256(std::string_view bytes) {
  Sha256 digest;
  SHA256(reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size(), digest.data());
  return digest;
}

std::string hexadecimal(const Sha256& digest) {
  constexpr char kDigits[] = "0123456789abcdef";
  std::string text;
  text.reserve(2 * digest.size());
  for (std::uint8_t byte : digest) {
    text += kDigits[byte >> 4];
    text += kDigits[byte & 15];
  }
  return text;
}

}  // namespace toptile
