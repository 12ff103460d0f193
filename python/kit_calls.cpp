// The calls of the kit for bots (protocol/sdk/python/toptile.py): the same answers as its own code gives,
// sooner. A call returns None where the engine cannot give them, and the kit then does the work itself.
#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/words.h"
#include "python/bound_position.h"

namespace toptile::python {

namespace {

// All plays of a board and a rack as the kit has them: symbols, and bytes of heights. None if the engine
// cannot hold them: another size or symbol, a higher stack, or more tiles than a rack has.
py::object list_plays_of_kit(const SharedLexicon& lexicon, py::handle tops, py::handle heights,
                             py::handle rack_symbols) {
  const int size = lexicon->rules().size;
  const auto squares = static_cast<Py_ssize_t>(size) * size;
  if (!PyUnicode_Check(tops.ptr()) || !PyBytes_Check(heights.ptr()) || !PyUnicode_Check(rack_symbols.ptr()))
    throw py::type_error("tops and rack are str, heights are bytes");
  if (PyUnicode_GET_LENGTH(tops.ptr()) != squares || PyBytes_GET_SIZE(heights.ptr()) != squares)
    return py::none();
  Board board(size);
  const char* height = PyBytes_AS_STRING(heights.ptr());
  for (Py_ssize_t i = 0; i < squares; ++i) {
    const int high = static_cast<unsigned char>(height[i]);
    if (high == 0) continue;
    const auto face = lexicon->face_of(PyUnicode_READ_CHAR(tops.ptr(), i));
    if (!face || high > lexicon->rules().height) return py::none();
    board.put({static_cast<std::int8_t>(i / size), static_cast<std::int8_t>(i % size)}, high, *face);
  }
  Tiles rack;
  const Py_ssize_t held = PyUnicode_GET_LENGTH(rack_symbols.ptr());
  if (held > lexicon->rules().rack) return py::none();
  for (Py_ssize_t i = 0; i < held; ++i) {
    const auto face = lexicon->face_of(PyUnicode_READ_CHAR(rack_symbols.ptr(), i));
    if (!face) return py::none();
    rack.add(*face);
  }
  const auto plays = plays_of(lexicon, board, rack);
  return taken(move_list(std::make_shared<const Scene>(Scene{lexicon, board}), plays));
}

// The keys of a position line, in the order of the values that read_position returns.
enum Key : std::size_t { board, rack, scores, racks, bag, unseen, moves, keys };
constexpr std::array<std::string_view, keys> kKeys = {"board", "rack",   "scores", "racks",
                                                      "bag",   "unseen", "moves"};

py::object text_of(std::string_view text) {
  return taken(PyUnicode_FromStringAndSize(text.data(), static_cast<Py_ssize_t>(text.size())));
}

// Numbers between commas as a tuple, or nullopt if one is not a plain integer.
std::optional<py::tuple> numbers_of(std::string_view text) {
  std::vector<std::int64_t> numbers;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(','), text.size());
    const auto number = parse_number<std::int64_t>(text.substr(0, end));
    if (!number || end + 1 == text.size()) return std::nullopt;
    numbers.push_back(*number);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return py::cast<py::tuple>(py::cast(numbers));
}

// The moves between commas as a tuple of str. Empty ones are left out.
py::tuple moves_between(std::string_view text) {
  py::list moves;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(','), text.size());
    if (end > 0) moves.append(text_of(text.substr(0, end)));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return py::cast<py::tuple>(moves);
}

// Reads what follows the word `position`: (tops, heights, rack, scores, racks, bag, unseen, moves) with the
// types that the kit's Position has. None if anything about the line is unusual, such as an error.
py::object read_position(py::handle given, int size) {
  if (!PyUnicode_Check(given.ptr()) || !PyUnicode_IS_ASCII(given.ptr()) || size < 1 || size > kMaxBoardSize)
    return py::none();
  std::string_view line(static_cast<const char*>(PyUnicode_DATA(given.ptr())),
                        static_cast<std::size_t>(PyUnicode_GET_LENGTH(given.ptr())));
  if (std::ranges::any_of(line, [](char letter) { return letter < ' '; }))
    return py::none();  // Other blanks.
  std::array<std::optional<std::string_view>, keys> values;
  while (!line.empty()) {
    const std::string_view key = take_word(line), value = take_word(line);
    if (value.empty()) return py::none();
    for (std::size_t i = 0; i < keys; ++i)
      if (key == kKeys[i]) values[i] = value == "-" ? std::string_view() : value;
  }
  if (!values[board] || !values[rack]) return py::none();
  const std::string_view rows = *values[board];
  const auto side = static_cast<std::size_t>(size), stride = 2 * side + 1;
  if (rows.size() != stride * side - 1) return py::none();
  std::string tops, heights;
  for (std::size_t row = 0; row < side; ++row) {
    if (row > 0 && rows[row * stride - 1] != '/') return py::none();
    for (std::size_t column = 0; column < side; ++column) {
      const char height = rows[row * stride + 2 * column], top = rows[row * stride + 2 * column + 1];
      const bool is_empty = height == '.' && top == '.';
      if (!is_empty && (height < '1' || height > '9' || top == '.' || top == '/')) return py::none();
      tops += top;
      heights += is_empty ? '\0' : static_cast<char>(height - '0');
    }
  }
  const auto read_scores = numbers_of(values[scores].value_or("")),
             read_racks = numbers_of(values[racks].value_or(""));
  const auto read_bag =
      values[bag] && !values[bag]->empty() ? parse_number<std::int64_t>(*values[bag]) : std::nullopt;
  if (!read_scores || !read_racks || (values[bag] && !values[bag]->empty() && !read_bag)) return py::none();
  for (const py::handle count : *read_racks)
    if (py::cast<std::int64_t>(count) < 0) return py::none();
  if (read_bag && *read_bag < 0) return py::none();
  return py::make_tuple(text_of(tops), py::bytes(heights), text_of(*values[rack]), *read_scores, *read_racks,
                        read_bag, text_of(values[unseen].value_or("")),
                        moves_between(values[moves].value_or("")));
}

}  // namespace

void bind_kit_calls(py::module_& module) {
  module.attr("Lexicon").attr("_plays") =
      py::cpp_function(&list_plays_of_kit, py::is_method(module.attr("Lexicon")));
  module.def("_read_position", &read_position);
}

}  // namespace toptile::python
