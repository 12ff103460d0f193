// The files of a new bot's folder, by language: those in cli/templates, and the kits. They are embedded in
// the program.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace toptile {

struct TemplateFile {
  std::string_view language;
  std::string_view name;
  std::string_view text;  // Except in kits, @NAME@ and @AUTHOR@ are placeholders.
  bool is_program = false;
};

std::span<const TemplateFile> bot_templates();

// The text of a file for a bot and an author of these names.
std::string filled_template(const TemplateFile& file, std::string_view name, std::string_view author);

}  // namespace toptile
