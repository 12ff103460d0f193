// A bot that answers at once: it looks up its moves in a book of whole games, so that a tournament between
// two of them measures only the referee. Usage: `book_bot BOOK`. Line N of the book contains the moves of
// game N; after the last line, the book starts again. It offers to play many games at once.
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace {

using Book = std::vector<std::vector<std::string>>;

Book read_book(const char* file) {
  Book book;
  std::ifstream lines(file);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    book.emplace_back();
    for (std::string move; words >> move;) book.back().push_back(move);
  }
  return book;
}

void say(const std::string& text) {
  if (::write(STDOUT_FILENO, text.data(), text.size()) != static_cast<ssize_t>(text.size())) std::_Exit(1);
}

class BookBot {
 public:
  explicit BookBot(Book book) : book_(std::move(book)) {}

  // Writes what was said since the last call.
  void flush() {
    if (!said_.empty()) say(said_);
    said_.clear();
  }

  void take(std::string_view line) {
    std::string_view mark;
    if (line.starts_with("game ")) {
      const std::size_t end = line.find(' ', 5);
      mark = line.substr(0, end + 1);
      line.remove_prefix(end + 1);
      game_ = number(mark.substr(5));
    }
    if (line.starts_with("position ")) {
      const std::string_view moves = line.substr(line.rfind(' ') + 1);
      played_ = moves == "-" ? 0 : 1 + static_cast<std::size_t>(std::ranges::count(moves, ','));
    } else if (line.starts_with("go")) {
      said_ += mark;
      said_ += "bestmove ";
      said_ += book_[game_][played_];
      said_ += '\n';
    } else if (line.starts_with("newgame id ")) {
      game_ = number(line.substr(11));
    } else if (line == "isready") {
      said_ += "readyok\n";
    } else if (line.starts_with("uwi ")) {
      said_ += "id name Book\ngames 1024\nuwiok\n";
    } else if (line == "quit") {
      std::_Exit(0);
    }
  }

 private:
  // The line of the book for the game with this number. The trial before the games has no number.
  std::size_t number(std::string_view digits) const {
    const auto game = static_cast<std::size_t>(std::atoll(digits.data()));
    return (game > 0 ? game - 1 : 0) % book_.size();
  }

  Book book_;
  std::size_t game_ = 0, played_ = 0;
  std::string said_;
};

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  Book book = read_book(argv[1]);
  if (book.empty()) return 2;
  BookBot bot(std::move(book));
  std::string held;
  char chunk[65536];
  while (true) {
    const ssize_t count = ::read(STDIN_FILENO, chunk, sizeof chunk);
    if (count <= 0) return 0;
    held.append(chunk, static_cast<std::size_t>(count));
    std::size_t begin = 0;
    for (std::size_t end; (end = held.find('\n', begin)) != std::string::npos; begin = end + 1) {
      bot.take(std::string_view(held).substr(begin, end - begin));
    }
    held.erase(0, begin);
    bot.flush();
  }
}
