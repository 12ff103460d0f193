// The museum of misbehaviour: `exhibit NAME [MOVE [MARK]]` plays well, except for the deed of that name;
// `exhibit behave` has none. If the deed waits for a move, MOVE is the number of that move among the bot's
// own in a game. tests/data/museum.json has the verdict that each deserves. `exhibit --list` prints the
// names.
#include <algorithm>
#include <charconv>
#include <cstring>
#include <iostream>

#include "tests/hostile_bots/exhibit/exhibit.h"

namespace {

using namespace toptile;

Deeds all_deeds() {
  Deeds all = {{"behave"}};
  for (const auto room :
       {endings, silences, lines, turns, streams, signals, families, appetites, illegal_moves, batches}) {
    for (Deed& deed : room()) all.push_back(std::move(deed));
  }
  return all;
}

}  // namespace

int main(int argc, char** argv) {
  const Deeds all = all_deeds();
  const std::string_view name = argc > 1 ? argv[1] : "behave";
  if (name == "--list") {
    for (const Deed& deed : all) std::cout << deed.name << '\n';
    return 0;
  }
  const auto found = std::ranges::find(all, name, &Deed::name);
  if (found == all.end()) {
    std::cerr << "exhibit: no such deed: " << name << '\n';
    return 98;
  }
  Deed deed = *found;
  if (argc > 2) std::from_chars(argv[2], argv[2] + std::strlen(argv[2]), deed.move);
  Exhibit(std::move(deed)).run();
}
