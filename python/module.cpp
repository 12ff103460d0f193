// The Python module toptile_engine._native. python/toptile_engine/__init__.py is what Python programs import.
#include "python/bindings.h"
#include "python/move_object.h"

namespace toptile::python {

namespace {

PyObject* illegal_move = nullptr;

void translate(std::exception_ptr thrown) {
  try {
    if (thrown) std::rethrow_exception(thrown);
  } catch (const IllegalMove& refused) {
    const py::object error = py::reinterpret_borrow<py::object>(illegal_move)(refused.what());
    error.attr("reason") = std::string(name_of(refused.reason()));
    PyErr_SetObject(illegal_move, error.ptr());
  }
}

}  // namespace

IllegalMove::IllegalMove(const Refusal& refusal) : ToptileError(refusal.text), reason_(refusal.reason) {}

void bind_errors(py::module_& module) {
  const auto& general = py::register_exception<ToptileError>(module, "ToptileError", PyExc_ValueError);
  general.attr("__doc__") =
      "A text, a file or a value that cannot be used. The message says what is wrong, and where.";
  static const py::exception<IllegalMove> illegal(module, "IllegalMove", general);
  illegal.attr("__doc__") =
      "A move that the rules do not allow. `reason` is UWI's word for it, such as `lexicon` or `no_tile`.";
  illegal_move = illegal.ptr();
  py::register_exception_translator(&translate);
}

}  // namespace toptile::python

PYBIND11_MODULE(_native, module) {
  using namespace toptile::python;
  module.doc() = "The engine of Toptile.";
  bind_errors(module);
  if (!add_move_type(module.ptr())) throw py::error_already_set();
  bind_lexicon(module);
  bind_position(module);
  bind_game(module);
  bind_champion(module);
  bind_vector_games(module);
  bind_kit_calls(module);
}
