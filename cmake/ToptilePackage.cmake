# The .deb, which `cpack -G DEB` or `./dev package` makes. cmake/debian/ has the files that only Debian needs.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME toptile)
set(CPACK_PACKAGE_CONTACT "The Toptile developers <developers@toptile.invalid>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "bot arena for the word game Upwords")
set(CPACK_PACKAGE_DESCRIPTION
  "Toptile plays games of Upwords between programs, and says which is better and
how sure that is. It has a referee for bots in any language, tournaments with
Elo ratings and error bars, logs that can be played again to the last tile, a
word list, sample bots, and kits for bots in C++, Python, JavaScript and Rust.")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_PACKAGE_DIRECTORY ${CMAKE_BINARY_DIR}/package)

set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION games)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "python3, bubblewrap")
# A bot in JavaScript needs the first of these, and a bot in C++ the others.
set(CPACK_DEBIAN_PACKAGE_SUGGESTS
  "nodejs, g++, make | ninja-build, cmake (>= 3.25), libfmt-dev, nlohmann-json3-dev, libssl-dev, libboost-dev")
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_PRE_BUILD_SCRIPTS ${CMAKE_BINARY_DIR}/for_debian.cmake)
configure_file(cmake/debian/for_debian.cmake ${CMAKE_BINARY_DIR}/for_debian.cmake @ONLY)

include(CPack)
