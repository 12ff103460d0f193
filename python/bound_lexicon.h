// A ruleset with its lexicon, as Python objects share them. Nothing of it changes after it was made.
#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "base/result.h"
#include "engine/lexicon.h"
#include "engine/movegen.h"
#include "engine/ruleset.h"

namespace toptile::python {

class BoundLexicon {
 public:
  // The lexicon must be one for the ruleset.
  BoundLexicon(std::shared_ptr<const Ruleset> rules, Lexicon lexicon);
  BoundLexicon(const BoundLexicon&) = delete;
  BoundLexicon& operator=(const BoundLexicon&) = delete;

  const Ruleset& rules() const { return *rules_; }
  const std::shared_ptr<const Ruleset>& shared_rules() const { return rules_; }
  const Alphabet& alphabet() const { return rules_->alphabet(); }
  const Lexicon& lexicon() const { return lexicon_; }
  // The face with this symbol, if there is one.
  std::optional<Face> face_of(char32_t symbol) const;

  // A generator for one thread, which goes back to the others when this is destroyed. It knows the last board
  // that it was used for.
  class Borrowed {
   public:
    explicit Borrowed(const BoundLexicon& owner) : owner_(owner), generator_(owner.take_generator()) {}
    Borrowed(const Borrowed&) = delete;
    Borrowed& operator=(const Borrowed&) = delete;
    ~Borrowed() { owner_.give_back(std::move(generator_)); }
    MoveGenerator* operator->() const { return generator_.get(); }

   private:
    const BoundLexicon& owner_;
    std::unique_ptr<MoveGenerator> generator_;
  };

 private:
  std::unique_ptr<MoveGenerator> take_generator() const;
  void give_back(std::unique_ptr<MoveGenerator> generator) const;

  const std::shared_ptr<const Ruleset> rules_;
  const Lexicon lexicon_;
  std::vector<std::pair<char32_t, Face>> symbols_;  // Sorted.
  mutable std::mutex mutex_;
  mutable std::vector<std::unique_ptr<MoveGenerator>> generators_;  // Those that no thread uses now.
};

using SharedLexicon = std::shared_ptr<const BoundLexicon>;

}  // namespace toptile::python
