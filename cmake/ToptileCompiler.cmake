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
option(TOPTILE_LEAGUES "Build leagues, too, which need LibArchive, SQLiteCpp and libpqxx; without them there are no tests" ON)
option(TOPTILE_FUZZ "Build the fuzz targets as fuzzers (needs Clang, and -fsanitize=fuzzer-no-link in TOPTILE_SANITIZE)" OFF)
set(TOPTILE_SANITIZE "" CACHE STRING "Sanitizers to build with, as -fsanitize= takes them: address,undefined or thread")

# Warnings are errors in our presets only (CMAKE_COMPILE_WARNING_AS_ERROR): a newer compiler may have new ones.
add_compile_options(-Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion -Wnon-virtual-dtor)
if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
  add_compile_options(-march=x86-64-v2)  # popcount in hardware; every x86 processor since 2009
endif()
# The layers are linked into the Python module, too. Programs have the same options, because they share precompiled headers.
if(NOT CMAKE_SYSTEM_PROCESSOR STREQUAL "wasm32")
  add_compile_options(-fPIC -fno-semantic-interposition)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # The compiler collects its garbage later: a tenth less time, a fifth more memory.
  add_compile_options(--param=ggc-min-heapsize=524288 --param=ggc-min-expand=50)
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

# LLVM's linker, where it is installed, takes a fifth of the time of the usual one.
find_program(LLD ld.lld)
if(LLD)
  add_link_options(-fuse-ld=lld)
endif()

# toptile_sandboxed(TARGET): for a program that plays in the sandbox. It must contain its sanitizer's options. A release strips
# it, because each run hashes and copies its bots, and symbols were seven eighths of their bytes.
function(toptile_sandboxed target)
  target_link_options(${target} PRIVATE $<$<CONFIG:RelWithDebInfo>:-s>)
  if(TOPTILE_SANITIZE)
    target_sources(${target} PRIVATE ${PROJECT_SOURCE_DIR}/tests/hostile_bots/sanitizer_options.cpp)
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

# Options for sources that wait for people or run once: with less optimization, they build in a quarter to a third less time.
set(toptile_quick_options $<$<CONFIG:Release,RelWithDebInfo>:-O1>)

# toptile_sources(TARGET [QUICK REGEX] [ALONE SOURCE...] [SOURCES SOURCE...]): adds sources to a target. Those whose folder
# matches REGEX are built with toptile_quick_options; those named after ALONE are compiled by themselves. If TOPTILE_UNITY is on,
# the sources are compiled some 120 KB at a time, whatever their folders, because each compilation reads two to four seconds of
# headers before its first line: a build from nothing takes half of the time, a build after a change more. The paths in the
# united files are relative, so that a compiler cache knows them in another clone.
option(TOPTILE_UNITY "Compile many sources at a time" OFF)
function(toptile_sources target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" QUICK "ALONE;SOURCES")
  set(cpp_files ${arg_SOURCES})
  list(FILTER cpp_files INCLUDE REGEX "\\.cpp$")
  foreach(source IN LISTS arg_ALONE)
    list(REMOVE_ITEM cpp_files ${CMAKE_SOURCE_DIR}/${source})
    target_sources(${target} PRIVATE ${CMAKE_SOURCE_DIR}/${source})
  endforeach()
  set(quick_cpp_files "")
  if(arg_QUICK)
    set(quick_cpp_files ${cpp_files})
    list(FILTER quick_cpp_files INCLUDE REGEX "${CMAKE_SOURCE_DIR}/(${arg_QUICK})/[^/]*$")
    if(quick_cpp_files)
      list(REMOVE_ITEM cpp_files ${quick_cpp_files})
    endif()
  endif()
  if(TOPTILE_UNITY)
    # A local name may stand in the nameless namespace of another source, and GCC takes that of a source for one of a header.
    target_compile_options(${target} PRIVATE -Wno-shadow $<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage>)
    toptile_unite(cpp_files ${target} ${cpp_files})
    toptile_unite(quick_cpp_files ${target}_quick ${quick_cpp_files})
  endif()
  target_sources(${target} PRIVATE ${cpp_files} ${quick_cpp_files})
  set_source_files_properties(${quick_cpp_files} PROPERTIES COMPILE_OPTIONS "${toptile_quick_options}")
endfunction()

# toptile_unite(VARIABLE NAME SOURCE...): writes files that include these sources, and sets VARIABLE to their paths.
function(toptile_unite variable name)
  set(whole_bytes 0)
  foreach(source IN LISTS ARGN)
    file(SIZE ${source} bytes)
    math(EXPR whole_bytes "${whole_bytes} + ${bytes}")
  endforeach()
  math(EXPR count "(${whole_bytes} + 119999) / 120000")
  set(files "")
  set(number 0)
  set(bytes_before 0)
  foreach(source IN LISTS ARGN)
    file(RELATIVE_PATH path ${CMAKE_SOURCE_DIR} ${source})
    math(EXPR number "${bytes_before} * ${count} / ${whole_bytes} + 1")
    string(APPEND text_${number} "#include \"${path}\"\n")
    file(SIZE ${source} bytes)
    math(EXPR bytes_before "${bytes_before} + ${bytes}")
  endforeach()
  foreach(number RANGE 1 ${count})
    if(DEFINED text_${number})
      set(file ${CMAKE_BINARY_DIR}/united/${name}_${number}.cpp)
      file(CONFIGURE OUTPUT ${file} CONTENT "${text_${number}}" @ONLY)
      list(APPEND files ${file})
    endif()
  endforeach()
  set(${variable} ${files} PARENT_SCOPE)
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
