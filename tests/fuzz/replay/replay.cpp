// Runs a fuzz target on every file of a folder, in the order of their names: `replay_NAME FOLDER`. A folder
// without a file is a failure, because then nothing was tested.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <vector>

#include "tests/fuzz/target.h"

namespace fs = std::filesystem;

int main(int count, char** arguments) {
  if (count != 2 || !fs::is_directory(arguments[1])) {
    std::cerr << "usage: " << arguments[0] << " FOLDER, a folder of inputs\n";
    return 2;
  }
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(arguments[1])) {
    if (entry.is_regular_file()) files.push_back(entry.path());
  }
  std::ranges::sort(files);
  if (files.empty()) {
    std::cerr << arguments[1] << ": there is no input here; a target needs one at least\n";
    return 1;
  }
  for (const fs::path& file : files) {
    // The name is printed first, because an assertion would end the program.
    std::cout << file.filename().string() << std::endl;
    std::ifstream stream(file, std::ios::binary);
    const std::vector<char> bytes{std::istreambuf_iterator<char>(stream), {}};
    if (!stream) {
      std::cerr << file.string() << ": this input cannot be read\n";
      return 1;
    }
    LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
  }
  return 0;
}
