#include "bots/copies/built_bots.h"

#include <fmt/format.h>

namespace toptile {

Result<BuiltBots> build_bots(const std::vector<BotEntry>& bots, const BotSearch& search,
                             const std::shared_ptr<const Sandbox>& sandbox, Unbuilt unbuilt,
                             const BuildTerms& terms) {
  BuiltBots built(bots.size());
  for (std::size_t i = 0; i < bots.size(); ++i) {
    const BotEntry& bot = bots[i];
    if (bot.build.empty()) continue;
    const BuildRequest request{.folder = bot.folder,
                               .sha256 = bot.sha256,
                               .commands = bot.build,
                               .readable = bot.readable,
                               .package = search.shipped.package,
                               .package_files = search.shipped.package_files,
                               .sandbox = sandbox,
                               .on_build = [&] { search.on_build(bot.name); },
                               .stop = search.stop,
                               .limits = terms.limits,
                               .on_failure = terms.on_failure};
    if (unbuilt == Unbuilt::left_out) {
      built[i] = find_built_bot(request);
      continue;
    }
    auto done = build_bot(request);
    if (!done) {
      const std::string folder = terms.on_failure ? "" : ": " + bot.folder.string();
      return in_context(fmt::format("bot {}{}", bot.name, folder), done.error());
    }
    built[i] = std::move(done).value();
  }
  return built;
}

std::filesystem::path folder_built(const BuiltBots& built, std::size_t bot) {
  return bot < built.size() && built[bot] ? built[bot]->folder : std::filesystem::path();
}

}  // namespace toptile
