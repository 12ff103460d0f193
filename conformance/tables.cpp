#include "conformance/tables.h"

#include <algorithm>

#include "engine/random.h"
#include "protocol/lexicon_file.h"
#include "protocol/ruleset_json.h"
#include "referee/game/play_game.h"

namespace toptile::conformance {

namespace {

constexpr int kShortWord = 3;  // The maximum length of a short word, in tiles. Most plays are of short words.
constexpr int kMaxShortWords = 1500;
constexpr int kMaxLongWords = 2500;

// The n for which every n-th word is taken, so that at most `most` words are left.
int stride_for(int words, int most) {
  return std::max(1, (words + most - 1) / most);
}

std::string brief_text(const Lexicon& lexicon) {
  int short_words = 0, long_words = 0;
  lexicon.for_each_word([&](const Word& word) { ++(word.size() <= kShortWord ? short_words : long_words); });
  const int short_stride = stride_for(short_words, kMaxShortWords);
  const int long_stride = stride_for(long_words, kMaxLongWords);
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
  TOPTILE_TRY(auto built, build_lexicon(name, text, rules.alphabet(), rules.size, Capitals::mean_nothing));
  return std::move(built).lexicon;
}

Result<Lexicon> brief_lexicon(const Ruleset& rules, const std::string& name, const std::string& text) {
  auto lexicon = build_for(rules, name + "-brief", text);
  if (lexicon && uses_every_face(lexicon.value())) return lexicon;
  return build_for(rules, "made-up", made_up_words(rules, kMaxShortWords + kMaxLongWords));
}

// The folder that lists are written to, and the path at which the bot sees it.
struct Lists {
  const std::filesystem::path& folder;
  const std::filesystem::path& place;
};

Result<Table> set_table(const Ruleset& rules, const Lexicon& lexicon, const Lists& lists,
                        const std::string& file) {
  TOPTILE_TRY_TO(save_for_bots(lexicon, lists.folder / file));
  return Table{rules, lexicon, setup_lines(rules, lexicon, (lists.place / file).string())};
}

}  // namespace

int Table::players() const {
  return std::clamp(2, rules.players_min, rules.players_max);
}

std::string made_up_words(const Ruleset& rules, int words) {
  constexpr std::uint64_t kSeed = 20;
  constexpr int kMaxLength = 6;
  Random random(kSeed);
  const auto any_face = [&] {
    return static_cast<Face>(random.below(static_cast<std::uint64_t>(rules.alphabet().size())));
  };
  const auto longest = static_cast<std::uint64_t>(std::min(rules.size, kMaxLength));
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
  TOPTILE_TRY(auto whole, set_table(rules, lexicon, lists, "whole.txt"));
  Tables tables(std::move(whole));
  const std::string text = brief_text(lexicon);
  const auto add = [&](const Ruleset& each) -> Result<void> {
    TOPTILE_TRY(auto brief, brief_lexicon(each, lexicon.name(), text));
    TOPTILE_TRY(auto table, set_table(each, brief, lists, "brief-" + each.name + ".txt"));
    tables.shipped_.push_back(std::move(table));
    return success();
  };
  TOPTILE_TRY_TO(add(rules));
  for (const std::string& name : shipped_ruleset_names()) {
    if (name == rules.name) continue;
    TOPTILE_TRY_TO(add(shipped_ruleset(name).value()));
  }
  return tables;
}

}  // namespace toptile::conformance
