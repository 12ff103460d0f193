#include "cli/flags/bot_templates.h"

namespace toptile {

namespace {

std::string replaced(std::string text, std::string_view mark, std::string_view by) {
  for (std::size_t at = text.find(mark); at != std::string::npos; at = text.find(mark, at + by.size()))
    text.replace(at, mark.size(), by);
  return text;
}

}  // namespace

std::string filled_template(const TemplateFile& file, std::string_view name, std::string_view author) {
  return replaced(replaced(std::string(file.text), "@NAME@", name), "@AUTHOR@", author);
}

}  // namespace toptile
