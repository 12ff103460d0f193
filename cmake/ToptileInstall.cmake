# Says where `cmake --install` puts each file, and makes the CMake package toptile, installed or in the build folder.
include(CMakePackageConfigHelpers)

set(private_dir lib/toptile)  # Programs that are not for PATH. It is never lib64 or a folder for one processor.
set(share_dir ${CMAKE_INSTALL_DATADIR}/toptile)

# The program finds all other files by paths relative to itself, so that an installed Toptile can be moved as a whole.
file(RELATIVE_PATH bots_from_program ${CMAKE_INSTALL_FULL_BINDIR} ${CMAKE_INSTALL_PREFIX}/${private_dir}/bots)
file(RELATIVE_PATH lexicons_from_program ${CMAKE_INSTALL_FULL_BINDIR} ${CMAKE_INSTALL_FULL_DATADIR}/toptile/lexicons)
file(RELATIVE_PATH package_from_program ${CMAKE_INSTALL_FULL_BINDIR} ${CMAKE_INSTALL_FULL_LIBDIR}/cmake/toptile)
set_property(SOURCE cli/flags/shipped_files.cpp TARGET_DIRECTORY toptile_cli APPEND PROPERTY COMPILE_DEFINITIONS
  TOPTILE_BOTS_FROM_PROGRAM="${bots_from_program}"
  TOPTILE_PACKAGE_FROM_PROGRAM="${package_from_program}"
  TOPTILE_LEXICONS_FROM_PROGRAM="${lexicons_from_program}")

install(TARGETS toptile)
if(TOPTILE_LEAGUES)
  install(TARGETS toptile-league)
endif()
install(DIRECTORY ${CMAKE_BINARY_DIR}/bots/ DESTINATION ${private_dir}/bots USE_SOURCE_PERMISSIONS
        PATTERN __pycache__ EXCLUDE)
install(DIRECTORY ${CMAKE_BINARY_DIR}/lexicons/ DESTINATION ${share_dir}/lexicons
        FILES_MATCHING PATTERN *.txt PATTERN *.lexicon PATTERN CMakeFiles EXCLUDE)
install(DIRECTORY lexicons/ DESTINATION ${share_dir}/lexicons FILES_MATCHING PATTERN LICENSE-*.txt)
install(DIRECTORY rulesets/ DESTINATION ${share_dir}/rulesets FILES_MATCHING PATTERN *.json)
install(DIRECTORY schemas/ DESTINATION ${share_dir}/schemas FILES_MATCHING PATTERN *.json)
# The C++ kit is installed as a library with headers; this folder has only its text files.
install(DIRECTORY protocol/sdk/ DESTINATION ${share_dir}/kits
        REGEX "/sdk/cpp/[^/]*\\.(cpp|h)$" EXCLUDE
        PATTERN __pycache__ EXCLUDE PATTERN node_modules EXCLUDE PATTERN target EXCLUDE)

# The licences of all installed files, in Debian's form: each line of a text begins with a blank.
function(read_licence variable file)
  file(READ ${file} text)
  string(STRIP "${text}" text)
  string(REGEX REPLACE "\n[ \t]*\n" "\n.\n" text "${text}")
  string(REGEX REPLACE "\n[ \t]*\n" "\n.\n" text "${text}")  # The first pass leaves out every other one of several empty lines.
  string(REPLACE "\n" "\n " text "${text}")
  set(${variable} " ${text}" PARENT_SCOPE)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
