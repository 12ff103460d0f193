# It is used by find_package(toptile 0.1 REQUIRED); then write target_link_libraries(mine PRIVATE toptile::sdk). See
# docs/install.md. An installed Toptile and a build folder have the same file.
include(CMakeFindDependencyMacro)
find_dependency(Boost 1.74)
find_dependency(fmt 9)
find_dependency(nlohmann_json 3.11)
find_dependency(OpenSSL 3 COMPONENTS Crypto)
include(${CMAKE_CURRENT_LIST_DIR}/toptileTargets.cmake)

# Headers are included as <toptile/…>. Bots that are older write "engine/…" and "protocol/…"; these names are looked for last, so
# that a bot's own folders win. REALPATH, because where /lib is a link to usr/lib, CMake may have come by way of it.
get_filename_component(toptile_include_dir ${CMAKE_CURRENT_LIST_DIR} REALPATH)
get_filename_component(toptile_include_dir ${toptile_include_dir}/@TOPTILE_INCLUDE_FROM_PACKAGE@ ABSOLUTE)
set_target_properties(toptile::base PROPERTIES
  INTERFACE_INCLUDE_DIRECTORIES ${toptile_include_dir}
  INTERFACE_COMPILE_OPTIONS -idirafter${toptile_include_dir}/toptile)
unset(toptile_include_dir)
