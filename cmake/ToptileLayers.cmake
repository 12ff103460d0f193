# The headers of the C++ kit, as bots get them, are in ${kit_include_dir}/toptile. They are written when one of them has changed.
set(kit_include_dir ${CMAKE_BINARY_DIR}/include)
function(toptile_kit_headers)
  set(sources ${ARGN})
  list(TRANSFORM sources PREPEND ${CMAKE_SOURCE_DIR}/)
  list(TRANSFORM sources APPEND /*.h)
  file(GLOB headers CONFIGURE_DEPENDS ${sources})
  set(script ${CMAKE_SOURCE_DIR}/cmake/kit_headers.cmake)
  # The build must know that they change here, or a bot would be compiled again only by the next build.
  set(written)
  foreach(header IN LISTS headers)
    file(RELATIVE_PATH path ${CMAKE_SOURCE_DIR} ${header})
    list(APPEND written ${kit_include_dir}/toptile/${path})
    if(path MATCHES "^protocol/sdk/cpp/(.+)$")
      list(APPEND written ${kit_include_dir}/toptile/sdk/${CMAKE_MATCH_1})
    endif()
  endforeach()
  add_custom_command(
    OUTPUT ${kit_include_dir}/written
    BYPRODUCTS ${written}
    COMMAND ${CMAKE_COMMAND} -DFROM=${CMAKE_SOURCE_DIR} -DTO=${kit_include_dir} -P ${script}
    COMMAND ${CMAKE_COMMAND} -E touch ${kit_include_dir}/written
    DEPENDS ${headers} ${script}
    COMMENT "Writing the headers of the C++ kit"
    VERBATIM)
  add_custom_target(kit_headers DEPENDS ${kit_include_dir}/written)
endfunction()

# toptile_layer(FOLDER [NAME NAME] [QUICK REGEX] [ALONE SOURCE...] LIBRARIES LIBRARY...): makes the static library toptile_NAME from
# every source in the folder and its rooms. NAME is the last part of FOLDER if it is not given. toptile_sources explains QUICK and
# ALONE. In the CMake package that others use, the library is called toptile::NAME.
function(toptile_layer folder)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "NAME;QUICK" "ALONE;LIBRARIES")
  get_filename_component(name ${folder} NAME)
  if(arg_NAME)
    set(name ${arg_NAME})
  endif()
  file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/${folder}/*.cpp ${CMAKE_SOURCE_DIR}/${folder}/*/*.cpp)
  add_library(toptile_${name} STATIC)
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
  if(NOT name STREQUAL "sdk")
    toptile_precompile(toptile_${name} toptile_base <fmt/format.h> <nlohmann/json.hpp>)
  endif()
endfunction()
