#include "bots/build_environment.h"

#include <boost/test/unit_test.hpp>
#include <optional>

#include "tests/folder.h"
#include "tests/variable.h"

BOOST_AUTO_TEST_SUITE(build_environment)

namespace {

using namespace toptile;
using Words = std::vector<std::string>;

// Sets a PATH that has these programs and nothing else.
class Machine {
 public:
  explicit Machine(const Words& programs) : path_("PATH", folder_.path()) {
    for (const std::string& program : programs) folder_.write_program(program, "#!/bin/sh\n");
  }

 private:
  const Folder folder_;
  const Variable path_;
  const Variable generator_{"CMAKE_GENERATOR", std::nullopt};
  const Variable rustup_{"RUSTUP_HOME", "/nowhere"};
};

BOOST_AUTO_TEST_CASE(ninja_is_chosen_where_it_is_there_and_make_is_not) {
  const Words ninja = {"CMAKE_GENERATOR=Ninja"};
  const std::vector<std::pair<Words, Words>> table = {
      {{"ninja"}, ninja},       {{"ninja-build"}, ninja}, {{"samu"}, ninja}, {{"ninja", "make"}, {}},
      {{"ninja", "gmake"}, {}}, {{"make"}, {}},           {{}, {}},
  };
  for (const auto& [programs, expected] : table) {
    const Machine machine(programs);
    BOOST_TEST(toptile::build_environment({}) == expected, boost::test_tools::per_element());
  }
}

BOOST_AUTO_TEST_CASE(a_generator_that_the_caller_chose_stays) {
  const Machine machine({"ninja"});
  const Variable chosen("CMAKE_GENERATOR", "Unix Makefiles");
  BOOST_TEST(toptile::build_environment({}) == Words{"CMAKE_GENERATOR=Unix Makefiles"},
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(cmake_is_told_where_the_package_is) {
  const Machine machine({"make"});
  BOOST_TEST(toptile::build_environment("/some/toptile") == Words{"toptile_DIR=/some/toptile"},
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(what_is_missing_is_named_for_cmake_where_neither_is_there) {
  for (const Words& command : {Words{"cmake", "-S", "."}, Words{"/usr/bin/cmake", "--build", "build"}}) {
    const Machine machine({"cmake"});
    const auto missing = missing_build_tool(command);
    BOOST_REQUIRE(missing);
    BOOST_TEST(
        *missing ==
        "CMake needs make or ninja, and neither is on PATH: install make, or ninja (Debian's ninja-build)");
  }
  BOOST_TEST(!(Machine({"cmake"}), missing_build_tool({"g++", "bot.cpp"})));
  BOOST_TEST(!(Machine({"cmake", "make"}), missing_build_tool({"cmake", "-S", "."})));
  BOOST_TEST(!(Machine({"cmake", "ninja"}), missing_build_tool({"cmake", "-S", "."})));
}

BOOST_AUTO_TEST_CASE(a_compiler_that_rustup_chooses_is_found) {
  const Machine machine({"make"});
  BOOST_TEST(rustup_files().empty());
  const Folder home;
  for (const char* part : {"toolchains/stable/bin", "downloads"})
    std::filesystem::create_directories(home / part);
  home.write("toolchains/stable/bin/rustc", "");
  home.write("settings.toml", "");
  home.write("downloads/secret", "");
  const Variable set("RUSTUP_HOME", home.path());
  const Variable toolchain("RUSTUP_TOOLCHAIN", "nightly");
  const std::string real = std::filesystem::canonical(home.path()).string();
  BOOST_TEST(toptile::build_environment({}) == (Words{"RUSTUP_HOME=" + real, "RUSTUP_TOOLCHAIN=nightly"}),
             boost::test_tools::per_element());
  const std::vector<std::filesystem::path> expected = {real + "/settings.toml", real + "/toolchains"};
  BOOST_TEST(rustup_files() == expected, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_cache_of_another_place_is_named_with_its_cure) {
  const auto advice = foreign_cache_advice(
      "x\nCMake Error: The current CMakeCache.txt directory /b/out/CMakeCache.txt is different than the "
      "directory /a/out where CMakeCache.txt was created.");
  BOOST_REQUIRE(advice);
  BOOST_TEST(advice->find("cmake --fresh") != std::string::npos);
  BOOST_TEST(!foreign_cache_advice("CMake Error: The current CMakeCache.txt directory"));
}

}  // namespace

BOOST_AUTO_TEST_SUITE_END()
