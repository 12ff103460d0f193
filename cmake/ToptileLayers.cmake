# toptile_layer(FOLDER [QUICK REGEX] [ALONE SOURCE...] LIBRARIES LIBRARY...): makes the static library toptile_FOLDER from every source in
# the folder and its rooms; protocol/sdk/cpp is called toptile_sdk. toptile_sources explains QUICK and ALONE. In the CMake package that others use, its name is toptile::FOLDER.
function(toptile_layer folder)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" QUICK "ALONE;LIBRARIES")
  string(REGEX REPLACE "^protocol/sdk/cpp$" "sdk" name ${folder})
  file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/${folder}/*.cpp ${CMAKE_SOURCE_DIR}/${folder}/*/*.cpp)
  file(GLOB headers CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/${folder}/*.h ${CMAKE_SOURCE_DIR}/${folder}/*/*.h)
  add_library(toptile_${name} STATIC)
  # The base of the headers is the include path, here and in an installed Toptile.
  target_sources(toptile_${name} PUBLIC FILE_SET HEADERS BASE_DIRS ${CMAKE_SOURCE_DIR} FILES ${headers})
  target_compile_features(toptile_${name} PUBLIC cxx_std_20)
  target_link_libraries(toptile_${name} PUBLIC ${arg_LIBRARIES})
  if(TOPTILE_SANITIZE)
    target_link_options(toptile_${name} INTERFACE -fsanitize=${TOPTILE_SANITIZE})  # The package's users need its runtime.
  endif()
  set_target_properties(toptile_${name} PROPERTIES EXPORT_NAME ${name})
  if(name STREQUAL "sdk")  # The kit's few sources must compile one by one, because others copy them.
    target_sources(toptile_${name} PRIVATE ${sources})
  else()
    toptile_sources(toptile_${name} QUICK "${arg_QUICK}" ALONE ${arg_ALONE} SOURCES ${sources})
  endif()
  if(name STREQUAL "engine")
    toptile_precompile(toptile_engine toptile_engine <fmt/format.h>)
  elseif(NOT name STREQUAL "sdk")
    toptile_precompile(toptile_${name} toptile_protocol <fmt/format.h> <nlohmann/json.hpp>)
  endif()
endfunction()
