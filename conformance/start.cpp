#include <fmt/format.h>

#include <algorithm>

#include "conformance/talk.h"
#include "conformance/tests.h"

namespace toptile::conformance {

Finding test_start(Examination& examination) {
  constexpr milliseconds kSilence{100}, kSlow{5'000};
  const auto talk = Talk::start(examination);
  if (!talk) {
    examination.hopeless = talk.error().seen;
    return talk.error();
  }
  // The wait is for what a bot says before `uwi`. If it has not started by then, it says that just after
  // `uwi`.
  if (const Done quiet = talk.value()->listen(kSilence); !quiet) {
    examination.hopeless = quiet.error().seen;
    return quiet.error();
  }
  TOPTILE_TRY(const auto introduced, talk.value()->shake_hands());
  const Introduction& introduction = introduced;
  const milliseconds taken = std::max(introduction.taken - kSilence, milliseconds(0));
  Finding finding = pass(fmt::format("uwiok after {} ms", taken.count()));
  if (!introduction.strange.empty()) {
    worsen(finding, warn(fmt::format("it said \"{}\" before uwiok", introduction.strange[0]),
                         "Print nothing on standard output before uwi, and then only id, option and uwiok."));
  }
  if (introduction.name.empty())
    worsen(finding, warn("no id name",
                         "Say id name … before uwiok; it is shown here, and tells your versions apart."));
  if (introduction.author.empty()) worsen(finding, warn("no id author", "Say id author … before uwiok."));
  if (taken > kSlow) {
    worsen(finding, warn(fmt::format("uwiok only after {} ms", taken.count()),
                         "Say uwiok first, and do slow work at isready."));
  }
  return finding;
}

}  // namespace toptile::conformance
