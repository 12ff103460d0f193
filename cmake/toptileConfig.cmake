# It is used by find_package(toptile 0.1 REQUIRED); then write target_link_libraries(mine PRIVATE toptile::sdk). See
# docs/install.md. An installed Toptile and a build folder have the same file.
include(CMakeFindDependencyMacro)
find_dependency(Boost 1.74)
find_dependency(fmt 9)
find_dependency(nlohmann_json 3.11)
find_dependency(OpenSSL 3 COMPONENTS Crypto)
include(${CMAKE_CURRENT_LIST_DIR}/toptileTargets.cmake)
