#include "cli/league/site_template.h"

#include "cli/flags/bot_templates.h"

namespace toptile {

std::vector<SiteTemplateFile> site_template() {
  std::vector<SiteTemplateFile> files;
  for (const TemplateFile& file : bot_templates()) {
    if (file.language == "python")
      files.push_back({std::string(file.name), filled_template(file, "my-bot", "Me"), file.is_program});
  }
  return files;
}

}  // namespace toptile
