# Language, warnings and sanitizers; they are the same for every target.
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 12)
  message(FATAL_ERROR "Toptile needs GCC 12 or newer; this is ${CMAKE_CXX_COMPILER_VERSION} at ${CMAKE_CXX_COMPILER}")
elseif(CMAKE_CXX_COMPILER_ID STREQUAL "Clang" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 14)
  message(FATAL_ERROR "Toptile needs Clang 14 or newer; this is ${CMAKE_CXX_COMPILER_VERSION} at ${CMAKE_CXX_COMPILER}")
endif()

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

option(TOPTILE_BENCH "Build the benchmarks (needs Google Benchmark)" OFF)
option(TOPTILE_FUZZ "Build the fuzz targets as fuzzers (needs Clang, and -fsanitize=fuzzer-no-link in TOPTILE_SANITIZE)" OFF)
set(TOPTILE_SANITIZE "" CACHE STRING "Sanitizers to build with, as -fsanitize= takes them: address,undefined or thread")

add_compile_options(-Wall -Wextra -Wpedantic -Werror -Wshadow -Wconversion -Wno-sign-conversion -Wnon-virtual-dtor)
if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
  add_compile_options(-march=x86-64-v2)  # popcount in hardware; every x86 processor since 2009
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # GCC 12 reports these inside its own and Boost's headers at -O2 and above.
  add_compile_options(-Wno-maybe-uninitialized -Wno-restrict -Wno-stringop-overflow -Wno-array-bounds)
endif()
# Installed files name no folder of this machine. A debugger that is started in the project's folder still finds the sources.
if(NOT CMAKE_BUILD_TYPE STREQUAL "Debug")
  add_compile_options(-ffile-prefix-map=${CMAKE_SOURCE_DIR}/=)
endif()
if(TOPTILE_SANITIZE)
  add_compile_options(-fsanitize=${TOPTILE_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  add_link_options(-fsanitize=${TOPTILE_SANITIZE})
  if(TOPTILE_SANITIZE STREQUAL "thread" AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    add_compile_options(-Wno-tsan)  # Boost.Asio has fences, which GCC's ThreadSanitizer does not support.
  endif()
endif()

# toptile_sandboxed(TARGET): for a program that plays in the sandbox. It must contain its sanitizer's options. A release strips
# it, because each run hashes and copies its bots, and symbols were seven eighths of their bytes.
function(toptile_sandboxed target)
  target_link_options(${target} PRIVATE $<$<CONFIG:RelWithDebInfo>:-s>)
  if(TOPTILE_SANITIZE)
    target_sources(${target} PRIVATE ${PROJECT_SOURCE_DIR}/tests/bots/sanitizer_options.cpp)
  endif()
endfunction()

# ccache, where it is installed, also finds what another clone of the project compiled: paths below the project's folder are
# hashed relative to it, and the folder of the build is not hashed at all. It needs the settings for precompiled headers before
# it keeps anything that uses them.
find_program(CCACHE ccache)
if(CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env CCACHE_BASEDIR=${CMAKE_SOURCE_DIR} CCACHE_NOHASHDIR=true
      CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime ${CCACHE})
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    add_compile_options(-fpch-preprocess)
  else()
    add_compile_options("SHELL:-Xclang -fno-pch-timestamp")
  endif()
endif()

# toptile_unite(TARGET SOURCE...): compiles sources of one folder ten at a time if TOPTILE_UNITY is on. Headers are then read
# only once for ten sources. A build from nothing takes a fraction of the time, but a build after a change takes longer.
option(TOPTILE_UNITY "Compile sources of one folder ten at a time" OFF)
function(toptile_unite target)
  if(NOT TOPTILE_UNITY)
    return()
  endif()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  # A local name may stand in the nameless namespace of another source, and GCC takes that of a source for one of a header.
  target_compile_options(${target} PRIVATE -Wno-shadow -Wno-subobject-linkage)
  list(FILTER ARGN INCLUDE REGEX "\\.cpp$")
  set(group 0)
  set(united 0)
  set(folder_before "")
  foreach(source IN LISTS ARGN)
    get_filename_component(folder ${source} DIRECTORY)
    if(united EQUAL 10 OR NOT folder STREQUAL folder_before)
      math(EXPR group "${group} + 1")
      set(united 0)
    endif()
    math(EXPR united "${united} + 1")
    set(folder_before ${folder})
    set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${target}_${group})
  endforeach()
endfunction()

# toptile_precompile(TARGET FROM HEADER...): precompiles the headers from outside that most of the target's sources include,
# which take a third of the time of a build. If FROM is another target, its precompiled headers are used; it must have the same
# options and headers. The preset dev works without them, which shows whether every source includes what it needs.
function(toptile_precompile target from)
  if(NOT target STREQUAL from)
    target_precompile_headers(${target} REUSE_FROM ${from})
    return()
  endif()
  target_precompile_headers(${target} PRIVATE <algorithm> <array> <chrono> <cstdint> <filesystem> <functional> <map> <memory>
    <optional> <set> <span> <string> <string_view> <utility> <variant> <vector>
    <boost/container/static_vector.hpp> <boost/outcome/basic_result.hpp> ${ARGN})
endfunction()

# Options for sources that wait for people or run once: with less optimization, they build in a quarter to a third less time.
set(toptile_build_quickly $<$<CONFIG:Release,RelWithDebInfo>:-O1>)
