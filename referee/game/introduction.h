// What a bot says of itself before `uwiok` (docs/protocol.md): its name, its author and its options.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "base/result.h"
#include "protocol/uwi.h"

namespace toptile {

class Introduction {
 public:
  // Keeps an `id` or an `option`, and ignores other messages. No honest bot has over a thousand options, or a
  // mebibyte of them: those beyond are ignored, and cannot be set.
  void add(const uwi::BotMessage& said);

  // Printable, with at most 200 characters; empty if the bot has not said it.
  const std::string& name() const { return name_; }
  const std::string& author() const { return author_; }
  const std::vector<uwi::OptionLine>& options() const { return options_; }

  // The line that sets the option. It is an error if the bot did not declare it, or does not accept the
  // value.
  Result<uwi::SetOption> setting(const std::string& name, const std::string& value) const;

 private:
  std::string name_, author_;
  std::vector<uwi::OptionLine> options_;
  std::size_t option_bytes_ = 0;  // Of the lines that declared them.
};

}  // namespace toptile
