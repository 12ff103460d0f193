// The parts that the sources of the Python module share. A failed Result becomes an exception with its
// message.
#pragma once

#include <pybind11/pybind11.h>
#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

#include <stdexcept>
#include <string>
#include <utility>

#include "base/result.h"
#include "engine/move.h"

namespace toptile::python {

namespace py = pybind11;

// toptile_engine.ToptileError.
class ToptileError : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

// toptile_engine.IllegalMove.
class IllegalMove : public ToptileError {
 public:
  explicit IllegalMove(const Refusal& refusal);
  Reason reason() const { return reason_; }

 private:
  Reason reason_;
};

template <class T>
T value_of(Result<T>&& result) {
  if (!result) throw ToptileError(result.error().message);
  return std::move(result).value();
}

template <class T>
T value_of(Judged<T>&& judged) {
  if (!judged) throw IllegalMove(judged.error());
  if constexpr (!std::is_void_v<T>) return std::move(judged).value();
}

void bind_errors(py::module_& module);
void bind_lexicon(py::module_& module);
void bind_position(py::module_& module);
void bind_game(py::module_& module);
void bind_champion(py::module_& module);
void bind_vector_games(py::module_& module);
void bind_kit_calls(py::module_& module);

}  // namespace toptile::python
