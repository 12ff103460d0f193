#include <fmt/format.h>

#include <mutex>
#include <optional>

#include <unistd.h>

#include "learning/vector_games.h"
#include "python/bindings.h"
#include "python/bound_lexicon.h"

namespace toptile::python {

namespace {

// One array of a view, which numpy.asarray() takes without a copy. It keeps the view.
struct ViewArray {
  std::shared_ptr<const VectorView> view;
  const void* data;
  py::ssize_t item_bytes;
  std::string format;
  std::vector<py::ssize_t> shape;

  py::buffer_info info() const {
    std::vector<py::ssize_t> strides(shape.size(), item_bytes);
    for (std::size_t i = shape.size(); i-- > 1;) strides[i - 1] = strides[i] * shape[i];
    return {const_cast<void*>(data),
            item_bytes,
            format,
            static_cast<py::ssize_t>(shape.size()),
            shape,
            strides,
            true};
  }
};

template <class T>
ViewArray array_of(std::shared_ptr<const VectorView> view, const std::vector<T>& values,
                   std::vector<py::ssize_t> shape) {
  return {std::move(view), values.data(), sizeof(T), py::format_descriptor<T>::format(), std::move(shape)};
}

class BoundVectorGames {
 public:
  BoundVectorGames(SharedLexicon lexicon, VectorSettings settings)
      : lexicon_(std::move(lexicon)),
        games_(value_of(VectorGames::make(lexicon_->rules(), lexicon_->lexicon(), std::move(settings)))) {}

  ~BoundVectorGames() {
    // Its threads do not exist in a process that was forked, so nothing could be told to end.
    if (is_forked()) static_cast<void>(games_.release());
  }

  void step(const py::buffer& actions) {
    const py::buffer_info info = actions.request();
    if (info.ndim != 1 || info.itemsize != 8 || !(info.format == "l" || info.format == "q") ||
        info.strides[0] != info.itemsize)
      throw py::type_error("actions are a contiguous array of int64, one for each game");
    const std::span given(static_cast<const std::int64_t*>(info.ptr),
                          static_cast<std::size_t>(info.shape[0]));
    require_own_process();
    value_of([&] {
      const py::gil_scoped_release released;
      const std::lock_guard lock(mutex_);
      return games_->step(given);
    }());
  }

  // The arrays of the view by name.
  py::dict arrays() const {
    const auto view = current_view();
    const Ruleset& rules = lexicon_->rules();
    const py::ssize_t games = games_->settings().games, size = rules.size, rack = rules.rack,
                      faces = rules.alphabet().size();
    const auto actions = static_cast<py::ssize_t>(view->actions());
    py::dict arrays;
    const auto add = [&](const char* name, const auto& values, std::vector<py::ssize_t> shape) {
      arrays[name] = array_of(view, values, std::move(shape));
    };
    add("tops", view->tops, {games, size, size});
    add("heights", view->heights, {games, size, size});
    add("rack", view->rack, {games, faces});
    add("unseen", view->unseen, {games, faces});
    add("bag", view->bag, {games});
    add("scores", view->scores, {games, 2});
    add("seat", view->seat, {games});
    add("mover", view->mover, {games});
    add("id", view->id, {games});
    add("turn", view->turn, {games});
    add("is_done", view->is_done, {games});
    add("final_scores", view->final_scores, {games, 2});
    add("finished", view->finished, {games});
    add("offsets", view->offsets, {games + 1});
    add("kind", view->kind, {actions});
    add("points", view->points, {actions});
    add("laid", view->laid, {actions});
    add("squares", view->squares, {actions, rack});
    add("faces", view->faces, {actions, rack});
    return arrays;
  }

  std::string move_text(std::size_t game, std::int64_t action) const {
    const auto view = current_view();
    if (game + 1 >= view->offsets.size() || action < 0 ||
        action >= view->offsets[game + 1] - view->offsets[game])
      throw py::index_error(fmt::format("game {} has no action {}", game, action));
    const py::gil_scoped_release released;
    const std::lock_guard lock(mutex_);
    return games_->move_text(game, action);
  }

  std::vector<std::string> take_records() {
    const py::gil_scoped_release released;
    const std::lock_guard lock(mutex_);
    return games_->take_records();
  }

 private:
  std::shared_ptr<const VectorView> current_view() const {
    const py::gil_scoped_release released;
    const std::lock_guard lock(mutex_);
    return games_->view();
  }

  bool is_forked() const { return ::getpid() != process_; }
  void require_own_process() const {
    if (is_forked())
      throw ToptileError("these games belong to the process that made them; make new ones after a fork");
  }

  const SharedLexicon lexicon_;
  std::unique_ptr<VectorGames> games_;
  const ::pid_t process_ = ::getpid();
  mutable std::mutex
      mutex_;  // Held without the interpreter's lock, because another Python thread may ask meanwhile.
};

std::unique_ptr<BoundVectorGames> make(SharedLexicon lexicon, int games, int threads, std::uint64_t seed,
                                       std::array<std::string, 2> names,
                                       const std::optional<std::string>& opponent, std::optional<int> elo,
                                       std::optional<std::uint64_t> nodes, bool is_sorted, bool has_records) {
  VectorSettings settings{.games = games,
                          .threads = threads,
                          .seed = seed,
                          .names = std::move(names),
                          .opponent = {},
                          .is_sorted = is_sorted,
                          .has_records = has_records};
  using Kind = VectorOpponent::Kind;
  if (opponent != "champion" && (elo || nodes))
    throw ToptileError("elo and nodes are for opponent=\"champion\"");
  if (opponent == "champion") {
    if (!elo && !nodes) throw ToptileError("opponent: the champion needs elo= or nodes=");
    settings.opponent = {.kind = Kind::champion, .elo = elo, .nodes = nodes.value_or(0)};
  } else if (opponent == "static") {
    settings.opponent = {.kind = Kind::champion};
  } else if (opponent == "greedy") {
    settings.opponent = {.kind = Kind::greedy};
  } else if (opponent) {
    throw ToptileError(
        fmt::format("opponent: \"{}\" is unknown: it is greedy, static or champion", *opponent));
  }
  const py::gil_scoped_release released;
  return std::make_unique<BoundVectorGames>(std::move(lexicon), std::move(settings));
}

}  // namespace

void bind_vector_games(py::module_& module) {
  py::class_<ViewArray>(module, "_Array", py::buffer_protocol()).def_buffer(&ViewArray::info);
  py::class_<BoundVectorGames>(module, "_VectorGames")
      .def(py::init(&make), py::arg("lexicon"), py::kw_only(), py::arg("games"), py::arg("threads"),
           py::arg("seed"), py::arg("names"), py::arg("opponent"), py::arg("elo"), py::arg("nodes"),
           py::arg("is_sorted"), py::arg("has_records"))
      .def("step", &BoundVectorGames::step, py::arg("actions"))
      .def("arrays", &BoundVectorGames::arrays)
      .def("move_text", &BoundVectorGames::move_text, py::arg("game"), py::arg("action"))
      .def("take_records", &BoundVectorGames::take_records);
}

}  // namespace toptile::python
