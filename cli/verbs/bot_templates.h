// The files of a new bot's folder, by language: those in cli/templates, and the kits. They are embedded in
// the program.
#pragma once

#include <span>
#include <string_view>

namespace toptile {

struct TemplateFile {
  std::string_view language;
  std::string_view name;
  std::string_view text;  // Except in kits, @NAME@ and @AUTHOR@ are placeholders.
  bool is_program = false;
};

std::span<const TemplateFile> bot_templates();

}  // namespace toptile
