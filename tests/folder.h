// A folder for one test; it is removed at the end with all that is in it.
#pragma once

#include <stdlib.h>

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

namespace toptile {

class Folder {
 public:
  Folder() {
    std::string name = (std::filesystem::temp_directory_path() / "toptile-test-XXXXXX").string();
    BOOST_REQUIRE(::mkdtemp(name.data()) != nullptr);
    path_ = name;
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  ~Folder() { std::filesystem::remove_all(path_); }

  std::string operator/(const std::string& name) const { return (path_ / name).string(); }
  std::string path() const { return path_.string(); }

  std::string write(const std::string& name, std::string_view bytes) const {
    std::ofstream(path_ / name, std::ios::binary) << bytes;
    return *this / name;
  }
  std::string write(const std::string& name, std::string_view bytes,
                    std::filesystem::perms permissions) const {
    std::string file = write(name, bytes);
    std::filesystem::permissions(file, permissions);
    return file;
  }
  // Writes an executable file.
  std::string write_program(const std::string& name, std::string_view bytes) const {
    return write(name, bytes, std::filesystem::perms::owner_all);
  }

  // The names of all that is in it, sorted.
  std::vector<std::string> names() const {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(path_))
      names.push_back(entry.path().filename().string());
    std::ranges::sort(names);
    return names;
  }

 private:
  std::filesystem::path path_;
};

}  // namespace toptile
