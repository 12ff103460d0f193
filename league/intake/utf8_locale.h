#pragma once

#include <locale.h>

#include <utility>

#include "base/result.h"

namespace toptile {

// Sets the thread's locale to UTF-8 while this exists, because libarchive converts names to the locale's
// character set.
class Utf8Locale {
 public:
  static Result<Utf8Locale> set() {
    Utf8Locale locale;
    locale.mine_ = ::newlocale(LC_CTYPE_MASK, "C.UTF-8", nullptr);
    if (locale.mine_ == nullptr)
      return Error{"this system has no locale C.UTF-8, which archives need for names; install it"};
    locale.before_ = ::uselocale(locale.mine_);
    return locale;
  }
  Utf8Locale(Utf8Locale&& other) noexcept
      : mine_(std::exchange(other.mine_, nullptr)), before_(other.before_) {}
  Utf8Locale& operator=(Utf8Locale&&) = delete;
  ~Utf8Locale() {
    if (mine_ == nullptr) return;
    ::uselocale(before_);
    ::freelocale(mine_);
  }

 private:
  Utf8Locale() = default;

  locale_t mine_ = nullptr;
  locale_t before_ = nullptr;
};

}  // namespace toptile