endfunction()
read_licence(expat ${CMAKE_SOURCE_DIR}/LICENSE)
read_licence(scowl ${CMAKE_SOURCE_DIR}/lexicons/LICENSE-english.txt)
configure_file(cmake/copyright.in ${CMAKE_BINARY_DIR}/copyright @ONLY)
install(FILES ${CMAKE_BINARY_DIR}/copyright DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(FILES README.md CHANGELOG.md CONTRIBUTING.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
# The documents link to these files, so they keep their places; the bots are examples to read.
install(DIRECTORY sample_bots DESTINATION ${CMAKE_INSTALL_DOCDIR}
        FILES_MATCHING PATTERN *.md PATTERN *.cpp PATTERN *.h PATTERN *.py PATTERN *.js PATTERN *.rs)
install(DIRECTORY protocol/sdk DESTINATION ${CMAKE_INSTALL_DOCDIR}/protocol FILES_MATCHING PATTERN *.md)
install(FILES lexicons/README.md DESTINATION ${CMAKE_INSTALL_DOCDIR}/lexicons)
install(FILES rulesets/ruleset.schema.json DESTINATION ${CMAKE_INSTALL_DOCDIR}/rulesets)
install(DIRECTORY schemas DESTINATION ${CMAKE_INSTALL_DOCDIR} FILES_MATCHING PATTERN *.json)
install(DIRECTORY docs/ DESTINATION ${CMAKE_INSTALL_DOCDIR}/docs FILES_MATCHING PATTERN *.md PATTERN *.webp PATTERN *.svg)
set(written ${CMAKE_BINARY_DIR}/cli/written)
install(FILES ${written}/toptile.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES ${written}/toptile DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
install(FILES ${written}/_toptile DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions)
install(FILES ${written}/toptile.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)

# ---- The package toptile: what a bot in C++ links to ----------------------------------------------------------------

# Its headers are the same files in the build folder and installed: the include path is `include`, and all are below
# include/toptile, so that a bot's own folders are never taken for them (docs/kits.md).
install(DIRECTORY ${kit_include_dir}/toptile DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN *.h)
install(TARGETS toptile_base toptile_engine toptile_protocol toptile_sdk EXPORT toptileTargets)
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/toptile)
file(RELATIVE_PATH TOPTILE_INCLUDE_FROM_PACKAGE ${CMAKE_INSTALL_FULL_LIBDIR}/cmake/toptile ${CMAKE_INSTALL_FULL_INCLUDEDIR})
configure_file(cmake/toptileConfig.cmake ${CMAKE_BINARY_DIR}/installed/toptileConfig.cmake @ONLY)
file(RELATIVE_PATH TOPTILE_INCLUDE_FROM_PACKAGE ${CMAKE_BINARY_DIR} ${kit_include_dir})
configure_file(cmake/toptileConfig.cmake ${CMAKE_BINARY_DIR}/toptileConfig.cmake @ONLY)
# What the kit promises (docs/kits.md) holds from version to version, so a newer package also serves a request for an older one.
write_basic_package_version_file(${CMAKE_BINARY_DIR}/toptileConfigVersion.cmake COMPATIBILITY AnyNewerVersion)
export(EXPORT toptileTargets NAMESPACE toptile:: FILE ${CMAKE_BINARY_DIR}/toptileTargets.cmake)
install(EXPORT toptileTargets NAMESPACE toptile:: DESTINATION ${package_dir})
install(FILES ${CMAKE_BINARY_DIR}/installed/toptileConfig.cmake ${CMAKE_BINARY_DIR}/toptileConfigVersion.cmake
        DESTINATION ${package_dir})

# ---- After all is copied --------------------------------------------------------------------------------------------

install(CODE "set(strip ${CMAKE_STRIP})
set(bots_dir ${private_dir}/bots)
set(library_dir ${CMAKE_INSTALL_LIBDIR})")
install(CODE [[
set(prefix $ENV{DESTDIR}${CMAKE_INSTALL_PREFIX})
# The bots have the permissions of the build folder, where they may be for one user only.
execute_process(COMMAND chmod -R u=rwX,go=rX ${prefix}/${bots_dir} COMMAND_ERROR_IS_FATAL ANY)
# CMake strips only programs that are targets.
if(CMAKE_INSTALL_DO_STRIP)
  file(GLOB libraries ${prefix}/${library_dir}/libtoptile_*.a)
  foreach(library IN LISTS libraries)
    execute_process(COMMAND ${strip} --strip-debug --remove-section=.comment --enable-deterministic-archives ${library}
                    COMMAND_ERROR_IS_FATAL ANY)
  endforeach()
  file(GLOB programs ${prefix}/${bots_dir}/*)
  foreach(program IN LISTS programs)
    file(READ ${program} magic LIMIT 4 HEX)
    if(magic STREQUAL "7f454c46")  # Not a script.
      execute_process(COMMAND ${strip} ${program} COMMAND_ERROR_IS_FATAL ANY)
    endif()
  endforeach()
endif()
]])
