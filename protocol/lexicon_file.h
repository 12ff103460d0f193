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
// is an error. The lexicon is named after the file, without its ending, or keeps the name it was built with.
Result<LoadedLexicon> load_lexicon(const std::filesystem::path& file, const Ruleset& rules);

// The same for a file in a folder that anybody may have made.
Result<LoadedLexicon> load_lexicon(const ForeignFolder& folder, const std::string& name,
                                   const Ruleset& rules);

// Maps a built lexicon. The file may be replaced meanwhile, but must not be changed in place.
Result<Lexicon> map_lexicon(const std::filesystem::path& file);

// Writes another file and renames it, so that nobody ever sees half a file.
Result<void> save_lexicon(const Lexicon& lexicon, const std::filesystem::path& file,
                          Readers readers = Readers::all);

// Saves a lexicon as bots read it (docs/protocol.md, `lexicon`): the text list under this name, and beside it
// the graph under the same name with the ending `.lexicon`.
Result<void> save_for_bots(const Lexicon& lexicon, const std::filesystem::path& list,
                           Readers readers = Readers::all);

}  // namespace toptile
