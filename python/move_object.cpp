#include "python/move_object.h"

#include <algorithm>
#include <new>
#include <string>

#include "engine/judge.h"
#include "python/bindings.h"

namespace toptile::python {

namespace {

// Either `scene` is set and the play tells everything, or the values were given to Move(). Each of the four
// Python values is null until it is asked for.
struct MoveObject {
  PyObject ob_base;
  PyObject* text;
  PyObject* points;
  PyObject* words;
  PyObject* laid;
  ScoredPlay play;
  SharedScene scene;
};

PyTypeObject* move_type = nullptr;

MoveObject* of(PyObject* object) {
  return reinterpret_cast<MoveObject*>(object);
}

PyObject* unicode(std::string_view text) {
  return PyUnicode_FromStringAndSize(text.data(), static_cast<Py_ssize_t>(text.size()));
}

PyObject* allocate(PyTypeObject* type) {
  PyObject* object = type->tp_alloc(type, 0);
  if (object == nullptr) return nullptr;
  new (&of(object)->play) ScoredPlay;
  new (&of(object)->scene) SharedScene;
  return object;
}

void deallocate(PyObject* object) {
  PyTypeObject* type = Py_TYPE(object);
  MoveObject& move = *of(object);
  Py_XDECREF(move.text);
  Py_XDECREF(move.points);
  Py_XDECREF(move.words);
  Py_XDECREF(move.laid);
  move.scene.~SharedScene();
  type->tp_free(object);
  Py_DECREF(type);
}

PyObject* make_text(const MoveObject& move) {
  std::string text;
  append_placement(text, move.play.placement, move.scene->lexicon->alphabet());
  return unicode(text);
}

PyObject* make_points(const MoveObject& move) {
  return PyLong_FromLong(move.play.points);
}

// A tuple of `size` elements, each a new reference from element(i).
template <class Element>
PyObject* make_tuple(std::size_t size, Element element) {
  PyObject* tuple = PyTuple_New(static_cast<Py_ssize_t>(size));
  if (tuple == nullptr) return nullptr;
  for (std::size_t i = 0; i < size; ++i) {
    PyObject* made = element(i);
    if (made == nullptr) {
      Py_DECREF(tuple);
      return nullptr;
    }
    PyTuple_SET_ITEM(tuple, static_cast<Py_ssize_t>(i), made);
  }
  return tuple;
}

// The word in the line of play is first, then those across it.
PyObject* make_words(const MoveObject& move) {
  const Placement& placement = move.play.placement;
  const Alphabet& alphabet = move.scene->lexicon->alphabet();
  const LaidTiles laid = tiles_laid_by(move.scene->board, placement);
  Board after = move.scene->board;
  lay(after, laid);
  boost::container::static_vector<Word, kMaxBoardSize + 1> words{placement.word};
  for (const LaidTile& tile : laid) {
    const Word crossing = run_through(after, tile.square, other(placement.direction)).word;
    if (crossing.size() > 1) words.push_back(crossing);
  }
  return make_tuple(words.size(), [&](std::size_t i) { return unicode(alphabet.spell(words[i])); });
}

PyObject* make_laid(const MoveObject& move) {
  const Alphabet& alphabet = move.scene->lexicon->alphabet();
  const LaidTiles laid = tiles_laid_by(move.scene->board, move.play.placement);
  return make_tuple(laid.size(), [&](std::size_t i) {
    const auto& [square, face] = laid[i];
    return Py_BuildValue("iis", int{square.row}, int{square.column}, alphabet.symbol(face).c_str());
  });
}

using Make = PyObject* (*)(const MoveObject&);

template <PyObject* MoveObject::*value, Make make>
PyObject* get(PyObject* object, void*) {
  MoveObject& move = *of(object);
  if (move.*value == nullptr) move.*value = make(move);
  Py_XINCREF(move.*value);
  return move.*value;
}

template <PyObject* MoveObject::*value>
int set(PyObject* object, PyObject* given, void*) {
  if (given == nullptr) {
    PyErr_SetString(PyExc_AttributeError, "an attribute of a Move cannot be deleted");
    return -1;
  }
  Py_INCREF(given);
  PyObject* before = of(object)->*value;
  of(object)->*value = given;
  Py_XDECREF(before);
  return 0;
}

PyObject* get_text(PyObject* object) {
  return get<&MoveObject::text, make_text>(object, nullptr);
}
PyObject* get_points(PyObject* object) {
  return get<&MoveObject::points, make_points>(object, nullptr);
}
PyObject* get_words(PyObject* object) {
  return get<&MoveObject::words, make_words>(object, nullptr);
}
PyObject* get_laid(PyObject* object) {
  return get<&MoveObject::laid, make_laid>(object, nullptr);
}

PyObject* get_tiles_laid(PyObject* object, void*) {
  const MoveObject& move = *of(object);
  if (move.laid == nullptr) return PyLong_FromLong(move.play.tiles_laid);
  const Py_ssize_t size = PyObject_Size(move.laid);
  return size < 0 ? nullptr : PyLong_FromSsize_t(size);
}

PyObject* make_new(PyTypeObject* type, PyObject* arguments, PyObject* named) {
  static const char* names[] = {"text", "points", "words", "laid", nullptr};
  PyObject *text = nullptr, *points = nullptr, *words = nullptr, *laid = nullptr;
  if (PyArg_ParseTupleAndKeywords(arguments, named, "O|OOO:Move", const_cast<char**>(names), &text, &points,
                                  &words, &laid) == 0)
    return nullptr;
  PyObject* object = allocate(type);
  if (object == nullptr) return nullptr;
  MoveObject& move = *of(object);
  const auto or_made = [](PyObject* given, PyObject* made) {
    if (given == nullptr) return made;
    Py_XDECREF(made);
    Py_INCREF(given);
    return given;
  };
  move.text = or_made(text, nullptr);
  move.points = or_made(points, PyLong_FromLong(0));
  move.words = or_made(words, PyTuple_New(0));
  move.laid = or_made(laid, PyTuple_New(0));
  if (move.points != nullptr && move.words != nullptr && move.laid != nullptr) return object;
  Py_DECREF(object);
  return nullptr;
}

PyObject* represent(PyObject* object) {
  PyObject *text = get_text(object), *points = get_points(object), *shown = nullptr;
  if (text != nullptr && points != nullptr) shown = PyUnicode_FromFormat("<%S: %S>", text, points);
  Py_XDECREF(text);
  Py_XDECREF(points);
  return shown;
}

// For copy and pickle.
PyObject* reduce(PyObject* object, PyObject*) {
  PyObject *text = get_text(object), *points = get_points(object), *words = get_words(object),
           *laid = get_laid(object);
  PyObject* reduced = nullptr;
  if (text != nullptr && points != nullptr && words != nullptr && laid != nullptr)
    reduced = Py_BuildValue("O(OOOO)", Py_TYPE(object), text, points, words, laid);
  for (PyObject* value : {text, points, words, laid}) Py_XDECREF(value);
  return reduced;
}

PyGetSetDef getters[] = {
    {"text", get<&MoveObject::text, make_text>, set<&MoveObject::text>,
     "The text that is sent to the referee: 5d.MOOD, ex.J, pass.", nullptr},
    {"points", get<&MoveObject::points, make_points>, set<&MoveObject::points>, "The points that it scores.",
     nullptr},
    {"words", get<&MoveObject::words, make_words>, set<&MoveObject::words>,
     "The words that it forms, spelled; the word in the line of play is first.", nullptr},
    {"laid", get<&MoveObject::laid, make_laid>, set<&MoveObject::laid>,
     "The tiles that it lays: (row, column, symbol), from the left or the top.", nullptr},
    {"tiles_laid", get_tiles_laid, nullptr, "The number of tiles that it lays.", nullptr},
    {nullptr, nullptr, nullptr, nullptr, nullptr}};

PyMethodDef methods[] = {{"__reduce__", reduce, METH_NOARGS, nullptr}, {nullptr, nullptr, 0, nullptr}};

constexpr const char* kDescription =
    "Move(text, points=0, words=(), laid=())\n--\n\nA turn: a play, an exchange or a pass.";

PyType_Slot slots[] = {{Py_tp_new, reinterpret_cast<void*>(make_new)},
                       {Py_tp_dealloc, reinterpret_cast<void*>(deallocate)},
                       {Py_tp_repr, reinterpret_cast<void*>(represent)},
                       {Py_tp_getset, getters},
                       {Py_tp_methods, methods},
                       {Py_tp_doc, const_cast<char*>(kDescription)},
                       {0, nullptr}};

PyType_Spec specification = {"toptile_engine.Move", sizeof(MoveObject), 0,
                             Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE, slots};

}  // namespace

bool add_move_type(PyObject* module) {
  PyObject* type = PyType_FromSpec(&specification);
  if (type == nullptr) return false;
  if (PyModule_AddObjectRef(module, "Move", type) != 0) {
    Py_DECREF(type);
    return false;
  }
  move_type = reinterpret_cast<PyTypeObject*>(type);  // It stays for as long as the process.
  return true;
}

PyObject* move_of(const SharedScene& scene, const ScoredPlay& play) {
  PyObject* object = allocate(move_type);
  if (object == nullptr) return nullptr;
  of(object)->play = play;
  of(object)->scene = scene;
  return object;
}

PyObject* move_list(const SharedScene& scene, std::span<const ScoredPlay> plays) {
  PyObject* list = PyList_New(static_cast<Py_ssize_t>(plays.size()));
  if (list == nullptr) return nullptr;
  for (std::size_t i = 0; i < plays.size(); ++i) {
    PyObject* move = move_of(scene, plays[i]);
    if (move == nullptr) {
      Py_DECREF(list);
      return nullptr;
    }
    PyList_SET_ITEM(list, static_cast<Py_ssize_t>(i), move);
  }
  return list;
}

PyObject* move_of_text(std::string_view text) {
  PyObject* object = allocate(move_type);
  if (object == nullptr) return nullptr;
  MoveObject& move = *of(object);
  move.text = unicode(text);
  move.points = PyLong_FromLong(0);
  move.words = PyTuple_New(0);
  move.laid = PyTuple_New(0);
  if (move.text != nullptr && move.points != nullptr && move.words != nullptr && move.laid != nullptr)
    return object;
  Py_DECREF(object);
  return nullptr;
}

std::string text_of_move(PyObject* object) {
  const py::object text = PyUnicode_Check(object) ? py::reinterpret_borrow<py::object>(object)
                                                  : py::getattr(object, "text", py::none());
  if (!PyUnicode_Check(text.ptr())) throw py::type_error("a move is a Move or a text such as \"5d.MOOD\"");
  return py::cast<std::string>(text);
}

}  // namespace toptile::python
