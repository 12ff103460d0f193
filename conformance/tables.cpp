#include "conformance/tables.h"

#include <algorithm>

#include "engine/random.h"
#include "protocol/lexicon_file.h"
#include "protocol/ruleset_json.h"
#include "referee/play_game.h"

namespace toptile::conformance {

namespace {

constexpr int kShortWord = 3;  // The longest short word, in tiles. Most plays are of short words.
constexpr int kMostShortWords = 1500;
constexpr int kMostLongWords = 2500;

// The n for which every n-th word is taken, so that at most `most` are left.
int stride_for(int words, int most) {
  return std::max(1, (words + most - 1) / most);
}

std::string brief_text(const Lexicon& lexicon) {
  int short_words = 0, long_words = 0;
  lexicon.for_each_word([&](const Word& word) { ++(word.size() <= kShortWord ? short_words : long_words); });
  const int short_stride = stride_for(short_words, kMostShortWords);
  const int long_stride = stride_for(long_words, kMostLongWords);
  std::string text;
  int short_index = 0, long_index = 0;
  lexicon.for_each_word([&](const Word& word) {
    const bool is_taken =
        word.size() <= kShortWord ? short_index++ % short_stride == 0 : long_index++ % long_stride == 0;
    if (is_taken) text += lexicon.alphabet().spell(word) + "\n";
  });
  return text;
}

bool uses_every_face(const Lexicon& lexicon) {
  FaceSet used = 0;
  lexicon.for_each_word([&](const Word& word) {
    for (const Face face : word) used |= set_of(face);
  });
  return used == lexicon.alphabet().all();
}

Result<Lexicon> build_for(const Ruleset& rules, const std::string& name, const std::string& text) {
  auto built = build_lexicon(name, text, rules.alphabet(), rules.size, Capitals::mean_nothing);
  if (!built) return built.error();
  return std::move(built).value().lexicon;
}

Result<Lexicon> brief_lexicon(const Ruleset& rules, const std::string& name, const std::string& text) {
  auto lexicon = build_for(rules, name + "-brief", text);
  if (lexicon && uses_every_face(lexicon.value())) return lexicon;
  return build_for(rules, "made-up", made_up_words(rules, kMostShortWords + kMostLongWords));
}

// The folder that lists are written to, and the place where the bot finds it.
struct Lists {
  const std::filesystem::path& folder;
  const std::filesystem::path& place;
};

Result<Table> set_table(const Ruleset& rules, const Lexicon& lexicon, const Lists& lists,
                        const std::string& file) {
  if (auto saved = save_for_bots(lexicon, lists.folder / file); !saved) return saved.error();
  return Table{rules, lexicon, setup_lines(rules, lexicon, (lists.place / file).string())};
}

}  // namespace

int Table::players() const {
  return std::clamp(2, rules.players_min, rules.players_max);
}

std::string made_up_words(const Ruleset& rules, int words) {
  constexpr std::uint64_t kSeed = 20;
  constexpr int kLongest = 6;
  Random random(kSeed);
  const auto any_face = [&] {
    return static_cast<Face>(random.below(static_cast<std::uint64_t>(rules.alphabet().size())));
  };
  const auto longest = static_cast<std::uint64_t>(std::min(rules.size, kLongest));
  std::string text;
  for (int i = 0; i < words; ++i) {
    Word word;
    for (std::uint64_t length = 2 + random.below(longest - 1); length > 0; --length)
      word.push_back(any_face());
    text += rules.alphabet().spell(word) + "\n";
  }
  return text;
}

Result<Tables> Tables::make(const Ruleset& rules, const Lexicon& lexicon, const std::filesystem::path& folder,
                            const std::filesystem::path& place) {
  const Lists lists{folder, place};
  auto whole = set_table(rules, lexicon, lists, "whole.txt");
  if (!whole) return whole.error();
  Tables tables(std::move(whole).value());
  const std::string text = brief_text(lexicon);
  const auto add = [&](const Ruleset& each) -> Result<void> {
    auto brief = brief_lexicon(each, lexicon.name(), text);
    if (!brief) return brief.error();
    auto table = set_table(each, brief.value(), lists, "brief-" + each.name + ".txt");
    if (!table) return table.error();
    tables.shipped_.push_back(std::move(table).value());
    return success();
  };
  if (auto added = add(rules); !added) return added.error();
  for (const std::string& name : shipped_ruleset_names()) {
    if (name == rules.name) continue;
    if (auto added = add(shipped_ruleset(name).value()); !added) return added.error();
  }
  return tables;
}

}  // namespace toptile::conformance
