// Lexicons as files: a text list with one word on each line, or a built word graph that is mapped as it is.
#pragma once

#include <filesystem>
#include <string>

#include "base/files.h"
#include "base/foreign_folder.h"
#include "base/result.h"
#include "engine/lexicon.h"
#include "engine/ruleset.h"

namespace toptile {

struct LoadedLexicon {
  Lexicon lexicon;
  DroppedWords dropped;  // All 0 for a built file that was mapped as it is.
};

// The words of a text list or a built lexicon that the ruleset can use. A built file whose words are longer
// than the ruleset's board is built again without them; one that was built for a smaller board or other faces
// is an error. The lexicon is named after the file, without its extension, or keeps the name it was built
// with.
Result<LoadedLexicon> load_lexicon(const std::filesystem::path& file, const Ruleset& rules);

// The same for a file in an untrusted folder.
Result<LoadedLexicon> load_lexicon(const ForeignFolder& folder, const std::string& name,
                                   const Ruleset& rules);

// Maps a built lexicon into memory. The file may be replaced while it is mapped, but must not be changed in
// place.
Result<Lexicon> map_lexicon(const std::filesystem::path& file);

// Writes a new file and renames it, so that no reader ever sees half a file.
Result<void> save_lexicon(const Lexicon& lexicon, const std::filesystem::path& file,
                          Readers readers = Readers::all);

// Saves a lexicon as bots read it (docs/protocol.md, `lexicon`): the text list under this name, and the graph
// beside it under the same name with the extension `.lexicon`.
Result<void> save_for_bots(const Lexicon& lexicon, const std::filesystem::path& list,
                           Readers readers = Readers::all);

}  // namespace toptile
