// The Python type Move: a play, an exchange or a pass with its points, words and tiles, as the kit for bots
// has it (protocol/sdk/python/toptile.py). A position has a hundred plays on average and sometimes thousands,
// so a play keeps what the generator found, and makes its text, words and tiles when it is asked for them.
#pragma once

#include <Python.h>

#include <memory>
#include <span>
#include <string_view>

#include "engine/board.h"
#include "engine/movegen.h"
#include "python/bound_lexicon.h"

namespace toptile::python {

// The part of the position before a play on which its words and tiles depend.
struct Scene {
  SharedLexicon lexicon;
  Board board;
};
using SharedScene = std::shared_ptr<const Scene>;

// Makes the type and adds it to the module. Returns false with a Python exception set if that fails.
bool add_move_type(PyObject* module);

// The following return a new reference, or null with a Python exception set. They need the GIL.
PyObject* move_of(const SharedScene& scene, const ScoredPlay& play);
PyObject* move_list(const SharedScene& scene, std::span<const ScoredPlay> plays);
// A move without points, words and tiles.
PyObject* move_of_text(std::string_view text);

// The text of a Move or of a str; a Python exception (pybind11::error_already_set) if it is neither.
std::string text_of_move(PyObject* object);

}  // namespace toptile::python
